"""What a reader may know of the money in a game, asked of its rules; nothing where they know no money."""

from judge.board.geography import Power
from judge.board.orders import Order
from judge.board.state import Board
from judge.reports.books import Books
from judge.rules import economic
from judge.service.office import Rulebook
from judge.store import Role, Seat


def books(
    book: Rulebook,
    board: Board,
    seat: Seat | None,
    orders: tuple[Order, ...] = (),
    *,
    past: Rulebook | None = None,
) -> Books | None:
    """For a seat, or for a mailing list where there is none; `orders` are the seat's, to be priced.

    `past` are the rules of the phase whose results are told, where the next one has others.
    """
    rules, options = economic(book.rules), book.options
    if rules is None:
        return None
    everybody = rules.open_books(options) or (seat is not None and seat.role is Role.MASTER)
    power = Power(seat.power) if seat is not None and seat.power else None
    return Books(
        seen=frozenset(board.geography.powers if everybody else [power] if power else ()),
        quote=rules.quote(board, power, orders, options) if power else (),
        offers=rules.offers(board, power, options) if power else (),
        room={each: rules.room(board, each, options) for each in board.geography.powers},
        warnings=rules.warnings(board, options),
        percent=_percents(past or book),
        requires=_requirements(past or book),
    )


def _requirements(book: Rulebook) -> dict[str, tuple[str, ...]]:
    items = book.speech.choices.get("items")
    found = items if isinstance(items, list) else []
    return {str(item["name"]): tuple(map(str, item["requires"])) for item in found}


def _percents(book: Rulebook) -> dict[str, int]:
    chosen = book.speech.choices.get("percent")
    return {str(row): int(percent) for row, percent in chosen.items()} if isinstance(chosen, dict) else {}
