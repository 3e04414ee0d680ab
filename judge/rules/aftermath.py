"""The board after a movement phase: who stands where, who was driven out, which provinces were contested."""

from bisect import bisect_left
from collections.abc import Iterable

from judge.board.geography import Location, Power, Unit
from judge.board.making import maker
from judge.board.state import Board, Dislodged
from judge.rules.compiled import PLACE_BITS, POWER_STEP, UNIT_BITS, Compiled, members
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.options import Options
from judge.rules.retreats import barred
from judge.rules.strengths import Strengths

_board, _gone = maker(Board), maker(Dislodged)


def moved(
    board: Board, strengths: Strengths, written: Written, options: Options
) -> tuple[Board, list[Dislodged]]:
    """The board with every move carried out, still in its phase; and the units that were driven out.

    Some of these may have no place to go; the board has only those that do.
    """
    ints, position = strengths.turn.board, written.position
    contested, driven_out = strengths.contested(), strengths.driven_out()
    keys = _keys_after(strengths, written, driven_out)
    shut = 0
    if driven_out:
        driven_out.sort(key=position.stands.index)
        shut = _mask(contested) | _mask(ints.ranked[key & PLACE_BITS] for key in keys) | position.closed
    gone = [_dislodged(at, strengths, position, shut, options) for at in driven_out]
    after = _board(
        board.geography,
        board.phase,
        _standing(board, ints, keys),
        board.centers,
        tuple([found for found in gone if found.retreats]),
        tuple(sorted([ints.provinces[at] for at in contested])),
        board.economy,
    )
    return after, gone


def _keys_after(strengths: Strengths, written: Written, driven_out: list[int]) -> list[int]:
    """The keys of the units that are left, sorted."""
    position, code_at, moves = written.position, written.code, strengths.winner.values()
    arrived = written.arrived
    left = {*moves, *driven_out}
    out = [key for key, at in zip(position.roll, position.stands, strict=True) if at not in left]
    out += [arrived[move] if move in arrived else code_at[move].then for move in moves]
    out.sort()
    return out


def _standing(board: Board, ints: Compiled, keys: list[int]) -> dict[Power, tuple[Unit, ...]]:
    """The units of the sorted keys, by power."""
    out: dict[Power, tuple[Unit, ...]] = {}
    unit, end = ints.unit, 0
    units = tuple([unit[key & UNIT_BITS] for key in keys])
    for power, least in ints.by_name:
        begin, end = end, bisect_left(keys, least + POWER_STEP, end)
        if power in board.units:
            out[power] = units[begin:end]
    return out


def _mask(provinces: Iterable[int]) -> int:
    out = 0
    for at in provinces:
        out |= 1 << at
    return out


def _dislodged(at: int, strengths: Strengths, position: Position, shut: int, options: Options) -> Dislodged:
    ints, attacker, unit = position.board, strengths.winner[at], position.unit_at(at)
    assert unit is not None
    origin, by_convoy = ints.provinces[attacker], not strengths.walks(attacker)
    if barred(origin, by_convoy, options):
        shut |= 1 << attacker
    power, places = ints.powers[position.owner[at]], _retreats(at, position, shut)
    return _gone(power, unit, origin, by_convoy, places)


def _retreats(at: int, position: Position, shut: int) -> tuple[Location, ...]:
    """As `retreats.places`, from the integers at hand."""
    ints = position.board
    if position.is_army(at):
        places = list(members(ints.army_to[at] & ~shut))
    else:
        into = ints.fleet_into[position.place(at)]
        places = [place for to, coasts in into.items() if not shut >> to & 1 for place in coasts]
    places.sort(key=ints.rank.__getitem__)
    return tuple([ints.places[place] for place in places])
