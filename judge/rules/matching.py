"""Which orders fit which: supports to moves, fleets to armies; who walks and who is carried."""

from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from judge.board.geography import Power, Unit
from judge.board.orders import Convoy, Move, Movement, Order, Orders, SupportHold, SupportMove
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.codes import CONVOY, CROSSING, HOLD, SUPPORT, Code
from judge.rules.compiled import NOWHERE, Compiled, members
from judge.rules.convoys import connects
from judge.rules.legality import Position, Reading, read
from judge.rules.movement import Turn, withdraw
from judge.rules.options import AdjacentConvoy, Illegal, Options, Paradox, SupportCoast, Twice

_OK = Reason.OK  # Looked up once: members of an Enum are slow to come by.
Coded = list[tuple[Power, list[Code]]]
"""The orders of each power, in integers."""


@dataclass(frozen=True, slots=True)
class Scrutiny:
    """What rules of the house say of orders before they are read."""

    look: Callable[[Power, Code], tuple[Order, Reason]]
    """The order as it is meant, and why it is refused if it is. Asked of all orders that are not plain."""
    suspects: Iterable[int] = ()
    """Units whose plain orders are looked at too."""
    refused: list[tuple[Power, Order, Reason]] = field(default_factory=list)
    """Orders that did not pass, as they are meant; they count for nothing."""


class Written:
    """The orders of a movement phase, read. A unit is named by the province it stands in."""

    __slots__ = (
        "arrived",
        "attackers",
        "carriers",
        "chained",
        "code",
        "convoys",
        "crowded",
        "far",
        "goal",
        "plain",
        "position",
        "sailing",
        "scrutiny",
        "supports",
        "swaps",
        "void",
        "wrong",
    )

    def __init__(self, position: Position, scrutiny: Scrutiny | None = None) -> None:
        self.position = position
        self.scrutiny = scrutiny
        self.code: list[Code] = [*position.standing]
        """The order that counts for a unit, or the unit while it has none."""
        self.goal = [NOWHERE] * len(position.owner)
        """Where it moves to, or NOWHERE; the same list as the turn's."""
        self.attackers: dict[int, list[int]] = {}
        """The moves to a province, as far as legal, sorted; the same as the turn's."""
        self.crowded: set[int] = set()
        """Where more than one move comes; the same as the turn's."""
        self.swaps: list[int] = []
        """Moves to where a unit stands that moves to where they come from; one of each two."""
        self.sailing: list[int] = []
        """Armies whose orders may mean a convoy, as far as legal; no attackers until it is known."""
        self.wrong: dict[int, Reason] = {}
        """Why the order that counts is void; absent when it is not."""
        self.arrived: dict[int, int] = {}
        """The key of a unit that has moved by an order read with care."""
        self.plain: list[Code] = []
        """The supports by plain orders."""
        self.far: list[Code] = []
        """Those given to an army that needs fleets."""
        self.supports: list[tuple[int, int, int, int]] = []
        """The others, as far as legal: (supporter, unit helped, where that moves or NOWHERE, place named)."""
        self.convoys: list[tuple[int, int, int]] = []
        """(fleet, army, goal), as far as legal."""
        self.carriers: dict[int, int] = {}
        """The fleets whose convoy orders fit an army's move, whether or not it goes that way."""
        self.chained: set[int] = set()
        """The armies that cross water whose carriers make a chain."""
        self.void: list[tuple[Power, Order, Reason]] = []
        """Orders for no unit of the power, and orders that another one for the same unit replaced."""

    def come(self, at: int, goal: int) -> None:
        """Put a move among those that come to a province."""
        if goal in self.attackers:
            insort(self.attackers[goal], at)
            self.crowded.add(goal)
        else:
            self.attackers[goal] = [at]
        if self.goal[goal] == at:
            self.swaps.append(at)

    def after(self, at: int) -> int:
        """The key of a unit that has moved."""
        return self.arrived.get(at, self.code[at].then)

    def order(self, at: int) -> Order | None:
        """The order that counts for a unit; None when it has none."""
        code = self.code[at]
        return code.order if code.written else None


