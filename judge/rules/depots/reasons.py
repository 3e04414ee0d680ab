"""What became of every order of a normal round, and which orders decided it.

Strengths count the unit itself, as the letters of all rules do: an army with one support comes with 2.
"""

from collections.abc import Iterable

from judge.board.geography import Province
from judge.board.orders import Hold, Move, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Parried, Reason, Result
from judge.rules.depots.matching import Given, Written
from judge.rules.depots.movement import Resolution, head_on


def results(resolution: Resolution, written: Written) -> tuple[Result, ...]:
    """A result for every written order, and a hold for every unit without one; sorted by power and unit."""
    teller = _Teller(resolution, written)
    told = [teller.tell(at) for at in written.position.standing]
    told += [Result(given.power, given.order, Outcome.VOID, given.reason) for given in written.void]
    return tuple(sorted(told, key=_by_unit))


def rings(resolution: Resolution, written: Written) -> tuple[tuple[Culprit, ...], ...]:
    """The rings that moved by the note to D8, as orders."""
    return tuple(tuple(written.culprit(at) for at in ring) for ring in resolution.rings)


def _by_unit(result: Result) -> tuple[str, str, str]:
    return result.power, str(unit_of(result.order)), str(result.order)


class _Teller:
    def __init__(self, resolution: Resolution, written: Written) -> None:
        self.resolution = resolution
        self.contest = resolution.contest
        self.written = written

    def tell(self, at: Province) -> Result:
        """What became of the order of the unit in a space."""
        given = self.written.counts.get(at)
        if given is None:
            power, unit = self.written.position.standing[at]
            return self._stayed(at, Given(power, Hold(unit)), written=False)
        if given.reason is not Reason.OK:
            return self._void(at, given)
        match given.order:
            case Move():
                return self._succeeded(at, given) if at in self.resolution.won else self._failed(at, given)
            case SupportHold() | SupportMove():
                return self._supported(at, given)
            case _:
                return self._stayed(at, given, written=True)

    def _culprits(self, spaces: Iterable[Province]) -> tuple[Culprit, ...]:
        return tuple(map(self.written.culprit, spaces))

    def _displacer(self, at: Province) -> Culprit | None:
        space = self.resolution.displacer(at)
        return None if space is None else self.written.culprit(space)

    def _force(self, at: Province) -> int:
        return 1 + self.resolution.support(at)

    def _force_against(self, at: Province) -> int:
        """The force with which a move comes against the unit that stays in its destination."""
        goal = self.contest.goal[at]
        spared = None if self.contest.options.self_dislodge else self.contest.power[goal]
        return 1 + self.resolution.support(at, spared)

    def _rivals(self, at: Province) -> list[Province]:
        return [rival for rival in self.contest.attackers[self.contest.goal[at]] if rival != at]

    def _strongest(self, moves: list[Province]) -> tuple[list[Province], int | None]:
        most = max(map(self._force, moves), default=None)
        return [move for move in moves if self._force(move) == most], most

    def _stayed(self, at: Province, given: Given, written: bool) -> Result:
        moves, against = self._strongest(self.contest.attackers.get(at, []))
        return Result(
            given.power,
            given.order,
            Outcome.SUCCEEDS,
            Reason.OK,
            because=self._culprits(moves),
            strength=1 + self.resolution.defence(at) if moves else None,
            against=against,
            dislodged_by=self._displacer(at),
            written=written,
        )

    def _void(self, at: Province, given: Given) -> Result:
        helped: tuple[Province, ...] = ()
        if given.reason is Reason.NO_MATCH:
            assert isinstance(given.order, SupportHold | SupportMove)
            order = given.order
            helped = ((order.supported if isinstance(order, SupportHold) else order.mover).province,)
        return Result(
            given.power,
            given.order,
            Outcome.VOID,
            given.reason,
            because=self._culprits(helped),
            dislodged_by=self._displacer(at),
        )

    # Moves

    def _succeeded(self, at: Province, given: Given) -> Result:
        goal = self.contest.goal[at]
        ousted = goal in self.contest.power and goal not in self.resolution.won
        if ousted:
            beaten, strength, against = [goal], self._force_against(at), 1 + self.resolution.defence(goal)
        else:
            beaten, most = self._strongest(self._rivals(at))
            strength, against = self._force(at), most or 0
        return Result(
            given.power,
            given.order,
            Outcome.SUCCEEDS,
            Reason.OK,
            because=self._culprits(beaten),
            strength=strength if beaten else None,
            against=against if beaten else None,
        )

    def _failed(self, at: Province, given: Given) -> Result:
        reason, because, strength, against = self._obstacle(at)
        return Result(
            given.power,
            given.order,
            Outcome.BOUNCED,
            reason,
            because=self._culprits(because),
            strength=strength,
            against=against,
            dislodged_by=self._displacer(at),
        )

    def _obstacle(self, at: Province) -> tuple[Reason, list[Province], int, int]:
        """What a move failed against: who got there, else the unit there before the rivals for it."""
        goal, force = self.contest.goal[at], self._force(at)
        if goal in self.resolution.entered:
            rival = self.resolution.entered[goal]
            return Reason.BOUNCED, [rival], force, self._force(rival)
        foe = head_on(self.contest, at)
        if foe is not None and self._force(foe) >= self._force_against(at):
            helpers = self.resolution.given.get(foe, ())
            return Reason.HEAD_TO_HEAD, [foe, *helpers], self._force_against(at), self._force(foe)
        if goal in self.contest.power and goal not in self.resolution.won:
            found = self._resistance(at, goal)
            if found is not None:
                return found
            force = self._force_against(at)
        rivals = [rival for rival in self._rivals(at) if self._force(rival) >= force]
        return Reason.BOUNCED, rivals, force, max(map(self._force, rivals))

    def _resistance(self, at: Province, goal: Province) -> tuple[Reason, list[Province], int, int] | None:
        """The unit that stayed, if a move fails against it alone."""
        force, holds = self._force_against(at), 1 + self.resolution.defence(goal)
        if not self.contest.options.self_dislodge and self.contest.power[goal] == self.contest.power[at]:
            return Reason.OWN_UNIT, [goal], self._force(at), holds
        if force > holds:
            return None
        helpers = () if goal in self.contest.goal else self.resolution.given.get(goal, ())
        return Reason.DEFENDED, [goal, *helpers], force, holds

    # Supports

    def _supported(self, at: Province, given: Given) -> Result:
        flankers = list(self.contest.flankers(at))
        cutters = [mover for mover, cuts in flankers if cuts]
        return Result(
            given.power,
            given.order,
            Outcome.CUT if cutters else Outcome.SUCCEEDS,
            Reason.CUT if cutters else Reason.OK,
            because=self._culprits(cutters),
            dislodged_by=self._displacer(at),
            parried=tuple(self._parried(mover) for mover, cuts in flankers if not cuts),
        )

    def _parried(self, mover: Province) -> Parried:
        return Parried(self.written.culprit(mover), self._culprits(self.contest.attacks(mover)))
