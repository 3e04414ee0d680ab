"""What a phase asks of a power, and the orders it has given so far, ready to print."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from judge.board.accounts import Item, Room
from judge.board.geography import Location, Power, Province, Unit
from judge.board.orders import Build, Demolish, Disband, Hold, Order, Spending, Waive, unit_of
from judge.board.phases import Kind
from judge.board.state import Board, Dislodged
from judge.reports.books import Books
from judge.reports.layout import marked
from judge.reports.words import Names, capital, listed, mark, words


@dataclass(frozen=True, slots=True)
class Duty:
    """What is asked: `orders`, `retreat`, `build`, `remove`, `nothing`, or `watch` for who has no power."""

    kind: str
    count: int = 0
    """Units to order, to retreat, or at most to build, or to remove."""
    entitled: int = 0
    """Builds that are due; more than `count` where home centers are not free."""
    left: int = 0
    """How many of `count` have no order yet."""
    where: str = ""
    """Where can be built."""
    lines: tuple[str, ...] = ()
    """The units that must retreat, with the places they can go to."""
    units: int = 0
    """Units the power has on the board."""
    money: int = 0
    """What there is to spend, income included."""
    points: int = 0
    money_left: int | None = None
    """What the orders so far leave of it; None where there are none."""
    points_left: int = 0
    room: Room | None = None
    """Units and buildings before the adjustments, and how many there may be."""
    demolish: int = 0
    """Buildings that have to go and are not named yet."""


def duty(
    board: Board,
    power: Power | None,
    names: Names,
    stored: Sequence[Order] = (),
    buildable: Sequence[Unit] = (),
    books: Books | None = None,
) -> Duty:
    """What this phase asks of a power; `buildable` are the units it could build, each alone."""
    if power is None:
        return Duty("watch")
    match board.phase.kind:
        case Kind.MOVEMENT:
            return _orders(board.units.get(power, ()), stored)
        case Kind.RETREATS:
            found = _retreats(dislodged(board, power), stored, names)
            return _paying(books) if books and found.kind == "nothing" else found
        case Kind.ADJUSTMENTS if books is not None:
            return _spending(board, power, stored, books)
        case Kind.ADJUSTMENTS:
            units = len(board.units.get(power, ()))
            return replace(_adjustments(board.surplus(power), stored, buildable, names), units=units)


def dislodged(board: Board, power: Power) -> tuple[Dislodged, ...]:
    """The units of a power that must retreat."""
    return tuple(one for one in board.dislodged if one.power == power)


def _orders(units: Sequence[Unit], stored: Sequence[Order]) -> Duty:
    if not units:
        return Duty("nothing")
    return Duty("orders", count=len(units), left=len(_silent(units, stored)))


def _paying(books: Books) -> Duty:
    """Nothing but bills: how many there are, and how many stay open."""
    paid = sum(entry.taken for entry in books.quote)
    count = len(books.offers)
    return Duty("pay", count=count, left=max(0, count - paid)) if count else Duty("nothing")


def _spending(board: Board, power: Power, stored: Sequence[Order], books: Books) -> Duty:
    """With money the rules say what may be done, and what has to go first."""
    room = books.room.get(power)
    over, surplus = (room.units_over, room.buildings_over) if room else (0, 0)
    first, last = (books.quote[0], books.quote[-1]) if books.quote else (None, None)
    credited = first is not None and first.item is Item.INCOME
    held = board.economy.money(power) if board.economy else 0
    return Duty(
        "spend" if books.offers or over or surplus else "nothing",
        count=over,
        left=max(0, over - sum(isinstance(order, Disband) for order in stored)),
        money=first.after if first and credited else held,
        points=first.points_after if first and credited else 0,
        money_left=last.after if last and stored else None,
        points_left=last.points_after if last else 0,
        room=room,
        demolish=max(0, surplus - sum(isinstance(order, Demolish) for order in stored)),
    )


def _retreats(gone: Sequence[Dislodged], stored: Sequence[Order], names: Names) -> Duty:
    if not gone:
        return Duty("nothing")
    lines = tuple(line for one in gone for line in retreat_line(one, names))
    left = len(_silent([one.unit for one in gone], stored))
    return Duty("retreat", count=len(gone), left=left, lines=lines)


def _adjustments(surplus: int, stored: Sequence[Order], buildable: Sequence[Unit], names: Names) -> Duty:
    if surplus > 0:
        most = min(surplus, len({unit.province for unit in buildable}))
        given = sum(isinstance(order, Build | Waive) for order in stored)
        where = sites(buildable, names)
        return Duty("build", count=most, entitled=surplus, left=max(0, most - given), where=where)
    if surplus < 0:
        given = sum(isinstance(order, Disband) for order in stored)
        return Duty("remove", count=-surplus, left=max(0, -surplus - given))
    return Duty("nothing")


def _silent(units: Iterable[Unit], stored: Sequence[Order]) -> list[Unit]:
    ordered = {unit_of(order) for order in stored if not isinstance(order, Spending)}
    return [unit for unit in units if unit not in ordered]


def retreat_line(gone: Dislodged, names: Names) -> list[str]:
    """`Frankrijk: Leger Bourgondië kan naar Gascogne of Parijs (*terugtrekken*)`."""
    shape = words(names.language)["retreat"]["can" if gone.retreats else "cannot"]
    text = shape.format(Unit=capital(names.unit(gone.unit)), where=names.places(gone.retreats))
    return marked(f"{names.power(gone.power)}: {text}", mark("retreats", names.language), names.language)


def sites(buildable: Iterable[Unit], names: Names) -> str:
    """`Parijs (leger) en Brest (leger of vloot)`: where can be built, and what."""
    kinds: dict[Province, list[str]] = {}
    for unit in buildable:
        word = words(names.language)["unit"][unit.type.value]
        text = f"{word} {names.coast(unit.location)}" if unit.location.coast else word
        kinds.setdefault(unit.province, []).append(text)
    parts = [
        f"{names.location(Location(province))} ({listed(kinds[province], names.language, last='or')})"
        for province in kinds
    ]
    return listed(parts, names.language)


def order_lines(
    board: Board, power: Power, stored: Sequence[Order], new: Collection[Order], names: Names
) -> tuple[str, ...]:
    """Every unit with its stored order, or what it does without one; in a winter, every stored order."""
    given = {unit_of(order): order for order in stored if not isinstance(order, Spending)}
    return tuple(
        line
        for unit, otherwise in _slots(board, power, stored)
        for line in _order_line(power, given.get(unit) if unit else otherwise, otherwise, new, names)
    )


def _slots(board: Board, power: Power, stored: Sequence[Order]) -> list[tuple[Unit | None, Order]]:
    """What has a line of its own: a unit with what it does without an order, or an order of the winter."""
    match board.phase.kind:
        case Kind.MOVEMENT:
            return [(unit, Hold(unit)) for unit in board.units.get(power, ())]
        case Kind.RETREATS:
            gone = dislodged(board, power)
            paid = [order for order in stored if isinstance(order, Spending)]
            return [*((one.unit, Disband(one.unit)) for one in gone), *((None, order) for order in paid)]
        case Kind.ADJUSTMENTS:
            return [(None, order) for order in stored]


def _order_line(
    power: Power, order: Order | None, otherwise: Order, new: Collection[Order], names: Names
) -> list[str]:
    word = "no_order" if order is None else "new" if order in new else "stored"
    return order_line(power, order or otherwise, mark(word, names.language), names)


def order_line(power: Power, order: Order, word: str, names: Names) -> list[str]:
    """`Frankrijk: Leger Parijs naar Bourgondië (*nieuw*)`."""
    return marked(f"{names.power(power)}: {capital(names.order(order))}", word, names.language)
