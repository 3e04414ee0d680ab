"""Units that do something to one another: `Vie and Gal support each other`, `... and vice versa`."""

from judge.language.pieces import Piece, is_bare, shapes_of
from judge.language.shapes import Backs, Bare, Holds, Supports, WrittenUnit


def pair(pieces: list[Piece]) -> None:
    """Give both their orders where there are exactly two; leave the sentence open where it is not clear."""
    for at, piece in enumerate(pieces):
        if any("EACH" in x.roles for x in piece.core):
            _each_other(pieces, at)
        elif at and piece.core and all("VERSA" in x.roles for x in piece.core):
            _turned_round(pieces, at)


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
    before = pieces[at - 1].shapes
    match before[-1] if before else None:
        case Supports(unit, other, None):
            pieces[at].shapes = [Supports(other, unit)]
        case None:
            pass
        case _:
            pieces[at - 1].instead = True
