"""A game of the buildings rules by mail: letters in both languages, money, and who may see which figure."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from mailroom import Mailroom, text_of
from typer.testing import CliRunner

from judge.board import atlas
from judge.board.bookkeeping import read_economy
from judge.board.economy import Economy
from judge.board.geography import PORT, Location, Power, Province, Unit, UnitType
from judge.board.orders import Build, ReplenishAll
from judge.board.phases import Kind, Phase
from judge.board.state import Board
from judge.cli import demonstration
from judge.cli.main import app
from judge.language import describe, read_orders
from judge.language.commands import read_commands
from judge.rules import buildings, system, terms_of
from judge.service.documents import adjudicate
from judge.store import Store

STANDARD = atlas.load("standard")
OPTIONS = buildings.options({})
SPEECH = buildings.speech(STANDARD, OPTIONS)
FRANCE = Power("FRANCE")
ANNA, BRAM = "anna@players.nl", "bram@players.example"
PEOPLE = {"FRANCE": ANNA, "AUSTRIA": BRAM}


# Reading


def position(phase: str) -> Board:
    """France with a port and a fort, two bills, and two units in Brest; England in the Channel."""
    units = {
        FRANCE: (
            army("BRE"),
            army("BUR"),
            army("GAS"),
            Unit(UnitType.FLEET, Location(Province("BRE"), PORT)),
        ),
        Power("ENGLAND"): (Unit(UnitType.FLEET, Location(Province("ENG"))),),
    }
    centers = {FRANCE: tuple(map(Province, ("BEL", "BRE", "MAR", "PAR", "SPA")))}
    board = Board(STANDARD, Phase.read(phase), units, centers)
    document = {
        "buildings": [
            {"type": "port", "province": "BRE", "power": "FRANCE"},
            {"type": "fort", "province": "BUR", "power": "FRANCE", "bill": 2, "row": "def_ok"},
        ],
        "control": dict.fromkeys(("BEL", "BRE", "MAR", "PAR", "SPA", "BUR", "GAS"), "FRANCE"),
        "treasury": {"FRANCE": 20},
        "replenishment": {"BUR": 7},
    }
    return replace(board, economy=read_economy(document, board, Economy()))


def army(place: str) -> Unit:
    return Unit(UnitType.ARMY, Location(Province(place)))


def read(text: str, phase: str = "W1901A", language: str = "en") -> list[str]:
    """Each order of a text, and each problem by its name."""
    sheet = read_orders(text, position(phase), FRANCE, language, speech=SPEECH)
    return [*(str(entry.order) for entry in sheet.entries), *(f"? {p.trouble.value}" for p in sheet.problems)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("place fort Burgundy", ["FORT BUR B"]),
        ("build port in Brest", ["PORT BRE B"]),
        ("Build in Brest a port, please", ["PORT BRE B"]),
        ("place Brest port", ["PORT BRE B"]),
        ("supply hub Spain", ["HUB SPA B"]),
        ("build a fort in Paris and a supply hub in Spain", ["FORT PAR B", "HUB SPA B"]),
        ("build a port in Marseilles, a fort in Paris", ["PORT MAR B", "FORT PAR B"]),
        ("build a fort in Paris and an army in Paris", ["FORT PAR B", "A PAR B"]),
        ("build fleet Brest port", ["F BRE/PORT B"]),
        ("demolish port Brest", ["PORT BRE D"]),
        ("remove the fort in Burgundy", ["FORT BUR D"]),
        ("replenish A Bur", ["A BUR PAY"]),
        ("replenish the fort in Burgundy", ["FORT BUR PAY"]),
        ("replenish fleet Brest port", ["F BRE/PORT PAY"]),
        ("replenish all", ["PAY ALL"]),
        ("pay for everything in this order: A Bur 7, fort Bur", ["A BUR PAY", "FORT BUR PAY"]),
        ("pay for:\nfort Bur\nA Gas\n", ["FORT BUR PAY", "A GAS PAY"]),
        ("research logistics 1", ["RESEARCH LOGISTICS_1"]),
        ("research masonry, logistics 2", ["RESEARCH MASONRY", "RESEARCH LOGISTICS_2"]),
        ("place castle Burgundy", ["? no_such_building"]),
        ("research alchemy", ["? no_such_research"]),
        ("fort BUR S A PAR - PIC", ["? building_commanded"]),
        ("replenish A Lon", ["? no_unit_there"]),
        ("replenish F Eng", ["? not_your_unit"]),
        ("replenish Bur", ["? ambiguous_order"]),
        ("should I build a fort in Paris?", []),
        ("don't replenish A Bur", []),
        ("build fort Paris if I have money left", ["? conditional"]),
        ("build fort", ["? not_understood"]),
    ],
)  # fmt: skip
def test_buildings_bills_and_research_are_ordered_in_english(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bouw fort in Bourgondië", ["FORT BUR B"]),
        ("bouw een haven in Brest", ["PORT BRE B"]),
        ("leg een haven aan in Marseille", ["PORT MAR B"]),
        ("bevoorradingspost Spanje", ["HUB SPA B"]),
        ("bouw een vloot in de haven van Brest", ["F BRE/PORT B"]),
        ("bouw vloot in haven Brest", ["F BRE/PORT B"]),
        ("sloop haven Brest", ["PORT BRE D"]),
        ("vul leger Bourgondië aan", ["A BUR PAY"]),
        ("vul het fort in Bourgondië aan", ["FORT BUR PAY"]),
        ("vul leger Bourgondië en leger Gascogne aan", ["A BUR PAY", "A GAS PAY"]),
        ("vul alles aan", ["PAY ALL"]),
        ("betaal in deze volgorde: leger Bourgondië, fort Bourgondië", ["A BUR PAY", "FORT BUR PAY"]),
        ("onderzoek logistiek 1", ["RESEARCH LOGISTICS_1"]),
        ("onderzoek metselwerk alsjeblieft", ["RESEARCH MASONRY"]),
        ("hef vloot haven Brest op", ["F BRE/PORT D"]),
        ("verbrand leger Bourgondië", ["A BUR D"]),
        ("bouw kasteel in Bourgondië", ["? no_such_building"]),
    ],
)
def test_buildings_bills_and_research_are_ordered_in_dutch(text: str, expected: list[str]) -> None:
    assert read(text, language="nl") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F Brest port - Eng", ["F BRE/PORT - ENG"]),
        ("F BRE/PORT S A BRE H", ["F BRE/PORT S A BRE"]),
        ("vloot in haven Brest naar Kanaal", ["F BRE/PORT - ENG"]),
        ("leger Brest steunt vloot Brest (haven)", ["A BRE S F BRE/PORT"]),
        ("A Bre - Par\nF Bre - Mao", ["A BRE - PAR", "F BRE/PORT - MAO"]),
        ("place fort Bur", ["? wrong_phase"]),
        ("replenish A Bur", ["? wrong_phase"]),
    ],
)
def test_fleets_in_port_are_told_from_who_stands_beside_them(text: str, expected: list[str]) -> None:
    assert read(text, "S1902M") == expected


@pytest.mark.parametrize(
    "text", ["build fort in Burgundy", "replenish A Bur", "research masonry", "vul alles aan"]
)
def test_other_games_know_no_such_orders(text: str) -> None:
    board = replace(position("W1901A"), economy=None)
    sheet = read_orders(text, board, FRANCE, "en")
    assert not [entry for entry in sheet.entries if "B" not in str(entry.order)]
    assert not any("FORT" in str(e.order) or "PAY" in str(e.order) for e in sheet.entries)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "research logistics 2\nresearch logistics 1\nresearch logistics 2",
            ["RESEARCH LOGISTICS_2", "RESEARCH LOGISTICS_1", "RESEARCH LOGISTICS_2"],
        ),
        ("build army Paris\nbuild fort Bur\nbuild army Paris", ["A PAR B", "FORT BUR B", "A PAR B"]),
        ("replenish A Bur, fort Bur, A Bur", ["A BUR PAY", "FORT BUR PAY", "A BUR PAY"]),
        ("replenish all\nresearch masonry\nreplenish all", ["PAY ALL", "RESEARCH MASONRY", "PAY ALL"]),
        ("build fort Paris, fort Paris", ["FORT PAR B", "FORT PAR B"]),
        ("build army Brest\nno, a fleet", ["F BRE B", "? corrected"]),
    ],
)
def test_a_line_about_money_counts_as_often_as_it_is_written(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_is_said_of_money_is_read_back_as_it_was(language: str) -> None:
    board = position("W1901A")
    for offer in buildings.offers(board, FRANCE, OPTIONS):
        for text in (describe(offer.order, STANDARD, language, SPEECH.words), str(offer.order)):
            sheet = read_orders(text, board, FRANCE, language, speech=SPEECH)
            assert [entry.order for entry in sheet.entries] == [offer.order], text
    port = Build(Unit(UnitType.FLEET, Location(Province("BRE"), PORT)))
    assert describe(port, STANDARD, "nl", SPEECH.words) == "Bouw vloot Brest (haven)"
    assert describe(ReplenishAll(), STANDARD, "nl", SPEECH.words) == "Vul alles aan"
    assert describe(ReplenishAll(), STANDARD, "nl") == "PAY ALL"


# A game


class Table(Mailroom):
    """The two years of the demo, as fast as they can be played."""

    def open(self, **options: object) -> "Table":
        self.make_game(rules="buildings", options=options)  # type: ignore[arg-type]
        self.sign_on(f"{ANNA} Frankrijk", f"{BRAM} Austria")
        return self

    def order(self, power: str, text: str) -> str:
        """The answer to a letter, on one line."""
        self.write(PEOPLE[power], text, self.reply_to(PEOPLE[power]))
        self.work()
        return self.told(power)

    def told(self, power: str) -> str:
        """The last letter to a power, on one line, without bars and folds."""
        return " ".join(re.sub(r"\n *\|| \(\*\.\.\.\*\)", "", self.last(PEOPLE[power])).split())

    def result(self) -> dict[str, object]:
        """Pass the deadline; what the phase came to."""
        with self.store.read() as tx:
            game = tx.game_by_name("duel")
            row = tx.current_phase(game.id) if game else None
        assert game is not None
        assert row is not None
        self.pass_deadline()
        with self.store.read() as tx:
            stored = tx.result(game.id, row.no)
        assert stored is not None
        return dict(stored.doc)

    def play(self, until: str = "", **changed: str) -> "Table":
        """The phases of the script up to one; `changed` gives Austria another letter, by the phase's code."""
        for phase in SCRIPT["phase"]:
            if phase["code"] == until:
                break
            for power, text in phase["letters"].items():
                self.order(power, changed.get(phase["code"], text) if power == "AUSTRIA" else text)
            self.result()
        return self


