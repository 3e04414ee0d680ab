"""How a transaction speaks to the database: statements in, frozen rows out."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    CursorResult,
    Executable,
    Insert,
    Table,
    literal_column,
)
from sqlalchemy.dialects import postgresql, sqlite

Row = TypeVar("Row")


def columns(kind: type[Any], table: Table) -> list[Column[Any]]:
    """The columns of a table in the order of a row's fields."""
    return [table.c[field.name] for field in fields(kind)]


def is_in(column: Column[Any], member: StrEnum) -> ColumnElement[bool]:
    """Whether a row is in a state, spelt out in the statement: a partial index serves no bound value."""
    return column == literal_column(f"'{member.value}'")


class UnlessThere:
    """An insert that leaves a row alone that is there already, without spoiling the transaction."""

    def __init__(self, table: Table, returning: str | None = None) -> None:
        here: Insert = sqlite.insert(table).on_conflict_do_nothing()
        there: Insert = postgresql.insert(table).on_conflict_do_nothing()
        if returning is None:
            self._on: dict[str, Executable] = {"sqlite": here, "postgresql": there}
        else:
            column = table.c[returning]
            self._on = {"sqlite": here.returning(column), "postgresql": there.returning(column)}

    def on(self, dialect: str) -> Executable:
        """The statement for a database."""
        return self._on[dialect]


class Door:
    """A connection within a transaction."""

    def __init__(self, connection: Connection, writing: bool) -> None:
        self._connection = connection
        self._writing = writing

    def _run(self, statement: Executable, **values: Any) -> CursorResult[Any]:
        return self._connection.execute(statement, values)

    def _change(self, statement: Executable, **values: Any) -> int:
        """How many rows a statement changed."""
        return self._run(statement, **values).rowcount

    def _all(self, kind: Callable[..., Row], statement: Executable, **values: Any) -> tuple[Row, ...]:
        return tuple(kind(*row) for row in self._run(statement, **values))

    def _one(self, kind: Callable[..., Row], statement: Executable, **values: Any) -> Row | None:
        row = self._run(statement, **values).first()
        return None if row is None else kind(*row)

    def _value(self, statement: Executable, **values: Any) -> Any:
        """The first column of the first row; None where there is none."""
        return self._run(statement, **values).scalar()

    def _add(self, insert: UnlessThere, **values: Any) -> int | None:
        """The number of the new row; None when one like it was there."""
        number: int | None = self._value(insert.on(self._connection.dialect.name), **values)
        return number

    def _add_all(self, insert: UnlessThere, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert.on(self._connection.dialect.name), rows)
