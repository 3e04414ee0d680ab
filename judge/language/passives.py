"""Sentences told from the other side: `A Mar, supported by A Par, goes to Bur`, `wordt door X gesteund`.

They are put in the words of a plain order with `supported by` or `convoyed by` behind it; no more changes.
"""

from collections.abc import Sequence

from judge.language.phrasing import start_of
from judge.language.scanner import GOING, KINDS, LINKS, QUIET, Lexeme

PARTS = frozenset({"_COMMA", "_AND", "STOP", "ASK", "COLON", "COMMENT"})
"""Where a clause ends."""
_AGENTS = frozenset({"_FROM", "_WITH"})
"""`by`, `door`."""
DONE = frozenset({"_SUPPORTED", "_CARRIED", "_ATTACKED", "_SENT"})
"""Participles: `gesteund`, `convoyed`."""
_TOLD = frozenset({*DONE, "_BACKED", "_SUPPORTS", "_VIA"})
_OF_WHOM = frozenset({"_FROM", "_OF", "_WITH", "COLON"})
_BY_SEA = frozenset({"_DASH", "_TO", "_IN"})
_FAR = 9
"""Within how many words `with` stands before `supporting`."""
_DEEDS = frozenset(
    {"attack", "move", "movement", "advance", "invasion", "landing", "assault", "aanval", "opmars"}
)
"""What is supported, said with a word for it."""


