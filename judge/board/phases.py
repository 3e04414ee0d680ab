"""Phases: a season's movement, retreats or adjustments, written `S1901M`, `F1901R`, `W1901A`.

A year before our era is negative (`S-479M`).
"""

import re
from dataclasses import dataclass
from enum import Enum

from judge.board.making import maker


class Season(Enum):
    """The seasons of a year of play."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class Kind(Enum):
    """What is ordered in a phase."""

    MOVEMENT = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"


_SEASONS = list(Season)
_KINDS = list(Kind)
# Looked up once: members of an Enum are slow to come by, and so are their values.
_SPRING, _FALL, _WINTER = _SEASONS
_MOVEMENT, _RETREATS, _ADJUSTMENTS = _KINDS
_CODE = re.compile(r"([SFW])(-?\d{1,5})([MRA])")


@dataclass(frozen=True, slots=True)
class Phase:
    """One season's movement, retreats or adjustments."""

    season: Season
    year: int
    kind: Kind

    def __str__(self) -> str:
        return f"{self.season._value_}{self.year}{self.kind._value_}"

    def __lt__(self, other: "Phase") -> bool:
        return self.rank < other.rank

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sorts phases by time."""
        return self.year, _SEASONS.index(self.season), _KINDS.index(self.kind)

    @classmethod
    def read(cls, code: str) -> "Phase":
        """The phase of a code such as `S1901M`; ValueError when it is none."""
        match = _CODE.fullmatch(code.strip().upper())
        if match is None:
            raise ValueError(f"{code!r} is no phase; write it as S1901M, F1901R or W1901A")
        season, year, kind = match.groups()
        return cls(Season(season), int(year), Kind(kind))

    def follows(self) -> "Phase":
        """The next phase of the calendar, whether or not anybody can act in it."""
        season, year, kind = self.season, self.year, self.kind
        if kind is _MOVEMENT:
            return _phase(season, year, _RETREATS)
        if kind is _ADJUSTMENTS:
            return _phase(_SPRING, _next_year(year), _MOVEMENT)
        if season is _SPRING:
            return _phase(_FALL, year, _MOVEMENT)
        return _phase(_WINTER, year, _ADJUSTMENTS)


_phase = maker(Phase)


def _next_year(year: int) -> int:
    # There was no year 0.
    return 1 if year == -1 else year + 1
