"""Putting letters in the outbox: a page becomes bytes under a Message-ID that never changes.

The ID is made of what the letter is (game, phase, kind, recipient): made again, it posts nothing new.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from judge.letters import (
    Outgoing,
    bounce_address,
    compose,
    confirm_address,
    letter_id,
    reply_address,
    token,
)
from judge.letters.compose import Kind
from judge.reports.pages import Page, Reader
from judge.service.manner import manner
from judge.service.office import Office
from judge.store import AddressState, Draft, Game, InboxRow, PlayerId, Role, Seat, Transaction

_LEAVE = {"en": "unsubscribe", "nl": "afmelden"}
URGENT, SOON, ORDINARY = 0, 3, 5
"""Priorities in the outbox: letters of a deadline, answers, the rest."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a letter is about: makes its Message-ID, its thread and its place in the queue."""

    kind: str
    """`results`, `acknowledgement` ...: kept with the letter."""
    key: str
    """What tells it from others of its kind: the phase and revision, or the letter it answers."""
    priority: int = ORDINARY
    expires_at: datetime | None = None
    phase_no: int | None = None
    answers: str = ""
    """The Message-ID of the letter it answers; empty for a letter of our own accord."""


def to_seat(
    office: Office, tx: Transaction, game: Game, seat: Seat, page: Page, occasion: Occasion, now: datetime
) -> None:
    """Post a page to whoever has this seat; replies come back under the seat's own token."""
    player = tx.player(seat.player_id)
    address = _address_of(tx, seat.player_id)
    if player is None or address is None:
        return
    settings = office.settings
    mark = token(office.key, game.id, seat.id, seat.generation)
    reply_to = reply_address(settings.address, game.id, mark, settings.separator)
    observes = seat.role is Role.OBSERVER
    letter = Outgoing(
        recipient=address,
        recipient_name=player.name,
        sender=settings.address,
        sender_name=f"{settings.name} {game.name}",
        reply_to=reply_to,
        subject=page.subject,
        text=page.text,
        message_id=_seat_id(office, game, seat, occasion.kind, occasion.key),
        in_reply_to=occasion.answers,
        references=tuple(_thread(office, game, seat, occasion)),
        kind=_kind(occasion),
        list_id=f"{game.name}.{settings.domain}",
        unsubscribe=(f"mailto:{reply_to}?subject={_LEAVE.get(player.language, 'unsubscribe')}",)
        if observes
        else (),
    )
    sender = bounce_address(settings.address, seat.player_id, office.key, settings.separator)
    _post(tx, letter, occasion, sender, now, game)


def to_address(
    office: Office,
    tx: Transaction,
    address: str,
    page: Page,
    occasion: Occasion,
    now: datetime,
    confirms: InboxRow | None = None,
) -> None:
    """Post a page to an address that has no seat; an answer to it confirms a letter, where one waits."""
    settings = office.settings
    reply_to = settings.address
    if confirms is not None:
        reply_to = confirm_address(settings.address, confirms.id, office.key, settings.separator)
    letter = Outgoing(
        recipient=address,
        sender=settings.address,
        sender_name=settings.name,
        reply_to=reply_to,
        subject=page.subject,
        text=page.text,
        message_id=f"<{_digest(occasion.kind, occasion.key, address)}@{settings.domain}>",
        in_reply_to=occasion.answers,
        references=(occasion.answers,) if occasion.answers else (),
        kind=_kind(occasion),
    )
    # The null sender: nobody we know is behind this address, so a bounce would tell us nothing.
    _post(tx, letter, occasion, "", now, None)


def to_lists(
    office: Office,
    tx: Transaction,
    game: Game,
    page_for: Callable[[Reader], Page],
    occasion: Occasion,
    now: datetime,
) -> None:
    """Post a page to the mailing lists of a game: from us, to be answered to us, and with nobody's token."""
    settings = office.settings
    for each in manner(game).lists:
        page = page_for(Reader(each.language))
        thread = f"<{_digest('list', game.id, each.address)}@{settings.domain}>"
        letter = Outgoing(
            recipient=each.address,
            sender=settings.address,
            sender_name=f"{settings.name} {game.name}",
            reply_to=settings.address,
            subject=page.subject,
            text=page.text,
            message_id=f"<{_digest(occasion.kind, occasion.key, game.id, each.address)}@{settings.domain}>",
            references=(thread,),
            list_id=f"{game.name}.{settings.domain}",
            unsubscribe=(f"mailto:{settings.address}?subject=unsubscribe%20{game.name}",),
        )
        # Not the null sender: list managers take that for a bounce.
        _post(tx, letter, occasion, settings.address, now, game)


def _post(
    tx: Transaction, letter: Outgoing, occasion: Occasion, sender: str, now: datetime, game: Game | None
) -> None:
    draft = Draft(
        message_id=letter.message_id,
        recipient=letter.recipient,
        envelope_from=sender,
        raw=compose(letter, now),
        kind=occasion.kind,
        created=now,
        game_id=game.id if game else None,
        phase_no=occasion.phase_no,
        expires_at=occasion.expires_at,
        priority=occasion.priority,
    )
    tx.post([draft])


def _address_of(tx: Transaction, player_id: PlayerId) -> str | None:
    """Where a player's letters go: the first address that does not bounce, or else the first."""
    known = tx.addresses(player_id)
    sound = [address for address in known if address.state is AddressState.OK]
    return next((address.written for address in (*sound, *known)), None)


def _kind(occasion: Occasion) -> Kind:
    return Kind.REPLIED if occasion.answers else Kind.GENERATED


def _digest(*parts: object) -> str:
    return sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:24]


def _seat_id(office: Office, game: Game, seat: Seat, *parts: object) -> str:
    """A Message-ID that brings an answer to the seat even where the reply address was lost."""
    mark = token(office.key, game.id, seat.id, seat.generation)
    return letter_id(office.settings.domain, game.id, mark, _digest(game.id, seat.id, *parts))


def _thread(office: Office, game: Game, seat: Seat, occasion: Occasion) -> Iterator[str]:
    """One thread a game, and in it one a phase: each player's own, so that nobody sees another's token."""
    yield _seat_id(office, game, seat, "game")
    if occasion.phase_no is not None:
        yield _seat_id(office, game, seat, "phase", occasion.phase_no)
    if occasion.answers:
        yield occasion.answers