def active(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence with every such clause in plain order; the same list where there is none."""
    if not any(x.type in _TOLD for x in sentence):
        return sentence
    words = [x for x in sentence if x.type not in QUIET]
    at = 0
    changed = False
    while at < len(words):
        turned = _turned(words, at) if words[at].type in _TOLD else None
        if turned is not None:
            words, changed = turned, True
        at += 1
    for at in [i for i, x in enumerate(words) if x.type == "_BACKED"]:
        itself = _and_itself(words, at)
        if itself is not None:
            words, changed = itself, True
    return words if changed else sentence


def _and_itself(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    """`Bourgondië wordt gesteund door Parijs en blijft zelf staan`: what it does stands before the help."""
    start, _ = clause(words, at)
    end = unit_end(words, at + 1)
    while end and end + 1 < len(words) and words[end].type in ("_AND", "_COMMA") and unit_end(words, end + 1):
        end = unit_end(words, end + 1)
    if unit_end(words, start) != at or not end or words[end : end + 1] == [] or words[end].type != "_AND":
        return None
    doing, after = clause(words, end + 1)
    said = words[doing:after]
    kinds = [x.type for x in said]
    stays = {*kinds} == {"_HOLDS"}
    goes = len(kinds) > 1 and kinds[-1] == "PLACE" and {*kinds[:-1]} <= GOING
    return [*words[:at], *said, *words[at:end], *words[after:]] if stays or goes else None


def _turned(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    match words[at].type:
        case "_BACKED":
            return _backed(words, at)
        case "_SUPPORTS":
            return _lending(words, at)
        case "_VIA":
            start, _ = clause(words, at)
            being = any(map(is_being, words[start:at]))
            return _done(words, at, at) if being else _ordered(words, start, at)
        case "_SENT":
            return _done(words, at) or _sent(words, at)  # `door de vloot naar Tunis gebracht`
        case _:
            return _done(words, at)


def ferried(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Ik laat York overzetten door ...`, `I convoy my army from York to Norway with ...`: it is carried."""
    at = next((i for i, x in enumerate(lexemes) if x.type == "_CONVOYS"), -1)
    start, end = clause(lexemes, at)
    texts = [word for x in lexemes[start:at] if x.type == "_FILLER" for word in x.text.casefold().split()]
    agents = {x.text.casefold() for x in lexemes[start:end] if x.type in _AGENTS}
    made = not _LETTING.isdisjoint(texts) and lexemes[at].text.casefold() in _CARRYING and agents & {"door"}
    own = not _WE.isdisjoint(texts) and all(x.type in QUIET for x in lexemes[start:at])
    if not (made or own) or any(x.type == "POWER" for x in lexemes[start:end]):
        return lexemes
    verb = lexemes[at].read_as("_CARRIED")
    if made:
        return [*lexemes[:at], verb, *lexemes[at + 1 :]]
    words = [x for x in lexemes[at + 1 : end] if x.type not in QUIET]
    words = [x for i, x in enumerate(words) if i != 1 or x.type not in LINKS]  # `my army from York`
    unit = unit_end(words, 0)
    kinds = [x.type for x in words[unit : unit + 3]]
    plain = unit and kinds == ["_TO", "PLACE", "_WITH"] and unit_end(words, unit + 3) == len(words)
    return [*lexemes[:start], *words[:unit], verb, *words[unit:], *lexemes[end:]] if plain else lexemes


_LETTING = frozenset({"laat", "laten"})
_WE = frozenset({"i", "ik", "we", "wij", "i'll", "we'll", "i'd", "we'd"})
_CARRYING = frozenset({
    "overzetten", "overbrengen", "brengen", "vervoeren", "konvooieren", "convooieren", "convoyeren",
    "verschepen", "transporteren", "overvaren",
})  # fmt: skip


def _ordered(words: list[Lexeme], start: int, at: int) -> list[Lexeme] | None:
    """`Convoy army Edinburgh to Denmark via the North Sea`: the army goes, and that fleet carries it."""
    _, end = clause(words, at)
    unit = unit_end(words, start + 1)
    if words[start].type != "_CONVOYS" or not unit:
        return None
    seas = at + 1
    while seas < end and words[seas].type in ("PLACE", *KINDS):
        seas += 1
    goes = [*words[unit:at], *words[seas:end]]
    if [x.type for x in goes] not in (["_TO", "PLACE"], ["_DASH", "PLACE"]) or seas == at + 1:
        return None
    places = [x for x in words[at + 1 : seas] if x.type == "PLACE"]
    mark = words[at]
    way, joint = (mark.read_as(kind) for kind in ("_CARRIED_BY", "_AND"))
    fleets = [x for place in places for x in (joint, place)][1:]
    return [*words[:start], *words[start + 1 : unit], *goes, mark, *places, way, *fleets, *words[end:]]


def unit_end(words: Sequence[Lexeme], at: int) -> int:
    """Where the unit ends that begins here; 0 where none does."""
    end = at
    if end < len(words) and words[end].type == "POWER":
        end += 1
    if end < len(words) and words[end].type in KINDS:
        end += 1
        if end < len(words) and words[end].type in LINKS:
            end += 1
    if end >= len(words) or words[end].type != "PLACE":
        return 0
    end += 1
    return end + 1 if end < len(words) and words[end].type in KINDS and end - at == 1 else end


def _straight(unit: Sequence[Lexeme]) -> list[Lexeme]:
    """`the North Sea fleet`: the kind in front."""
    return [unit[1], unit[0]] if len(unit) == 2 and unit[0].type == "PLACE" else [*unit]


def clause(words: Sequence[Lexeme], at: int) -> tuple[int, int]:
    """Where the clause around this word begins and ends."""
    start = start_of(words, at, PARTS)
    end = next((i for i in range(at, len(words)) if words[i].type in PARTS), len(words))
    return start, end


def is_being(word: Lexeme) -> bool:
    return "BE" in word.roles


def _backed(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    """`A Mar with support from A Par goes to Bur`, `Met steun van Parijs gaat Marseille naar Bourgondië`."""
    helper = unit_end(words, at + 1)
    if not helper:
        return None
    words = _without_more_of(words, helper)
    comma = at > 0 and words[at - 1].type == "_COMMA"
    start, _ = clause(words, at - 1 if comma else at)
    whole = words[start : at - 1 if comma else at]
    being = any(map(is_being, whole))
    while helper < len(words) - 1 and words[helper].type == "_AND" and unit_end(words, helper + 1):
        further = unit_end(words, helper + 1)  # `with support from A Par and A Gas`
        if being and words[further : further + 1] and words[further].type in (*GOING, "_HOLDS"):
            break  # `Paris is supported by Gascony, and Marseilles holds`
        helper = further
    before = _named_attack([x for x in whole if not is_being(x)])
    follows = helper + 1 if helper < len(words) and words[helper].type == "_COMMA" else helper
    _, end = clause(words, follows)
    after = words[follows:end]
    if not _begins_alone(before):  # it stands where it should
        return [*words[:start], *before, *words[at - 1 if comma else at :]]
    if not after and len(before) < len(whole):
        return [*words[:start], *before, *words[at:]]
    if not after or (not before and start > 0):
        return None
    attacked = bool(before) and before[-1].type == "_ATTACKS" and [x.type for x in after[:1]] == ["PLACE"]
    if before and not (after[0].type in GOING or after[0].type == "_HOLDS" or attacked):
        return None
    if not before and not (unit_end(after, 0) or after[0].type in GOING):
        return None
    return [*words[:start], *before, *after, words[at], *_straight(words[at + 1 : helper]), *words[end:]]


def _without_more_of(words: list[Lexeme], at: int) -> list[Lexeme]:
    """`met steun van Gascogne en van de vloot in MAO`: said once is enough."""
    while (
        at + 2 < len(words)
        and words[at].type in ("_AND", "_COMMA")
        and words[at + 1].type in ("_FROM", "_OF", "_WITH")
    ):
        further = unit_end(words, at + 2)
        if not further:
            break
        words = [*words[: at + 1], *words[at + 2 :]]
        at = further - 1
    return words


def _begins_alone(before: Sequence[Lexeme]) -> bool:
    """A unit, perhaps with a verb, and not yet where to; or nothing at all."""
    end = unit_end(before, 0)
    return not before or (bool(end) and all(x.type in ("_MOVES", "_ATTACKS") for x in before[end:]))


def _lending(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    """`A Par - Bur with A Mar supporting`, `met Marseille als steun`, `..., steun van Marseille`."""
    start, end = clause(words, at)
    marks = [i for i in (at + 1,) if i < len(words) and words[i].type in _OF_WHOM]
    plus = at > 0 and words[at - 1].type == "_PLUS"
    if (start == at and marks) or plus:
        helper = unit_end(words, at + 1 + len(marks))
        left = at - 1 if plus or (at > 0 and words[at - 1].type == "_COMMA") else at
        mark = words[at].read_as("_BACKED")
        ends = helper == len(words) or (helper and words[helper].type in PARTS)
        if ends and (left or not plus):
            return [*words[:left], mark, *words[at + 1 + len(marks) :]]
    with_ = next((i for i in range(at - 1, max(-1, at - _FAR), -1) if words[i].type == "_WITH"), 0)
    helpers = _units(words[with_ + 1 : at - (words[at - 1].type == "_THAT")]) if with_ else None
    if helpers is None or not _is_what_is_done(words[at + 1 : end]):
        return None
    mark = Lexeme("_BACKED", words[at].text, words[with_].start, words[at].end)
    before = words[: with_ - 1] if words[with_ - 1].type == "_COMMA" else words[:with_]
    return [*before, mark, *helpers, *words[end:]] if before else None


def _units(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Kiel and Berlin`, and nothing else."""
    end = unit_end(words, 0)
    if not end or end == len(words):
        return _straight(words) if end else None
    rest = _units(words[end + 1 :]) if words[end].type in ("_AND", "_COMMA") else None
    return [*_straight(words[:end]), words[end].read_as("_AND"), *rest] if rest else None


def _is_what_is_done(words: Sequence[Lexeme]) -> bool:
    """`with Kiel supporting`, `... supporting it`, `... supporting the attack`; not `supporting Berlin`."""
    said = [x.text.casefold() for x in words]
    return all(x.type == "_THAT" or text in _DEEDS for x, text in zip(words, said, strict=True))


def _sent(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    """`Parijs wordt naar Bourgondië gestuurd`."""
    start, _ = clause(words, at)
    if not any(map(is_being, words[start:at])):
        return None
    rest = [x for x in words[start:at] if not is_being(x)]
    return [*words[:start], *rest, *words[at + 1 :]] if unit_end(rest, 0) else None


def _done(words: list[Lexeme], at: int, by: int = -1) -> list[Lexeme] | None:
    """`wordt door Parijs naar Bourgondië gesteund`, `is convoyed to Norway by the North Sea fleet`."""
    start, end = clause(words, at)
    if by < 0:
        agents = [i for i in range(start, end) if words[i].type in _AGENTS and unit_end(words, i + 1)]
        agents = [i for i in agents if words[i].text.casefold() in ("by", "door", "von")] or agents[:1]
        if len(agents) != 1:
            return None if agents else _by_sea(words, at, start, end)
        by = agents[0]
    until = unit_end(words, by + 1)
    rest = [
        x
        for i, x in enumerate(words[start:end], start)
        if i != at and not by <= i < until and not is_being(x) and x.type != "_BACK"
    ]
    if until and not rest and words[at].type == "_SUPPORTED":  # `..., backed up by Ruhr`
        mark = words[at].read_as("_BACKED")
        return [*words[:start], mark, *_straight(words[by + 1 : until]), *words[end:]]
    told = _told(words[at], rest, _straight(words[by + 1 : until])) if until else None
    return [*words[:start], *told, *words[end:]] if told else None


def _by_sea(words: list[Lexeme], at: int, start: int, end: int) -> list[Lexeme] | None:
    """`A Gas convoyed to Por`, and not by whom."""
    rest = [x for i, x in enumerate(words[start:end], start) if i != at and not is_being(x)]
    unit = unit_end(rest, 0)
    if words[at].type != "_CARRIED" or not unit or unit + 2 != len(rest) or rest[unit].type not in _BY_SEA:
        return None
    way = words[at].read_as("_VIA")
    return [*words[:start], *rest, way, *words[end:]]


def _told(word: Lexeme, rest: list[Lexeme], helper: list[Lexeme]) -> list[Lexeme] | None:
    """The clause in plain order: the rest of it, and who does it."""
    rest = _named_attack(rest)
    unit = unit_end(rest, 0)
    if not unit:
        return None
    if word.type == "_ATTACKED":
        return [*helper, word.read_as("_TO"), *rest] if unit == len(rest) else None
    if word.type == "_SUPPORTED":
        return [*rest, word.read_as("_BACKED"), *helper]
    if unit + 2 != len(rest) or rest[unit].type not in _BY_SEA or rest[-1].type != "PLACE":
        return None
    way, mark = (word.read_as(kind) for kind in ("_VIA", "_CARRIED_BY"))
    to = rest[unit].read_as("_TO")
    return [*rest[:unit], to, rest[-1], way, helper[-1], mark, *helper]


def _named_attack(rest: list[Lexeme]) -> list[Lexeme]:
    """`de aanval van Marseille op Bourgondië`: Marseille to Burgundy; `the Austrian attack from ...`."""
    if rest[:1] and rest[0].type == "POWER" and (named := _named_attack(rest[1:])) != rest[1:]:
        return [rest[0], *named]
    if len(rest) < 5 or rest[0].type not in ("_ATTACKS", "_MOVES") or rest[1].type not in ("_FROM", "_OF"):
        return rest
    unit = unit_end(rest, 2)
    if not unit or unit + 2 != len(rest) or rest[unit].type not in ("_ON", "_TO", "_DASH", "_ATTACKS"):
        return rest
    return [*rest[2:unit], rest[unit].read_as("_TO"), rest[-1]]
