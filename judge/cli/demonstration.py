"""The demo's parts: a daemon in a process of its own, a small post office, the players, what to expect."""

import email
import email.policy
import signal
import smtplib
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from judge.board import atlas
from judge.board.geography import Power
from judge.cli.faults import Fault
from judge.cli.progress import Report
from judge.letters import Envelope
from judge.mail.listener import Listener
from judge.mail.sender import deliver, folder_name
from judge.service import master
from judge.service.office import Office, open_office
from judge.settings import load
from judge.store import Game, GameState, OutboxRow

GAME = "demo"
_SCRIPTS = {
    "standard": "sample_game.toml",
    "depots": "sample_depots.toml",
    "buildings": "sample_buildings.toml",
}
"""The printed games, by the rules that they are played by."""
_PATIENCE = 90.0
"""Seconds to wait for anything before the demo gives up."""
_CONFIG = """\
address = "judge@judge.example"
name = "Judge"
database = "sqlite:///{folder}/judge.db"

[smtp]
port = {smtp}

[relay]
host = "127.0.0.1"
port = {relay}
security = "none"

[timing]
sweep = "1s"
outbox = "1s"
reminder = "0s"
drain_grace = "0s"
"""


@dataclass(frozen=True, slots=True)
class Person:
    """One of the players."""

    power: str
    name: str
    address: str
    language: str
    board: str

    @property
    def joins(self) -> str:
        """The letter with which they join, asking for the power they had in the printed game."""
        power = atlas.load(self.board).power_name(Power(self.power), self.language)
        if self.language == "nl":
            return f"Hallo!\n\nIk doe mee met {GAME}, liefst als {power}.\n\nGroeten,\n{self.name}\n"
        return f"Hi there,\n\njoin {GAME} as {power}\n\nCheers,\n{self.name}\n"


def sample(rules: str = "standard") -> dict[str, Any]:
    """A printed game: people, letters, and what must come of them. Fault where these rules have none."""
    if rules not in _SCRIPTS:
        raise Fault(
            f"there is no game to show of the rules {rules!r}; there is one of: {', '.join(_SCRIPTS)}"
        )
    return tomllib.loads(Path(__file__).with_name(_SCRIPTS[rules]).read_text(encoding="utf-8"))


def play(folder: Path, pace: float, report: Report, rules: str = "standard") -> list[str]:
    """Play a sample game; what differs from the printed outcome, in sentences."""
    script = sample(rules)
    board = script["game"]["map"]
    people = [Person(power=power, board=board, **who) for power, who in script["players"].items()]
    home = _fresh(folder)
    mailboxes = home / "mail"
    report.begin(len(people) + len(script["phase"]))
    with _post_office(mailboxes) as relay:
        config, port = _configure(home, relay)
        office = open_office(load(config))
        try:
            _make_game(office, pace, script["game"])
            with _daemon(config, home / "judge.log", port):
                report.say(f"The judge listens on 127.0.0.1:{port}; its letters go to {mailboxes}")
                stage = Stage(office, port, mailboxes, people, report)
                stage.sign_on()
                failures = [failure for phase in script["phase"] for failure in stage.act(phase)]
                failures += stage.ends(script["end"])
                stage.show(script["phase"][-3]["code"])
        finally:
            office.store.close()
    report.say(f"All letters, a Maildir for each player: {mailboxes}")
    report.say(f"The database: {home / 'judge.db'}; what the daemon said: {home / 'judge.log'}")
    if not failures:
        report.say("Every outcome is the printed one.")
    return failures


def _fresh(folder: Path) -> Path:
    """An empty folder: this one, or this one with a number where it is there already."""
    for number in range(1, 1000):
        home = folder if number == 1 else folder.with_name(f"{folder.name}-{number}")
        if not home.exists():
            home.mkdir(parents=True)
            return home.resolve()
    raise Fault(f"{folder}: there are too many of these already; remove some")


@contextmanager
def _post_office(mailboxes: Path) -> Iterator[int]:
    """Where the players have their mail: takes letters by SMTP, keeps a Maildir for each address."""

    def accept(raw: bytes, envelope: Envelope, _received: datetime) -> None:
        for recipient in envelope.recipients:
            deliver(mailboxes / folder_name(recipient), raw)

    office = Listener(
        "127.0.0.1",
        0,
        accept,
        domain="players.example",
        addresses=lambda address: address.endswith("players.example"),
    )
    office.start()
    try:
        yield office.port
    finally:
        office.stop()


def _configure(home: Path, relay: int) -> tuple[Path, int]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    config = home / "judge.toml"
    config.write_text(_CONFIG.format(folder=home, smtp=port, relay=relay), encoding="utf-8")
    return config, port