SCRIPT = demonstration.sample("buildings")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Store.open(f"sqlite:///{tmp_path}/judge.db"))


def test_two_years_come_out_as_they_were_worked_out_by_hand(table: Table) -> None:
    table.open()
    for phase in SCRIPT["phase"]:
        for power, text in phase["letters"].items():
            table.order(power, text)
        assert list(demonstration.compare(phase, table.result())) == []


def test_letters_price_every_line_and_say_what_is_left(table: Table) -> None:
    table.open().play("W1901A")
    offers = table.told("FRANCE")
    assert "Je hebt 38 te besteden, met het inkomen mee, en 3 actiepunten (AP)." in offers
    assert "Leger (10 en 1 AP): Brest, Marseille, Parijs" in offers
    assert "Onderzoek: logistiek 1 12, metselwerk 12, bestuur 15" in offers
    told = table.order(
        "AUSTRIA", next(p for p in SCRIPT["phase"] if p["code"] == "W1901A")["letters"]["AUSTRIA"]
    )
    assert "+34 income: 44 left" in told
    assert "-12 Build a supply hub in Munich: 32 and 1 AP left" in told
    assert "Build army Trieste: 1 AP needed, 0 left: refused" in told
    assert "Take care" not in told  # the account says so already


def test_results_show_bills_with_their_row_and_the_next_letter_pays_them(table: Table) -> None:
    table.open().play("F1902R")
    told = table.told("FRANCE")
    assert "Leger Venetië werd verdreven (70%): 6" in told
    assert "Leger Kiel viel vergeefs aan (50%): 5" in told
    assert "Haven Venetië: door Oostenrijk veroverd op Frankrijk" in told
    assert "Oostenrijk: 14 in kas, rekeningen van 5; gebouwen: 2 van 3; onderzocht: metselwerk." in told
    answer = table.order("FRANCE", "Leger Venetië naar Tirol\nvul leger München aan, vul leger Venetië aan")
    assert "-2 Vul leger München aan: 0 over" in answer
    assert "Vul leger Venetië aan: 6 nodig, 0 over: geweigerd" in answer
    # A later letter comes first, and leaves the retreat as it was.
    answer = table.order("FRANCE", "vul leger Venetië aan")
    assert "Vul leger Venetië aan: 6 nodig, 2 over: geweigerd" in answer
    assert "Leger Venetië trekt terug naar Tirol (*stond al*)" in answer


