"""The command line as people use it: plain words for their mistakes, JSON for other programs."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def judge(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "judge", *words],
        input=given,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )


def config(tmp_path: Path, text: str) -> str:
    path = tmp_path / "judge.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


class TestMistakes:
    """A person's mistake ends in a sentence, never in a traceback."""

    @pytest.mark.parametrize("command", ["serve", "check"])
    def test_a_broken_configuration(self, tmp_path: Path, command: str) -> None:
        done = judge(command, "--config", config(tmp_path, "[smtp\nport = 1"))
        assert done.returncode == 2
        assert "is not TOML" in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_setting_that_is_none(self, tmp_path: Path) -> None:
        done = judge("serve", "--config", config(tmp_path, 'adress = "x@y.example"'))
        assert done.returncode == 2
        assert "did you mean 'address'" in done.stderr

    def test_a_port_that_is_taken(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            text = f'database = "sqlite:///{tmp_path}/judge.db"\n[smtp]\nport = {port}'
            done = judge("serve", "--config", config(tmp_path, text), cwd=tmp_path)
        assert done.returncode == 2
        assert f"127.0.0.1:{port}" in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize("command", ["serve", "check"])
    def test_a_database_that_cannot_be_read(self, tmp_path: Path, command: str) -> None:
        (tmp_path / "judge.db").write_bytes(b"this is no database at all, whatever its name says" * 100)
        text = f'database = "sqlite:///{tmp_path}/judge.db"\n[smtp]\nport = 0'
        done = judge(command, "--config", config(tmp_path, text), cwd=tmp_path)
        assert done.returncode != 0
        assert "judge.db" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr

    def test_two_daemons_on_one_database(self, tmp_path: Path) -> None:
        text = f'database = "sqlite:///{tmp_path}/judge.db"\n[smtp]\nport = 0'
        path = config(tmp_path, text)
        first = subprocess.Popen(
            [sys.executable, "-m", "judge", "serve", "--config", path], stderr=subprocess.PIPE, text=True
        )
        assert first.stderr is not None
        while "door open" not in first.stderr.readline():
            assert first.poll() is None
        done = judge("serve", "--config", path)
        first.terminate()
        first.communicate(timeout=30)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert first.returncode == 0

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--movement", "whenever"], "no deadline rule"),
            (["--zone", "Mars/Base"], "no time zone"),
            (["--map", "atlantis"], "no board called"),
            (["--rules", "chess"], "no rules called"),
            (["--edition", "1066"], "edition"),
            (["--option", "paradox"], "name=value"),
            (["--option", "paradox=maybe"], "paradox"),
            (["--master", "nobody"], "mia@example.org"),
            (["--language", "xx"], "language"),
        ],
    )
    def test_a_game_that_cannot_be_made(self, tmp_path: Path, words: list[str], says: str) -> None:
        path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')
        done = judge("game", "create", "club1", "--master", "mia@example.org", "-c", path, *words)
        assert done.returncode == 2
        assert says in done.stderr
        assert "Traceback" not in done.stderr
        assert judge("game", "list", "-c", path).stdout == ""

    @pytest.mark.parametrize("name", ["a", "-club", "club 1", "club_1", "x" * 40, "../etc"])
    def test_a_name_that_is_none(self, tmp_path: Path, name: str) -> None:
        path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')
        done = judge("game", "create", "--master", "mia@example.org", "-c", path, "--", name)
        assert done.returncode == 2
        assert "no name for a game" in done.stderr


def test_check_says_what_is_right_and_what_is_wrong(tmp_path: Path) -> None:
    text = (
        f'database = "sqlite:///{tmp_path}/judge.db"\n[smtp]\nport = 0\n[relay]\nmaildir = "{tmp_path}/out"'
    )
    done = judge("check", "--config", config(tmp_path, text))
    assert done.returncode == 0, done.stdout
    assert "all is well" in done.stdout
    text += '\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"'
    done = judge("check", "--config", config(tmp_path, text))
    assert done.returncode == 1
    assert "WRONG   relay" in done.stdout


def test_a_master_makes_watches_and_moves_a_game(tmp_path: Path) -> None:
    path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')
    made = judge("game", "create", "club1", "--master", "Mia <mia@example.org>", "-c", path)
    assert "join club1" in made.stdout
    assert "doe mee club1" in made.stdout
    assert "0/7 in" in judge("game", "list", "-c", path).stdout
    assert "Mia <mia@example.org>" in judge("game", "show", "club1", "-c", path).stdout
    assert "doe mee club1" in judge("game", "invite", "club1", "--language", "nl", "-c", path).stdout
    judge("game", "invite", "club1", "anna@example.org", "-c", path)
    later = judge("game", "schedule", "club1", "--movement", "di en vr 21:00", "-c", path)
    assert "di en vr 21:00" in later.stdout
    again = judge("game", "create", "club1", "--master", "mia@example.org", "-c", path)
    assert again.returncode == 2
    assert "already" in again.stderr


