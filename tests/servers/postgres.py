"""A private PostgreSQL for tests: a cluster of its own in a folder of its own, gone at the end.

As root it runs as the user `postgres`, for PostgreSQL refuses root. Tests that store something run on both
databases through the fixtures `database` and `store`.
"""

import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from judge.store import Store

HINT = "apt-get install postgresql"
_SETTINGS = [
    "-c fsync=off",  # no test pulls the plug on the server
    "-c full_page_writes=off",
    "-c shared_buffers=32MB",
    "-c max_connections=60",
    "-c log_min_messages=fatal",
]


class Postgres:
    """A running cluster. Anybody on this machine may connect while it lives."""

    def __init__(self, root: Path, programs: Path) -> None:
        self.root = root
        self.programs = programs
        self.port = _free_port()
        self._names = (f"judge_{number}" for number in itertools.count(1))

    @staticmethod
    def programs_folder() -> Path | None:
        """Where initdb and its like are: on the path, or where Debian keeps them."""
        found = shutil.which("initdb")
        places = [Path(found).resolve().parent] if found else []
        places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        return next((place for place in places if (place / "pg_ctl").exists()), None)

    def start(self) -> "Postgres":
        """Make the cluster and wait until it answers."""
        cluster = self.root / "cluster"
        self._run(
            "initdb", "-D", cluster, "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"
        )
        listen = f"-h 127.0.0.1 -p {self.port} -k {self.root}"
        options = " ".join([listen, *_SETTINGS])
        self._run("pg_ctl", "-D", cluster, "-l", self.root / "log", "-w", "-o", options, "start")
        return self

    def stop(self) -> None:
        """Stop at once, and leave nothing."""
        self._run("pg_ctl", "-D", self.root / "cluster", "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.root, ignore_errors=True)

    def restart(self) -> None:
        """Cut every connection, as a crash of the server does."""
        options = " ".join([f"-h 127.0.0.1 -p {self.port} -k {self.root}", *_SETTINGS])
        cluster, log = self.root / "cluster", self.root / "log"
        self._run("pg_ctl", "-D", cluster, "-m", "immediate", "-w", "-l", log, "-o", options, "restart")

    def url(self, name: str = "postgres") -> str:
        """The URL of a database of this cluster."""
        return f"postgresql+psycopg://judge@127.0.0.1:{self.port}/{name}"

    def database(self, like: str = "template1") -> str:
        """The URL of a new database; a copy of another one of ours where that is named."""
        name = next(self._names)
        self.sql(f'CREATE DATABASE {name} TEMPLATE "{like}" STRATEGY file_copy')
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        self.sql(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def sql(self, statement: str) -> None:
        """Run a statement as the cluster's owner."""
        with psycopg.connect(self.url().replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *arguments: str | Path) -> None:
        user = "postgres" if os.geteuid() == 0 else None
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(
            command, cwd="/", user=user, group=user and _group(user), stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, check=False, timeout=120,
        )  # fmt: skip
        if done.returncode:
            log = self.root / "log"
            raise RuntimeError(f"{program}: {done.stderr}\n{log.read_text() if log.exists() else ''}")


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own; the test is skipped where none is installed, and fails there in CI."""
    programs = Postgres.programs_folder()
    if programs is None:
        why = f"PostgreSQL is not installed ({HINT})"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    # Not under pytest's own folder: only its owner may look into that.
    root = Path(tempfile.mkdtemp(prefix="judge-pg-"))
    if os.geteuid() == 0:
        shutil.chown(root, "postgres", "postgres")
    server = Postgres(root, programs)
    try:
        server.start()
        yield server
    finally:
        if (root / "cluster" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="session")
def _migrated(postgres: Postgres) -> str:
    """The name of a database with our tables, to be copied: migrating each anew takes longer."""
    url = postgres.database()
    Store.open(url).close()
    return url.rpartition("/")[2]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without tables, on each of the two engines."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/judge.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.database()
    yield url
    server.drop(url)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Makes databases on each of the two engines; each call gives the URL of a fresh one with our tables."""
    if request.param == "sqlite":
        numbers = itertools.count(1)

        def file() -> str:
            url = f"sqlite:///{tmp_path}/judge{next(numbers)}.db"
            Store.open(url).close()
            return url

        yield file
        return
    server: Postgres = request.getfixturevalue("postgres")
    template: str = request.getfixturevalue("_migrated")
    made: list[str] = []

    def copy() -> str:
        made.append(server.database(template))
        return made[-1]

    yield copy
    for url in made:
        server.drop(url)


@pytest.fixture
def store(database: Callable[[], str]) -> Iterator[Store]:
    """An open store, on each of the two engines."""
    opened = Store.open(database())
    yield opened
    opened.close()
