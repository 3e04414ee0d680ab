"""What the buildings rules keep beside units and centers: buildings, treasuries, bills, control, research.

Whose a building is, the control of its province says: it changes hands with the land.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from judge.board.geography import NO_COAST, PORT, BuildingType, Location, Power, Province


class Row(Enum):
    """The rows of the replenishment chart: what a unit or building went through in a movement phase."""

    NONE = "none"
    DEF_OK = "def_ok"
    DEF_FAIL = "def_fail"
    BURNED = "burned"
    OFF_OK = "off_ok"
    OFF_FAIL = "off_fail"
    WEAK = "weak_retreat"
    """An un-replenished unit that gave way; its old bill stands (B66)."""

    __hash__ = object.__hash__  # Each row is there once; an Enum's own hash is slow, and bills ask for many.


@dataclass(frozen=True, slots=True)
class Bill:
    """A replenishment need: the income it takes, and the row of the chart it comes from."""

    amount: int
    row: Row = Row.NONE


@dataclass(frozen=True, slots=True)
class Building:
    """A fort, port or supply hub."""

    type: BuildingType
    province: Province
    bill: Bill | None = None
    phases: int = 0
    """Whole movement phases that passed while the bill was open (B19)."""

    def __str__(self) -> str:
        return f"{self.type.value.upper()} {self.province}"


Debtor = tuple[Power, Location]
"""A unit that owes: its power, and where it stands or was driven out from."""


@dataclass(frozen=True, slots=True)
class Economy:
    """The state of the buildings rules. Powers and provinces are sorted; a zero is left out of `bills`."""

    treasury: Mapping[Power, int] = field(default_factory=dict)
    action_points: Mapping[Power, int] = field(default_factory=dict)
    """What was left of the action points (AP) of the last adjustments."""
    control: Mapping[Province, Power] = field(default_factory=dict)
    """Who commands a land province; it changes at once, not in Fall like the ownership of a center."""
    buildings: tuple[Building, ...] = ()
    """The one that was placed or captured last comes last."""
    bills: Mapping[Debtor, Bill] = field(default_factory=dict)
    research: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)

    def money(self, power: Power) -> int:
        """The treasury of a power."""
        return self.treasury.get(power, 0)

    def bill(self, power: Power, location: Location) -> Bill | None:
        """What the unit there owes; the coast of a fleet does not matter, that it is in port does."""
        return self.bills.get((power, spot(location)))

    def held(self, power: Power) -> Iterator[Building]:
        """The buildings of a power, the oldest first."""
        return (building for building in self.buildings if self.control.get(building.province) == power)

    def at(self, province: Province, kind: BuildingType) -> Building | None:
        """The building of a type in a province."""
        for building in self.buildings:
            if building.type is kind and building.province == province:
                return building
        return None

    def ports(self) -> frozenset[Province]:
        """The provinces with a port."""
        return frozenset(b.province for b in self.buildings if b.type is BuildingType.PORT)


def spot(location: Location) -> Location:
    """The place in a province where one unit can stand: the province itself, or its port."""
    return location if location.coast in (NO_COAST, PORT) else Location(location.province)


__all__ = ["Bill", "Building", "BuildingType", "Debtor", "Economy", "Row", "spot"]
