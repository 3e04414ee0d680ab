"""What is asked about a statement that is no plain order: doubtful, incomplete, misspelt, of several."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from judge.board.geography import Unit
from judge.board.orders import Convoy, ReplenishAll, SupportHold, SupportMove, unit_of
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language import every, fold
from judge.language.desk import Desk
from judge.language.lines import read_line
from judge.language.movement import provinces_of
from judge.language.resting import Rest
from judge.language.shapes import (
    AllHelp,
    AllOf,
    Backs,
    Bare,
    Builds,
    Disbands,
    Echoes,
    Holds,
    Moves,
    Nameless,
    Otherwise,
    RestHolds,
    Retreats,
    Shape,
    Spot,
    WrittenUnit,
)
from judge.language.standing import Standing
from judge.language.subjects import speaks_of_me
from judge.language.suggest import likeness, verb
from judge.language.suspicion import STRUCK, UNSURE, Doubt, Statement
from judge.language.verdict import Refused, Taken

_AS_BEFORE = re.compile(
    r"\b(as|zoals)\s+(we\s+|is\s+)?(agreed|planned|before|discussed|usual|ordered|afgesproken|besproken|gepland"
    r"|eerder|vorige|overeengekomen|voorheen|altijd)\b"
)
_FAREWELL = re.compile(
    r"\b((?<!moet ik )missen|gemist|ik vallen|afscheid|afstand|prijs|do without|can miss|can spare"
    r"|part(?:ing)? with|goodbye|farewell)\b"
)
"""Words for a unit that goes, and for a place that is given up."""
_PARTLY = re.compile(
    r"\b(?:in|on|op|at|from|van|uit)\s+(?:the|het|de)\s+(?:far\s+)?(?:north|south|east|west|noord|zuid|oost)\w*"
)
_PROXY = re.compile(r"\b(?:p|proxy)\s+(?:to\s+|naar\s+|aan\s+)?([^\W\d_]+)\W*$", re.IGNORECASE)
"""An order that another power's player may give: `A Lvp P Italy`."""
_FEW = 5
"""Words of a sentence that names a place to retreat to and says no more of it."""
_SENTENCE = 8
"""Words of a sentence that names several such places and leaves it open."""
_WAVERING = frozenset({"DOUBT", "UNDECIDED"})
_OPEN = frozenset({"OPEN"})
_REFUSING = frozenset({"NOT", "WEAK"})
_STAYS = re.compile(r"\b(?:stay|remain|blij)")
_SHORTEST_SLIP = 4
_LET_BE = ("met rust", "in peace", "alone")
NAMES = frozenset({"Joke"})
"""First names that are words too: alone on the last line of a letter such a word is a name."""
_CLOSE = 75
"""How alike, of a hundred, the second half of `Peter-Jan` must be to a place to be asked about."""
_SLIP = 75
"""How alike, of a hundred, a word without a meaning is to the name of a unit that it may stand for."""


def sent_ahead(desk: Desk, number: int, shape: Shape | None) -> Shape | None:
    """`If dislodged, R Tyr`, below an order: a retreat of the unit that was ordered there."""
    if not _foresees(desk, shape) or desk.last is None or desk.last.line < number - 1:
        return shape
    assert isinstance(shape, Retreats | Disbands)
    unit = unit_of(desk.last.taken.order)
    if unit is None:
        return shape
    place = Spot(str(unit.province), ((unit.province,),), unit.location.coast or None)
    return replace(shape, unit=WrittenUnit(place, unit.type, None, True))


def unnamed(desk: Desk, said: Statement) -> Statement:
    """A retreat of nobody knows which unit: asked about where it is one, and talk elsewhere.

    `I have to remove one`, and no more, is asked about in the end.
    """
    ahead = _foresees(desk, said.shape)
    hint = said.hint or (isinstance(said.shape, Disbands) and said.doubt is Doubt.NONE)
    return replace(said, shape=None, suspect=ahead, half=ahead, at=said.text if ahead else said.at, hint=hint)


