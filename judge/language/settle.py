"""From a shape to a verdict: one reading is taken, several are asked about, none is explained."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from judge.board.geography import Location, Province, UnitType
from judge.board.making import maker
from judge.board.orders import Convoy, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.board.phases import Kind
from judge.board.problems import Trouble
from judge.language import suggest
from judge.language.lexicon import Lexicon
from judge.language.movement import Movement, any_units, lenient, own_units, ranked, readings
from judge.language.position import Position
from judge.language.shapes import (
    Convoys,
    Holds,
    Moves,
    Path,
    Retreats,
    Shape,
    Spot,
    Supports,
    WrittenUnit,
    respell,
    spots,
)
from judge.language.shapes import units as units_of
from judge.language.verdict import Reading, Refused, Taken, Verdict, best, only, written

Readings = Callable[[Shape], Iterator[Reading]]


@dataclass(frozen=True, slots=True)
class Case:
    """What every verdict needs to know."""

    position: Position
    lexicon: Lexicon
    strict: bool = True


_Helping = Supports | Convoys
_taken = maker(Taken)


def movement(case: Case, shape: Movement, text: str = "") -> Verdict:
    """A movement order; `text` is the whole line."""
    if isinstance(shape, _Helping) and shape.path is not None and shape.path.others:
        return _helped_where(case, shape)
    if isinstance(shape, Moves) and shape.path.back and not case.position.board.dislodged:
        shape = replace(shape, path=replace(shape.path, back=False))  # nobody has to retreat now
    if isinstance(shape, Moves) and _is_unsure(shape):
        return _side_by_side(case, shape) or _unsure(case, shape)
    unknown = [spot for spot in spots(shape) if not spot.known]
    if isinstance(shape, Moves) and any(step in unknown for step in shape.path.steps[:-1]):
        return _strange_way(case, shape, unknown[0])
    if unknown:
        return misspelt(case, shape, unknown[0], lambda other: readings(case.position, other))  # type: ignore[arg-type]
    found = exactly(best(readings(case.position, shape)), text)
    if len(found) == 1:
        return _taken(found[0].order, Kind.MOVEMENT, found[0].remarks)
    if found:
        return several([reading.order for reading in found], shape)
    return _impossible(case, shape)


def _helped_where(case: Case, shape: Supports | Convoys) -> Refused:
    """`Tyr S Tri - Vie or Bud`: open between the two, as the move would be."""
    assert shape.path is not None
    ends = (shape.path.steps[-1], *shape.path.others)
    paths = [replace(shape.path, steps=(*shape.path.steps[:-1], end), others=()) for end in ends]
    orders = [order for path in paths if (order := only(readings(case.position, replace(shape, path=path))))]
    candidates = written(orders) if len(orders) > 1 else ()
    trouble = Trouble.AMBIGUOUS_ORDER if candidates else Trouble.NOT_UNDERSTOOD
    return Refused(trouble, ends[-1].text, candidates, str(orders[0]) if len(orders) == 1 else None)


def _strange_way(case: Case, shape: Moves, spot: Spot) -> Refused:
    """`A Par goes sadly to Bur`: a word between that is no sea."""
    plain = replace(shape, path=replace(shape.path, steps=shape.path.steps[-1:]))
    order = only(readings(case.position, plain))
    return Refused(Trouble.NOT_UNDERSTOOD, spot.text, (), str(order) if order else None)


def _is_unsure(shape: Moves) -> bool:
    return _is_open(shape.path) or not (shape.signed or shape.unit.marked)


def _side_by_side(case: Case, shape: Moves) -> Taken | None:
    """`par bur`, and no more: a move where a unit of ours can go there and nothing else fits."""
    if shape.signed or _is_open(shape.path) or not all(spot.known for spot in spots(shape)):
        return None
    found = {reading.order: reading for reading in readings(case.position, shape)}
    near = [reading for reading in found.values() if _is_step(case, reading.order)]
    return Taken(near[0].order, Kind.MOVEMENT, near[0].remarks) if len(found) == len(near) == 1 else None


def _is_step(case: Case, order: Order) -> bool:
    return isinstance(order, Move) and case.position.reaches(order.unit, order.target.province)


def _is_open(path: Path) -> bool:
    return path.back or bool(path.others)


def exactly(found: list[Reading], text: str) -> list[Reading]:
    """A line in the canonical notation, letter by letter, is that order: our own answers can be sent back."""
    if len(found) < 2:
        return found
    return [reading for reading in found if str(reading.order) == text] or found


def _unsure(case: Case, shape: Moves) -> Refused:
    """`Boh or Tyr`, `back to Paris`, two names side by side: an order perhaps, but which?"""
    path = shape.path
    ends = (path.steps[-1], *path.others)
    orders: list[Order] = []
    for end in ends:
        plain = Moves(shape.unit, replace(path, steps=(*path.steps[:-1], end), others=(), back=False))
        order = only(readings(case.position, plain))
        if order is not None:
            orders.append(order)
    if path.back:
        orders += [Retreat(order.unit, order.target) for order in orders if isinstance(order, Move)]
    guess = str(orders[0]) if len(orders) == 1 else None
    trouble = Trouble.AMBIGUOUS_ORDER if len(orders) > 1 else Trouble.NOT_UNDERSTOOD
    return Refused(trouble, ends[-1].text, written(orders) if len(orders) > 1 else (), guess)


def misspelt(case: Case, shape: Shape, spot: Spot, read: Readings) -> Refused:
    """A name that means nothing here, with the likeliest whole order as a suggestion."""
    if isinstance(shape, Moves) and not shape.signed and suggest.verb(case.lexicon, spot.text) == "_HOLDS":
        order = only(read(Holds(shape.unit)))  # `A Par hodls`
        if order is not None:
            return Refused(Trouble.NOT_UNDERSTOOD, spot.text, guess=str(order))
    candidates: list[str] = []
    guess: str | None = None
    for province in suggest.provinces(case.lexicon, spot.text):
        meant = Spot(spot.text, ((province,),), spot.coast)
        candidates.append(str(province))
        order = _guessed(case, respell(shape, spot, meant), read)
        if order is not None and guess is None:
            guess = str(order)
            candidates.insert(0, candidates.pop())
    return Refused(Trouble.NO_SUCH_PROVINCE, spot.text, tuple(candidates[:3]), guess)


def _guessed(case: Case, shape: Shape, read: Readings) -> Order | None:
    unknown = [spot for spot in spots(shape) if not spot.known]
    if not unknown:
        return only(read(shape))
    for province in suggest.provinces(case.lexicon, unknown[0].text):
        meant = Spot(unknown[0].text, ((province,),), unknown[0].coast)
        full = respell(shape, unknown[0], meant)
        if all(spot.known for spot in spots(full)) and (order := only(read(full))) is not None:
            return order
    return None


def several(orders: list[Order], shape: Shape) -> Refused:
    """More than one reading: say which, and where they part."""
    provinces = [_provinces(order) for order in orders]
    for at, spot in enumerate(spots(shape)):
        meant = {where[at] for where in provinces if at < len(where)}
        if len(meant) > 1:
            codes = tuple(sorted(str(province) for province in meant))
            return Refused(Trouble.AMBIGUOUS_PROVINCE, spot.text, codes)
    named = spots(shape)
    return Refused(Trouble.COAST_UNCLEAR, named[-1].text if named else "", written(orders))


def _provinces(order: Order) -> tuple[Province, ...]:
    """The provinces of an order in the order in which a shape names them."""
    match order:
        case Move(unit, target) | Retreat(unit, target):
            return unit.province, target.province
        case SupportHold(unit, other):
            return unit.province, other.province
        case SupportMove(unit, other, target) | Convoy(unit, other, target):
            return unit.province, other.province, target.province
        case Hold(unit):
            return (unit.province,)
        case _:
            return ()


def _impossible(case: Case, shape: Movement) -> Verdict:
    """No reading can be carried out: whose fault, and what might have been meant."""
    position = case.position
    units = own_units(position, shape.unit)
    if not units:
        return _no_unit(case, shape, shape.unit)
    orders = [reading.order for reading in best(lenient(position, shape, units))]
    order = orders[0] if len(orders) == 1 else None
    if order is not None and not case.strict:
        return Taken(order, Kind.MOVEMENT)
    if (unknown := _not_in_these_rules(position, shape)) is not None:
        return Refused(unknown, shape.unit.spot.text, order=order)
    if isinstance(shape, Supports) and shape.at is not None:
        moved = replace(shape, path=Path((shape.at,)), at=None)
        meant = only(readings(position, moved))
        return Refused(Trouble.NOT_UNDERSTOOD, shape.at.text, (), str(meant) if meant else None)
    if isinstance(shape, Supports | Convoys):
        helper = units[0][0]
        if not any_units(position, shape.other, helper):
            spot = shape.other.spot
            trouble = Trouble.NO_UNIT_THERE
            return Refused(trouble, spot.text, _codes(spot), _instead(case, shape, spot), order)
    ends = spots(shape)
    if not ends[1:]:
        return Refused(Trouble.NOT_UNDERSTOOD, ends[0].text, (), None, order)
    return Refused(Trouble.CANNOT_REACH, ends[-1].text, (), _instead(case, shape, ends[-1]), order)


def _not_in_these_rules(position: Position, shape: Movement) -> Trouble | None:
    """Why an order can never be given in this game, whatever the position (D2, DG1)."""
    carried = isinstance(shape, Convoys) or (isinstance(shape, Moves) and shape.path.via)
    if carried and not position.speech.convoys:
        return Trouble.NO_SUCH_ORDER
    afloat = any(unit.type is UnitType.FLEET for unit in units_of(shape))
    return Trouble.NO_FLEETS if afloat and not position.speech.fleets else None


def _instead(case: Case, shape: Movement, spot: Spot) -> str | None:
    """The same line with the stumbling block respelt, where that makes exactly one order."""
    if spot.coast:
        order = only(readings(case.position, respell(shape, spot, Spot(spot.text, spot.tiers))))  # type: ignore[arg-type]
        if order is not None:
            return str(order)
    for province in suggest.provinces(case.lexicon, spot.text):
        if any(province in tier for tier in spot.tiers):
            continue
        meant = Spot(spot.text, ((province,),))
        order = only(readings(case.position, respell(shape, spot, meant)))  # type: ignore[arg-type]
        if order is not None:
            return str(order)
    return None


def _no_unit(case: Case, shape: Movement, written_unit: WrittenUnit) -> Verdict:
    """No unit of this power stands where the order says."""
    position, spot = case.position, written_unit.spot
    there = [position.standing[p] for p, _ in ranked(spot) if p in position.standing]
    if there:
        power, unit = there[0]
        orders = [reading.order for reading in best(lenient(position, shape, [(unit, 0, ())]))]
        order = orders[0] if len(orders) == 1 else None
        return Refused(Trouble.NOT_YOUR_UNIT, spot.text, (f"{power}",), None, order)
    return Refused(Trouble.NO_UNIT_THERE, spot.text, _codes(spot), _other_unit(case, shape, spot))


def _other_unit(case: Case, shape: Movement, spot: Spot) -> str | None:
    """The unit that was probably meant: one whose name looks alike and for which the order makes sense."""
    for province in suggest.provinces(case.lexicon, spot.text):
        if province in case.position.own:
            order = only(readings(case.position, respell(shape, spot, Spot(spot.text, ((province,),)))))  # type: ignore[arg-type]
            if order is not None:
                return str(order)
    return None


def _codes(spot: Spot) -> tuple[str, ...]:
    return tuple(sorted({str(province) for province, _ in ranked(spot)}))


def others_hold(case: Case, ordered: set[Province], kind: UnitType | None = None) -> Iterator[Taken]:
    """`All others hold`: for every unit that has no order yet."""
    for province, unit in case.position.own.items():
        if province not in ordered and kind in (None, unit.type):
            yield Taken(Hold(unit), Kind.MOVEMENT)


__all__ = ["Case", "Holds", "Location", "Retreats", "misspelt", "movement", "others_hold", "several"]
