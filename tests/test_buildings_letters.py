"""Every letter of random games of the buildings rules, by many options, in both languages."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest
from buildings_play import CHOICES, random_orders

from judge.board import atlas
from judge.board.geography import Power
from judge.board.orders import Order
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
