"""What is anywhere in a line, gathered once: kinds of words, and what words may do.

A reader of a turn of phrase names its cues and looks here first, `if "COMMENT" not in seen.kinds: return`,
before it looks at the words one by one. That is what keeps a line cheap however many readers there are.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judge.language.scanner import Lexeme


class Glance(NamedTuple):
    """The cues of a line, or of a sentence."""

    kinds: frozenset[str]
    """The types of its lexemes."""
    roles: frozenset[str]
    """The roles of its lexemes, talk or not."""


def glance(lexemes: Sequence[Lexeme]) -> Glance:
    """What is anywhere among these; what brackets hold is not looked at."""
    kinds = frozenset([lexeme.type for lexeme in lexemes])
    return Glance(kinds, frozenset().union(*[lexeme.roles for lexeme in lexemes if lexeme.roles]))
