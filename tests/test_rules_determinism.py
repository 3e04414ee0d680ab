"""The same board, orders and options give the same results: whatever their order, hash seed or process."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from random_play import random_orders
from random_positions import Straits, orders_for, position, small_board

from judge.board import atlas
from judge.board.geography import Power
from judge.board.notation import read
from judge.board.orders import Movement
from judge.board.phases import Kind
from judge.board.results import Adjudication, Outcome
from judge.board.state import Board
from judge.rules import standard

OPTIONS = standard.options({})
HERE = Path(__file__).parent


def told(done: Adjudication) -> str:
    """Everything an adjudication says, as text."""
    after = done.after
    lines = [
        f"{r.power} {r.order} {r.outcome} {r.reason} {[(c.power, str(c.order)) for c in r.because]}"
        f" {r.strength} {r.against} {r.dislodged_by} {r.written}"
        for r in done.results
    ]
    lines += [str((after.phase, list(after.units.items()), list(after.centers.items()), after.dislodged))]
    lines += [str((done.gained, done.lost, done.disbanded, done.removed, done.built, done.contested))]
    return "\n".join([*lines, str((done.winner, done.eliminated, done.skipped, after.contested))])


def shuffled(random: Random, board: Board) -> Board:
    """The same position, with powers and units in another order."""
    powers = list(board.units.items())
    random.shuffle(powers)
    units = {power: tuple(random.sample(there, len(there))) for power, there in powers}
    return Board(board.geography, board.phase, units, board.centers, board.dislodged, board.contested)


@pytest.mark.parametrize("number", range(120))
def test_the_order_of_units_and_orders_makes_no_difference(number: int) -> None:
    random = Random(number)
    geography = atlas.load("standard") if number % 2 else small_board(random)
    if number % 3:
        straits = Straits(random, geography)
        board, orders = straits.board(), straits.written()
    else:
        board = position(random, geography, 10)
        orders = orders_for(random, board, 7)
    plain = told(standard.adjudicate(board, orders, OPTIONS))
    for _ in range(3):
        powers = random.sample(list(orders), len(orders))
        mixed = {power: tuple(random.sample(orders[power], len(orders[power]))) for power in powers}
        assert told(standard.adjudicate(shuffled(random, board), mixed, OPTIONS)) == plain


def game(seed: int) -> str:
    """A digest of ten years of play."""
    random, board, digest = Random(seed), standard.start(atlas.load("standard"), OPTIONS), hashlib.sha256()
    while board.phase.year < 1911:
        orders = random_orders(random, board, OPTIONS)
        done = standard.adjudicate(board, orders, OPTIONS)
        digest.update(told(done).encode())
        if board.phase.kind is not Kind.ADJUSTMENTS:
            mixed = {power: orders[power] for power in reversed(orders)}
            assert told(standard.adjudicate(shuffled(random, board), mixed, OPTIONS)) == told(done)
        board = done.after
    return digest.hexdigest()


def test_other_processes_and_hash_seeds_tell_the_same() -> None:
    digests, path = set(), os.pathsep.join([str(HERE), *sys.path])
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        program = "import test_rules_determinism as t; print(t.game(7))"
        out = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        )
        digests.add(out.stdout.strip())
    assert digests == {game(7)}


@pytest.mark.parametrize("other", ["fleet-rome", "1898", "winter-1900", "germany-italy"])
def test_boards_that_share_units_and_orders_keep_out_of_each_others_way(other: str) -> None:
    random = Random(other)
    boards = [standard.start(atlas.load(name), OPTIONS) for name in ("standard", other)]
    games = [[(board, random_orders(random, board, OPTIONS))] for board in boards]
    for game in games:
        for _ in range(12):
            board = standard.adjudicate(*game[-1], OPTIONS).after
            game.append((board, random_orders(random, board, OPTIONS)))
    alone = [[told(standard.adjudicate(*phase, OPTIONS)) for phase in game] for game in games]
    in_turn = [
        [told(standard.adjudicate(*phase, OPTIONS)) for phase in phases]
        for phases in zip(*games, strict=True)
    ]
    assert [list(game) for game in zip(*in_turn, strict=True)] == alone


def test_a_power_that_takes_over_a_province_uses_orders_that_another_used_before() -> None:
    texts = ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H")
    orders = tuple(map(read, texts))
    units = tuple(order.unit for order in orders if isinstance(order, Movement))
    start = standard.start(atlas.load("standard"), OPTIONS)
    for power in (Power("FRANCE"), Power("TURKEY"), Power("FRANCE"), Power("ITALY")):
        board = Board(start.geography, start.phase, {power: tuple(sorted(units))}, {power: ()})
        done = standard.adjudicate(board, {power: orders}, OPTIONS)
        assert {(r.power, str(r.order), r.outcome) for r in done.results} == {
            (power, text, Outcome.SUCCEEDS) for text in texts
        }
