"""What the service works with: the settings, the store, and the key that signs our reply addresses."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from judge.board import atlas
from judge.board.geography import Geography
from judge.rules import Speech, System, speech_of, system, terms_of
from judge.settings import Settings
from judge.store import Game, Store, StoreFault, Transaction

_KEY = "reply_key"
_PASSWORD = re.compile(r":[^:/@]*@")


@dataclass(frozen=True, slots=True)
class Office:
    """Handed to everything that answers letters or closes phases."""

    settings: Settings
    store: Store
    key: bytes
    """Signs the tokens in reply addresses; made once, kept in the database."""


def open_office(settings: Settings) -> Office:
    """The office of these settings, its database up to date. StoreFault when it cannot be used."""
    store = open_store(settings)
    with store.write() as tx:
        return Office(settings, store, _key(tx))


def open_store(settings: Settings) -> Store:
    """The database of these settings. StoreFault names it, without its password, and says what is wrong."""
    try:
        return Store.open(settings.database)
    except StoreFault as fault:
        where = _PASSWORD.sub(":***@", settings.database)
        raise type(fault)(f"database {where}: {fault}") from fault


def _key(tx: Transaction) -> bytes:
    return bytes.fromhex(tx.keep_meta(_KEY, secrets.token_hex(32)))


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules, options and board of one game."""

    rules: System
    options: object
    geography: Geography

    @property
    def speech(self) -> Speech:
        """How orders are written by these rules, and how letters speak."""
        return speech_of(self.rules, self.geography, self.options)


def rulebook(game: Game, options: Mapping[str, Any] | None = None) -> Rulebook:
    """The rules a game is played by: with the options of one of its phases, or those of phases to come."""
    rules = system(game.rules)
    chosen = game.options if options is None else options
    return Rulebook(rules, rules.options(chosen), geography(game.map))


def changed(book: Rulebook) -> frozenset[str]:
    """The names of the options of a game that are not as they usually are."""
    usual = terms_of(book.rules, book.rules.options({}))
    terms = terms_of(book.rules, book.options)
    return frozenset(name for name, value in terms.items() if usual.get(name) != value)


@cache
def geography(name: str) -> Geography:
    """A shipped board by its name, or a master's own by the path of its file."""
    return atlas.load_file(Path(name)) if name.endswith(".toml") else atlas.load(name)
