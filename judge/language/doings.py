"""What a part of a sentence that is no order may still do: its kinds of words, where it need not be talk."""

from collections.abc import Sequence
from itertools import pairwise

from judge.language.pieces import Piece
from judge.language.scanner import KINDS, LINKS, Lexeme
from judge.language.suspicion import UNSURE

UNIT = "a unit is named"
STRANGE = "a word behind the first is not known"
_TALK = UNSURE | {"GREETING", "RESULT", "CANCEL", "RETRACT", "OPINION", "DENIAL", "LATER", "ELSEWHEN"}
_PAST = frozenset({"moved", "went", "came", "kwam", "kwamen", "ging", "gingen", "trok", "retreated"})
_LEAST = 3


def doings(pieces: list[Piece], at: int, spoken: frozenset[str]) -> frozenset[str]:
    """The kinds and roles of its words; nothing where a doubt, the past or another power makes it talk."""
    piece = pieces[at]
    core = [x for x in piece.core if x.type != "TALK"]
    roles = frozenset().union(*(one.all_roles for one in pieces))
    told = _TALK - {"WEAK"} if core and _leads_marked(core) else _TALK
    if not core or (spoken | piece.all_roles | roles & {"LATER", "ELSEWHEN", "IF"}) & told:
        return frozenset()
    others = any(x.type == "ASK" for x in pieces[-1].lexemes) or piece.before in ("INSTEAD", "CAUSE")
    if others or any(x.type == "POWER" for one in pieces for x in one.core):
        return frozenset()
    if core[-1].type == "_SENT" or any(x.text.casefold() in _PAST for x in core):
        return frozenset()
    kinds = {x.type for x in core if "FOR" not in x.roles and (x.type not in KINDS or _is_unit(x))}
    if _leads(core):
        kinds.add(UNIT)
    if any(x.type == "WORD" for x in core[1:]):
        kinds.add(STRANGE)
    return frozenset(kinds) | piece.all_roles


def _leads(core: Sequence[Lexeme]) -> bool:
    """Whether a place or the word for a unit stands in front, or such a word beside a place."""
    return core[0].type == "PLACE" or _is_unit(core[0]) or _leads_marked(core)


def _leads_marked(core: Sequence[Lexeme]) -> bool:
    """`My army in Paris`, which nobody says in passing."""
    plain = [x for x in core if x.type not in LINKS]
    return any(
        (_is_unit(x) and y.type == "PLACE") or (x.type == "PLACE" and _is_unit(y)) for x, y in pairwise(plain)
    )


def _is_unit(word: Lexeme) -> bool:
    return word.type in KINDS and len(word.text) >= _LEAST
