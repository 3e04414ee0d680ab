"""How fast letters are read, taken and sent: `python tests/bench/bench_mail.py`. Take the ratios.

A JSON line a figure. Beside it stands a reference on the same machine: the reader without its child process,
Postfix's smtp-source into smtp-sink (which stores nothing).
"""

import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from judge.letters import Envelope, Outgoing, compose, content_hash, message_hash, read
from judge.mail.careful import CarefulReader
from judge.mail.listener import Limits, Listener
from judge.mail.sender import Delivered, MaildirSender, Relay, Sender
from judge.store import Arrival, GroupTaker, Store

LETTERS = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "letters").glob("*.eml"))]
NOW = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)
OUT = Outgoing(
    recipient="anna@players.example",
    subject="[g42] Voorjaar 1901: België",
    text="L Luik – Bourgondië (*geslaagd*)\n" * 40,
    message_id="<a@club.example>",
    sender="judge@club.example",
    reply_to="judge+g42.abcdefghij@club.example",
    references=("<root@club.example>",),
)


def per_second(job: Callable[[], int], rounds: int = 3) -> float:
    """The median rate; a job says how many letters it did."""
    rates = []
    for _ in range(rounds):
        began = time.perf_counter()
        done = job()
        rates.append(done / (time.perf_counter() - began))
    return statistics.median(rates)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def reading(reader: Callable[[bytes], object]) -> int:
    for letter in LETTERS * 5:
        reader(letter)
    return len(LETTERS) * 5


def source(port: int, count: int, sessions: int = 10, reuse: bool = True) -> int:
    flags = [] if not reuse else ["-d"]
    command = [
        "smtp-source",
        *flags,
        "-s",
        str(sessions),
        "-m",
        str(count),
        "-l",
        "2000",
        "-f",
        "a@players.example",
    ]
    subprocess.run(
        [*command, "-t", "judge@judge.test", f"inet:127.0.0.1:{port}"], check=True, capture_output=True
    )
    return count


def sending(port: int, count: int) -> int:
    raw = compose(OUT, NOW)
    with Sender(Relay("127.0.0.1", port), most=10_000) as sender:
        assert all(sender.send("", f"p{n}@x.test", raw) == Delivered() for n in range(count))
    return count


def storing(store: Store) -> tuple[Listener, GroupTaker]:
    """The listener as the daemon opens it: 250 only after the letter is stored and synced."""
    taker = GroupTaker(store)

    def accept(raw: bytes, envelope: Envelope, received: datetime) -> None:
        hashes = message_hash(raw), content_hash(raw)
        taker.take(Arrival("smtp", raw, received, envelope.sender, envelope.recipients, *hashes))

    limits = Limits(per_sender=0, per_host=0)
    listener = Listener("127.0.0.1", 0, accept, domain="judge.test", addresses=lambda _: True, limits=limits)
    listener.start()
    return listener, taker


def say(what: str, rate: float, reference: float | None = None) -> None:
    ratio = {"ratio": round(rate / reference, 3)} if reference else {}
    print(json.dumps({"figure": what, "per_second": round(rate), **ratio}), flush=True)


def main() -> None:
    plain = per_second(lambda: reading(read))
    say("letters read", plain)
    with closing(CarefulReader()) as careful:
        say("letters read in the child process", per_second(lambda: reading(careful.read)), plain)
    say("letters composed", per_second(lambda: len([compose(OUT, NOW) for _ in range(2000)])))
    with tempfile.TemporaryDirectory() as folder:
        box = MaildirSender(Path(folder))
        raw = compose(OUT, NOW)
        say(
            "letters into a Maildir, synced",
            per_second(lambda: len([box.send("", "a@b.c", raw) for _ in range(300)])),
        )
    if not shutil.which("smtp-source") or not shutil.which("smtp-sink"):
        hint = "smtp-source and smtp-sink are not here (apt-get install postfix): no comparison"
        print(hint, file=sys.stderr)
        return
    sink_port = free_port()
    sink = subprocess.Popen(
        ["smtp-sink", "-u", "nobody", f"inet:127.0.0.1:{sink_port}", "1000"], stderr=subprocess.DEVNULL
    )
    try:
        time.sleep(0.5)
        reference = per_second(lambda: source(sink_port, 2000))
        say("smtp-source into smtp-sink, 10 sessions", reference)
        taken: list[Envelope] = []
        limits = Limits(per_sender=0, per_host=0)
        listener = Listener(
            "127.0.0.1", 0, lambda _raw, envelope, _at: taken.append(envelope), domain="judge.test",
            addresses=lambda _address: True, limits=limits,
        )  # fmt: skip
        listener.start()
        say(
            "letters taken by the listener (stored nowhere)",
            per_second(lambda: source(listener.port, 1000)),
            reference,
        )
        listener.stop()
        with tempfile.TemporaryDirectory() as folder:
            store = Store.open(f"sqlite:///{folder}/judge.db")
            durable, taker = storing(store)
            rate = per_second(lambda: source(durable.port, 1000))
            say("letters taken by the listener and synced (SQLite)", rate, reference)
            durable.stop()
            taker.close()
            store.close()
        say(
            "letters sent to smtp-sink over one connection",
            per_second(lambda: sending(sink_port, 1000)),
            reference,
        )
    finally:
        sink.terminate()
        sink.wait()


if __name__ == "__main__":
    main()
