"""The Build phase (B74): income, deletions and disbands, then everything else in the order of the letter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from judge.board.accounts import Change, Fate, Item
from judge.board.economy import Building, BuildingType, Economy, spot
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
    Waive,
)
from judge.board.results import Outcome, Reason, Result
from judge.board.state import Board
from judge.rules.adjustments import FAR, Desk, removals
from judge.rules.buildings.options import Deletion, Options, Payday, UnitCap
from judge.rules.buildings.payments import Debts
from judge.rules.buildings.prices import action_points, income, price_of_building, price_of_unit
from judge.rules.buildings.purse import Purse
from judge.rules.buildings.stranding import ashore

Paying = (Replenish, ReplenishBuilding, ReplenishAll)


def centers_counted(board: Board, economy: Economy, power: Power, counted: bool) -> int:
    """The centers of a power; with an option its buildings count among them (B22, B34, B43)."""
    extra = sum(1 for _ in economy.held(power)) if counted else 0
    return len(board.centers.get(power, ())) + extra


def surplus(board: Board, economy: Economy, power: Power, options: Options) -> int:
    """Builds due when positive, removals when negative (B51)."""
    if options.unit_cap is UnitCap.NONE:
        return FAR
    most = centers_counted(board, economy, power, options.buildings_count_as_centers)
    return most - len(board.units.get(power, ()))


def limit(economy: Economy, power: Power, options: Options) -> int:
    """B46: how many buildings a power may have."""
    provinces = sum(1 for owner in economy.control.values() if owner == power)
    return -(-provinces // options.provinces_per_building)


@dataclass(slots=True)
class Yard(Desk):
    """Where units may be built under these rules, and where there is room."""

    economy: Economy = field(default_factory=Economy)
    chosen: Options = field(default_factory=Options)
    fresh: set[Province] = field(default_factory=set)
    """Where the first hub was placed in this phase; units are built there from the next one on (B41)."""

    def read_site(self, site: Province) -> Reason:
        """B41, B42: hubs, and home centers that are still owned and hold no hub of another power."""
        if self._is_hub(site):
            return Reason.OK
        reason = Desk.read_site(self, site)
        return Reason.NOT_CONTROLLED if reason is Reason.OK and self._serves_another(site) else reason

    def _is_hub(self, site: Province) -> bool:
        if not self._has_hub(site) or self.economy.control.get(site) != self.power:
            return False
        return site not in self.fresh or (
            self.chosen.hub_usable_same_build_phase and not self._is_anothers_center(site)
        )

    def _serves_another(self, site: Province) -> bool:
        """One province, one builder: a hub is there for whoever commands it, also in a center of another."""
        return self._has_hub(site) and self.economy.control.get(site, self.power) != self.power

    def _has_hub(self, site: Province) -> bool:
        """Whether there is a hub to build units from."""
        return self.chosen.hub_build_site and self.economy.at(site, BuildingType.HUB) is not None

    def _is_anothers_center(self, site: Province) -> bool:
        """Whether its owner may build there in this phase as well."""
        return any(site in held for power, held in self.board.centers.items() if power != self.power)

    def sites(self) -> list[Province]:
        """Every province to try."""
        home = self.board.geography.home.get(self.power, ())
        hubs = [b.province for b in self.economy.buildings if b.type is BuildingType.HUB]
        return sorted({*home, *hubs, *self.board.centers.get(self.power, ())})

    def read_room(self, unit: Unit) -> Reason:
        """B39: a province and its port have room for one unit each, of the same power."""
        place = spot(unit.location)
        if any(spot(built.location) == place for built in self.builds):
            return Reason.CENTER_USED
        for power, standing in self.board.pieces():
            if standing.province == unit.province and (
                power != self.power or spot(standing.location) == place
            ):
                return Reason.OCCUPIED
        return Reason.OK

    def read_place(self, unit: Unit) -> Reason:
        """Whether a unit of this type can stand there, and on which coast or in which port."""
        if unit.type not in self.chosen.unit_types:
            return Reason.NOT_IN_GAME
        if unit.location.coast != PORT:
            return Desk.read_place(self, unit)
        if unit.type is UnitType.ARMY:
            return Reason.WRONG_TERRAIN
        if self.economy.at(unit.province, BuildingType.PORT) is None:
            return Reason.NO_PORT
        mine = self.economy.control.get(unit.province) == self.power
        return Reason.OK if mine else Reason.NOT_YOUR_PORT

    def standing(self, unit: Unit) -> Unit | None:
        """The power's own unit where an order says; in a province with a port the one of that type."""
        there = [u for u in self.board.units.get(self.power, ()) if u.province == unit.province]
        exact = [u for u in there if spot(u.location) == spot(unit.location)]
        same = [u for u in there if u.type is unit.type]
        return next(iter([u for u in exact if u in same] or same or exact or there), None)


