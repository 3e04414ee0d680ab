"""A line into statements: what is an order, what is talk, and what is doubtful enough to ask about.

An order is taken only where every word of its part of the sentence has a place in it. Talk beside it is
ignored; a condition, a doubt or a denial in the sentence takes the order with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.board.geography import UnitType
from judge.board.making import maker
from judge.language.afterthoughts import Afterthought, afterthought
from judge.language.asides import asides, named_in
from judge.language.disowning import disowned
from judge.language.doubting import CHOOSING, MARK, doubted, stays
from judge.language.every import of_the_one
from judge.language.exchanging import exchanges
from judge.language.lexicon import Lexicon
from judge.language.mutual import drop_heads, pair, share_out
from judge.language.passives import active
from judge.language.pieces import (
    LISTING,
    SILENT,
    Piece,
    alternative,
    announced,
    conditional,
    is_bare,
    is_nobody,
    pieces_of,
    placed,
    roles_of,
    shapes_of,
    whole,
)
from judge.language.pronouns import OF_ARMIES, OF_FLEETS
from judge.language.questions import affirms, answer, refused
from judge.language.reasons import find_reasons, precautious, tells_of_ours
from judge.language.remarks import ELSEWHEN, is_struck, is_undone
from judge.language.restating import hold_the_rest, kept, swaps, the_rest_too, turned
from judge.language.scanner import GOING, KINDS, Lexeme
from judge.language.scope import leaves_open, reach
from judge.language.shapes import (
    AllOf,
    Backs,
    Bare,
    Disbands,
    Otherwise,
    RestHolds,
    Retreats,
    Shape,
    spots,
    units,
)
from judge.language.sharing import drop_last_resort, follow_the_helped, hold_the_idle, share_kind, share_verb
from judge.language.supposing import depends, moot, supposed
from judge.language.suspicion import HUNGRY, SIGNLIKE, STRUCK, UNSURE, Doubt, Statement, unread
from judge.language.turns import answered, is_withdrawal, plainly

_ABBREVIATED = {"_SUPPORTS": 4, "_CONVOYS": 4, "_MOVES": 3, "_ATTACKS": 3}
"""Up to how many letters such a word before a full stop is an abbreviation (`supp.`), not the end."""
_ADDRESSED = frozenset({"you", "your", "jij", "je", "jouw", "jullie", "u", "uw"})
_ENDING = frozenset({"STOP", "ASK"})
_IDLE = frozenset({"FILLER", "INTRO", "CARRY", "PLURAL"})
"""Roles of words that leave an order as it is: one order and no other words beside it is that order."""
_TURNING = frozenset({"TURN", "CORRECTION", "RETRACT", "NO"})
_EXCHANGING = frozenset({"DENIAL", "INSTEAD"})
_AROUND = frozenset({"ALSO", "SO", "MEANT"})
"""What the word before an order may say of it."""
_THEIRS = frozenset({"zijn", "z'n", "haar", "hun", "diens", "its"})


_statement = maker(Statement)


def statements(
    lexemes: Sequence[Lexeme], cues: frozenset[str], lexicon: Lexicon, body: str
) -> list[Statement]:
    """What the lexemes of one line say, part by part; `body` is the text they were read from."""
    sentences = [[*lexemes]] if _ENDING.isdisjoint(cues) else [*_sentences(lexemes)]
    if "ASK" in cues:
        sentences = [part for sentence in _unasked(sentences) for part in sentence]
    if not _TURNING.isdisjoint(cues):
        sentences = [part for sentence in sentences for part in turned(sentence)]
    found: list[Statement] = []
    said: list[Statement] = []
    reaching = False
    for before, sentence in pairwise([[], *sentences]):
        asked = bool(before) and before[-1].type == "ASK"
        if asked and (rest := answer(before, sentence)) is not None:
            found[len(found) - len(said) :] = [refused(one) for one in said]
            sentence, said = rest, []
            if not rest:
                continue
        elif asked and affirms(before, sentence):
            found[len(found) - len(said) :] = [_under_condition(one) for one in said]
        joined = bool(before) and bool(sentence) and ";" in body[before[-1].end : sentence[0].start]
        reaching = joined and (
            reaching or leaves_open(before) or (_is_left_open(said) and not is_undone(before))
        )
        if not _EXCHANGING.isdisjoint(cues) and (pairs := exchanges(sentence)):
            found.append(Statement(_text(Piece(sentence), body), exchanges=pairs))
            said = []
            continue
        said = _statements(sentence, lexicon, body, _last_order(found))
        if reaching or (asked and depends(sentence, before)):
            said = [_under_condition(one) for one in said]
        found += said
    return found


def _is_left_open(said: Sequence[Statement]) -> bool:
    """Whether it has orders, and all of them depend on something."""
    doubts = {one.doubt for one in said if one.shape is not None}
    return bool(doubts) and Doubt.NONE not in doubts


def _under_condition(said: Statement) -> Statement:
    return replace(said, doubt=Doubt.UNSETTLED, roles=said.roles | {"IF"}) if said.shape else said


def _unasked(sentences: Iterable[list[Lexeme]]) -> Iterator[list[list[Lexeme]]]:
    """`F Rum - Bul? not sure, A Sev H`: the doubt belongs to the question."""
    asked: list[Lexeme] = []
    for sentence in sentences:
        if asked and (told := answered(asked, sentence)) is not None:
            yield [told]
            asked = []
            continue
        comma = next((i for i, x in enumerate(sentence[:5]) if x.type == "_COMMA"), 0)
        head = [x for x in sentence[:comma] if x.type not in SILENT]
        doubting = bool(asked) and "DOUBT" in roles_of(head) and all(x.type == "TALK" for x in head)
        yield [sentence[:comma], sentence[comma + 1 :]] if doubting else [sentence]
        asked = sentence if sentence[-1].type == "ASK" else []


def last_sentence(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The words after the last full stop."""
    return ([], *_sentences(lexemes))[-1]


