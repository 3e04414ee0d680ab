"""A letter from a seat: its commands are carried out, its orders stored, and both answered at once."""

from collections.abc import Sequence

from judge.board.geography import Power
from judge.board.results import Reason
from judge.language import read_orders
from judge.language.choosing import Choose
from judge.language.commands import Command
from judge.language.press import Press
from judge.language.sheet import OrderSheet
from judge.letters import Action
from judge.reports import confirmations, sheets
from judge.reports.confirmations import Told
from judge.reports.pages import Page
from judge.service import commands, options, orders, press
from judge.service.books import books
from judge.service.deadlines import buildable
from judge.service.identity import Seated
from judge.service.matter import Matter, Settled, answer_seat, answer_seldom
from judge.service.standing import Standing, chosen, in_force, later, plain, reader, standing, view
from judge.store import Game, GameState, LetterState, Role, Transaction


class TooEarly(Exception):
    """The letter came after the deadline of a phase that is still open: leave it until that is closed."""


def from_seat(
    matter: Matter,
    seated: Seated,
    given: Sequence[Command],
    presses: Sequence[Press] = (),
    answered: str = "",
) -> Settled:
    """Commands, press and orders of somebody whose seat is certain.

    `answered` says what of the letter has been dealt with already: then it need hold nothing more.
    """
    matter.tx.lock_game(seated.game.id)
    stands = in_turn(matter, seated.game)
    sheet = _sheet(matter, seated, stands)
    stale = sheet is not None and stands is not None and _is_stale(matter, stands)
    told = [commands.carry_out(matter, seated, stands, command) for command in given]
    if wishes := [command for command in given if isinstance(command, Choose)]:
        told.append(options.by_mail(matter, seated, wishes))
    pages = [page for page in told if page is not None]
    if presses:
        pages.append(press.forward(matter, seated, presses))
    if stale:
        pages.append(
            confirmations.told(
                reader(seated.player, seated.seat), view(matter.tx, seated.game), Told.TOO_LATE
            )
        )
    elif stands is not None and sheet is not None:
        return _file(matter, seated, stands, sheet, pages)
    if pages:
        return answer_seat(matter, seated, pages, "press told" if presses else "command")
    if answered:
        return Settled(LetterState.DONE, answered)
    return _nothing_in_it(matter, seated, stands)


def in_turn(matter: Matter, game: Game) -> Standing | None:
    """How a game stands, paused or not. TooEarly where the letter came after the deadline."""
    stands = standing(matter.tx, game)
    running = game.state is GameState.RUNNING
    deadline = stands.phase.deadline if stands and running else None
    if deadline is not None and matter.row.received_at > deadline:
        raise TooEarly
    return stands


def _is_stale(matter: Matter, stands: Standing) -> bool:
    """A letter that waited for a confirmation until the phase it was written for had ended."""
    before = matter.tx.phase(stands.game.id, stands.phase.no - 1)
    return before is not None and before.deadline is not None and matter.row.received_at <= before.deadline


def _sheet(matter: Matter, seated: Seated, stands: Standing | None) -> OrderSheet | None:
    """The orders in a letter; None where there are none, or nobody to order for."""
    power = seated.seat.power
    if stands is None or power is None or seated.seat.role is not Role.PLAYER:
        return None
    text, language = matter.incoming.text, seated.player.language
    sheet = read_orders(text, stands.board, Power(power), language, speech=stands.book.speech)
    return sheet if sheet.entries or sheet.problems or sheet.clear else None


def _file(
    matter: Matter, seated: Seated, stands: Standing, sheet: OrderSheet, told: Sequence[Page]
) -> Settled:
    """Store the orders of a letter, and its acknowledgement with them."""
    tx, row = matter.tx, matter.row
    document = orders.write(sheet)
    tx.add_sheet(stands.game.id, sheet.power, stands.phase.no, row.received_at, document, row.id)
    page = acknowledgement(tx, seated, stands, sheet)
    answer_seat(matter, seated, [*told, page], "acknowledgement")
    return Settled(LetterState.DONE, "orders" if sheet.entries else "problems")


def acknowledgement(tx: Transaction, seated: Seated, stands: Standing, sheet: OrderSheet) -> Page:
    """The orders of a power as they stand after a letter, and an answer to each line of it."""
    rules, options = stands.book.rules, stands.book.options
    stored = chosen(stands, sheet.power, in_force(tx, stands).get(sheet.power, ()))
    reasons = [(order, rules.check(stands.board, sheet.power, order, options)) for order in stored]
    return sheets.acknowledgement(
        reader(seated.player, seated.seat),
        view(tx, stands.game),
        stands.board,
        sheet,
        stored,
        later(tx, stands, sheet.power),
        stands.phase.deadline,
        buildable=buildable(stands.book, stands.board).get(sheet.power, ()),
        hopeless=[(order, reason) for order, reason in reasons if reason is not Reason.OK],
        books=books(stands.book, stands.board, seated.seat, stored),
    )


def _nothing_in_it(matter: Matter, seated: Seated, stands: Standing | None) -> Settled:
    """A letter without an order or a command: say how things stand, and how to write."""
    if matter.incoming.action is Action.REPLY_HELP:
        return answer_seldom(matter, seated, _unread(matter, seated, stands), matter.incoming.why)
    if stands is None:
        page = commands.standing_page(matter.tx, seated, stands)
        return answer_seldom(matter, seated, page, "nothing in it")
    who = reader(seated.player, seated.seat)
    stored = plain(in_force(matter.tx, stands).get(who.power, ())) if who.power else ()
    shown, text = view(matter.tx, seated.game), matter.incoming.text
    page = sheets.not_understood(who, shown, stands.board, text, stored, stands.phase.deadline)
    return answer_seldom(matter, seated, page, "nothing in it")


def _unread(matter: Matter, seated: Seated, stands: Standing | None) -> Page:
    """Why there is nothing to read in a letter, and the orders as they stand."""
    who, shown, why = reader(seated.player, seated.seat), view(matter.tx, seated.game), matter.incoming.why
    if stands is None:
        return sheets.unread(who, shown, why)
    stored = plain(in_force(matter.tx, stands).get(who.power, ())) if who.power else ()
    return sheets.unread(who, shown, why, stands.board, stored, stands.phase.deadline)
