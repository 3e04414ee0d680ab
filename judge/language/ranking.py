"""Places to retreat to in order of preference, `1. Boh 2. Tyr`, `first choice Boh`, put as one order.

Only between the movements, and only where every item is a place and no more: a list of orders stays one.
"""

import re
from collections.abc import Sequence
from functools import cache

from judge.board.phases import Kind
from judge.board.state import Board
from judge.language import fold
from judge.language.lexicon import Lexicon
from judge.language.sayings import spelt

_ITEM = re.compile(r"^\s*[(]?(\d)\s*[.):]+\s*(.+?)\s*[.,;]?\s*$")
_MARKS = re.compile(r"(?:^|(?<=[\s:,;]))[(]?(\d)\s*[.)]+\s*")
_BRACKET = re.compile(r"^\s*(?:\d\s*[.)]\s*)?(.+?)\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*[.,;]?$")
_GOES = re.compile(r"^(.+?)\s*(?:->|=>|→|–|-|\bto\b|\bnaar\b|\bR\b)\s*(.+)$")
_LONGEST = 5
"""Words of a place in such a list: `the Gulf of Lyon`, `Spain (south coast)`."""


def listed(lines: list[str], board: Board, words: Lexicon, language: str, unit: str) -> list[str]:
    """The lines, where places are numbered with all of them on one: `A Mun: Boh, Tyr`.

    `unit` is the one that has to go, if there is but one; it is meant where none is named.
    """
    if board.phase.kind is not Kind.RETREATS:
        return lines
    lines = [_ranked(line, language, words, unit) for line in lines]
    lines = _bracketed(lines, words, language)
    found = [*lines]
    at = 0
    while at < len(lines):
        end, items = at, list[str]()
        while end < len(lines) and (item := _ITEM.match(lines[end])) and int(item[1]) == len(items) + 1:
            items.append(item[2])
            end += 1
        head = at - 1 if at and lines[at - 1].rstrip().endswith(":") else -1
        if len(items) > 1 and _are_places(items, words) and (head >= 0 or unit):
            said = lines[head].rstrip() if head >= 0 else f"{unit} R"
            found[head if head >= 0 else at] = f"{said} {_joined(items, words)}"
            found[at if head >= 0 else at + 1 : end] = [""] * (end - (at if head >= 0 else at + 1))
        at = max(end, at + 1)
    return found


def _bracketed(lines: list[str], words: Lexicon, language: str) -> list[str]:
    """`A Mun - Boh (first choice)`, and below it `A Mun - Tyr (second choice)`."""
    found, top, unit = [*lines], -1, list[str]()
    for at, line in enumerate(lines):
        mark = _BRACKET.match(line)
        choice = " ".join(fold.words(mark[2])) if mark else ""
        goes = _GOES.match(mark[1]) if mark else None
        if mark is None or goes is None:
            top = top if not line.strip() else -1
        elif choice in spelt(language, "FIRST_CHOICE"):
            found[at], top = mark[1], at
            unit = fold.words(goes[1])
        elif choice in spelt(language, "NEXT_CHOICE") and top >= 0 and fold.words(goes[1]) == unit:
            also = _is_place(goes[2], words)
            found[top], found[at] = (f"{found[top]}, {goes[2]}", "") if also else (found[top], line)
    return found


def _joined(items: Sequence[str], words: Lexicon) -> str:
    """The places; not that the unit is disbanded if they all fail, for so it is."""
    return ", ".join(items[:-1] if _is_end(items[-1], words) else items)


def _ranked(line: str, language: str, words: Lexicon, unit: str) -> str:
    """`A Mun: 1. Boh 2. Tyr`, `A Mun: first choice Boh, second Tyr`."""
    marks = [*_MARKS.finditer(line)]
    if len(marks) < 2 or [int(x[1]) for x in marks] != [*range(1, len(marks) + 1)]:
        marks = [*_choices(language).finditer(line)]
        firsts = [x.lastgroup == "first" for x in marks]
        if len(marks) < 2 or firsts != [True, *([False] * (len(marks) - 1))]:
            return line
    head = line[: marks[0].start()].strip(" ,")
    ends = [*(x.start() for x in marks[1:]), len(line)]
    items = [line[x.end() : end].strip(" ,;.") for x, end in zip(marks, ends, strict=True)]
    if not _are_places(items, words) or not (head or unit):
        return line
    return f"{head or unit + ' R'} {_joined(items, words)}"


@cache
def _choices(language: str) -> re.Pattern[str]:
    """`First choice`, `second choice is`; of the later ones `second` is enough."""
    first, further = (
        "|".join(sorted(map(re.escape, spelt(language, kind)), key=len, reverse=True))
        for kind in ("FIRST_CHOICE", "NEXT_CHOICE")
    )
    return re.compile(
        rf"\b(?:(?P<first>{first})|(?P<next>(?:and |en |then |dan )?(?:{further})))\b"
        r"\s*(?:is|:|=|-|to|naar|would be)*\s*",
        re.IGNORECASE,
    )


def _are_places(items: Sequence[str], words: Lexicon) -> bool:
    """Names of places, and no more; the last may be what is left if all of them are taken."""
    return all(_is_place(item, words) for item in items[:-1]) and (
        _is_place(items[-1], words) or (len(items) > 2 and _is_end(items[-1], words))
    )


def _is_place(item: str, words: Lexicon) -> bool:
    said = fold.words(item)
    if not said or len(said) > _LONGEST:
        return False
    names = (" ".join(said[:size]) for size in range(len(said), 0, -1))
    known = next((word for name in names if (word := words.words.get(name)) and word.tiers), None)
    return known is not None or (len(said) == 1 and bool(words.by_prefix(said[0]).tiers))


def _is_end(item: str, words: Lexicon) -> bool:
    word = words.words.get(" ".join(fold.words(item)))
    return word is not None and word.terminal in ("_DISBANDS", "_REMOVES")
