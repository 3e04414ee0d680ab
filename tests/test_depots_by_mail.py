"""A game of the depots rules by mail: its letters in both languages, and what can be written back."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from mailroom import Mailroom, text_of

from judge import resources
from judge.board import atlas
from judge.board.geography import Power
from judge.board.notation import read as canonical
from judge.board.phases import Kind, Phase
from judge.board.record import read_board
from judge.board.results import Reason
from judge.board.state import Board
from judge.cli import demonstration
from judge.language import read_orders
from judge.language.commands import Help, read_commands
from judge.reports import Reader, help_page, words
from judge.reports.duties import duty
from judge.reports.notices import Topic
from judge.rules import RuleFault, speech_of, system
from judge.rules.speech import PLAIN
from judge.service import documents
from judge.service.standing import view
from judge.store import GameState, Store

RULES = system("depots")
LOWLANDS = atlas.load("lowlands")
OPTIONS = RULES.options({})
PEOPLE = {
    "FRIESLAND": "fiona@players.example",
    "GUELDERS": "gijs@players.nl",
    "LIEGE": "lucy@players.example",
    "HAINAUT": "hanne@players.nl",
    "FLANDERS": "vera@players.nl",
    "HOLLAND": "henry@players.example",
}


class Table(Mailroom):
    """A game of the depots rules with all its people."""

    def open(self, **options: object) -> "Table":
        self.make_game("polder", "lowlands", rules="depots", options=options)
        for power, address in PEOPLE.items():
            language = "nl" if address.endswith(".nl") else "en"
            self.sign_on(f"{address} {LOWLANDS.power_name(Power(power), language)}", name="polder")
        self.seat = {power: self.reply_to(address) for power, address in PEOPLE.items()}
        return self

    def orders(self, power: str, text: str) -> str:
        """The answer to a letter, on one line."""
        self.write(PEOPLE[power], text, self.seat[power])
        self.work()
        return self.read(power)

    def end(self) -> None:
        self.pass_deadline("polder")

    def read(self, power: str, subject: str = "") -> str:
        """The last letter to a power (whose subject ends so), on one line, without bars and folds."""
        found = [one for one in self.letters(PEOPLE[power]) if str(one["Subject"]).endswith(subject)]
        return " ".join(re.sub(r"\n *\|| \(\*\.\.\.\*\)", "", text_of(found[-1])).split())

    def board(self) -> dict[str, list[str]]:
        with self.store.read() as tx:
            game = tx.game_by_name("polder")
            row = tx.current_phase(game.id) if game else None
        assert row is not None
        return {power: [unit.split()[1] for unit in units] for power, units in row.board["units"].items()}

    def phase(self) -> str:
        with self.store.read() as tx:
            game = tx.game_by_name("polder")
            row = tx.current_phase(game.id) if game else None
        return row.code if row else ""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    yield Table(store)
    store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The game of `judge demo --rules depots`, from the first letter to the last."""
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('polder')}/judge.db")
    script = demonstration.sample("depots")
    game = Table(store).open(**script["game"]["options"])
    for phase in script["phase"]:
        for power, text in phase["letters"].items():
            game.orders(power, text)
        game.end()
    yield game
    store.close()


# The game of the demo


def test_every_outcome_of_the_printed_game_is_the_one_worked_out_by_hand(played: Table) -> None:
    with played.store.read() as tx:
        results = tx.results(tx.games()[0].id)
    script = demonstration.sample("depots")["phase"]
    assert [row.doc["phase"] for row in results] == [phase["code"] for phase in script]
    for phase, row in zip(script, results, strict=True):
        assert list(demonstration.compare(phase, row.doc)) == []


def test_a_cut_support_names_the_flanker_and_says_why_it_could_cut(played: Table) -> None:
    told = played.read("HAINAUT", "Uitslag najaar 1350")
    assert "Bergen is verbroken: geflankeerd door leger Namen, zelf niet aangevallen." in told
    told = played.read("LIEGE", "Results Fall 1350")
    assert "Mons is cut: flanked by army Namur, which is not under attack itself." in told


