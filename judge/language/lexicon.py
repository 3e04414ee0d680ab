"""What each word may be: the word files of grammar/ and the names of a board, a table per board and language.

Everyone understands Dutch and English; the player's own language comes on top and counts first for names.
A name in a further language of the board is understood where it can be nothing else.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product

from judge import resources
from judge.board.geography import Coast, Geography, Power, Province
from judge.language import fold
from judge.language.shapes import Tiers

EVERYONES = ("en", "nl")
SHORTEST_FOREIGN = 4
"""How long a name of neither language must be; shorter ones are abbreviations."""
SHORTEST_PREFIX = 3
"""Letters of a name that stand for it, where they are of no other one."""
MOST_KEPT = 4_000
Prefixes = tuple[tuple[list[str], list[Province]], ...]
ROLES = frozenset({
    "FILLER", "INTRO", "GREETING", "DOUBT", "PAST", "CAUSE", "INSTEAD", "ORDERS", "WEAK", "YOU", "IF",
    "NOT", "SAID", "REASON", "CORRECTION", "CLEAR", "RESULT", "RETRACT", "CONTRAST", "PLURAL", "CARRY",
    "TURN", "NO", "CANCEL", "CHOICE", "UNDECIDED", "MEANT", "OPINION", "LAST", "FIRST", "EVERY", "BE",
    "SHOULD", "ALL_BUT", "LEAVING", "CARRIER", "GIVES", "INTENT", "REQUEST", "ASKING", "ABOUT", "NOBODY",
    "OTHER_ONE", "EACH", "VERSA", "AGAIN", "SO", "AIM", "HELP", "IT", "DENIAL", "EXCEPT", "ALSO", "THEM",
    "LACK", "LATER", "FREE", "AFFIRM", "THEN", "DISOWN", "OPTION", "ABOVE", "THESE", "ONLY_IF", "WISH",
    "ANOTHER", "FORGOES", "DOWN", "PERMISSION", "FOR", "REPLACING", "SAME", "LIKEWISE", "THERE",
    "AUXILIARY", "PUTS", "USING", "FORESEEN", "NEEDED", "GRANTED", "DUE",
})  # fmt: skip
"""What words may do, beside or without a part in an order."""
NOT_ORDERS = ("C_", "T_", "L_", "P_", "R_", "SAY_", "WHOLE_")
"""How the terminals of commands.lark and of press begin, names of research, sentences of `describe`, and
whole lines: no words of orders."""
_COASTS = {"N": Coast("NC"), "S": Coast("SC"), "E": Coast("EC"), "W": Coast("WC")}
_DEFINITION = re.compile(r"^([A-Z_0-9]+):((?:\s*\|?\s*\"[^\"\n]*\"\s*\n?)+)", re.MULTILINE)
_QUOTED = re.compile(r'"([^"\n]*)"')
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Word:
    """Everything a word or phrase can be; the scanner decides by what stands around it."""

    terminal: str = ""
    """Its part in an order: a terminal of orders.lark, or nothing."""
    roles: frozenset[str] = frozenset()
    tiers: Tiers = ()
    power: Power | None = None
    coast: Coast | None = None
    side: Coast | None = None
    """A coast only where one is expected: `north` in `Spain (north)`."""
    adjective: Tiers = ()
    """The provinces whose units may be called so: `Swedish fleet`."""


UNKNOWN = Word()


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All words of a board in the languages of one reader. Compared by identity: get it from `lexicon`."""

    words: dict[str, Word]
    longest: dict[str, int]
    """First word of phrases of several words -> the number of words of the longest."""
    begun: frozenset[str]
    """Two words and more with which longer phrases begin."""
    prefixes: Prefixes
    """Sorted names with their provinces, for looking up prefixes: of the own language, then of the others."""
    letters: dict[str, Power] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)
    """Names, adjectives and codes of the powers."""
    names: dict[str, tuple[Province, ...]] = field(default_factory=dict)
    """Every written name, for suggestions."""
    coasts: frozenset[tuple[Province, Coast]] = frozenset()

    @property
    def builds(self) -> bool:
        """Whether its words know buildings, bills and research."""
        return self.words.get("fort", UNKNOWN).terminal == "FORT"

    @lru_cache(maxsize=MOST_KEPT)  # noqa: B019 a lexicon is kept for good
    def by_prefix(self, text: str) -> Word:
        """The provinces whose name begins so; UNKNOWN for none, and for less than three letters."""
        if len(text) < SHORTEST_PREFIX:
            return UNKNOWN
        tiers = tuple(found for table in self.prefixes if (found := _beginning(table, text)))
        return Word(tiers=tiers) if tiers else UNKNOWN


