"""What holds for every letter, and what each of them must say."""

import re

import pytest
import reports_game as game
from reports_game import DEADLINE, FRANCE, GAME, RUSSIA, STANDARD, acknowledged, every_page

from judge import reports
from judge.board import atlas
from judge.board.notation import read
from judge.board.phases import Phase
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language.sheet import OrderSheet
from judge.reports import Reader
from judge.reports.pages import MARKER

LANGUAGES = ("en", "nl")
JAN = Reader("nl", "Jan", FRANCE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_any_letter_is_longer_than_72_characters(language):
    for page in every_page(language):
        assert max(map(len, page.text.splitlines())) <= 72, page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_begins_with_the_line_above_which_one_answers(language):
    for page in every_page(language):
        assert page.text.startswith(f"{MARKER}\n\n")
        assert page.text.count(MARKER) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_cleanly_set(language):
    for page in every_page(language):
        assert re.fullmatch(r"\S[^\n]*\S", page.subject)
        assert page.text.endswith("\n")
        assert "\n\n\n" not in page.text
        assert not re.search(r"[{}]|None|\(\)|,,", page.text), page.text
        assert not re.search(r"[^-\s][ \t]+$", page.text, re.MULTILINE), page.text


def test_letters_about_a_game_carry_its_tag_and_others_none():
    assert acknowledged(JAN).subject.startswith("[g42] ")
    assert "[" not in reports.unknown_sender(Reader("en"), "a@b.example").subject


def test_letters_in_a_language_without_templates_are_in_english():
    assert "Hello Jan," in acknowledged(Reader("de", "Jan", FRANCE)).text


@pytest.mark.parametrize("board", atlas.shipped())
def test_letters_fit_on_every_board(board):
    geography = atlas.load(board)
    units, centers = atlas.units_at_start(geography), atlas.centers_at_start(geography)
    begin = Board(geography, Phase.read("S1901M"), units, centers)
    reader = Reader("nl", "Jan", geography.powers[0])
    pages = [
        reports.game_start(reader, GAME, begin, {}, DEADLINE),
        reports.reminder(reader, GAME, begin, DEADLINE),
        reports.game_end(reader, GAME, begin, reports.Ending.WON, geography.powers[:1], {}, [(1901, {})] * 9),
    ]
    for page in pages:
        assert max(map(len, page.text.splitlines())) <= 72


# The acknowledgement


def test_the_answer_shows_every_unit_with_its_stored_order():
    text = acknowledged(JAN).text
    assert "Frankrijk: Leger Parijs naar Bourgondië (*nieuw*)" in text
    assert "Frankrijk: Leger Marseille steunt leger Parijs naar Bourgondië (*nieuw*)" in text
    assert "Frankrijk: Vloot Brest houdt (*geen order*)" in text
    assert "Frankrijk: Bouw leger Parijs (*voor later*)" in text


def test_an_order_that_the_letter_did_not_give_stood_already():
    page = reports.acknowledgement(JAN, GAME, game.start(), OrderSheet(FRANCE), [read("A PAR - BUR")])
    assert "Frankrijk: Leger Parijs naar Bourgondië (*stond al*)" in page.text


def test_every_line_that_is_not_right_is_quoted_and_explained():
    page = acknowledged(JAN)
    assert page.subject == "[g42] Orders voorjaar 1901: 3 regels kloppen niet"
    assert "> V Bre naar Mun\n  “Mun” kan deze eenheid niet bereiken.\n" in page.text
    assert "  Bedoel je “Vloot Brest naar Midden-Atlantische Oceaan”? (*voorstel*)\n" in page.text
    assert "  “Noo” kan Noordzee, Noorse Zee of Noorwegen zijn.\n" in page.text
    assert "  “Leger Parijs naar Picardië” (*mogelijk*)\n" in page.text
    assert "  Leger Parijs houdt (*zo genomen*)\n" in page.text


def test_an_order_that_cannot_be_carried_out_is_warned_about():
    assert "Leger Parijs kan niet naar Londen" in acknowledged(JAN).text
    assert "Army Paris cannot go to London" in acknowledged(Reader("en", "Jan", FRANCE)).text


def test_a_cleared_sheet_says_so():
    page = reports.acknowledgement(JAN, GAME, game.start(), OrderSheet(FRANCE, clear=True), [])
    assert "gewist" in page.text


def test_a_dislodged_unit_is_shown_with_the_places_it_can_go_to():
    page = reports.acknowledgement(JAN, GAME, game.fall().after, OrderSheet(FRANCE), [])
    assert "Frankrijk: Leger Bourgondië opheffen (*geen order*)" in page.text
    assert "Frankrijk: Leger Bourgondië kan naar Gascogne of Parijs (*terugtrekken*)" in page.text


def test_a_winter_says_how_many_builds_are_left_and_where():
    due = game.BUILDABLE[FRANCE]
    board = game.retreats().after
    empty = reports.acknowledgement(JAN, GAME, board, OrderSheet(FRANCE), [], buildable=due).text
    full = reports.acknowledgement(
        JAN, GAME, board, OrderSheet(FRANCE), [read("A PAR B")], buildable=due
    ).text
    assert "Je mag 1 eenheid bouwen. Zonder order" in empty
    assert "Vrij: Brest (leger of vloot) en Parijs (leger)." in empty
    assert "Je mag 1 eenheid bouwen; daar zijn orders voor." in full


def test_a_winter_without_a_free_home_center_says_that_nothing_can_be_built():
    page = reports.acknowledgement(JAN, GAME, game.retreats().after, OrderSheet(FRANCE), [])
    assert "Je hebt recht op 1 nieuwe eenheid, maar kunt niet bouwen" in page.text


def test_removals_say_how_many_are_still_to_be_named():
    mo, board = Reader("en", "Mo", RUSSIA), game.retreats().after
    none = reports.acknowledgement(mo, GAME, board, OrderSheet(RUSSIA), []).text
    named = reports.acknowledgement(mo, GAME, board, OrderSheet(RUSSIA), [read("A GAL D")]).text
    assert "You have 1 unit too many and must remove it. You have 1 still to name" in none
    assert "You have named which." in named


@pytest.mark.parametrize(
    "text",
    [
        "{{ 7 * 7 }}{% include 'x' %}",
        "a\nb\rc\x00d\x1b[31m",
        "\u202eevil\u200b",
        "x" * 5000,
        MARKER,
        "",
        " ",
        "> > A",
    ],
)
def test_a_hostile_line_is_quoted_and_harmless(text):
    sheet = OrderSheet(FRANCE, (), (Problem(1, text, Trouble.NOT_UNDERSTOOD, text, (text,), text, text),))
    for language in LANGUAGES:
        page = reports.acknowledgement(Reader(language, text, FRANCE), GAME, game.start(), sheet, [])
        assert max(map(len, page.text.splitlines())) <= 72
        assert page.text.splitlines().count(MARKER) == 1
        assert not re.search("[\x00\x1b\r\u202e\u200b]", page.text)
        assert len(page.text) < 3000
        if text.startswith("{{"):
            assert "> {{ 7 * 7 }}" in page.text


# Results


def test_results_give_every_order_with_its_fate_and_the_reason():
    text = reports.results(JAN, GAME, game.fall(), DEADLINE).text
    assert "Frankrijk: Leger Bourgondië naar België (*verdreven*)" in text
    assert "Turkije: Leger Constantinopel naar Bulgarije (*geslaagd*)" in text
    assert "   | Leger Wenen strandt op leger Galicië: 1 tegen 1.\n" in text
    assert "Oostenrijk: Vloot Griekenland houdt (*geen order*)" in text


def test_results_are_in_the_order_of_the_board():
    text = reports.results(JAN, GAME, game.fall(), DEADLINE).text
    places = [text.index(f"\n{STANDARD.power_name(power, 'nl')}: ") for power in STANDARD.powers[3:]]
    assert places == sorted(places)


def test_results_say_who_must_retreat_whereto_and_who_cannot():
    text = " ".join(reports.results(JAN, GAME, game.fall(), DEADLINE).text.split())
    assert "Frankrijk: Leger Bourgondië kan naar Gascogne of Parijs (*terugtrekken*)" in text
    assert "Rusland: Vloot Roemenië (*van het bord*)" in text


@pytest.mark.parametrize(
    ("power", "done", "asked"),
    [
        ("FRANCE", game.fall, "Een van je eenheden is verdreven"),
        ("ITALY", game.fall, "Italië heeft in deze fase niets te doen."),
        ("FRANCE", game.retreats, "Je mag 1 eenheid bouwen."),
        ("RUSSIA", game.retreats, "Je hebt 1 eenheid te veel"),
        ("RUSSIA", game.winter, "Je hebt 4 eenheden. Antwoord op deze brief met je orders voor Rusland."),
    ],
)
def test_results_say_what_the_reader_must_do_next(power, done, asked):
    reader = Reader("nl", "X", STANDARD.powers[[*STANDARD.powers].index(power)])
    text = " ".join(reports.results(reader, GAME, done(), DEADLINE, buildable=game.BUILDABLE).text.split())
    assert asked in text
    assert "Deadline: zondag 6 december 2026 om 20.00 uur (Europe/Amsterdam)." in text


@pytest.mark.parametrize("letter", [reports.results, reports.adjustment_report])
def test_the_build_report_comes_with_the_end_of_a_fall(letter):
    text = letter(JAN, GAME, game.retreats(), DEADLINE, buildable=game.BUILDABLE).text
    assert "Frankrijk: 5 aanvoercentra, 4 eenheden; mag 1 bouwen\n   gewonnen: Spanje\n" in text
    assert "Rusland: 4 aanvoercentra, 5 eenheden; moet 1 opheffen\n" in text
    assert "   verloren: Roemenië en Sint-Petersburg\n" in text
    assert "   vrij: Brest (leger of vloot) en Parijs (leger)\n" in text
    assert "Italië: 4 aanvoercentra, 4 eenheden\n" in text


@pytest.mark.parametrize("letter", [reports.results, reports.adjustment_report])
def test_the_end_of_a_winter_says_what_was_built_removed_and_ignored(letter):
    text = " ".join(letter(JAN, GAME, game.winter(), DEADLINE).text.replace(" | ", " ").split())
    assert "Duitsland: Bouw vloot Kiel (*gebouwd*)" in text
    assert "Engeland: Bouw vloot Edinburgh (*genegeerd*)" in text
    assert "Engeland heeft geen bouw meer over: vloot Edinburgh komt er niet." in text
    assert "Leger Galicië is opgeheven door de scheidsrechter, omdat Rusland te weinig" in text


def test_a_build_that_was_not_used_is_told():
    done = game.winter()
    unused = type(done)(done.before, done.results[1:], done.after, built=done.built[1:], removed=done.removed)
    assert "Oostenrijk: 1 eenheid niet gebouwd." in reports.results(JAN, GAME, unused, DEADLINE).text


def test_results_end_with_the_position():
    text = reports.results(JAN, GAME, game.fall(), DEADLINE).text
    assert "Frankrijk: L SPA, V MAR, V PIC (*3 eenheden*)\n   aanvoercentra (4): BRE, MAR, PAR, POR\n" in text
    assert "Nog van niemand\n   aanvoercentra (3): BEL, SER, SPA\n" in text


def test_no_letter_of_results_tells_one_reader_more_than_another():
    letters = [
        reports.results(Reader("nl", "", power), GAME, game.fall(), DEADLINE).text
        for power in (FRANCE, RUSSIA)
    ]
    assert letters[0].partition("ORDERS")[2] == letters[1].partition("ORDERS")[2]


# Around the game


def test_the_start_of_a_game_has_examples_from_the_own_position():
    text = reports.game_start(JAN, GAME, game.start(), game.PLAYERS, DEADLINE).text
    assert "Jij speelt Frankrijk." in " ".join(text.split())
    assert "  Rusland: Mo\n" in text
    assert "  Vloot Brest houdt = V BRE H (*voorbeeld*)\n" in text


def test_an_anonymous_game_names_the_powers_alone():
    text = reports.game_start(JAN, GAME, game.start(), {}, DEADLINE).text
    assert "  Rusland\n" in text


def test_the_end_of_a_game_shows_the_centers_year_by_year():
    years = [(1901, {FRANCE: 5}), (1902, {FRANCE: 6})]
    text = reports.game_end(JAN, GAME, game.winter().after, reports.Ending.WON, [FRANCE], {}, years).text
    assert "            1901  1902\n" in text
    assert "Frankrijk      5     6\n" in text
    assert "Duitsland      -     -\n" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "letters",
    [
        lambda reader: [reports.join_refused(reader, one, "herfst") for one in reports.JoinRefusal],
        lambda reader: [reports.master_notice(reader, GAME, one) for one in reports.Notice],
        lambda reader: [
            reports.game_delayed(reader, GAME, game.start(), DEADLINE, one) for one in reports.Delay
        ],
        lambda reader: [reports.game_end(reader, GAME, game.start(), one) for one in reports.Ending],
        lambda reader: [reports.help_page(reader, GAME, game.start(), one) for one in reports.Topic],
    ],
)
def test_every_kind_of_notice_has_its_own_words(language, letters):
    texts = [page.text for page in letters(Reader(language))]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert not re.search(r"(Dag|Hello),\n\n(--|DE LANDEN|THE POWERS|VOORB|EXAMP)", text)


def test_only_the_master_sees_who_has_ordered():
    assert "Orders zijn binnen" not in reports.status(JAN, GAME, game.start(), DEADLINE).text
    master = reports.status(Reader("nl"), GAME, game.start(), DEADLINE, ordered=[FRANCE])
    assert "Orders zijn binnen van Frankrijk." in master.text
