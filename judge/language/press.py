"""Press in a letter: what a player says to the others. It begins with a line that says to whom.

Nothing within is an order. Whoever cannot be made out is asked about: press that goes astray is never undone.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from judge.board.geography import Geography, Power
from judge.language import fold
from judge.language.lexicon import lexicon, understood, vocabulary
from judge.letters.glance import looks_like_order

LONGEST_HEADING = 120
_MOST_UNKNOWN = 3
_CLOSE_ENOUGH = 75
_OPENINGS = frozenset({"P_PRESS_TO", "P_MESSAGE_TO", "P_PRESS", "P_BROADCAST"})
_QUOTED = ("|", ">")
"""How quotations begin: in our own letters, and in anybody's."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BLANK = re.compile(r"\n{4,}")


@dataclass(frozen=True, slots=True)
class Press:
    """What one player says to others."""

    heading: str
    """The line it begins with, as it was written."""
    text: str = ""
    """Without control characters, and without characters that turn the writing round."""
    to: tuple[Power, ...] = ()
    everyone: bool = False
    master: bool = False
    unknown: tuple[str, ...] = ()
    """Words that should name somebody and do not."""
    guesses: tuple[Power, ...] = ()
    """Whom those words may mean."""
    unclear: bool = False
    """It begins beside the heading, has no end, and orders stand below it: where it ends is not said."""

    @property
    def is_addressed(self) -> bool:
        """Whether it names anybody at all."""
        return bool(self.to or self.everyone or self.master or self.unknown)


def read_press(text: str, subject: str, language: str, geography: Geography) -> tuple[tuple[Press, ...], str]:
    """The press in a letter, and the rest of its text: what stood before it and after it.

    A subject that is a heading makes press of the whole letter, unless the letter has headings of its own.
    """
    words = _words(geography, language)
    lines = text.splitlines()
    headed = any(_heading(line, words) for line in lines)
    first = None if headed else _heading(subject, words)
    found, rest = _walk(lines, first, words)
    return tuple(each.press() for each in found), "\n".join(rest)


@dataclass
class _Open:
    """Press that is being read."""

    heading: Press
    beside: str = ""
    lines: list[str] = field(default_factory=list)
    closed: bool = False

    def press(self) -> Press:
        """The press, now that all of it is there."""
        unclear = bool(self.beside) and not self.closed and any(map(looks_like_order, self.lines))
        text = "\n".join([self.beside, *self.lines] if self.beside else self.lines)
        return replace(self.heading, text=cleaned(text), unclear=unclear)


def _walk(lines: Sequence[str], first: "_Open | None", words: "_Words") -> tuple[list[_Open], list[str]]:
    """Press runs to its end mark, to the next heading, or to the end of the letter."""
    found = [first] if first else []
    rest: list[str] = []
    current = first
    for line in lines:
        if (fresh := _heading(line, words)) is not None:
            found.append(fresh)
            current = fresh
            rest.append("")
        elif current is None:
            rest.append(line)
        elif _is_end(line, words):
            current.closed, current = True, None
        else:
            current.lines.append(line)
    return found, rest


def cleaned(text: str) -> str:
    """Text of a player that can be shown to others: nothing invisible in it, no endless emptiness."""
    kept = (
        char if char == "\n" else " " if char.isspace() else char
        for char in text.replace("\r\n", "\n").replace("\t", "    ")
    )
    plain = "".join(char for char in kept if char == "\n" or unicodedata.category(char) not in _UNSEEN)
    return _BLANK.sub("\n\n\n", "\n".join(line.rstrip() for line in plain.split("\n"))).strip("\n")


class _Words(NamedTuple):
    entries: dict[str, str]
    """Folded phrase -> its terminal, of those that begin with P_."""
    powers: dict[str, Power]
    longest: int
    letters: dict[str, Power]


@cache
def _words(geography: Geography, language: str) -> _Words:
    entries = {
        " ".join(fold.words(spelling)): terminal
        for each in understood(language)
        for terminal, spellings in vocabulary(each).items()
        if terminal.startswith("P_")
        for spelling in spellings
    }
    powers = lexicon(geography, language).powers
    longest = max(key.count(" ") + 1 for key in (*entries, *powers))
    return _Words(entries, powers, longest, {setup.letter.upper(): setup.power for setup in geography.setups})


def _is_end(line: str, words: _Words) -> bool:
    if len(line) > LONGEST_HEADING:
        return False
    return words.entries.get(" ".join(fold.words(fold.tidy(line)))) == "P_END"


