"""Builds as people ask for them: `could I get a fleet in ...`, `another in Vienna`, `skip the second build`.

Each is put in the words of a plain build or waive; what is said of anything else is left as it stands.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from judge.language.phrasing import VERBS, type_at, type_before
from judge.language.scanner import ENDING, KINDS, QUIET, Lexeme

_CLAUSES = frozenset({"_COMMA", "_AND", "COLON", *ENDING})
_PARTS = frozenset({"", *_CLAUSES})
_LISTED = frozenset({"PLACE", "_IN", "_COMMA", "_AND", "NUMBER", "COLON", "COMMENT", "_ELSE", *KINDS, *QUIET})
"""What a wish is made of, beside the words that are said around it."""
_BUILD = frozenset({"build", "builds", "bouw", "bouwen", "bouw maar"})
MOVING = (VERBS | {"_DASH", "_VIA", "_BACK", "_REMOVES"}) - {"_TO"}
"""What is done with a unit that stands on the board."""
_SAID_BESIDE = frozenset({"INTRO", "GREETING", "FILLER", "REASON", "EVERY", "ORDERS"})
_OF_THE_BUILD = frozenset(
    {"FILLER", "INTRO", "FIRST", "LAST", "EVERY", "OTHER_ONE", "LATER", "CONTRAST", "IT", "YOU", "BE"}
)
_WHICH = frozenset({"FIRST", "LAST", "EVERY", "OTHER_ONE", "ANOTHER"})
_THE_ONE = frozenset({"the one", "that one"})
"""`Just the one army in Paris`."""
_SHORT = 2
_THAN = frozenset({"than", "dan", "over", "boven"})
_RATHER = frozenset({"rather", "liever", "prefer", "preferably", "eerder", "liefst"})


def wished(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Could I get a fleet in Smyrna?`, `mag ik een vloot in Napels?`: asked of the master, so ordered."""
    words: list[Lexeme] = []
    begun = False
    winter = any("winter" in x.text.casefold() for x in lexemes)  # then it is one even before the winter
    for at, lexeme in enumerate(lexemes):
        if lexeme.type in ENDING:
            words.append(Lexeme("STOP", ".", lexeme.start, lexeme.end) if begun else lexeme)
            begun = False
        elif "WISH" in lexeme.roles and (
            _is_wish(lexemes, at) or (begun and type_at(lexemes, at + 1) in _PARTS)
        ):
            whose = type_before(lexemes[:at]) == "POWER"
            kind = "_BUILDS" if (winter and not begun) or whose else "_FILLER"
            begun = True
            words.append(lexeme.read_as(kind))
        else:
            words.append(lexeme)
    return words


