"""A slow second opinion on a movement phase with forts, ports and un-replenished units.

It is written from the rules, and tries every combination of moves, as `brute_force` does. A port is a
province of its own here, `BRE/PORT`; see `buildings_scenes`.
"""

from itertools import combinations

from brute_force import Opinion, Outcome
from buildings_scenes import Scene, outside

from judge.board.geography import PORT, Location, Power, Province, Unit, UnitType
from judge.board.orders import Hold, Move, Movement, SupportHold, SupportMove


class HarbourOpinion(Opinion):
    """What becomes of the moves of a scene."""

    def __init__(self, scene: Scene, orders: dict[Power, tuple[Movement, ...]]) -> None:
        self.scene = scene
        self.owner = {unit.province: power for power, unit in scene.board.pieces()}
        super().__init__(scene.board, orders)
        self.meek = {at for at in self.goals if at in scene.weak}

    def _berth(self, place: Province) -> Province:
        return Province(f"{place}/{PORT}")

    def _main(self, place: Province) -> Province:
        return Province(place.partition("/")[0])

    # What can be ordered

    def _possible(self, unit: Unit, order: Movement) -> bool:
        power = self.owner[unit.province]
        if unit.province in self.scene.weak and not self._way_home(power, unit, order):
            return False
        match order:
            case Move(_, target) if "/" in target.province:
                return self.scene.ports[self._main(target.province)] == power and super()._possible(
                    unit, order
                )
            case SupportHold(_, other) if "/" in other.province:
                return other.province in self.owner and self._lends(unit, other.province)
            case SupportMove(_, mover, target) if "/" in target.province:
                return (
                    mover.province in self.owner
                    and target.province not in (mover.province, unit.province)
                    and self._lends(unit, target.province)
                    and target.province in self._next_to(self.standing[mover.province][1])
                )
            case _:
                return super()._possible(unit, order)

    def _lends(self, unit: Unit, berth: Province) -> bool:
        """Help reaches a port from inside its province, and from wherever the province is reached."""
        if unit.province == berth:
            return False
        return self._main(berth) in {unit.province, *self._next_to(unit)} or berth in self._next_to(unit)

    def _way_home(self, power: Power, unit: Unit, order: Movement) -> bool:
        match order:
            case Hold():
                return True
            case Move(_, target, via):
                there = {self.owner.get(target.province), self.owner.get(self._berth(target.province))}
                own = self.scene.control.get(target.province) == power
                return via and own and unit.type is UnitType.ARMY and there <= {None, power}
            case _:
                return False

    # Who wins

    def _fort(self, place: Province, defender: Province) -> int:
        main, power = self._main(place), self.owner[defender]
        if self.scene.forts.get(main) != power or main in self.scene.idle:
            return 0
        return 1 if defender not in self.goals or self.scene.flags["fort_helps_failed_mover"] else 0

    def _wall(self, place: Province, power: Power) -> int:
        stands = place in self.scene.forts and place not in self.scene.idle
        return int(stands and self.scene.flags["fort_defends_empty"] and self.scene.forts[place] != power)

    def _gone(self, at: Province, won: Outcome) -> bool:
        return at not in self.owner or (at in self.goals and won[at])

    def _guardian(self, place: Province, won: Outcome) -> Province | None:
        """Who holds a province: its unit unless it left, else the fleet in its port unless it left."""
        if not self._gone(place, won):
            return place
        berth = self._berth(place)
        if self.scene.flags["port_fleet_defends_empty_main"] and not self._gone(berth, won):
            return berth
        return None

    def _wins(self, at: Province, won: Outcome, arrives: Outcome, given: Outcome) -> bool:
        goal, power = self.goals[at], self.owner[at]
        rivals = [r for r, to in self.goals.items() if to == goal and r != at]
        if at in self.meek:
            empty = self._gone(goal, won)
            return empty and not any(
                arrives[r] if r in self.meek else self._prevents(r, won, arrives, given) for r in rivals
            )
        clash = self._face_to_face(at)
        guardian = goal if clash else self._guardian(goal, won)
        attack, resistance = self._against(at, guardian, given)
        if guardian is None or guardian != goal:
            resistance = max(resistance, self._wall(goal, power))
        if attack == 0:
            return False
        return attack > max([resistance, *(self._prevents(r, won, arrives, given) for r in rivals)])

    def _against(self, at: Province, guardian: Province | None, given: Outcome) -> tuple[int, int]:
        goal, power = self.goals[at], self.owner[at]
        if guardian is None or (guardian != goal and self.owner[guardian] == power):
            return self._strength(at, given), 0
        if self.owner[guardian] == power:
            return 0, 0
        attack = self._strength(at, given, self.owner[guardian])
        if guardian in self.scene.weak:
            return attack, 0
        hold = 1 if guardian in self.goals else self._strength(guardian, given)
        hold += self._fort(goal, guardian)
        return attack, max(hold, self._strength(goal, given)) if self._face_to_face(at) else hold

    def _prevents(self, at: Province, won: Outcome, arrives: Outcome, given: Outcome) -> int:
        return 0 if at in self.meek else super()._prevents(at, won, arrives, given)

    def _face_to_face(self, at: Province) -> bool:
        return at not in self.meek and super()._face_to_face(at)

    def _comes_from(self, attacker: Province, aim: Province) -> bool:
        """A support aimed at a province is aimed at the fleet in its port as well."""
        return attacker == aim or self._main(attacker) == aim

    def _given(self, support: Province, won: Outcome, arrives: Outcome) -> bool:
        if not super()._given(support, won, arrives):
            return False
        if "/" not in support or not self.scene.flags["port_support_cut_by_tile_attack"]:
            return True
        order = self.pieces[support].order
        aim = order.target if isinstance(order, SupportMove) else order.supported.location  # type: ignore[union-attr]
        main, power = self._main(support), self.owner[support]
        return not any(
            goal == main and self.owner[at] != power and arrives[at] and at != aim.province
            for at, goal in self.goals.items()
        )

    # What follows from the outcome that counts

    def solutions(self, stopped: set[Province]) -> list[Outcome]:
        """As for the standard rules; which convoys the paradox rule stopped is kept for the aftermath."""
        self.stopped = set(stopped)
        return super().solutions(stopped)

    def outcome(self) -> Outcome:
        """The moves that succeed and fail."""
        found = super().outcome()
        doubtful = sorted(army for army in self.by_sea if self._at_risk(army, set()))
        for size in range(len(doubtful) + 1):
            for group in combinations(doubtful, size):
                if found in self.solutions(set(group)):
                    return found
        raise AssertionError("no convoys explain the outcome")

    def aftermath(self, won: Outcome) -> tuple[set[Province], dict[Province, set[str]]]:
        """The units that must go, by where they are named, and the rows of the chart each unit is in."""
        entered = {self.goals[at]: at for at in self.goals if won[at]}
        arrives = {at: self._arrives(at, set(entered), won, self.stopped) for at in self.goals}
        rows: dict[Province, set[str]] = {at: set() for at in self.owner}
        leave: set[Province] = set()
        for place in sorted(set(self.goals.values())):
            movers = [
                at for at, to in self.goals.items() if to == place and arrives[at] and at not in self.meek
            ]
            if movers:
                self._tell(place, movers, won, entered, rows, leave)
        for main in self.scene.ports:
            berth = self._berth(main)
            inside = entered.get(berth) or (None if self._gone(berth, won) else berth)
            if inside is None or main not in entered or self.owner[entered[main]] == self.owner[inside]:
                continue
            leave.add(berth)
            rows[inside].add("weak_retreat" if inside in self.scene.weak else "def_fail")
        return leave, rows

    def _tell(
        self,
        place: Province,
        movers: list[Province],
        won: Outcome,
        entered: Outcome | dict[Province, Province],
        rows: dict[Province, set[str]],
        leave: set[Province],
    ) -> None:
        guardian = self._guardian(place, won)
        holder = None if guardian is None else self.owner[guardian]
        weak = guardian in self.scene.weak
        for at in movers:
            foes = {self.owner[other] for other in movers} - {self.owner[at]}
            met = holder is not None and holder != self.owner[at]
            if won[at] and (foes or met):
                rows[at].add("off_ok")
            elif not won[at] and (foes or (met and not weak)):
                rows[at].add("off_fail")
        if guardian is None or {self.owner[at] for at in movers} <= {holder}:
            return
        lost = place in entered and self.owner[entered[place]] != holder  # type: ignore[index]
        if weak:
            leave.add(guardian)
            rows[guardian].add("weak_retreat")
            return
        rows[guardian].add("def_fail" if lost else "def_ok")
        if lost:
            leave.add(guardian)

    def ways_out(self, won: Outcome, leave: set[Province]) -> dict[Province, set[str]]:
        """Where the units that must go may retreat to, as the judge names it (B28, B29, B66)."""
        entered = {self.goals[at]: at for at in self.goals if won[at]}
        arrives = {at: self._arrives(at, set(entered), won, self.stopped) for at in self.goals}
        now = {at: self.goals[at] if at in self.goals and won[at] else at for at in self.owner}
        gone = {at: place for at, place in now.items() if place in leave and (place == at or "/" in place)}
        stands = {place: self.owner[at] for at, place in now.items() if at not in gone}
        fought = {
            self.goals[at]
            for at in self.goals
            if at not in self.meek and arrives[at] and not (self._face_to_face(at) and won[self.goals[at]])
        }
        shut = {place for place in fought | set(gone.values()) if place not in entered} | set(stands)
        out: dict[Province, set[str]] = {}
        for at, place in gone.items():
            main, power = self._main(place), self.owner[at]
            foes = {a for a in self.goals if self.goals[a] == main and arrives[a] and self.owner[a] != power}
            foes = foes - self.meek if at in self.scene.weak and main not in stands else {entered[main]}
            barred = {main, *(self._main(foe) for foe in foes - self.by_sea)}
            unit = Unit(self.standing[at][1].type, Location(place)) if place != at else self.standing[at][1]
            out[place] = {
                str(outside(to))
                for to in self.map.reach(unit)
                if to.province not in shut
                and self._main(to.province) not in barred
                and self._is_open(to.province, power, stands)
            }
        return out

    def _is_open(self, place: Province, power: Power, stands: dict[Province, Power]) -> bool:
        main = self._main(place)
        if place != main:
            return self.scene.ports[main] == power and stands.get(main, power) == power
        return stands.get(self._berth(place), power) == power
