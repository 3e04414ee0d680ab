"""Words that only soften an order: `hef Servië maar op`, `trek maar terug naar Parijs`; they are left out."""

from collections.abc import Sequence

from judge.language.phrasing import CLAUSES, ENDS, start_of, type_at
from judge.language.scanner import KINDS, LINKS, QUIET, REMOVING, Lexeme

_SOFT = frozenset({"maar", "dan maar", "toch maar", "nur", "mal"})
_PARTICLES = frozenset({"_ON", "_AT"})
"""`Hef ... op`, `doe ... toe`: the end of a verb."""
_VERBS = frozenset({"_RETREATS", "_MOVES", *REMOVING})
_UNIT = frozenset({"PLACE", *KINDS, *LINKS, *QUIET})


def softened(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The line without `maar` between a verb and its end, or between a unit and its verb."""
    idle = {at for at, x in enumerate(lexemes) if "CONTRAST" in x.roles and _is_idle(lexemes, at)}
    return [x for at, x in enumerate(lexemes) if at not in idle] if idle else lexemes


def at_worst(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`L Tri terugtrekken naar Ven of opheffen`: that it is disbanded if it cannot."""
    for at in range(len(lexemes) - 1, 1, -1):
        last = lexemes[at].type == "_DISBANDS" and type_at(lexemes, at + 1) in ("", "STOP")
        if last and [x.type for x in lexemes[at - 2 : at]] == ["PLACE", "_OR"]:
            start = start_of(lexemes, at, CLAUSES)
            if any(x.type == "_RETREATS" for x in lexemes[start:at]):
                word = lexemes[at - 1]
                return [*lexemes[: at - 1], word.read_as("_COMMA"), word.read_as("_ELSE"), *lexemes[at:]]
    return lexemes


def _is_idle(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Nothing stands before it in its clause but a verb and a unit; what follows only ends them."""
    if lexemes[at].text.casefold() not in _SOFT or not at:
        return False
    start = start_of(lexemes, at, CLAUSES)
    before = [x.type for x in lexemes[start:at]]
    if start == at or not {*before} <= _UNIT | _VERBS or before.count("PLACE") > 1:
        return False
    after = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].type not in QUIET), at)
    kind, then = lexemes[after].type, type_at(lexemes, after + 1)
    if kind in _PARTICLES:
        return not _VERBS.isdisjoint(before) and then in ENDS | {"ASK"}
    if kind == "_BACK":
        return not REMOVING & {*before}
    return kind in REMOVING and not REMOVING & {*before} and then in ENDS
