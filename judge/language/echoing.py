"""What is ordered in the words of the order before: `so does Berlin`, `Ruhr does the same`, `it goes there`.

Here it is seen that it is said, and of which unit; `meant` says what comes of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.language.desk import Desk
from judge.language.movement import provinces_of
from judge.language.passives import clause, unit_end
from judge.language.pieces import Piece, read_one
from judge.language.scanner import KINDS, LINKS, QUIET, TYPES, Lexeme
from judge.language.shapes import (
    Bare,
    Convoys,
    Disbands,
    Echoes,
    Holds,
    Moves,
    Path,
    Retreats,
    Shape,
    Spot,
    Supports,
    WrittenUnit,
)

SAME, LIKEWISE, THERE = "SAME", "LIKEWISE", "THERE"
ECHOING = frozenset({SAME, LIKEWISE, THERE, "ALSO"})
"""Roles of the words that say it: of which unit is plain, or only where it can be but one, or where to."""
_TURNING = frozenset({"so", "as"})
_DOES = frozenset({"does", "do", "will", "shall", "is", "are"})
_UNITS = frozenset({"PLACE", "_AND", *KINDS, *LINKS})
_IDLE = frozenset({"ALSO", "SO", "INTRO", "REASON", "AFFIRM", THERE})
_HERE = frozenset({"daar", "er", "ertoe"})
_GOES = frozenset({"_MOVES"})
_ONE = frozenset({"_THAT", *KINDS})
_THITHER = frozenset(
    {"daar", "daarheen", "erheen", "daarnaartoe", "ernaartoe", "there", "ook", "too", "also"}
)
_MAY = frozenset({"may", "might", "can", "could", "would", "wants", "mag", "kan", "kon", "wil", "zou"})
_MARK = 2


def likewise(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`So does Berlin`, `as will the fleet in Kiel`, and no more than units behind it: one word for it."""
    for at, (first, second) in enumerate(pairwise(lexemes)):
        if first.text.casefold() not in _TURNING or second.text.casefold() not in _DOES:
            continue
        _, end = clause(lexemes, at + 2)
        kinds = {x.type for x in lexemes[at + 2 : end] if x.type not in QUIET}
        if "PLACE" in kinds and kinds <= _UNITS:
            text = f"{first.text} {second.text}"
            said = Lexeme("TALK", text, first.start, second.end, roles=frozenset({SAME}))
            return [*lexemes[:at], said, *lexemes[at + 2 :]]
    return lexemes


def echo(pieces: list[Piece]) -> None:
    """Find the parts that say it."""
    for at in range(len(pieces) - 1, -1, -1):
        piece = pieces[at]
        if piece.before == "CAUSE" or piece.all_roles.isdisjoint(ECHOING) or not _is_open(piece):
            continue
        found = _there(piece) or _told(piece)
        if found is None and (both := _before(piece)) is not None:
            piece.shapes = both
            piece.lexemes = [x for x in piece.lexemes if x.type != "TALK"]
        elif found is not None:
            piece.shapes = [found]
            piece.lexemes = [x for x in piece.lexemes if x.type != "TALK"] or piece.lexemes
        elif (start := _begins(piece)) and (first := read_one(piece.core[:start])):
            parted = Piece(piece.core[start:], "_COMMA")
            parted.shapes = [told] if (told := _told(parted)) is not None else None
            if parted.shapes and isinstance(first, Holds | Supports | Convoys):
                pieces[at : at + 1] = [Piece(piece.core[:start], piece.before, [first]), parted]


def _is_open(piece: Piece) -> bool:
    """Whether it is no order by itself."""
    first = piece.shapes[0] if piece.shapes else None
    going = isinstance(first, Disbands) and first.goes  # `Vienna goes there`
    return first is None or going or (isinstance(first, Retreats) and first.unit.spot.absent)


def _begins(piece: Piece) -> int:
    """Where such words begin behind an order: `Ruhr holds as does Berlin`."""
    return next((i for i, x in enumerate(piece.core) if i and x.roles & {SAME, LIKEWISE}), 0)


def _told(piece: Piece) -> Echoes | None:
    """`So does Berlin`, `Berlin does the same`, `ditto Kiel`."""
    core = piece.core
    if len(core) < _MARK:
        return None
    first, last = core[0], core[-1]
    if first.type in ("TALK", "_THAT") and "ALSO" in first.roles and "FOR" in core[1].roles:
        return _of(core[2:], False)  # `same for Kiel`, `idem voor Kiel`
    if first.type == "TALK" and first.roles & {SAME, LIKEWISE, "ALSO"}:
        return _of(core[1:], SAME in first.roles)
    if last.type == "TALK" and last.roles & {SAME, "ALSO"}:  # `Kiel doet hetzelfde`, `L Ruh idem`
        return _of(core[:-1], SAME in last.roles)
    return None


def _before(piece: Piece) -> list[Shape] | None:
    """`Net als Berlijn blijft Ruhr staan`: both do."""
    core = piece.core
    end = unit_end(core, 1) if core and LIKEWISE in core[0].roles else 0
    order = read_one(core[end:]) if end else None
    unit = _of(core[1:end], True) if isinstance(order, Holds) else None
    return [order, Holds(unit.unit)] if unit is not None and order is not None else None


