"""A sentence into its parts, and the shape of each part: commas, lists, one verb for several units."""

from collections.abc import Sequence
from itertools import pairwise

from judge.board.geography import UnitType
from judge.language.every import of_all
from judge.language.parser import number_of, parse
from judge.language.recasting import recast, seams
from judge.language.scanner import KINDS, QUIET, Lexeme
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
    Supports,
    Waives,
    spots,
)
from judge.language.spends import counted

SILENT = frozenset({"_FILLER", "COLON", "OTHER", "COMMENT", "STOP", "ASK"})
_ANCHORS = frozenset({"PLACE", "WORD", "_WAIVES", "_REST", "ALL_ARMIES", "ALL_FLEETS", "PAYS_ALL", "ITEM"})
_ORDERING = (_ANCHORS - {"WORD"}) | KINDS | {"NUMBER", "_DISBANDS", "_REMOVES", "_BUILDS"}
"""There is one of these in all that is ordered in other words than those of the grammar."""
ASIDE = frozenset({"_BACKED", "_CARRIED_BY"})
"""`supported by`, `convoyed by`: the unit behind it does so."""
_COMMAS = frozenset({"_COMMA", "_AND", "COLON", *ASIDE})
_SEAMS = _COMMAS | {"_PLUS", "_SLASH"}
_BESIDE = frozenset({"TALK", "ASK", "COMMENT"})
"""What an order has beside it, and not in it."""
_PAIR = 2
_NAMED = 2
"""Of how many words the one may be who is greeted."""
LISTING = frozenset({"_BUILDS", "_REMOVES", "_DISBANDS", "_RETREATS", "_HOLDS", "_PAYS", "_DEMOLISHES"})
"""Verbs that may stand alone before a colon and a list of units."""
_SIGNS = frozenset({"_DASH", "_TO", "_SUPPORTS", "_HOLDS", "_CONVOYS", "_MOVES", "_ATTACKS"})
_PARTING = frozenset({"REASON", "CAUSE", "CORRECTION", "GREETING", "INSTEAD"})
"""Words of talk between two parts of a sentence."""


class Piece:
    """A part of a sentence. Its words are not changed in place: give it others, and all else follows."""

    __slots__ = (
        "_all_roles",
        "_core",
        "_lexemes",
        "_roles",
        "before",
        "instead",
        "joint",
        "reason",
        "shapes",
    )

    def __init__(
        self,
        lexemes: list[Lexeme],
        before: str = "",
        shapes: list[Shape] | None = None,
        instead: bool = False,
        joint: str = "",
    ) -> None:
        """`before` is the separator in front, `joint` the word or sign itself.

        `instead`: `or A Par - Pic`, in place of the order before it, and so neither.
        """
        self.lexemes, self.before, self.shapes, self.instead = lexemes, before, shapes, instead
        self.joint = joint
        self.reason = False
        """It says why the order beside it is given, and does nothing to it."""

    @property
    def lexemes(self) -> list[Lexeme]:
        """All words and signs of it."""
        return self._lexemes

    @lexemes.setter
    def lexemes(self, lexemes: list[Lexeme]) -> None:
        self._lexemes = lexemes
        self._core: list[Lexeme] | None = None
        self._roles: frozenset[str] | None = None
        self._all_roles: frozenset[str] | None = None

    @property
    def core(self) -> list[Lexeme]:
        """Those that say something."""
        if self._core is None:
            self._core = core_of(self._lexemes)
        return self._core

    @property
    def roles(self) -> frozenset[str]:
        """What its words of talk do to the sentence."""
        if self._roles is None:
            self._roles = roles_of(self._lexemes)
        return self._roles

    @property
    def all_roles(self) -> frozenset[str]:
        """What any word in it may be, talk or not."""
        if self._all_roles is None:
            self._all_roles = frozenset().union(*[x.roles for x in self._lexemes])
        return self._all_roles


