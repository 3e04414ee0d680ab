"""What is anywhere in a line, gathered once: the types of its lexemes, and what its words may do.

Many readers look for a turn of phrase each. A reader has a set of cues, the types and roles without which
there is no such turn, and is called only where the line has one of them: by a row of a table, as those of
`rewording` and `turns`, or behind `if "COMMENT" in cues`. Only then it goes through the words, so that a line
costs no more with one reader more. Phrases that are no words of the lexicon are looked for by their first
words, with `fold.Openings`.
"""

from collections.abc import Sequence

from judge.language.scanner import Lexeme


def cues_of(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """All types and roles among these, talk or not, except in brackets; no role has the name of a type."""
    types = frozenset([lexeme.type for lexeme in lexemes])
    return types.union(*[lexeme.roles for lexeme in lexemes if lexeme.roles])
