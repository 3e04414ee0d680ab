"""Orders for all but some: `Everything holds except Paris, which goes to Burgundy, and Brest, which ...`."""

from collections.abc import Sequence

from judge.language.passives import clause, unit_end
from judge.language.pieces import read_one
from judge.language.scanner import GOING, Lexeme
from judge.language.shapes import Moves, RestHolds, Supports, is_order

_BETWEEN = frozenset({"_COMMA", "COLON", "_THAT", "COMMENT"})
_JOINING = frozenset({"_COMMA", "_AND"})
_EACH = frozenset({"respectively", "respectievelijk", "resp", "both", "each", "allebei", "beide"})
_PAIR = 2


def all_but(words: list[Lexeme]) -> list[Lexeme] | None:
    """Those that do something else in plain orders, in front of the rest that holds."""
    at = next((i for i, x in enumerate(words) if "EXCEPT" in x.roles), 0)
    ends = at - 1 if at > 1 and words[at - 1].type == "_COMMA" else at
    start, _ = clause(words, ends - 1 if ends < at else at)
    resting = words[start:ends]
    if not isinstance(read_one(resting), RestHolds):
        return None
    found = _together(words, at + 1)
    orders, end = found if found is not None else _one_by_one(words, at + 1)
    if not orders:
        return None
    comma = words[at].read_as("_COMMA")
    said = [x for order in orders for x in (*order, comma)]
    return [*words[:start], *said, *resting, *words[end:]]


def _one_by_one(words: list[Lexeme], at: int) -> tuple[list[list[Lexeme]], int]:
    """`Paris, which goes to Burgundy, and Brest, which holds`: each order, and where the last ends."""
    orders: list[list[Lexeme]] = []
    end = start = at
    while unit := unit_end(words, start):
        further = _past(words, unit)
        if orders and further == unit:
            break  # `..., and Brest to Picardy`: an order like any other
        _, until = clause(words, further)
        ordered = [*words[start:unit], *words[further:until]]
        if further == until or not is_order(read_one(_unhelped(ordered))):
            break
        if until + 1 < len(words) and words[until].type == "_COMMA" and words[until + 1].type == "_BACKED":
            _, last = clause(words, until + 1)  # `..., supported by Kiel`
            ordered, until = [*ordered, *words[until + 1 : last]], last
        orders.append(ordered)
        start = end = until
        while start < len(words) and words[start].type in _JOINING:
            start += 1
    return orders, end


def _unhelped(ordered: list[Lexeme]) -> list[Lexeme]:
    """Without `with support from Kiel`, `with Kiel supporting` behind it."""
    at = next((i for i, x in enumerate(ordered) if i and x.type in ("_BACKED", "_WITH")), len(ordered))
    helper = unit_end(ordered, at + 1)
    helps = helper and (ordered[at].type == "_BACKED" or [x.type for x in ordered[helper:]] == ["_SUPPORTS"])
    return ordered[:at] if helps else ordered


def _together(words: list[Lexeme], at: int) -> tuple[list[list[Lexeme]], int] | None:
    """`Paris and Brest, which go to Burgundy and Picardy`, `..., which both support Gascony`."""
    units: list[list[Lexeme]] = []
    start = end = at
    while (unit := unit_end(words, start)) and (not units or words[start - 1].type in _JOINING):
        units.append(words[start:unit])
        start = end = unit
        start += start < len(words) and words[start].type in _JOINING
    further = _past(words, end)
    if len(units) < _PAIR or further == end or not any(x.type == "_THAT" for x in words[end:further]):
        return None
    _, until = clause(words, further)
    doing = _plain(words[further:until])
    shapes = [read_one([*unit, *doing]) for unit in units]
    if all(isinstance(shape, Supports) for shape in shapes):
        return [[*unit, *doing] for unit in units], until
    if until + 1 >= len(words) or words[until].type != "_AND" or len(units) != _PAIR:
        return None
    _, last = clause(words, until + 1)
    second = _plain(words[until + 1 : last])
    verb = next((x for x in doing if x.type in ("_TO", "_DASH", "_ATTACKS")), doing[0] if doing else None)
    if (
        verb is None
        or [x.type for x in second if x.type not in GOING] != ["PLACE"]
        or doing[-1].type != "PLACE"
    ):
        return None
    orders = [[*units[0], *doing], [*units[1], verb, second[-1]]]
    return (orders, last) if all(isinstance(read_one(order), Moves) for order in orders) else None


def _plain(words: Sequence[Lexeme]) -> list[Lexeme]:
    return [x for x in words if x.text.casefold() not in _EACH]


def _past(words: Sequence[Lexeme], at: int) -> int:
    while at < len(words) and words[at].type in _BETWEEN:
        at += 1
    return at
