"""Orders corrected or taken back by what is said after them. What is not plain is asked about."""

from collections.abc import Collection
from dataclasses import replace

from judge.board.geography import Province, UnitType
from judge.board.orders import (
    Build,
    Convoy,
    Demolish,
    Disband,
    Move,
    Order,
    Place,
    ReplenishBuilding,
    Research,
    Retreat,
    SupportMove,
    unit_of,
)
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language import fold, suggest
from judge.language.afterthoughts import Afterthought, Scope
from judge.language.desk import Desk
from judge.language.doubles import Note, province_of
from judge.language.movement import provinces_of
from judge.language.shapes import (
    Bare,
    Builds,
    Disbands,
    Holds,
    Moves,
    Path,
    Retreats,
    Shape,
    Spot,
    WrittenUnit,
)
from judge.language.suspicion import Statement
from judge.language.verdict import Taken

NOT_A_SENTENCE = 3
SHORT = 6
"""Of how many words a sentence is that is about an order, and not about the world."""
_WAVERING = frozenset({"DOUBT", "NOT", "TURN", "CORRECTION", "RETRACT", "CANCEL"})
_IT = frozenset({"it", "this", "that", "which", "die", "dat", "deze", "dit"})
NEAR = 2
"""How many lines after an order `scratch that` may still be about it."""


def reconsider(desk: Desk, number: int, text: str, said: Afterthought, turned: bool) -> bool:
    """Apply an afterthought to the orders taken so far; whether it concerned any. `turned`: it corrects."""
    if said.back is not None and (taken := _taken_back(desk, number, said)):
        for note in taken:
            withdraw(desk, note, why=Trouble.CONDITIONAL if said.hangs else Trouble.NOT_UNDERSTOOD)
        return True
    if said.builds and desk.last and isinstance(desk.last.taken.order, Disband | Retreat):
        return False  # `Disband Munich. I'd rather build at home.`
    if said.back is Scope.NAMED:
        return False  # `fleet Brest - scrap that`, and no such order was taken
    if turned and not said.plain and (meddled := _named(desk, said)):
        for note in meddled:
            withdraw(desk, note)
        return True
    last = desk.last
    if not turned or last is None or last.line < number - NEAR or last not in desk.notes:
        return False
    if said.word and _is_coast(desk, said.word) and target_of(last.taken.order):
        withdraw(desk, last)
        return True
    if said.word and (meant := _spelled(desk, last, said.word)) is not None:
        withdraw(desk, last, meant)
        return True
    if not (said.spots or said.type or said.holds or said.disbands):
        return False
    meant = mended(desk, last, said) if said.plain else None
    if meant is None:
        return _unsettled_others(desk, last, said) or _unsettled(desk, last, said)
    put_right(desk, number, text, last, said, meant)
    return True


def _is_coast(desk: Desk, word: str) -> bool:
    """`MAO naar Spanje zuidkust, nee noordkust`."""
    entry = desk.case.lexicon.words.get(fold.fold(word))
    return entry is not None and bool(entry.coast or entry.side)


def is_brief(text: str) -> bool:
    """Whether it is too short for a sentence."""
    return len(text.split()) <= NOT_A_SENTENCE


def withdraw(
    desk: Desk, note: Note, meant: Taken | None = None, why: Trouble = Trouble.NOT_UNDERSTOOD
) -> None:
    """An order that no longer stands; asked about at the end, unless another one comes in its place."""
    if note not in desk.notes:
        return
    desk.drop(note)
    for other in [one for one in desk.notes if note.together and one.together == note.together]:
        withdraw(desk, other)
    guess = str(meant.order if meant else note.taken.order)
    order = None if meant is None else str(note.taken.order)
    problem = Problem(note.line, note.text, why, guess=guess, order=order)
    desk.withdrawn.append((note, problem))


def keep(desk: Desk, spot: Spot) -> None:
    """What was ordered for a unit does not stand: `Leave Gascony alone`, in the adjustments."""
    for note in [note for note in desk.notes if _is_named(note, (spot,))]:
        withdraw(desk, note)


