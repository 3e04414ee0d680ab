"""Replenishment: whose bill an order means, and what is left open after it is paid (B73 to B77)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.board.accounts import Item
from judge.board.economy import Bill, Building, Debtor, spot
from judge.board.geography import Location, Power, Unit
from judge.board.orders import Replenish, ReplenishAll, ReplenishBuilding
from judge.board.results import Reason
from judge.rules.buildings.options import Options
from judge.rules.buildings.purse import Purse

Paying = Replenish | ReplenishBuilding | ReplenishAll


@dataclass(slots=True)
class Debts:
    """What one power owes, while its lines are settled."""

    power: Power
    options: Options
    bills: dict[Debtor, Bill]
    buildings: list[Building]
    """All its buildings."""
    units: Mapping[Location, Unit]
    """Its units by where they stand."""
    moved: Mapping[Location, Location] = field(default_factory=dict)
    """Where its dislodged units went; they are named by where they stood."""
    burned: dict[Location, Bill | None] = field(default_factory=dict)
    """Its units that burned in this phase, and the bills they left."""

    def settle(self, order: Paying, purse: Purse) -> Reason:
        """Pay what the order names, as far as it can be paid."""
        match order:
            case Replenish():
                return self._pay_unit(order, purse)
            case ReplenishBuilding():
                return self._pay_building(order, purse)
            case ReplenishAll():
                return self._pay_all(order, purse)

    def reason(self, order: Paying) -> Reason:
        """Whether there is a bill to pay at all."""
        match order:
            case Replenish():
                return Reason.OK if self._bill_of(order.unit) else self._no_bill(order.unit)
            case ReplenishBuilding():
                return self._owing(order)[1]
            case ReplenishAll():
                return Reason.OK if self.open() else Reason.NOTHING_OWED

    def price(self, order: Paying) -> int:
        """What the order would cost."""
        if isinstance(order, ReplenishAll):
            return sum(self.price(one) for one in self.open())
        if isinstance(order, Replenish):
            bill = self._bill_of(order.unit)
        else:
            building = self._owing(order)[0]
            bill = building.bill if building else None
        return bill.amount if bill else 0

    def open(self) -> list[Replenish | ReplenishBuilding]:
        """An order for every open bill, units before buildings, in the order of the board."""
        back = {to: at for at, to in self.moved.items()}
        units = [
            Replenish(Unit(self.units[place].type, back.get(place, self.units[place].location)))
            for power, place in self.bills
            if power == self.power and place in self.units
        ]
        owing = (b for b in self.buildings if b.bill)
        return [*sorted(units, key=str), *(ReplenishBuilding(b.type, b.province) for b in owing)]

    def _named(self, unit: Unit) -> Location:
        """Where the unit that is meant stood when the phase began; the port need not be told apart."""
        named = spot(unit.location)
        gone = [*self.moved, *self.burned]
        alone = [place for place in gone if place.province == unit.province]
        return alone[0] if named not in (*self.units, *gone) and len(alone) == 1 else named

    def _bill_of(self, unit: Unit) -> Bill | None:
        """The bill of the unit that stood there, not of one that has come to its place since."""
        named = self._named(unit)
        if named in self.burned:
            return self.burned[named]
        return self.bills.get((self.power, self.moved.get(named, named)))

    def _no_bill(self, unit: Unit) -> Reason:
        named = self._named(unit)
        known = named in self.burned or self.moved.get(named, named) in self.units
        return Reason.NOTHING_OWED if known else Reason.NO_SUCH_UNIT

    def _pay_unit(self, order: Replenish, purse: Purse) -> Reason:
        bill, named = self._bill_of(order.unit), self._named(order.unit)
        if bill is None:
            reason = self._no_bill(order.unit)
            purse.refuse(Item.REPLENISHMENT, order, reason)
            return reason
        reason, left = self._pay(bill, order, purse)
        if reason is Reason.OK and named in self.burned:
            self.burned[named] = left
        elif reason is Reason.OK:
            debtor = self.power, self.moved.get(named, named)
            self.bills.pop(debtor, None)
            if left is not None:
                self.bills[debtor] = left
        return reason

    def _owing(self, order: ReplenishBuilding) -> tuple[Building | None, Reason]:
        there = [b for b in self.buildings if (b.type, b.province) == (order.building, order.province)]
        owing = next((b for b in there if b.bill), None)
        if owing is not None:
            return owing, Reason.OK
        return None, Reason.NOTHING_OWED if there else Reason.NO_SUCH_BUILDING

    def _pay_building(self, order: ReplenishBuilding, purse: Purse) -> Reason:
        building, reason = self._owing(order)
        if building is None or building.bill is None:
            purse.refuse(Item.REPLENISHMENT, order, reason)
            return reason
        reason, left = self._pay(building.bill, order, purse)
        if reason is Reason.OK:
            # B20: a payment in time resets the counter.
            phases = building.phases if left else 0
            self.buildings[self.buildings.index(building)] = replace(building, bill=left, phases=phases)
        return reason

    def _pay_all(self, order: ReplenishAll, purse: Purse) -> Reason:
        lines = self.open()
        if not lines:
            purse.refuse(Item.REPLENISHMENT, order, Reason.NOTHING_OWED)
            return Reason.NOTHING_OWED
        told = [self.settle(line, purse) for line in lines]
        return Reason.OK if Reason.OK in told else told[0]

    def _pay(self, bill: Bill, order: Paying, purse: Purse) -> tuple[Reason, Bill | None]:
        """Pay a bill whole, or with part payment what there is of it; and what stays open."""
        amount = bill.amount
        if self.options.partial_payment and 0 < purse.money < amount:
            amount = purse.money
        reason = purse.pay(Item.REPLENISHMENT, amount, 0, order)
        return reason, replace(bill, amount=bill.amount - amount) if amount < bill.amount else None