def test_a_master_looks_after_people(tmp_path: Path) -> None:
    path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')

    def game(*words: str) -> str:
        done = judge("game", *words, "-c", path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    game("create", "club1", "--master", "Mia <mia@example.org>", "--anonymous", "--edition", "dutch")
    assert "press: movement; players do not know each other" in game("show", "club1")
    assert "none" in game("press", "club1", "none")
    assert "now gets" in game("list-address", "club1", "league@lists.example", "--language", "nl")
    assert "results also to: league@lists.example (nl)" in game("show", "club1")
    assert "no longer gets" in game("list-address", "club1", "league@lists.example", "--remove")
    assert "now observes" in game("observe", "club1", "Olga <olga@example.org>")
    assert "observer   Olga <olga@example.org>" in game("show", "club1")
    assert "observes" in game("letters", "club1")
    assert "observer (Olga)" in game("rotate", "club1", "olga@example.org")
    assert "master (Mia)" in game("rotate", "club1", "master")
    done = judge("player", "add-address", "olga@example.org", "olga@else.example", "-c", path)
    assert "an address of Olga" in done.stdout
    listed = judge("player", "list", "-c", path).stdout
    assert "Olga (en)  olga@example.org, olga@else.example  club1: observer" in listed
    assert judge("player", "remove-address", "olga@example.org", "-c", path).returncode == 0
    assert "no longer observes" in game("observe", "club1", "olga@else.example", "--remove")


SLIPS = [
    ("game press club1 sometimes", "open, movement, none"),
    ("game list-address club1 x@y.example --remove", "gets no results"),
    ("game observe club1 x@y.example --remove", "does not observe"),
    ("game observe club1 mia@example.org", "already"),
    ("game rotate club1 France", "has no place"),
    ("player add-address nobody@example.org x@y.example", "judge player list"),
    ("player add-address 1 nonsense", "no person"),
    ("player remove-address mia@example.org", "only address"),
]


def test_what_a_master_gets_wrong_about_people(tmp_path: Path) -> None:
    path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')
    judge("game", "create", "club1", "--master", "mia@example.org", "-c", path)
    for words, says in SLIPS:
        done = judge(*words.split(), "-c", path)
        assert done.returncode == 2, words
        assert says in done.stderr
        assert "Traceback" not in done.stderr


class TestAdjudicate:
    """One JSON document in, one out."""

    def test_a_document_gives_its_result(self) -> None:
        given = {"phase": "S1901M", "orders": {"FRANCE": ["A Par - Bur", "leger Marseille steunt Par - Bur"]}}
        done = judge("adjudicate", given=json.dumps(given))
        out = json.loads(done.stdout)
        assert done.returncode == 0
        assert out["units_after"]["FRANCE"] == ["A BUR", "A MAR", "F BRE"]
        assert out["next_phase"] == "F1901M"
        orders = {r["unit"]: r["outcome"] for r in out["results"] if r["power"] == "FRANCE"}
        assert orders == {"A PAR": "succeeds", "A MAR": "succeeds", "F BRE": "succeeds"}

    def test_a_document_over_several_lines_is_one(self) -> None:
        done = judge("adjudicate", given=json.dumps({"orders": {}}, indent=4))
        assert json.loads(done.stdout)["phase"] == "S1901M"

    def test_a_fault_stands_in_its_place_and_the_others_go_on(self) -> None:
        faulty = ['{"orders": {}}', "nonsense", '{"phase": "X"}', '{"units": {"FRANCE": ["A NTH"]}}', "[]"]
        done = judge("adjudicate", given="\n".join([*faulty, '{"phase": "F1905M"}']))
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.returncode == 1
        assert ["error" in line for line in lines] == [False, True, True, True, True, False]
        assert "Traceback" not in done.stderr

    def test_retreats_and_adjustments(self) -> None:
        retreat = {
            "phase": "F1905R",
            "units": {"GERMANY": ["A BUR"], "FRANCE": ["A MAR"]},
            "dislodged": {"FRANCE: A PAR": {"attacker_from": "PIC", "by_convoy": False}},
            "contested": ["GAS"],
            "orders": {"FRANCE": ["A Par R Bre"]},
        }
        winter = {
            "phase": "W1905A",
            "units": {"FRANCE": ["A MAR"]},
            "centers": {"FRANCE": ["PAR", "MAR", "BRE"]},
            "orders": {"FRANCE": ["build A Par", "build F Bre", "build A Mar"]},
        }
        done = judge("adjudicate", given=json.dumps(retreat) + json.dumps(winter))
        first, second = (json.loads(line) for line in done.stdout.splitlines())
        assert first["units_after"]["FRANCE"] == ["A MAR", "F BRE"] or first["units_after"]["FRANCE"] == [
            "A BRE",
            "A MAR",
        ]
        assert second["units_after"]["FRANCE"] == ["A MAR", "A PAR", "F BRE"]

    def test_destroyed_units_have_an_empty_list(self) -> None:
        given = {
            "phase": "F1902M",
            "units": {"RUSSIA": ["F RUM"], "TURKEY": ["A BUL", "F BLA", "A SEV", "A BUD", "A UKR", "A GAL"]},
            "orders": {"TURKEY": ["A Bul - Rum", "F Bla S A Bul - Rum"]},
        }
        out = json.loads(judge("adjudicate", given=json.dumps(given)).stdout)
        assert out["dislodged"] == {"RUSSIA: F RUM": []}

    def test_explain_prints_sentences(self) -> None:
        given = {"orders": {"FRANCE": ["A Par - Bur"], "GERMANY": ["A Mun - Bur"]}}
        done = judge("adjudicate", "--explain", "--language", "nl", given=json.dumps(given))
        assert "Leger Parijs strandt op Bourgondië: 1 tegen 1 met leger München." in done.stdout


class TestRead:
    """A text in, canonical orders out."""

    def test_a_text_gives_orders_and_problems(self) -> None:
        done = judge(
            "read",
            "--language",
            "nl",
            "--power",
            "FRANCE",
            given="Hoi!\nleger Parijs naar Bourgondië\nV Bre - Xyzzy\n",
        )
        out = json.loads(done.stdout)
        assert out["orders"] == {"A PAR": "A PAR - BUR"}
        assert [(p["line"], p["text"]) for p in out["problems"]] == [(3, "V Bre - Xyzzy")]
        assert "Hoi!" in out["ignored"]

    def test_json_lines_in_and_out(self) -> None:
        lines = [
            {"language": "en", "power": "FRANCE", "phase": "S1901M", "text": "A Par - Bur"},
            {
                "language": "nl",
                "power": "ITALY",
                "phase": "W1901A",
                "units": {"ITALY": ["A VEN"]},
                "text": "bouw V Nap",
            },
            {"power": "ATLANTIS", "text": ""},
        ]
        done = judge("read", "--jsonl", given="\n".join(map(json.dumps, lines)))
        out = [json.loads(line) for line in done.stdout.splitlines()]
        assert out[0]["orders"] == {"A PAR": "A PAR - BUR"}
        assert out[1]["orders"] == {"F NAP": "F NAP B"}
        assert "error" in out[2]
        assert done.returncode == 1

    def test_a_raw_letter_says_what_it_is(self, tmp_path: Path) -> None:
        letter = tmp_path / "letter.eml"
        letter.write_text("From: fred@x.example\nSubject: orders\n\nA Par - Bur\n\n> A Mar - Spa\n")
        done = judge("read", "--eml", str(letter), "--power", "FRANCE")
        out = json.loads(done.stdout)
        assert out["action"] == "parse"
        assert out["sender"] == "fred@x.example"
        assert out["orders"] == {"A PAR": "A PAR - BUR"}

    def test_explain_is_a_table(self) -> None:
        done = judge("read", "--explain", "--power", "FRANCE", given="A Par - Bur\nA Mar - Xyz\n")
        assert "A PAR - BUR" in done.stdout


def test_a_board_of_ones_own_is_checked_line_by_line(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text('format = 1\nid = "mine"\ntitle = "Mine"\nbase = "standard"\n[land]\nbur = "+xyz"\n')
    done = judge("game", "maps", "--check", str(board))
    assert done.returncode == 1
    assert f"{board}:6:" in done.stdout
    path = config(tmp_path, f'database = "sqlite:///{tmp_path}/judge.db"')
    refused = judge("game", "create", "club1", "--master", "mia@example.org", "--map", str(board), "-c", path)
    assert refused.returncode == 2
    assert f"{board}:6:" in refused.stderr
    board.write_text('format = 1\nid = "mine"\ntitle = "Mine"\nbase = "standard"\nvictory = 15\n')
    assert judge("game", "maps", "--check", str(board)).returncode == 0
    made = judge("game", "create", "club1", "--master", "mia@example.org", "--map", str(board), "-c", path)
    assert made.returncode == 0, made.stderr