def goes_on(desk: Desk, number: int, shape: Shape) -> bool:
    """`Gas supports Par. It goes to Burgundy`: who does, and what becomes of the order before?"""
    last = desk.last
    told = isinstance(shape, Retreats) and shape.targets and shape.unit.spot.text.casefold() in _IT
    if not told or last is None or last not in desk.notes or last.line < number - 1:
        return False
    withdraw(desk, last)
    return True


def scraps(desk: Desk, shape: Disbands) -> bool:
    """`Scrap Brest`, after a build there or a move of the unit: the order is meant, not the unit."""
    if not shape.surplus or shape.by_letter:
        return False
    notes = [note for note in desk.notes if _is_named(note, (shape.unit.spot,))]
    for note in notes:
        if isinstance(note.taken.order, Disband):
            return False
        withdraw(desk, note)
    return bool(notes)


def _taken_back(desk: Desk, number: int, said: Afterthought) -> list[Note]:
    notes = [note for note in desk.notes if not note.implied]
    match said.back:
        case Scope.WHOLE:
            return notes
        case Scope.ALL if not said.inline:
            return notes
        case Scope.FIRST:
            return notes[:1]
        case Scope.LAST | Scope.ALL:
            last = desk.last if desk.last in notes else None
            return _together(notes, last) if last is not None and last.line >= number - NEAR else []
        case _:
            return _named(desk, said)


def _together(notes: list[Note], last: Note) -> list[Note]:
    """`F Ion and F Tys convoy Tun to Nap. Forget it`: what was said in one breath."""
    carried = last.taken.order
    if not isinstance(carried, Convoy):
        return [last]
    return [
        note
        for note in notes
        if note.line == last.line
        and isinstance(order := note.taken.order, Convoy)
        and (order.army, order.target) == (carried.army, carried.target)
    ]


def _named(desk: Desk, said: Afterthought) -> list[Note]:
    ways = [said.spots, said.spots[::-1]] if said.turns and not said.plain else [said.spots]
    notes = [note for note in desk.notes if said.spots and not note.implied]
    if said.aimed:
        aims = provinces_of(said.spots[0])
        return [note for note in notes if target_of(note.taken.order) in aims]
    return [note for note in notes if any(_is_named(note, spots) for spots in ways)]


def mended(desk: Desk, note: Note, said: Afterthought) -> Taken | None:
    """What an order comes to with the new name, kind or verb in it."""
    shape = _reshaped(note.shape, said, desk.board.phase.kind is Kind.RETREATS)
    if shape is None:
        return None
    verdict = desk.trial(shape)
    if not isinstance(verdict, Taken):
        return None
    others = [other.taken.order for other in desk.notes if other is not note]
    built = isinstance(verdict.order, Build | Disband)
    twice = built and unit_of(verdict.order) in [unit_of(order) for order in others]
    return None if twice else verdict


def _reshaped(shape: Shape | None, said: Afterthought, retreating: bool = False) -> Shape | None:
    """The order before with the new name, kind or verb in it."""
    spot = said.spots[0] if said.spots else None
    match shape:
        case Moves(unit) | Holds(unit) if said.holds:
            return Holds(unit)
        case Retreats(unit) if said.disbands:
            return Disbands(unit)
        case Moves(unit) if said.disbands and retreating:
            return Disbands(unit)
        case Disbands(unit) if retreating and spot is not None and said.type is None:
            return Retreats(unit, (spot,))
        case Moves(unit) if spot is not None and said.type is None:
            return Moves(unit, Path((spot,)))
        case Retreats(unit) if spot is not None and said.type is None:
            return Retreats(unit, (spot,))
        case Builds(unit) | Bare(unit) if spot is not None:
            return Builds(WrittenUnit(spot, said.type or unit.type, None, True))
        case Builds(unit) | Bare(unit) if said.type is not None:
            return Builds(replace(unit, type=said.type))
        case Disbands(unit) if spot is not None:
            return replace(shape, unit=WrittenUnit(spot, said.type, None, True))
        case _:
            return None


