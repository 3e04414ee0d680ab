"""A line into statements: what is an order, what is talk, and what is doubtful enough to ask about.

An order is taken only where every word of its part of the sentence has a place in it. Talk beside it is
ignored; a condition, a doubt or a denial in the sentence takes the order with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.language.lexicon import Lexicon
from judge.language.parser import parse
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import (
    Backs,
    Bare,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Moves,
    Retreats,
    Shape,
    Spot,
    Supports,
    Waives,
    WrittenUnit,
    spots,
)
from judge.language.suggest import CLOSE_ENOUGH, likeness

_VERBS = frozenset({
    "_HOLDS", "_MOVES", "_ATTACKS", "_TO", "_DASH", "_SUPPORTS", "_CONVOYS", "_RETREATS", "_DISBANDS",
    "_REMOVES", "_BUILDS", "_PLUS",
})  # fmt: skip
_CHOOSING = frozenset({"_OR", "_OF", "_ELSE"})
_GOING = frozenset({"_DASH", "_TO", "_MOVES", "_ATTACKS"})
_MEDIAL = frozenset({"_DASH", "_TO", "_SUPPORTS", "_HOLDS", "_CONVOYS"})
_HUNGRY = frozenset({"_DASH", "_TO", "_SUPPORTS", "_CONVOYS", "_VIA", "_MOVES", "_ATTACKS"})
"""What an order cannot end with."""
_PARTING = frozenset({"REASON", "CORRECTION", "GREETING", "INSTEAD"})
"""Words of talk between two parts of a sentence."""
_LISTING = frozenset({"_BUILDS", "_REMOVES", "_DISBANDS", "_RETREATS", "_HOLDS"})
"""Verbs that may stand alone before a colon and a list of units."""
SILENT = frozenset({"_FILLER", "COLON", "OTHER", "COMMENT", "STOP", "ASK"})
_ANCHORS = frozenset({"PLACE", "WORD", "_WAIVES", "_REST", "ALL_ARMIES", "ALL_FLEETS"})
_NEUTRAL = frozenset({"INTRO", "FILLER", "GREETING", "CORRECTION"})
_SIGNLIKE = _VERBS | {"_BACK", "_VIA"}
_STRONG = frozenset({"DOUBT", "PAST", "SAID", "IF", "NOT", "ASK", "RETRACT"})
_UNSURE = frozenset({"DOUBT", "PAST", "WEAK", "YOU", "ASK", "SAID", "IF", "NOT"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One part of a line: a shape, or why there is none."""

    text: str
    shape: Shape | None = None
    doubtful: bool = False
    """It reads as an order, but the sentence around it takes it back, asks, or sets a condition."""
    suspect: bool = False
    """It looks like an order and is none that can be read."""
    correction: bool = False
    at: str = ""
    """The word that was stumbled over."""
    attempt: Shape | None = None
    """What it would be without the words that do not fit."""
    half: bool = False
    """It ends where something has to follow: `A Par S`."""
    lead: Spot | None = None
    """The first name in a suspect line that does not begin with a unit."""
    retracts: bool = False
    """It takes back what was said before: `scratch that`."""


def statements(lexemes: Sequence[Lexeme], lexicon: Lexicon, body: str) -> list[Statement]:
    """What the lexemes of one line say, part by part; `body` is the text they were read from."""
    return [said for sentence in _sentences(lexemes) for said in _statements(sentence, lexicon, body)]


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
    if before.type in KINDS or len(before.text) == 1:
        return False
    if "DOUBT" in before.roles and len(before.text) <= 4:
        return False  # `e.g.`, `bv.`
    return after.type not in ("_DASH", "_TO", "_SLASH") and not (
        before.end == lexemes[at].start and after.start == lexemes[at].end
    )


