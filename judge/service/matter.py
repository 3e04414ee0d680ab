"""One letter being handled, and how it is answered. Robots are not answered, and nobody endlessly."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.letters import Incoming
from judge.reports.pages import Page
from judge.service import posting
from judge.service.identity import Seated
from judge.service.office import Office
from judge.service.posting import Occasion
from judge.store import InboxRow, LetterState, Transaction

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Matter:
    """A letter at hand, within the transaction that settles it."""

    office: Office
    tx: Transaction
    row: InboxRow
    incoming: Incoming
    now: datetime

    def occasion(self, kind: str, number: int = 0) -> Occasion:
        """An answer to this letter; `number` tells several of one kind apart."""
        return Occasion(kind, f"{self.row.id}.{number}", posting.SOON, answers=self.incoming.message_id or "")


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a letter."""

    state: LetterState
    why: str

    @property
    def is_done(self) -> bool:
        """Whether it was dealt with, rather than ignored or held."""
        return self.state is LetterState.DONE


def answer_seat(matter: Matter, seated: Seated, pages: Sequence[Page], kind: str) -> Settled:
    """Answer at the registered address, whatever address the letter gave."""
    if matter.incoming.automatic:
        return Settled(LetterState.DONE, f"{kind}, not answered")
    for number, page in enumerate(pages):
        occasion = matter.occasion(kind, number)
        posting.to_seat(matter.office, matter.tx, seated.game, seated.seat, page, occasion, matter.now)
    return Settled(LetterState.DONE, kind)


def answer_seldom(matter: Matter, seated: Seated, page: Page, kind: str) -> Settled:
    """The same, at most once an hour and three times a day: it may be a robot that does not say so."""
    if not may_answer(matter, f"seat {seated.seat.id}", hourly=1, daily=3):
        return Settled(LetterState.DONE, f"{kind}, answered often enough")
    return answer_seat(matter, seated, [page], kind)


def answer_sender(
    matter: Matter,
    page: Page,
    kind: str,
    *,
    hourly: int = 5,
    daily: int = 10,
    confirms: bool = False,
    counted: str = "",
) -> Settled:
    """Answer an address that has no seat; with `confirms`, an answer to that confirms this letter.

    The limits are on all answers to the address, or on those that are `counted` under a name of their own.
    """
    address = matter.incoming.sender
    if address is None or matter.incoming.automatic:
        return Settled(LetterState.IGNORED, f"{kind}, not answered")
    if not may_answer(matter, counted or address, hourly=hourly, daily=daily):
        return Settled(LetterState.IGNORED, f"{kind}, answered often enough")
    held = matter.row if confirms else None
    posting.to_address(matter.office, matter.tx, address, page, matter.occasion(kind), matter.now, held)
    return Settled(LetterState.DONE, kind)


def may_answer(matter: Matter, whom: str, *, hourly: int, daily: int) -> bool:
    """Whether there may be one more answer of this sort; it is counted if so."""
    tx, now = matter.tx, matter.now
    if tx.recent_answers(whom, now - _HOUR) >= hourly or tx.recent_answers(whom, now - _DAY) >= daily:
        return False
    tx.note_answer(whom, now)
    return True
