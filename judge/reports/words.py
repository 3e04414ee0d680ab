"""The board in words: units, places, powers, phases and orders in the reader's language.

The words themselves are in `templates/<language>/words.toml`; the names are in the board file.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, assert_never

from judge import resources
from judge.board.economy import Building
from judge.board.geography import BuildingType, Geography, Location, Power, Province, Terrain, Unit
from judge.board.orders import (
    Build,
    Convoy,
    Demolish,
    Disband,
    Hold,
    Move,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.board.phases import Kind, Phase


@cache
def spoken(language: str, layer: str = "") -> str:
    """The language a letter is written in: English where there are no templates for the one asked.

    With a layer of words of a rule system's own it is `nl/depots`. Wherever a letter asks for a language it
    may be either; both are folders of the templates.
    """
    known = language.isalpha() and (resources.templates() / language).is_dir()
    plain = language if known else "en"
    layered = layer.isalpha() and (resources.templates() / plain / layer).is_dir()
    return f"{plain}/{layer}" if layered else plain


@cache
def table(language: str, name: str) -> dict[str, Any]:
    """A word file (`words`, `sentences`) of a language; what its layer says goes before the usual words."""
    plain, _, layer = language.partition("/")
    language = spoken(plain, layer)
    usual = _read(spoken(plain), name)
    return usual if language == spoken(plain) else _laid_over(usual, _read(language, name))


def _read(folder: str, name: str) -> dict[str, Any]:
    path = resources.templates() / folder / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _laid_over(usual: dict[str, Any], layer: dict[str, Any]) -> dict[str, Any]:
    both = {name: (usual.get(name), value) for name, value in layer.items()}
    return usual | {
        name: old | new if isinstance(old, dict) and isinstance(new, dict) else new
        for name, (old, new) in both.items()
    }


def words(language: str) -> dict[str, Any]:
    """The words of all letters in a language."""
    return table(language, "words")


def mark(name: str, language: str) -> str:
    """The word that goes between the stars of `(*...*)`."""
    return str(words(language)["mark"][name])


def listed(parts: Iterable[str], language: str, last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `last` is "and" or "or"."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {words(language)[last]} {items[-1]}"


def capital(text: str) -> str:
    """The text with a capital first letter, the rest as it was."""
    return text[:1].upper() + text[1:]


def season(phase: Phase, language: str) -> str:
    """`voorjaar 1901`, `Spring 1901`."""
    texts = words(language)
    year = str(phase.year) if phase.year > 0 else texts["year"]["before"].format(year=-phase.year)
    return f"{texts['season'][phase.season.value]} {year}"


def kind(of: Kind, language: str) -> str:
    """`verplaatsingen`, `movement`."""
    return str(words(language)["kind"][of.value])


def phase(of: Phase, language: str) -> str:
    """`voorjaar 1901 (verplaatsingen)`, `Spring 1901 (movement)`."""
    return f"{season(of, language)} ({kind(of.kind, language)})"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one board in one language."""

    geography: Geography
    language: str
    """With its layer of words, as `spoken` gives it."""

    @property
    def _plain(self) -> str:
        return self.language.partition("/")[0]

    @property
    def _words(self) -> dict[str, Any]:
        return words(self.language)

    def power(self, power: Power) -> str:
        """`Frankrijk`."""
        return self.geography.power_name(power, self._plain)

    def province(self, province: Province) -> str:
        """`Bourgondië`, `Noordzee`; without an article, as in a list."""
        return self.geography.name(province, self._plain)

    def code(self, location: Location) -> str:
        """The short form for tables: `BUR`, `STP/NC`."""
        short = self.geography.short.get(self._plain, {}).get(location.province, location.province)
        coast = self._words.get("coast_code", {}).get(location.coast, location.coast)
        return f"{short}/{coast}" if location.coast else str(short)

    def coast(self, location: Location) -> str:
        """`noordkust`; the code where the language has no word for it."""
        return str(self._words["coast"].get(location.coast, location.coast))

    def location(self, location: Location) -> str:
        """`Sint-Petersburg (zuidkust)`; without an article."""
        name = self.province(location.province)
        return f"{name} ({self.coast(location)})" if location.coast else name

    def place(self, location: Location) -> str:
        """As it stands inside a sentence: `de Noordzee`, `het Kanaal`, `Spanje (noordkust)`."""
        name = self.location(location)
        at_sea = self.geography.terrain.get(location.province) is Terrain.SEA
        for article, endings in self._words["article"].items():
            bare = name.removeprefix(f"{article.capitalize()} ")
            if bare != name or name.casefold() in endings or (at_sea and _ends(name, endings)):
                return f"{article} {bare}"
        return name

    def unit(self, unit: Unit) -> str:
        """`leger Parijs`, for inside a sentence."""
        return f"{self._words['unit'][unit.type.value]} {self.location(unit.location)}"

    def units(self, units: Sequence[Unit], last: str = "and") -> str:
        """`leger Parijs, vloot Brest en leger Marseille`."""
        return listed((self.unit(unit) for unit in units), self.language, last)

    def short(self, unit: Unit) -> str:
        """`L PAR`, for tables."""
        return f"{self._words['letter'][unit.type.value]} {self.code(unit.location)}"

    def places(self, locations: Iterable[Location], last: str = "or") -> str:
        """`Gascogne, Parijs of Spanje (noordkust)`: the names in a row."""
        return listed((self.location(location) for location in locations), self.language, last)

    def provinces(self, provinces: Iterable[Province], last: str = "and") -> str:
        """`België, Holland en Denemarken`: the names in a row."""
        return self.places((Location(province) for province in provinces), last)

    def order(self, order: Order) -> str:
        """The order in words: `Leger Parijs naar Bourgondië`."""
        shape, unit, other, target = order_parts(order)
        fields = {
            **self.bought(order),
            "unit": self.unit(unit) if unit else "",
            "other": self.unit(other) if other else "",
            "to": self.location(target) if target else "",
        }
        return str(self._words["order"][shape]).format(Unit=capital(fields["unit"]), **fields)

    def bought(self, order: Order) -> dict[str, str]:
        """What an order places or pays for (`haven`, `een haven`, `de haven`), or what it researches."""
        nothing = dict.fromkeys(("what", "a", "the", "item"), "")
        match order:
            case Place() | Demolish() | ReplenishBuilding():
                what = self.kind_of_building(order.building)
                return (
                    nothing
                    | {form: self.kind_of_building(order.building, form) for form in ("a", "the")}
                    | {"what": what}
                )
            case Research(item):
                return nothing | {"item": self.research(item)}
            case _:
                return nothing

    def kind_of_building(self, kind: BuildingType, article: str = "") -> str:
        """`haven`; with the article `a` or `the` before it, `een haven` or `de haven`."""
        word = str(self._words["building"][kind.value])
        return f"{self._words[f'building_{article}'][kind.value]} {word}" if article else word

    def research(self, item: str) -> str:
        """`logistiek 1`; a master's own item by its name."""
        return str(self._words["research"].get(item, item.replace("_", " ")))

    def building(self, building: Building) -> str:
        """`fort Bourgondië`."""
        return f"{self._words['building'][building.type.value]} {self.province(building.province)}"

    def brief(self, order: Order) -> str:
        """The order in short: `L PAR - BUR`; empty where the words are short enough."""
        shape, unit, other, target = order_parts(order)
        return str(self._words["brief"][shape]).format(
            unit=self.short(unit) if unit else "",
            other=self.short(other) if other else "",
            to=self.code(target) if target else "",
        )


