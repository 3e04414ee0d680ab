"""Positions that make naive adjudicators explode, in any size: long chains, rings, convoys over whole oceans.

`stress(family, size)` gives a board of about `size` provinces, orders for it, and what is to come of them.
"""

from collections.abc import Callable
from itertools import pairwise
from math import isqrt

from judge.board.geography import Geography, Location, Power, Province, Setup, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, SupportHold, SupportMove
from judge.board.phases import Phase
from judge.board.state import Board

POWERS = tuple(map(Power, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY")))
Orders = dict[Power, tuple[Movement, ...]]
Expected = dict[Province, bool]


class Plan:
    """A board and its orders, put together piece by piece."""

    def __init__(self) -> None:
        self.terrain: dict[Province, Terrain] = {}
        self.army: dict[Province, list[Province]] = {}
        self.fleet: dict[Province, list[Province]] = {}
        self.units: dict[Power, list[Unit]] = {power: [] for power in POWERS}
        self.powers: dict[Province, Power] = {}
        self.orders: dict[Power, list[Movement]] = {power: [] for power in POWERS}
        self.succeeds: Expected = {}
        """The moves, and whether they are to succeed."""

    def province(self, name: str, terrain: Terrain) -> Province:
        """A new province."""
        place = Province(name.upper())
        self.terrain[place] = terrain
        if terrain is not Terrain.SEA:
            self.army[place] = []
        if terrain is not Terrain.LAND:
            self.fleet[place] = []
        return place

    def by_land(self, one: Province, other: Province) -> None:
        """A border for armies."""
        self.army[one].append(other)
        self.army[other].append(one)

    def by_sea(self, one: Province, other: Province) -> None:
        """A border for fleets."""
        self.fleet[one].append(other)
        self.fleet[other].append(one)

    def unit(self, power: int, kind: UnitType, at: Province) -> Unit:
        """A new unit; it holds until it is ordered."""
        unit = Unit(kind, Location(at))
        self.powers[at] = POWERS[power % len(POWERS)]
        self.units[self.powers[at]].append(unit)
        return unit

    def order(self, order: Movement, succeeds: bool | None = None) -> None:
        """An order for a unit, and for a move what is to come of it."""
        power = next(
            power for power, units in self.units.items() if order.unit in units[-3:] or order.unit in units
        )
        self.orders[power].append(order)
        if succeeds is not None:
            self.succeeds[order.unit.province] = succeeds

    def move(self, unit: Unit, to: Province, succeeds: bool, via: bool = False) -> None:
        """A move, and whether it is to succeed."""
        self.order(Move(unit, Location(to), via), succeeds)

    def finished(self) -> tuple[Board, Orders, Expected]:
        """The board, the orders, and what is to come of the moves."""
        geography = Geography(
            id="stress",
            title="Stress",
            begin="S1901M",
            victory=len(self.terrain),
            terrain=self.terrain,
            army={p: tuple(to) for p, to in self.army.items()},
            fleet={Location(p): tuple(map(Location, to)) for p, to in self.fleet.items()},
            setups=tuple(Setup(power, power[0], (), (), ()) for power in POWERS),
            neutral=(),
            names={},
            power_names={},
        )
        units = {power: tuple(sorted(there)) for power, there in self.units.items()}
        board = Board(geography, Phase.read("S1901M"), units, {})
        return board, {power: tuple(given) for power, given in self.orders.items()}, self.succeeds


def _row(plan: Plan, size: int, closed: bool) -> list[Province]:
    places = [plan.province(f"p{i}", Terrain.LAND) for i in range(size)]
    for here, there in pairwise(places):
        plan.by_land(here, there)
    if closed:
        plan.by_land(places[-1], places[0])
    return places


def chain(size: int, backwards: bool = False, blocked: bool = False) -> Plan:
    """Every unit follows the one before it; the last walks into an empty province, or into one that holds."""
    plan = Plan()
    places = _row(plan, size, closed=False)
    steps = list(enumerate(pairwise(places)))
    units = [(plan.unit(i, UnitType.ARMY, here), there) for i, (here, there) in steps]
    for unit, there in reversed(units) if backwards else units:
        plan.move(unit, there, not blocked)
    if blocked:
        plan.order(Hold(plan.unit(size, UnitType.ARMY, places[-1])))
    return plan


def ring(size: int, bounced: bool = False) -> Plan:
    """All go round; or one of them meets an equal from outside, and nobody goes."""
    plan = Plan()
    places = _row(plan, size, closed=True)
    for i, here in enumerate(places):
        plan.move(plan.unit(i, UnitType.ARMY, here), places[(i + 1) % size], not bounced)
    if bounced:
        outside = plan.province("outside", Terrain.LAND)
        plan.by_land(outside, places[0])
        plan.move(plan.unit(1, UnitType.ARMY, outside), places[0], False)
    return plan


def star(size: int) -> Plan:
    """Half of the units attack one province, each with a support: nobody gets in."""
    plan = Plan()
    middle = plan.province("middle", Terrain.LAND)
    plan.order(Hold(plan.unit(0, UnitType.ARMY, middle)))
    for i in range(size // 2):
        near = plan.province(f"near{i}", Terrain.LAND)
        far = plan.province(f"far{i}", Terrain.LAND)
        for one, other in ((near, middle), (far, middle), (near, far)):
            plan.by_land(one, other)
        attacker = plan.unit(i + 1, UnitType.ARMY, near)
        plan.move(attacker, middle, False)
        plan.order(SupportMove(plan.unit(i + 1, UnitType.ARMY, far), attacker, Location(middle)))
    return plan


def _ocean(plan: Plan, side: int) -> dict[tuple[int, int], Province]:
    seas = {(x, y): plan.province(f"s{x}x{y}", Terrain.SEA) for x in range(side) for y in range(side)}
    for (x, y), sea in seas.items():
        for to in ((x + 1, y), (x, y + 1)):
            if to in seas:
                plan.by_sea(sea, seas[to])
    return seas


def ocean(size: int, near: bool = False) -> Plan:
    """Every fleet of a square ocean convoys one army from corner to corner, or only past one corner."""
    plan = Plan()
    side = isqrt(size)
    seas = _ocean(plan, side)
    start, goal = plan.province("start", Terrain.COAST), plan.province("goal", Terrain.COAST)
    plan.by_sea(start, seas[0, 0])
    plan.by_sea(goal, seas[(1, 1) if near else (side - 1, side - 1)])
    army = plan.unit(0, UnitType.ARMY, start)
    plan.move(army, goal, True, via=True)
    for sea in seas.values():
        plan.order(Convoy(plan.unit(0, UnitType.FLEET, sea), army, Location(goal)))
    return plan


def paradoxes(size: int, linked: bool) -> Plan:
    """Convoys under attack, supported from where the convoy lands: paradoxes, apart or in a ring."""
    plan = Plan()
    count = size // 4
    kinds = (("sea", Terrain.SEA), ("home", Terrain.COAST), ("land", Terrain.COAST), ("from", Terrain.COAST))
    rows = [{name: plan.province(f"{name}{i}", terrain) for name, terrain in kinds} for i in range(count)]
    for i, row in enumerate(rows):
        for shore in ("home", "land", "from"):
            plan.by_sea(row["sea"], row[shore])
        if linked:
            plan.by_sea(rows[(i + 1) % count]["sea"], row["land"])
    for i, row in enumerate(rows):
        army = plan.unit(0, UnitType.ARMY, row["home"])
        plan.move(army, row["land"], False, via=True)
        plan.order(Convoy(plan.unit(0, UnitType.FLEET, row["sea"]), army, Location(row["land"])))
        attacked = rows[(i + 1) % count] if linked else row
        attacker = plan.unit(1, UnitType.FLEET, attacked["from"])
        plan.move(attacker, attacked["sea"], True)
        helper = plan.unit(1, UnitType.FLEET, row["land"])
        plan.order(SupportMove(helper, attacker, Location(attacked["sea"])))
    return plan


def cuts(size: int) -> Plan:
    """A row of supports, each attacked from outside: all are cut, and every attack bounces."""
    plan = Plan()
    places = _row(plan, size // 2, closed=False)
    units = [plan.unit(0, UnitType.ARMY, place) for place in places]
    for i, unit in enumerate(units):
        order = SupportHold(unit, units[i + 1]) if i + 1 < len(units) else Hold(unit)
        plan.order(order)
        outside = plan.province(f"q{i}", Terrain.LAND)
        plan.by_land(outside, places[i])
        plan.move(plan.unit(1, UnitType.ARMY, outside), places[i], False)
    return plan


FAMILIES: dict[str, Callable[[int], Plan]] = {
    "chain": chain,
    "chain backwards": lambda size: chain(size, backwards=True),
    "chain blocked": lambda size: chain(size, blocked=True),
    "ring": ring,
    "ring bounced": lambda size: ring(size, bounced=True),
    "star": star,
    "ocean": ocean,
    "ocean with a short way": lambda size: ocean(size, near=True),
    "paradoxes apart": lambda size: paradoxes(size, linked=False),
    "paradoxes in a ring": lambda size: paradoxes(size, linked=True),
    "cut supports": cuts,
}


def stress(family: str, size: int) -> tuple[Board, Orders, Expected]:
    """A position of a family: the board, the orders, and which moves are to succeed."""
    return FAMILIES[family](size).finished()
