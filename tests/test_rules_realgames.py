"""Real games replayed whole: movement, retreats, adjustments and centers are those of the record.

`JUDGE_REALGAMES` names the folder of the corpus; without it these tests are skipped.
"""

import os
from pathlib import Path

import pytest
from real_games import Replay, games

from judge.rules import standard

FOLDER = Path(os.environ.get("JUDGE_REALGAMES", "no-corpus"))
# The program that kept the record counts distances in civil disorder to home centers.
RECORDED = {"distance": "home"}


def replayed(name: str, **chosen: object) -> Replay:
    path = FOLDER / name
    if not path.is_file():
        pytest.skip("set JUDGE_REALGAMES to the folder with the real games")
    replay = Replay(standard.options({**RECORDED, **chosen}))
    for game in games(path):
        replay.play(game)
    return replay


@pytest.mark.parametrize("name", ["realgames_sample.jsonl.gz", "realgames_other.jsonl.gz"])
def test_real_games_come_out_as_recorded(name: str) -> None:
    replay = replayed(name)
    assert replay.wrong == []
    assert replay.counts["M"] > 1900


def test_what_the_record_decides_by_other_rules_is_a_convoy_that_turned_into_a_walk() -> None:
    replay = replayed("realgames_sample.jsonl.gz", land_fallback=True)
    assert replay.wrong == []
    assert replay.counts["M other rules"] == 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_real_game_comes_out_as_recorded() -> None:
    replay = replayed("realgames.jsonl.gz")
    print(dict(replay.counts))
    assert replay.wrong == []
    assert replay.counts["M"] > 96_000
