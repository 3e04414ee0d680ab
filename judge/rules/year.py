"""What comes after a phase: the next one that matters, ownership after Fall, victory, elimination."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.board.geography import Power, Province
from judge.board.making import maker
from judge.board.phases import Kind, Phase, Season
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules.compiled import compiled

PATIENCE = 12
"""Phases passed over in a row before a game in which nobody can ever act again is left where it is."""

# Looked up once: members of an Enum are slow to come by.
_MOVEMENT, _RETREATS, _ADJUSTMENTS, _FALL = Kind.MOVEMENT, Kind.RETREATS, Kind.ADJUSTMENTS, Season.FALL
_board, _adjudication = maker(Board), maker(Adjudication)

Owned = Mapping[Power, tuple[Province, ...]]


def close(
    done: Adjudication,
    victory: int | None,
    passed: Callable[[Board], Adjudication],
    acts: Callable[[Board], bool],
) -> Adjudication:
    """An adjudication whose `after` is still in its phase, carried on to the next in which somebody acts."""
    board = done.after
    skipped: list[str] = []
    won: tuple[Power, ...] = ()
    while True:
        phase = board.phase
        if phase.kind is _MOVEMENT and not board.dislodged and len(skipped) < PATIENCE:
            # Nobody has to retreat: no board is needed for that.
            phase = phase.follows()
            skipped.append(str(phase))
        if phase.kind is _RETREATS and phase.season is _FALL:
            board = _with_centers(board, owned(board))
            won = winner(board, victory)
        board = _at(board, phase.follows())
        if won or acts(board) or len(skipped) == PATIENCE:
            break
        skipped.append(str(board.phase))
        if board.phase.kind is _ADJUSTMENTS:
            done = join(done, passed(board))
            board = done.after
    return ended(done, board, won, skipped)


def ended(done: Adjudication, board: Board, won: tuple[Power, ...], skipped: Sequence[str]) -> Adjudication:
    """The adjudication with the board of the next phase, and what changed between the two boards."""
    before = done.before
    gained, lost = changes(before.centers, board.centers)
    return _adjudication(
        before,
        done.results,
        board,
        gained,
        lost,
        done.disbanded,
        done.contested,
        done.removed,
        done.built,
        won,
        eliminated(before, board),
        tuple(skipped),
        done.accounts,
        done.rings,
    )


def next_board(board: Board) -> Board:
    """The same position in the next phase; once the retreats are over nothing is left of the battles."""
    return _at(board, board.phase.follows())


def _at(board: Board, phase: Phase) -> Board:
    retreats = phase.kind is _RETREATS
    return _board(
        board.geography,
        phase,
        board.units,
        board.centers,
        board.dislodged if retreats else (),
        board.contested if retreats else (),
        board.economy,
    )


def _with_centers(board: Board, centers: Owned) -> Board:
    return board if centers is board.centers else replace(board, centers=centers)


def join(done: Adjudication, more: Adjudication) -> Adjudication:
    """An adjudication with what came of a phase after it in which nobody could act."""
    return replace(
        done,
        results=(*done.results, *more.results),
        after=more.after,
        disbanded=(*done.disbanded, *more.disbanded),
        removed=(*done.removed, *more.removed),
        built=(*done.built, *more.built),
    )


def owned(board: Board) -> Owned:
    """Who owns which center after a Fall: who stands in it, else who owned it before; sorted."""
    centers, held = compiled(board.geography).centers, board.centers
    taken = {
        province: power
        for power, units in board.units.items()
        for mine in (held.get(power, ()),)
        for unit in units
        if (province := unit.location.province) in centers and province not in mine
    }
    if not taken:
        return held
    out = {p: [c for c in held.get(p, ()) if c not in taken] for p in sorted({*held, *board.units})}
    for center, power in taken.items():
        out[power].append(center)
    return {power: tuple(sorted(mine)) for power, mine in out.items()}


def changes(before: Owned, after: Owned) -> tuple[Owned, Owned]:
    """The centers each power gained and lost; a power that did neither is absent."""
    gained: dict[Power, tuple[Province, ...]] = {}
    lost: dict[Power, tuple[Province, ...]] = {}
    if before is after:
        return gained, lost
    for power in sorted({*before, *after}):
        old, new = before.get(power, ()), after.get(power, ())
        if old == new:
            continue
        if fresh := [center for center in new if center not in old]:
            gained[power] = tuple(sorted(fresh))
        if gone := [center for center in old if center not in new]:
            lost[power] = tuple(sorted(gone))
    return gained, lost


def winner(board: Board, victory: int | None) -> tuple[Power, ...]:
    """The power that has the number of centers to win, and more than any other; else nobody."""
    needed = board.geography.victory if victory is None else victory
    most = max(map(len, board.centers.values()), default=0)
    if not needed or most < needed:
        return ()
    leaders = tuple(power for power, centers in board.centers.items() if len(centers) == most)
    return leaders if len(leaders) == 1 else ()


def eliminated(before: Board, after: Board) -> tuple[Power, ...]:
    """Powers that had something on the board and now have neither unit nor center; sorted."""
    units, centers = after.units, after.centers
    gone = {p for p, mine in units.items() if not mine and not centers.get(p)}
    for table in (before.units, before.centers):
        gone.update([p for p in table if p not in units and not centers.get(p)])
    had = [p for p in gone if before.units.get(p) or before.centers.get(p) or _retreats(before, p)]
    return tuple(sorted([p for p in had if not _retreats(after, p)]))


def _retreats(board: Board, power: Power) -> bool:
    return power in [found.power for found in board.dislodged]


__all__ = ["PATIENCE", "changes", "close", "eliminated", "ended", "join", "next_board", "owned", "winner"]
