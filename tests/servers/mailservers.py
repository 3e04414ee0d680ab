"""Private mail servers for tests: a Dovecot and a Postfix of their own, all on 127.0.0.1 and free ports.

Dovecot runs as root or as any user. Postfix's master must be started by root.
"""

import base64
import contextlib
import grp
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import pytest

from judge.letters import Envelope
from judge.mail.listener import Listener

HERE = Path(__file__).parent
DOVECOT_HINT = "apt-get install dovecot-imapd dovecot-lmtpd"
POSTFIX_HINT = "apt-get install postfix, and run the tests as root"
T = TypeVar("T")


def lacking(what: str, hint: str) -> None:
    """Skip the test, saying how to get the server; on a build server its lack is a failure."""
    words = f"{what} is not here ({hint})"
    if os.environ.get("CI") == "true":
        pytest.fail(words)
    pytest.skip(words)


def until(found: Callable[[], T], seconds: float = 15.0) -> T:
    """Ask until the answer is something, and give it back."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.02)
    raise AssertionError(f"nothing came of it in {seconds} s")


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def _fill(template: str, values: dict[str, object]) -> str:
    text = (HERE / template).read_text()
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", str(value))
    assert not (left := re.findall(r"\{\{\w+\}\}", text)), left
    return text


def _wait_port(port: int, process: subprocess.Popen[bytes], log: Path, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    said = log.read_text(errors="replace") if log.exists() else ""
    raise RuntimeError(f"port {port} did not open (exit status {process.poll()}):\n{said}")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for localhost, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    command += [
        "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout",
        str(key),
        "-out",
        str(cert),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


def _walkable(folder: Path, mode: int) -> None:
    """Let other users walk down to a folder of root's."""
    while folder not in (folder.parent, Path("/tmp")):
        folder.chmod(folder.stat().st_mode | mode)
        folder = folder.parent