def _make_game(office: Office, pace: float, game: Mapping[str, Any]) -> None:
    every = f"every {max(1, round(pace))} seconds"
    plan = master.Plan(
        name=GAME,
        master="Mia <mia@players.example>",
        rules=game["rules"],
        map=game["map"],
        options=game["options"],
        movement=every,
        retreats=every,
        adjustments=every,
        seed="demo",
    )
    master.create(office, plan, datetime.now().astimezone())


@contextmanager
def _daemon(config: Path, log: Path, port: int) -> Iterator[None]:
    """`judge serve` in a process of its own, stopped politely at the end."""
    with log.open("wb") as out:
        command = [sys.executable, "-m", "judge", "serve", "--config", str(config)]
        process = subprocess.Popen(command, stdout=out, stderr=out)
        try:
            _until(lambda: _listens(port, process, log), "the daemon to start")
            yield
            process.send_signal(signal.SIGTERM)
            if process.wait(30) != 0:
                raise Fault(f"the daemon ended with status {process.returncode}; see {log}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _listens(port: int, process: "subprocess.Popen[bytes]", log: Path) -> bool:
    if process.poll() is not None:
        raise Fault(f"the daemon did not start:\n{log.read_text(errors='replace')[-2000:]}")
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _until(ready: Callable[[], object], what: str) -> None:
    end = time.monotonic() + _PATIENCE
    while not ready():
        if time.monotonic() > end:
            raise Fault(f"waited {_PATIENCE:.0f} seconds in vain for {what}")
        time.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Stage:
    """The players at their mailboxes."""

    office: Office
    port: int
    mailboxes: Path
    people: list[Person]
    report: Report

    def sign_on(self) -> None:
        """Everybody writes to join, and confirms from their mailbox; then the game begins by itself."""
        for person in self.people:
            self._send(person, "judge@judge.example", self._subject(person), person.joins)
        for person in self.people:
            letter = self._await(person, lambda letter: "+c." in str(letter["Reply-To"]), "a question")
            self._send(person, str(letter["Reply-To"]), f"Re: {letter['Subject']}", "Ja / yes\n")
            self.report.step(f"{person.name} signs on for {person.power.title()}")
        _until(lambda: self._game().state is GameState.RUNNING, "the game to begin")
        for person in self.people:
            self._await(person, self._is_of_game, "the opening letter")

    def _subject(self, person: Person) -> str:
        return "Meedoen" if person.language == "nl" else "I want to play"

    def act(self, phase: Mapping[str, Any]) -> Iterator[str]:
        """Send the letters of a phase, wait for its deadline and its results, and compare."""
        code = phase["code"]
        with self.office.store.read() as tx:
            row = tx.current_phase(self._game().id)
        if row is None or row.code != code:
            yield f"{code}: the game is in {row.code if row else 'no phase'}"
            return
        self.report.step(f"{code}: {len(phase['letters'])} letters, then the deadline")
        for person in self.people:
            if person.power in phase["letters"]:
                to = self._reply_to(person)
                self._send(person, to, f"Orders {code}", phase["letters"][person.power])
        _until(lambda: self._result(row.no) is not None, f"the deadline of {code}")
        for letter in self._letters(row.no):
            _until(lambda letter=letter: self._has(letter), f"the results of {code}")  # type: ignore[misc]
        yield from compare(phase, self._result(row.no) or {})

    def ends(self, end: Mapping[str, Any]) -> Iterator[str]:
        """The phase the game is left in, or that it is over and everybody has heard."""
        if "state" in end:
            yield from self._is_over(end["state"])
            return
        code = end["code"]
        with self.office.store.read() as tx:
            row = tx.current_phase(self._game().id)
        if row is None or row.code != code:
            yield f"at the end the game is in {row.code if row else 'no phase'}, not {code}"

    def _is_over(self, state: str) -> Iterator[str]:
        if (found := self._game().state.value) != state:
            yield f"at the end the game is {found}, not {state}"
        with self.office.store.read() as tx:
            last = [row for row in tx.letters_to(self._game().id) if row.kind == "game end"]
        for person in self.people:
            if not any(row.recipient == person.address for row in last):
                yield f"nobody told {person.name} that the game is over"
        for letter in last:
            _until(lambda letter=letter: self._has(letter), "the last letters")  # type: ignore[misc]

    def show(self, code: str) -> None:
        """One letter with results in each language."""
        with self.office.store.read() as tx:
            number = next(row.no for row in tx.phases(self._game().id) if row.code == code)
        for language in ("en", "nl"):
            person = next(person for person in self.people if person.language == language)
            row = next(row for row in self._letters(number) if row.recipient == person.address)
            letter = email.message_from_bytes(row.raw, policy=email.policy.default)
            self.report.say(f"\n----- to {person.name}: {letter['Subject']}\n")
            self.report.say(_text(letter))

    def _game(self) -> Game:
        with self.office.store.read() as tx:
            game = tx.game_by_name(GAME)
        if game is None:
            raise Fault("the game is gone")
        return game

    def _result(self, number: int) -> Mapping[str, Any] | None:
        with self.office.store.read() as tx:
            row = tx.result(self._game().id, number)
        return row.doc if row else None

    def _letters(self, number: int) -> list[OutboxRow]:
        """The letters with the results of a phase."""
        with self.office.store.read() as tx:
            return list(tx.letters_to(self._game().id, number, "results"))

    def _has(self, row: OutboxRow) -> bool:
        """Whether a letter has arrived in its recipient's Maildir."""
        return any(row.message_id.encode() in raw for raw in self._mail(row.recipient))

    def _mail(self, address: str) -> Iterator[bytes]:
        """A person's letters, the newest first."""
        for path in sorted((self.mailboxes / folder_name(address) / "new").glob("*"), reverse=True):
            yield path.read_bytes()

    def _parsed(self, person: Person) -> Iterator[EmailMessage]:
        for raw in self._mail(person.address):
            yield email.message_from_bytes(raw, policy=email.policy.default)

    def _is_of_game(self, letter: EmailMessage) -> bool:
        return "+g" in str(letter["Reply-To"])

    def _await(self, person: Person, wanted: Callable[[EmailMessage], bool], what: str) -> EmailMessage:
        found: list[EmailMessage] = []

        def look() -> bool:
            found.extend(letter for letter in self._parsed(person) if wanted(letter))
            return bool(found)

        _until(look, f"{what} for {person.name}")
        return found[0]

    def _reply_to(self, person: Person) -> str:
        """The address that any letter of the game asks to be answered at."""
        return str(self._await(person, self._is_of_game, "a letter")["Reply-To"])

    def _send(self, person: Person, to: str, subject: str, text: str) -> None:
        letter = EmailMessage()
        letter["From"] = f"{person.name} <{person.address}>"
        letter["To"] = to
        letter["Subject"] = subject
        letter["Message-ID"] = f"<{time.time_ns()}.{person.power.lower()}@players.example>"
        letter.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as server:
            server.send_message(letter, person.address, [to])


def _text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def compare(phase: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    """Where a result differs from the printed one."""
    found = {
        "failed_moves": sorted(_at(r) for r in result["results"] if _failed(r, " - ")),
        "cut_supports": sorted(_at(r) for r in result["results"] if _failed(r, " S ")),
        "dislodged": _dislodgers(result),
        "disbanded": sorted(result["disbanded"]),
        "built": sorted(result["built"]),
        "removed": sorted(result["removed"]),
        "rings": result.get("rings", []),
        "parried": {
            _at(r): [_place(p["move"]) for p in r["parried"]] for r in result["results"] if "parried" in r
        },
        "eliminated": result.get("eliminated", []),
        "winner": result.get("winner", []),
    }
    found |= {what: value for what, value in _standing(result).items() if what in phase}
    for what, value in found.items():
        printed = phase.get(what, type(value)())
        if value != printed:
            yield f"{phase['code']}: {what}: printed {printed}, came out {value}"


def _standing(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a phase leaves behind, compared where it is printed: units by their places, depots counted."""
    if "next_phase" not in result:
        return {}
    units, owned = result["units_after"], result["centers_after"]
    return {
        "next": result["next_phase"],
        "stand": {
            power: " ".join(sorted(unit.split()[1] for unit in there)) for power, there in units.items()
        },
        "depots": {power: len(held) for power, held in owned.items()},
        "owned": {power: len(held) for power, held in owned.items()},
        **_books(result),
    }


def _books(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a phase leaves in treasuries, bills and buildings, where the rules know such things."""
    if "treasury" not in result:
        return {}
    standing = [f"{b['type'].upper()} {b['province']} {b['power']}" for b in result["buildings"]]
    changed = [f"{c['building']} {c['fate']} {c['power']}" for c in result.get("buildings_changed", ())]
    return {
        "treasury": result["treasury"],
        "points": result["action_points"],
        "bills": result["replenishment"],
        "research": result["research"],
        "buildings": sorted(standing),
        "changed": sorted(changed),
        "refused": sorted(
            f"{r['power']}: {r['order']}" for r in result["results"] if r["outcome"] == "ignored"
        ),
    }


def _failed(result: Mapping[str, Any], sign: str) -> bool:
    """An order of this sort that did not do what it should."""
    order, outcome = result["order"], result.get("order_outcome", result["outcome"])
    kind = " S " if " S " in order else " C " if " C " in order else " - " if " - " in order else ""
    return kind == sign and outcome != "succeeds"


def _at(result: Mapping[str, Any]) -> str:
    return str(result["unit"].split()[1].partition("/")[0])


def _place(order: str) -> str:
    """`FRANCE: A PAR - BUR` -> `PAR`."""
    return order.partition(": ")[2].split()[1].partition("/")[0]


def _dislodgers(result: Mapping[str, Any]) -> dict[str, str]:
    """Where units were driven out, and where their attackers came from."""
    return {_at(r): _place(r["dislodged_by"]) for r in result["results"] if "dislodged_by" in r}
