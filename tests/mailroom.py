"""A judge without a network, whose clock the test sets: letters into the inbox, letters in the outbox."""

import email
import email.policy
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import count

from judge.letters import Envelope, Incoming, content_hash, message_hash, read
from judge.service import master
from judge.service.office import Office
from judge.service.work import Round
from judge.settings import Settings
from judge.store import Arrival, Game, OutboxRow, Store

START = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
_NUMBERS = count(1)


@dataclass
class Mailroom:
    """The judge, and everybody's mail."""

    store: Store
    settings: Settings = field(
        default_factory=lambda: Settings(address="judge@judge.example", master="ops@judge.example")
    )
    at: datetime = START
    is_drained: bool = True

    def __post_init__(self) -> None:
        self.office = Office(self.settings, self.store, b"a key for the tests")

    def make_game(self, name: str = "duel", board: str = "france-austria", **plan: str) -> Game:
        """A game with a deadline every Sunday evening, on a small board unless another is named."""
        return master.create(
            self.office,
            master.Plan(name=name, master="Mia <mia@players.example>", map=board, **plan),
            self.at,
        )

    def write(
        self,
        sender: str,
        text: str,
        to: str = "judge@judge.example",
        subject: str = "",
        headers: dict[str, str] | None = None,
        after: float = 1,
    ) -> bytes:
        """A letter reaches us, so many seconds after the last."""
        letter = EmailMessage()
        letter["From"] = sender
        letter["To"] = to
        letter["Subject"] = subject
        letter["Message-ID"] = f"<{next(_NUMBERS)}@players.example>"
        for key, value in (headers or {}).items():
            letter[key] = value
        letter.set_content(text)
        raw = letter.as_bytes(policy=email.policy.SMTP)
        self.deliver(raw, sender, to, after)
        return raw

    def deliver(self, raw: bytes, sender: str, to: str = "judge@judge.example", after: float = 1) -> None:
        """Any bytes at all reach us."""
        self.at += timedelta(seconds=after)
        arrival = Arrival("smtp", raw, self.at, sender, (to,), message_hash(raw), content_hash(raw))
        with self.store.write() as tx:
            tx.take(arrival)

    def work(self) -> None:
        """Do all that is to be done now."""
        Round(self.office, self._read, lambda: self.at, lambda _: self.is_drained).run()

    def _read(self, raw: bytes, envelope: Envelope, sent: Sequence[str]) -> Incoming:
        return read(raw, envelope, sent=sent, domain=self.settings.domain, trusted=self.settings.trusted)

    def pass_deadline(self, name: str = "duel", late: float = 1) -> None:
        """The clock goes to a moment after the deadline, and the judge looks."""
        with self.store.read() as tx:
            game = tx.game_by_name(name)
            row = tx.current_phase(game.id) if game else None
        assert row is not None
        assert row.deadline is not None
        self.at = row.deadline + timedelta(seconds=late)
        self.work()

    def rows(self, address: str = "") -> list[OutboxRow]:
        """All that was posted, to one address or to anybody, the oldest first."""
        with self.store.write() as tx:
            found = tx.claim(self.at, 10_000, 0)
            for row in found:
                tx.defer(row.id, row.next_try_at, "", counts=False)
        return [row for row in sorted(found, key=lambda row: row.id) if address in ("", row.recipient)]

    def letters(self, address: str) -> list[EmailMessage]:
        """The letters to an address, the oldest first."""
        parsed = (
            email.message_from_bytes(row.raw, policy=email.policy.default) for row in self.rows(address)
        )
        return [letter for letter in parsed if isinstance(letter, EmailMessage)]

    def last(self, address: str) -> str:
        """The text of the last letter to an address."""
        return text_of(self.letters(address)[-1])

    def reply_to(self, address: str) -> str:
        """Where the last letter wants its answer."""
        return str(self.letters(address)[-1]["Reply-To"])

    def sign_on(self, *people: str, name: str = "duel") -> None:
        """People join and confirm; the game begins when it is full."""
        for person in people:
            address, _, power = person.partition(" ")
            dutch = address.endswith(".nl")
            wish = f"{'doe mee' if dutch else 'join'} {name}"
            self.write(address, f"{wish} {'als' if dutch else 'as'} {power}" if power else wish)
            self.work()
            self.write(address, "ok", self.reply_to(address))
            self.work()


def text_of(letter: EmailMessage) -> str:
    """What a person reads of it."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
