"""The resolver prepared for forts, ports and un-replenished units: numbers and tables, never a rule twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.board.economy import Economy, spot
from judge.board.geography import PORT, BuildingType, Power, UnitType
from judge.board.orders import Convoy, Hold, Move, Order
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.buildings.harbours import Harbours, berth
from judge.rules.buildings.options import Options, WeakConvoy
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.movement import Turn

NOBODY = NOWHERE = -1
_FORT = BuildingType.FORT  # Looked up once: members of an Enum are slow to come by.


@dataclass(slots=True)
class Ground:
    """What the movement phase asks about the position, in the numbers of the map inside."""

    economy: Economy
    options: Options
    position: Position
    weak: frozenset[int]
    """The un-replenished units."""
    ports: tuple[tuple[int, int], ...]
    """(the province, its port)."""


def survey(
    harbours: Harbours, economy: Economy, options: Options, position: Position | None = None
) -> Ground:
    """The ground of a board; its position, when that is known already."""
    position = position or Position(harbours.inside, options.standard)
    number = position.board.province_of
    weak = frozenset(
        at
        for (power, place) in economy.bills
        for at in [number[harbours.place_in(place).province]]
        if position.owner[at] == position.board.power_of[power]
    )
    ports = tuple((number[port], number[berth(port)]) for port in sorted(harbours.ports))
    return Ground(economy, options, position, weak, ports)


# Orders that are refused whatever the others do


def refusal(board: Board, economy: Economy, options: Options, power: Power, order: Order) -> Reason:
    """Why these rules refuse an order that the standard ones might take; Reason.OK where they do not."""
    unit = getattr(order, "unit", None)
    if unit is not None and economy.bills and (power, spot(unit.location)) in economy.bills:
        reason = _refused_weak(board, economy, options, power, order)
        if reason is not Reason.OK:
            return reason
    if isinstance(order, Move) and PORT in (order.target.coast, order.unit.location.coast):
        return _refused_in_port(economy, options, power, order)
    return Reason.OK


def _refused_weak(board: Board, economy: Economy, options: Options, power: Power, order: Order) -> Reason:
    """B64, B65, B68, B69: no orders but holding, and being carried to land of one's own."""
    match order:
        case Hold():
            return Reason.OK
        case Convoy() if options.weak_fleet_may_convoy:
            return Reason.OK
        case Move():
            return Reason.OK if _goes_home(board, economy, options, power, order) else Reason.UNREPLENISHED
        case _:
            return Reason.UNREPLENISHED


def _goes_home(board: Board, economy: Economy, options: Options, power: Power, order: Move) -> bool:
    target = order.target.province
    if options.weak_convoy_target is WeakConvoy.NOWHERE or order.unit.type is not UnitType.ARMY:
        return False
    if economy.control.get(target) != power or target == order.unit.province:
        return False
    there = board.at(target)
    return there is None or there[0] == power


def _refused_in_port(economy: Economy, options: Options, power: Power, order: Move) -> Reason:
    target, here = order.target, order.unit.location
    if not options.port_main_transfer_is_move and target.province == here.province:
        return Reason.NO_TRANSFER
    if target.coast != PORT:
        return Reason.OK
    if economy.at(target.province, BuildingType.PORT) is None:
        return Reason.NO_PORT
    if options.port_enemy_may_enter_subtile or economy.control.get(target.province) == power:
        return Reason.OK
    return Reason.NOT_YOUR_PORT


# What the resolver is told


def prepare(ground: Ground, turn: Turn, written: Written) -> None:
    """Tell the resolver of forts, ports and un-replenished units."""
    intricate: set[int] = set()
    if ground.weak:
        intricate |= _weaken(ground, turn, written)
    if ground.ports:
        intricate |= _open_ports(ground, turn)
    if ground.economy.buildings:
        intricate |= _man_forts(ground, turn)
    turn.intricate = frozenset(intricate)


