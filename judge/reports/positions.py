"""A position in tables: units and centers by power, and the centers of a whole game by year."""

from collections.abc import Mapping, Sequence

from judge.board.geography import Location, Power, Province, Unit
from judge.board.state import Board
from judge.reports.layout import TIE, folded, marked
from judge.reports.words import Names, words

_YEARS = 8
_NAME = 24


def position(board: Board, names: Names) -> tuple[str, ...]:
    """Units and centers of each power, in the board's order, in short codes."""
    lines: list[str] = []
    for power in board.geography.powers:
        units, centers = board.units.get(power, ()), board.centers.get(power, ())
        if units or centers:
            lines += [*_units(power, units, names), *_centers(centers, names)]
            lines += _estate(power, board, names)
    free = [center for center in board.geography.centers if board.owner(center) is None]
    if free:
        lines += [words(names.language)["position"]["free"], *_centers(free, names)]
    return tuple(lines)


def _units(power: Power, units: Sequence[Unit], names: Names) -> list[str]:
    """Marked, for in a winter a list of units could be taken for builds."""
    texts = words(names.language)
    word = texts["position"]["unit" if len(units) == 1 else "units"].format(count=len(units))
    shown = ", ".join(names.short(unit).replace(" ", TIE) for unit in units) or texts["none"]
    return marked(f"{names.power(power)}: {shown}", word, names.language)


def _centers(centers: Sequence[Province], names: Names) -> list[str]:
    texts = words(names.language)
    label = texts["position"]["centers"].format(count=len(centers))
    shown = ", ".join(names.code(Location(center)) for center in centers) or texts["none"]
    return folded(f"{label} {shown}", "   ", "      ")


def _estate(power: Power, board: Board, names: Names) -> list[str]:
    """The buildings of a power, and the land it holds beside its centers; with an economy."""
    economy = board.economy
    if economy is None:
        return []
    owned = board.centers.get(power, ())
    land = [p for p, holder in economy.control.items() if holder == power and p not in owned]
    buildings = [names.building(building) for building in economy.held(power)]
    return [
        *_counted("land", [names.code(Location(place)) for place in land], names),
        *_counted("buildings", buildings, names),
    ]


def _counted(label: str, shown: Sequence[str], names: Names) -> list[str]:
    if not shown:
        return []
    text = words(names.language)["position"][label].format(count=len(shown))
    return folded(f"{text} {', '.join(shown)}", "   | ", "   |    ")


def history(
    years: Sequence[tuple[int, Mapping[Power, int]]], powers: Sequence[Power], names: Names
) -> tuple[str, ...]:
    """How many centers each power had after each year: a row for each power, eight years side by side."""
    shown = {power: names.power(power)[:_NAME] for power in powers}
    wide = max(map(len, shown.values()), default=0)
    lines: list[str] = []
    for first in range(0, len(years), _YEARS):
        some = years[first : first + _YEARS]
        lines += ["", " " * wide + "".join(f"{year:>6}" for year, _ in some)]
        for power in powers:
            counts = "".join(f"{count.get(power, 0) or '-':>6}" for _, count in some)
            lines.append(f"{shown[power]:<{wide}}{counts}")
    return tuple(lines[1:])
