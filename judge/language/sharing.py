"""What the parts of a sentence share: one verb for several units, one kind, one target, one list."""

from dataclasses import replace
from itertools import pairwise

from judge.board.geography import UnitType
from judge.language.passives import unit_end
from judge.language.pieces import ASIDE, SILENT, Piece, announces_retreats, is_bare, read_one
from judge.language.scanner import GOING, KINDS, TYPES, Lexeme
from judge.language.shapes import (
    Backs,
    Bare,
    Builds,
    Convoys,
    Disbands,
    Echoes,
    Holds,
    Moves,
    Retreats,
    Shape,
    Spends,
    Spot,
    Supports,
    Waives,
    WrittenUnit,
)
from judge.language.spends import shared, with_unit

_PAIR = 2
_HELP = ("help", "hulp", "assist", "aid", "bijstand", "m.b.v", "mbv")
_WAVERING = frozenset({"IF", "DOUBT", "PAST", "SAID", "YOU", "ASK"})
_TOLD = frozenset({"_HOLDS", "_REMOVES", "_DISBANDS"})
"""What may be told of a unit that was named in the part before."""
_PRONOUNS = frozenset({"he", "she", "it", "hij", "ie", "zij", "ze"})
_RESTATING = frozenset({
    "i.e.", "i.e", "ie.", "that is to say", "in other words", "d.w.z.", "d.w.z", "dwz", "oftewel",
    "dat wil zeggen", "met andere woorden", "m.a.w.", "m.a.w",
})  # fmt: skip
"""What says the same once more."""
_ELSE_SAID = frozenset({"RESULT", "CORRECTION", "LATER", "INSTEAD", "EXCEPT"})
_SEVERAL_DO = frozenset(
    {
        "support",
        "hold",
        "stay",
        "help",
        "remain",
        "assist",
        "back",
        "defend",
        "convoy",
        "wait",
        "cover",
        "stand",
    }
)
"""English verbs of more than one."""


def share_kind(pieces: list[Piece]) -> None:
    """`in Parijs en Marseille een leger`: one in each."""
    for piece, following in pairwise(pieces):
        kinds, after = [x.type for x in piece.core], following.core
        last = following.shapes[0] if following.shapes else None
        behind = len(after) > 1 and after[-1].type in TYPES and following.before == "_AND"
        if behind and kinds in (["PLACE"], ["_IN", "PLACE"]) and isinstance(last, Bare | Builds):
            spot = piece.core[-1].value
            assert isinstance(spot, Spot)
            piece.shapes = [Bare(WrittenUnit(spot, last.unit.type, None, True))]


def share_verb(pieces: list[Piece]) -> None:
    """`A Par, F Bre` after a build is two builds; `L Par en L Mar houden` holds both."""
    retreating = bool(pieces) and bool(pieces[0].core) and pieces[0].core[0].type == "_RETREATS"
    if len(pieces) > 1 and pieces[1].before == "COLON" and _names_nobody(pieces[0]):
        retreating = retreating or announces_retreats(pieces[0].core)
    for at, piece in enumerate(pieces):
        if piece.before == "_BACKED":
            _share_target(pieces, at)
        if at and retreating:
            piece.shapes = [as_retreat(shape) for shape in piece.shapes or ()] or None
        if at and piece.shapes:
            piece.shapes = shared(pieces[at - 1].shapes, piece.shapes)
        if at and _is_helped_too(pieces[at - 1], piece):
            pieces[at - 1].instead = piece.instead = True
        if not piece.shapes or len(piece.shapes) != 1 or not isinstance(piece.shapes[0], Bare):
            continue
        unit = _of_the_same_kind(pieces, at, piece.shapes[0].unit)
        piece.shapes = [Bare(unit)]
        if piece.before in ASIDE:
            if _is_of_something_else(pieces, at):
                piece.shapes = None
                continue
            by_sea, helps = piece.before == "_CARRIED_BY", _helps(piece)
            kind = _pointed_at(pieces, at)
            piece.shapes = [Backs(unit, convoy=by_sea, aside=True, helps=helps, type=kind)]
            _stay(pieces, at)
            continue
        last = max((i for i in range(at) if pieces[i].shapes != []), default=0)
        before = pieces[last].shapes if at else None
        match before[-1] if before else None:
            case Spends() as shape if (paid := with_unit(shape, unit)) is not None:
                piece.shapes = [paid]
            case Builds():
                piece.shapes = [Builds(unit)]
            case Backs(aside=False, stays=None) as shape if _says_also(pieces, at):
                piece.shapes = [replace(shape, unit=unit)]  # `Ruhr steunt dat en Kiel ook`
            case (Backs(aside=True) | Echoes(there=False)) as shape:
                piece.shapes = [replace(shape, unit=unit)]
            case Disbands() as shape:
                piece.shapes = [replace(shape, unit=unit)]
            case Waives():
                piece.shapes = [Builds(unit)]
            case Holds() if _says_also(pieces, at) or _lists_holds(pieces[:at]):
                piece.shapes = [Holds(unit)]  # `en Griekenland ook`
            case Retreats(mover, targets) if not unit.marked and at:
                pieces[last].shapes = [Retreats(mover, (*targets, unit.spot))]
                piece.shapes = []
            case Moves(mover, path) if (
                not unit.marked
                and piece.before in ("_COMMA", "_AND", "_SLASH")
                and not _begins_subject(pieces, at)
                and not any("ALSO" in x.roles for x in piece.lexemes)  # `Bur - Gas, Mao ditto`
                and not ("ASK" in piece.roles and piece.before == "_AND")
            ):
                pieces[last].shapes = [Moves(mover, replace(path, others=(*path.others, unit.spot)))]
                piece.shapes = []
                _leave_pair_open(pieces, at)
            case _:
                piece.shapes = _with_next(pieces, at) or piece.shapes


