"""Letters that came in. Each is stored once, as it came, before anybody is told that we have it."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, func, select, update

from judge.store.door import Door, UnlessThere, columns, is_in
from judge.store.rows import Arrival, InboxRow, LetterId, LetterState, Mailmark
from judge.store.schema import inbox, mailbox

_LETTERS = select(*columns(InboxRow, inbox))
_LETTER = _LETTERS.where(inbox.c.id == bindparam("of"))
_IS_NEW = is_in(inbox.c.state, LetterState.NEW)
_NEW = _LETTERS.where(_IS_NEW).order_by(inbox.c.received_at, inbox.c.id).limit(bindparam("most"))
_NEW_FOR_ME = _NEW.with_for_update(skip_locked=True)
_UNREAD = select(inbox.c.id).where(_IS_NEW, inbox.c.received_at <= bindparam("until")).limit(1)

_TAKE = UnlessThere(inbox, "id")
_COPY = (
    update(inbox)
    .where(inbox.c.message_hash == bindparam("message"), inbox.c.content_hash == bindparam("content"))
    .values(copies=inbox.c.copies + 1)
)
_SETTLE = (
    update(inbox)
    .where(inbox.c.id == bindparam("of"), inbox.c.state.in_([LetterState.NEW, LetterState.HELD]))
    .values(state=bindparam("to"), why=bindparam("because"))
)
_TRY = update(inbox).where(inbox.c.id == bindparam("of")).values(tries=inbox.c.tries + 1)
_UNTRY = update(inbox).where(inbox.c.id == bindparam("of")).values(tries=0)
_TRIES = select(inbox.c.tries).where(inbox.c.id == bindparam("of"))

_MARK = select(*columns(Mailmark, mailbox)).where(mailbox.c.source == bindparam("of"))
_MOVE_MARK = (
    update(mailbox)
    .where(mailbox.c.source == bindparam("of"))
    .values(uidvalidity=bindparam("validity"), uid=bindparam("number"))
)
_NEW_MARK = UnlessThere(mailbox)


class Inbox(Door):
    """The inbox, and how far each mailbox is read."""

    def take(self, letter: Arrival) -> LetterId | None:
        """Store a letter; None where we have it, counting the copy. Acknowledge it after the commit only."""
        number = self._store(letter)
        if number is None and self._change(_COPY, message=letter.message_hash, content=letter.content_hash):
            return None
        if number is None:
            # Another letter under a UID we know: the mailbox miscounts, and its letter is new all the same.
            number = self._store(replace(letter, uidvalidity=None, uid=None))
        return None if number is None else LetterId(number)

    def _store(self, letter: Arrival) -> int | None:
        values: dict[str, Any] = {name: getattr(letter, name) for name in Arrival.__slots__}
        return self._add(_TAKE, **values, state=LetterState.NEW, why="", tries=0, copies=0)

    def letter(self, inbox_id: LetterId) -> InboxRow | None:
        """The letter with this number."""
        return self._one(InboxRow, _LETTER, of=inbox_id)

    def letters(self, state: LetterState, limit: int = 100) -> tuple[InboxRow, ...]:
        """The oldest letters in a state: those held, or set aside as poison."""
        statement: Select[Any] = _LETTERS.where(inbox.c.state == state).order_by(inbox.c.id).limit(limit)
        return self._all(InboxRow, statement)

    def new_letters(self, limit: int) -> tuple[InboxRow, ...]:
        """The oldest unread letters. Within a write they are this worker's until it ends (PostgreSQL)."""
        return self._all(InboxRow, _NEW_FOR_ME if self._writing else _NEW, most=limit)

    def settle(self, inbox_id: LetterId, state: LetterState, why: str = "") -> bool:
        """What became of a letter, new or held till now; False where that was settled before."""
        return self._change(_SETTLE, of=inbox_id, to=state, because=why) == 1

    def count_try(self, inbox_id: LetterId) -> int:
        """Note, in a transaction before the one that reads it, that a letter is read; how often it was."""
        self._change(_TRY, of=inbox_id)
        return int(self._value(_TRIES, of=inbox_id) or 0)

    def forget_tries(self, inbox_id: LetterId) -> None:
        """The letter was not read in vain: it only waits for something else."""
        self._change(_UNTRY, of=inbox_id)

    def unread_before(self, instant: datetime) -> bool:
        """Whether an unread letter was received at or before an instant: then a deadline there must wait."""
        return self._value(_UNREAD, until=instant) is not None

    def oldest_unread(self) -> datetime | None:
        """When the letter that waits longest was received."""
        instant: datetime | None = self._value(select(func.min(inbox.c.received_at)).where(_IS_NEW))
        return instant

    def mailmark(self, source: str) -> Mailmark | None:
        """How far a mailbox has been read; None before the first time."""
        return self._one(Mailmark, _MARK, of=source)

    def set_mailmark(self, source: str, uidvalidity: int, uid: int) -> None:
        """A mailbox has been read up to here, copies included. In the transaction that takes the letters."""
        if self._change(_MOVE_MARK, of=source, validity=uidvalidity, number=uid) == 0:
            self._add_all(_NEW_MARK, [{"source": source, "uidvalidity": uidvalidity, "uid": uid}])