@dataclass
class Dovecot:
    """An IMAP and LMTP server with a mailbox for each user."""

    root: Path
    users: dict[str, str] = field(default_factory=lambda: dict.fromkeys(("judge", "anna", "bram"), "secret"))
    process: subprocess.Popen[bytes] | None = None
    imap_port: int = 0
    imaps_port: int = 0
    lmtp_port: int = 0

    @staticmethod
    def binary() -> str | None:
        return shutil.which("dovecot", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")

    def version(self) -> str:
        said = subprocess.run([str(self.binary()), "--version"], capture_output=True, text=True, check=True)
        return ".".join(said.stdout.split()[0].split(".")[:2])

    def prepare(self) -> "Dovecot":
        for name in ("run", "state", "mail"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        self.imap_port, self.imaps_port, self.lmtp_port = free_ports(3)
        certificate(self.root)
        (self.root / "users").write_text("".join(f"{user}:{word}\n" for user, word in self.users.items()))
        values = self._owners() | {
            "root": self.root,
            "imap_port": self.imap_port,
            "imaps_port": self.imaps_port,
            "lmtp_port": self.lmtp_port,
        }
        (self.root / "dovecot.conf").write_text(_fill(f"dovecot-{self.version()}.conf.in", values))
        return self

    def _owners(self) -> dict[str, object]:
        """As root the daemons drop to Debian's users, and nobody owns the mail; otherwise all are me."""
        if os.geteuid() == 0:
            owner = pwd.getpwnam("nobody")
            os.chown(self.root / "mail", owner.pw_uid, owner.pw_gid)
            _walkable(self.root, 0o011)
            names: dict[str, object] = {"user": "dovecot", "group": "dovecot", "login_user": "dovenull"}
            return names | {
                "uid": owner.pw_uid,
                "gid": owner.pw_gid,
                "min_uid": owner.pw_uid,
                "min_gid": owner.pw_gid,
            }
        me, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
        uid, gid = os.geteuid(), os.getegid()
        names = {"user": me, "login_user": me, "group": group}
        return names | {"uid": uid, "gid": gid, "min_uid": uid, "min_gid": gid}

    def start(self) -> "Dovecot":
        log = self.root / "dovecot.log"
        command = [str(self.binary()), "-F", "-c", str(self.root / "dovecot.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        _wait_port(self.imap_port, self.process, log)
        _wait_port(self.lmtp_port, self.process, log)
        return self

    def stop(self) -> None:
        """End the server and every session, as a machine that goes down does."""
        if self.process and self.process.poll() is None:
            sessions = self._sessions()
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(10)
            for pid in sessions:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def ssl_context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.root / "cert.pem"))

    def deliver(self, user: str, raw: bytes, sender: str = "anna@players.test") -> None:
        with smtplib.LMTP("127.0.0.1", self.lmtp_port) as client:
            client.sendmail(sender, [f"{user}@judge.test"], raw)

    def kick(self) -> None:
        """Kill all IMAP sessions, as an administrator or a crash would."""
        for pid in self._sessions():
            os.kill(pid, signal.SIGKILL)

    def _sessions(self) -> list[int]:
        command = ["pgrep", "-x", "-P", str(self.process.pid if self.process else 0), "imap"]
        return [int(pid) for pid in subprocess.run(command, capture_output=True, text=True).stdout.split()]

    def rebuild(self, user: str) -> None:
        """What a move to another server does to a mailbox: the letters stay, every UID is new."""
        for name in (
            "dovecot-uidlist",
            "dovecot.index",
            "dovecot.index.log",
            "dovecot.index.cache",
            "dovecot-uidvalidity",
        ):
            for path in (self.root / "mail" / user).rglob(name + "*"):
                path.unlink()


@dataclass
class Postfix:
    """An MTA that hands judge.test and far.test to a listener, players.test to Dovecot, all by LMTP."""

    root: Path
    judge_lmtp_port: int
    dovecot_lmtp_port: int = 1
    process: subprocess.Popen[bytes] | None = None
    smtp_port: int = 0

    @staticmethod
    def usable() -> bool:
        return os.geteuid() == 0 and os.path.exists("/usr/lib/postfix/sbin/master")

    def start(self) -> "Postfix":
        (self.smtp_port,) = free_ports(1)
        conf = self.root / "conf"
        for folder in (conf, self.root / "data", self.root / "queue"):
            folder.mkdir(parents=True, exist_ok=True)
        _walkable(self.root, 0o055)
        shutil.chown(self.root / "data", "postfix", "root")
        values: dict[str, object] = {
            "root": self.root,
            "smtp_port": self.smtp_port,
            "judge_lmtp_port": self.judge_lmtp_port,
            "dovecot_lmtp_port": self.dovecot_lmtp_port,
        }
        (conf / "main.cf").write_text(_fill("postfix-main.cf.in", values))
        (conf / "master.cf").write_text(_fill("postfix-master.cf.in", values))
        log = self.root / "start.log"
        with log.open("wb") as out:
            command = ["/usr/sbin/postfix", "-c", str(conf), "start-fg"]
            self.process = subprocess.Popen(command, stdout=out, stderr=out)
        _wait_port(self.smtp_port, self.process, log)
        return self

    def log(self) -> str:
        path = self.root / "maillog"
        return path.read_text(errors="replace") if path.exists() else ""

    def stop(self) -> None:
        subprocess.run(["/usr/sbin/postfix", "-c", str(self.root / "conf"), "stop"], capture_output=True)
        if self.process:
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


@dataclass
class Post:
    """What a listener took in; `trouble` makes storing fail, `strangers` are refused, `before` may wait."""

    taken: list[tuple[bytes, Envelope, datetime]] = field(default_factory=list)
    trouble: Exception | None = None
    strangers: set[str] = field(default_factory=set)
    before: Callable[[], object] = bool

    def accept(self, raw: bytes, envelope: Envelope, received: datetime) -> None:
        self.before()
        if self.trouble:
            raise self.trouble
        self.taken.append((raw, envelope, received))

    def is_ours(self, address: str) -> bool:
        return address not in self.strangers

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc]


@dataclass
class OpenListener:
    """A listener that runs, and what it took in."""

    listener: Listener
    post: Post

    @property
    def port(self) -> int:
        return self.listener.port


@contextlib.contextmanager
def listening(**options: object) -> Iterator[OpenListener]:
    post = Post()
    values: dict[str, object] = {"domain": "judge.test", "addresses": post.is_ours}
    listener = Listener("127.0.0.1", 0, post.accept, **(values | options))  # type: ignore[arg-type]
    listener.start()
    try:
        yield OpenListener(listener, post)
    finally:
        listener.stop()


@contextlib.contextmanager
def folder_for(name: str) -> Iterator[Path]:
    """Not under pytest's own folder: only its owner may look into that."""
    folder = Path(tempfile.mkdtemp(prefix=f"judge-{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    if not Dovecot.binary():
        lacking("Dovecot", DOVECOT_HINT)
    with folder_for("dovecot") as folder:
        server = Dovecot(folder).prepare().start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def judge_lmtp() -> Iterator[OpenListener]:
    with listening(lmtp=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def postfix(judge_lmtp: OpenListener, dovecot: Dovecot) -> Iterator[Postfix]:
    if not Postfix.usable():
        lacking("Postfix", POSTFIX_HINT)
    with folder_for("postfix") as folder:
        server = Postfix(folder, judge_lmtp.port, dovecot.lmtp_port).start()
        yield server
        server.stop()


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dkim") / "key.pem"
    subprocess.run(
        ["openssl", "genrsa", "-traditional", "-out", str(path), "2048"], check=True, capture_output=True
    )
    return path


@pytest.fixture(scope="session")
def record(key_file: Path) -> bytes:
    """The TXT record of s1._domainkey.club.example."""
    command = ["openssl", "rsa", "-in", str(key_file), "-pubout", "-outform", "DER"]
    public = subprocess.run(command, check=True, capture_output=True).stdout
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