def roles_of(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """What the words of talk among these do to the sentence."""
    roles: set[str] = set()
    for lexeme in lexemes:
        if lexeme.type == "TALK":
            roles |= lexeme.roles
        elif lexeme.type == "ASK":
            roles.add("ASK")
    return frozenset(roles)


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


@dataclass(slots=True)
class _Piece:
    lexemes: list[Lexeme]
    before: str = ""
    """The separator in front."""
    shapes: list[Shape] | None = None
    instead: bool = False
    """`or A Par - Pic`: another order in place of the one before, and so neither."""

    @property
    def core(self) -> list[Lexeme]:
        return [x for x in self.lexemes if x.type not in SILENT]

    @property
    def roles(self) -> frozenset[str]:
        return roles_of(self.lexemes)


def _statements(sentence: list[Lexeme], lexicon: Lexicon, body: str) -> list[Statement]:
    whole = _whole(sentence)
    if whole is not None:
        pieces = [_Piece(sentence, shapes=[whole])]
    else:
        pieces = _pieces(sentence)
        for piece in pieces:
            if piece.before == "INSTEAD":
                continue  # `A Par - Bur instead of A Par - Pic`
            piece.shapes = _shapes(piece.core) or _announced(piece.core) or _alternative(piece)
            if _is_nobody(piece.shapes):
                piece.shapes = None
        _share_verb(pieces)
    _note_comments(pieces, sentence)
    asides = [said for x in sentence if x.type == "COMMENT" for said in _asides(x, pieces)]
    statements = list(_judged(pieces, sentence, lexicon, body))
    return statements + asides


def _note_comments(pieces: list[_Piece], sentence: list[Lexeme]) -> None:
    """`A Gas supports A Mar (moving to Bur)`: brackets that say what the order leaves out."""
    for lexeme in sentence:
        kinds = {x.type for x in lexeme.inner}
        if lexeme.type == "COMMENT" and "PLACE" in kinds and kinds & _GOING and "_RETREATS" not in kinds:
            for piece in pieces:
                piece.instead = piece.instead or any(_stays(shape) for shape in piece.shapes or ())


def _whole(sentence: list[Lexeme]) -> Shape | None:
    """A sentence that is one order, lists of retreats and all: the common case."""
    core: list[Lexeme] = []
    for lexeme in sentence:
        if lexeme.type == "_VIA" and core and core[-1].type == "_COMMA":
            core.pop()  # `A Yor - Nwy, convoyed by F Nth`
        if lexeme.type in ("TALK", "ASK", "COMMENT"):
            return None
        if lexeme.type not in SILENT:
            core.append(lexeme)
    return _try(core)


def _try(core: list[Lexeme]) -> Shape | None:
    if not any(x.type in _ANCHORS for x in core) or any(x.type == "TALK" for x in core):
        return None
    # `1 leger in Parijs`
    counted = any(x.type == "NUMBER" for x in core)
    shape = parse(core)
    return parse([x for x in core if x.type != "NUMBER"]) if shape is None and counted else shape


def _pieces(sentence: list[Lexeme]) -> list[_Piece]:
    pieces: list[_Piece] = []
    piece = _Piece([])
    for at, lexeme in enumerate(sentence):
        if lexeme.type in ("_DASH", "_TO") and lexeme.text[0] in "-–—" and _breaks_off(sentence, at):
            if piece.lexemes:
                pieces.append(piece)
            piece = _Piece([], "TALK")
            continue
        reason = lexeme.type == "TALK" and bool(lexeme.roles & _PARTING) and "NOT" not in lexeme.roles
        if (
            lexeme.type == "_VIA"
            and not piece.lexemes
            and at
            and sentence[at - 1].type == "_COMMA"
            and pieces
        ):
            piece = pieces.pop()
        alone = piece.lexemes[0].type if len(piece.lexemes) == 1 else ""
        listing = (lexeme.type == "COLON" and alone in _LISTING) or (
            lexeme.type == "_COMMA" and alone == "_RETREATS"  # `If dislodged, A Par R Gas`
        )
        if (lexeme.type in ("_COMMA", "_AND", "COLON", "_BACKED") and not listing) or reason:
            if piece.lexemes:
                pieces.append(piece)
            piece = _Piece([], lexeme.type if not reason else "TALK")
            if reason:
                pieces.append(_Piece([lexeme], piece.before))
                piece = _Piece([], "INSTEAD" if "INSTEAD" in lexeme.roles else "TALK")
        else:
            piece.lexemes.append(lexeme)
    if piece.lexemes:
        pieces.append(piece)
    return pieces


def _breaks_off(sentence: list[Lexeme], at: int) -> bool:
    """A dash that begins a remark: `A Par - Bur -- take that`."""
    after = next((x for x in sentence[at + 1 :] if x.type not in ("_FILLER", "OTHER")), None)
    before = sentence[at - 1].type if at else ""
    return before == "PLACE" and after is not None and after.type in ("TALK", "_THAT", "COMMENT")


def _shapes(core: list[Lexeme]) -> list[Shape] | None:
    """The orders of a piece: one, or several that follow one another without a sign between them."""
    shape = _try(core)
    if shape is not None:
        return [shape]
    starts = [i for i, x in enumerate(core) if x.type in KINDS and i > 0]
    for start in reversed(starts[:12]):
        first = _try(core[:start])
        if first is not None and not isinstance(first, Bare):
            rest = _shapes(core[start:])
            both = [first, *rest] if rest is not None and not isinstance(rest[0], Bare) else []
            if both and all(_is_plain(shape) for shape in both):
                return both
    return None


def _announced(core: list[Lexeme]) -> list[Shape] | None:
    """`My orders are A Par - Bur`."""
    start = next(
        (i for i, x in enumerate(core) if not (x.type == "TALK" and x.roles & {"INTRO", "GREETING"})), 0
    )
    if not start or core[start].type not in KINDS:
        return None
    return _shapes(core[start:])


def _is_nobody(shapes: list[Shape] | None) -> bool:
    """One unknown word alone: a name of a person, most likely."""
    if not shapes or not isinstance(shapes[0], Bare):
        return False
    return not shapes[0].unit.marked and not shapes[0].unit.spot.known


def _alternative(piece: _Piece) -> list[Shape] | None:
    core = piece.core
    if len(core) < 3 or core[0].type not in ("_OR", "_OF", "_ELSE"):
        return None
    shapes = _shapes(core[1:])
    piece.instead = shapes is not None
    return shapes


def _is_plain(shape: Shape) -> bool:
    """Whether an order may stand beside others with nothing between: a verb or a sign, and known names."""
    return all(spot.known for spot in spots(shape)) and not (isinstance(shape, Moves) and not shape.signed)


def _share_verb(pieces: list[_Piece]) -> None:
    """`A Par, F Bre` after a build is two builds; `L Par en L Mar houden` holds both."""
    retreating = bool(pieces) and bool(pieces[0].core) and pieces[0].core[0].type == "_RETREATS"
    for at, piece in enumerate(pieces):
        if piece.before == "_BACKED":
            _share_target(pieces, at)
        if at and retreating:
            piece.shapes = [as_retreat(shape) for shape in piece.shapes or ()] or None
        if not piece.shapes or len(piece.shapes) != 1 or not isinstance(piece.shapes[0], Bare):
            continue
        unit = piece.shapes[0].unit
        if piece.before == "_BACKED":
            piece.shapes = [Backs(unit, aside=True)]
            continue
        before = pieces[at - 1].shapes if at else None
        match before[-1] if before else None:
            case Builds():
                piece.shapes = [Builds(unit)]
            case Backs(aside=True):
                piece.shapes = [Backs(unit, aside=True)]
            case Disbands() as shape:
                piece.shapes = [replace(shape, unit=unit)]
            case Waives():
                piece.shapes = [Builds(unit)]
            case Retreats(mover, targets) if not unit.marked and at:
                pieces[at - 1].shapes = [Retreats(mover, (*targets, unit.spot))]
                piece.shapes = []
            case Moves(mover, path) if not unit.marked and piece.before in ("_COMMA", "_AND", "_SLASH"):
                pieces[at - 1].shapes = [Moves(mover, replace(path, others=(*path.others, unit.spot)))]
                piece.shapes = []
            case _:
                piece.shapes = _with_next(pieces, at) or piece.shapes


def _share_target(pieces: list[_Piece], at: int) -> None:
    """`A Par with support from A Mar to Bur`."""
    first, shapes = pieces[at - 1].shapes if at else None, pieces[at].shapes
    if not shapes or not isinstance(shapes[0], Moves):
        return
    if first and isinstance(first[0], Bare):
        pieces[at - 1].shapes = [Moves(first[0].unit, shapes[0].path)]
        pieces[at].shapes = [Backs(shapes[0].unit, aside=True)]
    else:
        pieces[at].instead = True


def as_retreat(shape: Shape) -> Shape:
    """In a list of retreats a move is a retreat."""
    return Retreats(shape.unit, shape.path.steps[-1:]) if isinstance(shape, Moves) else shape


def _with_next(pieces: list[_Piece], at: int) -> list[Shape] | None:
    """The verb after the last unit of a list joined by `and`."""
    last = next((i for i in range(at + 1, len(pieces)) if not _is_bare(pieces[i])), len(pieces))
    if last == len(pieces) or pieces[last].before != "_AND" or not (shapes := pieces[last].shapes):
        return None
    first, bare = shapes[0], pieces[at].shapes
    assert bare
    assert isinstance(bare[0], Bare)
    # `A Par and A Mar to Bur`: both, or the second alone? Neither is taken.
    pieces[last].instead = pieces[last].instead or isinstance(first, Moves)
    if isinstance(first, Holds | Supports | Disbands | Builds) and len(shapes) == 1:
        return [replace(first, unit=bare[0].unit)]
    return None


def _is_bare(piece: _Piece) -> bool:
    return bool(piece.shapes) and isinstance(piece.shapes[0], Bare)  # type: ignore[index]


def _asides(lexeme: Lexeme, pieces: list[_Piece]) -> Iterator[Statement]:
    """`A Mun stands (retreat: Ber, Kie)`, `A Par - Bur (supported by A Mar)`: more orders in brackets."""
    inner = [x for x in lexeme.inner if x.type not in SILENT]
    before = next((piece.shapes[-1] for piece in reversed(pieces) if piece.shapes), None)
    if not inner or not isinstance(before, Holds | Moves | Supports | Convoys):
        return
    named = tuple(x.value for x in inner[1:] if x.type in ("PLACE", "WORD") and isinstance(x.value, Spot))
    if inner[0].type == "_RETREATS":
        yield Statement(lexeme.text, Retreats(before.unit, named))
    elif inner[0].type == "_BACKED":
        for spot in named:
            yield Statement(lexeme.text, Backs(WrittenUnit(spot), aside=True))


# ---- talk or order


def _judged(pieces: list[_Piece], sentence: list[Lexeme], lexicon: Lexicon, body: str) -> Iterator[Statement]:
    comment = _comment_roles(sentence)
    conditional = "IF" in (comment | roles_of(sentence)) or bool(comment)
    correction = "INSTEAD" in roles_of(sentence)
    spoken: frozenset[str] = frozenset()
    for at, piece in enumerate(pieces):
        correction = correction or "CORRECTION" in piece.roles
        text = (
            _text(piece, body) if len(pieces) > 1 or piece.shapes is None else _text(_Piece(sentence), body)
        )
        if piece.shapes is None:
            yield _unread(piece, text, lexicon, spoken if at else frozenset())
            spoken |= piece.roles
            continue
        doubtful = conditional or _doubted(pieces, at)
        for shape in piece.shapes:
            yield Statement(text, shape, doubtful=doubtful, correction=correction)


def _text(piece: _Piece, body: str) -> str:
    shown = piece.lexemes
    return body[shown[0].start : shown[-1].end].strip() if shown else ""


def _doubted(pieces: list[_Piece], at: int) -> bool:
    """Whether the pieces around an order take it back."""
    if "ASK" in pieces[at].roles or pieces[at].instead:
        return True
    for earlier in pieces[:at]:
        if earlier.shapes:
            continue
        roles, size = earlier.roles, len(earlier.core)
        if size == 1 and earlier.core[0].type in _CHOOSING:
            return True
        into = pieces[pieces.index(earlier) + 1].before if earlier is not pieces[-1] else ""
        if "DOUBT" in roles and size <= 3:
            return True
        if into == "COLON" and not _is_neutral(earlier):
            return True
        # `I cannot choose between A Par - Bur and A Par - Pic`.
        tied = into in ("_AND", "_OR") or bool(roles & _UNSURE)
        if tied and any(x.type == "PLACE" for x in earlier.core) and not _is_unit_first(earlier.core):
            return True
    later = pieces[at + 1 :]
    following = next((i for i, piece in enumerate(later) if piece.shapes), len(later))
    roles = frozenset().union(*(piece.roles for piece in later[:following])) if later else frozenset()
    if "DOUBT" in roles or {"CORRECTION", "NOT"} <= roles:
        return True
    # `A Par - Pic, no, Bur`
    named = any(x.type == "PLACE" for piece in later[:following] for x in piece.core)
    bare = following < len(later) and _is_bare(later[following])
    if "CORRECTION" in roles and (named or bare):
        return True
    if any("ASK" in piece.roles for piece in later) or _chooses(later[:1]):
        return True
    if any(_stays(shape) for shape in pieces[at].shapes or ()) and _goes_on(later[:1]):
        return True
    return bool(later) and (
        later[0].instead or (bool(later[0].core) and later[0].core[0].type in ("_OR", "_OF"))
    )


def _chooses(later: list[_Piece]) -> bool:
    """`A Par - Bur, Pic or Gas`."""
    if not later or later[0].shapes or not later[0].core:
        return False
    kinds = {x.type for x in later[0].core}
    return later[0].core[0].type == "PLACE" and bool(kinds & _CHOOSING)


def _stays(shape: Shape) -> bool:
    return isinstance(shape, Holds) or (isinstance(shape, Supports) and shape.path is None)


def _goes_on(later: list[_Piece]) -> bool:
    """`A Gas supports A Mar, which moves to Bur`: more of the order, in words that were not read."""
    if not later or _is_unit_first(later[0].core):
        return False
    first = later[0].shapes[0] if later[0].shapes else None
    if first is not None and not (isinstance(first, Moves) and not first.unit.spot.known):
        return False
    kinds = [x.type for x in later[0].core]
    return "PLACE" in kinds and bool(_GOING & {*kinds})


def _is_unit_first(core: list[Lexeme]) -> bool:
    return bool(core) and core[0].type in KINDS


def _is_neutral(piece: _Piece) -> bool:
    """Words that announce orders, greet, or say when: nothing that changes what follows."""
    if [x.type for x in piece.core][1:] == ["NUMBER"]:
        return True  # `F 1902:`
    announced = any("ORDERS" in x.roles or (x.type == "TALK" and "INTRO" in x.roles) for x in piece.lexemes)
    if announced and not piece.roles & _STRONG and not any(x.type in ("PLACE", *KINDS) for x in piece.core):
        return True  # `Here you have my orders:`
    return all(
        x.roles & _NEUTRAL or x.type in ("POWER", "NUMBER", "_FILLER", "OTHER", "COMMENT", "_AND")
        for x in piece.lexemes
    )


def _unread(piece: _Piece, text: str, lexicon: Lexicon, spoken: frozenset[str]) -> Statement:
    """A piece that is no order: talk, or one that went wrong; `spoken` is what the sentence said before."""
    core = piece.core
    several = sum(x.type in KINDS for x in core) > 1
    if (
        (piece.before == "INSTEAD" and not several)
        or spoken & _UNSURE
        or not _looks_ordered(core, piece.roles, lexicon)
    ):
        return Statement(text, retracts="RETRACT" in piece.roles)
    attempt = _try([x for x in core if x.type not in ("TALK", "NUMBER")]) or _attempt(core)
    odd = next((x.text for x in core if x.type == "TALK"), None) or next(
        (x.text for x in core if x.type == "WORD"), core[-1].text
    )
    half = core[-1].type in _HUNGRY
    first = next((x.value for x in core if x.type == "PLACE"), None)
    lead = first if core[0].type not in KINDS and isinstance(first, Spot) else None
    return Statement(
        text, suspect=True, at=core[-1].text if half else odd, attempt=attempt, half=half, lead=lead
    )


def _attempt(core: list[Lexeme]) -> Shape | None:
    shape = _try([x for x in core if x.type not in ("TALK", "WORD", "NUMBER", "POWER")])
    return None if isinstance(shape, Bare) else shape


def _looks_ordered(core: list[Lexeme], roles: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether this was meant as an order: a unit in front, or hardly a word that is not part of one."""
    kinds = [x.type for x in core]
    if {"_REST", "_HOLDS"} <= {*kinds} and not roles & (_UNSURE - {"NOT"}):
        return True  # `All units hold except A Par`
    if len(core) < 2 or "PLACE" not in kinds:
        return False
    signed = any(x.type in _SIGNLIKE for x in core)
    if core[0].type in KINDS:
        return _begins_with_unit(core, roles, lexicon, signed)
    if not signed or roles & _UNSURE:
        return False
    odd = sum(len(x.text.split()) for x in core if x.type in ("TALK", "WORD"))
    if core[0].type in _LISTING and odd <= 1:
        return True
    start = 1 if core[0].type == "WORD" and " " not in core[0].text else 0
    if len(core) > start + 1 and core[start].type == "PLACE" and core[start + 1].type in _MEDIAL:
        return odd <= 2
    if odd == 0 and (kinds.count("PLACE") > 1 or kinds[1] in KINDS):
        return True  # `My Paris army goes to Burgundy`
    marked = any(x.type in KINDS and y.type == "PLACE" for x, y in pairwise(core))
    return marked and odd <= max(1, (len(core) - odd) // 3)


def _begins_with_unit(core: list[Lexeme], roles: frozenset[str], lexicon: Lexicon, signed: bool) -> bool:
    where = core[2] if core[1].type in ("_IN", "_FROM", "_OF", "_ON") and len(core) > 2 else core[1]
    if where.type == "PLACE":
        return signed or (roles <= {"NOT"} and len(core) <= 5)
    if not roles & _UNSURE and any(x.type == "_DASH" for x in core):
        return True
    close = where.type == "WORD" and signed and likeness(lexicon, where.text) >= CLOSE_ENOUGH
    return close and not roles & _UNSURE
