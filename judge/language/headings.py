"""Lines that announce what comes below, and order nothing themselves: `Builds:`, `If Germany agrees:`."""

from collections.abc import Sequence
from itertools import pairwise

from judge.board.geography import Power
from judge.language.doubting import PLANS
from judge.language.foreseeing import FORESEEN
from judge.language.pieces import announces_retreats, roles_of
from judge.language.scanner import QUIET, Lexeme
from judge.language.shapes import (
    Act,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Path,
    Retreats,
    Shape,
    Spends,
    Spot,
    Supports,
    WrittenUnit,
)
from judge.language.stops import last_sentence

_TELLING = frozenset({"SAID", "DOUBT", "PAST", "NOT", "RETRACT", "CANCEL"})
UNWANTED = frozenset({"NOT", "RETRACT", "CANCEL"})
_FLOATED = frozenset({
    "propose", "proposed", "suggest", "suggested", "consider", "considered", "considering", "thinking",
    "thought", "pondering", "expect", "predict", "denken", "dacht", "overweeg", "overwogen", "verwacht",
    "voorspel", "suggereer", "suggereerde", "bedacht",
})  # fmt: skip
"""Words over what is thought of, and no more: `This is what I suggest:`."""
_AS = frozenset({"as", "after", "zoals", "na"})
"""`After much thinking:`, `zoals verwacht:`."""
_BELOW = frozenset({"following", "below", "volgende", "onderstaande", "hieronder"})
_ENTERING = frozenset({"enter", "submit", "input", "voer", "invoeren", "hierbij", "herewith"})
_REFERRING = frozenset({
    "i", "we", "my", "our", "it", "this", "that", "these", "those", "what", "ik", "wij", "mijn", "onze",
    "het", "dit", "dat", "deze", "die", "wat",
})  # fmt: skip
"""Words with which what was may be old orders: `please enter what it was:`."""
_CLAUSE = 8
"""Words of a condition that stands on a line of its own."""