def _ends(name: str, endings: Iterable[str]) -> bool:
    parts = name.casefold().replace("-", " ").split()
    return any(part.endswith(ending) for part in parts for ending in endings)


def order_parts(order: Order) -> tuple[str, Unit | None, Unit | None, Location | None]:
    """The shape of an order, its unit, the unit it serves, and where that leads."""
    match order:
        case Place() | Demolish():
            return type(order).__name__.lower(), None, None, Location(order.province)
        case Replenish(unit):
            return "replenish", unit, None, None
        case ReplenishBuilding():
            return "replenish_building", None, None, Location(order.province)
        case ReplenishAll():
            return "replenish_all", None, None, None
        case Research():
            return "research", None, None, None
        case Hold(unit):
            return "hold", unit, None, None
        case Move(unit, target, via):
            return "move_via" if via else "move", unit, None, target
        case SupportHold(unit, supported, named):
            return "support_hold_named" if named else "support_hold", unit, supported, None
        case SupportMove(unit, mover, target):
            return "support_move", unit, mover, target
        case Convoy(unit, army, target):
            return "convoy", unit, army, target
        case Retreat(unit, target):
            return "retreat", unit, None, target
        case Disband(unit):
            return "disband", unit, None, None
        case Build(unit):
            return "build", unit, None, None
        case Waive():
            return "waive", None, None, None
        case _:
            assert_never(order)
