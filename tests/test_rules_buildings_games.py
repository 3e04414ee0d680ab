"""Whole random games of the buildings rules; and without buildings or prices beside the standard rules."""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from buildings_play import CHOICES, play, replay
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import random_orders
from real_games import board_of, games, orders_of

from judge.board import atlas
from judge.board.phases import Kind
from judge.board.results import Adjudication
from judge.rules import buildings, standard

FREE: dict[str, object] = {
    **dict.fromkeys(("cost_army", "cost_fleet", "ap_army", "ap_fleet"), 0),
    "building_types": [],
    "replenish_pct": dict.fromkeys(("def_ok", "def_fail", "off_fail"), 0),
    "research": {"enabled": False},
}
"""No building, and nothing costs anything."""


@settings(max_examples=len(CHOICES), deadline=None)
@given(st.integers(0, 10**9))
def test_money_places_and_limits_hold_over_ten_years_of_any_orders(seed: int) -> None:
    play(seed, 10)


@pytest.mark.parametrize("seed", range(len(CHOICES)))
def test_a_game_replayed_from_its_stored_orders_gives_the_same_bytes(seed: int) -> None:
    game = play(seed, 6)
    assert replay(game) == game.told


@pytest.mark.parametrize("seed", range(40, 52))
def test_a_game_whose_options_change_between_phases_holds_and_can_be_replayed(seed: int) -> None:
    game = play(seed, 6, changing=True)
    assert len(set(map(id, game.options))) > 3
    assert replay(game) == game.told


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_games_hold_and_can_be_replayed(seed: int) -> None:
    game = play(seed, 12)
    assert replay(game) == game.told


@pytest.mark.parametrize("name", ["youngstown", "hundred", "1900", "chromatic"])
def test_the_rules_hold_on_other_boards(name: str) -> None:
    if standard.unkept(atlas.load(name)):
        pytest.skip("the board asks for rules that are not kept")
    game = play(len(CHOICES) + 1, 5, name)
    assert replay(game, name) == game.told


def plain(done: Adjudication) -> Adjudication:
    """An adjudication without the economy."""
    return replace(done, before=None, after=replace(done.after, economy=None), accounts=None)  # type: ignore[arg-type]


def beside_the_standard_rules(seed: int, years: int, edition: str) -> int:
    """Play a game under both rules; the number of phases that came out the same."""
    random, geography = Random(seed), atlas.load("standard")
    usual, free = standard.options({"edition": edition}), buildings.options({**FREE, "edition": edition})
    board, mine = standard.start(geography, usual), buildings.start(geography, free)
    phases = 0
    while board.phase.year < 1901 + years and any(board.units.values()):
        orders = random_orders(random, board, usual)
        done, other = standard.adjudicate(board, orders, usual), buildings.adjudicate(mine, orders, free)
        assert plain(other) == plain(done), (seed, board.phase)
        assert buildings.acts(other.after, free) == standard.acts(done.after, usual)
        board, mine = done.after, other.after
        phases += 1
        if done.winner:
            break
    return phases


@pytest.mark.parametrize("edition", ["datc", "1971", "2000"])
@pytest.mark.parametrize("seed", range(8))
def test_without_buildings_and_prices_phases_come_out_as_the_standard_rules_have_them(
    seed: int, edition: str
) -> None:
    assert beside_the_standard_rules(seed, 15, edition) > 20


def test_without_buildings_and_prices_real_phases_come_out_as_the_standard_rules_have_them() -> None:
    path = Path(os.environ.get("JUDGE_REALGAMES", "no-corpus")) / "realgames_sample.jsonl.gz"
    if not path.is_file():
        pytest.skip("set JUDGE_REALGAMES to the folder with the real games")
    usual, free, phases = standard.options({}), buildings.options(FREE), Counter[Kind]()
    for game in games(path):
        centers: dict[str, list[str]] = {}
        before: Adjudication | None = None
        for phase in game["phases"]:
            centers = phase.get("sc", centers)
            board, orders = board_of(phase, centers), orders_of(phase)
            kind = board.phase.kind
            if kind is Kind.RETREATS:
                if before is None:
                    continue
                board = replace(board, dislodged=before.after.dislodged, contested=before.contested)
            done, other = standard.adjudicate(board, orders, usual), buildings.adjudicate(board, orders, free)
            assert plain(other) == plain(done), (game["id"], phase["n"])
            before = done if kind is Kind.MOVEMENT else None
            phases[kind] += 1
    assert min(phases.values()) > 1000


def test_income_and_bills_do_not_change_who_moves_where() -> None:
    """With prices but no buildings, a first movement phase is that of the standard rules."""
    geography = atlas.load("standard")
    usual, priced = standard.options({}), buildings.options({})
    for seed in range(40):
        board = standard.start(geography, usual)
        orders = random_orders(Random(seed), board, usual)
        done, other = (
            standard.adjudicate(board, orders, usual),
            buildings.adjudicate(buildings.start(geography, priced), orders, priced),
        )
        assert other.results == done.results
        assert other.after.units == done.after.units
        assert (other.after.phase.kind is Kind.RETREATS) or other.after.phase == done.after.phase
