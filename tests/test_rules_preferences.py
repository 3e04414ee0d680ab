"""Preference lists: the first order that can be carried out is taken."""

from dataclasses import replace

from judge.board import atlas
from judge.board.geography import Power, Province
from judge.board.notation import read, read_unit
from judge.board.orders import Order
from judge.board.phases import Phase
from judge.board.state import Board, Dislodged
from judge.rules import standard
from judge.rules.preferences import choose

OPTIONS = standard.options({})
FRANCE, AUSTRIA = Power("FRANCE"), Power("AUSTRIA")


def wish(text: str) -> tuple[Order, ...]:
    return tuple(map(read, text.split(", ")))


def winter(units: str, centers: str) -> Board:
    standing = {FRANCE: tuple(sorted(map(read_unit, units.split(", "))))}
    owned = {FRANCE: tuple(map(Province, centers.split()))}
    return Board(atlas.load("standard"), Phase.read("W1901A"), standing, owned)


def retreat(*units: str) -> Board:
    board = Board(atlas.load("standard"), Phase.read("S1905R"), {Power("TURKEY"): (read_unit("A BOH"),)}, {})
    gone = [Dislodged(AUSTRIA, read_unit(unit), Province("TRI"), False, ()) for unit in units]
    return standard.dislodge(replace(board), tuple(gone), OPTIONS)


def chosen(board: Board, power: Power, *wishes: str) -> list[str]:
    found = choose(standard, board, {power: [wish(w) for w in wishes]}, OPTIONS)[power]
    return [str(order) for order in found]


def test_a_retreat_goes_to_the_first_place_that_is_open() -> None:
    assert chosen(retreat("A VIE"), AUSTRIA, "A VIE R BOH, A VIE R GAL, A VIE R TYR") == ["A VIE R GAL"]


def test_two_retreats_of_one_power_do_not_run_into_each_other() -> None:
    board = retreat("A VIE", "A BUD")
    assert chosen(board, AUSTRIA, "A VIE R GAL, A VIE R TYR", "A BUD R GAL, A BUD R SER") == [
        "A VIE R GAL",
        "A BUD R SER",
    ]


def test_a_build_falls_back_on_the_next_when_the_center_is_taken() -> None:
    board = winter("A PAR, A SPA", "PAR BRE MAR SPA")
    assert chosen(board, FRANCE, "A PAR B, A MAR B", "F MAR B, F BRE B") == ["A MAR B", "F BRE B"]


def test_a_list_none_of_which_can_be_done_keeps_its_first_order_so_that_its_reason_is_told() -> None:
    board = winter("A PAR, A SPA", "PAR BRE MAR SPA")
    assert chosen(board, FRANCE, "A PAR B, F PAR B") == ["A PAR B"]


def test_an_order_without_alternatives_stays_what_it_is() -> None:
    assert chosen(retreat("A VIE"), AUSTRIA, "A VIE D") == ["A VIE D"]
