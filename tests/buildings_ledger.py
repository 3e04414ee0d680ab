"""A slow second opinion on what is paid and built: the retreat and Build phases, kept in plain dictionaries.

It is written from the rules (B28, B29, B37 to B51, B70 to B77) and shares nothing with the judge but the
order in which units go in civil disorder, which the standard rules settle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judge.board import atlas
from judge.board.economy import Economy, spot
from judge.board.geography import PORT, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import (
    Build,
    Demolish,
    Disband,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
    Retreat,
)
from judge.board.state import Board, Dislodged
from judge.rules import standard

MAP = atlas.load("standard")
LAND = sorted(p for p, terrain in MAP.terrain.items() if terrain in (Terrain.LAND, Terrain.COAST))
COAST = [p for p in LAND if MAP.fleet_places(p)]
TREE = {
    "logistics_1": (12, ""),
    "logistics_2": (18, "logistics_1"),
    "masonry": (12, ""),
    "administration": (15, ""),
}
USUAL: dict[str, Any] = {
    "income_base": 4,
    "income_per_center": 6,
    "cost_army": 10,
    "cost_fleet": 10,
    "cost_fort": 8,
    "cost_port": 6,
    "cost_hub": 12,
    "ap_army": 1,
    "ap_fleet": 1,
    "ap_fort": 1,
    "ap_port": 1,
    "ap_hub": 2,
    "ap_base": 1,
    "centers_per_ap": 2,
    "ap_carry_over": False,
    "replenish_payable_in": ["retreat", "build"],
    "partial_payment": False,
    "hub_build_site": True,
    "hub_usable_same_build_phase": False,
    "buildings_earn": False,
    "provinces_per_building": 3,
    "over_limit_default_deletion": "newest first",
    "deletion_refund": 0,
    "unit_cap": "centers",
    "building_types": ["fort", "port", "hub"],
    "unit_types": ["army", "fleet"],
    "burned_pays": False,
    "tile_control": "immediate",
}
Letters = Mapping[Power, tuple[Order, ...]]


def economy_of(board: Board) -> Economy:
    """What these rules keep beside units and centers."""
    assert board.economy is not None
    return board.economy


def reach(unit: Unit) -> list[Location]:
    """Where a unit may go; from a port, where a fleet on any coast of its province may go."""
    if unit.location.coast != PORT:
        return list(MAP.reach(unit))
    return list(
        dict.fromkeys(to for quay in MAP.fleet_places(unit.province) for to in MAP.fleet.get(quay, ()))
    )


@dataclass
class Structure:
    """A building; the list of them is in the order of their age."""

    kind: str
    place: Province
    owes: int
    phases: int


@dataclass
class Ledger:
    """The state of a phase, changed in place."""

    board: Board
    chosen: Mapping[str, Any]
    money: dict[Power, int] = field(default_factory=dict)
    points: dict[Power, int] = field(default_factory=dict)
    control: dict[Province, Power] = field(default_factory=dict)
    structures: list[Structure] = field(default_factory=list)
    bills: dict[tuple[Power, Location], int] = field(default_factory=dict)
    research: dict[Power, list[str]] = field(default_factory=dict)
    units: dict[Power, list[Unit]] = field(default_factory=dict)
    moved: dict[tuple[Power, Location], Location] = field(default_factory=dict)
    """Where a unit is now that was named by another place when the phase began."""
    burned: dict[tuple[Power, Location], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        economy = economy_of(self.board)
        self.rules = {**USUAL, **self.chosen}
        self.money = dict(economy.treasury)
        self.points = dict(economy.action_points)
        self.control = dict(economy.control)
        self.structures = [
            Structure(b.type.value, b.province, b.bill.amount if b.bill else 0, b.phases)
            for b in economy.buildings
        ]
        self.bills = {debtor: bill.amount for debtor, bill in economy.bills.items()}
        self.research = {power: list(items) for power, items in economy.research.items()}
        self.units = {power: list(there) for power, there in self.board.units.items()}

    def _held(self, power: Power) -> list[Structure]:
        return [one for one in self.structures if self.control.get(one.place) == power]

    def _limit(self, power: Power) -> int:
        each: int = self.rules["provinces_per_building"]
        return -(-sum(owner == power for owner in self.control.values()) // each)

    def _stands(self, at: Location) -> Power | None:
        return next(
            (p for p, there in self.units.items() for unit in there if spot(unit.location) == at), None
        )

    # The Build phase

    def build(self, orders: Letters) -> None:
        """B74: income, deletions, disbands, then the lines of each letter."""
        for power in MAP.powers:
            if self.units.get(power) or self.board.centers.get(power):
                self._earn(power)
        for power in MAP.powers:
            self._delete(power, [o for o in orders.get(power, ()) if isinstance(o, Demolish)])
        self._go_ashore()
        for power in MAP.powers:
            self._disband(power, [o for o in orders.get(power, ()) if isinstance(o, Disband)])
        hubs = {one.place for one in self.structures if one.kind == "hub"}
        for power, lines in sorted(orders.items()):
            for line in lines:
                self._spend(power, line, hubs)

    def _earn(self, power: Power) -> None:
        rules = self.rules
        earning = len(self.board.centers.get(power, ()))
        earning += len(self._held(power)) if rules["buildings_earn"] else 0
        self.money[power] += rules["income_base"] + rules["income_per_center"] * earning
        kept = self.points.get(power, 0) if rules["ap_carry_over"] else 0
        bonus = 1 if "administration" in self.research.get(power, ()) else 0
        self.points[power] = rules["ap_base"] + earning // rules["centers_per_ap"] + bonus + kept

    def _delete(self, power: Power, orders: list[Demolish]) -> None:
        for order in orders:
            there = [
                o for o in self._held(power) if (o.kind, o.place) == (order.building.value, order.province)
            ]
            if there and len(self._held(power)) > self._limit(power):
                self._remove(power, there[0])
        while len(self._held(power)) > self._limit(power):
            newest = self.rules["over_limit_default_deletion"] == "newest first"
            self._remove(power, self._held(power)[-1 if newest else 0])

    def _remove(self, power: Power, structure: Structure) -> None:
        self.structures.remove(structure)
        self.money[power] += self.rules["deletion_refund"]

    def _go_ashore(self) -> None:
        ports = {one.place for one in self.structures if one.kind == "port"}
        for power, there in self.units.items():
            for unit in [u for u in there if u.location.coast == PORT and u.province not in ports]:
                there.remove(unit)
                bill, quay = self.bills.pop((power, unit.location), 0), Location(unit.province)
                if self._stands(quay) is not None:
                    continue
                there.append(Unit(unit.type, MAP.fleet_places(unit.province)[0]))
                self.moved[power, unit.location] = quay
                if bill:
                    self.bills[power, quay] = bill

    def _surplus(self, power: Power) -> int:
        if self.rules["unit_cap"] == "none":
            return 999
        return len(self.board.centers.get(power, ())) - len(self.units.get(power, ()))

    def _disband(self, power: Power, orders: list[Disband]) -> None:
        if self._surplus(power) >= 0:
            return
        there = self.units[power]
        chosen = [self.moved.get((power, spot(o.unit.location)), spot(o.unit.location)) for o in orders]
        for at in dict.fromkeys(chosen):
            gone = [unit for unit in there if spot(unit.location) == at]
            if gone and self._surplus(power) < 0:
                there.remove(gone[0])
                self.bills.pop((power, at), None)
        units = {p: tuple(sorted(standing)) for p, standing in self.units.items()}
        order = standard.removals(replace(self.board, units=units), power, standard.options({}))
        for unit in order[: max(0, -self._surplus(power))]:
            there.remove(unit)
            self.bills.pop((power, spot(unit.location)), None)

    def _spend(self, power: Power, line: Order, hubs: set[Province]) -> None:
        match line:
            case Build(unit):
                self._raise(power, unit, hubs)
            case Place(kind, place):
                self._place(power, kind.value, place)
            case Research(item):
                price, first = TREE[item]
                known = self.research.setdefault(power, [])
                if item not in known and (not first or first in known) and self._take(power, price, 0):
                    known.append(item)
            case _:
                self._settle(power, line, "build")

    def _take(self, power: Power, price: int, points: int) -> bool:
        """B73: whole or not at all."""
        if self.money[power] < price or self.points[power] < points:
            return False
        self.money[power] -= price
        self.points[power] -= points
        return True

    def _raise(self, power: Power, unit: Unit, hubs: set[Province]) -> None:
        rules, place, at = self.rules, unit.province, spot(unit.location)
        kind = "army" if unit.type is UnitType.ARMY else "fleet"
        there = {one.kind for one in self._held(power) if one.place == place}
        hub = rules["hub_build_site"] and "hub" in there
        hub = hub and (place in hubs or rules["hub_usable_same_build_phase"])
        home = place in MAP.home[power] and place in self.board.centers.get(power, ())
        room = {self._stands(Location(place)), self._stands(Location(place, PORT))} <= {None, power}
        berth = at.coast != PORT or "port" in there
        good = kind in rules["unit_types"] and (hub or home) and room and berth and self._stands(at) is None
        if (
            good
            and self._surplus(power) > 0
            and self._take(power, rules[f"cost_{kind}"], rules[f"ap_{kind}"])
        ):
            self.units.setdefault(power, []).append(unit)

    def _place(self, power: Power, kind: str, place: Province) -> None:
        rules, price = self.rules, self.rules[f"cost_{kind}"]
        if kind == "fort" and "masonry" in self.research.get(power, ()):
            price = min(price, 6)
        good = kind in rules["building_types"] and self.control.get(place) == power
        good = good and (kind != "port" or place in COAST)
        good = good and not any((one.kind, one.place) == (kind, place) for one in self.structures)
        good = good and len(self._held(power)) < self._limit(power)
        if good and self._take(power, price, rules[f"ap_{kind}"]):
            self.structures.append(Structure(kind, place, 0, 0))

    # Bills

    def _settle(self, power: Power, line: Order, phase: str) -> None:
        if phase not in self.rules["replenish_payable_in"]:
            return
        match line:
            case Replenish(unit):
                self._pay_unit(power, spot(unit.location))
            case ReplenishBuilding(kind, place):
                for one in self._held(power):
                    if (one.kind, one.place) == (kind.value, place):
                        self._pay_structure(power, one)
            case ReplenishAll():
                back = {(p, to): at for (p, at), to in self.moved.items()}
                named = {
                    str(Unit(u.type, back.get((power, spot(u.location)), u.location))): spot(u.location)
                    for u in self.units.get(power, ())
                }
                for name in sorted(named):
                    self._pay_debtor(power, named[name])
                for one in self._held(power):
                    self._pay_structure(power, one)
            case _:
                pass

    def _pay_unit(self, power: Power, at: Location) -> None:
        """A unit is named by where it stood; one that burned is not the one that came to its place."""
        if (power, at) in self.burned:
            if self.rules["burned_pays"]:
                self.burned[power, at] -= self._pay(power, self.burned[power, at])
        else:
            self._pay_debtor(power, self.moved.get((power, at), at))

    def _pay_debtor(self, power: Power, at: Location) -> None:
        left = self.bills.pop((power, at), 0)
        left -= self._pay(power, left)
        if left:
            self.bills[power, at] = left

    def _pay_structure(self, power: Power, structure: Structure) -> None:
        structure.owes -= self._pay(power, structure.owes)
        structure.phases = structure.phases if structure.owes else 0

    def _pay(self, power: Power, owed: int) -> int:
        have = self.money[power]
        paid = owed if owed <= have else have if self.rules["partial_payment"] else 0
        self.money[power] -= paid
        return paid

    # Retreats

    def ways_out(self, gone: Dislodged) -> set[str]:
        """B28, B29: next to it, free, not contested, not where the attacker came from; own ports too."""
        shut = {gone.unit.province} | (set() if gone.by_convoy else {gone.attacker_from})
        ports = {one.place for one in self._held(gone.power) if one.kind == "port"}
        out: set[str] = set()
        for to in reach(gone.unit):
            quay, berth = self._stands(Location(to.province)), self._stands(Location(to.province, PORT))
            if to.province in shut:
                continue
            if quay is None and berth in (None, gone.power) and to.province not in self.board.contested:
                out.add(str(to))
            fleet = gone.unit.type is UnitType.FLEET
            if fleet and to.province in ports and berth is None and quay in (None, gone.power):
                out.add(f"{to.province}/{PORT}")
        return out

    def retreat(self, orders: Letters) -> None:
        """Retreats resolve, burned units drop out, payments are taken, then land changes hands."""
        wanted: dict[tuple[Power, Location], Location] = {}
        kinds = {(gone.power, spot(gone.unit.location)): gone.unit.type for gone in self.board.dislodged}
        for gone in self.board.dislodged:
            last = [
                o
                for o in orders.get(gone.power, ())
                if isinstance(o, Retreat | Disband) and o.unit == gone.unit
            ][-1:]
            for order in last:
                if isinstance(order, Retreat) and order.target in gone.retreats:
                    wanted[gone.power, spot(gone.unit.location)] = order.target
        apart = {
            key: to
            for key, to in wanted.items()
            if [spot(other) for other in wanted.values()].count(spot(to)) == 1
        }
        went = {
            key: to
            for key, to in apart.items()
            if all(other[0] == key[0] for other, place in apart.items() if place.province == to.province)
        }
        self.burned = {key: self.bills.pop(key, 0) for key in kinds if key not in went}
        carried = {key: self.bills.pop(key, 0) for key in went}
        for key, to in went.items():
            self.moved[key] = spot(to)
            self.units.setdefault(key[0], []).append(Unit(kinds[key], to))
            if carried[key]:
                self.bills[key[0], spot(to)] = carried[key]
        for power, lines in sorted(orders.items()):
            for line in lines:
                self._settle(power, line, "retreat")
        if self.rules["tile_control"] == "immediate":
            self._take_land({to: power for (power, _), to in went.items()})

    def _take_land(self, arrivals: dict[Location, Power]) -> None:
        taken = {
            to.province: power
            for to, power in arrivals.items()
            if to.province in LAND and self.control.get(to.province) != power
        }
        fallen = [one for one in self.structures if one.place in taken]
        self.control |= taken
        self.structures = [one for one in self.structures if one not in fallen]
        self.structures += [one for one in fallen if one.kind != "hub"]
