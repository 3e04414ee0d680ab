"""Retreats, builds and removals sent ahead: `A Mun, if dislodged, R Tyr`, `zo nodig terug naar Tirol`.

The words that say for what case they are become the verb of a plain order, or are left out where one is said.
A move beside them is no move: where it cannot be told what they are about, they stay the condition they are.
"""

from collections.abc import Sequence

from judge.language.passives import unit_end
from judge.language.phrasing import sentences, start_of, type_before
from judge.language.scanner import GOING, JOINING, KINDS, QUIET, REMOVING, Lexeme

FORESEEN = "FORESEEN"
_CASES = {"FORESEEN": "_RETREATS", "GRANTED": "_BUILDS", "DUE": "_REMOVES"}
_DRIVEN = frozenset({
    "dislodged", "verdreven", "verslagen", "verjaagd", "weggejaagd", "beaten", "defeated", "ousted",
})  # fmt: skip
_SUPPOSING = frozenset({"mocht", "mochten", "should", "word", "wordt", "worden", "moet", "if", "when"})
_WHO = frozenset({
    "i", "ik", "it", "they", "we", "het", "hij", "ie", "die", "dat", "deze", "ze", "zij", "dit", "units",
    "unit", "eenheden", "eenheid", "any", "er"})  # fmt: skip
_THEY = frozenset({"it", "it's", "they", "het", "hij", "ie", "die", "dat", "deze", "ze", "zij", "dit"})
"""Of whom it is said; where a unit is named besides, it may be another one."""
_UNLESS = frozenset({"unless", "tenzij", "until", "except if", "except when", "behalve als", "totdat"})
_MUST = frozenset(
    {"must", "has to", "have to", "needs to", "need to", "moet", "moeten", "to", "forced", "zich", "me"}
)
_HAVING = frozenset({"must", "has", "have", "needs", "moet", "is"})
_ONWARD = frozenset({"_DASH", "_TO", "_ON", "_BACK"})
_VERBS = frozenset({"_RETREATS", "_MOVES", "_BACK"})
_SENT_AHEAD = REMOVING | {"_RETREATS", "_BUILDS"}
_LONGEST = 9
"""Words of a condition: `als het zich terug moet trekken`."""
_SHORT = 2


