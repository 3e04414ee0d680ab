"""Conditions that are not said with `if`, and orders that depend on one: `Komt hij? Dan houdt Parijs`.

Each is put in the words of a plain condition, a comma before what depends on it; nothing here takes an order.
"""

from collections.abc import Sequence

from judge.language.dislodging import driven_out
from judge.language.phrasing import type_at
from judge.language.pieces import read_one
from judge.language.scanner import DOING, KINDS, QUIET, Lexeme
from judge.language.shapes import Bare, Spot

_INVERTED = frozenset({"suppose", "stel", "should", "were", "had", "zou", "zouden", "mocht", "mochten"})
_BEING = frozenset({
    "is", "zijn", "heeft", "hebben", "kan", "kunnen", "wil", "willen", "wordt", "worden", "doet", "doen",
})  # fmt: skip
_LIKE_VERBS = frozenset({"wat", "dit", "dat", "uit", "met"})
_FRONTED = _INVERTED | _BEING
_SAID = DOING | {"WORD"}
_AFTER = frozenset({"after", "nadat", "only after", "pas nadat"})
_TELLING = frozenset({"PERMISSION"})
_EVEN = frozenset({
    "even if", "even when", "zelfs als", "zelfs al", "zelfs wanneer", "zelfs indien", "ook als", "ook al",
    "ook indien",
})  # fmt: skip
"""`Even if he objects`: what follows is ordered all the same."""
_GIVEN = frozenset({
    "with", "given", "upon", "after", "only with", "met", "bij", "na", "alleen met", "enkel met", "mits",
    "in", "behoudens", "onder",
})  # fmt: skip
_SETTLED = frozenset({"agreement", "objection", "objections"})
"""`In agreement with Germany` is said of what is done."""
_NEAR, _REACH = 5, 4
"""Words from `with` to `permission`, and from there to whose: `met de toestemming van de Duitsers`."""
_NEVER = frozenset({
    "fails", "refused", "rejected", "impossible", "illegal", "invalid", "geweigerd", "afgewezen", "afgekeurd",
    "onmogelijk", "ongeldig",
})  # fmt: skip
_ALLOWED = frozenset({
    "permitted", "allowed", "possible", "legal", "valid", "accepted", "work", "works", "ok", "mag", "mogen",
    "mogelijk", "kan", "kunnen", "lukt", "lukken", "toegestaan", "geldig", "geaccepteerd", "toegelaten",
})  # fmt: skip
"""Words that, with a denial, say that an order is not taken: `als item 1 niet mag`."""
_TURNED = ("_HOLDS", "_MOVES")
"""What a main clause begins with behind another clause: `Zelfs als hij komt, houdt Parijs`."""
_MOST = 12
"""How many words into a sentence the end of its condition is looked for."""


