"""The resolver prepared for forts, ports and un-replenished units: numbers and tables, never a rule twice."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from judge.board.economy import Bill, Economy
from judge.board.geography import PORT, BuildingType, Location, Power, Province, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Order, Spending, Waive, unit_of
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.buildings.naming import fleet_in, meant
from judge.rules.buildings.options import Options, WeakConvoy
from judge.rules.codes import HOLD, SUPPORTS, Code
from judge.rules.compiled import compiled
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.movement import Turn, withdraw

NOBODY = NOWHERE = -1
# Looked up once: members of an Enum are slow to come by.
_FORT, _PORT, _FLEET, _ARMY = BuildingType.FORT, BuildingType.PORT, UnitType.FLEET, UnitType.ARMY
_OK, _UNREPLENISHED, _NOT_HOME = Reason.OK, Reason.UNREPLENISHED, WeakConvoy.NOWHERE


@dataclass(slots=True)
class Ground:
    """What the movement phase asks about the position, in the numbers of its board."""

    economy: Economy
    options: Options
    position: Position
    weak: dict[int, Bill]
    """The un-replenished units, and what each owes."""
    ports: dict[int, int]
    """By province the berth of its port."""
    goals: set[Province] = field(default_factory=set)
    """Where units move, be it into a port; known once the orders are read."""
    struck: list[tuple[int, int]] = field(default_factory=list)
    """The province of every building there, and its number among all."""

    def look(self, power: Power, code: Code) -> tuple[Order, Reason]:
        """An order as it is meant, and why these rules refuse it where the standard ones might take it."""
        order, kind = code.order, code.kind
        if code.at in self.weak and code.actor is self.position.standing[code.at]:
            # It is plain, so that only the unit it helps can be another than it names.
            if self.ports and kind in SUPPORTS:
                order = meant(order, self._meant)
            return order, _OK if kind == HOLD else _refused_weak(self, power, order)
        if self.ports:
            order = meant(order, self._meant)
        if isinstance(order, Spending | Waive):
            return order, _OK
        return order, self._refusal(power, order)

    def _refusal(self, power: Power, order: Order) -> Reason:
        unit = unit_of(order)
        if unit is not None and self.weak:
            at = self.position.at(unit.location)
            if at in self.weak and self.position.standing[at].power == power:
                reason = _refused_weak(self, power, order)
                if reason is not _OK:
                    return reason
        if isinstance(order, Move) and PORT in (order.target.coast, order.unit.location.coast):
            return _refused_in_port(self, power, order)
        return _OK

    def _meant(self, unit: Unit) -> Unit:
        """The unit that an order means: the fleet in port where that is the only fleet."""
        position, province, is_fleet = self.position, unit.location.province, unit.type is _FLEET
        main = position.board.province_of.get(province, NOWHERE)
        if main not in self.ports:
            return unit
        if unit.location.coast == PORT:
            return unit if is_fleet else fleet_in(province)
        alone = position.owner[self.ports[main]] >= 0 and not position.is_fleet(main)
        return fleet_in(province) if is_fleet and alone else unit

    def ports_near(self, at: int) -> set[int]:
        """The provinces with a port that a unit stands next to, or as a fleet in."""
        return self.ports.keys() & self.position.board.near(self.position.standing[at].shape)

    def may_have_building(self, provinces: Iterable[Province]) -> bool:
        """Whether anything is built in one of these provinces, as far as units move there."""
        places = self.position.board.places
        built = [places[at].province for at, _ in self.struck]
        return any(province in built or province not in self.goals for province in provinces)

    def has_port(self, provinces: Iterable[Province]) -> bool:
        """Whether there is a port in one of these provinces."""
        ports, number = self.ports, self.position.board.province_of
        return bool(ports) and any(number[province] in ports for province in provinces)


def survey(board: Board, economy: Economy, options: Options) -> Ground:
    """The ground of a board."""
    ints = compiled(board.geography)
    harbours = [building.province for building in economy.buildings if building.type is _PORT]
    ports = {ints.province_of[place]: ints.berth_of[place] for place in harbours} if harbours else {}
    position = Position(board, options.standard, ports.values())
    weak: dict[int, Bill] = {}
    for (power, place), bill in economy.bills.items():
        at = position.at(place)
        if position.standing[at].power == power and position.owner[at] >= 0:
            weak[at] = bill
    return Ground(economy, options, position, weak, ports)


# Orders that are refused whatever the others do


def _refused_weak(ground: Ground, power: Power, order: Order) -> Reason:
    """B64, B65, B68, B69: no orders but holding, and being carried to land of one's own."""
    match order:
        case Hold():
            return _OK
        case Convoy() if ground.options.weak_fleet_may_convoy:
            return _OK
        case Move():
            return _OK if _goes_home(ground, power, order) else _UNREPLENISHED
        case _:
            return _UNREPLENISHED


