"""What holds for the depots rules on every board: options, beginnings, whole games, and large positions."""

import json
from random import Random

import pytest
from bench.depots import crowd, ring
from test_rules_depots_brute_force import CHOICES, Opinion, chance_position

from judge.board import atlas, notation
from judge.board.geography import Geography, Power, Terrain, UnitType
from judge.board.orders import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.board.phases import Kind, Phase
from judge.board.record import read_board, write_adjudication, write_board
from judge.board.results import Adjudication, Outcome, Reason
from judge.board.state import Board
from judge.rules import RuleFault, system

RULES = system("depots")
LITERAL = RULES.options({})
FRANCE = Power("FRANCE")
LOWLANDS = atlas.load("lowlands")


def orders_of(**written: str) -> dict[Power, tuple[Order, ...]]:
    return {
        Power(power.upper()): tuple(map(notation.read, text.split(";"))) for power, text in written.items()
    }


def position(phase: str = "S1901M", **units: str) -> Board:
    standing = {
        Power(power.upper()): tuple(sorted(map(notation.read_unit, text.split(","))))
        for power, text in units.items()
    }
    return Board(atlas.load("standard"), Phase.read(phase), standing, {})


# Options


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("swaps", True, "swap, self_dislodge"),
        ("swap", "perhaps", "yes, no"),
        ("fleets", 1, "yes, no"),
        ("retreat_exclusions", "some", "none, classic"),
        ("adjustment_after", "winter", "fall, every_round"),
        ("removal", 3, "home, owned"),
        ("victory", "many", "whole number"),
        ("victory", -1, "whole number"),
        ("victory", True, "whole number"),
    ],
)
def test_a_wrong_option_is_refused_with_what_there_is_to_choose(name, value, known):
    with pytest.raises(RuleFault) as fault:
        RULES.options({name: value})
    assert name in str(fault.value)
    assert known in str(fault.value)


def test_options_can_be_written_as_words_or_as_values():
    words = {"fleets": "yes", "swap": "No", "victory": "12", "adjustment_after": "every_round"}
    values = {"fleets": True, "swap": False, "victory": 12, "adjustment_after": "every_round"}
    assert RULES.options(words) == RULES.options(values)
    assert RULES.options({}) == RULES.options({"swap": "yes", "removal": "home", "victory": None})


# Beginnings


@pytest.mark.parametrize("name", atlas.shipped())
def test_every_board_can_be_begun(name):
    geography = atlas.load(name)
    fleets = _begins_at_sea(geography)
    options = RULES.options({"fleets": fleets})
    board = RULES.start(geography, options)
    assert all(geography.can_stand(unit) for _, unit in board.pieces())
    assert fleets or all(unit.type is UnitType.ARMY for _, unit in board.pieces())
    assert RULES.acts(board, options)


def _begins_at_sea(geography: Geography) -> bool:
    return any(geography.terrain[u.province] is Terrain.SEA for s in geography.setups for u in s.units)


def test_a_board_that_begins_at_sea_asks_for_fleets():
    name = next(name for name in atlas.shipped() if _begins_at_sea(atlas.load(name)))
    with pytest.raises(RuleFault, match="fleets=yes"):
        RULES.start(atlas.load(name), LITERAL)


def test_the_home_depots_are_those_a_power_began_with():
    board = RULES.start(atlas.load("shift-left"), LITERAL)
    austria = next(setup for setup in board.geography.setups if setup.power == "AUSTRIA")
    assert austria.home != austria.owns
    bare = Board(board.geography, Phase.read("W1901A"), {austria.power: austria.units[:1]}, board.centers)
    assert {unit.province for unit in RULES.buildable(bare, austria.power, LITERAL)} <= set(austria.owns)


# Notation


@pytest.mark.parametrize(
    "text", ["A PAR S A BUR", "A PAR S A BUR H", "A PAR S A BUR - MUN", "A BUR D", "A BUR R MUN"]
)
def test_orders_of_these_rules_read_back_as_written(text):
    assert str(notation.read(text)) == text


