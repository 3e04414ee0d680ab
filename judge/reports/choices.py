"""Letters about the options of a game: what its master changed, and what could not be changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board.phases import Phase
from judge.reports import words
from judge.reports.layout import folded, legible, quoted
from judge.reports.pages import GameView, Page, Reader, render, tongue
from judge.rules import OptionFault, RuleFault


@dataclass(frozen=True, slots=True)
class Changed:
    """An option with another value; an empty one where it is new, or gone."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A line of the master's that changes nothing, and why."""

    text: str
    fault: RuleFault


def announced(reader: Reader, game: GameView, changed: Sequence[Changed], phase: Phase | None) -> Page:
    """To everybody: what the master has changed; `phase` is the open one, which is played as it was."""
    return _page(reader, game, changed, (), phase, mine=False)


def answered(
    reader: Reader,
    game: GameView,
    changed: Sequence[Changed],
    refused: Sequence[Refused],
    phase: Phase | None,
) -> Page:
    """To the master who wrote: what was changed, and what was not."""
    return _page(reader, game, changed, refused, phase, mine=True)


def _page(
    reader: Reader,
    game: GameView,
    changed: Sequence[Changed],
    refused: Sequence[Refused],
    phase: Phase | None,
    *,
    mine: bool,
) -> Page:
    language = tongue(reader, game)
    return render(
        "choices",
        reader,
        game,
        mine=mine,
        changed=[line for one in changed for line in _change(one, language)],
        refused=[(quoted(one.text), folded(_reason(one.fault, language), "  ")) for one in refused],
        phase=words.phase(phase, language) if phase else "",
    )


def not_yours(reader: Reader, game: GameView, lines: Sequence[str], *, over: bool = False) -> Page:
    """To one who is not the master, or whose game is over."""
    return render(
        "not_yours", reader, game, lines=[part for line in lines[:20] for part in quoted(line)], over=over
    )


def _change(one: Changed, language: str) -> list[str]:
    texts = words.words(language)["choice"]
    shape = "gone" if not one.after else "new" if not one.before else "changed"
    text = texts[shape].format(name=one.name, before=one.before, after=one.after)
    return folded(text, "| ", "|    ")


def _reason(fault: RuleFault, language: str) -> str:
    """In the reader's language where the fault is one of options; else the rules' own words."""
    if not isinstance(fault, OptionFault):
        return words.capital(legible(str(fault)))
    texts = words.words(language)["option"]
    told = texts[fault.wrong.value].format(
        option=legible(fault.option, 60),
        value=legible(fault.value, 60),
        allowed=", ".join(fault.allowed),
        least=fault.least,
        most=fault.most,
    )
    return f"{told} {texts['perhaps'].format(guess=fault.guess)}" if fault.guess else told
