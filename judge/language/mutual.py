"""Units that do something to one another: `Vie and Gal support each other`, `... and vice versa`."""

from judge.language.pieces import Piece, is_bare, pieces_of, shapes_of
from judge.language.scanner import JOINING, Lexeme
from judge.language.shapes import (
    Backs,
    Bare,
    Convoys,
    Holds,
    Moves,
    Path,
    RestHolds,
    Shape,
    Supports,
    WrittenUnit,
)
from judge.language.suspicion import UNSURE

_HOLDING = frozenset(
    {"_HOLDS", "WORD", "TALK", "_THAT", "_REST", "ALL_ARMIES", "ALL_FLEETS", "NUMBER", "_IN", "_TO"}
)
_WHO = frozenset({
    "north", "south", "east", "west", "northern", "southern", "eastern", "western", "front", "flank", "rear",
    "home", "guard", "following", "ones", "forces", "troops", "defence", "defense", "we", "us", "noorden",
    "zuiden", "oosten", "westen", "thuisfront", "achterhoede", "verdediging", "volgende", "troepen",
    "norden", "süden", "osten", "folgenden", "folgende",
})  # fmt: skip
"""Who they may be that are told before a colon to hold: no centers, and nobody else's."""
_OPEN = frozenset({"IF", "NOT", "CANCEL", "RETRACT", "ASK", "LATER", "EXCEPT", "CAUSE", "INSTEAD"})
_DOING = (Backs, Convoys, Holds, Moves, Supports)


def pair(pieces: list[Piece]) -> None:
    """Give both their orders where there are exactly two; leave the sentence open where it is not clear."""
    for at, piece in enumerate(pieces):
        if any("EACH" in x.roles for x in piece.core):
            _each_other(pieces, at)
        elif at and piece.core and all("VERSA" in x.roles for x in piece.core):
            _turned_round(pieces, at)


def share_out(pieces: list[Piece]) -> None:
    """`Nap and Tys attack the Ionian: Nap moves, Tys supports`: who does what of what they do together."""
    for at in range(1, len(pieces)):
        shapes = pieces[at].shapes
        if (
            not pieces[at].instead
            or not is_bare(pieces[at - 1])
            or not shapes
            or not isinstance(shapes[0], Moves)
        ):
            continue
        comment = next((x for x in pieces[at].lexemes if x.type == "COMMENT"), None)
        told = pieces_of([*comment.inner]) if comment else pieces[at + 1 :]
        orders = _shared(told, shapes[0].path)
        heads = [piece for piece in pieces[:at] if is_bare(piece)]
        if orders is None or len(orders) != len(heads) + 1:
            return
        named = {_name(shapes[0].unit)} | {
            _name(s.unit) for p in heads for s in p.shapes or () if isinstance(s, Bare)
        }
        if {_name(order.unit) for order in orders} != named:
            return
        pieces[at].shapes, pieces[at].instead = [*orders], False
        for piece in (*heads, *(() if comment else told)):
            piece.shapes = []
        return


def drop_heads(pieces: list[Piece]) -> None:
    """`Leger Armenië en vloot Zwarte Zee: Armenië valt Sebastopol aan, Zwarte Zee steunt`: who, then what."""
    colon = next((at for at, piece in enumerate(pieces) if at and piece.before == "COLON"), 0)
    heads, told = pieces[:colon], pieces[colon:]
    if not heads or not all(map(is_bare, heads)):
        return
    ordered = [_name(shape.unit) for p in told for shape in p.shapes or () if isinstance(shape, _DOING)]
    for piece in heads:
        named = [_name(shape.unit) for shape in piece.shapes or () if isinstance(shape, Bare)]
        piece.shapes = [] if all(name in ordered for name in named) else piece.shapes


