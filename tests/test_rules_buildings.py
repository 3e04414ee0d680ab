"""The choices of the buildings rules, the slips of players and masters, and what the letters ask for."""

import json
from dataclasses import fields, replace
from fractions import Fraction

import pytest

from judge.board import atlas
from judge.board.accounts import Offer
from judge.board.economy import Bill, Building, BuildingType, Economy, Row
from judge.board.geography import PORT, Location, Power, Province, Unit, UnitType
from judge.board.notation import read, read_unit
from judge.board.orders import Order
from judge.board.phases import Phase
from judge.board.record import read_board, write_adjudication, write_board
from judge.board.results import Outcome, Reason
from judge.board.state import Board
from judge.rules import RuleFault, buildings, system
from judge.rules.buildings.options import Options, option_names
from judge.rules.system import economic

STANDARD = atlas.load("standard")
FRANCE, GERMANY, ENGLAND = map(Power, ("FRANCE", "GERMANY", "ENGLAND"))
USUAL = buildings.options({})


def at(phase: str, units: dict[str, list[str]], **document: object) -> Board:
    """A position with its economy, as a document has it."""
    standing = {Power(power): tuple(sorted(map(read_unit, there))) for power, there in units.items()}
    centers = document.pop("centers", {})
    assert isinstance(centers, dict)
    owned = {Power(power): tuple(map(Province, sorted(held))) for power, held in centers.items()}
    return buildings.furnish(Board(STANDARD, Phase.read(phase), standing, owned), document, USUAL)


def orders(*lines: str) -> tuple[Order, ...]:
    return tuple(map(read, lines))


# Choices


def test_there_are_sixty_seven_parameters_and_the_standard_rules_own() -> None:
    apart = {"standard", "open_books"}
    assert len([field for field in fields(Options) if field.name not in apart]) == 67
    assert {"edition", "paradox", "open_books", "fort_bonus"} <= set(option_names())
    assert buildings.options({"edition": "1971"}).standard.land_fallback


@pytest.mark.parametrize("name", option_names())
def test_every_choice_refuses_nonsense_and_says_its_name(name: str) -> None:
    if name == "edition":
        pytest.skip("an edition is looked up by its name")
    for nonsense in ({"surely": ["not"]}, "no such thing", -3, 10**40):
        with pytest.raises(RuleFault, match=name):
            buildings.options({name: nonsense})


def written(value: object) -> object:
    """A choice as a TOML table or a `set` command would have it."""
    match value:
        case bool() | int() | str() | None:
            return value
        case tuple() if value and isinstance(value[0], tuple):
            return {getattr(key, "value", key): written(part) for key, part in value}
        case tuple():
            return [word.name.lower() if isinstance(word, UnitType) else written(word) for word in value]
        case _:
            return getattr(value, "value", value)


@pytest.mark.parametrize(
    "name", [f.name for f in fields(Options) if f.name not in ("standard", "research", "victory_centers")]
)
def test_every_usual_value_can_be_written_out(name: str) -> None:
    usual = written(getattr(USUAL, name))
    assert buildings.options({name: usual}) == USUAL
    if not isinstance(usual, dict | list):
        assert buildings.options({name: str(usual)}) == USUAL


def test_one_field_of_a_table_is_chosen_by_its_dotted_name() -> None:
    chosen = buildings.options({"replenish_pct.def_ok": "30", "replenish_pct": {"off_fail": 60}})
    assert [chosen.percent(row) for row in (Row.DEF_OK, Row.OFF_FAIL, Row.DEF_FAIL)] == [30, 60, 70]
    with pytest.raises(RuleFault, match=r"replenish_pct\.def_ok"):
        buildings.options({"replenish_pct.def_ok": -1})
    with pytest.raises(RuleFault, match="no row 'def_okay'"):
        buildings.options({"replenish_pct": {"def_okay": 1}})


