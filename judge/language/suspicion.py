"""Statements, and what to make of a part of a sentence that is no order: talk, or an order gone wrong."""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TypedDict, Unpack

from judge.board.making import maker
from judge.language.afterthoughts import Afterthought
from judge.language.fitting import cancels_ours, is_attempt, names_ours
from judge.language.lexicon import Lexicon
from judge.language.passives import unit_end
from judge.language.pieces import LISTING, Piece, read_one
from judge.language.scanner import DOING, KINDS, Lexeme
from judge.language.shapes import Bare, Convoys, Holds, Moves, Path, Shape, Spot, Supports, WrittenUnit, spots
from judge.language.suggest import CLOSE_ENOUGH, likeness, verb

_VERBS = DOING | {"_REMOVES", "_BUILDS", "_PLUS"}
_ENDING = frozenset({"_REMOVES", "_DISBANDS", "_RETREATS", "_HOLDS", "_MOVES", "_ATTACKS"})
_LAST = frozenset({"_REMOVES", "_DISBANDS", "_BUILDS", "_RETREATS", "_ATTACKS"})
_MEDIAL = frozenset({"_DASH", "_TO", "_SUPPORTS", "_HOLDS", "_CONVOYS"})
_TURNING = frozenset({"ASK", "TURN", "CORRECTION"})
_LATE = frozenset({"_DISBANDS", "_REMOVES", "_RETREATS"})
_STRANGE = 2
_PAIR = 2
_VERB = 2
"""The most words of a verb that is not known."""
_TOWARDS = frozenset({"PLACE", "_TO", "_IN", "_ON"})
_PARTICLES = frozenset({"_IN", "_FROM", "_AT", "_ON"})
_PAIRS = 4
_TOLD_OF_ALL = frozenset({"_MOVES", "_TO", "_DASH", "_CONVOYS", "_SUPPORTS"})
_BRIEF = 4
"""Letters of a name that is abbreviated."""
_BUILD = ("build", "bouw")
HUNGRY = frozenset({"_DASH", "_TO", "_SUPPORTS", "_CONVOYS", "_VIA", "_MOVES", "_ATTACKS"})
"""What an order cannot end with."""
SIGNLIKE = _VERBS | {"_BACK", "_VIA"}
UNSURE = frozenset({"DOUBT", "UNDECIDED", "PAST", "WEAK", "YOU", "ASK", "SAID", "IF", "NOT"})

STRUCK = frozenset({"STRUCK"})
"""Said of an order that words or marks beside it take off the table."""


class Doubt(Enum):
    """How far the sentence around an order leaves it standing."""

    NONE = "it is ordered"
    SPOKEN = "a doubt, a question, a condition, or somebody else's words"
    UNSETTLED = "it is ordered, and then changed or left open"


@dataclass(frozen=True, slots=True)
class Statement:
    """One part of a line: a shape, or why there is none."""

    text: str
    shape: Shape | None = None
    doubt: Doubt = Doubt.NONE
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
    after: Afterthought | None = None
    """What it may do to the orders before it, where it is no whole order itself."""
    named: tuple[Spot, ...] = ()
    """The places that are named in it, where it was not read as an order."""
    verbs: bool = False
    """Whether something is done in it."""
    doing: frozenset[str] = frozenset()
    """What its words are and do, where nothing says that it is only talk."""
    lost: Spot | None = None
    """What stands where the name of its unit should be."""
    exchanges: tuple[tuple[Spot, Spot, Spot | None], ...] = ()
    """`Not Paris but Gascony`: places, and which come in their stead."""
    roles: frozenset[str] = frozenset()
    powers: frozenset[str] = frozenset()
    """The powers that are spoken of in it, where it was not read as an order."""
    moot: tuple[Spot | int, ...] | None = None
    """It comes in place of an order that cannot be given, by place or number: `if item 1 is not allowed`."""
    whose: str = ""
    """The power that builds or removes, where the sentence says so, and is not all of its line."""
    strange: Shape | None = None
    """A move, where the word between unit and place is a verb: `Denemarken blokkeert Zweden`."""
    hint: bool = False
    """A word in it speaks of builds, removals or retreats, and nothing says that it is only talk."""


class Beside(TypedDict):
    """What a part that is no order says of the orders around it: the fields of a statement of those names."""

    after: Afterthought | None
    named: tuple[Spot, ...]
    roles: frozenset[str]
    verbs: bool
    powers: frozenset[str]
    doing: frozenset[str]


statement = maker(Statement)


