"""Commands in letters: to join, to ask, to leave; and the talk that is none."""

import pytest

from judge.board.geography import Power
from judge.language import guess_language, read_commands
from judge.language.choosing import Choose
from judge.language.commands import (
    Command,
    Help,
    Join,
    MyOrders,
    MyPress,
    Observe,
    SetLanguage,
    Status,
    Who,
    Withdraw,
    says_always,
)


def joins(game: str, *powers: str, name: str | None = None) -> Join:
    return Join(game, tuple(map(Power, powers)), name)


COMMANDS: list[tuple[str, Command]] = [
    ("join club1", joins("club1")),
    ("Join club1.", joins("club1")),
    ("JOIN CLUB1", joins("CLUB1")),
    ("please join game club-1", joins("club-1")),
    ("join club1 as England, France", joins("club1", "ENGLAND", "FRANCE")),
    ("join club1 EFG", joins("club1", "ENGLAND", "FRANCE", "GERMANY")),
    ("join club1, preferences: E F G", joins("club1", "ENGLAND", "FRANCE", "GERMANY")),
    (
        "I want to join club1, preferably Italy. My name is Tom Baker",
        joins("club1", "ITALY", name="Tom Baker"),
    ),
    ("sign me up for club1", joins("club1")),
    ("doe mee club1", joins("club1")),
    ("Ik doe mee met club1", joins("club1")),
    ("doe mee club1 liefst Frankrijk", joins("club1", "FRANCE")),
    ("Ik doe mee met club-1, het liefst als Turkije, dan Rusland", joins("club-1", "TURKEY", "RUSSIA")),
    ("meedoen met club1 voorkeur Frankrijk, Engeland", joins("club1", "FRANCE", "ENGLAND")),
    ("inschrijven voor zomer2026", joins("zomer2026")),
    ("Ik wil graag meedoen aan club1. Voorkeur: Duitsland", joins("club1", "GERMANY")),
    ("doe mee club1 als Oostenrijk-Hongarije of Italië", joins("club1", "AUSTRIA", "ITALY")),
    ("schrijf me in voor club1", joins("club1")),
    ("join", joins("")),
    ("help", Help()),
    ("Help!", Help()),
    ("hulp", Help()),
    ("hulp orders", Help("movement")),
    ("help builds", Help("adjustments")),
    ("help terugtochten", Help("retreats")),
    ("taal: Engels", SetLanguage("en")),
    ("language Dutch", SetLanguage("nl")),
    ("status", Status()),
    ("status club1", Status("club1")),
    ("stand", Status()),
    ("my orders", MyOrders()),
    ("mijn orders", MyOrders()),
    ("wie doet mee?", Who()),
    ("who", Who()),
    ("withdraw from club1", Withdraw("club1")),
    ("afmelden voor club1", Withdraw("club1")),
    ("unsubscribe", Withdraw()),
    ("observe club1", Observe("club1")),
    ("I want to observe club-1", Observe("club-1")),
    ("kijk mee met club1", Observe("club1")),
    ("Ik wil graag meekijken met club1", Observe("club1")),
    ("my press", MyPress()),
    ("history press", MyPress()),
    ("mijn pers", MyPress()),
    ("mijn berichten club1", MyPress("club1")),
]

TALK = [
    "join us for dinner on Friday",
    "join us",
    "status quo is fine",
    "stand by me",
    "Kun je me helpen met mijn orders?",
    "Who is playing Germany?",
    "I will join you in Burgundy",
    "Ik doe mee met je plan tegen Duitsland",
    "A Par - Bur",
    "Leger Parijs houdt stand",
    "help me in Burgundy and I will help you",
    "Wie heeft er zin om naar Bourgondië te gaan?",
    "Mijn orders volgen morgen",
    "list of things I still want to do",
    "I observe that you lie",
    "Kijk mee!",
    "Kijk mee naar Bourgondië",
    "my messages were lost",
    "Set sail for Brest",
    "Zet alles op alles",
    "Verander Frankrijk maar niet te veel",
    "Change your mind about Burgundy",
    "> help",
    "| set victory 5",
    "| status",
    "",
]


