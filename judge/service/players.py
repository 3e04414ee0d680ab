"""Signing on, and what we know of those who play: a game begins by itself when the last seat is taken."""

from datetime import datetime, timedelta

from judge.board.geography import Geography
from judge.board.record import write_board
from judge.board.state import Board
from judge.language.commands import Join
from judge.reports import confirmations, notices
from judge.reports.confirmations import Waiting
from judge.reports.notices import JoinRefusal, Notice
from judge.reports.pages import Reader
from judge.rules import system
from judge.service import posting
from judge.service.deadlines import next_deadline
from judge.service.draw import draw
from judge.service.identity import Guest, Seated, Several, Writer, seat_of_token
from judge.service.manner import manner
from judge.service.matter import Matter, Settled, answer_seat, answer_sender, may_answer
from judge.service.office import Office, rulebook
from judge.service.posting import Occasion
from judge.service.standing import player_names, reader, view
from judge.settings import Strictness
from judge.store import (
    AddressState,
    Game,
    GameState,
    LetterState,
    Player,
    PlayerId,
    Role,
    Transaction,
    fold_address,
)

_WEEK = timedelta(days=7)
_PERMANENT = 2
"""So many permanent bounces in a week, and an address counts as dead."""


def join(matter: Matter, writer: Writer, wish: Join, language: str, *, sure: bool) -> Settled:
    """Somebody wants a seat: it is theirs once they have answered a letter to their address."""
    player = known(writer)
    who = Reader(player.language, player.name) if player else Reader(language, wish.name or "")
    game = matter.tx.game_by_name(wish.game.lower()) if wish.game else _only_open_game(matter.tx)
    refusal = _refusal(matter.tx, game, player, wish)
    if refusal is not None or game is None:
        return _refuse(matter, who, wish, refusal or JoinRefusal.NO_SUCH_GAME)
    if not (sure or is_proven(matter, writer)):
        page = confirmations.confirm(who, view(matter.tx, game), Waiting.JOIN, "", "")
        answered = answer_sender(matter, page, "confirm", confirms=True)
        return Settled(LetterState.HELD, "join, to be confirmed") if answered.is_done else answered
    _seat(matter, game, player, wish, who)
    return Settled(LetterState.DONE, "joined")


def known(writer: Writer) -> Player | None:
    """The player behind a letter, where it is certain."""
    match writer:
        case Seated(player) | Several(player) | Guest(player):
            return player
        case _:
            return None


def _only_open_game(tx: Transaction) -> Game | None:
    """`join` without a name means the game that takes players, where there is just one."""
    games = tx.games(GameState.SIGNUP)
    return games[0] if len(games) == 1 else None


def is_proven(matter: Matter, writer: Writer) -> bool:
    """The reply address and a registered From together are proof enough; a claim alone is not."""
    if matter.office.settings.strictness is Strictness.RELAXED:
        return True
    return isinstance(writer, Seated) and seat_of_token(matter.office, matter.tx, matter.incoming) is not None


def _refusal(tx: Transaction, game: Game | None, player: Player | None, wish: Join) -> JoinRefusal | None:
    if game is None:
        return JoinRefusal.NO_SUCH_GAME if wish.game else JoinRefusal.NO_GAME_NAMED
    seats = [seat for seat in tx.seats(game.id) if seat.role is Role.PLAYER]
    if player and any(seat.player_id == player.id for seat in seats):
        return JoinRefusal.ALREADY_IN
    if game.state is not GameState.SIGNUP:
        return JoinRefusal.OVER if game.state is GameState.FINISHED else JoinRefusal.STARTED
    powers = rulebook(game).geography.powers
    if len(seats) >= len(powers):
        return JoinRefusal.FULL
    if any(power not in powers for power in wish.powers):
        return JoinRefusal.NO_SUCH_POWER
    return None


def _refuse(matter: Matter, who: Reader, wish: Join, refusal: JoinRefusal) -> Settled:
    games = [game.name for game in matter.tx.games(GameState.SIGNUP)]
    page = notices.join_refused(who, refusal, wish.game, games)
    answer_sender(matter, page, "join refused")
    return Settled(LetterState.DONE, f"join refused: {refusal.value}")


def _seat(matter: Matter, game: Game, player: Player | None, wish: Join, who: Reader) -> None:
    tx, now = matter.tx, matter.now
    address = matter.incoming.sender or ""
    player_id = player.id if player else tx.add_player(wish.name or name_of(address), who.language, address)
    for old in tx.seats_of(player_id):
        if old.game_id == game.id and old.role is Role.OBSERVER:
            tx.remove_seat(old.id)
    seat_id = tx.add_seat(game.id, player_id, now, preferences=tuple(map(str, wish.powers)))
    tx.note(now, "joined", {"seat": seat_id}, game.id, matter.row.id)
    seat, fresh = tx.seat(seat_id), tx.player(player_id)
    if seat is None or fresh is None:
        raise RuntimeError("a seat that was just made is not there")
    taken, places = _count(tx, game), len(rulebook(game).geography.powers)
    wishes = [rulebook(game).geography.power_name(power, fresh.language) for power in wish.powers]
    page = notices.joined(reader(fresh, seat), view(tx, game), taken, places, wishes)
    answer_seat(matter, Seated(fresh, game, seat), [page], "joined")
    if taken == places:
        start(matter.office, tx, game, now)


