"""A progress bar on a terminal; in a pipe only the lines that matter."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


class Report(Protocol):
    """How long work tells what it is doing."""

    def begin(self, steps: int) -> None:
        """So many steps will follow."""

    def step(self, text: str) -> None:
        """A step is done; what comes now."""

    def say(self, text: str) -> None:
        """A line to keep."""


class _Bar:
    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None)

    def begin(self, steps: int) -> None:
        self._bar.update(self._task, total=steps)

    def step(self, text: str) -> None:
        self._bar.update(self._task, advance=1, description=text)

    def say(self, text: str) -> None:
        self._bar.console.print(text, highlight=False, markup=False)


class _Quiet:
    def begin(self, steps: int) -> None:
        """A pipe needs no count."""

    def step(self, text: str) -> None:
        """Nor the steps."""

    def say(self, text: str) -> None:
        print(text, flush=True)


@contextmanager
def progress() -> Iterator[Report]:
    """The way to report: a bar where somebody watches."""
    if not sys.stdout.isatty():
        yield _Quiet()
        return
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(), transient=True) as bar:
        yield _Bar(bar)