def test_the_research_tree_is_the_masters_to_change() -> None:
    tree = {
        "roads": {"cost": 5, "replenish_mult": 0.8},
        "rails": {"cost": 9, "requires": "roads", "hub_cost": 3},
    }
    research = buildings.options({"research": {"tree": tree}}).research
    assert [item.name for item in research.tree] == ["roads", "rails"]
    assert research.factor(("roads",)) == Fraction(4, 5)
    assert research.price("hub", 12, ("roads", "rails")) == 3
    cheaper = buildings.options({"research.tree.masonry.cost": 4, "research.multiplier": "0.5"}).research
    assert cheaper.multiplier == Fraction(1, 2)
    found = cheaper.item("masonry")
    assert found is not None
    assert (found.cost, found.prices) == (4, (("fort", 6),))


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"roads": {"cost": 5, "requires": "rails"}}, "can never be bought: roads"),
        ({"a": {"cost": 1, "requires": "b"}, "b": {"cost": 1, "requires": "a"}}, "can never be bought"),
        ({"roads": {}}, "roads has no cost"),
        ({"roads": {"cost": -5}}, "roads.cost"),
        ({"roads": {"cost": 5, "speed": 2}}, "no field 'speed'"),
        ({"roads": {"cost": 5, "replenish_mult": "fast"}}, "replenish_mult"),
        ({"Rail Roads": {"cost": 5}}, "is no name"),
        ({"roads": 5}, "is a table"),
    ],
)
def test_a_research_tree_that_cannot_be_is_refused(tree: object, message: str) -> None:
    with pytest.raises(RuleFault, match=message):
        buildings.options({"research": {"tree": tree}})


def test_an_unknown_choice_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleFault, match=r"no option 'fort_bonuses'; the options are: .*fort_bonus"):
        buildings.options({"fort_bonuses": 1})


# The beginning


def test_a_game_begins_with_ten_in_every_treasury_and_the_land_of_ones_colour() -> None:
    board = buildings.start(STANDARD, USUAL)
    economy = board.economy
    assert economy is not None
    assert set(economy.treasury.values()) == {10}
    assert {p for p, owner in economy.control.items() if owner == FRANCE} == set(
        map(Province, ["BRE", "BUR", "GAS", "MAR", "PAR", "PIC"])
    )
    assert "BEL" not in economy.control
    assert board.units == system("standard").start(STANDARD, system("standard").options({})).units


def test_only_rules_with_an_economy_offer_one() -> None:
    assert economic(system("standard")) is None
    found = economic(system("buildings"))
    assert found is not None
    assert found.open_books(buildings.options({}))
    assert not found.open_books(buildings.options({"open_books": "no"}))


# Slips


def test_money_cannot_be_spent_twice() -> None:
    board = at(
        "W1901A",
        {},
        centers={"FRANCE": ["PAR", "BRE", "MAR"]},
        treasury={"FRANCE": 0},
        control={"BUR": "FRANCE"},
    )
    options = buildings.options({"income_base": 0, "income_per_center": 4, "cost_army": 7, "cost_fort": 6})
    done = buildings.adjudicate(board, {FRANCE: orders("A PAR B", "FORT PAR B")}, options)
    assert [result.reason for result in done.results] == [Reason.OK, Reason.TOO_DEAR]
    assert done.after.economy is not None
    assert done.after.economy.money(FRANCE) == 5


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A BUR PAY", Reason.OK),
        ("A PAR PAY", Reason.NOTHING_OWED),
        ("A MUN PAY", Reason.NO_SUCH_UNIT),
        ("A GAS PAY", Reason.NO_SUCH_UNIT),
        ("FORT BUR PAY", Reason.NOTHING_OWED),
        ("FORT MUN PAY", Reason.NO_SUCH_BUILDING),
        ("HUB PAR PAY", Reason.NO_SUCH_BUILDING),
        ("A PAR B", Reason.NOT_DISLODGED),
        ("FORT PAR B", Reason.WRONG_PHASE),
        ("FORT BUR D", Reason.WRONG_PHASE),
        ("RESEARCH MASONRY", Reason.WRONG_PHASE),
        ("A PAR H", Reason.NOT_DISLODGED),
        ("PAY ALL", Reason.OK),
    ],
)
def test_what_is_checked_in_a_retreat_phase_says_why_not(line: str, reason: Reason) -> None:
    board = at(
        "S1901R",
        {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A MUN"]},
        replenishment={"BUR": 7, "MUN": 5},
        buildings=[
            {"type": "fort", "province": "BUR", "power": "FRANCE"},
            {"type": "fort", "province": "MUN", "power": "GERMANY", "bill": 2},
        ],
    )
    assert buildings.check(board, FRANCE, read(line), USUAL) is reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A PAR B", Reason.OK),
        ("A BUR B", Reason.NOT_HOME),
        ("A MAR B", Reason.OCCUPIED),
        ("F PAR B", Reason.INLAND),
        ("F BRE/PORT B", Reason.NO_PORT),
        ("FORT PAR B", Reason.OK),
        ("FORT MUN B", Reason.NOT_CONTROLLED),
        ("FORT NTH B", Reason.WRONG_TERRAIN),
        ("PORT PAR B", Reason.INLAND),
        ("HUB BUR B", Reason.ALREADY_THERE),
        ("HUB BUR D", Reason.WITHIN_LIMIT),
        ("PORT BRE D", Reason.NO_SUCH_BUILDING),
        ("A MAR D", Reason.NO_REMOVAL_DUE),
        ("A PAR - BUR", Reason.WRONG_PHASE),
        ("RESEARCH ALCHEMY", Reason.NO_SUCH_RESEARCH),
        ("RESEARCH MASONRY", Reason.OK),
    ],
)
def test_what_is_checked_in_a_build_phase_says_why_not(line: str, reason: Reason) -> None:
    board = at(
        "W1901A",
        {"FRANCE": ["A MAR"]},
        centers={"FRANCE": ["BRE", "MAR", "PAR"]},
        buildings=[{"type": "hub", "province": "BUR", "power": "GERMANY"}],
        control={"BUR": "FRANCE", "GAS": "FRANCE", "PIC": "FRANCE"},
    )
    refused = {"A BUR B": Reason.OK}  # it is a hub of France
    assert buildings.check(board, FRANCE, read(line), USUAL) is refused.get(line, reason)


