"""What a phase came to under the buildings rules: engagements, their bills, and every line of the ledger."""

from dataclasses import dataclass
from enum import Enum

from judge.board.economy import Building, Row
from judge.board.geography import Location, Power, Unit
from judge.board.orders import Order
from judge.board.results import Reason


class Item(Enum):
    """What a line of the ledger is about."""

    INCOME = "income"
    PILLAGE = "pillage"
    UNIT = "unit"
    BUILDING = "building"
    REFUND = "refund"
    REPLENISHMENT = "replenishment"
    RESEARCH = "research"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger: paid, or refused with a reason and nothing changed."""

    power: Power
    item: Item
    amount: int
    """What it changes, or would have: less than nothing for what is paid."""
    points: int
    """The same in action points."""
    before: int
    """The treasury before it."""
    after: int
    points_after: int
    order: Order | None = None
    reason: Reason = Reason.OK
    note: str = ""
    """What the line is for where the order does not say: `A BUR`, `FORT BUR`."""

    @property
    def taken(self) -> bool:
        """Whether the treasury changed."""
        return self.reason is Reason.OK


@dataclass(frozen=True, slots=True)
class Engagement:
    """A unit or building that met an enemy in a movement phase, and what that costs."""

    power: Power
    """Who pays: for a fort whoever controls it after the phase."""
    what: Unit | Building
    row: Row
    amount: int
    """The need as it stands; of a dislodged unit: if it retreats, nothing if it burns."""
    at: Location
    """Where it stood when the orders were written."""


class Fate(Enum):
    """What became of a building."""

    PLACED = "placed"
    CAPTURED = "captured"
    DELETED = "deleted"
    UNPAID = "unpaid"
    """A fort that was not replenished in time (B19)."""
    LOST = "lost"
    """A hub whose province was lost (B44)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A building that came, went or changed hands."""

    power: Power | None
    """Whose it is now, or was last."""
    building: Building
    fate: Fate
    previous: Power | None = None
    """Who lost it."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """The economy's part of an adjudication."""

    engagements: tuple[Engagement, ...] = ()
    ledger: tuple[Entry, ...] = ()
    """By power, and for each in the order in which it was settled."""
    changes: tuple[Change, ...] = ()

    def __add__(self, more: "Accounts") -> "Accounts":
        """What two phases came to, one after the other."""
        return Accounts(
            (*self.engagements, *more.engagements),
            (*self.ledger, *more.ledger),
            (*self.changes, *more.changes),
        )


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a power may order in this phase, and what it costs."""

    order: Order
    price: int
    points: int = 0
    affordable: bool = True
    """Whether treasury and action points are enough for it alone, income included."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many units and buildings a power has before the adjustments, and how many it may have."""

    units: int
    most_units: int | None
    """None: as many as it can pay for."""
    buildings: int
    most_buildings: int

    @property
    def units_over(self) -> int:
        """Units that have to be disbanded."""
        return 0 if self.most_units is None else max(0, self.units - self.most_units)

    @property
    def buildings_over(self) -> int:
        """Buildings that have to be demolished (B47)."""
        return max(0, self.buildings - self.most_buildings)


@dataclass(frozen=True, slots=True)
class Warning:
    """A fort that is destroyed at the end of the next movement phase unless its bill is paid (B19)."""

    power: Power
    building: Building


__all__ = ["Accounts", "Change", "Engagement", "Entry", "Fate", "Item", "Offer", "Room", "Warning"]
