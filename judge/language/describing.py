"""Words that say more of a unit than which it is: `the little fleet in Ankara`, `the one in Kiel`.

They are left out; which unit is meant is said by its kind and its place.
"""

from collections.abc import Sequence
from itertools import pairwise

from judge.language.passives import unit_end
from judge.language.phrasing import type_at
from judge.language.scanner import DOING, HELPING, KINDS, LINKS, QUIET, Lexeme
from judge.language.suspicion import UNSURE

_ARTICLES = frozenset({
    "the", "my", "our", "de", "het", "mijn", "m'n", "mn", "onze", "ons", "that", "this", "dat", "die",
})  # fmt: skip
_HER = frozenset({"haar", "her", "him", "hem"})
_SELF = frozenset({"itself", "himself", "herself"})
_ENDS = frozenset({"", "_COMMA", "_AND", "STOP", "COLON", "NUMBER", "COMMENT"})
_ASIDE = frozenset({"TALK", "WORD", "_THAT", "_OF", "NUMBER", *QUIET})
_WAVERING = UNSURE - {"WEAK"} | {"CANCEL", "RETRACT", "CORRECTION", "TURN", "DENIAL", "LATER", "EXCEPT"}
_SPEAKING = frozenset({"i", "we", "ik", "wij", "you", "jij", "if", "als", "he", "hij", "they", "ze"})
"""Who speaks in an aside, so that it may be a doubt: `Munich - I hope - holds`."""
_MARK = 2
_MOST = 2
"""Of how many words a description is."""


def described(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`My trusty army in Munich` without the word that only describes it."""
    idle = {
        at
        for at in range(1, len(lexemes) - 1)
        if lexemes[at].type == "WORD" and (lexemes[at + 1].type in KINDS or lexemes[at - 1].type == "PLACE")
    }
    idle = {at for at in idle if _is_self(lexemes, at) or _describes(lexemes, at)}
    return [x for at, x in enumerate(lexemes) if at not in idle] if idle else lexemes


def _is_self(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Greece itself holds`; but `Greece supports itself` says what it does."""
    return lexemes[at].text.casefold() in _SELF and lexemes[at - 1].type == "PLACE"


def _describes(lexemes: Sequence[Lexeme], at: int) -> bool:
    article, kind = lexemes[at - 1], lexemes[at + 1]
    if article.text.casefold() not in _ARTICLES or kind.type not in KINDS or len(kind.text) <= _MARK:
        return False
    if len(lexemes[at].text.split()) > _MOST or "PLURAL" in kind.roles:
        return False
    place = at + 2
    while place < len(lexemes) and lexemes[place].type in (*QUIET, *LINKS):
        place += 1
    return place < len(lexemes) and lexemes[place].type in ("PLACE", "_MOVES", "_BACK", "_RETREATS", "_HOLDS")


def pointed(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`The other fleet, the one in Kiel, goes`, `Berlin supports her`, `... and that Berlin supports it`."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        lexeme = lexemes[at]
        if lexeme.type in KINDS and len(lexeme.text) > _MARK and (end := _apposition(lexemes, at)):
            if words and "OTHER_ONE" in words[-1].roles:
                words.pop()  # which one is said now
            words += [lexeme.read_as(lexeme.type), lexemes[end - 2]]
            at = end
            continue
        if _repeats(lexemes, at):
            at += 1
            continue
        if _is_her(words, lexemes, at):
            lexeme = lexeme.read_as("_THAT", "IT")
        words.append(lexeme)
        at += 1
    return words


def _apposition(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where `fleet, the one in Kiel,` ends; 0 where it is none."""
    said = [i for i in range(at + 1, min(len(lexemes), at + 9)) if lexemes[i].type not in QUIET][:5]
    kinds = [lexemes[i].type for i in said]
    plain = kinds == ["_COMMA", "_THAT", "_IN", "PLACE", "_COMMA"]
    return said[-1] + 1 if plain and said[-1] == said[-2] + 1 else 0


def _repeats(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`I want that Serbia moves to Greece and that Albania supports it`: the second `that`."""
    joined = lexemes[at].type == "_THAT" and at > 0 and lexemes[at - 1].type == "_AND"
    if not joined or type_at(lexemes, at + 1) not in ("PLACE", *KINDS):
        return False
    wished = (x.text.casefold().split() for x in lexemes[:at] if x.type == "_FILLER")
    return any(len(said) > 1 and said[-1] in ("dat", "that") for said in wished)


def _is_her(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> bool:
    """The unit named before, behind a verb of help."""
    lexeme = lexemes[at]
    behind = bool(words) and words[-1].type in HELPING and len(words[-1].text) > _MARK
    if not behind or lexeme.text.casefold() not in _HER or lexeme.type in ("_THAT", "PLACE"):
        return False
    following = next((x for x in lexemes[at + 1 :] if x.type not in QUIET), None)
    also = following is not None and "ALSO" in following.roles
    return also or type_at(lexemes, at + 1) in _ENDS


def without_aside(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Munich - my last hope - to Bohemia`, `A Mun, bless it, holds`: without what is said in passing."""
    pauses = [i for i, x in enumerate(lexemes) if x.type in ("_DASH", "_COMMA")]
    for first, second in pairwise(pauses):
        alike = lexemes[first].type == lexemes[second].type
        before = [x for x in lexemes[:first] if x.type not in QUIET]
        start = next((i for i in range(len(before), 0, -1) if before[i - 1].type in _ENDS), 0)
        whole = 0 < unit_end(before, start) == len(before)
        if (
            alike
            and whole
            and type_at(lexemes, second + 1) in DOING
            and _is_idle(lexemes[first + 1 : second])
        ):
            return [*lexemes[:first], *lexemes[second + 1 :]]
    return lexemes


def _is_idle(said: Sequence[Lexeme]) -> bool:
    """Whether it neither orders nor takes back, and nobody wonders."""
    plain = all(x.type in _ASIDE and x.roles.isdisjoint(_WAVERING) for x in said)
    speaks = any(word in _SPEAKING for x in said for word in x.text.casefold().split())
    return bool(said) and plain and not speaks
