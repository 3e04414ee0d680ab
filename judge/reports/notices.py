"""Letters around a game: signing on, start and end, help, and what to say to a stranger."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum

from judge.board.geography import Power, Unit
from judge.board.orders import Order
from judge.board.phases import Kind
from judge.board.state import Board
from judge.reports import words
from judge.reports.books import Books, asked
from judge.reports.duties import duty, order_lines
from judge.reports.examples import example_lines
from judge.reports.layout import folded, legible, quoted
from judge.reports.moments import moment
from judge.reports.pages import GameView, Page, Reader, about, render, tongue
from judge.reports.positions import history, position
from judge.reports.words import Names
from judge.rules.speech import PLAIN


class JoinRefusal(Enum):
    """Why somebody cannot join."""

    NO_SUCH_GAME = "no_such_game"
    NO_GAME_NAMED = "no_game_named"
    FULL = "full"
    STARTED = "started"
    OVER = "over"
    ALREADY_IN = "already_in"
    NO_SUCH_POWER = "no_such_power"
    """A preference for a power that this board does not have."""


class Ending(Enum):
    """How a game ended."""

    WON = "won"
    DRAWN = "drawn"
    STOPPED = "stopped"


class Delay(Enum):
    """Why a deadline was moved."""

    JUDGE_WAS_DOWN = "judge_was_down"
    BY_MASTER = "by_master"
    ORDERS_MISSING = "orders_missing"


class Notice(Enum):
    """What the master is told."""

    LETTER_SET_ASIDE = "letter_set_aside"
    """A letter could not be handled; it is kept."""
    PHASE_SET_ASIDE = "phase_set_aside"
    """A deadline passed and the phase could not be adjudicated."""
    ADDRESS_REFUSED = "address_refused"
    """A player's address refuses our letters."""
    SENDING_GIVEN_UP = "sending_given_up"
    """A letter could not be sent for days."""
    ORDERS_MISSING = "orders_missing"
    """A deadline passed without orders of a power."""
    LETTER_RETURNED = "letter_returned"
    """A letter to a player, or to a mailing list, came back."""
    SENDER_FORGED = "sender_forged"
    """A letter in a player's name was not accepted, as its sender may be forged."""
    LIST_UNWANTED = "list_unwanted"
    """Somebody wants a mailing list to get no more results."""
    GAME_FULL = "game_full"
    """All seats are taken, and the game starts."""


class Topic(Enum):
    """What a help letter is about."""

    GENERAL = "general"
    MOVEMENT = "movement"
    RETREATS = "retreats"
    ADJUSTMENTS = "adjustments"
    PRESS = "press"


def joined(reader: Reader, game: GameView, taken: int, seats: int, preferences: Sequence[str] = ()) -> Page:
    """To one who has joined; `preferences` are the names of powers as the reader knows them, best first."""
    return render("joined", reader, game, taken=taken, seats=seats, wishes=", ".join(preferences))


def join_refused(
    reader: Reader,
    refusal: JoinRefusal,
    wanted: str = "",
    open_games: Sequence[str] = (),
    *,
    at: str = "",
    observing: bool = False,
) -> Page:
    """To one who cannot join. `wanted` is the game's name as it was written, `at` the wrong word."""
    return render(
        "join_refused",
        reader,
        None,
        refusal=refusal.value,
        wanted=legible(wanted, 40),
        at=legible(at, 40),
        open_games=open_games,
        observing=observing,
    )


def waiting(
    reader: Reader, game: GameView, players: Sequence[str], seats: int, taken: int | None = None
) -> Page:
    """How full a game is that has not started; `players` are names, in the order in which they joined.

    In an anonymous game there are no names, and `taken` says how many have joined.
    """
    count = len(players) if taken is None else taken
    return render("waiting", reader, game, players=list(map(legible, players)), taken=count, seats=seats)


def game_start(
    reader: Reader,
    game: GameView,
    board: Board,
    players: Mapping[Power, str],
    deadline: datetime | None = None,
) -> Page:
    """The reader's power, everyone's powers, the position, and how to write orders.

    `players` may be empty: in an anonymous game only the powers are named.
    """
    names = Names(board.geography, tongue(reader, game))
    return render(
        "game_start",
        reader,
        game,
        **about(board, game, deadline, names.language),
        power=names.power(reader.power) if reader.power else "",
        players=_players(board, players, names),
        victory=board.geography.victory,
        position=position(board, names),
        examples=example_lines(board, reader.power, names, game.speech),
    )


