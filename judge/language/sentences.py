"""A line into statements: what is an order, what is talk, and what is doubtful enough to ask about.

An order is taken only where every word of its part of the sentence has a place in it. Talk beside it is
ignored; a condition, a doubt or a denial in the sentence takes the order with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.language.afterthoughts import Afterthought, Scope, afterthought
from judge.language.every import of_the_one
from judge.language.lexicon import Lexicon
from judge.language.mutual import pair, share_out
from judge.language.passives import active
from judge.language.pieces import (
    LISTING,
    SILENT,
    Piece,
    alternative,
    announced,
    conditional,
    drop_last_resort,
    hold_the_helped,
    is_bare,
    is_nobody,
    pieces_of,
    placed,
    read_one,
    roles_of,
    shapes_of,
    share_kind,
    share_verb,
    whole,
)
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import (
    AllOf,
    Backs,
    Bare,
    Convoys,
    Disbands,
    Holds,
    Moves,
    Retreats,
    Shape,
    Spot,
    Supports,
    WrittenUnit,
    spots,
    units,
)
from judge.language.suspicion import HUNGRY, SIGNLIKE, UNSURE, Doubt, Statement, unread
from judge.language.turns import answered, plainly

_CHOOSING = frozenset({"_OR", "_OF", "_ELSE"})
_GOING = frozenset({"_DASH", "_TO", "_MOVES", "_ATTACKS"})
_ABBREVIATED = {"_SUPPORTS": 4, "_CONVOYS": 4, "_MOVES": 3, "_ATTACKS": 3}
"""Up to how many letters such a word before a full stop is an abbreviation (`supp.`), not the end."""
_MARK = 3
"""Letters of a unit's abbreviation: `A.`, `lgr.`"""
_HEADING = frozenset(
    {"_BACK", "_RETREATS", "_MOVES", "_HOLDS", "NUMBER", "_REST", "ALL_ARMIES", "ALL_FLEETS", "UNIT"}
)
_THEIRS = frozenset({"zijn", "z'n", "haar", "hun", "diens", "its"})
_ME = frozenset({"ik", "i", "we", "wij", "ich", "wir", "je", "nous", "ik wil", "ik doe", "i want", "i'll"})
_SUPPORTERS = frozenset({"PLACE", "_PLUS", "_FROM", "_OF", "_WITH", "_AND", "_COMMA", *KINDS})
_DOING = frozenset({"_SUPPORTS", "_CONVOYS", "_DASH", "_MOVES", "_ATTACKS"})
_INVERTING = frozenset({"_MOVES", "_ATTACKS", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_RETREATS"})
"""A verb in front makes a question of a sentence that ends in its mark."""
_NEUTRAL = frozenset({"INTRO", "FILLER", "GREETING", "CORRECTION"})
_SAYING_LITTLE = frozenset({
    "POWER", "NUMBER", "_FILLER", "OTHER", "COMMENT", "_AND", "ALL_ARMIES", "ALL_FLEETS",
})  # fmt: skip
_STRONG = frozenset({"DOUBT", "PAST", "SAID", "IF", "NOT", "ASK", "RETRACT"})


def statements(lexemes: Sequence[Lexeme], lexicon: Lexicon, body: str) -> list[Statement]:
    """What the lexemes of one line say, part by part; `body` is the text they were read from."""
    sentences = [part for sentence in _unasked(_sentences(lexemes)) for part in sentence]
    return [said for sentence in sentences for said in _statements(sentence, lexicon, body)]


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
    if (before.type in KINDS and len(before.text) <= _MARK) or (
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
    return lexeme.type in _CHOOSING or bool(lexeme.roles & {"TURN", "CORRECTION"})


def _comment_roles(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """A condition in brackets counts; a doubt or a denial only where it is all the brackets say."""
    roles: set[str] = set()
    for lexeme in lexemes:
        if lexeme.type == "COMMENT":
            inner = roles_of(lexeme.inner)
            roles |= inner & {"IF"}
            kinds = {x.type for x in lexeme.inner}
            if "PLACE" in kinds and (inner & {"CORRECTION", "NOT"} or kinds & _CHOOSING):
                roles.add("IF")
            if len([x for x in lexeme.inner if x.type not in ("OTHER", "STOP")]) <= 2:
                roles |= inner & {"DOUBT", "NOT", "ASK"}
    return frozenset(roles)


def _statements(sentence: list[Lexeme], lexicon: Lexicon, body: str) -> list[Statement]:
    single = None if any(x.type == "COLON" for x in sentence) else whole(sentence)
    if single is None:
        sentence = active(plainly(sentence))
        single = whole(sentence)
    if single is not None:
        pieces = [Piece(sentence, shapes=[single])]
    else:
        pieces = pieces_of(sentence)
        addressed = _is_to_a_power(sentence)
        for piece in pieces:
            listing = [x.type for x in pieces[0].core[:1] if x.type in LISTING]
            if piece.before == "INSTEAD" and (pieces[0].shapes or not listing):
                continue  # `A Par - Bur instead of A Par - Pic`
            core = piece.core
            piece.shapes = (
                placed(core)
                or shapes_of(core)
                or (not addressed and announced(core))
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
        _join_refusals(pieces)
        hold_the_helped(pieces)
        drop_last_resort(pieces)
    _note_comments(pieces, sentence)
    for piece in pieces:
        if piece.shapes and isinstance(piece.shapes[0], Backs) and any("IT" in x.roles for x in piece.core):
            piece.shapes = [replace(piece.shapes[0], it=True), *piece.shapes[1:]]
    freed = frozenset({"FREE"} if any("FREE" in y.roles for x in sentence for y in (x, *x.inner)) else ())
    statements = list(_judged(pieces, sentence, lexicon, body))
    if freed:
        statements = [replace(said, roles=said.roles | freed) for said in statements]
    return statements


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
        if _is_refusal(piece) and not _named(piece.lexemes) and _named(before.lexemes):
            before.lexemes, before.shapes = [*before.lexemes, *piece.lexemes], None
            del pieces[at]


def _note_comments(pieces: list[Piece], sentence: list[Lexeme]) -> None:
    """`A Gas supports A Mar (moving to Bur)`: brackets that say what the order leaves out."""
    for lexeme in sentence:
        kinds = {x.type for x in lexeme.inner}
        if lexeme.type == "COMMENT" and "PLACE" in kinds and kinds & _GOING and "_RETREATS" not in kinds:
            for piece in pieces:
                piece.instead = piece.instead or any(_stays(shape) for shape in piece.shapes or ())


def _asides(lexeme: Lexeme, pieces: list[Piece]) -> Iterator[Statement]:
    """`A Mun stands (retreat: Ber, Kie)`, `A Par - Bur (supported by A Mar)`: more orders in brackets."""
    for piece in pieces_of(list(lexeme.inner)):
        said = afterthought(piece.lexemes)
        if said is not None and said.back is Scope.LAST:
            yield Statement(lexeme.text, after=said)
    inner = [x for x in lexeme.inner if x.type not in SILENT]
    before = next((piece.shapes[-1] for piece in reversed(pieces) if piece.shapes), None)
    if not inner or not isinstance(before, Holds | Moves | Supports | Convoys):
        return
    named = tuple(x.value for x in inner[1:] if x.type in ("PLACE", "WORD") and isinstance(x.value, Spot))
    if inner[0].type == "_RETREATS":
        yield Statement(lexeme.text, Retreats(before.unit, named))
    elif all(map(_is_helping, _parts(inner))) and not roles_of(lexeme.inner) & UNSURE:
        for part in _parts(inner):  # `A Yor - Nwy (C Nth, S Nwg)`
            for spot in (x.value for x in part if x.type == "PLACE" and isinstance(x.value, Spot)):
                yield Statement(lexeme.text, Backs(WrittenUnit(spot), part[0].type == "_CONVOYS", aside=True))
    elif inner[0].type == "_BACKED":
        for spot in named:
            yield Statement(lexeme.text, Backs(WrittenUnit(spot), aside=True))
    elif (
        inner[0].type in ("_SUPPORTS", "_PLUS")
        and named
        and not roles_of(lexeme.inner) & UNSURE
        and all(x.type in _SUPPORTERS for x in inner[1:])
    ):
        for spot in named:  # `L Par -> Bre (S van Gas en MAO)`
            yield Statement(lexeme.text, Backs(WrittenUnit(spot), aside=True))
    elif (
        isinstance(backs := read_one(inner), Backs)
        and backs.unit.spot.known
        and not roles_of(lexeme.inner) & UNSURE
    ):
        yield Statement(lexeme.text, backs)  # `Par - Bou (Mar steunt)`
    elif any(x.type in KINDS for x in inner):
        # `A Par - Bur (and F Bre - Mao)`: not said as an order, and not to be passed over.
        core = inner[1:] if inner[0].type == "_AND" else inner
        shape = read_one(core)
        suspect = shape is None and "_DASH" in {x.type for x in core} and "PLACE" in {x.type for x in core}
        if shape is not None or suspect:
            yield Statement(lexeme.text, shape, doubt=Doubt.UNSETTLED, suspect=suspect, at=core[-1].text)
    elif any(x.type in _DOING for x in inner) and not roles_of(lexeme.inner) & {"GREETING", "ASK"}:
        yield Statement(lexeme.text, named=_named([lexeme]))


def _parts(inner: list[Lexeme]) -> list[list[Lexeme]]:
    """What stands in brackets, cut before each verb."""
    parts: list[list[Lexeme]] = [[]]
    for lexeme in inner:
        if lexeme.type in ("_SUPPORTS", "_CONVOYS") and parts[-1]:
            parts.append([])
        parts[-1].append(lexeme)
    return parts


def _is_helping(part: list[Lexeme]) -> bool:
    kinds = [x.type for x in part]
    return kinds[0] in ("_SUPPORTS", "_CONVOYS") and "PLACE" in kinds and {*kinds[1:]} <= _SUPPORTERS


def _judged(pieces: list[Piece], sentence: list[Lexeme], lexicon: Lexicon, body: str) -> Iterator[Statement]:
    condition = _condition(sentence)
    if any(_comment_roles(piece.lexemes) for piece in pieces if piece.shapes is None):
        condition = condition or Doubt.SPOKEN  # `Orders (if nothing changes): A Par - Bur`
    correction = "INSTEAD" in roles_of(sentence)
    spoken: frozenset[str] = frozenset()
    ordered = False
    for at, piece in enumerate(pieces):
        correction = correction or "CORRECTION" in piece.roles
        text = _text(piece, body) if len(pieces) > 1 or piece.shapes is None else _text(Piece(sentence), body)
        if piece.shapes is None:
            said = unread(piece, text, lexicon, spoken if at else frozenset())
            spoken = (spoken | piece.roles) if "SO" not in piece.all_roles else frozenset()
            named = (
                ()
                if _is_aim(piece) or _greets(pieces, at) or piece.before == "INSTEAD"
                else _named(piece.lexemes)
            )
            roles = _roles(piece) - {"AGAIN"} if ordered else _roles(piece)
            roles |= piece.all_roles & {"EXCEPT"}
            verbs = any(x.type in SIGNLIKE and x.type not in ("_TO", "_PLUS") for x in piece.core)
            after = _after(pieces, at, ordered)
            yield replace(said, after=after, named=named, roles=roles, verbs=verbs)
            yield from _remarks(pieces, at)
            continue
        doubt = _under(condition, pieces, at) or (
            Doubt.UNSETTLED if _comment_roles(piece.lexemes) else _doubted(pieces, at)
        )
        for shape in piece.shapes:
            yield Statement(
                text,
                shape,
                doubt=doubt,
                correction=correction,
                after=_after(pieces, at, ordered) if _may_go_back(shape) else None,
                named=() if isinstance(shape, Bare) and _is_aim(piece) else spots(shape),
                roles=piece.roles | ({"ALSO"} & piece.all_roles),
            )
            ordered = ordered or not isinstance(shape, Bare)
        yield from _remarks(pieces, at)


def _remarks(pieces: list[Piece], at: int) -> Iterator[Statement]:
    """What brackets order, right behind the order that they stand behind."""
    comments = (x for x in pieces[at].lexemes if x.type == "COMMENT")
    return (said for x in comments for said in _asides(x, pieces[: at + 1]))


def _greets(pieces: list[Piece], at: int) -> bool:
    """`Hello from Ankara`."""
    greeting = at == 1 and pieces[1].before == "TALK" and "GREETING" in pieces[0].roles
    return greeting and {x.type for x in pieces[1].core} <= {"_FROM", "_OF", "_IN", "PLACE", "POWER", "TALK"}


def _is_aim(piece: Piece) -> bool:
    """`to cover Kiel`: the name is no unit that waits for an order."""
    return piece.before == "CAUSE" and not any(x.type in SIGNLIKE for x in piece.core)


def _under(condition: Doubt | None, pieces: list[Piece], at: int) -> Doubt | None:
    """`If Germany leaves, Paris goes to Burgundy`: an order, and a condition that is not ours to judge."""
    if condition is not Doubt.SPOKEN or not _is_ordered(pieces[at]) or "YOU" in pieces[at].roles:
        return condition
    begun = any("IF" in piece.roles for piece in pieces[:at])
    return Doubt.UNSETTLED if begun and pieces[at].before in ("_COMMA", "COLON") else condition


def _may_go_back(shape: Shape) -> bool:
    """`Scrap both`, `hef op`: of units, or of what was ordered before."""
    return isinstance(shape, Bare | AllOf) or (
        isinstance(shape, Disbands | Retreats) and shape.unit.spot.absent
    )


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


def _named(lexemes: Sequence[Lexeme]) -> tuple[Spot, ...]:
    """The places that are named in these words, remarks in brackets and all."""
    inner = [y for x in lexemes if x.type == "COMMENT" for y in x.inner]
    return tuple(x.value for x in [*lexemes, *inner] if x.type == "PLACE" and isinstance(x.value, Spot))


def _after(pieces: list[Piece], at: int, ordered: bool) -> Afterthought | None:
    if pieces[at].before == "INSTEAD":
        return None
    said = afterthought(pieces[at].lexemes)
    if said is None:
        return None
    following = afterthought(pieces[at + 1].lexemes) if at + 1 < len(pieces) else None
    ends = at + 2 >= len(pieces) and following is not None and following.alone
    return replace(said, turns=said.turns or ends, inline=ordered)


def _text(piece: Piece, body: str) -> str:
    shown = piece.lexemes
    return body[min(x.start for x in shown) : max(x.end for x in shown)].strip() if shown else ""


def _doubted(pieces: list[Piece], at: int) -> Doubt:
    """Whether the pieces around an order take it back."""
    piece = pieces[at]
    if "ASK" in piece.roles or piece.before == "CAUSE" or _asked(pieces, at):
        return Doubt.SPOKEN
    if (doubted := _doubted_before(pieces, at)) is not Doubt.NONE:
        return doubted
    if piece.instead:
        return Doubt.UNSETTLED
    later = pieces[at + 1 :]
    following = next((i for i, piece in enumerate(later) if piece.shapes), len(later))
    cause = next((i for i, piece in enumerate(later) if piece.before == "CAUSE"), following)
    about = later[: min(cause, following)]
    roles = frozenset().union(*(piece.roles for piece in about)) if about else frozenset()
    if "DOUBT" in roles:
        return Doubt.UNSETTLED if at == 0 and _is_ordered(piece) else Doubt.SPOKEN
    if {"CORRECTION", "NOT"} <= roles:
        return Doubt.UNSETTLED
    unfinished = any(_stays(shape) for shape in piece.shapes or ()) and _goes_on(later[:1])
    recalled = later[1:2] if later and "REASON" in later[0].roles else []
    if any(piece.core and {x.type for x in piece.core} <= {"_SUPPORTS"} for piece in recalled):
        return Doubt.UNSETTLED  # `..., maar dan als steun`
    chosen = bool(later) and (
        later[0].instead or (bool(later[0].core) and later[0].core[0].type in ("_OR", "_OF"))
    )
    return Doubt.UNSETTLED if unfinished or chosen or _chooses(later[:1]) else Doubt.NONE


def _asked(pieces: list[Piece], at: int) -> bool:
    """`A Par - Bur, A Mar - Spa, F Bre - Mao?` asks about the last; `..., ok?` and `Shall ...?` about all."""
    end = next((i for i in range(at + 1, len(pieces)) if "ASK" in pieces[i].roles), 0)
    if not end:
        return False
    first, last = pieces[0], pieces[end]
    begins = first.core[0] if first.core else None
    inverted = begins is not None and (begins.type in _INVERTING or "BE" in begins.roles)
    if inverted or not first.shapes or first.roles & UNSURE - {"NOT"}:
        return True
    if last.shapes and not is_bare(last):
        return any(piece.before not in ("_COMMA", "STOP") for piece in pieces[at + 1 : end + 1])
    return not _is_about_another(last)


def _is_about_another(piece: Piece) -> bool:
    """`and Brest?`, `what about Brest?`"""
    kinds = {x.type for x in piece.core}
    return (
        "PLACE" in kinds and kinds <= {"PLACE", "TALK", "_AND", "_ON", *KINDS} and "TURN" not in piece.roles
    )


def _doubted_before(pieces: list[Piece], at: int) -> Doubt:
    for index, earlier in enumerate(pieces[:at]):
        if earlier.shapes is not None or _is_set_apart(pieces, index, at) or _is_overruled(pieces, index, at):
            continue
        roles, size = earlier.roles, len(earlier.core)
        if size == 1 and earlier.core[0].type in _CHOOSING:
            return Doubt.SPOKEN
        into = pieces[index + 1].before
        if "DOUBT" in roles and size <= 3:
            return Doubt.SPOKEN
        if into == "COLON" and not _is_neutral(earlier) and not _makes_room(earlier):
            return Doubt.SPOKEN if roles & (_STRONG - {"DOUBT"}) else Doubt.UNSETTLED
        # `I cannot choose between A Par - Bur and A Par - Pic`.
        tied = into in ("_AND", "_OR") or bool(roles & UNSURE)
        if tied and any(x.type == "PLACE" for x in earlier.core) and not _is_unit_first(earlier.core):
            return Doubt.SPOKEN
    return Doubt.NONE


def _makes_room(piece: Piece) -> bool:
    """`Scrap that first one: A Ven - Tyr instead`."""
    roles = piece.all_roles
    pointing = roles & {"FIRST", "LAST"} or any(x.type == "_THAT" for x in piece.core)
    return (
        bool(pointing)
        and bool(roles & {"CANCEL", "RETRACT"})
        and not any(x.type == "PLACE" for x in piece.core)
    )


def _is_set_apart(pieces: list[Piece], index: int, at: int) -> bool:
    """`I am not sure about Brest, but Paris ...`: the doubt is about something else."""
    between = roles_of([x for piece in pieces[index + 1 : at] for x in piece.lexemes])
    if "SO" in between | pieces[at].all_roles and pieces[at].before != "COLON":
        return True  # `I won't attack Sweden, so Denmark holds`
    return "CONTRAST" in between and not any(x.type in _GOING for x in pieces[index].core)


def _is_to_a_power(sentence: Sequence[Lexeme]) -> bool:
    """`Dear Germany, please do ...`."""
    head = sentence[: next((i for i, x in enumerate(sentence) if x.type == "_COMMA"), 0)]
    return any("GREETING" in x.roles for x in head) and any(x.type == "POWER" for x in head)


def _is_later(piece: Piece) -> bool:
    """`Volgende beurt Parijs naar Bur`; but not `Orders voor volgende beurt:`."""
    said = frozenset().union(*(x.roles for x in piece.lexemes))
    return "LATER" in said and "ORDERS" not in said


def _is_ordered(piece: Piece) -> bool:
    """It begins with a unit: `Paris - Burgundy`, and not `I go to Burgundy`."""
    core = piece.core
    return bool(core) and core[0].type in ("PLACE", *KINDS)


def _is_overruled(pieces: list[Piece], index: int, at: int) -> bool:
    """`I told Turkey A Par - Bur, but my real order is A Par - Pic`, `Forget A Par - Bur, do A Par - Pic`."""
    first = next((i for i, x in enumerate(pieces[at].lexemes) if x.type in ("PLACE", *KINDS)), 0)
    affirmed = any("AFFIRM" in x.roles for x in pieces[at].lexemes[:first])
    between = [x for piece in pieces[index + 1 : at] for x in piece.lexemes]
    turned = any("CONTRAST" in x.roles or x.text.casefold() in ("so", "dus") for x in between)
    roles = pieces[index].roles
    if not affirmed or roles & {"IF", "ASK", "YOU"} or pieces[at].before == "_AND":
        return False
    return turned or bool(roles & {"NOT", "CANCEL", "RETRACT"} and not roles & {"SAID", "DOUBT", "PAST"})


def _chooses(later: list[Piece]) -> bool:
    """`A Par - Bur, Pic or Gas`."""
    if not later or later[0].shapes or not later[0].core:
        return False
    kinds = {x.type for x in later[0].core}
    return later[0].core[0].type == "PLACE" and bool(kinds & _CHOOSING)


def _stays(shape: Shape) -> bool:
    return isinstance(shape, Holds) or (isinstance(shape, Supports) and shape.path is None)


def _goes_on(later: list[Piece]) -> bool:
    """`A Gas supports A Mar, which moves to Bur`: more of the order, in words that were not read."""
    if not later or _is_unit_first(later[0].core) or any(x.type == "_RETREATS" for x in later[0].core):
        return False
    if [x.type for x in later[0].core[:2]] == ["WORD", "_DASH"]:
        return False  # a unit whose name is not known
    first = later[0].shapes[0] if later[0].shapes else None
    if first is not None and not (isinstance(first, Moves) and not first.unit.spot.known):
        return False
    kinds = [x.type for x in later[0].core]
    return "PLACE" in kinds and bool(_GOING & {*kinds})


def _is_unit_first(core: list[Lexeme]) -> bool:
    return bool(core) and core[0].type in KINDS


def _speaks_of_units(piece: Piece) -> bool:
    """A verb of orders in it, or a unit: then a bare verb before it is no whole order."""
    return any(x.type in SIGNLIKE or x.type in KINDS for x in piece.core)


def _is_anothers(piece: Piece) -> bool:
    """`Zijn vloot gaat naar Denemarken`: somebody's, and not ours."""
    absent = any(
        spot.absent for shape in piece.shapes or () for unit in units(shape) for spot in (unit.spot,)
    )
    return absent and any(x.text.casefold() in _THEIRS for x in piece.lexemes)


def _speaks_of_me(piece: Piece) -> bool:
    """The player, in words that are all known, of what he does."""
    if piece.roles & (UNSURE | {"RETRACT", "OPINION", "CANCEL"}):
        return False
    said = any(x.text.casefold() in _ME for x in piece.lexemes)
    return said and not any(x.type in ("WORD", "PLACE", "POWER", *KINDS) for x in piece.core)


def _is_neutral(piece: Piece) -> bool:
    """Words that announce orders, greet, or say when: nothing that changes what follows."""
    if [x.type for x in piece.core][1:] == ["NUMBER"]:
        return True  # `F 1902:`
    announced = any("ORDERS" in x.roles or (x.type == "TALK" and "INTRO" in x.roles) for x in piece.lexemes)
    if announced and not piece.roles & _STRONG and not any(x.type in ("PLACE", *KINDS) for x in piece.core):
        return True  # `Here you have my orders:`
    if piece.core and all(x.type in _HEADING and len(x.text) > _MARK for x in piece.core):
        return True  # `Beide terug:`
    if _speaks_of_me(piece):
        return True  # `Dit ga ik doen:`
    return all(x.roles & (_NEUTRAL | {"ABOUT"}) or x.type in _SAYING_LITTLE for x in piece.lexemes)
