"""Which unit it is to be, in a sentence: `my builds are F Brest and A Paris`, `dat wordt een vloot in Brest`.

Only the unit and its place are left, as if they stood in a list: what becomes of them, the phase says.
"""

import re
from collections.abc import Iterator, Sequence

from judge.language.phrasing import sentences, type_at, type_before
from judge.language.scanner import ENDING, KINDS, QUIET, Lexeme
from judge.language.suspicion import UNSURE

BUILD = frozenset({"build", "builds", "bouw", "bouwen", "bouw maar", "aufbau", "neubau"})
"""Words for a build, and no verb that is not one as well."""
_NEW = frozenset({"new", "nieuwe", "nieuw"})
_NOUNS = BUILD | _NEW | {"removal", "removals"}
_UNITS = frozenset({"unit", "units", "eenheid", "eenheden", "stuk", "stuks"})
_PARTS = frozenset({"", "_COMMA", "_AND", "COLON", *ENDING})
_IT = frozenset({"it", "that", "this", "dat", "dit", "het", "es", "das"})
_FUTURE = ("wordt", "worden", "wird", "werden")
_SIGNS = {"PLACE": "P", "_IN": "n", "_COMMA": "c", "_AND": "c", "COLON": "c", "NUMBER": "c"}
_FIRST = re.compile(r"(ib)i?c?U[UPnci]*")  # `dat wordt een vloot in Brest`
_TURNED = re.compile(r"(bi)i?c?U[UPnci]*")  # `dan wordt het een vloot in Brest`
_LAST = re.compile(r"i?c?U[UPnci]*P[UPnci]*(is|bi)")  # `a fleet in Brest it is`
_BETWEEN = re.compile(r"n?P(bi|ib)U")  # `in Parijs wordt het een leger`
_BUILT = (
    re.compile(r"nP(b)U(g)(?:c(?:UnP|n?PU))*"),  # `in Brest wordt een vloot gebouwd en in Parijs een leger`
    re.compile(r"(b)nPU(g)(?:c(?:UnP|n?PU))*"),  # `er wordt in Parijs een leger gebouwd`
)
_PUT = (
    re.compile(r"(v)UnP(?:c(?:UnP|n?PU))*"),  # `zet een leger in Parijs en een vloot in Brest`
    re.compile(r"(v)nPU(?:c(?:UnP|n?PU))*"),  # `zet in Parijs een leger`
    re.compile(r"U(v)nP(?:c(?:UnP|n?PU))*"),  # `an army goes in Paris`
    re.compile(r"nP(v)U(?:c(?:UnP|n?PU))*"),  # `in Parijs komt een leger en in Brest een vloot`
    re.compile(r"P(v)U(?:c(?:UnP|n?PU))*"),  # `Paris will get an army`
    re.compile(r"UnP(?:cUnP)*(v)"),  # `er moet een vloot in Brest komen`
)
_EACH = re.compile(r"P(?:cP)+c*vc*U")  # `Paris and Marseilles both get an army`
_BEHIND = frozenset({"CAUSE", "IF"})
"""With what a reason or a condition begins."""
_ARTICLES = frozenset({"a", "an", "one", "een", "ein", "eine"})
_LISTED = frozenset({"PLACE", "_IN", "_AND", "_COMMA", *QUIET})
_SHORT = 2
"""Letters of a unit's mark."""
_STRANGE = 2
"""Words that are not known in what is said of a place."""


