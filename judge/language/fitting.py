"""Lexemes of lines about buildings, bills and research fitted together, before they are read as shapes.

Only the word file of rules with an economy has these words, so that other games never come here.
"""

from collections.abc import Iterator, Sequence

from judge.board.geography import PORT, BuildingType
from judge.language.passives import PARTS
from judge.language.scanner import DOING, GOING, KINDS, LINKS, QUIET, Lexeme
from judge.language.shapes import Spot

BUILDINGS = {"FORT": BuildingType.FORT, "PORT": BuildingType.PORT, "HUB": BuildingType.HUB}
_OURS = frozenset(
    {*BUILDINGS, "STRANGE", "ITEM", "ORDERED", "PAYS_ALL", "_PAYS", "_DEMOLISHES", "_RESEARCHES"}
)
_VERBS = DOING - {"_DISBANDS"}
_KNOWN = frozenset({"PLACE", *KINDS, *BUILDINGS})
_CLEAR = frozenset({"_BUILDS", "_PAYS", "_DEMOLISHES", "_REMOVES", "_DISBANDS", "_RESEARCHES", "PLACE"})
_NAMED = frozenset({"PLACE", "_FILLER", *KINDS, *BUILDINGS})
_LINKING = frozenset({"REASON", "INTRO", "ABOUT", "FOR"})
_THINGS = frozenset({*KINDS, *BUILDINGS})


def speaks_of_these(lexemes: Sequence[Lexeme]) -> bool:
    """Whether this is about buildings, bills or research."""
    return not _OURS.isdisjoint([lexeme.type for lexeme in lexemes])


def fitted(lexemes: list[Lexeme], line: str) -> list[Lexeme]:
    """The lexemes of a line: ports joined to their places, and what follows a verb of ours made one."""
    whole = _paying(_but(_labelled(lexemes), line))
    return _commands(list(_items(_strange(_both(_ports(whole))), line)), line)


