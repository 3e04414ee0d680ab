"""The board after a movement phase: who stands where, who was driven out, which provinces were contested."""

from itertools import islice

from judge.board.geography import Location, Power, Unit
from judge.board.making import maker
from judge.board.state import Board, Dislodged
from judge.rules.compiled import members
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.options import Options
from judge.rules.reasons import Teller
from judge.rules.retreats import barred

_board, _gone = maker(Board), maker(Dislodged)


def moved(board: Board, teller: Teller, written: Written, options: Options) -> tuple[Board, list[Dislodged]]:
    """The board with every move carried out, still in its phase; and the units that were driven out.

    Some of these may have no place to go; the board has only those that do.
    """
    ints, position = teller.turn.board, written.position
    contested, driven_out = teller.contested(), teller.driven_out()
    keys = _keys_after(teller, written, driven_out)
    gone: list[Dislodged] = []
    if driven_out:
        driven_out.sort(key=position.stands.index)
        shut = {*contested, *map(ints.at_of_key.__getitem__, keys), *members(position.closed)}
        gone = [_dislodged(at, teller, position, shut, options) for at in driven_out]
    after = _board(
        board.geography,
        board.phase,
        _standing(board, position, keys, driven_out),
        board.centers,
        tuple([found for found in gone if found.retreats]),
        tuple(sorted([ints.provinces[at] for at in contested])),
        board.economy,
    )
    return after, gone


def _keys_after(teller: Teller, written: Written, driven_out: list[int]) -> list[int]:
    """The keys of the units that are left, sorted."""
    standing = written.position.standing
    moves = [*teller.quiet.values(), *teller.winner.values()]
    keys = {*written.position.keys}
    keys.difference_update([standing[at].key for at in moves], [standing[at].key for at in driven_out])
    keys.update(map(written.after, moves))
    return sorted(keys)


def _standing(
    board: Board, position: Position, keys: list[int], driven_out: list[int]
) -> dict[Power, tuple[Unit, ...]]:
    """The units of these keys, by power."""
    ints, before = position.board, board.units
    units = map(ints.unit_of_key.__getitem__, keys)
    lost = [ints.powers[position.owner[at]] for at in driven_out]
    return {power: tuple(islice(units, len(before[power]) - lost.count(power))) for power in sorted(before)}


def _dislodged(at: int, teller: Teller, position: Position, shut: set[int], options: Options) -> Dislodged:
    ints, attacker, unit = position.board, teller.winner[at], position.unit_at(at)
    assert unit is not None
    origin, by_convoy = ints.places[attacker].province, not teller.walks(attacker)
    barring = {*shut, attacker} if barred(origin, by_convoy, options) else shut
    power, places = ints.powers[position.owner[at]], _retreats(at, position, barring)
    return _gone(power, unit, origin, by_convoy, places)


def _retreats(at: int, position: Position, shut: set[int]) -> tuple[Location, ...]:
    """As `retreats.places`, from the integers at hand."""
    ints = position.board
    return tuple([there for to, there in ints.ways_out(position.standing[at].shape) if to not in shut])
