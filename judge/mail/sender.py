"""Letters out: through a relay by SMTP, or into a Maildir per recipient. What became of each is a value, not
an exception."""

import contextlib
import os
import re
import secrets
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from judge.letters.headers import clean


@dataclass(frozen=True, slots=True)
class Delivered:
    """The next server has taken it; from here on it is responsible."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """Not now; try again later. `whole_server` when no other letter would get through either."""

    reason: str
    whole_server: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Never: the server said 5xx to this recipient or letter."""

    code: int
    reason: str


Outcome = Delivered | Deferred | Refused


class Delivery(Protocol):
    """What the outbox hands letters to."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome: ...

    def close(self) -> None: ...


class Security(Enum):
    """How the connection to the relay is kept secret."""

    PLAIN = "plain"
    STARTTLS = "starttls"
    TLS = "tls"


@dataclass(frozen=True, slots=True)
class Relay:
    """Where letters go. `password` is asked for at each login, as a token may have run out."""

    host: str
    port: int = 25
    security: Security = Security.PLAIN
    user: str = ""
    password: Callable[[], str] = lambda: ""
    timeout: float = 60.0
    context: ssl.SSLContext | None = None
    local_name: str = ""
    """The name we greet with; empty for the machine's own."""


_FOR_NOW = (smtplib.SMTPServerDisconnected, OSError)


class Sender:
    """One connection to the relay, opened when needed, reused, and opened anew when it has died."""

    def __init__(self, relay: Relay, *, idle: float = 30.0, most: int = 100) -> None:
        """A connection is not reused after `idle` seconds or `most` letters: servers tire of them."""
        self._relay, self._idle, self._most = relay, idle, most
        self._connection: smtplib.SMTP | None = None
        self._used, self._count = 0.0, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _t: type[BaseException] | None, _e: BaseException | None, _b: TracebackType | None
    ) -> None:
        self.close()

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome:
        """Hand one letter to the relay; '' as `envelope_from` is the null sender.

        A connection that has died while idle is replaced once; one that dies in the middle of a letter is
        not, as the letter may have arrived.
        """
        fresh = self._connection is None
        outcome = self._try(envelope_from, recipient, raw)
        if outcome is not None:
            return outcome
        if fresh:
            return Deferred("the relay closed the connection", whole_server=True)
        return self._try(envelope_from, recipient, raw) or Deferred(
            "the relay closed the connection", whole_server=True
        )

    def probe(self) -> str | None:
        """Connect and log in, sending nothing: what goes wrong, in plain words, or None."""
        outcome = self._reach()
        self.close()
        return outcome.reason if isinstance(outcome, Deferred) else None

    def close(self) -> None:
        """Say goodbye to the relay."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                connection.quit()

    def _try(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome | None:
        """None when the connection was dead before the letter began."""
        connection = self._reach()
        if isinstance(connection, Deferred):
            return connection
        try:
            return self._hand_over(connection, envelope_from, recipient, raw)
        except _FOR_NOW as error:
            self._drop()
            return Deferred(f"the connection broke: {clean(str(error), 200)}", whole_server=True)

    def _reach(self) -> smtplib.SMTP | Deferred:
        try:
            return self._connected()
        except smtplib.SMTPAuthenticationError as error:
            return Deferred(f"the relay refused our login: {_said(error)}", whole_server=True)
        except (smtplib.SMTPException, OSError) as error:
            return Deferred(f"the relay could not be reached: {clean(str(error), 200)}", whole_server=True)

    def _hand_over(
        self, connection: smtplib.SMTP, envelope_from: str, recipient: str, raw: bytes
    ) -> Outcome | None:
        options = _options(connection, envelope_from, recipient, raw)
        if options is None:
            return Refused(553, "the relay does not take addresses that are not ASCII")
        self._used, self._count = time.monotonic(), self._count + 1
        try:
            code, text = connection.mail(envelope_from, options)
        except smtplib.SMTPServerDisconnected:
            self._drop()
            return None
        if code == 250:
            code, text = connection.rcpt(recipient)
        if code in (250, 251):
            try:
                code, text = connection.data(raw)
            except smtplib.SMTPDataError as error:  # the DATA command itself was refused
                code, text = error.smtp_code, _said(error).encode()
        if code == 250:
            return Delivered()
        return self._answered(code, text)

    def _answered(self, code: int, text: bytes) -> Outcome:
        """The relay's no: for now (4xx), for good (5xx), or for the whole server."""
        reason = f"{code} {clean(text.decode('utf-8', 'replace'), 200)}"
        if code in (421, 530, 535, 538):  # closing, or it wants a login: no letter would get through
            self._drop()
            return Deferred(reason, whole_server=True)
        with contextlib.suppress(*_FOR_NOW):
            if self._connection is not None:
                self._connection.rset()
        return Refused(code, reason) if 500 <= code < 600 else Deferred(reason)

    def _connected(self) -> smtplib.SMTP:
        stale = time.monotonic() - self._used > self._idle or self._count >= self._most
        if self._connection is not None and stale:
            self.close()
        if self._connection is None:
            self._connection = self._open()
            self._count = 0
        return self._connection

    def _open(self) -> smtplib.SMTP:
        relay = self._relay
        context = relay.context or ssl.create_default_context()
        name = relay.local_name or None
        if relay.security is Security.TLS:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host, relay.port, name, timeout=relay.timeout, context=context
            )
        else:
            connection = smtplib.SMTP(relay.host, relay.port, name, timeout=relay.timeout)
        try:
            if relay.security is Security.STARTTLS:
                connection.starttls(context=context)
            connection.ehlo_or_helo_if_needed()
            if relay.user:
                connection.login(relay.user, relay.password())
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _options(connection: smtplib.SMTP, envelope_from: str, recipient: str, raw: bytes) -> list[str] | None:
    """The MAIL options; None when the letter needs SMTPUTF8 (RFC 6531) and the relay has it not."""
    options = [f"SIZE={len(raw)}"] if connection.has_extn("size") else []
    head = raw.partition(b"\r\n\r\n")[0]
    if not (envelope_from.isascii() and recipient.isascii() and head.isascii()):
        if not connection.has_extn("smtputf8"):
            return None
        options += ["SMTPUTF8", "BODY=8BITMIME"]
        connection.command_encoding = "utf-8"
    else:
        connection.command_encoding = "ascii"
    return options


