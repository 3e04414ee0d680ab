"""Fleets that can be of use in a convoy are those on a chain without a short cut, as a list of all shows."""

from itertools import combinations
from random import Random

import pytest
from random_positions import small_board

from judge.board.geography import Geography, Location, Power, Province, Setup, Terrain
from judge.rules.compiled import Compiled, members
from judge.rules.convoys import connects, on_route


def minimal_chains(board: Compiled, start: int, goal: int, fleets: int) -> list[int]:
    """Every set of fleets that joins two shores and of which none can be missed."""
    found = []
    for size in range(1, fleets.bit_count() + 1):
        for chain in combinations(members(fleets), size):
            mask = sum(1 << fleet for fleet in chain)
            spare = any(connects(board, start, goal, mask & ~(1 << fleet)) for fleet in chain)
            if connects(board, start, goal, mask) and not spare:
                found.append(mask)
    return found


def archipelago(random: Random) -> Geography:
    """Two shores in the middle of up to eleven seas."""
    seas = [Province(f"S{i}") for i in range(random.randint(4, 11))]
    shores = [Province("HERE"), Province("THERE")]
    fleet: dict[Province, set[Province]] = {p: set() for p in [*seas, *shores]}
    for i, one in enumerate([*shores, *seas]):
        for other in [*shores, *seas][max(i + 1, 2) :]:
            if random.random() < 0.3:
                fleet[one].add(other)
                fleet[other].add(one)
    return Geography(
        id="archipelago",
        title="Archipelago",
        begin="S1901M",
        victory=1,
        terrain={**dict.fromkeys(shores, Terrain.COAST), **dict.fromkeys(seas, Terrain.SEA)},
        army=dict.fromkeys(shores, ()),
        fleet={Location(p): tuple(map(Location, sorted(to))) for p, to in fleet.items()},
        setups=(Setup(Power("ENGLAND"), "E", (), (), ()),),
        neutral=(),
        names={},
        power_names={},
    )


@pytest.mark.parametrize("number", range(150))
def test_a_fleet_is_of_use_when_some_chain_without_a_short_cut_needs_it(number: int) -> None:
    random = Random(number)
    geography = archipelago(random) if number % 3 else small_board(random)
    board = Compiled(geography)
    shores = [p for p in members(board.walkable) if board.shore[p]]
    for start, goal in combinations(shores[:3], 2):
        fleets = board.seas
        useful = 0
        for chain in minimal_chains(board, start, goal, fleets):
            useful |= chain
        assert [f for f in members(fleets) if on_route(board, start, goal, f, fleets)] == list(
            members(useful)
        )
