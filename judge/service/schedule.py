"""When a phase ends. A rule is kept as people write it, and reckoned in the game's own zone.

`sun 20:00`, `zo en wo 21.00`: those days at that time on the wall, across summer time.
`every 2 days`: the same time on the wall, days later. `every 36 hours`, `90s`: so much later on any clock.
A time that summer time skips becomes the first one after it; one that comes twice is the later of the two.
"""

import re
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

_DAYS = (
    ("mon", "monday", "ma", "maandag"),
    ("tue", "tuesday", "tues", "di", "dinsdag"),
    ("wed", "wednesday", "wo", "woensdag"),
    ("thu", "thursday", "thur", "thurs", "do", "donderdag"),
    ("fri", "friday", "vr", "vrijdag"),
    ("sat", "saturday", "za", "zaterdag"),
    ("sun", "sunday", "zo", "zondag"),
)
_DAY = {word: number for number, words in enumerate(_DAYS) for word in words}
_SPAN_WORDS = {
    "s": 1, "sec": 1, "second": 1, "seconds": 1, "seconde": 1, "seconden": 1,
    "m": 60, "min": 60, "minute": 60, "minutes": 60, "minuut": 60, "minuten": 60,
    "h": 3600, "hour": 3600, "hours": 3600, "u": 3600, "uur": 3600, "uren": 3600,
    "d": 86400, "day": 86400, "days": 86400, "dag": 86400, "dagen": 86400,
    "w": 604800, "week": 604800, "weeks": 604800, "weken": 604800,
}  # fmt: skip
_INTERVAL = re.compile(r"(?:every|elke|iedere|om de)?\s*(\d{1,6})?\s*([a-z]+)")
_WEEKLY = re.compile(r"([a-z ,&/+]+?)\s*(?:at|om|@)?\s*(\d{1,2})[:.](\d{2})(?:\s*uur)?")
_LEAST = timedelta(hours=6)
"""A weekly deadline closer than this to the opening of its phase is left for the next one."""


class ScheduleFault(Exception):
    """A rule or a zone that cannot be read; the message says how to write one."""


@dataclass(frozen=True, slots=True)
class Weekly:
    """Certain days of the week (0 is Monday) at a time on the wall."""

    days: tuple[int, ...]
    at: time


@dataclass(frozen=True, slots=True)
class Interval:
    """So many seconds; whole days count on the wall."""

    seconds: int


Rule = Weekly | Interval


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rules of a game, as they were written."""

    movement: str = "sun 20:00"
    retreats: str = "every 24 hours"
    adjustments: str = "every 24 hours"

    def document(self) -> dict[str, str]:
        """For the database."""
        return asdict(self)

    def rule(self, kind: str) -> Rule:
        """The rule for `movement`, `retreats` or `adjustments`."""
        return read_rule({"movement": self.movement, "retreats": self.retreats}.get(kind, self.adjustments))


def read_schedule(movement: str, retreats: str, adjustments: str) -> Schedule:
    """The schedule, once every rule in it has been read. ScheduleFault names the one that cannot be."""
    for rule in (movement, retreats, adjustments):
        read_rule(rule)
    return Schedule(movement, retreats, adjustments)


def read_rule(text: str) -> Rule:
    """A rule as people write it, in Dutch or English. ScheduleFault says how to write one."""
    words = " ".join(text.lower().split())
    weekly = _WEEKLY.fullmatch(words)
    rule = _weekly(weekly) if weekly else _interval(_INTERVAL.fullmatch(words))
    if rule is None:
        raise ScheduleFault(
            f"{text!r} is no deadline rule; "
            "write it as 'sun 20:00', 'tue, fri 21:00', 'every 2 days' or 'every 36 hours'"
        )
    return rule


def _weekly(match: re.Match[str]) -> Weekly | None:
    days = re.split(r"[ ,&/+]+|\ben\b|\band\b", match[1])
    numbers = [_DAY.get(day) for day in days if day not in ("", "en", "and", "every", "elke", "iedere")]
    hour, minute = int(match[2]), int(match[3])
    if not numbers or hour > 23 or minute > 59:
        return None
    known = sorted({number for number in numbers if number is not None})
    return Weekly(tuple(known), time(hour, minute)) if None not in numbers else None


def _interval(match: re.Match[str] | None) -> Interval | None:
    if match is None or match[2] not in _SPAN_WORDS:
        return None
    seconds = int(match[1] or 1) * _SPAN_WORDS[match[2]]
    return Interval(seconds) if 0 < seconds <= 400 * 86400 else None


def read_zone(name: str) -> ZoneInfo:
    """A zone of the IANA list (`Europe/Amsterdam`). ScheduleFault for anything else."""
    if name not in available_timezones():
        raise ScheduleFault(
            f"{name!r} is no time zone; write it as Europe/Amsterdam, America/New_York or UTC"
        )
    return ZoneInfo(name)


def deadline(rule: Rule, zone: ZoneInfo, opened: datetime) -> datetime:
    """The end (UTC) of a phase that opened at this instant (UTC)."""
    match rule:
        case Interval(seconds) if seconds % 86400 == 0:
            wall = opened.astimezone(zone).replace(tzinfo=None)
            return _instant((wall + timedelta(seconds=seconds)).date(), wall.time(), zone)
        case Interval(seconds):
            return opened + timedelta(seconds=seconds)
        case Weekly(days, at):
            first = opened.astimezone(zone).date()
            dates = (first + timedelta(days=n) for n in range(15))
            instants = (_instant(day, at, zone) for day in dates if day.weekday() in days)
            return next(instant for instant in instants if instant >= opened + _LEAST)


def _instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """A time on the wall as an instant: skipped times move forward, double ones are the later."""
    wall = datetime.combine(day, at)
    late = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if late.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
        return late
    # In the gap fold=0 reckons with the offset before the change, which lands after it.
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