def _said(error: smtplib.SMTPResponseException) -> str:
    text = error.smtp_error
    return clean(text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text), 200)


class MaildirSender:
    """Delivers into `folder/<recipient>/new`: for the demo, and for a judge that has no relay yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome:
        """Written and synced before it counts as delivered; a full disk is trouble for now."""
        try:
            deliver(
                self._folder / folder_name(recipient), f"Return-Path: <{envelope_from}>\r\n".encode() + raw
            )
        except OSError as error:
            return Deferred(f"could not write the letter: {error.strerror}", whole_server=True)
        return Delivered()

    def close(self) -> None:
        """Nothing is held open."""


def folder_name(recipient: str) -> str:
    """The folder for an address; characters that mean something to a file system are written as %xx."""
    name = re.sub(r"[^\w@.+=-]", lambda m: "".join(f"%{b:02x}" for b in m[0].encode()), recipient.lower())
    return name.lstrip(".")[:200] or "unknown"


def deliver(maildir: Path, raw: bytes) -> Path:
    """Put a letter into a Maildir the way its inventor meant: written in tmp, synced, moved to new, the
    folder synced."""
    for part in ("tmp", "new", "cur"):
        (maildir / part).mkdir(parents=True, exist_ok=True)
    name = f"{time.time_ns()}.P{os.getpid()}Q{secrets.token_hex(4)}.{_host()}"
    written = maildir / "tmp" / name
    try:
        with open(written, "xb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        target = maildir / "new" / name
        os.rename(written, target)
    except BaseException:
        written.unlink(missing_ok=True)
        raise
    sync_folder(maildir / "new")
    return target


def sync_folder(folder: Path) -> None:
    """Make a rename in this folder last."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _host() -> str:
    return re.sub(r"[^A-Za-z0-9.-]", "_", socket.gethostname())