def test_an_attacker_that_cut_nothing_is_named_with_those_who_attacked_it(played: Table) -> None:
    told = played.read("FRIESLAND", "Results Fall 1350")
    assert "The support of army Arnhem for army Tiel counts." in told
    assert "Army Deventer flanks it, but is itself under attack by army Tiel and so does not cut it." in told
    told = played.read("GUELDERS", "Uitslag najaar 1350")
    assert "Leger Deventer flankeert, maar wordt zelf aangevallen door leger Tiel" in told


def test_moves_that_only_the_rule_of_most_moves_lets_succeed_are_explained(played: Table) -> None:
    told = played.read("HOLLAND", "Results Spring 1351")
    assert "Army Arnhem, army Nimeguen and army Roermond move round in a ring." in told
    assert "then the outcome with the most successful moves counts" in told
    told = played.read("GUELDERS", "Uitslag najaar 1351")
    assert "Leger Stavoren en leger Utrecht wisselen van plaats." in told


def test_the_displaced_are_told_where_they_can_go_and_that_they_may_surrender(played: Table) -> None:
    told = played.read("FRIESLAND", "Results Fall 1350")
    assert "Next: Fall 1350 (displacement round)." in told
    assert "One of your armies has been displaced. Say where it goes, or that it surrenders." in told
    assert "Deventer can go to Amersfoort, Drenthe, Groningen or Tiel, or surrender (*displaced*)" in told
    told = played.read("HAINAUT", "Uitslag najaar 1350")
    assert "Nu volgt: najaar 1350 (verdringingsronde)." in told
    assert "Doornik kan naar Antwerpen, Kamerijk, Gent of Leuven, of zich overgeven (*verdrongen*)" in told


def test_a_surrender_and_a_retreat_are_told_with_the_builds_that_follow(played: Table) -> None:
    told = played.read("LIEGE", "Results Fall 1350, displacement round")
    assert "Friesland: Army Deventer retreats to Tiel (*succeeds*)" in told
    assert "Hainaut: Disband army Tournai (*disbanded*)" in told
    assert "Liège: 4 depots, 3 armies; may build 1 free: Huy (army) and Tongres (army)" in told
    told = played.read("FLANDERS", "Uitslag najaar 1350, verdringingsronde")
    assert "Vlaanderen: 5 depots, 3 legers; mag 2 bouwen vrij: Brugge (leger), Gent (leger) en" in told
    assert "Je mag 2 legers bouwen." in told


def test_depots_change_hands_at_once_and_the_letters_say_so(played: Table) -> None:
    told = played.read("HOLLAND", "Results Spring 1350")
    assert "DEPOTS Friesland: 4 depots, 3 armies taken: Deventer" in told
    told = played.read("GUELDERS", "Uitslag najaar 1350")
    assert "Friesland: 3 depots, 2 legers verloren: Deventer" in told


def test_the_end_names_who_is_out_and_who_has_won(played: Table) -> None:
    told = played.read("HAINAUT", "Uitslag najaar 1351")
    assert "Vlaanderen heeft gewonnen. De partij is afgelopen." in told
    assert "Uit het spel, want zonder iets op het bord: Henegouwen." in told
    assert "VERDRONGEN EN NERGENS HEEN Henegouwen: Leger Valencijn (*van het bord*)" in told
    assert "mag 3 bouwen" not in told
    told = played.read("LIEGE", "polder is over: Flanders wins")
    assert "Flanders wins game polder after Winter 1351, with 8 depots. Congratulations!" in told
    assert "DEPOTS BY YEAR 1350 1351 Friesland 3 4" in told
    with played.store.read() as tx:
        assert tx.games()[0].state is GameState.FINISHED


def test_no_letter_of_the_game_uses_the_words_of_other_rules(played: Table) -> None:
    strange = ("supply cent", "dislodge", "convoy", "fleet", "aanvoercent", "verdreven", "konvooi", "vloot")
    for address in PEOPLE.values():
        for letter in played.letters(address)[1:]:
            text = text_of(letter).lower()
            about_rules = "no convoys and no fleets" in text or "konvooien en vloten zijn er niet" in text
            found = [word for word in strange if word in text]
            assert about_rules or not found, (found, text)