def unread(
    piece: Piece, text: str, lexicon: Lexicon, spoken: frozenset[str], **beside: Unpack[Beside]
) -> Statement:
    """A piece that is no order: talk, or one that went wrong; `spoken` is what the sentence said before."""
    core = piece.core
    several = sum(x.type in KINDS for x in core) > 1
    plain = [x for x in core if x.type not in ("TALK", "NUMBER")]
    respelt = _respelt(plain, lexicon)
    slip = respelt is not None and len(plain) == len(core) and not spoken & UNSURE
    if (
        (piece.before == "INSTEAD" and not several)
        or (spoken & UNSURE and not _is_intended(core))
        or not (slip or _looks_ordered(core, piece.roles, lexicon))
    ):
        strange = None if spoken & UNSURE else _strange_verb(core, piece.roles)
        return statement(text, hint=_hints(core, piece.roles | spoken), strange=strange, **beside)
    attempt = respelt or read_one(plain) or _attempt(core)
    if cancels_ours(core):
        attempt = None  # what is to be cancelled is not what is meant
    odd = next((x.text for x in core if x.type == "TALK"), None) or next(
        (x.text for x in core if x.type == "WORD"), core[-1].text
    )
    half = core[-1].type in HUNGRY
    first = next((x.value for x in core if x.type == "PLACE"), None)
    unit = core[1:] if core[0].type == "_WITH" and len(core) > 1 else core  # `met de vloot naar ...`
    leads = unit[0].type not in KINDS and "BACKWARDS" not in piece.roles
    lead = first if leads and isinstance(first, Spot) else None
    at = core[-1].text if half else odd
    return statement(
        text,
        suspect=True,
        at=at,
        attempt=attempt,
        half=half,
        lead=lead,
        lost=_strange_unit(core),
        **beside,
    )


def _strange_verb(core: list[Lexeme], roles: frozenset[str]) -> Moves | None:
    """`Denemarken blokkeert Zweden`, `Munich wins the Ruhr`: perhaps an order, in an unknown word."""
    kinds = [x.type for x in core]
    if len(core) < 3 or kinds[0] != "PLACE" or roles & UNSURE or len(core[1].text.split()) > _VERB:
        return None
    verb = kinds[1] == "WORD" or (kinds[1] == "TALK" and core[1].roles <= {"RESULT"})
    rest = kinds[2:] if kinds[2] == "PLACE" else kinds[3:]
    if not verb or rest[:1] != ["PLACE"] or len(rest) > _PAIR or kinds[2] not in _TOWARDS:
        return None
    unit, target = core[0].value, core[len(core) - len(rest)].value
    if not (isinstance(unit, Spot) and isinstance(target, Spot)) or {*rest[1:]} - _PARTICLES:
        return None
    return Moves(WrittenUnit(unit), Path((target,)))


def _hints(core: list[Lexeme], roles: frozenset[str]) -> bool:
    """`Een van beide opheffen`: of interest where units have to be named."""
    told = any(
        x.type in _LATE or (x.type == "_BUILDS" and x.text.casefold().startswith(_BUILD)) for x in core
    )
    strange = sum(len(x.text.split()) for x in core if x.type == "WORD")
    return told and strange < _STRANGE and not roles & (UNSURE | {"ORDERS", "OPINION"})


def _strange_unit(core: list[Lexeme]) -> Spot | None:
    """`L Pas - Bou`: the word where the name of the unit should be."""
    at = 1 if core[0].type in KINDS else 0
    if (
        len(core) < at + 2
        or core[at].type == "PLACE"
        or core[at + 1].type not in ("_DASH", "_TO", "_SUPPORTS")
    ):
        return None
    return Spot(core[at].text)


def _respelt(core: list[Lexeme], lexicon: Lexicon) -> Shape | None:
    """`A Par supprots A Mar`: with the verb that is nearest to a word which is none."""
    at = unit_end(core, 0)
    if not at or at >= len(core) or core[at].type != "WORD":
        return None
    kind = verb(lexicon, core[at].text)
    if kind is None:
        return None
    word = core[at]
    return read_one([*core[:at], word.read_as(kind), *core[at + 1 :]])


def _attempt(core: list[Lexeme]) -> Shape | None:
    shape = read_one([x for x in core if x.type not in ("TALK", "WORD", "NUMBER", "POWER")])
    return None if isinstance(shape, Bare) else shape


