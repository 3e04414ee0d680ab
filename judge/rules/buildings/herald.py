"""What became of every order of a movement phase, where these rules have more to tell than the standard ones.

Orders that these rules refuse, and units that have to go although nobody drove them out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.board.geography import Power
from judge.board.making import maker
from judge.board.orders import Order, unit_of
from judge.board.results import Outcome, Reason, Result
from judge.rules.buildings.strife import NOBODY
from judge.rules.matching import Written
from judge.rules.movement import Decisions, Turn
from judge.rules.reasons import Teller, Told

_result, _VOID = maker(Result), Outcome.VOID
Refused = list[tuple[Power, Order, Reason]]


class Herald(Teller):
    """Tells the results of one phase, those of refused orders and of units that were forced out too."""

    def __init__(self, turn: Turn, written: Written, decisions: Decisions, refused: Refused) -> None:
        super().__init__(turn, written, decisions)
        self.refused = refused
        self._contested = super().contested()
        self.forced: dict[int, int] = {}
        """Units that have to go although nobody drove them out, and on account of which move."""

    def force_out(self, evicted: Mapping[int, int], gave_way: Mapping[int, Sequence[int]]) -> None:
        """Note who has to go (B28, B66)."""
        self.forced = {**evicted, **{at: attackers[0] for at, attackers in gave_way.items()}}

    def contested(self) -> list[int]:
        """Provinces left empty by a bounce; no berths."""
        land = self.turn.board.land
        return [at for at in self._contested if at < land]

    def all_contested(self) -> list[int]:
        """The same with berths."""
        return self._contested

    def _eventful(self) -> Told:
        told = super()._eventful()
        for at, move in self.forced.items():
            told[at] = replace(told[at] or self.code[at].peace, dislodged_by=self.culprit(move))
        if self.refused:
            self.written.void += self._tell_refused(told)
        return told

    def _tell_refused(self, told: Told) -> Iterator[tuple[Power, Order, Reason]]:
        """Put a refused order in place of the hold of a unit that got no other; those that find no room."""
        position = self.written.position
        taken: set[int] = set()
        for power, order, reason in reversed(self.refused):
            unit = unit_of(order)
            at = position.at(unit.location) if unit is not None else NOBODY
            code = self.code[at] if at >= 0 and at not in taken else None
            if code is None or code.written or position.owner[at] < 0 or code.power != power:
                yield power, order, reason
                continue
            taken.add(at)
            found = told[at]
            by = found.dislodged_by if found else None
            told[at] = _result(power, order, _VOID, reason, dislodged_by=by)