CHOICES = [
    ("set fort_bonus 2", "fort_bonus", "2"),
    ("set fort_bonus = 2", "fort_bonus", "2"),
    ("Set fort_bonus to 2, please.", "fort_bonus", "2"),
    ("please set edition dutch", "edition", "dutch"),
    ("change paradox to 1982", "paradox", "1982"),
    ("set replenish_pct.def_ok -30", "replenish_pct.def_ok", "-30"),
    ("set research.multiplier 0.75.", "research.multiplier", "0.75"),
    ("set over_limit_default_deletion oldest first", "over_limit_default_deletion", "oldest first"),
    ("set unit_types army, fleet", "unit_types", "army, fleet"),
    ("set replenish_pct {def_ok = 10, off_fail = 40}", "replenish_pct", "{def_ok = 10, off_fail = 40}"),
    ('set tile_control "fall"', "tile_control", "fall"),
    ("stel fort_bonus in op 2", "fort_bonus", "2"),
    ("Stel fort_bonus op 2 alsjeblieft", "fort_bonus", "2"),
    ("zet fort_bonus op 2!", "fort_bonus", "2"),
    ("zet Swap op nee", "swap", "no"),
    ("wijzig victory naar 20", "victory", "20"),
]


@pytest.mark.parametrize(("text", "option", "value"), CHOICES)
@pytest.mark.parametrize("language", ["nl", "en"])
def test_an_option_is_chosen_in_many_ways(text: str, option: str, value: str, language: str) -> None:
    assert read_commands(text, "", language) == (Choose(option, value, text),)


def test_of_choices_every_one_counts_in_its_order() -> None:
    found = read_commands("set victory 5\nset victory 6\nset victory 5", "", "en")
    assert [choice.value for choice in found if isinstance(choice, Choose)] == ["5", "6", "5"]


@pytest.mark.parametrize(("text", "command"), COMMANDS)
@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_command_is_understood_in_both_languages_by_everyone(
    text: str, command: Command, language: str
) -> None:
    assert read_commands(text, "", language) == (command,)


@pytest.mark.parametrize("text", TALK)
def test_talk_is_never_a_command(text: str) -> None:
    assert read_commands(text, "", "nl") == ()


def test_a_command_may_stand_among_orders_and_greetings() -> None:
    text = "Hoi judge,\n\nA Par - Bur\nmijn orders\nF Bre - Eng\n\nGroeten, Jan"
    assert read_commands(text, "orders", "nl") == (MyOrders(),)


def test_a_subject_counts_when_it_is_a_command() -> None:
    assert read_commands("Hallo!\n\nGroeten, Els", "Doe mee club1", "nl") == (joins("club1"),)
    assert read_commands("Hallo!", "Re: Doe mee club1", "nl") == ()


def test_the_same_command_twice_is_one() -> None:
    assert read_commands("join club1", "join club1", "en") == (joins("club1"),)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Leger Parijs naar Bourgondië", "nl"),
        ("Army Paris to Burgundy", "en"),
        ("Ik doe graag mee", "nl"),
        ("I would like to join the game please", "en"),
        ("A Par - Bur", None),
    ],
)
def test_the_language_of_a_letter_is_told_by_its_words(text: str, language: str | None) -> None:
    assert guess_language(text) == language


@pytest.mark.parametrize(
    ("text", "always"),
    [
        ("always", True),
        ("Ja, altijd!", True),
        ("Yes.\nAlways, please", True),
        ("not always", False),
        ("niet altijd", False),
        ("I always play France, but this letter was not mine", False),
        ("yes", False),
        ("", False),
    ],
)
def test_always_is_heard_in_a_short_answer_only(text: str, always: bool) -> None:
    assert says_always(text) is always
