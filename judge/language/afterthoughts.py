"""What a part of a sentence does to the orders before it: `no, Tyr`, `make it a fleet`, `forget Munich`.

Only the words are looked at here; whether there is such an order, and what becomes of it, is for `hindsight`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judge.board.geography import UnitType
from judge.language.cues import cues_of
from judge.language.fitting import BUILDINGS
from judge.language.pieces import SILENT
from judge.language.scanner import KINDS, TYPES_OF_ALL, Lexeme
from judge.language.shapes import Spot

TURNING = frozenset({"TURN", "CORRECTION", "RETRACT"})
_POLITE = frozenset({"INTRO", "GREETING", "FILLER", "REASON"})
_REFUSING = frozenset({"CANCEL", "NOT", "RETRACT"})
_NAMES = frozenset({"PLACE", "ALL_ARMIES", "ALL_FLEETS", *KINDS})
_GOING = frozenset({"_TO", "_DASH", "_MOVES", "_ATTACKS", "_IN", "_RETREATS"})
_VERBS = frozenset({
    "_TO", "_DASH", "_MOVES", "_ATTACKS", "_IN", "_RETREATS", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_BUILDS",
    "_REMOVES", "_DISBANDS", "_THAT", "_BACK", "_REST", "_FROM", "_WITH", "_OF", "_ON", "_AT", "_VIA", "_AND",
    "NUMBER", "_OR", "_ELSE",
})  # fmt: skip
_DOING = frozenset({"_THAT", "_MOVES", "_BUILDS", "_DISBANDS", "_REMOVES", "_HOLDS", "_RETREATS"})
_QUERIES = frozenset({
    "wat", "wie", "hoe", "waar", "waarom", "wanneer", "welke", "what", "who", "how", "where", "why", "when",
    "which",
})  # fmt: skip
"""What begins a question that is no correction: `what is the state of affairs?`"""
_CUES = frozenset({
    "_HOLDS", "_DISBANDS", "_WAIVES", "CHOICE", "OPINION", "ASK", *_NAMES, *TURNING, *_REFUSING,
})  # fmt: skip
_BUILD = ("build", "rebuild", "bouw", "herbouw")
_KEEPING = frozenset({"keep", "keeping"})


class Scope(Enum):
    """Which orders are taken back."""

    NAMED = "the units that are named"
    LAST = "the one before"
    FIRST = "the first of the letter"
    ALL = "all so far"
    WHOLE = "all of the letter, whatever stands beside it"


@dataclass(frozen=True, slots=True)
class Afterthought:
    """The words of a part that is no order of its own, as far as they may concern an order before it."""

    spots: tuple[Spot, ...] = ()
    type: UnitType | None = None
    holds: bool = False
    disbands: bool = False
    turns: bool = False
    """There is a word in it that turns back on what was said: `no`, `sorry`, `make that`."""
    alone: bool = False
    """That word is all there is."""
    plain: bool = False
    """Every word has its place in a correction: one name, one kind of unit, or `hold`."""
    word: str = ""
    """The one word it consists of, where that is no name: perhaps a misspelt one."""
    mild: bool = False
    """`laat maar`: of all that was said, or of the last thing only."""
    inline: bool = False
    """It stands in the same sentence as an order."""
    back: Scope | None = None
    """What it takes back, in so many words."""
    hangs: bool = False
    """It makes that depend on something: `Only if Germany agrees`."""
    builds: bool = False
    """It speaks of building."""
    aimed: bool = False
    """The place that is named is where an attack goes: `no attack on Spain`."""

    @property
    def names_nothing(self) -> bool:
        """Whether there is no place in it, no kind of unit, and no `hold`."""
        return not (self.spots or self.type or self.holds)


def afterthought(lexemes: Sequence[Lexeme]) -> Afterthought | None:
    """What these words may mean for the orders before them; None where they cannot concern any."""
    if _CUES.isdisjoint(cues_of(lexemes)):
        return _one_word([x for x in lexemes if x.type not in SILENT])
    said = [x for x in lexemes if x.type not in SILENT or x.type == "ASK" or x.roles & TURNING]
    turns = any(x.roles & TURNING and x.type not in _NAMES for x in said)
    rest = [x for x in said if x.type in _NAMES or (x.type != "ASK" and not x.roles & TURNING)]
    rest = [x for x in rest if x.type in _NAMES or x.type in _VERBS or not _is_polite(x)]
    spots = tuple(x.value for x in rest if x.type == "PLACE" and isinstance(x.value, Spot))
    kinds = [x.type for x in rest if x.type in _NAMES and x.type != "PLACE"]
    holds = any(x.type == "_HOLDS" for x in rest)
    disbands = any(x.type == "_DISBANDS" for x in rest)
    back = _taken_back(said, spots)
    if not (spots or back) and _wonders(said):
        return None
    if not (spots or kinds or holds or disbands or turns or back):
        return _one_word(rest)
    return Afterthought(
        spots=spots,
        type=TYPES_OF_ALL.get(kinds[0]) if len(kinds) == 1 else None,
        holds=holds and not spots,
        disbands=disbands and not spots,
        turns=turns,
        alone=turns and not rest,
        plain=_is_plain(rest, spots, kinds),
        word=rest[0].text if len(rest) == 1 and rest[0].type == "WORD" else "",
        back=back,
        aimed=len(spots) == 1 and _is_aimed(rest),
        builds=any(x.type == "_BUILDS" and x.text.casefold().startswith(_BUILD) for x in rest),
        mild=any({"RETRACT", "EVERY"} <= x.roles for x in said),
    )


def _one_word(said: Sequence[Lexeme]) -> Afterthought | None:
    """A word that is not known, and no more; perhaps a misspelt name."""
    rest = [x for x in said if x.type in _VERBS or not _is_polite(x)]
    return Afterthought(word=rest[0].text) if len(rest) == 1 and rest[0].type == "WORD" else None


def _is_aimed(rest: Sequence[Lexeme]) -> bool:
    """`geen aanval op Spanje`: of an order that goes there, and not of a unit there."""
    at = next(i for i, x in enumerate(rest) if x.type == "PLACE")
    before = [x.type for x in rest[max(0, at - 2) : at]]
    return before[-1:] == ["_ATTACKS"] or before == ["_ATTACKS", "_ON"]


def _wonders(said: Sequence[Lexeme]) -> bool:
    """`Wat is eigenlijk de stand?`"""
    asks = bool(said) and said[-1].type == "ASK"
    return asks and any(x.text.casefold().split()[:1] in ([word] for word in _QUERIES) for x in said)


def _is_polite(lexeme: Lexeme) -> bool:
    return bool(lexeme.roles & _POLITE) and not lexeme.roles & _REFUSING


def _is_plain(rest: Sequence[Lexeme], spots: Sequence[Spot], kinds: Sequence[str]) -> bool:
    others = [x.type for x in rest if x.type not in _NAMES]
    while others and others[-1] in ("_FROM", "_OF"):  # `maak er een vloot van`
        others.pop()
    if len(spots) == 1 and len(kinds) <= 1:
        return {*others} <= _GOING
    if spots or len(kinds) > 1:
        return False
    staying, going = {*others} <= {"_HOLDS", "_THAT", "_IN"}, {*others} <= {"_DISBANDS", "_THAT"}
    return not others if kinds else staying or going


def _asks_opinion(said: Sequence[Lexeme]) -> bool:
    """`What do you think, Hans?`: it was written to another player."""
    return any(
        "OPINION" in x.roles and (" " in x.text or said[-1].type == "ASK")
        for x in said
        if x.type not in _NAMES
    )


def _taken_back(said: Sequence[Lexeme], spots: Sequence[Spot]) -> Scope | None:
    roles = frozenset().union(*(x.roles for x in said)) if said else frozenset()
    if "CHOICE" in roles:
        return Scope.LAST
    if _asks_opinion(said):
        return Scope.ALL
    if {"_WAIVES", "_THAT"} <= {x.type for x in said}:
        return Scope.LAST  # `don't build it yet`
    refusing = [x for x in said if x.type not in _NAMES and x.roles & _REFUSING]
    if not refusing:
        return None
    strange = [
        x
        for x in said
        if x.type not in _NAMES
        and x.type not in _VERBS
        and x.type not in ("ASK", *BUILDINGS)
        and not x.roles & (_REFUSING | TURNING | _POLITE | {"LAST", "FIRST", "EVERY", "YOU"})
    ]
    if any(x.type == "POWER" for x in strange) or len(strange) > 1:
        return None
    if spots:
        return Scope.NAMED if not strange else None
    if any(x.type in TYPES_OF_ALL for x in said) and any(x.text.casefold() in _KEEPING for x in refusing):
        return None  # `remove A Yor, keep the fleets`
    if "FIRST" in roles and roles & {"CANCEL", "RETRACT"} and len(said) <= 8:
        return Scope.FIRST
    if "LAST" in roles and len(said) <= 8:
        return Scope.LAST
    if not roles & {"CANCEL", "RETRACT"}:
        talk = [x for x in said if x.type == "TALK" and not x.roles & (_REFUSING | TURNING)]
        only = (
            not strange
            and not talk
            and said[-1].type != "ASK"
            and {x.type for x in said if x.type != "TALK"} <= _DOING
        )
        return Scope.LAST if only and any(not x.roles & TURNING for x in refusing) else None
    if "EVERY" in roles or any(x.type == "_REST" for x in said):
        return Scope.ALL
    return Scope.LAST if not strange else None
