"""The doors that letters come in by, and the way they go out, as the settings ask for them."""

import ssl
import subprocess
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

from judge.letters import Envelope, Incoming
from judge.mail import sender
from judge.mail.authenticate import Authenticator
from judge.mail.careful import CarefulReader
from judge.mail.imap import Account, Login, Mailbox
from judge.mail.listener import Limits, Listener
from judge.mail.maildir import Maildir
from judge.mail.sender import Delivery, MaildirSender, Sender
from judge.mail.signing import Signer, SigningDelivery
from judge.mail.source import Accept as FetchAccept
from judge.mail.source import Fate, NotNow, TooBig
from judge.settings import Listener as ListenerSettings
from judge.settings import Secret, Security, Settings
from judge.store import StoreFault

Accept = Callable[[str, bytes, Envelope, datetime], None]
"""Stores a letter durably: the door's name, the letter, its envelope, and when it reached us."""


class Door(Protocol):
    """A way in."""

    name: str
    where: str
    """The same for a person: what the settings say of it."""

    def start(self) -> None:
        """Begin to take letters; OSError when it cannot."""

    def stop(self) -> None:
        """Finish what is under way, and take no more."""

    def drained(self, instant: datetime) -> bool:
        """Whether all that had arrived by an instant has been stored."""

    def look(self) -> None:
        """Look for letters now."""


class ListenerDoor:
    """Our own SMTP or LMTP listener."""

    def __init__(self, name: str, listener: Listener, port: int) -> None:
        self.name, self._listener = name, listener
        self.where = f"{name} {listener.host}:{port}"

    def start(self) -> None:
        """Open the port."""
        self._listener.start()

    def stop(self) -> None:
        """Close it, once the letters under way are stored."""
        self._listener.stop()

    def drained(self, instant: datetime) -> bool:
        """No letter is under way since before the instant."""
        busy = self._listener.busy_since()
        return busy is None or busy > instant

    def look(self) -> None:
        """Letters come by themselves."""


class Fetches(Protocol):
    """What looks into a mailbox of another: IMAP, Maildir."""

    def run(self, stop: Event) -> None: ...

    def stop(self, stop: Event) -> None: ...

    def poll_now(self) -> None: ...

    def drained_since(self) -> datetime | None: ...


