"""Turns of phrase in the words that the grammar knows: `the Swedish fleet`, `should move`, `w/ help of`.

Only what can be said in no other way is changed; nothing is added that was not written.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from judge.language.building import MOVING, builds, failing, set_down, wished
from judge.language.cues import Readers
from judge.language.describing import described, pointed, without_aside
from judge.language.echoing import likewise
from judge.language.foreseeing import foreseen
from judge.language.mending import meant, replaced
from judge.language.naming import becoming, equated, in_brackets, put_down, topics
from judge.language.outlets import outlets
from judge.language.particles import carries, goes_on_doing, holds_and_helps, idle, replacing
from judge.language.passives import ferried
from judge.language.phrasing import (
    ENDS,
    VERBS,
    between,
    building_nothing,
    dutiful,
    joined,
    leaving,
    next_word,
    trying,
    type_at,
    type_before,
)
from judge.language.pronouns import pronouns, topical
from judge.language.removing import abandoned, doomed, given_up, losing, spared, the_other, to_build
from judge.language.resting import besides, counted
from judge.language.routes import together
from judge.language.scanner import KINDS, QUIET, REMOVING, Lexeme
from judge.language.softening import at_worst, softened
from judge.language.waiving import forgone

_LISTED = frozenset({"_BUILDS", "_REMOVES", "_DISBANDS", "_HOLDS", "_RETREATS"})
"""Verbs over a list that is numbered."""
_GOING = frozenset({"_MOVES", "_TO", "_DASH", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_ATTACKS", "_THAT"})
_ALL = frozenset({"_REST", "ALL_ARMIES", "ALL_FLEETS"})
_TELLING = frozenset({"_IN", "_CONVOYS", "_SUPPORTS", "_WITH", "_VIA", "_CARRIED", "_DASH", *KINDS})


def reword(lexemes: list[Lexeme], cues: frozenset[str]) -> list[Lexeme]:
    """The words of a line, some of them in another order or under another name; the same list for none."""
    given = lexemes
    if "PLACE" in cues and cues.isdisjoint(MOVING):
        lexemes = lexemes if cues.isdisjoint(KINDS) else builds(lexemes)
        lexemes = lexemes if "_TO" in cues else [*trying(lexemes)]
    for way in _WAYS.of(cues):
        lexemes = [*way(lexemes)]
    if _TELLING.isdisjoint(cues) and _TELLING.isdisjoint([x.type for x in lexemes]):
        return lexemes
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        after = joined(words, lexemes, at)
        if not after:
            words.append(lexemes[at])
        at = after or at + 1
    return given if words == given else words


def _numbered(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`1. Bur - Bel 2. Par - Bur`: a list on one line."""
    marks = {at: int(x.text) for at, x in enumerate(lexemes[:-2]) if x.text.isdigit()}
    marks = {at: n for at, n in marks.items() if lexemes[at + 1].text in (".", ")", ":")}
    if any(at and lexemes[at - 1].roles & {"OPTION", "DOUBT"} for at in marks):
        return lexemes  # `Option 2:`
    counted = [*marks.values()]
    if (len(counted) < 2 and counted != [2]) or counted != list(range(counted[0], counted[0] + len(counted))):
        return lexemes
    first = min(marks)
    heads = first > 1 and lexemes[first - 1].type == "COLON" and lexemes[0].type in _LISTED
    left = {first + 1} if heads else set[int]()  # `Removals: 1. F Den 2. A Ber`
    kept = [(at, x) for at, x in enumerate(lexemes) if at not in marks and at not in left]
    return [(x.read_as("_COMMA") if heads else _stop(x)) if at - 1 in marks else x for at, x in kept]


def _stop(mark: Lexeme) -> Lexeme:
    return Lexeme("STOP", ";", mark.start, mark.end)


