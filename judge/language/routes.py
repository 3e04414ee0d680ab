"""Lists behind a preposition, `via X and Y to Z`, `with X and Y to Z`: one order, never cut at the `and`.

A way by sea is put in the words of the grammar. What several places are to an order otherwise is not guessed:
they are kept together, so that nobody takes the end of them for an order of the last place.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judge.language.passives import DONE, clause, is_being, unit_end
from judge.language.phrasing import type_at
from judge.language.scanner import GOING, KINDS, Lexeme

_JOINTS = frozenset({"_AND", "_COMMA", "_SLASH"})
_LINKS = frozenset({"_VIA", "_AT", "_WITH", "_FROM", "_OF", "WORD", "TALK", "_MOVES"})
"""What may stand before such a list."""
_LEADING = frozenset({"_MOVES", "_ATTACKS", "_IN", "_VIA", "_WITH", "_AT", "WORD", "TALK", *DONE, *KINDS})
"""What may stand between the unit and what leads to the list."""
_OVER = frozenset({"over", "across"})
_BY = frozenset({"by", "door", "von"})
_FOLLOWING = ("volg", "follow")
_OPEN = frozenset({
    "IF", "NOT", "REASON", "CAUSE", "CONTRAST", "CORRECTION", "INSTEAD", "DOUBT", "SAID", "TURN", "PAST",
    "EXCEPT", "GREETING",
})  # fmt: skip
_TOGETHER = frozenset({"together", "samen", "tezamen"})
_THEN = frozenset({"daarna", "dan", "then", "next"})
_BESIDE = frozenset({"alongside", "beside", "besides", "behind", "langs", "naast", "achter", "voorbij"})


def together(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Paris goes together with Gascony`: said of units, and of nobody else."""
    return [
        x
        for at, x in enumerate(lexemes)
        if x.text.casefold() not in _TOGETHER or not _is_of_units(lexemes, at)
    ]


