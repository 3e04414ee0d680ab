"""How a game stands: its open phase, the board in it, and the orders that are in force."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.board.geography import Power
from judge.board.orders import Order, Spending, unit_of
from judge.board.phases import Kind, Phase
from judge.board.record import read_board
from judge.board.state import Board
from judge.language.sheet import Entry
from judge.reports.pages import GameView, Reader
from judge.rules.preferences import choose
from judge.service import orders
from judge.service.manner import manner
from judge.service.office import Rulebook, rulebook
from judge.store import Game, PhaseRow, Player, Role, Seat, SheetRow, Transaction


@dataclass(frozen=True, slots=True)
class Standing:
    """A running game at its open phase."""

    game: Game
    book: Rulebook
    phase: PhaseRow
    board: Board

    @property
    def kind(self) -> Kind:
        """What is ordered now."""
        return self.board.phase.kind


def standing(tx: Transaction, game: Game) -> Standing | None:
    """How a game stands; None while it has no open phase."""
    row = tx.current_phase(game.id)
    if row is None:
        return None
    book = rulebook(game, row.options)
    return Standing(game, book, row, read_board(dict(row.board), book.geography))


def book_in_force(tx: Transaction, game: Game) -> Rulebook:
    """The rules of the open phase; without one, those the game would begin with."""
    row = tx.current_phase(game.id)
    return rulebook(game, row.options if row else None)


def filed(
    tx: Transaction, now: Standing, until: datetime | None = None, kind: Kind | None = None
) -> dict[Power, tuple[orders.Filed, ...]]:
    """Every power's sheets for the open phase, in the order in which they count; or those that hold what was
    sent ahead for a later kind of phase.

    Those of earlier phases come first, with what was sent ahead for this kind of phase.
    """
    rows: list[SheetRow] = []
    for earlier in _ahead(tx, now, kind or now.kind):
        rows += tx.sheets(now.game.id, earlier)
    rows += tx.sheets(now.game.id, now.phase.no, until)
    by_power: dict[Power, list[orders.Filed]] = {}
    for row in rows:
        by_power.setdefault(Power(row.power), []).append(orders.read(dict(row.doc)))
    return {power: tuple(sheets) for power, sheets in sorted(by_power.items())}


def _ahead(tx: Transaction, now: Standing, kind: Kind) -> list[int]:
    """The phases whose letters may hold orders for the next one of a kind: since the last of that kind."""
    if kind is Kind.MOVEMENT:
        return []
    numbers: list[int] = []
    for no in range(now.phase.no - 1, 0, -1):
        row = tx.phase(now.game.id, no)
        if row is None or Phase.read(row.code).kind is kind:
            break
        numbers.insert(0, no)
    return numbers


def in_force(tx: Transaction, now: Standing, until: datetime | None = None) -> dict[Power, tuple[Entry, ...]]:
    """The orders of every power that count in the open phase."""
    sheets = filed(tx, now, until)
    found = {power: orders.in_force(sheets[power], now.kind) for power in sheets}
    return {power: _of_this_phase(now, power, entries) for power, entries in found.items() if entries}


def _of_this_phase(now: Standing, power: Power, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Orders sent ahead are for units that may have gone elsewhere since: those are left out."""
    if now.kind is not Kind.RETREATS:
        return tuple(entries)
    dislodged = {gone.unit for gone in now.board.dislodged if gone.power == power}
    return tuple(
        entry for entry in entries if isinstance(entry.order, Spending) or unit_of(entry.order) in dislodged
    )


def later(tx: Transaction, now: Standing, power: Power) -> tuple[tuple[Kind, Order], ...]:
    """What a power has sent ahead for later kinds of phases."""
    kinds = [kind for kind in (Kind.RETREATS, Kind.ADJUSTMENTS) if kind is not now.kind]
    return tuple(
        (kind, order)
        for kind in kinds
        for entry in orders.in_force(filed(tx, now, kind=kind).get(power, ()), kind)
        for order in (entry.order, *entry.alternatives)
    )


def chosen(stands: Standing, power: Power, entries: Sequence[Entry]) -> tuple[Order, ...]:
    """Each order, or the first of its second choices that can be carried out."""
    wishes = [(entry.order, *entry.alternatives) for entry in entries]
    return choose(stands.book.rules, stands.board, {power: wishes}, stands.book.options)[power]


def plain(entries: Sequence[Entry]) -> tuple[Order, ...]:
    """The orders alone."""
    return tuple(entry.order for entry in entries)


def reader(player: Player, seat: Seat | None = None) -> Reader:
    """Whom a page is for."""
    power = Power(seat.power) if seat is not None and seat.power else None
    return Reader(player.language, player.name, power)


def view(tx: Transaction, game: Game, book: Rulebook | None = None) -> GameView:
    """A game as its letters name it, by the rules of its open phase unless others are given."""
    master = tx.player(game.master_id) if game.master_id else None
    book = book or book_in_force(tx, game)
    title, speech = book.geography.title, book.speech
    return GameView(game.name, game.id, title, game.zone, master.name if master else "", speech)


def player_names(tx: Transaction, game: Game, seat: Seat) -> dict[Power, str]:
    """Who plays each power, by name; in an anonymous game its master alone may know."""
    if manner(game).anonymous and seat.role is not Role.MASTER:
        return {}
    named = {}
    for each in tx.seats(game.id):
        player = tx.player(each.player_id) if each.power else None
        if player is not None and each.power:
            named[Power(each.power)] = player.name
    return named