def _of(core: Sequence[Lexeme], plain: bool) -> Echoes | None:
    words = [x for x in core if x.type != "TALK" or not x.roles <= _IDLE]
    if not words or unit_end(words, 0) != len(words):
        return None
    unit = read_one(words)
    return Echoes(unit.unit, plain) if isinstance(unit, Bare) else None


def _there(piece: Piece) -> Echoes | None:
    """`Vienna goes there too`, `die gaat daar ook heen`, `that army moves there`."""
    if THERE not in piece.all_roles:
        return None
    words = [x for x in piece.lexemes if x.type not in QUIET and not _is_there(x)]
    words = [x for x in words if x.type != "TALK" or not x.roles <= _IDLE]
    if not words or words[-1].type not in _GOES:
        return None
    who = words[:-1]
    if who and unit_end(who, 0) == len(who):
        unit = read_one(who)
        return Echoes(unit.unit, True, True) if isinstance(unit, Bare) else None
    pronoun = bool(who) and all(x.type in _ONE for x in who) and len(who[-1].text) > _MARK - 1
    pronoun = pronoun or (not who and any("IT" in x.roles for x in piece.lexemes))
    kind = TYPES.get(who[-1].type) if who else None
    one = WrittenUnit(Spot("", absent=True), kind, marked=kind is not None)
    return Echoes(one, True, True) if pronoun else None


def _is_there(word: Lexeme) -> bool:
    return THERE in word.roles or word.text.casefold() in _HERE


def follow_the_helped(pieces: list[Piece]) -> None:
    """`Rome supports Venice, which holds`, `... om te blijven staan`, `..., en die gaat daar heen`."""
    for at, piece in enumerate(pieces[1:], 1):
        kinds = [x.type for x in piece.core]
        aim = at > 1 and piece.before == "CAUSE" and {*kinds} == {"_HOLDS"}
        before = pieces[at - 2 if aim else at - 1].shapes
        helped = before[-1] if before else None
        if piece.shapes or not before or not isinstance(helped, Supports):
            continue
        if helped.path is not None:
            piece.shapes = [Moves(helped.other, helped.path, told=True)] if _follows_there(piece) else None
        elif aim:
            before[-1] = replace(helped, holds=True)
        elif len(kinds) > 1 and kinds[0] == "_THAT" and {*kinds[1:]} == {"_HOLDS"}:
            piece.shapes = [Holds(helped.other)]
        elif (path := _way_of(piece, helped)) is not None:
            before[-1] = replace(helped, path=path)
            piece.shapes = [Moves(helped.other, path, told=True)]


def _way_of(piece: Piece, helped: Supports) -> Path | None:
    """`Ruhr supports Munich, which goes to Burgundy`: where that one goes."""
    core = piece.core
    if piece.before not in ("_COMMA", "_AND") or len(core) < _MARK + 1 or core[0].type != "_THAT":
        return None
    if any(word in _MAY for x in piece.lexemes for word in x.text.casefold().split()):
        return None
    one = Lexeme("PLACE", helped.other.spot.text, core[0].start, core[0].end, helped.other.spot)
    move = read_one([one, *core[1:]])
    plain = isinstance(move, Moves) and move.signed and len(move.path.steps) == 1
    return move.path if plain and isinstance(move, Moves) and not (move.path.others or helped.at) else None


def _follows_there(piece: Piece) -> bool:
    """`die gaat daar dus ook heen`, `which moves there`."""
    core = piece.core
    if len(core) < _MARK or core[0].type != "_THAT" or core[1].type != "_MOVES":
        return False
    there = {x.text.casefold() for x in (*core[2:], *piece.lexemes)} & _THITHER
    return bool(there) and all(x.type == "_AT" or x.text.casefold() in _THITHER for x in core[2:])


def above(desk: Desk, number: int, shape: Shape | None, also: bool) -> Shape | None:
    """What a line begins to speak of that refers to the order on the line right above it."""
    if not (isinstance(shape, Echoes) or (isinstance(shape, Bare) and also)):
        return None
    last = desk.last
    near = last is not None and last.line == number - 1 and last in desk.notes
    return last.shape if near and last is not None else None


def meant(desk: Desk, shape: Echoes, previous: Shape | None) -> Shape | None:
    """The order that it comes to; None where that is not plain, or where what it repeats was not taken."""
    note = desk.last if previous is not None and desk.last in desk.notes else None
    last = note.shape if note is not None else None
    if shape.there:
        return _goes_there(desk, shape, last)
    match last:
        case Holds():
            return Holds(shape.unit)
        case Supports() | Convoys() if shape.plain:
            return replace(last, unit=shape.unit)
        case _:
            return None  # `Mun - Bur, so does Ruhr`: to the same place, or to help?


def _goes_there(desk: Desk, shape: Echoes, last: Shape | None) -> Shape | None:
    """`Bud supports Vie to Gal, and Vienna goes there`; not of any other unit."""
    if not isinstance(last, Supports | Convoys) or last.path is None:
        return None
    same = provinces_of(shape.unit.spot) & provinces_of(last.other.spot)
    it = shape.unit.spot.absent and desk.is_of_kind(last, shape.unit.type)
    path = replace(last.path, via=True) if isinstance(last, Convoys) else last.path
    return Moves(last.other, path, told=True) if same or it else None
