"""The rules of a game with every choice, as they are written where they are chosen."""

from collections.abc import Collection, Mapping

from judge.reports.layout import folded
from judge.reports.pages import GameView, Page, Reader, render


def terms_page(
    reader: Reader,
    game: GameView,
    rules: str,
    terms: Mapping[str, str],
    chosen: Collection[str],
    coming: Mapping[str, str] | None = None,
) -> Page:
    """Every option of a game; `chosen` are those that are not as they usually are, `coming` those from the
    next phase on."""
    mine = [line for name, value in terms.items() if name in chosen for line in _term(name, value)]
    others = [line for name, value in terms.items() if name not in chosen for line in _term(name, value)]
    return render(
        "terms",
        reader,
        game,
        rules=rules,
        chosen=mine,
        usual=others,
        coming=_later(terms, terms if coming is None else coming),
    )


def _later(terms: Mapping[str, str], coming: Mapping[str, str]) -> list[str]:
    names = [name for name in dict.fromkeys((*terms, *coming)) if terms.get(name) != coming.get(name)]
    return [line for name in names for line in _term(name, coming.get(name, "-"))]


def _term(name: str, value: str) -> list[str]:
    return folded(f"{name} = {value}", "| ", "|    ")
