"""The choices of a game of the standard rules: a frozen record, and the editions by name.

Each field answers a question of DATC chapter 4; the names of the choices say what happens, not in which year.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints

from judge.rules.faults import OptionFault, Wrong

MOST = 10_000
"""No number of centers is larger."""


class Paradox(Enum):
    """4.A.2: what becomes of a convoy that decides its own fate."""

    SZYKMAN = "szykman"
    """The armies in the paradox do not move and have no effect."""
    RULES_1971 = "1971"
    """A convoyed army does not cut support for an attack on one of its own fleets."""
    RULES_1982 = "1982"
    """A convoyed army does not cut support for or against any convoying fleet."""
    RULES_2000 = "2000"
    """As 1971, for a fleet that the convoy cannot do without."""
    ALL_HOLD = "all-hold"
    """Every move in the paradox fails."""


class Routes(Enum):
    """4.A.1: several routes for one convoy."""

    ONE_IS_ENOUGH = "one"
    ALL_MUST_HOLD = "all"


class AdjacentConvoy(Enum):
    """4.A.3: when an army that could walk is carried."""

    INTENT = "intent"
    """When its order says so, or a fleet of its own power convoys it."""
    EXPLICIT = "explicit"
    """Only when its order says so."""
    SWAP = "swap"
    """When two units would otherwise run into each other, whoever's the fleets (1971)."""


class Coast(Enum):
    """4.B.2, 4.B.3: a coast that is missing, or wrong, where only one can be meant."""

    TAKEN = "taken"
    REFUSED = "refused"


class SupportCoast(Enum):
    """4.B.4: a support of a fleet's move that leaves out the coast."""

    ANY = "any"
    OWN_ONLY = "own"
    REFUSED = "refused"


class Slip(Enum):
    """4.B.5, 4.B.6, 4.C: a detail that is wrong and decides nothing."""

    IGNORED = "ignored"
    REFUSED = "refused"


class Illegal(Enum):
    """4.E.1: an order that can never be carried out."""

    HOLDS = "holds"
    """The unit holds, and may be supported in place."""
    IGNORED = "ignored"
    """As if not written: another order for the unit counts."""
    ATTEMPTED = "attempted"
    """An illegal move is still a move: no support in place."""


class Excess(Enum):
    """4.D.4, 4.D.6: more builds or removals than are due."""

    FIRST_COUNT = "first"
    NONE_COUNT = "none"


class Distance(Enum):
    """4.D.8: what is farthest away in civil disorder."""

    OWNED = "owned"
    HOME = "home"
    LISTED = "listed"
    """The order of the power's units on the board; the last goes first."""


class Twice(Enum):
    """4.D.3: two orders for one unit that reach the rules all the same."""

    FIRST_COUNTS = "first"
    LAST_COUNTS = "last"


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one game; the defaults are the preferences of DATC v3.2."""

    edition: str = "datc"
    paradox: Paradox = Paradox.SZYKMAN
    routes: Routes = Routes.ONE_IS_ENOUGH
    adjacent_convoy: AdjacentConvoy = AdjacentConvoy.INTENT
    land_fallback: bool = False
    """4.A.3: a convoy that is meant and fails turns into a walk where that is possible."""
    brannan: bool = False
    """4.A.4: a convoyed attack comes from the last fleet, not from where the army started."""
    retreat_to_convoyed_attacker: bool = True
    """4.A.5: a unit may retreat to where a convoyed attacker came from."""
    written_route_binds: bool = False
    """4.A.6: only the fleets named in the army's order carry it."""
    dislodged_still_bounces: bool = True
    """4.A.7: a unit dislodged by a convoyed attack still holds up others where that attack came from."""
    missing_coast: Coast = Coast.TAKEN
    wrong_coast: Coast = Coast.REFUSED
    support_coast: SupportCoast = SupportCoast.ANY
    unit_coast: Slip = Slip.IGNORED
    army_coast: Slip = Slip.IGNORED
    unit_type: Slip = Slip.IGNORED
    """4.C.2: the wrong letter for the only unit of a province."""
    illegal: Illegal = Illegal.HOLDS
    twice: Twice = Twice.LAST_COUNTS
    excess: Excess = Excess.FIRST_COUNT
    distance: Distance = Distance.OWNED
    victory: int | None = None
    """Centers needed to win; None for the board's own number, 0 for no victory by centers."""

    @property
    def walks_instead(self) -> bool:
        """Whether an army beside its goal walks when `via` was written and no fleet carries it."""
        return self.land_fallback or self.adjacent_convoy is AdjacentConvoy.SWAP


EDITIONS: Mapping[str, Options] = MappingProxyType(
    {
        "datc": Options(),
        "1971": Options(
            edition="1971",
            paradox=Paradox.RULES_1971,
            routes=Routes.ALL_MUST_HOLD,
            adjacent_convoy=AdjacentConvoy.SWAP,
            land_fallback=True,
            distance=Distance.HOME,
        ),
        "1982": Options(
            edition="1982", paradox=Paradox.RULES_1982, land_fallback=True, distance=Distance.HOME
        ),
        "2000": Options(
            edition="2000", paradox=Paradox.RULES_2000, land_fallback=True, distance=Distance.HOME
        ),
        "2023": Options(edition="2023", paradox=Paradox.RULES_2000, land_fallback=True),
        "dutch": Options(
            edition="dutch", paradox=Paradox.RULES_2000, land_fallback=True, distance=Distance.HOME
        ),
    }
)
"""The named editions; `dutch` is the booklet that the Dutch text translates, the rules of 2000."""


def options(chosen: Mapping[str, object]) -> Options:
    """The options of a game: an edition (default `datc`), and what the game chooses apart from it."""
    edition = str(chosen.get("edition", "datc"))
    if edition not in EDITIONS:
        raise OptionFault(Wrong.EDITION, "edition", edition, EDITIONS)
    changes = {name: _value(name, value) for name, value in chosen.items() if name != "edition"}
    return replace(EDITIONS[edition], **changes)


def _value(name: str, value: object) -> Any:
    kind = _kinds().get(name)
    if kind is None:
        raise OptionFault(Wrong.UNKNOWN, name, name, (*_kinds(), "edition"))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(name, kind, value)
    if kind is bool:
        return _switch(name, value)
    return _number(name, value)


def _choice(name: str, kind: type[Enum], value: object) -> Enum:
    if isinstance(value, kind):
        return value
    try:
        return kind(str(value))
    except ValueError:
        raise OptionFault(Wrong.CHOICE, name, value, (choice.value for choice in kind)) from None


def _switch(name: str, value: object) -> bool:
    known = {True: True, False: False, "yes": True, "no": False, "true": True, "false": False}
    answer = known.get(value.lower() if isinstance(value, str) else value) if _plain(value) else None
    if answer is None:
        raise OptionFault(Wrong.CHOICE, name, value, ("yes", "no"))
    return answer


def _plain(value: object) -> bool:
    return isinstance(value, bool | str)


def _number(name: str, value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not str(value).isdecimal() or len(str(value)) > 9 or int(str(value)) > MOST:
        raise OptionFault(Wrong.NUMBER, name, value, span=(0, MOST))
    return int(str(value))


@cache
def _kinds() -> dict[str, Any]:
    hints = get_type_hints(Options)
    return {field.name: hints[field.name] for field in fields(Options) if field.name != "edition"}