def announced(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """What the last sentence says of what is below; a refusal counts only just before the
    colon."""
    said = last_sentence(lexemes)
    instead = next((i for i, x in enumerate(said) if i and "INSTEAD" in x.roles), len(said))
    said = said[:instead]  # `use these orders instead of my previous ones`
    used = {i for i, (x, y) in enumerate(pairwise(said)) if x.type == "_AND" and "USING" in y.roles}
    comma = max((i for i, x in enumerate(said) if x.type == "_COMMA" or i in used), default=-1)
    if any("SO" in x.roles for x in said[comma + 1 :]):
        return roles_of(said[comma + 1 :])  # `akkoord met je voorstel, dus:`
    return roles_of(said) - {"NOT", "CANCEL"} | roles_of(said[comma + 1 :])


def is_left_hanging(lexemes: Sequence[Lexeme]) -> bool:
    """`If Germany agrees then`, `Als Duitsland naar Bou gaat`, and what then follows is below."""
    words = [x for x in lexemes if x.type not in QUIET or "THEN" in x.roles]
    if not words or words[0].type != "TALK" or "IF" not in words[0].roles:
        return False
    if any(x.type in ("STOP", "ASK", "COLON", "_COMMA") for x in words[:-1]):
        return False
    theirs = len(words) > 1 and words[1].type == "POWER" and len(words) <= _CLAUSE
    return "THEN" in words[-1].roles or (theirs and words[-1].type not in ("STOP", "ASK"))


def is_choice(lexemes: Sequence[Lexeme]) -> bool:
    """`Option 2:`, `Otherwise:`"""
    return any("OPTION" in x.roles or x.type == "_ELSE" for x in lexemes)


def is_telling(lexemes: Sequence[Lexeme], announced: frozenset[str]) -> bool:
    """Whether it says that what is below was said, thought of, or is not to be done."""
    last = _part(lexemes, "_COMMA", "_AND")
    if "CANCEL" in roles_of(last) and not _words(last).isdisjoint(_BELOW):
        return True  # `Ignore the following:`
    told = announced if "CANCEL" in roles_of(last) else announced - {"CANCEL"}
    told = told - {"DOUBT"} if "OPTION" in announced else told  # `bijv.:` is asked about, as `Option A:` is
    return bool(told & _TELLING) and "CORRECTION" not in announced


def _part(lexemes: Sequence[Lexeme], *seams: str) -> Sequence[Lexeme]:
    """What is said just before the colon."""
    said = last_sentence(lexemes)
    return said[max((i for i, x in enumerate(said) if x.type in seams), default=-1) + 1 :]


def _words(said: Sequence[Lexeme]) -> set[str]:
    return {word for x in said for word in x.text.casefold().split()}


def is_floated(lexemes: Sequence[Lexeme]) -> bool:
    if not lexemes or lexemes[-1].type != "COLON":
        return False
    words = _words(_part(lexemes, "_COMMA"))
    return bool(words & _FLOATED) and not words & _AS


def is_doubt_alone(lexemes: Sequence[Lexeme]) -> bool:
    """`Misschien:`; a plan may still be meant: `My plan for this turn:`."""
    said = [x for x in lexemes if x.type not in ("COLON", "STOP", "OTHER")]
    return len(said) == 1 and "DOUBT" in said[0].roles and said[0].text.casefold() not in PLANS


def enters(lexemes: Sequence[Lexeme], announced: frozenset[str]) -> bool:
    """`Please enter for me, the site was down:`: what was is an excuse, and no old orders."""
    if announced & _TELLING != {"PAST"}:
        return False
    said = last_sentence(lexemes)
    comma = max((i for i, x in enumerate(said) if x.type == "_COMMA"), default=0)
    asked = [said[:comma], said[comma:]]
    asked.sort(key=lambda part: "PAST" in roles_of(part))
    words = {word for x in asked[0] for word in x.text.casefold().split()}
    excuse = {word for x in asked[1] for word in x.text.casefold().split()}
    plain = not roles_of(asked[1]) & {"ORDERS", "SAID"} and all(x.type != "POWER" for x in asked[1])
    told = roles_of(asked[0]) & _TELLING or excuse & _REFERRING
    return bool(comma) and bool(words & _ENTERING) and plain and not told


def addressed(lexemes: Sequence[Lexeme]) -> Power | None:
    """`To Germany:` begins a message to another player; `orders for Germany:` may be that player's own.

    `I talked to Germany, so:` begins one's own.
    """
    if any("SO" in x.roles for x in last_sentence(lexemes)[-2:]):
        return None
    kinds = [lexeme.type for lexeme in lexemes]
    at = kinds.index("POWER") if "POWER" in kinds else 0
    return Power(str(lexemes[at].value)) if {"_AT", "_TO"} & {*kinds[:at]} else None


_NOBODY = WrittenUnit(Spot(""))
_LISTED: dict[str, Shape] = {
    "_BUILDS": Builds(_NOBODY),
    "_REMOVES": Disbands(_NOBODY, surplus=True),
    "_DISBANDS": Disbands(_NOBODY),
    "_RETREATS": Retreats(_NOBODY, ()),
    "_HOLDS": Holds(_NOBODY),
    "_SUPPORTS": Supports(_NOBODY, _NOBODY),
    "_CONVOYS": Convoys(_NOBODY, _NOBODY, Path((Spot(""),))),
    "_PAYS": Spends(Act.PAY, _NOBODY),
    "_DEMOLISHES": Spends(Act.DEMOLISH, _NOBODY),
}
"""What a verb over a list says of the units below it."""


def heading(lexemes: Sequence[Lexeme]) -> tuple[bool, Shape | None]:
    """A line that ends in a colon and orders nothing itself."""
    said = [x for x in lexemes if x.type not in (*QUIET, "COMMENT")]
    if not said:
        return False, None
    bare = said[:-1] if said[-1].type == "COLON" else said
    verb = bare[0].type if len(bare) == 1 and len(bare[0].text) > 2 else ""  # `R` alone announces nothing
    if said[-1].type == "COLON":
        return True, _LISTED.get("_RETREATS" if announces_retreats(bare) else verb)
    if verb and FORESEEN in bare[0].roles:
        return True, _LISTED["_RETREATS"]
    alone = verb in ("_BUILDS", "_REMOVES", "_DISBANDS")
    return alone, _LISTED[verb] if alone else None
