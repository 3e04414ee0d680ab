"""Deadlines on the wall of the game's own zone, across both changes of summer time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from judge.service.schedule import (
    Interval,
    ScheduleFault,
    Weekly,
    deadline,
    read_rule,
    read_schedule,
    read_zone,
)

AMSTERDAM = ZoneInfo("Europe/Amsterdam")


@pytest.mark.parametrize(
    "text",
    [
        "sun 20:00",
        "zo 20:00",
        "Sunday at 20:00",
        "zondag om 20.00 uur",
        "every sunday 20:00",
        "elke zondag 20:00",
    ],
)
def test_a_weekday_and_a_time_are_read_in_both_languages(text: str) -> None:
    rule = read_rule(text)
    assert isinstance(rule, Weekly)
    assert rule.days == (6,)
    assert (rule.at.hour, rule.at.minute) == (20, 0)


@pytest.mark.parametrize("text", ["tue, fri 21:00", "di en vr 21:00", "tue and fri at 21:00", "di/vr 21.00"])
def test_several_days_are_read(text: str) -> None:
    assert read_rule(text) == Weekly((1, 4), read_rule("tue 21:00").at)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("every 2 days", 172800),
        ("om de 2 dagen", 172800),
        ("every 36 hours", 129600),
        ("90s", 90),
        ("elke week", 604800),
    ],
)
def test_an_interval_is_read_in_both_languages(text: str, seconds: int) -> None:
    assert read_rule(text) == Interval(seconds)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "sun", "sun 25:00", "every 0 days", "xyz 20:00", "sun foo 20:00", "-3 days", "9" * 50],
)
def test_a_rule_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ScheduleFault, match="sun 20:00"):
        read_rule(text)


@pytest.mark.parametrize("name", ["Europe", "../etc/passwd", "", "Mars/Base", "Europe/Amsterdam\n"])
def test_a_zone_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ScheduleFault):
        read_zone(name)


def test_a_bad_rule_in_a_schedule_is_named() -> None:
    with pytest.raises(ScheduleFault, match="whenever"):
        read_schedule("sun 20:00", "whenever", "1 day")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("rule", "zone", "opened", "ends"),
    [
        # weekly over the spring change (28 March 2027) and the autumn change (31 October 2027)
        ("sun 20:00", "Europe/Amsterdam", "2027-03-21T20:00:01+01:00", "2027-03-28T20:00:00+02:00"),
        ("sun 21:00", "Europe/Amsterdam", "2027-10-24T21:00:01+02:00", "2027-10-31T21:00:00+01:00"),
        # days on the wall, hours on any clock
        ("every 1 day", "Europe/Amsterdam", "2027-03-27T20:00:00+01:00", "2027-03-28T20:00:00+02:00"),
        ("every 24 hours", "Europe/Amsterdam", "2027-03-27T20:00:00+01:00", "2027-03-28T20:00:00+02:00"),
        ("every 23 hours", "Europe/Amsterdam", "2027-03-27T20:00:00+01:00", "2027-03-28T20:00:00+02:00"),
        ("every 25 hours", "Europe/Amsterdam", "2027-10-30T20:00:00+02:00", "2027-10-31T20:00:00+01:00"),
        # the skipped hour moves forward, the double one is the later
        ("sun 02:30", "Europe/Amsterdam", "2027-03-25T12:00:00+01:00", "2027-03-28T03:30:00+02:00"),
        ("sun 02:30", "Europe/Amsterdam", "2027-10-28T12:00:00+02:00", "2027-10-31T02:30:00+01:00"),
        ("sun 20:00", "America/New_York", "2027-03-08T12:00:00-05:00", "2027-03-14T20:00:00-04:00"),
        # Lord Howe changes by half an hour
        ("sun 02:15", "Australia/Lord_Howe", "2027-09-30T12:00:00+10:30", "2027-10-03T02:45:00+11:00"),
        # too close to the opening: the next one
        ("sun 20:00", "Europe/Amsterdam", "2027-06-06T15:00:00+02:00", "2027-06-13T20:00:00+02:00"),
    ],
)
def test_a_deadline_is_right_on_the_wall(rule: str, zone: str, opened: str, ends: str) -> None:
    assert deadline(read_rule(rule), read_zone(zone), at(opened)) == at(ends)


def test_a_deadline_is_always_later_than_the_opening() -> None:
    opened = at("2027-01-01T00:00:00+00:00")
    for hour in range(0, 24 * 400, 7):
        start = opened + timedelta(hours=hour)
        for rule in ("sun 02:30", "mon, thu 20:00", "every 1 day", "1h"):
            assert deadline(read_rule(rule), AMSTERDAM, start) > start
