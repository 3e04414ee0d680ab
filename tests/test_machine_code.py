"""The rules built to machine code say what they say in Python: the same tests, run over the built wheel."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from servers.mailservers import lacking

HERE = Path(__file__).parent
RULES = ("datc", "cases", "reasons", "convoys", "year", "determinism", "buildings_cases")
TOLD = "from judge.rules import movement; print(movement.__file__)"


@pytest.mark.timeout(900)
def test_the_rules_in_machine_code_pass_the_tests_of_the_rules(tmp_path: Path) -> None:
    if not (shutil.which("cc") and Path(sysconfig.get_path("include"), "Python.h").exists()):
        lacking("a C compiler with Python's headers", "apt-get install build-essential python3-dev")
    site = built(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    told = [sys.executable, "-c", TOLD]
    where = subprocess.run(told, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(site))
    assert Path(where.stdout.strip()).suffix in (".so", ".pyd")
    files = [str(HERE / f"test_rules_{name}.py") for name in RULES]
    program = "import pytest, sys; sys.exit(pytest.main(sys.argv[1:]))"
    command = [
        sys.executable,
        "-c",
        program,
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(HERE.parent),
    ]
    done = subprocess.run([*command, *files], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def built(folder: Path) -> Path:
    """The wheel with the rules in machine code, unpacked; nothing is fetched and nothing is left behind."""
    source, site = folder / "source", folder / "site"
    source.mkdir()
    for name in ("judge", "grammar", "templates", "deploy", "pyproject.toml", "README.md", "LICENSE"):
        kept = HERE.parent / name
        if kept.is_dir():
            shutil.copytree(kept, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(kept, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
    done = subprocess.run(
        [*command, "--wheel-dir", str(folder), "."],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    assert not list(source.rglob("*.so"))
    return site