def _names_nobody(piece: Piece) -> bool:
    """`Optional retreats`: no order, nor the beginning of one."""
    first = piece.shapes[0] if piece.shapes else None
    return first is None or (isinstance(first, Retreats) and not first.targets and not first.unit.spot.known)


def _says_also(pieces: list[Piece], at: int) -> bool:
    """`Kiel houdt, Berlijn en Ruhr ook`."""
    last = at
    while last + 1 < len(pieces) and pieces[last + 1].before == "_AND" and is_bare(pieces[last + 1]):
        last += 1
    return any("ALSO" in x.roles for x in (*pieces[at].lexemes, *pieces[last].lexemes))


def _lists_holds(pieces: list[Piece]) -> bool:
    """`Hold: Bre, Mao`."""
    head = [x for x in pieces[0].lexemes if x.type != "_FILLER"]
    listed = [x.type for x in head[:2]] == ["_HOLDS", "COLON"]
    return listed and all(piece.shapes and isinstance(piece.shapes[0], Holds) for piece in pieces)


def drop_last_resort(pieces: list[Piece]) -> None:
    """`A Bur - Gas, else disband`: what happens anyway."""
    for before, piece in pairwise(pieces):
        kinds = [x.type for x in piece.core]
        if before.shapes and kinds[:1] in (["_ELSE"], ["_OR"]) and {*kinds[1:]} == {"_DISBANDS"}:
            piece.shapes = [] if isinstance(before.shapes[-1], Retreats | Moves) else None


def hold_the_idle(pieces: list[Piece]) -> None:
    """`Leger Picardië steunt niemand en houdt gewoon`: nothing, and what it does instead."""
    for piece, following in pairwise(pieces):
        end = unit_end(piece.core, 0)
        said = piece.core[end:]
        idle = any(x.roles & {"NOBODY", "NOT"} for x in said) or any(x.type == "_HOLDS" for x in said)
        holds = bool(following.core) and all(x.type == "_HOLDS" for x in following.core)
        plain = not any(x.type in ("PLACE", "POWER", *KINDS) or x.roles & _WAVERING for x in said)
        if not (end and said and idle and holds and plain) or piece.shapes or following.before == "CAUSE":
            continue
        unit = read_one(piece.core[:end])
        if isinstance(unit, Bare):
            piece.shapes, following.shapes = [Holds(unit.unit)], []


def _is_helped_too(before: Piece, piece: Piece) -> bool:
    """`Paris supports Gascony and Marseilles to Burgundy`: Marseilles goes, or both of them are supported."""
    if piece.before != "_AND" or [x.type for x in piece.core[:2]] != ["PLACE", "_TO"]:
        return False
    helping, going = (each.shapes[-1] if each.shapes else None for each in (before, piece))
    staying = isinstance(helping, Supports) and helping.path is None and not helping.holds
    return staying and isinstance(going, Moves)


