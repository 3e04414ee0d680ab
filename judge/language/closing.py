"""The end of a letter: what can only be asked when all of it is known, and the sheet that is left."""

from collections.abc import Sequence

from judge.board.geography import Power, Province
from judge.board.orders import Move, unit_of
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language import fold, hindsight
from judge.language.desk import Desk
from judge.language.doubles import without_doubles
from judge.language.lexicon import Lexicon
from judge.language.lines import Line
from judge.language.movement import provinces_of
from judge.language.scanner import KINDS
from judge.language.shapes import Shape, is_serious
from judge.language.sheet import Entry, OrderSheet
from judge.language.suspicion import UNSURE
from judge.language.verdict import Taken

_BRIEF = 8
"""Words of a line that may be a list of names."""
_TELLING = frozenset({"there", "er", "daar"})
_TOLD = UNSURE - {"IF"} | {"GREETING", "RESULT", "CANCEL", "OPINION", "LATER"}


def ask_about_quoted(desk: Desk, quoted: Sequence[tuple[int, str, Line]]) -> None:
    """A letter with nothing but orders that somebody else seems to have written: are they meant?"""
    if desk.notes or desk.problems or not quoted:
        return
    number, text, line = quoted[-1]
    for said in line.statements:
        verdict = desk.trial(said.shape) if said.shape and is_serious(said.shape) else None
        if isinstance(verdict, Taken):
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=str(verdict.order)))
            return


def close_for_later(desk: Desk, heading: int) -> None:
    """`This is for the fall`, with no order below it: of those above; `heading` is its line, or 0."""
    said = [*(note.line for note in desk.notes), *(problem.line for problem in desk.problems)]
    if heading and max(said, default=0) < heading:
        for note in [note for note in desk.notes if note.taken.kind is desk.board.phase.kind]:
            hindsight.withdraw(desk, note)


def ask_about_verbs(strange: Sequence[tuple[Desk, int, str, Shape]]) -> None:
    """`Denemarken blokkeert Zweden`: of a unit left without an order, and a place that it can reach."""
    for desk, number, text, shape in strange:
        verdict = desk.trial(shape)
        order = verdict.order if isinstance(verdict, Taken) else None
        known = any(isinstance(order, Move) and unit_of(n.taken.order) == order.unit for n in desk.notes)
        if isinstance(order, Move) and not known and all(p.line != number for p in desk.problems):
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=str(order)))


def ask_what_is_meant(desk: Desk, hint: tuple[int, str] | None, supposed: tuple[int, str] | None) -> None:
    """`Een van beide opheffen`, and no more: between the movements every word about a unit counts.

    In the movement a condition does, `when Germany leaves Paris moves in`, where there is nothing else.
    """
    if desk.notes or desk.problems:
        return
    moving = desk.board.phase.kind is Kind.MOVEMENT
    found = supposed if moving else hint
    if found and (moving or desk.is_waited_for):
        desk.problems.append(Problem(*found, Trouble.CONDITIONAL if moving else Trouble.NOT_UNDERSTOOD))


def _ask_about_names(desk: Desk) -> None:
    """`Gal, Tyr` in the removals, `Silesia (Bohemia if taken)`: names, and no word that is not known.

    Only where the letter would come to nothing, and few words say more than what is to be ordered.
    """
    if desk.notes or desk.problems or desk.board.phase.kind is Kind.MOVEMENT or not desk.is_waited_for:
        return
    wanted = _of_interest(desk)
    for number, text, spot, asked in desk.open:
        words = fold.words(text)
        short = asked and len(words) <= _BRIEF and not text.endswith("?") and words[0] not in _TELLING
        if short and not provinces_of(spot).isdisjoint(wanted) and _is_plain(words, desk.case.lexicon):
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, spot.text))
            return


def _of_interest(desk: Desk) -> set[Province]:
    """Where units may retreat to, be removed or be built."""
    position = desk.case.position
    if desk.board.phase.kind is Kind.RETREATS:
        return {place.province for gone in position.gone for place in gone.retreats}
    return {*position.own} if desk.board.surplus(position.power) < 0 else {*position.sites()}


def _is_plain(words: Sequence[str], lexicon: Lexicon) -> bool:
    """No doubt or past in these, no other power, nothing unknown, and no word for a kind of unit."""
    found = [lexicon.words[word] for word in words if word in lexicon.words]
    roles = frozenset().union(*(word.roles for word in found))
    known = all(word in lexicon.words or word in lexicon.names for word in words)
    kinds = any(len(w) > 1 and w in lexicon.words and lexicon.words[w].terminal in KINDS for w in words)
    return known and not kinds and not roles & _TOLD and not any(word in lexicon.powers for word in words)


def finished(desk: Desk, power: Power) -> OrderSheet:
    """The orders of one power that stand, and what is asked and remarked about all others."""
    desk.close()
    _ask_about_names(desk)
    entries, doubles = without_doubles(desk.notes, repeats=desk.board.economy is not None)
    remarks = [
        Problem(note.line, note.text, remark.trouble, remark.at, order=str(note.taken.order))
        for note in entries
        for remark in note.taken.remarks
    ]
    if desk.board.phase.kind is Kind.RETREATS:
        ordered = tuple(str(unit) for note in entries if (unit := unit_of(note.taken.order)))
        desk.problems = [problem for problem in desk.problems if not _is_settled(problem, ordered)]
    return OrderSheet(
        power=power,
        entries=tuple(
            Entry(note.line, note.text, note.taken.order, note.taken.others, note.taken.kind)
            for note in entries
        ),
        problems=tuple(sorted([*desk.problems, *doubles, *remarks], key=lambda problem: problem.line)),
    )


def _is_settled(problem: Problem, ordered: tuple[str, ...]) -> bool:
    """`My army in Burgundy has to retreat`, where it is said further on where to."""
    asked = problem.candidates if problem.trouble is Trouble.INCOMPLETE else ()
    return bool(asked) and all(candidate.startswith(ordered) for candidate in asked)