def _beginning(table: tuple[list[str], list[Province]], text: str) -> tuple[Province, ...]:
    names, provinces = table
    at, found = bisect_left(names, text), {}
    while at < len(names) and names[at].startswith(text):
        found[provinces[at]] = True
        at += 1
    return tuple(found)


@cache
def vocabulary(language: str, name: str = "words") -> dict[str, tuple[str, ...]]:
    """A word file of a language: terminal -> spellings; empty when there is no such file."""
    path = resources.grammar() / language / f"{name}.lark"
    if not (language.isalnum() and name.isalnum()) or not path.is_file():
        return {}
    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    return {name: tuple(_QUOTED.findall(body)) for name, body in _DEFINITION.findall(text)}


@cache
def understood(language: str) -> tuple[str, ...]:
    """The languages a reader of this setting writes in, the own one first."""
    own = (language,) if vocabulary(language) else ()
    return tuple(dict.fromkeys((*own, *EVERYONES)))


@cache
def whole_lines(terminal: str, language: str, more: str) -> frozenset[str]:
    """The folded spellings of a line that stands for itself, such as WHOLE_SURRENDER, where there are any."""
    spelt = (words for each in understood(language) for words in vocabulary(each, more).get(terminal, ()))
    return frozenset(" ".join(fold.words(words)) for words in spelt)


def lexicon(geography: Geography, language: str, more: str = "") -> Lexicon:
    """The words of a board for a reader of this language, built once and kept.

    `more` names a word file of a rule system's own (`Speech.words`), which counts before the usual one.
    """
    return _lexicon(geography, language, more)


_MOST_WORDS = 3
_LONGEST_CUT = 5
_WATERS = frozenset({"ocean", "oceaan", "channel", "kanaal"})


@cache
def _lexicon(geography: Geography, language: str, more: str) -> Lexicon:
    languages = understood(language)
    table = _Table()
    for each in languages:
        for terminal, spellings in (*vocabulary(each, more).items(), *vocabulary(each).items()):
            if not terminal.startswith(NOT_ORDERS):
                for spelling in spellings:
                    table.phrase(spelling, terminal)
    own, others = (
        (language,),
        tuple(each for each in geography.names if each in languages and each != language),
    )
    _names(table, geography, own, others)
    _powers(table, geography, languages)
    prefixes = (_prefixes(geography, own), _prefixes(geography, others))
    for spoken, begun in zip((own, others), prefixes, strict=True):
        _cut_short(table, geography, spoken, begun, language in spoken)
    _foreign(table, geography, languages, prefixes)
    for language in languages:
        for province, spelt in geography.adjectives.get(language, {}).items():
            for name in spelt:
                draft = table.draft(" ".join(fold.words(name)))
                draft.adjective = _and(draft.adjective, province)
    for coast in {coast for coasts in geography.coasts.values() for coast in coasts}:
        draft = table.draft(fold.fold(str(coast)))
        draft.coast = draft.coast or coast
    return Lexicon(
        words={key: draft.word() for key, draft in table.drafts.items()},
        longest=table.longest(),
        begun=frozenset(table.begun()),
        prefixes=prefixes,
        letters=_letters(geography, languages),
        powers=table.powers,
        names=_written(geography, languages),
        coasts=frozenset((p, coast) for p, coasts in geography.coasts.items() for coast in coasts),
    )


