"""Text made comparable: case, accents, dashes of all kinds and invisible characters never matter."""

import html
import re
import sys
import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache

_DROPPED = frozenset({"Cf", "Cc", "Cs", "Co", "Cn"})
_SPECIAL = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "ı": "i", "đ": "d", "'": "", "’": "", "`": ""}
)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[a-zA-Z]{2,8});")
_QP_TAIL = re.compile(r"=(?:20|09)?$")
_SIMPLE = re.compile(r"[\x20-\x7eÀ-ÖØ-öø-ıĴ-ľŁ-ňŊ-ž’‘“”–—→]*")
"""Lines that are comparable as they are: no composed sign in them that another spelling has too."""
WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")


def tidy(line: str) -> str:
    """A line as typed, without invisible characters, entities and leftovers of mail encodings."""
    if "&" in line:
        line = _ENTITY.sub(lambda match: html.unescape(match[0]), line)
    if not _SIMPLE.fullmatch(line):
        line = unicodedata.normalize("NFKC", line)
        line = "".join(map(_visible, line))
    return _QP_TAIL.sub("", line.rstrip()).strip()


def _visible(char: str) -> str:
    if char.isspace():
        return " "
    return "" if unicodedata.category(char) in _DROPPED else char


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """One word, comparable: no case, no accents, no apostrophes; ss for sz, y for ij."""
    word = word.casefold()
    if not word.isascii():
        word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return word.translate(_SPECIAL).replace("ij", "y")


def words(text: str) -> list[str]:
    """The folded words of a name or a phrase."""
    return [fold(word) for word in WORD.findall(text)]


def first_word(text: str, start: int = 0, end: int = sys.maxsize) -> str:
    """The first folded word; nothing where there is none. Most phrases need not be looked at after it."""
    match = WORD.search(text, start, end)
    return fold(match[0]) if match else ""


def first_words(phrases: Iterable[str]) -> frozenset[str]:
    """What `first_word` finds in folded phrases."""
    return frozenset(phrase.partition(" ")[0] for phrase in phrases)


class Openings:
    """The first two words of many folded phrases: whether any of those phrases can be among some words."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._seconds: dict[str, set[str]] = {}
        for phrase in phrases:
            first, _, rest = phrase.partition(" ")
            self._seconds.setdefault(first, set()).add(rest.partition(" ")[0])

    def are_in(self, words: AbstractSet[str]) -> bool:
        """Whether the first words of a phrase are there, side by side or not; a phrase may have but one."""
        found = (self._seconds[first] for first in self._seconds.keys() & words)
        return any("" in seconds or not seconds.isdisjoint(words) for seconds in found)


@lru_cache(maxsize=4_000)
def is_mixed(word: str) -> bool:
    """Whether a word hides letters of another script among, or instead of, Latin ones."""
    if word.isascii():
        return False
    return any(unicodedata.name(c, "LATIN").startswith(("CYRILLIC", "GREEK", "ARMENIAN")) for c in word)


_LOOKALIKE = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіѕјԁɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTYXaeopcyxisjdgABEZHIKMNOPTYXo",
)


def latin(text: str) -> str:
    """The text with look-alike letters of other scripts written in Latin ones."""
    return text.translate(_LOOKALIKE)