def hold_as_told(pieces: list[Piece]) -> None:
    """`Noorwegen kan dat niet, dus die houdt gewoon`, `Brest is toch verloren, haal dat maar weg`.

    Where other places or powers are named between, it is asked about; of a power not where nobody is named
    behind `so`: `Trieste has to stop Italy, so stays put`.
    """
    if pieces:
        _part_at_so(pieces)
    last = len(pieces) - 1
    told = {x.type for x in pieces[last].core} & _TOLD if pieces else set()
    if last < 1 or pieces[last].shapes or len(told) != 1:
        return
    at = next((i for i in range(last - 1, -1, -1) if pieces[i].shapes or _begins_with_unit(pieces[i])), -1)
    if at < 0 or not (pieces[at].shapes is None or is_bare(pieces[at])):
        return
    core = _unit_first(pieces[at])
    between = [x for piece in pieces[at + 1 : last] for x in piece.core]
    ended = [x for x in pieces[last].lexemes if x.type != "_FILLER" or x.roles & {"SO"}]
    pronoun = any(x.type == "_THAT" or _PRONOUNS & {*x.text.casefold().split()} for x in ended)
    restated = any(x.text.casefold() in _RESTATING for x in (*between, *ended))
    hence = restated or any("SO" in x.roles for x in (*between, *ended))
    hence = hence or any(" dus " in x.text.casefold() for x in ended)  # `blijft dus staan`
    said = [*core[unit_end(core, 0) :], *between]
    plainly = all(x.type in ("_THAT", "_AND", *_TOLD) or _links(x) for x in ended if x.type not in SILENT)
    open_ = (_WAVERING - {"YOU"}) | _ELSE_SAID
    lost = [x for x in said if x.text.casefold() != "toch"]  # `is toch verloren`
    wavering = any(x.roles & open_ for x in (*lost, *ended) if x.type == "TALK")
    unit = read_one(core[: unit_end(core, 0)])
    if not (pronoun or hence) or not plainly or wavering or not isinstance(unit, Bare):
        return
    for piece in pieces[at : last + 1]:
        piece.shapes = []
    pieces[at].shapes = [Holds(unit.unit) if "_HOLDS" in told else Disbands(unit.unit, "_REMOVES" in told)]
    same = "_HOLDS" in told and not pronoun and all(map(_links, between))
    naming = ("PLACE", *KINDS) if same and GOING.isdisjoint([x.type for x in said]) else _NAMING
    pieces[at].instead = not restated and any(x.type in naming for x in said)


_NAMING = ("PLACE", "POWER", *KINDS)


def _part_at_so(pieces: list[Piece]) -> None:
    """`Edinburgh kan niks nuttigs doen | dus die houdt`, which no comma parts."""
    piece = pieces[-1]
    at = next((i for i, x in enumerate(piece.lexemes) if i and "SO" in x.roles), 0)
    if not at or piece.shapes or not _begins_with_unit(piece):
        return
    if all(x.type in ("_THAT", *_TOLD, *SILENT) or _links(x) for x in piece.lexemes[at:]):
        pieces[-1:] = [Piece(piece.lexemes[:at], piece.before), Piece(piece.lexemes[at:], "TALK")]


def _unit_first(piece: Piece) -> list[Lexeme]:
    """The words of a part from its unit on: `as for London`, `en Londen`."""
    core = piece.core
    start = next((i for i, x in enumerate(core) if x.type != "_AND" and not x.roles & {"ABOUT"}), 0)
    return core[start:]


def _begins_with_unit(piece: Piece) -> bool:
    return bool(unit_end(_unit_first(piece), 0))


def _links(lexeme: Lexeme) -> bool:
    return lexeme.text.casefold() in _PRONOUNS | _RESTATING or (
        lexeme.type == "TALK" and lexeme.roles <= {"SO", "INTRO", "REASON", "ALSO", "AFFIRM", "IT"}
    )


def _of_the_same_kind(pieces: list[Piece], at: int, unit: WrittenUnit) -> WrittenUnit:
    """`Fleets in London and Liverpool`: the second is a fleet too."""
    if unit.marked or not at or pieces[at].before not in ("_AND", "_COMMA"):
        return unit
    for earlier in reversed(pieces[:at]):
        if not earlier.shapes:
            return unit
        named = next((x for x in earlier.core if x.type in KINDS), None)
        if named is not None:
            kind = TYPES.get(named.type)
            return replace(unit, type=kind, marked=True) if "PLURAL" in named.roles else unit
    return unit


def _is_of_something_else(pieces: list[Piece], at: int) -> bool:
    """`Dit wordt niet gesteund door A Mar`: what it would support was not understood, or is refused."""
    if not at or pieces[at - 1].shapes:
        return False
    core = pieces[at - 1].core
    one = [x.type for x in core[:2]] in (
        ["_THAT", "ARMY"],
        ["_THAT", "FLEET"],
    )  # `die vloot krijgt steun van`
    said = [x for x in core[2 * one :] if x.type != "_THAT" and "BE" not in x.roles]
    return bool(said)


def _pointed_at(pieces: list[Piece], at: int) -> UnitType | None:
    """`Die vloot krijgt steun van Ruhr`: of which kind the one before must be."""
    core = pieces[at - 1].core if at and not pieces[at - 1].shapes else []
    return TYPES.get(core[1].type) if len(core) > 1 and core[0].type == "_THAT" else None