@dataclass(slots=True)
class Works:
    """One power's Build phase: its lines are settled one after the other, from one treasury."""

    board: Board
    power: Power
    options: Options
    yard: Yard
    purse: Purse
    debts: Debts
    known: tuple[str, ...]
    """Its research."""
    changes: list[Change] = field(default_factory=list)
    results: dict[int, Result] = field(default_factory=dict)
    forced: list[Result] = field(default_factory=list)
    removed: list[Unit] = field(default_factory=list)
    stranded: list[Unit] = field(default_factory=list)
    """Fleets that lost their port and had no room beside it."""

    # Deletions and disbands, ordered and forced

    def clear(self, orders: Sequence[Order]) -> None:
        """B47 and the unit cap: what goes, before anything new comes; first buildings, then units."""
        for number, order in enumerate(orders):
            if isinstance(order, Demolish):
                self._tell(number, order, self._demolish(order))
        while self.over() > 0:
            self._delete_by_default()
        if self.changes:
            self._strand()
        for number, order in enumerate(orders):
            if isinstance(order, Disband):
                reason = self.yard.read(order)
                if reason is Reason.OK:
                    self.yard.take(order)
                self._tell(number, order, reason)
        self._disband_by_default()

    def _strand(self) -> None:
        """A fleet whose port was deleted goes ashore or is disbanded before anything is built there (B37)."""
        economy = replace(self.yard.economy, bills=self.debts.bills)
        board, gone = ashore(replace(self.board, economy=economy))
        assert board.economy is not None
        self.stranded = [unit for power, unit in gone if power == self.power]
        self.board = self.yard.board = board
        self.yard.due = surplus(board, economy, self.power, self.options)
        there, now = self.debts.units, debts(board, board.economy, self.power, self.options)
        self.debts.bills, self.debts.units = now.bills, now.units
        self.debts.moved = {
            place: Location(place.province)
            for place, fleet in there.items()
            if place not in now.units and fleet not in self.stranded
        }

    def over(self) -> int:
        """How many buildings it has beyond its limit."""
        return len(self.debts.buildings) - limit(self.yard.economy, self.power, self.options)

    def read_demolition(self, order: Demolish) -> Reason:
        """B37: buildings are deleted to get inside the limit, and for nothing else."""
        if not self._mine(order.building, order.province):
            return Reason.NO_SUCH_BUILDING
        return Reason.OK if self.over() > 0 else Reason.WITHIN_LIMIT

    def _mine(self, kind: BuildingType, province: Province) -> list[Building]:
        return [b for b in self.debts.buildings if (b.type, b.province) == (kind, province)]

    def _demolish(self, order: Demolish) -> Reason:
        reason = self.read_demolition(order)
        if reason is Reason.OK:
            self._delete(self._mine(order.building, order.province)[-1], order)
        return reason

    def _delete(self, building: Building, order: Demolish) -> None:
        self.debts.buildings.remove(building)
        self.changes.append(Change(self.power, building, Fate.DELETED, self.power))
        self.purse.earn(Item.REFUND, self.options.deletion_refund, str(building), order)
        self._show()

    def _delete_by_default(self) -> None:
        newest = self.options.over_limit_default_deletion is Deletion.NEWEST
        building = self.debts.buildings[-1 if newest else 0]
        order = Demolish(building.type, building.province)
        self._delete(building, order)
        self.forced.append(Result(self.power, order, Outcome.DISBANDED, Reason.OVER_LIMIT, written=False))

    def _disband_by_default(self) -> None:
        missing = -self.yard.due - len(self.yard.gone)
        if missing > 0:
            order = removals(self.board, self.power, self.options.standard)
            gone = [unit for unit in order if unit not in self.yard.gone][:missing]
            self.forced += [
                Result(self.power, Disband(u), Outcome.DISBANDED, Reason.CIVIL_DISORDER, written=False)
                for u in gone
            ]
            self.removed += gone
        self.removed = [*self.yard.gone, *self.removed]
        for unit in self.removed:
            self.debts.bills.pop((self.power, spot(unit.location)), None)

    def _show(self) -> None:
        """Let the yard see the buildings as they are now."""
        others = [
            b for b in self.yard.economy.buildings if self.yard.economy.control.get(b.province) != self.power
        ]
        research = {**self.yard.economy.research, self.power: self.known}
        self.yard.economy = replace(
            self.yard.economy, buildings=(*others, *self.debts.buildings), research=research
        )
        self.yard.due = surplus(self.board, self.yard.economy, self.power, self.options)

    # Builds, placements, replenishment and research

    def spend(self, orders: Sequence[Order]) -> None:
        """What is left of the letter, line by line."""
        for number, order in enumerate(orders):
            if not isinstance(order, Demolish | Disband):
                self._tell(number, order, self._spend(order))

    def _spend(self, order: Order) -> Reason:
        match order:
            case Build():
                return self._build(order)
            case Place():
                return self._place(order)
            case Research():
                return self._learn(order)
            case Replenish() | ReplenishBuilding() | ReplenishAll():
                return self._replenish(order)
            case Waive():
                reason = self.yard.read(order)
                if reason is Reason.OK:
                    self.yard.take(order)
                return reason
            case _:
                return Reason.WRONG_PHASE

    def _replenish(self, order: Replenish | ReplenishBuilding | ReplenishAll) -> Reason:
        """What the judge has taken off the board itself has no bill any more."""
        reason = Reason.OK if self._is_payday() else Reason.WRONG_PHASE
        gone = {result.order: result.reason for result in self.forced}
        match order:
            case Replenish(unit):
                reason = gone.get(Disband(self.yard.standing(unit) or unit), reason)
            case ReplenishBuilding(kind, province) if not self._mine(kind, province):
                reason = gone.get(Demolish(kind, province), reason)
            case _:
                pass
        if reason is Reason.OK:
            return self.debts.settle(order, self.purse)
        self.purse.refuse(Item.REPLENISHMENT, order, reason)
        return reason

    def _is_payday(self) -> bool:
        return Payday.BUILD in self.options.replenish_payable_in

    def read(self, order: Order) -> Reason:
        """Whether an order can be carried out as the next line, and be paid for."""
        amount, points = self.price(order)
        reason = self._read_rules(order)
        return reason if reason is not Reason.OK else self.purse.reason(amount, points)

    def _read_rules(self, order: Order) -> Reason:
        match order:
            case Place():
                return self._read_place(order)
            case Demolish():
                return self.read_demolition(order)
            case Research():
                return self._read_research(order)
            case Replenish() | ReplenishBuilding() | ReplenishAll():
                return self.debts.reason(order) if self._is_payday() else Reason.WRONG_PHASE
            case _:
                return self.yard.read(order)

    def price(self, order: Order) -> tuple[int, int]:
        """Income and action points that an order costs."""
        economy = self.yard.economy
        match order:
            case Build():
                return price_of_unit(self.options, economy, self.power, order.unit.type)
            case Place():
                return price_of_building(self.options, economy, self.power, order.building)
            case Research():
                item = self.options.research.item(order.item)
                return (item.cost if item else 0), 0
            case ReplenishAll():
                return 0, 0
            case Replenish() | ReplenishBuilding():
                amount = self.debts.price(order)
                return (min(amount, self.purse.money) if self.options.partial_payment else amount), 0
            case _:
                return 0, 0

    def _pay(self, item: Item, order: Order, reason: Reason) -> Reason:
        amount, points = self.price(order)
        if reason is Reason.OK:
            return self.purse.pay(item, amount, points, order)
        self.purse.refuse(item, order, reason, amount, points)
        return reason

    def _build(self, order: Build) -> Reason:
        reason = self._pay(Item.UNIT, order, self.yard.read(order))
        if reason is Reason.OK:
            self.yard.take(order)
        return reason

    def _read_place(self, order: Place) -> Reason:
        kind, province = order.building, order.province
        geography = self.board.geography
        if kind not in self.options.building_types:
            return Reason.NOT_IN_GAME
        if geography.terrain.get(province) not in (Terrain.LAND, Terrain.COAST):
            return Reason.WRONG_TERRAIN
        if kind is BuildingType.PORT and not geography.fleet_places(province):
            return Reason.INLAND
        if self.yard.economy.control.get(province) != self.power:
            return Reason.NOT_CONTROLLED
        if self._mine(kind, province) and (
            self.options.one_of_each_type_per_tile or kind is BuildingType.PORT
        ):
            return Reason.ALREADY_THERE
        return Reason.OK if self.over() < 0 else Reason.BUILDING_LIMIT

    def _place(self, order: Place) -> Reason:
        reason = self._pay(Item.BUILDING, order, self._read_place(order))
        if reason is Reason.OK:
            building = Building(order.building, order.province)
            if order.building is BuildingType.HUB and not self._mine(order.building, order.province):
                self.yard.fresh.add(order.province)
            self.debts.buildings.append(building)
            self.changes.append(Change(self.power, building, Fate.PLACED))
            self._show()
        return reason

    def _read_research(self, order: Research) -> Reason:
        if not self.options.research.enabled:
            return Reason.NOT_IN_GAME
        item = self.options.research.item(order.item)
        if item is None:
            return Reason.NO_SUCH_RESEARCH
        if item.name in self.known:
            return Reason.ALREADY_THERE
        return Reason.OK if set(item.requires) <= set(self.known) else Reason.RESEARCH_FIRST

    def _learn(self, order: Research) -> Reason:
        reason = self._pay(Item.RESEARCH, order, self._read_research(order))
        if reason is Reason.OK:
            self.known = (*self.known, order.item)
            self._show()
        return reason

    def _tell(self, number: int, order: Order, reason: Reason) -> None:
        outcome = Outcome.SUCCEEDS if reason is Reason.OK else Outcome.IGNORED
        self.results[number] = Result(self.power, order, outcome, reason)

    # What may be ordered

    def candidates(self) -> Iterator[Order]:
        """Every order there could be, lawful or not."""
        geography = self.board.geography
        for site in self.yard.sites():
            yield Build(Unit(UnitType.ARMY, Location(site)))
            for place in (*geography.fleet_places(site), Location(site, PORT)):
                yield Build(Unit(UnitType.FLEET, place))
        for kind in self.options.building_types:
            for province, owner in self.yard.economy.control.items():
                if owner == self.power:
                    yield Place(kind, province)
        yield from (Disband(unit) for unit in self.board.units.get(self.power, ()))
        yield from (Demolish(b.type, b.province) for b in self.debts.buildings)
        yield from self.debts.open()
        yield from (Research(item.name) for item in self.options.research.tree)


def works(board: Board, economy: Economy, power: Power, options: Options) -> Works:
    """The Build phase of a power as it begins, its income and action points credited."""
    earning = centers_counted(board, economy, power, options.buildings_earn)
    purse = Purse(power, economy.money(power), economy.action_points.get(power, 0))
    if board.units.get(power) or board.centers.get(power):
        purse.grant(action_points(options, economy, power, earning))
        purse.earn(Item.INCOME, income(options, earning))
    yard = Yard(board, power, options.standard, economy=economy, chosen=options)
    yard.due = surplus(board, economy, power, options)
    return Works(
        board, power, options, yard, purse, debts(board, economy, power, options), known(economy, power)
    )


def known(economy: Economy, power: Power) -> tuple[str, ...]:
    """The research of a power."""
    return economy.research.get(power, ())


def debts(board: Board, economy: Economy, power: Power, options: Options) -> Debts:
    """What a power owes."""
    units = {spot(unit.location): unit for unit in board.units.get(power, ())}
    bills = {debtor: bill for debtor, bill in economy.bills.items() if debtor[0] == power}
    return Debts(power, options, bills, list(economy.held(power)), units)
