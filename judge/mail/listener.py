"""Letters in by SMTP and LMTP: the sender hears 250 only after `accept` has returned, and never a 5xx for a
trouble of ours.

The server runs in a thread of its own; `accept` is called in a pool of threads, so that it may wait for a
disk (or for other letters to share one commit with) while other sessions go on.
"""

import asyncio
import contextlib
import logging
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from threading import Event, Thread
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from judge.letters.headers import clean, normal
from judge.letters.incoming import Envelope
from judge.mail.rates import Rate

# aiosmtpd logs every command with its addresses; ours are nobody's business.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)
logging.getLogger("mail.debug").setLevel(logging.CRITICAL)
log = logging.getLogger(__name__)

Accept = Callable[[bytes, Envelope, datetime], None]
"""Stores a letter durably, or raises: letter, envelope, and the instant its last byte came."""

Prepare = Callable[[bytes, Envelope, str, str], bytes]
"""Changes a letter before it is stored: letter, envelope, the peer's address, the name it greeted with."""

TROUBLE = "451 4.3.0 Trouble on our side, please try again later"
TOO_BIG = "552 5.3.4 Letter too big"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one peer may ask of us; 0 is no limit."""

    size: int = 1_000_000
    """Bytes of a letter."""
    recipients: int = 50
    connections: int = 100
    per_host: int = 20
    """Connections at the same time from one address; loopback is free of it."""
    per_minute: int = 600
    """Letters a minute from one address; loopback is free of it."""
    per_sender: int = 200
    """Letters an hour from one envelope sender."""
    strangers: int = 50
    """Unknown recipients an hour from one address, which may be guessing tokens; loopback is free of it."""
    timeout: float = 120.0
    """Seconds a session may be silent, or one letter take."""


class Listener:
    """An SMTP or LMTP server for the judge's own addresses."""

    def __init__(
        self,
        host: str,
        port: int,
        accept: Accept,
        *,
        domain: str,
        addresses: Callable[[str], bool],
        lmtp: bool = False,
        limits: Limits = Limits(),
        tls: ssl.SSLContext | None = None,
        require_tls: bool = False,
        prepare: Prepare | None = None,
        threads: int = 16,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`addresses` says, quickly, whether a recipient is ours. Port 0 takes a free one."""
        self.host, self.lmtp, self.limits = host, lmtp, limits
        self.accept, self.addresses, self.now = accept, addresses, now
        self.domain, self.tls, self.require_tls = domain, tls, require_tls
        self._prepare = prepare
        self.open: dict[str, int] = {}
        self.hosts = Rate(limits.per_minute, 60)
        self.senders = Rate(limits.per_sender, 3600)
        self.strangers = Rate(limits.strangers, 3600)
        self._asked_port, self._port = port, 0
        self._busy: dict[int, datetime] = {}
        self._sessions: set[_Session] = set()
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None

    @property
    def port(self) -> int:
        """The port it listens on, once started."""
        return self._port

    def start(self) -> None:
        """Returns when the port is open; raises OSError when it cannot be."""
        ready = Event()
        trouble: list[OSError] = []
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="accept")
        self._thread = Thread(target=self._run, args=(ready, trouble), name="listener", daemon=True)
        self._thread.start()
        ready.wait()
        if trouble:
            self._thread.join()
            self._pool.shutdown()
            raise trouble[0]

    def stop(self, grace: float = 10.0) -> None:
        """Take no new letters, let those under way be stored (at most `grace` seconds), and close."""
        if self._thread is None or self._loop is None or self._ending is None:
            return
        end = time.monotonic() + grace
        self._loop.call_soon_threadsafe(self._ending.set)
        while self._busy and time.monotonic() < end:
            time.sleep(0.02)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._thread = None
        if self._pool:
            self._pool.shutdown(wait=False)

    def busy_since(self) -> datetime | None:
        """Since when the oldest letter is under way that is not stored yet; None when there is none."""
        return min(list(self._busy.values()), default=None)

    def began(self, session: "_Session") -> None:
        """A session has entered DATA."""
        self._busy[id(session)] = self.now()

    def ended(self, session: "_Session") -> None:
        """Its letter is stored, refused or lost."""
        self._busy.pop(id(session), None)

    async def store(self, raw: bytes, envelope: Envelope, peer: str, greeting: str) -> str:
        """The answer to the end of DATA."""
        received = self.now()

        def keep() -> None:
            letter = self._prepare(raw, envelope, peer, greeting) if self._prepare else raw
            self.accept(self._trace(peer, greeting, received) + letter, envelope, received)

        assert self._pool is not None
        job = self._pool.submit(keep)
        # The letter stays under way until it is stored, even if its sender hangs up meanwhile.
        self._busy[id(job)] = received
        job.add_done_callback(lambda done: self._busy.pop(id(done), None))
        try:
            await asyncio.wrap_future(job)
        except Exception:
            log.exception("a letter could not be stored; its sender will try again")
            return TROUBLE
        return "250 2.0.0 Stored"

    def _trace(self, peer: str, greeting: str, received: datetime) -> bytes:
        """Our Received line (RFC 5321 section 4.4), by which hops are counted."""
        who = clean(greeting, 100).replace(" ", "_") or "unknown"
        protocol = "LMTP" if self.lmtp else "ESMTP"
        stamp = format_datetime(received)
        return f"Received: from {who} ([{peer}])\r\n\tby {self.domain} with {protocol}; {stamp}\r\n".encode()

    def _run(self, ready: Event, trouble: list[OSError]) -> None:
        loop = asyncio.new_event_loop()
        self._loop = loop
        self._ending = asyncio.Event()
        try:
            server = loop.run_until_complete(loop.create_server(self._session, self.host, self._asked_port))
        except OSError as error:
            trouble.append(error)
            ready.set()
            loop.close()
            return
        self._port = server.sockets[0].getsockname()[1]
        ending = loop.create_task(self._close(server))
        ready.set()
        loop.run_forever()
        ending.cancel()
        server.close()
        loop.run_until_complete(_cancel(asyncio.all_tasks(loop)))
        loop.close()

    async def _close(self, server: asyncio.Server) -> None:
        """Once asked to stop: no new connections, and those that carry no letter end."""
        assert self._ending is not None
        await self._ending.wait()
        server.close()
        for session in list(self._sessions):
            if id(session) not in self._busy and session.transport is not None:
                with contextlib.suppress(ConnectionError):
                    await session.push("421 4.3.2 Closing down, please come back")
                    session.transport.close()

    def _session(self) -> "_Session":
        kind: type[_Session] = _LmtpSession if self.lmtp else _Session
        return kind(self, asyncio.get_running_loop())


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _Session(SMTP):
    """One connection. aiosmtpd does the talking; the limits and the answers in trouble are ours."""

    line_length_limit = 16_384
    """Longer than RFC 5321 allows: programs do write such lines, and refusing them would lose orders."""
    per_recipient = False

    def __init__(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        self._listener = listener
        self._host = ""
        self._in_data = 0
        super().__init__(
            self,
            data_size_limit=listener.limits.size or None,
            enable_SMTPUTF8=True,
            hostname=listener.domain,
            ident="judge",
            tls_context=listener.tls,
            require_starttls=listener.require_tls,
            timeout=listener.limits.timeout,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
            command_call_limit={"*": 500, "MAIL": 100_000, "RCPT": 500_000, "DATA": 100_000, "RSET": 100_000},
            loop=loop,
        )

    async def _handle_client(self) -> None:
        assert self.session is not None
        assert self.transport is not None
        self._host = str((self.session.peer or ("",))[0])
        limits, open_ = self._listener.limits, self._listener.open
        full = limits.connections and sum(open_.values()) >= limits.connections
        crowd = limits.per_host and open_.get(self._host, 0) >= limits.per_host and not self._is_near()
        if full or crowd:
            await self.push("421 4.3.2 Too many connections, please come back later")
            self.transport.close()
            return
        open_[self._host] = open_.get(self._host, 0) + 1
        self._listener._sessions.add(self)
        try:
            await super()._handle_client()
        finally:
            self._listener.ended(self)
            self._listener._sessions.discard(self)
            open_[self._host] -= 1
            if not open_[self._host]:
                del open_[self._host]

    def _is_near(self) -> bool:
        """The peer is on this machine: a mail server of ours, which has limits of its own."""
        return self._host in ("127.0.0.1", "::1", "")

    async def push(self, status: Any) -> None:
        """One reply; after DATA in LMTP one for every recipient (RFC 2033 section 4.2)."""
        if isinstance(status, str) and status.startswith("552 "):
            status = TOO_BIG
        several = self.per_recipient and self._in_data and not str(status).startswith("354")
        for _ in range(self._in_data if several else 1):
            await super().push(status)

    async def handle_exception(self, error: Exception) -> str:
        """Any failure of ours is for now, never for good; nothing of its inside is shown."""
        log.error("a mail session failed", exc_info=error)
        return TROUBLE

    async def handle_MAIL(
        self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        sender = "" if address == "<>" else address
        if not self._is_near() and not self._listener.hosts.allows(self._host, time.monotonic()):
            return "450 4.7.1 Too many letters from this host, please come back later"
        if sender and not self._listener.senders.allows(sender.lower(), time.monotonic()):
            return "450 4.7.1 Too many letters from this address, please come back later"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        limit, now = self._listener.limits.recipients, time.monotonic()
        if limit and len(envelope.rcpt_tos) >= limit:
            return "452 4.5.3 Too many recipients"
        if not self._is_near() and self._listener.strangers.is_spent(self._host, now):
            return "450 4.7.1 Too many unknown recipients, please come back later"
        recipient = normal(address)
        if recipient is None or not self._listener.addresses(recipient):
            self._listener.strangers.allows(self._host, now)
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(recipient)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def smtp_DATA(self, arg: str) -> None:
        self._in_data = len(self.envelope.rcpt_tos) if self.envelope is not None else 0
        if self._in_data:
            self._listener.began(self)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._in_data = 0
            self._listener.ended(self)

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from
        reached = Envelope(sender, tuple(envelope.rcpt_tos))
        return await self._listener.store(
            bytes(envelope.content), reached, self._host, session.host_name or ""
        )


class _LmtpSession(_Session, LMTP):
    """LMTP: LHLO for a greeting, and a reply for every recipient."""

    per_recipient = True
