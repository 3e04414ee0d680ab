"""The board after a movement phase: who stands where, who was driven out, which provinces were contested."""

from judge.board.geography import Location, Power, Unit
from judge.board.state import Board, Dislodged
from judge.rules.codes import FLEET_BIT, PLACE_BITS, POWER_STEP, UNIT_BITS
from judge.rules.compiled import Compiled, members
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.movement import YES
from judge.rules.options import Options
from judge.rules.retreats import barred
from judge.rules.strengths import Strengths


def moved(
    board: Board, strengths: Strengths, written: Written, options: Options
) -> tuple[Board, list[Dislodged]]:
    """The board with every move carried out, still in its phase; and the units that were driven out.

    Some of these may have no place to go; the board has only those that do.
    """
    ints, position = strengths.turn.board, written.position
    keys, driven_out = _keys_after(strengths, written)
    keys.sort()
    contested = strengths.contested()
    shut = _mask(contested) | position.closed
    if driven_out:
        for key in keys:
            shut |= 1 << ints.ranked[key & PLACE_BITS]
    gone = [_dislodged(at, strengths, position, shut, options) for at in driven_out]
    after = Board(
        board.geography,
        board.phase,
        _standing(board, ints, keys),
        board.centers,
        tuple(found for found in gone if found.retreats),
        tuple(sorted(ints.provinces[at] for at in contested)),
        board.economy,
    )
    return after, gone


def _keys_after(strengths: Strengths, written: Written) -> tuple[list[int], list[int]]:
    """The keys of the units that are left, and the provinces of those that were driven out."""
    turn, won, winner, landing = strengths.turn, strengths.won, strengths.winner, written.landing
    ranked, rank, base = turn.board.ranked, turn.board.rank, turn.board.base
    out, driven_out = list[int](), list[int]()
    for key in written.position.roll:
        at = ranked[key & PLACE_BITS]
        if won[at] == YES:
            goal = turn.goal[at]
            place = landing.get(at, goal)
            out.append(base[turn.owner[at]] + rank[place] | key & FLEET_BIT)
        elif at in winner:
            driven_out.append(at)
        else:
            out.append(key)
    return out, driven_out


def _standing(board: Board, ints: Compiled, keys: list[int]) -> dict[Power, tuple[Unit, ...]]:
    units: list[list[Unit]] = [[] for _ in ints.powers]
    for key in keys:
        units[key // POWER_STEP].append(ints.unit[key & UNIT_BITS])
    by_power = dict(zip(sorted(ints.powers), map(tuple, units), strict=True))
    return {power: by_power[power] for power in sorted(board.units)}


def _mask(provinces: list[int]) -> int:
    return sum(1 << at for at in provinces)


def _dislodged(at: int, strengths: Strengths, position: Position, shut: int, options: Options) -> Dislodged:
    ints, attacker, unit = position.board, strengths.winner[at], position.unit_at(at)
    assert unit is not None
    origin, by_convoy = ints.provinces[attacker], not strengths.walks(attacker)
    if barred(origin, by_convoy, options):
        shut |= 1 << attacker
    return Dislodged(ints.powers[position.owner[at]], unit, origin, by_convoy, _retreats(at, position, shut))


def _retreats(at: int, position: Position, shut: int) -> tuple[Location, ...]:
    """As `retreats.places`, from the integers at hand."""
    ints = position.board
    if position.is_army(at):
        return tuple(sorted(ints.places[to] for to in members(ints.army_to[at] & ~shut)))
    into = ints.fleet_into[position.place(at)]
    return tuple(sorted(ints.places[p] for to, places in into.items() if not shut >> to & 1 for p in places))