def hold_the_listed(pieces: list[Piece]) -> None:
    """`The north can just hold too: Bothnia, St Petersburg and Warsaw`: those, and nobody else."""
    colon = next((at for at, piece in enumerate(pieces) if at and piece.before == "COLON"), 0)
    heads, listed = pieces[:colon], pieces[colon:]
    if not heads or not _tells_to_hold(heads[-1]) or not all(map(is_bare, listed)):
        return
    named = [shape.unit for piece in listed for shape in piece.shapes or () if isinstance(shape, Bare)]
    if not all(unit.spot.known for unit in named) or any(x.before not in JOINING for x in listed):
        return
    heads[-1].shapes = []
    for piece, unit in zip(listed, named, strict=True):
        piece.shapes = [Holds(unit)]


def _tells_to_hold(piece: Piece) -> bool:
    """`The north holds`, `deze blijven staan`: without a unit, a doubt, or another power."""
    first = piece.shapes[0] if piece.shapes else None
    if not (first is None or isinstance(first, RestHolds) or _is_of_nobody(first)):
        return False
    kinds = {x.type for x in piece.core}
    roles = frozenset().union(*(x.roles for x in piece.core if x.type == "TALK" and not _may(x)))
    who = {word for x in piece.core if x.type == "WORD" for word in x.text.casefold().split()}
    return "_HOLDS" in kinds and kinds <= _HOLDING and who <= _WHO and roles.isdisjoint(UNSURE | _OPEN)


def _is_of_nobody(shape: Shape) -> bool:
    """`The north holds`, as if that were a place."""
    return isinstance(shape, Holds) and not (shape.unit.marked or shape.unit.spot.known)


def _may(word: Lexeme) -> bool:
    return word.text.casefold() in ("can", "may", "kan", "kunnen", "mag", "mogen")


def _name(unit: WrittenUnit) -> object:
    return unit.spot.tiers[:1]


def _shared(told: list[Piece], path: Path) -> list[Moves | Supports] | None:
    """The move and the supports that these parts tell; None where they tell anything else."""
    movers: list[WrittenUnit] = []
    helpers: list[WrittenUnit] = []
    for piece in told:
        moves = bool(piece.core) and piece.core[-1].type in ("_MOVES", "_ATTACKS")
        said = shapes_of(piece.core[:-1] if moves else piece.core)
        match said[0] if said else None:
            case Bare(unit) if moves:
                movers.append(unit)
            case Backs(unit, bare=True, convoy=False):
                helpers.append(unit)
            case _:
                return None
    if len(movers) != 1:
        return None
    return [Moves(movers[0], path), *(Supports(helper, movers[0], path) for helper in helpers)]


def _each_other(pieces: list[Piece], at: int) -> None:
    words = [x for x in pieces[at].core if "EACH" not in x.roles and x.type != "NUMBER"]
    said = shapes_of(words)
    first = _only_bare(pieces[:at])
    if said and first and isinstance(said[0], Backs) and said[0].bare and not said[0].convoy:
        second = said[0].unit
        pieces[at - 1].shapes = []
        pieces[at].shapes = [Supports(first, second), Supports(second, first)]
        return
    for piece in pieces[: at + 1]:  # `Vie and Gal hold, supporting each other`
        piece.instead = piece.instead or any(
            isinstance(s, Holds | Supports | Bare) for s in piece.shapes or ()
        )
        if is_bare(piece):
            piece.shapes = None


def _only_bare(before: list[Piece]) -> WrittenUnit | None:
    """The one unit that is named in front, with nothing said of it but that."""
    named = [piece for piece in before if piece.shapes is None or piece.shapes]
    bare = named[-1].shapes if named and is_bare(named[-1]) else None
    if not bare or (len(named) > 1 and is_bare(named[-2])) or not isinstance(bare[0], Bare):
        return None
    return bare[0].unit


def _turned_round(pieces: list[Piece], at: int) -> None:
    told = next((piece for piece in reversed(pieces[:at]) if piece.shapes), pieces[at - 1])
    before = told.shapes
    match before[-1] if before else None:
        case Supports(unit, other, None):
            pieces[at].shapes = [Supports(other, unit)]
        case None:
            pass
        case _:
            told.instead = True
