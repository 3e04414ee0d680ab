"""What comes after a phase: the next one that matters, ownership after Fall, victory, elimination."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.board.geography import Power, Province
from judge.board.phases import Kind, Season
from judge.board.results import Adjudication
from judge.board.state import Board

_PATIENCE = 12
"""Phases passed over in a row before a game in which nobody can ever act again is left where it is."""


def close(
    done: Adjudication,
    victory: int | None,
    passed: Callable[[Board], Adjudication],
    acts: Callable[[Board], bool],
) -> Adjudication:
    """An adjudication whose `after` is still in its phase, carried on to the next in which somebody acts."""
    skipped: list[str] = []
    done = _next(done, victory)
    while not done.winner and not acts(done.after) and len(skipped) < _PATIENCE:
        skipped.append(str(done.after.phase))
        done = _next(_join(done, passed(done.after)), victory)
    return replace(done, skipped=tuple(skipped), eliminated=_eliminated(done.before, done.after))


def _join(done: Adjudication, more: Adjudication) -> Adjudication:
    return replace(
        done,
        results=(*done.results, *more.results),
        after=more.after,
        disbanded=(*done.disbanded, *more.disbanded),
        removed=(*done.removed, *more.removed),
        built=(*done.built, *more.built),
    )


def _next(done: Adjudication, victory: int | None) -> Adjudication:
    """Turn the page; when a year's retreats are over, centers go to who stands in them."""
    board = done.after
    phase = board.phase
    if phase.kind is Kind.RETREATS and phase.season is Season.FALL:
        done = _own(done)
        board = done.after
        done = replace(done, winner=winner(board, victory))
    after = replace(board, phase=phase.follows())
    if phase.kind is Kind.RETREATS:
        after = replace(after, dislodged=(), contested=())
    return replace(done, after=after)


def _own(done: Adjudication) -> Adjudication:
    board = done.after
    centers = owned(board)
    gained, lost = changes(board.centers, centers)
    return replace(done, after=replace(board, centers=centers), gained=gained, lost=lost)


def owned(board: Board) -> Mapping[Power, tuple[Province, ...]]:
    """Who owns which center after a Fall: who stands in it, else who owned it before; sorted."""
    owner = {center: power for power, centers in board.centers.items() for center in centers}
    centers = set(board.geography.centers)
    for power, unit in board.pieces():
        if unit.province in centers:
            owner[unit.province] = power
    powers = sorted({*board.centers, *board.units})
    return {power: tuple(sorted(c for c, held in owner.items() if held == power)) for power in powers}


def changes(
    before: Mapping[Power, tuple[Province, ...]], after: Mapping[Power, tuple[Province, ...]]
) -> tuple[dict[Power, tuple[Province, ...]], dict[Power, tuple[Province, ...]]]:
    """The centers each power gained and lost; a power that did neither is absent."""
    gained, lost = {}, {}
    for power in sorted({*before, *after}):
        old, new = before.get(power, ()), after.get(power, ())
        if fresh := tuple(sorted(set(new) - set(old))):
            gained[power] = fresh
        if gone := tuple(sorted(set(old) - set(new))):
            lost[power] = gone
    return gained, lost


def winner(board: Board, victory: int | None) -> tuple[Power, ...]:
    """The power that has the number of centers to win, and more than any other; else nobody."""
    needed = board.geography.victory if victory is None else victory
    counts = sorted(((len(centers), power) for power, centers in board.centers.items()), reverse=True)
    if not needed or not counts or counts[0][0] < needed:
        return ()
    if len(counts) > 1 and counts[1][0] == counts[0][0]:
        return ()
    return (counts[0][1],)


def _eliminated(before: Board, after: Board) -> tuple[Power, ...]:
    """Powers that had something on the board and now have neither unit nor center."""
    return tuple(power for power in sorted({*before.units, *before.centers}) if _out(power, before, after))


def _out(power: Power, before: Board, after: Board) -> bool:
    had = before.units.get(power) or before.centers.get(power) or _retreating(before, power)
    has = after.units.get(power) or after.centers.get(power) or _retreating(after, power)
    return bool(had and not has)


def _retreating(board: Board, power: Power) -> bool:
    return any(found.power == power for found in board.dislodged)