class FetchingDoor:
    """A mailbox that is looked into, in a thread of its own."""

    def __init__(self, name: str, fetches: Fetches, grace: float) -> None:
        """`grace`: seconds a letter may take from its arrival till the mailbox shows it."""
        self.name = self.where = name
        self._fetches = fetches
        self._grace = timedelta(seconds=grace)
        self._stop = Event()
        self._thread = Thread(target=fetches.run, args=(self._stop,), name=name)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End after the letter under way."""
        self._fetches.stop(self._stop)
        if self._thread.is_alive():
            self._thread.join()

    def drained(self, instant: datetime) -> bool:
        """A look that began after the instant, and some more, took everything."""
        since = self._fetches.drained_since()
        return since is not None and since >= instant + self._grace

    def look(self) -> None:
        """Look now rather than at the next turn."""
        self._fetches.poll_now()


def doors(
    settings: Settings, accept: Accept, is_ours: Callable[[str], bool], verdicts: str = ""
) -> list[Door]:
    """The ways in that the settings ask for, not yet open; `verdicts` is the name our own are given in."""
    found: list[Door] = []
    for name, chosen in (("smtp", settings.smtp), ("lmtp", settings.lmtp)):
        if chosen.enabled:
            prepare = Authenticator(verdicts) if chosen.authenticate and verdicts else None
            found.append(_listener(name, chosen, settings.domain, accept, is_ours, prepare))
    grace = settings.timing.drain_grace
    if settings.imap.host:
        name = f"imap:{settings.imap.user}"
        mailbox = Mailbox(account(settings), _named(name, accept), too_big=_too_big(name, accept))
        found.append(FetchingDoor(name, mailbox, grace))
    if settings.maildir.path is not None:
        name = f"maildir:{settings.maildir.path}"
        folder = Maildir(
            settings.maildir.path,
            _named(name, accept),
            poll=settings.maildir.poll,
            too_big=_too_big(name, accept),
        )
        found.append(FetchingDoor(name, folder, grace))
    return found


def _named(name: str, accept: Accept) -> FetchAccept:
    def take(raw: bytes, envelope: Envelope, received: datetime) -> Fate:
        try:
            accept(name, raw, envelope, received)
        except (StoreFault, RuntimeError) as fault:
            raise NotNow(str(fault)) from fault
        return Fate.DONE

    return take


def _too_big(name: str, accept: Accept) -> TooBig:
    """A letter that is not fetched: its header alone is stored, and says why there is no more."""

    def take(head: bytes, envelope: Envelope, received: datetime, size: int) -> None:
        note = f"X-Judge-Too-Big: {size}\r\n".encode()
        accept(name, note + head, envelope, received)

    return take


def account(settings: Settings) -> Account:
    """The mailbox of the settings."""
    chosen = settings.imap
    usual = 993 if chosen.security is Security.TLS else 143
    token = chosen.token_command
    return Account(
        host=chosen.host,
        user=chosen.user,
        secret=lambda: run(token) if token else secret(chosen),
        port=chosen.port or usual,
        security=_SECURITY[chosen.security],
        login=Login.XOAUTH2 if token else Login.PASSWORD,
        folder=chosen.folder,
        done=chosen.done,
        held=chosen.held,
        max_size=chosen.max_size,
        poll=chosen.poll,
        idle=chosen.idle,
        timeout=chosen.timeout,
        context=context(chosen.ca_file),
    )


def _listener(
    name: str,
    chosen: ListenerSettings,
    domain: str,
    accept: Accept,
    is_ours: Callable[[str], bool],
    prepare: Authenticator | None,
) -> Door:
    limits = Limits(
        size=chosen.max_size,
        recipients=chosen.max_recipients,
        connections=chosen.max_connections,
        per_sender=chosen.per_hour,
        timeout=chosen.timeout,
    )
    listener = Listener(
        chosen.host,
        chosen.port,
        lambda raw, envelope, received: accept(name, raw, envelope, received),
        domain=domain,
        addresses=is_ours,
        lmtp=name == "lmtp",
        limits=limits,
        tls=_certificate(chosen),
        prepare=prepare,
    )
    return ListenerDoor(name, listener, chosen.port)


def _certificate(chosen: ListenerSettings) -> ssl.SSLContext | None:
    if chosen.certificate is None or chosen.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(chosen.certificate, chosen.key)
    return context


class Reader:
    """Reads letters in a child process, with what it must know of our settings."""

    def __init__(self, settings: Settings, verdicts: str = "") -> None:
        """`verdicts`: the name our own listener gives its verdicts in; nobody can guess it."""
        self._settings, self._careful = settings, CarefulReader()
        own = (verdicts,) if verdicts and (settings.smtp.authenticate or settings.lmtp.authenticate) else ()
        self._trusted = (*settings.trusted, *own)

    def read(self, raw: bytes, envelope: Envelope, sent: Sequence[str]) -> Incoming:
        """What a letter is and says; `sent` are texts of ours that it may quote."""
        chosen = self._settings
        return self._careful.read(raw, envelope, sent=sent, domain=chosen.domain, trusted=self._trusted)

    def close(self) -> None:
        """End the child."""
        self._careful.close()


def delivery(settings: Settings) -> Delivery:
    """The way out: the relay, or Maildirs where there is none."""
    plain = Sender(_relay(settings)) if settings.relay.host else MaildirSender(settings.relay.maildir)
    key = signing_key(settings)
    return SigningDelivery(plain, key) if key else plain


def signing_key(settings: Settings) -> Signer | None:
    """What our letters are signed with. NoKey where there should be one that cannot be used."""
    chosen = settings.dkim
    if not chosen.selector or chosen.key_file is None:
        return None
    return Signer.from_file(settings.domain, chosen.selector, chosen.key_file)


_SECURITY = {
    Security.TLS: sender.Security.TLS,
    Security.STARTTLS: sender.Security.STARTTLS,
    Security.NONE: sender.Security.PLAIN,
}


def _relay(settings: Settings) -> sender.Relay:
    chosen = settings.relay
    usual = 465 if chosen.security is Security.TLS else 587
    return sender.Relay(
        host=chosen.host,
        port=chosen.port or usual,
        security=_SECURITY[chosen.security],
        user=chosen.user,
        password=lambda: secret(chosen),
        timeout=chosen.timeout,
        context=context(chosen.ca_file),
        local_name=settings.domain,
    )


def context(ca_file: Path | None) -> ssl.SSLContext:
    """Whom to trust: the machine's authorities, or those of a file."""
    return ssl.create_default_context(cafile=str(ca_file) if ca_file else None)


def secret(chosen: Secret) -> str:
    """The password of a login, asked from its command where there is one."""
    if not chosen.password_command:
        return chosen.password.get_secret_value()
    return run(chosen.password_command)


def run(command: str) -> str:
    """The first line a command prints. OSError when it fails."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        raise OSError(f"the command for a password ended with status {done.returncode}")
    return done.stdout.splitlines()[0].strip()


def try_relay(settings: Settings) -> str | None:
    """What goes wrong on the way to the relay; None when it can be reached."""
    return Sender(_relay(settings)).probe()


def try_imap(settings: Settings) -> str | None:
    """What goes wrong on the way into the mailbox; None when it can be opened."""
    return Mailbox(account(settings), lambda *_: None).probe()
