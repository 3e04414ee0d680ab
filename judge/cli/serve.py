"""`judge serve` runs the daemon; `judge check` looks at the settings, `judge doctor` at our mail domain."""

import sys

import typer

from judge.cli.options import Config


def add(app: typer.Typer) -> None:
    """The three commands."""
    app.command()(serve)
    app.command()(check)
    app.command()(doctor)


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


def doctor(config: Config = None) -> None:
    """Look at our mail domain as other servers do; status 1 when something must be put right."""
    from judge.cli.options import settings
    from judge.mail.doctor import Dns, Grade, Patient, examine
    from judge.mail.doors import signing_key

    chosen = settings(config)
    patient = Patient(
        domain=chosen.domain,
        selector=chosen.dkim.selector,
        signer=signing_key(chosen),
        takes_mail=chosen.smtp.enabled and not chosen.imap.host,
    )
    found = examine(patient, Dns())
    for finding in found:
        print(f"{finding.grade.value:9} {finding.topic}: {finding.words}")
    if any(finding.grade is Grade.BAD for finding in found):
        raise typer.Exit(1)
