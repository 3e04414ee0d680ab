"""Press in a letter: where it begins and ends, to whom it is, and the talk that is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.board import atlas
from judge.board.geography import Power
from judge.language.press import Press, cleaned, read_press

STANDARD = atlas.load("standard")


def read(text: str, subject: str = "", language: str = "en") -> tuple[tuple[Press, ...], str]:
    return read_press(text, subject, language, STANDARD)


@pytest.mark.parametrize(
    ("heading", "to"),
    [
        ("press to France", "FRANCE"),
        ("PRESS TO FRANCE", "FRANCE"),
        ("Press to France, Italy:", "FRANCE ITALY"),
        ("press to France and Italy", "FRANCE ITALY"),
        ("press to France & Italy", "FRANCE ITALY"),
        ("press to E, F and T", "ENGLAND FRANCE TURKEY"),
        ("press to FI", "FRANCE ITALY"),
        ("press to fra ita", "FRANCE ITALY"),
        ("press France", "FRANCE"),
        ("Message to Austria-Hungary:", "AUSTRIA"),
        ("pers aan Frankrijk en Italië", "FRANCE ITALY"),
        ("Pers aan Frankrijk, Italie en Rusland:", "FRANCE ITALY RUSSIA"),
        ("bericht aan Duitsland", "GERMANY"),
        ("pers aan Frankrijk, Frankrijk", "FRANCE"),
        ("*press to Turkey*", "TURKEY"),
    ],
)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_first_line_says_to_whom(heading: str, to: str, language: str) -> None:
    (press,), rest = read(f"{heading}\nShall we ally?", language=language)
    assert press.to == tuple(map(Power, to.split()))
    assert press.text == "Shall we ally?"
    assert (press.everyone, press.master, press.unknown) == (False, False, ())
    assert rest.strip() == ""


EVERYBODY = [
    "press to all",
    "press to everyone:",
    "broadcast",
    "Broadcast:",
    "broadcast to all",
    "pers aan allen",
    "pers aan iedereen",
    "rondschrijven",
    "rondschrijven aan allen",
    "rondschrijven aan alle landen",
]


@pytest.mark.parametrize("heading", EVERYBODY)
def test_press_can_be_to_everybody(heading: str) -> None:
    (press,), _ = read(f"{heading}\nHello all")
    assert press.everyone
    assert (press.to, press.unknown) == ((), ())


@pytest.mark.parametrize(
    "heading", ["press to master", "press to the master", "press to GM", "pers aan de spelleider"]
)
def test_press_can_be_to_the_master(heading: str) -> None:
    (press,), _ = read(f"{heading}\nWhen is the deadline?")
    assert press.master
    assert (press.to, press.everyone, press.unknown) == ((), False, ())


@pytest.mark.parametrize(
    "end", ["end press", "ENDPRESS", "End of press.", "-- end press --", "einde pers", "eindepers"]
)
def test_orders_before_and_after_are_the_rest_and_none_within(end: str) -> None:
    text = f"A Par - Bur\npress to Italy\nA Ven - Tri please\nhelp\n{end}\nF Bre - Mao"
    (press,), rest = read(text)
    assert press.text == "A Ven - Tri please\nhelp"
    assert rest.split("\n") == ["A Par - Bur", "", "F Bre - Mao"]


def test_press_without_an_end_goes_on_to_the_end_of_the_letter() -> None:
    (press,), rest = read("A Par - Bur\n\npress to Italy\none\n\ntwo\nA Ven - Tri")
    assert press.text == "one\n\ntwo\nA Ven - Tri"
    assert rest.strip() == "A Par - Bur"


def test_a_second_heading_begins_other_press() -> None:
    (first, second), _ = read("press to Italy\nfor Italy\npress to Turkey\nfor Turkey\nend press")
    assert (first.text, second.text) == ("for Italy", "for Turkey")


def test_words_beside_the_heading_belong_to_the_press() -> None:
    (press,), _ = read("press to Italy: hello there: you\nand more\nend press\nA Par - Bur")
    assert press.text == "hello there: you\nand more"
    assert not press.unclear


def test_where_it_is_not_said_where_press_ends_orders_below_are_asked_about() -> None:
    (press,), rest = read("press to Italy: hello\nA Par - Bur")
    assert press.unclear
    assert "A Par" not in rest


@pytest.mark.parametrize(
    ("heading", "word", "guess"),
    [
        ("press to Frnace", "Frnace", "FRANCE"),
        ("press to Italy and Narnia", "Narnia", None),
        ("press to Far Away and Italy", "Far Away", None),
        ("pers aan Itlaië", "Itlaië", "ITALY"),
        ("press to all except France", "except", None),
        ("pers aan allen behalve Frankrijk", "behalve", None),
    ],
)
def test_a_name_that_nobody_has_is_kept_for_a_question(heading: str, word: str, guess: str | None) -> None:
    (press,), _ = read(f"{heading}\nSecret")
    assert press.unknown == (word,)
    assert press.guesses == ((Power(guess),) if guess else ())


def test_names_between_commas_are_asked_about_one_by_one() -> None:
    (press,), _ = read("press to Narnia, Utopia and Italy\nhi")
    assert press.unknown == ("Narnia", "Utopia")


def test_the_subject_makes_press_of_a_whole_letter() -> None:
    (press,), rest = read("Shall we ally?", "press to France")
    assert press.to == ("FRANCE",)
    assert press.text == "Shall we ally?"
    assert rest == ""


@pytest.mark.parametrize("subject", ["Re: press to France", "[g1] Press from France", "AW: pers aan Italië"])
def test_the_subject_of_an_answer_makes_no_press(subject: str) -> None:
    assert read("A Par - Bur", subject) == ((), "A Par - Bur")


def test_headings_in_the_letter_go_before_its_subject() -> None:
    (press,), rest = read("A Par - Bur\npress to Italy\nhi", "press to France")
    assert press.to == ("ITALY",)
    assert rest.strip() == "A Par - Bur"


@pytest.mark.parametrize(
    "line",
    [
        "press on, my friend",
        "Press to the attack my friends",
        "message to follow tomorrow",
        "The press to France was ignored",
        "I sent press to France",
        "broadcast news tonight",
        "pers uit het land",
        "| press to France",
        "> press to France",
        "Press releases are fun",
        "press",
        "A Par - Bur",
        "",
    ],
)
def test_talk_is_no_press(line: str) -> None:
    assert read(f"{line}\nA Mar - Spa")[0] == ()


def test_press_is_shown_without_characters_that_hide_or_turn_the_writing() -> None:
    assert cleaned("a\u202eb\u200bc\x1b[31md\x00\te\r\nf\u2066") == "abc[31md    e\nf"
    (press,), _ = read("press to Italy\n\u202eevil\x07\n\n\n\n\n\nend of it\n")
    assert press.text == "evil\n\n\nend of it"


@given(st.text(max_size=300), st.text(max_size=40))
def test_any_text_is_read(text: str, subject: str) -> None:
    found, rest = read(text, subject)
    assert len(rest) <= len(text)
    for press in found:
        assert not set(press.text) & set("\u202e\x00\x1b")


def test_a_letter_full_of_headings_is_read_in_time() -> None:
    found, _ = read("press to all\nx\n" * 4_000)
    assert len(found) == 4_000
