"""Powers are drawn from a stored seed: fair, and the same for ever."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from judge.service.draw import draw

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_distinct_wishes_are_all_granted() -> None:
    wishes = {seat: [power] for seat, power in enumerate(POWERS)}
    assert draw("seed", wishes, POWERS) == {seat: power for seat, (power,) in wishes.items()}


def test_the_same_seed_draws_the_same_powers() -> None:
    wishes: dict[int, list[str]] = {seat: [] for seat in range(7)}
    assert draw("a", wishes, POWERS) == draw("a", dict(reversed(wishes.items())), POWERS)
    assert draw("a", wishes, POWERS) != draw("b", wishes, POWERS)


def test_a_draw_of_long_ago_comes_out_the_same() -> None:
    drawn = draw("2026-12-06 club1", {seat: [] for seat in range(1, 8)}, POWERS)
    assert sorted(drawn.values()) == POWERS
    assert drawn == draw("2026-12-06 club1", {seat: ["ATLANTIS"] for seat in range(1, 8)}, POWERS)


def test_every_seat_has_every_power_about_equally_often() -> None:
    counts = Counter(draw(str(n), {s: [] for s in range(7)}, POWERS)[3] for n in range(1400))
    assert all(140 < counts[power] < 260 for power in POWERS)


@given(
    st.text(), st.lists(st.lists(st.sampled_from([*POWERS, "NOWHERE"]), max_size=4), min_size=7, max_size=7)
)
def test_everybody_gets_one_power_and_nobody_the_same(seed: str, wishes: list[list[str]]) -> None:
    drawn = draw(seed, dict(enumerate(wishes)), POWERS)
    assert sorted(drawn) == list(range(7))
    assert sorted(drawn.values()) == POWERS
