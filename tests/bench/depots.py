"""How the time to resolve a round of the depots rules grows: rings of armies, random boards full of orders.

Run it as `python tests/bench/depots.py`; the last column is the time for each order, and should stay level.
"""

import gc
from collections.abc import Callable
from random import Random
from time import perf_counter

from judge.board.geography import Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Hold, Move, Order, SupportHold, SupportMove
from judge.board.phases import Phase
from judge.board.state import Board
from judge.rules import system

RULES = system("depots")
POWERS = tuple(Power(f"POWER{number}") for number in range(7))
Position = tuple[Board, dict[Power, tuple[Order, ...]]]


def board_of(beside: dict[Province, set[Province]], armies: list[Province]) -> Board:
    """A board of land spaces with an army of one of seven powers in each of these."""
    geography = Geography(
        id="bench",
        title="Bench",
        begin="S1901M",
        victory=0,
        terrain=dict.fromkeys(beside, Terrain.LAND),
        army={space: tuple(sorted(near)) for space, near in beside.items()},
        fleet={},
        setups=(),
        neutral=tuple(beside),
        names={},
        power_names={},
    )
    units = {power: tuple(map(army, armies[number :: len(POWERS)])) for number, power in enumerate(POWERS)}
    return Board(geography, Phase.read("S1901M"), units, {})


def army(space: Province) -> Unit:
    """An army in a space."""
    return Unit(UnitType.ARMY, Location(space))


def spaces(size: int) -> list[Province]:
    """Spaces whose alphabetical order is that of their numbers."""
    return [Province(f"S{number:06}") for number in range(size)]


def ring(size: int, broken: bool = False) -> Position:
    """Armies that all move one space on; broken, the last one holds and the others fail, one by one."""
    at = spaces(size)
    beside = {at[n]: {at[n - 1], at[(n + 1) % size]} for n in range(size)}
    board = board_of(beside, at)
    after = {at[n]: at[(n + 1) % size] for n in range(size)}
    orders: dict[Power, tuple[Order, ...]] = {
        power: tuple(Move(unit, Location(after[unit.province])) for unit in units)
        for power, units in board.units.items()
    }
    if broken:
        power, last = next((p, u) for p, u in board.pieces() if u.province == at[-1])
        kept = (order for order in orders[power] if not isinstance(order, Move) or order.unit != last)
        orders[power] = (*kept, Hold(last))
    return board, orders


def crowd(size: int) -> Position:
    """A random board with an army in nine of ten spaces, and orders that for the most part fit each other."""
    random, at = Random(size), spaces(size)
    beside: dict[Province, set[Province]] = {space: set() for space in at}
    for n in range(size):
        for other in {(n + 1) % size, random.randrange(size), random.randrange(size)} - {n}:
            beside[at[n]].add(at[other])
            beside[at[other]].add(at[n])
    armies = sorted(random.sample(at, size * 9 // 10))
    board = board_of(beside, armies)
    goal = {space: random.choice(sorted(beside[space])) for space in armies if random.random() < 0.5}
    coming: dict[Province, list[Province]] = {}
    for mover, to in goal.items():
        coming.setdefault(to, []).append(mover)
    orders = {
        power: tuple(order(random, beside, goal, coming, unit) for unit in units)
        for power, units in board.units.items()
    }
    return board, orders


def order(
    random: Random,
    beside: dict[Province, set[Province]],
    goal: dict[Province, Province],
    coming: dict[Province, list[Province]],
    unit: Unit,
) -> Order:
    """A move where one was chosen, else support for a move nearby or for a neighbour in its place."""
    if unit.province in goal:
        return Move(unit, Location(goal[unit.province]))
    to = random.choice(sorted(beside[unit.province]))
    movers = [mover for mover in coming.get(to, ()) if mover != unit.province]
    if movers:
        return SupportMove(unit, army(random.choice(movers)), Location(to))
    return SupportHold(unit, army(to), named=True)


def measure(position: Position, rounds: int = 3) -> float:
    """The best time of some runs, in seconds: from orders to results and the next board."""
    board, orders = position
    options = RULES.options({"victory": 0})
    best = float("inf")
    for _ in range(rounds):
        # As timeit does: the collector would look at all other positions too.
        gc.collect()
        gc.disable()
        begin = perf_counter()
        RULES.adjudicate(board, orders, options)
        best = min(best, perf_counter() - begin)
        gc.enable()
    return best


def growth(name: str, make: Callable[[int], Position], sizes: list[int]) -> None:
    """A table of times for growing positions."""
    print(f"{name:<28}{'orders':>8}{'seconds':>10}{'µs an order':>13}")
    for size in sizes:
        position = make(size)
        count = sum(map(len, position[1].values()))
        seconds = measure(position)
        print(f"{'':<28}{count:>8}{seconds:>10.3f}{seconds / count * 1e6:>13.1f}")


if __name__ == "__main__":
    growth("one ring", ring, [1250, 2500, 5000, 10_000, 20_000])
    growth("one ring, broken at its end", lambda size: ring(size, broken=True), [1250, 5000, 20_000])
    growth("a random board", crowd, [625, 1250, 2500, 5000, 10_000, 20_000])
