"""The real daemon and the people who write to it, over real SMTP, for tests that watch the whole house."""

import email
import email.policy
import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import TypeVar

from mailroom import text_of

from judge.letters import Envelope
from judge.mail.listener import Listener
from judge.mail.sender import deliver, folder_name

T = TypeVar("T")


def until(found: Callable[[], T | None], what: str, seconds: float = 30.0) -> T:
    """Look until there is something, and give it back."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.03)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@dataclass
class PostOffice:
    """Takes the judge's letters by SMTP and keeps a Maildir for each address."""

    folder: Path
    listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self.listener = Listener(
            "127.0.0.1", 0, self._accept, domain="players.example", addresses=lambda _: True
        )

    def _accept(self, raw: bytes, envelope: Envelope, _received: datetime) -> None:
        for recipient in envelope.recipients:
            deliver(self.folder / folder_name(recipient), raw)

    def letters(self, address: str) -> list[EmailMessage]:
        """The letters to an address, the oldest first."""
        paths = sorted((self.folder / folder_name(address) / "new").glob("*"))
        policy = email.policy.default
        return [email.message_from_bytes(path.read_bytes(), policy=policy) for path in paths]


@contextmanager
def post_office(folder: Path) -> Iterator[PostOffice]:
    office = PostOffice(folder)
    office.listener.start()
    try:
        yield office
    finally:
        office.listener.stop()


CONFIG = """\
address = "judge@judge.example"
master = "ops@players.example"
database = "{database}"

[smtp]
port = {port}

[relay]
host = "127.0.0.1"
port = {relay}
security = "none"

[timing]
sweep = "1s"
outbox = "1s"
reminder = "0s"
drain_grace = "0s"
"""


@dataclass
class House:
    """`judge serve` in a process of its own, which a test may kill."""

    folder: Path
    config: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until its door is open."""
        with (self.folder / "judge.log").open("ab") as log:
            command = [sys.executable, "-m", "judge", "serve", "--config", str(self.config)]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        until(self._listens, "the daemon to listen")

    def _listens(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """As if the machine went down: nothing is tidied up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Politely; the exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def log(self) -> str:
        return (self.folder / "judge.log").read_text(errors="replace")

    def run(self, *words: str) -> str:
        """A command of the judge beside the daemon; what it prints."""
        command = [sys.executable, "-m", "judge", *words, "--config", str(self.config)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def send(self, sender: str, to: str, text: str, subject: str = "") -> str:
        """A letter by SMTP; its Message-ID."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = sender, to, subject
        letter["Message-ID"] = f"<{time.time_ns()}@players.example>"
        letter.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as server:
            server.send_message(letter, sender, [to])
        return str(letter["Message-ID"])


def make_house(folder: Path, relay: int, database: str = "") -> House:
    """A house that is configured and not yet open."""
    port = free_port()
    config = folder / "judge.toml"
    url = database or f"sqlite:///{folder}/judge.db"
    config.write_text(CONFIG.format(database=url, port=port, relay=relay))
    return House(folder, config, port)


def await_letter(
    office: PostOffice, address: str, words: str, seconds: float = 30.0
) -> tuple[EmailMessage, str]:
    """The first letter to an address with these words in its subject or text."""

    def look() -> tuple[EmailMessage, str] | None:
        for letter in office.letters(address):
            text = text_of(letter)
            if words in str(letter["Subject"]) or words in text:
                return letter, text
        return None

    return until(look, f"{words!r} to {address}", seconds)


def sign_on(house: House, office: PostOffice, people: dict[str, str], game: str = "duel") -> None:
    """Everybody joins as a power (address -> power) and confirms."""
    for address, power in people.items():
        house.send(address, "judge@judge.example", f"join {game} as {power}")
        letter, _ = await_letter(office, address, "onfirm")
        house.send(address, str(letter["Reply-To"]), "yes")
    for address in people:
        await_letter(office, address, "you play")


def reply_to(office: PostOffice, address: str) -> str:
    """The address of this person's seat."""
    found = [str(letter["Reply-To"]) for letter in office.letters(address)]
    return next(address for address in found if "+g" in address)
