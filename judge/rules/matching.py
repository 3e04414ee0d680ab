"""Which orders fit which: supports to moves, fleets to armies; who walks and who is carried."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from judge.board.geography import Power, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, Order, Orders, SupportHold, SupportMove
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.compiled import Compiled, members
from judge.rules.convoys import connects
from judge.rules.legality import NOBODY, NOWHERE, Position, Reading, read
from judge.rules.movement import Turn
from judge.rules.options import AdjacentConvoy, Illegal, Options, Paradox, SupportCoast, Twice

_ARMY = UnitType.ARMY


@dataclass(slots=True)
class Written:
    """The orders of a movement phase, read. A unit is named by the province it stands in."""

    position: Position
    order: list[Order | None]
    """The order that counts for a unit."""
    goal: list[int]
    """Where it moves to, or NOWHERE; the same list as the turn's."""
    wrong: dict[int, Reason] = field(default_factory=dict)
    """Why that order is void; absent when it is not."""
    landing: dict[int, int] = field(default_factory=dict)
    """The coast a fleet moves to, where it is not the province itself."""
    supports: list[tuple[int, int, int, int]] = field(default_factory=list)
    """(supporter, unit helped, province it moves to or NOWHERE, place named there), as far as legal."""
    convoys: list[tuple[int, int, int]] = field(default_factory=list)
    """(fleet, army, goal), as far as legal."""
    carriers: dict[int, int] = field(default_factory=dict)
    """The fleets whose convoy orders fit an army's move, whether or not it goes that way."""
    void: list[tuple[Power, Order, Reason]] = field(default_factory=list)
    """Orders for no unit of the power, and orders that another one for the same unit replaced."""


def match_orders(board: Board, orders: Orders, options: Options) -> tuple[Turn, Written]:
    """Everything the resolver needs, and what the results are told from."""
    position = Position(board, options)
    size = len(position.owner)
    written = Written(position, [None] * size, [NOWHERE] * size)
    _read_all(written, orders)
    turn = Turn(position.board, options, position.owner, written.goal)
    _match_supports(turn, written)
    for fleet, army, goal in written.convoys:
        _match_convoy(turn, written, fleet, army, goal)
    _send_all(turn, written)
    _meet(turn)
    if written.carriers and options.paradox in _SPARING:
        turn.spared = _spared(turn, written)
    return turn, written


# Reading, and which order counts for a unit


def _read_all(written: Written, orders: Orders) -> None:
    position = written.position
    quick, power_of = not position.closed, position.board.power_of
    for power in sorted(orders):
        number = power_of.get(power, NOBODY)
        for order in orders[power]:
            if not (quick and _read_plain(written, number, order)):
                _read_with_care(written, power, order)


def _read_plain(written: Written, number: int, order: Order) -> bool:
    """Take a plain order of the usual kind; False for one that has to be read with care.

    Plain is an order for the power's own unit, named as it stands, that has no order yet.
    """
    kind = type(order)
    reader = _PLAIN.get(kind)
    if reader is None and kind is not Hold:
        return False
    position, unit = written.position, order.unit  # type: ignore[union-attr]
    location = unit.location
    here = position.board.province_of.get(location.province, NOWHERE)
    if here < 0 or position.owner[here] != number or position.kind[here] is not unit.type:
        return False
    if written.order[here] is not None or (location.coast and unit != position.unit[here]):
        return False
    if reader is not None and not reader(written, here, order):
        return False
    written.order[here] = order
    return True


def _read_plain_move(written: Written, here: int, order: Move) -> bool:
    target, position = order.target, written.position
    ints = position.board
    goal = ints.province_of.get(target.province, NOWHERE)
    if goal < 0 or target.coast or order.via:
        return False
    if position.kind[here] is _ARMY:
        reach = ints.army_to[here]
    elif ints.split >> goal & 1:
        return False
    else:
        reach = ints.fleet_to[position.place[here]]
    if not reach >> goal & 1:
        return False
    written.goal[here] = goal
    return True


def _read_plain_support_move(written: Written, here: int, order: SupportMove) -> bool:
    mover, target, position = order.mover, order.target, written.position
    number = position.board.province_of
    goal = number.get(target.province, NOWHERE)
    helped = number.get(mover.location.province, NOWHERE)
    if goal < 0 or helped < 0 or target.coast or mover.location.coast:
        return False
    if position.kind[helped] is not mover.type or here == helped:
        return False
    if not (position.lends(here) & position.reach(helped)) >> goal & 1:
        return False
    written.supports.append((here, helped, goal, goal))
    return True