def _is_of_units(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`with Gascony`, and not `with you`; or of units that were all named before."""
    if type_at(lexemes, at + 1) == "_WITH":
        after = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].type == "_WITH"), at)
        return type_at(lexemes, after + 1) in ("PLACE", *KINDS)
    named = sum(x.type == "PLACE" for x in lexemes)
    others = any(x.type == "POWER" or ("YOU" in x.roles and x is not lexemes[at]) for x in lexemes)
    return named > 1 and not others and type_at(lexemes, 0) in ("PLACE", *KINDS)


def listed_ways(words: list[Lexeme]) -> list[Lexeme] | None:
    """The sentence with every such list kept together; None where it has none."""
    changed, at = words, 1
    while at < len(changed):
        found = _list(changed, at) if changed[at].type == "PLACE" else None
        kept = _kept(changed, *found) if found is not None else None
        changed = kept or changed
        at += 1
    return changed if changed is not words else None


def _list(words: Sequence[Lexeme], at: int) -> tuple[int, int] | None:
    """Where the list begins of which this place is the first, and where it ends."""
    start = at - 1 if words[at - 1].type in KINDS else at
    if start < 1 or words[start - 1].type not in _LINKS:
        return None
    end = at + 1
    while end < len(words) and words[end].type in _JOINTS:
        begins = end + 1
        while begins < len(words) and _goes_on(words[begins]):
            begins += 1
        further = unit_end(words, begins)
        if not further or (words[begins].type in KINDS) is not (start < at):
            break
        end = further
    return (start, end) if end > at + 1 else None


def _goes_on(word: Lexeme) -> bool:
    """`and then`."""
    return word.type == "_AND" or (word.type == "TALK" and word.text.casefold() in _THEN)


class _Parts(NamedTuple):
    """A clause around a list: who, what leads to the list, the list, and what follows."""

    before: list[Lexeme]
    unit: list[Lexeme]
    led: list[Lexeme]
    link: Lexeme
    listed: list[Lexeme]
    after: list[Lexeme]
    behind: list[Lexeme]

    @property
    def places(self) -> list[Lexeme]:
        return [x for x in self.listed if x.type == "PLACE"]

    def said(self, *middle: Lexeme) -> list[Lexeme]:
        """The sentence with these words in place of the list."""
        return [*self.before, *self.unit, *self.led, *middle, *self.after, *self.behind]


def _parts(words: list[Lexeme], start: int, end: int) -> _Parts | None:
    apart = start > 2 and words[start - 2].type == "_COMMA"  # `Paris, with X and Y, to Z`
    begins, comma = clause(words, start - 1 - apart)
    goes = end if not apart or end >= len(words) or words[end].type != "_COMMA" else end + 1
    _, ends = clause(words, goes)
    head, after = words[begins : min(comma, start - 1)], words[goes:ends]
    if apart and len(after) == 1 and after[0].type in DONE and ends < len(words):
        _, further = clause(words, ends + 1)  # `Paris, by X and Y supported, to Z`
        after, ends = [*after, *words[ends + 1 : further]], further
    unit = unit_end(head, 0) or (unit_end(head, 1) if head and head[0].type in ("_MOVES", "_CONVOYS") else 0)
    if not unit and [x.type for x in head[1:]] == ["_MOVES"] and head[0].type in KINDS:
        unit = 1  # `het leger gaat via X en Y naar Z`
    link, listed = words[start - 1], words[start:end]
    if (head and not unit) or (apart and unit < len(head) and link.type != "_VIA"):
        return None
    return _Parts(words[:begins], head[:unit], head[unit:], link, listed, after, words[ends:])


def _kept(words: list[Lexeme], start: int, end: int) -> list[Lexeme] | None:
    """The words with this list in one piece; None where it is a list of something else."""
    parts = _parts(words, start, end)
    if parts is None:
        return None
    going = bool(parts.after) and parts.after[0].type in GOING
    if not parts.unit:  # `With X and Y to Z`
        return parts.said(*parts.places) if parts.link.type == "_WITH" and going else None
    parts, way = _by_sea(parts)
    to = [x.type for x in parts.led if x.type in ("PLACE", "_TO", "_DASH", "_ATTACKS")]
    if way and to[1:] == ["PLACE"] and parts.led[-1].type == "PLACE" and not parts.after:
        parts = parts._replace(
            led=[x for x in parts.led if x.type != "_VIA"]
        )  # `over zee naar Z, via X en Y`
        return parts.said(parts.link.read_as("_VIA"), *parts.places)  # `A Lon - Por via Eng and Mao`
    if not parts.after or not all(x.type in _LEADING and not x.roles & _OPEN for x in parts.led):
        return None
    return _carried(parts) or _keep(parts, way and going)


def _by_sea(parts: _Parts) -> tuple[_Parts, bool]:
    """Whether the list is a way: `via`, `over`, `met konvooi van`."""
    link = parts.link
    if parts.led and parts.led[-1].type == "_VIA" and link.type in ("_FROM", "_OF", "_WITH"):
        return parts._replace(led=parts.led[:-1]), True
    return parts, link.type == "_VIA" or link.text.casefold().split()[-1] in _OVER


def _carried(parts: _Parts) -> list[Lexeme] | None:
    """`is convoyed by X and Y to Z`, `wordt door X en Y naar Z gebracht`: who does it at the end."""
    link, told = parts.link, any(x.type in DONE for x in (*parts.led, *parts.after))
    if "CARRIER" in link.roles:
        rest = [x for x in (*parts.led, *parts.after) if not is_being(x)]
        fleets = [link.read_as("_VIA"), parts.places[0], link.read_as("_CARRIED_BY"), *parts.listed]
        return [*parts.before, *parts.unit, *rest, *fleets, *parts.behind]
    if link.text.casefold() in _BY and told:
        rest = [*parts.led, *parts.after]
        return [*parts.before, *parts.unit, *rest, link, *parts.listed, *parts.behind]
    return None


def _keep(parts: _Parts, way: bool) -> list[Lexeme] | None:
    if way:
        return parts.said(parts.link.read_as("_VIA"), *parts.places)
    if _is_company(parts.link, parts.listed):
        return parts.said(parts.link.read_as("_WITH"), *parts.places)
    return None


def _is_company(link: Lexeme, listed: Sequence[Lexeme]) -> bool:
    """`with`, `samen met`, `langs`; a word that is not known may as well be a verb of its own."""
    if link.type == "_MOVES":
        return link.text.casefold().startswith(_FOLLOWING)
    if link.type == "TALK":
        return not link.roles & _OPEN
    known = link.type != "WORD" or link.text.casefold() in _BESIDE
    return known or any(x.type == "_AND" for x in listed)
