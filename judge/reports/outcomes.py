"""The end of a phase: what became of each order and why, the position, and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.board.accounts import Room
from judge.board.geography import Power, Unit
from judge.board.orders import (
    Build,
    Demolish,
    Disband,
    Hold,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
)
from judge.board.phases import Kind, Season
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.reports import words
from judge.reports.books import Books, is_public, told
from judge.reports.duties import Duty, duty, order_line, retreat_line
from judge.reports.layout import beside, marked
from judge.reports.pages import GameView, Page, Reader, about, render, tongue
from judge.reports.positions import position
from judge.reports.sentences import explain, explain_ring
from judge.reports.words import Names, mark

Buildable = Mapping[Power, Sequence[Unit]]


@dataclass(frozen=True, slots=True)
class Account:
    """A power's centers after a Fall, and what the winter asks of it."""

    power: str
    centers: int
    units: int
    gained: str
    lost: str
    duty: Duty
    room: Room | None = None
    """Of rules with an economy, where adjustments follow: what it may have, and what has to go."""


def results(
    reader: Reader,
    game: GameView,
    adjudication: Adjudication,
    deadline: datetime | None = None,
    *,
    buildable: Buildable | None = None,
    books: Books | None = None,
) -> Page:
    """The end of any phase. `deadline` is that of the next phase; None where the game is over or waits.

    `buildable` says for each power what it could build in the next phase, if that is a winter. After a
    Fall the build report is in the same letter.
    """
    return render(
        "results", reader, game, **_values(reader, game, adjudication, deadline, buildable or {}, books)
    )


def adjustment_report(
    reader: Reader,
    game: GameView,
    adjudication: Adjudication,
    deadline: datetime | None = None,
    *,
    buildable: Buildable | None = None,
    books: Books | None = None,
) -> Page:
    """The build report alone: centers won and lost, and who builds or removes how many and where.

    Of an adjustment phase: what was built and removed, by whom, and what was left unused or ignored.
    """
    return render(
        "adjustments", reader, game, **_values(reader, game, adjudication, deadline, buildable or {}, books)
    )


def _values(
    reader: Reader,
    game: GameView,
    done: Adjudication,
    deadline: datetime | None,
    buildable: Buildable,
    books: Books | None,
) -> dict[str, object]:
    names = Names(done.after.geography, tongue(reader, game))
    power = reader.power
    return {
        **about(done.after, game, deadline, names.language),
        "past": words.phase(done.before.phase, names.language),
        "past_season": words.season(done.before.phase, names.language),
        "past_kind": done.before.phase.kind.name.lower(),
        "power": names.power(power) if power else "",
        "orders": [_orders(one, done, names, books) for one in _powers(done) if _of(one, done, books)],
        "rings": [_ring(ring, names) for ring in done.rings],
        "unused": _unused(done, names),
        "retreats": [line for one in done.after.dislodged for line in retreat_line(one, names)],
        "destroyed": _destroyed(done, names),
        "accounts": _accounts(done, buildable, names, books) if _counted(done) else [],
        "position": position(done.after, names),
        "eliminated": words.listed(map(names.power, done.eliminated), names.language),
        "winner": words.listed(map(names.power, done.winner), names.language),
        "several": len(done.winner) > 1,
        "duty": duty(done.after, power, names, (), buildable.get(power, ()) if power else (), books),
        "books": told(done, books, names),
    }


def _powers(done: Adjudication) -> tuple[Power, ...]:
    return done.before.geography.powers


def _of(power: Power, done: Adjudication, books: Books | None) -> list[Result]:
    return [result for result in done.results if result.power == power and is_public(result, books)]


def _orders(power: Power, done: Adjudication, names: Names, books: Books | None) -> tuple[str, ...]:
    return tuple(line for result in _of(power, done, books) for line in _result(result, names))


def _result(result: Result, names: Names) -> list[str]:
    """The order with its fate, and below it a sentence where that says more."""
    lines = order_line(result.power, result.order, _fate(result, names.language), names)
    if _telling(result):
        lines += beside(explain(result, names.geography, names.language))
    return lines


def _fate(result: Result, language: str) -> str:
    kept = result.fate is Outcome.SUCCEEDS
    match result.order:
        case Hold() if kept and not result.written:
            return mark("no_order", language)
        case Build() | Place() if kept:
            return mark("built", language)
        case Replenish() | ReplenishBuilding() | ReplenishAll() if kept:
            return mark("paid", language)
        case Research() if kept:
            return mark("bought", language)
        case Demolish() if kept or result.fate is Outcome.DISBANDED:
            return mark("demolished", language)
        case Disband() if kept:
            return mark("removed", language)
    return str(words.words(language)["outcome"][result.fate.value])


def _telling(result: Result) -> bool:
    fought = bool(result.because or result.against or result.dislodged_by or result.parried)
    return fought or result.reason is not Reason.OK


def _ring(ring: Sequence[Culprit], names: Names) -> tuple[str, ...]:
    """Why moves succeeded that might as well all have failed."""
    return tuple(beside(explain_ring(ring, names), ""))


def _unused(done: Adjudication, names: Names) -> list[tuple[str, int]]:
    """The powers that built less than they were entitled to, and by how much."""
    if done.before.phase.kind is not Kind.ADJUSTMENTS:
        return []
    built = [power for power, _ in done.built]
    left = {power: done.before.surplus(power) - built.count(power) for power in _powers(done)}
    return [(names.power(power), count) for power, count in left.items() if count > 0]


def _destroyed(done: Adjudication, names: Names) -> list[str]:
    """Units that had nowhere to go. After retreats their orders say so already."""
    if done.before.phase.kind is not Kind.MOVEMENT:
        return []
    word = mark("disbanded", names.language)
    texts = (f"{names.power(power)}: {words.capital(names.unit(unit))}" for power, unit in done.disbanded)
    return [line for text in texts for line in marked(text, word, names.language)]


def _counted(done: Adjudication) -> bool:
    """Whether there is something to tell of centers: a Fall is over, some changed hands, builds follow."""
    before, after = done.before.phase, done.after.phase
    fall_is_over = before.season is Season.FALL and (after.season, after.year) != (Season.FALL, before.year)
    builds_follow = after.kind is Kind.ADJUSTMENTS and before.kind is not Kind.ADJUSTMENTS
    return fall_is_over or builds_follow or bool(done.gained or done.lost)


def _accounts(done: Adjudication, buildable: Buildable, names: Names, books: Books | None) -> list[Account]:
    follow = done.after.phase.kind is Kind.ADJUSTMENTS and not done.winner
    room = books.room if books and follow else {}
    alive = [power for power in _powers(done) if _alive(power, done)]
    return [replace(_account(p, done, buildable, names), room=room.get(p)) for p in alive]


def _alive(power: Power, done: Adjudication) -> bool:
    return any(held.get(power) for held in (done.after.units, done.after.centers, done.before.centers))


def _account(power: Power, done: Adjudication, buildable: Buildable, names: Names) -> Account:
    after = done.after
    return Account(
        power=names.power(power),
        centers=len(after.centers.get(power, ())),
        units=len(after.units.get(power, ())),
        gained=names.provinces(done.gained.get(power, ())),
        lost=names.provinces(done.lost.get(power, ())),
        duty=_winter(power, done, buildable, names),
    )


def _winter(power: Power, done: Adjudication, buildable: Buildable, names: Names) -> Duty:
    if done.winner or done.after.phase.kind is not Kind.ADJUSTMENTS:
        return Duty("nothing")
    return duty(done.after, power, names, (), buildable.get(power, ()))
