"""Letters that wait until their owner confirms them, by an answer to a letter at the registered address.

A letter that waits is held in the inbox; the address that confirms it carries its number and a code, so
nothing else has to be remembered.
"""

from collections.abc import Callable

from judge.language.commands import says_always
from judge.reports import confirmations
from judge.reports.confirmations import Told, Waiting
from judge.reports.pages import Reader
from judge.service import posting
from judge.service.identity import Doubt, Doubtful, Guest, Seated, Several, Stranger, Writer, identify
from judge.service.manner import manner
from judge.service.matter import Matter, Settled, answer_seat, answer_sender
from judge.service.seats import in_turn
from judge.service.standing import reader, view
from judge.store import Clash, LetterId, LetterState

Take = Callable[[Matter, Writer], Settled]
"""Handles a letter whose writer is known for certain."""

_WAITING = {
    Doubt.OTHER_ADDRESS: Waiting.OTHER_ADDRESS,
    Doubt.NO_PROOF: Waiting.NO_PROOF,
    Doubt.BY_LIST: Waiting.BY_LIST,
}


def ask_to_confirm(matter: Matter, doubtful: Doubtful) -> Settled:
    """Hold a letter, and ask the owner of the seat at the registered address whether it is theirs."""
    seated, incoming = doubtful.seated, matter.incoming
    if incoming.automatic:
        return Settled(LetterState.IGNORED, f"{doubtful.doubt.value}, not answered")
    hidden = _is_from_another(matter, seated)
    page = confirmations.confirm(
        reader(seated.player, seated.seat),
        view(matter.tx, seated.game),
        _WAITING[doubtful.doubt],
        "" if hidden else incoming.sender or "",
        "" if hidden else incoming.text,
    )
    for address in matter.tx.addresses(seated.player.id)[:1]:
        occasion = matter.occasion("confirm")
        posting.to_address(
            matter.office, matter.tx, address.written, page, occasion, matter.now, confirms=matter.row
        )
    return Settled(LetterState.HELD, doubtful.doubt.value)


def _is_from_another(matter: Matter, seated: Seated) -> bool:
    """Whether an anonymous game would show one player another's address, or words."""
    writer = matter.tx.player_by_address(matter.incoming.sender or "")
    return manner(seated.game).anonymous and writer is not None and writer.id != seated.player.id


def confirmed(matter: Matter, number: int, reread: Callable[[Matter], Matter], take: Take) -> Settled:
    """An answer came to the address that confirms a letter: handle that letter now, as its owner's."""
    held = matter.tx.letter(LetterId(number))
    language = _language(matter)
    if held is None or held.state is not LetterState.HELD:
        page = confirmations.told(Reader(language), None, Told.NOTHING_WAITS)
        return answer_sender(matter, page, "nothing waits")
    waited = reread(Matter(matter.office, matter.tx, held, matter.incoming, matter.now))
    writer = certain(identify(waited.office, waited.tx, waited.incoming), waited)
    if isinstance(writer, Seated):
        in_turn(matter, writer.game)  # a confirmation after the deadline comes too late for the letter
    if held.why == Doubt.OTHER_ADDRESS.value and isinstance(writer, Seated):
        _learn_address(matter, writer, waited.incoming.sender or "")
    settled = take(waited, writer)
    matter.tx.settle(held.id, settled.state, f"confirmed: {settled.why}")
    return Settled(LetterState.DONE, f"confirmed letter {held.id}")


def _learn_address(matter: Matter, seated: Seated, address: str) -> None:
    """Where the owner says `always`, the address the letter came from is theirs from now on."""
    if not says_always(matter.incoming.text):
        return
    try:
        matter.tx.add_address(seated.player.id, address)
    except (Clash, ValueError):
        return
    matter.tx.note(matter.now, "address known", {"player": seated.player.id}, inbox_id=matter.row.id)
    shown = view(matter.tx, seated.game)
    page = confirmations.told(reader(seated.player, seated.seat), shown, Told.ADDRESS_KNOWN, address.strip())
    answer_seat(matter, seated, [page], "address known")


def certain(writer: Writer | None, matter: Matter) -> Writer:
    """The writer of a confirmed letter: no doubt is left."""
    match writer:
        case Doubtful(seated):
            return seated
        case Seated() | Several() | Guest() | Stranger():
            return writer
        case None:
            return Stranger(matter.incoming.sender or "")


def _language(matter: Matter) -> str:
    player = matter.tx.player_by_address(matter.incoming.sender or "")
    return player.language if player else "en"
