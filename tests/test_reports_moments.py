"""Instants in the letters: the game's zone, the reader's language."""

from datetime import UTC, datetime

from judge.reports.moments import moment

ZONE = "Europe/Amsterdam"


def test_a_moment_is_written_as_the_dutch_and_the_english_write_it():
    deadline = datetime(2026, 12, 6, 19, tzinfo=UTC)
    assert moment(deadline, ZONE, "nl") == "zondag 6 december 2026 om 20.00 uur (Europe/Amsterdam)"
    assert moment(deadline, ZONE, "en") == "Sunday 6 December 2026 at 20:00 (Europe/Amsterdam)"


def test_seconds_are_shown_where_there_are_any():
    assert "om 20.00.05 uur" in moment(datetime(2026, 12, 6, 19, 0, 5, tzinfo=UTC), ZONE, "nl")


def test_the_hour_that_comes_twice_says_which_one_is_meant():
    first, second = (moment(datetime(2026, 10, 25, hour, 30, tzinfo=UTC), ZONE, "en") for hour in (0, 1))
    assert first == "Sunday 25 October 2026 at 02:30 (Europe/Amsterdam, UTC+02:00)"
    assert second == "Sunday 25 October 2026 at 02:30 (Europe/Amsterdam, UTC+01:00)"


def test_the_hours_around_the_lost_hour_need_no_offset():
    assert "UTC" not in moment(datetime(2026, 3, 29, 0, 59, tzinfo=UTC), ZONE, "en")
    assert "03:00 (Europe/Amsterdam)" in moment(datetime(2026, 3, 29, 1, tzinfo=UTC), ZONE, "en")
