"""A slow second opinion on a movement phase with forts, ports and un-replenished units.

It is written from the rules, and tries every combination of moves, as `brute_force` does. A port is a
province of its own here, `BRE/PORT`; the boards come from `harbour_board`, which the judge knows nothing of.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from brute_force import Opinion, Outcome
from random_positions import Straits, position, small_board

from judge.board import atlas
from judge.board.economy import Bill, Building, BuildingType, Economy, Row, spot
from judge.board.geography import PORT, Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, Order, SupportHold, SupportMove
from judge.board.state import Board

FLAGS = ("fort_defends_empty", "fort_helps_failed_mover", "port_fleet_defends_empty_main",
         "port_support_cut_by_tile_attack")  # fmt: skip
USUAL = dict(zip(FLAGS, (False, True, True, False), strict=True))


@dataclass
class Scene:
    """A position twice: with ports as provinces of their own, and as the judge has it."""

    board: Board
    """Ports are provinces."""
    forts: dict[Province, Power] = field(default_factory=dict)
    idle: set[Province] = field(default_factory=set)
    """Forts that are unpaid."""
    ports: dict[Province, Power] = field(default_factory=dict)
    weak: set[Province] = field(default_factory=set)
    control: dict[Province, Power] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=lambda: dict(USUAL))

    def judged(self, geography: Geography) -> Board:
        """The position as the judge has it."""
        units = {p: tuple(sorted(_outside(u) for u in there)) for p, there in self.board.units.items()}
        buildings = [
            Building(BuildingType.FORT, p, Bill(7) if p in self.idle else None) for p in sorted(self.forts)
        ]
        buildings += [Building(BuildingType.PORT, p) for p in sorted(self.ports)]
        bills = {
            (power, spot(_outside(unit).location)): Bill(5, Row.OFF_FAIL)
            for power, unit in self.board.pieces()
            if unit.province in self.weak
        }
        economy = Economy(control=self.control, buildings=tuple(buildings), bills=dict(sorted(bills.items())))
        return replace(self.board, geography=geography, units=units, economy=economy)


def _outside(unit: Unit) -> Unit:
    return Unit(unit.type, outside(unit.location))


def outside(place: Location) -> Location:
    """`BRE/PORT` the province -> the port of Brest."""
    main, mark, _ = place.province.partition("/")
    return Location(Province(main), PORT) if mark else place


def order_outside(order: Order) -> Order:
    """An order as the judge gets it."""
    match order:
        case Hold(unit):
            return Hold(_outside(unit))
        case Move(unit, target, via, route):
            return Move(_outside(unit), outside(target), via, route)
        case SupportHold(unit, other, named):
            return SupportHold(_outside(unit), _outside(other), named)
        case SupportMove(unit, other, target):
            return SupportMove(_outside(unit), _outside(other), outside(target))
        case Convoy(unit, army, target):
            return Convoy(_outside(unit), _outside(army), outside(target))
        case _:
            raise AssertionError(order)


def harbour_board(geography: Geography, ports: set[Province]) -> Geography:
    """The board with each port as a province that borders its own and whatever a fleet there borders."""

    def near(place: Location) -> set[Location]:
        found = set()
        for at, tos in geography.fleet.items():
            if at.province == place.province:
                found |= {at, *tos}
        return found

    quays = {Location(Province(f"{port}/{PORT}")): near(Location(port)) for port in sorted(ports)}
    fleet = {at: set(to) for at, to in geography.fleet.items()}
    for quay, around in quays.items():
        fleet[quay] = set(around)
        for at in around:
            fleet[at].add(quay)
        for other, theirs in quays.items():
            if other != quay and {place.province for place in around} & {Province(other.province[:-5])}:
                fleet[quay].add(other)
                assert theirs
    return replace(
        geography,
        terrain={**geography.terrain, **{quay.province: Terrain.SHUT for quay in quays}},
        fleet={at: tuple(sorted(to)) for at, to in fleet.items()},
    )


def scene(random: Random) -> tuple[Geography, Scene]:
    """A crowded position with forts, ports with fleets, and un-replenished units."""
    geography = atlas.load("standard") if random.random() < 0.4 else small_board(random)
    return geography, furnished(random, position(random, geography, random.randint(4, 9), powers=3))


def crossing(random: Random) -> tuple[Geography, Scene, dict[Power, tuple[Movement, ...]]]:
    """Convoys under attack, with forts and un-replenished units among them, and their orders."""
    geography = small_board(random)
    straits = Straits(random, geography)
    scene = furnished(random, straits.board(), port=0.1, weak=0.06)
    written = straits.written()
    orders = {
        power: tuple(
            next((o for o in written.get(power, ()) if o.unit == unit), Hold(unit)) for unit in there
        )
        for power, there in scene.board.units.items()
    }
    return geography, scene, orders


def furnished(random: Random, plain: Board, port: float = 0.3, weak: float = 0.15) -> Scene:
    """The position with forts, ports and un-replenished units put in by chance."""
    geography, likely = plain.geography, weak
    standing = {unit.province: power for power, unit in plain.pieces()}
    around = sorted({to.province for _, u in plain.pieces() for to in geography.reach(u)} | set(standing))
    land = [p for p in around if geography.terrain[p] in (Terrain.LAND, Terrain.COAST)]
    control = {p: standing.get(p) or random.choice(geography.powers[:3]) for p in land}
    coasts = [p for p in land if geography.fleet_places(p)]
    ports = {p: control[p] for p in coasts if random.random() < port}
    forts = {p: control[p] for p in land if random.random() < 0.35}
    for place in sorted(forts):
        if random.random() < 0.1:
            control[place] = forts[place] = random.choice(geography.powers[:3])
            ports.pop(place, None)
    units = {power: list(there) for power, there in plain.units.items()}
    for port, power in ports.items():
        if random.random() < 0.75:
            units.setdefault(power, []).append(Unit(UnitType.FLEET, Location(Province(f"{port}/{PORT}"))))
    board = replace(
        plain,
        geography=harbour_board(geography, set(ports)),
        units={power: tuple(sorted(there)) for power, there in sorted(units.items())},
    )
    tired = {unit.province for _, unit in board.pieces() if random.random() < likely}
    idle = {place for place in sorted(forts) if random.random() < 0.2}
    flags = dict(USUAL)
    if random.random() < 0.3:
        flags = {flag: random.random() < 0.5 for flag in FLAGS}
    return Scene(board, forts, idle, ports, tired, control, flags)


def homecoming(random: Random, scene: Scene) -> dict[Unit, Movement]:
    """Put an un-replenished army on the board, and a fleet to carry it home; chance hardly ever does."""
    fleets, standing = scene.board.geography.fleet, {unit.province for _, unit in scene.board.pieces()}
    terrain = scene.board.geography.terrain
    seas = [
        at for at in sorted(fleets) if terrain[at.province] is Terrain.SEA and at.province not in standing
    ]
    if not seas:
        return {}
    sea = random.choice(seas)
    coasts = sorted({to.province for to in fleets[sea] if terrain[to.province] is Terrain.COAST})
    free = [p for p in coasts if not standing & {p, Province(f"{p}/{PORT}")}]
    if len(free) < 2:
        return {}
    start, home = random.sample(free, 2)
    army, fleet = Unit(UnitType.ARMY, Location(start)), Unit(UnitType.FLEET, sea)
    owners = [random.choice(scene.board.geography.powers[:3]) for _ in range(2)]
    units = {power: list(there) for power, there in scene.board.units.items()}
    for power, unit in zip(owners, (army, fleet), strict=True):
        units.setdefault(power, []).append(unit)
    scene.board = replace(
        scene.board, units={power: tuple(sorted(there)) for power, there in sorted(units.items())}
    )
    scene.weak.add(start)
    scene.control[home] = owners[0]
    for buildings in (scene.forts, scene.ports):
        if home in buildings:
            buildings[home] = owners[0]
    return {army: Move(army, Location(home), via=True), fleet: Convoy(fleet, army, Location(home))}


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
