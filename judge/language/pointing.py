"""`L Oek S dat` on a line of its own: it is for the one order of the letter that it can be for.

The order right above it counts first. Where two orders can be meant, or where something above it could not
be read, it is asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board.geography import Power
from judge.board.orders import Order, SupportHold
from judge.board.problems import Problem, Trouble
from judge.language.desk import Desk
from judge.language.doubles import Note
from judge.language.leaning import backed
from judge.language.lines import unmarked
from judge.language.shapes import Backs, Bare, Echoes, Holds, Shape
from judge.language.suspicion import Statement
from judge.language.verdict import Taken


@dataclass(frozen=True, slots=True)
class Pointing:
    """A support or a convoy for an order that is said on another line."""

    desk: Desk
    line: int
    text: str
    said: Statement
    shape: Backs


def spoken_of(said: Statement, shape: Shape | None, before: Shape | None, power: Power) -> Shape | None:
    """What `that` means behind a statement; nothing where it tells of another power."""
    if shape is None:
        theirs = said.powers - {str(power)}
        return None if theirs and (said.verbs or said.named or "ALSO" in said.roles) else before
    return before if isinstance(shape, Backs | Bare | Echoes) else shape


def points(shape: Backs, text: str, said: Statement, on: bool) -> bool:
    """Whether a line begins so, or goes `on` so, and something is said to be helped: not just `L Oek S`.

    `F Gre steunt Ser daarbij` says who is helped, and may stand behind the order of another one.
    """
    if shape.whom is not None and not shape.convoy:
        return True
    begins = on or unmarked(text).startswith(said.text)
    return begins and not (shape.bare or shape.helps)


def holds_too(desk: Desk, number: int, shape: Bare, previous: Shape | None) -> bool:
    """`Ruhr holds. Munich ditto`; and `sev ook` on a line of its own, right below `stp blijft`."""
    above = desk.last
    if previous is not None or above is None:
        return isinstance(previous, Holds)
    holds = above.line == number - 1 and isinstance(above.shape, Holds) and above in desk.notes
    return holds and desk.concerns(shape.unit.spot)


def settle(pointings: Sequence[Pointing]) -> None:
    """Take those that can be for one order only, and ask about the others; the letter has been read."""
    for one in pointings:
        desk = one.desk
        found = None if _is_cut_off(one) else _meant(one)
        if found is None:
            at = one.shape.unit.spot.text
            desk.problems.append(Problem(one.line, one.text, Trouble.NOT_UNDERSTOOD, at=at))
            desk.leave_open(one.line, one.text, one.said.named)
            continue
        on, shape, taken = found
        on.leant_on = True
        desk.placed += 1
        note = Note(one.line, one.text, taken, shape=shape, leans=True, place=desk.placed)
        before = [other for other in desk.notes if other.line <= one.line]
        desk.notes.insert(len(before), note)


def _above(one: Pointing) -> Note | None:
    """The order that stands nearest above it."""
    above = [note for note in one.desk.notes if note.line < one.line and not note.implied]
    return max(above, key=lambda note: (note.line, note.place), default=None)


def _is_cut_off(one: Pointing) -> bool:
    """Whether something between it and the order above it is not certain: that may be what it is for."""
    above = _above(one)
    start = above.line if above is not None else 0
    uncertain = [
        *(problem.line for problem in one.desk.problems if not problem.is_remark),
        *(note.line for note, _ in one.desk.withdrawn),
        *(line for line, *_ in one.desk.passed_over),
    ]
    named = (line for line, *_ in one.desk.open)
    return any(start <= line < one.line for line in uncertain) or any(start < n < one.line for n in named)


def _meant(one: Pointing) -> tuple[Note, Shape, Taken] | None:
    """The order that it is for, and what it comes to; nothing where that is not plain."""
    found: dict[Order, tuple[Note, Shape, Taken]] = {}
    for note in one.desk.notes:
        shape = backed(one.shape, note.shape) if not note.implied else None
        if shape is None or not one.desk.is_of_kind(shape, one.shape.type):
            continue
        verdict = one.desk.trial(shape)
        if isinstance(verdict, Taken):
            found.setdefault(verdict.order, (note, shape, verdict))
    moves = {order for order in found if not isinstance(order, SupportHold)}
    above = _above(one)
    nearest = {order for order, (note, *_) in found.items() if note is above} & moves
    if one.shape.aside and not nearest:
        return None  # `supported by A Ruh`: of the line above it, or of nothing
    meant = moves if nearest and len(moves) == 1 else found.keys()
    return found[next(iter(meant))] if len(meant) == 1 else None