def _foresees(desk: Desk, shape: Shape | None) -> bool:
    """Whether it is one for the case that a unit is driven out, and does not say which."""
    if desk.board.phase.kind is not Kind.MOVEMENT or not isinstance(shape, Retreats | Disbands):
        return False
    said = fold.words(shape.unit.spot.text) if shape.unit.spot.absent else []
    known = (desk.case.lexicon.words.get(" ".join(said[:size])) for size in (1, len(said)))
    return len(said) > 1 and any(word is not None and word.roles & {"IF", "FORESEEN"} for word in known)


def which(desk: Desk, number: int, text: str, said: Statement, units: Sequence[Unit]) -> bool:
    """`The fleet to Portugal`, and there are several."""
    waiting = units or [gone.unit for gone in desk.case.position.gone]
    if said.doubt is not Doubt.NONE or not waiting:
        return False
    candidates = tuple(sorted(map(str, waiting)))
    desk.problems.append(Problem(number, text, Trouble.INCOMPLETE, at=said.text, candidates=candidates))
    return True


def all_of(desk: Desk, number: int, text: str, shape: AllOf, correcting: bool) -> bool:
    """`Disband both`: as many orders, or a question."""
    kind = desk.board.phase.kind
    if kind is Kind.MOVEMENT or (shape.verb in ("build", "") and kind is not Kind.ADJUSTMENTS):
        return False
    if not (found := every.orders_for(desk, shape)):
        guess = str(ReplenishAll()) if shape.verb == "pay" else None
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=guess))
    for one in found:
        desk.note(number, text, desk.verdict(one), correcting, one)
        if desk.last is not None:
            desk.last.together = number
    return True


def the_rest(desk: Desk, number: int, text: str, said: Statement, shape: RestHolds) -> bool:
    """`All others hold`: at the end of the letter it is known who they are."""
    if desk.board.phase.kind is not Kind.MOVEMENT:
        return False
    if is_as_before(text) or is_partly(said.text):
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=said.text))
    else:
        desk.resting.append(Rest(number, text, shape.type, len(desk.notes), shape.count))
    return True


def is_slip(desk: Desk, unit: WrittenUnit) -> bool:
    """`Keil to Holland`: hardly another name than that of a unit of ours."""
    text = fold.fold(unit.spot.text)
    if unit.spot.known or unit.spot.absent or len(text) < _SHORTEST_SLIP or not text.isalpha():
        return False
    own = desk.case.position.own
    near = [name for name, where in desk.case.lexicon.names.items() if where[0] in own and name[0] == text[0]]
    return any(fuzz.ratio(name, text) >= _SLIP for name in near)


def ask_about_verb(desk: Desk, number: int, text: str, shape: Shape) -> bool:
    """`Parijs houtd`: a unit of ours, and a slip of a verb that says that it stays; true where it is one."""
    if not isinstance(shape, Moves) or shape.signed or not desk.concerns(shape.unit.spot):
        return False
    word = shape.path.steps[-1]
    slip = not word.known and " " not in word.text and verb(desk.case.lexicon, word.text) == "_HOLDS"
    stays = desk.trial(Holds(shape.unit)) if slip else None
    if isinstance(stays, Taken):
        guess = str(stays.order)
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=word.text, guess=guess))
    return isinstance(stays, Taken)


def is_of_others(desk: Desk, shape: Shape, text: str) -> bool:
    """`Bulgaria is supported by ...`, `ik laat Zweden met rust`: told of a unit that is none of ours."""
    told = isinstance(shape, Moves) and shape.told
    let_be = isinstance(shape, Holds) and text.casefold().rstrip(" .!").endswith(_LET_BE)
    return (told or let_be) and isinstance(shape, Moves | Holds) and not desk.concerns(shape.unit.spot)


def is_name(desk: Desk, shape: Shape, text: str) -> bool:
    """`Peter-Jan`, `Uwe`, as the last line: no unit of ours, no place, and no blank between."""
    if isinstance(shape, Bare):
        unit = shape.unit
        return not (unit.marked or unit.spot.known) and text.isalpha() and text.istitle()
    if not isinstance(shape, Moves) or shape.unit.marked or shape.path.steps[-1].known or " " in text:
        return False
    strange = likeness(desk.case.lexicon, shape.path.steps[-1].text) < _CLOSE
    return strange and not desk.concerns(shape.unit.spot)


