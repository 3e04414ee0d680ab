"""The displacement round (D9): where a displaced army may go, who gets there, who surrenders or disbands."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from judge.board.geography import Location, Power, Province, Unit, UnitType
from judge.board.orders import Disband, Order, Orders, Retreat, unit_of
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.rules.depots.options import Exclusions, Options


def places(board: Board, gone: Iterable[Dislodged], options: Options) -> tuple[Dislodged, ...]:
    """The displaced units with the empty spaces each may go to (DG6), sorted by power and unit."""
    classic = options.retreat_exclusions is Exclusions.CLASSIC
    taken = {unit.province for _, unit in board.pieces()} | (set(board.contested) if classic else set())
    found = []
    for one in gone:
        shut = {*taken, one.attacker_from} if classic else taken
        reach = board.geography.reach(one.unit)
        found.append(replace(one, retreats=tuple(to for to in reach if to.province not in shut)))
    return tuple(sorted(found, key=lambda one: (one.power, one.unit)))


def check(board: Board, power: Power, order: Order) -> Reason:
    """Whether an order could be carried out if it were the only one."""
    return _read(board, power, order)[0]


def _read(board: Board, power: Power, order: Order) -> tuple[Reason, Dislodged | None, Location | None]:
    unit = unit_of(order)
    found = next((one for one in board.dislodged if unit and one.unit.province == unit.province), None)
    if not isinstance(order, Retreat | Disband):
        return (Reason.NOT_DISLODGED if unit and found is None else Reason.WRONG_PHASE), None, None
    if found is None:
        standing = board.at(order.unit.province)
        return (
            (Reason.NOT_DISLODGED if standing and standing[0] == power else Reason.NO_SUCH_UNIT),
            None,
            None,
        )
    mine = next((one for one in board.dislodged if one.power == power and one.unit == order.unit), None)
    if mine is None:
        return (Reason.WRONG_TYPE if found.power == power else Reason.NOT_YOURS), None, None
    if isinstance(order, Disband):
        return Reason.OK, mine, None
    landing = _landing(mine, order.target)
    return (landing, mine, None) if isinstance(landing, Reason) else (Reason.OK, mine, landing)


def _landing(found: Dislodged, target: Location) -> Location | Reason:
    near = [place for place in found.retreats if place.province == target.province]
    if target in near:
        return target
    if near and found.unit.type is UnitType.ARMY:
        return near[0]
    if not near or target.coast:
        return Reason.NO_RETREAT_THERE
    return near[0] if len(near) == 1 else Reason.COAST_UNCLEAR


def adjudicate(board: Board, orders: Orders) -> Adjudication:
    """The displacement round carried out; the next board is still in this phase."""
    told: list[Result] = []
    chosen: dict[Dislodged, tuple[Order, Location | None]] = {}
    tried: set[tuple[Power, Province]] = set()
    for power in sorted(orders):
        for order in orders[power]:
            reason, found, place = _read(board, power, order)
            unit = unit_of(order)
            if unit is not None:
                tried.add((power, unit.province))
            if reason is not Reason.OK or found is None:
                told.append(Result(power, order, Outcome.VOID, reason))
                continue
            if found in chosen:
                told.append(Result(power, chosen[found][0], Outcome.VOID, Reason.DUPLICATE))
            chosen[found] = order, place
    silent = [one for one in board.dislodged if one not in chosen]
    told += [_disbanded(one) for one in silent if (one.power, one.unit.province) not in tried]
    told += [_arrival(one, chosen) for one in chosen]
    after, gone = _moved(board, chosen)
    return Adjudication(board, tuple(sorted(told, key=_by_unit)), after, disbanded=gone)


def _by_unit(result: Result) -> tuple[str, str, str]:
    return result.power, str(unit_of(result.order)), str(result.order)


def _disbanded(one: Dislodged) -> Result:
    """DG7: no order received."""
    return Result(one.power, Disband(one.unit), Outcome.DISBANDED, Reason.NO_ORDER, written=False)


def _arrival(one: Dislodged, chosen: dict[Dislodged, tuple[Order, Location | None]]) -> Result:
    """DG7: of two that go to one space neither has more support; both are disbanded."""
    order, place = chosen[one]
    rivals = [
        Culprit(other.power, theirs)
        for other, (theirs, there) in chosen.items()
        if other is not one and place is not None and there is not None and there.province == place.province
    ]
    if rivals:
        rivals.sort(key=lambda rival: (rival.power, str(rival.order)))
        return Result(one.power, order, Outcome.DISBANDED, Reason.RETREATS_COLLIDE, tuple(rivals))
    return Result(one.power, order, Outcome.SUCCEEDS, Reason.OK)


def _moved(
    board: Board, chosen: dict[Dislodged, tuple[Order, Location | None]]
) -> tuple[Board, tuple[tuple[Power, Unit], ...]]:
    units = {power: list(standing) for power, standing in board.units.items()}
    wanted = Counter(place.province for _, place in chosen.values() if place is not None)
    gone: list[tuple[Power, Unit]] = []
    for one in board.dislodged:
        place = chosen[one][1] if one in chosen else None
        if place is not None and wanted[place.province] == 1:
            units.setdefault(one.power, []).append(Unit(one.unit.type, place))
        else:
            gone.append((one.power, one.unit))
    standing = {power: tuple(sorted(there)) for power, there in sorted(units.items())}
    return replace(board, units=standing, dislodged=(), contested=()), tuple(gone)