def test_support_that_names_the_hold_is_another_order_than_support_that_names_nothing():
    assert notation.read("A PAR S A BUR H") != notation.read("A PAR S A BUR")


# Orders one by one


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A PAR - PAR", Reason.SAME_PLACE),
        ("A PAR - XXX", Reason.NOT_ADJACENT),
        ("A PAR - MUN", Reason.NOT_ADJACENT),
        ("A BRE - ENG", Reason.WRONG_TERRAIN),
        ("A MUN H", Reason.NOT_YOURS),
        ("A ROM H", Reason.NO_SUCH_UNIT),
        ("F PAR H", Reason.WRONG_TYPE),
        ("A PAR S A PAR", Reason.SAME_PLACE),
        ("A PAR S A ROM H", Reason.NO_SUCH_UNIT),
        ("A PAR S F MUN - BUR", Reason.NO_SUCH_UNIT),
        ("A PAR S A MUN", Reason.ACTION_UNNAMED),
        ("A PAR S A MUN H", Reason.CANNOT_REACH),
        ("A PAR S A MUN - BUR", Reason.OK),
        ("A PAR S A MUN - PAR", Reason.SAME_PLACE),
        ("A PAR S A MUN - GAS", Reason.NOT_ADJACENT),
        ("A PAR S A MUN - RUH", Reason.CANNOT_REACH),
        ("A PAR S A BRE", Reason.OK),
        ("A PAR C A BRE - PIC", Reason.NO_SUCH_ORDER),
        ("A PAR R BUR", Reason.WRONG_PHASE),
        ("WAIVE", Reason.WRONG_PHASE),
    ],
)
def test_an_order_that_cannot_be_carried_out_says_why(order, reason):
    board = position(france="A PAR,A BRE", germany="A MUN")
    assert RULES.check(board, FRANCE, notation.read(order), LITERAL) is reason
    done = RULES.adjudicate(board, {FRANCE: (notation.read(order),)}, LITERAL)
    result = next(result for result in done.results if result.written)
    assert (result.outcome is Outcome.VOID) == (reason is not Reason.OK or order == "A PAR S A MUN - BUR")


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A BUR R GAS", Reason.OK),
        ("A BUR D", Reason.OK),
        ("A BUR R RUH", Reason.NO_RETREAT_THERE),
        ("A BUR R ROM", Reason.NO_RETREAT_THERE),
        ("F BUR D", Reason.WRONG_TYPE),
        ("A PAR D", Reason.NOT_DISLODGED),
        ("A ROM D", Reason.NO_SUCH_UNIT),
        ("A PAR H", Reason.NOT_DISLODGED),
        ("A BUR H", Reason.WRONG_PHASE),
    ],
)
def test_a_displaced_army_says_where_it_cannot_go(order, reason):
    board = position(france="A BUR,A PAR", germany="A MUN,A RUH")
    attack = orders_of(germany="A MUN - BUR;A RUH S A MUN - BUR")
    after = RULES.adjudicate(board, attack, LITERAL).after
    assert RULES.check(after, FRANCE, notation.read(order), LITERAL) is reason
    other = RULES.check(after, Power("GERMANY"), notation.read("A BUR D"), LITERAL)
    assert other in (Reason.NOT_YOURS, Reason.NOT_DISLODGED)


def test_a_later_order_that_cannot_be_carried_out_does_not_cost_the_good_one():
    board = position(france="A PAR")
    orders = orders_of(france="A PAR - BUR;A PAR - MUN")
    done = RULES.adjudicate(board, orders, LITERAL)
    assert [(str(r.order), r.reason) for r in done.results] == [
        ("A PAR - BUR", Reason.OK),
        ("A PAR - MUN", Reason.DUPLICATE),
    ]


def test_of_two_good_orders_for_an_army_the_last_counts():
    board = position(france="A PAR")
    done = RULES.adjudicate(board, orders_of(france="A PAR - BUR;A PAR - GAS"), LITERAL)
    assert [str(unit) for _, unit in done.after.pieces()] == ["A GAS"]


