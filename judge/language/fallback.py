"""What comes in place of an order that cannot be given: `if item 1 is not allowed: A Mar instead`.

It is a second choice, where it is plain for which order; else it is asked about. The order itself stands.
"""

from judge.board.orders import Build, Retreat
from judge.board.problems import Problem, Trouble
from judge.language.desk import Desk
from judge.language.doubles import Note, province_of
from judge.language.movement import provinces_of
from judge.language.shapes import Bare, Builds, Disbands, Otherwise, Spot
from judge.language.suspicion import Statement


def falls_back(desk: Desk, number: int, text: str, said: Statement) -> bool:
    """Lay it beside its order, or ask; false where nothing is said of a unit."""
    shape = said.shape
    if shape is None and not (said.named or said.suspect or said.after):
        return False
    if isinstance(shape, Disbands) and shape.unit.spot.absent:
        return False  # `else disband`: so it goes anyhow
    notes = _meant(desk, said.moot or ())
    between = [note for note in notes if isinstance(note.taken.order, Build | Retreat)]
    if len(notes) == len(between) == 1 and isinstance(shape, Bare | Builds):
        return desk.otherwise(number, text, Otherwise(shape.unit), notes[0])
    if not desk.is_asked_about(number):
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
    return True


def _meant(desk: Desk, about: tuple[Spot | int, ...]) -> list[Note]:
    """The orders that are meant by their number in the letter, or by their place."""
    if desk.problems or not about:
        return desk.notes
    match about[0]:
        case int(at):
            return desk.notes[at - 1 : at] if at else []
        case spot:
            places = provinces_of(spot)
            return [note for note in desk.notes if province_of(note.taken.order) in places]
