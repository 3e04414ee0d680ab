"""What became of every order of a movement phase, and which orders decided it; told from the decisions."""

from judge.board.geography import Power, Unit
from judge.board.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Reason, Result
from judge.rules.compiled import members
from judge.rules.matching import Written
from judge.rules.movement import NO, YES, Decisions, Turn
from judge.rules.strengths import Strengths


def results(turn: Turn, written: Written, decisions: Decisions) -> tuple[Result, ...]:
    """A result for every written order, and a hold for every unit without one; sorted by power and unit."""
    teller = _Teller(turn, written, decisions)
    told = [teller.tell(at) for at, owner in enumerate(turn.owner) if owner >= 0]
    told += [Result(power, order, Outcome.VOID, reason) for power, order, reason in written.void]
    return tuple(sorted(told, key=_by_unit))


def _by_unit(result: Result) -> tuple[str, str, str]:
    return result.power, str(unit_of(result.order)), str(result.order)


class _Teller(Strengths):
    def __init__(self, turn: Turn, written: Written, decisions: Decisions) -> None:
        super().__init__(turn, decisions)
        self.written = written

    def tell(self, at: int) -> Result:
        """What became of the order of the unit in a province."""
        order = self.written.order[at]
        if order is None:
            return self._stayed(at, Hold(self._unit(at)), written=False)
        if at in self.written.wrong:
            return self._void(at, order, self.written.wrong[at])
        match order:
            case Move():
                return self._moved(at, order)
            case SupportHold() | SupportMove():
                return self._supported(at, order)
            case Convoy():
                return self._convoyed(at, order)
            case _:
                return self._stayed(at, order, written=True)

    def _unit(self, at: int) -> Unit:
        unit = self.written.position.unit[at]
        assert unit is not None
        return unit

    def _power(self, at: int) -> Power:
        return self.turn.board.powers[self.turn.owner[at]]

    def culprit(self, at: int) -> Culprit:
        """The order of the unit in a province; a hold where none was written."""
        return Culprit(self._power(at), self.written.order[at] or Hold(self._unit(at)))

    def _culprits(self, provinces: list[int]) -> tuple[Culprit, ...]:
        return tuple(self.culprit(at) for at in provinces)

    def _dislodged_by(self, at: int) -> Culprit | None:
        attacker = self.dislodger(at)
        return None if attacker is None else self.culprit(attacker)

    def _stayed(self, at: int, order: Order, written: bool) -> Result:
        strength, against = self._defence(at)
        return Result(
            self._power(at),
            order,
            Outcome.SUCCEEDS,
            Reason.OK,
            strength=strength,
            against=against,
            dislodged_by=self._dislodged_by(at),
            written=written,
        )

    def _defence(self, at: int) -> tuple[int | None, int | None]:
        """The hold strength and the strongest attack, where there was one."""
        attacks = [self.attack(a) for a in self.turn.attackers.get(at, ())]
        return (self.hold(at), max(attacks)) if attacks else (None, None)

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
        return Result(
            self._power(at),
            order,
            outcome,
            reason,
            because=self._culprits(because),
            dislodged_by=self._dislodged_by(at),
        )

    # Moves

    def _moved(self, at: int, order: Move) -> Result:
        if at in self.turn.stuck:
            return self._told(at, order, Outcome.NO_CONVOY, Reason.NO_CONVOY, [])
        if self.arrives(at) == NO:
            reason = Reason.PARADOX if at in self.paradox else Reason.DISRUPTED
            return self._told(at, order, Outcome.DISRUPTED, reason, self._sinkers(at))
        if self.won[at] == YES:
            return self._succeeded(at, order)
        return self._repelled(at, order)

    def _sinkers(self, army: int) -> list[int]:
        """The moves that dislodged the fleets of a convoy; in a paradox those that would have."""
        fleets = list(members(self.turn.carried[army]))
        sunk = [self.winner[fleet] for fleet in fleets if fleet in self.winner]
        return sunk or [a for fleet in fleets for a in self.turn.attackers.get(fleet, ())]

    def _succeeded(self, at: int, order: Move) -> Result:
        goal = self.turn.goal[at]
        against = self.rivalry(at)
        if self.turn.owner[goal] >= 0 and self.won[goal] != YES:
            against = max(self.hold(goal), against or 0)
        strength = None if against is None else self.attack(at)
        return Result(self._power(at), order, Outcome.SUCCEEDS, Reason.OK, strength=strength, against=against)

    def _repelled(self, at: int, order: Move) -> Result:
        reason, because, against = self._obstacle(at)
        return Result(
            self._power(at),
            order,
            Outcome.BOUNCED,
            reason,
            because=self._culprits(because),
            strength=self.strength(at) if reason is Reason.OWN_UNIT else self.attack(at),
            against=against,
            dislodged_by=self._dislodged_by(at),
        )

    def _obstacle(self, at: int) -> tuple[Reason, list[int], int]:
        """What a move that arrived failed against: the unit there before the rivals for the province."""
        goal, attack = self.turn.goal[at], self.attack(at)
        if self.turn.owner[goal] >= 0 and self.won[goal] != YES:
            if self.turn.owner[goal] == self.turn.owner[at]:
                return Reason.OWN_UNIT, [goal], self.hold(goal)
            if self.meets(at) and self.strength(goal) >= attack:
                return Reason.HEAD_TO_HEAD, [goal, *self.backing(goal)], self.strength(goal)
            if self.hold(goal) >= attack:
                return Reason.DEFENDED, [goal, *self.holding(goal)], self.hold(goal)
        rivals = [r for r in self.turn.attackers[goal] if r != at and self.prevent(r) >= attack]
        return Reason.BOUNCED, rivals, self.rivalry(at) or self.hold(goal)

    # Supports and convoys

    def _supported(self, at: int, order: Order) -> Result:
        if self.given[at] == YES:
            return self._told(at, order, Outcome.SUCCEEDS, Reason.OK, [])
        cutters = self._cutters(at)
        reason = Reason.CUT if cutters else Reason.DISLODGED
        return self._told(at, order, Outcome.CUT, reason, cutters or [self.winner[at]])

    def _cutters(self, at: int) -> list[int]:
        aim, origin = self.turn.aim[at], self.turn.origin
        return [
            a
            for a in self.turn.attackers.get(at, ())
            if self.turn.owner[a] != self.turn.owner[at]
            and origin.get(a, a) != aim
            and self.arrives(a) == YES
            and ((a, at) not in self.turn.spared or self.walks(a))
            and (self.turn.force.get(a, 0) >= 0 or self.attack(a) > 0)
        ]

    def _convoyed(self, at: int, order: Convoy) -> Result:
        army = self._helped(order)
        fleets = self.turn.carried.get(army, 0)
        if at in self.winner:
            return self._told(at, order, Outcome.DISRUPTED, Reason.DISLODGED, [self.winner[at]])
        attackers = self.turn.attackers.get(at, [])
        if attackers and fleets >> at & 1 and army in self.paradox and self.arrives(army) == NO:
            return self._told(at, order, Outcome.DISRUPTED, Reason.PARADOX, attackers)
        if not fleets >> at & 1 or self.walks(army):
            return self._told(at, order, Outcome.SUCCEEDS, Reason.UNUSED, [army])
        return self._told(at, order, Outcome.SUCCEEDS, Reason.OK, [])
