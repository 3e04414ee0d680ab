"""What words and marks beside an order say of it: cancelled, not yet, somebody else's, ticked, crossed out.

They are looked at as phrases, apart from the grammar of orders; the words are in grammar/*/standing.lark.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from judge.board.geography import Power
from judge.language import fold
from judge.language.sayings import Sayings, sayings
from judge.language.timing import Calendar

REFUSALS = frozenset("❌✗✘✖🚫⛔👎🤔❓☒☐⬜🔲◻")
"""Signs beside an order that is not wanted, or not settled."""
CONSENTS = frozenset("✅✓✔☑👍")
MOST = 50_000
_DENIED = re.compile(r"(?:^| )(?:no|not|not an?|never|nothing|niet|geen|niks)$")
_MARKS = re.compile(r"^[\s\[({#/]+|[\s\])}]+$")
_HARMLESS = ("of course", "pas op")


@lru_cache(maxsize=100)
def _owners(powers: tuple[str, ...]) -> frozenset[str]:
    return frozenset(powers).union(f"{power}s" for power in powers)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the words beside an order are understood: by whom, and whose names they may hold."""

    words: Sayings
    powers: dict[str, Power]
    calendar: Calendar
    owners: frozenset[str]
    """How a power begins the words that give an order to it."""
    polled: bool = False
    """Somewhere in the letter an order is answered in front: `yes: A Par - Bur`."""

    @classmethod
    def of(cls, text: str, language: str, powers: dict[str, Power], calendar: Calendar) -> "Standing":
        """What is beside the orders of a letter."""
        words = sayings(language)
        begins = fold.first_words(words.yes)
        said = (line for line in text[:MOST].splitlines() if fold.first_word(line, 0, 100) in begins)
        first = (re.split(r"\s*[:–-]", line, maxsplit=1) for line in said)
        polled = any(len(parts) > 1 and fold.fold(parts[0].strip()) in words.yes for parts in first)
        return cls(words, powers, calendar, _owners(tuple(powers)), polled)

    def may_strike(self, words: frozenset[str]) -> bool:
        """Whether a phrase that strikes an order may begin with one of these words."""
        return self.words.begins.are_in(words) or not self.owners.isdisjoint(words)

    def undoes(self, remark: str) -> bool:
        """Whether a remark in brackets, or behind `//`, leaves the order beside it open."""
        inner = _MARKS.sub("", remark)
        if not inner or REFUSALS & {*inner} or inner in ("-", "?", "??"):
            return True
        said = " ".join(fold.words(inner))
        first = re.split(r"[,;.!:]", inner, maxsplit=1)
        if len(first) > 1 and " ".join(fold.words(first[0])) in self.words.no:
            return True  # `(no, hold)`
        if not said or said.startswith(_HARMLESS):
            return False
        if self.words.wholly.search(said) or self.trails(said) or self.calendar.is_other(inner):
            return True
        return self._is_off(said) or self._opens(said)

    def _is_off(self, said: str) -> bool:
        found = self.words.bracketed.search(said)
        if found is None or _DENIED.search(said[: found.start()]):
            return False
        return not found.start() or not self.words.reasons.search(said)

    def _opens(self, said: str) -> bool:
        helping = "support" in said or "steun" in said  # `(needs no support)`
        return bool(self.words.opens.search(said)) and not helping

    def trails(self, said: str) -> bool:
        """Whether folded words behind a comma or a dash give the order to somebody else, or to the past."""
        if self.words.tail_but.search(said):
            return False
        return bool(self.words.tail.search(said)) or self.is_theirs(said)

    def takes_off(self, said: str) -> bool:
        """Whether folded words behind a comma say that the order is off, and no more."""
        return bool(self.words.entirely.search(said))

    def is_theirs(self, said: str) -> bool:
        """`Italy thinks`, `France's order`, `Germany permitting`."""
        whose, _, rest = said.partition(" ")
        if whose not in self.powers and whose.removesuffix("s") not in self.powers:
            return False
        return rest in self.words.theirs or bool(self.words.says.search(rest) and len(rest.split()) <= 3)
