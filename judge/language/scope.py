"""How far a saying reaches: `I propose A, B` and `A, B is what he wants` leave both orders open."""

from collections.abc import Iterable, Sequence

from judge.language.pieces import SILENT, Piece, read_one
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import AllOf, Moves, Shape, Waives, is_order

_JOINED = frozenset({"_COMMA", "_AND", "_SLASH", "_PLUS", "STOP"})
_STARTS = frozenset({
    "PLACE", "_MOVES", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_ATTACKS", "_BUILDS", "_REMOVES", "_DISBANDS",
    "_FROM", *KINDS,
})  # fmt: skip
_SAID = frozenset({"TALK", "WORD", "POWER", "_REST"})
_ANNOUNCING = frozenset({"INTRO", "GREETING", "AFFIRM", "ORDERS", "CORRECTION", "REASON"})
_TELLING = frozenset({"BE", "PAST", "SAID", "RESULT", "WEAK", "OPINION"})
_ORDERING = frozenset({"_BUILDS", "_REMOVES", "_DISBANDS", "_RETREATS", "_HOLDS", "_MOVES", "_TO", "_DASH"})
_MOST = 14


def reach(pieces: list[Piece]) -> None:
    """Leave open what shares the sentence of a saying, before it or behind it."""
    _unpaired(pieces)
    _qualified(pieces)
    for at, piece in enumerate(pieces):
        if _is_leaning(piece) or _is_for_later(piece):
            for later in _chain(pieces[at + 1 :]):
                later.instead = True
        if piece.shapes or not piece.core or piece.reason:
            continue
        if at == 1 and piece.before == "_AND" and pieces[0].lexemes[0].type == "_WITH":
            pieces[0].instead = True  # `With Munich to Ruhr I am safe`
        if _governs(piece.core):
            for later in _chain(pieces[at + 1 :]):
                later.instead = True
        if at and piece.before in _JOINED and (_tells(piece.core) or _ends_later(piece)):
            earlier = [*_chain(reversed(pieces[1:at])), pieces[0]]
            for before in earlier:
                before.instead = before.instead or bool(before.shapes)


def _is_leaning(piece: Piece) -> bool:
    """`Ik neig naar Par - Bou`: no unit of that name, but a whole order behind it."""
    first = piece.shapes[0] if piece.shapes else None
    if not isinstance(first, Moves) or first.unit.spot.known or first.unit.marked:
        return False
    return len(first.path.steps) > 1 and all(step.known for step in first.path.steps)


def _is_for_later(piece: Piece) -> bool:
    """`Next turn Munich to Ruhr, Berlin to Kiel`."""
    told = any(x.type == "PLACE" for x in piece.core) and not piece.shapes
    return told and "LATER" in piece.all_roles and "ORDERS" not in piece.roles


def _ends_later(piece: Piece) -> bool:
    """`... and Marseilles next year`: all of it, where it says no more of its own."""
    kinds = {x.type for x in piece.core[:-1]}
    return _is_for_later(piece) and "LATER" in piece.core[-1].roles and kinds <= {"PLACE", "_IN", *KINDS}


def _qualified(pieces: list[Piece]) -> None:
    """`Disband everything but Burgundy`, `build nothing but two fleets`: less than is said, or more."""
    for at, piece in enumerate(pieces):
        first = piece.shapes[0] if piece.shapes else None
        behind = pieces[at + 1 : at + 3]
        but = bool(behind) and bool(behind[0].all_roles & {"CONTRAST", "EXCEPT"})
        named = [x for later in behind for x in later.core if x.type in ("PLACE", "NUMBER", *KINDS)]
        verbs = any(x.type in _ORDERING for later in behind for x in later.core)
        if isinstance(first, AllOf | Waives) and but and named and not verbs:
            piece.instead = True
            for later in behind if isinstance(first, AllOf) else ():
                later.instead = bool(later.shapes)


def leaves_open(sentence: Sequence[Lexeme]) -> bool:
    """Whether what stands behind a semicolon shares in what this says: `I propose A; B; C`."""
    return _governs([x for x in sentence if x.type not in SILENT])


def _chain(pieces: Iterable[Piece]) -> list[Piece]:
    """The parts that are joined to one another with no more than a comma or an `and`."""
    found: list[Piece] = []
    for piece in pieces:
        if piece.before not in _JOINED or not piece.shapes or piece.all_roles & {"AFFIRM", "SO"}:
            break
        found.append(piece)
    return found


def _governs(core: list[Lexeme]) -> bool:
    """`I propose Munich to Ruhr`, `worst case Par - Bur`: an order, and words in front that are none."""
    start = next((i for i, x in enumerate(core) if x.type in _STARTS), 0)
    if not start or core[0].type not in _SAID or _is_greeting(core[:start]):
        return False
    ends = (i for i in range(start, min(len(core), _MOST)) if core[i].type in _STARTS)
    return any(_is_order(read_one(core[i:])) for i in ends)


def _is_greeting(head: list[Lexeme]) -> bool:
    """`Hello Jan`, `orders for spring`."""
    told = [x for x in head if x.type != "TALK" or not x.roles & _ANNOUNCING]
    to_somebody = "GREETING" in head[0].roles and [x.type for x in told] == ["WORD"]
    return not told or to_somebody


def _tells(core: list[Lexeme]) -> bool:
    """`... and Berlin to Kiel is what he wants`: an order, and words behind that make it a tale."""
    for end in range(len(core) - 1, 0, -1):
        rest = core[end:]
        told = bool(rest[0].roles & _TELLING) and rest[0].type == "TALK"
        strange = rest[0].type == "WORD" and len([x for x in rest if x.type in _SAID]) > 1
        if (told or strange) and isinstance(read_one(core[:end]), Shape):
            return True
    return False


def _is_order(shape: Shape | None) -> bool:
    return is_order(shape) and not isinstance(shape, Waives)


def _is_nameless(piece: Piece) -> bool:
    """`J. Smith`: names side by side that are no places at all."""
    return all(
        isinstance(shape, Moves) and not shape.unit.spot.known and not shape.path.steps[-1].known
        for shape in piece.shapes or ()
    )


def _unpaired(pieces: list[Piece]) -> None:
    """`Par Bur and Mar Spa border each other`: names side by side, among words that are no orders."""
    tale = any(
        (not piece.shapes or _is_nameless(piece))
        and not piece.roles & {"GREETING"}
        and any(x.type in ("PLACE", "WORD") for x in piece.core)
        for piece in pieces
    )
    for piece in pieces if tale else ():
        piece.instead = piece.instead or any(
            isinstance(shape, Moves) and not shape.signed and not shape.unit.marked
            for shape in piece.shapes or ()
        )
