"""How fast orders are read: `python tests/bench/language.py`. CPU time; in brackets the figures to keep."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from language_cases import POSITIONS, cases, phrases

from judge.board import atlas
from judge.board.geography import Power, Unit
from judge.board.orders import Move
from judge.board.phases import Kind, Phase, Season
from judge.board.state import Board
from judge.language import describe, lexicon, parser, read_orders

FRANCE = Power("FRANCE")
GOOD = """A Par - Bur
Leger Marseille steunt leger Parijs naar Bourgondië
Vloot Brest vaart naar het Kanaal
A Gas H
Fleet Mid-Atlantic Ocean to Portugal
Parijs - Picardië, Marseille - Spanje
""".splitlines()
HOSTILE = {
    "dashes": "-" * 100_000,
    "letters": "a " * 50_000,
    "half orders": "A Par - " * 12_500,
    "brackets": "(" * 100_000,
    "one word": "x" * 100_000,
    "accents": "e\u0301" * 50_000,
}


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of several runs, in seconds of CPU: the machine may be busy with other things."""
    shortest = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        shortest = min(shortest, time.process_time() - start)
    return shortest


def built() -> float:
    """Seconds of CPU to build the parser and the words of the standard board."""
    start = time.process_time()
    parser.parse([])
    lexicon.lexicon(atlas.load("standard"), "nl")
    return time.process_time() - start


def per_line(lines: list[str], board: Board, power: Power, language: str) -> float:
    """Microseconds a line."""
    letters = ["\n".join(lines[at : at + 20]) for at in range(0, len(lines), 20)]
    seconds = best(lambda: [read_orders(letter, board, power, language) for letter in letters])
    return seconds / len(lines) * 1e6


def largest() -> tuple[list[str], Board, Power]:
    """Moves on the largest board, in four languages' words."""
    name = max(atlas.shipped(), key=lambda each: len(atlas.load(each).terrain))
    geography = atlas.load(name)
    power = geography.powers[0]
    units: list[Unit] = [unit for setup in geography.setups for unit in setup.units]
    moves = [Move(unit, geography.reach(unit)[0]) for unit in units if geography.reach(unit)]
    lines = [describe(move, geography, language) for move in moves for language in ("en", "nl", "de", "fr")]
    board = Board(geography, Phase(Season.SPRING, 1901, Kind.MOVEMENT), {power: tuple(units)}, {})
    return lines, board, power


def main() -> None:
    """Print the figures."""
    print(f"parser and words of the standard board  {built():8.3f} s   (0.3)")
    board = POSITIONS["europe"]
    print(
        f"good lines                              {per_line(GOOD * 20, board, FRANCE, 'nl'):8.0f} µs  (250)"
    )
    book = [case.text for case in phrases("phrasebook.txt") if case.language in ("nl", "en")]
    print(f"the phrasebook, Dutch and English       {per_line(book, board, FRANCE, 'nl'):8.0f} µs  (250)")
    talk = [line for case in cases("talk_nl.case") for line in case.text.splitlines()]
    print(f"talk and orders                         {per_line(talk, board, FRANCE, 'nl'):8.0f} µs")
    lines, large, power = largest()
    print(
        f"the largest board, {large.geography.id:<19}  {per_line(lines, large, power, 'nl'):8.0f} µs  (500)"
    )
    for name, line in HOSTILE.items():
        whole = best(lambda line=line: read_orders(line, board, FRANCE, "nl"), 2) * 1e3
        within = best(lambda line=line: read_orders(line[:499], board, FRANCE, "nl"), 2) * 1e3
        print(f"hostile: {name:<12} 100 kB {whole:7.2f} ms; 499 letters {within:7.2f} ms  (50)")


if __name__ == "__main__":
    main()
