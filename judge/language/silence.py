"""No order is lost without a word: what names units that wait for one and was taken for talk is asked about.

Only where nothing in the sentence says that it is talk: no doubt, no past, no condition, no other power.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.board.geography import Province, Unit
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language.desk import Desk
from judge.language.doings import STRANGE, UNIT
from judge.language.doubles import province_of
from judge.language.movement import provinces_of
from judge.language.scanner import HELPING, REMOVING, TYPES
from judge.language.suspicion import Statement

_GOING = frozenset({"_MOVES", "_ATTACKS", "_TO", "_DASH", "_RETREATS", "_BACK"})
_DOING = _GOING | HELPING
_STAYING = frozenset({"_HOLDS"})
_OTHERS = frozenset({"_REST", "OTHER_ONE", "THEM", "EVERY", "ALL_ARMIES", "ALL_FLEETS"})
_ALL = ("allemaal", "all of them", "all of these")


@dataclass(frozen=True, slots=True)
class Unheard:
    """A statement that was taken for talk."""

    line: int
    text: str
    said: Statement


def ask(desk: Desk, unheard: Sequence[Unheard]) -> None:
    """Ask about each of them that can only be an order for a unit that has none yet."""
    if not unheard:
        return
    ordered = {province_of(note.taken.order) for note in desk.notes}
    ordered |= {province_of(note.taken.order) for note, _ in desk.withdrawn}
    waiting = desk.units_waiting({province for province in ordered if province is not None})
    if not waiting or any(rest.type is None for rest in desk.resting):
        return
    begun = bool(desk.notes or desk.problems)
    for one in unheard:
        if desk.is_asked_about(one.line):
            continue
        units = _meant(desk, one.said, waiting, begun)
        if units is not None:
            trouble = Trouble.INCOMPLETE if units else Trouble.NOT_UNDERSTOOD
            found = tuple(sorted(map(str, units)))
            desk.problems.append(Problem(one.line, one.text, trouble, one.said.text, found))


def _meant(desk: Desk, said: Statement, waiting: Mapping[Province, Unit], begun: bool) -> list[Unit] | None:
    """The units that it may be for, perhaps none of them for certain; None where it is no order."""
    if desk.board.phase.kind is not Kind.MOVEMENT:
        return None if begun else _between(desk, said, waiting)
    named = [provinces_of(spot) for spot in said.named]
    own = next((p for p in waiting if named and p in named[0]), None)
    if own is not None and UNIT not in said.doing:
        return None
    if own is not None:
        goal = any(desk.case.position.reaches(waiting[own], p) for place in named[1:] for p in place)
        return [waiting[own]] if said.doing & _STAYING or (goal and said.doing & _DOING) else None
    if not said.named:
        all_of_them = said.doing & _OTHERS or any(word in said.text.casefold() for word in _ALL)
        return [] if said.doing & _STAYING and all_of_them else None
    kind = next((TYPES[word] for word in TYPES if word in said.doing), None)
    if kind is None or not said.doing & _GOING:
        return None
    units = [unit for unit in waiting.values() if unit.type is kind]
    goals = [p for place in named for p in place]
    return [unit for unit in units if any(desk.case.position.reaches(unit, p) for p in goals)] or None


def _between(desk: Desk, said: Statement, waiting: Mapping[Province, Unit]) -> list[Unit] | None:
    """Between the movements few places are of interest, and each of these counts."""
    adjusting = desk.board.phase.kind is Kind.ADJUSTMENTS
    if adjusting and not said.named:  # `Paris stays, the others go`
        return [] if said.doing & _OTHERS and said.doing & (_GOING | REMOVING) else None
    if STRANGE in said.doing and not (adjusting and UNIT in said.doing):
        return None
    places = provinces_of(*said.named)
    if desk.board.phase.kind is Kind.RETREATS:
        gone = desk.case.position.gone
        units = [one.unit for one in gone if any(place.province in places for place in one.retreats)]
        return units or ([waiting[p] for p in places if p in waiting] or None if said.verbs else None)
    return ([waiting[p] for p in places if p in waiting] or None) if said.verbs else None
