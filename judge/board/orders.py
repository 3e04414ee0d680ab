"""The orders, as values. Each names its own unit; whether it can be carried out, the rules say.

`str(order)` is the canonical notation (`A PAR - BUR`), and `notation.read` reads it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.board.geography import PORT, BuildingType, Location, Power, Province, Unit, UnitType
from judge.board.making import Noted


@dataclass(frozen=True, slots=True)
class Hold(Noted):
    """Stand still."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True)
class Move(Noted):
    """Go to another location; `via` asks for a convoy, `route` names the fleets the player wrote, if any."""

    unit: Unit
    target: Location
    via: bool = False
    route: tuple[Province, ...] = ()

    def __str__(self) -> str:
        route = " ".join(("VIA", *self.route)) if self.via else ""
        return f"{self.unit} - {self.target} {route}".rstrip()


@dataclass(frozen=True, slots=True)
class SupportHold(Noted):
    """Lend strength to a unit that does not move.

    `named` where the order says that it holds (`A PAR S A BUR H`). Only the depots rules ask: there a support
    that names no action follows whatever order the own unit was given.
    """

    unit: Unit
    supported: Unit
    named: bool = False

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported}" + (" H" if self.named else "")


@dataclass(frozen=True, slots=True)
class SupportMove(Noted):
    """Lend strength to another unit's move."""

    unit: Unit
    mover: Unit
    target: Location

    def __str__(self) -> str:
        return f"{self.unit} S {self.mover} - {self.target}"


@dataclass(frozen=True, slots=True)
class Convoy(Noted):
    """Carry an army over this fleet's water."""

    unit: Unit
    army: Unit
    target: Location

    def __str__(self) -> str:
        return f"{self.unit} C {self.army} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat(Noted):
    """Take a dislodged unit away."""

    unit: Unit
    target: Location

    def __str__(self) -> str:
        return f"{self.unit} R {self.target}"


@dataclass(frozen=True, slots=True)
class Disband(Noted):
    """Take a unit off the board: a dislodged one, or in the adjustments a surplus one."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True)
class Build(Noted):
    """Place a new unit."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True)
class Waive(Noted):
    """Leave one build unused."""

    def __str__(self) -> str:
        return "WAIVE"


@dataclass(frozen=True, slots=True)
class Place(Noted):
    """Place a new building (the buildings rules)."""

    building: BuildingType
    province: Province

    def __str__(self) -> str:
        return f"{self.building.value.upper()} {self.province} B"


@dataclass(frozen=True, slots=True)
class Demolish(Noted):
    """Delete a building of one's own."""

    building: BuildingType
    province: Province

    def __str__(self) -> str:
        return f"{self.building.value.upper()} {self.province} D"


@dataclass(frozen=True, slots=True)
class Replenish(Noted):
    """Pay the bill of a unit; a dislodged one is named by where it stood."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} PAY"


@dataclass(frozen=True, slots=True)
class ReplenishBuilding(Noted):
    """Pay the bill of a fort."""

    building: BuildingType
    province: Province

    def __str__(self) -> str:
        return f"{self.building.value.upper()} {self.province} PAY"


@dataclass(frozen=True, slots=True)
class ReplenishAll(Noted):
    """Pay every bill there is money for, units before buildings."""

    def __str__(self) -> str:
        return "PAY ALL"


@dataclass(frozen=True, slots=True)
class Research(Noted):
    """Buy an item of the research tree, by its name there."""

    item: str

    def __str__(self) -> str:
        return f"RESEARCH {self.item.upper()}"


Movement = Hold | Move | SupportHold | SupportMove | Convoy
Spending = Place | Demolish | Replenish | ReplenishBuilding | ReplenishAll | Research
"""What only the buildings rules know."""
Order = Movement | Retreat | Disband | Build | Waive | Spending
Orders = Mapping[Power, tuple[Order, ...]]


_OF_NO_UNIT = (Waive, Place, Demolish, ReplenishBuilding, ReplenishAll, Research)
_MOST = (Hold, Move, SupportHold, SupportMove, Convoy, Retreat, Disband, Build)


def unit_of(order: Order) -> Unit | None:
    """The unit an order is for; none for a waived build, a building, or research."""
    return None if isinstance(order, _OF_NO_UNIT) else order.unit


def slot_of(order: Order) -> tuple[object, ...]:
    """What an order is for: a later one for the same takes its place. A unit moves, and its bill is paid."""
    if isinstance(order, _MOST):
        return "unit", _place(order.unit)
    match order:
        case Waive():
            return ("waive",)
        case Place() | Demolish():
            return "building", order.building, order.province
        case ReplenishBuilding():
            return "bill", order.building, order.province
        case Replenish(unit):
            return "bill", _place(unit)
        case ReplenishAll():
            return ("bills",)
        case Research(item):
            return "research", item


def _place(unit: Unit) -> tuple[Province, bool]:
    """A province, or its port; the coast does not matter."""
    return unit.province, unit.location.coast == PORT


__all__ = [
    "Build",
    "BuildingType",
    "Convoy",
    "Demolish",
    "Disband",
    "Hold",
    "Location",
    "Move",
    "Movement",
    "Order",
    "Orders",
    "Place",
    "Power",
    "Province",
    "Replenish",
    "ReplenishAll",
    "ReplenishBuilding",
    "Research",
    "Retreat",
    "Spending",
    "SupportHold",
    "SupportMove",
    "Unit",
    "UnitType",
    "Waive",
    "slot_of",
    "unit_of",
]
