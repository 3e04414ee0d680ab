"""The rules of a game with every choice, as they are written where they are chosen."""

from collections.abc import Collection, Mapping

from judge.reports.layout import folded
from judge.reports.pages import GameView, Page, Reader, render


def terms_page(
    reader: Reader, game: GameView, rules: str, terms: Mapping[str, str], chosen: Collection[str]
) -> Page:
    """Every option of a game; `chosen` are those that are not as they usually are."""
    mine = [line for name, value in terms.items() if name in chosen for line in _term(name, value)]
    others = [line for name, value in terms.items() if name not in chosen for line in _term(name, value)]
    return render("terms", reader, game, rules=rules, chosen=mine, usual=others)


def _term(name: str, value: str) -> list[str]:
    return folded(f"{name} = {value}", "| ", "|    ")
