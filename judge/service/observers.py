"""Observers: they get the results and order nothing. They come by mail or by the master, leave at once."""

from collections.abc import Sequence

from judge.language.commands import Command, Observe, Withdraw
from judge.reports import confirmations, notices
from judge.reports.confirmations import Told, Waiting
from judge.reports.notices import JoinRefusal
from judge.reports.pages import Reader
from judge.service.commands import standing_page
from judge.service.identity import Doubtful, Seated, Writer
from judge.service.matter import Matter, Settled, answer_seat, answer_sender
from judge.service.players import is_proven, known, name_of
from judge.service.standing import reader, standing, view
from judge.store import Game, GameState, LetterState, Player, Role, Transaction


def observe(matter: Matter, writer: Writer, wish: Observe, language: str, *, sure: bool) -> Settled:
    """Somebody wants the results: they get them once they have answered a letter to their address."""
    player = known(writer)
    who = Reader(player.language, player.name) if player else Reader(language)
    game = matter.tx.game_by_name(wish.game.lower())
    refusal = _refusal(matter.tx, game, player)
    if refusal is not None or game is None:
        games = [each.name for each in matter.tx.games(GameState.SIGNUP)]
        page = notices.join_refused(
            who, refusal or JoinRefusal.NO_SUCH_GAME, wish.game, games, observing=True
        )
        answer_sender(matter, page, "observer refused")
        return Settled(LetterState.DONE, "observer refused")
    if not (sure or is_proven(matter, writer)):
        page = confirmations.confirm(who, view(matter.tx, game), Waiting.OBSERVE, "", "")
        answered = answer_sender(matter, page, "confirm", confirms=True)
        return Settled(LetterState.HELD, "observer, to be confirmed") if answered.is_done else answered
    _seat(matter, game, player, who)
    return Settled(LetterState.DONE, "observes")


def _refusal(tx: Transaction, game: Game | None, player: Player | None) -> JoinRefusal | None:
    if game is None:
        return JoinRefusal.NO_SUCH_GAME
    if game.state is GameState.FINISHED:
        return JoinRefusal.OVER
    if player and any(seat.player_id == player.id for seat in tx.seats(game.id)):
        return JoinRefusal.ALREADY_IN
    return None


def _seat(matter: Matter, game: Game, player: Player | None, who: Reader) -> None:
    tx = matter.tx
    address = matter.incoming.sender or ""
    player_id = player.id if player else tx.add_player(name_of(address), who.language, address)
    seat = tx.seat(tx.add_seat(game.id, player_id, matter.now, role=Role.OBSERVER))
    fresh = tx.player(player_id)
    if seat is None or fresh is None:
        raise RuntimeError("a seat that was just made is not there")
    tx.note(matter.now, "observes", {"seat": seat.id}, game.id, matter.row.id)
    seated = Seated(fresh, game, seat)
    told = confirmations.told(reader(fresh, seat), view(tx, game), Told.OBSERVES)
    answer_seat(matter, seated, [told, standing_page(tx, seated, standing(tx, game))], "observes")


def wants_out(doubtful: Doubtful, given: Sequence[Command]) -> bool:
    """Whether an observer asks for no more: whoever has the reply address may, from any address."""
    leaves = any(isinstance(command, Withdraw) for command in given)
    return leaves and doubtful.seated.seat.role is Role.OBSERVER