def mixed(desk: Desk, number: int, text: str, word: str, standing: Standing) -> Problem:
    """A word with letters of another script: what the line would be in Latin ones."""
    plain = read_line(fold.latin(text), desk.case.lexicon, standing)
    guess = None
    for statement in plain.statements:
        if statement.shape is not None and guess is None:
            verdict = desk.verdict(statement.shape)
            guess = str(verdict.order) if isinstance(verdict, Taken) else None
    return Problem(number, text, Trouble.MIXED_SCRIPT, at=word, guess=guess)


def suspect(desk: Desk, number: int, text: str, said: Statement) -> None:
    guess = None
    if said.attempt is not None and not isinstance(said.attempt, Bare | Backs | Otherwise | Nameless):
        verdict = desk.trial(said.attempt)
        guess = str(verdict.order) if isinstance(verdict, Taken) else None
    trouble = Trouble.INCOMPLETE if said.half else reason(said)
    proxy = _PROXY.search(said.text)
    if proxy is not None and fold.fold(proxy[1]) in desk.case.lexicon.powers:
        trouble, guess = Trouble.NO_SUCH_ORDER, None
    desk.problems.append(Problem(number, text, trouble, at=said.at, guess=guess))


def doubtful(desk: Desk, number: int, text: str, said: Statement, shape: Shape, doubt: Doubt) -> bool:
    """An order under a condition, a doubt or a question: asked about where it names a unit."""
    struck = bool(STRUCK & said.roles)
    if struck and isinstance(shape, Nameless):
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=said.text))
        return True
    half = isinstance(shape, Bare) and desk.board.phase.kind is not Kind.ADJUSTMENTS
    if doubt is Doubt.UNSETTLED and isinstance(shape, Nameless | Backs):
        return _left_open(desk, number, text, said, shape)
    if isinstance(shape, Otherwise) and "IF" in said.roles and desk.board.phase.kind is Kind.MOVEMENT:
        told = shape.unit.marked and shape.unit.spot.known
        if told:  # `F Bre if Spain is still mine, else A Par`
            desk.problems.append(Problem(number, text, Trouble.CONDITIONAL, at=said.text))
        return told
    if half or isinstance(shape, Nameless | Otherwise | Backs):
        return False
    verdict = desk.trial(shape)
    if not shape.unit.marked and doubt is not Doubt.UNSETTLED:
        if isinstance(verdict, Taken) and not text.endswith("?"):
            desk.passed_over.append((number, text, verdict.order))
        return False
    ours = doubt is Doubt.UNSETTLED and desk.concerns(shape.unit.spot)
    nobody = (Trouble.NOT_YOUR_UNIT, Trouble.NO_UNIT_THERE)
    if isinstance(verdict, Refused) and verdict.trouble in nobody and not ours:
        if struck:
            desk.problems.append(Problem(number, text, verdict.trouble, verdict.at, verdict.candidates))
        return struck
    guess = str(verdict.order) if isinstance(verdict, Taken) else None
    desk.problems.append(Problem(number, text, reason(said), at=said.text, guess=guess))
    return True


def unclear(desk: Desk, number: int, text: str, said: Statement) -> bool:
    """`Munich to Burgundy, so does Ruhr`: an order of its own, and which one is asked."""
    unit = said.shape.unit if isinstance(said.shape, Echoes) else None
    desk.last = None
    ours = unit is not None and (unit.marked if unit.spot.absent else desk.concerns(unit.spot))
    if unit is None or said.doubt is not Doubt.NONE or not ours:
        return False
    desk.leave_open(number, text, said.named)
    desk.problems.append(Problem(number, text, Trouble.INCOMPLETE, at=unit.spot.text or said.text))
    return True


def reason(said: Statement) -> Trouble:
    """Why an order is not taken: for its condition, or because it is not plain that it is one."""
    hangs = said.roles & {"IF", "FREE"} and not (STRUCK | _OPEN) & said.roles
    return Trouble.CONDITIONAL if hangs else Trouble.NOT_UNDERSTOOD


