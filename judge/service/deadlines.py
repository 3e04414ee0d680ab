"""What happens when a deadline passes: results, the next phase and everybody's letters in one transaction.

The database is the truth: whoever finds a due phase may adjudicate it; the fence lets one of them store it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from judge.board.geography import Power, Unit
from judge.board.orders import Orders
from judge.board.phases import Kind
from judge.board.record import write_adjudication, write_board
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.reports.notices import Ending, game_end
from judge.reports.outcomes import results
from judge.reports.pages import Page, Reader
from judge.reports.sheets import reminder
from judge.service import posting, schedule
from judge.service.books import books
from judge.service.office import Office, Rulebook, rulebook
from judge.service.posting import Occasion
from judge.service.standing import Standing, chosen, in_force, player_names, reader, standing, view
from judge.store import Game, GameState, PhaseRow, Seat, Transaction

_LATE = timedelta(minutes=10)
"""A deadline kept later than this gives the next phase its time from now on, not from then."""
_RULE = {Kind.MOVEMENT: "movement", Kind.RETREATS: "retreats", Kind.ADJUSTMENTS: "adjustments"}


@dataclass(frozen=True, slots=True)
class Closed:
    """A phase that was adjudicated."""

    game: Game
    phase: PhaseRow
    done: Adjudication
    next_deadline: datetime | None


def close_phase(office: Office, row: PhaseRow, now: datetime) -> Closed | None:
    """Adjudicate an open phase from the orders that arrived by its deadline.

    None where another was quicker, or orders came in between: look again.
    """
    with office.store.read() as tx:
        game = tx.game(row.game_id)
        stands = standing(tx, game) if game else None
        if stands is None or (stands.phase.no, stands.phase.revision) != (row.no, row.revision):
            return None
        given = in_force(tx, stands, until=stands.phase.deadline)
    orders = {power: chosen(stands, power, entries) for power, entries in given.items()}
    done = stands.book.rules.adjudicate(stands.board, orders, stands.book.options)
    with office.store.write() as tx:
        return _store(office, tx, stands, orders, done, now)


def _store(
    office: Office,
    tx: Transaction,
    stands: Standing,
    orders: Orders,
    done: Adjudication,
    now: datetime,
) -> Closed | None:
    row = stands.phase
    tx.lock_game(stands.game.id)
    if not tx.close_phase(row.game_id, row.no, row.revision, row.orders_version):
        return None
    tx.add_result(row.game_id, row.no, row.revision, _hash(stands, orders), write_adjudication(done))
    deadline = None
    if done.winner:
        tx.set_game_state(row.game_id, GameState.FINISHED)
    else:
        deadline = next_deadline(stands.game, done.after, row.deadline or now, now)
        tx.open_phase(
            row.game_id, row.no + 1, 1, str(done.after.phase), write_board(done.after), deadline, now
        )
    _announce(office, tx, stands, done, deadline, now)
    tx.note(now, "phase closed", {"phase": row.code, "next": str(done.after.phase)}, row.game_id)
    return Closed(stands.game, row, done, deadline)


def _hash(stands: Standing, orders: Orders) -> str:
    """What the result came from: the same input has the same hash, on any machine."""
    given = {power: list(map(str, found)) for power, found in orders.items()}
    document = [write_board(stands.board), given, dict(stands.phase.options), stands.game.rules]
    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def next_deadline(game: Game, board: Board, since: datetime, now: datetime) -> datetime:
    """The end of the phase that opens: from the deadline that passed, or from now where that is long ago."""
    opened = since if now - since <= _LATE else now
    rule = schedule.Schedule(**game.schedule).rule(_RULE[board.phase.kind])
    return schedule.deadline(rule, schedule.read_zone(game.zone), opened)


def buildable(book: Rulebook, board: Board) -> dict[Power, tuple[Unit, ...]]:
    """What each power could build now."""
    if board.phase.kind is not Kind.ADJUSTMENTS:
        return {}
    return {power: book.rules.buildable(board, power, book.options) for power in board.geography.powers}


def _announce(
    office: Office,
    tx: Transaction,
    stands: Standing,
    done: Adjudication,
    deadline: datetime | None,
    now: datetime,
) -> None:
    """A letter for everybody in the game, all under the phase that has ended."""
    game, row = stands.game, stands.phase
    opened = tx.current_phase(game.id)
    book = rulebook(game, opened.options) if opened else stands.book
    could_build = buildable(book, done.after)
    shown = view(tx, game, book)
    key = f"{row.no}.{row.revision}"
    for seat in _by_lot(tx.seats(game.id), f"{game.id}.{key}"):
        player = tx.player(seat.player_id)
        if player is None:
            continue
        told = books(book, done.after, seat, past=stands.book)
        page = results(reader(player, seat), shown, done, deadline, buildable=could_build, books=told)
        occasion = Occasion("results", key, posting.URGENT, phase_no=row.no)
        posting.to_seat(office, tx, game, seat, page, occasion, now)
        if done.winner:
            _say_goodbye(office, tx, game, seat, done, key, now)
    occasion = Occasion("results", key, posting.URGENT, phase_no=row.no)
    public = books(book, done.after, None, past=stands.book)
    posting.to_lists(
        office,
        tx,
        game,
        lambda who: results(who, shown, done, deadline, buildable=could_build, books=public),
        occasion,
        now,
    )
    if done.winner:
        goodbye = Occasion("game end", key, posting.URGENT)
        posting.to_lists(office, tx, game, lambda who: _goodbye(tx, game, who, done, {}), goodbye, now)


def _by_lot(seats: Iterable[Seat], lot: str) -> list[Seat]:
    """Another order each phase, so that nobody always hears first."""
    return sorted(seats, key=lambda seat: sha256(f"{lot}.{seat.id}".encode()).digest())


def _say_goodbye(
    office: Office, tx: Transaction, game: Game, seat: Seat, done: Adjudication, key: str, now: datetime
) -> None:
    player = tx.player(seat.player_id)
    if player is None:
        return
    page = _goodbye(tx, game, reader(player, seat), done, player_names(tx, game, seat))
    posting.to_seat(office, tx, game, seat, page, Occasion("game end", key, posting.URGENT), now)


def _goodbye(
    tx: Transaction, game: Game, who: Reader, done: Adjudication, names: Mapping[Power, str]
) -> Page:
    return game_end(
        who,
        view(tx, game),
        done.after,
        Ending.WON if len(done.winner) == 1 else Ending.DRAWN,
        done.winner,
        names,
        history(tx, game),
    )


def history(tx: Transaction, game: Game) -> list[tuple[int, dict[Power, int]]]:
    """How many centers each power had after each year."""
    years: dict[int, dict[Power, int]] = {}
    for result in tx.results(game.id):
        year = int(result.doc["phase"][1:-1])
        years[year] = {Power(p): len(owned) for p, owned in result.doc["centers_after"].items()}
    return list(years.items())


def remind(office: Office, now: datetime) -> int:
    """Post a reminder to everybody who can act, has not ordered, and has little time left; how many."""
    before = timedelta(seconds=office.settings.timing.reminder)
    posted = 0
    with office.store.write() as tx:
        for row in tx.phases_to_remind(now, now + before):
            if _is_time(row, before, now):
                posted += _remind_phase(office, tx, row, now)
                tx.mark_reminded(row.game_id, row.no, row.revision)
    return posted


def _is_time(row: PhaseRow, before: timedelta, now: datetime) -> bool:
    """Half-way is early enough, where the whole phase is shorter than the reminder is early."""
    if row.deadline is None:
        return False
    whole = row.deadline - row.opened
    return whole > before or now >= row.opened + whole / 2


def _remind_phase(office: Office, tx: Transaction, row: PhaseRow, now: datetime) -> int:
    game = tx.game(row.game_id)
    stands = standing(tx, game) if game else None
    if game is None or stands is None or row.deadline is None:
        return 0
    given = in_force(tx, stands)
    could_build = buildable(stands.book, stands.board)
    silent = [p for p in stands.book.rules.acts(stands.board, stands.book.options) if p not in given]
    posted = 0
    for seat in tx.seats(game.id):
        player = tx.player(seat.player_id)
        if player is None or seat.power not in silent:
            continue
        page = reminder(
            reader(player, seat),
            view(tx, game),
            stands.board,
            row.deadline,
            buildable=could_build.get(Power(seat.power), ()),
            books=books(stands.book, stands.board, seat),
        )
        occasion = Occasion(
            "reminder", f"{row.no}.{row.revision}.{row.deadline}", posting.SOON, row.deadline, row.no
        )
        posting.to_seat(office, tx, game, seat, page, occasion, now)
        posted += 1
    return posted
