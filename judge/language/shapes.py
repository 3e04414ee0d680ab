"""What a line says before the board is asked: a small tree that is the same for every language."""

from dataclasses import dataclass, replace
from enum import Enum

from judge.board.geography import BuildingType, Coast, Power, Province, UnitType

Tiers = tuple[tuple[Province, ...], ...]
"""The provinces a name may mean, best match first: code and own language, other languages, prefixes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place as written: what it may mean, and the coast beside it."""

    text: str
    tiers: Tiers = ()
    coast: Coast | None = None
    absent: bool = False
    """It is not written: `the fleet` and no more."""
    other: bool = False
    """`The other fleet`: one that has no order yet."""

    @property
    def known(self) -> bool:
        """Whether the name means anything on this board."""
        return bool(self.tiers)


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """A unit as written; the type and the owner may be missing or wrong."""

    spot: Spot
    type: UnitType | None = None
    power: Power | None = None
    marked: bool = False
    """Whether a word or a letter says that it is a unit."""


@dataclass(frozen=True, slots=True)
class Path:
    """Where a move goes: one target, or several one after another; with what was said about the way."""

    steps: tuple[Spot, ...]
    others: tuple[Spot, ...] = ()
    """Second choices (`Boh or else Tyr`)."""
    via: bool = False
    route: tuple[Spot, ...] = ()
    back: bool = False
    """`gaat terug naar`: a move or a retreat, as the phase tells."""


@dataclass(frozen=True, slots=True)
class Holds:
    """`A Mun holds`."""

    unit: WrittenUnit
    at: Spot | None = None


@dataclass(frozen=True, slots=True)
class Moves:
    """`A Par - Bur`; `signed` is false where two names stand side by side."""

    unit: WrittenUnit
    path: Path
    signed: bool = True
    told: bool = False
    """Said of a unit that is supported, perhaps another power's: `..., and that one goes there`."""


@dataclass(frozen=True, slots=True)
class Supports:
    """`A Mar S A Par (- Bur)`."""

    unit: WrittenUnit
    other: WrittenUnit
    path: Path | None = None
    at: Spot | None = None
    """`in Marseille`: where the other one stands."""
    holds: bool = False
    """It is said that the other one holds: `A Mar S A Par H`."""


@dataclass(frozen=True, slots=True)
class Convoys:
    """`F Nth C A Lon - Nwy`."""

    unit: WrittenUnit
    other: WrittenUnit
    path: Path


@dataclass(frozen=True, slots=True)
class Backs:
    """`F Bal supports that`: the order before it on the line."""

    unit: WrittenUnit
    convoy: bool = False
    aside: bool = False
    """`..., supported by A Mar`: said of a move, perhaps of another power's unit."""
    bare: bool = False
    """`F Bal supports`, and no more."""
    whom: WrittenUnit | None = None
    """`F Nth convoys A Yor`, and not where to."""
    stays: WrittenUnit | None = None
    """`A Mar supported by A Gas`: the one that is not said to go anywhere."""
    it: bool = False
    """`supports it`, a word for a unit rather than for what it does."""
    type: UnitType | None = None
    """Of which kind it is said to be: `supports that fleet`."""
    helps: bool = False
    """`with the help of the Channel`: supports it, or carries it where it can go by sea alone."""
    at: Spot | None = None
    """`Bal supports the landing in Sweden`: where that goes."""


@dataclass(frozen=True, slots=True)
class Echoes:
    """`So does Berlin`, `Vienna goes there`: said in the words of the order before."""

    unit: WrittenUnit
    plain: bool
    """It is plain that the unit does it; `same for Kiel` may be of the unit that is helped."""
    there: bool = False
    """`It goes there`: where the order before goes."""


@dataclass(frozen=True, slots=True)
class Retreats:
    """`A Mun R Boh, Tyr`."""

    unit: WrittenUnit
    targets: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Disbands:
    """`A Mun D`; `surplus` where the word is one for adjustments only (`remove`)."""

    unit: WrittenUnit
    surplus: bool = False
    by_letter: bool = False
    """Written `R A Mun` or `- A Mun`: only in the adjustments."""
    goes: bool = False
    """`Galicia goes`: in the adjustments from the board; at other times it is half a move."""


@dataclass(frozen=True, slots=True)
class Builds:
    """`Build A Par, else A Mar`."""

    unit: WrittenUnit
    others: tuple[WrittenUnit, ...] = ()


@dataclass(frozen=True, slots=True)
class Waives:
    """`Waive`, so many times."""

    count: int = 1
    rest: bool = False


@dataclass(frozen=True, slots=True)
class RestHolds:
    """`All others hold`, or all the armies, or all the fleets."""

    type: UnitType | None = None
    count: int = 0
    """`The other three hold`: how many they must be; 0 where that is not said."""


@dataclass(frozen=True, slots=True)
class AllOf:
    """`Disband both`, `build two fleets`: of as many as there are, or as are counted."""

    verb: str
    """`disband`, `remove`, `build` or `pay`; nothing where no verb says."""
    type: UnitType | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class AllHelp:
    """`Both fleets support Belgium`, `those fleets convoy it`: each of them does."""

    order: "Supports | Convoys | Backs"
    """What each does; its unit is not one of them yet."""
    type: UnitType
    count: int = 0
    """How many they must be; 0 where that is not said."""
    others: bool = False
    """Those that have no order yet."""
    those: bool = False
    """Those that were named before."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A unit and nothing else."""

    unit: WrittenUnit