def game_end(
    reader: Reader,
    game: GameView,
    board: Board,
    ending: Ending,
    winners: Sequence[Power] = (),
    players: Mapping[Power, str] | None = None,
    years: Sequence[tuple[int, Mapping[Power, int]]] = (),
) -> Page:
    """The end of a game. `winners` also holds who share a draw; `years` are (year, centers of each power)."""
    names = Names(board.geography, tongue(reader, game))
    return render(
        "game_end",
        reader,
        game,
        season=words.season(board.phase, names.language),
        ending=ending.value,
        winners=words.listed(map(names.power, winners), names.language),
        several=len(winners) > 1,
        centers=len(board.centers.get(winners[0], ())) if winners else 0,
        players=_players(board, players or {}, names),
        history=history(years, board.geography.powers, names),
        position=position(board, names),
    )


def status(
    reader: Reader,
    game: GameView,
    board: Board,
    deadline: datetime | None = None,
    players: Mapping[Power, str] | None = None,
    stored: Sequence[Order] = (),
    *,
    buildable: Sequence[Unit] = (),
    ordered: Collection[Power] | None = None,
    books: Books | None = None,
) -> Page:
    """How a game stands; to a player also the own orders.

    `ordered`, the powers that have sent orders, is for the master alone.
    """
    names = Names(board.geography, tongue(reader, game))
    powers = [power for power in board.geography.powers if power in ordered] if ordered is not None else []
    return render(
        "status",
        reader,
        game,
        **about(board, game, deadline, names.language),
        power=names.power(reader.power) if reader.power else "",
        players=_players(board, players or {}, names),
        orders=order_lines(board, reader.power, stored, (), names) if reader.power else (),
        duty=duty(board, reader.power, names, stored, buildable, books),
        books=asked(board, books, names),
        watched=ordered is not None,
        ordered=words.listed(map(names.power, powers), names.language),
        position=position(board, names),
    )


def help_page(reader: Reader, game: GameView | None, board: Board, topic: Topic = Topic.GENERAL) -> Page:
    """How to write to the judge, with examples from this position.

    For one without a game it is a board's start position.
    """
    names = Names(board.geography, tongue(reader, game))
    speech = game.speech if game else PLAIN
    return render(
        "help",
        reader,
        game,
        topic=topic.value,
        kind=board.phase.kind.name.lower(),
        power=names.power(reader.power) if reader.power else "",
        addressees=[names.power(power) for power in board.geography.powers if power != reader.power][:2],
        examples=[
            line
            for one in _explained(board, topic)
            for line in example_lines(one, reader.power, names, speech)
        ],
    )


def unknown_sender(reader: Reader, address: str, open_games: Sequence[str] = ()) -> Page:
    """To one whose address belongs to no player."""
    return render(
        "unknown_sender", reader, None, address=folded(legible(address), "  "), open_games=open_games
    )


def too_big(reader: Reader, game: GameView | None, size: int, limit: int) -> Page:
    """To one whose letter was not read because of its size; both in bytes."""
    return render("too_big", reader, game, size=_kilobytes(size), limit=_kilobytes(limit))


def game_delayed(
    reader: Reader,
    game: GameView,
    board: Board,
    deadline: datetime,
    delay: Delay,
    before: datetime | None = None,
) -> Page:
    """To everyone, where a deadline was moved to `deadline`; `before` is the one it had."""
    language = tongue(reader, game)
    return render(
        "game_delayed",
        reader,
        game,
        **about(board, game, deadline, language),
        delay=delay.value,
        before=moment(before, game.zone, language) if before else "",
    )


def master_notice(reader: Reader, game: GameView | None, notice: Notice, detail: str = "") -> Page:
    """To the master; `detail` (names, a first line, an error) is shown as a quotation."""
    lines = [line for part in detail.splitlines()[:20] for line in quoted(part)]
    return render("master_notice", reader, game, notice=notice.value, detail=lines)


_KINDS = {
    Topic.MOVEMENT: Kind.MOVEMENT,
    Topic.RETREATS: Kind.RETREATS,
    Topic.ADJUSTMENTS: Kind.ADJUSTMENTS,
}


def _explained(board: Board, topic: Topic) -> list[Board]:
    """The position in the phases that are explained: in general, movement and the phase of the moment."""
    chosen = _KINDS.get(topic)
    kinds = [chosen] if chosen else list(dict.fromkeys((Kind.MOVEMENT, board.phase.kind)))
    return [replace(board, phase=replace(board.phase, kind=kind)) for kind in kinds]


def _players(board: Board, players: Mapping[Power, str], names: Names) -> list[tuple[str, str]]:
    return [(names.power(power), legible(players.get(power, ""))) for power in board.geography.powers]


def _kilobytes(size: int) -> str:
    return f"{max(1, round(size / 1024))} kB"
