"""The movement phase: the standard resolver, told of forts and ports; then who must go, and who owes what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from judge.board.accounts import Accounts, Change, Engagement, Entry, Item
from judge.board.economy import Bill, Debtor, Economy, Row, spot
from judge.board.geography import Power, Province, Unit
from judge.board.making import maker
from judge.board.orders import Move, Order, Orders
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged
from judge.rules.aftermath import dislodged, keys_after, units_after
from judge.rules.buildings import control
from judge.rules.buildings.control import Held, Units
from judge.rules.buildings.engagements import Fray, building_rows, fray
from judge.rules.buildings.herald import Herald
from judge.rules.buildings.options import Control, Options, WeakNeed
from judge.rules.buildings.prices import Due, Dues, dues, need
from judge.rules.buildings.purse import Purse
from judge.rules.buildings.quarters import Quarters
from judge.rules.buildings.strife import NOBODY, Ground, prepare, survey
from judge.rules.compiled import members
from judge.rules.legality import read
from judge.rules.matching import Scrutiny, match_in
from judge.rules.movement import YES, resolve

_NO_CHANGES: tuple[Change, ...] = ()
_WEAK, _IN_FALL = Row.WEAK, Control.FALL  # Looked up once: members of an Enum are slow to come by.
_adjudication, _board = maker(Adjudication), maker(Board)
_accounts, _engagement, _scrutiny = maker(Accounts), maker(Engagement), maker(Scrutiny)


def check(board: Board, economy: Economy, power: Power, order: Order, options: Options) -> Reason:
    """Reason.OK, or why an order for a movement phase cannot be carried out whatever the others do."""
    ground = survey(board, economy, options)
    order, reason = ground.look(power, ground.position.book.order(power, order))
    if reason is not Reason.OK:
        return reason
    found = read(ground.position, power, order)  # type: ignore[arg-type]
    walks = isinstance(order, Move) and not ground.position.could_be_carried(found.at, found.goal)
    if found.reason is Reason.OK and found.at in ground.weak and walks:
        return Reason.UNREPLENISHED
    return found.reason


def adjudicate(board: Board, orders: Orders, economy: Economy, options: Options) -> Adjudication:
    """The phase carried out; the next board is still in it."""
    ground = survey(board, economy, options)
    scrutiny = _scrutiny(ground.look, ground.weak)
    turn, written = match_in(ground.position, orders, scrutiny)
    prepare(ground, turn, written)
    teller = Herald(turn, written, resolve(turn), scrutiny.refused)
    battle = _Battle(ground, teller, fray(ground, teller), economy, options)
    teller.force_out(battle.fray.evicted, battle.fray.gave_way)
    units, taken = battle.outcome(board)
    held = control.with_taken(economy.control, taken)
    gone = battle.gone(held)
    contested = battle.contested()
    economy, accounts = battle.settle(taken, held, gone)
    retreating = tuple([one for one in gone if one.retreats])
    return _adjudication(
        board,
        teller.results(),
        _board(board.geography, board.phase, units, board.centers, retreating, contested, economy),
        disbanded=tuple([(one.power, one.unit) for one in gone if not one.retreats]),
        contested=contested,
        accounts=accounts,
    )


@dataclass(slots=True)
class _Battle:
    """What follows from the decisions of one phase."""

    ground: Ground
    teller: Herald
    fray: Fray
    economy: Economy
    options: Options

    def _power(self, at: int) -> Power:
        turn = self.teller.turn
        return turn.board.powers[turn.owner[at]]

    def _unit(self, at: int) -> Unit:
        unit = self.ground.position.unit_at(at)
        assert unit is not None
        return unit

    def _now(self, at: int) -> int:
        """Where a unit is when the moves are done, if nobody drove it out."""
        return self.teller.turn.goal[at] if self.teller.won[at] == YES else at

    # Who stands where, and who has to go

    def outcome(self, board: Board) -> tuple[Units, Held]:
        """The units that are left, and the land that somebody else commands now."""
        teller, position = self.teller, self.ground.position
        keys = keys_after(teller, teller.written)
        for at in teller.forced:
            standing, goes = position.standing[at].key, teller.won[at] == YES
            keys.remove(teller.written.after(at) if goes else standing)
        units = units_after(board.units, position, keys, [*teller.driven_out, *teller.forced])
        if self.options.tile_control is _IN_FALL:
            return units, {}
        taken = control.claimed(position.board, keys, self.economy.control)
        if self.ground.has_port(taken):
            taken = control.taken(board.geography, units, self.economy.control)
        return units, taken

    def contested(self) -> tuple[Province, ...]:
        """The provinces left empty by a bounce, or by a unit that gave way."""
        ints = self.ground.position.board
        shut = {*self.teller.contested(), *[at for at in self._emptied() if at < ints.land]}
        return tuple(sorted([ints.provinces[at] for at in shut]))

    def _emptied(self) -> list[int]:
        """Where a unit gave way and nobody came in."""
        return [at for at in self.fray.gave_way if self.teller.entrant(at) is None]

    def gone(self, held: Held) -> list[Dislodged]:
        """Every unit that was driven out with its ways out; sorted."""
        teller, position = self.teller, self.ground.position
        if not (teller.driven_out or teller.forced):
            return []
        gone = dislodged(teller, position, teller.contested(), self.options.standard)
        if teller.forced:
            quarters = self._quarters(held)
            forced = [*gone, *self._evicted(), *self._gave_way()]
            return sorted(map(quarters.ways_out, forced), key=lambda one: (one.power, one.unit))
        if self.ground.ports:
            quarters = self._quarters(held)
            for number, at in enumerate(teller.driven_out):
                if near := self.ground.ports_near(at):
                    gone[number] = quarters.by_ports(gone[number], at, near)
        return gone

    def _quarters(self, held: Held) -> Quarters:
        """Who stands where, and where nobody may go."""
        shut = {*self.teller.all_contested(), *self._emptied(), *members(self.ground.position.closed)}
        left = {self._now(at) for at in self.teller.forced}
        return Quarters(self.ground.position, held, self.options, partial(self._power_at, left), shut)

    def _power_at(self, left: set[int], place: int) -> int:
        """The power that stands there when the moves are done, but for units that had to leave; or NOBODY."""
        teller, owner = self.teller, self.teller.turn.owner
        if place in left:
            return NOBODY
        entrant = teller.entrant(place)
        if entrant is not None:
            return owner[entrant]
        return NOBODY if teller.won[place] == YES else owner[place]

    def _evicted(self) -> Iterator[Dislodged]:
        places = self.ground.position.board.places
        for at, attacker in self.fray.evicted.items():
            unit = Unit(self._unit(at).type, places[self._now(at)])
            walks = self.teller.walks(attacker)
            yield Dislodged(self._power(at), unit, places[attacker].province, not walks, ())

    def _gave_way(self) -> Iterator[Dislodged]:
        """B66: not to where any of the attackers came from."""
        places = self.ground.position.board.places
        for at, attackers in self.fray.gave_way.items():
            walked = [a for a in attackers if self.teller.walks(a)]
            first, *others = [places[a].province for a in walked or attackers]
            yield Dislodged(self._power(at), self._unit(at), first, not walked, (), tuple(others))

    # Who owes what

    def settle(self, taken: Held, held: Held, gone: list[Dislodged]) -> tuple[Economy, Accounts]:
        """Bills and buildings after the phase."""
        economy, options = self.economy, self.options
        known = self._known()
        engagements, bills = self._unit_bills(gone, known)
        buildings, destroyed = economy.buildings, _NO_CHANGES
        changed = destroyed
        if buildings:
            fresh = self._building_bills(taken, known, engagements) if self.fray.defended else {}
            buildings, destroyed = control.age(economy, taken, fresh, options)
            if self.ground.may_have_building(taken):
                buildings, changed = control.captured(economy, buildings, taken, options)
        treasury, ledger = self._pillage() if options.pillage_income else (economy.treasury, ())
        after = control.renewed(economy, held, buildings, bills, treasury)
        return after, _accounts(tuple(engagements), ledger, destroyed + changed)

    def _unit_bills(
        self, gone: list[Dislodged], known: list[Dues]
    ) -> tuple[list[Engagement], dict[Debtor, Bill]]:
        """What every unit owes: a dislodged one where it stood, one that moved where it is."""
        rows, weak, standing = self.fray.rows, self.ground.weak, self.ground.position.standing
        turn, won = self.teller.turn, self.teller.won
        owner, places = turn.owner, turn.board.places
        bills: dict[Debtor, Bill] = {}
        told: list[Engagement] = []
        for at in sorted(sorted({*rows, *weak} if weak else rows), key=owner.__getitem__):
            engagement, debt = self._old_due(at) if at in weak else known[owner[at]][standing[at], rows[at]]
            if engagement is not None:
                told.append(engagement)
            if debt is not None:
                debtor, bill = debt
                if won[at] == YES:
                    debtor = debtor[0], places[turn.goal[at]]
                bills[debtor] = bill
        for one in gone:
            if not one.retreats:
                bills.pop((one.power, spot(one.unit.location)), None)
        return told, bills

    def _known(self) -> list[Dues]:
        """By power what units go through, and owe for it."""
        board = self.teller.turn.board
        known = [dues(self.options, ())] * len(board.powers)
        for power, research in self.economy.research.items():
            known[board.power_of[power]] = dues(self.options, research)
        return known

    def _old_due(self, at: int) -> Due:
        """The need of an un-replenished unit: it stays as it is, and is not doubled (B66, B77)."""
        code, bill, rows = self.ground.position.standing[at], self.ground.weak[at], self.fray.rows.get(at)
        board, power = self.ground.position.board, code.power
        debtor = power, board.places[at]
        if rows is None:
            return None, (debtor, bill)
        if _WEAK in rows and self.options.weak_retreat_new_need is WeakNeed.MAX:
            new = need(self.options, self.economy.research.get(power, ()), (Row.DEF_FAIL,))
            bill = max(bill, new, key=lambda bill: bill.amount)
        unit = board.unit[code.shape]
        return _engagement(power, unit, _WEAK, bill.amount, unit.location), (debtor, bill)

    def _building_bills(self, taken: Held, known: list[Dues], told: list[Engagement]) -> dict[int, Bill]:
        """B17, B18: whoever controls the province after the phase pays; bills by the building's number."""
        bills: dict[int, Bill] = {}
        board = self.ground.position.board
        for at, number, rows in building_rows(self.fray):
            building = self.economy.buildings[number]
            power = taken.get(building.province) or self.economy.control[building.province]
            bill = known[board.power_of[power]].bill(rows)
            told.append(_engagement(power, building, bill.row, bill.amount, board.places[at]))
            if bill.amount:
                bills[number] = bill
        return bills

    def _pillage(self) -> tuple[Mapping[Power, int], tuple[Entry, ...]]:
        purses: dict[Power, Purse] = {}
        for at in self.fray.spoils:
            power = self._power(at)
            purse = purses.setdefault(power, Purse(power, self.economy.money(power)))
            purse.earn(Item.PILLAGE, self.options.pillage_income, str(self._unit(at)))
        treasury = {**self.economy.treasury, **{power: purse.money for power, purse in purses.items()}}
        return treasury, tuple(entry for power in sorted(purses) for entry in purses[power].ledger)
