"""The door to Lark: lexemes of one order in, its shape out, or None where they are no order."""

from collections.abc import Sequence
from typing import Any

from judge.board.geography import UnitType
from judge.board.making import maker
from judge.language.fitting import speaks_of_these
from judge.language.given import Grammar
from judge.language.scanner import BOTH, TYPES, Lexeme, power_of
from judge.language.shapes import (
    Backs,
    Bare,
    Builds,
    Convoys,
    Disbands,
    Holds,
    Moves,
    Otherwise,
    Path,
    RestHolds,
    Retreats,
    Shape,
    Spot,
    Supports,
    Waives,
    WrittenUnit,
)
from judge.language.spends import read_spending


def parse(lexemes: Sequence[Lexeme]) -> Shape | None:
    """The shape of exactly one order; None where the lexemes are anything else."""
    if speaks_of_these(lexemes):
        return read_spending(lexemes)
    shape = _GRAMMAR.read(lexemes)
    if isinstance(shape, Disbands) and shape.by_letter and _is_word_of_retreat(lexemes[0]):
        return Retreats(shape.unit, ())
    return shape


def _is_word_of_retreat(lexeme: Lexeme) -> bool:
    """`Retreat A Mun`, and where to is not said; `R A Mun` takes a unit off the board."""
    return lexeme.type == "_RETREATS" and len(lexeme.text) > 1


_unit, _path, _moves, _supports = maker(WrittenUnit), maker(Path), maker(Moves), maker(Supports)


_FURTHER = (tuple, str)
"""What is said of the way behind where it goes."""


