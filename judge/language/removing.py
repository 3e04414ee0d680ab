"""Removals as people put them: `I have to lose one - take off ...`, `ik geef Galicië op`, `Galicia goes`.

Each is put in the words of a plain removal, where nothing but a unit is named.
"""

from collections.abc import Sequence

from judge.language.phrasing import start_of, type_at, type_before
from judge.language.scanner import DOING, ENDING, KINDS, QUIET, REMOVING, Lexeme

_UNCERTAIN = frozenset({"IF", "SAID", "ASK", "CANCEL", "RETRACT", "PAST", "NO"})
_WOULD = frozenset({"would", "i would", "zou", "ik zou", "zou ik", "zouden", "we zouden"})
_ELSEWHERE = (DOING - REMOVING) | {"POWER", "PLACE", "NUMBER", "COMMENT", "_BUILDS", "_AND", "_BACK"}
_SENTENCE = 8
_MARK = 1
_ALONE = frozenset({"", "_COMMA", "STOP"})
_SEAMS = frozenset({"COLON", "_DASH", "_COMMA", "STOP"})
_ONE = frozenset({"NUMBER", "_TO", "_IN", "_OF", "UNIT", *REMOVING, *QUIET})
"""What is said of how many have to go: `ik moet er een inleveren`, `I have to remove one unit`."""
_GONE = frozenset({"kwijt", "eenheden af", "stuks af", "missen"})
"""What has to happen, where no unit is named with it: `er moeten er twee af`."""
_MUST = frozenset({"moet ik", "moeten we", "moeten wij", "must i"})
_WAYS_OUT = frozenset({"_RETREATS", "_DISBANDS"})
_TWO = 2
"""Words of a refusal: `don't disband`."""
_SAYING = frozenset({"INTRO", "SHOULD", "REASON", "GREETING", "TURN", "CONTRAST"})
_UNIT = frozenset({"PLACE", "_IN", "_FROM", *KINDS, *QUIET})
_LISTING = frozenset({"_AND", "_COMMA"})
_UNITS = _UNIT | _LISTING
_GIVING = frozenset({"geef", "geven", "give", "giving", "gebe", "geben"})
_UP = frozenset({"op", "up", "auf"})
_PARTS = frozenset({"", "_COMMA", "_AND", "STOP", "COLON"})
_OTHERWISE = frozenset({"_COMMA", "_RETREATS", "_TO", "_DASH", *REMOVING})
_GOES = frozenset({"goes", "gaat", "off"})
_THESE = frozenset({"er", "following", "the following", "volgende", "de volgende", "deze", "these"})
_BECOMING = ("wordt", "worden", "het wordt", "het worden", "dat wordt")
_CAN = frozenset({"kan", "kan ik", "kunnen", "kunnen we", "kunnen wij"})


def losing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`I have to lose one: A Yor`, `... one - take off A Yor`: what is to be done, and with which unit."""
    verb = next((i for i, x in enumerate(lexemes) if _ends(x)), -1)
    end = next((i for i in range(verb, len(lexemes)) if lexemes[i].type in _SEAMS), len(lexemes))
    begin = start_of(lexemes, verb, ("_COMMA", "STOP"))
    if begin:
        rest = losing(lexemes[begin:])
        return lexemes if rest == lexemes[begin:] else [*lexemes[:begin], *rest]
    head = lexemes[:end]
    counts = any(x.type == "NUMBER" or x.text.casefold() in _THESE for x in head)
    plain = all(
        x.type in _ONE
        or _ends(x)
        or (x.type == "TALK" and x.roles & _SAYING and "NOT" not in x.roles)
        or (i and x.text.casefold() in _MUST)  # `helaas moet ik er een inleveren`
        for i, x in enumerate(head)
    )
    if verb < 0 or not (counts and plain) or sum(map(_ends, head)) != 1:
        return lexemes
    after = end + 1
    while after < len(lexemes) and lexemes[after].type in (*_SEAMS, *QUIET):
        after += 1
    then = lexemes[after].type if after < len(lexemes) else ""
    if then in REMOVING:
        return [*(x for x in head if "SO" in x.roles), *lexemes[after:]]
    gone, hence = lexemes[verb], [x.read_as("_FILLER", "SO") for x in head if "SO" in x.roles]
    seam = lexemes[end] if end < len(lexemes) else None
    if seam is not None and seam.type == "STOP" and (that := _that_is(lexemes, end + 1)):
        return [*hence, gone.read_as("_REMOVES"), seam.read_as("COLON"), *lexemes[that:]]
    if seam is None or seam.type == "STOP" or then not in ("PLACE", *KINDS):
        return lexemes
    start = gone if gone.type in REMOVING else gone.read_as("_REMOVES")
    return [*hence, start, seam.read_as("COLON"), *lexemes[after:]]


def _that_is(lexemes: Sequence[Lexeme], at: int) -> int:
    """`... one. That will be the army in Burgundy`: where the unit begins."""
    unit = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ("PLACE", *KINDS)), at)
    said = [x for x in lexemes[at:unit] if x.type != "_FILLER" or x.text.casefold().endswith(" be")]
    told = any(x.text.casefold().startswith(_BECOMING) or x.text.casefold().endswith(" be") for x in said)
    plain = all(x.type in ("_FILLER", "_THAT", "_BUILDS") or x.roles & {"BE", "AFFIRM"} for x in said)
    return unit if told and plain else 0


def _ends(word: Lexeme) -> bool:
    """A verb that takes a unit away; `kwijt`, where no unit is named with it."""
    return word.type in REMOVING or word.text.casefold() in _GONE


def given_up(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Ik geef Galicië op`, `I'll give Galicia up`."""
    at = next((i for i, x in enumerate(lexemes) if x.text.casefold() in _GIVING), -1)
    up = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].text.casefold() in _UP), 0)
    named = [x for x in lexemes[at + 1 : up] if "CONTRAST" not in x.roles]  # `geef Galicië maar op`
    between = [x.type for x in named]
    if at < 0 or not up or type_at(lexemes, up + 1) not in _PARTS or type_before(lexemes[:at]) not in _PARTS:
        return lexemes
    if "PLACE" not in between or not {*between} <= _UNITS or type_before(named) != "PLACE":
        return lexemes
    if between.count("PLACE") > 1 and not {*between} & _LISTING:
        return lexemes
    verb = lexemes[at]
    gone = verb.read_as("_DISBANDS")
    return [*lexemes[:at], gone, *named, *lexemes[up + 1 :]]


