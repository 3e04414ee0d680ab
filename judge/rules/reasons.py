"""What became of every order of a movement phase, and which orders decided it; told from the decisions."""

from collections.abc import Iterable

from judge.board.geography import Power, Unit
from judge.board.orders import Convoy, Hold, Order, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Reason, Result
from judge.rules.codes import CONVOY, MOVE, PLACE_BITS, SUPPORT, OrderCode
from judge.rules.compiled import members
from judge.rules.matching import Written
from judge.rules.movement import NO, YES, Decisions, Turn
from judge.rules.strengths import Strengths

# Looked up once: members of an Enum are slow to come by, and these are needed for every order.
_SUCCEEDS, _OK = Outcome.SUCCEEDS, Reason.OK
_NOBODY: tuple[Culprit, ...] = ()

DECISIVE = frozenset({Reason.BOUNCED, Reason.CUT, Reason.DISLODGED, Reason.DISRUPTED, Reason.PARADOX})
"""Reasons whose orders decided the matter by what they did: had those units held, it had gone otherwise.

A unit that stands in the way (defended, head to head, one's own) stands there whatever it was ordered, and an
order that fits nothing may fit nothing still.
"""


class Teller(Strengths):
    """Tells the results of one phase."""

    def __init__(self, turn: Turn, written: Written, decisions: Decisions) -> None:
        super().__init__(turn, decisions)
        self.written = written

    def results(self) -> tuple[Result, ...]:
        """A result for every written order, and a hold for every unit without one; by power and unit."""
        ranked, quiet, code_at = self.turn.board.ranked, self.turn.board.quiet, self.written.code
        attackers, told = self.turn.attackers, list[Result]()
        for key in self.written.position.roll:
            at = ranked[key & PLACE_BITS]
            if code_at[at] is not None or at in attackers:
                told.append(self.tell(at))
            else:
                told.append(quiet[key] if key in quiet else self._silent(at, key))
        if self.written.void:
            told += [Result(power, order, Outcome.VOID, why) for power, order, why in self.written.void]
            told.sort(key=_by_unit)
        return tuple(told)

    def tell(self, at: int) -> Result:
        """What became of the order of the unit in a province."""
        code = self.written.code[at]
        if code is None:
            return self._stayed(at, Hold(self._unit(at)), False)
        if at in self.written.wrong:
            return self._void(at, code.order, self.written.wrong[at])
        kind = code.kind
        if kind == MOVE:
            return self._fine(at, code) if self._unopposed(at) else self._moved(at, code.order)
        if at in self.winner:
            return self._driven_out(at, code)
        if kind == SUPPORT:
            return self._fine(at, code) if self.given[at] == YES else self._cut(at, code.order)
        if kind == CONVOY:
            return self._convoyed(at, code)
        return self._stayed(at, code.order, True) if at in self.turn.attackers else self._fine(at, code)

    def _fine(self, at: int, code: OrderCode) -> Result:
        """Done, with nobody in the way: one result serves every phase."""
        owner = self.turn.owner[at]
        kept = code.fine.get(owner)
        if kept is None:
            kept = code.fine[owner] = Result(self.power(at), code.order, _SUCCEEDS, _OK)
        return kept

    def _unopposed(self, at: int) -> bool:
        """Whether a move succeeded without meeting anybody."""
        won, turn = self.won, self.turn
        if won[at] != YES:
            return False
        goal = turn.goal[at]
        return len(turn.attackers[goal]) == 1 and (turn.owner[goal] < 0 or won[goal] == YES)

    def _driven_out(self, at: int, code: OrderCode) -> Result:
        """A unit that stayed and was dislodged; it may have given its support all the same."""
        order = code.order
        if code.kind == SUPPORT:
            if self.given[at] == YES:
                return self._told(at, order, _SUCCEEDS, _OK, [])
            return self._cut(at, order)
        if code.kind == CONVOY:
            return self._told(at, order, Outcome.DISRUPTED, Reason.DISLODGED, [self.winner[at]])
        return self._stayed(at, order, True)

    @property
    def power_at(self) -> list[Power]:
        """By province the power whose unit stands there."""
        return [self.power(at) for at in range(len(self.turn.owner))]

    def power(self, at: int) -> Power:
        """The power whose unit stands in a province."""
        return self.turn.board.powers[self.turn.owner[at]]

    def _unit(self, at: int) -> Unit:
        unit = self.written.position.unit_at(at)
        assert unit is not None
        return unit

    def culprit(self, at: int) -> Culprit:
        """The order of the unit in a province; a hold where none was written."""
        code, owner = self.written.code[at], self.turn.owner[at]
        if code is None:
            return Culprit(self.power(at), Hold(self._unit(at)))
        kept = code.named.get(owner)
        if kept is None:
            kept = code.named[owner] = Culprit(self.power(at), code.order)
        return kept

    def _culprits(self, provinces: Iterable[int]) -> tuple[Culprit, ...]:
        return tuple(map(self.culprit, provinces))

    def _dislodged_by(self, at: int) -> Culprit | None:
        """Only for a unit that did not get away."""
        return self.culprit(self.winner[at]) if at in self.winner else None

    def _silent(self, at: int, key: int) -> Result:
        """A unit without an order to which nobody came: one result serves every phase."""
        kept = self.turn.board.quiet[key] = self._stayed(at, Hold(self._unit(at)), False)
        return kept

    def _stayed(self, at: int, order: Order, written: bool) -> Result:
        attackers = self.turn.attackers.get(at)
        if attackers is None:
            return Result(self.power(at), order, _SUCCEEDS, _OK, written=written)
        attack = max(map(self.attack, attackers))
        power, hold, by = self.power(at), self.hold(at), self._dislodged_by(at)
        return Result(power, order, _SUCCEEDS, _OK, _NOBODY, hold, attack, by, written)

    def _void(self, at: int, order: Order, reason: Reason) -> Result:
        because = [self._helped(order)] if reason is Reason.NO_MATCH else []
        return self._told(at, order, Outcome.VOID, reason, because)

    def _helped(self, order: Order) -> int:
        match order:
            case SupportHold(_, helped) | SupportMove(_, helped, _) | Convoy(_, helped, _):
                return self.turn.board.province_of[helped.location.province]
            case _:
                raise AssertionError(f"{order} helps nobody")

    def _told(self, at: int, order: Order, outcome: Outcome, reason: Reason, because: list[int]) -> Result:
        by = self._dislodged_by(at)
        return Result(self.power(at), order, outcome, reason, self._culprits(because), dislodged_by=by)

    # Moves

    def _moved(self, at: int, order: Order) -> Result:
        if self.won[at] == YES:
            return self._succeeded(at, order)
        if at in self.turn.stuck:
            return self._told(at, order, Outcome.NO_CONVOY, Reason.NO_CONVOY, [])
        if at in self.path and self.arrives(at) == NO:
            reason = Reason.PARADOX if at in self.paradox else Reason.DISRUPTED
            return self._told(at, order, Outcome.DISRUPTED, reason, self._sinkers(at))
        return self._repelled(at, order)

    def _sinkers(self, army: int) -> list[int]:
        """The moves that dislodged the fleets of a convoy; in a paradox those that would have."""
        fleets = list(members(self.turn.carried[army]))
        sunk = [self.winner[fleet] for fleet in fleets if fleet in self.winner]
        return sunk or [a for fleet in fleets for a in self.turn.attackers.get(fleet, ())]

    def _succeeded(self, at: int, order: Order) -> Result:
        turn = self.turn
        goal = turn.goal[at]
        against = self.rivalry(at) if len(turn.attackers[goal]) > 1 else None
        if turn.owner[goal] >= 0 and self.won[goal] != YES:
            against = max(self.hold(goal), against or 0)
        if against is None:
            return Result(self.power(at), order, _SUCCEEDS, _OK)
        return Result(self.power(at), order, _SUCCEEDS, _OK, _NOBODY, self.attack(at), against)

    def _repelled(self, at: int, order: Order) -> Result:
        reason, because, strength, against = self._obstacle(at)
        culprits, by = self._culprits(because), self._dislodged_by(at)
        return Result(self.power(at), order, Outcome.BOUNCED, reason, culprits, strength, against, by)

    def _obstacle(self, at: int) -> tuple[Reason, list[int], int, int]:
        """What a move that arrived failed against, the unit there before the rivals; and both strengths."""
        goal, attack = self.turn.goal[at], self.attack(at)
        if self.won[goal] == YES and self.meets(at):
            return Reason.HEAD_TO_HEAD, [goal, *self.backing(goal)], attack, self.strength(goal)
        if self.turn.owner[goal] >= 0 and self.won[goal] != YES:
            if self.turn.owner[goal] == self.turn.owner[at]:
                return Reason.OWN_UNIT, [goal], self.strength(at), self.hold(goal)
            if self.meets(at) and (defence := self.strength(goal)) >= attack:
                return Reason.HEAD_TO_HEAD, [goal, *self.backing(goal)], attack, defence
            if (hold := self.hold(goal)) >= attack:
                return Reason.DEFENDED, [goal, *self.holding(goal)], attack, hold
        elif (hold := self.hold(goal, self.turn.owner[at])) >= attack > 0:
            keeper = self.keeper(goal)
            return Reason.DEFENDED, [keeper, *self.holding(keeper)] if keeper >= 0 else [], attack, hold
        most = self.rivalry(at)
        if most is None:
            return Reason.BOUNCED, [], attack, self.hold(goal)
        return Reason.BOUNCED, self._rivals_of(at, attack), attack, most

    def _rivals_of(self, at: int, attack: int) -> list[int]:
        """The other moves to a province that were not weaker."""
        rivals = self.turn.attackers[self.turn.goal[at]]
        if len(rivals) == 2:
            return [rivals[0] if rivals[1] == at else rivals[1]]
        return [r for r in rivals if r != at and self.prevent(r) >= attack]

    # Supports and convoys

    def _cut(self, at: int, order: Order) -> Result:
        cutters = self._cutters(at)
        reason = Reason.CUT if cutters else Reason.DISLODGED
        return self._told(at, order, Outcome.CUT, reason, cutters or [self.winner[at]])

    def _cutters(self, at: int) -> list[int]:
        aim, origin = self.turn.aim[at], self.turn.origin
        return [
            a
            for a in (*self.turn.attackers.get(at, ()), *self.turn.harried.get(at, ()))
            if self.turn.owner[a] != self.turn.owner[at]
            and origin.get(a, a) != aim
            and self.arrives(a) == YES
            and ((a, at) not in self.turn.spared or self.walks(a))
            and (self.turn.force.get(a, 0) >= 0 or self.attack(a) > 0)
        ]

    def _convoyed(self, at: int, code: OrderCode) -> Result:
        order, army = code.order, self._helped(code.order)
        fleets = self.turn.carried.get(army, 0)
        attackers = self.turn.attackers.get(at, [])
        if attackers and fleets >> at & 1 and army in self.paradox and self.arrives(army) == NO:
            return self._told(at, order, Outcome.DISRUPTED, Reason.PARADOX, attackers)
        if not fleets >> at & 1 or self.walks(army):
            return self._told(at, order, _SUCCEEDS, Reason.UNUSED, [army])
        return self._fine(at, code)


def _by_unit(result: Result) -> tuple[str, str, str]:
    return result.power, str(unit_of(result.order)), str(result.order)
