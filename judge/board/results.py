"""What became of the orders: values. The sentences about them are made in `judge.reports`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from judge.board.geography import Power, Province, Unit
from judge.board.orders import Order
from judge.board.state import Board

if TYPE_CHECKING:
    from judge.board.accounts import Accounts


class Outcome(Enum):
    """What became of an order."""

    SUCCEEDS = "succeeds"
    BOUNCED = "bounces"
    CUT = "cut"
    DISRUPTED = "disrupted"
    DISLODGED = "dislodged"
    VOID = "void"
    NO_CONVOY = "no convoy"
    DISBANDED = "disbanded"
    IGNORED = "ignored"


class Reason(Enum):
    """Why. The values are stable: other programs read them."""

    # movement
    OK = "ok"
    BOUNCED = "bounced"
    """Another move to the same province was not weaker."""
    DEFENDED = "defended"
    """The unit in the province stayed and was not weaker."""
    HEAD_TO_HEAD = "head_to_head"
    """The unit in the province came the other way and was not weaker."""
    OWN_UNIT = "own_unit"
    """It would have dislodged a unit of its own power."""
    CUT = "cut"
    DISLODGED = "dislodged"
    NO_MATCH = "no_match"
    """The supported or convoyed unit did not do what was supported."""
    NO_CONVOY = "no_convoy"
    """No fleets carried the army."""
    DISRUPTED = "disrupted"
    """A convoying fleet was dislodged."""
    PARADOX = "paradox"
    """The convoy was stopped by the rule for convoy paradoxes."""
    UNUSED = "unused"
    """A convoy that was offered and not used."""
    # void: the order could not be carried out whatever the others did
    NOT_ADJACENT = "not_adjacent"
    NO_SUCH_UNIT = "no_such_unit"
    NOT_YOURS = "not_yours"
    WRONG_TERRAIN = "wrong_terrain"
    WRONG_COAST = "wrong_coast"
    COAST_UNCLEAR = "coast_unclear"
    SAME_PLACE = "same_place"
    CANNOT_REACH = "cannot_reach"
    """A support to a place the supporter could not move to."""
    CANNOT_CONVOY = "cannot_convoy"
    DUPLICATE = "duplicate"
    WRONG_PHASE = "wrong_phase"
    CLOSED = "closed"
    NO_SUCH_ORDER = "no_such_order"
    """These rules do not know the order at all (D2)."""
    ACTION_UNNAMED = "action_unnamed"
    """A support for another power's unit that does not say what it supports (D6)."""
    # retreats
    NOT_DISLODGED = "not_dislodged"
    """The unit was not driven out, and has nothing to do in this phase."""
    NO_RETREAT_THERE = "no_retreat_there"
    RETREATS_COLLIDE = "retreats_collide"
    NO_ORDER = "no_order"
    NO_PLACE = "no_place"
    # adjustments (N6 to N17)
    OCCUPIED = "occupied"
    NOT_HOME = "not_home"
    NOT_CONTROLLED = "not_controlled"
    INLAND = "inland"
    NO_BUILD_DUE = "no_build_due"
    NO_BUILD_LEFT = "no_build_left"
    NO_REMOVAL_DUE = "no_removal_due"
    NO_REMOVAL_LEFT = "no_removal_left"
    CENTER_USED = "center_used"
    WRONG_TYPE = "wrong_type"
    TYPE_UNCLEAR = "type_unclear"
    CIVIL_DISORDER = "civil_disorder"
    """Removed by the judge, as the owner named too few."""
    # the buildings rules (B1 to B77)
    UNREPLENISHED = "unreplenished"
    """An un-replenished unit takes no orders but a convoy home (B64, B65, B68, B69)."""
    NOT_YOUR_PORT = "not_your_port"
    """Only fleets of whoever holds the province use its port (B26)."""
    NO_PORT = "no_port"
    NO_TRANSFER = "no_transfer"
    """This game does not let fleets move between a port and its province."""
    NO_SUCH_BUILDING = "no_such_building"
    NOT_IN_GAME = "not_in_game"
    """This game has no such units, buildings or research."""
    ALREADY_THERE = "already_there"
    """The province has a building of that type, or the power knows it already."""
    BUILDING_LIMIT = "building_limit"
    WITHIN_LIMIT = "within_limit"
    """Buildings are deleted only to get inside the limit (B37, B47)."""
    TOO_DEAR = "too_dear"
    NO_POINTS = "no_points"
    """Too few action points (AP)."""
    NOTHING_OWED = "nothing_owed"
    """Its bill was paid, it has none, or it burned and owes nothing (B70)."""
    NO_SUCH_RESEARCH = "no_such_research"
    RESEARCH_FIRST = "research_first"
    """Another item comes first."""
    OVER_LIMIT = "over_limit"
    """Deleted by the judge, as the owner named too few (B47)."""


@dataclass(frozen=True, slots=True)
class Culprit:
    """An order that decided another: whose, and which."""

    power: Power
    order: Order


@dataclass(frozen=True, slots=True)
class Parried:
    """A move against a supporter that cut nothing, as its unit was under attack itself (D3, D5)."""

    move: Culprit
    by: tuple[Culprit, ...]
    """The moves against that unit."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one order."""

    power: Power
    order: Order
    outcome: Outcome
    """What became of the order itself; see `dislodged_by` for the unit."""
    reason: Reason
    because: tuple[Culprit, ...] = ()
    strength: int | None = None
    """The strength it came with, where strengths were compared."""
    against: int | None = None
    """The strength that stood against it."""
    dislodged_by: Culprit | None = None
    written: bool = True
    """False for a unit that had no order, and for what the judge itself did."""
    parried: tuple[Parried, ...] = ()
    """Of a support: the moves against it that did not cut it (the depots rules)."""

    @property
    def fate(self) -> Outcome:
        """One word for the reports: a dislodged unit is dislodged, whatever it tried."""
        return Outcome.DISLODGED if self.dislodged_by else self.outcome


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The end of a phase: a result for every order, and the next board."""

    before: Board
    results: tuple[Result, ...]
    after: Board
    """The next board, in the next phase in which somebody can act."""
    gained: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    lost: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    disbanded: tuple[tuple[Power, Unit], ...] = ()
    """Units that left the board in a movement or retreat phase: no place, no order, or a collision."""
    contested: tuple[Province, ...] = ()
    """Provinces left empty by a bounce in this movement phase, sorted; also where no retreats follow."""
    removed: tuple[tuple[Power, Unit], ...] = ()
    """Units removed in the adjustments, by order or in civil disorder."""
    built: tuple[tuple[Power, Unit], ...] = ()
    winner: tuple[Power, ...] = ()
    """The power that has reached the board's victory number after a Fall; empty while the game goes on."""
    eliminated: tuple[Power, ...] = ()
    skipped: tuple[str, ...] = ()
    """Codes of the phases passed over because nobody could act in them."""
    accounts: "Accounts | None" = None
    """Bills, payments and buildings (the buildings rules); None under other rules."""
    rings: tuple[tuple[Culprit, ...], ...] = ()
    """Closed rings of moves that might as well all have failed; they succeed by the rule of most moves.

    Each stands for a choice between two outcomes that both fit the rules (the depots rules, note to D8).
    """
