"""The buildings rules: forts, ports, supply hubs, income, action points, replenishment, research (B1-B77).

The functions that every rule system offers (`judge.rules.system.System`), and those of one with an economy.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from judge.board.accounts import Entry, Offer, Room, Warning
from judge.board.atlas import centers_at_start, units_at_start
from judge.board.bookkeeping import read_economy
from judge.board.economy import Economy
from judge.board.geography import PORT, BuildingType, Geography, Power, Province, Unit, UnitType
from judge.board.orders import Build, Movement, Order, Orders, Retreat, Spending
from judge.board.phases import Kind, Phase
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged
from judge.rules import adjustments
from judge.rules.buildings import control, movement, phases, retreats
from judge.rules.buildings import offers as desk
from judge.rules.buildings import speech as words
from judge.rules.buildings.builds import works
from judge.rules.buildings.options import SETTLED, Options, UnitCap
from judge.rules.buildings.options import options as read_options
from judge.rules.buildings.rounds import close
from judge.rules.faults import RuleFault
from judge.rules.speech import Speech
from judge.rules.unkept import unkept

# Looked up once: members of an Enum are slow to come by.
_MOVEMENT, _RETREATS = Kind.MOVEMENT, Kind.RETREATS


def options(chosen: Mapping[str, object]) -> Options:
    """The options record of a game, from the names and values its settings give."""
    return read_options(chosen)


def _chosen(options: object) -> Options:
    assert isinstance(options, Options)
    return options


def start(geography: Geography, options: object) -> Board:
    """The position a game begins in; RuleFault names the rules of the board that are not kept."""
    missing = unkept(geography)
    if missing:
        raise RuleFault(f"board {geography.id} asks for rules that are not kept: {', '.join(missing)}")
    board = Board(
        geography, Phase.read(geography.begin), units_at_start(geography), centers_at_start(geography)
    )
    return replace(board, economy=_first_economy(board, _chosen(options)))


def speech(geography: Geography, options: object) -> Speech:
    """Forts, ports and hubs, what they cost, bills, and research."""
    return words.speech(geography, _chosen(options))


def terms(options: object) -> Mapping[str, str]:
    """Every option by the name under which it can be chosen, and its value as it would be written."""
    return words.terms(_chosen(options))


def settled() -> frozenset[str]:
    """The options that cannot be chosen anew once a game has begun."""
    return SETTLED


def _first_economy(board: Board, options: Options) -> Economy:
    """Treasuries as at the start; land of a power's colour, its centers, and what its units stand on."""
    setups = board.geography.setups
    held: dict[Province, Power] = {
        place: setup.power for setup in setups for place in (*setup.home, *setup.land)
    }
    held |= {center: power for power, owned in board.centers.items() for center in owned}
    powers = sorted({*board.geography.powers, *board.units})
    land = {place: power for place, power in held.items() if control.is_land(board.geography, place)}
    return Economy(
        treasury=dict.fromkeys(powers, options.start_treasury),
        action_points=dict.fromkeys(powers, 0),
        control=control.commanded(board, dict(sorted(land.items()))),
    )


def furnish(board: Board, document: Mapping[str, object], options: object) -> Board:
    """The board with the economy of a document, the rest as at the start. ValueError for slips."""
    start = _first_economy(board, _chosen(options))
    economy = read_economy(document, board, start)
    for power, unit in (*board.pieces(), *((gone.power, gone.unit) for gone in board.dislodged)):
        if unit.location.coast == PORT:
            _check_berth(power, unit, economy)
    _check_estate(economy, _chosen(options))
    return replace(board, economy=economy)


def _check_berth(power: Power, unit: Unit, economy: Economy) -> None:
    if unit.type is not UnitType.FLEET or unit.province not in economy.ports():
        raise ValueError(
            f"{power}: {unit} cannot stand there; only a fleet lies in a port, where there is one"
        )


def _check_estate(economy: Economy, options: Options) -> None:
    """Research that there is in this game, and no more buildings in a province than it can have."""
    known = [item.name for item in options.research.tree]
    for power, items in economy.research.items():
        if strange := next((item for item in items if item not in known), ""):
            raise ValueError(f"research of {power}: there is no {strange!r}; there are: {', '.join(known)}")
    standing = Counter((building.type, building.province) for building in economy.buildings)
    for (kind, province), count in standing.items():
        if count > 1 and (options.one_of_each_type_per_tile or kind is BuildingType.PORT):
            raise ValueError(f"{kind.value} {province} is there {count} times; a province can have one")


def _economy(board: Board, options: Options) -> Economy:
    """A board that another program made may come without one."""
    return board.economy or _first_economy(board, options)


def dislodge(board: Board, gone: tuple[Dislodged, ...], options: object) -> Board:
    """The same board with these units dislodged, each with the places it may go to."""
    chosen = _chosen(options)
    return retreats.dislodge(board, gone, _economy(board, chosen), chosen)


