"""Letters that go out: posted in the transaction that gave rise to them, sent at least once.

However often a letter is sent, its Message-ID is the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, func, not_, select, update

from judge.store.door import Door, UnlessThere, columns, is_in
from judge.store.rows import Draft, GameId, OutboxId, OutboxRow, OutboxState
from judge.store.schema import outbox

_LETTERS = select(*columns(OutboxRow, outbox))
_THIS = outbox.c.id == bindparam("of")
_IS_NEW = is_in(outbox.c.state, OutboxState.NEW)
_IS_SENDING = is_in(outbox.c.state, OutboxState.SENDING)
# Said beside a state, it lets SQLite use the index of the unsent.
_IS_UNSENT = not_(is_in(outbox.c.state, OutboxState.SENT))

_POST = UnlessThere(outbox)
_NEXT = (
    _LETTERS.where(_IS_NEW, outbox.c.next_try_at <= bindparam("now"))
    .order_by(outbox.c.priority, outbox.c.next_try_at, outbox.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("these", expanding=True)))
    .values(state=OutboxState.SENDING, lease_until=bindparam("until"))
)
_SENT = (
    update(outbox)
    .where(_THIS)
    .values(state=OutboxState.SENT, lease_until=None, sent_at=bindparam("at"), last_error="")
)
_DEFER = (
    update(outbox)
    .where(_THIS, outbox.c.state.in_([OutboxState.NEW, OutboxState.SENDING]))
    .values(
        state=OutboxState.NEW,
        lease_until=None,
        tries=outbox.c.tries + bindparam("counts"),
        next_try_at=bindparam("at"),
        last_error=bindparam("error"),
    )
)
_FAIL = (
    update(outbox)
    .where(_THIS, outbox.c.state != OutboxState.SENT)
    .values(
        state=OutboxState.FAILED,
        lease_until=None,
        tries=outbox.c.tries + 1,
        last_error=bindparam("error"),
    )
)
_RELEASE = (
    update(outbox)
    .where(_IS_SENDING, _IS_UNSENT, outbox.c.lease_until <= bindparam("now"))
    .values(state=OutboxState.NEW, lease_until=None)
)
_EXPIRE = (
    update(outbox).where(_IS_NEW, outbox.c.expires_at <= bindparam("now")).values(state=OutboxState.EXPIRED)
)
_EARLIEST = select(func.min(outbox.c.next_try_at)).where(_IS_NEW, _IS_UNSENT)
_COUNTS = select(outbox.c.state, func.count()).where(_IS_UNSENT).group_by(outbox.c.state)


class Outbox(Door):
    """The outbox."""

    def post(self, drafts: Iterable[Draft]) -> None:
        """Put letters in the outbox, to be sent at once. One whose Message-ID is there is left out."""
        self._add_all(_POST, [_posted(draft) for draft in drafts])

    def claim(self, now: datetime, limit: int, lease_seconds: float) -> tuple[OutboxRow, ...]:
        """The next letters to send, ours alone until the lease ends; those grown too old expire first."""
        self._change(_EXPIRE, now=now)
        rows = self._all(OutboxRow, _NEXT, now=now, most=limit)
        if not rows:
            return ()
        until = now + timedelta(seconds=lease_seconds)
        self._change(_CLAIM, these=[row.id for row in rows], until=until)
        return tuple(replace(row, state=OutboxState.SENDING, lease_until=until) for row in rows)

    def mark_sent(self, outbox_id: OutboxId, at: datetime) -> None:
        """A server took the letter."""
        self._change(_SENT, of=outbox_id, at=at)

    def defer(self, outbox_id: OutboxId, next_try_at: datetime, error: str, counts: bool = True) -> None:
        """Not now. With `counts` false the server as a whole is down, and the letter loses no try by it."""
        self._change(_DEFER, of=outbox_id, at=next_try_at, error=error, counts=int(counts))

    def fail(self, outbox_id: OutboxId, error: str) -> None:
        """The letter is refused for good, or was tried long enough."""
        self._change(_FAIL, of=outbox_id, error=error)

    def release_leases(self, now: datetime) -> int:
        """Give back what a sender claimed and did not get done in time; how many letters."""
        return self._change(_RELEASE, now=now)

    def earliest_try(self) -> datetime | None:
        """When the next letter may be sent; None where none waits."""
        instant: datetime | None = self._value(_EARLIEST)
        return instant

    def waiting(self) -> Mapping[OutboxState, int]:
        """How many letters are in each state that still matters: all but the sent."""
        counts = dict.fromkeys(OutboxState, 0)
        del counts[OutboxState.SENT]
        for state, count in self._all(_as_found, _COUNTS):
            counts[state] = count
        return counts

    def letter_out(self, message_id: str) -> OutboxRow | None:
        """The letter under this Message-ID."""
        return self._one(OutboxRow, _LETTERS.where(outbox.c.message_id == message_id))

    def latest_to(self, recipient: str, limit: int) -> tuple[OutboxRow, ...]:
        """The newest letters to an address, the newest first: what an answer from there may quote."""
        mine = outbox.c.recipient == recipient
        return self._all(OutboxRow, _LETTERS.where(mine).order_by(outbox.c.id.desc()).limit(limit))

    def letters_to(
        self, game_id: GameId, phase_no: int | None = None, kind: str | None = None
    ) -> tuple[OutboxRow, ...]:
        """The letters of a game, in the order in which they were posted."""
        statement: Select[Any] = _LETTERS.where(outbox.c.game_id == game_id).order_by(outbox.c.id)
        if phase_no is not None:
            statement = statement.where(outbox.c.phase_no == phase_no)
        if kind is not None:
            statement = statement.where(outbox.c.kind == kind)
        return self._all(OutboxRow, statement)


def _as_found(state: OutboxState, count: int) -> tuple[OutboxState, int]:
    return state, count


def _posted(draft: Draft) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(draft, name) for name in Draft.__slots__}
    fresh = {"state": OutboxState.NEW, "tries": 0, "lease_until": None, "last_error": "", "sent_at": None}
    return row | fresh | {"next_try_at": draft.created}
