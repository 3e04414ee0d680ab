"""Several orders for one unit in one letter: which one stands, if any."""

from dataclasses import dataclass

from judge.board.geography import Province
from judge.board.orders import Build, Order, Spending, Waive, slot_of, unit_of
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
    together: int = 0
    """Not nought for orders that were given in one word: `disband both`."""
    place: int = 0
    """Its place among all that the letter orders."""


def province_of(order: Order) -> Province | None:
    unit = unit_of(order)
    return unit.province if unit is not None else None


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
    problems: list[Problem] = []
    for group in groups.values():
        kept, told = (group, []) if repeats and _is_repeated(group) else _settled(group)
        standing += kept
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
    orders = tuple(dict.fromkeys(str(note.taken.order) for note in written))
    return [], [Problem(note.line, note.text, Trouble.DUPLICATE, candidates=orders) for note in written]


def _replaces(later: Note, earlier: Note) -> bool:
    """Said to be a correction, or on a later line with the same verb."""
    same_verb = type(later.taken.order) is type(earlier.taken.order)
    return later.correction or (same_verb and later.line > earlier.line)
