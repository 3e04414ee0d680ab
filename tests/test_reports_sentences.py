"""The sentences about orders and lines: every reason and every trouble has one, in every language."""

import re
import string

import pytest
from reports_game import STANDARD, result

from judge import resources
from judge.board import atlas
from judge.board.notation import read
from judge.board.orders import Waive
from judge.board.problems import Problem, Trouble
from judge.board.results import Outcome, Reason, Result
from judge.reports import words
from judge.reports.sentences import answer, explain, readings

LANGUAGES = ("en", "nl")
ORDERS = (
    "A PAR H",
    "A PAR - BUR",
    "A YOR - NWY VIA",
    "A BUR S F PIC",
    "A BUR S F PIC - BEL",
    "F NTH C A YOR - NWY",
    "F SPA/NC R GAS",
    "A BUR D",
    "F STP/SC B",
)
MUNICH = ("GERMANY", "A MUN - BUR")
VIENNA = ("AUSTRIA", "A VIE - BUR")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("because", [(), (MUNICH,), (MUNICH, VIENNA)])
@pytest.mark.parametrize("score", [None, (1, 2)])
def test_every_reason_has_a_whole_sentence_for_every_order(language, reason, because, score):
    for order in ORDERS:
        for by in (None, MUNICH):
            text = explain(
                result("FRANCE", order, reason, because=because, score=score, by=by), STANDARD, language
            )
            assert re.fullmatch(r"\S.*[.?]", text)
            assert text[0].isupper()
            assert not re.search(r"[{}]|  | [.,:;]|None|\.\.", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_happen_to_a_waived_build_can_be_said(language):
    for reason in (Reason.OK, Reason.NO_BUILD_DUE, Reason.NO_BUILD_LEFT, Reason.WRONG_PHASE):
        text = explain(Result(STANDARD.powers[2], Waive(), Outcome.IGNORED, reason), STANDARD, language)
        assert not re.search(r"  | [.,:;]", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble)
@pytest.mark.parametrize("at", ["", "munn"])
@pytest.mark.parametrize("candidates", [(), ("SPA/NC", "SPA/SC"), ("A PAR - BUR",), ("F STP",), ("nonsens",)])
def test_every_trouble_has_a_whole_sentence(language, trouble, at, candidates):
    text = answer(Problem(1, "A paris - munn", trouble, at, candidates), STANDARD, language)
    assert re.fullmatch(r"\S.*[.?]", text)
    assert not re.search(r"[{}]|  | [.,:;]|“”", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_has_a_word(language):
    assert set(words.words(language)["outcome"]) == {outcome.value for outcome in Outcome}


@pytest.mark.parametrize("section", ["reason", "trouble"])
def test_no_sentence_is_about_something_that_does_not_exist(section):
    stems = {one.value for one in (Reason if section == "reason" else Trouble)}
    for language in LANGUAGES:
        for key in words.table(language, "sentences")[section]:
            assert any(key == stem or key.startswith(f"{stem}_") for stem in stems), key


def test_both_languages_have_the_same_templates_words_and_sentences():
    english, dutch = (resources.templates() / language for language in LANGUAGES)
    assert sorted(path.name for path in english.iterdir()) == sorted(path.name for path in dutch.iterdir())
    for name in ("words", "sentences"):
        one, other = words.table("en", name), words.table("nl", name)
        assert one.keys() == other.keys()
        for section, texts in one.items():
            if isinstance(texts, dict) and section != "article":
                assert texts.keys() == other[section].keys(), section


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_ask_only_for_what_they_are_given(language):
    known = {"unit", "Unit", "to", "at", "by", "other", "strength", "against", "power"}
    for text in words.table(language, "sentences")["reason"].values():
        assert {field for _, field, _, _ in string.Formatter().parse(text) if field} <= known


def test_a_bounce_is_told_in_good_dutch_and_english():
    bounce = result("FRANCE", "A PAR - BUR", Reason.BOUNCED, Outcome.BOUNCED, [MUNICH], (1, 1))
    assert (
        explain(bounce, STANDARD, "nl") == "Leger Parijs strandt op Bourgondië: 1 tegen 1 met leger München."
    )
    assert explain(bounce, STANDARD, "en") == "Army Paris bounces off Burgundy: 1 against 1 with army Munich."


def test_seas_have_their_article_inside_a_sentence():
    bounce = result("RUSSIA", "F SEV - BLA", Reason.BOUNCED, Outcome.BOUNCED)
    channel = result("FRANCE", "F BRE - ENG", Reason.BOUNCED, Outcome.BOUNCED)
    assert explain(bounce, STANDARD, "nl") == "Vloot Sebastopol strandt op de Zwarte Zee."
    assert explain(channel, STANDARD, "nl") == "Vloot Brest strandt op het Kanaal."
    assert explain(channel, STANDARD, "en") == "Fleet Brest bounces off the English Channel."


def test_a_unit_that_fails_and_is_dislodged_is_told_both():
    both = result("FRANCE", "A BUR - BEL", Reason.BOUNCED, Outcome.BOUNCED, [VIENNA], (1, 1), MUNICH)
    assert explain(both, STANDARD, "nl") == (
        "Leger Bourgondië strandt op België: 1 tegen 1 met leger Wenen; "
        "de eenheid is verdreven door leger München."
    )


def test_a_support_cut_by_the_unit_that_dislodges_names_it_once():
    lost = result("FRANCE", "A BUR S F PIC - BEL", Reason.CUT, Outcome.CUT, [MUNICH], by=MUNICH)
    assert explain(lost, STANDARD, "nl") == (
        "De steun van leger Bourgondië telt niet: de eenheid is verdreven door leger München."
    )


def test_of_a_defended_province_the_defender_is_named_and_not_its_supporters():
    defence = [("GERMANY", "A BUR H"), ("GERMANY", "A MUN S A BUR")]
    held = result("FRANCE", "A PAR - BUR", Reason.DEFENDED, Outcome.BOUNCED, defence, (1, 2))
    assert explain(held, STANDARD, "en") == "Army Paris bounces off army Burgundy: 1 against 2."


def test_a_convoy_that_lost_its_fleet_says_which_or_who_did_it():
    order = "A YOR - NWY VIA"
    sunk = result("ENGLAND", order, Reason.DISRUPTED, Outcome.DISRUPTED, [("GERMANY", "F SKA - NTH")])
    lost = result("ENGLAND", order, Reason.DISRUPTED, Outcome.DISRUPTED, [("ENGLAND", "F NTH C A YOR - NWY")])
    assert "verbroken door vloot Skagerrak" in explain(sunk, STANDARD, "nl")
    assert "verbroken door het verlies van vloot Noordzee" in explain(lost, STANDARD, "nl")


def test_the_places_a_word_can_mean_are_named():
    problem = Problem(3, "V Noo S V Ska", Trouble.AMBIGUOUS_PROVINCE, "Noo", ("NTH", "NWG", "NWY"))
    assert answer(problem, STANDARD, "nl") == "“Noo” kan Noordzee, Noorse Zee of Noorwegen zijn."
    assert answer(problem, STANDARD, "en") == "“Noo” can be North Sea, Norwegian Sea or Norway."


def test_an_order_under_a_condition_is_told_so():
    problem = Problem(1, "x", Trouble.CONDITIONAL, "Par - Bou", guess="A PAR - BUR")
    assert answer(problem, STANDARD, "nl").startswith(
        "Aan “Par - Bou” hangt een voorwaarde; de scheidsrechter"
    )
    assert answer(problem, STANDARD, "en").startswith(
        "“Par - Bou” hangs on a condition; the judge carries out"
    )


def test_the_readings_of_an_ambiguous_order_are_in_words():
    problem = Problem(1, "x", Trouble.AMBIGUOUS_ORDER, "x", ("A PAR - BUR", "A PAR S A MAR - BUR"))
    assert readings(problem, STANDARD, "nl") == (
        "Leger Parijs naar Bourgondië",
        "Leger Parijs steunt leger Marseille naar Bourgondië",
    )
    assert "Bourgondië" not in answer(problem, STANDARD, "nl")


@pytest.mark.parametrize("language", [*LANGUAGES, "de", "xx"])
def test_every_order_of_every_board_can_be_said(language):
    for board in (atlas.load(name) for name in atlas.shipped()):
        names = words.Names(board, language)
        for setup in board.setups:
            for unit in setup.units:
                assert names.order(read(f"{unit} H"))
                assert names.brief(read(f"{unit} H")).endswith(" H")
