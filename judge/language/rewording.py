"""Turns of phrase in the words that the grammar knows: `the Swedish fleet`, `should move`, `w/ help of`.

Only what can be said in no other way is changed; nothing is added that was not written.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from judge.language.building import MOVING, builds, failing, forgone, set_down, wished
from judge.language.phrasing import (
    QUIET,
    VERBS,
    between,
    building_nothing,
    dutiful,
    leaving,
    next_word,
    trying,
    type_at,
    type_before,
)
from judge.language.pronouns import pronouns
from judge.language.scanner import KINDS, Lexeme

_GOING = frozenset({"_MOVES", "_TO", "_DASH", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_ATTACKS", "_THAT"})
_ALL = frozenset({"_REST", "ALL_ARMIES", "ALL_FLEETS"})
_TELLING = frozenset({"_IN", "_CONVOYS", "_SUPPORTS", "_WITH", "_VIA", "_CARRIED", "_DASH", *KINDS})
_LINKS = frozenset({"_IN", "_FROM", "_OF", "_ON"})
_ENDS = frozenset({"", "_COMMA", "_AND", "STOP", "COLON", "COMMENT"})
_COMING_BY = ("springt", "staat", "valt")
_SHORT = 2
"""Letters of a unit's mark, which stands before the place and never behind it."""