@dataclass(slots=True)
class _Draft:
    terminal: str = ""
    roles: frozenset[str] = frozenset()
    own: tuple[Province, ...] = ()
    others: tuple[Province, ...] = ()
    power: Power | None = None
    coast: Coast | None = None
    side: Coast | None = None
    adjective: tuple[Province, ...] = ()

    def names(self, province: Province, own: bool) -> None:
        """It is a name of this province, in the reader's own language or in another."""
        if own:
            self.own = _and(self.own, province)
        else:
            self.others = _and(self.others, province)

    def word(self) -> Word:
        if not (self.own or self.others or self.adjective):
            return _nameless(self.terminal, self.roles, self.power, self.coast, self.side)
        rest = tuple(province for province in self.others if province not in self.own)
        tiers = tuple(tier for tier in (self.own, rest) if tier)
        named = tuple(dict.fromkeys([*self.adjective, *self.own])) if self.adjective else ()
        adjective = (named,) if named else ()
        return Word(self.terminal, self.roles, tiers, self.power, self.coast, self.side, adjective)


def _and(provinces: tuple[Province, ...], province: Province) -> tuple[Province, ...]:
    return provinces if province in provinces else (*provinces, province)


@cache
def _nameless(
    terminal: str, roles: frozenset[str], power: Power | None, coast: Coast | None, side: Coast | None
) -> Word:
    """A word that names no place; many words are the same one."""
    return Word(terminal, roles, (), power, coast, side)


@dataclass(slots=True)
class _Table:
    drafts: dict[str, _Draft] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)

    def draft(self, key: str) -> _Draft:
        draft = self.drafts.get(key)
        if draft is None:
            draft = self.drafts[key] = _Draft()
        return draft

    def phrase(self, spelling: str, terminal: str) -> None:
        for key in _spellings(fold.words(spelling)):
            draft = self.draft(key)
            if terminal in ROLES:
                draft.roles |= {terminal}
            elif terminal.startswith("COAST_"):
                draft.coast = draft.coast or _COASTS[terminal[-1]]
            elif terminal.startswith("SIDE_"):
                draft.side = draft.side or _COASTS[terminal[-1]]
            else:
                draft.terminal = draft.terminal or terminal

    def longest(self) -> dict[str, int]:
        lengths: dict[str, int] = {}
        for key in self.drafts:
            if count := key.count(" "):
                first = key.partition(" ")[0]
                lengths[first] = max(lengths.get(first, 0), count + 1)
        return lengths

    def begun(self) -> Iterator[str]:
        for key in self.drafts:
            if key.count(" ") > 1:
                words = key.split(" ")
                yield from (" ".join(words[:size]) for size in range(2, len(words)))


def _spellings(words: list[str]) -> set[str]:
    """With and without the blanks between the words: `north sea`, `northsea`."""
    if len(words) < 2:
        return {*words}
    if len(words) == 2:
        return {" ".join(words), "".join(words)}
    if len(words) > 4:
        return {" ".join(words), "".join(words)}
    gaps = product((" ", ""), repeat=len(words) - 1)
    return {"".join([w + g for w, g in zip(words, (*gap, ""), strict=True)]) for gap in gaps}


def _names(table: _Table, geography: Geography, own: tuple[str, ...], others: tuple[str, ...]) -> None:
    for province in geography.terrain:
        table.draft(fold.fold(str(province))).names(province, own=True)
    for language in (*own, *others):
        for province, names in geography.names.get(language, {}).items():
            for name in (*names, *_short(geography, language, province)):
                for key in _spellings(fold.words(name)):
                    table.draft(key).names(province, language in own)


