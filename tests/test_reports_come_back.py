"""Our own letters come back in replies: nothing in them may be read as an order."""

import random

import pytest
from reports_game import (
    BUILDABLE,
    DEADLINE,
    FRANCE,
    GAME,
    RUSSIA,
    STANDARD,
    every_page,
    fall,
    retreats,
    start,
)

from judge import reports
from judge.board.geography import Power
from judge.board.orders import Build, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.board.phases import Kind
from judge.board.state import Board
from judge.language import read_orders
from judge.language.commands import read_commands
from judge.language.press import read_press
from judge.reports import Reader
from judge.reports.words import Names
from judge.rules import system

LANGUAGES = ("en", "nl")


def orders_in(text: str, board: Board, power: Power, language: str) -> list[str]:
    """What the reader takes, even what could not be carried out."""
    sheet = read_orders(text, board, power, language, strict=False)
    return [str(entry.order) for one in (sheet, *sheet.others.values()) for entry in one.entries]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("quote", ["", "> "])
def test_no_line_of_any_letter_is_taken_for_an_order(language, quote):
    lines = {line for page in every_page(language) for line in page.text.splitlines()}
    for board in (start(), fall().before, fall().after, retreats().after):
        for power in (FRANCE, RUSSIA):
            for line in sorted(lines):
                assert orders_in(quote + line, board, power, language) == [], line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_or_subject_of_any_letter_is_taken_for_a_command(language):
    for page in every_page(language):
        for line in (*page.text.splitlines(), f"Re: {page.subject}", page.subject):
            assert read_commands(line, line, language) == (), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_or_subject_of_any_letter_begins_press(language):
    for page in every_page(language):
        found, rest = read_press(page.text, page.subject, language, STANDARD)
        assert found == (), page.text
        assert rest.splitlines() == page.text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_whole_letter_that_comes_back_orders_anything(language):
    for page in every_page(language):
        for board in (start(), fall().after, retreats().after):
            assert orders_in(page.text, board, FRANCE, language) == [], page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_of_results_order_nothing_however_the_game_goes(language):
    _played(language, phases=12, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(12))
def test_the_lines_of_results_of_many_games_order_nothing(language, seed):
    _played(language, phases=60, seed=seed)


def _played(language: str, phases: int, seed: int) -> None:
    """Play at random, and read each line of the results for every power whose line it could be."""
    rules, chance = system("standard"), random.Random(seed)
    options = rules.options({})
    board = rules.start(STANDARD, options)
    for _ in range(phases):
        orders = {power: tuple(_orders(board, power, chance)) for power in STANDARD.powers}
        done = rules.adjudicate(board, orders, options)
        due = {power: rules.buildable(done.after, power, options) for power in STANDARD.powers}
        power = chance.choice(STANDARD.powers)
        page = reports.results(Reader(language, "Jan", power), GAME, done, DEADLINE, buildable=due)
        assert max(map(len, page.text.splitlines())) <= 72
        for line in page.text.splitlines():
            for now in (board, done.after):
                owner = next(
                    (p for p in STANDARD.powers if line.startswith(STANDARD.power_name(p, language))), power
                )
                assert orders_in(line, now, owner, language) == [], line
        board = done.after


def _orders(board: Board, power: Power, chance: random.Random) -> list[Order]:
    units = board.units.get(power, ())
    match board.phase.kind:
        case Kind.MOVEMENT:
            return [chance.choice(_movements(board, unit)) for unit in units]
        case Kind.RETREATS:
            gone = [one for one in board.dislodged if one.power == power]
            return [
                chance.choice([Disband(one.unit), *(Retreat(one.unit, to) for to in one.retreats)])
                for one in gone
            ]
        case Kind.ADJUSTMENTS:
            if board.surplus(power) < 0:
                return [Disband(unit) for unit in units[: chance.randrange(3)]]
            return [
                Build(unit)
                for unit in system("standard").buildable(board, power, system("standard").options({}))
            ]


def _movements(board: Board, unit: object) -> list[Order]:
    """A hold, every move, and every support of a neighbour that the unit could give."""
    reach = board.geography.reach(unit)
    near = {place.province for place in reach}
    orders: list[Order] = [Hold(unit), *(Move(unit, place) for place in reach)]
    for _, other in board.pieces():
        if other.province in near:
            orders.append(SupportHold(unit, other))
        orders += [
            SupportMove(unit, other, to)
            for to in board.geography.reach(other)
            if other != unit and to.province in near
        ]
    return orders


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_as_our_letters_write_it_can_be_copied(language):
    names = Names(STANDARD, language)
    for board in (start(), fall().before, fall().after, retreats().after):
        for power in STANDARD.powers:
            for order in _possible(board, power):
                for text in (names.order(order), names.brief(order) or names.order(order)):
                    assert orders_in(text, board, power, language) == [str(order)], text


def _possible(board: Board, power: Power) -> list[Order]:
    units = board.units.get(power, ())
    match board.phase.kind:
        case Kind.MOVEMENT:
            return [order for unit in units for order in _movements(board, unit)]
        case Kind.RETREATS:
            gone = [one for one in board.dislodged if one.power == power]
            return [
                order
                for one in gone
                for order in (Disband(one.unit), *(Retreat(one.unit, to) for to in one.retreats))
            ]
        case Kind.ADJUSTMENTS:
            if board.surplus(power) < 0:
                return [Disband(unit) for unit in units]
            built = [Build(unit) for unit in BUILDABLE.get(power, ())]
            return [*built, *([Waive()] if built else [])]
