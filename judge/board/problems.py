"""A player's slip is a value: the line, the player's own words, what is wrong, what was probably meant."""

from dataclasses import dataclass
from enum import Enum


class Trouble(Enum):
    """What is wrong with a line. The values are stable: other programs read them."""

    NOT_UNDERSTOOD = "not_understood"
    NO_SUCH_PROVINCE = "no_such_province"
    AMBIGUOUS_PROVINCE = "ambiguous_province"
    AMBIGUOUS_ORDER = "ambiguous_order"
    COAST_UNCLEAR = "coast_unclear"
    NO_SUCH_COAST = "no_such_coast"
    TYPE_UNCLEAR = "type_unclear"
    NO_UNIT_THERE = "no_unit_there"
    NOT_YOUR_UNIT = "not_your_unit"
    WRONG_UNIT_TYPE = "wrong_unit_type"
    CONDITIONAL = "conditional"
    """An order that hangs on a condition, which is not the judge's to weigh."""
    INCOMPLETE = "incomplete"
    CANNOT_REACH = "cannot_reach"
    WRONG_PHASE = "wrong_phase"
    DUPLICATE = "duplicate"
    CORRECTED = "corrected"
    """A remark: a later line plainly replaced an earlier one."""
    NOT_DISLODGED = "not_dislodged"
    NO_RETREAT_THERE = "no_retreat_there"
    NOT_HOME = "not_home"
    NOT_CONTROLLED = "not_controlled"
    OCCUPIED = "occupied"
    INLAND = "inland"
    CENTER_USED = "center_used"
    NO_BUILD_DUE = "no_build_due"
    NO_BUILD_LEFT = "no_build_left"
    NO_REMOVAL_DUE = "no_removal_due"
    NO_REMOVAL_LEFT = "no_removal_left"
    COAST_IGNORED = "coast_ignored"
    """A remark: an army has no coast (NG6)."""
    UNIT_LETTER = "unit_letter"
    """A remark: the wrong letter was written, and only one unit stands there."""
    KEPT = "kept"
    """A remark: `the rest remains as sent`, so that earlier orders stand."""
    ANOTHERS_POWER = "anothers_power"
    NO_SUCH_ORDER = "no_such_order"
    """The rules of this game do not know the order."""
    NO_FLEETS = "no_fleets"
    """There are no fleets in this game."""
    NO_SUCH_BUILDING = "no_such_building"
    BUILDING_COMMANDED = "building_commanded"
    """An order for a building, which takes none."""
    NO_SUCH_RESEARCH = "no_such_research"
    TOO_LONG = "too_long"
    MIXED_SCRIPT = "mixed_script"


REMARKS = frozenset({Trouble.CORRECTED, Trouble.COAST_IGNORED, Trouble.UNIT_LETTER, Trouble.KEPT})
"""Troubles that cost nothing: the order was taken, and the answer says what was made of it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one line of a letter."""

    line: int
    """Counted from 1 in the player's text; 0 for the letter as a whole."""
    text: str
    """The player's own words."""
    trouble: Trouble
    at: str = ""
    """The word or words it stumbled over."""
    candidates: tuple[str, ...] = ()
    """The readings there are: codes, or canonical orders."""
    guess: str | None = None
    """The whole line as it was probably meant, ready to copy."""
    order: str | None = None
    """The canonical order that was understood and refused (or, for a remark, taken)."""

    @property
    def is_remark(self) -> bool:
        """Whether the line was taken all the same."""
        return self.trouble in REMARKS
