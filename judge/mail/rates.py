"""How many times something may happen in a while, counted by key; forgets what is old, and never grows
without end."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from threading import Lock

MAX_KEYS = 10_000


@dataclass(slots=True)
class Rate:
    """At most `limit` times in `seconds` for each key; 0 is no limit."""

    limit: int
    seconds: float
    _times: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def allows(self, key: str, now: float) -> bool:
        """Whether it may happen now (on a clock that never goes back); if so it is counted."""
        if not self.limit:
            return True
        with self._lock:
            times = self._recent(key, now)
            if len(times) >= self.limit:
                return False
            times.append(now)
            return True

    def is_spent(self, key: str, now: float) -> bool:
        """Whether the key has used up its share, without counting."""
        with self._lock:
            return bool(self.limit) and len(self._recent(key, now)) >= self.limit

    def _recent(self, key: str, now: float) -> deque[float]:
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and times[0] <= now - self.seconds:
            times.popleft()
        while len(self._times) > MAX_KEYS:
            self._times.popitem(last=False)
        return times
