"""Units without a verb of their own: `Parijs een leger`, `Munich ditto`, `I'll take a fleet in Brest`."""

from judge.language.pieces import read_one
from judge.language.removing import is_going
from judge.language.scanner import TYPES, Lexeme
from judge.language.shapes import Bare, Disbands, Shape, Spot, WrittenUnit

_PAIR = 2
_ENDS = frozenset({"_IN", "_ON", "_FROM"})
"""The words for a kind of unit that say which."""


def placed(core: list[Lexeme]) -> list[Shape] | None:
    """`Parijs een leger`, `Munich ditto`, `(ik lever ...) en Brest in`: a unit, the words about it behind."""
    if is_going(core):
        unit = read_one(core[:-1])
        return [Disbands(unit.unit, goes=True)] if isinstance(unit, Bare) and unit.unit.spot.known else None
    core = core[1:] if core[:1] and core[0].type == "NUMBER" and core[0].value == 1 else core
    kinds = ["_TO" if x.text.casefold() == "voor" else x.type for x in core]
    if kinds[:1] == ["_ATTACKS"] and core[0].text.casefold() in ("take", "neem", "kies"):
        core, kinds = core[1:], kinds[1:]  # `I'll take a fleet in Brest`
    if kinds[:1] in (["ARMY"], ["FLEET"]) and kinds[1:] in (["_TO", "PLACE"], ["_IN", "PLACE"], ["PLACE"]):
        spot, going = core[-1].value, kinds[1] == "_TO" and "FOR" not in core[1].roles
        if going or len(core[0].text) <= _PAIR or not isinstance(spot, Spot):
            return None
        return [Bare(WrittenUnit(spot, TYPES[kinds[0]], None, True))]
    if kinds[:2] == ["PLACE", "_DASH"] and kinds[2:] in (["ARMY"], ["FLEET"]):
        core = [core[0], core[2]]  # `Rome - army`, in a list
    if len(core) != _PAIR or core[0].type != "PLACE" or not isinstance(core[0].value, Spot):
        return None
    behind = core[1]
    if behind.type in TYPES and len(behind.text) > _PAIR:
        return [Bare(WrittenUnit(core[0].value, TYPES[behind.type], None, True))]
    also = behind.type == "TALK" and "ALSO" in behind.roles
    return [Bare(WrittenUnit(core[0].value))] if also or behind.type in _ENDS else None
