"""Every letter of random games of the buildings rules, by many options, in both languages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from buildings_play import CHOICES, random_orders
from test_buildings_by_mail import FRANCE, army, position

from judge.board import atlas
from judge.board.geography import Power, Province
from judge.board.orders import Order, Replenish, ReplenishAll
from judge.board.phases import Kind
from judge.board.results import Adjudication, Reason
from judge.board.state import Board
from judge.language import read_orders
from judge.language.commands import read_commands
from judge.language.sheet import Entry, OrderSheet
from judge.reports import notices, sheets
from judge.reports.outcomes import results
from judge.reports.pages import GameView, Page, Reader
from judge.rules import buildings
from judge.service.books import books
from judge.service.deadlines import buildable
from judge.service.office import Rulebook
from judge.store import GameId, PlayerId, Role, Seat, SeatId

STANDARD = atlas.load("standard")
DEADLINE = datetime(2027, 1, 3, 19, 0, tzinfo=UTC)


class Desk:
    """Writes the letters of one game to one power."""

    def __init__(self, chosen: dict[str, object], language: str, power: Power) -> None:
        options = buildings.options(chosen)
        self.book = Rulebook(buildings, options, STANDARD)
        self.game = GameView("duel", 1, "Standard", "Europe/Amsterdam", "Mia", self.book.speech)
        self.who = Reader(language, "Anna", power)
        self.seat = Seat(SeatId(1), GameId(1), PlayerId(1), Role.PLAYER, power, (), 1, DEADLINE)
        self.power = power

    def asking(self, board: Board) -> Iterator[Page]:
        told = books(self.book, board, self.seat)
        could = buildable(self.book, board).get(self.power, ())
        yield sheets.reminder(self.who, self.game, board, DEADLINE, buildable=could, books=told)
        yield notices.status(self.who, self.game, board, DEADLINE, buildable=could, books=told)
        for topic in notices.Topic:
            yield notices.help_page(self.who, self.game, board, topic)

    def answer(self, board: Board, orders: tuple[Order, ...]) -> Page:
        kind = board.phase.kind
        sheet = OrderSheet(self.power, tuple(Entry(1, "?", order, kind=kind) for order in orders))
        reasons = [(o, buildings.check(board, self.power, o, self.book.options)) for o in orders]
        return sheets.acknowledgement(
            self.who,
            self.game,
            board,
            sheet,
            orders,
            (),
            DEADLINE,
            buildable=buildable(self.book, board).get(self.power, ()),
            hopeless=[(order, reason) for order, reason in reasons if reason is not Reason.OK],
            books=books(self.book, board, self.seat, orders),
        )

    def outcome(self, done: Adjudication) -> Page:
        told = books(self.book, done.after, self.seat, past=self.book)
        could = buildable(self.book, done.after)
        return results(self.who, self.game, done, DEADLINE, buildable=could, books=told)


@pytest.mark.parametrize("seed", range(len(CHOICES)))
def test_every_letter_of_a_game_can_be_written_and_orders_nothing(seed: int) -> None:
    random = Random(seed)
    chosen = {**CHOICES[seed], "open_books": bool(seed % 2)}
    language, power = ("nl", "en")[seed % 2], random.choice(STANDARD.powers)
    desk = Desk(chosen, language, power)
    board = buildings.start(STANDARD, desk.book.options)
    while board.phase.year < 1903 and any(board.units.values()):
        orders = random_orders(random, board, desk.book.options)
        done = buildings.adjudicate(board, orders, desk.book.options)
        pages = [*desk.asking(board), desk.answer(board, orders.get(power, ())), desk.outcome(done)]
        for page in pages:
            assert max(map(len, page.text.splitlines())) <= 72, page.text
            assert not re.search(r"\bNone\b|\{|\}|  ,", page.text), page.text
        text = f"{pages[-2].text}\n{pages[-1].text}"
        sheet = read_orders(text, done.after, power, language, speech=desk.book.speech)
        assert (sheet.entries, sheet.clear) == ((), False)
        assert not [c for line in text.splitlines() for c in read_commands(line, "", language)]
        board = done.after


def crowded() -> Board:
    """Four units and two buildings of France on three provinces, two of them centers."""
    board = position("W1901A")
    assert board.economy is not None
    held = dict.fromkeys(map(Province, ("BRE", "PAR", "BUR")), FRANCE)
    centers = {FRANCE: tuple(map(Province, ("BRE", "PAR")))}
    return replace(board, centers=centers, economy=replace(board.economy, control=held))


def flat(page: Page) -> str:
    return " ".join(page.text.replace("\n|    ", " ").split())


def test_a_letter_says_how_much_there_may_be_and_what_has_to_go() -> None:
    told = flat(next(Desk({}, "en", FRANCE).asking(crowded())))
    assert "You may have 2 units and have 4; you may have 1 building and have 2." in told
    assert "You must disband 2 units; if you name too few, the judge chooses." in told
    assert "You must demolish 1 building; if you name too few, the newest go first." in told
    told = flat(next(Desk({"over_limit_default_deletion": "oldest first"}, "nl", FRANCE).asking(crowded())))
    assert "Je mag 2 eenheden hebben en hebt er 4; je mag 1 gebouw hebben en hebt er 2." in told
    assert "Je moet 1 gebouw slopen; noem je er te weinig, dan gaan de oudste het eerst." in told


def test_buildings_that_count_as_centers_feed_units_in_the_letter_too() -> None:
    told = flat(next(Desk({"buildings_count_as_centers": "yes"}, "en", FRANCE).asking(crowded())))
    assert "You may have 4 units and have 4" in told
    assert "disband" not in told.partition("WHAT YOU MAY DO")[0]
    told = flat(next(Desk({"unit_cap": "none"}, "en", FRANCE).asking(crowded())))
    assert "You may have 1 building and have 2." in told


def test_what_was_named_is_not_asked_for_again_and_what_goes_anyway_is_explained() -> None:
    desk = Desk({}, "nl", FRANCE)
    orders = read_orders(
        "Hef leger Gascogne op\nvul leger Bourgondië aan\nvul fort Bourgondië aan",
        crowded(),
        FRANCE,
        "nl",
        speech=desk.book.speech,
    )
    told = flat(desk.answer(crowded(), tuple(entry.order for entry in orders.entries)))
    assert "Je moet 2 eenheden opheffen: noem er nog 1, anders kiest de scheidsrechter." in told
    assert "Leger Bourgondië is opgeheven door de scheidsrechter" in told
    assert "Het fort in Bourgondië wordt gesloopt door de scheidsrechter" in told
    assert "kan niet alles worden uitgevoerd" in told


def test_a_fort_that_the_letter_pays_for_is_no_longer_in_danger() -> None:
    board = position("S1902R")
    assert board.economy is not None
    aged = tuple(replace(b, phases=1) if b.bill else b for b in board.economy.buildings)
    board = replace(board, economy=replace(board.economy, buildings=aged))
    desk = Desk({}, "nl", FRANCE)
    assert "IN GEVAAR" in flat(desk.answer(board, (Replenish(army("BUR")),)))
    assert "het fort in Bourgondië, rekening 2" in flat(next(desk.asking(board)))
    assert "IN GEVAAR" not in flat(desk.answer(board, (ReplenishAll(),)))
    moving = replace(board, phase=replace(board.phase, kind=Kind.MOVEMENT))
    assert "wordt aan het eind van deze fase vernietigd" in flat(next(desk.asking(moving)))
