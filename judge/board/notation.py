"""The canonical notation: strict, language-neutral, for storage and for other programs.

What people write is read by `judge.language`; this reads back only what `str(order)` wrote.
"""

from judge.board.geography import Coast, Location, Province, Unit, UnitType
from judge.board.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)


def read_location(text: str) -> Location:
    """`STP/NC` -> Location; ValueError when it is empty."""
    province, _, coast = text.strip().upper().partition("/")
    if not province or " " in text.strip():
        raise ValueError(f"{text!r} is no location")
    return Location(Province(province), Coast(coast))


def read_unit(text: str) -> Unit:
    """`F STP/SC` -> Unit; ValueError when it is none."""
    letter, _, place = text.strip().upper().partition(" ")
    if letter not in ("A", "F"):
        raise ValueError(f"{text!r} is no unit; write A or F and a location")
    return Unit(UnitType(letter), read_location(place))


def read(text: str) -> Order:
    """The order that `str(order)` wrote; ValueError for anything else."""
    words = text.upper().split()
    if words == ["WAIVE"]:
        return Waive()
    if len(words) < 3:
        raise ValueError(f"{text!r} is no order")
    unit, verb, rest = read_unit(" ".join(words[:2])), words[2], words[3:]
    match verb, rest:
        case "H", []:
            return Hold(unit)
        case "-", [target]:
            return Move(unit, read_location(target))
        case "-", [target, "VIA", *route]:
            return Move(unit, read_location(target), True, tuple(Province(p) for p in route))
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
        case _:
            raise ValueError(f"{text!r} is no order")