def _goes_home(ground: Ground, power: Power, order: Move) -> bool:
    target = order.target.province
    if ground.options.weak_convoy_target is _NOT_HOME or order.unit.type is not _ARMY:
        return False
    if ground.economy.control.get(target) != power or target == order.unit.province:
        return False
    position = ground.position
    main, number = position.board.province_of[target], position.board.power_of[power]
    return all(position.owner[half] in (NOBODY, number) for half in (main, ground.ports.get(main, main)))


def _refused_in_port(ground: Ground, power: Power, order: Move) -> Reason:
    target, here, options = order.target, order.unit.location, ground.options
    if not options.port_main_transfer_is_move and target.province == here.province:
        return Reason.NO_TRANSFER
    if target.coast != PORT:
        return Reason.OK
    if ground.position.at(target) not in ground.position.berths:
        return Reason.NO_PORT
    mine = ground.economy.control.get(target.province) == power and not _is_foreign(ground, power, target)
    return Reason.OK if mine or options.port_enemy_may_enter_subtile else Reason.NOT_YOUR_PORT


def _is_foreign(ground: Ground, power: Power, target: Location) -> bool:
    """Whether another power stands in the province of a port: it may, where land changes hands in Fall."""
    position = ground.position
    number = position.board.power_of[power]
    return position.owner[position.board.province_of[target.province]] not in (NOBODY, number)


# What the resolver is told


def prepare(ground: Ground, turn: Turn, written: Written) -> None:
    """Tell the resolver of forts, ports and un-replenished units."""
    intricate: set[int] = set()
    if ground.economy.buildings:
        _see_buildings(ground, turn)
    if ground.weak:
        intricate |= _weaken(ground, turn, written)
    if ground.ports:
        intricate |= _open_ports(ground, turn)
    if ground.struck:
        intricate |= _man_forts(ground, turn)
    turn.intricate = frozenset(intricate)


def _see_buildings(ground: Ground, turn: Turn) -> None:
    number, economy = turn.board.province_of, ground.economy
    goals = ground.goals = {*map(turn.board.named.__getitem__, turn.attackers)}
    ground.struck = [
        (number[building.province], count)
        for count, building in enumerate(economy.buildings)
        if building.province in goals
    ]


def _weaken(ground: Ground, turn: Turn, written: Written) -> set[int]:
    """B66 and B68. An army that could only walk home is refused after all."""
    for at in ground.weak:
        turn.open_to_all |= 1 << at
    leaving = [at for at in ground.weak if turn.goal[at] >= 0]
    for at in leaving:
        turn.walkers &= ~(1 << at)
        if (foe := turn.facing.pop(at, NOWHERE)) >= 0:
            turn.facing.pop(foe, None)
        turn.backers.pop(at, None)
        if at not in turn.carried and at not in turn.stuck:
            withdraw(turn.attackers, turn.goal[at], at)
            turn.goal[at] = NOWHERE
            written.wrong[at] = _UNREPLENISHED
            turn.yields = {move: foe for move, foe in turn.yields.items() if at not in (move, foe)}
    turn.meek = frozenset([at for at in leaving if turn.goal[at] >= 0 and at not in turn.stuck])
    return {turn.goal[at] for at in turn.meek}