def reword(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The words of a line, some of them in another order or under another name."""
    kinds = {x.type for x in lexemes}
    roles = frozenset().union(*[x.roles for x in lexemes])
    if "PLACE" in kinds and kinds.isdisjoint(MOVING):
        lexemes = builds(lexemes) if not kinds.isdisjoint(KINDS) else lexemes
        lexemes = lexemes if "_TO" in kinds else [*trying(lexemes)]
    for some, doing, way in _WAYS:
        if not (some.isdisjoint(kinds) and doing.isdisjoint(roles)):
            lexemes = [*way(lexemes)]
    if _TELLING.isdisjoint(kinds) and _TELLING.isdisjoint(x.type for x in lexemes):
        return lexemes
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        at = _step(words, lexemes, at)
    return words


def _step(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    lexeme = lexemes[at]
    before = type_before(words)
    if lexeme.type in KINDS and _names_before(words, lexemes, at):
        place = words.pop()
        words += [_spanning(lexeme, place, lexeme), _spanning(place, place, lexeme)]
        return at + 1
    if lexeme.type in KINDS and words and "OTHER_ONE" in words[-1].roles and _names_none(lexemes, at):
        other = words.pop()
        words.append(Lexeme(lexeme.type, lexeme.text, other.start, lexeme.end, roles=other.roles))
        return at + 1  # `the other fleet`
    if lexeme.type == "_TO" and before == "PLACE" and type_at(lexemes, at + 1) in ("_CONVOYS", "_SUPPORTS"):
        return at + 1  # `use the Channel fleet to ferry Brest to London`
    if lexeme.type == "_IN" and type_at(lexemes, at + 1) in ("_CONVOYS", "_SUPPORTS") and before == "PLACE":
        return at + 1  # `gebruik Denemarken om Kiel te steunen`
    if lexeme.text == "bij" and before == "PLACE" and type_at(lexemes, at + 1) in _ENDS:
        verb = next((i for i, x in enumerate(words) if x.text.casefold() in _COMING_BY), 0)
        if verb and [x.type for x in words[verb + 1 :] if x.type not in (*QUIET, *KINDS)] == ["PLACE"]:
            words[verb] = Lexeme("_SUPPORTS", words[verb].text, words[verb].start, lexeme.end)
            return at + 1  # `Gascogne springt Marseille bij`
    if lexeme.type == "_DASH" and before == "_SUPPORTS" and type_at(lexemes, at + 1) in ("_HOLDS", "_MOVES"):
        return at + 1  # `support-holds`
    if lexeme.type == "_DASH" and before == "PLACE" and _is_verb(lexemes, at + 1):
        return at + 1  # `Ska - support Nth to Den`
    if lexeme.type == "_CARRIED" and any(x.type == "_VIA" for x in lexemes[at + 1 :]):
        return at + 1  # `Bel convoyed to Norway via Nth`
    if lexeme.type == "_VIA" and "CARRIER" in lexeme.roles and (carriers := _carriers(words, lexemes, at)):
        words += carriers[0]
        return carriers[1]
    if "GIVES" in lexeme.roles and before == "PLACE" and (given := _given(lexemes, at)):
        words += given[0]
        return given[1]
    if lexeme.type == "_WITH" and (helped := _help(lexemes, at)):
        words += helped[0]
        return helped[1]
    words.append(lexeme)
    return at + 1


def _names_none(lexemes: Sequence[Lexeme], at: int) -> bool:
    long = len(lexemes[at].text) > _SHORT
    return long and type_at(lexemes, at + 1) not in ("PLACE", "WORD", "POWER", *_LINKS)


def _is_verb(lexemes: Sequence[Lexeme], at: int) -> bool:
    said = next((x for x in lexemes[at:] if x.type not in QUIET), None)
    return said is not None and said.type in ("_SUPPORTS", "_CONVOYS", "_MOVES") and len(said.text) > _SHORT


def _given(lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`gives Denmark support into Sweden`: supports Denmark."""
    said = [x for x in lexemes[at + 1 : at + 8] if x.type not in QUIET][:4]
    unit = next((i + 1 for i, x in enumerate(said) if x.type == "PLACE"), 0)
    if (
        not unit
        or unit >= len(said)
        or said[unit].type != "_SUPPORTS"
        or said[0].type not in (*KINDS, "PLACE")
    ):
        return None
    return [said[unit], *said[:unit]], _after(lexemes, said[unit])


def _carriers(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`A Yor - Nwy convoyed by F Nth`: the way it goes, and what that fleet does."""
    clause = [x.type for x in words]
    start = max((i + 1 for i, kind in enumerate(clause) if kind in ("STOP", "_AND", "COLON")), default=0)
    if not {*clause[start:]} & {"_TO", "_DASH", "_ATTACKS", "_MOVES"}:
        return None
    end, fleets = at + 1, []
    while end < len(lexemes) and lexemes[end].type in (*KINDS, *QUIET, "PLACE", "_IN"):
        fleets.append(lexemes[end])
        end += 1
    places = [x for x in fleets if x.type == "PLACE"]
    if len(places) != 1 or type_at(lexemes, end) not in _ENDS:
        return None
    mark = lexemes[at]
    way = Lexeme("_VIA", mark.text, mark.start, mark.end)
    return [way, places[0], Lexeme("_CARRIED_BY", mark.text, mark.start, mark.end), *fleets], end


def _numbered(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`1. Bur - Bel 2. Par - Bur`: a list on one line."""
    marks = {at: int(x.text) for at, x in enumerate(lexemes[:-2]) if x.text.isdigit()}
    marks = {at: n for at, n in marks.items() if lexemes[at + 1].text in (".", ")", ":")}
    if any(at and lexemes[at - 1].roles & {"OPTION", "DOUBT"} for at in marks):
        return lexemes  # `Option 2:`
    counted = [*marks.values()]
    if (len(counted) < 2 and counted != [2]) or counted != list(range(counted[0], counted[0] + len(counted))):
        return lexemes
    kept = [(at, x) for at, x in enumerate(lexemes) if at not in marks]
    return [_stop(x) if at - 1 in marks else x for at, x in kept]


def _stop(mark: Lexeme) -> Lexeme:
    return Lexeme("STOP", ";", mark.start, mark.end)


def _all_but(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`All but Paris hold`, `Alles houdt behalve Parijs`: all hold, but Paris."""
    for at, lexeme in enumerate(lexemes):
        starts = type_before(lexemes[:at]) in ("", "STOP")
        if starts and (lexeme.type in _ALL or "ALL_BUT" in lexeme.roles):
            end = next((i for i in range(at, len(lexemes)) if lexemes[i].type == "STOP"), len(lexemes))
            words = _with_but(lexemes[at:end])
            if words is not None:
                return [*lexemes[:at], *words, *_all_but(lexemes[end:])]
    return lexemes


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
    mark = _marked(words[but], "REASON", "CONTRAST")
    if verb:
        return [*words[: verb + 1], mark, *excepted] if end == len(words) else None
    whole = Lexeme("_REST", words[0].text, words[0].start, words[0].end) if one else words[0]
    held = end
    while held < len(words) and words[held].type == "_HOLDS":
        held += 1
    if held == end:
        return [whole, _marked(words[but], "NOT", "IF", "EXCEPT"), *words[but + 1 :]]
    return [whole, *words[end:held], mark, *excepted, *sentence[said[held - 1] + 1 :]]


def _marked(word: Lexeme, *roles: str) -> Lexeme:
    return Lexeme("TALK", word.text, word.start, word.end, roles=frozenset(roles))


def _aimed(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Denemarken blijft liggen om Kiel te dekken`: behind an order it says what that is for."""
    words: list[Lexeme] = []
    ordered = False
    for at, lexeme in enumerate(lexemes):
        if "AIM" in lexeme.roles and ordered:
            roles = frozenset() if _helps(lexemes, at) else frozenset({"CAUSE"})
            lexeme = Lexeme("TALK", lexeme.text, lexeme.start, lexeme.end, roles=roles)
        ordered = (ordered or lexeme.type in VERBS or lexeme.type == "_DASH") and lexeme.type not in _ENDS
        words.append(lexeme)
    return words


def _helps(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`houdt om Kiel te steunen`: that is what it is to do."""
    kinds = [x.type for x in lexemes[at + 1 :]]
    end = next((i for i, kind in enumerate(kinds) if kind in _ENDS), len(kinds))
    return kinds[end - 1 : end] in (["_SUPPORTS"], ["_CONVOYS"])


def _topics(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`As for Burgundy, it holds`, `Order for Paris: hold`, `Paris? Hold`, `Nobody moves`."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        starts = type_before(words) in ("", "STOP")
        skip = _topic(lexemes, at) if starts else None
        if skip is not None:
            words += [x for x in lexemes[at : skip[1]] if x.type in ("PLACE", "_IN", *KINDS)]
            at = skip[0]
            following = next_word(lexemes, at + 1)
            if type_at(lexemes, at) == "_MOVES" and _is_it(lexemes, following - 1):
                words.append(lexemes[at])  # `A Berlin, move it to Prussia`
                at = following
            continue
        still = "NOBODY" in lexemes[at].roles and starts and type_at(lexemes, at + 1) == "_MOVES"
        if still and type_at(lexemes, next_word(lexemes, at + 1)) in ("", "STOP", "_COMMA"):
            mark = lexemes[at]
            words += [Lexeme(kind, mark.text, mark.start, mark.end) for kind in ("_REST", "_HOLDS")]
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
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in _ENDS), len(lexemes))
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
        if goes and type_before(lexemes[:at]) == "_MOVES" and type_at(lexemes, at + 1) in _ENDS:
            yield from lexeme.inner
        else:
            yield lexeme


def _names_before(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Paris army`, `the North Sea fleet`; not `Paris, army Marseilles`."""
    if not words or words[-1].type != "PLACE":
        return False
    earlier = type_before(words[:-1])
    if len(lexemes[at].text) <= _SHORT:  # `Edi F, Lvp A`
        return earlier in _ENDS and type_at(lexemes, at + 1) in _ENDS
    return earlier not in (*KINDS, "_IN") and type_at(lexemes, at + 1) not in (
        "PLACE",
        "WORD",
        "POWER",
        *_LINKS,
    )


def _help(lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`with Albania's support`, `with Austrian help from Vienna`: supported by Albania, by Vienna."""
    said = [x for x in lexemes[at + 1 : at + 8] if x.type not in QUIET][:4]
    kinds = [x.type for x in said]
    mark = Lexeme("_BACKED", lexemes[at].text, lexemes[at].start, lexemes[at].end)
    if kinds[:2] == ["PLACE", "_SUPPORTS"] and len(said[1].text) > _SHORT and (kinds[2:] or [""])[0] in _ENDS:
        return [mark, said[0]], _after(lexemes, said[1])
    whose = kinds[:1] == ["POWER"]
    if whose:
        said, kinds = said[1:], kinds[1:]
    if not said or not (kinds[0] == "_SUPPORTS" or "HELP" in said[0].roles):
        return None
    if (kinds[1:] or [""])[0] in ("_FROM", "_OF") and kinds[2:]:
        return [mark], _after(lexemes, said[1])
    if whose and (kinds[1:] or [""])[0] in _ENDS:  # somebody else's, and not of which unit
        return [Lexeme("COMMENT", said[0].text, mark.start, said[0].end)], _after(lexemes, said[0])
    return None


def _after(lexemes: Sequence[Lexeme], lexeme: Lexeme) -> int:
    return next(i for i, x in enumerate(lexemes) if x is lexeme) + 1


def _spanning(word: Lexeme, first: Lexeme, last: Lexeme) -> Lexeme:
    return Lexeme(word.type, word.text, first.start, last.end, word.value, word.roles)


_Way = tuple[frozenset[str], frozenset[str], Callable[[list[Lexeme]], Iterable[Lexeme]]]
_WAYS: tuple[_Way, ...] = (
    (frozenset({"NUMBER"}), frozenset(), _numbered),
    (frozenset(), frozenset({"WISH"}), wished),
    (frozenset(), frozenset({"FORGOES"}), forgone),
    (frozenset({"_ELSE"}), frozenset(), failing),
    (frozenset(), frozenset({"DOWN"}), set_down),
    (_ALL, frozenset({"ALL_BUT"}), _all_but),
    (frozenset({"TALK", "WORD"}), frozenset(), between),
    (frozenset({"_BUILDS"}), frozenset(), building_nothing),
    (frozenset(), frozenset({"LEAVING"}), leaving),
    (frozenset(), frozenset({"SHOULD"}), dutiful),
    (frozenset(), frozenset({"AIM"}), _aimed),
    (frozenset({"ASK", "_COMMA"}), frozenset({"ABOUT", "NOBODY"}), _topics),
    (frozenset({"ARMY", "FLEET", "_WITH"}), frozenset(), pronouns),
    (frozenset({"COMMENT"}), frozenset(), _named_in_brackets),
    (frozenset({"_COMMA"}), frozenset(), _tabled),
)
"""Turns of phrase, each with what must be there for it: some kind of word, or something a word may do."""
