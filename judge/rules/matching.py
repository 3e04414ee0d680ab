"""Which orders fit which: supports to moves, fleets to armies; who walks and who is carried."""

from bisect import insort
from dataclasses import dataclass, field

from judge.board.geography import Power
from judge.board.orders import Convoy, Move, Movement, Order, Orders, SupportHold, SupportMove
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.codes import CONVOY, MOVE, SUPPORT, Code, OrderCode
from judge.rules.compiled import NOWHERE, PLACE_BITS, Compiled, members
from judge.rules.convoys import connects
from judge.rules.legality import Position, Reading, read
from judge.rules.movement import Turn
from judge.rules.options import AdjacentConvoy, Illegal, Options, Paradox, SupportCoast, Twice


@dataclass(slots=True)
class Written:
    """The orders of a movement phase, read. A unit is named by the province it stands in."""

    position: Position
    code: list[Code]
    """The order that counts for a unit, or the unit while it has none."""
    goal: list[int]
    """Where it moves to, or NOWHERE; the same list as the turn's."""
    walking: list[int] = field(default_factory=list)
    """The units that move over a border, as far as legal."""
    sailing: list[int] = field(default_factory=list)
    """Armies whose orders may mean a convoy, as far as legal."""
    wrong: dict[int, Reason] = field(default_factory=dict)
    """Why that order is void; absent when it is not."""
    landing: dict[int, int] = field(default_factory=dict)
    """The place that a unit moves to by an order read with care."""
    arrived: dict[int, int] = field(default_factory=dict)
    """The key of a unit that has moved by an order read with care."""
    supports: list[tuple[int, int, int, int]] = field(default_factory=list)
    """(supporter, unit helped, province it moves to or NOWHERE, place named there), as far as legal."""
    convoys: list[tuple[int, int, int]] = field(default_factory=list)
    """(fleet, army, goal), as far as legal."""
    carriers: dict[int, int] = field(default_factory=dict)
    """The fleets whose convoy orders fit an army's move, whether or not it goes that way."""
    void: list[tuple[Power, Order, Reason]] = field(default_factory=list)
    """Orders for no unit of the power, and orders that another one for the same unit replaced."""

    def place_after(self, at: int) -> int:
        """The place a unit moves to."""
        code = self.code[at]
        return self.landing.get(at, code.goal if code.landing < 0 else code.landing)

    def order(self, at: int) -> Order | None:
        """The order that counts for a unit; None when it has none."""
        code = self.code[at]
        return code.order if isinstance(code, OrderCode) else None


def match_orders(board: Board, orders: Orders, options: Options) -> tuple[Turn, Written]:
    """Everything the resolver needs, and what the results are told from."""
    return match_in(Position(board, options), orders)


def match_in(position: Position, orders: Orders) -> tuple[Turn, Written]:
    """The same for a position that is in integers already."""
    options = position.options
    written = Written(position, [*position.standing], [NOWHERE] * len(position.owner))
    _read_all(written, orders)
    turn = Turn(position.board, options, position.owner, written.goal)
    _match_supports(turn, written)
    for fleet, army, goal in written.convoys:
        _match_convoy(turn, written, fleet, army, goal)
    _send_all(turn, written)
    if written.carriers and options.paradox in _SPARING:
        turn.spared = _spared(turn, written)
    return turn, written


_HELPING = frozenset({SUPPORT, CONVOY})

# Reading, and which order counts for a unit


def _read_all(written: Written, orders: Orders) -> None:
    """Take every order; the plain ones whose units stand as they are named here, the rest with care."""
    position, code_at, goal_of = written.position, written.code, written.goal
    book, walking = position.book, written.walking
    standing, nobody = position.standing, position.book.nobody
    due = [nobody] * len(standing) if position.closed else standing.copy()
    for power in sorted(orders):
        kept = book.orders.get(power, {})
        for order in orders[power]:
            name = id(order)
            code = kept[name] if name in kept else book.order(power, order)
            at, kind = code.at, code.kind
            ready = due[at] is code.actor
            if ready and kind in _HELPING:
                ready = standing[code.helped].shape == code.helped_key
            due[at] = nobody
            if not ready:
                _read_with_care(written, power, code)
                continue
            code_at[at] = code
            if kind == MOVE:
                goal_of[at] = code.goal
                walking.append(at)
            elif kind == SUPPORT:
                written.supports.append((at, code.helped, code.goal, code.goal))
            elif kind == CONVOY:
                written.convoys.append((at, code.helped, code.goal))


def _read_with_care(written: Written, power: Power, code: OrderCode) -> None:
    order = code.order
    if not isinstance(order, Movement):
        written.void.append((power, order, Reason.WRONG_PHASE))
        return
    found = read(written.position, power, order)
    if found.at < 0:
        written.void.append((power, order, found.reason))
        return
    old = written.code[found.at]
    if isinstance(old, OrderCode):
        if _keeps(written, found, old.order, order):
            written.void.append((power, order, Reason.DUPLICATE))
            return
        written.void.append((power, old.order, Reason.DUPLICATE))
        _strike(written, found.at)
    _take(written, found, code)


def _keeps(written: Written, new: Reading, old: Order, order: Order) -> bool:
    """Whether the order a unit already has counts, and not this one (4.D.3)."""
    options, old_is_good = written.position.options, new.at not in written.wrong
    if old == order:
        return True
    if options.illegal is Illegal.IGNORED and old_is_good != (new.reason is Reason.OK):
        return old_is_good
    return options.twice is Twice.FIRST_COUNTS


