"""Preference lists: an order and what to fall back on (`A Mun R: Boh, Tyr`; `build A Par, else A Mar`).

Pure: from the wishes of every power come the orders that are adjudicated.
"""

from collections.abc import Mapping, Sequence

from judge.board.geography import Power, Province
from judge.board.orders import Order, Orders, Retreat
from judge.board.phases import Kind
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules import adjustments, standard

Wish = Sequence[Order]
"""An order, and after it what to fall back on, the dearest first."""


def choose(board: Board, wishes: Mapping[Power, Sequence[Wish]], options: object) -> Orders:
    """One order of every wish: the first that can be carried out, given the power's own earlier wishes.

    Where none can, the first is kept, so that its reason is told. Nothing depends on what others order: two
    retreats of different powers to one province still collide.
    """
    return {power: _choose_for(board, power, wishes[power], options) for power in sorted(wishes)}


def _choose_for(board: Board, power: Power, wishes: Sequence[Wish], options: object) -> tuple[Order, ...]:
    if board.phase.kind is Kind.ADJUSTMENTS:
        return adjustments.choose(board, power, wishes, standard.chosen(options))
    taken: set[Province] = set()
    out = []
    for wish in wishes:
        order = next((o for o in wish if _possible(board, power, o, taken, options)), wish[0])
        if isinstance(order, Retreat):
            taken.add(order.target.province)
        out.append(order)
    return tuple(out)


def _possible(board: Board, power: Power, order: Order, taken: set[Province], options: object) -> bool:
    if isinstance(order, Retreat) and order.target.province in taken:
        return False
    return standard.check(board, power, order, options) is Reason.OK
