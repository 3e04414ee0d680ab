"""`Correction: not Paris but Gascony`: where an order went, and where it is to go instead."""

from collections.abc import Collection, Sequence

from judge.board.geography import Province
from judge.board.orders import Build, Disband, Move, Retreat
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language import hindsight
from judge.language.afterthoughts import TURNING, Afterthought
from judge.language.desk import Desk
from judge.language.doubles import Note, province_of
from judge.language.movement import provinces_of
from judge.language.scanner import JOINING, QUIET, Lexeme
from judge.language.shapes import Builds, Disbands, Shape, Spot, WrittenUnit
from judge.language.suspicion import UNSURE, Statement
from judge.language.turns import contrasts
from judge.language.verdict import Taken

Pairs = tuple[tuple[Spot, Spot, Spot | None], ...]
"""What was written, what was meant, and of which unit, where that is said."""
_GOING = frozenset({"_TO", "_DASH", "_MOVES", "_IN", "_ON"})
_MAKING = frozenset({"make", "maak"})


def exchanges(sentence: Sequence[Lexeme]) -> Pairs:
    """The names that are exchanged in a sentence that says nothing else; none for any other sentence."""
    words = [x for x in sentence if x.type not in QUIET and x.type != "STOP"]
    start = next((i for i, x in enumerate(words) if not _leads(x)), len(words))
    turned = any(x.roles & TURNING for x in words[:start])
    found: list[tuple[Spot, Spot, Spot | None]] = []
    rest = [x for x in words[start:] if x.type not in _GOING or contrasts(x)]
    while rest:
        pair, size = _pair(rest, turned or bool(found))
        whose = rest[size : size + 2]
        of = whose[1].value if len(whose) > 1 and "FOR" in whose[0].roles else None
        size += 2 if isinstance(of, Spot) else 0
        if pair is None or (size < len(rest) and rest[size].type not in JOINING):
            return ()
        found.append((*pair, of if isinstance(of, Spot) else None))
        rest = rest[size:]
        while rest and rest[0].type in JOINING:
            rest = rest[1:]
    return tuple(found)


def _leads(lexeme: Lexeme) -> bool:
    turns = lexeme.type == "TALK" and lexeme.roles & (TURNING | {"NO"})
    return bool(turns) or lexeme.type in JOINING


def _pair(words: Sequence[Lexeme], turned: bool) -> tuple[tuple[Spot, Spot] | None, int]:
    """`not X but Y`; and behind a word that turns, `Y, not X` and `Y instead of X`."""
    without = [i for i, x in enumerate(words[:5]) if x.type != "_COMMA"][:4]
    said = [words[i] for i in without]
    if len(said) == 4 and "DENIAL" in said[0].roles and contrasts(said[2]):
        return _spots(said[1], said[3]), without[3] + 1
    if len(said) >= 3 and turned and said[1].roles & {"DENIAL", "INSTEAD"}:
        return _spots(said[2], said[0]), without[2] + 1
    return None, 0


def _spots(old: Lexeme, new: Lexeme) -> tuple[Spot, Spot] | None:
    both = old.type == new.type == "PLACE"
    if both and isinstance(old.value, Spot) and isinstance(new.value, Spot):
        return old.value, new.value
    return None


def exchange(desk: Desk, number: int, text: str, pairs: Pairs) -> bool:
    """Mend the one order that goes where it should not; what is not plain is asked about."""
    for old, new, of in pairs:
        places = provinces_of(old)
        notes = [note for note in desk.notes if not note.implied]
        going = [note for note in notes if _goes(note, places, of)]
        named = [note for note in notes if hindsight.is_about(note, places)]
        said = Afterthought(spots=(new,), turns=True, plain=True)
        meant = hindsight.mended(desk, going[0], said) if named == going and len(going) == 1 else None
        if isinstance(meant, Taken):
            hindsight.put_right(desk, number, text, going[0], said, meant)
            continue
        for note in named:
            hindsight.withdraw(desk, note)
        if not named:
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=text))
    return True


def _goes(note: Note, places: Collection[Province], of: Spot | None) -> bool:
    """Whether it moves to one of these, and is for the unit that is named, if one is."""
    order = note.taken.order
    theirs = of is None or province_of(order) in provinces_of(of)
    return isinstance(order, Move | Retreat) and order.target.province in places and theirs


def chosen(desk: Desk, said: Statement) -> Builds | None:
    """`Make it an army in Con`, where nothing is built yet: no correction."""
    after = said.after
    if after is None or after.type is None or len(after.spots) != 1 or not after.plain or said.roles & UNSURE:
        return None
    begins = bool(_MAKING & {*said.text.casefold().split()[:2]}) and not desk.notes and not desk.withdrawn
    due = desk.board.phase.kind is Kind.ADJUSTMENTS and desk.adjust.left() > 0
    return Builds(WrittenUnit(after.spots[0], after.type, None, True)) if begins and due else None


_STEADS = ("instead", "in plaats daarvan")


def rebuilds(desk: Desk, number: int, text: str, shape: Shape) -> bool:
    """`Bouw leger Rome`, and then `correctie: bouw vloot Napels in plaats daarvan`: laid in its place.

    Only of the one build, or the one unit that goes, that is ordered before it.
    """
    kind = {Builds: Build, Disbands: Disband}.get(type(shape))
    before = [note for note in desk.notes if kind is not None and isinstance(note.taken.order, kind)]
    if not before or not any(word in text.casefold() for word in _STEADS):
        return False
    if len(before) > 1:  # of which of them?
        for note in before:
            hindsight.withdraw(desk, note)
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
        return True
    old = before[0]
    desk.drop(old)
    verdict = desk.verdict(shape, text)
    if not isinstance(verdict, Taken):
        desk.restore(old)
        return False
    note = Note(number, text, verdict, correction=True, mends=True, shape=shape)
    desk.restore(note)
    desk.last = note
    return True
