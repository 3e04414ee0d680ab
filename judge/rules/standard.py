"""The standard rules, as the functions that every rule system offers (`judge.rules.system.System`)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from judge.board.atlas import centers_at_start, units_at_start
from judge.board.geography import Geography, Power, Province, Unit
from judge.board.making import maker
from judge.board.orders import Movement, Order, Orders
from judge.board.phases import Kind, Phase
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged
from judge.rules import adjustments, retreats
from judge.rules import options as choices
from judge.rules.aftermath import moved
from judge.rules.faults import RuleFault
from judge.rules.legality import Position, read
from judge.rules.matching import match_orders
from judge.rules.movement import resolve
from judge.rules.options import Options
from judge.rules.reasons import Teller
from judge.rules.unkept import unkept
from judge.rules.year import close

_adjudication = maker(Adjudication)
# Looked up once: members of an Enum are slow to come by.
_MOVEMENT, _RETREATS = Kind.MOVEMENT, Kind.RETREATS


def options(chosen: Mapping[str, object]) -> Options:
    """The options record of a game, from the names and values its settings give."""
    return choices.options(chosen)


def start(geography: Geography, options: object) -> Board:
    """The position a game begins in; RuleFault names the rules of the board that are not kept."""
    del options
    missing = unkept(geography)
    if missing:
        raise RuleFault(f"board {geography.id} asks for rules that are not kept: {', '.join(missing)}")
    return Board(
        geography, Phase.read(geography.begin), units_at_start(geography), centers_at_start(geography)
    )


def check(board: Board, power: Power, order: Order, options: object) -> Reason:
    """Reason.OK, or why this order cannot be carried out whatever the others do."""
    game = chosen(options)
    match board.phase.kind:
        case Kind.MOVEMENT:
            if not isinstance(order, Movement):
                return Reason.WRONG_PHASE
            return read(Position(board, game), power, order).reason
        case Kind.RETREATS:
            return retreats.check(board, power, order, game)
        case Kind.ADJUSTMENTS:
            return adjustments.check(board, power, order, game)


def chosen(options: object) -> Options:
    """The options record, as the record it is."""
    assert isinstance(options, Options)
    return options


def acts(board: Board, options: object) -> tuple[Power, ...]:
    """The powers that can order something in this phase, sorted; not those whose removals leave no choice."""
    del options
    match board.phase.kind:
        case Kind.MOVEMENT:
            return tuple(sorted(power for power, units in board.units.items() if units))
        case Kind.RETREATS:
            return tuple(sorted({found.power for found in board.dislodged}))
        case Kind.ADJUSTMENTS:
            powers = sorted({*board.units, *board.centers})
            return tuple(power for power in powers if adjustments.chooses(board, power))


def removals(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """The units of a power, the first to go in civil disorder first."""
    return adjustments.removals(board, power, chosen(options))


def buildable(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """Every unit this power could build now, each alone, sorted; empty when no build is due."""
    return adjustments.buildable(board, power, chosen(options))


def dislodge(board: Board, gone: tuple[Dislodged, ...], options: object) -> Board:
    """The same board with these units dislodged, each with the places it may go to."""
    game = chosen(options)
    found = [replace(one, retreats=retreats.places(board, one.unit, _barred(one, game))) for one in gone]
    return replace(board, dislodged=tuple(sorted(found, key=lambda one: (one.power, one.unit))))


def _barred(gone: Dislodged, options: Options) -> tuple[Province, ...]:
    return retreats.barred(gone.attacker_from, gone.by_convoy, options)


def adjudicate(board: Board, orders: Orders, options: object) -> Adjudication:
    """The end of the phase; the next board is in the next phase in which somebody can act."""
    game = chosen(options)
    done = _carry_out(board, orders, game)
    return close(done, game.victory, partial(_pass, options=game), _anybody)


def _carry_out(board: Board, orders: Orders, options: Options) -> Adjudication:
    kind = board.phase.kind
    if kind is _MOVEMENT:
        return _move(board, orders, options)
    if kind is _RETREATS:
        return retreats.adjudicate(board, orders, options)
    return adjustments.adjudicate(board, orders, options)


# Movement


def _move(board: Board, orders: Orders, options: Options) -> Adjudication:
    turn, written = match_orders(board, orders, options)
    teller = Teller(turn, written, resolve(turn))
    after, gone = moved(board, teller, written, options)
    destroyed = tuple([(found.power, found.unit) for found in gone if not found.retreats]) if gone else ()
    return _adjudication(board, teller.results(), after, {}, {}, destroyed, after.contested)


def _anybody(board: Board) -> bool:
    """Whether any power can act; what `acts` says, without listing them."""
    kind = board.phase.kind
    if kind is _MOVEMENT:
        return any(board.units.values())
    if kind is _RETREATS:
        return bool(board.dislodged)
    return any(adjustments.chooses(board, power) for power in {**board.units, **board.centers})


def _pass(board: Board, options: Options) -> Adjudication:
    """Adjustments in which nobody can act: removals that leave no choice happen all the same."""
    return adjustments.adjudicate(board, {}, options)