def _read_plain_support_hold(written: Written, here: int, order: SupportHold) -> bool:
    supported, position = order.supported, written.position
    helped = position.board.province_of.get(supported.location.province, NOWHERE)
    if helped < 0 or supported.location.coast or position.kind[helped] is not supported.type:
        return False
    if not position.lends(here) >> helped & 1:
        return False
    written.supports.append((here, helped, NOWHERE, NOWHERE))
    return True


_PLAIN: dict[type, Callable[[Written, int, Any], bool]] = {
    Move: _read_plain_move,
    SupportMove: _read_plain_support_move,
    SupportHold: _read_plain_support_hold,
}


def _read_with_care(written: Written, power: Power, order: Order) -> None:
    if not isinstance(order, Movement):
        written.void.append((power, order, Reason.WRONG_PHASE))
        return
    found = read(written.position, power, order)
    if found.at < 0:
        written.void.append((power, order, found.reason))
        return
    old = written.order[found.at]
    if old is not None:
        if _keeps(written, found, order):
            written.void.append((power, order, Reason.DUPLICATE))
            return
        written.void.append((power, old, Reason.DUPLICATE))
        _strike(written, found.at)
    _take(written, found, order)


def _keeps(written: Written, new: Reading, order: Movement) -> bool:
    """Whether the order a unit already has counts, and not this one (4.D.3)."""
    options, old_is_good = written.position.options, new.at not in written.wrong
    if written.order[new.at] == order:
        return True
    if options.illegal is Illegal.IGNORED and old_is_good != (new.reason is Reason.OK):
        return old_is_good
    return options.twice is Twice.FIRST_COUNTS


def _strike(written: Written, at: int) -> None:
    written.order[at] = None
    written.wrong.pop(at, None)
    written.goal[at] = NOWHERE
    written.supports = [s for s in written.supports if s[0] != at]
    written.convoys = [c for c in written.convoys if c[0] != at]


def _take(written: Written, found: Reading, order: Movement) -> None:
    at = found.at
    written.order[at] = order
    if found.reason is not Reason.OK:
        written.wrong[at] = found.reason
        return
    match order:
        case Move():
            written.goal[at] = found.goal
            if found.goal_place != found.goal:
                written.landing[at] = found.goal_place
        case SupportHold():
            written.supports.append((at, found.helped, NOWHERE, NOWHERE))
        case SupportMove():
            written.supports.append((at, found.helped, found.goal, found.goal_place))
        case Convoy():
            written.convoys.append((at, found.helped, found.goal))
        case Hold():
            pass


# Supports and convoys


def _match_supports(turn: Turn, written: Written) -> None:
    goal_of, backers, aim, split = turn.goal, turn.backers, turn.aim, turn.board.split
    attempted = written.position.options.illegal is Illegal.ATTEMPTED
    written.supports.sort()  # Nothing depends on the order of the letters.
    for at, helped, goal, place in written.supports:
        # A unit that was ordered to move cannot be supported in place (6.D.7, 6.D.8).
        fits = goal_of[helped] == goal
        if fits and goal >= 0:
            fits = not split >> goal & 1 or _coast_fits(written, at, helped, goal, place)
        elif fits and attempted:
            fits = not (helped in written.wrong and isinstance(written.order[helped], Move))
        if not fits:
            written.wrong[at] = Reason.NO_MATCH
            continue
        aim[at] = helped if goal < 0 else goal
        if helped in backers:
            backers[helped].append(at)
        else:
            backers[helped] = [at]


def _coast_fits(written: Written, at: int, helped: int, goal: int, place: int) -> bool:
    position = written.position
    if position.is_army(helped):
        return True
    if place != goal:
        return place == written.landing.get(helped, goal)
    match position.options.support_coast:
        case SupportCoast.ANY:
            return True
        case SupportCoast.OWN_ONLY:
            return position.owner[at] == position.owner[helped]
        case SupportCoast.REFUSED:
            return False


def _match_convoy(turn: Turn, written: Written, fleet: int, army: int, goal: int) -> None:
    if turn.goal[army] == goal:
        written.carriers[army] = written.carriers.get(army, 0) | 1 << fleet
    else:
        written.wrong[fleet] = Reason.NO_MATCH


# Armies that walk, armies that are carried


def _send_all(turn: Turn, written: Written) -> None:
    attackers, army_to, kind = turn.attackers, turn.board.army_to, written.position.kind
    forced = turn.board.army_force or turn.board.fleet_force
    for at, goal in enumerate(turn.goal):
        if goal < 0:
            continue
        if kind[at] is _ARMY:
            order = written.order[at]
            by_land = army_to[at] >> goal & 1 and at not in written.carriers
            if not (by_land and not order.via) and not _send(turn, written, at, order):  # type: ignore[union-attr,arg-type]
                continue
        if forced and at not in turn.carried:
            _weigh(turn, at, goal, kind[at] is _ARMY)
        if goal in attackers:
            attackers[goal].append(at)
        else:
            attackers[goal] = [at]