def _stay(pieces: list[Piece], at: int) -> None:
    """`A Mar supported by A Gas`: where it is."""
    before = pieces[at - 1].shapes if at else None
    if before and isinstance(before[0], Bare) and pieces[at].before == "_BACKED":
        pieces[at].shapes = [
            Backs(shape.unit, aside=True, stays=before[0].unit)
            for shape in pieces[at].shapes or ()
            if isinstance(shape, Backs)
        ]
        pieces[at - 1].shapes = []


def _helps(piece: Piece) -> bool:
    """`with the help of`: by a support or by a convoy."""
    return any(word in piece.joint.casefold() for word in _HELP)


def _share_target(pieces: list[Piece], at: int) -> None:
    """`A Par with support from A Mar to Bur`."""
    first, shapes = pieces[at - 1].shapes if at else None, pieces[at].shapes
    if not shapes or not isinstance(shapes[0], Moves):
        return
    if first and isinstance(first[0], Bare):
        pieces[at - 1].shapes = [Moves(first[0].unit, shapes[0].path)]
        pieces[at].shapes = [Backs(shapes[0].unit, aside=True, helps=_helps(pieces[at]))]
    else:
        pieces[at].instead = True


def as_retreat(shape: Shape) -> Shape:
    """In a list of retreats a move is a retreat."""
    return Retreats(shape.unit, shape.path.steps[-1:]) if isinstance(shape, Moves) else shape


def _leave_pair_open(pieces: list[Piece], at: int) -> None:
    """`Ion - Gre, Tyr and Tri to Vie`: whether the last goes there alone is not clear either."""
    if at + 1 < len(pieces) and pieces[at].before == "_COMMA" and pieces[at + 1].before == "_AND":
        following = pieces[at + 1].shapes or ()
        pieces[at + 1].instead |= any(isinstance(shape, Moves) for shape in following)


def _begins_subject(pieces: list[Piece], at: int) -> bool:
    """`Ven - Tri, Tyrolia and Adriatic support`: not another place where Venice goes."""
    last = next((i for i in range(at + 1, len(pieces)) if not is_bare(pieces[i])), len(pieces))
    if last == len(pieces) or any(x.before not in ("_COMMA", "_AND") for x in pieces[at : last + 1]):
        return False
    shapes = pieces[last].shapes or ()
    several = len(shapes) == 1 and isinstance(shapes[0], Holds | Supports | Backs)
    verb = next((x for x in pieces[last].core if x.type in ("_HOLDS", "_SUPPORTS", "_CONVOYS")), None)
    return several and pieces[last].before == "_AND" and verb is not None and _is_plural(verb.text)


def _is_plural(verb: str) -> bool:
    """`steunen`, `hold`; and a letter, which may be either."""
    first = verb.casefold().split()[0]
    return len(first) == 1 or first.endswith(("n", "nt")) or first in _SEVERAL_DO


def _with_next(pieces: list[Piece], at: int) -> list[Shape] | None:
    """The verb after the last unit of a list: joined by `and`, or units that all have their letter."""
    last = next((i for i in range(at + 1, len(pieces)) if not is_bare(pieces[i])), len(pieces))
    if last == len(pieces) or not (shapes := pieces[last].shapes):
        return None
    if any(piece.before in ASIDE for piece in pieces[at + 1 : last]):
        return None  # `Moscow is supported by Warsaw and Sevastopol holds`
    if pieces[last].before != "_AND" and not _is_listed(pieces, last):
        return None
    first, bare = shapes[0], pieces[at].shapes
    assert bare
    assert isinstance(bare[0], Bare)
    if isinstance(first, Moves) and not _is_of_all(pieces, last):
        # `A Par and A Mar to Bur`: both, or the second alone? Neither is taken.
        pieces[last].instead = True
        return None
    if isinstance(first, _SHARED) and len(shapes) == 1:
        return [replace(first, unit=bare[0].unit)]
    return None


_SHARED = Holds | Supports | Convoys | Disbands | Builds | Backs | Moves | Echoes


def _is_listed(pieces: list[Piece], last: int) -> bool:
    """`F Aeg, F Ion C A Con - Tun`: from the beginning on nothing but units with their letters."""
    doing = pieces[last].shapes or ()
    if len(doing) != 1 or not isinstance(doing[0], Holds | Supports | Convoys | Backs):
        return False
    units = [shape for piece in pieces[: last + 1] for shape in piece.shapes or (None,)]
    marked = all(isinstance(shape, Bare | type(doing[0])) and shape.unit.marked for shape in units)
    return marked and all(piece.before in ("", "_COMMA") for piece in pieces[: last + 1])


def _is_of_all(pieces: list[Piece], last: int) -> bool:
    """`Vienna and Serbia both to Budapest`: said of as many as were named."""
    counted = [x.value for x in pieces[last].core if x.type == "NUMBER"]
    return counted == [last + 1] and all(piece.before in ("", "_AND", "_COMMA") for piece in pieces[:last])