# What the results explain


def test_a_support_tells_who_cut_it_and_why_another_did_not():
    board = position(germany="A MUN,A RUH,A HOL", france="A BUR,A BEL", italy="A KIE")
    orders = orders_of(
        germany="A MUN - BUR;A RUH S A MUN - BUR;A HOL - BEL", france="A BEL - RUH", italy="A KIE - RUH"
    )
    done = RULES.adjudicate(board, orders, LITERAL)
    support = next(r for r in done.results if isinstance(r.order, SupportMove))
    assert support.reason is Reason.CUT
    assert [str(culprit.order) for culprit in support.because] == ["A KIE - RUH"]
    assert [(str(p.move.order), [str(by.order) for by in p.by]) for p in support.parried] == [
        ("A BEL - RUH", ["A HOL - BEL"])
    ]
    document = next(r for r in write_adjudication(done)["results"] if r["unit"] == "A RUH")
    assert document["parried"] == [{"move": "FRANCE: A BEL - RUH", "by": ["GERMANY: A HOL - BEL"]}]


def test_the_rings_that_moved_are_told():
    board = position(france="A PAR", germany="A BUR")
    done = RULES.adjudicate(board, orders_of(france="A PAR - BUR", germany="A BUR - PAR"), LITERAL)
    assert [[str(culprit.order) for culprit in r] for r in done.rings] == [["A BUR - PAR", "A PAR - BUR"]]
    assert write_adjudication(done)["rings"] == [["GERMANY: A BUR - PAR", "FRANCE: A PAR - BUR"]]


# Whole games


def chance_orders(random: Random, board: Board, power: Power, options: object) -> tuple[Order, ...]:
    """Orders by chance for one phase, good and bad ones."""
    geography = board.geography
    match board.phase.kind:
        case Kind.RETREATS:
            mine = [gone for gone in board.dislodged if gone.power == power]
            return tuple(
                Retreat(gone.unit, random.choice(gone.retreats))
                if random.random() < 0.8
                else Disband(gone.unit)
                for gone in mine
                if random.random() < 0.9
            )
        case Kind.ADJUSTMENTS:
            builds = [Build(unit) for unit in RULES.buildable(board, power, options)]
            removals = [Disband(unit) for unit in board.units.get(power, ()) if random.random() < 0.3]
            return (*random.sample(builds, len(builds)), *removals, Waive())
        case Kind.MOVEMENT:
            orders: list[Order] = []
            pieces = [unit for _, unit in board.pieces()]
            for unit in board.units.get(power, ()):
                reach = geography.reach(unit)
                if not reach or random.random() < 0.1:
                    orders.append(Hold(unit))
                elif random.random() < 0.6:
                    orders.append(Move(unit, random.choice(reach)))
                elif random.random() < 0.5:
                    orders.append(SupportHold(unit, random.choice(pieces), named=random.random() < 0.5))
                else:
                    mover = random.choice(pieces)
                    target = random.choice(geography.reach(mover) or reach)
                    orders.append(SupportMove(unit, mover, target))
            return tuple(orders)


def check_done(board: Board, done: Adjudication) -> None:
    after = done.after
    spaces = [unit.province for _, unit in after.pieces()]
    assert len(spaces) == len(set(spaces))
    assert all(after.geography.can_stand(unit) for _, unit in after.pieces())
    assert read_board(json.loads(json.dumps(write_board(after))), after.geography) == after
    before = sum(1 for _ in board.pieces()) + len(board.dislodged)
    gone = len(done.disbanded) + len(done.removed)
    assert len(spaces) + len(after.dislodged) == before + len(done.built) - gone
    assert not any(after.units.get(power) for power in done.eliminated)
    held = [depot for depots in after.centers.values() for depot in depots]
    assert len(held) == len(set(held))
    if board.phase.kind is not Kind.ADJUSTMENTS and not done.skipped:
        owner = {depot: power for power, depots in after.centers.items() for depot in depots}
        for power, unit in after.pieces():
            assert owner.get(unit.province, power) == power


