"""What one power has ordered so far in a letter, and what a shape comes to in this phase."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.board.geography import PORT, BuildingType, Province, Unit, UnitType
from judge.board.orders import Build, Move, Order, unit_of
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language import adjusting, retreating, settle, spending, suggest
from judge.language.doubles import Note, key_of, province_of
from judge.language.leaning import leanings
from judge.language.movement import provinces_of, ranked
from judge.language.resting import Rest, held
from judge.language.settle import Case
from judge.language.shapes import (
    Act,
    Bare,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Moves,
    Nameless,
    Otherwise,
    Retreats,
    Shape,
    Spends,
    Spot,
    Supports,
    Waives,
    WrittenUnit,
    spots,
)
from judge.language.verdict import Refused, Taken, Verdict

SEVERAL = 2


class Desk:
    """The orders of one power, taken in the order of the letter."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.adjust = adjusting.Desk(case)
        self.notes: list[Note] = []
        self.problems: list[Problem] = []
        self.last: Note | None = None
        """The order that was taken last; none where something that could not be taken came after it."""
        self.withdrawn: list[tuple[Note, Problem]] = []
        """Orders that were taken back, each with what to ask about it."""
        self.resting: list[Rest] = []
        """`All others hold`: for the end, when it is known who they are."""
        self.plainly = False
        """Whether a unit was named without a doubt in a phase in which few are: it is asked about."""
        self.placed = 0
        self.lost = False
        self.open: list[tuple[int, str, Spot, bool]] = []
        """Names in what was not taken as an order: those units are not among `all others`."""
        self.adrift: list[Spot] = []
        self.passed_over: list[tuple[int, str, Order]] = []
        """Orders taken for talk because of the words around them."""

    @property
    def board(self) -> Board:
        """The position the orders are for."""
        return self.case.position.board

    @property
    def is_waited_for(self) -> bool:
        """Whether this power has anything to order in this phase."""
        return bool(self._waiting(set()))

    def concerns(self, spot: Spot) -> bool:
        """Whether a name can be a place where this power has something to order."""
        position = self.case.position
        mine = {*position.own, *position.dislodged}
        if self.board.phase.kind is Kind.ADJUSTMENTS:
            mine |= set(position.sites())
        return any(province in mine for province, _ in ranked(spot))

    def is_of_kind(self, shape: Shape, kind: UnitType | None) -> bool:
        """Whether the unit that is helped may be of this kind: `supports that fleet`."""
        if kind is None or not isinstance(shape, Supports | Convoys):
            return True
        standing = self.case.position.standing
        found = {standing[p][1].type for p, _ in ranked(shape.other.spot) if p in standing}
        return shape.other.type in (None, kind) and kind in found

    def lose(self, number: int, text: str, spot: Spot) -> None:
        """A unit under a name that fits none: if it looks like none of ours, who are the rest?"""
        self.leave_open(number, text, (spot,))
        own = self.case.position.own
        self.lost = self.lost or not any(province in own for province in self._meant(spot))

    def leave_open(self, number: int, text: str, spots: Iterable[Spot], asked: bool = True) -> None:
        """Names that were written in something that is no order; `asked` where one may have been meant."""
        self.open += [(number, text, spot, asked) for spot in spots]

    def set_adrift(self, shape: Shape | None) -> None:
        """A move that was not taken: nobody knows where that unit goes."""
        if isinstance(shape, Moves):
            self.adrift.append(shape.unit.spot)

    def ask_about_talk(self) -> None:
        """A letter with nothing but orders for several units that were taken for talk: are they meant?

        Between the movements one unit is enough.
        """
        enough = SEVERAL if self.board.phase.kind is Kind.MOVEMENT else 1
        units = {province_of(order) for *_, order in self.passed_over}
        if self.notes or self.problems or len(units) < enough:
            return
        for number, text in dict.fromkeys((number, text) for number, text, _ in self.passed_over):
            guess = next(str(order) for at, _, order in self.passed_over if at == number)
            self.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=guess))

    def close(self) -> None:
        """What can only be known at the end of the letter."""
        for note, problem in self.withdrawn:
            same = [one for one in self.notes if key_of(one) == key_of(note)]
            if all(one.place < note.place for one in same):
                self.problems.append(problem)
                self.notes = [one for one in self.notes if one not in same]
        for note, _ in self.withdrawn:
            if (unit := unit_of(note.taken.order)) is not None:
                spot = Spot(str(unit.province), ((unit.province,),))
                self.leave_open(note.line, note.text, (spot,))
        self._lean()
        self._ask_about_pairs()
        self._rest()

    def _lean(self) -> None:
        """`Bul - Gre. Aeg S Bul`, `Aeg supports that`: orders that mean what another one does."""
        adrift = provinces_of(*self.adrift)
        for found in [*leanings(self.notes, self.case.position, adrift)]:
            if found.meant is not None:
                found.note.taken = replace(found.note.taken, order=found.meant)
                continue
            self.notes.remove(found.note)
            if found.on is not None:
                found.on.leant_on = True
            if found.problem is not None:
                self.problems.append(found.problem)
            if (province := province_of(found.note.taken.order)) is not None:
                spot = Spot(str(province), ((province,),))
                self.leave_open(found.note.line, found.note.text, (spot,))

    def _ask_about_pairs(self) -> None:
        """`mar gas`, with units of ours in both: a move only where the other one moves away."""
        moving = {
            p
            for note in self.notes
            if isinstance(note.taken.order, Move) and (p := province_of(note.taken.order))
        }
        for note in [*self.notes]:
            order, shape = note.taken.order, note.shape
            pair = isinstance(shape, Moves) and not shape.signed and not shape.unit.marked
            if (
                pair
                and isinstance(order, Move)
                and order.target.province in {*self.case.position.own} - moving
            ):
                self.notes.remove(note)
                self.problems.append(Problem(note.line, note.text, Trouble.NOT_UNDERSTOOD, guess=str(order)))

    def _rest(self) -> None:
        """Let all others hold, but for the units the letter names and leaves without an order."""
        ordered = {p for note in self.notes if (p := province_of(note.taken.order)) is not None}
        begun = self.resting or self.notes or self.plainly
        unsettled = self._unsettled(ordered) if begun else set()
        for rest in reversed(self.resting):
            found = rest.open() if self.lost else held(rest, self.case, ordered | unsettled)
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self.notes[rest.at : rest.at] = found

    def _unsettled(self, ordered: set[Province]) -> set[Province]:
        """The units that were named and have no order, where others have; each is asked about."""
        found: set[Province] = set()
        taken_back = {province_of(note.taken.order) for note, _ in self.withdrawn}
        waiting = self._waiting(ordered)
        for number, text, spot, asked in self.open:
            for province in self._meant(spot):
                if province not in waiting or province in found or not (asked or self.resting):
                    continue
                found.add(province)
                if province in taken_back:
                    continue
                if not self.is_asked_about(number):
                    unit = waiting[province]
                    self.problems.append(Problem(number, text, Trouble.INCOMPLETE, spot.text, unit))
        return found

    def is_asked_about(self, number: int) -> bool:
        """Whether something in this line is asked about already."""
        return any(problem.line == number and not problem.is_remark for problem in self.problems)

    def _waiting(self, ordered: set[Province]) -> dict[Province, tuple[str, ...]]:
        """Who or what can still be ordered in this phase."""
        position = self.case.position
        mine: dict[Province, tuple[str, ...]] = {}
        match self.board.phase.kind:
            case Kind.MOVEMENT:
                mine = {p: (str(unit),) for p, unit in position.own.items()}
            case Kind.RETREATS:
                mine = {p: (str(gone.unit),) for p, gone in position.dislodged.items()}
            case _ if self.adjust.left() > 0:
                mine = {p: () for p in position.sites() if p not in position.standing}
            case _ if self.adjust.to_remove() > 0:
                mine = {p: (str(unit),) for p, unit in position.own.items()}
            case _:
                pass
        return {province: unit for province, unit in mine.items() if province not in ordered}

    def units_waiting(self, ordered: set[Province]) -> dict[Province, Unit]:
        """The units that stand without an order, by their place."""
        position = self.case.position
        gone = {province: one.unit for province, one in position.dislodged.items()}
        return {p: unit for p in self._waiting(ordered) if (unit := gone.get(p) or position.own.get(p))}

    def without_order(self, units: Sequence[Unit]) -> list[Unit]:
        """Those the letter has not ordered yet; none where it has ordered nothing of the kind."""
        ordered = {province_of(note.taken.order) for note in self.notes}
        left = [unit for unit in units if unit.province not in ordered]
        return left if len(left) < len(units) else []

    def _meant(self, spot: Spot) -> list[Province]:
        if spot.known:
            return [province for province, _ in ranked(spot)]
        return list(suggest.provinces(self.case.lexicon, spot.text))

    def drop(self, note: Note) -> None:
        """Take an order from the desk."""
        self.notes.remove(note)
        self.adjust.undo(note.taken.order)
        if self.last is note:
            self.last = None

    def restore(self, note: Note) -> None:
        """Lay an order on the desk."""
        self.placed += 1
        note.place = self.placed
        self.notes.append(note)
        self.adjust.redo(note.taken.order)

    def waives(self, number: int, text: str, shape: Waives) -> bool:
        if shape.rest and self._has_open():
            self.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
            return True
        count = self.adjust.left() if shape.rest else shape.count
        for _ in range(max(1, count)):
            self.note(number, text, self.adjust.waive(), False)
        return True

    def _has_open(self) -> bool:
        """Whether something was said that may be a build, and was not taken: who knows what the rest is?"""
        waiting = self._waiting(
            {p for note in self.notes if (p := province_of(note.taken.order)) is not None}
        )
        return any(asked and {*self._meant(spot)} & {*waiting} for *_, spot, asked in self.open)

    def otherwise(self, number: int, text: str, shape: Otherwise, of: Note | None = None) -> bool:
        """A second choice for the build or the retreat before it, or for the order `of`."""
        last = self.notes[-1] if self.notes else None
        follows = last is self.last and self.board.phase.kind is not Kind.MOVEMENT
        note = of or (last if last is not None and (last.line == number or follows) else None)
        if note is not None:
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
            case Builds(unit) if unit.type is None and unit.spot.coast == PORT:
                return spending.spend(self.case, Spends(Act.PLACE, unit, BuildingType.PORT))
            case Builds():
                return self.adjust.build(shape)
            case Spends():
                return spending.spend(self.case, shape)
            case Bare(unit):
                return self._bare(unit)
            case _:
                return Refused(Trouble.NOT_UNDERSTOOD)

    def _disbands(self, shape: Disbands) -> Verdict:
        kind = self.board.phase.kind
        if shape.goes and self.adjust.to_remove() <= 0:
            return Refused(Trouble.INCOMPLETE, shape.unit.spot.text)
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

    def note(
        self, number: int, text: str, verdict: Verdict, correction: bool, shape: Shape | None = None
    ) -> None:
        """Lay down what an order came to: the order itself, or what is wrong with it."""
        self.last = None
        if isinstance(verdict, Taken):
            self.placed += 1
            self.last = Note(number, text, verdict, correction, shape=shape, place=self.placed)
            self.notes.append(self.last)
            return
        self.set_adrift(shape)
        if shape is not None:
            self.leave_open(number, text, [spot for spot in spots(shape) if spot.known])
            if not isinstance(shape, Nameless) and not shape.unit.spot.known:
                self.lose(number, text, shape.unit.spot)
        order = str(verdict.order) if verdict.order is not None else None
        self.problems.append(
            Problem(number, text, verdict.trouble, verdict.at, verdict.candidates, verdict.guess, order)
        )

    def helped(self, shape: Shape | None) -> Shape | None:
        """A convoy in place of a support, where the army that is helped can only go by sea."""
        if not isinstance(shape, Supports) or shape.path is None:
            return shape
        move = self.trial(Moves(shape.other, shape.path))
        order = move.order if isinstance(move, Taken) else None
        if not isinstance(order, Move) or self.case.position.reaches(order.unit, order.target.province):
            return shape
        convoy = Convoys(shape.unit, shape.other, shape.path)
        return convoy if isinstance(self.trial(convoy), Taken) else shape

    def trial(self, shape: Shape) -> Verdict:
        """What a shape would come to, without noting it."""
        return Desk(self.case).verdict(shape)
