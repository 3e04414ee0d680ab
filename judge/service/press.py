"""Press: what players say to each other goes round as letters of ours, with nothing of the writer's own.

A press is passed on whole or not at all, and its writer hears which.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.board.geography import Power
from judge.board.phases import Kind, Phase
from judge.language.press import Press
from judge.letters.reader import MAX_LINE
from judge.reports import press as reports
from judge.reports.pages import Page
from judge.reports.press import Addressees, Kept, PressRefusal, Relayed
from judge.service import posting
from judge.service.identity import Seated
from judge.service.manner import PressRule, manner
from judge.service.matter import Matter
from judge.service.office import rulebook
from judge.service.posting import Occasion
from judge.service.standing import reader, view
from judge.store import GameState, PhaseRow, Role, Seat, Transaction

LONGEST = 32 * 1024
"""Bytes of UTF-8 that one press may have."""
MOST = 10
"""So many presses in one letter."""
_SHOWN, _SHOWN_CHARACTERS = 30, 50_000
_EVENT = "press"


def forward(matter: Matter, seated: Seated, found: Sequence[Press]) -> Page:
    """Pass on the press of a letter, and tell its writer to whom each went, or why not."""
    told = [_relay(matter, seated, press, number) for number, press in enumerate(found[: MOST + 1])]
    who = reader(seated.player, seated.seat)
    return reports.press_told(who, view(matter.tx, seated.game), rulebook(seated.game).geography, told)


def _relay(matter: Matter, seated: Seated, press: Press, number: int) -> Relayed:
    to = _addressees(seated, press)
    refusal = _refusal(matter, seated, press, to, number)
    if refusal is None:
        _send(matter, seated, press.text, to, number)
        return Relayed(press.heading, press.text, to)
    at = press.unknown[0] if press.unknown else _vacant_name(matter, seated, to)
    guess = press.guesses[0] if press.guesses else None
    return Relayed(press.heading, press.text, to, refusal, at, guess, LONGEST)


def _addressees(seated: Seated, press: Press) -> Addressees:
    others = tuple(power for power in press.to if power != seated.seat.power)
    return Addressees(() if press.everyone else others, press.everyone, press.master)


def _refusal(
    matter: Matter, seated: Seated, press: Press, to: Addressees, number: int
) -> PressRefusal | None:
    if number >= MOST:
        return PressRefusal.TOO_MANY
    if press.unclear:
        return PressRefusal.UNCLEAR_END
    if press.unknown:
        return PressRefusal.UNKNOWN_ADDRESSEE
    if not press.is_addressed:
        return PressRefusal.NO_ADDRESSEE
    if not press.text.strip():
        return PressRefusal.EMPTY
    if _is_too_long(matter, press.text):
        return PressRefusal.TOO_LONG
    if to.powers or to.everyone:
        return _closed(matter.tx, seated) or _nobody(matter.tx, seated, to)
    return None if to.master and seated.seat.role is not Role.MASTER else PressRefusal.ONLY_YOU


def _is_too_long(matter: Matter, text: str) -> bool:
    """Over the limit, or so long that the reader of letters gave us only part of it."""
    cut = "too-many-lines" in matter.incoming.warnings
    return cut or len(text.encode()) > LONGEST or any(len(line) >= MAX_LINE for line in text.split("\n"))


def _closed(tx: Transaction, seated: Seated) -> PressRefusal | None:
    """Whether players may write to each other now; a master always may, once there are powers."""
    game, role = seated.game, seated.seat.role
    if game.state is GameState.SIGNUP:
        return PressRefusal.NOT_STARTED
    if role is Role.MASTER:
        return None
    if role is Role.OBSERVER:
        return PressRefusal.OBSERVER
    match manner(game).press:
        case PressRule.NONE:
            return PressRefusal.NO_PRESS
        case PressRule.MOVEMENT if not _is_movement(tx.current_phase(game.id)):
            return PressRefusal.CLOSED_NOW
        case _:
            return None


def _is_movement(row: PhaseRow | None) -> bool:
    return row is None or Phase.read(row.code).kind is Kind.MOVEMENT


def _nobody(tx: Transaction, seated: Seated, to: Addressees) -> PressRefusal | None:
    return PressRefusal.NOBODY_THERE if _vacant(tx, seated, to) else None


def _vacant(tx: Transaction, seated: Seated, to: Addressees) -> list[Power]:
    """The powers addressed that nobody plays."""
    played = {seat.power for seat in tx.seats(seated.game.id)}
    return [power for power in to.powers if power not in played]


def _vacant_name(matter: Matter, seated: Seated, to: Addressees) -> str:
    for power in _vacant(matter.tx, seated, to):
        return rulebook(seated.game).geography.power_name(power, seated.player.language)
    return ""


def _send(matter: Matter, seated: Seated, text: str, to: Addressees, number: int) -> None:
    """A letter to each, under their own reply address; and a place in the record."""
    tx, game = matter.tx, seated.game
    row = tx.current_phase(game.id)
    occasion = Occasion(
        "press", f"{matter.row.id}.{number}", posting.SOON, phase_no=row.no if row is not None else None
    )
    for seat in _receivers(tx, seated, to):
        page = _page(matter, seated, seat, to, text)
        if page is not None:
            posting.to_seat(matter.office, tx, game, seat, page, occasion, matter.now)
    said = {"from": seated.seat.power, "text": text, "to": list(map(str, to.powers))}
    tx.note(matter.now, _EVENT, said | {"everyone": to.everyone, "master": to.master}, game.id, matter.row.id)


def _receivers(tx: Transaction, seated: Seated, to: Addressees) -> Iterator[Seat]:
    """Those it is for, but never its writer; one letter to each person."""
    written = {seated.player.id}
    for seat in sorted(tx.seats(seated.game.id), key=lambda seat: seat.role is Role.MASTER):
        is_master = seat.role is Role.MASTER
        plays = seat.role is Role.PLAYER and seat.power is not None
        named = (plays and (to.everyone or seat.power in to.powers)) or (
            is_master and (to.everyone or to.master)
        )
        if named and seat.player_id not in written:
            written.add(seat.player_id)
            yield seat


def _page(matter: Matter, seated: Seated, seat: Seat, to: Addressees, text: str) -> Page | None:
    tx, game, author = matter.tx, seated.game, seated.seat
    player = tx.player(seat.player_id)
    if player is None:
        return None
    open_names = not manner(game).anonymous or Role.MASTER in (seat.role, author.role)
    person = seated.player.name if open_names else ""
    power = Power(author.power) if author.power else None
    geography = rulebook(game).geography
    return reports.press(reader(player, seat), view(tx, game), geography, power, to, text, person)


def kept(tx: Transaction, seated: Seated) -> Page:
    """The latest press that a seat has sent and received: nobody else's."""
    events = tx.events(seated.game.id, what=_EVENT)
    mine = [event.doc for event in events if _is_mine(event.doc, seated.seat)]
    shown: list[Kept] = []
    size = 0
    for doc in mine[: -_SHOWN - 1 : -1]:
        size += len(doc["text"])
        if size > _SHOWN_CHARACTERS:
            break
        shown.insert(0, _as_kept(doc))
    who = reader(seated.player, seated.seat)
    return reports.press_kept(who, view(tx, seated.game), rulebook(seated.game).geography, shown)


def _is_mine(doc: Mapping[str, Any], seat: Seat) -> bool:
    match seat.role:
        case Role.PLAYER:
            power = seat.power
            return power is not None and (doc["from"] == power or power in doc["to"] or doc["everyone"])
        case Role.MASTER:
            return bool(doc["from"] is None or doc["master"] or doc["everyone"])
        case Role.OBSERVER:
            return False


def _as_kept(doc: Mapping[str, Any]) -> Kept:
    to = Addressees(tuple(map(Power, doc["to"])), doc["everyone"], doc["master"])
    return Kept(Power(doc["from"]) if doc["from"] else None, to, doc["text"])
