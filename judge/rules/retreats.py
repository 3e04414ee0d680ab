"""Retreats: where a dislodged unit may go, and what becomes of the orders."""

from collections.abc import Iterable
from dataclasses import replace

from judge.board.geography import Location, Power, Province, Unit, UnitType
from judge.board.orders import Disband, Order, Orders, Retreat, unit_of
from judge.board.phases import Season
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.rules.compiled import compiled, members
from judge.rules.options import Coast, Options, Slip


def places(board: Board, unit: Unit, barred: Iterable[Province]) -> tuple[Location, ...]:
    """Where a unit could go: next to it, free, not contested, not barred; sorted. No convoys (6.H.3)."""
    taken = {standing.province for _, standing in board.pieces()}
    shut = {*taken, *board.contested, *barred}
    if board.phase.season is Season.FALL:
        ints = compiled(board.geography)
        shut |= {ints.provinces[p] for p in members(ints.closed_in_fall)}
    return tuple(sorted(place for place in board.geography.reach(unit) if place.province not in shut))


def barred(attacker_from: Province | None, by_convoy: bool, options: Options) -> tuple[Province, ...]:
    """The attacker's own province, unless the attack was carried (4.A.5)."""
    if attacker_from is None or (by_convoy and options.retreat_to_convoyed_attacker):
        return ()
    return (attacker_from,)


def check(board: Board, power: Power, order: Order, options: Options) -> Reason:
    """Whether a retreat order can be carried out, as far as this unit alone is concerned."""
    return _read(board, power, order, options)[0]


def _read(
    board: Board, power: Power, order: Order, options: Options
) -> tuple[Reason, Dislodged | None, Location | None]:
    if not isinstance(order, Retreat | Disband):
        return _misplaced(board, order), None, None
    found = _dislodged(board, power, order.unit, options)
    if found is None:
        return _nobody(board, power, order.unit), None, None
    if isinstance(order, Disband):
        return Reason.OK, found, None
    reason, place = _place(found, order.target, options)
    return reason, found, place


def _misplaced(board: Board, order: Order) -> Reason:
    """An order of another kind of phase: say first that its unit has nothing to do, if that is so."""
    unit = unit_of(order)
    dislodged = any(d.unit.province == unit.province for d in board.dislodged) if unit else True
    return Reason.WRONG_PHASE if dislodged else Reason.NOT_DISLODGED


def _dislodged(board: Board, power: Power, unit: Unit, options: Options) -> Dislodged | None:
    for found in board.dislodged:
        if found.power == power and found.unit.province == unit.province:
            if found.unit.type is not unit.type and options.unit_type is Slip.REFUSED:
                continue
            return found
    return None


def _nobody(board: Board, power: Power, unit: Unit) -> Reason:
    if any(standing.province == unit.province for standing in board.units.get(power, ())):
        return Reason.NOT_DISLODGED
    if any(found.unit.province == unit.province for found in board.dislodged):
        return Reason.NOT_YOURS
    return Reason.NO_SUCH_UNIT


def _place(found: Dislodged, target: Location, options: Options) -> tuple[Reason, Location | None]:
    if target in found.retreats:
        return Reason.OK, target
    near = [place for place in found.retreats if place.province == target.province]
    if not near:
        return Reason.NO_RETREAT_THERE, None
    if found.unit.type is UnitType.ARMY:
        return (Reason.OK, near[0]) if options.army_coast is Slip.IGNORED else (Reason.WRONG_COAST, None)
    if target.coast and options.wrong_coast is Coast.REFUSED:
        return Reason.NO_RETREAT_THERE, None
    if len(near) > 1 or (not target.coast and options.missing_coast is Coast.REFUSED):
        return Reason.COAST_UNCLEAR, None
    return Reason.OK, near[0]


def adjudicate(board: Board, orders: Orders, options: Options) -> Adjudication:
    """The retreats carried out; the next board is still in this phase."""
    told: list[Result] = []
    going: dict[Dislodged, tuple[Retreat, Location]] = {}
    ordered: set[Dislodged] = set()
    for power in sorted(orders):
        for order in orders[power]:
            reason, found, place = _read(board, power, order, options)
            if reason is Reason.OK and found in ordered:
                reason = Reason.DUPLICATE
            if reason is not Reason.OK or found is None:
                told.append(Result(power, order, Outcome.VOID, reason))
                continue
            ordered.add(found)
            if place is not None and isinstance(order, Retreat):
                going[found] = order, place
            else:
                told.append(Result(power, order, Outcome.SUCCEEDS, Reason.OK))
    silent = [found for found in board.dislodged if found not in ordered and not _tried(told, found)]
    told += [_unordered(found) for found in silent]
    told += [_arrival(found, order, place, going) for found, (order, place) in going.items()]
    return _outcome(board, told, going)


def _tried(told: list[Result], found: Dislodged) -> bool:
    tried = (unit_of(r.order) for r in told if r.power == found.power)
    return any(unit is not None and unit.province == found.unit.province for unit in tried)


def _unordered(found: Dislodged) -> Result:
    return Result(found.power, Disband(found.unit), Outcome.DISBANDED, Reason.NO_ORDER, written=False)


def _arrival(
    found: Dislodged,
    order: Retreat,
    place: Location,
    going: dict[Dislodged, tuple[Retreat, Location]],
) -> Result:
    """Two retreats to one province: both units are disbanded (6.H.7)."""
    rivals = [
        Culprit(other.power, theirs)
        for other, (theirs, there) in going.items()
        if other is not found and there.province == place.province
    ]
    if rivals:
        rivals.sort(key=lambda rival: (rival.power, str(rival.order)))
        return Result(found.power, order, Outcome.DISBANDED, Reason.RETREATS_COLLIDE, tuple(rivals))
    return Result(found.power, order, Outcome.SUCCEEDS, Reason.OK)


def _outcome(
    board: Board, told: list[Result], going: dict[Dislodged, tuple[Retreat, Location]]
) -> Adjudication:
    units = {power: list(standing) for power, standing in board.units.items()}
    disbanded: list[tuple[Power, Unit]] = []
    taken = [place.province for _, place in going.values()]
    for found in board.dislodged:
        place = going[found][1] if found in going else None
        if place is not None and taken.count(place.province) == 1:
            units.setdefault(found.power, []).append(Unit(found.unit.type, place))
        else:
            disbanded.append((found.power, found.unit))
    after = replace(
        board,
        units={power: tuple(sorted(standing)) for power, standing in sorted(units.items())},
        dislodged=(),
        contested=(),
    )
    results = tuple(sorted(told, key=lambda r: (r.power, str(r.order))))
    return Adjudication(board, results, after, disbanded=tuple(disbanded))
