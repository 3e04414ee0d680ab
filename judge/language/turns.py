"""Turns of phrase that take two clauses for one order: `not to X but to Y`, `all hold except X, which ...`.

Each is put in plain orders where what is meant is said outright; everything else is left as it stands.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from judge.language.cues import Readers, cues_of
from judge.language.excepting import all_but
from judge.language.passives import clause, unit_end
from judge.language.pieces import read_one, shapes_of
from judge.language.restating import accompanied
from judge.language.routes import listed_ways
from judge.language.scanner import DOING, HELPING, KINDS, QUIET, Lexeme
from judge.language.shapes import Convoys, Moves, Supports, is_order

_DOING = DOING | {"_BACK"}
_ASIDE = frozenset({"TALK", "WORD", "POWER", "_WITH", "NUMBER", "_FROM", "_OF"})
_SEPARATED = 5
_OPEN = frozenset({"IF", "DOUBT", "NOT", "ASK", "RETRACT", "CANCEL", "CORRECTION", "TURN", "LATER", "SAID"})
_WITHDRAWN = {"_MOVES": ("trek", "trekken"), "_RETREATS": ("withdraw",)}
WITHDRAWING = frozenset(_WITHDRAWN)
"""Types of the words by which a sentence may be one that takes an order back."""
_PLURALS = {"ALL_ARMIES": "ARMY", "ALL_FLEETS": "FLEET", "ARMY": "ARMY", "FLEET": "FLEET"}


def plainly(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence in plain orders; the same list where it has no such turn."""
    sentence = _preferred(_without_purpose(sentence))
    for way in _WAYS.of(cues_of(sentence)):
        words = way([x for x in sentence if x.type not in QUIET])
        sentence = sentence if words is None else words
    return sentence


def _without_purpose(sentence: list[Lexeme]) -> list[Lexeme]:
    """`Zwarte Zee naar Roemenië om de steun te snijden`: what for changes nothing."""
    at = next((i for i, x in enumerate(sentence) if i > 1 and x.text.casefold() == "om"), 0)
    if not at:
        return sentence
    start, end = clause(sentence, at)
    ordered = [x for x in sentence[start:at] if x.type not in QUIET]
    said = {x.text.casefold() for x in sentence[at:end]}
    to = any(text == "te" or text.startswith("te ") or " te " in text for text in said)
    shape = next(iter(shapes_of(ordered) or ()), None)
    stays = isinstance(shape, Supports) and any(x.type == "_HOLDS" for x in sentence[at:end])
    if not to or stays or not is_order(shape):
        return sentence
    while end < len(sentence) and sentence[end].type == "_AND" and _is_purpose(sentence, end + 1):
        _, end = clause(sentence, end + 1)
    return [*sentence[:at], *sentence[end:]]


def _is_purpose(sentence: list[Lexeme], at: int) -> bool:
    """`... en München te beschermen`."""
    _, end = clause(sentence, at)
    said = sentence[at:end]
    to = [i for i, x in enumerate(said[:-1]) if x.text.casefold() == "te" and said[i + 1].type != "PLACE"]
    return bool(to) and to[0] + 2 == len(said)


def _preferred(sentence: list[Lexeme]) -> list[Lexeme]:
    """`instead of A do B`, `liever A dan B`: only what is wanted."""
    start = next((i for i, x in enumerate(sentence) if x.type not in QUIET), 0)
    _, end = clause(sentence, start)
    first = sentence[start] if sentence else None
    if first is None:
        return sentence
    if "INSTEAD" in first.roles:
        named = [i for i in range(start, end) if sentence[i].type == "PLACE"]
        at = next(
            (i for i in range(start, end) if named[1:] and i > named[0] and "AFFIRM" in sentence[i].roles), 0
        )
        return [*sentence[:start], *sentence[at:]] if at else sentence
    if first.text.casefold() in ("liever", "rather", "i'd rather", "ik doe liever"):
        at = next((i for i in range(start, end) if sentence[i].text.casefold() in ("dan", "than")), 0)
        wanted = [x for x in sentence[start + 1 : at] if x.type not in QUIET]
        return [*wanted, *sentence[end:]] if at and is_order(read_one(wanted)) else sentence
    return sentence