def _looks_ordered(core: list[Lexeme], roles: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether this was meant as an order: a unit in front, or hardly a word that is not part of one."""
    ours = cancels_ours(core) or (names_ours(core) and not roles & UNSURE)
    if is_attempt(core) or ours or _is_intended(core) or "BACKWARDS" in roles:
        return True
    kinds = [x.type for x in core]
    if any("EACH" in x.roles for x in core) and "_SUPPORTS" in kinds:
        return True
    if {"_REST", "_HOLDS"} <= {*kinds} and not roles & (UNSURE - {"NOT"}):
        return True  # `All units hold except A Par`
    if kinds[:1] == ["NUMBER"] and len(core[0].text) > 2 and {*kinds[1:]} == {"_HOLDS"}:
        return True  # `All three hold`
    if _is_of_some_unit(core) and not roles & UNSURE:
        return True
    if (
        {*kinds} & {"ALL_ARMIES", "ALL_FLEETS"}
        and {x.type for x in core if "FOR" not in x.roles} & _TOLD_OF_ALL
        and not roles & UNSURE
        and not (core[-1].type == "TALK" and "INTRO" in core[-1].roles)  # `My armies go as follows`
    ):
        return True  # `The fleets go to Sweden and Holland`
    if len(core) < 2 or "PLACE" not in kinds:
        return False
    if not roles & UNSURE and (_is_abbreviated(core) or ("POWER" not in kinds and _is_strung(kinds))):
        return True
    if kinds == ["PLACE", "WORD", "PLACE"] and len(core[1].text) < 4:
        return True  # `kiel tp holland`
    if (
        len(kinds) >= _PAIRS
        and {*kinds} <= {"PLACE", "POWER"}
        and kinds[0] == "PLACE"
        and len(kinds) % 2 == 0
    ):
        return True  # `lon eng yor lon`
    signed = any(x.type in SIGNLIKE for x in core)
    if core[0].type in KINDS:
        return _begins_with_unit(core, roles, lexicon, signed)
    odd = sum(len(x.text.split()) for x in core if x.type in ("TALK", "WORD"))
    if (
        [kinds[0], *kinds[2:3]] == ["PLACE", "PLACE"]
        and kinds[1] in ("_DASH", "_TO")
        and odd <= 1
        and not roles & _TURNING
    ):
        return True  # `Par - Bur probably`, `Par - Bur without support from Gas`
    if not signed or roles & UNSURE:
        return False
    if core[0].type in LISTING and odd <= 1:
        return True
    start = 1 if core[0].type == "WORD" and " " not in core[0].text else 0
    if len(core) > start + 1 and core[start].type == "PLACE" and core[start + 1].type in _MEDIAL:
        return odd <= 2
    if kinds[0] == "PLACE" and kinds[-1] in _LAST and odd <= 1:
        return True  # `Smyrna moet helaas weg`
    if odd == 0 and (kinds.count("PLACE") > 1 or kinds[1] in KINDS):
        return True  # `My Paris army goes to Burgundy`
    marked = any(x.type in KINDS and y.type == "PLACE" for x, y in pairwise(core))
    return marked and odd <= max(1, (len(core) - odd) // 3)


def _is_strung(kinds: list[str]) -> bool:
    """`jan par naar pic mar naar spa`, `graag par pic mar spa bre eng`: orders with nothing between."""
    signed = sum(
        kinds[at : at + 3] in (["PLACE", "_TO", "PLACE"], ["PLACE", "_DASH", "PLACE"])
        for at in range(len(kinds))
    )
    start = kinds.index("PLACE")
    return signed > 1 or (
        len(kinds) - start >= _PAIRS and len(kinds) % 2 == start % 2 and {*kinds[start:]} == {"PLACE"}
    )


def _is_abbreviated(core: list[Lexeme]) -> bool:
    """`par pik bre eng`: places in a few letters, of which one is hardly known, and nothing else."""
    known = sum(x.type == "PLACE" for x in core)
    short = all(x.type in ("PLACE", "WORD", "POWER") and len(x.text) <= _BRIEF for x in core)
    return short and core[0].type == "PLACE" and known >= max(3, len(core) - 1)


def _is_intended(core: list[Lexeme]) -> bool:
    """`I intend to move Par to Bur`, `could you please move Par to Bur`."""
    if not core or "INTENT" not in core[0].roles:
        return False
    plain = [x for x in core[1:] if x.type not in ("TALK", "NUMBER")]
    shape = read_one(plain)
    return isinstance(shape, Holds | Moves | Supports | Convoys) and all(x.known for x in spots(shape))


def _is_of_some_unit(core: list[Lexeme]) -> bool:
    """`De vloot wijkt uit naar Portugal`, `scrap the army`: which one is not said."""
    kinds = [x.type for x in core]
    some = any(
        x.type in KINDS and len(x.text) > 2 and after != "PLACE"
        for x, after in zip(core, [*kinds[1:], ""][: len(kinds)], strict=True)
    )
    telling = {*kinds} & _ENDING and {*kinds} <= _ENDING | {
        *KINDS,
        "PLACE",
        "NUMBER",
        "_BACK",
        "_TO",
        "_DASH",
    }
    return some and bool(telling) and (kinds[0] in KINDS or kinds[-1] in KINDS)


def _begins_with_unit(core: list[Lexeme], roles: frozenset[str], lexicon: Lexicon, signed: bool) -> bool:
    where = core[2] if core[1].type in ("_IN", "_FROM", "_OF", "_ON") and len(core) > 2 else core[1]
    if where.type == "PLACE":
        most = 5 if any(x.type == "TALK" for x in core) else 8
        return signed or (roles <= {"NOT"} and len(core) <= most)
    if not roles & UNSURE and any(x.type == "_DASH" for x in core):
        return True
    close = where.type == "WORD" and signed and likeness(lexicon, where.text) >= CLOSE_ENOUGH
    return close and not roles & UNSURE
