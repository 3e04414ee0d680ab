"""What a letter from a seat asks beside orders: help, the state of the game, another language, to leave."""

from typing import assert_never

from judge.language.choosing import Choose
from judge.language.commands import (
    Command,
    Help,
    Join,
    MyOrders,
    MyPress,
    Observe,
    Rules,
    SetLanguage,
    Status,
    Who,
    Withdraw,
)
from judge.reports import confirmations, notices
from judge.reports.confirmations import Told
from judge.reports.notices import Topic
from judge.reports.pages import Page, Reader
from judge.reports.terms import terms_page
from judge.rules import terms_of
from judge.service import press
from judge.service.books import books
from judge.service.deadlines import buildable
from judge.service.identity import Seated
from judge.service.manner import manner
from judge.service.matter import Matter
from judge.service.office import changed, rulebook
from judge.service.standing import Standing, book_in_force, in_force, plain, player_names, reader, view
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
        case Withdraw(game=name):
            return _withdrawn(matter, _place(matter.tx, seated, name))
        case MyPress():
            return press.kept(matter.tx, seated)
        case Rules(game=name):
            return _rules_page(_place(matter.tx, seated, name), matter.tx)
        case Join() | Observe() | Choose():
            return None
    assert_never(command)


def help_page(tx: Transaction, seated: Seated, stands: Standing | None, topic: str) -> Page:
    """How to write, with examples from the position the player is in."""
    who, shown = reader(seated.player, seated.seat), view(tx, seated.game)
    book = stands.book if stands else rulebook(seated.game)
    board = stands.board if stands else book.rules.start(book.geography, book.options)
    known = {each.value: each for each in Topic}
    return notices.help_page(who, shown, board, known.get(topic, Topic.GENERAL))


def _rules_page(place: Seated | None, tx: Transaction) -> Page | None:
    """Every choice of a game, those that were made for it marked."""
    if place is None:
        return None
    game = place.game
    book, coming = book_in_force(tx, game), rulebook(game)
    who, shown = reader(place.player, place.seat), view(tx, game)
    terms, later = terms_of(book.rules, book.options), terms_of(coming.rules, coming.options)
    return terms_page(who, shown, game.rules, terms, changed(book), later)


def standing_page(tx: Transaction, seated: Seated, stands: Standing | None) -> Page:
    """How the game stands, for this reader."""
    who, shown = reader(seated.player, seated.seat), view(tx, seated.game)
    if stands is None and seated.game.state is GameState.FINISHED:
        return confirmations.told(who, shown, Told.OVER)
    if stands is None:
        places = len(rulebook(seated.game).geography.powers)
        people = _waiting(tx, seated)
        names = people if not _is_blind(seated) else []
        return notices.waiting(who, shown, names, places, len(people))
    force = in_force(tx, stands)
    return notices.status(
        who,
        shown,
        stands.board,
        stands.phase.deadline,
        player_names(tx, seated.game, seated.seat),
        plain(force.get(who.power, ())) if who.power else (),
        buildable=buildable(stands.book, stands.board).get(who.power, ()) if who.power else (),
        ordered=list(force) if seated.seat.role is Role.MASTER else None,
        books=books(
            stands.book, stands.board, seated.seat, plain(force.get(who.power, ())) if who.power else ()
        ),
    )


def _waiting(tx: Transaction, seated: Seated) -> list[str]:
    """Who has joined, in the order in which they did."""
    people = [tx.player(seat.player_id) for seat in tx.seats(seated.game.id) if seat.role is Role.PLAYER]
    return [person.name for person in people if person is not None]


def _is_blind(seated: Seated) -> bool:
    """Whether this reader must not know who the others are."""
    return manner(seated.game).anonymous and seated.seat.role is not Role.MASTER


def _place(tx: Transaction, seated: Seated, name: str) -> Seated | None:
    """Where somebody sits in the game they name: it need not be the one whose letter they answer."""
    if not name or name.lower() == seated.game.name:
        return seated
    game = tx.game_by_name(name.lower())
    seats = [seat for seat in tx.seats_of(seated.player.id) if game and seat.game_id == game.id]
    return Seated(seated.player, game, seats[0]) if game and seats else None


def _withdrawn(matter: Matter, place: Seated | None) -> Page | None:
    if place is None:
        return None
    shown = view(matter.tx, place.game)
    return confirmations.told(reader(place.player, place.seat), shown, _withdraw(matter, place))


def _withdraw(matter: Matter, seated: Seated) -> Told:
    if seated.seat.role is Role.OBSERVER:
        matter.tx.remove_seat(seated.seat.id)
        matter.tx.note(
            matter.now, "observes no more", {"seat": seated.seat.id}, seated.game.id, matter.row.id
        )
        return Told.OBSERVES_NO_MORE
    if seated.seat.role is Role.MASTER or seated.game.state is not GameState.SIGNUP:
        return Told.CANNOT_WITHDRAW
    matter.tx.remove_seat(seated.seat.id)
    matter.tx.note(matter.now, "withdrew", {"seat": seated.seat.id}, seated.game.id, matter.row.id)
    return Told.WITHDRAWN