def _strike(written: Written, at: int) -> None:
    written.code[at] = written.position.standing[at]
    written.wrong.pop(at, None)
    written.landing.pop(at, None)
    written.arrived.pop(at, None)
    written.goal[at] = NOWHERE
    written.walking[:] = [move for move in written.walking if move != at]
    written.sailing[:] = [move for move in written.sailing if move != at]
    written.supports[:] = [support for support in written.supports if support[0] != at]
    written.convoys[:] = [convoy for convoy in written.convoys if convoy[0] != at]


def _take(written: Written, found: Reading, code: OrderCode) -> None:
    at = found.at
    written.code[at] = code
    if found.reason is not Reason.OK:
        written.wrong[at] = found.reason
        return
    match code.order:
        case Move():
            written.goal[at] = found.goal
            (written.sailing if written.position.is_army(at) else written.walking).append(at)
            written.landing[at] = found.goal_place
            unit = written.position.standing[at].key & ~PLACE_BITS
            written.arrived[at] = unit | written.position.board.rank[found.goal_place]
        case SupportHold():
            written.supports.append((at, found.helped, NOWHERE, NOWHERE))
        case SupportMove():
            written.supports.append((at, found.helped, found.goal, found.goal_place))
        case Convoy():
            written.convoys.append((at, found.helped, found.goal))
        case _:
            pass


# Supports and convoys


def _match_supports(turn: Turn, written: Written) -> None:
    goal_of, backers, aim, split = turn.goal, turn.backers, turn.aim, turn.board.split
    attempted = written.position.options.illegal is Illegal.ATTEMPTED
    for at, helped, goal, place in written.supports:
        # A unit that was ordered to move cannot be supported in place (6.D.7, 6.D.8).
        fits = goal_of[helped] == goal
        if fits and goal >= 0:
            fits = not split >> goal & 1 or _coast_fits(written, at, helped, goal, place)
        elif fits and attempted:
            fits = not (helped in written.wrong and isinstance(written.order(helped), Move))
        if not fits:
            written.wrong[at] = Reason.NO_MATCH
            continue
        aim[at] = helped if goal < 0 else goal
        if helped in backers:
            insort(backers[helped], at)  # Nothing depends on the order of the letters.
        else:
            backers[helped] = [at]


def _coast_fits(written: Written, at: int, helped: int, goal: int, place: int) -> bool:
    position = written.position
    if position.is_army(helped):
        return True
    if place != goal:
        return place == written.place_after(helped)
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
    """Put every move on its way, and note those that come to each province, in the order of the provinces."""
    attackers, goal_of, moves = turn.attackers, turn.goal, written.walking
    if written.carriers or written.sailing:
        moves = _embark(turn, written)
    if turn.board.army_force or turn.board.fleet_force:
        _weigh_all(turn, written, moves)
    moves.sort()
    swaps = list[int]()
    for at in moves:
        goal = goal_of[at]
        if goal in attackers:
            attackers[goal].append(at)
        else:
            attackers[goal] = [at]
        if goal_of[goal] == at:
            swaps.append(at)
    if swaps or turn.options.brannan:
        _meet(turn, swaps)


def _embark(turn: Turn, written: Written) -> list[int]:
    """Send every army that may be carried by land or by sea; all moves that are not stuck."""
    doubtful = [*written.sailing, *(at for at in written.walking if at in written.carriers)]
    stuck = {at for at in doubtful if not _send(turn, written, at)}
    turn.stuck += sorted(stuck)
    return [at for at in (*written.walking, *written.sailing) if at not in stuck]


def _weigh_all(turn: Turn, written: Written, moves: list[int]) -> None:
    """Some crossings are at half strength (`[[border]]` of the board file)."""
    for at in moves:
        army = written.position.is_army(at)
        force = (turn.board.army_force if army else turn.board.fleet_force).get((at, turn.goal[at]), 0)
        if force and at not in turn.carried:
            turn.force[at] = force


def _send(turn: Turn, written: Written, at: int) -> bool:
    """Put an army on its way by land or by sea; False when it is stuck."""
    board, goal, options, order = turn.board, turn.goal[at], turn.options, written.order(at)
    assert isinstance(order, Move)
    beside = bool(board.army_to[at] >> goal & 1)
    fleets = _fleets(board, written.carriers.get(at, 0), order, options)
    chain = fleets != 0 and connects(board, at, goal, fleets)
    if chain and (not beside or _means_convoy(turn, order, at, goal, fleets)):
        turn.carried[at] = fleets
        if beside and options.land_fallback:
            turn.walkers |= 1 << at
        return True
    return beside and (not order.via or options.walks_instead)


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


def _meet(turn: Turn, swaps: list[int]) -> None:
    """Note who meets head to head; a move that goes where its own goal's unit comes from is in `swaps`."""
    for at in swaps:
        foe = turn.goal[at]
        if foe not in turn.stuck and _walks(turn, at) and _walks(turn, foe):
            turn.facing[at] = foe
        if not turn.options.dislodged_still_bounces:
            turn.yields[at] = foe
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
            attacks = isinstance(written.order(supporter), SupportMove)
            if not attacks or not fleets >> aim & 1:
                return False
            spare = fleets & ~(1 << aim)
            needed = not connects(turn.board, army, supporter, spare)
            return needed or turn.options.paradox is Paradox.RULES_1971
        case _:
            return False
