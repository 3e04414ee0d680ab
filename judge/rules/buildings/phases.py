"""The retreat and Build phases of all powers: retreats and builds, and every payment (B72 to B77)."""

from collections.abc import Mapping
from dataclasses import replace

from judge.board.accounts import Accounts, Change
from judge.board.economy import Bill, Economy, Row, spot
from judge.board.geography import Location, Power, Unit
from judge.board.orders import Order, Orders, Replenish, ReplenishAll, ReplenishBuilding, Spending
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board
from judge.rules.buildings import control, retreats
from judge.rules.buildings.books import Books
from judge.rules.buildings.builds import Works, debts, works
from judge.rules.buildings.harbours import Harbours
from judge.rules.buildings.options import Control, Options, Payday
from judge.rules.buildings.payments import Debts
from judge.rules.buildings.prices import need
from judge.rules.buildings.purse import Purse


def retreat(board: Board, orders: Orders, economy: Economy, options: Options) -> Adjudication:
    """Retreats resolve, burned units drop out, payments are taken; the next board is still in the phase."""
    done = retreats.adjudicate(board, orders, economy, options)
    assert done.after.economy is not None
    books = Books(done.after.economy)
    went = retreats.arrivals(done, Harbours(board, economy))
    told = list(done.results)
    for power in sorted(orders):
        lines = [order for order in orders[power] if isinstance(order, Spending)]
        if not lines:
            continue
        owed = _debts(board, done, books.economy, power, options, went, economy)
        purse = Purse(power, economy.money(power), economy.action_points.get(power, 0))
        told += [_paid(power, order, owed, purse, options) for order in lines]
        books.write(purse, owed)
    after, changes = _commanded(replace(done.after, economy=books.closed()), options)
    told.sort(key=lambda result: result.power)
    accounts = Accounts((), tuple(books.ledger), changes)
    return replace(done, results=tuple(told), after=after, accounts=accounts)


def _debts(
    board: Board,
    done: Adjudication,
    economy: Economy,
    power: Power,
    options: Options,
    went: Mapping[tuple[Power, Location], Location],
    before: Economy,
) -> Debts:
    """What a power owes once its dislodged units are in their new places, or burned."""
    owed = debts(done.after, economy, power, options)
    owed.moved = {at: to for (owner, at), to in went.items() if owner == power}
    for gone in board.dislodged:
        place = spot(gone.unit.location)
        if gone.power == power and place not in owed.moved:
            owed.burned[place] = _burned(before.bills.get((power, place)), before, power, options)
    return owed


def _burned(bill: Bill | None, economy: Economy, power: Power, options: Options) -> Bill | None:
    """B70: a burned unit owes nothing, unless a game says so."""
    if options.burned_pays or bill is None:
        return bill
    due = need(options, economy.research.get(power, ()), (Row.BURNED,))
    return due if due.amount else None


def _paid(power: Power, order: Order, owed: Debts, purse: Purse, options: Options) -> Result:
    payable = Payday.RETREAT in options.replenish_payable_in
    if not isinstance(order, Replenish | ReplenishBuilding | ReplenishAll) or not payable:
        return Result(power, order, Outcome.VOID, Reason.WRONG_PHASE)
    reason = owed.settle(order, purse)
    return Result(power, order, Outcome.SUCCEEDS if reason is Reason.OK else Outcome.IGNORED, reason)


def _commanded(board: Board, options: Options) -> tuple[Board, tuple[Change, ...]]:
    """B21, B44: a unit that retreats takes the land it comes to."""
    economy = board.economy
    if options.tile_control is Control.FALL or economy is None:
        return board, ()
    taken = control.taken(board.geography, board.units, economy.control)
    economy, changes = control.change_hands(economy, taken, options)
    return replace(board, economy=economy), changes


def build(board: Board, orders: Orders, economy: Economy, options: Options) -> Adjudication:
    """The Build phase of every power; the next board is still in it."""
    books, units = Books(economy), dict(board.units)
    told: list[Result] = []
    accounts = Accounts()
    removed: list[tuple[Power, Unit]] = []
    built: list[tuple[Power, Unit]] = []
    stranded: list[tuple[Power, Unit]] = []
    standing = {*board.units, *board.centers, *orders}
    for power in sorted({*standing, *economy.treasury}):
        done = carried_out(board, orders.get(power, ()), economy, power, options)
        told += [done.results[number] for number in sorted(done.results)]
        told += done.forced
        removed += [(power, unit) for unit in done.removed]
        built += [(power, unit) for unit in done.yard.builds]
        stranded += [(power, unit) for unit in done.stranded]
        if power in standing:
            kept = [unit for unit in done.board.units.get(power, ()) if unit not in done.removed]
            units[power] = tuple(sorted([*kept, *done.yard.builds]))
        books.write(done.purse, done.debts)
        books.economy = _with_points(books.economy, done)
        accounts += Accounts(changes=tuple(done.changes))
    after = replace(board, units=dict(sorted(units.items())), economy=books.closed())
    accounts += Accounts(ledger=tuple(books.ledger))
    return Adjudication(
        board,
        tuple(told),
        after,
        disbanded=tuple(stranded),
        removed=tuple(removed),
        built=tuple(built),
        accounts=accounts,
    )


def carried_out(
    board: Board, orders: tuple[Order, ...], economy: Economy, power: Power, options: Options
) -> Works:
    """One power's Build phase, from its income to the last line of its letter."""
    done = works(board, economy, power, options)
    done.clear(orders)
    done.spend(orders)
    return done


def _with_points(economy: Economy, done: Works) -> Economy:
    points = {**economy.action_points, done.power: done.purse.points}
    research = {**economy.research, done.power: done.known} if done.known else economy.research
    return replace(
        economy, action_points=dict(sorted(points.items())), research=dict(sorted(research.items()))
    )
