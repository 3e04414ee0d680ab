"""How fast the standard rules are; a JSON line for every figure. CPU time, medians of interleaved rounds.

    python tests/bench/adjudicate.py --games realgames.jsonl.gz [--peer /path/to/python] [--rounds 3]

The sample is every 40th movement phase of a corpus of real games (`tests/real_games.py` describes the files).
`--peer` names an interpreter in which Python `diplomacy` is installed; it is run as a program of its own, in
turn with the judge. The stress positions need no corpus.
"""

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from real_games import board_of, games, orders_of
from stress_positions import FAMILIES, stress

from judge.board.notation import read
from judge.board.orders import Orders
from judge.board.state import Board
from judge.rules import movement, standard
from judge.rules.legality import Position
from judge.rules.matching import coded, match_codes, match_in, match_orders
from judge.rules.movement import resolve

OPTIONS = standard.options({})
EVERY = 40
Phase = dict[str, dict[str, list[str]]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=Path, help="a file of real games")
    parser.add_argument("--peer", help="an interpreter with Python diplomacy")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    if chosen.games:
        sample = list(phases(chosen.games))
        against_peers(sample, chosen.peer, chosen.rounds)
        memory(sample)
    start_up(chosen.rounds)
    under_stress()


def figure(name: str, value: float, unit: str, goal: str = "") -> None:
    """Print one figure."""
    print(json.dumps({"figure": name, "value": round(value, 3), "unit": unit, "goal": goal}), flush=True)


def phases(path: Path) -> Iterator[tuple[Board, Orders, Phase]]:
    """Every 40th movement phase, as values and as recorded."""
    count = 0
    for game in games(path):
        centers: dict[str, list[str]] = {}
        for phase in game["phases"]:
            centers = phase.get("sc", centers)
            if phase["n"].endswith("M"):
                if count % EVERY == 0:
                    recorded = {"n": phase["n"], "u": phase["u"], "o": phase.get("o", {})}
                    yield board_of(phase, centers), orders_of(phase), recorded
                count += 1


def spent(work: Callable[[], object]) -> float:
    """CPU seconds."""
    gc.collect()
    begin = process_time()
    work()
    return process_time() - begin


def against_peers(sample: list[tuple[Board, Orders, Phase]], peer: str | None, rounds: int) -> None:
    """The two figures of a movement phase, and their ratio to a peer's in the same rounds."""
    texts = [(board, phase["o"]) for board, _, phase in sample]

    positions = [(Position(board, OPTIONS), orders) for board, orders, _ in sample]
    for position, orders in positions:
        match_in(position, orders)
    integers = [(position, coded(position, orders)) for position, orders in positions]

    def adjudicate() -> None:
        for position, orders in integers:
            resolve(match_codes(position, orders)[0])

    def from_orders() -> None:
        for position, orders in positions:
            resolve(match_in(position, orders)[0])

    def from_values() -> None:
        for board, orders, _ in sample:
            resolve(match_orders(board, orders, OPTIONS)[0])

    def from_text() -> None:
        for board, written in texts:
            orders = {power: tuple(map(read, lines)) for power, lines in written.items()}
            standard.adjudicate(board, orders, OPTIONS)

    def touch() -> None:
        for board, orders, _ in sample:
            flat = [unit for units in board.units.values() for unit in units]
            flat += [order.unit for given in orders.values() for order in given]
            _ = [unit.location.province for unit in flat]

    works = {
        "adjudicate": adjudicate,
        "adjudicate, with the orders put into integers": from_orders,
        "adjudicate, with the position put into integers too": from_values,
        "from text to the next board": from_text,
        "touch all": touch,
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    from_text()
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(spent(work) / len(sample) * 1e6)
        if peer:
            for name, value in peer_times(peer, [phase for _, _, phase in sample]).items():
                times.setdefault(f"diplomacy {name}", []).append(value)
    goals = {"adjudicate": "60", "from text to the next board": "180"}
    figure("phases in the sample", len(sample), "phases")
    figure("rules in machine code", not movement.__file__.endswith(".py"), "1: yes")
    for name, values in times.items():
        figure(name, median(values), "us a phase", goals.get(name, ""))
    if peer:
        ratios(times)


def ratios(times: dict[str, list[float]]) -> None:
    """How many times as long the peer takes."""
    pairs = {
        "diplomacy resolve to adjudicate": ("diplomacy resolve", "adjudicate", "20"),
        "diplomacy process to from text": ("diplomacy process", "from text to the next board", "30"),
    }
    for name, (theirs, ours, goal) in pairs.items():
        figure(name, median(times[theirs]) / median(times[ours]), "times", goal)


def peer_times(python: str, sample: list[Phase]) -> dict[str, float]:
    """What Python diplomacy takes, as told by a program of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "phases.json"
        path.write_text(json.dumps(sample), encoding="utf-8")
        program = Path(__file__).with_name("peer_diplomacy.py")
        out = subprocess.run([python, str(program), str(path)], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)


def memory(sample: list[tuple[Board, Orders, Phase]]) -> None:
    """What a thousand positions with their orders take, read afresh."""
    recorded = [phase for _, _, phase in sample][:1000]
    tracemalloc.start()
    kept = [(board_of(phase, {}), orders_of(phase)) for phase in recorded]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    figure("a thousand positions with orders", size / 1e6 * 1000 / len(kept), "MB", "10")


START = """
from time import process_time
begin = process_time()
from judge.board import atlas
from judge.rules import standard
options = standard.options({})
board = standard.start(atlas.load("standard"), options)
standard.adjudicate(board, {}, options)
print(process_time() - begin)
"""


def start_up(rounds: int) -> None:
    """Import, the standard board and a first phase, in a fresh process."""
    command, times = [sys.executable, "-c", START], []
    for _ in range(rounds + 1):
        out = subprocess.run(command, capture_output=True, text=True, check=True)
        times.append(float(out.stdout) * 1000)
    figure("import and first game", median(times[1:]), "ms", "150")


def under_stress() -> None:
    """Each family of hard positions at three sizes."""
    for family in FAMILIES:
        for size in (75, 300, 1200):
            board, orders, _ = stress(family, size)
            match_orders(board, orders, OPTIONS)
            took = min(spent(lambda b=board, o=orders: standard.adjudicate(b, o, OPTIONS)) for _ in range(3))
            figure(f"stress {family} {size}", took * 1000, "ms", "500" if size == 1200 else "")


if __name__ == "__main__":
    main()
