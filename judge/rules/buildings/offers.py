"""What a power may order in a phase and what it costs, for the letters that ask for orders."""

from collections.abc import Iterator

from judge.board.accounts import Entry, Offer, Room, Warning
from judge.board.economy import Economy
from judge.board.geography import Power
from judge.board.orders import Demolish, Disband, Order, Retreat
from judge.board.phases import Kind
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.buildings import phases
from judge.rules.buildings.builds import Works, debts, limit, surplus, works
from judge.rules.buildings.options import Options, Payday, UnitCap

_UNAFFORDABLE = (Reason.TOO_DEAR, Reason.NO_POINTS)


def offers(board: Board, economy: Economy, power: Power, options: Options) -> Iterator[Offer]:
    """Every order that could be carried out alone, with its price."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return
        case Kind.RETREATS:
            yield from _in_retreat(board, economy, power, options)
        case Kind.ADJUSTMENTS:
            yield from _in_build(works(board, economy, power, options))


def _in_retreat(board: Board, economy: Economy, power: Power, options: Options) -> Iterator[Offer]:
    for gone in board.dislodged:
        if gone.power == power:
            yield from (Offer(Retreat(gone.unit, to), 0) for to in gone.retreats)
            yield Offer(Disband(gone.unit), 0)
    if Payday.RETREAT not in options.replenish_payable_in:
        return
    owed = debts(board, economy, power, options)
    for gone in board.dislodged:
        if gone.power == power:
            owed.units = {**owed.units, gone.unit.location: gone.unit}
    for order in owed.open():
        price = owed.price(order)
        yield Offer(order, price, affordable=_enough(economy.money(power), price, options))


def _enough(money: int, price: int, options: Options) -> bool:
    return price <= money or (options.partial_payment and money > 0)


def _in_build(desk: Works) -> Iterator[Offer]:
    for order in desk.candidates():
        reason = desk.read(order)
        if reason is Reason.OK or reason in _UNAFFORDABLE:
            yield Offer(order, *desk.price(order), affordable=reason is Reason.OK)


def can_act(board: Board, economy: Economy, power: Power, options: Options) -> bool:
    """Whether a power has a choice in the Build phase: something it can pay for, or something to give up."""
    desk = works(board, economy, power, options)
    over, units = desk.over(), len(board.units.get(power, ()))
    if 0 < over < len(desk.debts.buildings) or 0 < -desk.yard.due < units:
        return True
    return any(
        desk.read(order) is Reason.OK
        for order in desk.candidates()
        if not isinstance(order, Demolish | Disband)
    )


def room(board: Board, economy: Economy, power: Power, options: Options) -> Room:
    """What a power has, and the most it may have."""
    units = len(board.units.get(power, ()))
    capped = options.unit_cap is not UnitCap.NONE
    return Room(
        units,
        units + surplus(board, economy, power, options) if capped else None,
        sum(1 for _ in economy.held(power)),
        limit(economy, power, options),
    )


def owes(economy: Economy, power: Power, options: Options) -> bool:
    """Whether a power has a bill that it may pay in a retreat phase."""
    if Payday.RETREAT not in options.replenish_payable_in:
        return False
    units = any(debtor == power for debtor, _ in economy.bills)
    return units or any(building.bill for building in economy.held(power))


def anybody_owes(economy: Economy, options: Options) -> bool:
    """Whether there is a bill to pay in a retreat phase at all."""
    if Payday.RETREAT not in options.replenish_payable_in:
        return False
    return bool(economy.bills) or any(building.bill for building in economy.buildings)


def quote(
    board: Board, economy: Economy, power: Power, orders: tuple[Order, ...], options: Options
) -> tuple[Entry, ...]:
    """What a letter comes to, line by line, if its retreats succeed; in the Build phase first the income."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return ()
        case Kind.RETREATS:
            done = phases.retreat(board, {power: orders}, economy, options)
            return done.accounts.ledger if done.accounts else ()
        case Kind.ADJUSTMENTS:
            return tuple(phases.carried_out(board, orders, economy, power, options).purse.ledger)


def warnings(economy: Economy, options: Options) -> tuple[Warning, ...]:
    """B19: the buildings that the end of the next movement phase destroys, unless they are paid for."""
    last = options.fort_phases_to_destruction - 1
    return tuple(
        Warning(power, building)
        for building in economy.buildings
        if building.bill and building.phases >= last
        for power in [economy.control.get(building.province)]
        if power is not None
    )


__all__ = ["anybody_owes", "can_act", "offers", "owes", "quote", "room", "warnings"]