def _all_but(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`All but Paris hold`, `Alles houdt behalve Parijs`: all hold, but Paris."""
    for at, lexeme in enumerate(lexemes):
        starts = type_before(lexemes[:at]) in ("", "STOP")
        if starts and lexeme.type == "_HOLDS" and (turned := _all_first(lexemes, at)):
            return _all_but(turned)
        if starts and (lexeme.type in _ALL or "ALL_BUT" in lexeme.roles):
            end = next((i for i in range(at, len(lexemes)) if lexemes[i].type == "STOP"), len(lexemes))
            words = _with_but(lexemes[at:end])
            if words is not None:
                return [*lexemes[:at], *words, *_all_but(lexemes[end:])]
    return lexemes


def _all_first(lexemes: list[Lexeme], at: int) -> list[Lexeme] | None:
    """`Ik hold dus alles behalve Brest, die ...`: as `alles hold behalve Brest, die ...`."""
    but = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].type not in QUIET), at)
    if "ALL_BUT" not in lexemes[but].roles:
        return None
    mark = lexemes[but]
    whole = mark.read_as("_REST")
    return [*lexemes[:at], whole, lexemes[at], mark.read_as("TALK", "EXCEPT"), *lexemes[but + 1 :]]


def _with_but(sentence: list[Lexeme]) -> list[Lexeme] | None:
    """A sentence said so that `but` stands where the grammar looks for it: behind the verb."""
    said = [i for i, x in enumerate(sentence) if x.type not in (*QUIET, "_COMMA")]
    words = [sentence[i] for i in said]
    one = "ALL_BUT" in words[0].roles
    verb = 0 if one else next((i for i, x in enumerate(words[:3]) if i and x.type == "_HOLDS"), 0)
    but = 0 if one else verb + 1
    end = but + 1
    while end < len(words) and words[end].type in ("PLACE", "_AND", "_IN", *KINDS):
        end += 1
    excepted = words[but + 1 : end]
    if not any(x.type == "PLACE" for x in excepted):
        return None
    if not (one or words[but].roles & ({"EXCEPT"} if verb else {"EXCEPT", "CONTRAST"})):
        return None  # `All hold but Par - Bur` is read as it is
    mark = words[but].read_as("TALK", "REASON", "CONTRAST")
    if verb:
        return [*words[: verb + 1], mark, *excepted] if end == len(words) else None
    whole = words[0].read_as("_REST") if one else words[0]
    held = end
    while held < len(words) and words[held].type == "_HOLDS":
        held += 1
    if held == end:
        return [whole, words[but].read_as("TALK", "NOT", "IF", "EXCEPT"), *words[but + 1 :]]
    return [whole, *words[end:held], mark, *excepted, *sentence[said[held - 1] + 1 :]]


def _aimed(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Denemarken blijft liggen om Kiel te dekken`: behind an order it says what that is for."""
    words: list[Lexeme] = []
    ordered = False
    for at, lexeme in enumerate(lexemes):
        if "AIM" in lexeme.roles and ordered:
            roles = () if _helps(lexemes, at) else ("CAUSE",)
            lexeme = lexeme.read_as("TALK", *roles)
        ordered = (ordered or lexeme.type in VERBS or lexeme.type == "_DASH") and lexeme.type not in ENDS
        words.append(lexeme)
    return words


def _helps(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`houdt om Kiel te steunen`: that is what it is to do."""
    kinds = [x.type for x in lexemes[at + 1 :]]
    end = next((i for i, kind in enumerate(kinds) if kind in ENDS), len(kinds))
    return kinds[end - 1 : end] in (["_SUPPORTS"], ["_CONVOYS"])


def _topics(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`As for Burgundy, it holds`, `Order for Paris: hold`, `Paris? Hold`, `Nobody moves`."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        starts = type_before(words) in ("", "STOP")
        skip = _topic(lexemes, at) if starts else None
        if skip is not None:
            words += [x for x in lexemes[at : skip[1]] if x.type in ("PLACE", "_IN", "_RETREATS", *KINDS)]
            at = skip[0]
            following = next_word(lexemes, at + 1)
            if type_at(lexemes, at) == "_MOVES" and _is_it(lexemes, following - 1):
                words.append(lexemes[at])  # `A Berlin, move it to Prussia`
                at = following
            continue
        still = "NOBODY" in lexemes[at].roles and starts and type_at(lexemes, at + 1) == "_MOVES"
        if still and type_at(lexemes, next_word(lexemes, at + 1)) in ("", "STOP", "_COMMA"):
            mark = lexemes[at]
            words += [mark.read_as(kind) for kind in ("_REST", "_HOLDS")]
            at = next_word(lexemes, at + 1)
            continue
        words.append(lexemes[at])
        at += 1
    return words


def _topic(lexemes: Sequence[Lexeme], at: int) -> tuple[int, int] | None:
    """Where what is said of a unit begins, and where its name ends; None where no unit is the topic."""
    about = at
    while about < len(lexemes) and (
        lexemes[about].type in QUIET or lexemes[about].roles & {"ORDERS", "INTRO"}
    ):
        if "ABOUT" in lexemes[about].roles:
            break
        about += 1
    announced = about < len(lexemes) and "ABOUT" in lexemes[about].roles
    end = _named(lexemes, about + 1 if announced else at)
    if not end or end >= len(lexemes):
        return None
    mark = lexemes[end].type
    after = end + 1
    while after < len(lexemes) and (lexemes[after].type in QUIET or lexemes[after].type == "_THAT"):
        after += 1
    then = lexemes[after].type if after < len(lexemes) else ""
    plain = then in _GOING or (
        then == "PLACE" and mark == "COLON" and type_at(lexemes, after + 1) in ("", "STOP")
    )
    told = mark in ("COLON", "_COMMA") if announced else mark == "ASK" and then != "PLACE"
    told = told or (mark == "_COMMA" and _commands(lexemes, after))
    return (after, end) if told and plain else None


def _commands(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Paris, hold.`, `Paris, go to Gascony`: a verb, where to, and no more."""
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ENDS), len(lexemes))
    said = [x for i, x in enumerate(lexemes[at:end], at) if not _is_it(lexemes, i)]
    kinds = [x.type for x in said if x.type not in QUIET]
    if end < len(lexemes) and lexemes[end].type == "_AND":
        return False
    going = kinds[-1:] == ["PLACE"] and {*kinds[:-1]} <= {"_MOVES", "_TO", "_DASH", "_ATTACKS"}
    return bool(kinds) and ({*kinds} == {"_HOLDS"} or (going and len(kinds) > 1))