def test_no_line_of_any_letter_that_comes_back_is_an_order_or_a_command(played: Table) -> None:
    speech = speech_of(RULES, LOWLANDS, OPTIONS)
    for power in ("HAINAUT", "FRIESLAND"):
        language = "nl" if power == "HAINAUT" else "en"
        letters = [text_of(letter) for letter in played.letters(PEOPLE[power])]
        for line in sorted({line for text in letters for line in text.splitlines()}):
            assert read_commands(line, line, language, LOWLANDS) == (), line
            for phase in ("S1350M", "F1350R", "W1350A"):
                sheet = read_orders(line, at(phase), Power(power), language, strict=False, speech=speech)
                assert sheet.entries == (), line


def at(phase: str) -> Board:
    """The first position, or one in which Hainaut and Friesland each have one army displaced."""
    board = RULES.start(LOWLANDS, OPTIONS)
    document = {"map": "lowlands", "phase": phase}
    if Phase.read(phase).kind is Kind.RETREATS:
        away = {"HAINAUT: A TOU": {"attacker_from": "GHE"}, "FRIESLAND: A DEV": {"attacker_from": "TIE"}}
        return documents.read_position(document | {"dislodged": away}, RULES, OPTIONS)
    return documents.read_position(document, RULES, OPTIONS) if phase != str(board.phase) else board


# Writing orders


def read(text: str, power: str, language: str = "en", phase: str = "S1350M", **options: object) -> list[str]:
    chosen = RULES.options(options)
    speech = speech_of(RULES, LOWLANDS, chosen)
    sheet = read_orders(text, at(phase), Power(power), language, speech=speech)
    taken = [str(entry.order) for entry in sheet.entries]
    return taken + [problem.trouble.value for problem in sheet.problems if not problem.is_remark]


@pytest.mark.parametrize(
    ("line", "language", "order"),
    [
        ("Ghe - Ant", "en", "A GHE - ANT"),
        ("Ghent supports Bruges to Zierikzee", "en", "A GHE S A BRU - ZRZ"),
        ("Ghe S Bru", "en", "A GHE S A BRU"),
        ("Ghent supports Bruges to hold", "en", "A GHE S A BRU H"),
        ("Ypres displaces Ghent", "en", "A YPR - GHE"),
        ("Bruges flanks Ghent", "en", "A BRU - GHE"),
        ("Gent steunt Brugge", "nl", "A GHE S A BRU"),
        ("Leger Gent steunt het standhouden van leger Brugge", "nl", "A GHE S A BRU H"),
        ("L Ghe S L Bru H", "nl", "A GHE S A BRU H"),
        ("Brugge verdringt Gent", "nl", "A BRU - GHE"),
        ("Ieper flankeert Gent", "nl", "A YPR - GHE"),
    ],
)
def test_the_word_army_may_be_left_out_and_the_words_of_the_rules_are_read(
    line: str, language: str, order: str
) -> None:
    assert read(line, "FLANDERS", language) == [order]


def test_support_of_an_own_army_that_is_not_next_to_it_is_taken_where_it_could_follow() -> None:
    document = {"map": "lowlands", "units": {"FLANDERS": ["A BRU", "A ARR"], "HAINAUT": ["A CAM"]}}
    board, speech = documents.read_position(document, RULES, OPTIONS), speech_of(RULES, LOWLANDS, OPTIONS)
    sheet = read_orders("Bru S Arr", board, Power("FLANDERS"), "en", speech=speech)
    assert [str(entry.order) for entry in sheet.entries] == ["A BRU S A ARR"]  # both can go to Ghent
    for line in ("Bru S Arr H", "Bru S Cam"):
        sheet = read_orders(line, board, Power("FLANDERS"), "en", speech=speech)
        assert [problem.trouble.value for problem in sheet.problems] == ["cannot_reach"]