def test_paying_twice_pays_once() -> None:
    board = at("S1901R", {"FRANCE": ["A BUR"]}, replenishment={"BUR": 7}, treasury={"FRANCE": 20})
    done = buildings.adjudicate(board, {FRANCE: orders("A BUR PAY", "A BUR PAY")}, USUAL)
    assert [result.reason for result in done.results] == [Reason.OK, Reason.NOTHING_OWED]
    assert done.after.economy is not None
    assert done.after.economy.money(FRANCE) == 13


def test_silence_pays_nothing_and_costs_no_unit() -> None:
    board = at("S1901R", {"FRANCE": ["A BUR"]}, replenishment={"BUR": 7}, treasury={"FRANCE": 20})
    done = buildings.adjudicate(board, {}, USUAL)
    assert done.after.economy is not None
    assert done.after.economy.money(FRANCE) == 20
    assert done.after.units[FRANCE] == (read_unit("A BUR"),)
    assert done.after.phase == Phase.read("F1901M")


@pytest.mark.parametrize("text", ["CASTLE BUR B", "FORT BUR S A PAR - PIC", "FORT BUR H", "RESEARCH", "PAY"])
def test_what_is_no_order_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read(text)


@pytest.mark.parametrize(
    "text",
    ["FORT BUR B", "PORT BRE D", "HUB SPA B", "A BUR PAY", "F BRE/PORT PAY", "FORT BUR PAY", "PAY ALL",
     "RESEARCH LOGISTICS_1", "F ENG - BRE/PORT", "A PAR S F BRE/PORT"],
)  # fmt: skip
def test_an_order_that_is_written_is_read_back(text: str) -> None:
    assert str(read(text)) == text
    assert read(str(read(text))) == read(text)


def test_a_fleet_named_without_its_port_is_the_one_there_is() -> None:
    board = at(
        "S1901M",
        {"FRANCE": ["A BRE", "F BRE/PORT"]},
        buildings=[{"type": "port", "province": "BRE", "power": "FRANCE"}],
    )
    assert buildings.check(board, FRANCE, read("F BRE - ENG"), USUAL) is Reason.OK
    done = buildings.adjudicate(board, {FRANCE: orders("F BRE - ENG", "A BRE - PAR")}, USUAL)
    assert {str(unit) for _, unit in done.after.pieces()} == {"F ENG", "A PAR"}
    assert {str(result.order) for result in done.results} == {"F BRE/PORT - ENG", "A BRE - PAR"}


def test_a_move_into_a_port_that_is_not_there_says_so() -> None:
    board = at("S1901M", {"FRANCE": ["F ENG"]}, control={"BRE": "FRANCE"})
    assert buildings.check(board, FRANCE, read("F ENG - BRE/PORT"), USUAL) is Reason.NO_PORT
    done = buildings.adjudicate(board, {FRANCE: orders("F ENG - BRE/PORT")}, USUAL)
    assert (done.results[0].outcome, done.results[0].reason) == (Outcome.VOID, Reason.NO_PORT)


