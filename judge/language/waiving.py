"""Builds that are not used, as people say so: `pass on the second build`, `de derde bouw laat ik vallen`.

Each is put in the words of a plain waive; what is said of anything else is left as it stands.
"""

from collections.abc import Sequence

from judge.language.naming import BUILD
from judge.language.phrasing import CLAUSES, clauses
from judge.language.scanner import KINDS, QUIET, Lexeme

_OF_THE_BUILD = frozenset(
    {"FILLER", "INTRO", "FIRST", "LAST", "EVERY", "OTHER_ONE", "LATER", "CONTRAST", "IT", "YOU", "BE"}
)
_PLAIN = frozenset({"NUMBER", "_THAT", "_REST", "_AT", "_ON", "_IN", "_OF", "_HOLDS", *QUIET})
_SEVERAL = frozenset({"builds", "bouwen"})
_YOURS = frozenset({"je", "jouw", "jullie", "uw", "your"})


def forgone(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`Pass on the second build`, `laat die bouw maar zitten`: a waive, where nothing else is said."""
    words: list[Lexeme] = []
    for clause in clauses(lexemes):
        last = clause[-1] if clause and clause[-1].type in CLAUSES else None
        said = clause[:-1] if last is not None else clause
        words += said if last is not None and last.type == "ASK" else _waived(said) or said
        words += [last] if last is not None else []
    return words


def _waived(clause: Sequence[Lexeme]) -> list[Lexeme]:
    """The clause as a waive, with why or when behind it; nothing where it is none."""
    # `I don't want the second build`, where Dutch `want` gives no reason.
    refusing = [False, *[bool(x.roles & {"NOT", "DENIAL"}) for x in clause]]
    said_why = [i for i, x in enumerate(clause) if i and x.roles & {"IF", "CAUSE"} and not refusing[i]]
    end = said_why[0] if said_why else len(clause)
    head = clause[:end]
    said = [x for x in head if x.text.casefold() in BUILD]
    waives = [x for x in head if x.type == "_WAIVES"]
    unused = any("USING" in x.roles for x in head)
    kinds = [x.type for x in head if x.type not in QUIET]
    if kinds == ["_WAIVES", "_IN", "PLACE"]:  # `no build in Marseilles`
        return [x.read_as("TALK", "NOT", "CANCEL") if x in waives else x for x in clause]
    if kinds == ["_REST", "_WAIVES"]:  # `de overige bouw sla ik over`
        return [*waives, *clause[end:]]
    if len(said) > 1 or len(waives) > 1 or not (said or (waives and unused)):
        return []
    forgone = bool(waives and said) or any("FORGOES" in x.roles for x in head)
    refused = [x for x in head if x.roles & {"NOT", "DENIAL"} and "FORGOES" not in x.roles]
    if not forgone and not (
        unused and len(refused) + len(waives) == 1 and not any("YOU" in x.roles for x in head)
    ):
        return []
    kept = [x for x in head if x not in (*said, *waives) and "FORGOES" not in x.roles]
    others = [x for x in kept if x not in refused and "USING" not in x.roles] if not forgone else kept
    if any(x.type in KINDS or x.text.casefold() in _YOURS for x in others):
        return []  # `niet alleen voor vloten`
    if not all(_is_of_the_build(x) or (x is head[0] and x.type == "_FROM") for x in others):
        return []
    of = next((i for i, x in enumerate(others) if x.type == "_OF"), len(others))  # `one of my two builds`
    several = bool(said) and said[0].text.casefold() in _SEVERAL
    count = [
        x for x in others[:of] if x.type in ("NUMBER", "_REST") and (several or "OTHER_ONE" not in x.roles)
    ]
    return [
        Lexeme("_WAIVES", (said or waives)[0].text, clause[0].start, head[-1].end),
        *count[:1],
        *clause[end:],
    ]


def _is_of_the_build(word: Lexeme) -> bool:
    """Whether it says which build, or nothing."""
    return (word.type in _PLAIN or bool(word.roles & _OF_THE_BUILD)) and "NOT" not in word.roles
