"""One good sentence for what became of an order, and for what is wrong with a line.

The sentences are in `templates/<language>/sentences.toml`; the one that says most is chosen and filled in.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product

from judge.board.geography import Geography, Location, Power, Province
from judge.board.notation import read as read_order
from judge.board.notation import read_location, read_unit
from judge.board.orders import Convoy, Order, unit_of
from judge.board.problems import Problem
from judge.board.results import Culprit, Outcome, Parried, Reason, Result
from judge.reports.layout import legible
from judge.reports.words import Names, capital, listed, order_parts, table

_AT = 60


def explain(result: Result, geography: Geography, language: str) -> str:
    """`Leger Parijs strandt op Bourgondië: 1 tegen 1 met leger München.`"""
    names = Names(geography, language)
    return " ".join([_fate(result, names, language), *(_parried(one, names) for one in result.parried)])


def explain_ring(ring: Sequence[Culprit], names: Names) -> str:
    """Moves that only the rule of most successful moves lets succeed, and that it does."""
    key = "ring" if len(ring) > 2 else "swap"
    return _sentence(str(table(names.language, "sentences")["also"][key]).format(by=_units(ring, names)))


def _parried(parried: Parried, names: Names) -> str:
    """A move against a supporter that did not cut the support."""
    text = str(table(names.language, "sentences")["also"]["parried"])
    unit = _units([parried.move], names)
    return _sentence(text.format(unit=unit, Unit=capital(unit), by=_units(parried.by, names)))


def _fate(result: Result, names: Names, language: str) -> str:
    texts = table(language, "sentences")
    dislodger = result.dislodged_by
    if dislodger is None:
        return _sentence(_clause(texts["reason"], result.reason, result.because, result, names))
    if result.reason in (Reason.OK, Reason.DISLODGED) or result.because == (dislodger,) == _cutters(result):
        return _sentence(_clause(texts["reason"], Reason.DISLODGED, (dislodger,), result, names))
    first = _clause(texts["reason"], result.reason, result.because, result, names)
    return _sentence(texts["also"]["dislodged"].format(first=first, by=_units((dislodger,), names)))


def _cutters(result: Result) -> tuple[Culprit, ...]:
    return result.because if result.reason is Reason.CUT else ()


def answer(problem: Problem, geography: Geography, language: str) -> str:
    """What is wrong with the line: `“munn” is geen gebied op deze kaart.`

    Where whole orders are to choose from they are not in it; `readings` has them.
    """
    names = Names(geography, language)
    places = [] if problem.guess else [c for c in problem.candidates if spoken_order(c, names) is None]
    choice = listed((_place(candidate, names) for candidate in places), language, last="or")
    at = legible(problem.at, _AT)
    there = {"at_choice": at and choice, "choice": choice, "at": at}
    known = [name for name, text in there.items() if text]
    text = _best(table(language, "sentences")["trouble"], problem.trouble.value, ("",), known)
    return _sentence(text.format(at=at, choice=choice))


def readings(problem: Problem, geography: Geography, language: str) -> tuple[str, ...]:
    """The whole orders there are to choose from, each in words."""
    names = Names(geography, language)
    orders = (spoken_order(candidate, names) for candidate in problem.candidates)
    return tuple(order for order in orders if order is not None)


def spoken_order(canonical: str, names: Names) -> str | None:
    """An order in the canonical notation in words; None where it is none."""
    try:
        return names.order(read_order(canonical))
    except ValueError:
        return None


def _place(candidate: str, names: Names) -> str:
    """A candidate that is no order: a power, a unit, a location, or just a word."""
    if candidate in names.geography.powers:
        return names.power(Power(candidate))
    with suppress(ValueError):
        return names.unit(read_unit(candidate))
    with suppress(ValueError):
        return names.location(read_location(legible(candidate, _AT)))
    return legible(candidate, _AT)


def _clause(
    texts: Mapping[str, str], reason: Reason, by: Sequence[Culprit], result: Result, names: Names
) -> str:
    named = order_parts(result.order)[0].removesuffix("_via")
    shape = named.removesuffix("_named")
    shapes = (f"_{named}", f"_{shape}", f"_{shape.partition('_')[0]}", "")
    text = _best(texts, reason.value, shapes, _known(reason, by, result))
    return text.format(by=_units(_deciders(reason, by, result.order), names), **_fields(result, names))


def _best(texts: Mapping[str, str], stem: str, shapes: Sequence[str], known: Sequence[str]) -> str:
    """The first sentence there is, from the most particular to the base form."""
    details = (*(f"_{name}" for name in known), "")
    keys = (f"{stem}{shape}{detail}" for shape, detail in product(shapes, details))
    return next(texts[key] for key in keys if key in texts)


def _known(reason: Reason, by: Sequence[Culprit], result: Result) -> tuple[str, ...]:
    """What is known besides the order itself, the most telling first."""
    scored = result.strength is not None and result.against is not None
    if not by:
        return ("bare",) if scored else ()
    lost = reason is Reason.DISRUPTED and all(isinstance(culprit.order, Convoy) for culprit in by)
    ousts = reason is Reason.OK and all(_stands(culprit, _whither(result.order).province) for culprit in by)
    known = (
        ("given", reason is Reason.DISLODGED and result.outcome is Outcome.SUCCEEDS),
        ("lost", lost),
        ("ousts_scored", ousts and scored),
        ("ousts", ousts),
        ("scored", scored),
        ("by", True),
    )
    return tuple(name for name, there in known if there)


def _deciders(reason: Reason, by: Sequence[Culprit], order: Order) -> Sequence[Culprit]:
    """Those worth naming: of a unit that stayed where it was, that unit alone and not its supporters."""
    if reason not in (Reason.DEFENDED, Reason.HEAD_TO_HEAD, Reason.OWN_UNIT):
        return by
    target = _whither(order).province
    return [culprit for culprit in by if _stands(culprit, target)] or by


def _stands(culprit: Culprit, province: Province) -> bool:
    unit = unit_of(culprit.order)
    return unit is not None and unit.province == province


def _units(by: Sequence[Culprit], names: Names) -> str:
    return names.units([unit for unit in map(unit_of, (culprit.order for culprit in by)) if unit])


def _whither(order: Order) -> Location:
    """Where an order leads; the place of its unit, or of the unit it serves, where it leads nowhere."""
    _, unit, other, target = order_parts(order)
    served = other or unit
    return target or (served.location if served else Location(Province("")))


def _fields(result: Result, names: Names) -> dict[str, str]:
    _, unit, other, _ = order_parts(result.order)
    text = names.unit(unit) if unit else ""
    return {
        "unit": text,
        "Unit": capital(text),
        "at": names.place(Location(unit.province)) if unit else "",
        "to": names.place(_whither(result.order)),
        "other": names.unit(other) if other else "",
        "strength": str(result.strength),
        "against": str(result.against),
        "power": names.power(result.power),
        **_with_capital(names.bought(result.order)),
    }


def _with_capital(bought: dict[str, str]) -> dict[str, str]:
    return bought | {"The": capital(bought["the"])}


def _sentence(clause: str) -> str:
    return capital(clause) if clause.endswith(("?", "!")) else f"{capital(clause)}."