def test_no_fleet_enters_a_port_beside_another_powers_unit_even_where_land_changes_hands_in_fall() -> None:
    fall = buildings.options({"tile_control": "fall"})
    board = at(
        "S1902M",
        {"FRANCE": ["F MAO"], "ENGLAND": ["F BRE"]},
        buildings=[{"type": "port", "province": "BRE", "power": "FRANCE"}],
        control={"BRE": "FRANCE"},
    )
    done = buildings.adjudicate(board, {FRANCE: orders("F MAO - BRE/PORT")}, fall)
    assert [(r.outcome, r.reason) for r in done.results if r.power == FRANCE] == [
        (Outcome.VOID, Reason.NOT_YOUR_PORT)
    ]
    assert buildings.check(board, FRANCE, read("F MAO - BRE/PORT"), fall) is Reason.NOT_YOUR_PORT


def test_fleets_go_from_port_to_port_along_a_coast() -> None:
    board = at(
        "S1901M",
        {"FRANCE": ["F BRE/PORT"]},
        buildings=[{"type": "port", "province": p, "power": "FRANCE"} for p in ("BRE", "GAS", "SPA")],
    )
    options = [f"F BRE/PORT - {to}" for to in ("BRE", "GAS", "GAS/PORT", "MAO", "PIC")]
    assert all(buildings.check(board, FRANCE, read(text), USUAL) is Reason.OK for text in options)
    assert buildings.check(board, FRANCE, read("F BRE/PORT - SPA/PORT"), USUAL) is Reason.NOT_ADJACENT


# Documents


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"treasury": {"FRANCE": -1}}, "treasury of FRANCE must be a whole number"),
        ({"treasury": {"FRANCE": 10**30}}, "treasury of FRANCE"),
        ({"treasury": {"FRANCE": True}}, "treasury of FRANCE"),
        ({"treasury": {"FRANCE": 1.5}}, "treasury of FRANCE"),
        ({"treasury": {"RURITANIA": 1}}, "no power 'RURITANIA'"),
        ({"treasury": [1]}, "treasury must be a table"),
        ({"buildings": [{"type": "castle", "province": "BUR"}]}, "no building 'castle'"),
        ({"buildings": [{"type": "fort", "province": "NTH"}]}, "no land province"),
        ({"buildings": [{"type": "port", "province": "PAR"}]}, "no coast"),
        ({"buildings": {"type": "fort"}}, "must be a list"),
        ({"buildings": ["fort"]}, "must be a table"),
        ({"control": {"ATLANTIS": "FRANCE"}}, "no land province"),
        ({"replenishment": {"GAS": 3}}, "no unit stands there"),
        ({"replenishment": {"BUR": -3}}, "replenishment of BUR"),
        ({"action_points": {"FRANCE": "many"}}, "action_points of FRANCE"),
    ],
)
def test_a_document_with_a_slip_is_refused_in_words(document: dict[str, object], message: str) -> None:
    board = Board(STANDARD, Phase.read("S1901M"), {FRANCE: (read_unit("A BUR"),)}, {})
    with pytest.raises(ValueError, match=message):
        buildings.furnish(board, document, USUAL)


def test_a_unit_in_a_port_that_is_not_there_is_refused() -> None:
    board = Board(STANDARD, Phase.read("S1901M"), {FRANCE: (read_unit("F BRE/PORT"),)}, {})
    with pytest.raises(ValueError, match="F BRE/PORT cannot stand there"):
        buildings.furnish(board, {}, USUAL)


def test_an_economy_goes_round_through_its_record() -> None:
    board = at("S1901M", {"FRANCE": ["A BUR", "F BRE/PORT"], "GERMANY": ["A MUN"]}, buildings=[
        {"type": "port", "province": "BRE", "power": "FRANCE"},
        {"type": "fort", "province": "BUR", "power": "FRANCE", "bill": 7, "row": "def_fail", "phases": 1},
        {"type": "hub", "province": "BRE", "power": "FRANCE"},
    ], replenishment={"BRE/PORT": 5}, research={"FRANCE": ["masonry"]})  # fmt: skip
    document = json.loads(json.dumps(write_board(board)))
    assert document["replenishment"] == {"BRE/PORT": 5}
    assert document["buildings"][1] == {
        "type": "fort", "province": "BUR", "power": "FRANCE", "bill": 7, "row": "def_fail", "phases": 1,
    }  # fmt: skip
    assert read_board(document, STANDARD) == board