def _heading(line: str, words: _Words) -> _Open | None:
    """Press that begins on this line; None where it is talk, or an order."""
    head, colon, _ = line[: 4 * LONGEST_HEADING].partition(":")
    if len(head) > LONGEST_HEADING or line.lstrip().startswith(_QUOTED):
        return None
    beside = line[len(head) + len(colon) :].strip()
    parts = _parts(fold.tidy(head), words)
    opening = next(parts, None)
    if opening is None or opening.terminal not in _OPENINGS:
        return None
    press = _addressed(fold.tidy(line)[:LONGEST_HEADING], [opening, *parts], words)
    return _Open(press, beside) if _is_heading(opening.terminal, press, bool(colon)) else None


def _is_heading(opening: str, press: Press, colon: bool) -> bool:
    """`press to` opens press even where it is not clear to whom; weaker words only where it is."""
    known = bool(press.to or press.everyone or press.master)
    match opening:
        case "P_PRESS_TO":
            many = sum(len(words.split()) for words in press.unknown)
            return many <= _MOST_UNKNOWN if known else bool(press.unknown) and (many < 3 or _is_near(press))
        case "P_MESSAGE_TO":
            return known and not press.unknown
        case "P_PRESS":
            return (known and not press.unknown) or (colon and not press.unknown)
        case "P_BROADCAST":
            return not (press.unknown or press.to or press.master)
        case _:
            return False


def _is_near(press: Press) -> bool:
    return bool(press.guesses) and sum(len(words.split()) for words in press.unknown) <= _MOST_UNKNOWN


class _Part(NamedTuple):
    terminal: str
    text: str
    power: Power | None = None
    apart: bool = False
    """A comma or the like stands before it."""


def _parts(head: str, words: _Words) -> Iterator[_Part]:
    """The words of a heading, each for what it is; `?` for what nobody knows."""
    matches = list(fold.WORD.finditer(head))
    at = 0
    while at < len(matches):
        for end in range(min(len(matches), at + words.longest), at, -1):
            key = " ".join(fold.fold(match[0]) for match in matches[at:end])
            text = head[matches[at].start() : matches[end - 1].end()]
            if key in words.entries:
                yield _Part(words.entries[key], text)
                break
            if key in words.powers:
                yield _Part("POWER", text, words.powers[key])
                break
        else:
            end = at + 1
            terminal = "LETTERS" if _are_letters(matches[at][0], words) else "?"
            gap = head[matches[at - 1].end() if at else 0 : matches[at].start()]
            yield _Part(terminal, matches[at][0], apart=bool(gap.strip()))
        at = end


def _are_letters(text: str, words: _Words) -> bool:
    """`press to FI`: each a power's letter, and all in capitals."""
    return text.isupper() and len(set(text)) == len(text) and set(text) <= words.letters.keys()


def _addressed(heading: str, parts: Sequence[_Part], words: _Words) -> Press:
    to: list[Power] = []
    unknown: list[str] = []
    joins = False
    for part in parts[1:]:
        match part.terminal:
            case "POWER" if part.power is not None:
                to.append(part.power)
            case "LETTERS":
                to += [words.letters[letter] for letter in part.text]
            case "P_AND" | "P_ALL" | "P_MASTER":
                pass
            case _:
                unknown = (
                    [*unknown[:-1], f"{unknown[-1]} {part.text}"]
                    if joins and not part.apart
                    else [*unknown, part.text]
                )
        joins = part.terminal not in ("POWER", "LETTERS", "P_AND", "P_ALL", "P_MASTER")
    kinds = {part.terminal for part in parts}
    return Press(
        heading,
        to=tuple(dict.fromkeys(to)),
        everyone=bool(kinds & {"P_ALL", "P_BROADCAST"}),
        master="P_MASTER" in kinds,
        unknown=tuple(unknown),
        guesses=tuple(dict.fromkeys(power for text in unknown for power in _likely(text, words))),
    )


def _likely(text: str, words: _Words) -> Iterator[Power]:
    """The one power whose name looks most like this text, if any does. Only ever asked about."""
    key = " ".join(fold.words(text))[:40]
    found = process.extractOne(key, words.powers.keys(), scorer=fuzz.ratio, score_cutoff=_CLOSE_ENOUGH)
    if found and len(key) > 2:
        yield words.powers[found[0]]


__all__ = ["Press", "cleaned", "read_press"]
