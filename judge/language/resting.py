"""`All others hold`: who they are is known only at the end of a letter."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board.geography import Province, UnitType
from judge.board.problems import Problem, Trouble
from judge.language import settle
from judge.language.doubles import Note
from judge.language.phrasing import ENDS, type_before
from judge.language.scanner import HELPING, KINDS, QUIET, Lexeme
from judge.language.settle import Case

_ALL_OF = {"ARMY": "ALL_ARMIES", "FLEET": "ALL_FLEETS"}
_ALL = frozenset({"_REST", *_ALL_OF.values()})
_DOING = HELPING | {"_HOLDS"}
_FOR = frozenset({"voor", "for"})
_OTHERS = frozenset({"OTHER_ONE", "LAST"})
_POINTED = frozenset({"THESE", "IT"})
"""`Those two hold`: who they are is asked, unless a colon and their names follow."""
_WHICH = _OTHERS | _POINTED
_NOBODY = 99
_LEAVING = frozenset({"leave", "leaving", "keep", "keeping"})
_SEVERAL = 2
_MOST = 40
"""Above this it is a year."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a letter says of all its other units, or of those of a kind."""

    line: int
    text: str
    type: UnitType | None
    at: int
    """How many orders stood on the desk then."""
    count: int = 0
    """`The other three hold`: how many there must be; 0 where that is not said."""

    def open(self, units: tuple[str, ...] = ()) -> Problem:
        """The question who they are; `units` are those it may be about."""
        return Problem(self.line, self.text, Trouble.NOT_UNDERSTOOD, candidates=units)


def held(rest: Rest, case: Case, ordered: set[Province]) -> list[Note] | Problem:
    """The orders of those that have none; a question where they are not as many as was said."""
    others = [*settle.others_hold(case, ordered, rest.type)]
    if rest.count not in (0, len(others)):
        units = tuple(str(taken.order).removesuffix(" H") for taken in others)
        return rest.open(units)
    return [Note(rest.line, rest.text, taken, implied=True) for taken in others]


def counted(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`The other three`, `de twee andere vloten` in one word that knows how many."""
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        end = _group(lexemes, at)
        if end:
            words.append(_one(lexemes[at:end]))
        at, words = (end, words) if end else (at + 1, [*words, lexemes[at]])
    return words


def _group(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where such words end that begin here, with what they do behind them; 0 for none."""
    end = at
    while end < len(lexemes) and _counts(lexemes[end]):
        end += 1
    while end > at and lexemes[end - 1].type in QUIET:
        end -= 1
    said = [x for x in lexemes[at:end] if x.type not in QUIET]
    behind = next((x for x in lexemes[end:] if x.type not in QUIET or "ALSO" in x.roles), None)
    does = behind is not None and (behind.type in _DOING or "ALSO" in behind.roles)
    numbers = [x.value for x in said if x.type == "NUMBER"]
    others = [
        x
        for x in said
        if x.type in (*_ALL, *KINDS)
        or "THESE" in x.roles
        or "IT" in x.roles
        or x.roles & _OTHERS
        or _is_all(x)
    ]
    one = len(numbers) == 1 and isinstance(numbers[0], int) and _SEVERAL <= numbers[0] < _MOST
    pointed = bool(said) and not said[0].roles.isdisjoint(_POINTED)
    does = does and not (pointed and behind is not None and behind.type != "_HOLDS")
    return end if one and others and does and said[0] is lexemes[at] else 0


def _is_all(lexeme: Lexeme) -> bool:
    """`All four`, `alle drie`; but `alle twee` are two that were named."""
    several = isinstance(lexeme.value, int) and lexeme.value > _SEVERAL
    return several and lexeme.text.casefold().startswith("all")


def _counts(lexeme: Lexeme) -> bool:
    plural = lexeme.type in KINDS and "PLURAL" in lexeme.roles
    plural = plural or lexeme.text.casefold() in ("die", "deze", "those", "these")
    named = lexeme.type in ("NUMBER", *_ALL) or lexeme.roles & (_OTHERS | {"THEM"})
    return plural or bool(named) or lexeme.type in QUIET


def _one(words: Sequence[Lexeme]) -> Lexeme:
    kind = next((x.type for x in words if x.type in (*_ALL_OF, *_ALL_OF.values())), "_REST")
    pointed = not _POINTED.isdisjoint(frozenset().union(*(x.roles for x in words)))
    count = _NOBODY if pointed else next(x.value for x in words if x.type == "NUMBER")
    roles = frozenset().union(*(x.roles & {"OTHER_ONE"} for x in words))
    text = " ".join(x.text for x in words)
    return Lexeme(_ALL_OF.get(kind, kind), text, words[0].start, words[-1].end, count, roles)


def besides(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Voor de rest blijft alles staan`: it is said twice who they are; `leave everything where it is`."""
    lexemes = _left(lexemes)
    at = next((i for i, x in enumerate(lexemes) if x.text.casefold() in _FOR), -1)
    said = [i for i in range(at + 1, len(lexemes)) if lexemes[i].type not in QUIET] if at >= 0 else []
    if not said or lexemes[said[0]].type != "_REST" or type_before(lexemes[:at]) not in ENDS:
        return lexemes
    end = said[0] + 1 + (len(said) > 1 and lexemes[said[1]].type == "_COMMA")
    kinds = [x.type for x in lexemes[end:] if x.type not in QUIET]
    again = kinds[:1] in (["_REST"], ["_HOLDS"]) and "_REST" in kinds[:2]
    return [*lexemes[:at], *lexemes[end:]] if again else lexemes


def _left(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Leave everything where it is`: that holds."""
    at = next((i for i, x in enumerate(lexemes) if x.text.casefold() in _LEAVING), -1)
    said = [x for x in lexemes[at + 1 :] if x.type not in QUIET][:_SEVERAL] if at >= 0 else []
    holds = [x.type for x in said[1:]] == ["_HOLDS"] and said[0].type in _ALL
    holds = holds and said[1].text.casefold().startswith("where")  # `as it is` may be said of the orders
    return [*lexemes[:at], *lexemes[at + 1 :]] if holds else lexemes
