"""Orders asked of the judge: `would you kindly send Munich to Bohemia?`, `wilt u München ... sturen?`.

Only what cannot be a question to another player, or about the rules, is taken for a request.
"""

from judge.language.passives import clause
from judge.language.pieces import roles_of, shapes_of
from judge.language.scanner import QUIET, Lexeme
from judge.language.shapes import is_order, spots
from judge.language.suspicion import UNSURE

ASKED = frozenset({"REQUEST", "ASKING"})
_POLITE = frozenset({
    "please", "pls", "plz", "kindly", "aub", "a u b", "svp", "alsjeblieft", "alstublieft", "graag", "willen",
})  # fmt: skip
_QUOTES = frozenset("\"“”„'‘’«»")
_STARTS = frozenset({"_COMMA", "COLON", "STOP"})
_TO = ("te", "om")


def requested(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence as the order that it asks for; the same list where it asks for none."""
    at = next((i for i, x in enumerate(sentence) if x.roles & ASKED), -1)
    if at < 0 or (at and sentence[at - 1].type not in (*_STARTS, *QUIET)):
        return sentence
    if any(x.type in ("PLACE", "POWER") or x.text in _QUOTES for x in sentence[:at]):
        return sentence  # `France, would you please ...`
    wanted = [x for x in sentence[at + 1 :] if x.type != "ASK"]
    polite = any(x.text.casefold() in _POLITE for x in wanted)
    wanted = [x for i, x in enumerate(wanted) if not _is_in_between(wanted, i)]
    if not (polite or "REQUEST" in sentence[at].roles) or roles_of(wanted) & UNSURE:
        return sentence
    _, end = clause(wanted, 0)
    found = shapes_of([x for x in wanted[:end] if x.type not in (*QUIET, "STOP")])
    plain = bool(found) and all(map(is_order, found or ()))
    known = all(spot.known or spot.absent for shape in found or () for spot in spots(shape))
    return [*sentence[:at], *wanted] if plain and known else sentence


def _is_in_between(words: list[Lexeme], at: int) -> bool:
    """`te` and `willen` in `naar Bohemen te sturen`, `naar Bohemen willen sturen`."""
    text = words[at].text.casefold()
    following = words[at + 1].type if at + 1 < len(words) else ""
    return text == "willen" or (text in _TO and following not in ("PLACE", "", "ARMY", "FLEET"))
