"""kill -9 at every statement, commit and hand-over of a small game: the next start puts all right.

The game below is played the way the judge plays: letters are taken, read into order sheets, two phases are
adjudicated, letters go out. Run as a program, this file forks a player for every line on its standard input.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from judge.store import (
    Arrival,
    Draft,
    GameState,
    InboxRow,
    LetterState,
    PhaseRow,
    PhaseStatus,
    Store,
    Transaction,
)

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(days=30)
PHASES = 2
LETTERS = [("FRANCE", 1), ("ITALY", 1), ("FRANCE", 2), ("FRANCE", 1)]
"""Who writes for which phase. The last letter of a power for a phase counts."""
RESULTS = {1: {"FRANCE": 3, "ITALY": 1}, 2: {"FRANCE": 2}}
MAIL = {f"<ack-{n}>" for n in range(len(LETTERS))} | {
    f"<results-{no}-{power}>" for no in RESULTS for power in ("FRANCE", "ITALY")
}


@dataclass
class World:
    """The database, and what the outside world has seen of us."""

    store: Store
    folder: Path
    bug: str = ""
    point: Callable[[], None] = field(default=lambda: None)
    """Called wherever the power may go off."""

    def tell(self, what: str, word: str) -> None:
        """Something leaves the house: an acknowledgement, a letter. No crash takes it back."""
        self.point()
        with (self.folder / what).open("a") as told:
            told.write(word + "\n")
        self.point()

    def told(self, what: str) -> list[str]:
        file = self.folder / what
        return file.read_text().split() if file.exists() else []


def play(world: World) -> None:
    """From wherever the last process stopped to the end."""
    set_up(world.store)
    for n in range(len(LETTERS)):
        if str(n) not in world.told("acknowledged"):
            deliver(world, n)
    read_all(world.store)
    while adjudicate(world):
        pass
    while send(world):
        pass


def set_up(store: Store) -> None:
    with store.write() as tx:
        if tx.game_by_name("alpha") is None:
            game_id = tx.add_game(
                name="alpha", rules="standard", map="standard", options={}, zone="UTC", schedule={},
                language="en", seed="s", created=NOON, min_players=2, state=GameState.RUNNING,
            )  # fmt: skip
            tx.open_phase(game_id, 1, 1, "phase 1", {}, NOON + timedelta(hours=1), NOON)


def deliver(world: World, n: int) -> None:
    """An SMTP session: the sender tries again until it has heard that we have its letter."""
    letter = Arrival("smtp", b"raw", NOON + timedelta(minutes=n), str(n), ("judge",), f"id {n}", "content")
    if world.bug == "answer_first":
        world.tell("acknowledged", str(n))
    with world.store.write() as tx:
        tx.take(letter)
    if world.bug != "answer_first":
        world.tell("acknowledged", str(n))


def read_all(store: Store) -> None:
    with store.read() as tx:
        letters = tx.new_letters(100)
    for letter in letters:
        with store.write() as tx:
            tx.count_try(letter.id)
        with store.write() as tx:
            read_one(tx, letter)


def read_one(tx: Transaction, letter: InboxRow) -> None:
    game = tx.game_by_name("alpha")
    assert game is not None
    n = int(letter.envelope_from)
    power, no = LETTERS[n]
    tx.add_sheet(game.id, power, no, letter.received_at, {"letter": n}, letter.id)
    tx.post([Draft(f"<ack-{n}>", power, "judge", b"ack %d" % n, "ack", NOON, game.id, no)])
    tx.note(NOON, "orders", {}, game.id, letter.id)
    assert tx.settle(letter.id, LetterState.DONE)


def adjudicate(world: World) -> bool:
    with world.store.read() as tx:
        due = tx.due_phases(LATER)
        if not due:
            return False
        phase = due[0]
        sheets = tx.sheets(phase.game_id, phase.no, until=phase.deadline)
    outcome = {sheet.power: sheet.doc["letter"] for sheet in sheets}
    with world.store.write() as tx:
        assert tx.close_phase(phase.game_id, phase.no, phase.revision, phase.orders_version)
        tx.add_result(phase.game_id, phase.no, phase.revision, "hash", outcome)
        go_on(tx, phase)
        if world.bug != "two_transactions":
            tx.post(results(phase))
    if world.bug == "two_transactions":
        with world.store.write() as tx:
            tx.post(results(phase))
    return True


def go_on(tx: Transaction, phase: PhaseRow) -> None:
    if phase.no < PHASES:
        deadline = NOON + timedelta(hours=phase.no + 1)
        tx.open_phase(phase.game_id, phase.no + 1, 1, f"phase {phase.no + 1}", {}, deadline, NOON)
    else:
        tx.set_game_state(phase.game_id, GameState.FINISHED)


def results(phase: PhaseRow) -> list[Draft]:
    return [
        Draft(f"<results-{no}-{power}>", power, "judge", b"results", "results", NOON, phase.game_id, no)
        for no in [phase.no]
        for power in ("FRANCE", "ITALY")
    ]


def send(world: World) -> bool:
    with world.store.write() as tx:
        tx.release_leases(LATER + timedelta(days=1))
        letters = tx.claim(LATER, 3, 60)
    for letter in letters:
        if world.bug == "mark_first":
            mark(world.store, letter.id)
        world.tell("sent", letter.message_id)
        if world.bug != "mark_first":
            mark(world.store, letter.id)
    return bool(letters)


def mark(store: Store, outbox_id: object) -> None:
    with store.write() as tx:
        tx.mark_sent(outbox_id, LATER)  # type: ignore[arg-type]


def violations(world: World, crashes: int) -> list[str]:
    """What is not as it would be if nobody had pulled the plug."""
    sent, acknowledged = Counter(world.told("sent")), set(world.told("acknowledged"))
    with world.store.read() as tx:
        game = tx.game_by_name("alpha")
        assert game is not None
        expected_rows = {
            "results": ({row.no: dict(row.doc) for row in tx.results(game.id)}, RESULTS),
            "phases": (
                [(row.no, row.status) for row in tx.phases(game.id)],
                [(no, PhaseStatus.DONE) for no in RESULTS],
            ),
            "letters in": (
                sorted(row.envelope_from for row in tx.letters(LetterState.DONE)),
                [str(n) for n in range(len(LETTERS))],
            ),
            "sheets": (sum(len(tx.sheets(game.id, no)) for no in RESULTS), len(LETTERS)),
            "letters out": ({row.message_id for row in tx.letters_to(game.id)}, MAIL),
            "unsent": (sum(tx.waiting().values()), 0),
            "game": (game.state, GameState.FINISHED),
        }
    expected_rows["handed over"] = (set(sent), MAIL)
    expected_rows["acknowledged"] = (acknowledged, {str(n) for n in range(len(LETTERS))})
    wrong = [f"{what}: {is_}, not {should}" for what, (is_, should) in expected_rows.items() if is_ != should]
    if sent.total() - len(sent) > crashes:
        wrong.append(f"sent again: {sent}")
    return wrong


def count_points(world: World, target: int) -> Callable[[], int]:
    """Kill this process at the target-th point where the power may go off; returns what counts them."""
    count = 0

    def point(*_: object) -> None:
        nonlocal count
        count += 1
        if count == target:
            os.kill(os.getpid(), signal.SIGKILL)

    engine = world.store._engine
    for name in ("before_cursor_execute", "after_cursor_execute", "commit", "rollback"):
        event.listen(engine, name, point)
    world.point = point
    return lambda: count


def serve() -> None:
    """For each line `target bug url folder`: fork a player that dies at the target; say how that ended."""
    for line in sys.stdin:
        target, bug, url, folder = line.split()
        if (child := os.fork()) == 0:
            world = World(Store.open(url), Path(folder), bug)
            points = count_points(world, int(target))
            play(world)
            (world.folder / "points").write_text(str(points()))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


class Crasher:
    """Plays the game in processes that are killed, all forked from one that loaded the libraries."""

    def __init__(self, database: Callable[[], str], folder: Path) -> None:
        self.database = database
        self.folder = folder
        self.worlds = 0
        self.crashes = 0
        self.process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def crash(self, world: World, target: int) -> int:
        """The exit code of a player that is to die at a point: -9 where it got so far."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        url = world.store._engine.url.render_as_string(hide_password=False)
        self.process.stdin.write(f"{target} {world.bug or 'none'} {url} {world.folder}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def new_world(self, bug: str = "") -> World:
        self.worlds += 1
        folder = self.folder / str(self.worlds)
        folder.mkdir()
        return World(Store.open(self.database()), folder, bug)

    def points(self) -> int:
        """How many points a game has that nothing happens to."""
        world = self.new_world()
        assert self.crash(world, 0) == 0
        assert violations(world, 0) == []
        world.store.close()
        return int((world.folder / "points").read_text())

    def after(self, *targets: int, bug: str = "") -> list[str]:
        """What is wrong after starts that are killed at these points, and a last one in peace."""
        world = self.new_world(bug)
        crashes = sum(self.crash(world, target) == -9 for target in targets)
        self.crashes += crashes
        play(world)
        wrong = [f"after {targets}: {what}" for what in violations(world, crashes)]
        world.store.close()
        shutil.rmtree(world.folder)
        return wrong

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@pytest.fixture
def crasher(database: Callable[[], str], tmp_path: Path) -> Iterator[Crasher]:
    opened = Crasher(database, tmp_path)
    yield opened
    opened.close()


def is_embedded(crasher: Crasher) -> bool:
    return crasher.database().startswith("sqlite")


def test_a_game_survives_kill_9_at_any_point(crasher: Crasher) -> None:
    points = crasher.points()
    assert points > 150
    step = 3 if is_embedded(crasher) else 14
    targets = range(1, points + 1, step)
    assert [what for target in targets for what in crasher.after(target)] == []
    assert crasher.crashes == len(targets)


@pytest.mark.slow
def test_a_game_survives_kill_9_at_every_point(crasher: Crasher) -> None:
    points = crasher.points()
    assert [what for target in range(1, points + 1) for what in crasher.after(target)] == []
    assert crasher.crashes == points


def test_a_start_that_is_killed_too_does_no_harm(crasher: Crasher) -> None:
    points = crasher.points()
    pairs = [(points * n // 8, 1 + 7 * n) for n in range(1, 8)]
    wrong = [what for first, second in pairs for what in crasher.after(first, second)]
    assert wrong == []


@pytest.mark.parametrize(
    ("bug", "from_part"), [("two_transactions", 5), ("mark_first", 6), ("answer_first", 0)]
)
def test_this_test_finds_the_usual_mistakes(crasher: Crasher, bug: str, from_part: int) -> None:
    """Each is made in another eighth of the game, where the search for it begins."""
    if not is_embedded(crasher):
        pytest.skip("what is tested here is this file, so one database will do")
    points = crasher.points()
    assert any(crasher.after(target, bug=bug) for target in range(1 + points * from_part // 8, points, 2))


def test_every_letter_has_its_expected_fate() -> None:
    """The game above says what it says: the expectations follow from the list of letters."""
    counted: dict[int, dict[str, int]] = {1: {}, 2: {}}
    for n, (power, no) in enumerate(LETTERS):
        counted[no][power] = n
    assert counted == RESULTS


if __name__ == "__main__":
    serve()
