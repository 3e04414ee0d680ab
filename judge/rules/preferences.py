"""Preference lists: an order and what to fall back on (`A Mun R: Boh, Tyr`; `build A Par, else A Mar`).

Pure: from the wishes of every power come the orders that are adjudicated, whatever the rules.
"""

from collections.abc import Mapping, Sequence

from judge.board.geography import Power, Province
from judge.board.orders import Build, Order, Orders, Retreat
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.system import System

Wish = Sequence[Order]
"""An order, and after it what to fall back on, the dearest first."""


def choose(rules: System, board: Board, wishes: Mapping[Power, Sequence[Wish]], options: object) -> Orders:
    """One order of every wish: the first that can be carried out, given the power's own earlier wishes.

    Where none can, the first is kept, so that its reason is told. Nothing depends on what others order: two
    retreats of different powers to one province still collide.
    """
    return {power: _choose_for(rules, board, power, wishes[power], options) for power in sorted(wishes)}


def _choose_for(
    rules: System, board: Board, power: Power, wishes: Sequence[Wish], options: object
) -> tuple[Order, ...]:
    taken: set[Province] = set()
    out = []
    for wish in wishes:
        order = next((o for o in wish if _possible(rules, board, power, o, taken, options)), None)
        site = _site(order) if order is not None else None
        if site is not None:
            taken.add(site)
        out.append(wish[0] if order is None else order)
    return tuple(out)


def _possible(
    rules: System, board: Board, power: Power, order: Order, taken: set[Province], options: object
) -> bool:
    return _site(order) not in taken and rules.check(board, power, order, options) is Reason.OK


def _site(order: Order) -> Province | None:
    """The province that an order fills: no other order of the power can."""
    match order:
        case Retreat(_, target):
            return target.province
        case Build(unit):
            return unit.province
        case _:
            return None
