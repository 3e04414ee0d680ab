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
_WRAPPED = re.compile(r"(?:on|op|am|le)\b[^:]*(?::\d\d[^:]*)*[^:.;!?]$", re.IGNORECASE)
"""The first half of `On Monday, 2 February 2026 at 18:00, Tom / <tom@example.org> wrote:`."""
_RULE = re.compile(r"(?:-{3,}|_{5,})(?!.*(?:forwarded|doorgestuurd|weitergeleitet))", re.IGNORECASE)
"""`-----Original Message-----`, or a rule above the headers of one."""
_LONGEST_LINE = 300
_GREETING, _POINTING = 4, 20
"""Words of `Hi judge,` above what is answered, or of `My answers are below, between the lines`."""
_BELOW = frozenset({"below", "inline", "between", "under", "hieronder", "onder", "tussen", "onderstaand"})
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
    marked = [at for at, line in enumerate(lines) if _is_marked(line)]
    found = {at for mark in marked for at in _attribution_above(lines, mark, language)}
    openings = (at for at in range(len(lines)) if _opens_mail(lines, at, language, lexicon))
    end = next(openings, len(lines))
    first = min(end, next((at for at in range(marked[0]) if _RULE.match(lines[at])), end)) if marked else end
    if marked and (below := _answered_below(lines, first)):
        found.update(range(first, below))  # an answer between or below what is marked with `>`
        end = end if end >= below else next((at for at in openings if at >= below), len(lines))
    found.update(range(end, len(lines)))
    for at, line in enumerate(lines[:end]):
        if line.lstrip().startswith(_OPEN) and (last := _last_of_quote(lines, at)):
            found.update(range(at, last + 1))
        elif (source := _SOURCE.match(line)) and _is_source(source[1], language):
            found.update(_paragraph_above(lines, at))
    return frozenset(found)


def signed_off(lines: Sequence[str], language: str) -> int:
    """Below which line orders are asked about: where a mail program signs, or `forward` stands alone."""
    begins, forwards = _begins(language, "SIGNED_OFF"), _words(language, "FORWARDS")
    first = _first(language, "SIGNED_OFF", "FORWARDS")
    for at, line in enumerate(lines):
        if fold.first_word(line, 0, 100) not in first:
            continue
        words = " ".join(fold.words(line[:100]))
        signed = begins.search(words) and any(above.strip() for above in lines[:at])
        if signed or words in forwards:
            return at
    return len(lines)


def _is_marked(line: str) -> bool:
    return line.lstrip().startswith(">")


def _attribution_above(lines: Sequence[str], mark: int, language: str) -> range:
    """`On Monday Tom wrote:`, over one or two lines above what is marked: no words of the player's own."""
    at = next((i for i in range(mark - 1, max(mark - _NEAR, -1), -1) if lines[i].strip()), -1)
    line = lines[at].rstrip()[:_LONGEST_LINE] if at >= 0 else ""
    if not line.endswith((":", "---")) or _is_marked(line):
        return range(0)
    if "@" not in line and not _words(language, "WROTE").intersection(fold.words(line)):
        return range(0)
    wrapped = at > 0 and _WRAPPED.match(lines[at - 1]) is not None
    return range(at - wrapped, at + 1)


def _answered_below(lines: Sequence[str], at: int) -> int:
    """Where the marks begin below the headers of a mail, and nothing but a greeting stands above them."""
    above = [word for line in lines[:at] for word in fold.words(line)]
    if len(above) > _GREETING and (len(above) > _POINTING or not _BELOW.intersection(above)):
        return 0
    for below in range(at + 1, min(len(lines), at + _LONGEST_QUOTE)):
        if _is_marked(lines[below]):
            return below
        if lines[below].strip() and _LABEL.match(lines[below][:200]) is None:
            return 0
    return 0


def _opens_mail(lines: Sequence[str], at: int, language: str, lexicon: Lexicon) -> bool:
    if fold.first_word(lines[at], 0, 200) not in _first(language, "FORWARDS", "FROM"):
        return False
    if _is_marked(lines[at]):
        return False
    line = lines[at][:200]
    plain = " ".join(fold.words(line))
    if plain in _words(language, "FORWARDS"):
        return line.rstrip().endswith(":") or bool(_headers_below(lines, at, language))
    label = _LABEL.match(line)
    if label is None:
        return False
    key, value = " ".join(fold.words(label[1])), " ".join(fold.words(label[2]))
    if key in _words(language, "FORWARDS"):
        return True
    headers = key in _words(language, "FROM") and _headers_below(lines, at, language)
    return bool(headers) and value not in lexicon.names


def _headers_below(lines: Sequence[str], at: int, language: str) -> list[re.Match[str]]:
    below = (_LABEL.match(each) for each in lines[at + 1 : at + _NEAR])
    return [each for each in below if each and " ".join(fold.words(each[1])) in _words(language, "HEADER")]


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
