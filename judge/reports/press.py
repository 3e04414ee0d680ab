"""Press: passed on to those it is for, and to its writer what became of it.

A player's words stand beside a bar, line by line, so that nobody can speak in the judge's voice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judge.board.geography import Geography, Power
from judge.reports import words
from judge.reports.layout import beside, legible, quoted
from judge.reports.pages import GameView, Page, Reader, render
from judge.reports.words import Names, listed

_ECHO = 40
"""So many lines of a press are shown to its own writer."""


class PressRefusal(Enum):
    """Why press was not passed on."""

    UNKNOWN_ADDRESSEE = "unknown_addressee"
    NO_ADDRESSEE = "no_addressee"
    ONLY_YOU = "only_you"
    NOBODY_THERE = "nobody_there"
    """A power that nobody plays."""
    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    UNCLEAR_END = "unclear_end"
    """It has no end, and orders stand below its first line."""
    CLOSED_NOW = "closed_now"
    """This game has press in movement phases only."""
    NO_PRESS = "no_press"
    """This game has no press at all."""
    NOT_STARTED = "not_started"
    OBSERVER = "observer"


@dataclass(frozen=True, slots=True)
class Addressees:
    """Whom press is for."""

    powers: tuple[Power, ...] = ()
    everyone: bool = False
    master: bool = False


@dataclass(frozen=True, slots=True)
class Relayed:
    """One press of a letter, and what became of it."""

    heading: str
    text: str
    to: Addressees = Addressees()
    refusal: PressRefusal | None = None
    at: str = ""
    """The word that names nobody, or the power that nobody plays."""
    guess: Power | None = None
    limit: int = 0
    """Where it is too long: how many bytes it may have."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Press of earlier, as it was passed on."""

    author: Power | None
    """None: the master."""
    to: Addressees
    text: str


def press(
    reader: Reader,
    game: GameView,
    geography: Geography,
    author: Power | None,
    to: Addressees,
    text: str,
    person: str = "",
) -> Page:
    """Press to one of those it is for. `person` is its author's name; empty in an anonymous game."""
    names = Names(geography, words.spoken(reader.language))
    return render(
        "press",
        reader,
        game,
        author=names.power(author) if author else "",
        person=legible(person, 60),
        to=_addressees(to, names),
        lines=barred(text),
    )


def press_told(reader: Reader, game: GameView, geography: Geography, relayed: Sequence[Relayed]) -> Page:
    """To the writer: to whom each press went, or why it did not."""
    names = Names(geography, words.spoken(reader.language))
    told = [
        {
            "to": _addressees(one.to, names),
            "refusal": one.refusal.value if one.refusal else "",
            "at": legible(one.at, 40),
            "guess": names.power(one.guess) if one.guess else "",
            "limit": one.limit // 1024,
            "quote": quoted(one.heading),
            "lines": _echo(one.text),
        }
        for one in relayed
    ]
    return render(
        "press_told",
        reader,
        game,
        told=told,
        sent=sum(one.refusal is None for one in relayed),
        powers=[names.power(power) for power in geography.powers if power != reader.power][:2],
    )


def press_kept(reader: Reader, game: GameView, geography: Geography, kept: Sequence[Kept]) -> Page:
    """The press that the reader has sent and received, the oldest first."""
    names = Names(geography, words.spoken(reader.language))
    shown = [
        {
            "author": names.power(one.author) if one.author else "",
            "to": _addressees(one.to, names),
            "lines": barred(one.text),
        }
        for one in kept
    ]
    return render("press_kept", reader, game, kept=shown)


def barred(text: str) -> list[str]:
    """A player's own words: each line beside a bar, long ones folded."""
    return [part for line in text.split("\n") for part in (beside(line, "") or ["|"])]


def _echo(text: str) -> list[str]:
    lines = barred(text)
    return lines if len(lines) <= _ECHO else [*lines[:_ECHO], "| ..."]


def _addressees(to: Addressees, names: Names) -> str:
    """`Italië, Rusland en de spelleider`; `iedereen`."""
    texts = words.words(names.language)["press"]
    parts = [texts["everyone"]] if to.everyone else [names.power(power) for power in to.powers]
    # Everybody is also the master.
    return listed([*parts, texts["master"]] if to.master and not to.everyone else parts, names.language)


__all__ = [
    "Addressees",
    "Kept",
    "PressRefusal",
    "Relayed",
    "barred",
    "press",
    "press_kept",
    "press_told",
]
