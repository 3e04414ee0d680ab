"""Builds and removals, by the Dutch rulebook's rules N3 to N17; every ignored order has its reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from judge.board.geography import Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Build, Disband, Order, Orders, Waive
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board
from judge.rules.compiled import compiled, members
from judge.rules.options import Distance, Excess, Options, Slip

FAR = 1_000_000
"""Farther than any way on any board: for a unit that no way joins to a center."""


def sites(board: Board, power: Power) -> tuple[Province, ...]:
    """The provinces where a power may build by the rule of the board, occupied or not, owned or not."""
    home = board.geography.home.get(power, ())
    owned = board.centers.get(power, ())
    match board.geography.rules.get("build", "home"):
        case "any-owned":
            return tuple(owned)
        case "remote":
            # Anywhere, as long as one home center is still held (Aberration).
            return tuple(owned) if any(center in owned for center in home) else tuple(home)
        case _:
            return tuple(home)


def check(board: Board, power: Power, order: Order, options: Options) -> Reason:
    """Whether an order could be carried out if it were the only one."""
    return Desk(board, power, options).read(order)


def buildable(board: Board, power: Power, options: Options) -> tuple[Unit, ...]:
    """Every unit that could be built now, each alone, sorted; empty when no build is due."""
    desk = Desk(board, power, options)
    if desk.due <= 0:
        return ()
    ints = compiled(board.geography)
    units = [Unit(UnitType.ARMY, Location(site)) for site in sites(board, power)]
    units += [
        Unit(UnitType.FLEET, place)
        for site in sites(board, power)
        if site in ints.province_of
        for place in board.geography.fleet_places(site)
    ]
    return tuple(sorted(unit for unit in units if desk.read(Build(unit)) is Reason.OK))


def chooses(board: Board, power: Power) -> bool:
    """Whether a power has something to order: a build it could make, or removals that leave a choice."""
    due = board.surplus(power)
    if due <= 0:
        return due < 0 and -due < len(board.units.get(power, ()))
    owned = board.centers.get(power, ())
    return any(
        site in owned and _can_hold_a_unit(board, site) and board.at(site) is None
        for site in sites(board, power)
    )


def _can_hold_a_unit(board: Board, site: Province) -> bool:
    return board.geography.terrain[site] in (Terrain.LAND, Terrain.COAST, Terrain.SEA)


def removals(board: Board, power: Power, options: Options) -> tuple[Unit, ...]:
    """All units of a power, the first to go in civil disorder first (4.D.8)."""
    units = board.units.get(power, ())
    if options.distance is Distance.LISTED:
        return tuple(reversed(units))
    centers = board.geography.home.get(power, ()) if options.distance is Distance.HOME else None
    far = distances(board, board.centers.get(power, ()) if centers is None else centers)
    name = partial(board.geography.name, language="en")
    return tuple(
        sorted(
            units,
            key=lambda u: (-far.get(u.province, FAR), u.type is UnitType.ARMY, name(u.province), u),
        )
    )


def distances(board: Board, centers: Iterable[Province]) -> Mapping[Province, int]:
    """Steps from the nearest of these centers, over land and water alike, for armies and fleets alike.

    DATC 6.J.6 and 6.J.8 need fleets to count inland provinces, 6.J.11 armies to count waters.
    """
    ints = compiled(board.geography)
    fresh = seen = ints.mask(center for center in centers if center in ints.province_of)
    out: dict[Province, int] = {}
    step = 0
    while fresh:
        found = 0
        for at in members(fresh):
            out[ints.provinces[at]] = step
            found |= ints.touching[at]
        fresh = found & ~seen
        seen |= fresh
        step += 1
    return out


@dataclass(slots=True)
class Desk:
    """The orders of one power, taken one by one in the order of the letter."""

    board: Board
    power: Power
    options: Options
    due: int = 0
    builds: list[Unit] = field(default_factory=list)
    gone: list[Unit] = field(default_factory=list)
    waived: int = 0

    def __post_init__(self) -> None:
        self.due = self.board.surplus(self.power)

    def read(self, order: Order) -> Reason:
        """Reason.OK, or why the order is ignored."""
        match order:
            case Build():
                return self._read_build(order.unit)
            case Disband():
                return self._read_removal(order.unit)
            case Waive():
                return self._left(Reason.NO_BUILD_DUE, Reason.NO_BUILD_LEFT)
            case _:
                return Reason.WRONG_PHASE

    def take(self, order: Order) -> None:
        """Note an order that was read and found good."""
        match order:
            case Build():
                self.builds.append(self.built(order.unit))
            case Disband():
                self.gone += [u for u in (self.standing(order.unit),) if u is not None]
            case _:
                self.waived += 1

    def _left(self, none_due: Reason, none_left: Reason) -> Reason:
        if self.due <= 0:
            return none_due
        used = len(self.builds) + self.waived
        counts = self.options.excess is Excess.FIRST_COUNT
        return none_left if counts and used >= self.due else Reason.OK

    def _mine(self) -> tuple[Unit, ...]:
        return self.board.units.get(self.power, ())

    def _read_build(self, unit: Unit) -> Reason:
        """N5 to N17: why it can never be, then why it cannot be now, then that there is none left."""
        if self.due <= 0:
            return Reason.NO_BUILD_DUE
        reason = self.read_site(unit.province)
        if reason is Reason.OK:
            reason = self.read_room(unit)
        if reason is Reason.OK:
            reason = self.read_place(unit)
        return reason if reason is not Reason.OK else self._left(Reason.NO_BUILD_DUE, Reason.NO_BUILD_LEFT)

    def read_site(self, site: Province) -> Reason:
        """Whether the power may build in a province at all."""
        if site not in sites(self.board, self.power):
            return Reason.NOT_CONTROLLED if site in self._anywhere() else Reason.NOT_HOME
        owned = site in self.board.centers.get(self.power, ())
        return Reason.OK if owned else Reason.NOT_CONTROLLED

    def read_room(self, unit: Unit) -> Reason:
        """Whether there is room for the unit."""
        if any(built.province == unit.province for built in self.builds):
            return Reason.CENTER_USED
        return Reason.OK if self.board.at(unit.province) is None else Reason.OCCUPIED

    def _anywhere(self) -> tuple[Province, ...]:
        """Centers that would do if only they were owned."""
        by_board = self.board.geography.rules.get("build", "home") in ("any-owned", "remote")
        return self.board.geography.centers if by_board else ()

    def read_place(self, unit: Unit) -> Reason:
        """Whether a unit of this type can stand there, and on which coast."""
        geography = self.board.geography
        if unit.type is UnitType.ARMY:
            if geography.terrain[unit.province] is Terrain.SEA:
                return Reason.WRONG_TERRAIN
            refused = unit.location.coast and self.options.army_coast is Slip.REFUSED
            return Reason.WRONG_COAST if refused else Reason.OK
        places = geography.fleet_places(unit.province)
        if not places:
            return Reason.INLAND
        if unit.location in places:
            return Reason.OK
        return Reason.WRONG_COAST if unit.location.coast else Reason.COAST_UNCLEAR

    def built(self, unit: Unit) -> Unit:
        """The unit that a build puts on the board: an army has no coast (NG6)."""
        return unit if unit.type is UnitType.FLEET else Unit(UnitType.ARMY, Location(unit.province))

    def standing(self, unit: Unit) -> Unit | None:
        """The power's own unit that stands where an order says."""
        return next((u for u in self._mine() if u.province == unit.province), None)

    def _read_removal(self, unit: Unit) -> Reason:
        if self.due >= 0:
            return Reason.NO_REMOVAL_DUE
        there = self.standing(unit)
        if there is None:
            return Reason.NOT_YOURS if self.board.at(unit.province) else Reason.NO_SUCH_UNIT
        if there.type is not unit.type:
            return Reason.WRONG_TYPE
        if there in self.gone:
            return Reason.DUPLICATE
        counts = self.options.excess is Excess.FIRST_COUNT
        return Reason.NO_REMOVAL_LEFT if counts and len(self.gone) >= -self.due else Reason.OK


