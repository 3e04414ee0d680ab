"""Answers to order letters: what was taken, what was not and why, and what is still missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.board.geography import Power, Unit
from judge.board.orders import Order
from judge.board.phases import Kind
from judge.board.problems import Problem
from judge.board.results import Outcome, Reason, Result
from judge.board.state import Board
from judge.language.sheet import Entry, OrderSheet
from judge.reports import words
from judge.reports.books import Books, asked, is_priced
from judge.reports.duties import duty, order_line, order_lines
from judge.reports.examples import example_lines
from judge.reports.layout import beside, folded, legible, marked, quoted
from judge.reports.pages import GameView, Page, Reader, about, render, tongue
from judge.reports.sentences import answer, explain, readings, spoken_order
from judge.reports.words import Names, mark

_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of the letter with what is said about it, in printed lines."""

    quote: tuple[str, ...]
    lines: tuple[str, ...]


def acknowledgement(
    reader: Reader,
    game: GameView,
    board: Board,
    sheet: OrderSheet,
    stored: Sequence[Order],
    later: Sequence[tuple[Kind, Order]] = (),
    deadline: datetime | None = None,
    *,
    buildable: Sequence[Unit] = (),
    hopeless: Sequence[tuple[Order, Reason]] = (),
    books: Books | None = None,
) -> Page:
    """Every unit with its stored order, and an answer to every line that asked for one.

    `stored` are the orders in force for this phase after the letter, `later` those kept for later phases;
    `hopeless` are stored orders that cannot be carried out whatever the others do.
    """
    names = Names(board.geography, tongue(reader, game))
    problems = [problem for problem in sheet.problems if not problem.is_remark]
    remarks = [problem for problem in sheet.problems if problem.is_remark]
    new = _taken(sheet.entries, board.phase.kind)
    return render(
        "acknowledgement",
        reader,
        game,
        **about(board, game, deadline, names.language),
        power=names.power(sheet.power),
        orders=order_lines(board, sheet.power, stored, new, names),
        duty=duty(board, sheet.power, names, stored, buildable, books),
        later=_later(later, sheet.power, names),
        problems=[_answer(problem, names) for problem in problems],
        remarks=[_answer(problem, names) for problem in remarks],
        hopeless=[
            _hopeless(sheet.power, order, reason, names)
            for order, reason in hopeless
            if not is_priced(order, books)
        ],
        books=asked(board, books, names),
        cleared=sheet.clear,
        changed=bool(sheet.entries),
    )


def reminder(
    reader: Reader,
    game: GameView,
    board: Board,
    deadline: datetime,
    stored: Sequence[Order] = (),
    *,
    buildable: Sequence[Unit] = (),
    books: Books | None = None,
) -> Page:
    """Before the deadline, to a power that has not ordered everything; `reader.power` must be set."""
    if reader.power is None:
        raise ValueError("a reminder goes to a power")
    names = Names(board.geography, tongue(reader, game))
    return render(
        "reminder",
        reader,
        game,
        **about(board, game, deadline, names.language),
        power=names.power(reader.power),
        orders=order_lines(board, reader.power, stored, (), names),
        given=len(stored),
        duty=duty(board, reader.power, names, stored, buildable, books),
        books=asked(board, books, names),
    )


def not_understood(
    reader: Reader,
    game: GameView,
    board: Board,
    text: str,
    stored: Sequence[Order] = (),
    deadline: datetime | None = None,
) -> Page:
    """To a letter without any order or command: its first words, the orders as they stand, and how to write.

    `reader.power` may be None (the master, an observer): then there are no orders to show.
    """
    names = Names(board.geography, tongue(reader, game))
    orders = order_lines(board, reader.power, stored, (), names) if reader.power else ()
    return render(
        "not_understood",
        reader,
        game,
        **about(board, game, deadline, names.language),
        power=names.power(reader.power) if reader.power else "",
        quote=quoted(text),
        orders=orders,
        examples=example_lines(board, reader.power, names, game.speech),
    )


def unread(
    reader: Reader,
    game: GameView,
    why: str,
    board: Board | None = None,
    stored: Sequence[Order] = (),
    deadline: datetime | None = None,
) -> Page:
    """To a letter that could not be read: why not (a reason of the reader of letters), and how things stand.

    Without a board (the game has not begun) only the first.
    """
    names = Names(board.geography, tongue(reader, game)) if board else None
    moment = (
        about(board, game, deadline, names.language) if board and names else {"phase": "", "deadline": ""}
    )
    orders = order_lines(board, reader.power, stored, (), names) if board and names and reader.power else ()
    return render("unread", reader, game, **moment, why=why, orders=orders)


def _taken(entries: Sequence[Entry], kind: Kind) -> tuple[Order, ...]:
    """What the letter itself ordered for this phase, fallbacks included."""
    return tuple(o for entry in entries if entry.kind is kind for o in (entry.order, *entry.alternatives))


def _later(later: Sequence[tuple[Kind, Order]], power: Power, names: Names) -> tuple[str, ...]:
    word = mark("later", names.language)
    return tuple(line for _, order in later for line in order_line(power, order, word, names))


def _answer(problem: Problem, names: Names) -> Answer:
    language = names.language
    lines = folded(answer(problem, names.geography, language), _INDENT)
    for reading in readings(problem, names.geography, language):
        lines += marked(f"“{reading}”", mark("reading", language), language, _INDENT)
    if problem.guess:
        guess = spoken_order(problem.guess, names) or legible(problem.guess)
        ask = words.words(language)["ask"].format(guess=guess)
        lines += marked(ask, mark("guess", language), language, _INDENT)
    if problem.is_remark and problem.order:
        taken = spoken_order(problem.order, names) or legible(problem.order)
        lines += marked(taken, mark("taken", language), language, _INDENT)
    return Answer(tuple(quoted(problem.text)), tuple(lines))


def _hopeless(power: Power, order: Order, reason: Reason, names: Names) -> tuple[str, ...]:
    result = Result(power, order, Outcome.VOID, reason)
    return tuple(beside(explain(result, names.geography, names.language), ""))
