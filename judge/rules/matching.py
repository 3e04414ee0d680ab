"""Which orders fit which: supports to moves, fleets to armies; who walks and who is carried."""

from dataclasses import dataclass, field

from judge.board.geography import Power
from judge.board.orders import Convoy, Move, Movement, Orders, SupportHold, SupportMove
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.compiled import Compiled, members
from judge.rules.convoys import connects
from judge.rules.legality import NOWHERE, Position, Read, read
from judge.rules.movement import Turn
from judge.rules.options import AdjacentConvoy, Illegal, Options, Paradox, SupportCoast, Twice


@dataclass(slots=True)
class Written:
    """The orders of a movement phase, read and matched."""

    position: Position
    counts: list[Read | None]
    """By province the order that counts for its unit."""
    void: list[tuple[Power, Read]] = field(default_factory=list)
    """Orders for no unit of the power, and orders that another one for the same unit replaced."""
    carriers: dict[int, int] = field(default_factory=dict)
    """The fleets whose convoy orders fit an army's move, whether or not it goes that way."""


def match_orders(board: Board, orders: Orders, options: Options) -> tuple[Turn, Written]:
    """Everything the resolver needs, and what the results are told from."""
    position = Position(board, options)
    written = _sort_out(position, orders)
    turn = _empty_turn(position, options)
    _match(turn, written)
    _send_armies(turn, written)
    _meet(turn)
    if options.paradox in _SPARING:
        turn.spared = _spared(turn, written)
    return turn, written


# Which order counts for a unit


def _sort_out(position: Position, orders: Orders) -> Written:
    written = Written(position, [None] * len(position.owner))
    for power in sorted(orders):
        for order in orders[power]:
            if not isinstance(order, Movement):
                written.void.append((power, Read(order, reason=Reason.WRONG_PHASE)))
                continue
            found = read(position, power, order)
            if found.at < 0:
                written.void.append((power, found))
            else:
                _choose(written, power, found)
    return written


def _choose(written: Written, power: Power, new: Read) -> None:
    old = written.counts[new.at]
    loser = None if old is None else _loser(written.position.options, old, new)
    if loser is not new:
        written.counts[new.at] = new
    if loser is not None:
        loser.reason = Reason.DUPLICATE
        written.void.append((power, loser))


def _loser(options: Options, old: Read, new: Read) -> Read:
    if options.illegal is Illegal.IGNORED and (old.reason is Reason.OK) != (new.reason is Reason.OK):
        return old if new.reason is Reason.OK else new
    return old if options.twice is Twice.LAST_COUNTS else new


# Supports and convoys


def _empty_turn(position: Position, options: Options) -> Turn:
    size = len(position.owner)
    return Turn(
        board=position.board,
        options=options,
        owner=position.owner,
        goal=[NOWHERE] * size,
        attackers=[[] for _ in range(size)],
        backers=[[] for _ in range(size)],
        aim=[NOWHERE] * size,
    )


def _match(turn: Turn, written: Written) -> None:
    legal = [found for found in written.counts if found is not None and found.reason is Reason.OK]
    for found in legal:
        if isinstance(found.order, Move):
            turn.goal[found.at] = found.goal
    for found in legal:
        match found.order:
            case SupportHold():
                _back(turn, found, found.helped, _stays(written, found.helped))
            case SupportMove():
                _back(turn, found, found.goal, _fits_move(written, found))
            case Convoy():
                _carry(turn, written, found)
            case _:
                pass


def _back(turn: Turn, support: Read, aim: int, fits: bool) -> None:
    if fits:
        turn.backers[support.helped].append(support.at)
        turn.aim[support.at] = aim
    else:
        support.reason = Reason.NO_MATCH


def _stays(written: Written, at: int) -> bool:
    """Whether a unit can be supported in place: not when it was ordered to move (6.D.7, 6.D.8, 6.D.28)."""
    found = written.counts[at]
    if found is None or not isinstance(found.order, Move):
        return True
    attempted = written.position.options.illegal is Illegal.ATTEMPTED
    return found.reason is not Reason.OK and not attempted


def _fits_move(written: Written, support: Read) -> bool:
    move = written.counts[support.helped]
    if move is None or not isinstance(move.order, Move) or move.reason is not Reason.OK:
        return False
    if move.goal != support.goal:
        return False
    position = written.position
    if position.armies >> move.at & 1 or not position.board.split >> move.goal & 1:
        return True
    if support.goal_place != support.goal:
        return support.goal_place == move.goal_place
    match position.options.support_coast:
        case SupportCoast.ANY:
            return True
        case SupportCoast.OWN_ONLY:
            return position.owner[support.at] == position.owner[move.at]
        case SupportCoast.REFUSED:
            return False


def _carry(turn: Turn, written: Written, convoy: Read) -> None:
    if turn.goal[convoy.helped] == convoy.goal:
        written.carriers[convoy.helped] = written.carriers.get(convoy.helped, 0) | 1 << convoy.at
    else:
        convoy.reason = Reason.NO_MATCH


# Armies that walk, armies that are carried


def _send_armies(turn: Turn, written: Written) -> None:
    board, position = turn.board, written.position
    for found in written.counts:
        if found is None or turn.goal[found.at] < 0:
            continue
        at, goal, forces = found.at, found.goal, board.fleet_force
        if position.armies >> at & 1:
            forces = board.army_force
            if not _send(turn, written, found):
                continue
        if forces and at not in turn.carried and (at, goal) in forces:
            turn.force[at] = forces[at, goal]
        turn.attackers[goal].append(at)


def _send(turn: Turn, written: Written, move: Read) -> bool:
    """Put an army on its way; False when it is stuck."""
    order = move.order
    assert isinstance(order, Move)
    board, at, goal, options = turn.board, move.at, move.goal, turn.options
    beside = bool(board.army_to[at] >> goal & 1)
    fleets = _fleets(board, written.carriers.get(at, 0), order, options)
    chain = fleets != 0 and connects(board, at, goal, fleets)
    if chain and (not beside or _means_convoy(turn, order, at, goal, fleets)):
        turn.carried[at] = fleets
        if beside and options.land_fallback:
            turn.walkers |= 1 << at
        return True
    if beside and (not order.via or _may_walk(options)):
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


def _may_walk(options: Options) -> bool:
    return options.land_fallback or options.adjacent_convoy is AdjacentConvoy.SWAP


# Who meets whom


def _meet(turn: Turn) -> None:
    goal = turn.goal
    for attackers in turn.attackers:
        for at in attackers:
            if goal[goal[at]] == at:
                if _walks(turn, at) and _walks(turn, goal[at]) and goal[at] not in turn.stuck:
                    turn.facing[at] = goal[at]
                if not turn.options.dislodged_still_bounces:
                    turn.yields[at] = goal[at]
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
        (army, supporter)
        for army, fleets in turn.carried.items()
        for supporter in [turn.goal[army]]
        if turn.aim[supporter] >= 0 and _is_spared(turn, army, fleets, supporter, convoying, written)
    )


def _is_spared(turn: Turn, army: int, fleets: int, supporter: int, convoying: int, written: Written) -> bool:
    aim = turn.aim[supporter]
    found = written.counts[supporter]
    attacks = found is not None and isinstance(found.order, SupportMove)
    if turn.options.paradox is Paradox.RULES_1982:
        return bool(convoying >> aim & 1)
    if not attacks or not fleets >> aim & 1:
        return False
    if turn.options.paradox is Paradox.RULES_1971:
        return True
    without = fleets & ~(1 << aim)
    return not connects(turn.board, army, turn.goal[army], without)