def play_by_chance(name: str, number: int, chosen: dict[str, object], phases: int) -> None:
    random, options = Random(number), RULES.options(chosen)
    board = RULES.start(atlas.load(name), options)
    for _ in range(phases):
        powers = sorted({*board.units, *board.centers})
        orders = {power: chance_orders(random, board, power, options) for power in powers}
        done = RULES.adjudicate(board, orders, options)
        check_done(board, done)
        if done.winner:
            return
        assert RULES.acts(done.after, options), (name, number, str(done.after.phase))
        assert not set(done.eliminated) & set(RULES.acts(done.after, options))
        board = done.after


GAMES: list[dict[str, object]] = [
    {},
    {"adjustment_after": "every_round", "retreat_exclusions": "classic", "victory": 0},
    {"swap": False, "self_dislodge": False, "removal": "owned", "victory": 14},
    {"own_moves_attack": False, "adjustment_after": "every_round"},
]


@pytest.mark.parametrize("chosen", GAMES, ids=str)
def test_whole_games_by_chance_go_well_on_our_own_board(chosen):
    for number in range(4):
        play_by_chance("lowlands", number, chosen, 80)


@pytest.mark.parametrize("name", atlas.shipped())
def test_some_years_by_chance_go_well_on_every_board(name):
    play_by_chance(name, 7, {"fleets": True}, 12)


def test_a_game_on_our_own_board_comes_to_an_end():
    for number in range(3):
        random, board = Random(number), RULES.start(LOWLANDS, LITERAL)
        winner: tuple[Power, ...] = ()
        for _ in range(2000):
            powers = sorted({*board.units, *board.centers})
            orders = {power: chance_orders(random, board, power, LITERAL) for power in powers}
            done = RULES.adjudicate(board, orders, LITERAL)
            winner, board = done.winner, done.after
            if winner:
                break
        assert winner


def test_the_same_position_always_gives_the_same_result():
    for number in range(100):
        board, orders = chance_position(Random(number))
        turned = {power: tuple(reversed(given)) for power, given in reversed(orders.items())}
        there, back = RULES.adjudicate(board, orders, LITERAL), RULES.adjudicate(board, turned, LITERAL)
        assert there == back


# Large positions


def test_a_ring_of_twenty_thousand_armies_moves_as_one():
    board, orders = ring(20_000)
    done = RULES.adjudicate(board, orders, LITERAL)
    assert all(result.outcome is Outcome.SUCCEEDS for result in done.results)
    assert [len(found) for found in done.rings] == [20_000]


def test_a_ring_of_twenty_thousand_armies_stops_where_one_holds():
    board, orders = ring(20_000, broken=True)
    done = RULES.adjudicate(board, orders, LITERAL)
    assert sum(result.outcome is Outcome.BOUNCED for result in done.results) == 19_999
    assert done.rings == ()


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
def test_a_crowded_board_comes_out_consistent(chosen):
    board, orders = crowd(500)
    opinion = Opinion(board, orders, chosen)
    done = RULES.adjudicate(board, orders, RULES.options(chosen))
    won = {
        result.order.unit.province
        for result in done.results
        if isinstance(result.order, Move) and result.outcome is Outcome.SUCCEEDS
    }
    assert won
    for at, to in opinion.moves.items():
        assert (at in won) == opinion.succeeds(at, to in won)


def test_a_board_of_five_thousand_spaces_full_of_orders_is_resolved():
    board, orders = crowd(5_000)
    done = RULES.adjudicate(board, orders, LITERAL)
    assert len(done.results) == 4_500
    assert {result.reason for result in done.results} >= {
        Reason.OK,
        Reason.CUT,
        Reason.BOUNCED,
        Reason.DEFENDED,
    }
    assert any(result.parried for result in done.results)