def match_orders(board: Board, orders: Orders, options: Options) -> tuple[Turn, Written]:
    """Everything the resolver needs, and what the results are told from."""
    return match_in(Position(board, options), orders)


def match_in(position: Position, orders: Orders, scrutiny: Scrutiny | None = None) -> tuple[Turn, Written]:
    """The same for a position that is in integers already."""
    try:
        return match_codes(position, coded(position, orders), scrutiny)
    except (AttributeError, IndexError, TypeError):  # Some order has no note yet.
        for power, given in orders.items():
            for order in given:
                position.book.order(power, order)
        if scrutiny is not None:
            scrutiny.refused.clear()
        return match_codes(position, coded(position, orders), scrutiny)


def match_codes(position: Position, orders: Coded, scrutiny: Scrutiny | None = None) -> tuple[Turn, Written]:
    """The same for orders that are in integers too."""
    options, written = position.options, Written(position, scrutiny)
    if position.closed:
        _read_all_with_care(written, orders)
    elif scrutiny is not None:
        _read_under_scrutiny(written, orders, scrutiny)
    else:
        _read_all(written, orders)
    if written.convoys or written.sailing:
        _match_convoys(written)
    owner, goal, attackers, crowded = position.owner, written.goal, written.attackers, written.crowded
    turn = Turn(position.board, options, owner, goal, attackers, crowded)
    _match_supports(turn, written)
    _send_all(turn, written)
    if written.carriers and options.paradox in _SPARING:
        turn.spared = _spared(turn, written)
    return turn, written


def coded(position: Position, orders: Orders) -> Coded:
    """The orders in integers."""
    out: Coded = []  # Calling a type with brackets is slow.
    book, number_of = position.book, position.board.power_of
    for power, given in orders.items():
        number = number_of.get(power, NOWHERE)
        if number < 0:
            out.append((power, [book.order(power, order) for order in given]))
        else:
            out.append((power, [order.note[number] for order in given]))
    return out


# Reading, and which order counts for a unit


def _read_all(written: Written, orders: Coded) -> None:
    """Take every order; the plain ones whose units stand as they are named here, the rest with care."""
    code_at, goal_of, attackers, supports = written.code, written.goal, written.attackers, written.plain
    standing = written.position.standing
    for power, codes in orders:
        for code in codes:
            at = code.at
            if code_at[at] is not code.actor:
                _read_with_care(written, power, code)
                continue
            goal = code.leads
            if goal >= 0:
                code_at[at] = code
                goal_of[at] = goal
                if goal in attackers:
                    insort(attackers[goal], at)  # Nothing depends on the order of the letters.
                    written.crowded.add(goal)
                else:
                    attackers[goal] = [at]
                if goal_of[goal] == at:
                    written.swaps.append(at)
            elif code.kind == HOLD:
                code_at[at] = code
            elif standing[code.helped].shape != code.helped_shape:
                _read_with_care(written, power, code)
            else:
                code_at[at] = code
                if code.kind == SUPPORT:
                    supports.append(code)
                else:
                    _read_crossing(written, code)


def _read_under_scrutiny(written: Written, orders: Coded, scrutiny: Scrutiny) -> None:
    """As if no suspect stood where it does, so that none of its orders is plain."""
    code_at, standing, nobody = written.code, written.position.standing, written.position.book.nobody
    for at in scrutiny.suspects:
        code_at[at] = nobody
    _read_all(written, orders)
    for at in scrutiny.suspects:
        if code_at[at] is nobody:
            code_at[at] = standing[at]


def _read_all_with_care(written: Written, orders: Coded) -> None:
    for power, codes in orders:
        for code in codes:
            _read_with_care(written, power, code)


def _read_crossing(written: Written, code: Code) -> None:
    """Take a plain order that has to do with an army that needs fleets."""
    if code.kind == CONVOY:
        written.convoys.append((code.at, code.helped, code.goal))
    elif code.kind == CROSSING:
        written.goal[code.at] = code.goal
        written.sailing.append(code.at)
    else:
        written.far.append(code)


