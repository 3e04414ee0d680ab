"""What a letter came to: its orders, and an answer to every line that asked for one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.board.geography import Power
from judge.board.orders import Order
from judge.board.phases import Kind
from judge.board.problems import Problem


@dataclass(frozen=True, slots=True)
class Entry:
    """One order taken from a letter."""

    line: int
    """Counted from 1 in the text that was read."""
    text: str
    """The player's own words."""
    order: Order
    alternatives: tuple[Order, ...] = ()
    """What to fall back on, in the order of preference (`A Mun R: Boh, Tyr`; `build A Par, else A Mar`)."""
    kind: Kind = Kind.MOVEMENT
    """The kind of phase it is for: a later one when it was sent ahead."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """All that one letter ordered for one power."""

    power: Power
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[str, ...] = ()
    """Lines of talk: no order, and no answer needed."""
    clear: bool = False
    """The letter takes back every earlier order first (`clear`, `wis`, `replace all`, `vervang alles`)."""
    others: Mapping[Power, "OrderSheet"] = field(default_factory=dict)
    """Sheets of other powers, where a master wrote for several."""

    def orders(self, kind: Kind) -> tuple[Order, ...]:
        """The orders for this kind of phase, in the order of the letter."""
        return tuple(entry.order for entry in self.entries if entry.kind is kind)
