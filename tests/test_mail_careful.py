"""Reading in a child process: the same answer, and a letter that kills it costs nobody else's."""

from collections.abc import Iterator

import pytest

from judge.letters import Action, Envelope, read
from judge.mail.careful import CarefulReader

PLAIN = (
    b"From: anna@players.test\r\nTo: judge+g1.abc@judge.test\r\n"
    b"Subject: =?utf-8?q?Belgi=C3=AB?=\r\n\r\nA Par - Bur\r\n"
)
BOUNCE = (
    b"Return-Path: <>\r\nFrom: MAILER-DAEMON@x.test\r\nTo: judge+b.1.abc@judge.test\r\n"
    b"Subject: failure notice\r\nX-Failed-Recipients: anna@players.test\r\n\r\n550 5.1.1 no such user\r\n"
)


@pytest.fixture
def reader() -> Iterator[CarefulReader]:
    reader = CarefulReader(cpu=1, memory=300 * 1024 * 1024, patience=10.0)
    yield reader
    reader.close()


@pytest.mark.parametrize("letter", [PLAIN, BOUNCE, b"", b"\xff\x00" * 1000])
def test_the_child_reads_as_we_would(reader: CarefulReader, letter: bytes) -> None:
    assert reader.read(letter) == read(letter)


def test_what_the_reader_must_know_goes_along(reader: CarefulReader) -> None:
    letter = b"Authentication-Results: mx.judge.test; dmarc=pass\r\n" + PLAIN
    envelope = Envelope("anna@players.test", ("judge+g2.abc@judge.test",))
    options = {"sent": ["one", "two"], "domain": "judge.test", "trusted": ["mx.judge.test"]}
    read_there = reader.read(letter, envelope, **options)
    assert read_there == read(letter, envelope, **options)
    assert read_there.authentication.proven
    assert read_there.recipients[0] == "judge+g2.abc@judge.test"


def test_a_letter_that_kills_the_reader_is_held_and_the_next_is_read(reader: CarefulReader) -> None:
    reader.read(PLAIN)
    child = reader._child
    assert child is not None
    child.kill()
    child.wait()
    assert reader.read(PLAIN).action is Action.PARSE


@pytest.mark.parametrize(
    ("trick", "cause"),
    [
        ("while True: pass", "too much computing"),
        ("x = [0] * 10**9", "MemoryError"),
        ("import os; os.kill(os.getpid(), 11)", "a crash"),
        ("import os; os._exit(7)", "exit status 7"),
        ("import time; time.sleep(60)", "too long"),
    ],
)
def test_whatever_happens_to_the_child_is_told(
    trick: str, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter stands for one that finds a hole in a parser:
    the child does its bidding."""
    code = (
        "import judge.mail.careful as c, judge.letters.reader as r\n"
        "def evil(raw, *a, **k):\n"
        f"    if b'EVIL' in raw:\n        {trick}\n"
        "    return plain(raw, *a, **k)\n"
        "plain, r._read = r._read, evil\n"
        "c._serve(1, 300 * 1024 * 1024)\n"
    )
    monkeypatch.setattr("judge.mail.careful._command", lambda _cpu, _memory: ["-c", code])
    reader = CarefulReader(cpu=1, patience=2.0 if "sleep" in trick else 60.0)
    try:
        held = reader.read(PLAIN + b"EVIL")
        assert held.action is Action.HOLD
        assert cause in held.warnings[0]
        assert reader.read(PLAIN).action is Action.PARSE
    finally:
        reader.close()