class _Shapes:
    """What each rule of the grammar makes of its parts."""

    # ---- units and places

    def spot(self, parts: list[Lexeme]) -> Spot:
        value = parts[0].value
        assert isinstance(value, Spot)
        return value

    def kind(self, parts: list[Lexeme]) -> str:
        return parts[0].type

    def typed(self, parts: list[Any]) -> WrittenUnit:
        return _unit(parts[1], TYPES.get(parts[0]), None, True)

    def owned(self, parts: list[Any]) -> WrittenUnit:
        return WrittenUnit(parts[2], TYPES.get(parts[1]), power_of(parts[0].value), True)

    def owned_place(self, parts: list[Any]) -> WrittenUnit:
        return WrittenUnit(parts[1], None, power_of(parts[0].value))

    def untyped(self, parts: list[Any]) -> WrittenUnit:
        return _unit(parts[0])

    def bare_in(self, parts: list[Any]) -> Shape:
        return Bare(WrittenUnit(parts[0], TYPES.get(parts[1]), None, True))

    def bare(self, parts: list[Any]) -> Shape:
        return Bare(parts[0])

    # ---- movement

    def holds(self, parts: list[Any]) -> Shape:
        return Holds(parts[0])

    def holds_in(self, parts: list[Any]) -> Shape:
        return Holds(parts[0], parts[1])

    def goback(self, _parts: list[Any]) -> str:
        return "back"

    def back(self, _parts: list[Any]) -> str:
        return "back"

    def carried(self, _parts: list[Any]) -> str:
        return "via"

    def carrier(self, parts: list[Any]) -> Spot:
        spot = parts[-1]
        assert isinstance(spot, Spot)
        return spot

    def by_way(self, parts: list[Any]) -> tuple[Spot, ...]:
        return tuple(parts)

    def choice(self, parts: list[Any]) -> list[Spot]:
        return [part for part in parts if isinstance(part, Spot)]

    def legs(self, parts: list[Any]) -> Path:
        steps = tuple(part for part in parts if isinstance(part, Spot))
        others = tuple(spot for part in parts if isinstance(part, list) for spot in part)
        return _path(steps, others, back="back" in [part for part in parts if isinstance(part, str)])

    def moves(self, parts: list[Any]) -> Shape:
        unit = next(part for part in parts if isinstance(part, WrittenUnit))
        return _moves(unit, _way(parts))

    def moves_between(self, parts: list[Any]) -> Shape:
        return Moves(WrittenUnit(parts[0]), _way(parts))

    def moves_unsigned(self, parts: list[Any]) -> Shape:
        return Moves(parts[0], _way([Path((parts[1],)), *parts[2:]]), signed=False)

    def moves_with(self, parts: list[Any]) -> Shape:
        return Moves(parts[1], Path((parts[0],)))

    def moves_to_unit(self, parts: list[Any]) -> Shape:
        return Moves(parts[1], Path((parts[0].spot,)))

    def moves_with_first(self, parts: list[Any]) -> Shape:
        return Moves(parts[0], Path((parts[1],)))

    def moves_by_way(self, parts: list[Any]) -> Shape:
        return Moves(parts[0], _way([Path((parts[2],)), parts[1]]))

    def moves_target_first(self, parts: list[Any]) -> Shape:
        return Moves(WrittenUnit(parts[1]), Path((parts[0],)))

    # ---- support and convoy

    def supports(self, parts: list[Any]) -> Shape:
        path = _way(parts) if any(isinstance(part, Path) for part in parts) else None
        return _supports(parts[0], parts[1], path)

    def supports_hold(self, parts: list[Any]) -> Shape:
        return Supports(parts[0], parts[1], holds=True)

    def supports_in(self, parts: list[Any]) -> Shape:
        return Supports(parts[0], parts[1], None, parts[2])

    def supports_unsigned(self, parts: list[Any]) -> Shape:
        return Supports(parts[0], parts[1], Path((parts[2],)))

    def supports_between(self, parts: list[Any]) -> Shape:
        return Supports(parts[0], WrittenUnit(parts[1]), Path((parts[2],)))

    def supports_target_first(self, parts: list[Any]) -> Shape:
        return Supports(parts[0], parts[2], Path((parts[1],)))

    def supports_with(self, parts: list[Any]) -> Shape:
        path = parts[1] if len(parts) == 3 else None
        return Supports(parts[-1], parts[0], path)

    def supports_that(self, parts: list[Any]) -> Shape:
        return Backs(parts[0])

    def supports_aim(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], at=parts[1])

    def supports_whom(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], whom=parts[1])

    def supports_bare(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], bare=True)

    def convoys_bare(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], convoy=True, bare=True)

    def convoys_whom(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], convoy=True, bare=True, whom=parts[1])

    def convoys(self, parts: list[Any]) -> Shape:
        return Convoys(parts[0], parts[1], _way(parts))

    def convoys_unsigned(self, parts: list[Any]) -> Shape:
        return Convoys(parts[0], parts[1], Path((parts[2],)))

    def convoys_link(self, parts: list[Any]) -> Shape:
        army = WrittenUnit(parts[2], TYPES.get(parts[1]), None, True)
        return Convoys(parts[0], army, _way(parts))

    def convoys_between(self, parts: list[Any]) -> Shape:
        return Convoys(parts[0], WrittenUnit(parts[1]), Path((parts[2],)))

    def convoys_target_first(self, parts: list[Any]) -> Shape:
        return Convoys(parts[0], parts[2], Path((parts[1],)))

    def convoys_with(self, parts: list[Any]) -> Shape:
        return Convoys(parts[2], parts[0], parts[1])

    def convoys_that(self, parts: list[Any]) -> Shape:
        return Backs(parts[0], convoy=True)

    # ---- retreats and adjustments

    def retreats(self, parts: list[Any]) -> Shape:
        return Retreats(parts[0], tuple(parts[1:]))

    def retreats_between(self, parts: list[Any]) -> Shape:
        return Retreats(WrittenUnit(parts[0]), tuple(parts[1:]))

    def retreats_nowhere(self, parts: list[Any]) -> Shape:
        return Retreats(parts[0], ())

    def disbands(self, parts: list[Any]) -> Shape:
        return Disbands(parts[0])

    def removes(self, parts: list[Any]) -> Shape:
        return Disbands(parts[0], surplus=True)

    def removes_by_sign(self, parts: list[Any]) -> Shape:
        return Disbands(parts[0], surplus=True, by_letter=True)

    def builds(self, parts: list[Any]) -> Shape:
        return Builds(parts[0], tuple(parts[1:]))

    def builds_at(self, parts: list[Any]) -> Shape:
        return Builds(WrittenUnit(parts[0], TYPES.get(parts[1]), None, True))

    def builds_kind_first(self, parts: list[Any]) -> Shape:
        return Builds(WrittenUnit(parts[1], TYPES.get(parts[0]), None, True))

    def waives(self, parts: list[Any]) -> Shape:
        counts = [part.value for part in parts if isinstance(part, Lexeme) and isinstance(part.value, int)]
        return Waives(min(counts[0], 40) if counts else 1)

    def waives_rest(self, _parts: list[Any]) -> Shape:
        return Waives(rest=True)

    def rest(self, _parts: list[Any]) -> Shape:
        return RestHolds()

    def rest_armies(self, parts: list[Any]) -> Shape:
        return RestHolds(UnitType.ARMY, number_of(parts[0]))

    def rest_fleets(self, parts: list[Any]) -> Shape:
        return RestHolds(UnitType.FLEET, number_of(parts[0]))

    def fallback(self, parts: list[Any]) -> Shape:
        return Otherwise(parts[0])

    def fallback_place(self, parts: list[Any]) -> Shape:
        return Otherwise(WrittenUnit(parts[0]))


def number_of(word: Lexeme) -> int:
    """Of how many units is spoken: `both fleets`, `the other three`; 0 where that is not said."""
    if isinstance(word.value, int):
        return word.value
    return 2 if word.text.casefold().startswith(BOTH) else 0


def _way(parts: list[Any]) -> Path:
    """The path of a move with what followed it: `via`, the fleets' seas, `terug`."""
    path: Path = next(part for part in parts if isinstance(part, Path))
    more = [part for part in parts if isinstance(part, _FURTHER)]
    if not more:
        return path
    via, route, back = path.via, path.route, path.back
    for part in more:
        if isinstance(part, tuple):
            via, route = True, (*route, *part)
        elif part == "via":
            via = True
        elif part == "back":
            back = True
    return _path(path.steps, path.others, via, route, back)


_GRAMMAR: Grammar[Shape] = Grammar("orders.lark", _Shapes())
