"""The door to Lark for grammars whose lexemes our own scanners make: Lark only says how they hang together.

A grammar sees of a lexeme no more than its type, so that lines of the same types hang together in the same
way. Lark is asked once for each such row of types; the rows met last are kept.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import Lexer

from judge import resources
from judge.language.scanner import Lexeme

T = TypeVar("T")
MOST_KEPT = 2_000
"""Rows of types of which the tree is kept."""
LONGEST_KEPT = 40
"""Lexemes of the longest row that is kept."""
_Step = tuple[Callable[[Any], Any], tuple[int, ...]]
_Plan = tuple[_Step, ...]
"""What makes values of their parts, one after another, and the places of the parts: among the lexemes, or
behind them among what was made before."""


class _Given(Lexer):
    """The tokens are there already."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, data: Sequence[Token]) -> Iterator[Token]:  # type: ignore[override]
        return iter(data)


class Grammar(Generic[T]):
    """What a file in `grammar/` makes of lexemes; `makers` has a method for each of its rules."""

    def __init__(self, file: str, makers: object) -> None:
        self._file, self._makers = file, makers
        self._kept = lru_cache(maxsize=MOST_KEPT)(self._plan)

    def read(self, lexemes: Sequence[Lexeme]) -> T | None:
        """The value of exactly these lexemes; None where the grammar has no place for them."""
        row = tuple([lexeme.type for lexeme in lexemes])
        plan = self._kept(row) if len(row) <= LONGEST_KEPT else self._plan(row)
        return _made(plan, lexemes) if plan is not None else None

    @cached_property
    def _lark(self) -> Lark:
        text = (resources.grammar() / self._file).read_text(encoding="utf-8")
        return Lark(text, parser="lalr", lexer=_Given, maybe_placeholders=False)

    def _plan(self, row: tuple[str, ...]) -> _Plan | None:
        try:
            # A token carries its place in the row where other lexers put what it says.
            tree: Any = self._lark.parse([Token(kind, at) for at, kind in enumerate(row)])
        except UnexpectedInput:
            return None
        steps: list[_Step] = []
        self._add(tree, len(row), steps)
        return tuple(steps)

    def _add(self, tree: Tree[Token], size: int, steps: list[_Step]) -> int:
        """Add the steps of a tree; the place of what it makes."""
        places = [self._add(x, size, steps) if isinstance(x, Tree) else int(x.value) for x in tree.children]
        steps.append((getattr(self._makers, tree.data), tuple(places)))
        return size + len(steps) - 1


def _made(plan: _Plan, lexemes: Sequence[Lexeme]) -> Any:
    made: list[Any] = [*lexemes]
    for make, places in plan:
        made.append(make([made[place] for place in places]))
    return made[-1]
