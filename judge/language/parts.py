"""The parts of a sentence, and what each of them orders: by itself, and by what it shares with the others."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.board.geography import UnitType
from judge.language.asides import named_in
from judge.language.doubting import stays
from judge.language.echoing import LIKEWISE, SAME, THERE, echo, follow_the_helped
from judge.language.every import of_the_one
from judge.language.jointly import all_help
from judge.language.mutual import drop_heads, hold_the_listed, pair, share_out
from judge.language.pieces import (
    LISTING,
    Piece,
    alternative,
    announced,
    conditional,
    is_bare,
    is_nobody,
    pieces_of,
    shapes_of,
)
from judge.language.placing import placed
from judge.language.pronouns import OF_ARMIES, OF_FLEETS
from judge.language.reasons import find_reasons
from judge.language.recasting import LENDING
from judge.language.restating import hold_the_rest
from judge.language.scanner import GOING, KINDS, Lexeme
from judge.language.scope import reach
from judge.language.shapes import Backs, Moves, Shape, units
from judge.language.sharing import (
    drop_last_resort,
    hold_as_told,
    hold_the_idle,
    share_kind,
    share_verb,
)
from judge.language.spends import counted
from judge.language.suspicion import SIGNLIKE

_POINTING = frozenset({"IT", OF_ARMIES, OF_FLEETS})
_THEIRS = frozenset({"zijn", "z'n", "haar", "hun", "diens", "its"})


def parts_of(
    sentence: list[Lexeme], cues: frozenset[str], single: Shape | None, before: Shape | None
) -> list[Piece]:
    """The parts with their orders: `single` is that of the whole sentence, `before` the one before it."""
    if single is not None:
        pieces = [Piece(sentence, shapes=[single])]
    else:
        pieces = pieces_of(sentence)
        _shape(pieces, sentence, "GREETING" in cues and _is_to_a_power(sentence))
        for needed, share in _SHARING:
            if any(piece.shapes for piece in pieces) if not needed else not needed.isdisjoint(cues):
                share(pieces)
        if not _RESTING.isdisjoint(cues):
            hold_the_rest(pieces, before, sentence[-1:])
        reach(pieces)
    if "COMMENT" in cues:
        _note_comments(pieces, sentence)
    if not _POINTING.isdisjoint(cues):
        _name_it(pieces)
    if "NUMBER" in cues:
        for piece, shapes in zip(pieces, counted([p.shapes or [] for p in pieces], sentence), strict=True):
            piece.shapes = shapes or piece.shapes
    return pieces


def _shape(pieces: list[Piece], sentence: list[Lexeme], addressed: bool) -> None:
    """What each part orders by itself."""
    for at, piece in enumerate(pieces):
        greeted = piece.before == "TALK" and at > 0 and "GREETING" in pieces[at - 1].roles
        listing = [x.type for x in pieces[0].core[:1] if x.type in LISTING]
        if piece.before == "INSTEAD" and (pieces[0].shapes or not listing):
            continue  # `A Par - Bur instead of A Par - Pic`
        if at and [x.type for x in pieces[at - 1].core[:2]] == ["_SUPPORTS", "_FROM"]:
            _lend_on(piece, pieces[at - 1])
        core = piece.core
        if greeted and core and core[0].type == "_FROM":
            continue  # `Greetings from Wales to London`
        piece.shapes = (
            placed(core)
            or shapes_of(core)
            or (not addressed and announced(core, greeted))
            or alternative(piece)
            or conditional(piece)
            or all_help(core)
        )
        if is_nobody(piece.shapes) or _is_anothers(piece) or _is_later(piece) or _is_babble(piece):
            piece.shapes = None
    ahead = bool(pieces) and any("FORESEEN" in x.roles for x in pieces[0].core[:1])
    taken = any(piece.shapes and not (ahead and is_bare(piece)) for piece in pieces)
    alone = bool(pieces) and not taken and sentence[-1].type != "COLON"
    if (
        alone
        and not any(_speaks_of_units(piece) for piece in pieces[1:] if piece.before != "CAUSE")
        and (one := of_the_one(pieces[0].core))
    ):
        pieces[0].shapes = [one]


def _lend_on(piece: Piece, before: Piece) -> None:
    """`Support from Rome for Venice and from Naples for Apulia`: no move from Naples."""
    lent = any(x.text.casefold() in LENDING for x in piece.core)
    if lent and piece.core[0].type == "_FROM":
        piece.lexemes = [before.core[0], *piece.lexemes]


def _name_it(pieces: list[Piece]) -> None:
    """`supports it`, `supports that fleet`."""
    for piece in pieces:
        first = piece.shapes[0] if piece.shapes else None
        if isinstance(first, Backs) and not all(_POINTING.isdisjoint(x.roles) for x in piece.core):
            it = any("IT" in x.roles for x in piece.core)
            kind = _type_of(piece) or first.type
            piece.shapes = [replace(first, it=it, type=kind), *(piece.shapes or ())[1:]]


def _type_of(piece: Piece) -> UnitType | None:
    """`supports that fleet`."""
    roles = piece.all_roles
    if OF_ARMIES in roles:
        return UnitType.ARMY
    return UnitType.FLEET if OF_FLEETS in roles else None


def _is_refusal(piece: Piece) -> bool:
    return not piece.shapes and any(x.roles & {"CANCEL", "RETRACT"} for x in piece.core)


def _is_which(piece: Piece) -> bool:
    """`first one`, `the last`."""
    return bool(piece.core) and all(x.roles & {"FIRST", "LAST", "EVERY"} for x in piece.core)


def _join_refusals(pieces: list[Piece]) -> None:
    """`Laat Brest | toch maar niet`: what is refused stands in front."""
    for at in range(len(pieces) - 1, 0, -1):
        if _is_which(pieces[at]) and _is_refusal(pieces[at - 1]):
            pieces[at - 1].lexemes = [*pieces[at - 1].lexemes, *pieces.pop(at).lexemes]
            continue
        piece, before = pieces[at], pieces[at - 1]
        if (before.shapes and not is_bare(before)) or piece.shapes or piece.before not in ("TALK", "CAUSE"):
            continue
        if _is_refusal(piece) and not named_in(piece.lexemes) and named_in(before.lexemes):
            before.lexemes, before.shapes = [*before.lexemes, *piece.lexemes], None
            del pieces[at]


def _note_comments(pieces: list[Piece], sentence: list[Lexeme]) -> None:
    """`A Gas supports A Mar (moving to Bur)`: brackets that say what the order leaves out."""
    for lexeme in sentence:
        kinds = {x.type for x in lexeme.inner}
        if lexeme.type == "COMMENT" and "PLACE" in kinds and kinds & GOING and "_RETREATS" not in kinds:
            for piece in pieces:
                piece.instead = piece.instead or any(stays(shape) for shape in piece.shapes or ())


def _is_to_a_power(sentence: Sequence[Lexeme]) -> bool:
    """`Dear Germany, please do ...`."""
    head = sentence[: next((i for i, x in enumerate(sentence) if x.type == "_COMMA"), 0)]
    return any("GREETING" in x.roles for x in head) and any(x.type == "POWER" for x in head)


def _is_babble(piece: Piece) -> bool:
    """`Italië zie ik later wel`: two words that are no names, behind that of a power."""
    shape = piece.shapes[0] if piece.shapes else None
    if not isinstance(shape, Moves) or shape.signed or shape.unit.power is None:
        return False
    return not any(spot.known for spot in (shape.unit.spot, *shape.path.steps))


def _is_later(piece: Piece) -> bool:
    """`Volgende beurt Parijs naar Bur`; but not `Orders voor volgende beurt:`."""
    return "LATER" in piece.all_roles and "ORDERS" not in piece.all_roles


def _speaks_of_units(piece: Piece) -> bool:
    """A verb of orders in it, or a unit: then a bare verb before it is no whole order."""
    return any(x.type in SIGNLIKE or x.type in KINDS for x in piece.core)


def _is_anothers(piece: Piece) -> bool:
    """`Zijn vloot gaat naar Denemarken`: somebody's, and not ours."""
    absent = any(
        spot.absent for shape in piece.shapes or () for unit in units(shape) for spot in (unit.spot,)
    )
    return absent and any(x.text.casefold() in _THEIRS for x in piece.lexemes)


