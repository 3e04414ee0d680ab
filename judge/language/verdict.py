"""What became of one written order: taken as exactly one order, or the reason why not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.board.orders import Order
from judge.board.phases import Kind
from judge.board.problems import Trouble


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about an order that was taken."""

    trouble: Trouble
    at: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One order a shape can mean here; a lower rank is a better match of the names."""

    order: Order
    rank: int = 0
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """Exactly one reading."""

    order: Order
    kind: Kind
    remarks: tuple[Remark, ...] = ()
    others: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """No reading, or several."""

    trouble: Trouble
    at: str = ""
    candidates: tuple[str, ...] = ()
    guess: str | None = None
    order: Order | None = None
    """The order that was understood and cannot be carried out, where there is exactly one."""


Verdict = Taken | Refused


def best(readings: Iterable[Reading]) -> list[Reading]:
    """The readings that match the names best, without doubles."""
    readings = list(readings)
    if len(readings) < 2:
        return readings
    rank = min((reading.rank for reading in readings), default=0)
    unique: dict[Order, Reading] = {}
    for reading in readings:
        if reading.rank == rank:
            unique.setdefault(reading.order, reading)
    return list(unique.values())


def only(readings: Iterable[Reading]) -> Order | None:
    """The one order there is to read; None where there are several or none."""
    found = best(readings)
    return found[0].order if len(found) == 1 else None


def written(orders: Sequence[Order]) -> tuple[str, ...]:
    """Orders in the canonical notation, as candidates of a question."""
    return tuple(sorted(str(order) for order in orders))


__all__ = ["Reading", "Refused", "Remark", "Taken", "Verdict", "best", "only", "written"]
