"""A slow second opinion on a movement phase, written from the rules alone and sharing nothing with the judge.

Every combination of moves that succeed or fail is tried; those in which each move does what the strengths
say are the outcomes that hold good. If there is one, that is the outcome. If there are several that differ
only in moves, a ring goes round: the one with the most success. Where convoys are in doubt, the armies whose
convoys are in doubt stay at home (Szykman).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from judge.board.geography import Geography, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, SupportHold, SupportMove
from judge.board.state import Board

Outcome = dict[Province, bool]


@dataclass(frozen=True)
class Piece:
    """A unit, its power, and the order that counts for it: a hold where its own can never be carried out."""

    power: Power
    unit: Unit
    order: Movement


class Opinion:
    """What becomes of the moves of one position; provinces stand for the units in them."""

    def __init__(self, board: Board, orders: dict[Power, tuple[Movement, ...]]) -> None:
        self.map = board.geography
        written = {(power, order.unit): order for power, given in orders.items() for order in given}
        self.seas = {p for p, t in self.map.terrain.items() if t is Terrain.SEA}
        self.afloat = {
            unit.province
            for _, unit in board.pieces()
            if unit.type is UnitType.FLEET and unit.province in self.seas
        }
        standing = {unit.province: (power, unit) for power, unit in board.pieces()}
        self.standing = standing
        self.pieces: dict[Province, Piece] = {}
        for at, (power, unit) in standing.items():
            order = written.get((power, unit), Hold(unit))
            self.pieces[at] = Piece(power, unit, order if self._possible(unit, order) else Hold(unit))
        self.goals = {
            at: piece.order.target.province
            for at, piece in self.pieces.items()
            if isinstance(piece.order, Move)
        }
        self.carriers = {at: self._carriers(at) for at in self.goals}
        self.by_sea = {at for at in self.goals if self._goes_by_sea(at)}
        self.stuck = {at for at in self.goals if not self._beside(at) or self.pieces[at].order.via}  # type: ignore[union-attr]
        self.stuck = {at for at in self.stuck if not self._chain(at, self.carriers[at])}

    # What can be carried out at all

    def _next_to(self, unit: Unit) -> set[Province]:
        return {place.province for place in self.map.reach(unit)}

    def _possible(self, unit: Unit, order: Movement) -> bool:
        match order:
            case Move():
                return self._move_possible(unit, order.target.province, self.afloat, order.via)
            case SupportHold():
                helped = order.supported.province
                return helped in self._next_to(unit) and helped in self.standing
            case SupportMove():
                helped, goal = order.mover.province, order.target.province
                if helped not in self.standing or goal in (helped, unit.province):
                    return False
                fleets = self.afloat - {unit.province}
                there = self.standing[helped][1]
                return goal in self._next_to(unit) and self._move_possible(there, goal, fleets, False)
            case Convoy():
                return self._convoy_possible(unit, order)
            case Hold():
                return True

    def _move_possible(self, unit: Unit, goal: Province, fleets: set[Province], via: bool) -> bool:
        if goal == unit.province:
            return False
        if goal in self._next_to(unit) and not via:
            return True
        return unit.type is UnitType.ARMY and self._joined(unit.province, goal, fleets)

    def _convoy_possible(self, fleet: Unit, order: Convoy) -> bool:
        start, goal = order.army.province, order.target.province
        there = self.standing.get(start)
        if there is None or there[1].type is not UnitType.ARMY or fleet.province not in self.afloat:
            return False
        return start != goal and any(
            fleet.province in chain for chain in self._chains_without_detour(start, goal, self.afloat)
        )

    def _waters(self, place: Province) -> set[Province]:
        """The seas a province touches."""
        return {
            to.province
            for at, tos in self.map.fleet.items()
            for to in tos
            if at.province == place and to.province in self.seas
        }

    def _walkable(self, place: Province) -> bool:
        return self.map.terrain[place] in (Terrain.LAND, Terrain.COAST)

    def _joined(self, start: Province, goal: Province, fleets: set[Province]) -> bool:
        if not self._walkable(goal):
            return False
        reached, fresh = set(), self._waters(start) & fleets
        while fresh:
            reached |= fresh
            fresh = {to for at in fresh for to in self._waters(at)} & fleets - reached
        return bool(reached & self._waters(goal))

    def _chains_without_detour(
        self, start: Province, goal: Province, fleets: set[Province]
    ) -> list[set[Province]]:
        """Every set of fleets that joins two shores and of which none can be missed."""
        if not self._walkable(goal):
            return []
        return [
            set(chain)
            for size in range(1, len(fleets) + 1)
            for chain in combinations(sorted(fleets), size)
            if self._joined(start, goal, set(chain))
            and not any(self._joined(start, goal, set(chain) - {one}) for one in chain)
        ]

    # How the orders fit

    def _carriers(self, army: Province) -> set[Province]:
        if self.pieces[army].unit.type is not UnitType.ARMY:
            return set()
        return {
            at
            for at, piece in self.pieces.items()
            if isinstance(piece.order, Convoy)
            and (piece.order.army.province, piece.order.target.province) == (army, self.goals[army])
        }

    def _beside(self, at: Province) -> bool:
        return self.goals[at] in self._next_to(self.pieces[at].unit)

    def _chain(self, army: Province, fleets: set[Province]) -> bool:
        return bool(fleets) and self._joined(army, self.goals[army], fleets)

    def _goes_by_sea(self, army: Province) -> bool:
        order = self.pieces[army].order
        assert isinstance(order, Move)
        if not self._chain(army, self.carriers[army]):
            return False
        own = any(self.pieces[f].power == self.pieces[army].power for f in self.carriers[army])
        return not self._beside(army) or order.via or own

    def _helpers(self, at: Province) -> list[Province]:
        """The supports that fit what a unit does."""
        return [s for s, piece in self.pieces.items() if self._fits(piece.order, at)]

    def _fits(self, support: Movement, at: Province) -> bool:
        match support:
            case SupportHold():
                return support.supported.province == at and at not in self.goals
            case SupportMove():
                order = self.pieces[at].order
                if support.mover.province != at or not isinstance(order, Move):
                    return False
                if support.target.province != order.target.province:
                    return False
                fleet = self.pieces[at].unit.type is UnitType.FLEET
                named = bool(support.target.coast) and fleet
                return not named or support.target == self._landing(at)
            case _:
                return False

    def _landing(self, at: Province) -> object:
        order = self.pieces[at].order
        assert isinstance(order, Move)
        places = [p for p in self.map.reach(self.pieces[at].unit) if p.province == order.target.province]
        return order.target if order.target in places else places[0]

    # What follows from supposing which moves succeed

    def _consequences(self, won: Outcome, stopped: set[Province]) -> Outcome:
        beaten = {self.goals[at] for at, success in won.items() if success}
        arrives = {at: self._arrives(at, beaten, won, stopped) for at in self.goals}
        given = {
            s: self._given(s, won, arrives)
            for s, piece in self.pieces.items()
            if isinstance(piece.order, SupportHold | SupportMove)
        }
        return {at: arrives[at] and self._wins(at, won, arrives, given) for at in self.goals}

    def _arrives(self, at: Province, entered: set[Province], won: Outcome, stopped: set[Province]) -> bool:
        if at in self.stuck:
            return False
        if at not in self.by_sea:
            return True
        afloat = {f for f in self.carriers[at] if f not in entered}
        return at not in stopped and self._chain(at, afloat)

    def _given(self, support: Province, won: Outcome, arrives: Outcome) -> bool:
        piece = self.pieces[support]
        aim = (
            piece.order.target.province
            if isinstance(piece.order, SupportMove)
            else piece.order.supported.province  # type: ignore[union-attr]
        )
        for attacker, goal in self.goals.items():
            hostile = goal == support and self.pieces[attacker].power != piece.power
            if hostile and arrives[attacker] and (not self._comes_from(attacker, aim) or won[attacker]):
                return False
        return True

    def _comes_from(self, attacker: Province, aim: Province) -> bool:
        return attacker == aim

    def _strength(self, at: Province, given: Outcome, without: Power | None = None) -> int:
        return 1 + sum(given[s] for s in self._helpers(at) if self.pieces[s].power != without)

    def _face_to_face(self, at: Province) -> bool:
        other = self.goals[at]
        return self.goals.get(other) == at and not {at, other} & (self.by_sea | self.stuck)

    def _wins(self, at: Province, won: Outcome, arrives: Outcome, given: Outcome) -> bool:
        goal, power = self.goals[at], self.pieces[at].power
        there = self.pieces.get(goal)
        leaves = goal in self.goals and won[goal] and not self._face_to_face(at)
        if there is None or leaves:
            attack, resistance = self._strength(at, given), 0
        elif there.power == power:
            return False
        else:
            attack = self._strength(at, given, there.power)
            resistance = self._resistance(at, goal, given)
        rivals = [r for r, to in self.goals.items() if to == goal and r != at]
        return attack > max([resistance, *(self._prevents(r, won, arrives, given) for r in rivals)])

    def _resistance(self, at: Province, goal: Province, given: Outcome) -> int:
        if self._face_to_face(at):
            return self._strength(goal, given)
        return 1 if goal in self.goals else self._strength(goal, given)

    def _prevents(self, at: Province, won: Outcome, arrives: Outcome, given: Outcome) -> int:
        if not arrives[at] or (self._face_to_face(at) and won[self.goals[at]]):
            return 0
        return self._strength(at, given)

    # The outcomes that hold good, and the one that counts

    def solutions(self, stopped: set[Province]) -> list[Outcome]:
        """Every outcome that follows from itself, some convoys having been stopped."""
        return [won for won in self._suppositions() if self._consequences(won, stopped) == won]

    def outcome(self) -> Outcome:
        """The moves that succeed and fail."""
        stopped: set[Province] = set()
        while True:
            found = self.solutions(stopped)
            doubtful = self._doubtful(found, stopped) if found else self._knot(stopped)
            if not doubtful:
                return max(found, key=lambda won: sum(won.values()))
            stopped |= doubtful

    def _doubtful(self, found: list[Outcome], stopped: set[Province]) -> set[Province]:
        entered = [{self.goals[at] for at, success in won.items() if success} for won in found]
        return {
            army
            for army in self.by_sea - stopped
            if len({self._arrives(army, e, w, stopped) for e, w in zip(entered, found, strict=True)}) > 1
        }

    def _knot(self, stopped: set[Province]) -> set[Province]:
        """Without a good outcome: all armies of the smallest groups that have to stay for there to be one."""
        armies = sorted(army for army in self.by_sea - stopped if self._at_risk(army, stopped))
        for size in range(1, len(armies) + 1):
            groups = [set(g) for g in combinations(armies, size) if self.solutions(stopped | set(g))]
            if groups:
                return set().union(*groups)
        raise AssertionError("no outcome holds good whichever convoys are stopped")

    def _at_risk(self, army: Province, stopped: set[Province]) -> bool:
        """Whether any supposition at all lets a fleet of its convoy be dislodged."""
        threats = [at for at, goal in self.goals.items() if goal in self.carriers[army]]
        return any(
            self._consequences(won, stopped)[threat] for threat in threats for won in self._suppositions()
        )

    def _suppositions(self) -> Iterator[Outcome]:
        moves = sorted(self.goals)
        return (dict(zip(moves, fates, strict=True)) for fates in product((False, True), repeat=len(moves)))


__all__ = ["Geography", "Opinion", "Outcome"]
