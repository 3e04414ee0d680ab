"""What a master does about people: observers, mailing lists, addresses, new reply addresses, press."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from judge.language import fold
from judge.reports import confirmations
from judge.reports.confirmations import Told
from judge.service import posting
from judge.service.manner import MailingList, manner
from judge.service.master import LANGUAGES, MasterFault, player_id, read_person, read_press_rule
from judge.service.office import Office, rulebook
from judge.service.posting import Occasion
from judge.service.standing import reader, view
from judge.store import AddressState, Clash, Game, Player, PlayerId, Role, Seat, Transaction, fold_address


def set_press(tx: Transaction, game: Game, rule: str) -> None:
    """When players can write to each other, from now on."""
    tx.update_game(game.id, manner=replace(manner(game), press=read_press_rule(rule)).document())


def add_list(tx: Transaction, game: Game, address: str, language: str) -> None:
    """A mailing list gets the results, from now on; written to in this language."""
    _check_language(language)
    where = read_person(address)[1]
    how = manner(game)
    others = tuple(each for each in how.lists if fold_address(each.address) != fold_address(where))
    tx.update_game(game.id, manner=replace(how, lists=(*others, MailingList(where, language))).document())


def remove_list(tx: Transaction, game: Game, address: str) -> None:
    """A mailing list gets no more results. MasterFault where it got none."""
    how, where = manner(game), fold_address(read_person(address)[1])
    left = tuple(each for each in how.lists if fold_address(each.address) != where)
    if len(left) == len(how.lists):
        known = ", ".join(each.address for each in how.lists) or "none"
        raise MasterFault(f"{address} gets no results of {game.name}; the lists that do: {known}")
    tx.update_game(game.id, manner=replace(how, lists=left).document())


def add_observer(
    office: Office, tx: Transaction, game: Game, person: str, language: str, now: datetime
) -> None:
    """Somebody gets the results of a game, and is told so."""
    _check_language(language)
    name, address = read_person(person)
    player = tx.player(player_id(tx, name, address, language))
    if player is None or any(seat.player_id == player.id for seat in tx.seats(game.id)):
        raise MasterFault(f"{address} is in {game.name} already")
    seat = tx.seat(tx.add_seat(game.id, player.id, now, role=Role.OBSERVER))
    tx.note(now, "observes", {"seat": seat.id if seat else None}, game.id)
    if seat is not None:
        _tell(office, tx, game, seat, Told.OBSERVES, now)


def remove_observer(tx: Transaction, game: Game, person: str) -> None:
    """Somebody gets no more results. MasterFault where they are no observer."""
    address = read_person(person)[1]
    player = tx.player_by_address(address)
    for seat in tx.seats(game.id):
        if player is not None and seat.player_id == player.id and seat.role is Role.OBSERVER:
            tx.remove_seat(seat.id)
            return
    raise MasterFault(f"{address} does not observe {game.name}")


def rotate(office: Office, tx: Transaction, game: Game, whose: str, now: datetime) -> str:
    """A new reply address for a power (or the master, or an observer by address); whose it was, in words."""
    found = _seat(tx, game, whose)
    generation = tx.rotate(found.id)
    tx.note(now, "new reply address", {"seat": found.id, "generation": generation}, game.id)
    _tell(office, tx, game, replace(found, generation=generation), Told.NEW_REPLY_ADDRESS, now)
    player = tx.player(found.player_id)
    return f"{found.power or found.role.value} ({player.name if player else '-'})"


def _seat(tx: Transaction, game: Game, whose: str) -> Seat:
    """The seat of a power, by any of its names; of the master; or of whoever has an address."""
    board = rulebook(game).geography
    wanted = fold.words(whose)
    by_address = tx.player_by_address(whose)
    for seat in tx.seats(game.id):
        names = [seat.role.value] if seat.role is Role.MASTER else []
        for power in board.powers:
            if power == seat.power:
                names += [power, *(board.power_name(power, language) for language in LANGUAGES)]
        owns = by_address is not None and seat.player_id == by_address.id
        if owns or wanted in [fold.words(name) for name in names]:
            return seat
    powers = ", ".join(seat.power for seat in tx.seats(game.id) if seat.power) or "none yet"
    raise MasterFault(f"{whose!r} has no place in {game.name}; the powers that are played: {powers}")


def _tell(office: Office, tx: Transaction, game: Game, seat: Seat, what: Told, now: datetime) -> None:
    player = tx.player(seat.player_id)
    if player is not None:
        page = confirmations.told(reader(player, seat), view(tx, game), what)
        occasion = Occasion(what.value, f"{seat.generation}.{now.isoformat()}", posting.SOON)
        posting.to_seat(office, tx, game, seat, page, occasion, now)


def player_lines(tx: Transaction) -> Iterator[str]:
    """Every player: number, name, language, addresses, games."""
    for player in tx.players():
        addresses = ", ".join(
            each.written + (" (refuses our letters)" if each.state is AddressState.BOUNCING else "")
            for each in tx.addresses(player.id)
        )
        places = []
        for seat in tx.seats_of(player.id):
            game = tx.game(seat.game_id)
            if game is not None:
                places.append(f"{game.name}: {seat.power or seat.role.value}")
        yield f"{player.id:4}  {player.name} ({player.language})  {addresses}  {'; '.join(places)}".rstrip()


def add_address(tx: Transaction, whose: str, address: str) -> Player:
    """One more address of a player, who is named by an address or a number."""
    player, where = _find_player(tx, whose), read_person(address)[1]
    try:
        tx.add_address(player.id, where)
    except (Clash, ValueError) as fault:
        raise MasterFault(str(fault)) from fault
    return player


def remove_address(tx: Transaction, address: str) -> Player:
    """A player no longer writes from an address, nor is written to there; the last one stays."""
    player = _find_player(tx, address)
    if len(tx.addresses(player.id)) == 1:
        raise MasterFault(f"{address} is the only address of {player.name}; first add another")
    tx.remove_address(address)
    return player


def _find_player(tx: Transaction, whose: str) -> Player:
    by_number = tx.player(PlayerId(int(whose))) if whose.isascii() and whose.isdigit() else None
    player = by_number or tx.player_by_address(whose)
    if player is None:
        raise MasterFault(f"nobody has the number or the address {whose!r}; see: judge player list")
    return player


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise MasterFault(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
