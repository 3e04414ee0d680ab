"""Lines about buildings, bills and research as shapes: several in one sentence, and reading one.

Only the word file of rules with an economy has these words, so that other games never come here.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from judge.language.fitting import BUILDINGS
from judge.language.given import Grammar
from judge.language.scanner import TYPES, Lexeme
from judge.language.shapes import Act, Bare, Builds, Disbands, Shape, Spends, Spot, WrittenUnit

# Several of them in one sentence


def shared(before: list[Shape] | None, shapes: list[Shape]) -> list[Shape]:
    """`Build port Bre, fort Bur`: a building alone is for the verb before it."""
    first, last = shapes[0], before[-1] if before else None
    if not isinstance(first, Spends) or first.act is not Act.NAME:
        return shapes
    match last:
        case Spends(act=Act.PLACE | Act.DEMOLISH | Act.PAY as act):
            return [replace(first, act=act), *shapes[1:]]
        case Builds():
            return [replace(first, act=Act.PLACE), *shapes[1:]]
        case Disbands():
            return [replace(first, act=Act.DEMOLISH), *shapes[1:]]
        case _:
            return shapes


def with_unit(before: Spends, unit: WrittenUnit) -> Shape | None:
    """`Replenish fort Bur, A Par`, `build port Bre, A Par`: a unit alone is for the verb before it."""
    same = before.building is not None and unit.type is None
    match before.act:
        case Act.PAY:
            return Spends(Act.PAY, replace(unit, marked=True))
        case Act.PLACE | Act.DEMOLISH if same:
            return replace(before, unit=replace(unit, marked=True))  # `build forts in Paris and Gascony`
        case Act.PLACE:
            return Builds(unit)
        case _:
            return None


def counted(parts: Sequence[Sequence[Shape]], said: Sequence[Lexeme]) -> list[list[Shape]]:
    """`Build 2 forts in Paris`: with fewer places than buildings it is to be asked where the others go."""
    named = sum(isinstance(shape, Spends) for shapes in parts for shape in shapes)
    for number, what in pairwise(said):
        count = number.value if number.type == "NUMBER" and what.type in BUILDINGS else 0
        if isinstance(count, int) and named < count:
            many = f"{number.text} {what.text}"
            return [[_too_many(shape, many) for shape in shapes] for shapes in parts]
    return [list(shapes) for shapes in parts]


def _too_many(shape: Shape, many: str) -> Shape:
    return replace(shape, many=many) if isinstance(shape, Spends) and shape.building else shape


def listed(heading: Shape, shape: Shape) -> Shape:
    """What a line below `Pay for:`, `Build:` or `Demolish:` means."""
    match heading, shape:
        case Spends(), Bare(unit):
            return with_unit(heading, unit) or shape
        case ((Spends() | Builds() | Disbands()), Spends(act=Act.NAME)):
            return shared([heading], [shape])[0]
        case _:
            return shape


# Reading them


def read_spending(lexemes: Sequence[Lexeme]) -> Spends | None:
    """The shape of exactly one order about these things; None where the lexemes are anything else."""
    return _GRAMMAR.read(lexemes)


class _Shapes:
    """What each rule of the grammar makes of its parts."""

    def spot(self, parts: list[Lexeme]) -> Spot:
        value = parts[0].value
        assert isinstance(value, Spot)
        return value

    def kind(self, parts: list[Lexeme]) -> str:
        return parts[0].type

    def typed(self, parts: list[Any]) -> WrittenUnit:
        return WrittenUnit(parts[1], TYPES.get(parts[0]), None, True)

    def untyped(self, parts: list[Any]) -> WrittenUnit:
        return WrittenUnit(parts[0], None, None, True)

    def building(self, parts: list[Lexeme]) -> Lexeme:
        return parts[0]

    def site(self, parts: list[Any]) -> tuple[Lexeme, Spot]:
        return parts[0], parts[1]

    def place(self, parts: list[Any]) -> Spends:
        return _about(Act.PLACE, *parts[0])

    def place_in(self, parts: list[Any]) -> Spends:
        return _about(Act.PLACE, parts[0], parts[1])

    def place_at(self, parts: list[Any]) -> Spends:
        return _about(Act.PLACE, parts[1], parts[0])

    def demolish(self, parts: list[Any]) -> Spends:
        return _about(Act.DEMOLISH, *parts[0])

    def demolish_at(self, parts: list[Any]) -> Spends:
        return _about(Act.DEMOLISH, parts[1], parts[0])

    def demolish_in(self, parts: list[Any]) -> Spends:
        return _about(Act.DEMOLISH, parts[0], parts[1])

    def pay(self, parts: list[Any]) -> Spends:
        return Spends(Act.PAY, parts[0])

    def pay_building(self, parts: list[Any]) -> Spends:
        return _about(Act.PAY, *parts[0])

    def pay_but(self, parts: list[Any]) -> Spends:
        return Spends(Act.PAY_ALL, WrittenUnit(Spot(""), marked=True), strange=parts[1].text)

    def pay_all(self, _parts: list[Any]) -> Spends:
        return Spends(Act.PAY_ALL, WrittenUnit(Spot(""), marked=True))

    def research(self, parts: list[Any]) -> Spends:
        return Spends(Act.RESEARCH, WrittenUnit(Spot(parts[0].text), marked=True))

    def commanded(self, parts: list[Any]) -> Spends:
        return _about(Act.COMMAND, *parts[0])

    def named(self, parts: list[Any]) -> Spends:
        return _about(Act.NAME, *parts[0])


def _about(act: Act, building: Lexeme, spot: Spot) -> Spends:
    known = BUILDINGS.get(building.type)
    return Spends(act, WrittenUnit(spot, marked=True), known, "" if known else building.text)


_GRAMMAR: Grammar[Spends] = Grammar("spending.lark", _Shapes())

__all__ = ["listed", "read_spending", "shared", "with_unit"]
