"""Letters in from a mailbox, by IMAP: fetched whole, accepted, and only then moved out of the way.

The mailbox itself is the memory: what is still in the folder is still to be done, whatever its flags and
UIDs say. A letter that is seen twice (a crash before the move, a mailbox rebuilt) is known again by whoever
accepts it.
"""

import logging
import select
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from threading import Event

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from judge.letters.headers import clean
from judge.mail.sender import Security
from judge.mail.source import Accept, Drained, Fate, NotNow, TooBig, envelope_of

log = logging.getLogger(__name__)

_BACK_OFF = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
_BATCH_BYTES = 4_000_000
_BATCH = 50
_MAX_IDLE = 540.0
"""Seconds: RFC 2177 says under 29 minutes, and NAT boxes forget sooner."""
MAX_TRIES = 5

_TROUBLE = (IMAPClientError, OSError, ssl.SSLError, EOFError, ValueError, KeyError)
"""imaplib's errors are IMAPClientErrors; an answer that makes no sense raises the rest."""


class Login(Enum):
    """How we prove who we are. Microsoft and Google want one of the token kinds."""

    PASSWORD = "password"
    XOAUTH2 = "xoauth2"
    OAUTHBEARER = "oauthbearer"


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox. `secret` gives the password or a fresh access token, and is asked at each login."""

    host: str
    user: str
    secret: Callable[[], str]
    port: int = 993
    security: Security = Security.TLS
    login: Login = Login.PASSWORD
    folder: str = "INBOX"
    done: str = "Judge/Done"
    held: str = "Judge/Held"
    max_size: int = 1_000_000
    poll: float = 60.0
    """Seconds between two full looks; IDLE only makes them come sooner."""
    idle: bool = True
    timeout: float = 30.0
    context: ssl.SSLContext | None = None


@dataclass(slots=True)
class _Folders:
    """The folders' names as this server spells them."""

    done: str
    held: str