def test_the_bill_of_a_dislodged_unit_is_not_taken_for_that_of_its_attacker() -> None:
    options = buildings.options({"replenish_pct.off_ok": 10})
    board = at("S1901M", {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]})
    done = buildings.adjudicate(board, {GERMANY: orders("A MUN - BUR", "A RUH S A MUN - BUR")}, options)
    document = write_adjudication(done)
    assert document["replenishment"] == {"BUR": 7, "GERMANY: A BUR": 1}
    assert document["replenishment_rows"] == {"BUR": "def_fail", "GERMANY: A BUR": "off_ok"}
    assert read_board(json.loads(json.dumps(write_board(done.after))), STANDARD) == done.after


def test_what_a_phase_came_to_is_told_with_rows_and_prices() -> None:
    board = at(
        "S1901M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"]},
        buildings=[{"type": "fort", "province": "BUR", "power": "FRANCE"}],
    )
    document = write_adjudication(buildings.adjudicate(board, {GERMANY: orders("A MUN - BUR")}, USUAL))
    assert {"power": "FRANCE", "row": "def_ok", "amount": 2, "at": "BUR", "unit": "A BUR"} in document[
        "engagements"
    ]
    assert {"power": "FRANCE", "row": "def_ok", "amount": 2, "at": "BUR", "building": "FORT BUR"} in document[
        "engagements"
    ]
    assert {"power": "GERMANY", "row": "off_fail", "amount": 5, "at": "MUN", "unit": "A MUN"} in document[
        "engagements"
    ]
    assert document["treasury"]["FRANCE"] == 10


# What the letters ask for


def winter() -> Board:
    return at(
        "W1901A",
        {"FRANCE": ["A MAR", "A BUR"]},
        centers={"FRANCE": ["BRE", "MAR", "PAR"]},
        treasury={"FRANCE": 0},
        control=dict.fromkeys(("BRE", "MAR", "PAR", "BUR", "GAS", "PIC"), "FRANCE"),
        replenishment={"BUR": 7},
    )


def test_an_acknowledgement_prices_every_line_and_shows_what_is_left() -> None:
    lines = orders("A PAR B", "A BUR PAY", "PORT BRE B", "HUB GAS B")
    quoted = buildings.quote(winter(), FRANCE, lines, USUAL)
    assert [(e.amount, e.points, e.before, e.after, e.reason) for e in quoted] == [
        (22, 0, 0, 22, Reason.OK),
        (-10, -1, 22, 12, Reason.OK),
        (-7, 0, 12, 5, Reason.OK),
        (-6, -1, 5, 5, Reason.TOO_DEAR),
        (-12, -2, 5, 5, Reason.NO_POINTS),
    ]
    done = buildings.adjudicate(winter(), {FRANCE: lines}, USUAL)
    assert done.accounts is not None
    assert tuple(e for e in done.accounts.ledger if e.power == FRANCE)[:5] == quoted


def test_a_build_letter_says_what_may_be_done_where_and_for_how_much() -> None:
    offered = {str(offer.order): offer for offer in buildings.offers(winter(), FRANCE, USUAL)}
    assert {"A PAR B", "F BRE B", "A BRE B", "FORT BUR B", "PORT GAS B", "HUB PIC B", "A BUR PAY"} <= set(
        offered
    )
    assert not {"A MAR B", "F BRE/PORT B", "PORT PAR B", "A BUR D", "FORT MUN B"} & set(offered)
    assert offered["A PAR B"] == Offer(read("A PAR B"), 10, 1)
    assert offered["HUB PIC B"].points == 2
    assert offered["RESEARCH MASONRY"].affordable
    assert not any(str(order).startswith("RESEARCH LOGISTICS_2") for order in offered)
    poor = buildings.options({"income_base": 0, "income_per_center": 3})
    dear = {str(o.order): o for o in buildings.offers(winter(), FRANCE, poor)}
    assert not dear["A PAR B"].affordable
    assert buildings.buildable(winter(), FRANCE, poor) == ()
    assert str(buildings.buildable(winter(), FRANCE, USUAL)[0]) == "A BRE"


