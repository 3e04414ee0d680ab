"""What the judge remembers about itself (keys, the clock's high water), and the record of what happened."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from judge.store.door import Door, UnlessThere, columns
from judge.store.rows import EventRow, GameId, LetterId
from judge.store.schema import event, meta

_VALUE = select(meta.c.value).where(meta.c.key == bindparam("of"))
_SET_VALUE = update(meta).where(meta.c.key == bindparam("of")).values(value=bindparam("to"))
_FIRST_VALUE = UnlessThere(meta)
_NOTE = insert(event)


class Journal(Door):
    """Settings the judge keeps for itself, and events."""

    def meta(self, key: str) -> str | None:
        """What was stored under a key."""
        value: str | None = self._value(_VALUE, of=key)
        return value

    def set_meta(self, key: str, value: str) -> None:
        """Store a value under a key, in place of an earlier one."""
        if self._change(_SET_VALUE, of=key, to=value) == 0:
            self._add_all(_FIRST_VALUE, [{"key": key, "value": value}])

    def keep_meta(self, key: str, value: str) -> str:
        """The value under a key; this one is stored first where there is none (for secrets, made once)."""
        self._add_all(_FIRST_VALUE, [{"key": key, "value": value}])
        return self.meta(key) or value

    def note(
        self,
        at: datetime,
        what: str,
        doc: Mapping[str, Any] | None = None,
        game_id: GameId | None = None,
        inbox_id: LetterId | None = None,
    ) -> None:
        """Add to the record of what happened. Nothing is ever taken out of it."""
        self._run(_NOTE, at=at, what=what, doc=doc or {}, game_id=game_id, inbox_id=inbox_id)

    def events(
        self,
        game_id: GameId | None = None,
        inbox_id: LetterId | None = None,
        limit: int = 1000,
        what: str | None = None,
    ) -> tuple[EventRow, ...]:
        """The latest events, oldest first; of one game, one letter or one sort where it is given."""
        latest = select(*columns(EventRow, event)).order_by(event.c.id.desc()).limit(limit)
        if game_id is not None:
            latest = latest.where(event.c.game_id == game_id)
        if inbox_id is not None:
            latest = latest.where(event.c.inbox_id == inbox_id)
        if what is not None:
            latest = latest.where(event.c.what == what)
        return self._all(EventRow, latest)[::-1]