@pytest.mark.parametrize(
    ("line", "language", "order"),
    [
        ("surrender", "en", "A TOU D"),
        ("I surrender!", "en", "A TOU D"),
        ("Tournai surrenders", "en", "A TOU D"),
        ("Surrender of Tournai", "en", "A TOU D"),
        ("Overgave.", "nl", "A TOU D"),
        ("Doornik geeft zich over", "nl", "A TOU D"),
        ("overgave van leger Doornik", "nl", "A TOU D"),
        ("Tou - Ghe", "en", "A TOU R GHE"),
        ("Doornik naar Gent", "nl", "A TOU R GHE"),
    ],
)
def test_surrender_is_said_in_many_ways(line: str, language: str, order: str) -> None:
    board = at("S1350R")
    free = {**board.units, Power("FLANDERS"): ()}
    board = RULES.dislodge(Board(LOWLANDS, board.phase, free, board.centers), board.dislodged, OPTIONS)
    speech = speech_of(RULES, LOWLANDS, OPTIONS)
    sheet = read_orders(line, board, Power("HAINAUT"), language, speech=speech)
    assert [str(entry.order) for entry in sheet.entries] == [order]


def test_surrender_of_one_of_several_is_asked_about_and_is_talk_in_other_rounds() -> None:
    away = {f"HAINAUT: A {at}": {"attacker_from": "LOU"} for at in ("TOU", "CHI")}
    document = {"map": "lowlands", "phase": "S1350R", "dislodged": away}
    board = documents.read_position(document, RULES, OPTIONS)
    speech = speech_of(RULES, LOWLANDS, OPTIONS)
    (problem,) = read_orders("Overgave", board, Power("HAINAUT"), "nl", speech=speech).problems
    assert problem.candidates == ("A CHI D", "A TOU D")
    assert read("I surrender!", "HAINAUT") == []
    assert read("surrender", "HOLLAND", phase="S1350R") == ["not_dislodged"]


def test_the_same_words_mean_nothing_special_under_the_usual_rules() -> None:
    board = RULES.start(LOWLANDS, OPTIONS)
    sheet = read_orders("A Ghe S A Bru H", board, Power("FLANDERS"), "en")
    assert [str(entry.order) for entry in sheet.entries] == ["A GHE S A BRU"]
    assert read_orders("Overgave", at("S1350R"), Power("HAINAUT"), "nl").entries == ()
    assert speech_of(system("standard"), LOWLANDS, system("standard").options({})) == PLAIN


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("Bru C Ghe - Ant", "no_such_order"),
        ("A Ghe - Ant via convoy", "no_such_order"),
        ("F Bru - Roe", "no_fleets"),
    ],
)
def test_what_these_rules_do_not_know_is_refused_by_its_name(line: str, trouble: str) -> None:
    assert read(line, "FLANDERS") == [trouble]


def test_where_the_board_has_other_homes_they_are_what_can_be_built() -> None:
    standard = atlas.load("standard")
    document = {"units": {"FRANCE": []}, "phase": "W1901A", "centers": {"FRANCE": ["BRE", "PAR", "BEL"]}}
    board = documents.read_position(document, RULES, OPTIONS)
    speech = speech_of(RULES, standard, OPTIONS)
    text = "Build Brest\nBuild fleet Marseilles\nBuild Belgium"
    sheet = read_orders(text, board, Power("FRANCE"), "en", speech=speech)
    assert [str(entry.order) for entry in sheet.entries] == ["A BRE B"]
    assert [problem.trouble.value for problem in sheet.problems] == ["no_fleets", "not_home"]


def test_an_order_to_support_the_hold_reads_back_as_it_was_written() -> None:
    written = RULES.check(at("S1350M"), Power("FLANDERS"), canonical("A GHE S A BRU H"), OPTIONS)
    assert written is Reason.OK
    for language in ("en", "nl"):
        named = words.Names(LOWLANDS, words.spoken(language, "depots"))
        for order in ("A GHE S A BRU H", "A GHE S A BRU", "A GHE S A BRU - ZRZ"):
            for text in (named.order(canonical(order)), named.brief(canonical(order))):
                assert read(text, "FLANDERS", language) == [order]


