"""Patterns made of word lists, one phrase a line, so that a mail program's new wording is one more line."""

import re


def any_of(lines: str) -> str:
    """A group that matches any of these lines; each line is a pattern of its own."""
    return "(?:" + "|".join(line.strip() for line in lines.strip().split("\n")) + ")"


def phrases(lines: str) -> re.Pattern[str]:
    """Any of these lines, in upper or lower case."""
    return re.compile(any_of(lines), re.IGNORECASE)