def _cut_short(
    table: _Table,
    geography: Geography,
    languages: tuple[str, ...],
    prefixes: tuple[list[str], list[Province]],
    own: bool,
) -> None:
    """`Ion. Zee`, `Norw. Sea`, `Mid-Atl. Oc.`: names of several words, each of them cut short."""
    taken = frozenset(table.drafts)
    for language in languages:
        for province, names in geography.names.get(language, {}).items():
            for words in (words for name in names if 1 < len(words := fold.words(name)) <= _MOST_WORDS):
                for key in {*map(" ".join, product(*map(_cuts, words)))} - taken:
                    if {*_beginning(prefixes, key.replace(" ", ""))} <= {province}:
                        draft = table.draft(key)
                        for alike in (province, *_alike(prefixes, key)):
                            draft.names(alike, own)


def _alike(table: tuple[list[str], list[Province]], key: str) -> Iterator[Province]:
    """`Noo. Zee` may be the Noordzee too."""
    names, provinces = table
    first, last = key.split()[0], key.split()[-1]
    for at in range(bisect_left(names, first), len(names)):
        if not names[at].startswith(first):
            return
        if last in names[at][len(first) :]:
            yield provinces[at]


def _cuts(word: str) -> tuple[str, ...]:
    """A word and its beginnings; of a word for a water two letters are enough (`oc`, `ch`)."""
    short = tuple(word[:size] for size in range(3, min(len(word), _LONGEST_CUT + 1)))
    return (word, word[:2], *short) if word in _WATERS else (word, *short)


def _foreign(table: _Table, geography: Geography, known: tuple[str, ...], prefixes: Prefixes) -> None:
    """`Wien` and `Moscou`, as everyone has heard them; never the short forms, which mean too much."""
    taken = frozenset(table.drafts)
    for language in (each for each in geography.names if each not in known):
        for province, names in geography.names[language].items():
            for key in (key for name in names for key in _spellings(fold.words(name))):
                begun = {p for prefix in prefixes for p in _beginning(prefix, key.replace(" ", ""))}
                if key not in taken and len(key) >= SHORTEST_FOREIGN and begun <= {province}:
                    table.draft(key).names(province, own=False)


def _short(geography: Geography, language: str, province: Province) -> tuple[str, ...]:
    short = geography.short.get(language, {}).get(province)
    return (short,) if short else ()


def _powers(table: _Table, geography: Geography, languages: tuple[str, ...]) -> None:
    names: dict[str, set[Power]] = {}
    for setup in geography.setups:
        written = [str(setup.power)]
        for language in languages:
            written += geography.power_names.get(language, {}).get(setup.power, ())
        for name in written:
            parts = fold.words(name)
            keys = _spellings(parts) | {f"{key}s" for key in _spellings(parts)}
            keys |= {parts[0][:3]} if parts and len(parts[0]) > 3 else set()
            for key in keys:
                names.setdefault(key, set()).add(setup.power)
    for key, powers in names.items():
        if len(powers) == 1 and key:
            (table.powers[key],) = powers
            table.draft(key).power = table.powers[key]


def _letters(geography: Geography, languages: tuple[str, ...]) -> dict[str, Power]:
    """The letter of each power; and the first of its name, `D` and `O`, where no other power has it."""
    letters = {setup.letter.casefold(): setup.power for setup in geography.setups}
    for language in languages:
        for power, names in geography.power_names.get(language, {}).items():
            letters.setdefault(fold.fold(names[0])[:1], power)
    return letters


def _prefixes(geography: Geography, languages: tuple[str, ...]) -> tuple[list[str], list[Province]]:
    rows = sorted(
        ("".join(fold.words(name)), province)
        for language in languages
        for province, names in geography.names.get(language, {}).items()
        for name in names
    )
    return [name for name, _ in rows], [province for _, province in rows]


def _written(geography: Geography, languages: tuple[str, ...]) -> dict[str, tuple[Province, ...]]:
    names: dict[str, dict[Province, bool]] = {}
    for province in geography.terrain:
        names.setdefault(fold.fold(str(province)), {})[province] = True
    for language in languages:
        for province, spellings in geography.names.get(language, {}).items():
            for name in spellings:
                names.setdefault(" ".join(fold.words(name)), {})[province] = True
    return {name: tuple(found) for name, found in names.items()}
