"""What is anywhere in a line, gathered once: the types of its lexemes, and what its words may do.

Many readers look for a turn of phrase each. A reader has a set of cues, the types and roles without which
there is no such turn, and is called only where the line has one of them: by a row of `Readers`, as those of
`rewording` and `turns`, or behind `if "COMMENT" in cues`. Only then it goes through the words, so that a line
costs no more with one reader more. Phrases that are no words of the lexicon are looked for by their first
words, with `fold.Openings`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from judge.language.scanner import Lexeme

Reader = TypeVar("Reader")
MOST_KEPT = 2_000


def cues_of(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """All types and roles among these, talk or not, except in brackets; no role has the name of a type."""
    types = frozenset([lexeme.type for lexeme in lexemes])
    return types.union(*[lexeme.roles for lexeme in lexemes if lexeme.roles])


class Readers(Generic[Reader]):
    """Readers in the order in which they are asked, each with the cues without which it is not."""

    def __init__(self, *rows: tuple[frozenset[str], Reader]) -> None:
        self._rows = rows
        self._all = frozenset().union(*[cues for cues, _ in rows])
        self._kept = lru_cache(maxsize=MOST_KEPT)(self._with)

    def of(self, cues: frozenset[str]) -> Iterable[Reader]:
        """Those that have one of these cues."""
        return self._kept(cues & self._all)

    def _with(self, cues: frozenset[str]) -> tuple[Reader, ...]:
        return tuple(reader for needed, reader in self._rows if not needed.isdisjoint(cues))
