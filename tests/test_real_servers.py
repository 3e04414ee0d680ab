"""A game through the servers a club would use: Postfix in front, Dovecot behind, PostgreSQL underneath."""

import email
import email.policy
import smtplib
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from house import House, free_port, until
from imapclient import IMAPClient
from mailroom import text_of
from servers.mailservers import Dovecot, Postfix, folder_for, lacking
from servers.postgres import Postgres

pytestmark = [pytest.mark.servers, pytest.mark.timeout(180), pytest.mark.xdist_group("servers")]

ANNA, BRAM = "anna@players.test", "bram@players.test"

BEHIND_POSTFIX = """\
address = "judge@judge.test"
database = "{database}"
[smtp]
port = {port}
[lmtp]
enabled = true
port = {lmtp}
[relay]
host = "127.0.0.1"
port = {relay}
security = "none"
[timing]
sweep = "1s"
outbox = "1s"
reminder = "0s"
"""

FROM_MAILBOX = """\
address = "judge@players.test"
database = "{database}"
[smtp]
port = {port}
[imap]
host = "localhost"
port = {imap}
security = "starttls"
user = "judge"
password_command = "echo secret"
ca_file = "{ca}"
[relay]
host = "127.0.0.1"
port = {relay}
security = "none"
[timing]
sweep = "1s"
outbox = "1s"
reminder = "0s"
drain_grace = "1s"
"""


class Person:
    """A player with a mailbox at Dovecot, who sends by Postfix."""

    def __init__(self, address: str, dovecot: Dovecot, relay: int) -> None:
        self.address, self.dovecot, self.relay = address, dovecot, relay

    def send(self, to: str, text: str, subject: str = "") -> None:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.address, to, subject
        letter["Message-ID"] = f"<{time.time_ns()}@players.test>"
        letter.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.relay) as server:
            server.send_message(letter)

    def letters(self) -> list[EmailMessage]:
        with IMAPClient("127.0.0.1", self.dovecot.imap_port, ssl=False) as client:
            client.login(self.address.partition("@")[0], "secret")
            client.select_folder("INBOX", readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
        policy = email.policy.default
        return [email.message_from_bytes(found[uid][b"BODY[]"], policy=policy) for uid in sorted(found)]

    def await_letter(self, words: str) -> tuple[EmailMessage, str]:
        def look() -> tuple[EmailMessage, str] | None:
            for letter in reversed(self.letters()):
                text = text_of(letter)
                if words in str(letter["Subject"]) or words in text:
                    return letter, text
            return None

        return until(look, f"{words!r} to {self.address}", 60)


@pytest.fixture
def people_server(dovecot: Dovecot) -> Dovecot:
    """Mailboxes that hold nothing yet."""
    for user in dovecot.users:
        with IMAPClient("127.0.0.1", dovecot.imap_port, ssl=False) as client:
            client.login(user, "secret")
            client.select_folder("INBOX")
            if uids := client.search():
                client.delete_messages(uids)
                client.expunge()
    return dovecot


@pytest.fixture
def mta(people_server: Dovecot) -> Iterator[tuple[Postfix, int]]:
    """A Postfix that hands judge.test to the port where the judge will listen by LMTP."""
    if not Postfix.usable():
        lacking("Postfix", "apt-get install postfix, and run the tests as root")
    port = free_port()
    with folder_for("postfix-e2e") as folder:
        server = Postfix(folder, port, people_server.lmtp_port).start()
        yield server, port
        server.stop()


def play(house: House, judge: str, anna: Person, bram: Person) -> None:
    """Sign on, order, wait for the deadline, and read the results."""
    every = ["--movement", "every 10 seconds", "--retreats", "1h", "--adjustments", "1h"]
    house.run("game", "create", "duel", "--master", f"Anna <{ANNA}>", "--map", "france-austria", *every)
    house.run("game", "invite", "duel", BRAM, "--language", "nl")
    invitation, _ = bram.await_letter("Uitnodiging")
    bram.send(str(invitation["Reply-To"]), "doe mee duel als Frankrijk")
    anna.send(judge, "join duel as Austria")
    for person in (anna, bram):
        question, _ = person.await_letter("onfirm" if person is anna else "Bevestig")
        person.send(str(question["Reply-To"]), "ok")
    for person, order in ((anna, "A Vienna to Trieste"), (bram, "leger Parijs naar Bourgondië")):
        begin, _ = person.await_letter("you play Austria" if person is anna else "jij speelt Frankrijk")
        person.send(str(begin["Reply-To"]), f"Hi,\n{order}\n", f"Re: {begin['Subject']}")
    bram.await_letter("Leger Parijs naar Bourgondië (*nieuw*)")
    _, text = anna.await_letter("Results Spring 1901")
    assert "France: Army Paris to Burgundy (*succeeds*)" in text
    _, text = bram.await_letter("Uitslag voorjaar 1901")
    assert "Frankrijk: Leger Parijs naar Bourgondië (*geslaagd*)" in text


def test_a_game_behind_postfix_on_postgresql(
    tmp_path: Path, mta: tuple[Postfix, int], people_server: Dovecot, postgres: Postgres
) -> None:
    server, lmtp = mta
    url, port = postgres.database(), free_port()
    config = tmp_path / "judge.toml"
    config.write_text(
        BEHIND_POSTFIX.format(database=url, port=port, lmtp=lmtp, relay=server.smtp_port), encoding="utf-8"
    )
    house = House(tmp_path, config, port)
    house.start()
    try:
        people = [Person(address, people_server, server.smtp_port) for address in (ANNA, BRAM)]
        play(house, "judge@judge.test", *people)
    finally:
        assert house.stop() == 0, house.log()
        postgres.drop(url)


def test_a_game_from_a_mailbox_by_imap_idle(
    tmp_path: Path, mta: tuple[Postfix, int], people_server: Dovecot
) -> None:
    server, _ = mta
    port = free_port()
    config = tmp_path / "judge.toml"
    values = {
        "database": f"sqlite:///{tmp_path}/judge.db",
        "port": port,
        "imap": people_server.imap_port,
        "ca": people_server.root / "cert.pem",
        "relay": server.smtp_port,
    }
    config.write_text(FROM_MAILBOX.format(**values), encoding="utf-8")
    house = House(tmp_path, config, port)
    house.start()
    try:
        people = [Person(address, people_server, server.smtp_port) for address in (ANNA, BRAM)]
        play(house, "judge@players.test", *people)
    finally:
        assert house.stop() == 0, house.log()
    with IMAPClient("127.0.0.1", people_server.imap_port, ssl=False) as client:
        client.login("judge", "secret")
        assert client.folder_status("INBOX", ["MESSAGES"])[b"MESSAGES"] == 0
        assert client.folder_status("Judge/Done", ["MESSAGES"])[b"MESSAGES"] >= 6