def test_who_writes_nothing_pays_nothing(table: Table) -> None:
    table.open().play("F1902R")
    done = table.result()
    assert done["treasury"] == {"AUSTRIA": 14, "FRANCE": 2}
    assert done["disbanded"] == ["FRANCE: A VEN"]


def test_no_letter_is_too_wide_or_orders_anything_when_it_comes_back(table: Table) -> None:
    table.open(open_books=False).play()
    for power in PEOPLE:
        table.order(power, "help" if power == "AUSTRIA" else "hulp bouwen")
        table.order(power, "help retreats" if power == "AUSTRIA" else "regels")
    board = position("W1901A")
    for address in PEOPLE.values():
        language = "nl" if address.endswith(".nl") else "en"
        for letter in table.letters(address):
            text = text_of(letter)
            assert max(map(len, text.splitlines())) <= 72, text
            body = "\n".join(line for line in text.splitlines() if "press to" not in line)
            for kind in Kind:
                at = replace(board, phase=replace(board.phase, kind=kind))
                sheet = read_orders(body, at, FRANCE, language, speech=SPEECH)
                assert not sheet.entries, (kind, [entry.text for entry in sheet.entries])
            assert not [c for line in body.splitlines() for c in read_commands(line, "", language)], text


def test_closed_books_let_no_figure_of_another_power_out(table: Table, tmp_path: Path) -> None:
    """Austria spends its money in two ways that look alike on the board: France's letters are the same."""
    other = Table(Store.open(f"sqlite:///{tmp_path}/other.db"))
    table.open(open_books=False).play()
    other.open(open_books=False).play(
        W1901A="Supply hub Munich.\nBuild a port in Venice.\nResearch masonry, please.",
        F1902R="Nothing to pay today",
        W1902A="Build army Vienna, fleet Trieste.\nResearch logistics 1.\nReplenish all.",
    )
    for one, two in zip(table.letters(ANNA), other.letters(ANNA), strict=True):
        assert text_of(one) == text_of(two)
    told = "\n".join(map(text_of, table.letters(ANNA)))
    assert "Frankrijk: 2 in kas" in told
    for secret in ("Oostenrijk: 14", "Oostenrijk: 9 in kas", "Leger Kiel viel", "| Oostenrijk:\n", "43 over"):
        assert secret not in told
    assert "Oostenrijk: logistiek 1" in told  # who bought what is no figure


