"""What `judge check` looks at: the database, the doors, the way out; each answered in a plain sentence."""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.mail.doors import signing_key, try_imap, try_relay
from judge.mail.signing import NoKey
from judge.service.office import open_store
from judge.settings import Listener, Settings
from judge.store import StoreFault


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    good: bool
    text: str


def findings(settings: Settings) -> Iterator[Finding]:
    """Everything that can be tried without sending a letter."""
    yield _database(settings)
    yield from _listeners(settings)
    yield from _mailbox(settings)
    yield from _way_out(settings)
    yield from _ways_in(settings)


def _database(settings: Settings) -> Finding:
    try:
        store = open_store(settings)
    except StoreFault as fault:
        return Finding(False, str(fault))
    where = store.where
    store.close()
    return Finding(True, f"database: {where}")


def _listeners(settings: Settings) -> Iterator[Finding]:
    for name, listener in (("smtp", settings.smtp), ("lmtp", settings.lmtp)):
        if listener.enabled:
            yield from _certificate(name, listener)
            yield _port(name, listener)


def _port(name: str, listener: Listener) -> Finding:
    where = f"{listener.host}:{listener.port}"
    try:
        with socket.create_server((listener.host, listener.port)):
            return Finding(True, f"{name}: listens on {where}")
    except OSError as fault:
        return Finding(False, f"{name}: cannot listen on {where}: {fault.strerror or fault}")


def _certificate(name: str, listener: Listener) -> Iterator[Finding]:
    if (listener.certificate is None) != (listener.key is None):
        yield Finding(False, f"{name}: certificate and key go together; one of them is missing")
    for kind, path in (("certificate", listener.certificate), ("key", listener.key)):
        if path is not None and not path.is_file():
            yield Finding(False, f"{name}: the {kind} {path} is not there")


def _mailbox(settings: Settings) -> Iterator[Finding]:
    if settings.imap.host:
        yield _tried(f"imap: {settings.imap.user} at {settings.imap.host}", lambda: try_imap(settings))
    if settings.maildir.path is not None:
        there = settings.maildir.path.is_dir()
        yield Finding(there, f"maildir: {settings.maildir.path}{'' if there else ' is no folder'}")


def _way_out(settings: Settings) -> Iterator[Finding]:
    if settings.relay.host:
        yield _tried(f"relay: {settings.relay.host}", lambda: try_relay(settings))
        yield from _signature(settings)
        if settings.domain in ("localhost", "localhost.localdomain"):
            yield Finding(False, f"address: nobody can answer {settings.address}; set your own address")
        return
    yield from _signature(settings)
    folder = settings.relay.maildir
    yield Finding(_writable(folder), f"relay: none; letters go into Maildirs below {folder}")


def _signature(settings: Settings) -> Iterator[Finding]:
    try:
        key = signing_key(settings)
    except NoKey as fault:
        yield Finding(False, f"dkim: {fault}")
        return
    if key is not None:
        yield Finding(True, f"dkim: signs as {key.selector}._domainkey.{key.domain}")


def _ways_in(settings: Settings) -> Iterator[Finding]:
    if not (settings.smtp.enabled or settings.lmtp.enabled or settings.imap.host or settings.maildir.path):
        yield Finding(False, "no way in: set smtp, lmtp, imap or maildir")


def _tried(what: str, attempt: Callable[[], str | None]) -> Finding:
    trouble = attempt()
    return Finding(trouble is None, f"{what}: {trouble or 'reached'}")


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".judge-check"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True
