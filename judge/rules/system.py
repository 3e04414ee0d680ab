"""What every rule system offers to the judge, and where each is found by name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from judge.board.geography import Geography, Power, Unit
from judge.board.orders import Order, Orders
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged


class RuleFault(Exception):
    """Options or a board that a rule system cannot play; the message says which and why."""


class System(Protocol):
    """A rule system: the module `judge.rules.<name>` has these functions. All are pure."""

    def options(self, chosen: Mapping[str, object]) -> object:
        """The frozen options record of a game; RuleFault names what is unknown or out of range."""

    def start(self, geography: Geography, options: object) -> Board:
        """The position a game begins in; RuleFault where the board asks for rules that are not kept."""

    def dislodge(self, board: Board, gone: tuple[Dislodged, ...], options: object) -> Board:
        """The same board with these units dislodged, each with the places it may go to."""

    def check(self, board: Board, power: Power, order: Order, options: object) -> Reason:
        """Reason.OK, or why this order of this power cannot be carried out whatever the others do."""

    def adjudicate(self, board: Board, orders: Orders, options: object) -> Adjudication:
        """The end of the phase: the same arguments always give the same result."""

    def acts(self, board: Board, options: object) -> tuple[Power, ...]:
        """The powers that can order something in this phase, sorted."""

    def removals(self, board: Board, power: Power, options: object) -> tuple[Unit, ...]:
        """The units that would go in civil disorder, first to go first (all of them, in that order)."""

    def buildable(self, board: Board, power: Power, options: object) -> tuple[Unit, ...]:
        """Every unit this power could build now, each alone, sorted; empty when no build is due."""


_MODULES = {"standard": "judge.rules.standard", "depots": "judge.rules.depots"}


def names() -> tuple[str, ...]:
    """The rule systems there are."""
    return tuple(_MODULES)


def system(name: str) -> System:
    """The rule system of this name; RuleFault when there is none."""
    if name not in _MODULES:
        raise RuleFault(f"there are no rules called {name!r}; the rules are: {', '.join(_MODULES)}")
    return cast(System, import_module(_MODULES[name]))
