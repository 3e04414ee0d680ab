"""Words put right on the spot: `Munich (I mean Berlin) to Silesia`, `replace my order for Munich by: ...`.

What is meant stands there instead of what was written, so that nothing else of the sentence changes.
"""

from collections.abc import Sequence

from judge.language.passives import unit_end
from judge.language.phrasing import ENDS, start_of, type_at
from judge.language.scanner import DOING, HELPING, KINDS, QUIET, Lexeme

_PAUSES = frozenset({"_COMMA", "_DASH"})
_REPLACING = frozenset({
    "replace", "change", "amend", "alter", "vervang", "vervangen", "verander", "veranderen", "wijzig",
    "wijzigen", "ersetze", "ersetzen",
})  # fmt: skip
_BY = frozenset({"_FROM", "_WITH", "_TO", "_IN", "COLON"})
_OF = frozenset({"_FROM", "_OF"})
_ENDS = ENDS - {"COMMENT", "COLON"}
_NEXT = frozenset({"_AND", "PLACE", *KINDS})


def meant(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Munich (I mean Berlin) to Silesia`, `Munich, I mean Berlin, to Silesia`: the second is meant."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        instead, end = _instead(lexemes, at) if words and words[-1].type == "PLACE" else ([], at)
        following = type_at(lexemes, end)
        if instead and following in DOING:
            marked = len(words) > 1 and words[-2].type in KINDS and instead[1].type in KINDS
            words[-1 - marked :] = instead[1:]
        elif instead and following in _ENDS and not any("IF" in x.roles for x in lexemes):
            words += [_stop(instead[0]), *instead, *([_stop(instead[-1])] if end < len(lexemes) else ())]
            end += end < len(
                lexemes
            )  # `... to Tyrolia (I mean Bohemia), and Berlin holds`: a sentence of its own
        else:
            words.append(lexemes[at])
            end = at + 1
        at = end
    return words


def _stop(mark: Lexeme) -> Lexeme:
    return Lexeme("STOP", ".", mark.start, mark.start)


def _instead(lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int]:
    """`I mean` and the unit or place behind it, and where the line goes on; nothing where none is said."""
    if lexemes[at].type == "COMMENT":
        said = [x for x in lexemes[at].inner if x.type not in QUIET]
        return (said, at + 1) if _names(said) else ([], at)
    if lexemes[at].type not in _PAUSES:
        return [], at
    end = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].type == "PLACE"), at) + 1
    said = [x for x in lexemes[at + 1 : end] if x.type not in QUIET]
    paused = end < len(lexemes) and lexemes[end].type in _PAUSES
    if not _names(said) or not paused:
        return [], at
    if type_at(lexemes, end + 1) in DOING:
        return said, end + 1
    return (said, end) if type_at(lexemes, end + 1) in _NEXT else ([], at)


def _names(said: Sequence[Lexeme]) -> bool:
    mean = bool(said) and said[0].type == "TALK" and "MEANT" in said[0].roles
    return mean and len(said) > 1 and unit_end(said, 1) == len(said)


def replaced(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Please replace my order for Munich by: A Mun - Tyr`, `verander de order voor München in houden`."""
    verb = next((i for i, x in enumerate(lexemes) if x.text.casefold() in _REPLACING), -1)
    start = start_of(lexemes, verb, ("STOP",))
    order = next((i for i in range(start, len(lexemes)) if "ORDERS" in lexemes[i].roles), -1)
    if order < 0 or verb < 0 or any(x.type not in QUIET for x in lexemes[start : min(order, verb)]):
        return lexemes
    words = [(i, x) for i, x in enumerate(lexemes) if i >= start and i not in (order, verb)]
    words = [(i, x) for i, x in words if x.type not in QUIET]
    said = [x for _, x in words]
    of = bool(said) and ("FOR" in said[0].roles or said[0].type in _OF)
    unit = unit_end(said, of)
    if not unit or unit >= len(said) or said[unit].type not in _BY | HELPING | {"_HOLDS"}:
        return lexemes
    by = unit + (said[unit].type in _BY)
    while by < len(said) and said[by].type == "COLON":
        by += 1
    rest = said[by:]
    again = unit_end(rest, 0)
    head = [*lexemes[:start], lexemes[verb].read_as("TALK", "CORRECTION")]
    if again and type_at(rest, again) not in ENDS:
        return [*head, *rest] if _is_same(said[of:unit], rest[:again]) else lexemes
    if again and said[unit].type in ("_TO", "_IN"):
        return [*head, *said[of:unit], said[unit].read_as("_TO"), *rest]
    return [*head, *said[of:unit], *rest] if rest and rest[0].type in DOING else lexemes


def _is_same(one: Sequence[Lexeme], two: Sequence[Lexeme]) -> bool:
    """Whether two ways to name a unit can be of the same one."""
    first, second = (next((x.value for x in unit if x.type == "PLACE"), None) for unit in (one, two))
    tiers = [{p for tier in getattr(spot, "tiers", ()) for p in tier} for spot in (first, second)]
    return bool(tiers[0] & tiers[1])
