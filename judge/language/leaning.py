"""Supports and convoys that lean on another order of the letter: `A Tri - Vie, Tyr supports that`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from judge.board.geography import Location, Province
from judge.board.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.board.problems import Problem, Trouble
from judge.language.doubles import Note, fits, helped_by, province_of
from judge.language.movement import provinces_of
from judge.language.position import Position
from judge.language.shapes import Backs, Convoys, Holds, Moves, Shape, Spot, Supports, WrittenUnit


@dataclass(frozen=True, slots=True)
class Leaning:
    """What becomes of an order that leans on another: it means another one, or is asked about."""

    note: Note
    meant: Order | None = None
    problem: Problem | None = None
    on: Note | None = None
    """The order it was said of, where another one came later."""


def leanings(notes: Iterable[Note], position: Position, adrift: frozenset[Province]) -> Iterator[Leaning]:
    """The orders that do not stand as they were read; `adrift` are units that go nobody knows where."""
    notes = [*notes]
    ordered: dict[Province | None, list[Note]] = {}
    for note in notes:
        ordered.setdefault(province_of(note.taken.order), []).append(note)
    for note in notes:
        order = note.taken.order
        if not isinstance(order, SupportHold | SupportMove | Convoy):
            continue
        helped = helped_by(order)
        theirs = ordered.get(helped.province, [])
        if helped.province not in position.own:
            continue
        last = theirs[-1].taken.order if theirs else None
        if note.leans and (last is None or not fits(order, last)):
            on = next((one for one in theirs if fits(order, one.taken.order)), None)
            yield Leaning(note, problem=_open(note, str(helped)), on=on)
        elif isinstance(order, SupportHold) and _is_short(note):
            if last is None and helped.province in adrift:
                yield Leaning(note, problem=_open(note, str(helped)))
            elif isinstance(last, Move) and not position.speech.follows:
                yield _move_of(note, order, last, position)


def _is_short(note: Note) -> bool:
    """`Aeg S Bul`: not said that it stays."""
    return isinstance(note.shape, Supports) and note.shape.path is None and not note.shape.holds


def _open(note: Note, helped: str) -> Problem:
    order = str(note.taken.order)
    return Problem(note.line, note.text, Trouble.NOT_UNDERSTOOD, at=helped, guess=order)


def _move_of(note: Note, order: SupportHold, move: Move, position: Position) -> Leaning:
    """`Bul - Gre. Aeg S Bul`: a unit that is sent away is not supported to hold, but on its way."""
    target = move.target.province
    if position.reaches(order.unit, target):
        return Leaning(note, meant=SupportMove(order.unit, order.supported, Location(target)))
    trouble = Trouble.CANNOT_REACH
    return Leaning(
        note, problem=Problem(note.line, note.text, trouble, str(order.supported), order=str(order))
    )


def backed(shape: Backs, previous: Shape | None, also: bool = False) -> Shape | None:
    """What an order comes to that leans on `previous`; None where that is not plain."""
    if shape.stays is not None:
        return Supports(shape.unit, shape.stays)
    if shape.at is not None and not _goes_to(previous, shape.at):
        return None
    match previous:
        case Moves(unit) if shape.whom is not None and not _same(shape.whom, unit):
            return None
        case Moves(unit, path):
            return Convoys(shape.unit, unit, path) if shape.convoy else Supports(shape.unit, unit, path)
        case Holds(unit) if not (shape.convoy or (shape.whom is not None and not _same(shape.whom, unit))):
            return Supports(shape.unit, unit, holds=True)
        case Supports() if also and shape.whom is None and not shape.convoy:
            return replace(previous, unit=shape.unit)  # `Ruhr supports Munich, Berlin supports it too`
        case Supports() | Convoys() if shape.it or shape.whom is not None:
            return None  # the one that helps, or the one that is helped?
        case Supports(_, other, path) if not shape.convoy:
            return Supports(shape.unit, other, path, previous.at, previous.holds)
        case Convoys(_, other, path):
            return Convoys(shape.unit, other, path) if shape.convoy else Supports(shape.unit, other, path)
        case _:
            return None


def _goes_to(shape: Shape | None, place: Spot) -> bool:
    path = shape.path if isinstance(shape, Moves | Supports | Convoys) else None
    return path is not None and bool(provinces_of(path.steps[-1]) & provinces_of(place))


def _same(one: WrittenUnit, other: WrittenUnit) -> bool:
    return bool(provinces_of(one.spot) & provinces_of(other.spot))
