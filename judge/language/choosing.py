"""The choice of an option, `set fort_bonus 2`, and what the words of commands mean in every language."""

import re
from dataclasses import dataclass
from functools import cache

from judge.language import fold
from judge.language.lexicon import EVERYONES, vocabulary


@dataclass(frozen=True, slots=True)
class Choose:
    """Another choice for an option of the game: `set fort_bonus 2`. Only its master can."""

    option: str
    value: str
    text: str
    """The line as it was written."""


_OPTION = re.compile(r"\s*([A-Za-z][A-Za-z0-9_.]*[A-Za-z0-9])\s*(=|:)?\s*(.*)", re.DOTALL)
_LONGEST_VALUE = 120


def read_choice(line: str, rest: str) -> Choose | None:
    """What a line chooses, from what stands behind its verb.

    `set NAME VALUE`, `set NAME = VALUE`, `set NAME to VALUE`; but not `set sail for Brest`.
    """
    match = _OPTION.fullmatch(rest)
    if match is None:
        return None
    option, sign, value = match.groups()
    becomes = sorted(meaning("C_BECOMES"), key=len, reverse=True)
    into = next((word for word in becomes if value.lower().startswith(f"{word} ")), "")
    value = value[len(into) :].strip().rstrip("!;,").strip()
    parts = value.split()
    while len(parts) > 1 and fold.fold(parts[-1].strip(".,!")) in meaning("C_PLEASE"):
        parts.pop()
    value = " ".join(parts).rstrip(".,;!") if parts else ""
    shown = bool(sign or "_" in option or "." in option or value[:1] in ("{", "["))
    plain = shown or len(parts) == 1 or (bool(into) and len(parts) < 4)
    if not value or not plain or len(value) > _LONGEST_VALUE or value == option:
        return None
    return Choose(option.lower(), _answer(value.strip("“”\"'")), line)


def _answer(value: str) -> str:
    """Yes and no in the one spelling that options know."""
    word = fold.fold(value)
    return "yes" if word in meaning("C_YES") else "no" if word in meaning("C_NO") else value


@cache
def meaning(terminal: str) -> frozenset[str]:
    """The folded words of a terminal, in the languages that everybody may use."""
    return frozenset(fold.fold(word) for each in EVERYONES for word in vocabulary(each).get(terminal, ()))
