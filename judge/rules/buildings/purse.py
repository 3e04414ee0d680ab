"""One power's treasury and action points while its lines are settled, one after the other (B73 to B75)."""

from dataclasses import dataclass, field

from judge.board.accounts import Entry, Item
from judge.board.geography import Power
from judge.board.orders import Order
from judge.board.results import Reason


@dataclass(slots=True)
class Purse:
    """Never less than nothing: a line is paid whole or refused."""

    power: Power
    money: int
    points: int = 0
    ledger: list[Entry] = field(default_factory=list)

    def earn(self, item: Item, amount: int, note: str = "", order: Order | None = None) -> None:
        """Money that comes in; nothing is written down for nothing, but the income of a year."""
        if amount or item is Item.INCOME:
            self._write(item, amount, 0, order, Reason.OK, note)

    def grant(self, points: int) -> None:
        """Action points for this phase, in place of what was left."""
        self.points = points

    def reason(self, amount: int, points: int = 0) -> Reason:
        """Why this cannot be paid; Reason.OK where it can."""
        if points > self.points:
            return Reason.NO_POINTS
        return Reason.TOO_DEAR if amount > self.money else Reason.OK

    def pay(self, item: Item, amount: int, points: int, order: Order, note: str = "") -> Reason:
        """Pay, or refuse; either way there is a line in the ledger."""
        reason = self.reason(amount, points)
        self._write(item, -amount, -points, order, reason, note)
        return reason

    def refuse(self, item: Item, order: Order, reason: Reason, amount: int = 0, points: int = 0) -> None:
        """A line that is refused for another reason than money or points."""
        self._write(item, -amount, -points, order, reason, "")

    def _write(
        self, item: Item, amount: int, points: int, order: Order | None, reason: Reason, note: str
    ) -> None:
        before = self.money
        if reason is Reason.OK:
            self.money += amount
            self.points += points
        self.ledger.append(
            Entry(self.power, item, amount, points, before, self.money, self.points, order, reason, note)
        )