def test_open_books_show_everybody_every_figure(table: Table) -> None:
    table.open().play()
    told = "\n".join(map(text_of, table.letters(BRAM)))
    assert "France: 6 in the treasury; buildings: 2 of 3; research: logistics 1." in told
    assert "Army Munich held its ground (20%): 2" in told


def test_a_fort_in_danger_is_warned_of(table: Table) -> None:
    """B19: Austria's fort in Piedmont is attacked and held, and its bill stays open for a movement phase."""
    table.open().play("F1902M")
    table.order("FRANCE", "L Mar - Pie\nL Ven H\nL Mun H")
    table.order("AUSTRIA", "A Pie H\nA Kie H\nF Adr H")
    done = table.result()
    assert {"power": "AUSTRIA", "row": "def_ok", "amount": 2, "at": "PIE", "building": "FORT PIE"} in done[
        "engagements"
    ]  # type: ignore[operator]
    for _ in range(2):
        table.result()
    table.order("AUSTRIA", "A Kie H")
    table.result()
    assert "IN GEVAAR" in table.last(ANNA)
    assert "IN DANGER" in table.last(BRAM)
    assert "Austria: the fort in Piedmont, bill 2" in table.told("AUSTRIA")


# Options


def test_every_option_is_stated_as_it_can_be_chosen() -> None:
    chosen = buildings.options(
        {"fort_bonus": "2", "replenish_pct.def_ok": "30", "research.tree.masonry.cost": "5"}
    )
    for options in (OPTIONS, chosen):
        terms = terms_of(buildings, options)
        again = {name: value for name, value in terms.items() if value != "as the board says"}
        assert buildings.options(again) == options


