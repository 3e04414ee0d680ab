"""Whose the orders on a line are, and when they are for, said in front of them: `TURKEY W04 remove A Arm`.

Only what can be nothing else is taken for such a heading: beside the power or the season there is a colon
behind it, or there are both of them and an order follows at once.
"""

import re
from dataclasses import dataclass, field

from judge.board.geography import Power
from judge.language import fold
from judge.language.lexicon import UNKNOWN, Lexicon
from judge.language.scanner import ADJUSTING, KINDS
from judge.language.timing import Calendar

_TOKEN = re.compile(r"[^\W_]+(?:['’`][^\W\d_]+)?|\S")
_MAYBE = re.compile(r"[:\d]")
"""Without any of these there is no heading."""
_BETWEEN = frozenset(",-–—()[]/.|'’`&")
LONGEST_HEADLINE = 90
"""Characters of a line in which its heading is looked for."""
_LONGEST_POWER = 3
"""Words of the longest name of a power."""
_SHORT = 2
"""Letters of a unit's mark."""
_KINDS_OF_ORDERS = frozenset({"_RETREATS", *ADJUSTING})
_ORDERING = frozenset({*KINDS, *_KINDS_OF_ORDERS})
"""With what an order begins that follows a heading without a colon."""


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands in front of the orders on a line, and the rest of it."""

    power: Power | None
    text: str
    """The rest, with the time before it where one is named: `W04: remove A Arm`."""


@dataclass(slots=True)
class _Said:
    powers: set[Power] = field(default_factory=set)
    when: list[str] = field(default_factory=list)
    what: list[str] = field(default_factory=list)
    idle: bool = False
    """There are words in it that name none of these."""


def headline(text: str, words: Lexicon, calendar: Calendar) -> Headline | None:
    """The heading of a line with orders; None where it has none but what is read anyhow."""
    if _MAYBE.search(text) is None:
        return None
    tokens = [*_TOKEN.finditer(text, 0, LONGEST_HEADLINE)]
    said, at, named = _Said(), 0, 0
    found: Headline | None = None
    while at < len(tokens):
        token = tokens[at][0]
        if token == ":":
            found, named = _found(said, text[tokens[at].end() :]) or found, -1
            at += 1
            continue
        size = 1 if token in _BETWEEN else _read(said, [x[0] for x in tokens[at : at + 4]], words, calendar)
        if not size:
            break
        at += size
        if named >= 0 and not (said.idle or said.what):
            named = at
    if found is None and 0 < named < len(tokens) and said.powers:
        entry = words.words.get(fold.fold(tokens[named][0]), UNKNOWN)
        dated = any(c.isdigit() for word in said.when for c in word)
        said.what.clear()
        return _found(said, text[tokens[named].start() :]) if dated and entry.terminal in _ORDERING else None
    return found


def _found(said: _Said, rest: str) -> Headline | None:
    """The heading up to here, where it names more than one thing and orders follow."""
    if len(said.powers) > 1 or not rest.strip() or bool(said.powers) + bool(said.when) + bool(said.what) < 2:
        return None
    labels = [" ".join(part) for part in (said.when, said.what) if part]
    return Headline(next(iter(said.powers), None), ": ".join([*labels, rest.strip()]))


def _read(said: _Said, tokens: list[str], words: Lexicon, calendar: Calendar) -> int:
    """How many of these tokens are a part of a heading; note what they say."""
    keys = [fold.fold(token) for token in tokens]
    for size in range(min(_LONGEST_POWER, len(keys)), 0, -1):
        key = " ".join(keys[:size])
        power = words.powers.get(key)
        if power is None and size == 1 and len(key) == 1 and calendar.is_code(" ".join(keys[1:2])):
            power = words.letters.get(key)  # `D nj02`
        if power is not None:
            said.powers.add(power)
            return size
    if size := calendar.names_time(keys):
        said.when += tokens[:size]
        if size == 1 and calendar.is_code(keys[0]) and keys[0][-1] == "r":
            said.what = ["retreats"]  # `F02R`
        return size
    if said.when and keys[0].isdigit() and len(keys[0]) == _SHORT:
        said.when.append(tokens[0])  # `Fall '02`
        return 1
    entry = words.words.get(keys[0], UNKNOWN)
    if entry.terminal in _KINDS_OF_ORDERS and len(keys[0]) > _SHORT and not entry.tiers:
        said.what = [tokens[0]]
        return 1
    if calendar.is_neutral(keys[0]) or "ORDERS" in entry.roles:
        said.idle = True
        return 1
    return 0
