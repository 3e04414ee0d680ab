"""Small words inside an order: `gaat toch naar`, `blijft Parijs steunen`, `Paris: nothing`.

They are put so that the grammar reads the order around them; none of them makes an order of anything else.
"""

from collections.abc import Sequence

from judge.language.passives import unit_end
from judge.language.phrasing import ENDS, VERBS, next_word, start_of, type_at, type_before
from judge.language.scanner import HELPING, KINDS, QUIET, Lexeme

_YET = "toch"
_CARRYING = frozenset({"_MOVES", "_ATTACKS"})
_NONE = frozenset({"nothing", "none", "niets", "niks"})
_NO = frozenset({"no", "geen"})
_GOES = frozenset({"_TO", "_DASH", *VERBS})
_BEHIND = frozenset({"PLACE", *KINDS, *VERBS})
_MARKS = frozenset({"COLON", "_DASH"})


def replacing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Parijs gaat toch naar Picardië`, `Paris goes instead to Picardy`: and in place of another order."""
    return [
        x.read_as("_FILLER", "REPLACING") if _is_replacing(x) and _is_inside(lexemes, at) else x
        for at, x in enumerate(lexemes)
    ]


def _is_replacing(word: Lexeme) -> bool:
    return word.type == "TALK" and ("REPLACING" in word.roles or word.text.casefold() == _YET)


def _is_inside(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Between a unit and what it does, or between the verb and where to."""
    before, after = type_before(lexemes[:at]), type_at(lexemes, at + 1)
    return before in _BEHIND and (after in _GOES or (after == "PLACE" and before in VERBS))


def goes_on_doing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Constantinopel blijft Bulgarije steunen`, `gaat Bulgarije aanvallen`: only the last verb counts."""
    for at, word in enumerate(lexemes):
        helping = "AUXILIARY" in word.roles and type_before(lexemes[:at]) in ("PLACE", *KINDS)
        if helping and _ends_in_verb(lexemes, at + 1):
            return [*lexemes[:at], *goes_on_doing(lexemes[at + 1 :])]
    return lexemes


def holds_and_helps(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Constantinople holds and supports Bulgaria`: it only supports."""
    if not any(x.type in HELPING for x in lexemes):
        return lexemes
    for at, word in enumerate(lexemes):
        if word.type == "_HOLDS" and type_before(lexemes[:at]) in ("PLACE", *KINDS):
            verb = _and_helps(lexemes, at)
            if verb:
                return [*lexemes[:at], *holds_and_helps(lexemes[verb:])]
    return lexemes


def _and_helps(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where the help begins that is joined to a verb which says that the unit stays; 0 for none."""
    held = at
    while held < len(lexemes) and lexemes[held].type in ("_HOLDS", *QUIET):
        held += 1
    if held >= len(lexemes) or lexemes[held].type not in ("_AND", "_COMMA"):
        return 0
    verb = next_word(lexemes, held + 1) - 1
    helps = lexemes[verb].type in HELPING and type_at(lexemes, verb + 1) in ("PLACE", "POWER", *KINDS)
    return verb if helps else 0


def carries(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`North Sea takes Yorkshire to Norway`, `de Noordzee neemt Yorkshire mee naar Noorwegen`: a convoy."""
    for at, verb in enumerate(lexemes):
        if "CARRY" not in verb.roles or verb.type not in _CARRYING or not at:
            continue
        said = [x for x in lexemes[at + 1 : at + 8] if x.type not in QUIET]
        unit = unit_end(said, 0)
        end = unit + (unit < len(said) and said[unit].text.casefold() == "mee") if unit else 0
        kinds = [x.type for x in said[end:]]
        goes = kinds[:2] in (["_TO", "PLACE"], ["_DASH", "PLACE"]) and (kinds[2:3] or [""])[0] in ENDS
        if unit and goes and type_before(lexemes[:at]) in ("PLACE", *KINDS):
            rest = [x for x in lexemes[at + 1 :] if x not in said[unit:end]]
            return [*lexemes[:at], verb.read_as("_CONVOYS"), *carries(rest)]
    return lexemes


def _ends_in_verb(lexemes: Sequence[Lexeme], at: int) -> bool:
    """A unit, perhaps where it goes, and then an infinitive."""
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ENDS), len(lexemes))
    said = [x for x in lexemes[at:end] if x.type not in QUIET]
    verb = said[-1] if len(said) > 1 else None
    plain = verb is not None and verb.type in VERBS and verb.text.casefold().endswith("en")
    return plain and said[0].type in ("PLACE", "POWER", *KINDS) and said[-2].type in ("PLACE", *KINDS)


def idle(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Paris: nothing`, `L Par - niets`, `Parijs: geen order`: it holds."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        end = _nothing(lexemes, at)
        if end == at + 1 and type_before(words) in ENDS and (after := _nothing_for(lexemes, end)):
            words += [*lexemes[end + 1 : after], lexemes[at].read_as("_HOLDS")]
            at = after
            continue
        start = _unit_before(words) if end and type_at(lexemes, end) in ENDS else -1
        if start >= 0:
            words = [x for i, x in enumerate(words) if i < start or x.type not in _MARKS]
            words.append(lexemes[at].read_as("_HOLDS"))
            at = end
            continue
        words.append(lexemes[at])
        at += 1
    return words


def _nothing(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where `nothing` or `no order` ends that begins here; 0 where neither does."""
    word = lexemes[at]
    if word.type != "TALK":
        return 0
    if word.text.casefold() in _NONE:
        return at + 1
    order = at + 1 < len(lexemes) and "ORDERS" in lexemes[at + 1].roles
    return at + 2 if order and word.text.casefold() in _NO else 0


def _nothing_for(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where `nothing | for Paris` ends; 0 where more is said, or no unit is named."""
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ENDS), len(lexemes))
    led = at < end and "FOR" in lexemes[at].roles
    said = [x for x in lexemes[at + 1 : end] if x.type not in QUIET]
    return end if led and said and unit_end(said, 0) == len(said) else 0


def _unit_before(words: Sequence[Lexeme]) -> int:
    """Where the unit begins that is all that stands before; -1 where something else does."""
    start = start_of(words, len(words), ENDS - {"COLON"})
    said = [x for x in words[start:] if x.type not in QUIET]
    said = said[:-1] if said and said[-1].type in _MARKS else said
    return start if said and unit_end(said, 0) == len(said) else -1
