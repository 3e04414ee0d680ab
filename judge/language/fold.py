"""Text made comparable: case, accents, dashes of all kinds and invisible characters never matter."""

import html
import re
import unicodedata
from functools import lru_cache

_DROPPED = frozenset({"Cf", "Cc", "Cs", "Co", "Cn"})
_SPECIAL = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "ı": "i", "đ": "d", "'": "", "’": "", "`": ""}
)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[a-zA-Z]{2,8});")
_QP_TAIL = re.compile(r"=(?:20|09)?$")
_SIMPLE = re.compile(r"[\x20-\x7e]*")
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
