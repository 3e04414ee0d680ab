"""Orders for a unit that is driven out, said in a sentence: `If Munich is dislodged, it goes to Bohemia`.

It is a retreat, and no order for now: the words around it are put in those of a plain one.
"""

from collections.abc import Sequence

from judge.language.scanner import KINDS, QUIET, Lexeme
from judge.language.shapes import Spot, Tiers

_DRIVEN = frozenset({
    "dislodged", "verdreven", "verjaagd", "weggejaagd", "verdrongen", "verslagen", "ousted", "gedislodged",
})  # fmt: skip
_ASKING = frozenset({"should", "mocht", "mochten", "word", "wordt", "worden", "zou"})
_UNLESS = frozenset({"unless", "tenzij", "until", "except if", "behalve als", "totdat", "tot"})
_VERBS = frozenset({"_MOVES", "_RETREATS", "_BACK", "_ATTACKS", "_DISBANDS", "_REMOVES"})
_ONWARD = frozenset({"_TO", "_DASH", "_ON", "_IN"})
_HEAD = frozenset({"PLACE", "_FROM", "_IN", "_BACK", *KINDS, *QUIET})
_OPEN = frozenset({"NOT", "DOUBT", "SAID", "ASK", "DENIAL"})
_ENDING = frozenset({"_DISBANDS", "_REMOVES"})


def driven_out(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence as a retreat of the unit that is driven out; the same list where it speaks of none."""
    at = next((i for i, x in enumerate(sentence) if x.text.casefold() in _DRIVEN), -1)
    if at < 0:
        return sentence
    begins = next((i for i in range(at) if "IF" in sentence[i].roles), 0)
    before = sentence[:begins]
    if before and before[-1].type not in ("_COMMA", "_AND") and any(x.type not in QUIET for x in before):
        return sentence
    end = at + 1
    while end < len(sentence) and (sentence[end].type in QUIET or sentence[end].roles & {"BE"}):
        end += 1
    head = [*sentence[begins:at], *sentence[at + 1 : end]]
    unit = [x for x in head if x.type in ("PLACE", *KINDS)]
    places = [x for x in unit if x.type == "PLACE"]
    if len(places) != 1 or any(_opens(x) for x in head):
        return sentence
    first = next((x for x in head if x.type not in QUIET or x.text.casefold() in _ASKING), sentence[at])
    supposed = any("IF" in x.roles for x in head) or first.text.casefold() in _ASKING
    told = first.type in KINDS and not supposed and any(x.type == "_FROM" for x in head)
    if first.text.casefold() in _UNLESS or not (supposed or told) or not all(_belongs(x) for x in head):
        return sentence
    went = _what_then(sentence[end:], places[0])
    return [*before, *unit, *went] if went else sentence


def _opens(word: Lexeme) -> bool:
    """What makes it something else than a condition about a unit of one's own."""
    return word.type == "POWER" or bool(word.roles & _OPEN and word.text.casefold() not in _ASKING)


def _belongs(word: Lexeme) -> bool:
    said = word.roles & {"IF", "BE", "YOU", "IT", "THEN", "INTRO", "DOUBT"} or word.type == "_THAT"
    return word.type in _HEAD or bool(said) or word.text.casefold() in _ASKING


def _what_then(rest: Sequence[Lexeme], place: Lexeme) -> list[Lexeme]:
    """The verb and where to: `then it goes to Bohemia`; nothing where anything else is said."""
    verb: Lexeme | None = None
    for at, lexeme in enumerate(rest):
        own = lexeme.type == "PLACE" and _names(lexeme) == _names(place)
        if lexeme.type in _VERBS:
            verb = lexeme
        elif verb is not None and verb.type in _ENDING and lexeme.type in ("STOP", "_COMMA"):
            break
        elif lexeme.type in _ONWARD or (lexeme.type == "PLACE" and not own):
            ends = [x.type for x in rest[at:] if x.type not in QUIET]
            behind = [x for x in rest[at:] if x.type not in ("_BACK", "_RETREATS", "_AT")]
            start = lexeme if verb is None else verb
            mark = start.read_as("_RETREATS")
            goes = verb is not None or lexeme.type in ("_TO", "_DASH")
            return [mark, *behind] if goes and "PLACE" in ends[:2] else []
        elif not own and not _leads(lexeme):
            return []
    if verb is None or verb.type not in _ENDING:
        return []
    return [verb.read_as("_DISBANDS")]


def _names(place: Lexeme) -> Tiers:
    return place.value.tiers if isinstance(place.value, Spot) else ()


def _leads(word: Lexeme) -> bool:
    """Words between the condition and what then: `, then it has to`."""
    if word.roles & _OPEN:
        return False
    said = word.roles & {"IT", "YOU", "THEN", "SHOULD", "THEM", "INTRO", "BE"} or word.type in (
        "_THAT",
        *KINDS,
    )
    return word.type in ("_COMMA", "COLON", *QUIET) or bool(said)
