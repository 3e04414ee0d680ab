"""The phrases of grammar/*/standing.lark: words beside orders, compiled once for each reader's languages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from judge.language import fold
from judge.language.lexicon import understood, vocabulary

FILE = "standing"
_NEVER = re.compile(r"(?!)")
_LEADING = (
    "but", "maar", "is", "this", "that", "still", "nog", "dit", "dat", "now", "nu", "all", "alles", "both",
    "beide",
)  # fmt: skip
_ENTIRELY = rf"^(?:(?:{'|'.join(_LEADING)}) )*(?:{{}})$"


@dataclass(frozen=True, slots=True)
class Sayings:
    """The phrases of standing.lark in all languages of a reader."""

    bracketed: re.Pattern[str]
    entirely: re.Pattern[str]
    opens: re.Pattern[str]
    wholly: re.Pattern[str]
    begins: fold.Openings
    """How begins what `entirely` and `tail` find."""
    tail: re.Pattern[str]
    tail_but: re.Pattern[str]
    says: re.Pattern[str]
    reasons: re.Pattern[str]
    because: frozenset[str]
    theirs: frozenset[str]
    no: frozenset[str]
    yes: frozenset[str]


@cache
def sayings(language: str) -> Sayings:
    """The phrases for a reader of this language, compiled once."""
    entirely = spelt(language, "OFF") | spelt(language, "ALONE")
    return Sayings(
        bracketed=_pattern(spelt(language, "OFF") | spelt(language, "BRACKETED"), r"(?:^| )(?:{})(?: |$)"),
        entirely=_pattern(entirely, _ENTIRELY),
        opens=_pattern(spelt(language, "OPENS"), r"^(?:{})(?: |$)"),
        wholly=_pattern(spelt(language, "WHOLLY") | spelt(language, "ALONE"), r"^(?:{})$"),
        begins=fold.Openings(entirely | spelt(language, "TAIL") | _led(entirely)),
        tail=_pattern(spelt(language, "TAIL"), r"^(?:{})(?: |$)"),
        tail_but=_pattern(spelt(language, "TAIL_BUT"), r"^(?:{})(?: |$)"),
        says=_pattern(spelt(language, "SAYS"), r"^(?:{})(?: |$)"),
        reasons=_pattern(spelt(language, "REASONS"), r"^(?:{})(?: |$)"),
        because=spelt(language, "BECAUSE"),
        theirs=spelt(language, "THEIRS"),
        no=spelt(language, "NO"),
        yes=spelt(language, "YES"),
    )


def _led(entirely: frozenset[str]) -> frozenset[str]:
    """Those of `entirely` with another word in front: `but cancelled`."""
    return frozenset(
        f"{word} {rest}" for word in _LEADING for rest in (*_LEADING, *fold.first_words(entirely))
    )


def spelt(language: str, terminal: str) -> frozenset[str]:
    """The folded phrases of standing.lark under one terminal, in the languages of a reader."""
    files = (vocabulary(each, FILE) for each in understood(language))
    return frozenset(" ".join(fold.words(words)) for file in files for words in file.get(terminal, ()))


def phrases(language: str, terminal: str, shape: str) -> re.Pattern[str]:
    """The phrases under one terminal as a pattern; `shape` has `{}` where they go."""
    return _pattern(spelt(language, terminal), shape)


def _pattern(phrases: Iterable[str], shape: str) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(shape.format("|".join(map(re.escape, longest_first)))) if longest_first else _NEVER
