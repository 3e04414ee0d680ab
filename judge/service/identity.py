"""Who wrote a letter. Two light proofs: the token in the reply address, and a registered From address.

A From address alone is a claim; whether it is enough is the strictness of this judge.
"""

import re
from dataclasses import dataclass
from enum import Enum

from judge.letters import Authentication, Incoming, find_token, is_token
from judge.service.office import Office
from judge.settings import Strictness
from judge.store import Game, GameId, GameState, Player, Role, Seat, Transaction, fold_address


@dataclass(frozen=True, slots=True)
class Seated:
    """The letter comes from this seat, beyond reasonable doubt."""

    player: Player
    game: Game
    seat: Seat


class Doubt(Enum):
    """Why a letter waits for a confirmation."""

    OTHER_ADDRESS = "other-address"
    """The reply address of a seat, but not from an address of its player."""
    NO_PROOF = "no-proof"
    """From a registered address, but without the reply address or any proof."""
    BY_LIST = "by-list"
    """By way of a mailing list that hides who wrote it, or spoils the proof of it."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """It may come from this seat: the owner is asked to confirm."""

    seated: Seated
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Several:
    """A player we know, in several games, and the letter does not say which."""

    player: Player
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player we know who has no seat in a game that goes on."""

    player: Player


@dataclass(frozen=True, slots=True)
class Stranger:
    """An address we do not know."""

    address: str


Writer = Seated | Doubtful | Several | Guest | Stranger


def identify(office: Office, tx: Transaction, incoming: Incoming) -> Writer | None:
    """Who wrote a letter; None where it has no sender that could be answered, and no reply address."""
    by_token = seat_of_token(office, tx, incoming)
    if incoming.sender is None:
        return Doubtful(by_token, Doubt.OTHER_ADDRESS) if by_token else None
    player = tx.player_by_address(incoming.sender)
    if by_token is not None:
        return _weigh_token(by_token, player)
    if player is None:
        return Stranger(incoming.sender)
    return _weigh_address(office, tx, incoming, player)


def seat_of_token(office: Office, tx: Transaction, incoming: Incoming) -> Seated | None:
    """The seat whose reply address a letter carries. That alone does not say who wrote it."""
    settings = office.settings
    names = (*incoming.recipients, *incoming.references)
    found = find_token(names, settings.address, settings.separator)
    game = tx.game(GameId(found[0])) if found else None
    if found is None or game is None:
        return None
    for seat in tx.seats(game.id):
        if is_token(found[1], office.key, game.id, seat.id, seat.generation):
            player = tx.player(seat.player_id)
            return Seated(player, game, seat) if player else None
    return None


def _weigh_token(seated: Seated, player: Player | None) -> Writer:
    known = player is not None and player.id == seated.player.id
    return seated if known else Doubtful(seated, Doubt.OTHER_ADDRESS)


def _weigh_address(office: Office, tx: Transaction, incoming: Incoming, player: Player) -> Writer:
    """A registered From address without a token: find the game, then see whether the address is enough."""
    named = _meant(tx, incoming, player)
    if not named:
        return Guest(player)
    if len(named) > 1:
        return Several(player, tuple(place.game for place in named))
    expected = any(
        a.proven for a in tx.addresses(player.id) if a.address == fold_address(incoming.sender or "")
    )
    enough = _enough(office.settings.strictness, incoming.authentication, expected)
    if named[0].seat.role is Role.MASTER:
        enough = enough and incoming.authentication.proven
    return named[0] if enough else Doubtful(named[0], Doubt.NO_PROOF)


def _enough(strictness: Strictness, authentication: Authentication, expected: bool) -> bool:
    """Whether a registered From address counts without the reply address; `expected` is it to bring proof."""
    match strictness:
        case Strictness.RELAXED:
            return True
        case Strictness.NORMAL:
            return authentication.proven or not (expected or authentication.dmarc == "fail")
        case Strictness.STRICT:
            return False


def _meant(tx: Transaction, incoming: Incoming, player: Player) -> tuple[Seated, ...]:
    """The seats a letter may be from: in a game it names, or else where they play, or else look on."""
    places = _places(tx, player)
    chosen = [place for place in places if _names(incoming, place.game)] or places
    for role in (Role.PLAYER, Role.OBSERVER, Role.MASTER):
        if found := tuple(place for place in chosen if place.seat.role is role):
            return found
    return ()


def _places(tx: Transaction, player: Player) -> list[Seated]:
    places = []
    for seat in tx.seats_of(player.id):
        game = tx.game(seat.game_id)
        if game and game.state is not GameState.FINISHED:
            places.append(Seated(player, game, seat))
    return places


def _names(incoming: Incoming, game: Game) -> bool:
    """Whether a letter says which game it is for: `[g42]` or the game's name in the subject."""
    tag = re.search(r"\[g(\d+)\]", incoming.subject)
    if tag:
        return int(tag[1]) == game.id
    return re.search(rf"(?<![\w-]){re.escape(game.name)}(?![\w-])", incoming.subject, re.I) is not None
