"""Builds the wheel with the rules in machine code (mypyc): the same modules, a phase in half the time or so.

A build hook of hatchling, off by default; HATCH_BUILD_HOOK_ENABLE_CUSTOM=true turns it on. Nothing but the
time that rules take depends on it. It needs a C compiler and leaves the source tree as it was.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = (
    "aftermath",
    "codes",
    "compiled",
    "convoys",
    "legality",
    "matching",
    "movement",
    "reasons",
    "strengths",
    "year",
    "buildings/herald",
)
"""Below `judge/rules`: where a movement phase spends its time, and what inherits from that."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="rules", packages=[], py_modules=[], ext_modules=mypycify({files!r}, opt_level="3"))
"""


class MachineCode(BuildHookInterface[Any]):
    """Compiles in a folder of its own, and puts what comes of it into the wheel beside the modules."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return ["mypy>=1.19", "setuptools>=77"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; not for a working copy, whose modules are meant to be edited."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        shutil.copytree(Path(self.root, "judge"), folder / "judge", ignore=shutil.ignore_patterns("*.so"))
        files = [f"judge/rules/{module}.py" for module in MODULES]
        (folder / "setup.py").write_text(SETUP.format(files=files), encoding="utf-8")
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"The rules could not be compiled.\n{done.stdout}{done.stderr}")
        made = [path.relative_to(folder) for path in folder.rglob("*.so") if "build" not in path.parts]
        build_data["force_include"].update({str(folder / path): str(path) for path in made})
        build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away the folder."""
        del build_data, artifact_path
        if self.target_name == "wheel" and version != "editable":
            self._folder.cleanup()