def _left_open(desk: Desk, number: int, text: str, said: Statement, shape: Shape) -> bool:
    """`Remove all armies but one`, `if he agrees, Ruhr supports that`: of several, or of another order."""
    kind, moving = desk.board.phase.kind, isinstance(shape, RestHolds | AllHelp | Backs)
    fits = moving is (kind is Kind.MOVEMENT) and (
        not isinstance(shape, Backs) or desk.concerns(shape.unit.spot)
    )
    if fits:
        desk.problems.append(Problem(number, text, reason(said), at=said.text))
    return fits


def is_anothers(desk: Desk, shape: Builds | Disbands) -> bool:
    """Whether it is said to be done by another power, in a place that is of no concern here."""
    theirs = shape.unit.power not in (None, desk.case.position.power)
    return theirs and not desk.concerns(shape.unit.spot)


def stays_helping(desk: Desk, shape: Shape, text: str) -> bool:
    """`Nth S Eng - Bel`, and then `no wait, Nth is staying`: it may well help from there."""
    if not isinstance(shape, Holds) or not _STAYS.search(text.casefold()):
        return False
    own = provinces_of(shape.unit.spot)
    helping = (note.taken.order for note in desk.notes)
    return any(
        isinstance(one, SupportHold | SupportMove | Convoy) and one.unit.province in own for one in helping
    )


def is_as_before(text: str) -> bool:
    """`All stays as agreed`: that all units hold, or that nothing changes in the plans?"""
    return _AS_BEFORE.search(text.casefold()) is not None


def parts_with(desk: Desk, number: int, text: str, said: Statement) -> bool:
    """`I can do without Paris`, while units move: perhaps of the supply center, so it is asked about."""
    if desk.board.phase.kind is not Kind.MOVEMENT or not _FAREWELL.search(said.text.casefold()):
        return False
    desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=said.text))
    return True


def is_partly(text: str) -> bool:
    """`Everything in the south holds`: and which units are those?"""
    return _PARTLY.search(text.casefold()) is not None


def speaks_of_a_retreat(desk: Desk, said: Statement) -> bool:
    """`Gascony or Picardy`, `don't disband Burgundy, ...`, in the retreats: asked if nothing else is said."""
    if desk.board.phase.kind is not Kind.RETREATS:
        return False
    named = provinces_of(*said.named)
    gone = desk.case.position.gone
    free = {place.province for one in gone for place in one.retreats}
    short = len(said.text.split()) <= _FEW and not (said.verbs or said.roles & UNSURE)
    told = said.verbs and bool(said.roles & _REFUSING) and not said.roles & (UNSURE - _REFUSING)
    unsure = "DOUBT" in said.roles and not said.roles & (UNSURE - _WAVERING)
    wavers = unsure and len(said.text.split()) <= _SENTENCE  # `to Gascony or maybe Picardy`
    of_kind = said.after is not None and said.after.type is not None  # `Belgium for the army`
    placed = of_kind and named <= free and not (said.powers or said.roles & UNSURE)
    chosen = ((short or placed) and named & free) or (wavers and len(named & free) > 1)
    return bool(chosen) or (told and any(one.unit.province in named for one in gone))


def is_ours(desk: Desk, number: int, text: str, statements: Sequence[Statement]) -> bool:
    """`Germany builds F Kiel, so I build F Brest`: asked about, where it names what we may order."""
    ours = any(one.shape is not None and any(map(desk.concerns, one.named)) for one in statements)
    ours = ours and speaks_of_me(text)
    if ours:
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
    return ours


def prefers(desk: Desk, number: int, text: str, place: Spot) -> None:
    """`Liefst Bohemen, anders Tirol`, in the retreats: of the unit that has to go, if there is but one."""
    gone = desk.case.position.gone
    if desk.board.phase.kind is not Kind.RETREATS or len(gone) != 1 or desk.notes:
        return
    (unit,) = (one.unit for one in gone)
    mover = WrittenUnit(Spot(str(unit.province), ((unit.province,),)), unit.type, None, True)
    desk.note(number, text, desk.verdict(Retreats(mover, (place,))), False)