def core_of(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The words that say something."""
    return [x for x in lexemes if x.type not in SILENT]


_SAYING = frozenset({"TALK", "ASK"})
_ASKED = frozenset({"ASK"})
_NOTHING = frozenset[str]()
_SHAPING = frozenset({"DENIAL", "EXCEPT", "ALSO", "BE", "THEM", "AFFIRM"})
"""What words do to the order of a sentence; it says nothing of whether something is ordered."""


def roles_of(lexemes: Sequence[Lexeme]) -> frozenset[str]:
    """What the words of talk among these do to the sentence."""
    said = [x.roles - _SHAPING if x.type == "TALK" else _ASKED for x in lexemes if x.type in _SAYING]
    return frozenset().union(*said) if said else _NOTHING


def whole(sentence: list[Lexeme]) -> Shape | None:
    """A sentence that is one order, lists of retreats and all: the common case."""
    types = [x.type for x in sentence]
    if not _BESIDE.isdisjoint(types):
        return None
    core = core_of(sentence)
    if "_VIA" in types:  # `A Yor - Nwy, convoyed by F Nth`
        ways = [x for x, y in pairwise(core) if x.type == "_COMMA" and y.type == "_VIA"]
        core = [x for x in core if x not in ways]
    shape = read_one(core)
    return counted([[shape]], core)[0][0] if shape is not None and "NUMBER" in types else shape


def read_one(core: list[Lexeme]) -> Shape | None:
    """The shape of words that are one order; None where they are anything else."""
    types = [x.type for x in core]
    if "TALK" in types or _ANCHORS.isdisjoint(types):
        return None
    # `1 leger in Parijs`
    counted = "NUMBER" in types and not _several_helped(core)
    shape = parse(core)
    if isinstance(shape, RestHolds) and not shape.count:
        return RestHolds(shape.type, next((number_of(x) for x in core if x.type == "_REST"), 0))
    return parse([x for x in core if x.type != "NUMBER"]) if shape is None and counted else shape


def _several_helped(core: list[Lexeme]) -> bool:
    """`A Gas supports both A Par and A Mar`."""
    return any(x.type == "_SUPPORTS" and y.type == "NUMBER" for x, y in pairwise(core))


def pieces_of(sentence: Sequence[Lexeme]) -> list[Piece]:
    """The parts of a sentence: at commas, at words between two parts, and at signs between two orders."""
    pieces: list[Piece] = []
    words: list[Lexeme] = []
    before = joint = ""
    for at, lexeme in enumerate(sentence):
        if lexeme.type in ("_DASH", "_TO") and lexeme.text[0] in "-–—" and _breaks_off(sentence, at):
            pieces += [Piece(words, before, joint=joint)] if words else []
            words, before = [], "TALK"
            continue
        parting = _is_parting(lexeme) and not _is_praise(lexeme, words)
        reason = lexeme.type == "TALK" and (parting or _turns_back(lexeme, words))
        if lexeme.type == "_VIA" and not words and at and sentence[at - 1].type == "_COMMA" and pieces:
            last = pieces.pop()
            words, before = [*last.lexemes], last.before
        if not reason and not _is_parted(sentence, at, words):
            words.append(lexeme)
            continue
        pieces += [Piece(words, before, joint=joint)] if words else []
        words, before, joint = [], lexeme.type, lexeme.text
        if reason:
            pieces.append(Piece([lexeme], "TALK"))
            before = next((role for role in ("INSTEAD", "CAUSE") if role in lexeme.roles), "TALK")
    return [*pieces, Piece(words, before, joint=joint)] if words else pieces


def _is_parting(lexeme: Lexeme) -> bool:
    return bool(lexeme.roles & _PARTING) and "NOT" not in lexeme.roles


def _is_praise(lexeme: Lexeme, before: Sequence[Lexeme]) -> bool:
    """`Not my best year`, which greets nobody."""
    said = bool(before) and lexeme.text.casefold() in ("best", "beste")
    return said and all(x.type != "PLACE" for x in before)


def _turns_back(lexeme: Lexeme, before: Sequence[Lexeme]) -> bool:
    """`A Ber - Mun no wait Ber - Kie`, `A Ber - Mun or Kie I can't decide`: an order, and then no more."""
    if not lexeme.roles & {"RETRACT", "NO", "UNDECIDED"} or lexeme.roles & {"NOT", "CANCEL"}:
        return False
    return any(x.type == "PLACE" for x in before) and any(x.type in _SIGNS for x in before)


def _is_parted(sentence: Sequence[Lexeme], at: int, before: Sequence[Lexeme]) -> bool:
    """Whether a part ends at this word or sign."""
    kind = sentence[at].type
    if kind not in _SEAMS or not (kind in _COMMAS or _is_between(sentence, at, before)):
        return False
    said = [x for x in before if x.type not in QUIET and x.type != "NUMBER"]
    alone = said[0].type if len(said) == 1 else ""
    listing = (kind == "COLON" and alone in LISTING) or (
        kind == "_COMMA" and alone == "_RETREATS"  # `If dislodged, A Par R Gas`
    )
    return not listing and not _is_unit_label(sentence, at, before)


def _is_between(sentence: Sequence[Lexeme], at: int, before: Sequence[Lexeme]) -> bool:
    """`Tri - Adr / Vie - Gal`, `A Vie + F Tri`: a sign between two orders."""
    if sentence[at].type == "_PLUS":
        return bool(core_of(before)) and at + 1 < len(sentence) and sentence[at + 1].type in KINDS
    if at + 2 >= len(sentence):
        return False
    whole_before = any(x.type in _SIGNS for x in before)
    return whole_before and sentence[at + 1].type == "PLACE" and sentence[at + 2].type in _SIGNS


def _is_unit_label(sentence: Sequence[Lexeme], at: int, before: Sequence[Lexeme]) -> bool:
    """`L Bou: Pic, anders Gas`."""
    if sentence[at].type != "COLON" or at + 1 >= len(sentence):
        return False
    kinds = [x.type for x in core_of(before)]
    after = [x.type for x in sentence[at + 1 : at + 3]]
    target = after[:1] == ["PLACE"] and not {*after[1:]} & _SIGNS  # `L Ruh: Mun - Bur` begins anew
    return len(kinds) == 2 and kinds[0] in KINDS and kinds[1] == "PLACE" and target


def _breaks_off(sentence: Sequence[Lexeme], at: int) -> bool:
    """A dash that begins a remark: `A Par - Bur -- take that`."""
    after = next((x for x in sentence[at + 1 :] if x.type not in QUIET), None)
    before = sentence[at - 1].type if at else ""
    return before == "PLACE" and after is not None and after.type in ("TALK", "_THAT", "COMMENT")


def shapes_of(core: list[Lexeme]) -> list[Shape] | None:
    """The orders of a piece: one, or several that follow one another without a sign between them."""
    shape = read_one(core)
    if shape is None and not any(x.type in _ORDERING for x in core):
        return None
    shape = shape or _all_of_a_kind(core) or of_all(core)
    if shape is not None:
        return [shape]
    return _several(core) or _recast(core)


_Conditional = Holds | Moves | Supports | Convoys | Retreats | Builds | Disbands | Waives | RestHolds


def conditional(piece: Piece) -> list[Shape] | None:
    """`Bou - Mun behalve als Tirol leeg is`: an order, and then a condition."""
    core = piece.core
    at = next((i for i, x in enumerate(core) if x.type == "TALK" and x.roles & {"IF", "FREE"}), 0)
    head = core[1:at] if core and "AFFIRM" in core[0].roles else core[:at]
    shape = next(iter(shapes_of(head) or ()), None) if at > 0 else None
    if not isinstance(shape, _Conditional) or not _is_plain(shape):
        return None
    piece.instead = "IF" in core[at].roles
    return [shape]


def _all_of_a_kind(core: list[Lexeme]) -> Shape | None:
    """`Fleets hold`."""
    if len(core) < 2 or "PLURAL" not in core[0].roles or any(x.type != "_HOLDS" for x in core[1:]):
        return None
    return RestHolds(UnitType.FLEET if core[0].type == "FLEET" else UnitType.ARMY)


def _several(core: list[Lexeme]) -> list[Shape] | None:
    if core and core[0].type == "_WITH":
        return None  # `Met Gascogne steunt Parijs Marseille naar Bourgondië`
    if (units := _units_only(core)) is not None:
        return units
    for start in reversed(seams(core)[:12]):
        first = read_one(core[:start])
        if first is not None and not isinstance(first, Bare):
            rest = shapes_of(core[start:])
            both = [first, *rest] if rest is not None and not isinstance(rest[0], Bare) else []
            if both and (_are_plain(both) or _is_misspelt(both)):
                return both
    return None


def _units_only(core: list[Lexeme]) -> list[Shape] | None:
    """`army Paris fleet Brest`, and nothing between or behind."""
    pairs = [core[i : i + _PAIR] for i in range(0, len(core), _PAIR)]
    plain = all([x.type for x in pair] in (["ARMY", "PLACE"], ["FLEET", "PLACE"]) for pair in pairs)
    units = [read_one(pair) for pair in pairs] if plain and len(pairs) > 1 else []
    found = [unit for unit in units if isinstance(unit, Bare)]
    return [*found] if found and len(found) == len(pairs) else None


def _are_plain(shapes: list[Shape]) -> bool:
    """`a par bur a mar spa`: then all of them are said without a sign."""
    signed = {shape.signed for shape in shapes if isinstance(shape, Moves)}
    return len(signed) < _PAIR and all(map(_is_plain, shapes))


def _is_misspelt(shapes: list[Shape]) -> bool:
    """`pariis naar picardie brest naar kanaal`: nothing but moves, and one unit whose name is not known."""
    strange = [shape for shape in shapes if not _is_plain(shape)]
    moves = [shape for shape in shapes if isinstance(shape, Moves) and shape.signed]
    if len(strange) != 1 or len(moves) != len(shapes) or not isinstance(strange[0], Moves):
        return False
    unit = strange[0].unit.spot
    return " " not in unit.text and not any(not x.known for x in spots(strange[0]) if x is not unit)


def _recast(core: list[Lexeme]) -> list[Shape] | None:
    for words in recast(core):
        shape = read_one(words)
        if shape is not None and not isinstance(shape, Bare) and _is_plain(shape):
            return [shape]
    return None


def announced(core: list[Lexeme], greeted: bool = False) -> list[Shape] | None:
    """`My orders are A Par - Bur`; `greeted`: perhaps whom (`hoi jan par - bur`)."""
    start = 0
    while greeted and start < min(len(core), _NAMED) and _is_called(core[start]):
        start += 1
    while start < len(core) and _announces(core[start]):
        start += 1
    start = max(start, _introduced(core))
    if start >= len(core) or not start or core[start].type not in ("PLACE", *KINDS):
        return None
    found = shapes_of(core[start:])
    return None if greeted and found and is_nobody(found) else found


def _introduced(core: list[Lexeme]) -> int:
    """Where the orders begin in `my moves are A Par - Bur`, `my orders for this turn are ...`."""
    end = next((i for i, x in enumerate(core) if x.type == "TALK" and "BE" in x.roles), 0)
    ordering = any("ORDERS" in x.roles for x in core[:end])
    plain = all(x.roles & {"INTRO", "ORDERS", "ABOUT"} or x.type == "NUMBER" for x in core[:end])
    return end + 1 if ordering and plain else 0


def _is_called(lexeme: Lexeme) -> bool:
    """Somebody's name, or `everybody`."""
    return lexeme.type == "WORD" or (lexeme.type == "TALK" and "EVERY" in lexeme.roles)


def _announces(lexeme: Lexeme) -> bool:
    said = lexeme.type == "TALK" and bool(lexeme.roles & {"INTRO", "GREETING", "AFFIRM"})
    return said or lexeme.type == "NUMBER"


def is_nobody(shapes: list[Shape] | None) -> bool:
    """One unknown word alone: a name of a person, most likely."""
    if not shapes or not isinstance(shapes[0], Bare):
        return False
    return not shapes[0].unit.marked and not shapes[0].unit.spot.known


def alternative(piece: Piece) -> list[Shape] | None:
    core = piece.core
    if len(core) < 3 or core[0].type not in ("_OR", "_OF", "_ELSE"):
        return None
    shapes = shapes_of(core[1:])
    piece.instead = shapes is not None
    return shapes


def _is_plain(shape: Shape) -> bool:
    """Whether an order may stand beside others with nothing between: a verb or a sign, and known names.

    `a par bur` has neither, but the letter of the unit; `f mao con` may be half a convoy.
    """
    if isinstance(shape, Moves) and not shape.signed:
        target = shape.path.steps[-1].text.casefold()
        return shape.unit.marked and shape.unit.spot.known and shape.path.steps[-1].known and target != "con"
    return all(spot.known or spot.absent for spot in spots(shape))


def announces_retreats(lexemes: Sequence[Lexeme]) -> bool:
    """`Optional retreats:`, `Retreat orders for France:`; not `Now that Turkey retreats:`."""
    comma = max((i + 1 for i, x in enumerate(lexemes) if x.type == "_COMMA"), default=0)
    said = [x for x in lexemes[comma:] if x.type not in SILENT]
    strange = sum(x.type not in _SAID_OF_RETREATS and not x.roles & _SAYING_NOTHING for x in said)
    return strange <= 1 and any(x.type == "_RETREATS" and len(x.text) > _PAIR for x in said)


_SAID_OF_RETREATS = frozenset(
    {"_RETREATS", "POWER", "NUMBER", "_BUILDS", "_AND", "_TO", "_FROM", "_OF", "UNIT"}
)
_SAYING_NOTHING = frozenset({"INTRO", "ORDERS", "FILLER", "NEEDED"})


def is_bare(piece: Piece) -> bool:
    return bool(piece.shapes) and isinstance(piece.shapes[0], Bare)  # type: ignore[index]