def spared(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Ik kan de vloot in Brest wel missen`."""
    at = next((i for i, x in enumerate(lexemes) if x.text.casefold() == "missen"), 0)
    can = next((i for i in range(at) if lexemes[i].text.casefold() in _CAN), -1)
    unit = [x for x in lexemes[can + 1 : at] if "CONTRAST" not in x.roles]
    kinds = [x.type for x in unit]
    if can < 0 or not {*kinds} <= _UNITS or "PLACE" not in kinds or type_at(lexemes, at + 1) not in _ALONE:
        return lexemes
    if type_before(lexemes[:can]) not in _PARTS:
        return lexemes
    return [*lexemes[:can], lexemes[at].read_as("_REMOVES"), *unit, *lexemes[at + 1 :]]


def doomed(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`I would rather lose Rumania: disband it`: one unit, and behind it what becomes of it."""
    for at, seam in enumerate(lexemes):
        end = _ends_it(lexemes, at + 1) if at and seam.type in _SEAMS else 0
        if not end:
            continue
        start = start_of(lexemes, at, ENDING)
        unit = _only_unit(lexemes[start:at])
        verb = next(x for x in lexemes[at + 1 : end] if x.type in REMOVING)
        return [*lexemes[:start], verb, *unit, *lexemes[end:]] if unit else lexemes
    return lexemes


def _ends_it(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where `disband it`, `hef het maar op` ends; 0 where another thing is said."""
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ("STOP", "_COMMA")), len(lexemes))
    said = [x for x in lexemes[at:end] if x.type not in QUIET and not x.roles & {"SO", "CONTRAST"}]
    verbs = [x.type for x in said if x.type in REMOVING]
    plain = verbs and said[0].type in REMOVING and all(x.type in (*REMOVING, "_THAT", "_ON") for x in said)
    short = plain and len(said[0].text) > _MARK and "_COMMA" not in [x.type for x in lexemes[end : end + 1]]
    return end if short else 0


def _only_unit(head: Sequence[Lexeme]) -> list[Lexeme]:
    """The one unit that is named, where nothing else is said of it than that it may go."""
    at = next((i for i, x in enumerate(head) if x.type == "PLACE"), -1)
    others = [x for i, x in enumerate(head) if i != at]
    refused = any(_is_uncertain(x) or x.type in _ELSEWHERE for x in others if x.type not in KINDS)
    if at < 0 or refused or len(head) > _SENTENCE:
        return []
    start = at
    while start and head[start - 1].type in ("_IN", "_FROM", *KINDS, *QUIET):
        start -= 1
    return [x for x in head[start : at + 1] if x.type not in QUIET]


def _is_uncertain(word: Lexeme) -> bool:
    """`Burgundy may be lost`; but `I would rather lose Burgundy` is certain."""
    doubted = "DOUBT" in word.roles and word.text.casefold() not in _WOULD
    return doubted or bool(word.roles & _UNCERTAIN)


def the_other(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Don't disband, retreat to Silesia`, `geen terugtocht maar opheffen`: what is left of the two."""
    said = [(i, x) for i, x in enumerate(lexemes) if x.type not in QUIET]
    if len(said) <= _TWO or "NOT" not in said[0][1].roles or said[1][1].type not in _WAYS_OUT:
        return lexemes
    then = next((k for k in range(_TWO, len(said)) if not _is_joint(said[k][1])), 0)
    if not then or said[then][1].type not in _WAYS_OUT - {said[1][1].type}:
        return lexemes
    return lexemes[said[then][0] :]


def _is_joint(word: Lexeme) -> bool:
    return word.type in _SEAMS or (word.type == "TALK" and "CONTRAST" in word.roles)


def is_going(core: Sequence[Lexeme]) -> bool:
    """`Galicia goes`, `de vloot in Albanië gaat`, `A Bur off`: a unit, and no word where to."""
    return len(core) > 1 and core[-1].type in ("_MOVES", "WORD") and core[-1].text.casefold() in _GOES


def to_build(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Disband Munich, then I can build at home`: what is said behind it is a reason."""
    gone = next((i for i, x in enumerate(lexemes) if x.type in REMOVING), len(lexemes))
    for at in range(gone + 1, len(lexemes) - 2):
        if lexemes[at].type == "_COMMA" and _builds_then(lexemes, at + 1):
            return [*lexemes[:at], lexemes[at].read_as("TALK", "CAUSE"), *lexemes[at + 1 :]]
    return lexemes


def _builds_then(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether the rest of the sentence says only that something can be, or is rather, built."""
    end = next((i for i in range(at, len(lexemes)) if lexemes[i].type in ("STOP", "ASK")), len(lexemes))
    clause = lexemes[at:end]
    hence = any("THEN" in x.roles for x in clause[:1]) or any("TURN" in x.roles for x in clause[:2])
    able = any(x.roles & {"DOUBT", "WEAK", "TURN"} and "NOT" not in x.roles for x in clause)
    builds = any(x.type == "_BUILDS" for x in clause)
    asked = end < len(lexemes) and lexemes[end].type == "ASK"
    return hence and able and builds and not asked and not any(x.type in _OTHERWISE for x in clause)


_LEFT = frozenset({
    "geef", "geven", "op", "geef op", "geven op", "opgeven", "prijs", "verlaten", "verlaat", "ontruimen",
    "ontruim", "verloren", "kwijt", "zijn", "raken", "is", "are", "we're", "i'm", "we zijn", "give up",
    "giving up", "are giving up", "am giving up", "i'm giving up", "abandon", "abandoning", "leave",
    "leaving", "evacuate", "lost",
})  # fmt: skip
"""What is said of a place that is left: `We geven België op`."""
_GOING = frozenset({"_MOVES", "_RETREATS", "_TO", "_BACK"})
_SPARED = frozenset(
    {"keep", "save", "spare", "houd", "hou", "houden", "behoud", "behouden", "bewaar", "bewaren"}
)
_WAVERING = frozenset({"IF", "DOUBT", "SAID", "ASK", "YOU", "UNDECIDED"})


def abandoned(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`We geven België op: het leger gaat naar Picardië`; `..., but I keep it: retreat to ...`.

    The place is that of the unit which goes; it is not taken off, whatever stands before the colon.
    """
    colon = next((i for i, x in enumerate(lexemes) if x.type == "COLON"), 0)
    start = start_of(lexemes, colon, ("STOP",))
    head = [x for x in lexemes[start:colon] if x.type not in QUIET]
    tail = [x for x in lexemes[colon + 1 :] if x.type not in QUIET]
    end = next((i for i, x in enumerate(tail) if x.type == "STOP"), len(tail))
    kinds = [x.type for x in tail[:end]]
    places = [x for x in head if x.type == "PLACE"]
    if len(places) != 1 or kinds.count("PLACE") != 1 or any(x.roles & _WAVERING for x in head):
        return lexemes
    left = all(x.type == "PLACE" or x.text.casefold() in _LEFT for x in head)
    one = kinds[0] in ("ARMY", "FLEET") and len(tail[0].text) > _MARK and "PLURAL" not in tail[0].roles
    if left and one and kinds[1] in _GOING:
        return [*lexemes[:start], tail[0], places[0], *tail[1:]]
    given_up = any(x.type in REMOVING for x in head) and any("CONTRAST" in x.roles for x in head)
    spared = (
        given_up and any(_SPARED & {*x.text.casefold().split()} for x in head) and kinds[0] == "_RETREATS"
    )
    others = any(x.type in ("POWER", *KINDS) for x in head)
    return [*lexemes[:start], places[0], *tail] if spared and not others else lexemes
