"""Random but mostly sensible orders for any board and phase; the same number always gives the same ones."""

from random import Random

from judge.board.geography import Location, Power, Terrain, Unit, UnitType
from judge.board.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.board.phases import Kind
from judge.board.state import Board
from judge.rules import standard

Orders = dict[Power, tuple[Order, ...]]


def random_orders(random: Random, board: Board, options: object) -> Orders:
    """Orders for every power that can act; some silent, some nonsense."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return _movement(random, board)
        case Kind.RETREATS:
            return _retreats(random, board)
        case Kind.ADJUSTMENTS:
            return {power: _adjust(random, board, power, options) for power in standard.acts(board, options)}


def _movement(random: Random, board: Board) -> Orders:
    moves = {unit: _step(random, board, unit) for _, unit in board.pieces()}
    return {
        power: tuple(_order(random, board, unit, moves) for unit in units if random.random() < 0.95)
        for power, units in board.units.items()
    }


def _step(random: Random, board: Board, unit: Unit) -> Move | None:
    near = board.geography.reach(unit)
    if near and random.random() < 0.65:
        return Move(unit, random.choice(near))
    coastal = board.geography.terrain[unit.province] is Terrain.COAST
    if unit.type is UnitType.ARMY and coastal and random.random() < 0.5:
        shores = [p for p, terrain in board.geography.terrain.items() if terrain is Terrain.COAST]
        return Move(unit, Location(random.choice(shores)), via=random.random() < 0.5)
    return None


def _order(random: Random, board: Board, unit: Unit, moves: dict[Unit, Move | None]) -> Order:
    move = moves[unit]
    if move is not None and random.random() < 0.8:
        return move
    if random.random() < 0.02:
        return Move(unit, Location(random.choice(list(board.geography.terrain))))
    near = {place.province for place in board.geography.reach(unit)}
    choices: list[Order] = [
        SupportMove(unit, m.unit, m.target)
        for m in moves.values()
        if m is not None and m.target.province in near
    ]
    choices += [SupportHold(unit, other) for other in moves if other.province in near]
    if board.geography.terrain[unit.province] is Terrain.SEA:
        choices += [Convoy(unit, m.unit, m.target) for m in moves.values() if m is not None and m.via]
    return random.choice(choices) if choices else Hold(unit)


def _retreats(random: Random, board: Board) -> Orders:
    orders: dict[Power, list[Order]] = {}
    for found in board.dislodged:
        if found.retreats and random.random() < 0.8:
            order: Order = Retreat(found.unit, random.choice(found.retreats))
        else:
            order = Disband(found.unit)
        if random.random() < 0.95:
            orders.setdefault(found.power, []).append(order)
    return {power: tuple(given) for power, given in orders.items()}


def _adjust(random: Random, board: Board, power: Power, options: object) -> tuple[Order, ...]:
    if board.surplus(power) > 0:
        units = list(standard.buildable(board, power, options))
        random.shuffle(units)
        builds: list[Order] = [Build(unit) for unit in units[: board.surplus(power) + 1]]
        return (*builds, Waive()) if random.random() < 0.2 else tuple(builds)
    return tuple(Disband(unit) for unit in random.sample(board.units[power], -board.surplus(power)))
