"""Opening a database: migrations, what is refused and in which words, and who may use it at once."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from servers.postgres import Postgres
from sqlalchemy import create_engine, event, text

from judge.store import (
    Arrival,
    Draft,
    GameId,
    GameState,
    PlayerId,
    Store,
    StoreFault,
    Unavailable,
    engines,
    migrate,
)
from judge.store.schema import HEAD, metadata

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


def arrival(name: str) -> Arrival:
    return Arrival("smtp", b"raw", NOON, "a@x", ("b@x",), name, name)


def test_the_migrations_make_exactly_the_tables_of_the_schema(empty_database: str) -> None:
    Store.open(empty_database).close()
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD
    engine.dispose()


def test_head_names_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).with_name("migrations")))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_a_database_is_opened_again_as_it_was_left(empty_database: str) -> None:
    first = Store.open(empty_database)
    with first.write() as tx:
        tx.set_meta("key", "value")
    first.close()
    again = Store.open(empty_database)
    with again.read() as tx:
        assert tx.meta("key") == "value"
    again.close()


def test_a_game_of_before_there_was_a_manner_has_the_usual_one(empty_database: str) -> None:
    store = Store.open(empty_database)
    with store.write() as tx:
        game_id = tx.add_game(
            name="old",
            rules="standard",
            map="standard",
            options={},
            zone="Europe/Amsterdam",
            schedule={},
            language="en",
            seed="1",
            created=NOON,
            min_players=7,
        )
    store.close()
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE game DROP COLUMN manner"))
        connection.execute(text("ALTER TABLE phase DROP COLUMN options"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    engine.dispose()
    again = Store.open(empty_database)
    with again.write() as tx:
        game = tx.game(game_id)
        assert game is not None
        assert game.manner == {}
        tx.update_game(game_id, manner={"anonymous": True, "lists": [{"address": "é@x"}]})
        assert tx.game(game_id).manner == {"anonymous": True, "lists": [{"address": "é@x"}]}  # type: ignore[union-attr]
    again.close()


def test_phases_of_before_they_had_options_have_those_of_their_game(empty_database: str) -> None:
    store = Store.open(empty_database)
    with store.write() as tx:
        game_id = tx.add_game(
            name="old", rules="standard", map="standard", options={"paradox": "1971"}, zone="UTC",
            schedule={}, language="en", seed="1", created=NOON, min_players=7,
        )  # fmt: skip
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON, NOON)
    store.close()
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE phase DROP COLUMN options"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    engine.dispose()
    again = Store.open(empty_database)
    with again.write() as tx:
        row = tx.phase(game_id, 1)
        assert row is not None
        assert row.options == {"paradox": "1971"}
        tx.update_game(game_id, options={"paradox": "1982"})
        assert tx.close_phase(game_id, 1, 1, 0)
        tx.open_phase(game_id, 2, 1, "F1901M", {}, NOON, NOON)
        assert [each.options["paradox"] for each in tx.phases(game_id)] == ["1971", "1982"]
    again.close()


def test_several_programs_may_open_a_new_database_at_once(empty_database: str) -> None:
    faults: list[BaseException] = []

    def start() -> None:
        try:
            Store.open(empty_database).close()
        except BaseException as fault:  # noqa: BLE001 - shown by the assertion
            faults.append(fault)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_database_of_a_newer_judge_is_refused_and_left_alone(empty_database: str) -> None:
    Store.open(empty_database).close()
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreFault, match="newer"):
        Store.open(empty_database)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_a_database_of_another_program_is_refused(empty_database: str) -> None:
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE game (title TEXT)"))
    engine.dispose()
    with pytest.raises(StoreFault, match=r"another program \(game\)"):
        Store.open(empty_database)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("judge.db", "no database URL"),
        ("", "no database URL"),
        ("postgresql://host:port/x", "no database URL"),
        ("mysql://host/judge", "not in 'mysql'"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////no/such/folder/judge.db", "no folder /no/such/folder"),
        ("sqlite:////etc", "Is a directory"),
        ("postgresql://nobody@127.0.0.1:1/judge", "cannot be used"),
    ],
)
def test_a_url_that_leads_nowhere_is_explained(url: str, words: str) -> None:
    with pytest.raises(StoreFault, match=words):
        Store.open(url)


def test_a_file_that_is_no_database_is_explained_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letters.txt"
    file.write_bytes(b"Dear Jan, " * 1000)
    with pytest.raises(StoreFault, match="cannot be read"):
        Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == b"Dear Jan, " * 1000


def test_a_file_we_may_not_write_is_explained(tmp_path: Path) -> None:
    """Root may write anything, so the question is put as another user."""
    file = tmp_path / "judge.db"
    Store.open(f"sqlite:///{file}").close()
    file.chmod(0o444)
    program = (
        "import os, sys\n"
        "from judge.store import Store, StoreFault\n"
        "os.getuid() or os.setuid(65534)\n"
        "try: Store.open(sys.argv[1])\n"
        "except StoreFault as fault: print(fault)\n"
    )
    for folder in [tmp_path, *tmp_path.parents][:4]:
        folder.chmod(0o755)
    said = subprocess.run(
        [sys.executable, "-c", program, f"sqlite:///{file}"], capture_output=True, text=True, check=True
    )
    assert "Permission denied" in said.stdout


def test_letters_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    with store.write() as tx:
        tx.take(arrival("a"))
    rights = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
    store.close()
    assert rights == dict.fromkeys(["judge.db", "judge.db-wal", "judge.db-shm"], "0o600")


def test_a_commit_on_sqlite_is_synced(tmp_path: Path) -> None:
    engine = engines.make(f"sqlite:///{tmp_path}/judge.db")
    with engine.connect() as connection:
        said = {name: connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")}
        said |= {name: connection.scalar(text(f"PRAGMA {name}")) for name in ("foreign_keys", "busy_timeout")}
    engine.dispose()
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_the_password_of_the_database_is_never_shown() -> None:
    store = Store(engines.make("postgresql://judge:geheim@db.example.org/judge"))
    assert store.where == "postgresql+psycopg://judge:***@db.example.org/judge"


def test_a_second_daemon_is_kept_off_an_sqlite_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    first, second = Store.open(url), Store.open(url)
    first.claim()
    first.claim()
    with pytest.raises(StoreFault, match=f"another judge .process {os.getpid()}."):
        second.claim()
    first.close()
    second.claim()
    second.close()


def test_a_killed_daemon_leaves_no_lock(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    program = (
        "import os, sys\n"
        "from judge.store import Store\n"
        "Store.open(sys.argv[1]).claim()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, url], check=False)
    store = Store.open(url)
    store.claim()
    store.close()


def test_a_transaction_within_another_is_refused_instead_of_waiting_for_itself(store: Store) -> None:
    with store.write() as tx, pytest.raises(RuntimeError, match="within another"), store.write():
        tx.set_meta("never", "reached")
    with store.write() as tx:
        tx.set_meta("after", "fine")


def test_a_read_sees_one_moment_and_does_not_wait_for_a_write(store: Store) -> None:
    with store.write() as tx:
        tx.set_meta("a", "1")
    with store.read() as reader:
        assert reader.meta("a") == "1"
        with store.write() as tx:
            tx.set_meta("a", "2")
            with store.read() as other:
                assert other.meta("a") == "1"
        assert reader.meta("a") == "1"
    with store.read() as reader:
        assert reader.meta("a") == "2"


def test_a_locked_database_is_a_fault_for_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    other = sqlite3.connect(tmp_path / "judge.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"), store.write():
        pass
    other.execute("ROLLBACK")
    other.close()
    with store.write() as tx:
        tx.set_meta("a", "1")
    store.close()


def test_a_full_disk_is_a_fault_for_now_and_loses_nothing_stored(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    with store.write() as tx:
        tx.take(arrival("before"))
        pages = tx._value(text("PRAGMA page_count"))
        tx._run(text(f"PRAGMA max_page_count = {pages + 2}"))
    with pytest.raises(Unavailable, match="full"), store.write() as tx:
        tx.take(Arrival("smtp", b"x" * 100_000, NOON, "a@x", ("b@x",), "big", "big"))
    with store.read() as tx:
        assert [row.message_hash for row in tx.new_letters(9)] == ["before"]
    store.close()


def test_another_process_waits_its_turn_on_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    store = Store.open(url)
    program = (
        "import sys\n"
        "from judge.store import Store\n"
        "store = Store.open(sys.argv[1])\n"
        "for n in range(40):\n"
        "    with store.write() as tx: tx.note(__import__('datetime').datetime.now("
        "__import__('datetime').UTC), sys.argv[2])\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", program, url, str(n)]) for n in range(3)]
    assert [other.wait() for other in others] == [0, 0, 0]
    with store.read() as tx:
        assert len(tx.events()) == 120
    store.close()


def test_no_question_of_every_day_reads_a_whole_table(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    asked: list[tuple[str, object]] = []
    with store.write() as tx:
        game_id = GameId(1)
        event.listen(store._engine, "before_cursor_execute", lambda *said: asked.append((said[2], said[3])))
        tx.due_phases(NOON), tx.next_deadline(), tx.phases_to_remind(NOON, NOON)
        tx.new_letters(9), tx.unread_before(NOON), tx.oldest_unread(), tx.mailmark("imap")
        tx.sheets(game_id, 1, NOON), tx.result(game_id, 1), tx.current_phase(game_id), tx.seats(game_id)
        tx.claim(NOON, 9, 9), tx.release_leases(NOON), tx.earliest_try(), tx.waiting()
        tx.player_by_address("a@x"), tx.recent_answers("a@x", NOON), tx.seats_of(PlayerId(1))
        tx.take(arrival("a")), tx.take(arrival("a")), tx.events(game_id), tx.letters_to(game_id, 1)
        plans = {
            statement: [
                row[-1] for row in tx._connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]
            for statement, values in asked.copy()
        }
    store.close()
    assert len(plans) > 20
    whole = [
        step for plan in plans.values() for step in plan if step.startswith("SCAN") and "INDEX" not in step
    ]
    assert whole == []


@pytest.mark.servers
def test_a_lost_connection_is_a_fault_for_now_and_the_next_one_works(postgres: Postgres) -> None:
    url = postgres.database()
    store = Store.open(url)
    with store.write() as tx:
        tx.set_meta("a", "1")

    def lose_it() -> None:
        with store.write() as tx:
            tx.set_meta("a", "2")
            postgres.restart()
            tx.meta("a")

    with pytest.raises(Unavailable):
        lose_it()
    with store.read() as tx:
        assert tx.meta("a") == "1"
    store.close()


@pytest.mark.servers
def test_a_database_with_another_encoding_is_refused(postgres: Postgres) -> None:
    postgres.sql("CREATE DATABASE old TEMPLATE template0 ENCODING 'SQL_ASCII'")
    with pytest.raises(StoreFault, match="UTF8"):
        Store.open(postgres.url("old"))


@pytest.mark.servers
def test_a_database_that_is_not_there_is_explained(postgres: Postgres) -> None:
    with pytest.raises(StoreFault, match='"nowhere" does not exist'):
        Store.open(postgres.url("nowhere"))


@pytest.mark.servers
def test_a_session_on_postgresql_is_durable_and_cannot_sleep_on_its_locks(postgres: Postgres) -> None:
    store = Store.open(postgres.database())
    settings = (
        "synchronous_commit",
        "idle_in_transaction_session_timeout",
        "TimeZone",
        "transaction_isolation",
    )
    with store.write() as tx:
        said = {name: tx._value(text(f"SHOW {name}")) for name in settings}
    with store.read() as tx:
        reading = tx._value(text("SHOW transaction_isolation")), tx._value(text("SHOW transaction_read_only"))
    store.close()
    assert list(said.values()) == ["on", "30s", "UTC", "read committed"]
    assert reading == ("repeatable read", "on")


@pytest.mark.servers
def test_two_workers_share_the_letters_and_the_outbox(postgres: Postgres) -> None:
    url = postgres.database()
    one, two = Store.open(url), Store.open(url)
    with one.write() as tx:
        for n in range(4):
            tx.take(arrival(f"letter {n}"))
        tx.post([Draft(f"<{n}@x>", "a@x", "b@x", b"raw", "ack", NOON) for n in range(4)])
    with one.write() as first, two.write() as second:
        mine = {row.id for row in first.new_letters(2)}
        yours = {row.id for row in second.new_letters(4)}
        assert (len(mine), len(yours), mine & yours) == (2, 2, set())
        mine_out = {row.message_id for row in first.claim(NOON, 3, 60)}
        yours_out = {row.message_id for row in second.claim(NOON, 3, 60)}
        assert (len(mine_out), len(yours_out), mine_out & yours_out) == (3, 1, set())
    one.close()
    two.close()


@pytest.mark.servers
def test_a_locked_game_is_skipped_by_another_worker_and_letters_for_it_still_come(postgres: Postgres) -> None:
    url = postgres.database()
    one, two = Store.open(url), Store.open(url)
    with one.write() as tx:
        game_id = tx.add_game(
            name="g", rules="standard", map="standard", options={}, zone="UTC", schedule={}, language="en",
            seed="s", created=NOON, min_players=7,
        )  # fmt: skip
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON, NOON)
    with one.write() as first, two.write() as second:
        assert first.lock_game(game_id) is not None
        assert second.lock_game(game_id, skip=True) is None
        assert second.add_sheet(game_id, "FRANCE", 1, NOON, {}) is not None
    with one.write() as tx:
        assert not tx.close_phase(game_id, 1, 1, 0)
        assert tx.close_phase(game_id, 1, 1, 1)
    one.close()
    two.close()


def test_of_many_workers_on_one_phase_exactly_one_closes_it(database: Callable[[], str]) -> None:
    url = database()
    stores = [Store.open(url) for _ in range(6)]
    with stores[0].write() as tx:
        game_id = tx.add_game(
            name="g", rules="standard", map="standard", options={}, zone="UTC", schedule={}, language="en",
            seed="s", created=NOON, min_players=7, state=GameState.RUNNING,
        )  # fmt: skip
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON, NOON)
    barrier = threading.Barrier(len(stores))
    winners: list[int] = []

    def adjudicate(worker: int) -> None:
        with stores[worker].read() as tx:
            (phase,) = tx.due_phases(NOON + timedelta(seconds=1))
        barrier.wait()
        with stores[worker].write() as tx:
            if tx.close_phase(game_id, phase.no, phase.revision, phase.orders_version):
                tx.add_result(game_id, 1, 1, "hash", {"by": worker})
                tx.open_phase(game_id, 2, 1, "F1901M", {}, NOON, NOON)
                winners.append(worker)

    threads = [threading.Thread(target=adjudicate, args=(n,)) for n in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stores[0].read() as tx:
        assert [json.dumps(result.doc) for result in tx.results(game_id)] == [f'{{"by": {winners[0]}}}']
    assert len(winners) == 1
    for store in stores:
        store.close()
