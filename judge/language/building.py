"""Builds as people ask for them: `could I get a fleet in ...`, `another in Vienna`, `skip the second build`.

Each is put in the words of a plain build or waive; what is said of anything else is left as it stands.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from judge.language.naming import BUILD, one_unit
from judge.language.phrasing import CLAUSES, VERBS, clauses, start_of, type_at, type_before
from judge.language.scanner import ENDING, KINDS, QUIET, TYPES, Lexeme

_PARTS = frozenset({"", *CLAUSES})
_LISTED = frozenset({"PLACE", "_IN", "_COMMA", "_AND", "NUMBER", "COLON", "COMMENT", "_ELSE", *KINDS, *QUIET})
"""What a wish is made of, beside the words that are said around it."""
MOVING = (VERBS | {"_DASH", "_VIA", "_BACK", "_REMOVES"}) - {"_TO"}
"""What is done with a unit that stands on the board."""
_SAID_BESIDE = frozenset({"INTRO", "GREETING", "FILLER", "REASON", "EVERY", "ORDERS"})
_WHICH = frozenset({"FIRST", "LAST", "EVERY", "OTHER_ONE", "ANOTHER"})
_THE_ONE = frozenset({"the one", "that one"})
"""`Just the one army in Paris`."""
_CLOSING = frozenset({
    "is what i want", "is what i'd like", "is what i need", "will do nicely", "would do nicely",
    "nodig", "is wat ik wil", "is wat ik graag wil", "is wat ik nodig heb",
})  # fmt: skip
_NEEDING = frozenset({"heb", "hebben"})
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
            _is_wish(lexemes, at)
            or (begun and type_at(lexemes, at + 1) in _PARTS)
            or (lexeme.text.casefold() in _CLOSING and _ends_wish(lexemes, at))
        ):
            words = [x.read_as("_FILLER") if x.text.casefold() in _NEEDING else x for x in words]
            whose = type_before(lexemes[:at]) == "POWER"
            kind = "_BUILDS" if (winter and not begun) or whose else "_FILLER"
            begun = True
            if not whose and type_before(words) not in _PARTS and _is_said_why(words):
                words.append(Lexeme("_COMMA", ",", lexeme.start, lexeme.start))
            words.append(lexeme.read_as(kind))
        else:
            words.append(lexeme)
    return words


def _is_said_why(before: Sequence[Lexeme]) -> bool:
    """`As Germany may attack | I would like ...`, `Italy is friendly, so | I ...`: another clause begins."""
    said = [x for x in before if x.type not in QUIET or x.roles & {"SO"}]
    start = next((i + 1 for i in range(len(said) - 1, -1, -1) if said[i].type in _PARTS), 0)
    clause = said[start:]
    return bool(clause) and ("CAUSE" in clause[0].roles or bool(clause[-1].roles & {"SO", "CONTRAST"}))


def _ends_wish(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`An army in Paris will do`, `een leger in Parijs is wat ik wil`, `ik heb een vloot in Brest nodig`."""
    if type_at(lexemes, at + 1) not in _PARTS or type_at(lexemes, at + 1) == "ASK":
        return False
    start = next((i + 1 for i in range(at - 1, -1, -1) if lexemes[i].type in _PARTS), 0)
    said = [x for x in lexemes[start:at] if x.type not in QUIET and x.text.casefold() not in _NEEDING]
    units = [x for x in said if x.type in KINDS]
    return (
        bool(units)
        and _is_unit(units[0])
        and {x.type for x in said} <= {"PLACE", "_IN", *KINDS}
        and len(said) > 1
    )


def _is_wish(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether units and places follow, and no word of anything else."""
    before = lexemes[:at]
    if type_before(before) == "POWER":  # `France would like ...`
        before = before[: max(i for i, x in enumerate(before) if x.type == "POWER")]
    begins = type_before(before) in _PARTS or _is_said_why(before) or all(map(_is_beside, before))
    if not begins:
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
    """What stands behind all that is wished: a mark, or why, or under which condition."""
    return word.type in ENDING or bool(word.roles & {"CAUSE", "IF"})


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
        if kind is not None and to and type_before(words) in CLAUSES:
            if [x.type for x in words[-3:-1]] == ["NUMBER", kind.type]:
                del words[-3:]  # `two fleets: one in Edinburgh, one in London`
            words.append(lexeme.read_as(kind.type))
            at = to
            continue
        if "ANOTHER" in lexeme.roles and type_at(lexemes, at + 1) in KINDS:
            lexeme = lexeme.read_as("_FILLER")  # `another army in Vienna`
        if lexeme.type in ("_COMMA", "COLON") and (there := _set_apart(words, lexemes, at)):
            at = there
            continue  # `one new army, in Munich`
        last = next((x for x in reversed(words) if x.type not in QUIET), None)
        verb = last if last is not None and last.type == "_BUILDS" else None
        if verb is not None:  # `2 legers bouwen: Parijs en Marseille`
            last = next((x for x in reversed(words) if x.type not in (*QUIET, "_BUILDS")), None)
        listed = lexeme.type in ("_COMMA", "COLON") and last is not None and "PLURAL" in last.roles
        if listed and verb is not None and type_at(lexemes, at + 1) in ("_IN", "PLACE"):
            start = start_of(words, len(words), CLAUSES)
            words = [*words[:start], verb, *(x for x in words[start:] if x is not verb)]
        if not (
            listed and type_at(lexemes, at + 1) in ("_IN", "PLACE")
        ):  # `twee legers, in Berlijn en München`
            words.append(lexeme)
        at += 1
    return words


def _set_apart(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`One new army, in Munich`: one unit before a comma, and behind it where, and no more; 0 for none."""
    start = start_of(words, len(words), ENDING)
    said = [x for x in words[start:] if x.type not in QUIET]
    kind = said[-1] if said else None
    if kind is None or kind.type not in TYPES or "PLURAL" in kind.roles or len(kind.text) <= _SHORT:
        return 0
    if not all(x.type == "_BUILDS" or (x.type == "NUMBER" and x.value == 1) for x in said[:-1]):
        return 0
    there = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].type == "_IN"), len(lexemes))
    between = [x for x in lexemes[at + 1 : there] if x.type in ("_COMMA", "_AND") or x.type not in QUIET]
    polite = [x.type for x in between] == ["_COMMA"] and there > at + 2  # `one new fleet, please, in Brest`
    namely = [x.type for x in between] == ["_AND"] and lexemes[there - 1].text.casefold() == "wel"
    placed = type_at(lexemes, there + 1) == "PLACE" and type_at(lexemes, there + 2) in ("", *ENDING)
    return there if placed and (not between or polite or namely) else 0


