"""Letters as mail programs and attackers write them, each with what a reader must take from it.

Beside `letters/<name>.eml` stands `<name>.txt`: the expected action, sender and addresses, lines that
must not come through, an empty line, and the new text. `pytest --update` rewrites the text, and a person
reads the diff. Letters in the manner of programs that we know by their shape only are called kept-*.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.letters import Incoming, read

LETTERS = Path(__file__).parent / "letters"
NAMES = sorted(path.stem for path in LETTERS.glob("*.eml"))


@dataclass(frozen=True)
class Expected:
    values: dict[str, str]
    must_not: list[str]
    text: str | None


def expected(name: str) -> Expected:
    head, _, text = (LETTERS / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    pairs = [line.partition(": ")[::2] for line in head.strip().split("\n")]
    values = dict(pairs)
    must_not = [value for key, value in pairs if key == "must not"]
    return Expected(values, must_not, None if values.get("text") == "any" else text.rstrip("\n"))


def trimmed(text: str) -> list[str]:
    """Line for line, without the blanks at the ends of lines and of the text."""
    return [line.rstrip() for line in text.strip().split("\n")]


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_is_read_as_its_writer_meant_it(name: str, request: pytest.FixtureRequest) -> None:
    wanted = expected(name)
    found = read((LETTERS / f"{name}.eml").read_bytes())
    if request.config.getoption("--update"):
        rewrite(name, wanted, found)
        return
    assert found.action.value == wanted.values["action"], found.why
    assert (found.sender or "-") == wanted.values["sender"]
    if "bounced" in wanted.values:
        assert (
            " ".join(entry.address for entry in found.bounced)
            == wanted.values["bounced"].replace("-", "", 1).strip()
        )
    if wanted.text is not None:
        assert trimmed(found.text) == trimmed(wanted.text), found.text
    for line in wanted.must_not:
        assert line not in found.text


def rewrite(name: str, wanted: Expected, found: Incoming) -> None:
    if wanted.text is not None and trimmed(found.text) != trimmed(wanted.text):
        path = LETTERS / f"{name}.txt"
        head = path.read_text(encoding="utf-8").partition("\n\n")[0]
        path.write_text(f"{head}\n\n{found.text}\n", encoding="utf-8")


MORE = os.environ.get("JUDGE_MORE_LETTERS", "")


@pytest.mark.skipif(not MORE, reason="JUDGE_MORE_LETTERS names no folder with a manifest.jsonl")
def test_a_larger_collection_is_read_right() -> None:
    """Every action right, no order lost, none taken that is not the writer's; 95 % of the texts exact."""
    texts = exact = 0
    wrong: list[str] = []
    for line in (Path(MORE) / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        wanted = entry["expected"]
        found = read((Path(MORE) / entry["file"]).read_bytes())
        if found.action.value not in wanted["action"].split("-or-help")[0].split("|") and not wanted.get(
            "duplicate_of"
        ):
            wrong.append(f"{entry['id']}: {found.action.value} ({found.why})")
        flat = " ".join(found.text.split())
        wrong += [
            f"{entry['id']}: lost {order}" for order in wanted["must"] if " ".join(order.split()) not in flat
        ]
        taken = flat if found.action.value == "parse" else ""
        wrong += [f"{entry['id']}: leaked {order}" for order in wanted["must_not"] if order in taken]
        if wanted["visible"] is not None:
            texts += 1
            exact += trimmed(found.text) == trimmed(wanted["visible"])
    assert not wrong
    assert exact >= 0.95 * texts
