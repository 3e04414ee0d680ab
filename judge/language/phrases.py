"""The words and signs of a line, and the longest known phrase that begins at each."""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from judge.language import fold
from judge.language.lexicon import UNKNOWN, Lexicon, Word

_RAW = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*|[-–—−‑‒―=~>→⇒➔➜⟶➝»]+|[^\w\s]|_")
_JOINTS = frozenset({".", "-", "‑", "'", "’", "+"})
"""Signs that may stand inside a name, directly after a word."""
_GENITIVE = frozenset({"'s", "’s"})


class Raw(NamedTuple):
    """A word or sign before it is looked up."""

    text: str
    start: int
    end: int
    key: str
    """Folded; empty for a sign."""


_raw: Callable[[tuple[str, int, int, str]], Raw] = partial(tuple.__new__, Raw)


def raws(line: str) -> list[Raw]:
    """The words and signs of a tidy line."""
    return [
        _raw((text := match[0], *match.span(), fold.fold(text) if text[0].isalnum() else ""))
        for match in _RAW.finditer(line)
    ]


class Phrases:
    """One line, while phrases are looked up in it."""

    def __init__(self, line: str, raw: list[Raw], lexicon: Lexicon) -> None:
        self.line, self.raw, self.lexicon = line, raw, lexicon
        self._found: dict[int, tuple[Word, int]] = {}

    def _longest(self, at: int) -> tuple[Word, int]:
        """The longest known phrase that begins here, and where it ends; UNKNOWN where there is none."""
        found = self._found.get(at)
        if found is None:
            found = self._found[at] = self._look_up(at)
        return found

    def _look_up(self, at: int) -> tuple[Word, int]:
        raw, words = self.raw, self.lexicon.words
        key = raw[at].key
        best = words.get(key, UNKNOWN), at + 1
        most = self.lexicon.longest.get(key)
        if most is None:
            return best
        end, phrase, ended = at + 1, key, False
        for _ in range(most - 1):
            ended = ended or self._is_stop(end)
            end = self._next(end)
            if end < 0:
                break
            phrase = f"{phrase} {raw[end].key}"
            end += 1
            found = words.get(phrase)
            if found is None and raw[end - 1].text[-2:] in _GENITIVE:
                found = words.get(phrase[:-1])  # `the North Sea's help`
            if found is not None and not (ended and not found.tiers and not found.coast):
                best = found, end
            if phrase not in self.lexicon.begun:
                break
        return best

    def _is_stop(self, at: int) -> bool:
        """A full stop with a blank behind it, after a whole word: `laat is. Het leger`."""
        raw = self.raw
        if at + 1 >= len(raw) or raw[at].text != "." or raw[at + 1].start == raw[at].end:
            return False
        return len(raw[at - 1].key) > 1

    def _next(self, at: int) -> int:
        """Where the next word of a name is: over a dot or an unspaced dash, never over a spaced one."""
        raw = self.raw
        if at < len(raw) and not raw[at].key and raw[at].text in _JOINTS and raw[at - 1].end == raw[at].start:
            if raw[at].text in "-‑" and at + 1 < len(raw) and raw[at].end != raw[at + 1].start:
                return -1
            at += 1
        return at if at < len(raw) and raw[at].key else -1
