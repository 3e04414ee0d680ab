"""What the lines above say of those below: a heading, somebody else's words, a verb for a list of units."""

from dataclasses import dataclass, field, replace

from judge.board.geography import Power
from judge.language.lines import Line
from judge.language.movement import provinces_of
from judge.language.shapes import (
    Bare,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Moves,
    RestHolds,
    Retreats,
    Shape,
    Spends,
    Spot,
    Supports,
    Waives,
    is_serious,
    spots,
)
from judge.language.sharing import as_retreat
from judge.language.spends import listed as listed_spending


@dataclass(slots=True)
class Above:
    """The heading over the line that is read, if any is still in force."""

    quoting: bool = False
    """What follows was said, planned or ordered before: `Last turn I had:`."""
    doubting: bool = False
    """What follows depends on something: `If Germany agrees:`."""
    fresh: bool = False
    """It is the line just above; an empty line between changes nothing."""
    told: bool = False
    """Not said to be a plain quotation, or not wanted: what is quoted may be all that there is of orders."""
    talked: bool = False
    """Words of the player's own came after the quotation began."""
    verb: Shape | None = None
    """`Builds:`: what the units listed below are for."""
    hanging: bool = False
    """That heading is a condition, and no choice: `Option A:`."""
    offered: list[Spot] = field(default_factory=list)
    """The places of the units that a choice was named for: `My options: A Par - Gas`."""
    quoted: list[tuple[int, str, Line]] = field(default_factory=list)
    """Orders in somebody else's words that may be meant all the same."""

    def blank(self) -> bool:
        """An empty line ends what a heading began, and whether it did."""
        if self.fresh:
            return False
        self.quoting = self.doubting = False
        self.offered.clear()
        self.verb = None
        return True

    def announce(self, line: Line) -> None:
        """A heading that orders nothing itself."""
        self.quoting, self.fresh, self.talked = _is_told(line), True, False
        self.told = _is_told(line) and not line.quotes
        self.doubting, self.verb = line.conditional, line.verb
        self.hanging = line.hangs

    @property
    def hangs(self) -> bool:
        """Whether what follows depends on a condition, and is not just one of several choices."""
        return self.doubting and self.hanging

    def offer(self, line: Line) -> None:
        """Orders to choose from; what is ordered below for the same unit may be another one of them."""
        for said in line.statements:
            self.offered += spots(said.shape)[:1] if said.shape is not None else ()

    def leaves_open(self, shape: Shape) -> bool:
        """Whether this depends on something, or is one of several choices."""
        if self.doubting or not self.offered:
            return self.doubting
        return not provinces_of(*spots(shape)[:1]).isdisjoint(provinces_of(*self.offered))

    def name(self, line: Line) -> None:
        """A heading that says whose orders follow."""
        self.fresh, self.quoting, self.verb = True, _is_told(line), None

    def quote(self, number: int, text: str, line: Line) -> None:
        """Orders in somebody else's words; those after a word of the player's own may be meant."""
        if not orders(line):
            self.talked = True
        elif (
            self.talked
            or self.told
            or any(s.shape is None or not is_serious(s.shape) for s in line.statements)
        ):
            self.quoted.append((number, text, line))

    def listed(self, shape: Shape | None) -> Shape | None:
        """A bare unit below `Builds:` is built."""
        if isinstance(self.verb, Retreats) and shape is not None:
            return as_retreat(shape)
        if isinstance(shape, Bare | Spends) and self.verb is not None:
            shape = listed_spending(self.verb, shape)
        if isinstance(shape, Bare) and self.verb is not None:
            assert not isinstance(self.verb, Waives | RestHolds)
            if isinstance(self.verb, Builds | Disbands | Holds):
                return replace(self.verb, unit=shape.unit)
        return shape

    def halves(self, shape: Shape) -> bool:
        """`Support:` over `A Mar - Bur`: not a move, but whose support?"""
        return isinstance(self.verb, Supports | Convoys) and isinstance(shape, Moves)


def _is_told(line: Line) -> bool:
    """Whether what follows is for somebody else, or was said before."""
    return line.telling or line.addressed is not None


def told_apart(line: Line, power: Power) -> tuple[Line, list[tuple[Power, Line]]]:
    """`Duitsland bouwt niet. Ik bouw A Par`: what is said of this power, and what of each of the others."""
    if not any(said.whose for said in line.statements):
        return line, []
    others = dict.fromkeys(said.whose for said in line.statements if said.whose not in ("", power))
    return _said_of(line, ("", power)), [(Power(one), _said_of(line, (one,))) for one in others]


def _said_of(line: Line, whose: tuple[str, ...]) -> Line:
    said = tuple(replace(said, whose="") for said in line.statements if said.whose in whose)
    return replace(line, statements=said)


def orders(line: Line) -> bool:
    """Whether a line orders anything, or tries to."""
    return any(s.suspect or (s.shape is not None and is_serious(s.shape)) for s in line.statements)
