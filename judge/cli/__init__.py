"""The command line: `judge serve`, `judge game ...`, `judge demo`, `judge adjudicate`, `judge read`.

Each command imports what it needs when it runs, so that `judge --help` is quick.
"""

from judge.cli.main import main

__all__ = ["main"]
