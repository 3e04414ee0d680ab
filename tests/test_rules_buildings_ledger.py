"""On random positions and letters the judge's retreats, payments and builds are those of a second ledger."""

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from buildings_ledger import Ledger, economy_of
from buildings_phases import choices, driven_out, letters, position

from judge.board.geography import Power
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules import buildings


def told(board: Board, powers: Collection[Power]) -> dict[str, Any]:
    """What a board has of all that a ledger keeps."""
    economy = economy_of(board)
    return {
        "units": {power: sorted(map(str, there)) for power, there in board.units.items() if there},
        "money": dict(economy.treasury),
        "points": {power: economy.action_points.get(power, 0) for power in powers},
        "control": dict(economy.control),
        "buildings": [
            (b.type.value, b.province, b.bill.amount if b.bill else 0, b.phases) for b in economy.buildings
        ],
        "bills": {debtor: bill.amount for debtor, bill in economy.bills.items()},
        "research": {power: sorted(items) for power, items in economy.research.items() if items},
    }


def kept(ledger: Ledger, powers: Collection[Power]) -> dict[str, Any]:
    return {
        "units": {power: sorted(map(str, there)) for power, there in ledger.units.items() if there},
        "money": ledger.money,
        "points": {power: ledger.points.get(power, 0) for power in powers},
        "control": ledger.control,
        "buildings": [(one.kind, one.place, one.owes, one.phases) for one in ledger.structures],
        "bills": ledger.bills,
        "research": {power: sorted(items) for power, items in ledger.research.items() if items},
    }


def adds_up(board: Board, done: Adjudication) -> bool:
    """Whether the lines of the ledger explain every treasury."""
    before, after = economy_of(board), economy_of(done.after)
    assert done.accounts is not None
    change = Counter(dict.fromkeys(after.treasury, 0))
    for entry in done.accounts.ledger:
        change[entry.power] += entry.amount if entry.taken else 0
    return all(before.money(power) + change[power] == money >= 0 for power, money in after.treasury.items())


def compare_builds(number: int) -> None:
    random = Random(number)
    board, chosen = position(random, "W1902A"), choices(random, random.choice((0, 0.1, 0.3)))
    orders = letters(random, board)
    done = buildings.adjudicate(board, orders, buildings.options(chosen))
    ledger = Ledger(board, chosen)
    ledger.build(orders)
    powers = {*board.units, *board.centers}
    assert told(done.after, powers) == kept(ledger, powers), (number, chosen, orders)
    assert adds_up(board, done), number


def compare_retreats(number: int) -> None:
    random = Random(number)
    plain, chosen = position(random, "S1902R"), choices(random, random.choice((0, 0.1, 0.3)))
    options = buildings.options(chosen)
    plain, gone = driven_out(random, plain)
    board = buildings.dislodge(plain, gone, options)
    ledger = Ledger(board, chosen)
    for one in board.dislodged:
        assert set(map(str, one.retreats)) == ledger.ways_out(one), (number, one)
    orders = letters(random, board)
    done = buildings.adjudicate(board, orders, options)
    ledger.retreat(orders)
    assert told(done.after, ()) == kept(ledger, ()), (number, chosen, orders)
    assert adds_up(board, done), number


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_what_is_built_and_paid_in_a_build_phase_is_what_a_second_ledger_has(start: int) -> None:
    for number in range(start, start + 100):
        compare_builds(number)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_what_retreats_and_is_paid_in_a_retreat_phase_is_what_a_second_ledger_has(start: int) -> None:
    for number in range(start, start + 100):
        compare_retreats(number)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("start", range(1000, 11000, 1000))
def test_thousands_of_phases_are_what_a_second_ledger_has(start: int) -> None:
    for number in range(start, start + 1000):
        compare_builds(number)
        compare_retreats(number)
