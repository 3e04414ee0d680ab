"""What happens when a letter comes: stored first, read later, answered in the transaction that settles it.

Letters are handled in the order in which they reached us. One that came after the deadline of a phase that is
still open waits until that phase is closed.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from judge.board.geography import Geography
from judge.language import guess_language, read_commands
from judge.language.commands import Command, Help, Join, Observe, Rules, Withdraw
from judge.language.press import Press, read_press
from judge.letters import Action, Envelope, Incoming, find_bounced, find_confirmed, text_of
from judge.reports import confirmations, notices
from judge.reports.confirmations import Told
from judge.reports.notices import Notice
from judge.reports.pages import Reader
from judge.service import observers, players, posting
from judge.service.confirming import ask_to_confirm, confirmed
from judge.service.identity import (
    Doubt,
    Doubtful,
    Guest,
    Seated,
    Several,
    Stranger,
    Writer,
    identify,
    seat_of_token,
)
from judge.service.manner import manner
from judge.service.matter import Matter, Settled, answer_seldom, answer_sender
from judge.service.office import Office, geography, rulebook
from judge.service.posting import Occasion
from judge.service.seats import TooEarly, from_seat
from judge.service.standing import reader, view
from judge.store import GameState, InboxRow, LetterState, PlayerId, Transaction

ReadLetter = Callable[[bytes, Envelope, Sequence[str]], Incoming]
"""Reads a letter: its bytes, its envelope, and texts of ours that it may quote."""

_QUOTABLE = 3
"""So many of our latest letters are known again when they are quoted without marks."""
_DOUBTS = frozenset(doubt.value for doubt in Doubt)
_OUR_FAULT = frozenset({"reader-killed", "reader-failed"})
MOST_TRIES = 2
"""A letter whose handling fails as often as this is set aside, and the master told."""


def handle(office: Office, row: InboxRow, read: ReadLetter, now: datetime) -> Settled | None:
    """Read one stored letter and answer it. None: it waits for a phase that is being closed."""
    with office.store.write() as tx:
        tries = tx.count_try(row.id)
    if tries > MOST_TRIES:
        return _set_aside(office, row, now)
    incoming = _read(office, row, read)
    try:
        with office.store.write() as tx:
            matter = Matter(office, tx, row, incoming, now)
            settled = _settle(matter, read)
            tx.settle(row.id, settled.state, settled.why)
            tx.note(now, "letter", {"state": settled.state.value, "why": settled.why}, inbox_id=row.id)
            return settled
    except TooEarly:
        with office.store.write() as tx:
            tx.forget_tries(row.id)
        return None


def _read(office: Office, row: InboxRow, read: ReadLetter) -> Incoming:
    """The letter, compared with what we last wrote to its sender."""
    with office.store.read() as tx:
        ours = tx.latest_to(row.envelope_from, _QUOTABLE) if row.envelope_from else ()
    return read(row.raw, Envelope(row.envelope_from, row.envelope_to), [text_of(one.raw) for one in ours])


def _set_aside(office: Office, row: InboxRow, now: datetime) -> Settled:
    settled = Settled(LetterState.POISON, "could not be handled")
    with office.store.write() as tx:
        tx.settle(row.id, settled.state, settled.why)
        tell_operator(office, tx, Notice.LETTER_SET_ASIDE, f"letter {row.id}", str(row.id), now)
    return settled


def _settle(matter: Matter, read: ReadLetter) -> Settled:
    incoming = matter.incoming
    match incoming.action:
        case Action.IGNORE:
            return Settled(LetterState.IGNORED, incoming.why)
        case Action.BOUNCE:
            return _bounced(matter)
        case Action.NOTIFY_ADMIN:
            _tell(matter, Notice.LETTER_SET_ASIDE)
            return Settled(LetterState.HELD, incoming.why)
        case Action.REJECT:
            return _rejected(matter)
        case Action.PARSE | Action.REPLY_HELP | Action.HOLD:
            return _from_person(matter, read)


def _from_person(matter: Matter, read: ReadLetter) -> Settled:
    settings, incoming = matter.office.settings, matter.incoming
    number = find_confirmed(incoming.recipients, settings.address, matter.office.key, settings.separator)
    if number is not None:
        return confirmed(matter, number, lambda held: _reread(held, read), _take_confirmed)
    if incoming.why in _OUR_FAULT:
        _tell(matter, Notice.LETTER_SET_ASIDE)
        return Settled(LetterState.HELD, incoming.why)
    writer = identify(matter.office, matter.tx, incoming)
    if writer is None:
        return Settled(LetterState.HELD, "no sender")
    if incoming.action is Action.HOLD:
        return _by_list(matter, writer)
    _learn(matter)
    return _take(matter, writer)


def _by_list(matter: Matter, writer: Writer) -> Settled:
    """A mailing list hides who wrote it: the one it seems to be from is asked, and no stranger written to."""
    match writer:
        case Seated():
            return ask_to_confirm(matter, Doubtful(writer, Doubt.BY_LIST))
        case Doubtful(seated):
            return ask_to_confirm(matter, Doubtful(seated, Doubt.BY_LIST))
        case Several() | Guest():
            return _take(matter, writer)
        case Stranger():
            return Settled(LetterState.HELD, matter.incoming.why)


def _learn(matter: Matter) -> None:
    """From the first letter with proof of its sender on, the address is expected to give it."""
    incoming = matter.incoming
    if incoming.sender and incoming.authentication.proven:
        matter.tx.mark_proven(incoming.sender)


def _tell(matter: Matter, notice: Notice) -> None:
    detail = f"letter {matter.row.id}: {matter.incoming.why}"
    tell_operator(matter.office, matter.tx, notice, detail, str(matter.row.id), matter.now)


def _reread(matter: Matter, read: ReadLetter) -> Matter:
    row = matter.row
    return replace(matter, incoming=read(row.raw, Envelope(row.envelope_from, row.envelope_to), ()))


def _take_confirmed(matter: Matter, writer: Writer) -> Settled:
    return _take(matter, writer, sure=True)


def _take(matter: Matter, writer: Writer, sure: bool = False) -> Settled:
    """A letter of a person: a wish to join first, then what else it asks or orders."""
    language = _language(matter, writer)
    presses, rest = _without_press(matter, writer, language)
    text, subject = _densely(rest.incoming.text), rest.incoming.subject
    given = read_commands(text, subject, language, _board(matter.tx, writer, f"{subject}\n{text}"))
    match writer:
        case Doubtful(seated) if observers.wants_out(writer, given):
            leaving = [command for command in given if isinstance(command, Withdraw)]
            return from_seat(rest, seated, leaving, answered="withdrew")
        case Doubtful():
            return ask_to_confirm(matter, writer)
        case Seated():
            signed_on = _signed_on(rest, writer, given, language, sure=sure)
            if signed_on and sure and matter.row.why not in _DOUBTS:
                return signed_on  # all else in it was dealt with when it came
            settled = from_seat(rest, writer, given, presses, signed_on.why if signed_on else "")
            return signed_on if signed_on and signed_on.state is LetterState.HELD else settled
        case Several() | Guest() | Stranger():
            signed_on = _signed_on(rest, writer, given, language, sure=sure)
            return signed_on or _from_outside(rest, writer, given, language)


def _without_press(matter: Matter, writer: Writer, language: str) -> tuple[tuple[Press, ...], Matter]:
    """What a letter says to others, and the letter without it: nothing in press is an order or a command."""
    incoming = matter.incoming
    board = rulebook(writer.game).geography if isinstance(writer, Seated) else geography("standard")
    presses, rest = read_press(incoming.text, incoming.subject, language, board)
    return presses, replace(matter, incoming=replace(incoming, text=rest))


def _board(tx: Transaction, writer: Writer, text: str) -> Geography | None:
    """The board whose powers a wish to join can name: that of the open game it names, or else the writer's,
    or else that of the only open game."""
    games = tx.games(GameState.SIGNUP)
    words = set(re.findall(r"[\w-]+", text.lower()))
    if named := [game for game in games if game.name in words]:
        return rulebook(named[0]).geography
    if isinstance(writer, Seated):
        return rulebook(writer.game).geography
    return rulebook(games[0]).geography if len(games) == 1 else None


def _densely(text: str) -> str:
    """Without empty lines: only so many lines are looked at for commands."""
    return "\n".join(line for line in text.splitlines() if line.strip())


def _signed_on(
    matter: Matter, writer: Writer, given: Sequence[Command], language: str, *, sure: bool
) -> Settled | None:
    """What became of a wish to join or to observe; None where there is none."""
    wishes = [command for command in given if isinstance(command, Join)]
    if wishes:
        return players.join(matter, writer, _fullest(wishes), language, sure=sure)
    for command in given:
        if isinstance(command, Observe):
            return observers.observe(matter, writer, command, language, sure=sure)
    return None


def _from_outside(
    matter: Matter, writer: Several | Guest | Stranger, given: Sequence[Command], language: str
) -> Settled:
    """A letter that belongs to no seat, or to one of several."""
    if (settled := _wants_list_removed(matter, given, language)) is not None:
        return settled
    match writer:
        case Several(player, games):
            who = Reader(player.language, player.name)
            page = confirmations.which_game(who, [game.name for game in games])
            return answer_sender(matter, page, "which game")
        case Guest(player):
            return _outsider(matter, Reader(player.language, player.name), asks_help=_asks_help(given))
        case Stranger(address):
            if _asks_help(given):
                return _outsider(matter, Reader(language), asks_help=True)
            page = notices.unknown_sender(Reader(language), address, _open_games(matter.tx))
            return answer_sender(matter, page, "stranger", hourly=1, daily=1)


def _wants_list_removed(matter: Matter, given: Sequence[Command], language: str) -> Settled | None:
    """Somebody on a mailing list wants no more results: the list is not theirs, so the master is told."""
    named = {command.game.lower() for command in given if isinstance(command, Withdraw)}
    for game in filter(None, map(matter.tx.game_by_name, sorted(named))):
        if manner(game).lists:
            detail = ", ".join(each.address for each in manner(game).lists)
            players.tell_masters_daily(matter, game, Notice.LIST_UNWANTED, detail)
            page = confirmations.told(Reader(language), view(matter.tx, game), Told.ASKED_MASTER)
            return answer_sender(matter, page, "list unwanted", hourly=1, daily=1)
    return None


def _fullest(wishes: Sequence[Join]) -> Join:
    """The wish that says most: a subject often says no more than that somebody wants to play."""
    return max(wishes, key=lambda wish: (bool(wish.game), len(wish.powers)))


def _asks_help(given: Sequence[Command]) -> bool:
    return any(isinstance(command, Help | Rules) for command in given)


def _outsider(matter: Matter, who: Reader, *, asks_help: bool) -> Settled:
    """Somebody without a seat: how to write, or how to join."""
    if asks_help:
        board = players.start_board(geography("standard"))
        return answer_sender(matter, notices.help_page(who, None, board), "help")
    return answer_sender(matter, confirmations.told(who, None, Told.NO_GAME), "no game")


def _open_games(tx: Transaction) -> list[str]:
    return [game.name for game in tx.games(GameState.SIGNUP)]


def _language(matter: Matter, writer: Writer) -> str:
    match writer:
        case Seated(player) | Several(player) | Guest(player):
            return player.language
        case Doubtful(seated):
            return seated.player.language
        case Stranger():
            incoming = matter.incoming
            return guess_language(f"{incoming.subject}\n{incoming.text}") or "en"


_TOLD = {
    "two-senders": Told.TWO_SENDERS,
    "two-from": Told.TWO_SENDERS,
    "too-big": Told.TOO_MUCH,
    "too-deep": Told.TOO_MUCH,
    "too-many-parts": Told.TOO_MUCH,
    "too-many-orders": Told.TOO_MUCH,
}


def _rejected(matter: Matter) -> Settled:
    """Not to be trusted, or too much: a player we know is told why, nobody else gets an answer."""
    tx, incoming = matter.tx, matter.incoming
    player = tx.player_by_address(incoming.sender) if incoming.sender else None
    seated = seat_of_token(matter.office, tx, incoming)
    if player is not None and incoming.why == "dmarc" and incoming.list_id:
        # A list that adds a footer spoils the proof: the one it seems to be from can say.
        writer = identify(matter.office, tx, incoming)
        if isinstance(writer, Seated | Doubtful):
            return _by_list(matter, writer)
    what = _TOLD.get(incoming.why, Told.NOT_TRUSTED)
    if player is not None:
        page = confirmations.told(Reader(player.language, player.name), None, what)
        answer_sender(matter, page, "rejected", hourly=1, daily=3, counted=f"rejected {player.id}")
    elif seated is not None:
        page = confirmations.told(reader(seated.player, seated.seat), view(tx, seated.game), what)
        answer_seldom(matter, seated, page, "rejected")
    if what is not Told.TOO_MUCH and (victim := player or (seated.player if seated else None)):
        players.tell_masters_of(matter, victim, Notice.SENDER_FORGED)
    return Settled(LetterState.HELD, incoming.why)


def _bounced(matter: Matter) -> Settled:
    """A delivery report counts only when it came to a bounce address of ours with the right code."""
    settings = matter.office.settings
    names = matter.incoming.recipients
    who = find_bounced(names, settings.address, matter.office.key, settings.separator)
    if who is None:
        return players.note_list_bounce(matter)
    players.note_bounce(matter, PlayerId(who))
    return Settled(LetterState.IGNORED, "bounce")


def tell_operator(
    office: Office, tx: Transaction, notice: Notice, detail: str, key: str, now: datetime
) -> None:
    """Whoever runs the judge hears of what needs a person."""
    if office.settings.master is None:
        return
    page = notices.master_notice(Reader("en"), None, notice, detail)
    occasion = Occasion(notice.value, key, posting.SOON)
    posting.to_address(office, tx, office.settings.master, page, occasion, now)