def _weigh(turn: Turn, at: int, goal: int, army: bool) -> None:
    """Some crossings are at half strength (`[[border]]` of the board file)."""
    force = (turn.board.army_force if army else turn.board.fleet_force).get((at, goal), 0)
    if force:
        turn.force[at] = force


def _send(turn: Turn, written: Written, at: int, order: Move) -> bool:
    """Put an army on its way by land or by sea; False when it is stuck."""
    board, goal, options = turn.board, turn.goal[at], turn.options
    beside = bool(board.army_to[at] >> goal & 1)
    fleets = _fleets(board, written.carriers.get(at, 0), order, options)
    chain = fleets != 0 and connects(board, at, goal, fleets)
    if chain and (not beside or _means_convoy(turn, order, at, goal, fleets)):
        turn.carried[at] = fleets
        if beside and options.land_fallback:
            turn.walkers |= 1 << at
        return True
    if beside and (not order.via or options.walks_instead):
        return True
    turn.stuck.append(at)
    return False


def _fleets(board: Compiled, carriers: int, order: Move, options: Options) -> int:
    if order.route and options.written_route_binds:
        return carriers & board.mask(p for p in order.route if p in board.province_of)
    return carriers


def _means_convoy(turn: Turn, order: Move, at: int, goal: int, fleets: int) -> bool:
    """Whether an army that could walk is to be carried (4.A.3)."""
    match turn.options.adjacent_convoy:
        case AdjacentConvoy.EXPLICIT:
            return order.via
        case AdjacentConvoy.INTENT:
            return order.via or any(turn.owner[fleet] == turn.owner[at] for fleet in members(fleets))
        case AdjacentConvoy.SWAP:
            return turn.goal[goal] == at


# Who meets whom


def _meet(turn: Turn) -> None:
    goal = turn.goal
    for target, attackers in turn.attackers.items():
        back = goal[target]
        if back >= 0 and back in attackers:
            if target not in turn.stuck and _walks(turn, back) and _walks(turn, target):
                turn.facing[back] = target
            if not turn.options.dislodged_still_bounces:
                turn.yields[back] = target
    if turn.options.brannan:
        _meet_brannan(turn)


def _walks(turn: Turn, at: int) -> bool:
    return at not in turn.carried or bool(turn.walkers >> at & 1)


def _meet_brannan(turn: Turn) -> None:
    """4.A.4: a convoyed attack comes from the last fleet, if there is only one it can come from."""
    for army, fleets in turn.carried.items():
        last = _last_fleet(turn.board, army, turn.goal[army], fleets)
        turn.origin[army] = last
        if last >= 0 and turn.goal[turn.goal[army]] == last:
            turn.facing[army] = turn.goal[army]
            turn.facing[turn.goal[army]] = army


def _last_fleet(board: Compiled, army: int, goal: int, fleets: int) -> int:
    last = list(members(fleets & board.shore[goal]))
    if len(last) > 1:
        last = [f for f in last if not connects(board, army, goal, fleets & ~(1 << f))]
    return last[0] if len(last) == 1 else NOWHERE


# The editions' own rules against convoy paradoxes (4.A.2)

_SPARING = frozenset({Paradox.RULES_1971, Paradox.RULES_1982, Paradox.RULES_2000})


def _spared(turn: Turn, written: Written) -> frozenset[tuple[int, int]]:
    convoying = 0
    for fleets in turn.carried.values():
        convoying |= fleets
    return frozenset(
        (army, turn.goal[army])
        for army, fleets in turn.carried.items()
        if _is_spared(turn, written, army, fleets, convoying)
    )


def _is_spared(turn: Turn, written: Written, army: int, fleets: int, convoying: int) -> bool:
    """Whether the support given where an army lands is safe from that army."""
    supporter = turn.goal[army]
    aim = turn.aim.get(supporter, NOWHERE)
    if aim < 0:
        return False
    match turn.options.paradox:
        case Paradox.RULES_1982:
            return bool(convoying >> aim & 1)
        case Paradox.RULES_1971 | Paradox.RULES_2000:
            attacks = isinstance(written.order[supporter], SupportMove)
            if not attacks or not fleets >> aim & 1:
                return False
            spare = fleets & ~(1 << aim)
            needed = not connects(turn.board, army, supporter, spare)
            return needed or turn.options.paradox is Paradox.RULES_1971
        case _:
            return False