def _open_ports(ground: Ground, turn: Turn) -> set[int]:
    """B24 to B38: a fleet in port is no target, and holds the province when no other unit does."""
    options, owner, goal, attackers = ground.options, turn.owner, turn.goal, turn.attackers
    if turn.aim:
        _join_halves(ground, turn)
    reached = [m for m, port in ground.ports.items() if m in attackers or port in attackers]
    for main in reached if options.port_fleet_defends_empty_main else ():
        port, left = ground.ports[main], main in attackers and (goal[main] >= 0 or owner[main] < 0)
        if (left or port in attackers) and owner[port] >= 0:
            turn.annex[main] = port
    if options.port_support_cut_by_tile_attack or options.port_defence_bonus:
        for main, port in ground.ports.items():
            if owner[port] >= 0:
                _stir(ground, turn, main, port)
    return set(turn.annex)


def _join_halves(ground: Ground, turn: Turn) -> None:
    """A fleet in port attacks from its province: it does not cut a support aimed at that (B27, B50).

    Nor does the unit in the province cut one that is aimed at the port.
    """
    land, main_of, ports, goal = turn.board.land, turn.board.main, ground.ports, turn.goal
    for supporter in turn.aim.keys() & turn.attackers.keys():
        aim = turn.aim[supporter]
        half = main_of[aim] if aim >= land else ports.get(aim, NOWHERE)
        if half >= 0 and goal[half] == supporter:
            turn.origin[half] = aim


def _stir(ground: Ground, turn: Turn, main: int, port: int) -> None:
    """B27, B32, where a game chooses otherwise: an attack cuts supports from the port, its fleet defends."""
    owner, main_of, bonus = turn.owner, turn.board.main, ground.options.port_defence_bonus
    if ground.options.port_support_cut_by_tile_attack and port in turn.aim:
        turn.harried[port] = [
            attacker
            for attacker in turn.attackers.get(main, ())
            if owner[attacker] != owner[port] and main_of[attacker] != main_of[turn.aim[port]]
        ]
    stays = turn.goal[port] < 0 and port not in ground.weak
    if bonus and stays and owner[main] == owner[port]:
        turn.guard[main] = turn.guard.get(main, 0) + bonus


def _man_forts(ground: Ground, turn: Turn) -> set[int]:
    """B5 to B13: a fort helps whoever of its power holds the province, and cannot be cut.

    Where nobody comes there is nothing to help with.
    """
    options, owner, goal, annex = ground.options, turn.owner, turn.goal, turn.annex
    bonus, always, guard = options.fort_bonus, options.fort_helps_failed_mover, turn.guard
    intricate: set[int] = set()
    for at, controller in _active_forts(ground, turn):
        stays = owner[at] >= 0 and goal[at] < 0
        if owner[at] == controller and (stays or always):
            guard[at] = guard.get(at, 0) + bonus
        if at in annex and owner[annex[at]] == controller and (goal[annex[at]] < 0 or always):
            guard[annex[at]] = guard.get(annex[at], 0) + bonus
        if options.fort_defends_empty and not stays:
            turn.bulwark[at] = turn.bulwark.get(at, 0) + bonus
            turn.warden[at] = controller
            intricate.add(at)
        if options.fort_support_cuttable:
            turn.brittle |= 1 << at
            if at in annex:
                turn.brittle |= 1 << annex[at]
                turn.front[annex[at]] = at
            intricate.add(at)
    return intricate


def _active_forts(ground: Ground, turn: Turn) -> list[tuple[int, int]]:
    """B19: the province and the controller of every fort that gives its bonus, where it is asked for."""
    economy, number = ground.economy, turn.board.power_of
    always, found = ground.options.unreplenished_fort_defends, []
    for at, count in ground.struck:
        building = economy.buildings[count]
        if building.type is _FORT and (always or building.bill is None):
            controller = economy.control.get(building.province)
            if controller is not None:
                found.append((at, number[controller]))
    return found