def _unsettled(desk: Desk, note: Note, said: Afterthought) -> bool:
    """Words that may change the order, and how is not clear: it is asked about."""
    if not said.plain and not _concerns(desk, note, said):
        return False
    for one in _together([*desk.notes], note):
        withdraw(desk, one)
    return True


def _unsettled_others(desk: Desk, last: Note, said: Afterthought) -> bool:
    """`Mun - Ruh, Ber - Kie. Correction: Burgundy`: where the last one cannot go, and another can."""
    near = [note for note in desk.notes if note.line >= last.line - NEAR and note is not last]
    meant = [note for note in near if said.plain and said.spots and mended(desk, note, said)]
    for note in meant:
        withdraw(desk, note)
    return bool(meant)


def none_of(desk: Desk, kind: UnitType) -> bool:
    """`A Paris, F Brest. Actually no fleet`: what was ordered of that kind is taken back."""
    notes = [n for n in desk.notes if (unit := unit_of(n.taken.order)) is not None and unit.type is kind]
    for note in notes:
        withdraw(desk, note)
    return bool(notes)


def spares(desk: Desk, number: int, text: str, said: Statement) -> bool:
    """`All hold, except the fleets`: the others of the kind hold, and what do these do?"""
    kind = said.after.type if said.after is not None else None
    if kind is None or said.named or not desk.resting:
        return False
    others = UnitType.ARMY if kind is UnitType.FLEET else UnitType.FLEET
    desk.resting = [replace(rest, type=rest.type or others) for rest in desk.resting]
    desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=said.text))
    return True


def exchange(desk: Desk, spots: tuple[Spot, ...]) -> None:
    """`Replace Ruhr with Burgundy`: the orders that go to either are no longer certain."""
    named = provinces_of(*spots)
    for note in [note for note in desk.notes if not note.implied]:
        if target_of(note.taken.order) in named:
            withdraw(desk, note)


def _concerns(desk: Desk, note: Note, said: Afterthought) -> bool:
    if said.holds or said.disbands or said.type is not None or said.inline:
        return True
    own = _place_of(note.taken.order)
    for spot in said.spots:
        if own in provinces_of(spot):
            return True
        shape = _reshaped(note.shape, replace(said, spots=(spot,), type=None))
        if shape is not None and isinstance(desk.trial(shape), Taken):
            return True
    return False


def put_right(desk: Desk, number: int, text: str, old: Note, said: Afterthought, meant: Taken) -> None:
    """Lay the order that was meant in the place of another; where that is not plain, ask."""
    if _may_be_another(desk, old, meant) or said.inline:
        withdraw(desk, old, meant)
        return
    shape = old.shape
    desk.drop(old)
    note = Note(number, text, meant, correction=True, mends=old.taken.order != meant.order)
    note.shape = shape
    desk.restore(note)
    desk.last = note


def _may_be_another(desk: Desk, old: Note, meant: Taken) -> bool:
    """`A Mun - Tyr, no, Boh`, where a unit of ours in Bohemia could go to Tyrolia as well."""
    match old.taken.order, meant.order:
        case Move(target=before), Move(target=after):
            other = desk.case.position.own.get(after.province)
            return other is not None and desk.case.position.reaches(other, before.province)
        case Retreat(), Retreat(target=after):
            return after.province in desk.case.position.dislodged
        case _:
            return False


def _spelled(desk: Desk, note: Note, word: str) -> Taken | None:
    """What a correction of one misspelt word would come to."""
    for province in suggest.provinces(desk.case.lexicon, word):
        shape = _reshaped(note.shape, Afterthought(spots=(Spot(word, ((province,),)),)))
        verdict = desk.trial(shape) if shape is not None else None
        if isinstance(verdict, Taken):
            return verdict
    return None


