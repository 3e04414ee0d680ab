"""Remarks that take an order off: UNDONE the one just before it, DISOWNED all of its sentence."""

from collections.abc import Sequence

from judge.language.scanner import Lexeme

UNDONE = frozenset({"UNDONE"})
DISOWNED = frozenset({"DISOWNED"})
ELSEWHEN = frozenset({"ELSEWHEN"})
"""Besides: it is for another time, and no word about an order for now."""


def remark(over: Sequence[Lexeme], body: str, roles: frozenset[str]) -> Lexeme:
    """A remark in the place of these words."""
    start, end = over[0].start, over[-1].end
    return Lexeme("COMMENT", body[start:end] if body else over[0].text, start, end, roles=roles)


def is_struck(lexemes: Sequence[Lexeme]) -> bool:
    """Whether anything in these words strikes an order."""
    return any(x.roles & (UNDONE | DISOWNED) for x in lexemes)


def is_undone(lexemes: Sequence[Lexeme]) -> bool:
    """Whether something strikes only the order that it stands beside."""
    return any("UNDONE" in x.roles for x in lexemes)
