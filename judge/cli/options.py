"""What several commands share: where the settings are, and how a game is found."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from judge.cli.faults import Fault
from judge.service.office import Office, open_office
from judge.settings import Settings, load
from judge.store import Game, Transaction

Config = Annotated[
    Path | None,
    typer.Option("--config", "-c", help="The settings file.", show_default="judge.toml, if it is there"),
]


@contextmanager
def office(config: Path | None) -> Iterator[Office]:
    """The office of a settings file, let go of at the end."""
    opened = open_office(settings(config))
    try:
        yield opened
    finally:
        opened.store.close()


def settings(config: Path | None) -> Settings:
    """The settings of a file and the environment."""
    return load(config)


def find_game(tx: Transaction, name: str) -> Game:
    """The game of this name. Fault, naming those there are, where there is none."""
    game = tx.game_by_name(name.lower())
    if game is None:
        known = ", ".join(game.name for game in tx.games()) or "none yet"
        raise Fault(f"there is no game called {name!r}; the games are: {known}")
    return game
