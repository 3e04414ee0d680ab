"""Commands in a letter: to join, to ask, to leave. Each is a line of its own; talk is never taken for one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from judge.board import atlas
from judge.board.geography import Geography, Power
from judge.language import fold
from judge.language.choosing import Choose, meaning, read_choice
from judge.language.given import Grammar
from judge.language.lexicon import EVERYONES, vocabulary
from judge.language.scanner import Lexeme

MOST_LINES = 60
LONGEST_LINE = 200
_QUOTED = ("|", ">")
"""How quotations begin: in our own letters, and in anybody's."""
_ANSWER_LINES, _ANSWER_WORDS = 10, 6
LANGUAGES = ("en", "nl", "de", "fr")


@dataclass(frozen=True, slots=True)
class Join:
    """To play in a game; the powers that are wished for, the dearest first."""

    game: str
    """As the player wrote it; empty where none was named."""
    powers: tuple[Power, ...] = ()
    name: str | None = None
    """The player's own name, where it was written."""


@dataclass(frozen=True, slots=True)
class Help:
    """To be told how to write."""

    topic: str = ""
    """`movement`, `retreats`, `adjustments`, `join`, `press`, `commands`, or empty."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """To be written to in another language."""

    language: str


@dataclass(frozen=True, slots=True)
class Status:
    """How the game stands."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class MyOrders:
    """The orders that stand for the player."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Who:
    """Who plays."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """To leave a game."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Observe:
    """To get the results of a game without playing in it."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class MyPress:
    """The press that the player has sent and received."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a game is played by, with every choice."""

    game: str = ""


Command = Join | Help | SetLanguage | Status | MyOrders | Who | Withdraw | Observe | MyPress | Rules | Choose


def read_commands(
    text: str, subject: str, language: str, geography: Geography | None = None
) -> tuple[Command, ...]:
    """The commands in a letter, in its order; the subject counts when it is a command, and no answer (`Re:`).

    `geography` names the powers that can be wished for; the standard board's where none is given.
    """
    words = _words(geography or atlas.load("standard"), language)
    lines = [subject, *text.splitlines()[:MOST_LINES]]
    own = (line for line in lines if len(line) <= LONGEST_LINE and not line.lstrip().startswith(_QUOTED))
    found = [command for line in own if (command := _read(fold.tidy(line), words)) is not None]
    # Of options the last choice counts, so that the same one twice is not the same as once.
    once = {
        command if not isinstance(command, Choose) else number: command
        for number, command in enumerate(found)
    }
    return tuple(once.values())


class Entry(NamedTuple):
    """What a word can be in a command."""

    terminals: tuple[str, ...]
    power: Power | None


class _Words(NamedTuple):
    entries: dict[str, Entry]
    longest: int
    letters: frozenset[str]
    by_letter: dict[str, Power]
    talk: frozenset[str]
    """Words that are no name of a game: `join us`."""


@cache
def _words(geography: Geography, language: str) -> _Words:
    terminals: dict[str, list[str]] = {}
    powers: dict[str, Power] = {}
    languages = tuple(dict.fromkeys((language, *EVERYONES)))
    for each in languages:
        for terminal, spellings in vocabulary(each).items():
            if terminal[:2] in ("C_", "T_", "L_"):
                for spelling in spellings:
                    terminals.setdefault(" ".join(fold.words(spelling)), []).append(terminal)
    for setup in geography.setups:
        names = [
            str(setup.power),
            *(n for each in LANGUAGES for n in geography.power_names.get(each, {}).get(setup.power, ())),
        ]
        for name in names:
            parts = fold.words(name)
            powers[" ".join(parts)] = setup.power
            if len(parts) == 1 and len(parts[0]) > 3:
                powers.setdefault(parts[0][:3], setup.power)
    keys = {*terminals, *powers}
    entries = {key: Entry(tuple(dict.fromkeys(terminals.get(key, ()))), powers.get(key)) for key in keys}
    by_letter = {setup.letter.upper(): setup.power for setup in geography.setups}
    talk = {
        fold.fold(word)
        for each in languages
        for role in (
            "SAID",
            "YOU",
            "WEAK",
            "PAST",
            "DOUBT",
            "IF",
            "NOT",
            "REASON",
            "CAUSE",
            "GREETING",
            "_THAT",
        )
        for word in vocabulary(each).get(role, ())
    }
    longest = max(key.count(" ") + 1 for key in keys)
    return _Words(entries, longest, frozenset(by_letter), by_letter, frozenset(talk))


