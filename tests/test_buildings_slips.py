"""What people get wrong about money: in letters, in both languages, and in the files of games."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_buildings_by_mail import BRAM, Table
from test_cli import judge

from judge.service.documents import DocumentFault, adjudicate
from judge.store import Store


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Store.open(f"sqlite:///{tmp_path}/judge.db"))


# In letters


@pytest.mark.parametrize(
    ("power", "letter", "said"),
    [
        (
            "FRANCE",
            "bouw leger Parijs\nbouw haven in Marseille\nbouw fort in Brest\nonderzoek bestuur",
            ["-10 Bouw leger Parijs: 28 en 2 AP over", "Onderzoek bestuur: 15 nodig, 14 over: geweigerd"],
        ),
        (
            "AUSTRIA",
            "build army Vienna, army Budapest, fort Munich, port Trieste\nresearch administration",
            ["Build a port in Trieste: 1 AP needed, 0 left: refused", "-15 Research administration: 1 left"],
        ),
    ],
)
def test_more_is_ordered_than_can_be_paid(table: Table, power: str, letter: str, said: list[str]) -> None:
    told = table.open().play("W1901A").order(power, letter)
    for words in said:
        assert words in told
    assert "niet alles worden uitgevoerd" in told or "not all of them can be carried out" in told
    treasury = table.result()["treasury"]
    assert isinstance(treasury, dict)
    assert treasury[power] == {"FRANCE": 14, "AUSTRIA": 1}[power]


@pytest.mark.parametrize(
    ("power", "letters", "said"),
    [
        (
            "FRANCE",
            ["L Ven - Tir\nvul leger München aan\nvul leger München aan"],
            "geweigerd. Leger München heeft geen rekening",
        ),
        ("AUSTRIA", ["replenish A Kie, A Kie"], "refused. Army Kiel has no bill to pay"),
        ("AUSTRIA", ["replenish A Kie", "replenish A Kie"], "-5 Replenish army Kiel: 9 left"),
        ("AUSTRIA", ["replenish all", "replenish A Kie"], "-5 Replenish army Kiel: 9 left"),
    ],
)
def test_what_is_paid_twice_is_charged_once(table: Table, power: str, letters: list[str], said: str) -> None:
    table.open().play("F1902R")
    for letter in letters:
        told = table.order(power, letter)
    assert said in told
    treasury = table.result()["treasury"]
    assert isinstance(treasury, dict)
    assert treasury[power] == {"FRANCE": 0, "AUSTRIA": 9}[power]


def test_nobody_pays_for_a_unit_of_another(table: Table) -> None:
    table.open().play("F1902R")
    told = table.order("FRANCE", "vul leger Kiel aan\nvul leger München aan")
    assert "> vul leger Kiel aan De eenheid in “Kiel” is niet van jou, maar van Oostenrijk." in told
    assert "-2 Vul leger München aan: 0 over" in told
    told = table.order("AUSTRIA", "replenish army Munich\nreplenish army Rome\nreplenish fort Vienna")
    assert "The unit in “Munich” is not yours; it belongs to France." in told
    assert "> replenish army Rome" in told
    assert "Austria has no fort in Vienna" in told
    treasury = table.result()["treasury"]
    assert treasury == {"AUSTRIA": 14, "FRANCE": 0}


@pytest.mark.parametrize(
    ("power", "letter", "said"),
    [
        ("FRANCE", "bouw een fort in Bourgondië\nL Bou H", "gebouwen en onderzoek komen in de aanpassingen"),
        ("FRANCE", "onderzoek logistiek 1", "gebouwen en onderzoek komen in de aanpassingen"),
        ("AUSTRIA", "place fort Munich\nreplenish all", "bills are paid in the retreats and the adjustments"),
        ("AUSTRIA", "demolish port Venice", "Such an order does not belong in this phase"),
    ],
)
def test_buildings_are_ordered_in_their_own_phase_only(
    table: Table, power: str, letter: str, said: str
) -> None:
    told = table.open().play("S1902M").order(power, letter)
    assert said in told
    assert table.result()["buildings_changed"] == []


def test_an_unknown_building_and_unknown_research_are_named(table: Table) -> None:
    table.open().play("W1901A")
    told = table.order("FRANCE", "bouw een kasteel in Parijs\nonderzoek alchemie\nbouw fort in Parijs")
    assert "Een gebouw “kasteel” bestaat niet; er zijn forten, havens en bevoorradingsposten." in told
    assert "Er is geen onderzoek dat “alchemie” heet." in told
    assert "-8 Bouw een fort in Parijs: 30 en 2 AP over" in told
    told = table.order("AUSTRIA", "build a castle in Vienna\nresearch alchemy")
    assert "There is no building called “castle”" in told
    assert "There is nothing to research called “alchemy”." in told


def test_a_letter_of_nothing_but_slips_costs_nothing(table: Table) -> None:
    table.open().play("W1901A")
    slips = "build fort Paris\nplace port Munich\nsupply hub Moscow\nbuild army Berlin\n"
    slips += "research logistics 2\nreplenish all"
    told = table.order("AUSTRIA", slips)
    for words in (
        "Austria cannot build in Paris: it does not hold that province",
        "There can be no port in Munich: it has no coast",
        "Austria cannot build in Moscow: it does not hold that province",
        "Research logistics 2: refused. First comes logistics 1.",
        "There is no bill to pay",
    ):
        assert words in told
    treasury = table.result()["treasury"]
    assert isinstance(treasury, dict)
    assert treasury["AUSTRIA"] == 44


def test_an_order_of_an_earlier_letter_is_not_cancelled_unheard(table: Table) -> None:
    table.open().play("W1901A")
    table.order("AUSTRIA", "build fort Munich\nresearch masonry")
    told = table.order("AUSTRIA", "cancel fort Munich\nbuild army Vienna")
    assert "> cancel fort Munich This line could not be understood" in told
    assert "Build a fort in Munich (*as before*)" in told
    assert "Did you mean" not in told
    told = table.order("AUSTRIA", "clear\nbuild army Vienna")
    assert "fort" not in told.partition("These orders")[0].partition("You may have")[0]


def test_victory_is_told_to_everybody_and_ends_the_game(table: Table) -> None:
    """The master lowers the number of centers, which counts from the next phase on."""
    table.open().play("S1902M")
    table.write("mia@players.example", "set victory_centers 6", table.reply_to("mia@players.example"))
    table.work()
    assert "victory_centers = 6 (was 18)" in table.last(BRAM).replace("as the board says", "18")
    table.order("FRANCE", "L Pie - Ven\nL Bou - Mun\nVloot Portugal naar Spanje (zuidkust)")
    table.order("AUSTRIA", "F Ven - Adr\nA Mun - Kie")
    for _ in range(2):
        table.result()
    with table.store.read() as tx:
        game = tx.game_by_name("duel")
    assert game is not None
    assert game.state.value == "finished"
    assert "Frankrijk wint partij duel" in table.told("FRANCE")
    assert "France wins game duel" in table.told("AUSTRIA")


# In the files of games

GAME: dict[str, Any] = {
    "rules": "buildings",
    "phase": "W1902A",
    "units": {"FRANCE": ["A PAR"]},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR"]},
    "control": {"BUR": "FRANCE"},
    "treasury": {"FRANCE": 10},
    "orders": {"FRANCE": ["build fort Burgundy"]},
}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"treasury": {"FRANCE": -5}}, "treasury of FRANCE must be a whole number from 0 to"),
        ({"treasury": {"FRANCE": 10**30}}, "treasury of FRANCE must be a whole number"),
        ({"treasury": {"FRANCE": 1.5}}, "not 1.5"),
        ({"treasury": {"FRANCE": float("nan")}}, "not nan"),
        ({"treasury": {"FRANCE": True}}, "not True"),
        ({"treasury": {"FRANCE": "10"}}, "not '10'"),
        ({"treasury": {"NARNIA": 1}}, "there is no power 'NARNIA'"),
        ({"treasury": [1]}, "treasury must be a table"),
        ({"action_points": {"FRANCE": -1}}, "action_points of FRANCE"),
        ({"replenishment": {"PAR": -7}}, "replenishment of PAR"),
        ({"replenishment": {"PAR": 10**18}}, "replenishment of PAR"),
        ({"replenishment": {"BUR": 7}}, "no unit stands there"),
        ({"replenishment": {"PAR": 7}, "replenishment_rows": {"PAR": "lost"}}, "there is no row 'lost'"),
        ({"buildings": "fort"}, "buildings must be a list"),
        ({"buildings": [5]}, "a building must be a table"),
        ({"buildings": [{"type": "castle", "province": "BUR"}]}, "there is no building 'castle'"),
        ({"buildings": [{"type": "fort", "province": "NTH"}]}, "'NTH' is no land province"),
        ({"buildings": [{"type": "port", "province": "BUR"}]}, "there is no port in BUR: it has no coast"),
        ({"buildings": [{"type": "fort", "province": "BUR", "bill": -2}]}, "the bill of fort BUR"),
        ({"buildings": [{"type": "fort", "province": "BUR", "bill": 2, "phases": -1}]}, "phases of fort BUR"),
        ({"buildings": [{"type": "fort", "province": "BUR"}] * 2}, "fort BUR is there 2 times"),
        ({"control": {"NTH": "FRANCE"}}, "'NTH' is no land province"),
        ({"control": {"BUR": 5}}, "there is no power 5"),
        ({"research": {"FRANCE": ["alchemy"]}}, "there is no 'alchemy'; there are: logistics_1"),
        ({"research": {"FRANCE": 5}}, "research of FRANCE must be a list of names"),
        ({"research": {"FRANCE": "masonry"}}, "research of FRANCE must be a list of names"),
        ({"units": {"FRANCE": ["F BRE/PORT"]}}, "only a fleet lies in a port, where there is one"),
        ({"options": {"cost_fort": -1}}, "option cost_fort cannot be -1; write a whole number"),
        ({"options": {"cost_fort": 10**40}}, "write a whole number from 0 to 100000"),
        ({"options": {"centers_per_ap": 0}}, "write a whole number from 1 to 1000"),
        ({"options": {"replenish_pct": {"def_ok": -20}}}, "option replenish_pct.def_ok cannot be -20"),
        ({"options": {"research": {"multiplier": "1e99"}}}, "write a number from 0 to 10"),
        ({"options": {"fort_bonos": 1}}, "perhaps 'fort_bonus' was meant"),
    ],
)  # fmt: skip
def test_a_number_or_a_name_that_cannot_be_is_refused_in_words(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(DocumentFault) as fault:
        adjudicate({**GAME, **changed})
    assert said in str(fault.value)


def test_a_document_with_a_slip_does_not_cost_the_others() -> None:
    bad = {**GAME, "treasury": {"FRANCE": -5}}
    done = judge("adjudicate", given="\n".join(map(json.dumps, (GAME, bad, GAME))))
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first["treasury"]["FRANCE"] == third["treasury"]["FRANCE"] == 24
    assert "treasury of FRANCE" in second["error"]
    assert done.returncode == 1


def test_money_is_not_spent_twice() -> None:
    options = {"cost_army": 60, "cost_fort": 50, "income_base": 0, "income_per_center": 0, "ap_base": 5}
    centers = {"FRANCE": ["PAR"]}
    orders = {"FRANCE": ["build army Paris", "build fort Burgundy"]}
    document = {**GAME, "units": {}, "centers": centers, "treasury": {"FRANCE": 100}, "orders": orders}
    done, _ = adjudicate({**document, "options": options})
    assert [(r["order"], r["reason"]) for r in done["results"]] == [
        ("A PAR B", "ok"),
        ("FORT BUR B", "too_dear"),
    ]
    assert done["treasury"]["FRANCE"] == 40
