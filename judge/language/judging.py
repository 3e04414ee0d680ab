"""The parts of a sentence into statements: whether an order stands, is left open, or is only spoken of.

A condition, a doubt or a denial in the sentence takes the order with it; talk beside an order is kept, for
what it may do to the orders before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.language.afterthoughts import Afterthought, afterthought
from judge.language.asides import asides, named_in
from judge.language.disowning import disowned
from judge.language.doings import doings
from judge.language.doubting import CHOOSING, MARK, doubted, tells_of_another
from judge.language.lexicon import Lexicon
from judge.language.pieces import Piece, roles_of
from judge.language.pronouns import TOPIC
from judge.language.reasons import tells_of_ours
from judge.language.remarks import DISOWNED, ELSEWHEN, UNDONE, is_struck
from judge.language.restating import swaps, the_rest_too
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import AllOf, Bare, Disbands, Moves, Retreats, Shape, spots
from judge.language.supposing import permitted
from judge.language.suspicion import SIGNLIKE, STRUCK, UNSURE, Doubt, Statement, statement, unread

_ADDRESSED = frozenset({"you", "your", "jij", "je", "jouw", "jullie", "u", "uw"})
_SUBJECTS = frozenset({"PLACE", "_REST", "ALL_ARMIES", "ALL_FLEETS"})
"""Who does something: a unit that is named, or all of them."""
_AROUND = frozenset({"ALSO", "SO", "MEANT"})
"""What the word before an order may say of it."""
_NOTHING = frozenset[str]()
_PAIR = 2
_TURNED = frozenset({"CORRECTION", "NOT", "MEANT"})
_IF = frozenset({"IF"})
_OPEN = frozenset({"IF", "OPEN"})
"""As under a condition, and it is none."""


def judged(
    pieces: list[Piece], sentence: list[Lexeme], cues: frozenset[str], lexicon: Lexicon, body: str
) -> Iterator[Statement]:
    """What the parts of a sentence come to; `body` is the text they were read from, with their cues."""
    condition, struck = _condition(pieces, sentence) if "IF" in cues else None, _struck(cues)
    hangs = _IF if condition else _NOTHING
    if "DISOWNED" in cues:
        condition, hangs = Doubt.UNSETTLED, _OPEN
    elif "COMMENT" in cues and (beside := _beside(pieces)):
        hangs = hangs or (_IF if "IF" in beside else _OPEN)
        condition = condition or Doubt.SPOKEN  # `Orders (if nothing changes): A Par - Bur`
    correction = "INSTEAD" in cues and "INSTEAD" in roles_of(sentence)
    replacing = "REPLACING" in cues
    correction = correction or (replacing and _is_replacing(pieces))
    spoken: frozenset[str] = frozenset()
    ordered = False
    for at, piece in enumerate(pieces):
        correction = correction or "CORRECTION" in piece.roles
        correction = correction or (replacing and "REPLACING" in piece.all_roles)
        whole = len(pieces) == 1 and piece.shapes is not None
        text = text_of(sentence if whole else piece.lexemes, body)
        if piece.reason:
            named = named_in(piece.lexemes) if tells_of_ours(piece) else ()
            yield Statement(text, named=named, verbs=bool(named))
            continue
        if piece.shapes is None:
            yield _talk(pieces, at, text, lexicon, spoken, ordered)
            spoken = (spoken | piece.roles) if "SO" not in piece.all_roles else frozenset()
        else:
            commented = _comment_roles(piece.lexemes) if "COMMENT" in cues else _NOTHING
            around = piece.roles | (_AROUND & _around(pieces, at)) | struck | hangs | (commented & _IF)
            doubt = _under(condition, pieces, at) or (Doubt.UNSETTLED if commented else doubted(pieces, at))
            backed = "_BACKED" in cues and at + 1 < len(pieces) and pieces[at + 1].before == "_BACKED"
            if backed or (TOPIC in cues and TOPIC in piece.all_roles):
                piece.shapes = [replace(x, told=True) if isinstance(x, Moves) else x for x in piece.shapes]
            for shape in piece.shapes:
                yield statement(
                    text,
                    shape,
                    doubt=doubt,
                    correction=correction,
                    after=_after(pieces, at, ordered) if may_go_back(shape) else None,
                    named=() if isinstance(shape, Bare) and _is_aim(piece) else spots(shape),
                    roles=around,
                )
                ordered = ordered or not isinstance(shape, Bare)
        if "COMMENT" in cues:
            yield from _remarks(pieces, at)


def _is_replacing(pieces: Sequence[Piece]) -> bool:
    """`A Par - Pic instead`: of what was ordered before."""
    behind = [x for x in pieces[1].lexemes if x.type != "STOP"] if len(pieces) == _PAIR else []
    return bool(behind) and bool(pieces[0].shapes) and all("REPLACING" in x.roles for x in behind)


def _talk(
    pieces: list[Piece], at: int, text: str, lexicon: Lexicon, spoken: frozenset[str], ordered: bool
) -> Statement:
    """A part that orders nothing, or tries to."""
    piece = pieces[at]
    unnamed = _is_aim(piece) or _greets(pieces, at) or piece.before == "INSTEAD"
    roles = _roles(piece) - {"AGAIN"} if ordered else _roles(piece)
    guessed = at and not pieces[at - 1].shapes and [x.type for x in pieces[at - 1].core[:1]] == ["POWER"]
    if guessed or tells_of_another(piece):
        roles -= {"DOUBT"}  # `Germany will build in Kiel, I guess`
    verbs = any(
        (x.type in SIGNLIKE and x.type not in ("_TO", "_PLUS")) or (x.type in KINDS and len(x.text) > MARK)
        for x in piece.core
    )
    powers = [str(x.value) for x in piece.core if x.type == "POWER"] if piece.before != "CAUSE" else []
    said = unread(
        piece,
        text,
        lexicon,
        spoken if at else _NOTHING,
        after=_after(pieces, at, ordered),
        named=() if unnamed else named_in(piece.lexemes),
        roles=roles | (piece.all_roles & {"EXCEPT", "ALSO"}),
        verbs=verbs,
        powers=frozenset(powers),
        doing=frozenset() if unnamed else doings(pieces, at, spoken),
    )
    swapping = the_rest_too(piece) or (swaps(piece.core) and not spoken & UNSURE)
    return replace(said, suspect=True, at=text, lead=None) if swapping else said


def _struck(cues: frozenset[str]) -> frozenset[str]:
    """Whether words or marks take the orders of the sentence off, and for when they are."""
    struck = _NOTHING if cues.isdisjoint(UNDONE | DISOWNED) else STRUCK
    return struck | ELSEWHEN if "ELSEWHEN" in cues else struck


def _beside(pieces: list[Piece]) -> frozenset[str]:
    """What brackets beside the orders say."""
    return frozenset().union(*(_comment_roles(p.lexemes) for p in pieces if p.shapes is None))


def _comment_roles(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """A condition in brackets counts; a doubt or a denial only where it is all the brackets say."""
    roles: set[str] = set()
    for lexeme in lexemes:
        if lexeme.type == "COMMENT":
            if is_struck([lexeme]):
                roles.add("DOUBT")
            inner = roles_of(lexeme.inner)
            roles |= _IF if permitted(lexeme.inner) is not None else inner & _IF
            kinds = {x.type for x in lexeme.inner}
            if "PLACE" in kinds and (inner & _TURNED or kinds & CHOOSING):
                roles.add("DOUBT")
            if len([x for x in lexeme.inner if x.type not in ("OTHER", "STOP")]) <= 2:
                roles |= inner & {"DOUBT", "NOT", "ASK"}
    return frozenset(roles)


def _around(pieces: list[Piece], at: int) -> frozenset[str]:
    """What the words of a part say, and the word of talk in front of it."""
    before = pieces[at - 1].all_roles if at and pieces[at - 1].shapes is None else frozenset()
    return pieces[at].all_roles | ({"SO", "MEANT"} & before)


def _supposes(pieces: list[Piece]) -> bool:
    """`Als Duitsland toch naar Holland komt, ...`: of another power, and no correction of ours."""
    first = pieces[0]
    return "IF" in first.roles and any(x.type == "POWER" for x in first.core)


def _remarks(pieces: list[Piece], at: int) -> Iterator[Statement]:
    """What brackets order, right behind the order that they stand behind."""
    if _greets(pieces, at):
        return iter(())
    comments = (x for x in pieces[at].lexemes if x.type == "COMMENT")
    return (said for x in comments for said in asides(x, pieces[: at + 1]))


def _greets(pieces: list[Piece], at: int) -> bool:
    """`Hello from Ankara`."""
    greeting = at == 1 and pieces[1].before == "TALK" and "GREETING" in pieces[0].roles
    return greeting and {x.type for x in pieces[1].core} <= {"_FROM", "_OF", "_IN", "PLACE", "POWER", "TALK"}


def _is_aim(piece: Piece) -> bool:
    """`to cover Kiel`: the name is no unit that waits for an order."""
    return piece.before == "CAUSE" and not any(x.type in SIGNLIKE for x in piece.core)


def _under(condition: Doubt | None, pieces: list[Piece], at: int) -> Doubt | None:
    """`If Germany leaves, Paris goes to Burgundy`: an order, and a condition that is not ours to judge."""
    if condition is not Doubt.SPOKEN or not pieces[at].shapes or "YOU" in pieces[at].roles:
        return condition
    if any(x.text.casefold() in _ADDRESSED for piece in pieces[:at] for x in piece.lexemes):
        return condition
    begun = any("IF" in piece.roles for piece in pieces[:at])
    return Doubt.UNSETTLED if begun and pieces[at].before in ("_COMMA", "COLON") else condition


_Whole = Bare | AllOf
_Leaving = Disbands | Retreats


def may_go_back(shape: Shape) -> bool:
    """`Scrap both`, `hef op`: of units, or of what was ordered before."""
    return isinstance(shape, _Whole) or (isinstance(shape, _Leaving) and shape.unit.spot.absent)


def _roles(piece: Piece) -> frozenset[str]:
    """What a part without an order does to those around it; `or Pic?` leaves them open."""
    choosing = bool(piece.core) and piece.core[0].type in ("_OR", "_OF")
    return piece.roles | {"DOUBT"} if choosing else piece.roles


def _condition(pieces: Sequence[Piece], sentence: Sequence[Lexeme]) -> Doubt | None:
    """`Mun - Bur if Tyrolia is empty` leaves an order open; `if Mun - Bur works, ...` need not be one."""
    if any(piece.reason for piece in pieces):
        sentence = [x for one in pieces if not one.reason for x in one.lexemes]
    at = next((i for i, x in enumerate(sentence) if x.type == "TALK" and "IF" in x.roles), -1)
    if at < 0:
        return None
    before = {x.type for x in sentence[:at]}
    choice = any(x.type == "_ELSE" for x in sentence)
    named = not _SUBJECTS.isdisjoint(before) and before & SIGNLIKE
    return Doubt.UNSETTLED if choice or named or "_WAIVES" in before else Doubt.SPOKEN


def _after(pieces: list[Piece], at: int, ordered: bool) -> Afterthought | None:
    if pieces[at].before == "INSTEAD":
        return None
    said = afterthought(pieces[at].lexemes)
    if not pieces[at].shapes and (scope := disowned(pieces, at)) is not None:
        return replace(said or Afterthought(), back=scope, hangs="ONLY_IF" in pieces[at].all_roles)
    if said is None or (not pieces[at].shapes and _supposes(pieces)):
        return None
    following = afterthought(pieces[at + 1].lexemes) if at + 2 == len(pieces) else None
    ends = following is not None and following.alone
    turns = said.turns or ends
    plain = said.plain and not (turns and any("IF" in x.roles for piece in pieces for x in piece.lexemes))
    same = (turns, plain, ordered) == (said.turns, said.plain, said.inline)
    return said if same else replace(said, turns=turns, plain=plain, inline=ordered)


def text_of(shown: Sequence[Lexeme], body: str) -> str:
    """The text of these words, from the first of them to the last."""
    return body[min([x.start for x in shown]) : max([x.end for x in shown])].strip() if shown else ""
