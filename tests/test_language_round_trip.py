"""Every order on every shipped board can be said in words, in every language, and is read back as it was."""

import random
from collections.abc import Iterator

import pytest
from language_cases import every_unit

from judge.board import atlas
from judge.board.geography import Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.board.phases import Kind, Phase, Season
from judge.board.state import Board, Dislodged
from judge.language import describe, read_orders

LANGUAGES = ("en", "nl", "de", "fr")
Written = tuple[Order, Kind]


def orders_for(unit: Unit, geography: Geography, units: list[Unit], dice: random.Random) -> Iterator[Written]:
    """Some orders this unit could be given, one of each kind."""
    yield Hold(unit), Kind.MOVEMENT
    yield Disband(unit), Kind.RETREATS
    yield Disband(unit), Kind.ADJUSTMENTS
    reach = [
        place for place in geography.reach(unit) if geography.terrain[place.province] is not Terrain.SHUT
    ]
    if not reach:
        return
    target = dice.choice(reach)
    yield Move(unit, target), Kind.MOVEMENT
    yield Retreat(unit, target), Kind.RETREATS
    standing = [other for other in units if other.province == target.province]
    if standing:
        yield SupportHold(unit, dice.choice(standing)), Kind.MOVEMENT
    movers = [
        other
        for other in units
        if other.province not in (unit.province, target.province)
        and target.province in {place.province for place in geography.reach(other)}
    ]
    if movers:
        yield SupportMove(unit, dice.choice(movers), Location(target.province)), Kind.MOVEMENT
    yield from convoys_for(unit, geography, dice)


def convoys_for(unit: Unit, geography: Geography, dice: random.Random) -> Iterator[Written]:
    if geography.terrain[unit.province] is not Terrain.SEA:
        return
    shores = sorted(
        {p.province for p in geography.reach(unit) if geography.terrain[p.province] is Terrain.COAST}
    )
    if len(shores) > 1:
        start, end = dice.sample(shores, 2)
        army = Unit(UnitType.ARMY, Location(start))
        yield Convoy(unit, army, Location(end)), Kind.MOVEMENT
        yield Move(army, Location(end), True), Kind.MOVEMENT
        yield Move(army, Location(end), True, (unit.province,)), Kind.MOVEMENT


def builds_for(geography: Geography) -> Iterator[Written]:
    homes = {center for home in geography.home.values() for center in home}
    for center in geography.centers:
        if center in homes:
            if geography.terrain[center] is not Terrain.SEA:
                yield Build(Unit(UnitType.ARMY, Location(center))), Kind.ADJUSTMENTS
            for place in geography.fleet_places(center):
                yield Build(Unit(UnitType.FLEET, place)), Kind.ADJUSTMENTS
    yield Waive(), Kind.ADJUSTMENTS


def board_for(order: Order, kind: Kind, geography: Geography) -> tuple[Board, Power]:
    """The smallest board on which an order makes sense."""
    power, rival = geography.powers[0], geography.powers[-1]
    units: dict[Power, tuple[Unit, ...]] = {power: (), rival: ()}
    gone: tuple[Dislodged, ...] = ()
    centers: dict[Power, tuple[Province, ...]] = {}
    match order:
        case Build(unit):
            power = next(p for p in geography.powers if unit.province in geography.home[p])
            centers = {power: geography.centers}
        case Waive():
            centers = {power: geography.centers}
        case SupportHold(unit, other) | SupportMove(unit, other) | Convoy(unit, other):
            units = {power: (unit,), rival: (other,)}
        case _ if kind is Kind.RETREATS:
            gone = (Dislodged(power, order.unit, None, False, geography.reach(order.unit)),)
        case _:
            units = {power: (order.unit,), rival: ()}
    season = Season.WINTER if kind is Kind.ADJUSTMENTS else Season.SPRING
    return Board(geography, Phase(season, 1901, kind), units, centers, gone), power


def misread(name: str, units_tried: int, seed: int) -> list[str]:
    """The ways of saying an order on this board that are not read back as that order."""
    geography, dice = atlas.load(name), random.Random(seed)
    units = list(every_unit(name))
    chosen = dice.sample(units, min(units_tried, len(units)))
    written = [pair for unit in chosen for pair in orders_for(unit, geography, units, dice)]
    wrong = []
    for order, kind in (*written, *builds_for(geography)):
        board, power = board_for(order, kind, geography)
        for language in LANGUAGES:
            for text in (describe(order, geography, language), str(order)):
                sheet = read_orders(text, board, power, language)
                remarks = all(problem.is_remark for problem in sheet.problems)
                if [entry.order for entry in sheet.entries] != [order] or not remarks:
                    wrong.append(f"{language}: {text}")
    return wrong


@pytest.mark.parametrize("name", atlas.shipped())
def test_what_the_judge_says_the_judge_can_read(name: str) -> None:
    assert misread(name, 6, seed=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", atlas.shipped())
def test_every_unit_of_every_board_is_understood_in_every_language(name: str) -> None:
    for seed in range(3):
        assert misread(name, 1000, seed) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", "Vloot Noordzee konvooieert leger Londen naar Noorwegen"),
        ("en", "Fleet North Sea convoys army London to Norway"),
        ("de", "Flotte Nordsee geleitet Armee London nach Norwegen"),
    ],
)
def test_an_order_is_said_in_the_readers_language(language: str, said: str) -> None:
    fleet = Unit(UnitType.FLEET, Location(Province("NTH")))
    army = Unit(UnitType.ARMY, Location(Province("LON")))
    order = Convoy(fleet, army, Location(Province("NWY")))
    assert describe(order, atlas.load(), language) == said


def test_a_coast_is_said_in_brackets() -> None:
    order = Hold(Unit(UnitType.FLEET, next(p for p in atlas.load().fleet if str(p) == "STP/SC")))
    assert describe(order, atlas.load(), "nl") == "Vloot Sint-Petersburg (zuidkust) houdt"


def test_a_language_without_words_is_answered_in_english() -> None:
    order = Hold(Unit(UnitType.ARMY, Location(Province("PAR"))))
    assert describe(order, atlas.load(), "xx") == "Army Paris holds"
