"""Brings a database up to this program's schema when it is opened. Alembic is loaded only when needed."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from judge.store import engines
from judge.store.faults import StoreFault
from judge.store.schema import HEAD, metadata

_MIGRATIONS = Path(__file__).with_name("migrations")
_ANY_NUMBER = 0x6A75646765
"""Which of PostgreSQL's advisory locks is ours: two programs that start at once must not both migrate."""


def migrate(engine: Engine) -> None:
    """Run the missing migrations in one transaction; StoreFault where the tables are not ours, or newer."""
    with engine.connect() as connection:
        engines.mark(connection, writing=False)
        with connection.begin():
            _check_encoding(connection)
            found = _revision(connection)
    if found == HEAD:
        return
    with engine.connect() as connection:
        engines.mark(connection, writing=True)
        with connection.begin():
            _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _ANY_NUMBER})
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        raise StoreFault(
            "the database was made by another version of the judge, newer than this one; install that version"
        ) from fault


def _revision(connection: Connection) -> str | None:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision
    foreign = tables & set(metadata.tables)
    if foreign:
        raise StoreFault(
            f"the database has tables of another program ({', '.join(sorted(foreign))});"
            " give the judge a database of its own"
        )
    return None


def _check_encoding(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise StoreFault(f"the database keeps its text as {encoding}; make it with ENCODING 'UTF8'")
