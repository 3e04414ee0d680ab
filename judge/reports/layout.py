"""Lines of at most 72 characters, and lines that nobody takes for an order.

Whatever looks like an order in our own letters ends in `(*a word*)` or stands beside a bar: the order reader
passes over such lines, so that a letter which comes back in a reply orders nothing.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterable

from judge.reports.words import mark, words

WIDTH = 72
SIGNATURE = "-- "
"""By this line mail programs know a signature, and leave it out of a reply."""
_QUOTED = 200
TIE = "\N{NO-BREAK SPACE}"
_QUOTATION = re.compile(r"(?: |^)“[^”]{1,40}”")
_BLANK = re.compile(r"\n{3,}")


def folded(text: str, indent: str = "", hang: str | None = None) -> list[str]:
    """The text in lines of at most 72 characters; a longer word is cut."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_on_hyphens=False,
    )


def beside(text: str, indent: str = "   ") -> list[str]:
    """A remark beside a bar, `   | ...`: the order reader passes over it as over a quotation."""
    return folded(text, f"{indent}| ", f"{indent}| ")


def marked(text: str, word: str, language: str, indent: str = "") -> list[str]:
    """A line that ends in `(*word*)`; a long one is folded, and then each of its lines ends in a mark."""
    end, more = f" (*{word}*)", f" (*{mark('goes_on', language)}*)"
    room = WIDTH - max(len(end), len(more))
    tied = _tied(text, words(language)["ties"])
    lines = textwrap.wrap(
        tied, room, initial_indent=indent, subsequent_indent=f"{indent}    ", break_on_hyphens=False
    )
    lines = [line.replace(TIE, " ") for line in lines] or [indent]
    return [*(line + more for line in lines[:-1]), lines[-1] + end]


def _tied(text: str, ties: Iterable[str]) -> str:
    """With a space that does not break after words that want to stay with the next: `leger`, `naar`."""
    return re.sub(rf"\b({'|'.join(ties)}) ", rf"\1{TIE}", text, flags=re.IGNORECASE)


def quoted(text: str) -> list[str]:
    """A player's own words as a quotation (`> ...`): without control characters, and not endlessly long."""
    return folded(legible(text), "> ", "> ") or [">"]


def legible(text: str, most: int = _QUOTED) -> str:
    """At most so much of the text, on one line, without characters that hide or turn the writing round."""
    kept = (" " if char.isspace() else char for char in text[: 4 * most])
    plain = " ".join("".join(c for c in kept if unicodedata.category(c) not in _UNSEEN).split())
    return plain if len(plain) <= most else f"{plain[:most]}..."


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def paragraphs(text: str) -> str:
    """A block of a template, each paragraph filled to the width."""
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join("\n".join(_filled(" ".join(block.split()))) for block in blocks)


def _filled(text: str) -> list[str]:
    """A paragraph whose last line is more than a word; a short quotation stays with the word before it."""
    tied = _QUOTATION.sub(lambda match: match[0].replace(" ", TIE), text)
    tries = (textwrap.wrap(tied, width, break_on_hyphens=False) for width in range(WIDTH, WIDTH - 16, -1))
    whole = next((lines for lines in tries if len(lines) < 2 or " " in lines[-1]), folded(tied))
    return [line.replace(TIE, " ") for line in whole]


def block(lines: Iterable[str]) -> str:
    """Lines under one another."""
    return "\n".join(lines)


def tidy(text: str) -> str:
    """A letter as it leaves: no line too long, no blanks at the end, no more than one empty line in a row."""
    lines = [part for line in text.strip().splitlines() for part in _kept_short(line)]
    return _BLANK.sub("\n\n", "\n".join(lines)) + "\n"


def _kept_short(line: str) -> list[str]:
    if line == SIGNATURE:
        return [line]
    line = line.rstrip()
    if len(line) <= WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip(" >"))]
    return folded(line.strip(), "", indent) if not indent else folded(line[len(indent) :], indent, indent)
