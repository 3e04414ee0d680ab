"""The canonical notation: strict, language-neutral, for storage and for other programs.

What people write is read by `judge.language`; this reads back only what `str(order)` wrote.
"""

from collections.abc import Callable
from functools import lru_cache
from sys import intern

from judge.board.geography import BuildingType, Coast, Location, Unit, UnitType, as_province
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

_KEPT = 1 << 16


def read_location(text: str) -> Location:
    """`STP/NC` -> Location; ValueError when it is empty."""
    province, _, coast = text.strip().upper().partition("/")
    if not province or " " in text.strip():
        raise ValueError(f"{text!r} is no location")
    return Location(as_province(province), Coast(intern(coast)))


@lru_cache(maxsize=1 << 14)
def read_unit(text: str) -> Unit:
    """`F STP/SC` -> Unit; ValueError when it is none."""
    letter, _, place = text.strip().upper().partition(" ")
    if letter not in ("A", "F"):
        raise ValueError(f"{text!r} is no unit; write A or F and a location")
    return Unit(UnitType(letter), read_location(place))


def _read(text: str) -> Order:
    words = text.upper().split()
    if words == ["WAIVE"]:
        return Waive()
    if spending := _read_spending(words):
        return spending
    if len(words) < 3:
        raise ValueError(f"{text!r} is no order")
    unit, verb, rest = read_unit(" ".join(words[:2])), words[2], words[3:]
    match verb, rest:
        case "H", []:
            return Hold(unit)
        case "-", [target]:
            return Move(unit, read_location(target))
        case "-", [target, "VIA", *route]:
            return Move(unit, read_location(target), True, tuple(map(as_province, route)))
        case "S", [kind, place]:
            return SupportHold(unit, read_unit(f"{kind} {place}"))
        case "S", [kind, place, "H"]:
            return SupportHold(unit, read_unit(f"{kind} {place}"), named=True)
        case "S", [kind, place, "-", target]:
            return SupportMove(unit, read_unit(f"{kind} {place}"), read_location(target))
        case "C", [kind, place, "-", target]:
            return Convoy(unit, read_unit(f"{kind} {place}"), read_location(target))
        case "R", [target]:
            return Retreat(unit, read_location(target))
        case "D", []:
            return Disband(unit)
        case "B", []:
            return Build(unit)
        case "PAY", []:
            return Replenish(unit)
        case _:
            raise ValueError(f"{text!r} is no order")


_BUILDINGS = {kind.value.upper(): kind for kind in BuildingType}


def _read_spending(words: list[str]) -> Spending | None:
    """What is spent on buildings and research; None when the words are about something else."""
    match words:
        case ["PAY", "ALL"]:
            return ReplenishAll()
        case ["RESEARCH", item]:
            return Research(item.lower())
        case [kind, province, "B"] if kind in _BUILDINGS:
            return Place(_BUILDINGS[kind], as_province(province))
        case [kind, province, "D"] if kind in _BUILDINGS:
            return Demolish(_BUILDINGS[kind], as_province(province))
        case [kind, province, "PAY"] if kind in _BUILDINGS:
            return ReplenishBuilding(_BUILDINGS[kind], as_province(province))
        case [kind, _, *_] if kind in _BUILDINGS:
            raise ValueError(f"{' '.join(words)!r}: a building takes no orders")
        case _:
            return None


class _Read(dict[str, Order]):
    """The orders read so far, by their text; all are dropped when there are too many."""

    def __missing__(self, text: str) -> Order:
        order = _read(text)
        if len(self) >= _KEPT:
            self.clear()
        self[text] = order
        return order


read: Callable[[str], Order] = _Read().__getitem__
"""The order that `str(order)` wrote; ValueError for anything else."""
