"""The economy while the powers' parts of a phase are written into it, one after the other."""

from dataclasses import dataclass, field, replace

from judge.board.accounts import Entry
from judge.board.economy import Building, Economy
from judge.board.geography import Power
from judge.rules.buildings.payments import Debts
from judge.rules.buildings.purse import Purse


@dataclass(slots=True)
class Books:
    """The economy while every power's part of a phase is written into it."""

    economy: Economy
    treasury: dict[Power, int] = field(default_factory=dict)
    ledger: list[Entry] = field(default_factory=list)

    def write(self, purse: Purse, owed: Debts) -> None:
        """Take over what one power's lines came to."""
        self.treasury[purse.power] = purse.money
        self.ledger += purse.ledger
        theirs = [b for b in self.economy.buildings if self.economy.control.get(b.province) != purse.power]
        bills = {debtor: bill for debtor, bill in self.economy.bills.items() if debtor[0] != purse.power}
        self.economy = replace(
            self.economy,
            buildings=_in_order(self.economy.buildings, theirs, owed.buildings),
            bills=dict(sorted({**bills, **owed.bills}.items())),
        )

    def closed(self) -> Economy:
        """The economy with the new treasuries."""
        treasury = dict(sorted({**self.economy.treasury, **self.treasury}.items()))
        return replace(self.economy, treasury=treasury)


def _in_order(
    old: tuple[Building, ...], theirs: list[Building], mine: list[Building]
) -> tuple[Building, ...]:
    """Age decides the order: what was there stays in its place, what is new comes last."""
    left = list(mine)
    out: list[Building] = []
    for building in old:
        if building in theirs:
            out.append(building)
            continue
        same = [b for b in left if (b.type, b.province) == (building.type, building.province)]
        if same:
            left.remove(same[0])
            out.append(same[0])
    return (*out, *left)
