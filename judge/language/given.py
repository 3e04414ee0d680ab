"""The door to Lark for grammars whose lexemes our own scanners make: Lark only reads them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from lark import Lark, Transformer
from lark.lexer import Lexer

from judge import resources

T = TypeVar("T")


class _Given(Lexer):
    """The lexemes are made by the scanner; Lark only reads them."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, data: Sequence[T]) -> Iterator[T]:  # type: ignore[override]
        return iter(data)


def reader_of(grammar: str, transformer: Transformer) -> Lark:  # type: ignore[type-arg]
    """The parser of a file in `grammar/`, which gives what the transformer makes of the lexemes."""
    text = (resources.grammar() / grammar).read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer=_Given, transformer=transformer, maybe_placeholders=False)
