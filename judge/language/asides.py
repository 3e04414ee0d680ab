"""What a remark in brackets orders or says beside the order that it stands behind."""

from collections.abc import Iterator, Sequence

from judge.language.afterthoughts import Scope, afterthought
from judge.language.pieces import (
    SILENT,
    Piece,
    pieces_of,
    read_one,
    roles_of,
)
from judge.language.remarks import is_struck
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import (
    Backs,
    Convoys,
    Holds,
    Moves,
    Retreats,
    Spot,
    Supports,
    WrittenUnit,
)
from judge.language.suspicion import UNSURE, Doubt, Statement

_SUPPORTERS = frozenset({"PLACE", "_PLUS", "_FROM", "_OF", "_WITH", "_AND", "_COMMA", *KINDS})
_TOGETHER = frozenset({"together", "along"})
_DOING = frozenset({"_SUPPORTS", "_CONVOYS", "_DASH", "_MOVES", "_ATTACKS"})


def asides(lexeme: Lexeme, pieces: list[Piece]) -> Iterator[Statement]:
    """`A Mun stands (retreat: Ber, Kie)`, `A Par - Bur (supported by A Mar)`: more orders in brackets."""
    if is_struck([lexeme]):
        return  # `(not sure about the last one)`: the order beside it is asked about
    for piece in pieces_of(list(lexeme.inner)):
        said = afterthought(piece.lexemes)
        if said is not None and said.back is Scope.LAST:
            yield Statement(lexeme.text, after=said)
    inner = [x for x in lexeme.inner if x.type not in SILENT and x.text.casefold() not in _TOGETHER]
    before = next((piece.shapes[-1] for piece in reversed(pieces) if piece.shapes), None)
    if not inner or not isinstance(before, Holds | Moves | Supports | Convoys):
        return
    named = tuple(x.value for x in inner[1:] if x.type in ("PLACE", "WORD") and isinstance(x.value, Spot))
    if inner[0].type == "_RETREATS":
        yield Statement(lexeme.text, Retreats(before.unit, named))
    elif all(map(_is_helping, _parts(inner))) and not roles_of(lexeme.inner) & UNSURE:
        for part in _parts(inner):  # `A Yor - Nwy (C Nth, S Nwg)`
            for spot in (x.value for x in part if x.type == "PLACE" and isinstance(x.value, Spot)):
                yield Statement(lexeme.text, Backs(WrittenUnit(spot), part[0].type == "_CONVOYS", aside=True))
    elif inner[0].type == "_BACKED":
        for spot in named:
            yield Statement(lexeme.text, Backs(WrittenUnit(spot), aside=True))
    elif (
        inner[0].type in ("_SUPPORTS", "_PLUS")
        and named
        and not roles_of(lexeme.inner) & UNSURE
        and all(x.type in _SUPPORTERS for x in inner[1:])
    ):
        for spot in named:  # `L Par -> Bre (S van Gas en MAO)`
            yield Statement(lexeme.text, Backs(WrittenUnit(spot), aside=True))
    elif (
        isinstance(backs := read_one(inner), Backs)
        and backs.unit.spot.known
        and not roles_of(lexeme.inner) & UNSURE
    ):
        yield Statement(lexeme.text, backs)  # `Par - Bou (Mar steunt)`
    elif any(x.type in KINDS for x in inner):
        # `A Par - Bur (and F Bre - Mao)`: not said as an order, and not to be passed over.
        core = inner[1:] if inner[0].type == "_AND" else inner
        shape = read_one(core)
        suspect = shape is None and "_DASH" in {x.type for x in core} and "PLACE" in {x.type for x in core}
        if shape is not None or suspect:
            yield Statement(lexeme.text, shape, doubt=Doubt.UNSETTLED, suspect=suspect, at=core[-1].text)
    elif inner[0].type == "_WITH" and len(inner) > 1 and {x.type for x in inner[1:]} <= _SUPPORTERS:
        yield Statement(lexeme.text, suspect=True, at=inner[-1].text)  # `A Par (with A Gas) supports A Mar`
    elif any(x.type in _DOING for x in inner) and not roles_of(lexeme.inner) & {"GREETING", "ASK"}:
        yield Statement(lexeme.text, named=named_in([lexeme]))


def _parts(inner: list[Lexeme]) -> list[list[Lexeme]]:
    """What stands in brackets, cut before each verb."""
    parts: list[list[Lexeme]] = [[]]
    for lexeme in inner:
        if lexeme.type in ("_SUPPORTS", "_CONVOYS") and parts[-1]:
            parts.append([])
        parts[-1].append(lexeme)
    return parts


def _is_helping(part: list[Lexeme]) -> bool:
    kinds = [x.type for x in part]
    return kinds[0] in ("_SUPPORTS", "_CONVOYS") and "PLACE" in kinds and {*kinds[1:]} <= _SUPPORTERS


def named_in(lexemes: Sequence[Lexeme]) -> tuple[Spot, ...]:
    """The places that are named in these words, remarks in brackets and all."""
    inner = [y for x in lexemes if x.type == "COMMENT" for y in x.inner]
    return tuple(x.value for x in [*lexemes, *inner] if x.type == "PLACE" and isinstance(x.value, Spot))
