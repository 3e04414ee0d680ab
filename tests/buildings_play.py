"""Random whole games of the buildings rules, and what must hold after every phase of them."""

import json
from dataclasses import dataclass, field
from random import Random

from judge.board import atlas
from judge.board.accounts import Accounts
from judge.board.economy import BuildingType, Economy, spot
from judge.board.geography import PORT, Location, Power, Terrain, Unit, UnitType
from judge.board.notation import read
from judge.board.orders import (
    Convoy,
    Demolish,
    Disband,
    Hold,
    Move,
    Order,
    Orders,
    ReplenishAll,
    Retreat,
    SupportHold,
    SupportMove,
)
from judge.board.phases import Kind
from judge.board.record import read_board, write_adjudication, write_board
from judge.board.results import Adjudication, Reason
from judge.board.state import Board
from judge.rules import buildings

RICH = {"start_treasury": 40, "income_base": 15, "ap_base": 4}
"""So much money that there is building everywhere."""
CHOICES: tuple[dict[str, object], ...] = (
    {},
    RICH,
    {**RICH, "fort_defends_empty": True, "port_support_cut_by_tile_attack": True, "supporters_engage": True},
    {**RICH, "tile_control": "fall", "center_control": "immediate", "replenish_combine": "sum"},
    {**RICH, "fort_support_cuttable": True, "fort_need_when_taken_undefended": True, "partial_payment": True},
    {**RICH, "port_enemy_may_enter_subtile": True, "port_survives_capture": False, "pillage_income": 3},
    {**RICH, "unit_cap": "none", "buildings_count_as_centers": True, "buildings_earn": True},
    {**RICH, "port_needs_replenishment": True, "hub_needs_replenishment": True, "burned_pays": True},
    {**RICH, "weak_retreat_new_need": "max", "weak_fleet_may_convoy": True, "port_defence_bonus": 1},
    {**RICH, "one_of_each_type_per_tile": False, "unreplenished_fort_defends": True, "deletion_refund": 2},
    {**RICH, "edition": "1971", "port_fleet_defends_empty_main": False, "ap_carry_over": True},
    {**RICH, "edition": "2000", "hub_usable_same_build_phase": True, "port_both_retreat": False},
    {**dict.fromkeys(("start_treasury", "income_base", "income_per_center", "pillage_income"), 100_000),
     **dict.fromkeys(("typical_unit_cost", "cost_army", "deletion_refund"), 100_000), "ap_base": 1000,
     **dict.fromkeys(("replenish_pct.off_fail", "replenish_pct.def_ok"), 1000), "research.multiplier": 10},
    {"start_treasury": 0, "income_base": 0, "income_per_center": 0, "typical_unit_cost": 0, "ap_base": 0},
)  # fmt: skip


# Orders


def near(board: Board, economy: Economy, unit: Unit) -> list[Location]:
    """Where a unit could go next, ports included."""
    geography, ports = board.geography, economy.ports()
    if unit.location.coast != PORT:
        places = list(geography.reach(unit))
    else:
        mains = geography.fleet_places(unit.province)
        places = [*mains, *(to for main in mains for to in geography.reach(Unit(UnitType.FLEET, main)))]
    if unit.type is UnitType.FLEET:
        there = {*(place.province for place in places), unit.province}
        places += [Location(port, PORT) for port in sorted(ports & there)]
    return [place for place in dict.fromkeys(places) if place != unit.location]


def random_orders(random: Random, board: Board, options: buildings.Options) -> Orders:
    """Orders for every power; some silent, some nonsense."""
    assert board.economy is not None
    if board.phase.kind is Kind.MOVEMENT:
        return _movement(random, board, board.economy)
    out: dict[Power, tuple[Order, ...]] = {}
    for power in buildings.acts(board, options):
        if random.random() < 0.9:
            out[power] = tuple(_choices(random, board, power, options))
    return out


def _movement(random: Random, board: Board, economy: Economy) -> Orders:
    moves: dict[Unit, Move] = {}
    for _, unit in board.pieces():
        places = near(board, economy, unit)
        if places and random.random() < 0.7:
            moves[unit] = Move(unit, random.choice(places))
        elif board.geography.terrain[unit.province] is Terrain.COAST and unit.type is UnitType.ARMY:
            shores = [p for p, terrain in board.geography.terrain.items() if terrain is Terrain.COAST]
            moves[unit] = Move(unit, Location(random.choice(shores)), via=True)
    return {
        power: tuple(_order(random, board, economy, unit, moves) for unit in units if random.random() < 0.95)
        for power, units in board.units.items()
    }


def _order(random: Random, board: Board, economy: Economy, unit: Unit, moves: dict[Unit, Move]) -> Order:
    if unit in moves and random.random() < 0.75:
        return moves[unit]
    around = {place.province for place in near(board, economy, unit)}
    choices: list[Order] = [
        SupportMove(unit, m.unit, m.target) for m in moves.values() if m.target.province in around
    ]
    choices += [SupportHold(unit, other) for _, other in board.pieces() if other.province in around]
    if board.geography.terrain[unit.province] is Terrain.SEA:
        choices += [Convoy(unit, m.unit, m.target) for m in moves.values() if m.via] * 2
    return random.choice(choices) if choices else Hold(unit)


def _choices(random: Random, board: Board, power: Power, options: buildings.Options) -> list[Order]:
    """Retreats first; then whatever is offered, in any order, more of it than can be paid."""
    offered = [offer.order for offer in buildings.offers(board, power, options)]
    lines: list[Order] = []
    for gone in board.dislodged:
        if gone.power == power:
            free = [o for o in offered if isinstance(o, Retreat | Disband) and o.unit == gone.unit]
            lines.append(random.choice(free))
    rest = [order for order in offered if not isinstance(order, Retreat)]
    if board.phase.kind is Kind.RETREATS:
        rest = [order for order in rest if not isinstance(order, Disband)]
    random.shuffle(rest)
    lines += rest[: random.randint(0, 9)]
    if random.random() < 0.1:
        lines.append(ReplenishAll())
    if random.random() < 0.1:
        lines.append(Demolish(BuildingType.FORT, random.choice(sorted(board.geography.terrain))))
    return lines