# Letters from the start to the first rounds


def test_the_opening_letter_tells_the_rules_and_the_choices_of_the_game(table: Table) -> None:
    table.open(swap="no", victory="9", own_moves_attack="no")
    told = table.read("LIEGE")
    assert "you play Liège" in str(table.letters(PEOPLE["LIEGE"])[-1]["Subject"])
    assert "Whoever controls 9 depots when armies and depots are made equal" in told
    assert "The first orders are for Spring 1350 (normal round)." in told
    assert "there are no convoys and no fleets" in told
    assert "Two armies cannot change places" in told
    assert "not if the flanking army is under attack itself by another power." in told
    assert "Army Dinant supports army Huy to hold = A DIN S A HUY H (*example*)" in told
    told = table.read("FLANDERS")
    assert "Wie 9 depots heeft als legers en depots gelijk worden gemaakt" in told
    assert "DE REGELS IN HET KORT In een gebied is plaats voor één leger." in told
    assert "Leger Brugge steunt het standhouden van leger Gent (*voorbeeld*)" in told


def test_a_wish_to_join_names_the_powers_of_the_games_own_board(table: Table) -> None:
    table.open()
    assert set(table.board()) == set(PEOPLE)
    for power, address in PEOPLE.items():
        dutch = address.endswith(".nl")
        plays = LOWLANDS.power_name(Power(power), "nl" if dutch else "en")
        subjects = [str(letter["Subject"]) for letter in table.letters(address)]
        assert any(
            subject.endswith(f"jij speelt {plays}" if dutch else f"you play {plays}") for subject in subjects
        )


@pytest.mark.parametrize(
    ("power", "ask", "parts"),
    [
        (
            "FLANDERS",
            "help",
            ["DE REGELS IN HET KORT", "Flankeren:", "Wie 13 depots heeft", "L is leger; A mag"],
        ),
        ("FLANDERS", "help orders", ["het woord mag dus weg", "Wil je flankeren"]),
        ("FLANDERS", "help terugtrekken", ["schrijf “overgave”", "Leger Brugge opheffen = L BRU D"]),
        (
            "FLANDERS",
            "help bouwen",
            ["Na een najaar worden legers en depots gelijk gemaakt", "Bouw leger Ieper"],
        ),
        ("LIEGE", "help", ["THE RULES IN BRIEF", "Flanking:", "Whoever controls 13 depots", "A is an army."]),
        ("LIEGE", "help orders", ["you may leave the word out", "To flank, move against"]),
        ("LIEGE", "help retreats", ["write “surrender”", "Disband army Dinant = A DIN D"]),
        ("LIEGE", "help builds", ["After a Fall armies and depots are made equal", "Build army Tongres"]),
        ("LIEGE", "help press", ["write to the other players"]),
    ],
)
def test_help_explains_the_orders_of_these_rules_with_examples(
    played: Table, power: str, ask: str, parts: list[str]
) -> None:
    with played.store.read() as tx:
        game = tx.game_by_name("polder")
        assert game is not None
        shown, row = view(tx, game), tx.phase(game.id, 1)
    assert row is not None
    language = "nl" if power == "FLANDERS" else "en"
    (command,) = read_commands(ask, "", language, LOWLANDS)
    assert isinstance(command, Help)
    board = read_board(dict(row.board), LOWLANDS)
    topic = next((one for one in Topic if one.value == command.topic), Topic.GENERAL)
    usual = replace(shown, speech=speech_of(RULES, LOWLANDS, OPTIONS))
    page = help_page(Reader(language, "", Power(power)), usual, board, topic)
    told = " ".join(page.text.split())
    for part in parts:
        assert part in told


def test_an_answer_tells_what_is_wrong_in_the_words_of_these_rules(table: Table) -> None:
    table.open()
    told = table.orders("FLANDERS", "Brugge K Gent - Zierikzee\nGent - Antwerpen\nIeper steunt Bergen")
    assert "Zo'n order kennen deze regels niet: een leger doet een zet, steunt of houdt stand." in told
    assert "Vlaanderen: Leger Gent naar Antwerpen (*nieuw*)" in told
    assert "nog geen order. Geen order betekent standhouden." in told
    told = table.orders("LIEGE", "Din S Huy\nTon - Nam\nHuy H")
    assert "Liège: Army Dinant supports army Huy (*new*)" in told
    assert "All your armies have an order." in told


