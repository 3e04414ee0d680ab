"""What a letter from a seat asks beside orders: help, the state of the game, another language, to leave."""

from typing import assert_never

from judge.language.commands import Command, Help, Join, MyOrders, SetLanguage, Status, Who, Withdraw
from judge.reports import confirmations, notices
from judge.reports.confirmations import Told
from judge.reports.notices import Topic
from judge.reports.pages import Page, Reader
from judge.service.deadlines import buildable
from judge.service.identity import Seated
from judge.service.matter import Matter
from judge.service.office import rulebook
from judge.service.standing import Standing, in_force, plain, player_names, reader, view
from judge.store import GameState, Role, Transaction


def carry_out(matter: Matter, seated: Seated, stands: Standing | None, command: Command) -> Page | None:
    """Do what a command asks, and say so; None for what is dealt with elsewhere."""
    who, shown = reader(seated.player, seated.seat), view(matter.tx, seated.game)
    match command:
        case Help(topic=topic):
            return help_page(matter.tx, seated, stands, topic)
        case Status() | MyOrders() | Who():
            return standing_page(matter.tx, seated, stands)
        case SetLanguage(language=language):
            matter.tx.set_language(seated.player.id, language)
            return confirmations.told(Reader(language, who.name, who.power), shown, Told.LANGUAGE_SET)
        case Withdraw():
            return confirmations.told(who, shown, _withdraw(matter, seated))
        case Join():
            return None
    assert_never(command)


def help_page(tx: Transaction, seated: Seated, stands: Standing | None, topic: str) -> Page:
    """How to write, with examples from the position the player is in."""
    who, shown = reader(seated.player, seated.seat), view(tx, seated.game)
    book = rulebook(seated.game)
    board = stands.board if stands else book.rules.start(book.geography, book.options)
    known = {each.value: each for each in Topic}
    return notices.help_page(who, shown, board, known.get(topic, Topic.GENERAL))


def standing_page(tx: Transaction, seated: Seated, stands: Standing | None) -> Page:
    """How the game stands, for this reader."""
    who, shown = reader(seated.player, seated.seat), view(tx, seated.game)
    if stands is None:
        places = len(rulebook(seated.game).geography.powers)
        return notices.waiting(who, shown, _waiting(tx, seated), places)
    force = in_force(tx, stands)
    return notices.status(
        who,
        shown,
        stands.board,
        stands.phase.deadline,
        player_names(tx, seated.game),
        plain(force.get(who.power, ())) if who.power else (),
        buildable=buildable(stands.book, stands.board).get(who.power, ()) if who.power else (),
        ordered=list(force) if seated.seat.role is Role.MASTER else None,
    )


def _waiting(tx: Transaction, seated: Seated) -> list[str]:
    """Who has joined, in the order in which they did."""
    people = [tx.player(seat.player_id) for seat in tx.seats(seated.game.id) if seat.role is Role.PLAYER]
    return [person.name for person in people if person is not None]


def _withdraw(matter: Matter, seated: Seated) -> Told:
    if seated.game.state is not GameState.SIGNUP:
        return Told.CANNOT_WITHDRAW
    matter.tx.remove_seat(seated.seat.id)
    matter.tx.note(matter.now, "withdrew", {"seat": seated.seat.id}, seated.game.id, matter.row.id)
    return Told.WITHDRAWN