def _not_but(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Tunis niet naar X maar naar Y`, `Vienna doesn't hold, it goes to Bohemia`: the second is meant."""
    refused = [i for i, x in enumerate(words) if x.type == "TALK" and "DENIAL" in x.roles]
    for at in reversed(refused):
        changed = _wanted(words, at)
        if changed is None:
            return None
        words = changed
    return words


def _wanted(words: list[Lexeme], at: int) -> list[Lexeme] | None:
    """The words with only what is wanted, where something else is refused; `at` is the refusal."""
    start, end = clause(words, at)
    turn = next((i for i in range(at, end) if contrasts(words[i])), end)
    if turn == end and end + 1 < len(words) and words[end].type == "_COMMA":
        turn = end + 1 if contrasts(words[end + 1]) or _stands_for(words[end + 1]) else end
    if turn == end:
        return None
    half = [*words[start:at], *words[at + 1 : min(turn, end)]]
    _, end = clause(words, turn)
    refused_order, wanted = read_one(half), words[turn + (words[turn].type != "_TO") : end]
    unit = unit_end(half, 0)
    if not is_order(refused_order) or not wanted:
        return None
    helping = isinstance(refused_order, Supports | Convoys)
    if helping and unit and unit_end(wanted, 0):  # `steunt niet X maar Y naar Z`: what it does instead
        wanted = [*half[:unit], half[unit], *wanted] if half[unit].type in HELPING else []
    elif wanted[0].type in _DOING and unit:
        wanted = [*half[:unit], *wanted]
    elif [x.type for x in wanted] == ["PLACE"] and unit and isinstance(refused_order, Moves):
        wanted = [*half[:unit], words[turn].read_as("_TO"), *wanted]
    return [*words[:start], *wanted, *words[end:]] if is_order(read_one(wanted)) else None


def _withdrawn(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Ik trek Mun - Bou in`, `withdraw Mun - Bur`: what was ordered before is taken back."""
    at = next((i for i, x in enumerate(words) if is_withdrawal(x)), -1)
    if at < 0:
        return None
    start, end = clause(words, at)
    kinds = [x.type for x in words[start:end]]
    order = any(kinds[i : i + 3] == ["PLACE", "_DASH", "PLACE"] for i in range(len(kinds)))
    dutch = words[at].type == "_MOVES"
    if not order or (dutch and kinds[-1] != "_IN") or (not dutch and at != start):
        return None
    mark = words[at]
    back = mark.read_as("TALK", "CANCEL", "NOT")
    rest = words[start:end]
    rest = [x for x in (rest[:-1] if dutch else rest) if x is not mark]
    return [*words[:start], back, *rest, *words[end:]]


def is_withdrawal(word: Lexeme) -> bool:
    """`Ik trek ... in`, `withdraw`: perhaps an order, perhaps one that is taken back."""
    words = _WITHDRAWN.get(word.type)
    return words is not None and word.text.casefold() in words


def contrasts(word: Lexeme) -> bool:
    """`maar`, `but`, `maar naar`: what is meant instead."""
    return "CONTRAST" in word.roles or (word.type == "_TO" and word.text.casefold().startswith("maar"))


def _stands_for(word: Lexeme) -> bool:
    return word.type == "_THAT" or word.text.casefold() in (
        "hij",
        "zij",
        "ze",
        "he",
        "she",
        "they",
        "het",
        "it",
    )


def _labelled(words: list[Lexeme]) -> list[Lexeme] | None:
    """`wal: bre`, `A Bul: retreat naar Roe`: the unit, and what it does."""
    colons = [i for i, x in enumerate(words) if x.type == "COLON"]
    changed = words
    for at in reversed(colons):
        changed = _label(changed, at)
    return changed if changed is not words else None


def _label(words: list[Lexeme], at: int) -> list[Lexeme]:
    start, _ = clause(words, at)
    marked = at > start and words[start].type in KINDS
    if start != at - 1 - marked or words[at - 1].type != "PLACE" or at + 1 >= len(words):
        return words
    _, end = clause(words, at + 1)
    if words[at + 1].type in KINDS and at + 2 == end and not marked:
        return [*words[:at], *words[at + 1 :]]  # `Brest: vloot`
    verb = at + 1 + (words[at + 1].type == "NUMBER")  # `F Ion, F Tys: both convoy`
    if verb < len(words) and words[verb].type in _DOING:
        return [*_joined(words, start, at), *words[verb:]]
    if words[at + 1].type != "PLACE" or at + 2 != end or marked:
        return words
    return [*words[:at], words[at].read_as("_DASH"), *words[at + 1 :]]


def _joined(words: list[Lexeme], start: int, at: int) -> list[Lexeme]:
    """`Brest, MAO: houden`: all that stand before the colon."""
    head = words[:at]
    while start > 1 and head[start - 1].type == "_COMMA":
        before, _ = clause(head, start - 2)
        if unit_end(head, before) != start - 1:
            break
        head[start - 1] = head[start - 1].read_as("_AND")
        start = before
    return head


def _slashed(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Brest/MAO houden`."""
    changed = [*words]
    for at in range(1, len(words) - 2):
        kinds = [x.type for x in words[at - 1 : at + 3]]
        if kinds[:3] == ["PLACE", "_SLASH", "PLACE"] and kinds[3] in ("_HOLDS", "_SUPPORTS", "_SLASH"):
            changed[at] = words[at].read_as("_AND")
    return changed if changed != words else None


def _parenthetic(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Leger Parijs gaat, zoals besproken met Engeland, naar Bourgondië`."""
    commas = [i for i, x in enumerate(words) if x.type == "_COMMA"]
    for first, second in pairwise(commas):
        start, _ = clause(words, first - 1) if first else (0, 0)
        unit = unit_end(words, start)
        moving = {x.type for x in words[unit:first]} <= {"_MOVES"} if unit else False
        aside = words[first + 1 : second]
        harmless = all(x.type in _ASIDE and not x.roles & _OPEN for x in aside)
        if moving and aside and harmless and second + 1 < len(words) and words[second + 1].type in _DOING:
            return [*words[:first], *words[second + 1 :]]
    return None


def _separated(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Fleet, London, North Sea`: a list with commas for signs, and no more."""
    kinds = [x.type for x in words if x.type not in ("STOP", "NUMBER")]
    said = [x for x in words if x.type not in ("STOP", "NUMBER")]
    if len(kinds) != _SEPARATED or kinds[0] not in KINDS or kinds[1:4] != ["_COMMA", "PLACE", "_COMMA"]:
        return None
    unit, goal = [said[0], said[2]], said[4]
    if goal.type == "PLACE":
        return [*unit, said[3].read_as("_DASH"), goal]
    return [*unit, goal] if goal.type == "_HOLDS" else None


def _unaided(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Zonder steun van Marseille gaat Parijs naar Bourgondië`, `with the support of Germany`."""
    for at, word in enumerate(words):
        following = [x.type for x in words[at + 1 : at + 3]]
        if word.type == "_BACKED" and following[:1] == ["POWER"] and not unit_end(words, at + 1):
            return [*words[:at], *words[at + 2 :]]
        if "LACK" not in word.roles or following[:1] != ["_SUPPORTS"]:
            continue
        end = unit_end(words, at + 3) if following[1:] in (["_FROM"], ["_OF"]) else at + 2
        if end:
            return [*words[:at], *words[end:]]
    return None


def _listed(words: list[Lexeme]) -> list[Lexeme] | None:
    """`de legers Par en Mar`, `2 legers: Par en Mar`: a kind of unit, and then which."""
    for at, word in enumerate(words[:-1]):
        beside = at + 1 + (words[at + 1].type == "COLON")
        beside += beside < len(words) and words[beside].type in ("_IN", "_FROM", "_OF")
        if word.type in KINDS and "PLURAL" in word.roles and beside == at + 1:
            continue
        if beside >= len(words) or words[beside].type != "PLACE" or word.type not in _PLURALS:
            continue
        if word.type in KINDS and "PLURAL" not in word.roles:
            continue
        kind = word.read_as(_PLURALS[word.type], "PLURAL")
        head = words[: at - 1] if at and "FOR" in words[at - 1].roles else words[:at]  # `for my fleets: ...`
        return [*head, kind, *words[beside:]]
    return None


_SUPPOSING = frozenset({"DOUBT", "IF", "RESULT", "SAID", "PAST"})


def answered(question: Sequence[Lexeme], sentence: list[Lexeme]) -> list[Lexeme] | None:
    """`En Denemarken? Die gaat naar de Oostzee.`"""
    asked = [x for x in question if x.type not in QUIET and x.type not in ("_AND", "ASK", "TALK")]
    said = [x for x in sentence if x.type not in QUIET]
    if unit_end(asked, 0) != len(asked) or len(said) < 2 or said[0].type != "_THAT":
        return None
    if any(x.type == "TALK" and x.roles & _SUPPOSING for x in question):
        return None  # `What if Munich is dislodged? Then it goes to Bohemia.`
    return [*asked, *said[1:]] if said[1].type in _DOING else None


_WAYS = Readers[Callable[[list[Lexeme]], list[Lexeme] | None]](
    (frozenset({"_AND", "_COMMA", "_SLASH"}), listed_ways),
    (frozenset({"DENIAL"}), _not_but),
    (WITHDRAWING, _withdrawn),
    (frozenset({"EXCEPT"}), all_but),
    (frozenset({"_BACKED", "LACK"}), _unaided),
    (frozenset({"ALL_ARMIES", "ALL_FLEETS", "PLURAL"}), _listed),
    (frozenset({"COLON"}), _labelled),
    (frozenset({"_WITH"}), accompanied),
    (frozenset({"_SLASH"}), _slashed),
    (frozenset({"_COMMA"}), _parenthetic),
    (frozenset({"_COMMA"}), _separated),
)
"""Turns of phrase, each with its cues: the words of a sentence in, others out; None without such a turn."""