@dataclass(frozen=True, slots=True)
class Otherwise:
    """`else A Mar`: a second choice for the order before it."""

    unit: WrittenUnit


class Act(Enum):
    """What is done with a building, a bill or research (games with an economy)."""

    PLACE = "place"
    DEMOLISH = "demolish"
    PAY = "pay"
    PAY_ALL = "pay all"
    RESEARCH = "research"
    COMMAND = "command"
    """`fort Bur S A Par`: an order for a building, which takes none."""
    NAME = "name"
    """A building and nothing else."""


@dataclass(frozen=True, slots=True)
class Spends:
    """`Build fort Bur`, `replenish A Par`, `research masonry`."""

    act: Act
    unit: WrittenUnit
    """The unit whose bill it is; the place of a building; the words of what is researched."""
    building: BuildingType | None = None
    strange: str = ""
    """The word where a building belongs, and is none."""
    many: str = ""
    """`2 forts`, where fewer places are named."""


Shape = (
    Holds
    | Moves
    | Supports
    | Convoys
    | Backs
    | Echoes
    | Retreats
    | Disbands
    | Builds
    | Waives
    | RestHolds
    | AllOf
    | AllHelp
    | Bare
    | Otherwise
    | Spends
)


Nameless = AllOf | AllHelp | Waives | RestHolds
"""What is ordered without the name of a unit."""


def spots(shape: Shape) -> tuple[Spot, ...]:
    """Every place the shape names, in the order of the sentence."""
    match shape:
        case Moves(unit, path):
            return (unit.spot, *_along(path))
        case Holds(unit, at):
            return (unit.spot,) if at is None else (unit.spot, at)
        case Supports(unit, other, path, at):
            return (unit.spot, other.spot, *(_along(path) if path else ()), *((at,) if at else ()))
        case Convoys(unit, other, path):
            return (unit.spot, other.spot, *_along(path))
        case Retreats(unit, targets):
            return (unit.spot, *targets)
        case Builds(unit, others):
            return (unit.spot, *(other.spot for other in others))
        case Waives() | RestHolds() | AllOf() | AllHelp() | Spends(act=Act.PAY_ALL | Act.RESEARCH):
            return ()
        case Echoes(unit) if unit.spot.absent:
            return ()
        case Echoes(unit) | Backs(unit) | Disbands(unit) | Bare(unit) | Otherwise(unit) | Spends(unit=unit):
            return (unit.spot,)


def _along(path: Path) -> tuple[Spot, ...]:
    return (*path.steps, *path.others, *path.route) if path.others or path.route else path.steps


def units(shape: Shape) -> tuple[WrittenUnit, ...]:
    """Every unit the shape names."""
    match shape:
        case Waives() | RestHolds() | AllOf() | AllHelp() | Spends(act=Act.PAY_ALL | Act.RESEARCH):
            return ()
        case Supports(unit, other) | Convoys(unit, other):
            return unit, other
        case Builds(unit, others):
            return (unit, *others)
        case _:
            return (shape.unit,)


def respell(shape: Shape, old: Spot, new: Spot) -> Shape:
    """The same shape with one place written differently."""

    def unit(written: WrittenUnit) -> WrittenUnit:
        return replace(written, spot=new) if written.spot == old else written

    def several(places: tuple[Spot, ...]) -> tuple[Spot, ...]:
        return tuple(new if place == old else place for place in places)

    def path(way: Path) -> Path:
        return replace(way, steps=several(way.steps), others=several(way.others), route=several(way.route))

    match shape:
        case Waives() | RestHolds() | AllOf() | AllHelp():
            return shape
        case Holds():
            return replace(shape, unit=unit(shape.unit), at=new if shape.at == old else shape.at)
        case Moves():
            return replace(shape, unit=unit(shape.unit), path=path(shape.path))
        case Supports():
            return replace(
                shape,
                unit=unit(shape.unit),
                other=unit(shape.other),
                path=path(shape.path) if shape.path else None,
            )
        case Convoys():
            return replace(shape, unit=unit(shape.unit), other=unit(shape.other), path=path(shape.path))
        case Retreats():
            return replace(shape, unit=unit(shape.unit), targets=several(shape.targets))
        case Builds():
            return replace(shape, unit=unit(shape.unit), others=tuple(map(unit, shape.others)))
        case Backs() | Echoes() | Disbands() | Bare() | Otherwise() | Spends():
            return replace(shape, unit=unit(shape.unit))


def is_order(shape: Shape | None) -> bool:
    """Whether it says what a unit does: no bare name, and not what the rest do."""
    return shape is not None and not isinstance(shape, Bare | RestHolds)


def is_serious(shape: Shape) -> bool:
    """`Greetings to Jan` has the shape of a move, between places that nobody knows."""
    match shape:
        case Moves(unit, path):
            target = path.steps[-1]
            return (
                (unit.spot.known and target.known)
                or (unit.marked and (unit.spot.known or target.known))
                or (unit.spot.known and shape.signed)
            )
        case Waives() | RestHolds() | AllOf() | AllHelp():
            return True
        case _:
            return shape.unit.spot.known or (shape.unit.marked and _any_known(shape))


def _any_known(shape: Shape) -> bool:
    match shape:
        case Supports(_, other) | Convoys(_, other):
            return other.spot.known
        case Retreats(_, targets):
            return any(target.known for target in targets)
        case Bare() | Otherwise():
            return False
        case _:
            return True
