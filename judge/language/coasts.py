"""The coast behind or before a name: `Spain (south coast)`, `the north coast of St Petersburg`."""

from judge.board.geography import Coast
from judge.language.lexicon import Word
from judge.language.phrases import Phrases

CLOSING = {"(": ")", "[": "]", "{": "}"}
_ALONG = frozenset({"aan", "op", "langs", "on", "at", "along", "de", "the"})
"""Words between a name and its coast."""
_PARTS = frozenset({",", "and", "en", ";"})
"""What may stand behind a coast said without a bracket: `St Petersburg north and Moscow`."""


class Coasts(Phrases):
    """One line, while the coasts of its names are looked for."""

    def _coast_after(self, word: Word, at: int) -> tuple[Coast | None, int]:
        raw = self.raw
        if at >= len(raw):
            return None, at
        opener = raw[at].text if not raw[at].key else ""
        if opener in ("/", "(", "["):
            return self._coast_in(word, at, opener)
        if opener not in ("", ",", "-", ".", "‑") or (
            opener in ("-", "‑") and raw[at].start != raw[at - 1].end
        ):
            return None, at
        start = at + 1 if opener else at
        if (
            start >= len(raw)
            or not raw[start].key
            or (opener in ("-", "‑") and raw[start].start != raw[at].end)
        ):
            return None, at
        if not opener and raw[start].key in _ALONG:
            return self._coast_along(word, start)
        found, end = self._longest(start)
        beside = found.coast or found.side
        split = self._split(word, beside)
        if found.coast and (split or (end > start + 1 and not found.tiers)):
            return found.coast, self._past_dot(end, raw[start].text)
        if (
            not opener
            and found.side
            and not found.tiers
            and split
            and len(raw[start].key) > 1
            and (end == len(raw) or raw[end].text in _PARTS)
        ):
            return found.side, end
        return None, at

    def _coast_along(self, word: Word, at: int) -> tuple[Coast | None, int]:
        """`Petersburg aan de zuidkust`, `St Petersburg on the south coast`."""
        raw, start = self.raw, at
        while start < min(len(raw), at + 3) and raw[start].key in _ALONG:
            start += 1
        if start >= len(raw) or not raw[start].key:
            return None, at
        found, end = self._longest(start)
        whole = len(raw[start].key) > 2 and found.coast is not None
        return (found.coast, end) if whole and self._split(word, found.coast) else (None, at)

    def _split(self, word: Word, coast: Coast | None) -> bool:
        """Whether a province of this name has such a coast of its own."""
        return any((province, coast) in self.lexicon.coasts for tier in word.tiers for province in tier)

    def _coast_in(self, word: Word, at: int, opener: str) -> tuple[Coast | None, int]:
        raw, start = self.raw, at + 1
        if start >= len(raw) or not raw[start].key:
            return None, at
        found, end = self._longest(start)
        coast = found.coast or found.side
        end = self._past_dot(end, raw[start].text)
        if coast is None:
            return None, at
        if opener == "/":
            return coast, end
        if end < len(raw) and raw[end].text == CLOSING[opener]:
            letter = len(raw[start].key) == 1 and found.terminal  # `F ALB (S) A SER - GRE`
            return (None, at) if letter and not self._split(word, coast) else (coast, end + 1)
        return None, at

    def _past_dot(self, end: int, first: str) -> int:
        """`n.c.`: the last dot belongs to the coast."""
        dotted = len(first) == 1 and end < len(self.raw) and self.raw[end].text == "."
        return end + 1 if dotted and self.raw[end].start == self.raw[end - 1].end else end

    def _coast_first(self, coast: Coast, at: int) -> tuple[int, Word] | None:
        """`the south coast of Spain`."""
        end = at
        while end < len(self.raw) and end < at + 3 and self.raw[end].key:
            word, after = self._longest(end)
            if any((province, coast) in self.lexicon.coasts for tier in word.tiers for province in tier):
                return after, word
            if word.terminal not in ("_FROM", "_OF", "_IN") and "FILLER" not in word.roles:
                return None
            end = after
        return None