def check(board: Board, power: Power, order: Order, options: object) -> Reason:
    """Reason.OK, or why this order alone cannot be carried out whatever the others do."""
    chosen = _chosen(options)
    economy = _economy(board, chosen)
    match board.phase.kind:
        case Kind.MOVEMENT:
            if not isinstance(order, Movement):
                return Reason.WRONG_PHASE
            return movement.check(board, economy, power, order, chosen)
        case Kind.RETREATS:
            if isinstance(order, Spending):
                return _check_payment(board, economy, power, order, chosen)
            return retreats.check(board, economy, power, order, chosen)
        case Kind.ADJUSTMENTS:
            return works(board, economy, power, chosen).read(order)


def _check_payment(board: Board, economy: Economy, power: Power, order: Order, options: Options) -> Reason:
    lines = desk.quote(board, economy, power, (*_retreats(board, power), order), options)
    return lines[-1].reason if lines else Reason.WRONG_PHASE


def _retreats(board: Board, power: Power) -> tuple[Order, ...]:
    """Some retreat for every dislodged unit, so that its bill is not taken for that of a burned one."""
    gone = [one for one in board.dislodged if one.power == power and one.retreats]
    taken: set[object] = set()
    orders: list[Order] = []
    for one in gone:
        free = [to for to in one.retreats if to not in taken] or list(one.retreats)
        taken.add(free[0])
        orders.append(Retreat(one.unit, free[0]))
    return tuple(orders)


def adjudicate(board: Board, orders: Orders, options: object) -> Adjudication:
    """The end of the phase; the next board is in the next phase in which somebody can act."""
    chosen = _chosen(options)
    done = _carry_out(board, orders, chosen)
    return close(done, chosen, partial(_pass, options=chosen), partial(_anybody, options=chosen))


def _carry_out(board: Board, orders: Orders, options: Options) -> Adjudication:
    economy, kind = _economy(board, options), board.phase.kind
    if kind is _MOVEMENT:
        return movement.adjudicate(board, orders, economy, options)
    if kind is _RETREATS:
        return phases.retreat(board, orders, economy, options)
    return phases.build(board, orders, economy, options)


def _pass(board: Board, options: Options) -> Adjudication:
    """A phase in which nobody can act: income, and what leaves no choice."""
    return _carry_out(board, {}, options)


def _anybody(board: Board, options: Options) -> bool:
    kind = board.phase.kind
    if kind is _MOVEMENT:
        return any(board.units.values())
    economy = _economy(board, options)
    if kind is _RETREATS:
        return bool(board.dislodged) or desk.anybody_owes(economy, options)
    return any(desk.can_act(board, economy, power, options) for power in _powers(board))


def _powers(board: Board) -> list[Power]:
    return sorted({*board.units, *board.centers, *(board.economy.treasury if board.economy else ())})


def acts(board: Board, options: object) -> tuple[Power, ...]:
    """The powers that can order something in this phase, sorted; in a retreat phase those with a bill too."""
    chosen = _chosen(options)
    economy = _economy(board, chosen)
    powers = _powers(board)
    match board.phase.kind:
        case Kind.MOVEMENT:
            return tuple(power for power in powers if board.units.get(power))
        case Kind.RETREATS:
            gone = {one.power for one in board.dislodged}
            return tuple(p for p in powers if p in gone or desk.owes(economy, p, chosen))
        case Kind.ADJUSTMENTS:
            return tuple(p for p in powers if desk.can_act(board, economy, p, chosen))


def removals(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """The units of a power, the first to go in civil disorder first."""
    return adjustments.removals(board, power, _chosen(options).standard)


def buildable(board: Board, power: Power, options: object) -> tuple[Unit, ...]:
    """Every unit this power could build now and pay for, each alone, sorted."""
    chosen = _chosen(options)
    yard = works(board, _economy(board, chosen), power, chosen)
    found = [order for order in yard.candidates() if isinstance(order, Build)]
    return tuple(sorted({order.unit for order in found if yard.read(order) is Reason.OK}))


# What only a rule system with an economy has


def offers(board: Board, power: Power, options: object) -> tuple[Offer, ...]:
    """What a power may order in a retreat or Build phase, where, and at what price."""
    chosen = _chosen(options)
    return tuple(desk.offers(board, _economy(board, chosen), power, chosen))


def quote(board: Board, power: Power, orders: tuple[Order, ...], options: object) -> tuple[Entry, ...]:
    """What a letter comes to, line by line, before the phase ends: prices, refusals, and what is left."""
    chosen = _chosen(options)
    return desk.quote(board, _economy(board, chosen), power, orders, chosen)


def room(board: Board, power: Power, options: object) -> Room:
    """How many units and buildings a power has, and how many it may have (B46, B51)."""
    chosen = _chosen(options)
    return desk.room(board, _economy(board, chosen), power, chosen)


def warnings(board: Board, options: object) -> tuple[Warning, ...]:
    """The forts that the end of the next movement phase destroys unless they are paid for."""
    chosen = _chosen(options)
    return desk.warnings(_economy(board, chosen), chosen)


def open_books(options: object) -> bool:
    """Whether every player may see every treasury and bill."""
    return _chosen(options).open_books


__all__ = [
    "Options",
    "UnitCap",
    "acts",
    "adjudicate",
    "buildable",
    "check",
    "dislodge",
    "furnish",
    "offers",
    "open_books",
    "options",
    "quote",
    "removals",
    "room",
    "settled",
    "speech",
    "start",
    "terms",
    "warnings",
]