def foreseen(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The line with what is sent ahead as plain orders; the same list where nothing is."""
    words: list[Lexeme] = []
    unit: list[Lexeme] = []
    for sentence in sentences(lexemes):
        plain = sentence if sentence[-1].type == "ASK" else _read(sentence, unit)
        words += plain
        unit = _unit(plain) or unit
    return words


def _read(sentence: list[Lexeme], unit: list[Lexeme]) -> list[Lexeme]:
    words = _without_need([x for word in sentence for x in _opened(word)])
    words = _gathered(words)
    at = next((i for i, x in enumerate(words) if x.roles & _CASES.keys()), -1)
    if at < 0:
        return words
    case = next(role for role in _CASES if role in words[at].roles)
    mark = Lexeme(_CASES[case], words[at].text, words[at].start, words[at].end, roles=frozenset({case}))
    before, after = words[:at], _behind(words[at + 1 :])
    if case != FORESEEN:
        return _adjusting(before, mark, after)
    return _retreating(before, mark, after, unit)


def _opened(word: Lexeme) -> list[Lexeme]:
    """`(if dislodged)`: as if there were no brackets."""
    said = [x for x in word.inner if x.type not in QUIET]
    if word.inner and not said and all(x.type == "_FILLER" for x in word.inner):
        return []  # `(if possible)`
    if [x.type for x in said if x.type not in ("COLON", "_TO")] == ["_ELSE", "PLACE"]:
        return [x for x in said if x.type != "COLON"]  # `(if occupied: Rum)`
    plain = len(said) == 1 and (said[0].roles & (_CASES.keys() | {"NEEDED"}) or _is_retreat(said[0]))
    if plain:
        return [said[0].read_as("_RETREATS", FORESEEN)] if _is_retreat(said[0]) else said
    inner = _gathered(said)
    return inner if len(inner) == 1 and FORESEEN in inner[0].roles else [word]


def _is_retreat(word: Lexeme) -> bool:
    return word.type == "_RETREATS" and len(word.text) > _SHORT


def _gathered(words: list[Lexeme]) -> list[Lexeme]:
    """`If it is dislodged`, `moet hij terugtrekken`: one word in the place of all of them."""
    for start, word in enumerate(words):
        fronted = word.text.casefold() in _SUPPOSING and type_before(words[:start]) in ("", *JOINING)
        if not ("IF" in word.roles or fronted) or word.text.casefold() in _UNLESS:
            continue
        for end in range(start + 1, min(len(words), start + _LONGEST)):
            one = words[end]
            text = one.text.casefold()
            forced = any("SHOULD" in x.roles or x.text.casefold() in _MUST for x in words[start:end])
            if text in _DRIVEN or (_is_retreat(one) and (forced or text.split()[0] in _HAVING)):
                last = end + 1
                while last < len(words) and (
                    words[last].roles & {"BE"} or words[last].text.casefold() in _MUST
                ):
                    last += 1
                said = " ".join(x.text for x in words[start : end + 1])
                mark = Lexeme("_RETREATS", said, word.start, one.end, roles=frozenset({FORESEEN}))
                return [*words[:start], mark, *words[last:]]
            if not (one.type in QUIET or one.roles & {"BE", "SHOULD"} or text in _WHO | _MUST):
                break
    return words


def _without_need(words: list[Lexeme]) -> list[Lexeme]:
    """`If needed`, beside a retreat, a build or a removal; anywhere else it is a condition."""
    at = next((i for i, x in enumerate(words) if "NEEDED" in x.roles), -1)
    if at < 0:
        return words
    begin = start_of(words, at, JOINING)
    end = next((i for i in range(at, len(words)) if words[i].type in (*JOINING, "STOP")), len(words))
    rest = [*words[:at], *words[at + 1 :]]
    clause = [x.type for x in words[begin:end]]
    if all(x.type in QUIET for x in words[:at]) and end == at + 1:  # `If need be, ...`
        clause = [x.type for x in words[end + 1 :]]
        rest = [*words[:at], *words[end + 1 :]]
    elif begin == at and end == at + 1:
        clause = [x.type for x in words[:begin]]
        rest = [*words[: begin - 1], *words[end:]]
    if not _SENT_AHEAD.isdisjoint(clause):
        return rest
    if "_BACK" in clause:  # `zo nodig trekt München terug op Tirol`
        return [x.read_as("_RETREATS") if x.type == "_BACK" else x for x in rest if x.type != "_MOVES"]
    return (
        words
        if words[at].roles - {"NEEDED"}
        else [*words[:at], words[at].read_as("TALK", "IF"), *words[at + 1 :]]
    )


def _behind(words: list[Lexeme]) -> list[Lexeme]:
    """Without the comma and the `then` behind a condition."""
    start = 0
    while start < len(words) and (words[start].type in ("_COMMA", *QUIET) or "THEN" in words[start].roles):
        start += 1
    return words[start:]


def _adjusting(before: list[Lexeme], mark: Lexeme, after: list[Lexeme]) -> list[Lexeme]:
    """`If I get a build, fleet in Brest`: a build, as `build fleet in Brest`."""
    verbs = ("_BUILDS", "_WAIVES") if mark.type == "_BUILDS" else tuple(REMOVING)
    first = next((x.type for x in after if x.type not in (*QUIET, "COLON")), "STOP")
    said = first in verbs or any(x.type in verbs for x in before)
    while before and before[-1].type in ("_COMMA", "_AND"):
        before = before[:-1]
    if said:
        return [*before, *(after[1:] if after[:1] and after[0].type == "COLON" and not before else after)]
    told = [x for x in before if x.type not in QUIET]
    if told and not any(x.type not in (*QUIET, "STOP") for x in after):
        return [*before, mark.read_as("TALK", "IF"), *after]  # `A Par - Bur if I get a build`
    joint = [mark.read_as("STOP")] if told and type_before(before) not in ("STOP", "COLON") else []
    return [*before, *joint, mark, *after]


def _retreating(before: list[Lexeme], mark: Lexeme, after: list[Lexeme], unit: list[Lexeme]) -> list[Lexeme]:
    """A retreat of the unit that is named with it, or that was ordered just before."""
    told = [x for x in before if x.type not in QUIET]
    alone = not told or all(x.type in ("COLON", "_AND") or "INTRO" in x.roles for x in told)
    head = before[:-1] if told and before[-1].type in ("_COMMA", "_AND") else before
    stop = mark.read_as("STOP")
    going = _going(after)
    own = unit_end(after[1:] if after[:1] and after[0].type == "COLON" else after, 0)
    if not alone and unit_end(head, 0) == len(head):  # `A Mun, if dislodged, R Tyr`
        return [*head, mark, *going] if going else [*head, *_lone(after)]
    theirs = not _THEY.isdisjoint(mark.text.casefold().split())
    if not any(x.type not in (*QUIET, "STOP") for x in after):
        return [*_turned(head, mark, theirs), *after] if not alone else [*before, mark, *after]
    if any(x.type in REMOVING for x in after[:2]):
        named = any(x.type in ("PLACE", *KINDS) for x in after)
        gone = after if named else [*unit, mark.read_as("_DISBANDS"), *(x for x in after if x.type == "STOP")]
        return [*before, *gone] if alone else [*head, stop, *gone]
    subject = unit if alone else _unit(head)
    if going and subject:
        return [*(before if alone else [*head, stop]), *subject, mark, *going]
    if going and alone:
        onward = [mark.read_as("_TO")] if going[0].type == "PLACE" else []
        return [*before, mark, *onward, *going]  # of the unit on the line above
    if own and theirs:
        return [*before, mark.read_as("TALK", "IF"), mark.read_as("_COMMA"), *after]
    if own:
        first = [mark] if after[0].type == "COLON" else [mark, mark.read_as("COLON")]
        return [*(before if alone else [*head, stop]), *first, *after]
    return [*before, mark, *after]


def _lone(after: list[Lexeme]) -> list[Lexeme]:
    return after[1:] if after[:1] and after[0].type == "COLON" else after


def _going(after: list[Lexeme]) -> list[Lexeme]:
    """`it retreats to Tyrolia`: where to, without who does and the verb; nothing where a unit is named."""
    at = 0
    while at < len(after) and (
        after[at].type in (*QUIET, *_VERBS, "COLON", "_THAT")
        or after[at].roles & {"IT", "YOU", "SHOULD", "THEN"}
    ):
        at += 1
    onward = at
    while at < len(after) and after[at].type in (*_ONWARD, *QUIET):
        at += 1
    if at >= len(after) or after[at].type != "PLACE":
        return []
    then = next((x.type for x in after[at + 1 :] if x.type not in QUIET), "STOP")
    named = onward == at and then not in (*JOINING, "STOP", "_OR", "_ELSE", "_SLASH", "COMMENT")
    return [] if named else [x for x in after[onward:] if x.type != "_BACK"]


def _turned(clause: list[Lexeme], mark: Lexeme, theirs: bool) -> list[Lexeme]:
    """`A Mun - Tyr if dislodged`: the way it goes is a retreat; what is one already, stays."""
    start = start_of(clause, len(clause), (*JOINING, "STOP"))
    types = [x.type for x in clause[start:]]
    if "_RETREATS" in types or not REMOVING.isdisjoint(types):
        return clause
    end = unit_end(clause[start:], 0)
    if theirs:
        return [*clause, mark.read_as("TALK", "IF")]  # `A Mun - Tyr if it is dislodged`: the one in Tyrolia?
    if not end or start + end >= len(clause) or clause[start + end].type not in GOING:
        return [*clause, mark]
    rest = [x for x in clause[start + end :] if x.type not in ("_MOVES", "_ATTACKS")]
    return [*clause[: start + end], mark, *rest]


def _unit(words: Sequence[Lexeme]) -> list[Lexeme]:
    """The first unit that is named, with its kind."""
    at = next((i for i, x in enumerate(words) if x.type == "PLACE"), -1)
    if at < 0:
        return []
    kind = [x for x in words[max(0, at - 3) : at] if x.type in KINDS]
    return [*kind[-1:], words[at]]
