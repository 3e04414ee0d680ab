"""Letters about a letter: it waits for a confirmation, came too late, or could be for several games."""

from collections.abc import Sequence
from enum import Enum

from judge.reports.layout import legible, quoted
from judge.reports.pages import GameView, Page, Reader, render


class Waiting(Enum):
    """Why a letter waits until its owner confirms it."""

    JOIN = "join"
    """Somebody wants to join from this address."""
    OTHER_ADDRESS = "other_address"
    """A player's reply address was used from an address we do not know."""
    NO_PROOF = "no_proof"
    """A player's address, without the reply address or any other proof."""
    OBSERVE = "observe"
    """Somebody wants the results of a game."""
    BY_LIST = "by_list"
    """It came by a mailing list that puts its own address in place of the writer's."""


class Told(Enum):
    """What became of a command or a confirmation."""

    CONFIRMED = "confirmed"
    NOTHING_WAITS = "nothing_waits"
    TOO_LATE = "too_late"
    """What was confirmed was for a phase that has ended."""
    LANGUAGE_SET = "language_set"
    WITHDRAWN = "withdrawn"
    CANNOT_WITHDRAW = "cannot_withdraw"
    """The game has started: the master must find somebody else."""
    TWO_SENDERS = "two_senders"
    TOO_MUCH = "too_much"
    NOT_TRUSTED = "not_trusted"
    """The letter was put together in a way that could fool us about its sender."""
    OVER = "over"
    """The game has ended."""
    NO_GAME = "no_game"
    """A player we know, in no game that goes on."""
    OBSERVES = "observes"
    OBSERVES_NO_MORE = "observes_no_more"
    ADDRESS_KNOWN = "address_known"
    """One more address of a player, which `detail` names."""
    NEW_REPLY_ADDRESS = "new_reply_address"
    ASKED_MASTER = "asked_master"
    """Somebody wants a mailing list to get no more results."""


def confirm(reader: Reader, game: GameView, waiting: Waiting, sender: str, text: str) -> Page:
    """To the registered address: a letter waits; an answer to this one lets it count.

    `sender` is empty where the reader must not see it, or where there is none.
    """
    words = [line for part in text.splitlines()[:20] for line in quoted(part)]
    return render("confirm", reader, game, waiting=waiting.value, sender=legible(sender)[:200], words=words)


def told(reader: Reader, game: GameView | None, what: Told, detail: str = "") -> Page:
    """A short answer to a command or a confirmation."""
    return render("told", reader, game, what=what.value, detail=legible(detail))


def which_game(reader: Reader, games: Sequence[str]) -> Page:
    """To a player of several games whose letter does not say for which it is."""
    return render("which_game", reader, None, games=games)


def invitation(reader: Reader, game: GameView, address: str, powers: Sequence[str], when: str) -> Page:
    """To somebody who is asked to play; `when` says how often there is a deadline, as its master wrote it."""
    return render("invitation", reader, game, address=address, powers=powers, when=when)
