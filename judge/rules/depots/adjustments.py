"""Builds and removals (D11 to D15): an army for each depot; builds in home depots that are empty and held."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import assert_never

from judge.board.geography import Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Build, Disband, Order, Orders, Waive
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board
from judge.rules.depots.options import Options, Removal
from judge.rules.depots.rounds import alive

FAR = 1_000_000
"""Farther than any way on any board: for an army that no way joins to a depot."""


def home(geography: Geography, power: Power) -> tuple[Province, ...]:
    """D11: the depots a power started the game with, whatever other rules call its home."""
    setup = next((setup for setup in geography.setups if setup.power == power), None)
    return () if setup is None else setup.owns or setup.home


def due(board: Board, power: Power) -> int:
    """Builds due, or removals when negative; a power out of the game has none (D16)."""
    return board.surplus(power) if alive(board, power) else 0


def check(board: Board, power: Power, order: Order, options: Options) -> Reason:
    """Whether an order could be carried out if it were the only one."""
    return _Desk(board, power, options).read(order)


def buildable(board: Board, power: Power, options: Options) -> tuple[Unit, ...]:
    """Every unit that could be built now, each alone, sorted; empty when no build is due."""
    desk = _Desk(board, power, options)
    if desk.due <= 0:
        return ()
    depots = home(board.geography, power)
    units = [Unit(UnitType.ARMY, Location(depot)) for depot in depots]
    units += [Unit(UnitType.FLEET, at) for depot in depots for at in board.geography.fleet_places(depot)]
    return tuple(sorted(unit for unit in units if desk.read(Build(unit)) is Reason.OK))


def removals(board: Board, power: Power, options: Options) -> tuple[Unit, ...]:
    """All units of a power, the first to go when its owner does not say first (DG8)."""
    far = distances(board.geography, _bases(board, power, options))
    name = board.geography.name
    return tuple(
        sorted(
            board.units.get(power, ()),
            key=lambda unit: (-far.get(unit.province, FAR), name(unit.province, "en"), unit),
        )
    )


def _bases(board: Board, power: Power, options: Options) -> tuple[Province, ...]:
    match options.removal:
        case Removal.HOME:
            return home(board.geography, power)
        case Removal.OWNED:
            return board.centers.get(power, ())
        case _:
            assert_never(options.removal)


def distances(geography: Geography, depots: Iterable[Province]) -> Mapping[Province, int]:
    """Steps from the nearest of these depots, over land and water alike."""
    beside = _beside(geography)
    out = dict.fromkeys(depots, 0)
    ring = list(out)
    while ring:
        fresh = [to for at in ring for to in beside.get(at, ()) if to not in out]
        steps = out[ring[0]] + 1
        ring = list(dict.fromkeys(fresh))
        out |= dict.fromkeys(ring, steps)
    return out


@lru_cache(maxsize=32)
def _beside(geography: Geography) -> Mapping[Province, tuple[Province, ...]]:
    found: dict[Province, dict[Province, None]] = {}
    for at, spaces in geography.army.items():
        found.setdefault(at, {}).update(dict.fromkeys(spaces))
    for place, places in geography.fleet.items():
        found.setdefault(place.province, {}).update(dict.fromkeys(to.province for to in places))
    return {at: tuple(spaces) for at, spaces in found.items()}


@dataclass(slots=True)
class _Desk:
    """The orders of one power, taken one by one in the order of the letter."""

    board: Board
    power: Power
    options: Options
    due: int = 0
    builds: list[Unit] = field(default_factory=list)
    gone: list[Unit] = field(default_factory=list)
    waived: int = 0

    def __post_init__(self) -> None:
        self.due = due(self.board, self.power)

    def read(self, order: Order) -> Reason:
        """Reason.OK, or why the order is ignored."""
        match order:
            case Build():
                return self._read_build(order.unit)
            case Disband():
                return self._read_removal(order.unit)
            case Waive():
                return self._left()
            case _:
                return Reason.WRONG_PHASE

    def take(self, order: Order) -> None:
        """Note an order that was read and found good."""
        match order:
            case Build():
                self.builds.append(_built(order.unit))
            case Disband():
                self.gone.append(order.unit)
            case _:
                self.waived += 1

    def _left(self) -> Reason:
        if self.due <= 0:
            return Reason.NO_BUILD_DUE
        used = len(self.builds) + self.waived
        return Reason.NO_BUILD_LEFT if used >= self.due else Reason.OK

    def _read_build(self, unit: Unit) -> Reason:
        """D15: why it can never be, then why it cannot be now, then that there is none left."""
        depot = unit.province
        if self.due <= 0:
            return Reason.NO_BUILD_DUE
        if depot not in home(self.board.geography, self.power):
            return Reason.NOT_HOME
        if depot not in self.board.centers.get(self.power, ()):
            return Reason.NOT_CONTROLLED
        if any(built.province == depot for built in self.builds):
            return Reason.CENTER_USED
        if self.board.at(depot) is not None:
            return Reason.OCCUPIED
        reason = self._read_type(unit)
        return self._left() if reason is Reason.OK else reason

    def _read_type(self, unit: Unit) -> Reason:
        """DG1: armies, and where the game has them fleets."""
        geography = self.board.geography
        if unit.type is UnitType.ARMY:
            afloat = geography.terrain[unit.province] is Terrain.SEA
            return Reason.WRONG_TERRAIN if afloat else Reason.OK
        if not self.options.fleets:
            return Reason.WRONG_TYPE
        places = geography.fleet_places(unit.province)
        if unit.location in places:
            return Reason.OK
        if not places:
            return Reason.INLAND
        return Reason.WRONG_COAST if unit.location.coast else Reason.COAST_UNCLEAR

    def _read_removal(self, unit: Unit) -> Reason:
        if self.due >= 0:
            return Reason.NO_REMOVAL_DUE
        mine = self.board.units.get(self.power, ())
        if unit not in mine:
            if any(standing.province == unit.province for standing in mine):
                return Reason.WRONG_TYPE
            return Reason.NOT_YOURS if self.board.at(unit.province) else Reason.NO_SUCH_UNIT
        if unit in self.gone:
            return Reason.DUPLICATE
        return Reason.NO_REMOVAL_LEFT if len(self.gone) >= -self.due else Reason.OK


def _built(unit: Unit) -> Unit:
    """The unit that a build puts on the board: an army has no coast."""
    return unit if unit.type is UnitType.FLEET else Unit(UnitType.ARMY, Location(unit.province))


def adjudicate(board: Board, orders: Orders, options: Options) -> Adjudication:
    """The adjustments carried out; the next board is still in this phase."""
    told: list[Result] = []
    removed: list[tuple[Power, Unit]] = []
    built: list[tuple[Power, Unit]] = []
    units = dict(board.units)
    for power in sorted({*board.units, *board.centers, *orders}):
        desk = _Desk(board, power, options)
        told += _take(desk, orders.get(power, ()))
        forced = _forced(desk)
        told += [_unnamed(power, unit) for unit in forced]
        gone = [*desk.gone, *forced]
        removed += [(power, unit) for unit in gone]
        built += [(power, unit) for unit in desk.builds]
        units[power] = tuple(sorted([*(u for u in units.get(power, ()) if u not in gone), *desk.builds]))
    after = replace(board, units=dict(sorted(units.items())))
    return Adjudication(board, tuple(told), after, removed=tuple(removed), built=tuple(built))


def _unnamed(power: Power, unit: Unit) -> Result:
    return Result(power, Disband(unit), Outcome.DISBANDED, Reason.CIVIL_DISORDER, written=False)


def _take(desk: _Desk, orders: tuple[Order, ...]) -> list[Result]:
    out = []
    for order in orders:
        reason = desk.read(order)
        if reason is Reason.OK:
            desk.take(order)
        outcome = Outcome.SUCCEEDS if reason is Reason.OK else Outcome.IGNORED
        out.append(Result(desk.power, order, outcome, reason))
    return out


def _forced(desk: _Desk) -> list[Unit]:
    """DG8: the removals the owner did not name."""
    missing = -desk.due - len(desk.gone)
    if missing <= 0:
        return []
    order = removals(desk.board, desk.power, desk.options)
    return [unit for unit in order if unit not in desk.gone][:missing]
