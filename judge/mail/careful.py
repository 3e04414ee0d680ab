"""Reads letters in a child process with limits on time and memory, so that a hostile one can only hurt
itself.

The child is reused and, when a letter kills it, started anew; that letter comes back as held, with the
reason. What passes between the two is JSON, one frame a letter: nothing the child says is executed.
"""

import dataclasses
import json
import logging
import os
import resource
import select
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol

from judge.letters.incoming import Action, Authentication, Bounced, Envelope, Incoming
from judge.letters.reader import read

log = logging.getLogger(__name__)

CPU_SECONDS = 3
MEMORY = 768 * 1024 * 1024
PATIENCE = 15.0
"""Seconds on the clock: the machine may be busy, and the child waiting for it."""
_LETTERS_A_CHILD = 2000
_MAX_ANSWER = 8_000_000


class Reader(Protocol):
    """The shape of letters.read."""

    def read(
        self,
        raw: bytes,
        envelope: Envelope | None = None,
        *,
        sent: Sequence[str] = (),
        domain: str = "",
        trusted: Sequence[str] = (),
    ) -> Incoming: ...

    def close(self) -> None: ...


class PlainReader:
    """Reads in this process: for one letter on the command line, and for tests."""

    def read(
        self,
        raw: bytes,
        envelope: Envelope | None = None,
        *,
        sent: Sequence[str] = (),
        domain: str = "",
        trusted: Sequence[str] = (),
    ) -> Incoming:
        return read(raw, envelope, sent=sent, domain=domain, trusted=trusted)

    def close(self) -> None:
        """Nothing is held open."""


class ReaderDied(Exception):
    """The child ended, or had to be ended, over a letter."""


class CarefulReader:
    """Reads in a child process. May be used from several threads; letters are then read one after the
    other."""

    def __init__(self, *, cpu: int = CPU_SECONDS, memory: int = MEMORY, patience: float = PATIENCE) -> None:
        self._limits = (cpu, memory)
        self._patience = patience
        self._child: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._lock = Lock()

    def read(
        self,
        raw: bytes,
        envelope: Envelope | None = None,
        *,
        sent: Sequence[str] = (),
        domain: str = "",
        trusted: Sequence[str] = (),
    ) -> Incoming:
        """As letters.read; a letter that kills the child is HOLD, with why 'reader-killed' and the cause as
        a warning."""
        question = {
            "envelope": [envelope.sender, list(envelope.recipients)] if envelope else None,
            "sent": list(sent),
            "domain": domain,
            "trusted": list(trusted),
        }
        with self._lock:
            try:
                return self._ask(json.dumps(question).encode(), raw)
            except ReaderDied as died:
                self._end()
                log.error("a letter ended the process that read it: %s", died)
                return Incoming(Action.HOLD, "reader-killed", warnings=(f"reader-killed:{died}",))

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _ask(self, question: bytes, raw: bytes) -> Incoming:
        child = self._ready()
        assert child.stdin is not None
        assert child.stdout is not None
        end = time.monotonic() + self._patience
        try:
            child.stdin.write(struct.pack("!II", len(question), len(raw)) + question)
            child.stdin.write(raw)
            child.stdin.flush()
            size = struct.unpack("!I", _receive(child.stdout.fileno(), 4, end))[0]
            if size > _MAX_ANSWER:
                raise ReaderDied("its answer is too long")
            return _from_json(json.loads(_receive(child.stdout.fileno(), size, end)))
        except (BrokenPipeError, EOFError):
            raise ReaderDied(_cause(child)) from None
        except TimeoutError:
            raise ReaderDied("it took too long") from None
        except (KeyError, TypeError, ValueError) as error:
            raise ReaderDied(f"its answer made no sense ({type(error).__name__})") from error

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._child is not None and (self._count >= _LETTERS_A_CHILD or self._child.poll() is not None):
            self._end()
        if self._child is None:
            cpu, memory = self._limits
            command = [sys.executable, *_command(cpu, memory)]
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
            )
            self._count = 0
        self._count += 1
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    log.debug("the child had gone before its letter was through")


def _command(cpu: int, memory: int) -> list[str]:
    return ["-m", "judge.mail.careful", str(cpu), str(memory)]


def _environment() -> dict[str, str]:
    """None of our own: passwords may stand in it."""
    kept = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TZ", "VIRTUAL_ENV")
    return {name: os.environ[name] for name in kept if name in os.environ}


def _receive(pipe: int, size: int, end: float) -> bytes:
    """Exactly so many bytes, before the end of our patience (on the monotonic clock)."""
    parts: list[bytes] = []
    while size:
        left = end - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            raise TimeoutError
        part = os.read(pipe, min(size, 1_000_000))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _cause(child: subprocess.Popen[bytes]) -> str:
    try:
        status = child.wait(2)
    except subprocess.TimeoutExpired:
        return "it stopped answering"
    return {-24: "too much computing", -9: "killed", -11: "a crash"}.get(status, f"exit status {status}")


def _to_json(incoming: Incoming) -> bytes:
    values = dataclasses.asdict(incoming) | {"action": incoming.action.value}
    return json.dumps(values).encode("utf-8", "replace")


def _from_json(values: dict[str, object]) -> Incoming:
    """Whatever the child says becomes strings, numbers and tuples; anything else is a TypeError or
    KeyError."""
    bounced = tuple(Bounced(**entry) for entry in _list(values.pop("bounced")))
    authentication = Authentication(**dict(values.pop("authentication")))  # type: ignore[call-overload]
    action = Action(values.pop("action"))
    rest = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Incoming(action=action, bounced=bounced, authentication=authentication, **rest)  # type: ignore[arg-type]


def _list(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value


def _serve(cpu: int, memory: int) -> None:
    """The child: read letters from standard input until it ends. Each letter has its own share of computing
    time."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(8)) == 8:
        first, second = struct.unpack("!II", head)
        question = json.loads(source.read(first))
        raw = source.read(second)
        used = resource.getrusage(resource.RUSAGE_SELF)
        spent = int(used.ru_utime + used.ru_stime) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu, resource.RLIM_INFINITY))
        given = question["envelope"]
        envelope = Envelope(given[0], tuple(given[1])) if given else None
        answer = _to_json(
            read(raw, envelope, sent=question["sent"], domain=question["domain"], trusted=question["trusted"])
        )
        target.write(struct.pack("!I", len(answer)) + answer)
        target.flush()


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
