"""Which lines of a letter somebody else wrote: mail under its headers, quotes over several lines."""

import re
from collections.abc import Sequence
from functools import cache

from judge.language import fold
from judge.language.lexicon import Lexicon
from judge.language.sayings import phrases, spelt

_NEAR = 4
"""Within how many lines of `From:` another header stands."""
_LONGEST_QUOTE = 12
_LONGEST_SOURCE = 6
"""Words of `-- wrote Tom`."""
_LABEL = re.compile(r"^\W{0,3}([^\W\d_][\w .-]{0,18}?)\s*:\s*(.*)$")
_OPEN = ('"', "“", "„", "«")
_SHUT = ('"', "”", "“", "»")
_SOURCE = re.compile(r"^\s*(?:[-–—~]{1,3}|\()\s*(.+)$")


@cache
def _words(language: str, terminal: str) -> frozenset[str]:
    return spelt(language, terminal)


@cache
def _first(language: str, *terminals: str) -> frozenset[str]:
    """How the phrases of some terminals begin."""
    return fold.first_words(phrase for terminal in terminals for phrase in spelt(language, terminal))


@cache
def _begins(language: str, terminal: str) -> re.Pattern[str]:
    return phrases(language, terminal, r"^(?:{})(?: |$)")


def quoted(lines: Sequence[str], language: str, lexicon: Lexicon) -> frozenset[int]:
    """The places of the lines that hold somebody else's words."""
    end = next((at for at in range(len(lines)) if _opens_mail(lines, at, language, lexicon)), len(lines))
    found = set(range(end, len(lines)))
    for at, line in enumerate(lines[:end]):
        if line.lstrip().startswith(_OPEN) and (last := _last_of_quote(lines, at)):
            found.update(range(at, last + 1))
        elif (source := _SOURCE.match(line)) and _is_source(source[1], language):
            found.update(_paragraph_above(lines, at))
    return frozenset(found)


def signed_off(lines: Sequence[str], language: str) -> int:
    """Where a mail program signs: orders below it, where there was something above, are asked about."""
    begins, first = _begins(language, "SIGNED_OFF"), _first(language, "SIGNED_OFF")
    near = (at for at, line in enumerate(lines) if fold.first_word(line, 0, 100) in first)
    signed = (at for at in near if begins.search(" ".join(fold.words(lines[at][:100]))))
    return next((at for at in signed if any(above.strip() for above in lines[:at])), len(lines))


def _opens_mail(lines: Sequence[str], at: int, language: str, lexicon: Lexicon) -> bool:
    if fold.first_word(lines[at], 0, 200) not in _first(language, "FORWARDS", "FROM"):
        return False
    line = lines[at][:200]
    plain = " ".join(fold.words(line))
    if plain in _words(language, "FORWARDS"):
        return True
    label = _LABEL.match(line)
    if label is None:
        return False
    key, value = " ".join(fold.words(label[1])), " ".join(fold.words(label[2]))
    if key in _words(language, "FORWARDS"):
        return True
    below = (_LABEL.match(each) for each in lines[at + 1 : at + _NEAR])
    headers = [each for each in below if each and " ".join(fold.words(each[1])) in _words(language, "HEADER")]
    return key in _words(language, "FROM") and bool(headers) and value not in lexicon.names


def _last_of_quote(lines: Sequence[str], at: int) -> int:
    """Where a quote ends that goes on below its first line; 0 where it does not."""
    if any(sign in lines[at].strip()[1:] for sign in _SHUT):
        return 0
    for last in range(at + 1, min(len(lines), at + _LONGEST_QUOTE)):
        if any(sign in lines[last] for sign in _SHUT):
            return last
    return 0


def _is_source(said: str, language: str) -> bool:
    """`-- wrote Tom`, `(aldus Frankrijk)`."""
    words = fold.words(said[:100])
    plain = " ".join(words)
    return 1 < len(words) <= _LONGEST_SOURCE and bool(_begins(language, "QUOTED_FROM").search(plain))


def _paragraph_above(lines: Sequence[str], at: int) -> range:
    start = at
    while start and lines[start - 1].strip():
        start -= 1
    return range(start, at + 1)
