"""The movement phase: the standard resolver, told of forts and ports; then who must go, and who owes what."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.board.accounts import Accounts, Engagement, Entry, Item
from judge.board.economy import Bill, Building, Debtor, Economy, Row, spot
from judge.board.geography import PORT, Location, Power, Province, Unit
from judge.board.making import maker
from judge.board.orders import Move, Order, Orders, Spending, Waive, unit_of
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.rules import aftermath
from judge.rules.buildings import control, retreats
from judge.rules.buildings.control import Held
from judge.rules.buildings.engagements import Fray, building_rows, fray
from judge.rules.buildings.harbours import Harbours
from judge.rules.buildings.options import Control, Options, WeakNeed
from judge.rules.buildings.prices import Needs, need, needs
from judge.rules.buildings.purse import Purse
from judge.rules.buildings.strife import Ground, prepare, refusal, survey
from judge.rules.legality import read
from judge.rules.matching import match_orders
from judge.rules.movement import YES, resolve
from judge.rules.reasons import Teller

Refused = list[tuple[Power, Order, Reason]]
_WEAK = Row.WEAK
_adjudication, _board, _economy, _engagement = (
    maker(Adjudication),
    maker(Board),
    maker(Economy),
    maker(Engagement),
)


def check(board: Board, economy: Economy, power: Power, order: Order, options: Options) -> Reason:
    """Reason.OK, or why an order for a movement phase cannot be carried out whatever the others do."""
    harbours = Harbours(board, economy)
    inward = harbours.order_in(order)
    reason = refusal(board, economy, options, power, harbours.order_out(inward))
    if reason is not Reason.OK:
        return reason
    ground = survey(harbours, economy, options)
    found = read(ground.position, power, inward)  # type: ignore[arg-type]
    walks = isinstance(order, Move) and not ground.position.could_be_carried(found.at, found.goal)
    if found.reason is Reason.OK and found.at in ground.weak and walks:
        return Reason.UNREPLENISHED
    return found.reason


def adjudicate(board: Board, orders: Orders, economy: Economy, options: Options) -> Adjudication:
    """The phase carried out; the next board is still in it."""
    harbours, kept, refused = Harbours(board, economy), orders, Refused()
    if harbours.ports:
        kept, refused = _sort(harbours, economy, options, orders, orders)
    elif economy.bills:
        kept, refused = _sort(harbours, economy, options, orders, {power for power, _ in economy.bills})
    turn, written = match_orders(harbours.inside, kept, options.standard)
    if not harbours.ports and any(map(_goes_to_port, written.careful)):
        kept, refused = _sort(harbours, economy, options, orders, orders)
        turn, written = match_orders(harbours.inside, kept, options.standard)
    ground = survey(harbours, economy, options, written.position)
    prepare(ground, turn, written)
    teller = Teller(turn, written, resolve(turn))
    moved, gone = aftermath.moved(harbours.inside, teller, written, options.standard)
    battle = _Battle(harbours, ground, teller, fray(ground, teller), economy, options, needs(options))
    after, gone, held = battle.aftermath(moved, gone)
    economy, accounts = battle.settle(held, gone)
    return _adjudication(
        board,
        battle.results(refused),
        _with_economy(after, economy),
        disbanded=tuple([(one.power, one.unit) for one in gone if not one.retreats]),
        contested=after.contested,
        accounts=accounts,
    )


def _with_economy(board: Board, economy: Economy) -> Board:
    contested, dislodged = board.contested, board.dislodged
    return _board(board.geography, board.phase, board.units, board.centers, dislodged, contested, economy)


def _sort(
    harbours: Harbours, economy: Economy, options: Options, orders: Orders, suspects: Container[Power]
) -> tuple[Orders, Refused]:
    """The orders for the resolver, on the map inside; and those of the suspects that these rules refuse."""
    refused: Refused = []
    kept: dict[Power, tuple[Order, ...]] = {}
    owing = {place.province for _, place in economy.bills}
    for power, given in orders.items():
        if power not in suspects:
            kept[power] = given
            continue
        good = []
        for order in given:
            inward = harbours.order_in(order)
            if inward is order and _is_plain(order, owing):
                good.append(order)
                continue
            reason = refusal(harbours.board, economy, options, power, harbours.order_out(inward))
            if reason is Reason.OK:
                good.append(inward)
            else:
                refused.append((power, inward, reason))
        kept[power] = tuple(good)
    return kept, refused


def _goes_to_port(order: Order) -> bool:
    return type(order) is Move and order.target.coast == PORT


def _is_plain(order: Order, owing: set[Province]) -> bool:
    """Whether an order is of a unit that owes nothing, and goes to no port."""
    if type(order) is Move:
        return order.unit.location.province not in owing and order.target.coast != PORT
    return isinstance(order, Spending | Waive) or order.unit.location.province not in owing


@dataclass(slots=True)
class _Battle:
    """What follows from the decisions of one phase."""

    harbours: Harbours
    ground: Ground
    teller: Teller
    fray: Fray
    economy: Economy
    options: Options
    needs: Needs

    def _power(self, at: int) -> Power:
        turn = self.teller.turn
        return turn.board.powers[turn.owner[at]]

    def _unit(self, at: int) -> Unit:
        unit = self.ground.position.unit_at(at)
        assert unit is not None
        return unit

    def _province(self, at: int) -> Province:
        return self.ground.position.board.provinces[at]

    # Who has to go

    def aftermath(self, moved: Board, gone: list[Dislodged]) -> tuple[Board, list[Dislodged], Held]:
        """The board after the phase, every unit that was driven out with its ways out, and who holds what."""
        if not (self.ground.ports or self.fray.gave_way):
            return moved, gone, self._held(moved)
        if not gone and not self.fray.evicted and not self.fray.gave_way:
            after = self.harbours.leave(moved)
            return after, [], self._held(after)
        inside = replace(moved, dislodged=())
        if self.fray.evicted or self.fray.gave_way:
            inside = self._without_forced(inside)
        after = self.harbours.leave(inside)
        held = self._held(after)
        economy = control.with_control(self.economy, held)
        everyone = [*gone, *self._evicted(), *self._gave_way()]
        found = retreats.ways_out(inside, economy, everyone, self.options)
        left = [self.harbours.dislodged_out(one) for one in found]
        left.sort(key=lambda one: (one.power, one.unit))
        return replace(after, dislodged=tuple(one for one in left if one.retreats)), left, held

    def _without_forced(self, moved: Board) -> Board:
        """The board without units that have to go although nobody drove them out of where they stood."""
        forced = {self._now(at) for at in (*self.fray.evicted, *self.fray.gave_way)}
        units = {
            power: tuple(unit for unit in there if (power, unit.province) not in forced)
            for power, there in moved.units.items()
        }
        stands = {unit.province for there in units.values() for unit in there}
        emptied = {self._province(at) for at in self.fray.gave_way} - stands
        return replace(moved, units=units, contested=tuple(sorted({*moved.contested, *emptied})))

    def _now(self, at: int) -> tuple[Power, Province]:
        """Where a unit that is forced out is when the moves are done: a fleet may have come into port."""
        goal = self.ground.position.board.provinces
        turn = self.teller.turn
        return self._power(at), goal[turn.goal[at]] if self.teller.won[at] == YES else goal[at]

    def _evicted(self) -> Iterator[Dislodged]:
        for at, attacker in self.fray.evicted.items():
            power, place = self._now(at)
            unit = Unit(self._unit(at).type, Location(place))
            yield Dislodged(power, unit, self._province(attacker), not self.teller.walks(attacker), ())

    def _gave_way(self) -> Iterator[Dislodged]:
        """B66: not to where any of the attackers came from."""
        for at, attackers in self.fray.gave_way.items():
            walked = [a for a in attackers if self.teller.walks(a)]
            first, *others = map(self._province, walked or attackers)
            yield Dislodged(self._power(at), self._unit(at), first, not walked, (), tuple(others))

    def _held(self, after: Board) -> Held:
        """Control as it is now."""
        if self.options.tile_control is Control.FALL:
            return self.economy.control
        return control.commanded(after, self.economy.control)

    # Who owes what

    def settle(self, held: Held, gone: list[Dislodged]) -> tuple[Economy, Accounts]:
        """Bills and buildings after the phase."""
        engagements, bills = self._unit_bills(gone)
        of_buildings, fresh = self._building_bills(held)
        economy, destroyed = control.age(self.economy, held, fresh, self.options)
        economy, changed = control.change_hands(economy, held, self.options)
        treasury, ledger = self._pillage()
        economy = _economy(
            treasury, economy.action_points, economy.control, economy.buildings, bills, economy.research
        )
        accounts = Accounts((*engagements, *of_buildings), ledger, (*destroyed, *changed))
        return economy, accounts

    def _unit_bills(self, gone: list[Dislodged]) -> tuple[list[Engagement], dict[Debtor, Bill]]:
        burned = [(one.power, spot(one.unit.location)) for one in gone if not one.retreats]
        turn, won, rows = self.teller.turn, self.teller.won, self.fray.rows
        powers, owner = turn.board.powers, turn.owner
        bills: dict[Debtor, Bill] = {}
        told: list[Engagement] = []
        weak, ports, unit_at = self.ground.weak, self.harbours.ports, self.ground.position.unit_at
        everyone = {*rows, *weak} if weak else rows
        for number, at in sorted([(owner[at], at) for at in everyone]):
            power = powers[number]
            bill = self._old_bill(at) if at in weak else self._need(power, rows[at])
            if bill.amount:
                # A dislodged unit owes where it stood, one that moved where it is.
                debtor = power, self._spot(turn.goal[at] if won[at] == YES else at)
                if not burned or debtor not in burned:
                    bills[debtor] = bill
            if at in rows:
                unit = unit_at(at)
                assert unit is not None
                if ports:
                    unit = self.harbours.unit_out(unit)
                row = _WEAK if at in weak else bill.row
                told.append(_engagement(power, unit, row, bill.amount, unit.location))
        return told, bills

    def _spot(self, at: int) -> Location:
        """A province of the map inside, as a place to owe at."""
        place = self.teller.turn.board.places[at]
        return self.harbours.place_out(place) if self.harbours.ports else place

    def _old_bill(self, at: int) -> Bill:
        """The need of an un-replenished unit: it stays as it is, and is not doubled (B66, B77)."""
        power, rows = self._power(at), self.fray.rows.get(at, [])
        old = self.economy.bills[power, self._spot(at)]
        if Row.WEAK in rows and self.options.weak_retreat_new_need is WeakNeed.MAX:
            new = need(self.options, self.economy, power, (Row.DEF_FAIL,))
            return max(old, new, key=lambda bill: bill.amount)
        return old

    def _need(self, power: Power, rows: Sequence[Row]) -> Bill:
        # An Enum is slow to hash, and most units are in one row.
        name = rows[0]._value_ if len(rows) == 1 else " ".join(row._value_ for row in rows)
        key = self.economy.research.get(power, ()), name
        found = self.needs.get(key)
        if found is None:
            found = self.needs[key] = need(self.options, self.economy, power, rows)
        return found

    def _building_bills(self, held: Held) -> tuple[list[Engagement], dict[Building, Bill]]:
        """B17, B18: whoever controls the province after the phase pays."""
        told: list[Engagement] = []
        bills: dict[Building, Bill] = {}
        for building, row in building_rows(self.fray) if self.economy.buildings else ():
            power = held[building.province]
            bill = need(self.options, self.economy, power, (row,))
            told.append(Engagement(power, building, row, bill.amount, Location(building.province)))
            if bill.amount:
                bills[building] = bill
        return told, bills

    def _pillage(self) -> tuple[Mapping[Power, int], tuple[Entry, ...]]:
        if not self.options.pillage_income:
            return self.economy.treasury, ()
        purses: dict[Power, Purse] = {}
        for at in self.fray.spoils:
            power = self._power(at)
            purse = purses.setdefault(power, Purse(power, self.economy.money(power)))
            note = str(self.harbours.unit_out(self._unit(at)))
            purse.earn(Item.PILLAGE, self.options.pillage_income, note)
        treasury = {**self.economy.treasury, **{power: purse.money for power, purse in purses.items()}}
        return treasury, tuple(entry for power in sorted(purses) for entry in purses[power].ledger)

    # What is told

    def results(self, refused: Refused) -> tuple[Result, ...]:
        """The results of all orders, refused ones too."""
        told = self.teller.results()
        forced = {**self.fray.evicted, **{at: by[0] for at, by in self.fray.gave_way.items()}}
        if forced:
            told = tuple(self._forced(result, forced) for result in told)
        if refused:
            told = self._with_refused(told, refused)
        return self.harbours.results_out(told) if self.harbours.ports else told

    def _at(self, result: Result) -> int:
        """The unit whose order this is, if it is the order that counted; else -1."""
        unit = unit_of(result.order)
        at = self.ground.position.board.province_of.get(unit.province, -1) if unit else -1
        counts = at >= 0 and self.ground.position.owner[at] >= 0 and self._power(at) == result.power
        return at if counts and result.reason is not Reason.DUPLICATE else -1

    def _forced(self, result: Result, forced: Mapping[int, int]) -> Result:
        at = self._at(result)
        if at not in forced:
            return result
        return replace(result, dislodged_by=self.teller.culprit(forced[at]))

    def _with_refused(self, told: tuple[Result, ...], refused: Refused) -> tuple[Result, ...]:
        """A refused order takes the place of the hold of a unit that got no other."""
        out, more = list(told), list[Result]()
        named = {unit.location.province for _, order, _ in refused if (unit := unit_of(order)) is not None}
        silent = {
            self._at(result): number
            for number, result in enumerate(out)
            if not result.written and result.order.unit.location.province in named  # type: ignore[union-attr]
        }
        for power, order, reason in reversed(refused):
            result = Result(power, order, Outcome.VOID, reason)
            number = silent.pop(self._at(result), -1)
            if number < 0:
                more.append(result)
            else:
                out[number] = replace(result, dislodged_by=out[number].dislodged_by)
        if more:
            out = sorted([*out, *more], key=lambda r: (r.power, str(unit_of(r.order)), str(r.order)))
        return tuple(out)
