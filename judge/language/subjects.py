"""Whose builds and removals a sentence tells of: `Duitsland bouwt ...`, `Dear GM, England waives`."""

from collections.abc import Sequence

from judge.language import fold
from judge.language.pieces import SILENT
from judge.language.scanner import ADJUSTING, Lexeme

_GREETED = 6
"""Of how many words a greeting is, at most."""
_PAIR = 2
_MINE = frozenset({"i", "ill", "we", "my", "ik", "wij", "mijn"})


def subject_of(sentence: Sequence[Lexeme]) -> Lexeme | None:
    """The power that builds or removes, in front of the verb or the wish; a greeting may come before it."""
    start = _behind_greeting(sentence)
    said = [x for x in sentence[start : start + 6] if x.type not in SILENT and not _is_phase(x)][:_PAIR]
    if len(said) < _PAIR or said[0].type != "POWER":
        return None
    return said[0] if said[1].type in ADJUSTING or "WISH" in said[1].roles else None


def speaks_of_me(text: str) -> bool:
    """`Germany builds F Kiel, so I build ...`"""
    return not _MINE.isdisjoint(fold.words(text))


def _behind_greeting(sentence: Sequence[Lexeme]) -> int:
    """`Dear GM, ...`, `Hoi Henk, ...`: where the sentence goes on."""
    comma = next((i for i, x in enumerate(sentence[:_GREETED]) if x.type == "_COMMA"), 0)
    head = sentence[:comma]
    greets = any("GREETING" in x.roles for x in head) and all(
        x.type in ("TALK", "WORD", *SILENT) for x in head
    )
    return comma + 1 if greets else 0


def _is_phase(word: Lexeme) -> bool:
    """`W04`, beside the power."""
    return word.type == "NUMBER" and word.text[0].isalpha() and word.text[-1].isdigit()