def test_support_for_anothers_army_that_names_no_action_is_warned_about(table: Table) -> None:
    table.open()
    table.orders("HAINAUT", "Bergen naar Doornik")
    table.orders("LIEGE", "Tongres to Namur")
    table.end()
    told = table.orders("LIEGE", "Namur supports Cambrai")
    assert "cannot reach" in told or "cannot get there" in told
    told = table.orders("FLANDERS", "Gent steunt leger Doornik")
    assert "bij een leger van een ander moet erbij staan wat je steunt" in told
    assert "zoals het nu staat kan dit niet worden uitgevoerd" in told
    told = table.orders("FLANDERS", "Gent steunt leger Doornik H")
    assert "kan dit niet worden uitgevoerd" not in told


def test_a_reminder_goes_to_who_has_not_ordered_in_the_words_of_the_rules(table: Table) -> None:
    table.open()
    table.orders("LIEGE", "Ton - Nam")
    with table.store.read() as tx:
        deadline = tx.next_deadline()
    assert deadline is not None
    table.at = deadline - timedelta(hours=2)
    table.work()
    assert sum(row.kind == "reminder" for row in table.rows()) == len(PEOPLE) - 1
    told = table.read("GUELDERS")
    assert "De deadline voor voorjaar 1350 (gewone ronde) komt eraan" in told
    assert "Je legers hebben nog geen order. Geen order betekent standhouden." in told
    assert "Your armies have no orders yet. No order means hold." in table.read("HOLLAND")


def test_adjustments_after_every_round_come_in_spring_and_are_named_so(table: Table) -> None:
    table.open(adjustment_after="every_round")
    table.orders("FLANDERS", "Gent - Doornik")
    table.end()
    assert table.phase() == "S1350A"
    told = table.read("FLANDERS")
    assert "Nu volgt: voorjaar 1350 (aanpassingen)." in told
    assert "Je mag 1 leger bouwen. Zonder order wordt er niet gebouwd. Vrij: Gent (leger)." in told
    told = table.orders("FLANDERS", "Bouw Gent")
    assert "Orders voorjaar 1350, aanpassingen: ontvangen" in str(
        table.letters(PEOPLE["FLANDERS"])[-1]["Subject"]
    )
    table.end()
    assert table.phase() == "F1350M"
    assert "GHE" in table.board()["FLANDERS"]
    assert "These are the results of Spring 1350 (adjustments)." in table.read("LIEGE")
    told = table.orders("LIEGE", "help builds")
    assert "After every round, Spring and Fall, armies and depots are made equal." in told


def test_what_is_past_is_not_kept_for_later(played: Table) -> None:
    told = played.read("FRIESLAND", "Orders Winter 1350, adjustments: 1 line needs another look")
    assert "You may not build now." in told
    assert "Kept for a later phase" not in told


def test_an_eliminated_power_is_not_told_that_it_may_build(table: Table) -> None:
    board = replace(at("W1350A"), units={**at("W1350A").units, Power("HOLLAND"): ()})
    asked = duty(board, Power("HOLLAND"), words.Names(LOWLANDS, "en/depots"))
    assert (asked.kind, asked.count, asked.units) == ("build", 0, 0)
    assert RULES.acts(board, OPTIONS) == ()


def test_with_fleets_the_letters_speak_of_units(table: Table) -> None:
    table.make_game("zeeslag", "france-austria", rules="depots", options={"fleets": "yes"})
    table.sign_on("anna@players.nl Oostenrijk", "fred@players.example France", name="zeeslag")
    told = " ".join(table.last("fred@players.example").split())
    assert "There is room for one unit in a space." in told
    assert "there are no convoys." in told
    table.write("fred@players.example", "F Bre - Mao\nA Lon - Nwy", table.reply_to("fred@players.example"))
    table.work()
    told = " ".join(table.last("fred@players.example").split())
    assert "Fleet Brest to Mid-Atlantic Ocean (*new*)" in told
    assert "2 units have no order yet." in told


