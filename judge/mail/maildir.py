"""Letters in from a Maildir, where a mail server on this machine puts them: new/ is read, cur/ is what was
accepted."""

import logging
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from judge.mail.sender import sync_folder
from judge.mail.source import Accept, Drained, Fate, NotNow, TooBig, envelope_of

log = logging.getLogger(__name__)

MAX_TRIES = 5


class Maildir:
    """Looks into a Maildir for as long as `run` runs. What is held goes to the sub-folder .Held
    (Maildir++)."""

    def __init__(
        self,
        path: Path,
        accept: Accept,
        *,
        poll: float = 5.0,
        max_size: int = 1_000_000,
        too_big: TooBig | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Makes the folders where they are missing; OSError when that cannot be."""
        self.path, self._accept, self._poll, self._max_size = path, accept, poll, max_size
        self._too_big, self._now = too_big, now
        self._drained = Drained()
        self._wake = Event()
        self._tries: dict[str, int] = {}
        self.trouble = ""
        for folder in (path, path / ".Held"):
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)

    def run(self, stop: Event) -> None:
        """Look every `poll` seconds until `stop`; a folder that cannot be read is tried again."""
        while not stop.is_set():
            self._wake.clear()
            try:
                self.look()
                self.trouble = ""
            except OSError as error:
                self.trouble = f"{self.path} cannot be read: {error.strerror}"
                log.warning("maildir: %s", self.trouble)
            if not stop.is_set():
                self._wake.wait(self._poll)

    def stop(self, stop: Event) -> None:
        """Set `stop` and wake the loop, so that it ends at once."""
        stop.set()
        self._wake.set()

    def poll_now(self) -> None:
        """Make the next look come at once; returns without waiting for it."""
        self._wake.set()

    def drained_since(self) -> datetime | None:
        """Everything that had been delivered at this instant has been accepted; None before the first full
        look."""
        return self._drained.get()

    def look(self) -> int:
        """Take everything that is there, the oldest first; how many letters were accepted."""
        began = self._now()
        letters = sorted((path.stat().st_mtime, path.name, path) for path in (self.path / "new").iterdir())
        fates = [self._take(path) for _, name, path in letters if not name.startswith(".")]
        if fates:
            for folder in (self.path / "new", self.path / "cur", self.path / ".Held" / "new"):
                sync_folder(folder)
        if None not in fates:
            self._drained.set(began)
        return sum(fate is not None for fate in fates)

    def _take(self, path: Path) -> Fate | None:
        """None when it could not be accepted: it stays, unless it has failed too often."""
        try:
            fate: Fate | None = self._hand_over(path)
        except NotNow as error:
            log.warning("a letter stays in the maildir for now: %s", error)
            return None
        except Exception:
            self._tries[path.name] = self._tries.get(path.name, 0) + 1
            log.exception(
                "a letter from the maildir could not be accepted (attempt %d)", self._tries[path.name]
            )
            fate = Fate.HELD if self._tries[path.name] >= MAX_TRIES else None
        if fate is not None:
            self._tries.pop(path.name, None)
            target = self.path / "cur" / f"{path.name.partition(':')[0]}:2,S"
            os.rename(path, target if fate is Fate.DONE else self.path / ".Held" / "new" / path.name)
        return fate

    def _hand_over(self, path: Path) -> Fate:
        status = path.stat()
        received = min(datetime.fromtimestamp(status.st_mtime, UTC), self._now())
        if status.st_size > self._max_size:
            with path.open("rb") as file:
                head = file.read(self._max_size).replace(b"\r\n", b"\n").partition(b"\n\n")[0] + b"\n\n"
            if self._too_big is not None:
                self._too_big(head, envelope_of(head), received, status.st_size)
            return Fate.HELD
        raw = path.read_bytes()
        return self._accept(raw, envelope_of(raw), received) or Fate.DONE