def _labelled(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Paris: fort`: a list by places."""
    said = [x for x in lexemes if x.type not in QUIET]
    if [x.type for x in said[:2]] == ["PLACE", "COLON"] and len(said) == 3 and said[2].type in BUILDINGS:
        return [said[2], said[0]]
    return lexemes


def _both(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Build an army and a fort in Paris`: both are for there."""
    kinds = {x.type for x in lexemes}
    if not (kinds & {*BUILDINGS} and kinds & {"_BUILDS", "_DEMOLISHES", "_PAYS"}):
        return lexemes
    out: list[Lexeme] = []
    for lexeme in reversed(lexemes):
        following = [x for x in out if x.type not in QUIET]
        ends = bool(following) and following[0].type in ("_AND", "_COMMA")
        if lexeme.type in _THINGS and len(lexeme.text) > 1 and ends:
            there = [x for x in _part(following, 1) if x.type == "PLACE" or x.type in _THINGS]
            if [x.type == "PLACE" for x in there] == [False, True]:
                out.insert(0, there[1])
        out.insert(0, lexeme)
    return out


def _but(lexemes: list[Lexeme], line: str) -> list[Lexeme]:
    """`Replenish all but the fort`: neither all nor nothing, so that it has to be asked about."""
    at = next((i for i, x in enumerate(lexemes) if x.type == "PAYS_ALL"), len(lexemes))
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type == "STOP"), len(lexemes))
    for number in range(at + 1, end):
        lexeme = lexemes[number]
        if lexeme.roles & {"EXCEPT", "CONTRAST", "NOT"} or lexeme.type == "_ON":
            text = line[lexeme.start : lexemes[end - 1].end]
            odd = Lexeme("STRANGE", text, lexeme.start, lexemes[end - 1].end)
            return [*lexemes[: at + 1], odd, *lexemes[end:]]
    return lexemes


def _paying(lexemes: list[Lexeme]) -> list[Lexeme]:
    """A list of what is paid for, without the words that only hold it together."""
    if not any(lexeme.type == "_PAYS" for lexeme in lexemes):
        return lexemes
    return _ordered(_closed(_one_list(lexemes)))


def _one_list(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Pay in this order: A Bur; fort Bur`: behind the colon all is one list."""
    colon = next((at for at, x in enumerate(lexemes) if x.type == "COLON"), len(lexemes))
    return [
        x.read_as("_COMMA") if at > colon and (x.type, x.text) == ("STOP", ";") else x
        for at, x in enumerate(lexemes)
    ]


def _closed(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Vul leger Parijs en leger Brest aan`: the end of the verb belongs to all of the list."""
    ends = [*(x.type in PARTS for x in lexemes[1:]), True]
    return [x for x, last in zip(lexemes, ends, strict=True) if not (x.type == "_AT" and last)]


def _ordered(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Pay for A Bur, then for fort Bur`, `vul A Bur aan, daarna fort Bur`: what is first, the order says."""
    out: list[Lexeme] = []
    for lexeme, following in zip(lexemes, [*lexemes[1:], None], strict=True):
        said = [x for x in out if x.type not in QUIET]
        opens = not said or said[-1].type in PARTS | {"_PAYS"}
        linking = lexeme.type == "_TO" or (lexeme.type == "TALK" and lexeme.roles <= _LINKING)
        if not (opens and linking and following is not None and following.type in _NAMED):
            out.append(lexeme)
    return out


def is_attempt(core: Sequence[Lexeme]) -> bool:
    """Whether a line that cannot be read was meant as such an order: `build fort`, `pay all for Paris`."""
    kinds = [x.type for x in core[1:]]
    if not core or core[0].type not in _CLEAR:
        return False
    return any(kind in BUILDINGS for kind in kinds[:2]) or (
        core[0].type in ("_PAYS", "_DEMOLISHES") and "PLACE" in kinds
    )


def names_ours(core: Sequence[Lexeme]) -> bool:
    """Whether a line has a verb of ours and something it can be about: then it is no talk."""
    kinds = {x.type for x in core}
    some = {"PLACE", "_REST", "ALL_ARMIES", "ALL_FLEETS"}
    about = kinds & {*BUILDINGS, "ITEM"} or (kinds & {"_PAYS", "_DEMOLISHES"} and kinds & some)
    return bool(kinds & (_CLEAR - {"PLACE"}) and about) or "PAYS_ALL" in kinds


def cancels_ours(core: Sequence[Lexeme]) -> bool:
    """`Cancel the fort in Munich`: perhaps that of an earlier letter, which stands."""
    kinds = {x.type for x in core}
    return bool(core) and "CANCEL" in core[0].roles and "PLACE" in kinds and bool(kinds & {*BUILDINGS})


def _ports(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Brest port`, `Bre/port`, `Brest (port)`, `fleet in the port of Brest`: the place itself."""
    out: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        size, place = _berth(lexemes, at, out)
        out.append(place or lexemes[at])
        at += size
    return out


def _berth(lexemes: list[Lexeme], at: int, before: list[Lexeme]) -> tuple[int, Lexeme | None]:
    here, following = lexemes[at], lexemes[at + 1 : at + 3]
    kinds = [x.type for x in following]
    if here.type == "PLACE" and not _is_building_site(before):
        if kinds[:1] == ["PORT"]:
            return 2, _quay(here, following[0])
        if kinds == ["_SLASH", "PORT"]:
            return 3, _quay(here, following[1])
        if kinds[:1] == ["COMMENT"] and [x.type for x in following[0].inner] == ["PORT"]:
            return 2, _quay(here, following[0])
    if here.type == "PORT" and _wants_place(before):
        for end in range(at + 1, min(len(lexemes), at + 4)):
            if lexemes[end].type == "PLACE":
                return end + 1 - at, _quay(lexemes[end], here)
            if lexemes[end].type not in LINKS | QUIET:
                break
        # `F Brest goes into port`: that of Brest.
        home = next((x for x in before if x.type == "PLACE"), None)
        said = _said(before)
        if home is not None and said[:2] == ["FLEET", "PLACE"] and len(said) == 3 and said[2] in GOING:
            return 1, _quay(home, here)
    return 1, None


def _quay(place: Lexeme, port: Lexeme) -> Lexeme:
    assert isinstance(place.value, Spot)
    first, last = sorted((place, port), key=lambda x: x.start)
    spot = Spot(place.value.text, place.value.tiers, PORT)
    return Lexeme("PLACE", place.text, first.start, last.end, spot, place.roles)


def _said(lexemes: Sequence[Lexeme]) -> list[str]:
    return [x.type for x in lexemes if x.type not in QUIET]


def _is_building_site(before: Sequence[Lexeme]) -> bool:
    """`build in Brest a port`, `place Brest port`: what is built, not where."""
    said = _said(before)
    return bool(said) and (
        said[-1] in ("_BUILDS", "_DEMOLISHES", "_REMOVES", "_PAYS") or said[-2:] == ["_BUILDS", "_IN"]
    )


def _wants_place(before: Sequence[Lexeme]) -> bool:
    """A fleet stands before it, or a sign of where a fleet goes."""
    said = _said(before)
    if said and said[-1] in LINKS:
        return len(said) > 1 and (said[-2] in KINDS or said[-2] in ("_MOVES", "_HOLDS"))
    return bool(said) and (said[-1] in KINDS or said[-1] in GOING)


def _strange(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`place castle Burgundy`: a word where a building belongs."""
    # `Build a castle`: that is no army.
    said = [x for x in lexemes if x.type not in QUIET and (x.type, x.text) != ("ARMY", "a")]
    for at, lexeme in enumerate(said[:-2]):
        word, rest = said[at + 1], [x.type for x in said[at + 2 : at + 4]]
        odd = lexeme.type == "_BUILDS" and word.type == "WORD" and " " not in word.text
        if odd and (rest[:1] == ["PLACE"] or (rest[:1] and rest[0] in LINKS and rest[1:] == ["PLACE"])):
            before = lexemes[lexemes.index(word) - 1]
            article = before if (before.type, before.text) == ("ARMY", "a") else None
            return [x.read_as("STRANGE") if x is word else x for x in lexemes if x is not article]
    return lexemes


def _items(lexemes: list[Lexeme], line: str) -> Iterator[Lexeme]:
    """What is researched: whatever follows the verb, part by part of a list."""
    at, listing = 0, False
    lexemes = _bought(lexemes)
    while at < len(lexemes):
        here = lexemes[at]
        whole = _part(lexemes, at)
        if len(whole) > 1 and whole[-1].type == "_RESEARCHES" and not {x.type for x in whole} & _KNOWN:
            at += len(whole)
            yield from (*_item(whole[:-1], line), whole[-1])
            continue
        if here.type in ("STOP", "ASK"):
            listing = False
        part = _part(lexemes, at) if listing and here.type not in PARTS else []
        if part and {x.type for x in part} & _CLEAR:
            listing = False
        elif part:
            at += len(part)
            yield from _item(part, line)
            continue
        listing = listing or here.type == "_RESEARCHES"
        yield here
        at += 1


def _bought(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Buy a fort in Paris`: what is bought is built, unless it is research."""
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "_RESEARCHES" and {x.type for x in _part(lexemes, at)} & {*BUILDINGS, *KINDS}:
            made = lexeme.read_as("_BUILDS")
            return [*lexemes[:at], made, *lexemes[at + 1 :]]
    return lexemes


def _part(lexemes: list[Lexeme], at: int) -> list[Lexeme]:
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in PARTS), len(lexemes))
    return lexemes[at:end]


def _item(part: list[Lexeme], line: str) -> Iterator[Lexeme]:
    named = [x for x in part if (x.type not in QUIET and x.type != "TALK") or x.text == "I"]
    if named and named[0].text == "I":
        named = named[1:]
    if not named:
        yield from part
        return
    text = line[named[0].start : named[-1].end]
    talk = [x for x in part if x.type == "TALK" and (x.start < named[0].start or x.start > named[-1].start)]
    yield from (x for x in talk if x.start < named[0].start)
    yield Lexeme("ITEM", text, named[0].start, named[-1].end)
    yield from (x for x in talk if x.start > named[0].start)


def _commands(lexemes: list[Lexeme], line: str) -> list[Lexeme]:
    """`fort Bur S A Par - Pic`: an order for a building, which takes none."""
    for at, lexeme in enumerate(lexemes):
        if lexeme.type in BUILDINGS and (at == 0 or lexemes[at - 1].type in PARTS):
            rest = [x for x in lexemes[at + 1 :] if x.type not in QUIET | LINKS]
            if len(rest) > 1 and rest[0].type == "PLACE" and rest[1].type in _VERBS:
                start = lexemes.index(rest[1])
                tail = _part(lexemes, start)
                if {x.type for x in tail} & {"_REMOVES", "_DISBANDS", "_DEMOLISHES", "_BUILDS", "_PAYS"}:
                    continue
                text = line[tail[0].start : tail[-1].end]
                made = Lexeme("ORDERED", text, tail[0].start, tail[-1].end)
                return [*lexemes[:start], made, *_commands(lexemes[start + len(tail) :], line)]
    return lexemes


__all__ = ["BUILDINGS", "cancels_ours", "fitted", "is_attempt", "names_ours", "speaks_of_these"]
