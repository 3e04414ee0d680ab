"""The position of a game: whose units stand where, who owns which center, who must retreat. Never changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from judge.board.economy import Economy
from judge.board.geography import Geography, Location, Power, Province, Unit
from judge.board.phases import Phase


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that must retreat or disband, and where it may go."""

    power: Power
    unit: Unit
    attacker_from: Province | None
    """Where the attacker came from; no retreat there, unless it came by convoy (DATC 4.A.5)."""
    by_convoy: bool
    retreats: tuple[Location, ...]
    also_from: tuple[Province, ...] = ()
    """More provinces barred as `attacker_from` is: an un-replenished unit gives way to all that attack it."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position. `units` leaves dislodged units out; both they and `dislodged` are sorted."""

    geography: Geography
    phase: Phase
    units: Mapping[Power, tuple[Unit, ...]]
    centers: Mapping[Power, tuple[Province, ...]]
    """Supply centers by owner; a neutral center is in none."""
    dislodged: tuple[Dislodged, ...] = ()
    contested: tuple[Province, ...] = ()
    """Provinces left empty by a bounce: no retreat into them."""
    economy: Economy | None = field(default=None)
    """What the buildings rules keep beside units and centers; None under other rules."""

    def pieces(self) -> Iterator[tuple[Power, Unit]]:
        """Every standing unit with its power."""
        for power, units in self.units.items():
            for unit in units:
                yield power, unit

    def at(self, province: Province) -> tuple[Power, Unit] | None:
        """Who stands in a province (dislodged units are not counted)."""
        for power, units in self.units.items():
            for unit in units:
                if unit.location.province == province:
                    return power, unit
        return None

    def owner(self, center: Province) -> Power | None:
        """The power that owns a supply center."""
        return next((power for power, owned in self.centers.items() if center in owned), None)

    def surplus(self, power: Power) -> int:
        """Centers minus units: builds due when positive, removals when negative (N3, N5)."""
        return len(self.centers.get(power, ())) - len(self.units.get(power, ()))
