"""An order in words a person reads, such that the reader reads the same order back."""

from judge.board.geography import BuildingType, Geography, Location, Province, Unit, UnitType
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
    Spending,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.language import fold
from judge.language.lexicon import EVERYONES, Lexicon, lexicon, vocabulary


def describe(order: Order, geography: Geography, language: str, words: str = "") -> str:
    """`Leger Parijs naar Bourgondië`. The short form is `str(order)`.

    `words` is the layer of words of the game's rules, where they have one (`Speech.words`).
    """
    return _Speaker(geography, language, words).say(order)


def describe_unit(unit: Unit, geography: Geography, language: str) -> str:
    """`Vloot Sint-Petersburg (zuidkust)`."""
    return _Speaker(geography, language).unit(unit)


_SAYINGS: dict[type[Spending], str] = {
    Place: "PLACE",
    Demolish: "DEMOLISH",
    Replenish: "REPLENISH",
    ReplenishBuilding: "REPLENISH_BUILDING",
    ReplenishAll: "REPLENISH_ALL",
    Research: "RESEARCH",
}


_KINDS = {BuildingType.FORT: "SAY_FORT", BuildingType.PORT: "SAY_HARBOUR", BuildingType.HUB: "SAY_HUB"}


class _Speaker:
    def __init__(self, geography: Geography, language: str, more: str = "") -> None:
        self.geography = geography
        self.language = language if "SAY_ARMY" in vocabulary(language) else EVERYONES[0]
        self.more = vocabulary(self.language, more)
        """What the rules of the game say in words of their own."""
        self.words: Lexicon = lexicon(geography, language)

    def say(self, order: Order) -> str:
        if isinstance(order, Spending):
            return self._spending(order)
        match order:
            case Hold(unit):
                return self._fill("SAY_HOLD", unit=self.unit(unit))
            case Move(unit, target, via, route):
                move = self._fill("SAY_MOVE", unit=self.unit(unit), target=self.place(target))
                if route:
                    return self._fill("SAY_ROUTE", move=move, route=" ".join(map(self._name, route)))
                return self._fill("SAY_VIA", move=move) if via else move
            case SupportHold(named=True) if "SAY_SUPPORT_STAY" not in vocabulary(self.language):
                return str(order)
            case SupportHold(unit, other, named):
                saying = "SAY_SUPPORT_STAY" if named else "SAY_SUPPORT_HOLD"
                return self._fill(saying, unit=self.unit(unit), other=self._inner(other))
            case SupportMove(unit, other, target):
                return self._three("SAY_SUPPORT_MOVE", unit, other, target)
            case Convoy(unit, army, target):
                return self._three("SAY_CONVOY", unit, army, target)
            case Retreat(unit, target):
                return self._fill("SAY_RETREAT", unit=self.unit(unit), target=self.place(target))
            case Disband(unit):
                return self._fill("SAY_DISBAND", unit=self.unit(unit))
            case Build(unit):
                return self._fill("SAY_BUILD", unit=self._inner(unit))
            case Waive():
                return self._fill("SAY_WAIVE")

    def _spending(self, order: Spending) -> str:
        """An order about a building, a bill or research; in short where nobody has given us the words."""
        named = f"SAY_{_SAYINGS[type(order)]}"
        if named not in self.more:
            return str(order)
        parts: dict[str, str] = {}
        match order:
            case Place(kind, province) | Demolish(kind, province) | ReplenishBuilding(kind, province):
                parts = {"what": self.more[_KINDS[kind]][0], "place": self._name(province)}
            case Replenish(unit):
                parts = {"unit": self._inner(unit)}
            case Research(item):
                known = self.more.get(f"R_{item.upper()}", (item.replace("_", " "),))
                parts = {"item": known[0]}
            case ReplenishAll():
                pass
        return self.more[named][0].format(**parts)

    def _three(self, saying: str, unit: Unit, other: Unit, target: Location) -> str:
        return self._fill(saying, unit=self.unit(unit), other=self._inner(other), target=self.place(target))

    def unit(self, unit: Unit) -> str:
        saying = "SAY_ARMY" if unit.type is UnitType.ARMY else "SAY_FLEET"
        return self._fill(saying, place=self.place(unit.location))

    def _inner(self, unit: Unit) -> str:
        """The unit in the middle of a sentence."""
        said = self.unit(unit)
        return said if self.language == "de" else said[0].lower() + said[1:]

    def place(self, place: Location) -> str:
        name = self._name(place.province)
        if not place.coast:
            return name
        saying = f"SAY_{place.coast}"
        known = saying in vocabulary(self.language) or saying in self.more
        return self._fill(saying, place=name) if known else f"{name}/{place.coast}"

    def _name(self, province: Province) -> str:
        """The name shown, or another spelling where that one could be taken for a different province."""
        name = self.geography.name(province, self.language)
        return name if self._is_clear(name, province) else str(province)

    def _is_clear(self, name: str, province: Province) -> bool:
        word = self.words.words.get(" ".join(fold.words(name)))
        return word is not None and bool(word.tiers) and word.tiers[0] == (province,)

    def _fill(self, saying: str, **parts: str) -> str:
        return (self.more.get(saying) or vocabulary(self.language)[saying])[0].format(**parts)
