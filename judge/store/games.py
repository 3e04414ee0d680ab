"""Games and who sits in them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict, Unpack

from sqlalchemy import Select, bindparam, delete, select, update

from judge.store.door import Door, UnlessThere, columns
from judge.store.faults import Clash
from judge.store.rows import Game, GameId, GameState, PlayerId, Role, Seat, SeatId
from judge.store.schema import game, seat

_GAMES = select(*columns(Game, game))
_GAME = _GAMES.where(game.c.id == bindparam("of"))
_GAME_BY_NAME = _GAMES.where(game.c.name == bindparam("of"))
# Not FOR UPDATE: that would also make wait who only refers to the game (a letter for it, an event).
_LOCK = _GAME.with_for_update(key_share=True)
_LOCK_IF_FREE = _GAME.with_for_update(key_share=True, skip_locked=True)
_NEW_GAME = UnlessThere(game, "id")

_SEATS = select(*columns(Seat, seat)).order_by(seat.c.id)
_SEAT = _SEATS.where(seat.c.id == bindparam("of"))
_SEATS_OF_GAME = _SEATS.where(seat.c.game_id == bindparam("of"))
_SEATS_OF_PLAYER = _SEATS.where(seat.c.player_id == bindparam("of"))
_NEW_SEAT = UnlessThere(seat, "id")


class GameChanges(TypedDict, total=False):
    """What of a game can change."""

    name: str
    rules: str
    map: str
    options: Mapping[str, Any]
    zone: str
    schedule: Mapping[str, Any]
    state: GameState
    language: str
    seed: str
    master_id: PlayerId | None
    min_players: int
    manner: Mapping[str, Any]


class Games(Door):
    """Games and seats."""

    def add_game(
        self,
        *,
        name: str,
        rules: str,
        map: str,
        options: Mapping[str, Any],
        zone: str,
        schedule: Mapping[str, Any],
        language: str,
        seed: str,
        created: datetime,
        min_players: int,
        master_id: PlayerId | None = None,
        state: GameState = GameState.SIGNUP,
        manner: Mapping[str, Any] | None = None,
    ) -> GameId:
        """A new game; Clash where another has its name."""
        values = {key: value for key, value in locals().items() if key != "self"} | {"manner": manner or {}}
        number = self._add(_NEW_GAME, **values)
        if number is None:
            raise Clash(f"there is a game called {name} already")
        return GameId(number)

    def game(self, game_id: GameId) -> Game | None:
        """The game with this number."""
        return self._one(Game, _GAME, of=game_id)

    def game_by_name(self, name: str) -> Game | None:
        """The game of this name, exactly as it was given."""
        return self._one(Game, _GAME_BY_NAME, of=name)

    def games(self, state: GameState | None = None) -> tuple[Game, ...]:
        """Every game, or those in a state, in the order in which they were made."""
        statement: Select[Any] = _GAMES.order_by(game.c.id)
        return self._all(Game, statement if state is None else statement.where(game.c.state == state))

    def lock_game(self, game_id: GameId, skip: bool = False) -> Game | None:
        """The game, which no other worker can lock before this transaction ends.

        None where there is none; with `skip`, also where another has locked it. On SQLite, whoever
        writes has locked everything.
        """
        return self._one(Game, _LOCK_IF_FREE if skip else _LOCK, of=game_id)

    def set_game_state(self, game_id: GameId, state: GameState) -> None:
        """Start, pause, go on or end."""
        self._change(update(game).where(game.c.id == game_id).values(state=state))

    def update_game(self, game_id: GameId, **changes: Unpack[GameChanges]) -> None:
        """Change what a game is or how it is run; Clash where another has the new name."""
        self._change(update(game).where(game.c.id == game_id).values(**changes))

    def add_seat(
        self,
        game_id: GameId,
        player_id: PlayerId,
        joined: datetime,
        role: Role = Role.PLAYER,
        power: str | None = None,
        preferences: tuple[str, ...] = (),
    ) -> SeatId:
        """A place in a game; Clash where the player has it already, or another plays the power."""
        row = {"game_id": game_id, "player_id": player_id, "role": role, "power": power}
        number = self._add(_NEW_SEAT, preferences=preferences, generation=1, joined=joined, **row)
        if number is None:
            raise Clash(f"the player is {role.value} in this game already, or {power} is taken")
        return SeatId(number)

    def seat(self, seat_id: SeatId) -> Seat | None:
        """The seat with this number."""
        return self._one(Seat, _SEAT, of=seat_id)

    def seats(self, game_id: GameId) -> tuple[Seat, ...]:
        """Everybody in a game, in the order in which they joined."""
        return self._all(Seat, _SEATS_OF_GAME, of=game_id)

    def seats_of(self, player_id: PlayerId) -> tuple[Seat, ...]:
        """Where a player sits."""
        return self._all(Seat, _SEATS_OF_PLAYER, of=player_id)

    def assign(self, seat_id: SeatId, power: str | None) -> None:
        """Give a seat its power; Clash where another seat of the game has it."""
        self._change(update(seat).where(seat.c.id == seat_id).values(power=power))

    def set_preferences(self, seat_id: SeatId, preferences: tuple[str, ...]) -> None:
        """Which powers a player would like, the dearest first."""
        self._change(update(seat).where(seat.c.id == seat_id).values(preferences=preferences))

    def rotate(self, seat_id: SeatId) -> int:
        """The next generation of a seat: tokens of earlier ones are no longer good."""
        self._change(update(seat).where(seat.c.id == seat_id).values(generation=seat.c.generation + 1))
        generation = self._value(select(seat.c.generation).where(seat.c.id == seat_id))
        return int(generation or 0)

    def remove_seat(self, seat_id: SeatId) -> None:
        """Somebody leaves a game. What was ordered from the seat stays."""
        self._change(delete(seat).where(seat.c.id == seat_id))
