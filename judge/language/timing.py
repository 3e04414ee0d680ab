"""For when orders are: labels such as `Fall:` and `Oude orders:`, and `in the fall` within a sentence."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache

from judge.board.geography import Power
from judge.board.phases import Phase, Season
from judge.language import fold
from judge.language.sayings import phrases, spelt

LONGEST_LABEL = 9
"""Words of the longest label."""
_LONGEST_PHRASE = 4
_CLASSES = ("NEUTRAL", "TURN", "NOW", "NEXT", "PAST", "SPRING", "FALL", "WINTER")
_SEASONS = {"SPRING": Season.SPRING, "FALL": Season.FALL, "WINTER": Season.WINTER}
_CODE = re.compile(r"(s|f|w|a|h|l|v|n|vj|nj)(\d{4}|\d{2})[mrabc]?")
_LETTERS = {
    "s": Season.SPRING, "l": Season.SPRING, "v": Season.SPRING, "vj": Season.SPRING, "f": Season.FALL,
    "a": Season.FALL, "h": Season.FALL, "n": Season.FALL, "nj": Season.FALL, "w": Season.WINTER,
}  # fmt: skip
_CLOSE = 60
"""Years around the year of play; other numbers of four digits are no years."""
_ORDERS = frozenset({"orders", "order", "moves", "zetten", "bevelen", "opdrachten"})
_ALSO_CALLED = {
    Season.SPRING: {Season.SPRING},
    Season.FALL: {Season.FALL},
    Season.WINTER: {Season.WINTER, Season.FALL},
}
_HEAD = re.compile(r"(?:^|(?<=[.;!?,/|])|(?<=\s-\s))([^.;!?,/|:]{2,70}):")


class Time(Enum):
    """Which orders a label announces."""

    NOW = "those of this phase"
    LATER = "those of another phase"
    WINTER = "those of the winter to come"
    PAST = "those of before"
    OFF = "what is not ordered"


@dataclass(frozen=True, slots=True)
class _Named:
    kinds: frozenset[str]
    seasons: frozenset[Season]
    years: frozenset[int]
    turn: int
    words: tuple[str, ...]


@cache
def _classes(language: str) -> dict[str, str]:
    return {phrase: kind for kind in _CLASSES for phrase in spelt(language, kind)}


@cache
def _otherwhen(language: str) -> dict[str, str]:
    """Those that are no season, and not of now."""
    return {phrase: kind for phrase, kind in _classes(language).items() if kind in ("PAST", "NEXT")}


@cache
def _class_begins(language: str) -> frozenset[str]:
    return fold.first_words(_classes(language))


@cache
def _disowning(language: str) -> frozenset[str]:
    return spelt(language, "DISOWNS")


@cache
def _disowning_begins(language: str) -> fold.Openings:
    return fold.Openings(phrase for phrase in _disowning(language) if " " in phrase)


@cache
def _when(language: str, season: Season | None) -> re.Pattern[str]:
    return phrases(language, f"WHEN_{season.name}" if season else "WHEN", r"(?:^| )({})(?= |$)")


@cache
def _asking(language: str) -> frozenset[str]:
    return spelt(language, "ASKS")


@cache
def _opening(language: str) -> frozenset[str]:
    """The first words of labels without a colon, but for numbers and powers."""
    return fold.first_words((*_classes(language), *_asking(language), *_LETTERS))


@cache
def _when_begins(language: str) -> fold.Openings:
    """How begins all that names another time within a sentence."""
    phrases = (spelt(language, f"WHEN_{season.name}") for season in Season)
    return fold.Openings(spelt(language, "WHEN").union(*phrases))


@dataclass
class Calendar:
    """The labels of a letter, read in the phase that is played."""

    language: str
    phase: Phase
    powers: dict[str, Power]
    text: str = ""
    turn: int = 0
    """The first turn a label counts: `Turn 1:`."""

    def cut(self, text: str) -> list[tuple[Time | None, str, str]]:
        """The parts of a line: the time on their label, the label, and what stands behind it."""
        found: list[tuple[Time | None, str, str]] = []
        if ":" not in text:
            time = self._alone(text)
            return [(time, text, "")] if time is not None else [(None, "", text)]
        start, time, label = 0, None, ""
        for match in _HEAD.finditer(text):
            said = self.time_of(match[1])
            if said is None and time not in (None, Time.NOW) and self._is_own(match[1]):
                said = Time.NOW
            if said is None or (match.end() < len(text) and text[match.end()].isdigit()):
                continue
            if text[start : match.start()].strip():
                found.append((time, label, text[start : match.start()].strip(" ,/|")))
            start, time, label = match.end(), said, match[1].strip()
        rest = text[start:].strip()
        return [*found, (time, label, rest)] if rest or time is not None else found

    def _is_own(self, label: str) -> bool:
        """`My orders:`, behind what is not ordered."""
        words = fold.words(label)
        return bool(_ORDERS & {*words}) and self._named(words) is not None

    def time_of(self, label: str) -> Time | None:
        """What a label says of the time of the orders below it; None for any other words."""
        words = fold.words(label)
        if not words or len(words) > LONGEST_LABEL:
            return None
        named = self._named(words)
        if self._disowns(words):
            return Time.OFF
        return None if named is None else self._time(named)

    def _alone(self, text: str) -> Time | None:
        """A heading without a colon names a season, a year or a turn."""
        first = fold.first_word(text)
        if first.isalpha() and first not in _opening(self.language) and first not in self.powers:
            return None
        words = fold.words(text)
        if not words or len(words) > LONGEST_LABEL or text[-1] == "!":
            return None
        if " ".join(words) in _asking(self.language):
            return Time.OFF
        named = self._named(words)
        if named is None or not (named.seasons or named.years or {"NEXT", "TURN"} <= named.kinds):
            return None
        return None if text[-1] == "?" else self._time(named)

    def _named(self, words: list[str]) -> _Named | None:
        """What the words name, where each of them has a part in it."""
        classes, at = _classes(self.language), 0
        kinds, seasons, years, turn = set[str](), set[Season](), set[int](), 0
        while at < len(words):
            word, number = words[at], words[at].isdigit()
            known = word in _class_begins(self.language)
            size = _size(words[at : at + _LONGEST_PHRASE], classes) if known else 0
            if size:
                phrase = " ".join(words[at : at + size])
                kinds.add(classes[phrase])
                kinds |= {"TURN"} if size > 1 and classes[phrase] == "NEXT" else set()
                if classes[phrase] in _SEASONS:
                    seasons.add(_SEASONS[classes[phrase]])
                at += size
                continue
            if number and len(word) == 4 and abs(int(word) - abs(self.phase.year)) <= _CLOSE:
                years.add(int(word))
            elif number and "TURN" in kinds and len(word) < 3:
                turn = int(word)
            elif (
                word in _LETTERS
                and words[at + 1 : at + 2]
                and words[at + 1].isdigit()
                and len(words[at + 1]) == 4
            ):
                seasons.add(_LETTERS[word])
            elif code := _CODE.fullmatch(word):
                seasons.add(_LETTERS[code[1]])
                years.add(self._year(code[2]))
            elif word not in self.powers:
                return None
            at += 1
        return _Named(frozenset(kinds), frozenset(seasons), frozenset(years), turn, tuple(words))

    def names_time(self, words: list[str]) -> int:
        """How many of these folded words begin the line by naming a time: `nj 02`, `last turn`."""
        classes = _classes(self.language)
        if size := _size(words[:_LONGEST_PHRASE], _otherwhen(self.language)):
            return size
        year = words[1] if len(words) > 1 and words[1].isdigit() and len(words[1]) in (2, 4) else ""
        if classes.get(words[0]) in _SEASONS:
            return 2 if year else 1
        if words[0] in _LETTERS and len(year) == 4:
            return 2
        alone = len(words[0]) == 4 and self._named(words[:1]) is not None
        return int(self.is_code(words[0]) or alone)

    def is_code(self, word: str) -> bool:
        """`F02`, `nj1902`, `W02A`."""
        return _CODE.fullmatch(word) is not None

    def is_neutral(self, word: str) -> bool:
        """A word that may stand on a label and says nothing of the time: `my`, `orders`."""
        return _classes(self.language).get(word) in ("NEUTRAL", "TURN") and len(word) > 1

    def _year(self, digits: str) -> int:
        century = abs(self.phase.year) // 100 * 100
        return int(digits) if len(digits) == 4 else century + int(digits)

    def _time(self, named: _Named) -> Time | None:
        kinds = named.kinds
        if "PAST" in kinds:
            return Time.PAST
        strange = bool(named.seasons) and not named.seasons & _ALSO_CALLED[self.phase.season]
        strange = strange or (bool(named.years) and abs(self.phase.year) not in named.years)
        early = self.phase.season is Season.FALL and named.seasons == {Season.SPRING}
        if strange and early and named.years <= {abs(self.phase.year)} and not self._names_fall():
            return None  # the season is easily mistaken
        if strange:
            winter = named.seasons == {Season.WINTER} and named.years <= {abs(self.phase.year)}
            return Time.WINTER if winter else Time.LATER
        if "NEXT" in kinds:
            return None if _ORDERS & {*named.words} else Time.LATER
        if named.turn:
            self.turn = self.turn or named.turn
            return Time.NOW if named.turn <= self.turn else Time.LATER
        return Time.NOW if named.seasons or named.years or "NOW" in kinds else None

    def _names_fall(self) -> bool:
        fall = {word for word, kind in _classes(self.language).items() if kind == "FALL"}
        return any(word in fall or (word[:1] == "f" and word[1:].isdigit()) for word in fold.words(self.text))

    def _disowns(self, words: list[str]) -> bool:
        """`Here is what I won't do`; a single word only beside words that say nothing."""
        said, disowning = f" {' '.join(words)} ", _disowning(self.language)
        classes = _classes(self.language)
        if _disowning_begins(self.language).are_in({*words}) and any(
            " " in phrase and f" {phrase} " in said for phrase in disowning
        ):
            return True
        if words[-2:] == ["verkeerd", "om"]:
            return False  # the other way round
        if words[-1] == "voor" and {"stelde", "stelt", "stelden"} & {*words}:
            return True
        return bool({*words} & disowning) and all(
            word in disowning or classes.get(word) in ("NEUTRAL", "NOW") or word in self.powers
            for word in words
        )

    def may_name(self, words: frozenset[str]) -> bool:
        """Whether another time can be named in a sentence of these words."""
        return _when_begins(self.language).are_in(words)

    def elsewhen(self, said: str, adjusting: bool = False) -> tuple[int, int] | None:
        """Where in folded words another time is named: `in the fall`, `next turn`.

        `adjusting`: builds and removals are sent ahead for the winter.
        """
        others = [season for season in Season if season not in _ALSO_CALLED[self.phase.season]]
        others = [season for season in others if not (adjusting and season is Season.WINTER)]
        for season in (None, *others):
            if (match := _when(self.language, season).search(said)) is not None:
                return match.start(1), match.end(1)
        return None

    def is_other(self, remark: str) -> bool:
        """Whether a remark in brackets is about another phase: `(fall)`, `(pas in het najaar)`."""
        words = fold.words(remark)
        if not words or len(words) > LONGEST_LABEL:
            return False
        named = self._named(words)
        if named is not None and self._time(named) not in (None, Time.NOW):
            return True
        where = self.elsewhen(" ".join(words))
        return where is not None and (where[0] < 6 or len(words) < 4)


def _size(words: list[str], classes: dict[str, str]) -> int:
    """How many of these words make the longest known phrase."""
    return next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in classes), 0)
