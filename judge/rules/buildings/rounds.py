"""What comes after a phase: ownership after Fall, victory, and the next phase in which somebody can act."""

from collections.abc import Callable
from dataclasses import replace

from judge.board.accounts import Accounts, Change, Fate
from judge.board.geography import BuildingType, Power
from judge.board.phases import Kind, Season
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules.buildings import control
from judge.rules.buildings.options import Control, Options
from judge.rules.buildings.stranding import ashore
from judge.rules.year import PATIENCE, ended, join, next_board, owned, winner

# Looked up once: members of an Enum are slow to come by.
_MOVEMENT, _RETREATS, _ADJUSTMENTS, _FALL = Kind.MOVEMENT, Kind.RETREATS, Kind.ADJUSTMENTS, Season.FALL
_AT_ONCE, _PORT = Control.IMMEDIATE, BuildingType.PORT


def close(
    done: Adjudication,
    options: Options,
    passed: Callable[[Board], Adjudication],
    acts: Callable[[Board], bool],
) -> Adjudication:
    """An adjudication whose `after` is still in its phase, carried on to the next in which somebody acts."""
    skipped: list[str] = []
    done, board = _end(done, options)
    while not done.winner and not acts(board) and len(skipped) < PATIENCE:
        skipped.append(str(board.phase))
        done = _join(done, passed(board)) if board.phase.kind is _ADJUSTMENTS else _at(done, board)
        done, board = _end(done, options)
    return ended(done, board, done.winner, skipped)


def _at(done: Adjudication, board: Board) -> Adjudication:
    return replace(done, after=board)


def _end(done: Adjudication, options: Options) -> tuple[Adjudication, Board]:
    """The phase ended, and the board of the next one.

    Once the retreats of a Fall are over, centers go to who stands in them (B47, B51).
    """
    done = _strand(done)
    phase = done.after.phase
    if phase.kind is _RETREATS and phase.season is _FALL:
        done = _after_fall(done, options)
    elif options.center_control is _AT_ONCE and phase.kind is not _ADJUSTMENTS:
        done = replace(done, after=replace(done.after, centers=owned(done.after)))
    return done, next_board(done.after)


def _strand(done: Adjudication) -> Adjudication:
    if done.after.phase.kind is _MOVEMENT and not any(
        map(_closes, done.accounts.changes if done.accounts else ())
    ):
        return done
    if not (_has_ports(done.before) or _has_ports(done.after)):
        return done
    board, gone = ashore(done.after)
    return replace(done, after=board, disbanded=(*done.disbanded, *gone)) if board is not done.after else done


def _closes(change: Change) -> bool:
    """Whether a port is gone."""
    return change.building.type is _PORT and change.fate is not Fate.CAPTURED


def _has_ports(board: Board) -> bool:
    return board.economy is not None and bool(board.economy.ports())


def _after_fall(done: Adjudication, options: Options) -> Adjudication:
    board = replace(done.after, centers=owned(done.after))
    if options.tile_control is Control.FALL and board.economy is not None:
        taken = control.taken(board.geography, board.units, board.economy.control)
        economy, changed = control.change_hands(board.economy, taken, options)
        board, gone = ashore(replace(board, economy=economy))
        done = replace(done, disbanded=(*done.disbanded, *gone))
        done = replace(done, accounts=(done.accounts or Accounts()) + Accounts(changes=changed))
    return replace(done, after=board, winner=victor(board, options))


def victor(board: Board, options: Options) -> tuple[Power, ...]:
    """Who has won, if anybody has (B22, B34, B43: buildings are no centers unless a game says so)."""
    if options.buildings_count_as_centers and board.economy is not None:
        economy = board.economy
        counted = {
            power: (*centers, *(building.province for building in economy.held(power)))
            for power, centers in board.centers.items()
        }
        board = replace(board, centers=counted)
    return winner(board, options.victory_centers)


def _join(done: Adjudication, more: Adjudication) -> Adjudication:
    accounts = (done.accounts or Accounts()) + (more.accounts or Accounts())
    return replace(join(done, more), accounts=accounts)