# Making a game, and other programs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"swap": "perhaps"}, "option swap cannot be 'perhaps'; the choices are: yes, no"),
        ({"swop": "no"}, "there is no option 'swop'; the options are: fleets, swap,"),
        ({"edition": "dutch"}, "there is no option 'edition'"),
        ({"victory": "-1"}, "option victory cannot be '-1'; write a whole number, 0 for none"),
        ({"victory": "26"}, "option victory cannot be 26; board lowlands has 25 depots"),
        ({"removal": "far"}, "option removal cannot be 'far'; the choices are: home, owned"),
    ],
)
def test_a_game_with_a_wrong_option_is_refused_in_plain_words(
    table: Table, options: dict[str, object], message: str
) -> None:
    with pytest.raises(RuleFault, match=message.replace("(", r"\(")):
        table.make_game("polder", "lowlands", rules="depots", options=options)
    with table.store.read() as tx:
        assert tx.games() == ()


def test_documents_are_read_and_adjudicated_in_the_manner_of_the_rules() -> None:
    orders = {"FLANDERS": ["Ghe - Tou", "Ypr S Ghe", "Bru C Ghe - Tou"]}
    found, _ = documents.adjudicate({"rules": "depots", "map": "lowlands", "orders": orders})
    flanders = [(r["order"], r["outcome"], r["reason"]) for r in found["results"] if r["power"] == "FLANDERS"]
    assert flanders == [
        ("A BRU C A GHE - TOU", "void", "no_such_order"),
        ("A GHE - TOU", "succeeds", "ok"),
        ("A YPR S A GHE", "void", "no_match"),
    ]


def test_the_command_line_reads_and_explains_by_these_rules() -> None:
    options = ["--rules", "depots", "--map", "lowlands", "--power", "flanders", "--language", "nl"]
    found = json.loads(_judge(["read", *options], "Gent steunt Brugge\nIeper flankeert Gent"))
    assert found["orders"] == {"A GHE": "A GHE S A BRU", "A YPR": "A YPR - GHE"}
    document = {"rules": "depots", "map": "lowlands"}
    document["orders"] = {"FLANDERS": ["Bru - Ghe", "Ghe - Bru"]}
    told = _judge(["adjudicate", "--explain", "--language", "nl"], json.dumps(document))
    assert "Leger Brugge en leger Gent wisselen van plaats." in told


def _judge(arguments: list[str], given: str) -> str:
    command = [sys.executable, "-m", "judge", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The layer of words


def test_the_layer_says_in_both_languages_only_what_can_be_said() -> None:
    english, dutch = (resources.templates() / language / "depots" for language in ("en", "nl"))
    assert sorted(path.name for path in english.iterdir()) == sorted(path.name for path in dutch.iterdir())
    own = {"rules.txt", "winning.txt"}
    for path in english.iterdir():
        assert path.name in own or (english.parent / path.name).is_file()
    for name in ("words", "sentences"):
        tables = [tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for folder in (english, dutch)]
        assert {key: set(table) for key, table in tables[0].items()} == {
            key: set(table) for key, table in tables[1].items()
        }
        for section, texts in tables[0].items():
            usual = words.table("en", name)[section]
            known = {f"{key}{end}" for key in usual for end in ("", "_given", "_named")}
            assert set(texts) <= known, section


def test_a_layer_that_is_not_there_leaves_the_usual_words() -> None:
    assert words.spoken("nl", "depots") == "nl/depots"
    assert words.spoken("nl", "nothing") == "nl"
    assert words.spoken("tlh", "depots") == "en/depots"
    assert words.table("nl/depots", "words")["outcome"]["dislodged"] == "verdrongen"
    assert words.table("nl/depots", "words")["outcome"]["cut"] == words.table("nl", "words")["outcome"]["cut"]