def _read(line: str, words: _Words) -> Command | None:
    lexemes = _lexemes(line, words)
    if not lexemes:
        return None
    if lexemes[0].type == "C_SET":
        return read_choice(line, line[lexemes[0].end :])
    return _GRAMMAR.read(lexemes)


_GAMED = frozenset({"C_JOIN", "C_LEAVE", "C_STATUS", "C_MINE", "C_WHO", "C_OBSERVE", "C_PRESS", "C_RULES"})
_VERBS = _GAMED | {"C_HELP", "C_SPEAK", "C_SET"}


def _lexemes(line: str, words: _Words) -> list[Lexeme]:
    """The line as a command would have it; empty where it does not begin like one."""
    matches = list(fold.WORD.finditer(line))
    named = [(match[0], match.start(), match.end()) for match in matches]
    out: list[Lexeme] = []
    at = 0
    while at < len(named):
        entry, end = _longest(named, at, words)
        lexeme = _lexeme(line, named, at, end, entry, out, words)
        if lexeme is None:
            return []
        if lexeme.type == "C_CALLED" and out and not _is_power(named, end, words):
            out += [lexeme, *_rest(line, named, end)]
            break
        if lexeme.type == "C_SET" and not out:
            return [lexeme]
        at = _after_name(line, named, at) if lexeme.type == "NAME" else end
        if lexeme.type != "C_FILLER":
            out.append(lexeme)
    return out if out and out[0].type in _VERBS and "?" not in line.rstrip("?") else []


def _after_name(line: str, named: Sequence[tuple[str, int, int]], at: int) -> int:
    """A game's name may have dashes and dots in it: `club-1`."""
    end = at + 1
    while end < len(named) and line[named[end - 1][2] : named[end][1]] in ("-", "_", "."):
        end += 1
    return end


def _longest(named: Sequence[tuple[str, int, int]], at: int, words: _Words) -> tuple[Entry | None, int]:
    for end in range(min(len(named), at + words.longest), at, -1):
        entry = words.entries.get(" ".join(fold.fold(word) for word, _, _ in named[at:end]))
        if entry is not None:
            return entry, end
    return None, at + 1


def _lexeme(
    line: str,
    named: Sequence[tuple[str, int, int]],
    at: int,
    end: int,
    entry: Entry | None,
    out: Sequence[Lexeme],
    words: _Words,
) -> Lexeme | None:
    text = line[named[at][1] : named[end - 1][2]]
    before = out[-1].type if out else ""
    kind = _kind(entry, before, out)
    if kind == "NAME":
        last = _after_name(line, named, at) - 1
        if not _is_named(line[named[at][1] : named[last][2]], out, words):
            return None
        return Lexeme("NAME", line[named[at][1] : named[last][2]], named[at][1], named[last][2])
    if kind == "POWER" and entry is not None:
        return Lexeme("POWER", text, named[at][1], named[end - 1][2], (entry.power,))
    if kind:
        return Lexeme(kind, text, named[at][1], named[end - 1][2])
    if before in ("C_AS", "C_LIKE", "NAME", "LETTERS", "POWER", "C_AND") and _are_letters(text, words):
        return Lexeme("LETTERS", text, 0, 0, tuple(words.by_letter[c] for c in text))
    return None


def _kind(entry: Entry | None, before: str, out: Sequence[Lexeme]) -> str:
    """What a word is here: after `join` the first word that is not `game` is its name."""
    terminals = entry.terminals if entry else ()
    if before in _GAMED and "C_GAME" not in terminals:
        likes = [t for t in terminals if t in ("C_LIKE", "C_AS", "C_FILLER")]
        return (likes[0] if likes else "NAME") if before != "C_FILLER" else "NAME"
    if before == "C_GAME" and not any(x.type == "NAME" for x in out):
        return "C_GAME" if "C_GAME" in terminals else "NAME"
    if entry is not None and entry.power is not None and out and out[0].type != "C_SPEAK":
        return "POWER"
    for wanted in _wanted(before, out):
        if wanted in terminals:
            return wanted
    return terminals[0] if terminals and terminals[0][0] == "C" else (terminals[0] if terminals else "")


