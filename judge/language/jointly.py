"""What several units do that are not named: `both fleets convoy it`, `de andere twee vloten steunen dat`.

They are taken only where it is plain which they are: as many as were said, and none that does something else.
"""

from dataclasses import replace

from judge.board.geography import Unit, UnitType
from judge.board.orders import unit_of
from judge.language import every
from judge.language.desk import Desk
from judge.language.movement import provinces_of
from judge.language.parser import number_of
from judge.language.pieces import read_one
from judge.language.scanner import HELPING, TYPES_OF_ALL, Lexeme
from judge.language.shapes import AllHelp, Backs, Convoys, Holds, Moves, Shape, Spot, Supports, WrittenUnit

_ALL_KINDS = frozenset({"ALL_ARMIES", "ALL_FLEETS"})
_KIND = {UnitType.ARMY: "ARMY", UnitType.FLEET: "FLEET"}
_THOSE = frozenset({"those", "these"})
_OTHERS = frozenset({"other", "andere", "overige"})
_PAIR = 2


def all_help(core: list[Lexeme]) -> list[Shape] | None:
    """`Both fleets support Belgium`, `die vloten konvooieren allebei`."""
    those = bool(core) and (core[0].type == "_THAT" or core[0].text.casefold() in _THOSE)
    core = core[1:] if those else core
    counts = {x.value for x in core if x.type == "NUMBER" and isinstance(x.value, int)}
    core = core[next((i for i, x in enumerate(core) if x.type != "NUMBER"), 0) :]
    head = core[0] if core else None
    if head is None or not (head.type in _ALL_KINDS or "PLURAL" in head.roles):
        return None
    doing = [x for x in core[1:] if x.type != "NUMBER" and (x.type != "TALK" or "EVERY" not in x.roles)]
    if not doing or doing[0].type not in HELPING or head.type not in TYPES_OF_ALL:
        return None
    kind = TYPES_OF_ALL[head.type]
    one = Lexeme("PLACE", head.text, head.start, head.end, Spot(head.text, absent=True))
    order = read_one([head.read_as(_KIND[kind]), one, *doing])
    count = min(counts, default=number_of(head))
    if not isinstance(order, Supports | Convoys | Backs) or len(counts) > 1:
        return None
    others = "OTHER_ONE" in head.roles or any(word in _OTHERS for word in head.text.casefold().split())
    return [AllHelp(order, kind, count, others, those)]


def orders(desk: Desk, shape: AllHelp, previous: Shape | None) -> list[Supports | Convoys | Backs]:
    """The order of each of them; none where it is not plain who they are."""
    units = _units(desk, shape, previous)
    return [replace(shape.order, unit=every.written(unit.type, unit.location)) for unit in units]


def _units(desk: Desk, shape: AllHelp, previous: Shape | None) -> list[Unit]:
    units = every.named(desk, WrittenUnit(Spot(""), shape.type))
    told = {unit for note in desk.notes if (unit := unit_of(note.taken.order)) is not None}
    idle = [unit for unit in units if unit not in told]
    helped = provinces_of(*(x.spot for x in _helped(shape, previous)))
    units = [unit for unit in units if unit.province not in helped]
    route = previous.path.route if isinstance(previous, Moves) else ()
    carrying = [unit for unit in units if unit.province in provinces_of(*route)]
    if carrying and not _carries(shape.order):
        units = [unit for unit in units if unit not in carrying]
    elif carrying:
        units = carrying
    elif shape.those:
        return []
    if shape.others:
        units = [unit for unit in units if unit in idle]
    plain = len(units) >= _PAIR and shape.count in (0, len(units)) and {*units} <= {*idle}
    return units if plain else []


def _carries(order: Supports | Convoys | Backs) -> bool:
    return order.convoy if isinstance(order, Backs) else isinstance(order, Convoys)


def _helped(shape: AllHelp, previous: Shape | None) -> tuple[WrittenUnit, ...]:
    match shape.order, previous:
        case ((Supports(other=unit) | Convoys(other=unit)), _):
            return (unit,)
        case Backs(), (Moves(unit) | Holds(unit)):
            return (unit,)
        case Backs(), (Supports(other=unit) | Convoys(other=unit)):
            return (unit,)
        case _:
            return ()
