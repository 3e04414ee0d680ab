"""Puts the commands together, and turns the faults a person can mend into one plain sentence."""

import sys
from typing import Annotated

import typer

from judge import __version__
from judge.cli import demo, documents, games, players, serve

app = typer.Typer(
    help="A play-by-email judge for Diplomacy and its variants, in Dutch and English.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
serve.add(app)
games.add(app)
players.add(app)
demo.add(app)
documents.add(app)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"judge {__version__}")
        raise typer.Exit


@app.callback()
def judge(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    """A play-by-email judge for Diplomacy and its variants, in Dutch and English."""


def main() -> None:
    """The console script. A fault a person can mend ends with its sentence, a bug with its traceback."""
    from judge.cli.faults import MENDABLE

    try:
        app()
    except MENDABLE as fault:
        print(f"judge: {fault}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
