"""How Python's values lie in a column, the same on SQLite and PostgreSQL.

Migrations use these types too, so a change here is a change of every database that exists.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy import DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator

E = TypeVar("E", bound=Enum)


class Instant(TypeDecorator[datetime]):
    """An aware datetime, kept in UTC to the microsecond; ValueError for a naive one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.utcoffset() is None:
            raise ValueError(f"{value!r} has no time zone")
        instant = value.astimezone(UTC)
        # SQLite keeps text, which sorts as time only when every row has the same zone and width.
        return instant.replace(tzinfo=None) if dialect.name == "sqlite" else instant

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text that anybody may have written: what PostgreSQL cannot keep (NUL, half characters) is replaced."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


class Choice(TypeDecorator[E]):
    """A member of an Enum, kept as its value."""

    impl = String(16)
    cache_ok = True

    def __init__(self, choices: type[E]) -> None:
        super().__init__()
        self.choices = choices

    def process_bind_param(self, value: E | None, _dialect: Dialect) -> str | None:
        return None if value is None else str(self.choices(value).value)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> E | None:
        return None if value is None else self.choices(value)


class Document(TypeDecorator[Mapping[str, Any]]):
    """A JSON document. Kept as ASCII text, for PostgreSQL's own JSON types lose its order or refuse a NUL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Mapping[str, Any] | None, _dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(dict(value), separators=(",", ":"))

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Mapping[str, Any] | None:
        return None if value is None else json.loads(value)


class Several(TypeDecorator[tuple[str, ...]]):
    """A tuple of words, kept as a JSON list."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, _dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(list(value), separators=(",", ":"))

    def process_result_value(self, value: str | None, _dialect: Dialect) -> tuple[str, ...] | None:
        return None if value is None else tuple(json.loads(value))


def storable(text: str) -> str:
    """The text as both databases can keep it."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
