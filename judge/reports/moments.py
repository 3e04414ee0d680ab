"""Instants as people read them: in the game's zone and the reader's language. In: aware UTC instants."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from judge.reports.words import words


def moment(instant: datetime, zone: str, language: str) -> str:
    """`zondag 6 december 2026 om 20.00 uur (Europe/Amsterdam)`.

    In the hour that comes twice, at the end of summer time, the offset from UTC says which one is meant.
    """
    texts = words(language)["time"]
    local = instant.astimezone(ZoneInfo(zone))
    clock = "clock_seconds" if local.second else "clock"
    return str(texts["moment"]).format(
        day=format_datetime(local, texts["day"], locale=words(language)["locale"]),
        clock=format_datetime(local, texts[clock], locale=words(language)["locale"]),
        zone=f"{zone}, {_offset(local)}" if _comes_twice(local) else zone,
    )


def _comes_twice(local: datetime) -> bool:
    other = local.replace(fold=1 - local.fold)
    exists = other.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
    return exists and other.utcoffset() != local.utcoffset()


def _offset(local: datetime) -> str:
    sign = format(local, "%z")
    return f"UTC{sign[:3]}:{sign[3:5]}"
