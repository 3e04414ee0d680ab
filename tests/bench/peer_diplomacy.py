"""Times Python `diplomacy` on the phases of a file; run with an interpreter that has it, by `adjudicate.py`.

It is a program of its own: nothing of it is imported by the judge or its tests.
"""

import json
import sys
from time import process_time

from diplomacy import Game


def main(path: str) -> None:
    """Print the microseconds of a phase: the resolve step alone, and setting orders and processing."""
    with open(path, encoding="utf-8") as file:
        phases = json.load(file)
    game = Game()
    resolving, all_in_all = 0.0, 0.0
    plain = Game._resolve_moves

    def timed(game: Game) -> None:
        nonlocal resolving
        begin = process_time()
        plain(game)
        resolving += process_time() - begin

    Game._resolve_moves = timed
    for phase in phases:
        game.clear_units()
        game.clear_orders()
        for power, units in phase["u"].items():
            game.set_units(power, units, reset=True)
        game.set_current_phase(phase["n"])
        begin = process_time()
        for power, orders in phase["o"].items():
            game.set_orders(power, orders)
        game.process()
        all_in_all += process_time() - begin
    each = 1e6 / len(phases)
    print(json.dumps({"resolve": resolving * each, "process": all_in_all * each}))


main(sys.argv[1])
