"""The database: games, orders, the inbox and the outbox. SQLAlchemy lives here, and does not come out.

`Store.open(url)`, then `with store.write() as tx:` or `with store.read() as tx:`; rows are frozen values.
"""

from judge.store.faults import Clash, StoreFault, Unavailable
from judge.store.players import fold_address
from judge.store.rows import (
    Address,
    AddressState,
    Arrival,
    Draft,
    EventId,
    EventRow,
    Game,
    GameId,
    GameState,
    InboxRow,
    LetterId,
    LetterState,
    Mailmark,
    OutboxId,
    OutboxRow,
    OutboxState,
    PhaseRow,
    PhaseStatus,
    Player,
    PlayerId,
    ResultRow,
    Role,
    Seat,
    SeatId,
    SheetId,
    SheetRow,
)
from judge.store.store import Store, Transaction
from judge.store.taker import GroupTaker

__all__ = [
    "Address",
    "AddressState",
    "Arrival",
    "Clash",
    "Draft",
    "EventId",
    "EventRow",
    "Game",
    "GameId",
    "GameState",
    "GroupTaker",
    "InboxRow",
    "LetterId",
    "LetterState",
    "Mailmark",
    "OutboxId",
    "OutboxRow",
    "OutboxState",
    "PhaseRow",
    "PhaseStatus",
    "Player",
    "PlayerId",
    "ResultRow",
    "Role",
    "Seat",
    "SeatId",
    "SheetId",
    "SheetRow",
    "Store",
    "StoreFault",
    "Transaction",
    "Unavailable",
    "fold_address",
]