# Whole games


@dataclass
class Game:
    """A game that was played; the board of every phase, and the orders given in it."""

    options: list[buildings.Options]
    """What each phase was played by."""
    board: Board
    letters: list[dict[str, list[str]]] = field(default_factory=list)
    """By phase the canonical orders of each power, as they are stored."""
    told: list[str] = field(default_factory=list)
    """By phase what came of it, as bytes would have it."""


def play(seed: int, years: int, board: str = "standard", *, changing: bool = False) -> Game:
    """Play a random game, and check everything after every phase; `changing`: each may have other options."""
    random = Random(seed)
    options = buildings.options(CHOICES[seed % len(CHOICES)])
    game = Game([], buildings.start(atlas.load(board), options))
    last = game.board.phase.year + years
    while game.board.phase.year < last:
        if changing and game.options and random.random() < 0.4:
            options = buildings.options(random.choice(CHOICES))
        game.options.append(options)
        orders = random_orders(random, game.board, options)
        done = buildings.adjudicate(game.board, orders, options)
        check(done, orders, options, settled=not changing)
        game.letters.append({power: [str(order) for order in given] for power, given in orders.items()})
        game.told.append(json.dumps(write_adjudication(done)))
        game.board = done.after
        if done.winner or not any(game.board.units.values()):
            break
    return game


def replay(game: Game, board: str = "standard") -> list[str]:
    """The same game again, from the stored orders, each board read back from its record."""
    geography = atlas.load(board)
    now, told = buildings.start(geography, game.options[0]), list[str]()
    for letters, options in zip(game.letters, game.options, strict=True):
        orders = {Power(power): tuple(map(read, lines)) for power, lines in letters.items()}
        now = read_board(json.loads(json.dumps(write_board(now))), geography)
        done = buildings.adjudicate(now, orders, options)
        told.append(json.dumps(write_adjudication(done)))
        now = done.after
    return told


# What must hold


def check(done: Adjudication, orders: Orders, options: buildings.Options, *, settled: bool = True) -> None:
    """Everything that holds after any phase; but for `settled` what other options may have left behind."""
    before, after = done.before.economy, done.after.economy
    assert before is not None
    assert after is not None
    assert done.accounts is not None
    check_money(before, after, done.accounts)
    check_silence(done.accounts, orders)
    if settled:
        check_places(done.after, after, options)
    check_bills(done.after, after)
    if done.before.phase.kind is Kind.ADJUSTMENTS:
        check_limits(done.after, after, options, settled=settled)
    assert read_board(json.loads(json.dumps(write_board(done.after))), done.after.geography) == done.after


def check_money(before: Economy, after: Economy, accounts: Accounts) -> None:
    for power, left in after.treasury.items():
        purse = before.money(power)
        for entry in accounts.ledger:
            if entry.power == power:
                assert entry.before == purse
                assert entry.after == purse + (entry.amount if entry.reason is Reason.OK else 0)
                purse = entry.after
                assert purse >= 0
                assert entry.points_after >= 0
        assert left == purse


def check_silence(accounts: Accounts, orders: Orders) -> None:
    for entry in accounts.ledger:
        if entry.amount < 0:
            assert entry.order is not None
            named = orders.get(entry.power, ())
            assert entry.order in named or any(isinstance(order, ReplenishAll) for order in named)


def check_places(board: Board, economy: Economy, options: buildings.Options) -> None:
    taken: dict[Location, Power] = {}
    ports = economy.ports()
    for power, unit in board.pieces():
        place = spot(unit.location)
        assert place not in taken, f"two units in {place}"
        taken[place] = power
        if unit.location.coast == PORT:
            assert unit.type is UnitType.FLEET
            assert unit.province in ports or not options.port_survives_capture
        else:
            assert board.geography.can_stand(unit), unit
    for place, power in taken.items():
        main = taken.get(Location(place.province))
        beside_enemies = options.port_enemy_may_enter_subtile or not options.port_both_retreat
        if place.coast == PORT and main is not None and not beside_enemies:
            assert main == power, f"two powers in {place}"
    for gone in board.dislodged:
        assert gone.retreats
        assert not {spot(to) for to in gone.retreats} & set(taken)


def check_bills(board: Board, economy: Economy) -> None:
    standing = {(power, spot(unit.location)) for power, unit in board.pieces()}
    standing |= {(gone.power, spot(gone.unit.location)) for gone in board.dislodged}
    assert set(economy.bills) <= standing
    assert all(bill.amount > 0 for bill in economy.bills.values())
    for building in economy.buildings:
        assert building.province in economy.control
        assert building.bill is None or building.bill.amount > 0
    assert list(economy.control) == sorted(economy.control)


def check_limits(board: Board, economy: Economy, options: buildings.Options, *, settled: bool) -> None:
    for power in economy.treasury:
        held = list(economy.held(power))
        provinces = sum(1 for owner in economy.control.values() if owner == power)
        assert len(held) <= -(-provinces // options.provinces_per_building)
        units, centers = board.units.get(power, ()), board.centers.get(power, ())
        counted = len(held) if options.buildings_count_as_centers else 0
        if options.unit_cap is buildings.UnitCap.CENTERS and not counted:
            assert len(units) <= len(centers)
        if options.one_of_each_type_per_tile and settled:
            assert len({(b.type, b.province) for b in held}) == len(held)
