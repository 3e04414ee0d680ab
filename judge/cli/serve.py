"""`judge serve` runs the daemon; `judge check` says what is wrong with the settings."""

import sys

import typer

from judge.cli.options import Config


def add(app: typer.Typer) -> None:
    """The two commands."""
    app.command()(serve)
    app.command()(check)


def serve(config: Config = None) -> None:
    """Run the judge until it is told to stop (SIGTERM, or Ctrl-C)."""
    from judge.cli.logs import configure
    from judge.cli.options import settings
    from judge.daemon import Daemon

    chosen = settings(config)
    configure(chosen)
    Daemon(chosen).run()


def check(config: Config = None) -> None:
    """Say in plain words what is wrong with the settings; status 1 when something is."""
    from judge.cli.checks import findings
    from judge.cli.options import settings

    chosen = settings(config)
    bad = 0
    for finding in findings(chosen):
        bad += not finding.good
        print(("ok      " if finding.good else "WRONG   ") + finding.text)
    if bad:
        print(f"{bad} thing{'s' if bad > 1 else ''} to put right", file=sys.stderr)
        raise typer.Exit(1)
    print("all is well")
