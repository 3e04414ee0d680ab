"""What every rule system offers to the judge, and where each is found by name."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Protocol, cast

from judge.board.accounts import Entry, Offer, Room, Warning
from judge.board.geography import Geography, Power, Unit, UnitType
from judge.board.orders import Order, Orders
from judge.board.results import Adjudication, Reason
from judge.board.state import Board, Dislodged
from judge.rules.faults import RuleFault
from judge.rules.speech import PLAIN, Speech


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


class Economic(System, Protocol):
    """A rule system with an economy offers these besides; see `economic`."""

    def furnish(self, board: Board, document: Mapping[str, object], options: object) -> Board:
        """The board with the economy of a document; what that leaves out is as at the start. ValueError."""

    def offers(self, board: Board, power: Power, options: object) -> tuple[Offer, ...]:
        """What a power may order in this phase for money or action points, where, and at what price."""

    def quote(
        self, board: Board, power: Power, orders: tuple[Order, ...], options: object
    ) -> tuple[Entry, ...]:
        """What a letter comes to, line by line, before the phase ends."""

    def room(self, board: Board, power: Power, options: object) -> Room:
        """How many units and buildings a power has, and how many it may have after its adjustments."""

    def warnings(self, board: Board, options: object) -> tuple[Warning, ...]:
        """What is destroyed at the end of the next movement phase unless it is paid for."""

    def open_books(self, options: object) -> bool:
        """Whether every player may see every treasury and bill."""


class Explicit(System, Protocol):
    """A rule system that states its own options offers these besides; see `terms_of`."""

    def terms(self, options: object) -> Mapping[str, str]:
        """Every option by the name under which it can be chosen, and its value as it would be written."""

    def settled(self) -> frozenset[str]:
        """The options that cannot be chosen anew once a game has begun."""


class Outspoken(System, Protocol):
    """A rule system with words of its own offers this besides; see `speech_of`."""

    def speech(self, geography: Geography, options: object) -> Speech:
        """How orders are written in a game on this board, and how its letters speak."""


_MODULES = {
    "standard": "judge.rules.standard",
    "depots": "judge.rules.depots",
    "buildings": "judge.rules.buildings",
}


def names() -> tuple[str, ...]:
    """The rule systems there are."""
    return tuple(_MODULES)


def system(name: str) -> System:
    """The rule system of this name; RuleFault when there is none."""
    if name not in _MODULES:
        raise RuleFault(f"there are no rules called {name!r}; the rules are: {', '.join(_MODULES)}")
    return cast(System, import_module(_MODULES[name]))


def economic(rules: System) -> Economic | None:
    """The same rule system, if it has an economy."""
    return cast(Economic, rules) if hasattr(rules, "furnish") else None


def speech_of(rules: System, geography: Geography, options: object) -> Speech:
    """How a game of these rules speaks: in the usual way, unless the rules say otherwise."""
    return cast(Outspoken, rules).speech(geography, options) if hasattr(rules, "speech") else PLAIN


def terms_of(rules: System, options: object) -> Mapping[str, str]:
    """Every option of a game as it would be written, those that were not chosen too."""
    if hasattr(rules, "terms"):
        return cast(Explicit, rules).terms(options)
    return stated(options)


def settled_at_start(rules: System) -> frozenset[str]:
    """The options that cannot be chosen anew once a game has begun: they are for its beginning alone."""
    return cast(Explicit, rules).settled() if hasattr(rules, "settled") else frozenset()


def stated(options: object) -> dict[str, str]:
    """The fields of an options record, each as a choice of it is written."""
    assert is_dataclass(options)
    return {field.name: said(getattr(options, field.name)) for field in fields(options)}


def said(value: object) -> str:
    """A value as it is written where it is chosen: `yes`, `1982`, `army, fleet`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.name.lower() if isinstance(value, UnitType) else value.value)
        case tuple() | list() | frozenset():
            return ", ".join(map(said, value))
        case None:
            return "as the board says"
        case _:
            return str(value)