def adjudicate(board: Board, orders: Orders, options: Options) -> Adjudication:
    """The adjustments carried out; the next board is still in this phase."""
    told: list[Result] = []
    removed: list[tuple[Power, Unit]] = []
    built: list[tuple[Power, Unit]] = []
    units = dict(board.units)
    for power in sorted({*board.units, *board.centers, *orders}):
        desk = Desk(board, power, options)
        told += _take(desk, orders.get(power, ()))
        forced = _forced(desk)
        told += [
            Result(power, Disband(u), Outcome.DISBANDED, Reason.CIVIL_DISORDER, written=False) for u in forced
        ]
        removed += [(power, unit) for unit in (*desk.gone, *forced)]
        built += [(power, unit) for unit in desk.builds]
        kept = [u for u in board.units.get(power, ()) if u not in desk.gone and u not in forced]
        units[power] = tuple(sorted([*kept, *desk.builds]))
    after = replace(board, units=dict(sorted(units.items())))
    return Adjudication(board, tuple(told), after, removed=tuple(removed), built=tuple(built))


def _take(desk: Desk, orders: tuple[Order, ...]) -> list[Result]:
    out = []
    for order in orders:
        reason = desk.read(order)
        if reason is Reason.OK:
            desk.take(order)
        outcome = Outcome.SUCCEEDS if reason is Reason.OK else Outcome.IGNORED
        out.append(Result(desk.power, order, outcome, reason))
    return _refuse_excess(desk, out)


def _refuse_excess(desk: Desk, told: list[Result]) -> list[Result]:
    """With Excess.NONE_COUNT more orders than are due cancel each other."""
    over = len(desk.builds) + desk.waived > desk.due > 0
    left = Reason.NO_BUILD_LEFT
    if desk.due < 0:
        over, left = len(desk.gone) > -desk.due, Reason.NO_REMOVAL_LEFT
    if not over:
        return told
    desk.builds, desk.gone, desk.waived = [], [], 0
    return [
        replace(r, outcome=Outcome.IGNORED, reason=left) if r.outcome is Outcome.SUCCEEDS else r for r in told
    ]


def _forced(desk: Desk) -> list[Unit]:
    """The removals the owner did not name (NG4)."""
    missing = -desk.due - len(desk.gone)
    if missing <= 0:
        return []
    order = removals(desk.board, desk.power, desk.options)
    return [unit for unit in order if unit not in desk.gone][:missing]
