"""What comes after a round: control of depots (D10), the next round, removal (D16) and victory (DG10)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.board.geography import Geography, Power, Province
from judge.board.phases import Kind, Phase, Season
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules.depots.options import AdjustmentAfter, Options
from judge.rules.year import PATIENCE, changes, join


def alive(board: Board, power: Power) -> bool:
    """D16: whether a power still has an army, were it one that waits for the displacement round (DG11).

    On a board that begins with builds, everybody who can build is still in the game.
    """
    if board.units.get(power) or any(one.power == power for one in board.dislodged):
        return True
    unbegun = board.phase.kind is Kind.ADJUSTMENTS and str(board.phase) == board.geography.begin
    return unbegun and bool(board.centers.get(power))


def close(
    done: Adjudication,
    options: Options,
    passed: Callable[[Board], Adjudication],
    acts: Callable[[Board], bool],
) -> Adjudication:
    """An adjudication whose `after` is still in its phase, carried on to the next in which somebody acts."""
    skipped: list[str] = []
    done = _turn(done, options)
    while not done.winner and not acts(done.after) and len(skipped) < PATIENCE:
        skipped.append(str(done.after.phase))
        done = _turn(join(done, passed(done.after)), options)
    before, after = _living(done.before), _living(done.after)
    gained, lost = changes(done.before.centers, done.after.centers)
    eliminated = tuple(power for power in before if power not in after)
    return replace(done, skipped=tuple(skipped), gained=gained, lost=lost, eliminated=eliminated)


def follows(phase: Phase, options: Options) -> Phase:
    """The next phase of the calendar; with adjustments after every round there are some in Spring (DG9)."""
    if phase.season is Season.SPRING:
        every = options.adjustment_after is AdjustmentAfter.EVERY_ROUND
        if phase.kind is Kind.RETREATS and every:
            return Phase(Season.SPRING, phase.year, Kind.ADJUSTMENTS)
        if phase.kind is Kind.ADJUSTMENTS:
            return Phase(Season.FALL, phase.year, Kind.MOVEMENT)
    return phase.follows()


def _turn(done: Adjudication, options: Options) -> Adjudication:
    """Turn the page; depots go to who stands in them, and whoever has won is named."""
    board = done.after
    if board.phase.kind is not Kind.ADJUSTMENTS:
        board = replace(board, centers=controlled(board))
    after = replace(board, phase=follows(board.phase, options))
    winner = _last(done.before, board)
    if not winner and after.phase.kind is Kind.ADJUSTMENTS:
        winner = _ahead(board, options)
    return replace(done, after=after, winner=winner)


def controlled(board: Board) -> Mapping[Power, tuple[Province, ...]]:
    """D10: who controls which depot: who stands in it, else who stood in it last; sorted."""
    owner = {depot: power for power, depots in board.centers.items() for depot in depots}
    depots = set(board.geography.centers)
    owner |= {unit.province: power for power, unit in board.pieces() if unit.province in depots}
    out: dict[Power, list[Province]] = {power: [] for power in sorted({*board.centers, *board.units})}
    for depot in sorted(owner):
        out[owner[depot]].append(depot)
    return {power: tuple(held) for power, held in out.items()}


def _living(board: Board) -> list[Power]:
    powers = {*board.units, *board.centers, *(one.power for one in board.dislodged)}
    return [power for power in sorted(powers) if alive(board, power)]


def _last(before: Board, after: Board) -> tuple[Power, ...]:
    """The last player; all who were left, where they went down together. Nobody in a game for one."""
    left, were = _living(after), _living(before)
    if len(were) < 2 or len(left) > 1:
        return ()
    return tuple(left or were)


def needed(geography: Geography, options: Options) -> int:
    """DG10: the depots that win; 0 where only the last player does."""
    return len(geography.centers) // 2 + 1 if options.victory is None else options.victory


def _ahead(board: Board, options: Options) -> tuple[Power, ...]:
    """The power with the depots to win, and more than any other; one that is out of the game cannot win."""
    counts = {power: len(board.centers.get(power, ())) for power in _living(board)}
    wanted = needed(board.geography, options)
    most = max(counts.values(), default=0)
    leaders = tuple(power for power, count in counts.items() if count == most)
    return leaders if wanted and most >= wanted and len(leaders) == 1 else ()
