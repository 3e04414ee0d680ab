"""The database as a whole: open it, bring its tables up to date, write or read in one transaction.

SQLite is the default, PostgreSQL the one for several machines. A write on SQLite takes the lock at its
beginning (BEGIN IMMEDIATE), for a read that turns into a write cannot wait for one.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from judge.store import engines
from judge.store.faults import Unavailable
from judge.store.games import Games
from judge.store.inbox import Inbox
from judge.store.journal import Journal
from judge.store.migrate import migrate
from judge.store.outbox import Outbox
from judge.store.phases import Phases
from judge.store.players import Players
from judge.store.watchman import Watchman


class Transaction(Players, Games, Phases, Inbox, Outbox, Journal):
    """All that can be done to the database within one transaction."""


class Store:
    """The database. Safe to use from several threads; each transaction belongs to one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._embedded = engine.dialect.name == "sqlite"
        # SQLite lets one write at a time, and lets others try again now and then; we queue our own instead.
        self._turn = threading.Lock()
        self._mine = threading.local()
        self._watchman: Watchman | None = None

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open the database at a URL and migrate it, making it where it is a new SQLite file.

        `sqlite:///judge.db` is relative to the working folder, `sqlite:////var/lib/judge.db` absolute;
        `postgresql://name:password@host/database`. StoreFault says in plain words why it cannot be used.
        """
        store = cls(engines.make(url))
        try:
            store.migrate()
        except BaseException:
            store.close()
            raise
        return store

    def migrate(self) -> None:
        """Bring the tables up to this program's schema, all or nothing; StoreFault when they are newer."""
        migrate(self._engine)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """One transaction that writes: committed at the end of the block, rolled back by any exception."""
        if getattr(self._mine, "writes", False):
            raise RuntimeError(
                "this thread writes already: a transaction within another would wait for itself"
            )
        with self._turn if self._embedded else nullcontext():
            self._mine.writes = True
            try:
                with self._transaction(writing=True) as tx:
                    yield tx
            finally:
                self._mine.writes = False

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """One transaction that only reads, and sees the database as it was at its first look."""
        with self._transaction(writing=False) as tx:
            yield tx

    @contextmanager
    def _transaction(self, writing: bool) -> Iterator[Transaction]:
        try:
            connection = self._engine.connect()
        except NoConnectionLeft as fault:
            raise Unavailable("all connections to the database are in use") from fault
        with connection:
            engines.mark(connection, writing)
            with connection.begin():
                yield Transaction(connection, writing)

    def claim(self) -> None:
        """Keep a second daemon off an SQLite file till `close`; StoreFault when one is there.

        PostgreSQL takes as many as want to work on it.
        """
        path = self._engine.url.database
        if self._embedded and path is not None and self._watchman is None:
            self._watchman = Watchman(path + ".lock")

    @property
    def where(self) -> str:
        """The URL without its password, for people to read."""
        return self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Let go of the database. Transactions that are under way in other threads are not waited for."""
        self._engine.dispose()
        if self._watchman is not None:
            self._watchman.leave()
            self._watchman = None
