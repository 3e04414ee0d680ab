"""A place to retreat to, named without a sentence: `Berlin please`, `Then Berlin it is`.

Only between the movements, where but one unit can be meant, and nothing else is said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.board.geography import Province
from judge.board.phases import Kind
from judge.language import answers, fold
from judge.language.desk import Desk
from judge.language.movement import provinces_of
from judge.language.sayings import spelt
from judge.language.shapes import Retreats, Spot, WrittenUnit
from judge.language.suspicion import UNSURE, Statement

_TALK = frozenset({"PAST", "SAID", "NOT", "WEAK", "YOU"})
"""What talk around it may be, and the choice stands."""
_PAST = frozenset({"PAST"})


@dataclass(frozen=True, slots=True)
class Named:
    """What was said that orders nothing, in the retreats."""

    line: int
    text: str
    said: Statement
    choosing: bool
    """It names a place, and beside it there are only words of wanting it."""
    alone: bool
    """And not even these."""


class Wishes:
    """What a letter says between the movements without ordering anything: what is meant, at the end of it."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._named: list[Named] = []
        self.hint: tuple[int, str] | None = None
        """A line that speaks of builds, removals or retreats: asked about where there is nothing else."""

    def note(self, desk: Desk, number: int, text: str, said: Statement) -> None:
        """Keep a statement without an order."""
        if self.hint is None and answers.speaks_of_a_retreat(desk, said):
            self.hint = number, text
        if desk.board.phase.kind is not Kind.RETREATS or len(desk.case.position.gone) != 1:
            return
        spot = said.named[0] if len({one.text for one in said.named}) == 1 else None
        rest = [*_without(fold.words(said.text), fold.words(spot.text))] if spot else ["?"]
        choosing = {*rest} <= spelt(self._language, "CHOOSES") and not said.roles & UNSURE
        self._named.append(Named(number, text, said, choosing, not rest))

    def choose(self, desk: Desk) -> None:
        """`Berlin please`, where nothing else is said: the unit that has to go retreats there."""
        chosen = [one for one in self._named if one.choosing]
        if len(chosen) != 1 or desk.notes or desk.problems:
            return
        (gone,) = desk.case.position.gone
        (one,) = chosen
        (spot, *_) = one.said.named
        others = [other for other in self._named if other is not one]
        here = gone.unit.province
        plain = not one.alone or all("GREETING" in other.said.roles for other in others)
        plain = plain and all(_is_beside(other.said, here) for other in others)
        plain = plain and not any(other.said.powers for other in self._named)
        if not plain or not provinces_of(spot) & {place.province for place in gone.retreats}:
            return
        unit = WrittenUnit(
            Spot(str(here), ((here,),), gone.unit.location.coast or None), gone.unit.type, None, True
        )
        desk.note(one.line, one.text, desk.verdict(Retreats(unit, (spot,))), False)


def _is_beside(said: Statement, here: Province) -> bool:
    """Whether it says nothing of where to go: `Oh dear, Munich is gone!`"""
    if said.named and (said.verbs or not provinces_of(*said.named) <= {here}):
        return False
    return not said.roles & (UNSURE - (_PAST if said.named else _TALK))


def _without(said: Sequence[str], name: Sequence[str]) -> Iterator[str]:
    at = next((i for i in range(len(said)) if [*said[i : i + len(name)]] == [*name]), len(said))
    yield from said[:at]
    yield from said[at + len(name) :]
