"""judge.toml: every slip is a plain sentence, and the example names every setting with its default."""

import re
import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from judge import settings
from judge.settings import Settings, SettingsFault

EXAMPLE = Path(__file__).parent.parent / "deploy" / "judge.example.toml"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "judge.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_configuration_says_the_defaults() -> None:
    assert settings.load(EXAMPLE) == Settings()


def names(model: type[BaseModel]) -> set[str]:
    found: set[str] = set()
    for name, field in model.model_fields.items():
        kind = field.annotation
        nested = isinstance(kind, type) and issubclass(kind, BaseModel)
        found |= {f"{name}.{inner}" for inner in names(kind)} if nested else {name}
    return found


def test_every_setting_has_its_line_in_the_example() -> None:
    # A line that is commented out counts: uncomment those that look like a setting.
    text = EXAMPLE.read_text(encoding="utf-8")
    lines = [line[2:] if line.startswith("# ") and " = " in line else line for line in text.splitlines()]
    table = tomllib.loads("\n".join(line for line in lines if not line.startswith("# ")))
    flat = {
        f"{k}.{i}" if isinstance(v, dict) else k
        for k, v in table.items()
        for i in (v if isinstance(v, dict) else [0])
    }
    assert names(Settings) - flat == set()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('adress = "j@x.example"', ["'adress'", "did you mean 'address'"]),
        ('address = "no address"', ["address", "no mail address"]),
        ("[imap]\nport = 99999", ["imap.port", "99999"]),
        ('[timing]\nsweep = "three weeks"', ["timing.sweep", "90s"]),
        ('[imap]\nhost = "h.example"', ["imap.user"]),
        ('strictness = "lax"', ["strictness"]),
        ("[smtp\n", ["not TOML"]),
        ("database = 3", ["database"]),
    ],
)
def test_a_slip_is_said_in_plain_words(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(SettingsFault) as caught:
        settings.load(write(tmp_path, text))
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(SettingsFault, match="cannot be read"):
        settings.load(tmp_path / "absent.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsFault, match="cannot be read"):
        settings.load(tmp_path / "bytes.toml")


def test_the_environment_wins_and_leaves_the_rest_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_RELAY__HOST", "mail.example")
    loaded = settings.load(write(tmp_path, '[relay]\nport = 26\nhost = "old.example"'))
    assert (loaded.relay.host, loaded.relay.port) == ("mail.example", 26)


def test_no_file_at_all_gives_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings.load() == Settings()


def test_the_readme_lists_every_setting_with_its_default() -> None:
    readme = (EXAMPLE.parent.parent / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w.]+)` \| (\S+) \|", readme, re.M))
    assert set(rows) == names(Settings)
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    table = ""
    for line in lines:
        if heading := re.match(r"\[(\w+)\]", line):
            table = heading[1] + "."
        if said := re.match(r'(\w+) = ("[^"]*"|\S+)', line):
            default = said[2].strip('"')
            assert rows[table + said[1]] == (f"`{default}`" if default else "–"), said[1]
