"""A connection to either database, set up so that a commit is durable and nobody waits for ever.

Here SQLAlchemy's and the drivers' errors become the store's own.
"""

import os
import sqlite3
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from judge.store.faults import Clash, StoreFault, Unavailable

BUSY_SECONDS = 10
"""How long a write waits for another process's write on SQLite."""
_TRIES_A_SECOND = 20
POOL = 20
"""Connections at once at most; the listener's, the clock's and the senders' threads share them."""

_OLDEST_SQLITE = (3, 35, 0)
_POSTGRES_SESSION = (
    # A worker that was stopped in the middle keeps its locks until this many milliseconds have passed.
    "-c idle_in_transaction_session_timeout=30000 -c timezone=UTC "
    # A letter is acknowledged after its commit, so the commit must be on disk whatever the server's default.
    "-c synchronous_commit=on"
)
_UNIQUE_SQLITE = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_UNIQUE_POSTGRES = "23505"


def make(url: str) -> Engine:
    """An engine for a URL; StoreFault where it is not one we know, or its file cannot be made."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError) as fault:
        raise StoreFault(
            f"{url!r} is no database URL; write sqlite:///judge.db or postgresql://name:password@host/database"
        ) from fault
    match place.get_backend_name():
        case "sqlite":
            return _sqlite(place)
        case "postgresql" | "postgres":
            return _postgres(place.set(drivername="postgresql+psycopg"))
        case other:
            raise StoreFault(f"the judge keeps its games in SQLite or PostgreSQL, not in {other!r}")


def mark(connection: Connection, writing: bool) -> None:
    """Say what the next transaction on a connection is for, before it begins."""
    if connection.dialect.name == "sqlite":
        connection.execution_options(judge_writing=writing)
    elif writing:
        connection.execution_options(isolation_level="READ COMMITTED")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _sqlite(place: URL) -> Engine:
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreFault(f"SQLite {sqlite3.sqlite_version} is too old: the judge needs 3.35 or later")
    path = place.database
    if not path or path == ":memory:" or path.startswith("file:"):
        raise StoreFault("the judge needs a file for SQLite, as in sqlite:///judge.db")
    _make_file(Path(path))
    # Autocommit for the driver: otherwise it begins transactions by itself, and never immediate ones.
    settings = {"isolation_level": None, "timeout": BUSY_SECONDS}
    engine = create_engine(place, connect_args=settings, pool_size=POOL, max_overflow=0)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "handle_error", _in_plain_words, retval=True)
    return engine


def _make_file(path: Path) -> None:
    """Letters are private: only the owner may read the file. SQLite gives its journals the same rights."""
    if not path.parent.is_dir():
        raise StoreFault(f"cannot make the database {path}: there is no folder {path.parent}")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as fault:
        raise StoreFault(f"cannot use the database {path}: {fault.strerror}") from fault


def _prepare_sqlite(raw: sqlite3.Connection, _record: object) -> None:
    cursor = raw.cursor()
    _keep_a_log(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _keep_a_log(cursor: sqlite3.Cursor) -> None:
    """Let readers go on beside a writer.

    While several programs turn a new file into one with a log, SQLite refuses some of them at once, whatever
    the timeout: so they try again for as long.
    """
    for left in reversed(range(1 + int(BUSY_SECONDS * _TRIES_A_SECOND))):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                raise
            sleep(1 / _TRIES_A_SECOND)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("judge_writing", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _postgres(place: URL) -> Engine:
    settings = {
        "options": _POSTGRES_SESSION,
        "application_name": "judge",
        "connect_timeout": 10,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "client_encoding": "utf8",
    }
    try:
        engine = create_engine(
            place, connect_args=settings, pool_size=POOL, max_overflow=0, pool_pre_ping=True
        )
    except (ImportError, NoSuchModuleError) as fault:
        raise StoreFault("PostgreSQL needs psycopg: pip install 'judge[postgres]'") from fault
    event.listen(engine, "handle_error", _in_plain_words, retval=True)
    return engine


def _in_plain_words(context: ExceptionContext) -> Exception | None:
    """Replace a driver's error by ours where it is the world's doing; a bug of ours rises as it is."""
    return _fault_of(context.original_exception, context.is_disconnect)


def _fault_of(original: BaseException, disconnected: bool) -> Exception | None:
    words = " ".join(str(original).split())
    kind = type(original).__name__
    code: Any = getattr(original, "sqlite_errorcode", None) or getattr(original, "sqlstate", None)
    if isinstance(original, ValueError):
        return original
    if code in _UNIQUE_SQLITE or code == _UNIQUE_POSTGRES:
        return Clash(words)
    if isinstance(code, int) and code & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StoreFault(f"the database cannot be read ({words}); restore it from a backup")
    if isinstance(original, sqlite3.OperationalError) and code == sqlite3.SQLITE_ERROR:
        return None  # a statement that is wrong
    if disconnected or isinstance(original, sqlite3.OperationalError) or kind in _POSTGRES_DOWN:
        return Unavailable(f"the database cannot be used just now: {words}")
    return None


_POSTGRES_DOWN = {
    "OperationalError", "InterfaceError", "ConnectionTimeout", "AdminShutdown", "CrashShutdown",
    "CannotConnectNow", "TooManyConnections", "DeadlockDetected", "LockNotAvailable", "SerializationFailure",
    "DiskFull", "OutOfMemory", "QueryCanceled", "IdleInTransactionSessionTimeout", "ReadOnlySqlTransaction",
}  # fmt: skip
