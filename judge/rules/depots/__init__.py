"""The depots rules, as the functions that every rule system offers (`judge.rules.system.System`).

Sixteen rules of armies and supply depots; D1 to D16 name them, DG1 to DG12 what they leave open.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial

from judge.board.atlas import centers_at_start
from judge.board.geography import Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Order, Orders
from judge.board.phases import Kind, Phase
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged
from judge.rules.depots import adjustments, displacement, legality
from judge.rules.depots.legality import Position
from judge.rules.depots.matching import Written, match_orders
from judge.rules.depots.movement import Resolution, resolve
from judge.rules.depots.options import Exclusions, Options, read_options
from judge.rules.depots.reasons import results, rings
from judge.rules.depots.rounds import close, needed
from judge.rules.faults import OptionFault, RuleFault, Wrong
from judge.rules.speech import Speech


def options(chosen: Mapping[str, object]) -> Options:
    """The options record of a game, from the names and values its settings give."""
    return read_options(chosen)


def _chosen(options: object) -> Options:
    assert isinstance(options, Options)
    return options


def start(geography: Geography, options: object) -> Board:
    """The position a game begins in; in a game without fleets armies stand in their place (DG1).

    What a board file asks of other rules (builds elsewhere, frozen seas, weak borders) is not kept.
    """
    chosen = _chosen(options)
    if (chosen.victory or 0) > (depots := len(geography.centers)):
        raise OptionFault(Wrong.BOARD, "victory", chosen.victory, (geography.id,), (0, depots))
    units = {
        setup.power: tuple(sorted(_begins(geography, setup.units, chosen))) for setup in geography.setups
    }
    return Board(geography, Phase.read(geography.begin), units, centers_at_start(geography))


def settled() -> frozenset[str]:
    """The options that cannot be chosen anew once a game has begun: what stands on the board."""
    return frozenset({"fleets"})


def _begins(geography: Geography, units: tuple[Unit, ...], options: Options) -> Iterator[Unit]:
    for unit in units:
        if options.fleets or unit.type is UnitType.ARMY:
            yield unit
        elif geography.terrain[unit.province] is Terrain.SEA:
            raise RuleFault(f"board {geography.id} begins with {unit} at sea; choose fleets=yes to play it")
        else:
            yield Unit(UnitType.ARMY, Location(unit.province))


def speech(geography: Geography, options: object) -> Speech:
    """Depots, displacement, flanking; no convoys, and no fleets unless the game has them (DG1)."""
    chosen = _chosen(options)
    said = {name: getattr(value, "value", value) for name, value in asdict(chosen).items()}
    return Speech(
        words="depots",
        follows=True,
        convoys=False,
        fleets=chosen.fleets,
        homes={power: adjustments.home(geography, power) for power in geography.powers},
        choices=said | {"victory": needed(geography, chosen)},
    )


def dislodge(board: Board, gone: tuple[Dislodged, ...], options: object) -> Board:
    """The same board with these units displaced, each with the places it may go to."""
    return replace(board, dislodged=displacement.places(board, gone, _chosen(options)))


def check(board: Board, power: Power, order: Order, options: object) -> Reason:
    """Reason.OK, or why this order cannot be carried out whatever the others do."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return legality.check(Position(board), power, order)
        case Kind.RETREATS:
            return displacement.check(board, power, order)
        case Kind.ADJUSTMENTS:
            return adjustments.check(board, power, order, _chosen(options))


def acts(board: Board, options: object) -> tuple[Power, ...]:
    """The powers that can order something in this phase, sorted; not those whose removals leave no choice."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return tuple(sorted(power for power, units in board.units.items() if units))
        case Kind.RETREATS:
            return tuple(sorted({one.power for one in board.dislodged}))
        case Kind.ADJUSTMENTS:
            powers = sorted({*board.units, *board.centers})
            return tuple(power for power in powers if _adjusts(board, power, _chosen(options)))


def _adjusts(board: Board, power: Power, options: Options) -> bool:
    due = adjustments.due(board, power)
    if due > 0:
        return bool(adjustments.buildable(board, power, options))
    return due < 0 and -due < len(board.units.get(power, ()))


def removals(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """The units of a power, the first to go when its owner does not say first (DG8)."""
    return adjustments.removals(board, power, _chosen(options))


def buildable(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """Every unit this power could build now, each alone, sorted; empty when no build is due."""
    return adjustments.buildable(board, power, _chosen(options))


def adjudicate(board: Board, orders: Orders, options: object) -> Adjudication:
    """The end of the phase; the next board is in the next phase in which somebody can act."""
    chosen = _chosen(options)
    done = _carry_out(board, orders, chosen)
    return close(done, chosen, partial(_pass, options=chosen), partial(_anybody, options=chosen))


def _carry_out(board: Board, orders: Orders, options: Options) -> Adjudication:
    match board.phase.kind:
        case Kind.MOVEMENT:
            return _move(board, orders, options)
        case Kind.RETREATS:
            return displacement.adjudicate(board, orders)
        case Kind.ADJUSTMENTS:
            return adjustments.adjudicate(board, orders, options)


def _anybody(board: Board, options: Options) -> bool:
    return bool(acts(board, options))


def _pass(board: Board, options: Options) -> Adjudication:
    """A phase in which nobody can act: only removals that leave no choice happen."""
    return _carry_out(board, {}, options)


# The normal round


def _move(board: Board, orders: Orders, options: Options) -> Adjudication:
    contest, written = match_orders(board, orders, options)
    resolution = resolve(contest)
    contested = tuple(sorted(resolution.contested()))
    shut = contested if options.retreat_exclusions is Exclusions.CLASSIC else ()
    moved = replace(board, units=_moved(board, resolution, written), dislodged=(), contested=shut)
    gone = displacement.places(moved, _displaced(resolution, written), options)
    after = replace(moved, dislodged=tuple(one for one in gone if one.retreats))
    return Adjudication(
        board,
        results(resolution, written),
        after,
        disbanded=tuple((one.power, one.unit) for one in gone if not one.retreats),
        contested=contested,
        rings=rings(resolution, written),
    )


def _moved(board: Board, resolution: Resolution, written: Written) -> dict[Power, tuple[Unit, ...]]:
    units: dict[Power, list[Unit]] = {power: [] for power in sorted(board.units)}
    for at, (power, unit) in written.position.standing.items():
        if at in resolution.won:
            units[power].append(Unit(unit.type, _arrived(written, at)))
        elif at not in resolution.entered:
            units[power].append(unit)
    return {power: tuple(sorted(there)) for power, there in units.items()}


def _arrived(written: Written, at: Province) -> Location:
    landing = written.counts[at].landing
    assert landing is not None
    return landing


def _displaced(resolution: Resolution, written: Written) -> Iterator[Dislodged]:
    """D8c: the units that were driven out, their ways out still to be found."""
    for at, (power, unit) in written.position.standing.items():
        displacer = resolution.displacer(at)
        if displacer is not None:
            yield Dislodged(power, unit, displacer, False, ())
