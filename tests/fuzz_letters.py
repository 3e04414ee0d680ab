"""Bytes to letter to order sheet, for as long as you like: `python tests/fuzz_letters.py [seconds]`.

Every input must come back as a sheet or a refusal, within two seconds. With atheris installed it guides
the search; without it the letters of the collection are cut up and put together again.
"""

import importlib
import importlib.util
import random
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from judge.board import atlas
from judge.board.geography import Power
from judge.board.phases import Kind
from judge.language import read_orders
from judge.letters import Envelope, compose, read
from judge.letters.compose import Outgoing, Unsendable
from judge.letters.identity import find_token
from judge.rules import system

SEEDS = [path.read_bytes() for path in sorted((Path(__file__).parent / "letters").glob("*.eml"))]
RULES = system("standard")
BOARD = RULES.start(atlas.load(), RULES.options({}))
FRANCE = Power("FRANCE")
MOMENT = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)
ODD = [
    *(
        b"\r",
        b"\n",
        b"\x00",
        b"\xff",
        b"--",
        b"=?utf-8?b?",
        b"?=",
        b"<",
        b">",
        b'"',
        b"(",
        b"\\",
        b"=",
        b";",
        b": ",
    ),
    *(
        b"\r\n\r\n",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n",
        b"\r\nFrom: ",
        b"<!--",
        b"<blockquote ",
    ),
    *(
        b"-- \r\n",
        b"On 1 Jan 2026 x wrote:\r\n",
        b"Van: a@b\r\nDatum: 1-1-2026\r\nAan: c\r\n",
        "é\u202e".encode(),
    ),
]


def check(raw: bytes) -> None:
    """What must hold for any bytes at all."""
    began = time.process_time()
    found = read(raw, Envelope("a@b.example", ("judge@club.example",)) if len(raw) % 2 else None)
    assert time.process_time() - began < 2.0, "slow"
    assert found.why != "reader-failed", found.warnings
    for text in (found.text, found.subject, *found.recipients, *found.references):
        assert "\x00" not in text
        text.encode("utf-8")
    for language in ("en", "nl"):
        sheet = read_orders(found.text, BOARD, FRANCE, language)
        assert all(order.unit in BOARD.units[FRANCE] for order in sheet.orders(Kind.MOVEMENT))
    find_token([*found.recipients, *found.references], "judge@club.example")
    answer = Outgoing(
        recipient=found.sender or "a@b.example",
        subject=f"Re: {found.subject}",
        text=found.text,
        message_id="<x@club.example>",
        sender="judge@club.example",
        in_reply_to=found.message_id or "",
        references=found.references,
    )
    try:
        sent = compose(answer, MOMENT)
    except Unsendable:
        raise AssertionError(f"an answer to {found.sender!r} cannot be sent") from None
    assert b"\nBcc" not in sent.partition(b"\r\n\r\n")[0]


def mutated(chance: random.Random) -> bytes:
    """A few letters cut and joined, with odd bytes strewn in."""
    raw = bytearray(chance.choice(SEEDS)[:20_000])
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(raw) + 1)
        match chance.randrange(4):
            case 0:
                raw[at:at] = chance.choice(ODD) * chance.choice((1, 1, 2, 50))
            case 1:
                del raw[at : at + chance.randrange(1, 200)]
            case 2:
                other = chance.choice(SEEDS)
                start = chance.randrange(len(other))
                raw[at:at] = other[start : start + chance.randrange(400)]
            case _:
                raw[at : at + 1] = bytes([chance.randrange(256)])
    return bytes(raw)


def main(seconds: float) -> None:
    if importlib.util.find_spec("atheris"):
        atheris = importlib.import_module("atheris")
        atheris.instrument_all()
        atheris.Setup([sys.argv[0], f"-max_total_time={int(seconds)}"], check)
        atheris.Fuzz()
        return
    chance, count, end = random.Random(), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        raw = mutated(chance)
        try:
            check(raw)
        except AssertionError:
            Path("fuzz-found.eml").write_bytes(raw)
            raise
        count += 1
    print(f"{count} letters, nothing found")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