def name_of(address: str) -> str:
    """What to call somebody who did not say: the part before the @."""
    return address.partition("@")[0].partition("+")[0].replace(".", " ").title()


def _count(tx: Transaction, game: Game) -> int:
    return sum(seat.role is Role.PLAYER for seat in tx.seats(game.id))


def start_board(geography: Geography) -> Board:
    """The position the standard rules begin in, for examples to strangers."""
    rules = system("standard")
    return rules.start(geography, rules.options({}))


def start(office: Office, tx: Transaction, game: Game, now: datetime) -> None:
    """Draw the powers from the stored seed, open the first phase, and write to everybody."""
    game = tx.lock_game(game.id) or game  # its options must be those its first phase is stored with
    book = rulebook(game)
    seats = [seat for seat in tx.seats(game.id) if seat.role is Role.PLAYER]
    drawn = draw(game.seed, {seat.id: seat.preferences for seat in seats}, book.geography.powers)
    for seat in seats:
        tx.assign(seat.id, drawn[seat.id])
    board = book.rules.start(book.geography, book.options)
    deadline = next_deadline(game, board, now, now)
    tx.set_game_state(game.id, GameState.RUNNING)
    tx.open_phase(game.id, 1, 1, str(board.phase), write_board(board), deadline, now)
    tx.note(now, "started", {"powers": {str(seat): power for seat, power in drawn.items()}}, game.id)
    shown = view(tx, game)
    occasion = Occasion("game start", "1", posting.URGENT)
    for seat in tx.seats(game.id):
        player = tx.player(seat.player_id)
        if player is not None:
            names = player_names(tx, game, seat)
            page = notices.game_start(reader(player, seat), shown, board, names, deadline)
            posting.to_seat(office, tx, game, seat, page, occasion, now)
    posting.to_lists(
        office, tx, game, lambda who: notices.game_start(who, shown, board, {}, deadline), occasion, now
    )


def note_bounce(matter: Matter, player_id: PlayerId) -> None:
    """A letter to a player came back: the masters hear of it. Twice in a week, and the address is dead."""
    tx, now, bounced = matter.tx, matter.now, matter.incoming.bounced
    permanent = any(report.permanent for report in bounced)
    what = {"player": player_id, "status": [report.status for report in bounced], "permanent": permanent}
    tx.note(now, "bounce", what, inbox_id=matter.row.id)
    address = next((a for a in tx.addresses(player_id) if a.state is AddressState.OK), None)
    if not permanent or address is None:
        return
    counted = f"bounce of {address.address}"
    tx.note_answer(counted, now)
    is_dead = tx.recent_answers(counted, now - _WEEK) >= _PERMANENT
    if is_dead:
        tx.set_address_state(address.address, AddressState.BOUNCING)
    if (player := tx.player(player_id)) is not None:
        tell_masters_of(matter, player, Notice.ADDRESS_REFUSED if is_dead else Notice.LETTER_RETURNED)


def note_list_bounce(matter: Matter) -> Settled:
    """A delivery report under no code of ours: it may be about a mailing list, whose master is told."""
    tx = matter.tx
    failed = {fold_address(report.address) for report in matter.incoming.bounced if report.permanent}
    found = False
    for game in tx.games(GameState.RUNNING) if failed else ():
        for each in manner(game).lists:
            if fold_address(each.address) in failed:
                tell_masters_daily(matter, game, Notice.LETTER_RETURNED, each.address)
                found = True
    return Settled(LetterState.IGNORED, "bounce of a mailing list" if found else "bounce of nobody we know")


def tell_masters_of(matter: Matter, player: Player, notice: Notice) -> None:
    """Something about a player, to the masters of the games that go on."""
    for place in matter.tx.seats_of(player.id):
        game = matter.tx.game(place.game_id)
        if game is not None and game.state is not GameState.FINISHED:
            tell_masters_daily(matter, game, notice, f"{player.name} ({place.power or place.role.value})")


def tell_masters_daily(matter: Matter, game: Game, notice: Notice, detail: str) -> None:
    """The same of the same game at most once a day: whoever forges letters must not fill a mailbox."""
    if may_answer(matter, f"{notice.value} {game.id} {detail}", hourly=1, daily=1):
        tell_masters(matter.office, matter.tx, game, notice, detail, str(matter.row.id), matter.now)


def tell_masters(
    office: Office, tx: Transaction, game: Game, notice: Notice, detail: str, key: str, now: datetime
) -> None:
    """A notice to everybody who is master of a game."""
    for seat in tx.seats(game.id):
        person = tx.player(seat.player_id) if seat.role is Role.MASTER else None
        if person is not None:
            page = notices.master_notice(reader(person, seat), view(tx, game), notice, detail)
            posting.to_seat(office, tx, game, seat, page, Occasion(notice.value, key, posting.SOON), now)
