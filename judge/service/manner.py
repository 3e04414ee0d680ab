"""How a game is run beside its rules: who may know whom, when press goes round, which lists get results."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from judge.store import Game


class PressRule(Enum):
    """When players can write to each other by way of the judge."""

    OPEN = "open"
    MOVEMENT = "movement"
    """In movement phases only: the Dutch rules allow no talks during retreats and adjustments (N2, N19)."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MailingList:
    """A mailing list that gets the results of a game."""

    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game is run."""

    anonymous: bool = False
    """No letter to a player names another; the master knows everybody."""
    press: PressRule = PressRule.OPEN
    lists: tuple[MailingList, ...] = ()

    def document(self) -> dict[str, Any]:
        """As it lies in the database."""
        lists = [{"address": each.address, "language": each.language} for each in self.lists]
        return {"anonymous": self.anonymous, "press": self.press.value, "lists": lists}


def usual_press(options: Mapping[str, Any]) -> PressRule:
    """What the rules themselves say of press."""
    return PressRule.MOVEMENT if options.get("edition") == "dutch" else PressRule.OPEN


def manner(game: Game) -> Manner:
    """How this game is run; what was never said is as its rules have it."""
    given = game.manner
    return Manner(
        anonymous=bool(given.get("anonymous", False)),
        press=PressRule(given["press"]) if "press" in given else usual_press(game.options),
        lists=tuple(MailingList(each["address"], each["language"]) for each in given.get("lists", ())),
    )
