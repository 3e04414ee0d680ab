"""What became of every order of a movement phase, and which orders decided it; told from the decisions."""

from collections.abc import Collection, Sequence

from judge.board.making import maker
from judge.board.orders import Convoy, Order, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Reason, Result
from judge.rules.codes import CONVOY, HOLD, MOVES, SUPPORTS, Code
from judge.rules.compiled import members
from judge.rules.matching import Written
from judge.rules.movement import NO, YES, Decisions, Turn
from judge.rules.strengths import Strengths

# Looked up once: members of an Enum are slow to come by, and these are needed for every order.
_SUCCEEDS, _BOUNCED, _OK = Outcome.SUCCEEDS, Outcome.BOUNCED, Reason.OK
_OWN_UNIT, _HEAD_TO_HEAD = Reason.OWN_UNIT, Reason.HEAD_TO_HEAD
_DEFENDED, _STRANDED = Reason.DEFENDED, Reason.BOUNCED
_CUT, _CUT_BY, _DISLODGED, _NO_MATCH = Outcome.CUT, Reason.CUT, Reason.DISLODGED, Reason.NO_MATCH
_NOBODY: tuple[Culprit, ...] = ()
_result = maker(Result)

Told = list[Result | None]
"""Results by the province of the unit; None of what simply did as ordered, and of nobody."""

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
        self.code = written.code

    def results(self) -> tuple[Result, ...]:
        """A result for every written order, and a hold for every unit without one; by power and unit."""
        code_at, told = self.code, self._eventful()
        out = [told[at] or code_at[at].peace for at in self.written.position.stands]
        if self.written.void:
            out += [Result(power, order, Outcome.VOID, why) for power, order, why in self.written.void]
            out.sort(key=_by_unit)
        return tuple(out)

    def _eventful(self) -> Told:
        """The units that met somebody, or whose orders came to nothing; the others simply did as ordered."""
        turn, written, involved = self.turn, self.written, self._involved()
        told: Told = [None] * len(self.won)
        assaults: list[tuple[int, int]] = []
        for goal, movers in self.fights.items():
            if goal in involved:
                self._tell_each([*movers, goal] if turn.owner[goal] >= 0 else movers, told)
            elif len(movers) > 1:
                self._tell_storm(goal, movers, told)
            else:
                assaults.append((movers[0], goal))
        self._tell_assaults(assaults, told)
        self._tell_cuts(told)
        if written.wrong or turn.stuck or written.convoys:
            self._tell_each([*written.wrong, *turn.stuck, *(fleet for fleet, _, _ in written.convoys)], told)
        return told

    def _involved(self) -> Collection[int]:
        """Where somebody meets head to head, comes by sea, or fights by rules of the house."""
        turn = self.turn
        if turn.force or turn.yields or turn.meek:
            return self.fights
        if not (turn.carried or turn.facing or turn.intricate):
            return ()
        return {*turn.facing, *turn.intricate, *map(turn.goal.__getitem__, turn.carried)}

    def _tell_each(self, units: Sequence[int], told: Told) -> None:
        for at in units:
            told[at] = self.tell(at)

    # Plain fights: what `tell` says of each, only sooner

    def _tell_assaults(self, assaults: list[tuple[int, int]], told: Told) -> None:
        """The results of moves that came alone to a unit that stays, and of those units."""
        turn, won, winner, code_at = self.turn, self.won, self.winner, self.code
        owner, backers, unequal = turn.owner, turn.backers, turn.guard or turn.open_to_all
        for move, goal in assaults:
            code, keeper, defender = code_at[move], code_at[goal], owner[goal]
            hold = self.stand(goal) if goal in backers or unequal else 1
            attack = self.strength(move, defender) if move in backers else 1
            if won[move] == YES:
                told[move] = _result(code.power, code.order, _SUCCEEDS, _OK, _NOBODY, attack, hold)
                if keeper.kind == HOLD:
                    told[goal] = self._told(goal, keeper, _SUCCEEDS, _OK, (), hold, attack)
                continue
            because: tuple[Culprit, ...] = (keeper.named,)
            against, reason = attack, _DEFENDED
            if owner[move] == defender:
                against, reason = 0, _OWN_UNIT
                attack = self.strength(move)
            elif goal in backers:
                because = self._keepers(goal)
            by = code_at[winner[move]].named if move in winner else None
            told[move] = _result(code.power, code.order, _BOUNCED, reason, because, attack, hold, by)
            if keeper.kind == HOLD:
                power, order, written = keeper.power, keeper.order, keeper.written
                told[goal] = _result(power, order, _SUCCEEDS, _OK, _NOBODY, hold, against, None, written)

    def _keepers(self, goal: int) -> tuple[Culprit, ...]:
        """The unit that stays, with the supports that kept it there."""
        code_at = self.code
        return tuple([code_at[one].named for one in (goal, *self.holding(goal))])

    def _tell_storm(self, goal: int, movers: list[int], told: Told) -> None:
        """The results of moves that met each other, and of the unit that stays."""
        turn, won, winner, code_at = self.turn, self.won, self.winner, self.code
        owner, backers, hold, most = turn.owner, turn.backers, 0, 0
        if stays := owner[goal] >= 0 and won[goal] != YES:
            hold = self.stand(goal)
        full = [self.strength(move) if move in backers else 1 for move in movers]
        ranked = sorted(full)
        for move, strength in zip(movers, full, strict=True):
            attack, code = strength, code_at[move]
            rival = ranked[-2] if strength == ranked[-1] else ranked[-1]
            if stays:
                attack = 0 if owner[move] == owner[goal] else self.strength(move, owner[goal])
                most = max(most, attack)
            if won[move] == YES:
                against = max(hold, rival)
                told[move] = _result(code.power, code.order, _SUCCEEDS, _OK, _NOBODY, attack, against)
            elif stays and attack <= hold:
                told[move] = self._repelled(goal, move, strength, attack, hold)
            else:
                rivals = [m for m, s in zip(movers, full, strict=True) if s >= attack and m != move]
                because = tuple([code_at[other].named for other in rivals])
                by = code_at[winner[move]].named if move in winner else None
                told[move] = _result(code.power, code.order, _BOUNCED, _STRANDED, because, attack, rival, by)
        if stays and code_at[goal].kind == HOLD:
            told[goal] = self._told(goal, code_at[goal], _SUCCEEDS, _OK, (), hold, most)

    def _repelled(self, goal: int, move: int, strength: int, attack: int, hold: int) -> Result:
        """The result of a move that failed against the unit that stays."""
        owner, code = self.turn.owner, self.code[move]
        if owner[move] == owner[goal]:
            return self._told(move, code, _BOUNCED, _OWN_UNIT, (goal,), strength, hold)
        return self._told(move, code, _BOUNCED, _DEFENDED, (goal, *self.holding(goal)), attack, hold)

    def _tell_cuts(self, told: Told) -> None:
        """The results of supports that were cut, and of those that a dislodged unit gave all the same."""
        given, winner, code_at = self.given, self.winner, self.code
        for at in self.turn.aim:
            if given[at] != YES or at in winner:
                told[at] = self._supported(at, code_at[at])

    def tell(self, at: int) -> Result:
        """What became of the order of the unit in a province."""
        code = self.code[at]
        kind = code.kind
        if at in self.written.wrong:
            return self._void(at, code, self.written.wrong[at])
        if kind in MOVES:
            return self._moved(at, code)
        if kind in SUPPORTS:
            return self._supported(at, code)
        if kind == CONVOY:
            return self._convoyed(at, code)
        return self._stayed(at, code)

    def culprit(self, at: int) -> Culprit:
        """The order of the unit in a province; a hold where none was written."""
        return self.code[at].named

    def _told(
        self,
        at: int,
        code: Code,
        outcome: Outcome,
        reason: Reason,
        because: Sequence[int] = (),
        strength: int | None = None,
        against: int | None = None,
    ) -> Result:
        """The result of a unit that did not get away; `because` are those whose orders decided it."""
        code_at, winner = self.code, self.winner
        if len(because) == 1:
            culprits: tuple[Culprit, ...] = (code_at[because[0]].named,)
        else:
            culprits = tuple([code_at[one].named for one in because])
        by = code_at[winner[at]].named if at in winner else None
        power, order, written = code.power, code.order, code.written
        return _result(power, order, outcome, reason, culprits, strength, against, by, written)

    def _stayed(self, at: int, code: Code) -> Result:
        attackers = self.turn.attackers.get(at)
        if attackers is None:
            return code.peace
        attack = self.attack(attackers[0]) if len(attackers) == 1 else max(map(self.attack, attackers))
        return self._told(at, code, _SUCCEEDS, _OK, (), self.hold(at), attack)

    def _void(self, at: int, code: Code, reason: Reason) -> Result:
        because = [self._helped(code.order)] if reason is _NO_MATCH else []
        return self._told(at, code, Outcome.VOID, reason, because)

    def _helped(self, order: Order) -> int:
        match order:
            case SupportHold(_, helped) | SupportMove(_, helped, _) | Convoy(_, helped, _):
                return self.written.position.at(helped.location)
            case _:
                raise AssertionError(f"{order} helps nobody")

    # Moves

    def _moved(self, at: int, code: Code) -> Result:
        if self.won[at] == YES:
            return self._succeeded(at, code)
        if at in self.turn.stuck:
            return self._told(at, code, Outcome.NO_CONVOY, Reason.NO_CONVOY)
        if at in self.path and self.arrives(at) == NO:
            reason = Reason.PARADOX if at in self.paradox else Reason.DISRUPTED
            return self._told(at, code, Outcome.DISRUPTED, reason, self._sinkers(at))
        return self._told(at, code, _BOUNCED, *self._obstacle(at))

    def _sinkers(self, army: int) -> list[int]:
        """The moves that dislodged the fleets of a convoy; in a paradox those that would have."""
        fleets = list(members(self.turn.carried[army]))
        sunk = [self.winner[fleet] for fleet in fleets if fleet in self.winner]
        return sunk or [a for fleet in fleets for a in self.turn.attackers.get(fleet, ())]

    def _succeeded(self, at: int, code: Code) -> Result:
        turn, peace = self.turn, code.peace
        goal = turn.goal[at]
        against = self.rivalry(at) if len(turn.attackers[goal]) > 1 else None
        if turn.owner[goal] >= 0 and self.won[goal] != YES:
            against = max(self.hold(goal), against or 0)
        if against is None:
            return peace
        return _result(peace.power, peace.order, _SUCCEEDS, _OK, _NOBODY, self.attack(at), against)

    def _obstacle(self, at: int) -> tuple[Reason, list[int], int, int]:
        """What a move that arrived failed against, the unit there before the rivals; and both strengths."""
        turn, won, owner = self.turn, self.won, self.turn.owner
        goal, attack = turn.goal[at], self.attack(at)
        if owner[goal] >= 0 and won[goal] != YES:
            if owner[goal] == owner[at]:
                return _OWN_UNIT, [goal], self.strength(at), self.hold(goal)
            if at in turn.facing and self.meets(at) and (defence := self.strength(goal)) >= attack:
                return _HEAD_TO_HEAD, [goal, *self.backing(goal)], attack, defence
            if (hold := self.hold(goal)) >= attack:
                return _DEFENDED, [goal, *self.holding(goal)], attack, hold
        elif won[goal] == YES and at in turn.facing and self.meets(at):
            return _HEAD_TO_HEAD, [goal, *self.backing(goal)], attack, self.strength(goal)
        elif goal in turn.intricate and (hold := self.hold(goal, owner[at])) >= attack > 0:
            keeper = self.keeper(goal)
            return _DEFENDED, [keeper, *self.holding(keeper)] if keeper >= 0 else [], attack, hold
        most = self.rivalry(at)
        if most is None:
            return _STRANDED, [], attack, self.hold(goal)
        return _STRANDED, self._rivals_of(at, attack), attack, most

    def _rivals_of(self, at: int, attack: int) -> list[int]:
        """The other moves to a province that were not weaker."""
        rivals = self.turn.attackers[self.turn.goal[at]]
        if len(rivals) == 2:
            return [rivals[0] if rivals[1] == at else rivals[1]]
        return [r for r in rivals if r != at and self.prevent(r) >= attack]

    # Supports and convoys

    def _supported(self, at: int, code: Code) -> Result:
        """Also of a unit that was dislodged: it may have given its support all the same."""
        if self.given[at] == YES:
            return self._told(at, code, _SUCCEEDS, _OK) if at in self.winner else code.peace
        cutters = self._cutters(at)
        if cutters:
            return self._told(at, code, _CUT, _CUT_BY, cutters)
        return self._told(at, code, _CUT, _DISLODGED, [self.winner[at]])

    def _cutters(self, at: int) -> list[int]:
        turn = self.turn
        aim, owner, origin = turn.aim[at], turn.owner, turn.origin
        power, attackers = owner[at], turn.attackers.get(at, ())
        if not (turn.carried or turn.force or origin or turn.harried):
            return [a for a in attackers if owner[a] != power and a != aim]
        return [
            a
            for a in (*attackers, *turn.harried.get(at, ()))
            if owner[a] != power
            and origin.get(a, a) != aim
            and self.arrives(a) == YES
            and ((a, at) not in turn.spared or self.walks(a))
            and (turn.force.get(a, 0) >= 0 or self.attack(a) > 0)
        ]

    def _convoyed(self, at: int, code: Code) -> Result:
        if at in self.winner:
            return self._told(at, code, Outcome.DISRUPTED, Reason.DISLODGED, [self.winner[at]])
        army = self._helped(code.order)
        fleets = self.turn.carried.get(army, 0)
        attackers = self.turn.attackers.get(at, ())
        if attackers and fleets >> at & 1 and army in self.paradox and self.arrives(army) == NO:
            return self._told(at, code, Outcome.DISRUPTED, Reason.PARADOX, attackers)
        if not fleets >> at & 1 or self.walks(army):
            return self._told(at, code, _SUCCEEDS, Reason.UNUSED, [army])
        return code.peace


def _by_unit(result: Result) -> tuple[str, str, str]:
    return result.power, str(unit_of(result.order)), str(result.order)