def _weaken(ground: Ground, turn: Turn, written: Written) -> set[int]:
    """B66 and B68. An army that could only walk home is refused after all."""
    for at in ground.weak:
        turn.open_to_all |= 1 << at
        if turn.goal[at] < 0:
            continue
        turn.walkers &= ~(1 << at)
        if (foe := turn.facing.pop(at, NOWHERE)) >= 0:
            turn.facing.pop(foe, None)
        turn.backers.pop(at, None)
        if at not in turn.carried and at not in turn.stuck:
            turn.attackers[turn.goal[at]].remove(at)
            if not turn.attackers[turn.goal[at]]:
                del turn.attackers[turn.goal[at]]
            turn.goal[at] = NOWHERE
            written.wrong[at] = Reason.UNREPLENISHED
            turn.yields = {move: foe for move, foe in turn.yields.items() if at not in (move, foe)}
    turn.meek = frozenset(at for at in ground.weak if turn.goal[at] >= 0 and at not in turn.stuck)
    return {turn.goal[at] for at in turn.meek}


def _open_ports(ground: Ground, turn: Turn) -> set[int]:
    """B24 to B38: a fleet in port is no target, and holds the province when no other unit does."""
    options = ground.options
    occupied = [(main, port) for main, port in ground.ports if turn.owner[port] >= 0]
    if options.port_fleet_defends_empty_main:
        turn.annex = dict(occupied)
    main_of = {port: main for main, port in ground.ports}
    for port, main in main_of.items():
        _join_halves(turn, main, port)
    for main, port in occupied:
        if options.port_support_cut_by_tile_attack and port in turn.aim:
            turn.harried[port] = [
                attacker
                for attacker in turn.attackers.get(main, ())
                if turn.owner[attacker] != turn.owner[port]
                and main_of.get(attacker, attacker) != main_of.get(turn.aim[port], turn.aim[port])
            ]
        bonus = options.port_defence_bonus
        stays = turn.goal[port] < 0 and port not in ground.weak
        if bonus and stays and turn.owner[main] == turn.owner[port]:
            turn.guard[main] = turn.guard.get(main, 0) + bonus
    return set(turn.annex)


def _join_halves(turn: Turn, main: int, port: int) -> None:
    """A fleet in port attacks from its province: it does not cut a support aimed at that (B27, B50).

    Nor does the unit in the province cut one that is aimed at the port.
    """
    for one, other in ((port, main), (main, port)):
        if turn.goal[one] >= 0 and turn.aim.get(turn.goal[one]) == other:
            turn.origin[one] = other


def _man_forts(ground: Ground, turn: Turn) -> set[int]:
    """B5 to B13: a fort helps whoever of its power holds the province, and cannot be cut.

    Where nobody comes there is nothing to help with.
    """
    options, intricate = ground.options, set[int]()
    bonus, owner, goal = options.fort_bonus, turn.owner, turn.goal
    for at, controller in _active_forts(ground, turn):
        for defender in (at, turn.annex[at]) if at in turn.annex else (at,):
            if owner[defender] == controller and (goal[defender] < 0 or options.fort_helps_failed_mover):
                turn.guard[defender] = turn.guard.get(defender, 0) + bonus
        if options.fort_defends_empty:
            turn.bulwark[at] = turn.bulwark.get(at, 0) + bonus
            turn.warden[at] = controller
            intricate.add(at)
        if options.fort_support_cuttable:
            turn.brittle |= 1 << at
            if at in turn.annex:
                turn.brittle |= 1 << turn.annex[at]
                turn.front[turn.annex[at]] = at
            intricate.add(at)
    return intricate


def _active_forts(ground: Ground, turn: Turn) -> Iterator[tuple[int, int]]:
    """B19: the province and the controller of every fort that gives its bonus, where it is asked for."""
    ints, control, attackers = ground.position.board, ground.economy.control, turn.attackers
    number, annex, always = ints.province_of, turn.annex, ground.options.unreplenished_fort_defends
    for building in ground.economy.buildings:
        at = number[building.province]
        if at not in attackers and annex.get(at, NOWHERE) not in attackers:
            continue
        controller = control.get(building.province)
        if building.type is _FORT and controller is not None and (always or building.bill is None):
            yield at, ints.power_of[controller]