def _each(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Vienna and Budapest both build an army`, `Parijs en Marseille bouwen allebei een leger`."""
    at = next((i for i, x in enumerate(lexemes) if x.type == "NUMBER" and "EVERY" in x.roles), -1)
    if at < 0:
        return lexemes
    before = [x.type for x in lexemes[:at] if x.type not in QUIET]
    named = before[:-1] if before[-1:] == ["_BUILDS"] else before
    builds = type_at(lexemes, at + 1) == "_BUILDS" or (
        len(named) < len(before) and type_at(lexemes, at + 1) in TYPES
    )
    every = named.count("PLACE") == lexemes[at].value and {*named} <= {"PLACE", "_AND", "_COMMA"}
    return [x for i, x in enumerate(lexemes) if i != at] if builds and every else lexemes


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
    return _counted_off(_again(_each([*_besides(one_unit(preferred(lexemes) if two else lexemes))])))


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
    return [x for clause in clauses(lexemes) for x in clause[_which(clause) :]]


def _which(clause: Sequence[Lexeme]) -> int:
    """How many words of a clause say only which of the builds it is."""
    kind = next((i for i, x in enumerate(clause) if x.type in ("ARMY", "FLEET")), 0)
    head, rest = clause[:kind], clause[kind + 1 :]
    plain = all(x.type in ("_IN", "PLACE", "COMMENT", *QUIET, *CLAUSES) or "WISH" in x.roles for x in rest)
    one = bool(head) and head[-1].type == "_THAT" and head[-1].text.casefold() in _THE_ONE
    told = one or any(x.roles & (_WHICH | {"BE", "USING", "FOR"}) or _is_becoming(x) for x in head)
    counts = one or any(
        x.roles & _WHICH or x.type in ("NUMBER", "_REST") or x.text.casefold() in BUILD for x in head
    )
    listed = all(
        x.type in ("NUMBER", "_THAT", "_REST", *QUIET)
        or x.roles & (_WHICH | {"BE", "FILLER", "FOR", "USING", "AFFIRM", "WISH"})
        or _is_becoming(x)
        or x.text.casefold() in BUILD
        for x in head
    )
    placed = any(x.type == "PLACE" for x in rest)
    return kind if kind and plain and told and counts and listed and placed else 0


def _is_becoming(word: Lexeme) -> bool:
    """`wordt een`."""
    return word.type == "_BUILDS" and word.text.casefold().startswith("wordt")


def failing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Fleet Marseilles. Failing that, army Paris`: the comma behind it parts nothing."""
    words: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "_COMMA" and words and words[-1].type == "_ELSE" and _names_only(lexemes[at + 1 :]):
            continue
        last = lexeme.type == "_ELSE" and type_at(lexemes, at + 1) in ("", "STOP")
        if last and [x.type for x in words[-2:]] == ["_OR", "PLACE"]:
            continue  # `A Bur - Gas, or Pic if that's not possible`
        words.append(lexeme)
    return words


def _names_only(lexemes: Sequence[Lexeme]) -> bool:
    end = next((i for i, x in enumerate(lexemes) if x.type in CLAUSES), len(lexemes))
    kinds = [x.type for x in lexemes[:end] if x.type not in QUIET]
    return "PLACE" in kinds and {*kinds} <= {"PLACE", "_IN", "_BUILDS", *KINDS}


def set_down(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Zet een leger neer in Liverpool`, `zet in Londen maar een vloot neer`: it is built."""
    words: list[Lexeme] = []
    for clause in clauses(lexemes):
        said = [x for x in clause if "DOWN" not in x.roles and not _is_beside(x)]
        kinds = [x.type for x in said if x.type not in CLAUSES]
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


def _is_label_for(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Paris: army`, `Paris: build army`, `Parijs: leger bouwen`."""
    said = [x.type for x in lexemes[at + 1 : at + 8] if x.type not in QUIET]
    end = next((i for i, kind in enumerate(said) if kind in CLAUSES), len(said))
    kinds = [kind for kind in said[:end] if kind != "_BUILDS"]
    place = next(i for i in range(at - 1, -1, -1) if lexemes[i].type == "PLACE")
    begins = type_before(lexemes[:place]) in (*_PARTS, "_IN", "_BUILDS")
    return begins and len(kinds) == 1 and kinds[0] in KINDS and end <= _SHORT


def _besides(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Een leger bij in Parijs`, `er komt een vloot in Napels bij`, `a new fleet for London`."""
    built = False
    for at, lexeme in enumerate(lexemes):
        before, text = type_before(lexemes[:at]), lexeme.text.casefold()
        built = (built or lexeme.type == "_BUILDS") and lexeme.type not in ENDING
        labelled = lexeme.type == "COLON" and before == "PLACE" and _is_label_for(lexemes, at)
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
