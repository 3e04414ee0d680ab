"""Several orders for one unit in one letter: which one stands, if any.

An order that another one of the letter builds on is not replaced by a later one without a word: which of
the two did the writer forget?
"""

from dataclasses import dataclass

from judge.board.geography import Province, Unit
from judge.board.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Spending,
    SupportHold,
    SupportMove,
    Waive,
    slot_of,
    unit_of,
)
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language.shapes import Shape
from judge.language.verdict import Taken


@dataclass(slots=True)
class Note:
    """An order taken from the letter, before doubles are looked for."""

    line: int
    text: str
    taken: Taken
    correction: bool = False
    implied: bool = False
    """From `all others hold`."""
    mends: bool = False
    """It came of an order that was corrected by a word or two: `no, Tyrolia`."""
    shape: Shape | None = None
    """As it was written."""
    leans: bool = False
    """It is said of the order before it: `Tyr supports that`."""
    leant_on: bool = False
    """Such an order was said of it."""
    together: int = 0
    """Not nought for orders that were given in one word: `disband both`."""
    place: int = 0
    """Its place among all that the letter orders."""


def province_of(order: Order) -> Province | None:
    unit = unit_of(order)
    return unit.province if unit is not None else None


def helped_by(order: SupportHold | SupportMove | Convoy) -> Unit:
    """The unit that a support or a convoy is for."""
    match order:
        case Convoy(army=unit) | SupportHold(supported=unit) | SupportMove(mover=unit):
            return unit


def fits(order: Order, theirs: Order) -> bool:
    """Whether a support or a convoy is for this very order of the unit that it helps."""
    match order, theirs:
        case ((SupportMove(target=target) | Convoy(target=target)), Move(target=end)):
            return target.province == end.province
        case SupportHold(), _:
            return not isinstance(theirs, Move)
        case _:
            return False


def key_of(note: Note) -> tuple[object, ...]:
    """Two orders with the same key are for the same unit, or the same build."""
    order = note.taken.order
    match order:
        case Waive():
            return (id(note),)
        case Build():
            return Kind.ADJUSTMENTS, "build", *slot_of(order)
        case _:
            return (note.taken.kind, *slot_of(order))


def without_doubles(notes: list[Note], *, repeats: bool = False) -> tuple[list[Note], list[Problem]]:
    """Two orders for one unit: the later one only where it is plainly a correction, else neither.

    With `repeats` a line about money counts as often as it is written: `research B`, `A`, and `B` again.
    """
    groups: dict[tuple[object, ...], list[Note]] = {}
    for note in notes:
        groups.setdefault(key_of(note), []).append(note)
    standing: list[Note] = []
    doubtful: list[Note] = []
    problems: list[Problem] = []
    replaced: list[tuple[list[Note], list[Note], list[Problem]]] = []
    for group in groups.values():
        kept, told = (group, []) if repeats and _is_repeated(group) else _settled(group)
        standing += kept
        doubtful += [] if kept else group
        if kept and told:
            replaced.append((group, kept, told))
        else:
            problems += told
    for group, kept, told in replaced:
        others = [note.taken.order for note in [*standing, *doubtful] if note not in group]
        if _is_doubtful([note for note in group if not note.implied], others):
            standing = [note for note in standing if note not in kept]
            told = _asked(group)
        problems += told
    order = {id(note): at for at, note in enumerate(notes)}
    return sorted(standing, key=lambda note: order[id(note)]), problems


def _is_repeated(group: list[Note]) -> bool:
    order = group[0].taken.order
    same = all((note.taken.order, note.mends) == (order, False) for note in group)
    return same and isinstance(order, Build | Spending)


def _settled(group: list[Note]) -> tuple[list[Note], list[Problem]]:
    if len(group) == 1 and not group[0].mends:
        return group, []
    written = [note for note in group if not note.implied] or group[:1]
    distinct = list({(note.taken.order, note.taken.others): note for note in reversed(written)}.values())[
        ::-1
    ]
    last = written[-1]
    if len(distinct) == 1 and not last.mends:
        return [written[0]], []
    earlier = [note for note in written if note.taken.order != last.taken.order]
    if all(_replaces(last, note) for note in earlier):
        return [last], [Problem(last.line, last.text, Trouble.CORRECTED, order=str(last.taken.order))]
    return [], _asked(written)


def _asked(group: list[Note]) -> list[Problem]:
    orders = tuple(dict.fromkeys(str(note.taken.order) for note in group))
    return [Problem(note.line, note.text, Trouble.DUPLICATE, candidates=orders) for note in group]


def _is_doubtful(group: list[Note], others: list[Order]) -> bool:
    """`A Bul - Rum`, `F Bla S A Bul - Rum`, and then `A Bul - Gre`: it helps an order that was replaced."""
    if not group or group[-1].correction or group[-1].mends:
        return False
    last = group[-1].taken.order
    earlier = [note for note in group if note.taken.order != last]
    replaced = [note.taken.order for note in earlier]
    return any(note.leant_on for note in earlier) or any(_is_for(other, replaced, last) for other in others)


def _is_for(other: Order, replaced: list[Order], last: Order) -> bool:
    """Whether it builds on an order that was replaced, and not on the last one."""
    if isinstance(other, SupportHold | SupportMove | Convoy):
        same = helped_by(other).province == province_of(last)
        return same and not fits(other, last) and any(fits(other, order) for order in replaced)
    return _is_carried(other, replaced) and not _is_carried(other, [last])


def _is_carried(move: Order, fleets: list[Order]) -> bool:
    """Whether one of these convoys is for this move."""
    convoys = [order for order in fleets if isinstance(order, Convoy)]
    return any(fits(one, move) and province_of(move) == one.army.province for one in convoys)


def _replaces(later: Note, earlier: Note) -> bool:
    """Said to be a correction, or on a later line with the same verb."""
    same_verb = type(later.taken.order) is type(earlier.taken.order)
    return later.correction or (same_verb and later.line > earlier.line)