_ORDERS = frozenset[str]()
"""No cues at all: these are asked wherever a part has an order already."""
_RESTING = frozenset({"_REST", "ALL_ARMIES", "ALL_FLEETS", "ALSO"})
_SHARING: tuple[tuple[frozenset[str], Callable[[list[Piece]], None]], ...] = (
    (frozenset({SAME, LIKEWISE, THERE, "ALSO"}), echo),
    (frozenset({"ARMY", "FLEET"}), share_kind),
    (_ORDERS, share_verb),
    (frozenset({"EACH", "VERSA"}), pair),
    (_ORDERS, share_out),
    (frozenset({"COLON"}), drop_heads),
    (frozenset({"COLON"}), hold_the_listed),
    (frozenset({"CANCEL", "RETRACT"}), _join_refusals),
    (_ORDERS, follow_the_helped),
    (frozenset({"_HOLDS"}), hold_the_idle),
    (frozenset({"_HOLDS", "_REMOVES", "_DISBANDS"}), hold_as_told),
    (frozenset({"_ELSE", "_OR"}), drop_last_resort),
    (frozenset({"CAUSE"}), find_reasons),
)
"""What the parts share, each reader with its cues, in this order. In turn they read

- what is said in the words of the order before: `so does Berlin`, `Vienna goes there`;
- one kind of unit for several places: `in Parijs en Marseille een leger`;
- one verb for several units: `L Par en L Mar houden`;
- an order for each of two: `Vie and Gal support each other`;
- who does what of what they do together: `Nap and Tys attack Ion: Nap moves, Tys supports`;
- who is named before a colon, where it is told behind it what they do;
- who holds, where that is told before a colon: `the north holds: Bothnia and Warsaw`;
- a refusal of what stands in front: `Laat Brest toch maar niet`;
- what the one that is helped does: `Rome supports Venice, which holds`;
- a unit that supports nobody, and so holds;
- a unit of which another part says that it holds or goes: `Londen kan dat niet, dus die houdt`;
- what happens anyway: `else disband`;
- reasons, which order nothing.

Then come the rest (`the rest too`), and how far a saying reaches over all of them.
"""