def _wanted(before: str, out: Sequence[Lexeme]) -> tuple[str, ...]:
    if not out:
        asking = ("C_MINE", "C_PRESS", "C_RULES", "C_HELP", "C_SPEAK", "C_STATUS", "C_WHO", "C_SET")
        return ("C_JOIN", "C_LEAVE", "C_OBSERVE", *asking, "C_FILLER")
    if before == "C_HELP":
        return ("T_ORDERS", "T_RETREATS", "T_BUILDS", "T_JOIN", "T_PRESS", "T_COMMANDS", "C_FILLER")
    if out[0].type == "C_SPEAK":
        return ("L_EN", "L_NL", "L_DE", "L_FR", "C_GAME", "C_FILLER")
    if before in ("POWER", "LETTERS"):
        return ("C_AND", "C_LIKE", "C_CALLED", "C_FILLER")
    if before in _GAMED:
        return ("C_GAME", "C_LIKE", "C_AS")
    return ("C_LIKE", "C_AS", "C_CALLED", "C_AND", "C_GAME", "C_FILLER")


def _is_named(name: str, out: Sequence[Lexeme], words: _Words) -> bool:
    """Whether a word can be a game's name here: `status club1`, but neither `stand by` nor `join us`."""
    if fold.fold(name) in words.talk:
        return False
    plain = out[0].type in ("C_STATUS", "C_WHO", "C_MINE", "C_PRESS") and out[-1] is out[0]
    return not plain or any(c.isdigit() for c in name) or fold.fold(out[0].text) == "status"


def _is_power(named: Sequence[tuple[str, int, int]], at: int, words: _Words) -> bool:
    if at >= len(named):
        return False
    entry, _ = _longest(named, at, words)
    return entry is not None and entry.power is not None


def _rest(line: str, named: Sequence[tuple[str, int, int]], at: int) -> Iterator[Lexeme]:
    if at < len(named):
        start, end = named[at][1], named[-1][2]
        yield Lexeme("SAID", line[start:end].strip(), start, end)


def _are_letters(text: str, words: _Words) -> bool:
    return text.isupper() and len(set(text)) == len(text) and set(text) <= words.letters


_TOPICS = {"T_ORDERS": "movement", "T_BUILDS": "adjustments"}


class _Commands:
    """What each rule of the grammar makes of its parts."""

    def power(self, parts: list[Lexeme]) -> tuple[Power, ...]:
        value = parts[0].value
        assert isinstance(value, tuple)
        return value

    def wish(self, parts: list[Any]) -> list[Power]:
        return [power for part in parts if isinstance(part, tuple) for power in part]

    def called(self, parts: list[Lexeme]) -> str:
        return parts[-1].text

    def topic(self, parts: list[Lexeme]) -> str:
        return _TOPICS.get(parts[0].type, parts[0].type[2:].lower())

    def language(self, parts: list[Lexeme]) -> str:
        return parts[0].type[2:].lower()

    def join(self, parts: list[Any]) -> Command:
        powers = next((part for part in parts if isinstance(part, list)), [])
        name = next((part for part in parts if isinstance(part, str)), None)
        return Join(_game_of(parts), tuple(dict.fromkeys(powers)), name)

    def help(self, parts: list[Any]) -> Command:
        return Help(next((part for part in parts if isinstance(part, str)), ""))

    def speak(self, parts: list[Any]) -> Command:
        return SetLanguage(next(part for part in parts if isinstance(part, str)))

    def status(self, parts: list[Any]) -> Command:
        return Status(_game_of(parts))

    def mine(self, parts: list[Any]) -> Command:
        return MyOrders(_game_of(parts))

    def who(self, parts: list[Any]) -> Command:
        return Who(_game_of(parts))

    def withdraw(self, parts: list[Any]) -> Command:
        return Withdraw(_game_of(parts))

    def observe(self, parts: list[Any]) -> Command:
        return Observe(_game_of(parts))

    def press(self, parts: list[Any]) -> Command:
        return MyPress(_game_of(parts))

    def rules(self, parts: list[Any]) -> Command:
        return Rules(_game_of(parts))


_GRAMMAR: Grammar[Command] = Grammar("commands.lark", _Commands())


def _game_of(parts: Sequence[object]) -> str:
    return next((part.text for part in parts if isinstance(part, Lexeme) and part.type == "NAME"), "")


def says_always(text: str) -> bool:
    """Whether an answer says `always` or `altijd` in a short line of its own, and not `not always`."""
    always, never = meaning("C_ALWAYS"), meaning("NOT")
    for line in text.splitlines()[:_ANSWER_LINES]:
        said = fold.words(fold.tidy(line[:LONGEST_LINE]))
        if 0 < len(said) <= _ANSWER_WORDS and always & set(said) and not never & set(said):
            return True
    return False
