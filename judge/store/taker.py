"""Takes letters from many doors at once: those that wait share one commit, and hear when it is durable."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import SimpleQueue

from judge.store.faults import Unavailable
from judge.store.rows import Arrival, LetterId
from judge.store.store import Store

MOST = 200
"""Letters in one commit at most."""

_Waiting = tuple[Arrival, "Future[LetterId | None]"]


class GroupTaker:
    """One thread that writes for all. A commit costs one sync of the disk, however many letters are in it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._open = True
        self._thread = threading.Thread(target=self._work, name="letters-taker", daemon=True)
        self._thread.start()

    def submit(self, letter: Arrival) -> "Future[LetterId | None]":
        """Hand a letter over; done when it is durable (`asyncio.wrap_future` waits without blocking)."""
        answer: Future[LetterId | None] = Future()
        with self._gate:
            if not self._open:
                raise RuntimeError("no more letters are taken")
            self._queue.put((letter, answer))
        return answer

    def take(self, letter: Arrival) -> LetterId | None:
        """Store a letter and wait until it is durable; None for a copy. StoreFault: not stored, try again."""
        return self.submit(letter).result()

    def close(self) -> None:
        """Store what waits, then stop."""
        with self._gate:
            if self._open:
                self._open = False
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            ended = False
            while len(group) < MOST and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    ended = True
                    break
                group.append(following)
            # From here on nobody can take his letter back; those who did already are left out.
            self._store_all([waiting for waiting in group if waiting[1].set_running_or_notify_cancel()])
            if ended:
                return

    def _store_all(self, group: Sequence[_Waiting]) -> None:
        try:
            numbers = self._commit([letter for letter, _ in group])
        except Exception as fault:  # noqa: BLE001 - it is handed to whoever waits for the letter
            if len(group) == 1 or isinstance(fault, Unavailable):
                for _, answer in group:
                    answer.set_exception(fault)
            else:
                # One of them cannot be stored; the others must not suffer for it.
                for waiting in group:
                    self._store_all([waiting])
            return
        for (_, answer), number in zip(group, numbers, strict=True):
            answer.set_result(number)

    def _commit(self, letters: Sequence[Arrival]) -> list[LetterId | None]:
        with self._store.write() as tx:
            return [tx.take(letter) for letter in letters]
