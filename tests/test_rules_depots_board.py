"""The board made for the depots rules: fair to the last step, all land, named and placed in full."""

import tomllib
from collections.abc import Iterator

from judge import resources
from judge.board import atlas
from judge.board.geography import Geography, Power, Province, Terrain

LOWLANDS = atlas.load("lowlands")


def test_a_turn_of_our_own_board_puts_every_power_in_the_place_of_the_next():
    around = dict(zip(LOWLANDS.powers, LOWLANDS.powers[1:] + LOWLANDS.powers[:1], strict=True))
    found = [turn for turn in _turns(LOWLANDS) if _fits(LOWLANDS, turn, around)]
    assert len(found) == 1
    assert {found[0][p] for p in LOWLANDS.neutral} == set(LOWLANDS.neutral)


def _turns(geography: Geography) -> Iterator[dict[Province, Province]]:
    """Every way to lay the board over itself, found from where one corner space and its neighbours go."""
    near = {space: set(beside) for space, beside in geography.army.items()}
    first = min(near, key=lambda space: (len(near[space]), space))
    for target in near:
        yield from _laid(near, {first: target})


def _laid(
    near: dict[Province, set[Province]], laid: dict[Province, Province]
) -> Iterator[dict[Province, Province]]:
    if len(laid) == len(near):
        yield laid
        return
    space = max((s for s in near if s not in laid), key=lambda s: (len(near[s] & laid.keys()), s))
    for target in sorted(near.keys() - set(laid.values())):
        same_size = len(near[target]) == len(near[space])
        if same_size and all((laid[s] in near[target]) == (s in near[space]) for s in laid):
            yield from _laid(near, laid | {space: target})


def _fits(geography: Geography, turn: dict[Province, Province], around: dict[Power, Power]) -> bool:
    return all(
        {turn[depot] for depot in geography.home[power]} == set(geography.home[after])
        for power, after in around.items()
    )


def test_on_our_own_board_no_home_depot_borders_on_another_powers():
    owner = {depot: power for power, depots in LOWLANDS.home.items() for depot in depots}
    for depot, power in owner.items():
        assert all(owner.get(beside, power) == power for beside in LOWLANDS.army[depot])


def test_our_own_board_is_all_land_and_has_names_and_a_place_in_a_picture_for_every_space():
    assert set(LOWLANDS.terrain.values()) == {Terrain.LAND}
    assert all(LOWLANDS.army[to].count(at) == 1 for at, near in LOWLANDS.army.items() for to in near)
    for language in ("en", "nl"):
        assert set(LOWLANDS.names[language]) == set(LOWLANDS.terrain)
        assert set(LOWLANDS.power_names[language]) == set(LOWLANDS.powers)
    points = tomllib.loads((resources.maps() / "lowlands.toml").read_text(encoding="utf-8"))["points"]
    assert {Province(space.upper()) for space in points} == set(LOWLANDS.terrain)
    for at, near in LOWLANDS.army.items():
        for to in near:
            (x, y), (u, v) = points[at.lower()], points[to.lower()]
            assert (x - u) ** 2 + (y - v) ** 2 < 145**2