class Mailbox:
    """Polls one folder for as long as `run` runs."""

    def __init__(
        self,
        account: Account,
        accept: Accept,
        *,
        too_big: TooBig | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.account, self._accept, self._too_big, self._now = account, accept, too_big, now
        self._drained = Drained()
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_out.setblocking(False)
        self._tries: dict[int, int] = {}
        self._taken: set[int] = set()
        self._validity = 0
        self.trouble = ""
        """In plain words, why letters do not come in now; empty while they do."""

    def run(self, stop: Event) -> None:
        """Connect, look, wait and look again, until `stop`; comes back from every trouble, ever more
        slowly."""
        failures = 0
        while not stop.is_set():
            began = time.monotonic()
            try:
                self._session(stop)
                failures = 0
            except _TROUBLE as error:
                failures = 0 if time.monotonic() - began > 60 else failures + 1
                self.trouble = _plainly(error)
                log.warning("mailbox: %s", self.trouble)
                self._pause(_BACK_OFF[min(failures, len(_BACK_OFF)) - 1] if failures else 0.5, stop)

    def stop(self, stop: Event) -> None:
        """Set `stop` and wake the loop, so that it ends at once."""
        stop.set()
        self.poll_now()

    def poll_now(self) -> None:
        """Make the next look come at once; returns without waiting for it."""
        try:
            self._wake_in.send(b"x")
        except (BlockingIOError, OSError):
            log.debug("the mailbox is already awake")

    def drained_since(self) -> datetime | None:
        """Everything that was in the mailbox at this instant has been accepted; None before the first full
        look."""
        return self._drained.get()

    def look(self) -> int:
        """Connect, take everything once, and go: how many letters were accepted. Raises on trouble."""
        client, folders = self._connect()
        try:
            return self._poll(client, folders)
        finally:
            _leave(client)

    def probe(self) -> str | None:
        """Log in and open the folder, taking nothing: what goes wrong, in plain words, or None."""
        try:
            client, _ = self._connect()
        except _TROUBLE as error:
            return _plainly(error)
        _leave(client)
        return None

    def _session(self, stop: Event) -> None:
        client, folders = self._connect()
        try:
            self.trouble = ""
            while not stop.is_set():
                self._poll(client, folders)
                self._wait(client, stop)
        finally:
            _leave(client)

    def _connect(self) -> tuple[IMAPClient, _Folders]:
        account = self.account
        context = account.context or ssl.create_default_context()
        client = IMAPClient(
            account.host,
            account.port,
            ssl=account.security is Security.TLS,
            ssl_context=context if account.security is Security.TLS else None,
            timeout=account.timeout,
        )
        try:
            client.normalise_times = False
            if account.security is Security.STARTTLS:
                client.starttls(context)
            self._log_in(client)
            folders = self._folders(client)
            self._select(client)
        except BaseException:
            _leave(client)
            raise
        return client, folders

    def _log_in(self, client: IMAPClient) -> None:
        account, secret = self.account, self.account.secret()
        match account.login:
            case Login.PASSWORD:
                client.login(account.user, secret)
            case Login.XOAUTH2:
                client.oauth2_login(account.user, secret)
            case Login.OAUTHBEARER:
                client.oauthbearer_login(account.user, secret)

    def _folders(self, client: IMAPClient) -> _Folders:
        """Done and Held, made where they are missing, with the prefix and separator of this server."""
        prefix, separator = "", "/"
        if client.has_capability("NAMESPACE"):
            personal = client.namespace().personal
            prefix, separator = personal[0] if personal else ("", "/")
        names = [
            prefix + name.replace("/", separator or "/") for name in (self.account.done, self.account.held)
        ]
        for name in names:
            if not client.folder_exists(name):
                try:
                    client.create_folder(name)
                except IMAPClientError:
                    if not client.folder_exists(name):
                        raise  # else somebody made it at the same moment
        return _Folders(*names)

    def _select(self, client: IMAPClient) -> None:
        """Open the folder; a new UIDVALIDITY means that no UID of before means anything."""
        answer = client.select_folder(self.account.folder)
        validity = int(answer.get(b"UIDVALIDITY", 0))
        if validity != self._validity:
            self._validity = validity
            self._tries.clear()
            self._taken.clear()

    def _poll(self, client: IMAPClient, folders: _Folders) -> int:
        """Take all that is there. Only a look without a failure counts as drained."""
        began = self._now()
        client.noop()
        accepted, failed = 0, False
        for uids in _batches(client, [uid for uid in client.search(["UNDELETED"]) if uid not in self._taken]):
            fates = {uid: self._take(client, uid, size) for uid, size in uids}
            failed = failed or None in fates.values()
            accepted += sum(fate is not None for fate in fates.values())
            self._taken |= {uid for uid, fate in fates.items() if fate is not None}
            self._move(client, [uid for uid, fate in fates.items() if fate is Fate.DONE], folders.done)
            self._move(client, [uid for uid, fate in fates.items() if fate is Fate.HELD], folders.held)
        if not failed:
            self._drained.set(began)
        return accepted

    def _take(self, client: IMAPClient, uid: int, size: int) -> Fate | None:
        """Fetch and hand over one letter; None when it could not be accepted and stays where it is.

        One that fails again and again, while others do not, is set aside where a person can look at it.
        """
        try:
            return self._hand_over(client, uid, size)
        except _TROUBLE:
            raise
        except NotNow as error:
            log.warning("a letter stays in the mailbox for now: %s", error)
            return None
        except Exception:
            self._tries[uid] = self._tries.get(uid, 0) + 1
            log.exception("a letter from the mailbox could not be accepted (attempt %d)", self._tries[uid])
            return Fate.HELD if self._tries[uid] >= MAX_TRIES else None

    def _hand_over(self, client: IMAPClient, uid: int, size: int) -> Fate:
        whole = size <= self.account.max_size
        part = "BODY.PEEK[]" if whole else "BODY.PEEK[HEADER]"
        answer = client.fetch([uid], [part, "INTERNALDATE"]).get(uid)
        if answer is None:
            return Fate.DONE  # someone else took it away meanwhile
        raw = answer[b"BODY[]"] if whole else answer[b"BODY[HEADER]"]
        received = min(_aware(answer.get(b"INTERNALDATE")) or self._now(), self._now())
        try:
            if whole:
                return self._accept(raw, envelope_of(raw), received) or Fate.DONE
            if self._too_big is not None:
                self._too_big(raw, envelope_of(raw), received, size)
            return Fate.HELD
        except _TROUBLE as error:
            raise NotAccepted(str(error)) from error  # theirs, not the connection's

    def _move(self, client: IMAPClient, uids: Sequence[int], folder: str) -> None:
        if not uids:
            return
        if client.has_capability("MOVE"):
            client.move(uids, folder)
            return
        client.copy(uids, folder)
        client.add_flags(uids, [b"\\Deleted"], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)
        else:
            client.expunge()

    def _wait(self, client: IMAPClient, stop: Event) -> None:
        """Until there may be something new: the server says so, someone calls poll_now, or the time is up.

        imapclient's idle_check answers [] at once when the connection has died; then IDLE is ended like any
        other, which raises.
        """
        if stop.is_set():
            return
        if not (self.account.idle and client.has_capability("IDLE")):
            self._pause(self.account.poll, stop)
            return
        end = time.monotonic() + min(self.account.poll, _MAX_IDLE)
        client.idle()
        try:
            # What came in one packet with the answer to IDLE lies in a buffer that select does not see.
            news = client.idle_check(timeout=0)
            while not _is_news(news) and (left := end - time.monotonic()) > 0 and not stop.is_set():
                ready, _, _ = select.select([client.socket(), self._wake_out], [], [], left)
                if self._wake_out in ready:
                    self._drain_wakes()
                    break
                if client.socket() in ready:
                    news = client.idle_check(timeout=0)
                    if not news:
                        break
        finally:
            client.idle_done()

    def _pause(self, seconds: float, stop: Event) -> None:
        """Sleep, unless poll_now or stop wakes us."""
        end = time.monotonic() + seconds
        while not stop.is_set() and (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self._wake_out], [], [], min(left, 1.0))
            if ready:
                self._drain_wakes()
                return

    def _drain_wakes(self) -> None:
        try:
            while self._wake_out.recv(1000):
                pass
        except BlockingIOError:
            return


