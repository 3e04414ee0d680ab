"""How much slower a movement phase is under the buildings rules than under the standard ones.

    python tests/bench/buildings.py [--games realgames.jsonl.gz] [--rounds 5]

Without a corpus the positions are those of random games. Each is measured as it is, with a treasury; as in
a game under way, every power having built a fort, a port and a hub in its home centers, a fleet lying in
every port that is not captured, and one unit in twenty being unpaid; with a fort in every third land
province and an unpaid unit in ten; and with a port and a fleet in every fourth coastal province besides,
which the standard rules do not have: those are more units than on the standard board. Boards and orders are
read anew for each round, as the judge reads them from its store. CPU time, medians of interleaved rounds.
"""

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from random_play import random_orders
from real_games import board_of, games, orders_of

from judge.board import atlas
from judge.board.economy import Bill, Building, BuildingType, Row, spot
from judge.board.geography import PORT, Location, Province, Terrain, Unit, UnitType
from judge.board.notation import read
from judge.board.orders import Move, Orders
from judge.board.phases import Kind
from judge.board.record import read_board, write_board
from judge.board.state import Board
from judge.rules import buildings, standard

USUAL, PRICED = standard.options({}), buildings.options({})
Position = tuple[Board, Orders]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=Path, help="a file of real games")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    sample = list(_recorded(chosen.games) if chosen.games else _random())
    plain = [(replace(board, economy=None), orders) for board, orders in sample]
    bare = [(buildings.furnish(board, {}, PRICED), orders) for board, orders in plain]
    usual = [_under_way(Random(i), board, orders) for i, (board, orders) in enumerate(bare)]
    forts = [_furnished(Random(i), board, orders, 0) for i, (board, orders) in enumerate(bare)]
    ports = [_furnished(Random(i), board, orders, 4) for i, (board, orders) in enumerate(bare)]
    _compare("nothing built", plain, bare, chosen.rounds)
    _compare("as in a game", plain, usual, chosen.rounds)
    _compare("forts and bills", plain, forts, chosen.rounds)
    _compare("ports too", plain, ports, chosen.rounds)


def _recorded(path: Path) -> Iterator[Position]:
    for number, game in enumerate(games(path)):
        if number % 20 == 0:
            centers: dict[str, list[str]] = {}
            for phase in game["phases"]:
                centers = phase.get("sc", centers)
                if phase["n"].endswith("M"):
                    yield board_of(phase, centers), orders_of(phase)


def _random() -> Iterator[Position]:
    for seed in range(40):
        random, board = Random(seed), standard.start(atlas.load("standard"), USUAL)
        for _ in range(40):
            orders = random_orders(random, board, USUAL)
            if board.phase.kind is Kind.MOVEMENT:
                yield board, orders
            board = standard.adjudicate(board, orders, USUAL).after


def _under_way(random: Random, board: Board, orders: Orders) -> Position:
    """The position with the buildings of a game that has lasted some years."""
    assert board.economy is not None
    geography, built = board.geography, list[Building]()
    for setup in geography.setups:
        coasts = [
            home
            for home in setup.home
            if geography.terrain[home] is Terrain.COAST and home not in geography.coasts
        ]
        built.append(Building(BuildingType.FORT, setup.home[0]))
        built.append(Building(BuildingType.HUB, setup.home[-1]))
        built += [Building(BuildingType.PORT, home) for home in coasts[:1]]
    ports = [building.province for building in built if building.type is BuildingType.PORT]
    return _with(random, board, orders, built, ports, 0.05)


def _furnished(random: Random, board: Board, orders: Orders, every: int) -> Position:
    """The position with forts, ports with fleets, and bills; the fleets go out as often as not."""
    assert board.economy is not None
    control, geography = board.economy.control, board.geography
    forts = [Building(BuildingType.FORT, p) for i, p in enumerate(control) if i % 3 == 0]
    coasts = [p for p in control if geography.terrain[p] is Terrain.COAST and p not in geography.coasts]
    ports = [Building(BuildingType.PORT, p) for p in (coasts[::every] if every else ())]
    return _with(random, board, orders, [*forts, *ports], [port.province for port in ports], 0.1)


def _with(
    random: Random,
    board: Board,
    orders: Orders,
    built: list[Building],
    ports: list[Province],
    share: float,
) -> Position:
    """With these buildings, a fleet in these ports, and this share of all units unpaid."""
    assert board.economy is not None
    control, geography = board.economy.control, board.geography
    units, given = dict(board.units), dict(orders)
    for port in ports:
        there, power = board.at(port), control.get(port)
        if power is not None and (there is None or there[0] == power):
            fleet = Unit(UnitType.FLEET, Location(port, PORT))
            units[power] = tuple(sorted((*units.get(power, ()), fleet)))
            if random.random() < 0.5:
                out = random.choice(geography.reach(Unit(UnitType.FLEET, Location(port))))
                given[power] = (*given.get(power, ()), Move(fleet, out))
    owing = [(power, spot(unit.location)) for power, unit in board.pieces() if random.random() < share]
    bills = dict.fromkeys(sorted(owing), Bill(5, Row.OFF_FAIL))
    economy = replace(board.economy, buildings=tuple(built), bills=bills)
    return replace(board, units=dict(sorted(units.items())), economy=economy), given


def _compare(name: str, plain: list[Position], other: list[Position], rounds: int) -> None:
    standard_times, buildings_times = [], []
    for _ in range(rounds):
        standard_times.append(_time(lambda b, o: standard.adjudicate(b, o, USUAL), plain))
        buildings_times.append(_time(lambda b, o: buildings.adjudicate(b, o, PRICED), other))
    usual, priced = median(standard_times), median(buildings_times)
    more = _units(other) / _units(plain)
    for what, value, unit in (
        (f"standard, {name}", usual * 1e6, "us/phase"),
        (f"buildings, {name}", priced * 1e6, "us/phase"),
        (f"ratio, {name}", priced / usual, "times (goal 1.5)"),
        (f"units, {name}", more, "times as many"),
        (f"ratio for each unit, {name}", priced / usual / more, "times"),
    ):
        print(json.dumps({"figure": what, "value": round(value, 2), "unit": unit}), flush=True)


def _units(positions: Iterable[Position]) -> int:
    return sum(len(list(board.pieces())) for board, _ in positions)


def _time(job: Callable[[Board, Orders], object], positions: Iterable[Position]) -> float:
    """CPU seconds for each position."""
    fresh = [_fresh(board, orders) for board, orders in positions]
    gc.collect()
    began = process_time()
    for board, orders in fresh:
        job(board, orders)
    return (process_time() - began) / len(fresh)


def _fresh(board: Board, orders: Orders) -> Position:
    """The same position as if it had just been read from the store."""
    again = read_board(write_board(board), board.geography)
    return again, {power: tuple(read(str(order)) for order in given) for power, given in orders.items()}


if __name__ == "__main__":
    main()
