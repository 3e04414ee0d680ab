"""Whether the parts of a sentence around an order leave it open: doubts, denials, choices, questions."""

from judge.language.pieces import (
    Piece,
    is_bare,
    roles_of,
)
from judge.language.scanner import GOING, KINDS, Lexeme
from judge.language.shapes import (
    Backs,
    Convoys,
    Holds,
    Moves,
    Shape,
    Supports,
)
from judge.language.suspicion import UNSURE, Doubt

CHOOSING = frozenset({"_OR", "_OF", "_ELSE"})
MARK = 3
"""Letters of a unit's abbreviation: `A.`, `lgr.`"""
_HEADING = frozenset(
    {"_BACK", "_RETREATS", "_MOVES", "_HOLDS", "NUMBER", "_REST", "ALL_ARMIES", "ALL_FLEETS", "UNIT"}
)
_HEADED: dict[str, type[Shape]] = {"_SUPPORTS": Supports, "_CONVOYS": Convoys, "_ATTACKS": Moves}
"""What the orders are below a word for their kind."""
_ME = frozenset({"ik", "i", "we", "wij", "ich", "wir", "je", "nous", "ik wil", "ik doe", "i want", "i'll"})
_INVERTING = frozenset({"_MOVES", "_ATTACKS", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_RETREATS"})
"""A verb in front makes a question of a sentence that ends in its mark."""
_OPEN = frozenset({"IF", "ASK", "RETRACT", "CANCEL", "UNDECIDED", "SAID", "OPTION"})
_NOT_WHO = frozenset(
    {"PLACE", "_WITH", "_TO", "_FROM", "_OF", "_AT", "_ON", "_OR", "_ELSE", "_IN", *_INVERTING}
)
"""What stands before the power where it is not who does something."""
_NEUTRAL = frozenset({"INTRO", "FILLER", "GREETING", "CORRECTION"})
_SAYING_LITTLE = frozenset({
    "POWER", "NUMBER", "_FILLER", "OTHER", "COMMENT", "_AND", "ALL_ARMIES", "ALL_FLEETS",
})  # fmt: skip
_STRONG = frozenset({"DOUBT", "PAST", "SAID", "IF", "NOT", "ASK", "RETRACT"})


_PAIR = 2
_ELSEWHERE = (UNSURE - {"WEAK"}) | {"LATER", "CANCEL", "CORRECTION", "TURN"}
_LEAVING = frozenset({"_MOVES", "_ATTACKS", "_SUPPORTS", "_CONVOYS", "_TO"})
_CONCEDING = frozenset({
    "even if", "even though", "even when", "although", "though", "because", "despite", "no matter what",
    "no matter how", "no matter who", "whatever", "regardless of what", "regardless of how", "zelfs als",
    "zelfs wanneer", "zelfs indien", "zelfs al", "ook als", "ook al", "ook indien", "hoewel", "ondanks",
    "ongeacht", "ongeacht wat", "ongeacht of", "omdat", "weil", "obwohl",
})  # fmt: skip
PLANS = frozenset({"plan", "idea", "idee", "draft", "concept", "suggestion", "proposal", "voorstel"})


def doubted(pieces: list[Piece], at: int) -> Doubt:
    """Whether the pieces around an order take it back."""
    piece = pieces[at]
    if "ASK" in piece.roles or piece.before == "CAUSE" or _asked(pieces, at):
        return Doubt.SPOKEN
    if (before := _doubted_before(pieces, at)) is not Doubt.NONE:
        return before
    if piece.instead:
        return Doubt.UNSETTLED
    later = pieces[at + 1 :]
    following = next((i for i, piece in enumerate(later) if piece.shapes), len(later))
    cause = next((i for i, piece in enumerate(later) if piece.before == "CAUSE"), following)
    about = _about(later[: min(cause, following)])
    roles = frozenset().union(*(piece.roles for piece in about)) if about else frozenset()
    if "UNDECIDED" in roles:
        return Doubt.UNSETTLED
    if "DOUBT" in roles:
        return Doubt.UNSETTLED if at == 0 and is_ordered(piece) else Doubt.SPOKEN
    if {"CORRECTION", "NOT"} <= roles:
        return Doubt.UNSETTLED
    unfinished = any(stays(shape) for shape in piece.shapes or ()) and _goes_on(later[:1])
    unfinished = unfinished or _does_another(piece, later[:2])
    recalled = later[1:2] if later and "REASON" in later[0].roles else []
    if any(piece.core and {x.type for x in piece.core} <= {"_SUPPORTS"} for piece in recalled):
        return Doubt.UNSETTLED  # `..., maar dan als steun`
    start = later[0].core[:2] if later else []
    start = start[1:] if start and start[0].type == "_SLASH" else start[:1]  # `and/or`
    chosen = bool(later) and (later[0].instead or any(x.type in ("_OR", "_OF") for x in start))
    return Doubt.UNSETTLED if unfinished or chosen or _chooses(later[:1]) else Doubt.NONE


def _about(later: list[Piece]) -> list[Piece]:
    """What may be said of the order before it: no guess at what another does, nor the sigh behind it."""
    theirs = [tells_of_another(piece) for piece in later]
    spoken = [
        they or [x.type for x in one.core[:1]] == ["POWER"] for they, one in zip(theirs, later, strict=True)
    ]
    sighs = [bool(at) and spoken[at - 1] and _only_talks(piece) for at, piece in enumerate(later)]
    return [one for one, of_them, sigh in zip(later, theirs, sighs, strict=True) if not (of_them or sigh)]


def _only_talks(piece: Piece) -> bool:
    return all(x.type in ("TALK", "WORD") for x in piece.core) and not piece.roles & _OPEN


def tells_of_another(piece: Piece) -> bool:
    """`I think France goes to Picardy`, `France may hold there`: the doubt is of what another power does."""
    kinds = [x.type for x in piece.core]
    at = kinds.index("POWER") if "POWER" in kinds else -1
    if at < 0 or piece.shapes or piece.roles & _OPEN or {*kinds[:at]} & _NOT_WHO:
        return False
    doing = [x for x in piece.core[at + 1 :] if x.type in _INVERTING or x.type in ("_TO", "_DASH")]
    return bool(doing) and not any(x.type in KINDS for x in piece.core)


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
    piece = pieces[at]
    for index, earlier in enumerate(pieces[:at]):
        if earlier.reason or earlier.shapes is not None:
            continue
        if _is_set_apart(pieces, index, at) or _is_overruled(pieces, index, at):
            continue
        roles, size = earlier.roles, len(earlier.core)
        if size == 1 and earlier.core[0].type in CHOOSING:
            return Doubt.SPOKEN
        into = pieces[index + 1].before
        if into == "COLON" and "OPTION" in earlier.all_roles:
            return Doubt.UNSETTLED
        if "DOUBT" in roles and size <= 3:
            planned = into == "COLON" and any(x.text.casefold() in PLANS for x in earlier.core)
            return Doubt.UNSETTLED if planned else Doubt.SPOKEN  # `Plan: Paris to Burgundy`
        if into == "COLON" and not (
            _is_neutral(earlier)
            or _makes_room(earlier)
            or _heads(earlier, pieces[at])
            or _is_settled(pieces, index)
        ):
            return Doubt.SPOKEN if roles & (_STRONG - {"DOUBT"}) else Doubt.UNSETTLED
        # `I cannot choose between A Par - Bur and A Par - Pic`.
        tied = into in ("_AND", "_OR") or bool(roles & UNSURE)
        if tied and any(x.type == "PLACE" for x in earlier.core) and not _is_unit_first(earlier.core):
            ours = is_ordered(piece) or [x.type for x in piece.core[:1]] == ["_SUPPORTS"]
            guessed = tells_of_another(earlier) and ours
            plain = into == "_COMMA" or not roles & UNSURE
            return Doubt.UNSETTLED if guessed and plain else Doubt.SPOKEN
    return Doubt.NONE


def _heads(heading: Piece, piece: Piece) -> bool:
    """`Supports: A Ruh S A Mun`, of what is one; `Support: A Mun - Bur` says half of it."""
    core = heading.core
    kinds = _HEADED.get(core[0].type) if len(core) == 1 and len(core[0].text) > MARK else None
    return kinds is not None and all(isinstance(shape, kinds | Backs) for shape in piece.shapes or ())


def _is_settled(pieces: list[Piece], index: int) -> bool:
    """`Germany gave its blessing: ...`, `Even if Germany gets angry: ...`: it leaves nothing open."""
    piece = pieces[index]
    if piece.roles & _STRONG or any(x.type in ("PLACE", *KINDS) for x in piece.core):
        return False
    agrees = bool(piece.core) and piece.core[0].type == "POWER" and piece.core[0].text[-2:-1] not in "'’"
    permitted = agrees and bool(piece.roles & {"PERMISSION", "OPINION"})
    said = pieces[index - 1].core[-1:] if index and piece.before == "CAUSE" else []
    return permitted or any(x.text.casefold() in _CONCEDING for x in said)


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
    hence = any("SO" in piece.all_roles for piece in pieces[index + 1 : at + 1])
    if hence and pieces[at].before != "COLON":
        return True  # `I won't attack Sweden, so Denmark holds`
    return "CONTRAST" in between and not any(x.type in GOING for x in pieces[index].core)


def is_ordered(piece: Piece) -> bool:
    """It begins with a unit: `Paris - Burgundy`, and not `I go to Burgundy`."""
    core = piece.core
    return bool(core) and core[0].type in ("PLACE", *KINDS)


def _is_overruled(pieces: list[Piece], index: int, at: int) -> bool:
    """`I told Turkey A Par - Bur, but my real order is A Par - Pic`, `Forget A Par - Bur, do A Par - Pic`."""
    first = next((i for i, x in enumerate(pieces[at].lexemes) if x.type in ("PLACE", *KINDS)), 0)
    affirmed = any("AFFIRM" in x.roles for x in pieces[at].lexemes[:first])
    between = [x for piece in pieces[index + 1 : at] for x in piece.lexemes]
    turned = any("CONTRAST" in x.roles or x.text.casefold() in ("so", "dus") for x in between)
    affirmed = affirmed or any(x.text.casefold() in ("nu", "now") for x in between)
    roles = pieces[index].roles
    if not affirmed or roles & {"IF", "ASK", "YOU"} or pieces[at].before == "_AND":
        return False
    return turned or bool(roles & {"NOT", "CANCEL", "RETRACT"} and not roles & {"SAID", "DOUBT", "PAST"})


def _chooses(later: list[Piece]) -> bool:
    """`A Par - Bur, Pic or Gas`."""
    if not later or later[0].shapes or not later[0].core:
        return False
    kinds = {x.type for x in later[0].core}
    return later[0].core[0].type == "PLACE" and bool(kinds & CHOOSING)


def stays(shape: Shape) -> bool:
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
    return "PLACE" in kinds and bool(GOING & {*kinds})


def _does_another(piece: Piece, later: list[Piece]) -> bool:
    """`Ruhr can stay but goes to Belgium`, `Ruhr wil naar België maar blijft staan`: the unit does that."""
    if later and not later[0].shapes and "SO" in later[0].all_roles and is_ordered(piece):
        stays_so = {x.type for x in later[0].core} == {"_HOLDS"}
        return stays_so and any(isinstance(shape, Moves) for shape in piece.shapes or ())
    if len(later) < _PAIR or "CONTRAST" not in later[0].all_roles or later[0].shapes or later[1].shapes:
        return False
    if later[1].all_roles & _ELSEWHERE or not is_ordered(piece):
        return False
    kinds = [x.type for x in later[1].core if x.type not in ("_THAT", "TALK")]
    staying = {*kinds} == {"_HOLDS"} and not any(isinstance(shape, Holds) for shape in piece.shapes or ())
    return staying or (kinds[:1] != [] and kinds[0] in _LEAVING and "PLACE" in kinds)


def _is_unit_first(core: list[Lexeme]) -> bool:
    return bool(core) and core[0].type in KINDS


def _speaks_of_me(piece: Piece) -> bool:
    """The player, in words that are all known, of what he does."""
    if piece.roles & (UNSURE | {"RETRACT", "OPINION", "CANCEL", "INTENT"}):
        return False
    said = any({x.text.casefold(), *x.text.casefold().split()} & _ME for x in piece.lexemes)
    return said and not any(x.type in ("WORD", "PLACE", "POWER", *KINDS) for x in piece.core)


def _is_neutral(piece: Piece) -> bool:
    """Words that announce orders, greet, or say when: nothing that changes what follows."""
    if [x.type for x in piece.core][1:] == ["NUMBER"]:
        return True  # `F 1902:`
    announced = any("ORDERS" in x.roles or (x.type == "TALK" and "INTRO" in x.roles) for x in piece.lexemes)
    if announced and not piece.roles & _STRONG and not any(x.type in ("PLACE", *KINDS) for x in piece.core):
        return True  # `Here you have my orders:`
    if piece.core and all(x.type in _HEADING and len(x.text) > MARK for x in piece.core):
        return True  # `Beide terug:`
    if _speaks_of_me(piece):
        return True  # `Dit ga ik doen:`
    return all(x.roles & (_NEUTRAL | {"ABOUT"}) or x.type in _SAYING_LITTLE for x in piece.lexemes)
