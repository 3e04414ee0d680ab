"""Values made quickly are the values their constructors make."""

import pickle
from collections.abc import Callable
from copy import copy
from dataclasses import FrozenInstanceError, replace

import pytest

from judge.board import atlas
from judge.board.geography import Location, Power, Province, Unit, UnitType
from judge.board.making import keep_note, maker
from judge.board.notation import read
from judge.board.orders import Move
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.board.state import Board
from judge.rules import standard

PARIS, BURGUNDY = Province("PAR"), Province("BUR")
FRANCE, HOLD = Power("FRANCE"), read("A PAR H")
BOARD = standard.start(atlas.load("standard"), standard.options({}))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Culprit, (FRANCE, HOLD)),
        (Result, (FRANCE, HOLD, Outcome.SUCCEEDS, Reason.OK)),
        (Result, (FRANCE, HOLD, Outcome.CUT, Reason.CUT, (Culprit(FRANCE, HOLD),), 1, 2, None, False)),
        (Board, (BOARD.geography, BOARD.phase, BOARD.units, BOARD.centers)),
        (Adjudication, (BOARD, (), BOARD)),
    ],
)
def test_a_value_made_quickly_is_the_one_its_constructor_makes(
    kind: Callable[..., object], fields: tuple[object, ...]
) -> None:
    quick, plain = maker(kind)(*fields), kind(*fields)
    assert type(quick) is type(plain)
    assert quick == plain
    assert repr(quick) == repr(plain)


def test_a_value_made_quickly_takes_fields_by_name() -> None:
    quick = maker(Result)(FRANCE, HOLD, reason=Reason.OK, outcome=Outcome.SUCCEEDS, written=False)
    assert quick == Result(FRANCE, HOLD, Outcome.SUCCEEDS, Reason.OK, written=False)


def test_a_value_made_quickly_is_frozen_hashes_and_comes_back_from_storage() -> None:
    quick = maker(Result)(FRANCE, HOLD, Outcome.SUCCEEDS, Reason.OK)
    with pytest.raises(FrozenInstanceError):
        quick.strength = 2  # type: ignore[misc]
    assert hash(quick) == hash(Result(FRANCE, HOLD, Outcome.SUCCEEDS, Reason.OK))
    assert pickle.loads(pickle.dumps(quick)) == quick
    assert replace(quick, strength=2).strength == 2


def test_a_note_is_no_part_of_a_value() -> None:
    noted, plain = read("A PAR - BUR"), Move(Unit(UnitType.ARMY, Location(PARIS)), Location(BURGUNDY))
    keep_note(noted, ("anything",))
    assert noted == plain
    assert hash(noted) == hash(plain)
    assert repr(noted) == repr(plain)
    for other in (copy(noted), replace(noted), pickle.loads(pickle.dumps(noted))):
        assert other == noted
        assert not hasattr(other, "note")


def test_values_made_one_after_the_other_share_nothing_that_can_change() -> None:
    first, second = (maker(Adjudication)(BOARD, (), BOARD) for _ in range(2))
    assert first.gained is not second.gained