def _is_wish(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether units and places follow, and no word of anything else."""
    before = lexemes[:at]
    if type_before(before) == "POWER":  # `France would like ...`
        before = before[: max(i for i, x in enumerate(before) if x.type == "POWER")]
    if type_before(before) not in _PARTS and not all(map(_is_beside, before)):
        return False
    end = next((i for i in range(at + 1, len(lexemes)) if _ends(lexemes[i])), len(lexemes))
    said = [x for x in lexemes[at + 1 : end] if x.type not in QUIET and "FOR" not in x.roles]
    first = next((x for x in said if x.type not in ("NUMBER", "_BUILDS")), None)
    return (
        _is_unit(first)
        and any(x.type == "PLACE" for x in said)
        and all(x.type in _LISTED or _is_beside(x) for x in said)
    )


def _ends(word: Lexeme) -> bool:
    """What stands behind all that is wished: a mark, or why."""
    return word.type in ENDING or "CAUSE" in word.roles


def _is_unit(word: Lexeme | None) -> bool:
    """`an army`, `A`; `a` may be an article."""
    return word is not None and word.type in KINDS and (len(word.text) > _SHORT or word.text.isupper())


def _is_beside(word: Lexeme) -> bool:
    if word.type in (*QUIET, "_WAIVES", "_BUILDS") or word.roles & {"WISH", "FORGOES", "ANOTHER"}:
        return True
    return word.type == "TALK" and bool(word.roles & _SAID_BESIDE) and "NOT" not in word.roles


def _again(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`An army in Budapest and another in Vienna`, `leger in Venetië, idem in Rome`: of the same kind."""
    words: list[Lexeme] = []
    kind: Lexeme | None = None
    at = 0
    while at < len(lexemes):
        lexeme = lexemes[at]
        kind = lexeme if lexeme.type in ("ARMY", "FLEET") else kind
        to = _place_behind(lexemes, at) if kind is not None and _is_another(lexeme) else 0
        if kind is not None and to and type_before(words) in _CLAUSES:
            if [x.type for x in words[-3:-1]] == ["NUMBER", kind.type]:
                del words[-3:]  # `two fleets: one in Edinburgh, one in London`
            words.append(lexeme.read_as(kind.type))
            at = to
            continue
        if "ANOTHER" in lexeme.roles and type_at(lexemes, at + 1) in KINDS:
            lexeme = lexeme.read_as("_FILLER")  # `another army in Vienna`
        last = next((x for x in reversed(words) if x.type not in QUIET), None)
        listed = lexeme.type in ("_COMMA", "COLON") and last is not None and "PLURAL" in last.roles
        if not (
            listed and type_at(lexemes, at + 1) in ("_IN", "PLACE")
        ):  # `twee legers, in Berlijn en München`
            words.append(lexeme)
        at += 1
    return words


def _is_another(word: Lexeme) -> bool:
    return bool(word.roles & {"ANOTHER", "ALSO"}) or (word.type == "NUMBER" and word.value == 1)


def _place_behind(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where the place is that the rest of the clause is about: `another in Vienna`, `same for Rome`."""
    said = [i for i in range(at + 1, min(at + 6, len(lexemes))) if lexemes[i].type not in QUIET][:3]
    if len(said) < _SHORT:
        return 0
    link, place = lexemes[said[0]], lexemes[said[1]]
    linked = link.type == "_IN" or "FOR" in link.roles
    return said[1] if linked and place.type == "PLACE" and type_at(lexemes, said[1] + 1) in _PARTS else 0


def builds(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Units and places with no verb beside them but one that builds."""
    if any(x.type == "_TO" and "FOR" not in x.roles for x in lexemes):
        return lexemes
    types = [x.type for x in lexemes]
    two = "ARMY" in types and "FLEET" in types
    return _counted_off(_again([*_besides(preferred(lexemes) if two else lexemes)]))


def preferred(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`A fleet instead of an army in Brest`, `geen leger maar een vloot in Brest`: the kind wanted."""
    kinds = [i for i, x in enumerate(lexemes) if x.type in ("ARMY", "FLEET")]
    for one, other in pairwise(kinds):
        spelt = len(lexemes[one].text) > _SHORT or len(lexemes[other].text) > _SHORT
        if spelt and lexemes[one].type != lexemes[other].type:
            between = [
                x for x in lexemes[one + 1 : other] if x.type not in QUIET or x.text.casefold() in _THAN
            ]
            chosen = _first_of(lexemes, one, other, between) or _second_of(lexemes, one, other, between)
            if chosen is not None:
                return preferred(chosen)
    return lexemes


def _first_of(lexemes: list[Lexeme], one: int, other: int, between: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`A fleet, not an army, in Brest`: without the second kind."""
    if not _is_less_wanted(between, lexemes[:one]):
        return None
    after = other + 1
    comma = type_at(lexemes, after) == "_COMMA" and type_at(lexemes, after + 1) == "_IN"
    than = between[0].text.casefold() in _THAN
    head = [x.read_as("_FILLER") if than and _is_rather(x) else x for x in lexemes[: one + 1]]
    return [*head, *lexemes[after + comma :]]


def _second_of(lexemes: list[Lexeme], one: int, other: int, between: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Geen vloot in Brest maar een leger`: with the second kind where the first stands."""
    denied = next((i for i in range(one - 1, -1, -1) if lexemes[i].type not in QUIET), one)
    turned = bool(between) and "CONTRAST" in between[-1].roles and "NOT" in lexemes[denied].roles
    place = between[:-1]
    if not turned or [x.type for x in place] not in ([], ["PLACE"], ["_IN", "PLACE"]):
        return None
    return [*lexemes[:denied], lexemes[other], *place, *lexemes[other + 1 :]]


def _is_rather(word: Lexeme) -> bool:
    return any(part in _RATHER for part in word.text.casefold().split())


def _is_less_wanted(between: Sequence[Lexeme], before: Sequence[Lexeme]) -> bool:
    """Whether these words put the kind behind them below the one in front."""
    said = [x for x in between if x.type not in ("_COMMA", "_AND")]
    if len(said) != 1:
        return False
    (word,) = said
    than = len(between) == 1 and word.text.casefold() in _THAN and any(map(_is_rather, before))
    return than or "INSTEAD" in word.roles or ("NOT" in word.roles and len(between) > 1)


def _counted_off(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`One will be a fleet in Naples, the other an army in Venice`: the unit, without which of them it is."""
    return [x for clause in _clauses(lexemes) for x in clause[_which(clause) :]]


def _which(clause: Sequence[Lexeme]) -> int:
    """How many words of a clause say only which of the builds it is."""
    kind = next((i for i, x in enumerate(clause) if x.type in ("ARMY", "FLEET")), 0)
    head, rest = clause[:kind], clause[kind + 1 :]
    plain = all(x.type in ("_IN", "PLACE", "COMMENT", *QUIET, *_CLAUSES) or "WISH" in x.roles for x in rest)
    one = bool(head) and head[-1].type == "_THAT" and head[-1].text.casefold() in _THE_ONE
    told = one or any(x.roles & (_WHICH | {"BE"}) or _is_becoming(x) for x in head)
    counts = one or any(x.roles & _WHICH or x.type in ("NUMBER", "_REST") for x in head)
    listed = all(
        x.type in ("NUMBER", "_THAT", "_REST", *QUIET)
        or x.roles & (_WHICH | {"BE", "FILLER"})
        or _is_becoming(x)
        or x.text.casefold() in _BUILD
        for x in head
    )
    placed = any(x.type == "PLACE" for x in rest)
    return kind if kind and plain and told and counts and listed and placed else 0


def _is_becoming(word: Lexeme) -> bool:
    """`wordt een`."""
    return word.type == "_BUILDS" and word.text.casefold().startswith("wordt")


def _clauses(lexemes: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """Each with the sign or word that ends it."""
    clause: list[Lexeme] = []
    for lexeme in lexemes:
        clause.append(lexeme)
        if lexeme.type in _CLAUSES:
            yield clause
            clause = []
    yield clause


def forgone(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Pass on the second build`, `laat die bouw maar zitten`: a waive, where nothing else is said."""
    words: list[Lexeme] = []
    for clause in _clauses(lexemes):
        last = clause[-1] if clause and clause[-1].type in _CLAUSES else None
        said = clause[:-1] if last is not None else clause
        words += said if last is not None and last.type == "ASK" else _waived(said) or said
        words += [last] if last is not None else []
    return words


def _waived(clause: Sequence[Lexeme]) -> list[Lexeme]:
    """The clause as a waive, with why or when behind it; nothing where it is none."""
    refusing = [
        False,
        *[bool(x.roles & {"NOT", "DENIAL"}) for x in clause],
    ]  # `I don't want`, which gives no reason
    end = next(
        (i for i, x in enumerate(clause) if i and x.roles & {"IF", "CAUSE"} and not refusing[i]), len(clause)
    )
    head = clause[:end]
    said = [x for x in head if x.text.casefold() in _BUILD]
    waives = [x for x in head if x.type == "_WAIVES"]
    unused = any("USING" in x.roles for x in head)
    if len(said) + len(waives) != 1 or (waives and not unused):
        return []
    forgone = any("FORGOES" in x.roles for x in head)
    refused = [x for x in head if x.roles & {"NOT", "DENIAL"} and "FORGOES" not in x.roles]
    if not forgone and not (
        unused and len(refused) + len(waives) == 1 and not any("YOU" in x.roles for x in head)
    ):
        return []
    kept = [x for x in head if x not in (*said, *waives) and "FORGOES" not in x.roles]
    others = [x for x in kept if x not in refused and "USING" not in x.roles] if not forgone else kept
    plain = ("NUMBER", "_THAT", "_REST", "_AT", "_ON", "_IN", "_FROM", "_OF", *QUIET)
    if any(x.type in KINDS for x in others):
        return []  # `niet alleen voor vloten`
    if not all((x.type in plain or x.roles & _OF_THE_BUILD) and "NOT" not in x.roles for x in others):
        return []
    count = [x for x in others if x.type in ("NUMBER", "_REST") and "OTHER_ONE" not in x.roles]
    return [
        Lexeme("_WAIVES", (said or waives)[0].text, clause[0].start, head[-1].end),
        *count[:1],
        *clause[end:],
    ]


def failing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Fleet Marseilles. Failing that, army Paris`: the comma behind it parts nothing."""
    words: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "_COMMA" and words and words[-1].type == "_ELSE" and _names_only(lexemes[at + 1 :]):
            continue
        words.append(lexeme)
    return words


def _names_only(lexemes: Sequence[Lexeme]) -> bool:
    end = next((i for i, x in enumerate(lexemes) if x.type in _CLAUSES), len(lexemes))
    kinds = [x.type for x in lexemes[:end] if x.type not in QUIET]
    return "PLACE" in kinds and {*kinds} <= {"PLACE", "_IN", "_BUILDS", *KINDS}


def set_down(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Zet een leger neer in Liverpool`, `zet in Londen maar een vloot neer`: it is built."""
    words: list[Lexeme] = []
    for clause in _clauses(lexemes):
        said = [x for x in clause if "DOWN" not in x.roles and not _is_beside(x)]
        kinds = [x.type for x in said if x.type not in _CLAUSES]
        unit = (
            kinds[1:2]
            if kinds[2:] == ["_IN", "PLACE"]
            else kinds[3:]
            if kinds[1:3] == ["_IN", "PLACE"]
            else []
        )
        down = any("DOWN" in x.roles for x in clause)
        if kinds[:1] == ["_MOVES"] and unit in (["ARMY"], ["FLEET"]) and down:
            verb = said[0]
            words += [verb.read_as("_BUILDS"), *said[1:]]
        else:
            words += clause
    return words


def _besides(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Een leger bij in Parijs`, `er komt een vloot in Napels bij`, `a new fleet for London`."""
    built = False
    for at, lexeme in enumerate(lexemes):
        before, text = type_before(lexemes[:at]), lexeme.text.casefold()
        built = (built or lexeme.type == "_BUILDS") and lexeme.type not in ENDING
        ends = type_at(lexemes, at + 2) in _PARTS
        labelled = lexeme.type == "COLON" and before == "PLACE" and type_at(lexemes, at + 1) in KINDS and ends
        labelled = labelled and not any("PLURAL" in x.roles for x in lexemes[at + 1 : at + 3])
        for_it = "FOR" in lexeme.roles and before in KINDS and type_at(lexemes, at + 1) == "PLACE"
        joined = text == "bij" and (
            (before in KINDS and type_at(lexemes, at + 1) == "_IN")
            or (before == "PLACE" and type_at(lexemes, at + 1) in _PARTS)
        )
        er = (
            text == "er"
            and type_at(lexemes, at + 1) in KINDS
            and any(x.text.casefold() == "bij" for x in lexemes[at:])
        )
        if not (er or labelled or (built and (for_it or joined)) or (joined and before in KINDS)):
            yield lexeme