def _is_it(lexemes: Sequence[Lexeme], at: int) -> bool:
    """The word for the unit behind a verb: `move it`, `stuur die maar`."""
    said = at < len(lexemes) and "IT" in lexemes[at].roles
    return said and type_before(lexemes[:at]) == "_MOVES"


def _named(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where the unit ends that begins here; 0 where none does."""
    while at < len(lexemes) and lexemes[at].type in (*KINDS, "_IN", "_AND", *QUIET):
        at += 1
    return at + 1 if at < len(lexemes) and lexemes[at].type == "PLACE" else 0


def _tabled(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`A Paris | Move to Burgundy`: the bars of a table, with the unit in the first cell."""
    at = next((i for i, x in enumerate(lexemes) if x.text == "|"), 0)
    if not at:
        return lexemes
    first = [x.type for x in lexemes[:at] if x.type not in QUIET]
    second = type_at(lexemes, at + 1)
    whole = first[-1:] == ["PLACE"] and {*first[:-1]} <= {*KINDS, "_IN"} and len(first) <= 3
    goes_on = second in VERBS or second == "_DASH" or (second == "PLACE" and len(first) > 1)
    return [x for x in lexemes if x.text != "|"] if whole and goes_on else lexemes


def _named_in_brackets(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Napels kiest zee (Ionische Zee)`: where a verb goes, and no more in the brackets."""
    for at, lexeme in enumerate(lexemes):
        goes = lexeme.type == "COMMENT" and [x.type for x in lexeme.inner if x.type not in QUIET] == ["PLACE"]
        if goes and type_before(lexemes[:at]) == "_MOVES" and type_at(lexemes, at + 1) in ENDS:
            yield from lexeme.inner
        else:
            yield lexeme


_WAYS = Readers[Callable[[list[Lexeme]], Iterable[Lexeme]]](
    (frozenset({"NUMBER"}), _numbered),
    (frozenset({"SO", "EXCEPT", "CAUSE", "AFFIRM"}), outlets),
    (frozenset({"CONTRAST"}), softened),
    (frozenset({"_DISBANDS"}), at_worst),
    (frozenset({"COLON"}), abandoned),
    (frozenset({"_RETREATS", "RESULT", "FORESEEN", "NEEDED", "GRANTED", "DUE", "COMMENT"}), foreseen),
    (frozenset({"NUMBER"}), counted),
    (REMOVING | {"LEAVING"}, losing),
    (REMOVING, doomed),
    (frozenset({"LEAVING"}), spared),
    (frozenset({"_RETREATS"}), the_other),
    (frozenset({"GIVES"}), given_up),
    (REMOVING, to_build),
    (frozenset({"SO", "CAUSE"}), likewise),
    (frozenset({"WISH"}), wished),
    (frozenset({"FORGOES", "USING", "_WAIVES"}), forgone),
    (frozenset({"_ELSE"}), failing),
    (frozenset({"BE", "THEM", "UNIT"}), equated),
    (frozenset({"BE", "THESE"}), becoming),
    (frozenset({"COLON", "_COMMA", "ASK", "FOR"}), topics),
    (frozenset({"DOWN"}), set_down),
    (frozenset({"PUTS"}), put_down),
    (frozenset({"_REST", "ALL_ARMIES", "ALL_FLEETS"}), besides),
    (frozenset({*_ALL, "ALL_BUT"}), _all_but),
    (frozenset({"TALK", "WORD"}), between),
    (frozenset({"WORD"}), described),
    (frozenset({"ABOUT", "_AT", "WORD"}), topical),
    (frozenset({"_THAT", "IT"}), pointed),
    (frozenset({"YOU"}), together),
    (frozenset({"MEANT", "COMMENT"}), meant),
    (frozenset({"ORDERS"}), replaced),
    (frozenset({"_CONVOYS"}), ferried),
    (frozenset({"TALK", "WORD"}), without_aside),
    (frozenset({"_BUILDS"}), building_nothing),
    (frozenset({"LEAVING", "_REMOVES"}), leaving),
    (frozenset({"SHOULD"}), dutiful),
    (frozenset({"AIM"}), _aimed),
    (frozenset({"REPLACING", "TURN"}), replacing),
    (frozenset({"AUXILIARY"}), goes_on_doing),
    (frozenset({"CARRY"}), carries),
    (frozenset({"_HOLDS"}), holds_and_helps),
    (frozenset({"NOBODY", "ORDERS"}), idle),
    (frozenset({"ASK", "_COMMA", "ABOUT", "NOBODY"}), _topics),
    (frozenset({"ARMY", "FLEET", "_WITH"}), pronouns),
    (frozenset({"COMMENT"}), _named_in_brackets),
    (frozenset({"COMMENT"}), in_brackets),
    (frozenset({"_COMMA"}), _tabled),
)
"""Turns of phrase, each with its cues: kinds of words, or what words may do. Without any it is not sought."""
