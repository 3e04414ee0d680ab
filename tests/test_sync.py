"""P1, seen from outside: the disk has been told to keep a letter before its sender hears 250."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from house import House, make_house, until
from servers.mailservers import lacking

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]


def test_a_letter_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        lacking("strace", "apt-get install strace")
    house = make_house(tmp_path, relay=1)
    trace = tmp_path / "trace"
    command = [
        "strace",
        "-f",
        "-qq",
        "-s",
        "64",
        "-e",
        "trace=fsync,fdatasync,sendto,write",
        "-o",
        str(trace),
    ]
    with (tmp_path / "judge.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, sys.executable, "-m", "judge", "serve", "--config", str(house.config)],
            stdout=log,
            stderr=log,
        )
    house.process = process
    try:
        until(lambda: _answers(house), "the daemon under strace", 60)
        house.send("fred@players.example", "judge@judge.example", "help")
    finally:
        for child in _children(process.pid):  # strace ends when what it watches has ended
            os.kill(child, signal.SIGTERM)
        process.wait(60)
    lines = trace.read_text(errors="replace").splitlines()
    go_on = _last(lines, r'"354 ')
    said = _last(lines, r'"250 2\.0\.0 Stored')
    synced = [at for at, line in enumerate(lines) if re.search(r"\b(fsync|fdatasync)\(", line)]
    assert go_on < said
    assert any(go_on < at < said for at in synced)


def _answers(house: House) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", house.port)) == 0


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _last(lines: list[str], pattern: str) -> int:
    return max(at for at, line in enumerate(lines) if re.search(pattern, line))