def instead(desk: Desk, before: Note | None, strong: bool, meant: bool = False) -> None:
    """`A Par - Bur. No, A Mar - Bur`: the same with another unit; the one before is asked about.

    `meant`: `I mean A Mar - Spa` is said in the place of whatever was said before.
    """
    note = desk.last
    if note is None or before is None or before not in desk.notes or before.line < note.line - NEAR:
        return
    here, there = unit_of(before.taken.order), unit_of(note.taken.order)
    match before.taken.order, note.taken.order:
        case Move(target=one), Move(target=two) if here != there and one.province == two.province:
            withdraw(desk, before)
        case (Build(), Build()) | (Disband(), Disband()) if here != there and strong:
            withdraw(desk, before)
        case (Place() | Build(), Place()) | (Place(), Build()) | (Research(), Research()) if strong:
            withdraw(desk, before)
        case Place(building=one), Place(building=two) if one is two:
            withdraw(desk, before)
        case _ if (meant or strong) and here != there and not _is_ordered_before(desk, note):
            withdraw(desk, before)
        case _:
            pass


def _is_ordered_before(desk: Desk, last: Note) -> bool:
    """Whether it corrects an order for the same unit, and no other."""
    return any(unit_of(n.taken.order) == unit_of(last.taken.order) for n in desk.notes if n is not last)


def unsettle(desk: Desk, number: int, spots: tuple[Spot, ...], roles: frozenset[str], text: str) -> None:
    """`Bij Parijs twijfel ik nog`, `maybe Pic`, after an order for Paris: said shortly, of the order."""
    size, last = len(text.split()), desk.last
    if not roles & _WAVERING or size > SHORT:
        return
    near = last is not None and last in desk.notes and last.line >= number - NEAR
    if last is not None and near and _is_open(desk, last, spots, roles, size):
        withdraw(desk, last)
    for note in [note for note in desk.notes if not note.implied and _is_meant(note, spots, roles)]:
        withdraw(desk, note)


def _is_open(desk: Desk, last: Note, spots: tuple[Spot, ...], roles: frozenset[str], size: int) -> bool:
    """`Not sure though`, or another place where the unit could go as well."""
    if not spots:
        return "DOUBT" in roles and size <= NOT_A_SENTENCE
    others = {"DOUBT", "TURN", "CORRECTION"} & roles and "NOT" not in roles
    return bool(others) and len(spots) == 1 and mended(desk, last, Afterthought(spots=spots)) is not None


def _is_meant(note: Note, spots: tuple[Spot, ...], roles: frozenset[str]) -> bool:
    if not spots:
        return False
    ways = [spots if "NOT" in roles else spots[:1]]  # `not Par - Pic` leaves Par - Bur alone
    if roles & {"TURN", "CORRECTION"}:
        ways.append(spots[-1:])  # `Picardy for Paris is better`
    return any(_is_named(note, way) for way in ways)


def _is_named(note: Note, spots: tuple[Spot, ...]) -> bool:
    """`forget Mun`, `not Mun - Bur`; but not Mun - Bur where `Mun - Tyr` is ruled out."""
    unit, target = _place_of(note.taken.order), target_of(note.taken.order)
    if unit not in provinces_of(spots[0]):
        return False
    return len(spots) == 1 or target is None or target in provinces_of(spots[-1])


def is_about(note: Note, places: Collection[Province]) -> bool:
    """Whether one of these is where the unit of an order stands, or where the order goes."""
    return _place_of(note.taken.order) in places or target_of(note.taken.order) in places


def _place_of(order: Order) -> Province | None:
    """What an order is for: where its unit stands, or the building."""
    match order:
        case Place(province=province) | Demolish(province=province) | ReplenishBuilding(province=province):
            return province
        case _:
            return province_of(order)


def target_of(order: Order) -> Province | None:
    """Where an order goes, if anywhere."""
    match order:
        case Move(target=target) | Retreat(target=target) | SupportMove(target=target):
            return target.province
        case _:
            return None