def _read_with_care(written: Written, power: Power, code: Code) -> None:
    order = code.order
    if written.scrutiny is not None:
        order, reason = written.scrutiny.look(power, code)
        if reason is not _OK:
            written.scrutiny.refused.append((power, order, reason))
            return
        if _is_plain_hold(written, code):
            written.code[code.at] = code
            return
    if not isinstance(order, Movement):
        written.void.append((power, order, Reason.WRONG_PHASE))
        return
    found = read(written.position, power, order)
    if found.at < 0:
        written.void.append((power, order, found.reason))
        return
    old = written.code[found.at]
    if old.written:
        if _keeps(written, power, found, old.order, order):
            written.void.append((power, order, Reason.DUPLICATE))
            return
        written.void.append((power, old.order, Reason.DUPLICATE))
        _strike(written, found.at)
    _take(written, power, found, order)


def _is_plain_hold(written: Written, code: Code) -> bool:
    """Whether an order is the first for its unit and lets it stay: there is nothing more to read then."""
    at, position = code.at, written.position
    if code.kind != HOLD or code.actor is not position.standing[at]:
        return False
    return not (written.code[at].written or position.closed)


def _keeps(written: Written, power: Power, new: Reading, old: Order, order: Order) -> bool:
    """Whether the order a unit already has counts, and not this one (4.D.3)."""
    options = written.position.options
    if old == order:
        return True
    if options.illegal is Illegal.IGNORED and isinstance(old, Movement):
        old_is_good = read(written.position, power, old).reason is Reason.OK
        if old_is_good != (new.reason is Reason.OK):
            return old_is_good
    return options.twice is Twice.FIRST_COUNTS


def _strike(written: Written, at: int) -> None:
    goal = written.goal[at]
    if goal >= 0 and at not in written.sailing:
        withdraw(written.attackers, goal, at)
    written.swaps[:] = [move for move in written.swaps if at not in (move, written.goal[move])]
    written.goal[at] = NOWHERE
    written.code[at] = written.position.standing[at]
    written.wrong.pop(at, None)
    written.arrived.pop(at, None)
    written.sailing[:] = [move for move in written.sailing if move != at]
    written.plain[:] = [code for code in written.plain if code.at != at]
    written.far[:] = [code for code in written.far if code.at != at]
    written.supports[:] = [support for support in written.supports if support[0] != at]
    written.convoys[:] = [convoy for convoy in written.convoys if convoy[0] != at]


def _take(written: Written, power: Power, found: Reading, order: Order) -> None:
    at, position = found.at, written.position
    written.code[at] = position.book.order(power, order)
    if found.reason is not _OK:
        written.wrong[at] = found.reason
        return
    match order:
        case Move():
            written.goal[at] = found.goal
            kind = position.board.unit[position.standing[at].shape].type
            there = Unit(kind, position.board.places[found.goal_place])
            written.arrived[at] = position.board.key(power, there)
            if position.is_army(at):
                written.sailing.append(at)
            else:
                written.come(at, found.goal)
        case SupportHold():
            written.supports.append((at, found.helped, NOWHERE, NOWHERE))
        case SupportMove():
            written.supports.append((at, found.helped, found.goal, found.goal_place))
        case Convoy():
            written.convoys.append((at, found.helped, found.goal))
        case _:
            pass


# Convoys and supports


def _match_convoys(written: Written) -> None:
    """Find the carriers of every army, and which crossings are legal: those the fleets there could make."""
    goal_of, carriers, position = written.goal, written.carriers, written.position
    for fleet, army, goal in written.convoys:
        if goal_of[army] == goal:
            carriers[army] = carriers.get(army, 0) | 1 << fleet
    for at in written.sailing:
        goal = goal_of[at]
        if at in carriers and connects(position.board, at, goal, carriers[at]):
            written.chained.add(at)
        elif not position.could_be_carried(at, goal) and not position.board.army_to[at] >> goal & 1:
            written.wrong[at] = Reason.NO_CONVOY
            goal_of[at] = NOWHERE
            carriers.pop(at, None)
    written.sailing[:] = [at for at in written.sailing if goal_of[at] >= 0]
    for fleet, army, goal in written.convoys:
        if goal_of[army] != goal:
            written.wrong[fleet] = Reason.NO_MATCH


