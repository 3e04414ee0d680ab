"""The one way that is left to a unit, and that it takes it: `can go nowhere but Spain, so there it goes`.

Both have to be said: where a unit can go is no order yet.
"""

from collections.abc import Sequence

from judge.language.passives import unit_end
from judge.language.scanner import QUIET, Lexeme

_CAN = frozenset({"can", "kan", "could", "has", "heeft", "may", "can go", "may go", "could go", "can move"})
_HAS = frozenset({"has", "heeft"})
_NOWHERE = frozenset({"nowhere", "nergens", "nowhere else", "nergens anders", "no place"})
_BUT = frozenset({"but", "behalve", "except", "dan", "besides", "other than", "buiten", "except for"})
_ONLY = frozenset(
    {"only", "alleen", "enkel", "slechts", "still", "nog", "maar", "go", "to", "heen", "naartoe"}
)
_DOES = frozenset({"there", "daar", "do", "doe", "where", "heen", "naartoe", "doen"})
_SO_BE_IT = _DOES | {
    "so", "dus", "it", "het", "hij", "die", "dat", "that", "that's", "thats", "goes", "gaat", "gaan", "go",
    "ga", "then", "dan", "maar", "will", "i", "i'll", "ik", "we", "wij", "just", "please", "gewoon", "is",
    "ook", "zal", "en", "and", "of", "course", "natuurlijk", "graag", "svp",
}  # fmt: skip
"""Words of which `so that's where it goes` and `doe dat dan maar` are made."""
_SEAMS = frozenset({"_COMMA", "STOP", "_AND", "COLON"})


def outlets(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The line with such a unit sent on its way; the same list where there is none."""
    starts = [0, *(i + 1 for i, x in enumerate(lexemes) if x.type == "STOP")]
    for start in reversed(starts):
        words = lexemes[start:]
        plain = _sent(words)
        if plain is not words:
            return [*lexemes[:start], *plain]
    return lexemes


def _sent(words: list[Lexeme]) -> list[Lexeme]:
    said = [i for i, x in enumerate(words) if x.type not in QUIET]
    if not said:
        return words
    begin = said[0]
    end = unit_end(words, begin)
    can = next((i for i in said if i >= end), len(words)) if end else len(words)
    if can >= len(words) or words[can].text.casefold() not in _CAN:
        return words
    place = _way(words, can + 1, words[can].text.casefold() in _HAS)
    after = _confirmed(words, place + 1) if place else 0
    if not after:
        return words
    to = words[can].read_as("_TO")
    return [*words[begin:end], to, words[place], *words[after:]]


def _way(words: Sequence[Lexeme], at: int, has: bool) -> int:
    """Where the place is that is left: `only go to Spain`, `nowhere except Spain`; 0 for anything else."""
    nowhere = False
    but = False
    while at < len(words):
        word, text = words[at], words[at].text.casefold()
        if word.type == "PLACE":
            return at if but or not (nowhere or has) else 0
        nowhere = nowhere or text in _NOWHERE
        but = but or (nowhere and text in _BUT)
        if not (word.type in (*QUIET, "_TO", "_MOVES", "_AT") or text in _NOWHERE | _BUT | _ONLY):
            return 0
        at += 1
    return 0


def _confirmed(words: Sequence[Lexeme], at: int) -> int:
    """Where `so there it goes` ends that begins here; 0 where nothing of the kind is said."""
    while at < len(words) and words[at].type in (*_SEAMS, "OTHER"):
        at += 1
    end = next((i for i in range(at, len(words)) if words[i].type in ("_COMMA", "STOP", "ASK")), len(words))
    if end < len(words) and words[end].type == "ASK":
        return 0
    said = {word for x in words[at:end] for word in x.text.casefold().split()}
    return end if said and said <= _SO_BE_IT and said & _DOES else 0
