"""A letter to one reader: the template in their language, filled in. Jinja lives here.

A template's first line is the subject; the rest is the body, which begins with the marker line that the
reader of letters looks for.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from judge import resources
from judge.board.geography import Power
from judge.board.state import Board
from judge.letters.strip import MARKER
from judge.reports import layout, words
from judge.reports.moments import moment
from judge.reports.words import spoken
from judge.rules.speech import PLAIN, Speech

_NAME = 60


@dataclass(frozen=True, slots=True)
class Page:
    """A letter before it has an address. No line of the text is longer than 72 characters."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the letter; `power` is None for an observer, the master or a stranger."""

    language: str
    name: str = ""
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """The game as its letters name it."""

    name: str
    number: int
    title: str
    """The board's title."""
    zone: str = "Europe/Amsterdam"
    """The IANA zone in which its deadlines are shown."""
    master: str = ""
    speech: Speech = PLAIN
    """How its rules have letters speak."""


def tongue(reader: Reader, game: GameView | None) -> str:
    """The language of a letter, with the words of the game's rules where they have their own."""
    return spoken(reader.language, game.speech.words if game else "")


def render(template: str, reader: Reader, game: GameView | None, **values: object) -> Page:
    """The page of a template; a value it does not get is an error."""
    text = (
        _environment(tongue(reader, game))
        .get_template(f"{template}.txt")
        .render(reader=reader, game=game, marker=MARKER, name=layout.legible(reader.name, _NAME), **values)
    )
    subject, _, body = text.lstrip().partition("\n")
    return Page(f"{_tag(game)}{layout.legible(subject)}", layout.tidy(body))


def about(board: Board, game: GameView, deadline: datetime | None, language: str) -> dict[str, object]:
    """What every letter about a phase can say of it."""
    return {
        "phase": words.phase(board.phase, language),
        "season": words.season(board.phase, language),
        "kind": board.phase.kind.name.lower(),
        "deadline": moment(deadline, game.zone, language) if deadline else "",
    }


def _tag(game: GameView | None) -> str:
    return f"[g{game.number}] " if game else ""


@cache
def _environment(language: str) -> SandboxedEnvironment:
    environment = SandboxedEnvironment(
        loader=_loader(language),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # plain text
    )
    environment.filters["fill"] = layout.paragraphs
    environment.filters["count"] = _count
    environment.filters["lines"] = layout.block
    return environment


def _loader(language: str) -> BaseLoader:
    """A template of the layer goes before the usual one, and extends it by the name `usual/...`."""
    plain = resources.templates() / language.partition("/")[0]
    usual = FileSystemLoader(plain)
    return ChoiceLoader(
        [FileSystemLoader(resources.templates() / language), usual, PrefixLoader({"usual": usual})]
    )


def _count(number: int, one: str, many: str) -> str:
    """`1 eenheid`, `2 eenheden`."""
    return f"{number} {one if number == 1 else many}"