def _sentences(lexemes: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """Cut at full stops that end something, not at those of `A. Par - Bur.`"""
    sentence: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "STOP" and lexeme.text == "." and not _ends(lexemes, at):
            continue
        if lexeme.type in ("STOP", "ASK"):
            if sentence:
                if lexeme.type == "ASK":
                    sentence.append(lexeme)
                yield sentence
            sentence = []
        else:
            sentence.append(lexeme)
    if sentence:
        yield sentence


def _ends(lexemes: Sequence[Lexeme], at: int) -> bool:
    if at == 0 or at + 1 >= len(lexemes):
        return True
    before, after = lexemes[at - 1], lexemes[at + 1]
    if before.type == "STOP" and after.type != "STOP":  # `...`
        return after.type not in ("_DASH", "_TO", "_AND") and not _goes_back(after)
    if (before.type in KINDS and len(before.text) <= MARK) or (
        len(before.text) == 1 and before.type not in ("_DISBANDS", "_HOLDS")
    ):
        return False
    if before.type in HUNGRY and len(before.text) <= _ABBREVIATED.get(before.type, 99):
        return False
    if "DOUBT" in before.roles and len(before.text) <= 4:
        return False  # `e.g.`, `bv.`
    return after.type not in ("_DASH", "_TO", "_SLASH") and not (
        before.end == lexemes[at].start and after.start == lexemes[at].end
    )


def _goes_back(lexeme: Lexeme) -> bool:
    """`Bur... or Pic`, `Bur... no, Pic`."""
    return lexeme.type in CHOOSING or bool(lexeme.roles & {"TURN", "CORRECTION"})


def _comment_roles(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """A condition in brackets counts; a doubt or a denial only where it is all the brackets say."""
    roles: set[str] = set()
    for lexeme in lexemes:
        if lexeme.type == "COMMENT":
            if is_struck([lexeme]):
                roles.add("DOUBT")
            inner = roles_of(lexeme.inner)
            roles |= inner & {"IF"}
            kinds = {x.type for x in lexeme.inner}
            if "PLACE" in kinds and (inner & {"CORRECTION", "NOT"} or kinds & CHOOSING):
                roles.add("IF")
            if len([x for x in lexeme.inner if x.type not in ("OTHER", "STOP")]) <= 2:
                roles |= inner & {"DOUBT", "NOT", "ASK"}
    return frozenset(roles)


def _last_order(found: Sequence[Statement]) -> Shape | None:
    return next((said.shape for said in reversed(found) if not isinstance(said.shape, Bare | None)), None)


def _statements(
    sentence: list[Lexeme], lexicon: Lexicon, body: str, before: Shape | None = None
) -> list[Statement]:
    single = None if any(x.type == "COLON" or is_withdrawal(x) for x in sentence) else whole(sentence)
    if single is not None and not _may_go_back(single) and all(x.roles <= _IDLE for x in sentence):
        return [_statement(_text(Piece(sentence), body), single, named=spots(single))]
    if single is None or isinstance(single, Otherwise | RestHolds):
        if (instead := moot(sentence)) is not None:
            about, then = instead
            return [replace(said, moot=about) for said in _statements(then, lexicon, body)]
        if (span := kept(sentence)) is not None:
            return _kept(sentence, span, lexicon, body)
    if single is None:
        beside = is_struck(sentence)
        plain = active(plainly(supposed(precautious(sentence, lexicon))))
        sentence = plain if not beside or is_struck(plain) else sentence
        single = whole(sentence)
    if single is not None:
        pieces = [Piece(sentence, shapes=[single])]
    else:
        pieces = pieces_of(sentence)
        addressed = _is_to_a_power(sentence)
        for at, piece in enumerate(pieces):
            greeted = piece.before == "TALK" and at > 0 and "GREETING" in pieces[at - 1].roles
            listing = [x.type for x in pieces[0].core[:1] if x.type in LISTING]
            if piece.before == "INSTEAD" and (pieces[0].shapes or not listing):
                continue  # `A Par - Bur instead of A Par - Pic`
            core = piece.core
            piece.shapes = (
                placed(core)
                or shapes_of(core)
                or (not addressed and announced(core, greeted))
                or alternative(piece)
                or conditional(piece)
            )
            if is_nobody(piece.shapes) or _is_anothers(piece) or _is_later(piece):
                piece.shapes = None
        alone = bool(pieces) and not any(piece.shapes for piece in pieces) and sentence[-1].type != "COLON"
        if (
            alone
            and not any(_speaks_of_units(piece) for piece in pieces[1:])
            and (one := of_the_one(pieces[0].core))
        ):
            pieces[0].shapes = [one]
        share_kind(pieces)
        share_verb(pieces)
        pair(pieces)
        share_out(pieces)
        drop_heads(pieces)
        _join_refusals(pieces)
        follow_the_helped(pieces)
        hold_the_idle(pieces)
        drop_last_resort(pieces)
        find_reasons(pieces)
        hold_the_rest(pieces, before, sentence[-1:])
        reach(pieces)
    _note_comments(pieces, sentence)
    for piece in pieces:
        if piece.shapes and isinstance(piece.shapes[0], Backs) and any("IT" in x.roles for x in piece.core):
            piece.shapes = [replace(piece.shapes[0], it=True, type=_type_of(piece)), *piece.shapes[1:]]
    freed = frozenset({"FREE"} if any("FREE" in y.roles for x in sentence for y in (x, *x.inner)) else ())
    statements = list(_judged(pieces, sentence, lexicon, body))
    if freed:
        statements = [replace(said, roles=said.roles | freed) for said in statements]
    return statements


def _kept(
    sentence: list[Lexeme], span: tuple[int, int, bool], lexicon: Lexicon, body: str
) -> list[Statement]:
    """`A Par - Bur, the rest remains as sent`."""
    start, end, plain = span
    part = sentence[start:end]
    said = Statement(_text(Piece(part), body), suspect=not plain, roles=frozenset({"KEPT"}))
    before, after = _unlinked(sentence[:start]), _unlinked(sentence[end:])
    found = _statements(before, lexicon, body) if before else []
    return [*found, said, *(_statements(after, lexicon, body) if after else ())]


def _unlinked(part: list[Lexeme]) -> list[Lexeme]:
    """Without the commas at both ends."""
    inner = [i for i, x in enumerate(part) if x.type not in ("_COMMA", "COLON", "_AND")]
    return part[inner[0] : inner[-1] + 1] if inner else []


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


def _judged(pieces: list[Piece], sentence: list[Lexeme], lexicon: Lexicon, body: str) -> Iterator[Statement]:
    reasons = any(piece.reason for piece in pieces)
    condition = _condition(
        [x for one in pieces if not one.reason for x in one.lexemes] if reasons else sentence
    )
    struck = STRUCK if is_struck(sentence) else frozenset()
    struck |= ELSEWHEN if any("ELSEWHEN" in x.roles for x in sentence) else frozenset()
    if any("DISOWNED" in x.roles for x in sentence):
        condition = Doubt.UNSETTLED
    elif any(_comment_roles(piece.lexemes) for piece in pieces if piece.shapes is None):
        condition = condition or Doubt.SPOKEN  # `Orders (if nothing changes): A Par - Bur`
    correction = "INSTEAD" in roles_of(sentence)
    spoken: frozenset[str] = frozenset()
    ordered = False
    for at, piece in enumerate(pieces):
        correction = correction or "CORRECTION" in piece.roles
        text = _text(piece, body) if len(pieces) > 1 or piece.shapes is None else _text(Piece(sentence), body)
        if piece.reason:
            named = named_in(piece.lexemes) if tells_of_ours(piece) else ()
            yield Statement(text, named=named, verbs=bool(named))
            continue
        if piece.shapes is None:
            said = unread(piece, text, lexicon, spoken if at else frozenset())
            if the_rest_too(piece) or (swaps(piece.core) and not spoken & UNSURE):
                said = replace(said, suspect=True, at=text, lead=None)
            spoken = (spoken | piece.roles) if "SO" not in piece.all_roles else frozenset()
            named = (
                ()
                if _is_aim(piece) or _greets(pieces, at) or piece.before == "INSTEAD"
                else named_in(piece.lexemes)
            )
            roles = _roles(piece) - {"AGAIN"} if ordered else _roles(piece)
            roles |= piece.all_roles & {"EXCEPT", "ALSO"}
            verbs = any(
                (x.type in SIGNLIKE and x.type not in ("_TO", "_PLUS"))
                or (x.type in KINDS and len(x.text) > MARK)
                for x in piece.core
            )
            after = _after(pieces, at, ordered)
            powers = frozenset(str(x.value) for x in piece.core if x.type == "POWER")
            powers = powers if piece.before != "CAUSE" else frozenset()
            yield replace(said, after=after, named=named, roles=roles, verbs=verbs, powers=powers)
            yield from _remarks(pieces, at)
            continue
        doubt = _under(condition, pieces, at) or (
            Doubt.UNSETTLED if _comment_roles(piece.lexemes) else doubted(pieces, at)
        )
        for shape in piece.shapes:
            yield _statement(
                text,
                shape,
                doubt=doubt,
                correction=correction,
                after=_after(pieces, at, ordered) if _may_go_back(shape) else None,
                named=() if isinstance(shape, Bare) and _is_aim(piece) else spots(shape),
                roles=piece.roles
                | (_AROUND & _around(pieces, at))
                | ({"IF"} if condition else set())
                | struck,
            )
            ordered = ordered or not isinstance(shape, Bare)
        yield from _remarks(pieces, at)


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
    addressed = any(x.text.casefold() in _ADDRESSED for piece in pieces[:at] for x in piece.lexemes)
    if condition is not Doubt.SPOKEN or not pieces[at].shapes or "YOU" in pieces[at].roles or addressed:
        return condition
    begun = any("IF" in piece.roles for piece in pieces[:at])
    return Doubt.UNSETTLED if begun and pieces[at].before in ("_COMMA", "COLON") else condition


_Whole = Bare | AllOf
_Leaving = Disbands | Retreats


def _may_go_back(shape: Shape) -> bool:
    """`Scrap both`, `hef op`: of units, or of what was ordered before."""
    return isinstance(shape, _Whole) or (isinstance(shape, _Leaving) and shape.unit.spot.absent)


def _roles(piece: Piece) -> frozenset[str]:
    """What a part without an order does to those around it; `or Pic?` leaves them open."""
    choosing = bool(piece.core) and piece.core[0].type in ("_OR", "_OF")
    return piece.roles | {"DOUBT"} if choosing else piece.roles


def _condition(sentence: Sequence[Lexeme]) -> Doubt | None:
    """`Mun - Bur if Tyrolia is empty` leaves an order open; `if Mun - Bur works, ...` need not be one."""
    at = next((i for i, x in enumerate(sentence) if x.type == "TALK" and "IF" in x.roles), -1)
    if at < 0:
        return None
    before = {x.type for x in sentence[:at]}
    choice = any(x.type == "_ELSE" for x in sentence)
    return Doubt.UNSETTLED if choice or ("PLACE" in before and before & SIGNLIKE) else Doubt.SPOKEN


def _after(pieces: list[Piece], at: int, ordered: bool) -> Afterthought | None:
    if pieces[at].before == "INSTEAD":
        return None
    said = afterthought(pieces[at].lexemes)
    if not pieces[at].shapes and (scope := disowned(pieces, at)) is not None:
        return replace(said or Afterthought(), back=scope)
    if said is None or (not pieces[at].shapes and _supposes(pieces)):
        return None
    following = afterthought(pieces[at + 1].lexemes) if at + 1 < len(pieces) else None
    ends = at + 2 >= len(pieces) and following is not None and following.alone
    turns = said.turns or ends
    plain = said.plain and not (turns and any("IF" in x.roles for piece in pieces for x in piece.lexemes))
    return replace(said, turns=turns, plain=plain, inline=ordered)


def _text(piece: Piece, body: str) -> str:
    shown = piece.lexemes
    return body[min(x.start for x in shown) : max(x.end for x in shown)].strip() if shown else ""


def _is_to_a_power(sentence: Sequence[Lexeme]) -> bool:
    """`Dear Germany, please do ...`."""
    head = sentence[: next((i for i, x in enumerate(sentence) if x.type == "_COMMA"), 0)]
    return any("GREETING" in x.roles for x in head) and any(x.type == "POWER" for x in head)


def _is_later(piece: Piece) -> bool:
    """`Volgende beurt Parijs naar Bur`; but not `Orders voor volgende beurt:`."""
    said = frozenset().union(*(x.roles for x in piece.lexemes))
    return "LATER" in said and "ORDERS" not in said


def _speaks_of_units(piece: Piece) -> bool:
    """A verb of orders in it, or a unit: then a bare verb before it is no whole order."""
    return any(x.type in SIGNLIKE or x.type in KINDS for x in piece.core)


def _is_anothers(piece: Piece) -> bool:
    """`Zijn vloot gaat naar Denemarken`: somebody's, and not ours."""
    absent = any(
        spot.absent for shape in piece.shapes or () for unit in units(shape) for spot in (unit.spot,)
    )
    return absent and any(x.text.casefold() in _THEIRS for x in piece.lexemes)
