"""The board after a movement phase: who stands where, who was driven out, which provinces were contested."""

from collections.abc import Mapping

from judge.board.geography import Power, Unit
from judge.board.making import maker
from judge.board.state import Board, Dislodged
from judge.rules.compiled import members
from judge.rules.legality import Position
from judge.rules.matching import Written
from judge.rules.movement import YES
from judge.rules.options import Options
from judge.rules.reasons import Teller
from judge.rules.retreats import barred

_board, _gone = maker(Board), maker(Dislodged)


def moved(board: Board, teller: Teller, written: Written, options: Options) -> tuple[Board, list[Dislodged]]:
    """The board with every move carried out, still in its phase; and the units that were driven out.

    Some of these may have no place to go; the board has only those that do.
    """
    ints, position = teller.turn.board, written.position
    contested, driven_out = teller.contested(), teller.driven_out
    keys = keys_after(teller, written)
    gone = dislodged(teller, position, contested, options) if driven_out else []
    after = _board(
        board.geography,
        board.phase,
        units_after(board.units, position, keys, driven_out),
        board.centers,
        tuple([found for found in gone if found.retreats]) if gone else (),
        tuple(sorted([ints.provinces[at] for at in contested])),
        board.economy,
    )
    return after, gone


def dislodged(teller: Teller, position: Position, contested: list[int], options: Options) -> list[Dislodged]:
    """The units that were driven out, with their ways out; sorted."""
    driven_out = teller.driven_out
    if len(driven_out) > 1:
        driven_out.sort(key=position.stands.index)
    return [_dislodged(at, teller, position, contested, options) for at in driven_out]


def keys_after(teller: Teller, written: Written) -> list[int]:
    """The keys of the units that are left, sorted."""
    position, won, code_at = written.position, teller.won, written.code
    standing, stands = position.standing, position.stands
    keys = [code_at[at].then if won[at] == YES else standing[at].key for at in stands]
    for at, there in written.arrived.items():
        if won[at] == YES:
            keys[stands.index(at)] = there
    for at in teller.driven_out:
        keys.remove(standing[at].key)
    keys.sort()
    return keys


def units_after(
    before: Mapping[Power, tuple[Unit, ...]], position: Position, keys: list[int], driven_out: list[int]
) -> dict[Power, tuple[Unit, ...]]:
    """The units of these keys, by power."""
    ints, start = position.board, 0
    after: dict[Power, tuple[Unit, ...]] = {}
    unit_of_key = ints.unit_of_key
    units = tuple([unit_of_key[key] for key in keys])
    lost = [ints.powers[position.owner[at]] for at in driven_out] if driven_out else []
    for power in sorted(before):
        end = start + len(before[power])
        if lost:
            end -= lost.count(power)
        after[power] = units[start:end]
        start = end
    return after


def _dislodged(
    at: int, teller: Teller, position: Position, contested: list[int], options: Options
) -> Dislodged:
    ints, attacker, shape = position.board, teller.winner[at], position.standing[at].shape
    origin, by_convoy = ints.places[attacker].province, not teller.walks(attacker)
    owner, won, quiet, winner = position.owner, teller.won, teller.quiet, teller.winner
    shut = [*contested, *members(position.closed)] if position.closed else contested
    if barred(origin, by_convoy, options):
        shut = [*shut, attacker]
    # As `retreats.places`, from the integers at hand: where nobody stayed, nobody came, and nothing bars.
    places = [
        there
        for to, there in ints.ways_out(shape)
        if (owner[to] < 0 or won[to] == YES) and to not in quiet and to not in winner and to not in shut
    ]
    return _gone(ints.powers[owner[at]], ints.unit[shape], origin, by_convoy, tuple(places))
