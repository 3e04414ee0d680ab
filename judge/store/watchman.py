"""A lock on a file that lasts as long as the process does: the second daemon on a database is turned away."""

import fcntl
import os

from judge.store.faults import StoreFault


class Watchman:
    """Holds the lock; the file itself stays, for removing it would let two in."""

    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            raise StoreFault(f"cannot write the lock file {path}: {fault.strerror}") from fault
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            holder = os.read(self._file, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(self._file)
            raise StoreFault(
                f"another judge (process {holder}) already works on this database; stop it first ({path})"
            ) from fault
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def leave(self) -> None:
        """Let the next one in."""
        os.close(self._file)
