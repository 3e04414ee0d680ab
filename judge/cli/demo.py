"""`judge demo`: the real daemon on loopback, players by mail, a printed game from first letter to last.

Nothing is short-circuited: letters go in and out by SMTP, deadlines pass on the clock, and what is checked is
what the daemon stored and what the players' Maildirs hold.
"""

from pathlib import Path
from typing import Annotated

import typer


def add(app: typer.Typer) -> None:
    """The command."""
    app.command()(demo)


def demo(
    folder: Annotated[Path, typer.Option(help="Where the letters stay behind.")] = Path("judge-demo"),
    rules: Annotated[
        str, typer.Option(help="The rules to play by: standard, depots or buildings.")
    ] = "standard",
    pace: Annotated[float, typer.Option(min=2.0, max=3600.0, help="Seconds a phase lasts.")] = 5.0,
) -> None:
    """Play a printed game by mail on this machine, and leave the letters to be read.

    The exit status is not zero when any outcome differs from the printed one.
    """
    from judge.cli.demonstration import play
    from judge.cli.progress import progress

    with progress() as report:
        failures = play(folder, pace, report, rules)
    if failures:
        for failure in failures:
            typer.echo(f"DIFFERS  {failure}", err=True)
        raise typer.Exit(1)