def _match_supports(turn: Turn, written: Written) -> None:
    goal_of, backers, aim = turn.goal, turn.backers, turn.aim
    for code in written.plain:
        at, helped = code.at, code.helped
        # A unit that was ordered to move cannot be supported in place (6.D.7, 6.D.8).
        if goal_of[helped] != code.goal:
            written.wrong[at] = Reason.NO_MATCH
            continue
        aim[at] = code.aim
        if helped in backers:
            insort(backers[helped], at)
        else:
            backers[helped] = [at]
    for code in written.far:
        _match_far(turn, written, code)
    for at, helped, goal, place in written.supports:
        if goal_of[helped] != goal or not _coast_fits(written, at, helped, goal, place):
            written.wrong[at] = Reason.NO_MATCH
            continue
        aim[at] = helped if goal < 0 else goal
        insort(backers.setdefault(helped, []), at)
    if written.wrong and written.position.options.illegal is Illegal.ATTEMPTED:
        _unsupport_attempts(turn, written)


def _match_far(turn: Turn, written: Written, code: Code) -> None:
    """A support for a crossing; legal if fleets could make it without the supporter (6.D.31)."""
    at, helped, goal = code.at, code.helped, code.goal
    fits = turn.goal[helped] == goal
    if not (fits and helped in written.chained) and not written.position.could_be_carried(helped, goal, at):
        written.wrong[at] = Reason.NOT_ADJACENT
    elif fits:
        turn.aim[at] = goal
        insort(turn.backers.setdefault(helped, []), at)
    else:
        written.wrong[at] = Reason.NO_MATCH


def _unsupport_attempts(turn: Turn, written: Written) -> None:
    """A unit whose move is illegal counts as one that tried to move: it is not supported in place."""
    for at in [at for at, aim in turn.aim.items() if turn.goal[aim] < 0 and aim in written.wrong]:
        helped = turn.aim[at]
        if at in turn.backers.get(helped, ()) and isinstance(written.order(helped), Move):
            written.wrong[at] = Reason.NO_MATCH
            del turn.aim[at]
            withdraw(turn.backers, helped, at)


def _coast_fits(written: Written, at: int, helped: int, goal: int, place: int) -> bool:
    position = written.position
    if goal < 0 or not position.board.split >> goal & 1 or position.is_army(helped):
        return True
    if place != goal:
        return place == position.board.place_at[written.after(helped) % len(position.board.unit)]
    match position.options.support_coast:
        case SupportCoast.ANY:
            return True
        case SupportCoast.OWN_ONLY:
            return position.owner[at] == position.owner[helped]
        case SupportCoast.REFUSED:
            return False


# Armies that walk, armies that are carried


def _send_all(turn: Turn, written: Written) -> None:
    """Put the armies on their way that may be carried, and note who meets head to head."""
    if written.carriers or written.sailing:
        _embark(turn, written)
    if turn.board.army_force or turn.board.fleet_force:
        _weigh_all(turn, written)
    if written.swaps or turn.options.brannan:
        _meet(turn, written.swaps)


def _embark(turn: Turn, written: Written) -> None:
    for at in sorted({*written.sailing, *written.carriers}):
        if not _send(turn, written, at):
            turn.stuck.append(at)
        elif at in written.sailing:
            written.come(at, turn.goal[at])


def _weigh_all(turn: Turn, written: Written) -> None:
    """Some crossings are at half strength (`[[border]]` of the board file)."""
    for at in [move for movers in turn.attackers.values() for move in movers]:
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
    """Note who meets head to head."""
    for one in swaps:
        for at, foe in ((one, turn.goal[one]), (turn.goal[one], one)):
            if at in turn.stuck or turn.goal[at] != foe or turn.goal[foe] != at:
                continue
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
