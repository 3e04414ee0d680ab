"""Options: named editions, what differs from them, and plain words for what is no option."""

import pytest

from judge.rules import RuleFault, names, standard, system
from judge.rules.options import EDITIONS, Distance, Options, Paradox


def test_without_a_choice_a_game_has_the_preferences_of_datc() -> None:
    assert standard.options({}) == Options()
    assert standard.options({}) == EDITIONS["datc"]


@pytest.mark.parametrize("name", ["1971", "1982", "2000", "2023", "dutch", "datc"])
def test_every_edition_is_there_by_name(name: str) -> None:
    assert standard.options({"edition": name}).edition == name


def test_a_game_may_choose_apart_from_its_edition() -> None:
    options = standard.options({"edition": "2000", "paradox": "szykman", "land_fallback": "no"})
    assert options.paradox is Paradox.SZYKMAN
    assert not options.land_fallback
    assert options.distance is Distance.HOME


def test_a_year_may_be_written_as_a_number() -> None:
    assert standard.options({"edition": 1982, "paradox": 1971}).paradox is Paradox.RULES_1971


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"edition": "1999"}, "there is no edition '1999'; the editions are: datc, 1971"),
        ({"paradoks": "1971"}, "there is no option 'paradoks'; the options are: paradox"),
        ({"paradox": "none"}, "option paradox cannot be 'none'; the choices are: szykman"),
        ({"brannan": "perhaps"}, "option brannan cannot be 'perhaps'; the choices are: yes, no"),
        ({"brannan": 3}, "option brannan cannot be 3"),
        ({"victory": "many"}, "option victory cannot be 'many'; write a number"),
        ({"victory": -1}, "option victory cannot be -1"),
        ({"victory": True}, "option victory cannot be True"),
    ],
)
def test_what_is_no_option_is_refused_in_plain_words(chosen: dict[str, object], said: str) -> None:
    with pytest.raises(RuleFault) as fault:
        standard.options(chosen)
    assert str(fault.value).startswith(said)


def test_the_rules_are_found_by_name() -> None:
    assert "standard" in names()
    assert system("standard").options({}) == Options()
