"""What is wrong with the options of a game, as a kind and its parts: letters say it in any language."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum


class RuleFault(Exception):
    """Options or a board that a rule system cannot play; the message says which and why."""


class Wrong(Enum):
    """What is wrong with an option that somebody chose."""

    UNKNOWN = "unknown"
    EDITION = "edition"
    FIELD = "field"
    ROW = "row"
    CHOICE = "choice"
    LIST = "list"
    FIXED = "fixed"
    RANGE = "range"
    NUMBER = "number"
    COUNT = "count"
    FRACTION = "fraction"
    TABLE = "table"
    NAME = "name"
    COST = "cost"
    REQUIRES = "requires"
    NEVER = "never"
    SETTLED = "settled"
    BOARD = "board"


_SENTENCES = {
    Wrong.UNKNOWN: "there is no option {value}; the options are: {allowed}",
    Wrong.EDITION: "there is no edition {value}; the editions are: {allowed}",
    Wrong.FIELD: "option {option} has no field {value}; the fields are: {allowed}",
    Wrong.ROW: "option {option} has no row {value}; the rows are: {allowed}",
    Wrong.CHOICE: "option {option} cannot be {value}; the choices are: {allowed}",
    Wrong.LIST: "option {option} cannot contain {value}; it is a list of: {allowed}",
    Wrong.FIXED: "option {option} cannot be {value}; it is always: {allowed}",
    Wrong.RANGE: "option {option} cannot be {value}; write a whole number from {least} to {most}",
    Wrong.NUMBER: "option {option} cannot be {value}; write a number, at most {most}, or leave it out",
    Wrong.COUNT: "option {option} cannot be {value}; write a whole number, 0 for none, at most {most}",
    Wrong.FRACTION: "option {option} cannot be {value}; write a number from {least} to {most}, such as 0.75",
    Wrong.TABLE: "option {option} cannot be {value}; it is a table; choose a field, as {option}.NAME",
    Wrong.NAME: "option {option}: {value} is no name; write small letters, figures and _",
    Wrong.COST: "option {option} has no cost",
    Wrong.REQUIRES: "option {option} cannot be {value}; name what comes first",
    Wrong.NEVER: "option {option} can never be bought: {allowed}",
    Wrong.BOARD: "option {option} cannot be {value}; board {allowed} has {most} depots",
    Wrong.SETTLED: "option {option} is settled when a game begins, and this one has begun",
}


class OptionFault(RuleFault):
    """A choice that a game cannot have; nothing of it is taken."""

    def __init__(
        self,
        wrong: Wrong,
        option: str,
        value: object = "",
        allowed: Iterable[object] = (),
        span: tuple[int, int] = (0, 0),
    ) -> None:
        self.wrong = wrong
        self.option = option
        self.value = _shown(value)
        self.allowed = tuple(map(str, allowed))
        self.least, self.most = span
        self.guess = _nearest(str(value), self.allowed)
        """What was probably meant; empty where nothing is near."""
        told = _SENTENCES[wrong].format(
            option=option, value=self.value, allowed=", ".join(self.allowed), least=self.least, most=self.most
        )
        super().__init__(f"{told}; perhaps {self.guess!r} was meant" if self.guess else told)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _nearest(word: str, known: tuple[str, ...]) -> str:
    found = get_close_matches(word.strip().lower()[:60], known, n=1, cutoff=0.6)
    return found[0] if found and len(word) > 1 else ""


__all__ = ["OptionFault", "RuleFault", "Wrong"]