def supposed(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence with its condition marked as one; the same list where it has none."""
    driven = driven_out(sentence)
    if driven is not sentence:
        return driven
    sentence = _trailing(_permitted(_following(sentence)))
    if any("THEN" in x.roles for x in sentence) or _is_inverted(sentence):
        sentence = _marked(sentence)
    at = next((i for i, x in enumerate(sentence) if x.type == "TALK" and _is_if(x)), -1)
    return sentence if at < 0 else _cut(sentence, at)


def moot(sentence: Sequence[Lexeme]) -> tuple[tuple[Spot | int, ...], list[Lexeme]] | None:
    """`If item 1 is not permitted: A War instead`: which order it is about, if said, and what comes then.

    Not what others do is the condition, but whether the order can be given at all.
    """
    at = next((i for i, x in enumerate(sentence) if x.type not in (*QUIET, "_AND", "_OR")), len(sentence))
    first = sentence[at] if at < len(sentence) else None
    if first is None or not (first.type == "_ELSE" or "IF" in first.roles):
        return None
    hence = (i for i in range(at + 1, len(sentence)) if sentence[i].type in ("_COMMA", "COLON"))
    end = next(hence, next((i for i, x in enumerate(sentence) if i > at and "THEN" in x.roles), 0))
    rest = [x for x in sentence[end + 1 :] if "CORRECTION" not in x.roles and "THEN" not in x.roles]
    if not end or not rest or not (first.type == "_ELSE" or _is_of_rules(sentence[at:end])):
        return None
    named = (x.value for x in sentence[at:end] if x.type in ("PLACE", "NUMBER"))
    return tuple(x for x in named if isinstance(x, Spot | int)), rest


def _is_of_rules(condition: Sequence[Lexeme]) -> bool:
    said = {word for x in condition for word in x.text.casefold().split()}
    denied = any(x.roles & {"NOT", "DENIAL"} for x in condition) or any(w.endswith("n't") for w in said)
    others = any(x.type == "POWER" or "YOU" in x.roles for x in condition)
    return not others and (bool(said & _NEVER) or (denied and bool(said & _ALLOWED)))


def _following(sentence: list[Lexeme]) -> list[Lexeme]:
    """`After Munich leaves, Paris goes to Burgundy`: a condition, and not a reason."""
    for at, lexeme in enumerate(sentence[:-1]):
        after = lexeme.type in ("TALK", "WORD") and lexeme.text.casefold() in _AFTER
        if after and sentence[at + 1].type in ("PLACE", "POWER"):
            return _with_if(sentence, at)
    return sentence


def permitted(lexemes: Sequence[Lexeme]) -> int | None:
    """`With Germany's blessing`, `met toestemming van Duitsland`: where that begins, if it is said.

    It stands in front, or behind a name or a comma, and it says whose leave is meant.
    """
    for end, lexeme in enumerate(lexemes):
        if "PERMISSION" not in lexeme.roles:
            continue
        for at in range(end, max(-1, end - _NEAR), -1):
            first = lexemes[at]
            words = first.text.casefold()
            if words in _GIVEN and _begins(lexemes, at) and _is_others(lexemes[at : end + _REACH]):
                return None if words == "in" and lexeme.text.casefold() in _SETTLED else at
            if first.type in ("PLACE", "_COMMA", "COLON"):
                break
    return None


def _begins(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether a part of the sentence can begin here, and not the end of `I agree with ...`."""
    before = next((x for x in reversed(lexemes[:at]) if x.type not in QUIET), None)
    return before is None or before.type in ("PLACE", "_COMMA", "COLON", "_AND") or "REASON" in before.roles


def _is_others(lexemes: Sequence[Lexeme]) -> bool:
    return any(x.type == "POWER" or "YOU" in x.roles for x in lexemes)


def _permitted(sentence: list[Lexeme]) -> list[Lexeme]:
    """`Given German permission, Paris to Burgundy`: a condition, or may be one."""
    at = permitted(sentence)
    return sentence if at is None else _with_if(sentence, at)


def depends(sentence: Sequence[Lexeme], asked: Sequence[Lexeme]) -> bool:
    """`Zou Duitsland Mun - Bou doen? Dan moet Par naar Pic`: on the answer to the question before it."""
    about = any(x.type in ("POWER", "PLACE") or x.roles & {"YOU", "NOT"} for x in asked)
    return about and _hence(sentence) and not any(x.type == "TALK" and "ORDERS" in x.roles for x in sentence)


def _is_if(lexeme: Lexeme) -> bool:
    return "IF" in lexeme.roles or ("CAUSE" in lexeme.roles and lexeme.text.casefold() in _EVEN)


def _is_verb(lexeme: Lexeme, subject: Lexeme) -> bool:
    """`Gaat Duitsland naar Bou, dan ...`, `Is Duitsland weg, dan ...`, `Stemt Duitsland toe, dan ...`"""
    text = lexeme.text.casefold()
    if text in _BEING:
        return True
    strange = lexeme.type == "WORD" and " " not in text and text not in _LIKE_VERBS
    ends = text.endswith("t") or (subject.type == "POWER" and text.endswith("n"))
    return (lexeme.type in DOING or strange) and ends


def _is_answered(clause: Sequence[Lexeme]) -> bool:
    """`Gaat Duitsland naar Ruhr, gaat Parijs naar Bou`: of another power, and then a verb in front again."""
    comma = next((i for i, x in enumerate(clause[:-1]) if x.type == "_COMMA"), 0)
    verb = clause[comma + 1]
    return bool(comma) and clause[0].type == "POWER" and verb.type in DOING and verb.text.endswith("t")


def _hence(sentence: Sequence[Lexeme]) -> bool:
    """Whether it begins with `then`."""
    first = next((x for x in sentence if "THEN" in x.roles or x.type not in (*QUIET, "_AND")), None)
    return first is not None and "THEN" in first.roles


def _is_inverted(sentence: Sequence[Lexeme]) -> bool:
    """Whether it begins with the verb of a condition, or with any verb and another power."""
    at = next((i for i, x in enumerate(sentence) if x.type not in QUIET or x.text.casefold() in _FRONTED), -1)
    if at < 0:
        return False
    if sentence[at].text.casefold() in _FRONTED:
        return True
    return sentence[at].type in _SAID and type_at(sentence, at + 1) == "POWER"


def _trailing(sentence: list[Lexeme]) -> list[Lexeme]:
    """`Paris to Burgundy, should Germany leave`: a condition behind the order."""
    for at, lexeme in enumerate(sentence[1:-1], start=1):
        begins = sentence[at - 1].type in ("PLACE", "_COMMA") and sentence[at + 1].type == "POWER"
        if begins and lexeme.text.casefold() in _INVERTED:
            return _with_if(sentence, at)
    return sentence


def _marked(sentence: list[Lexeme]) -> list[Lexeme]:
    """`Should Germany move, ...`, `Gaat Duitsland naar Bou, dan ...`: the verb in front is an `if`."""
    said = [i for i, x in enumerate(sentence) if x.type not in QUIET or x.text.casefold() in _FRONTED]
    said = [i for i in said if sentence[i].type != "_AND"] if said else said
    if len(said) < 3 or any("IF" in x.roles for x in sentence):
        return sentence
    first, subject = sentence[said[0]], sentence[said[1]]
    whose = subject.type in ("POWER", "PLACE", "_THAT", *KINDS) or "YOU" in subject.roles
    hence = any("THEN" in x.roles for x in sentence[said[1] :]) or _is_answered(sentence[said[1] :])
    asking = first.text.casefold() in _INVERTED or _is_verb(first, subject)
    if not (whose and asking and (hence or first.text.casefold() in _INVERTED)):
        return sentence
    if sentence[-1].type == "ASK":
        return sentence
    return _with_if(sentence, said[0])


def _with_if(sentence: list[Lexeme], at: int) -> list[Lexeme]:
    """The same with this word for an `if`."""
    return [*sentence[:at], sentence[at].read_as("TALK", "IF"), *sentence[at + 1 :]]


def _cut(sentence: list[Lexeme], at: int) -> list[Lexeme]:
    """A comma where the condition ends: before `then`, or before the first whole order behind a verb."""
    end = next(
        (i for i in range(at + 1, len(sentence)) if sentence[i].type in ("_COMMA", "COLON")), len(sentence)
    )
    hence = next((i for i in range(at + 1, end) if "THEN" in sentence[i].roles), 0)
    if hence:
        return [*sentence[:hence], sentence[hence].read_as("_COMMA"), *sentence[hence + 1 :]]
    if end < len(sentence) or any(x.type in ("PLACE", *DOING) for x in sentence[:at]):
        return sentence
    told, even = False, "IF" not in sentence[at].roles
    telling = _TELLING | {"BE"} if even else _TELLING
    for start in range(at + 1, min(len(sentence), at + _MOST)):
        kind = sentence[start].type
        whose = even and kind not in _TURNED and sentence[start - 1].type in DOING  # `even if he hits Paris`
        if told and not whose and kind in ("PLACE", *KINDS, *_TURNED):
            shape = read_one([x for x in sentence[start:] if x.type not in (*QUIET, "STOP")])
            if shape is not None and not isinstance(shape, Bare):
                return [*sentence[:start], sentence[start - 1].read_as("_COMMA"), *sentence[start:]]
        told = told or sentence[start].type in _SAID or bool(sentence[start].roles & telling)
    return sentence