def test_rules_are_sent_to_who_asks(table: Table) -> None:
    table.open(fort_bonus="2")
    told = table.order("AUSTRIA", "rules duel")
    assert "CHOSEN FOR THIS GAME fort_bonus = 2 AS USUAL" in told
    assert "start_treasury = 10" in told
    assert "GEKOZEN VOOR DEZE PARTIJ" in table.order("FRANCE", "regels duel")


def test_a_game_takes_its_options_from_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "o.toml").write_text("fort_bonus = 2\nopen_books = false\n[replenish_pct]\ndef_ok = 10\n")
    run = CliRunner().invoke
    made = ["game", "create", "club1", "--master", "Mia <mia@example.org>", "--rules", "buildings"]
    done = run(app, [*made, "--options", "o.toml", "--option", "replenish_pct.off_fail=40"])
    assert done.exit_code == 0, done.output
    shown = run(app, ["game", "show", "club1"]).output
    for term in (
        "fort_bonus = 2",
        "open_books = no",
        "replenish_pct.def_ok = 10",
        "replenish_pct.off_fail = 40",
    ):
        assert f"* {term}" in shown
    assert "    cost_fort = 8" in shown


def test_a_wrong_option_is_named_with_what_it_may_be() -> None:
    asked = ["--rules", "buildings", "--power", "FRANCE", "--option", "cost_fort=-3"]
    command = [sys.executable, "-m", "judge", "read", *asked]
    done = subprocess.run(command, input="x", capture_output=True, text=True, check=False)
    assert "option cost_fort cannot be '-3'; write a whole number from 0 to 100000" in done.stdout


# Documents


def test_a_document_carries_the_economy_in_and_out() -> None:
    result, _ = adjudicate(
        {
            "rules": "buildings",
            "phase": "S1902R",
            "units": {"FRANCE": ["A PAR", "F BRE/PORT", "A BRE"]},
            "buildings": [{"type": "port", "province": "BRE", "power": "FRANCE"}],
            "dislodged": {"FRANCE: A BUR": {"attacker_from": "MUN"}},
            "treasury": {"FRANCE": 10},
            "replenishment": {"BUR": 7, "PAR": 5},
            "orders": {"FRANCE": ["A Bur - Gas", "replenish A Bur", "replenish A Par"]},
        }
    )
    assert result["treasury"]["FRANCE"] == 3
    assert result["replenishment"] == {"PAR": 5}
    assert [(r["order"], r["reason"]) for r in result["results"] if r["unit"]] == [
        ("A BUR R GAS", "ok"),
        ("A BUR PAY", "ok"),
        ("A PAR PAY", "too_dear"),
    ]


def test_only_the_buildings_rules_have_an_economy_to_speak_of() -> None:
    assert not hasattr(system("standard"), "speech")
    assert buildings.speech(STANDARD, OPTIONS).research[0] == "logistics_1"