def test_a_retreat_letter_offers_retreats_and_bills() -> None:
    board = at(
        "S1901M", {"FRANCE": ["A BUR", "A SPA"], "GERMANY": ["A MUN", "A RUH"]}, treasury={"FRANCE": 6}
    )
    done = buildings.adjudicate(
        board, {GERMANY: orders("A MUN - BUR", "A RUH S A MUN - BUR"), FRANCE: orders("A SPA - MAR")}, USUAL
    )
    assert done.after.phase == Phase.read("S1901R")
    assert buildings.acts(done.after, USUAL) == (FRANCE,)
    offers = {str(o.order): o for o in buildings.offers(done.after, FRANCE, USUAL)}
    assert {"A BUR R PAR", "A BUR D", "A BUR PAY"} <= set(offers)
    assert (offers["A BUR PAY"].price, offers["A BUR PAY"].affordable) == (7, False)
    quoted = buildings.quote(done.after, FRANCE, orders("A BUR R PAR", "A BUR PAY"), USUAL)
    assert [(e.amount, e.reason, e.after) for e in quoted] == [(-7, Reason.TOO_DEAR, 6)]


def test_a_retreat_phase_is_run_for_a_bill_alone() -> None:
    board = at("S1901M", {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"]})
    done = buildings.adjudicate(board, {GERMANY: orders("A MUN - BUR")}, USUAL)
    assert done.after.phase == Phase.read("S1901R")
    assert buildings.acts(done.after, USUAL) == (FRANCE, GERMANY)
    unpayable = buildings.options({"replenish_payable_in": "build"})
    skipped = buildings.adjudicate(board, {GERMANY: orders("A MUN - BUR")}, unpayable)
    assert skipped.after.phase == Phase.read("F1901M")


def test_a_fort_about_to_be_destroyed_is_warned_of() -> None:
    def fort(phases: int) -> Board:
        building = {"type": "fort", "province": "BUR", "power": "FRANCE", "bill": 7, "phases": phases}
        return at("S1902R", {"FRANCE": ["A BUR"]}, buildings=[building])

    assert buildings.warnings(fort(0), USUAL) == ()
    (warning,) = buildings.warnings(fort(1), USUAL)
    assert (warning.power, str(warning.building)) == (FRANCE, "FORT BUR")


def test_what_a_board_without_an_economy_lacks_is_as_at_the_start() -> None:
    board = Board(STANDARD, Phase.read("S1901M"), {ENGLAND: (read_unit("A NWY"),)}, {})
    done = buildings.adjudicate(board, {}, USUAL)
    assert isinstance(done.after.economy, Economy)
    assert done.after.economy.control[Province("NWY")] == ENGLAND


def test_values_of_the_economy_say_what_they_are() -> None:
    fleet = Unit(UnitType.FLEET, Location(Province("BRE"), PORT))
    economy = Economy(
        control={Province("BRE"): FRANCE},
        buildings=(Building(BuildingType.PORT, Province("BRE")),),
        bills={(FRANCE, fleet.location): Bill(5, Row.OFF_FAIL)},
    )
    assert economy.bill(FRANCE, fleet.location) == Bill(5, Row.OFF_FAIL)
    assert economy.bill(FRANCE, Location(Province("BRE"))) is None
    assert economy.ports() == {Province("BRE")}
    assert [str(building) for building in economy.held(FRANCE)] == ["PORT BRE"]
    assert replace(economy, control={}).ports() == economy.ports()


def test_treasuries_begin_with_what_the_game_says() -> None:
    board = buildings.start(atlas.load("standard"), buildings.options({"start_treasury": "25"}))
    assert board.economy is not None
    assert set(board.economy.treasury.values()) == {25}


@pytest.mark.parametrize(
    ("name", "usual", "other"),
    [
        ("phases", "spring_move, spring_retreat, fall_move, fall_retreat, build", "build"),
        ("replenish_when_silent", "none", "all"),
        ("port_capacity.port", "1", "2"),
        ("port_capacity.port_types", "fleet", "army"),
    ],
)
def test_what_is_always_so_may_be_written_out_and_not_changed(name: str, usual: str, other: str) -> None:
    assert buildings.options({name: usual}) == buildings.options({})
    with pytest.raises(RuleFault, match=f"option {name} cannot be '{other}'; it is always: "):
        buildings.options({name: other})