def equated(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`My builds are F Brest`, `de nieuwe eenheden worden ...`: the builds, and no more of them than that."""
    noun = begun = False
    for at, word in enumerate(lexemes):
        following = type_at(lexemes, at + 1)
        if word.type in _PARTS:
            noun = begun = False
        elif word.type in ("_BUILDS", "_REMOVES") and word.text.casefold() in _NOUNS:
            noun = not begun
        elif noun and word.text.casefold() in _UNITS and following != "PLACE":
            continue
        elif noun and "BE" in word.roles and following in ("NUMBER", "COLON", *KINDS):
            noun = False
            continue
        else:
            begun = begun or not (word.type in (*QUIET, "NUMBER") or word.roles & {"INTRO", "EVERY"})
            noun = noun and word.type in QUIET
        yield word


def becoming(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The unit, without the words that say that it is that."""
    return [x for sentence in sentences(lexemes) for x in _without_it(sentence)]


def _without_it(sentence: list[Lexeme]) -> list[Lexeme]:
    if sentence and sentence[-1].type == "ASK":
        return sentence
    parting = [i + 1 for i, x in enumerate(sentence) if x.type == "_COMMA" or x.roles & {"SO", "CONTRAST"}]
    found = (_that_it_is(sentence, start) for start in (0, *parting))
    return next((words for words in found if words), sentence)


def _that_it_is(sentence: list[Lexeme], start: int) -> list[Lexeme]:
    """The sentence without the words for it, if they are all that is said from there besides the units."""
    end = next((i for i in range(start, len(sentence)) if sentence[i].roles & _BEHIND), len(sentence))
    told = [i for i in range(start, end) if not _is_silent(sentence[i])]
    if told and sentence[told[-1]].type == "_COMMA":
        told.pop()
    signs = "".join([_sign(sentence[i]) for i in told])
    ways = (_FIRST, _LAST, _BETWEEN, *([_TURNED] if told and told[0] else []))
    match = next((found for way in (*ways, *_BUILT) if (found := way.fullmatch(signs))), None)
    if match is None or "P" not in signs:
        return []
    spans = [match.span(group + 1) for group in range(match.re.groups)]
    gone = [i for start_, end_ in spans for i in told[start_:end_]]
    return [x for i, x in enumerate(sentence) if i not in gone and not (start <= i < end and _is_but(x))]


def put_down(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Zet een leger in Parijs`, `an army goes in Paris`: of a unit that is not there yet."""
    return [x for sentence in sentences(lexemes) for x in _without_putting(sentence)]


def _without_putting(sentence: list[Lexeme]) -> list[Lexeme]:
    end = next((i for i, x in enumerate(sentence) if x.roles & _BEHIND or x.type in ENDING), len(sentence))
    verb = [i for i in range(end) if "PUTS" in sentence[i].roles]
    unit = next((i for i in range(1, end) if sentence[i].type in ("ARMY", "FLEET")), 0)
    if len(verb) != 1 or not unit or not _is_new(sentence, unit) or sentence[-1].type == "ASK":
        return sentence
    told = [i for i in range(end) if not _is_silent(sentence[i]) and sentence[i].text.casefold() not in _NEW]
    signs = "".join(["v" if i == verb[0] else _sign(sentence[i]) for i in told])
    if _EACH.fullmatch(signs):
        places = [[sentence[i]] for i in told if sentence[i].type == "PLACE"]
        comma = Lexeme("_COMMA", ",", sentence[unit].start, sentence[unit].start)
        each = [x for place in places for x in (sentence[unit], *place, comma)]
        return [*each[:-1], *sentence[end:]]
    put = any(way.fullmatch(signs) for way in _PUT)
    return [x for i, x in enumerate(sentence) if i != verb[0] and not _is_but(x)] if put else sentence


def _is_new(sentence: Sequence[Lexeme], unit: int) -> bool:
    """`een leger`, `the new army`, `armies`: of which nobody says that it stands somewhere."""
    before = sentence[unit - 1]
    text = before.text.casefold()
    return text in _ARTICLES or text in _NEW or "ANOTHER" in before.roles or "PLURAL" in sentence[unit].roles


def _is_but(word: Lexeme) -> bool:
    """`maar` in `zet maar`, `er` in `er komt`."""
    return word.type == "TALK" and ("CONTRAST" in word.roles or word.text.casefold() == "er")


def _sign(word: Lexeme) -> str:
    text = word.text.casefold()
    if text in _IT:
        return "i"
    if text.startswith(_FUTURE) and ("BE" in word.roles or word.type in ("_BUILDS", "_FILLER")):
        return "b"
    if text == "is":
        return "s"
    if text in ("gebouwd", "gebaut"):
        return "g"
    if word.type in KINDS:
        return "U" if len(text) > _SHORT or word.text.isupper() else "x"
    return _SIGNS.get(word.type, "x")


def _is_silent(word: Lexeme) -> bool:
    text = word.text.casefold()
    polite = _is_but(word) or (word.type == "TALK" and bool(word.roles & {"SO", "GREETING"}))
    return text not in _IT and (word.type in (*QUIET, "STOP", "COMMENT") or polite)


def one_unit(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Fleet, Brest.`, `One army, please. In Paris.`, and no more in the sentence."""
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "STOP" and at and _is_kind(lexemes[:at]) and _is_in(lexemes[at + 1 :]):
            return [*(x for x in lexemes[:at] if x.type != "_COMMA"), *one_unit(lexemes[at + 1 :])]
        if lexeme.type == "_COMMA" and type_before(lexemes[:at]) in ("ARMY", "FLEET"):
            before = [x.type for x in lexemes[:at] if x.type not in QUIET]
            placed = type_at(lexemes, at + 1) == "PLACE" and type_at(lexemes, at + 2) in ("", "STOP")
            if placed and before[-2:-1] in ([], ["STOP"]) and len(lexemes[at - 1].text) > _SHORT:
                return [*lexemes[:at], *one_unit(lexemes[at + 1 :])]
    return lexemes


def _is_kind(sentence: Sequence[Lexeme]) -> bool:
    said = [x for x in sentence if x.type not in (*QUIET, "NUMBER", "_COMMA")]
    return len(said) == 1 and said[0].type in ("ARMY", "FLEET") and len(said[0].text) > _SHORT


def _is_in(following: Sequence[Lexeme]) -> bool:
    said = [x.type for x in following if x.type not in QUIET][:3]
    return said[:2] == ["_IN", "PLACE"] and said[2:] in ([], ["STOP"])


def in_brackets(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Brest (fleet), Paris (army)`, `2 armies (Par, Mar)`: the units, with what is in brackets."""
    words: list[Lexeme] = []
    for lexeme in lexemes:
        inner = [x for x in lexeme.inner if x.type not in QUIET]
        kinds = {x.type for x in inner}
        before = words[-1] if words else lexeme
        if len(inner) == 1 and inner[0].type in ("ARMY", "FLEET") and before.type == "PLACE":
            linked = len(words) > 1 and words[-2].type == "_IN"
            unit = len(words) - 1 - linked
            if type_before(words[:unit]) not in KINDS:
                words.insert(unit, inner[0])
        elif "PLURAL" in before.roles and "PLACE" in kinds and kinds <= {"PLACE", "_COMMA", "_AND"}:
            words += [Lexeme("COLON", ":", lexeme.start, lexeme.start + 1), *inner]
        else:
            words.append(lexeme)
    return words


# ---- the place first


def topics(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Over Parijs twijfel ik niet: een leger`, `for Paris, an army`, `In Brest? Een vloot.`"""
    words = [*lexemes]
    for at in range(len(words) - 1, 0, -1):
        if at < len(words) and words[at].type in ("ARMY", "FLEET") and len(words[at].text) > _SHORT:
            words = _with_topic(words, at)
    return words


def _with_topic(words: list[Lexeme], at: int) -> list[Lexeme]:
    seam = next((i for i in range(at - 1, 0, -1) if words[i].type not in QUIET), 0)
    while (
        seam and words[seam].type == "_COMMA" and words[seam - 1].type in QUIET
    ):  # `in Paris, of course, an army`
        seam = next((i for i in range(seam - 1, 0, -1) if words[i].type not in QUIET), 0)
    if type_at(words, at + 1) not in _PARTS:
        return words
    if words[seam].type == "PLACE" and seam and "FOR" in words[seam - 1].roles:
        begins = type_before(words[: seam - 1]) in _PARTS  # `voor Parijs een leger, voor Brest een vloot`
        return [*words[: seam - 1], words[at], words[seam], *words[at + 1 :]] if begins else words
    if words[seam].type not in ("COLON", "_COMMA", "ASK"):
        return words
    if words[seam].type == "COLON" and "PLURAL" in words[at].roles:
        return _each(words, seam, at)
    start = next((i + 1 for i in range(seam - 1, -1, -1) if words[i].type in _PARTS), 0)
    places = [i for i in range(start, seam) if words[i].type == "PLACE"]
    if len(places) != 1 or not _is_topic(words[start:seam], words[seam].type):
        return words
    return [*words[:start], words[at], words[places[0]], *words[at + 1 :]]


def _each(words: list[Lexeme], seam: int, at: int) -> list[Lexeme]:
    """`Paris and Marseilles: armies`."""
    start = next((i + 1 for i in range(seam - 1, -1, -1) if words[i].type in ENDING), 0)
    head = words[start:seam]
    if not {x.type for x in head} <= _LISTED:
        return words
    named = [
        y
        for x in head
        if x.type not in (*QUIET, "_IN")
        for y in ((words[at], x) if x.type == "PLACE" else (x,))
    ]
    return [*words[:start], *named, *words[at + 1 :]]


def _is_topic(head: Sequence[Lexeme], seam: str) -> bool:
    """Whether no more is said of a place than that it is spoken of now."""
    about = any(x.roles & {"FOR", "ABOUT"} or x.type in ("_IN", "_ON", "_AT") for x in head)
    said = [
        x
        for x in head
        if x.type not in (*QUIET, "PLACE", "_IN", "_ON", "_AT", "_TO") and "FOR" not in x.roles
    ]
    strange = sum(len(x.text.split()) for x in said if x.type == "WORD")
    if any(x.type not in ("TALK", "WORD", "_AND", "_THAT") or x.roles & (UNSURE | {"TURN"}) for x in said):
        return False
    if seam == "COLON":
        return strange <= _STRANGE
    return about and all(x.roles & {"INTRO", "GREETING", "ABOUT"} or x.type == "_AND" for x in said)
