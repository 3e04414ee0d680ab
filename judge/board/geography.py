"""The board as printed: provinces, coasts, borders, centers and powers. A `Geography` never changes.

Identifiers are the upper-case codes of the board file (`PAR`, `FRANCE`); the names people read are in
`names` and `power_names`, by language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from sys import intern
from typing import NewType

from judge.board.making import Noted

Power = NewType("Power", str)
Province = NewType("Province", str)
Coast = NewType("Coast", str)


def as_power(code: str) -> Power:
    """A power by its code; equal codes give the same object, which tables find soonest."""
    return Power(intern(code))


def as_province(code: str) -> Province:
    """A province by its code; equal codes give the same object, which tables find soonest."""
    return Province(intern(code))


NO_COAST = Coast("")
PORT = Coast("PORT")
"""The sub-tile of a port (the buildings rules): `F BRE/PORT` is a fleet in the port of Brest."""


class UnitType(Enum):
    """What stands on the board."""

    ARMY = "A"
    FLEET = "F"

    def __lt__(self, other: "UnitType") -> bool:
        return self.value < other.value


class BuildingType(Enum):
    """What else can be placed on the board (the buildings rules)."""

    FORT = "fort"
    PORT = "port"
    HUB = "hub"


class Terrain(Enum):
    """Who may enter a province: armies, both, fleets, nobody."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"
    SHUT = "shut"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """Where a unit stands: a province, and a coast where a fleet stands on a split one (`STP/NC`)."""

    province: Province
    coast: Coast = NO_COAST

    def __hash__(self) -> int:
        """The province tells places apart well enough, and its text knows its hash."""
        return hash(self.province)

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else str(self.province)


@dataclass(frozen=True, slots=True, order=True)
class Unit(Noted):
    """An army or fleet at its location (`A PAR`, `F STP/SC`); whose it is, the board says."""

    type: UnitType
    location: Location

    @property
    def province(self) -> Province:
        """The province it stands in, whatever the coast."""
        return self.location.province

    def __str__(self) -> str:
        return f"{self.type.value} {self.location}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a power begins with, as the board file states it."""

    power: Power
    letter: str
    home: tuple[Province, ...]
    owns: tuple[Province, ...]
    units: tuple[Unit, ...]
    colour: str = "#888888"
    land: tuple[Province, ...] = ()
    """Provinces of its colour beside its home centers; only the buildings rules ask."""


@dataclass(frozen=True, slots=True)
class Border:
    """A rare oddity of one border (`[[border]]` of the board file)."""

    between: tuple[Province, Province]
    unit: UnitType | None = None
    strength: int = 0
    support: bool = True
    oneway: bool = False


@dataclass(frozen=True, eq=False)
class Geography:
    """A whole board file, checked. Compared by identity: load it once with `atlas.load`."""

    id: str
    title: str
    begin: str
    """The phase a game begins in, as a code (`S1901M`)."""
    victory: int
    terrain: Mapping[Province, Terrain]
    army: Mapping[Province, tuple[Province, ...]]
    fleet: Mapping[Location, tuple[Location, ...]]
    setups: tuple[Setup, ...]
    neutral: tuple[Province, ...]
    names: Mapping[str, Mapping[Province, tuple[str, ...]]]
    """Language -> province -> (name shown, other spellings...)."""
    power_names: Mapping[str, Mapping[Power, tuple[str, ...]]]
    """Language -> power -> (name shown, adjective, other spellings...)."""
    short: Mapping[str, Mapping[Province, str]] = field(default_factory=dict)
    """Language -> province -> short form shown instead of the code."""
    adjectives: Mapping[str, Mapping[Province, tuple[str, ...]]] = field(default_factory=dict)
    """Language -> province -> what its units may be called: `Swedish`, `Zweedse`; never a name by itself."""
    rules: Mapping[str, object] = field(default_factory=dict)
    special: Mapping[Province, Mapping[str, object]] = field(default_factory=dict)
    borders: tuple[Border, ...] = ()

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """The powers in the order of the board file."""
        return tuple(setup.power for setup in self.setups)

    @cached_property
    def centers(self) -> tuple[Province, ...]:
        """Every supply center, home centers first, in the order of the board file."""
        homes = [p for s in self.setups for p in (*s.home, *s.owns)]
        return tuple(dict.fromkeys([*homes, *self.neutral]))

    @cached_property
    def home(self) -> Mapping[Power, tuple[Province, ...]]:
        """The home centers of each power."""
        return {setup.power: setup.home for setup in self.setups}

    @cached_property
    def coasts(self) -> Mapping[Province, tuple[Coast, ...]]:
        """The coasts of each split province; a province that is not split is absent."""
        split: dict[Province, tuple[Coast, ...]] = {}
        for place in self.fleet:
            if place.coast:
                split[place.province] = (*split.get(place.province, ()), place.coast)
        return split

    def fleet_places(self, province: Province) -> tuple[Location, ...]:
        """The locations a fleet can take in a province: its coasts, itself, or none (inland)."""
        if province in self.coasts:
            return tuple(Location(province, coast) for coast in self.coasts[province])
        place = Location(province)
        return (place,) if place in self.fleet else ()

    def reach(self, unit: Unit) -> tuple[Location, ...]:
        """The locations a unit can move or retreat to without a convoy, in the order of the board file."""
        if unit.type is UnitType.ARMY:
            return tuple(Location(p) for p in self.army.get(unit.province, ()))
        return self.fleet.get(unit.location, ())

    def can_stand(self, unit: Unit) -> bool:
        """Whether a unit of this type can be at this location at all."""
        if unit.type is UnitType.ARMY:
            return not unit.location.coast and self.terrain.get(unit.province) in (
                Terrain.LAND,
                Terrain.COAST,
            )
        return unit.location in self.fleet

    def name(self, province: Province, language: str) -> str:
        """The name shown for a province; English, then the code, where the language has none."""
        for table in (self.names.get(language, {}), self.names.get("en", {})):
            if province in table:
                return table[province][0]
        return str(province)

    def power_name(self, power: Power, language: str) -> str:
        """The name shown for a power; English, then the capitalised code, where the language has none."""
        for table in (self.power_names.get(language, {}), self.power_names.get("en", {})):
            if power in table:
                return table[power][0]
        return str(power).replace("-", " ").title()