class NotAccepted(Exception):
    """Whoever stores the letters could not; says why."""


def _batches(client: IMAPClient, uids: Sequence[int]) -> list[list[tuple[int, int]]]:
    """UIDs with their sizes, oldest first, in portions that are moved together."""
    sizes: dict[int, int] = {}
    for start in range(0, len(uids), 500):
        answer = client.fetch(uids[start : start + 500], ["RFC822.SIZE"])
        sizes |= {uid: int(entry[b"RFC822.SIZE"]) for uid, entry in answer.items()}
    batches: list[list[tuple[int, int]]] = [[]]
    room = _BATCH_BYTES
    for uid in sorted(sizes):
        if batches[-1] and (len(batches[-1]) >= _BATCH or sizes[uid] > room):
            batches.append([])
            room = _BATCH_BYTES
        batches[-1].append((uid, sizes[uid]))
        room -= sizes[uid]
    return [batch for batch in batches if batch]


def _is_news(answers: Sequence[tuple[object, ...]]) -> bool:
    """The server said that a letter came (or bade farewell); `OK Still here` is not worth a look."""
    return any(part in (b"EXISTS", b"RECENT", b"BYE") for answer in answers for part in answer[:2])


def _aware(moment: object) -> datetime | None:
    if not isinstance(moment, datetime):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _leave(client: IMAPClient) -> None:
    try:
        client.logout()
    except _TROUBLE:
        log.debug("the mailbox's connection was gone already")


def _plainly(error: Exception) -> str:
    """What went wrong, for a log and for whoever asks `judge check`."""
    words = clean(str(error), 200) or type(error).__name__
    match error:
        case LoginError():
            return f"the server does not accept the user name and password: {words}"
        case ssl.SSLCertVerificationError():
            return f"the server's certificate is not trusted: {words}"
        case TimeoutError():
            return "the server does not answer"
        case ConnectionRefusedError():
            return "nothing listens there: the connection was refused"
        case socket.gaierror():
            return f"the server's name is not known: {words}"
        case _:
            return words
