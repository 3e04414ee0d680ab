"""The choices of a game of the depots rules: a frozen record. The defaults are what the sixteen rules say."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, get_type_hints

from judge.rules.faults import OptionFault, Wrong

MOST = 10_000
"""No number of depots is larger."""


class Exclusions(Enum):
    """DG6: empty spaces that a displaced army may not go to all the same."""

    NONE = "none"
    CLASSIC = "classic"
    """Where its attacker came from, and where a stand-off left a space empty."""


class AdjustmentAfter(Enum):
    """DG9: when armies and depots are made equal."""

    FALL = "fall"
    EVERY_ROUND = "every_round"


class Removal(Enum):
    """DG8: which army goes first when its owner does not say; armies equally far go by alphabet."""

    HOME = "home"
    """The one farthest from the nearest home depot."""
    OWNED = "owned"
    """The one farthest from the nearest depot its power controls."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one game."""

    fleets: bool = False
    """DG1: fleets are on the board, with the three functions of armies; without it they begin as armies."""
    swap: bool = True
    """DG3: two armies may change places; without it each needs more support than the other to enter."""
    self_dislodge: bool = True
    """DG4: a power may displace its own army, and help others to do so."""
    own_moves_attack: bool = True
    """D3, D4: a move into the space of an army of the same power counts as an attack on it."""
    retreat_exclusions: Exclusions = Exclusions.NONE
    adjustment_after: AdjustmentAfter = AdjustmentAfter.FALL
    victory: int | None = None
    """DG10: depots needed to win; None for more than half of all, 0 for the last player only."""
    removal: Removal = Removal.HOME


def read_options(chosen: Mapping[str, object]) -> Options:
    """The options of a game; RuleFault names what is unknown or out of range."""
    return Options(**{name: _value(name, value) for name, value in chosen.items()})


def _value(name: str, value: object) -> Any:
    kind = _kinds().get(name)
    if kind is None:
        raise OptionFault(Wrong.UNKNOWN, name, name, _kinds())
    if kind is bool:
        return _switch(name, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(name, kind, value)
    return _number(name, value)


@cache
def _kinds() -> Mapping[str, object]:
    return get_type_hints(Options)


def _switch(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    known = {"yes": True, "true": True, "no": False, "false": False}
    answer = known.get(value.lower()) if isinstance(value, str) else None
    if answer is None:
        raise OptionFault(Wrong.CHOICE, name, value, ("yes", "no"))
    return answer


def _choice(name: str, kind: type[Enum], value: object) -> Enum:
    if isinstance(value, kind):
        return value
    for choice in kind:
        if choice.value == value:
            return choice
    raise OptionFault(Wrong.CHOICE, name, value, (choice.value for choice in kind))


def _number(name: str, value: object) -> int | None:
    if value is None:
        return None
    plain = not isinstance(value, bool) and isinstance(value, int | str) and str(value).isdecimal()
    if plain and len(str(value)) < 10 and int(str(value)) <= MOST:
        return int(str(value))
    raise OptionFault(Wrong.COUNT, name, value, span=(0, MOST))
