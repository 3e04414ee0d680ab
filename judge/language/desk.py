"""What one power has ordered so far in a letter, and what a shape comes to in this phase."""

from dataclasses import replace

from judge.board.geography import UnitType
from judge.board.orders import Build, unit_of
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language import adjusting, retreating, settle
from judge.language.doubles import Note, province_of
from judge.language.movement import ranked
from judge.language.settle import Case
from judge.language.shapes import (
    Backs,
    Bare,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Moves,
    Otherwise,
    Retreats,
    Shape,
    Spot,
    Supports,
    Waives,
    WrittenUnit,
)
from judge.language.verdict import Refused, Taken, Verdict


class Desk:
    """The orders of one power, taken in the order of the letter."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.adjust = adjusting.Desk(case)
        self.notes: list[Note] = []
        self.problems: list[Problem] = []

    @property
    def board(self) -> Board:
        """The position the orders are for."""
        return self.case.position.board

    def concerns(self, spot: Spot) -> bool:
        """Whether a name can be a place where this power has something to order."""
        position = self.case.position
        mine = {*position.own, *position.dislodged}
        if self.board.phase.kind is Kind.ADJUSTMENTS:
            mine |= set(position.sites())
        return any(province in mine for province, _ in ranked(spot))

    def rest_holds(self, number: int, text: str, kind: UnitType | None) -> None:
        ordered = {p for note in self.notes if (p := province_of(note.taken.order)) is not None}
        for taken in settle.others_hold(self.case, ordered, kind):
            self.notes.append(Note(number, text, taken, implied=True))

    def waives(self, number: int, text: str, shape: Waives) -> bool:
        count = self.adjust.left() if shape.rest else shape.count
        for _ in range(max(1, count)):
            self.note(number, text, self.adjust.waive(), False)
        return True

    def otherwise(self, number: int, text: str, shape: Otherwise) -> bool:
        """A second choice for the build or the retreat before it."""
        if self.notes and self.notes[-1].line == number:
            note = self.notes[-1]
            match note.taken.order:
                case Build(built):
                    kind = shape.unit.type or built.type
                    verdict: Verdict = self.trial(Builds(replace(shape.unit, type=kind)))
                case _ if (
                    note.taken.kind is Kind.RETREATS and (unit := unit_of(note.taken.order)) is not None
                ):
                    spot = Spot(str(unit.province), ((unit.province,),), unit.location.coast or None)
                    verdict = self.trial(
                        Retreats(WrittenUnit(spot, unit.type, None, True), (shape.unit.spot,))
                    )
                case _:
                    # `A Par - Bur, else Pic`: which of the two is not for us to choose.
                    self.notes.pop()
                    verdict = Refused(Trouble.AMBIGUOUS_ORDER, shape.unit.spot.text, (str(note.taken.order),))
            if isinstance(verdict, Taken):
                note.taken = replace(note.taken, others=(*note.taken.others, verdict.order))
                return True
            self.note(number, text, verdict, False)
            return True
        self.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=shape.unit.spot.text))
        return True

    def verdict(self, shape: Shape, text: str = "") -> Verdict:
        kind = self.board.phase.kind
        match shape:
            case Moves() if kind is Kind.RETREATS:
                return retreating.retreat(self.case, retreating.as_retreat(shape), text)
            case Holds() | Moves() | Supports() | Convoys():
                if kind is not Kind.MOVEMENT:
                    return Refused(Trouble.WRONG_PHASE, shape.unit.spot.text)
                return settle.movement(self.case, shape, text)
            case Retreats():
                if kind is Kind.ADJUSTMENTS:
                    return Refused(Trouble.WRONG_PHASE, shape.unit.spot.text)
                return retreating.retreat(self.case, shape, text)
            case Disbands():
                return self._disbands(shape)
            case Builds():
                return self.adjust.build(shape)
            case Bare(unit):
                return self._bare(unit)
            case _:
                return Refused(Trouble.NOT_UNDERSTOOD)

    def _disbands(self, shape: Disbands) -> Verdict:
        kind = self.board.phase.kind
        if kind is Kind.ADJUSTMENTS:
            return self.adjust.remove(shape)
        if kind is Kind.RETREATS:
            gone = retreating.disband(self.case, shape)
            later = shape.surplus and isinstance(gone, Refused) and gone.trouble is Trouble.NOT_DISLODGED
            return self.adjust.remove(shape) if later else gone
        if shape.by_letter:
            return Refused(Trouble.INCOMPLETE, shape.unit.spot.text)
        return self.adjust.remove(shape) if shape.surplus else retreating.disband(self.case, shape)

    def _bare(self, unit: WrittenUnit) -> Verdict:
        """A unit and nothing else: in the adjustments a build, where one is due."""
        if self.board.phase.kind is Kind.ADJUSTMENTS and self.board.surplus(self.case.position.power) > 0:
            return self.adjust.build(Builds(unit))
        verdict = settle.movement(self.case, Holds(unit))
        if isinstance(verdict, Refused):
            return verdict
        return Refused(Trouble.INCOMPLETE, unit.spot.text, (str(unit_of(verdict.order)),))

    def note(self, number: int, text: str, verdict: Verdict, correction: bool) -> None:
        if isinstance(verdict, Taken):
            self.notes.append(Note(number, text, verdict, correction))
            return
        order = str(verdict.order) if verdict.order is not None else None
        self.problems.append(
            Problem(number, text, verdict.trouble, verdict.at, verdict.candidates, verdict.guess, order)
        )

    def trial(self, shape: Shape) -> Verdict:
        """What a shape would come to, without noting it."""
        return Desk(self.case).verdict(shape)


def backed(shape: Backs, previous: Shape | None) -> Shape | None:
    match previous:
        case Moves(unit, path):
            return Convoys(shape.unit, unit, path) if shape.convoy else Supports(shape.unit, unit, path)
        case Holds(unit) if not shape.convoy:
            return Supports(shape.unit, unit, holds=True)
        case Supports(unit) | Convoys(unit) if not shape.convoy:
            return Supports(shape.unit, unit)
        case _:
            return None
