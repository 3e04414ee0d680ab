"""The checker names every fault of a board file with its line."""

from pathlib import Path

import pytest

from judge import resources
from judge.board import atlas
from judge.board.checking import check_file

GOOD = """\
format  = 1
id      = "islet"
title   = "Islet"
begin   = "spring 1901 movement"
victory = 2
neutral = "cov"
[powers]
north = { letter = "N", home = "hil", units = "A hil" }
south = { letter = "S", home = "bay", units = "F bay" }
[land]
hil = "bay cov"
[coast]
bay = { army = "cov hil", fleet = "cov/wc sea" }
cov = { army = "bay hil", ec = "sea", wc = "bay sea" }
[sea]
sea = "bay cov/ec cov/wc"
"""


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "islet.toml"
    path.write_text(text, encoding="utf-8")
    return [str(fault) for fault in check_file(path)]


def test_a_good_board_has_no_faults_and_loads(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []
    assert len(atlas.load_file(tmp_path / "islet.toml").terrain) == 4


@pytest.mark.parametrize("name", atlas.shipped())
def test_every_shipped_board_is_clean(name: str) -> None:
    assert check_file(resources.maps() / f"{name}.toml") == ()


SLIPS = [
    ("format  = 1", "format  = 2", "line 1: format = 1 is missing"),
    ('id      = "islet"', "", "id = "),
    ('title   = "Islet"', 'titel   = "Islet"', "line 3: 'titel' is nothing a board file has"),
    ('"spring 1901 movement"', '"some day"', "line 4: begin = 'some day'"),
    ("victory = 2", "victory = 9", "line 5: victory = 9, but there are 3 centers"),
    ("victory = 2", 'victory = "two"', "line 5: victory = 'two'"),
    ('neutral = "cov"', 'neutral = "cow"', "line 6: neutral 'cow' is no province"),
    ('neutral = "cov"', 'neutral = "cov bay"', "line 6: bay is neutral, and owned by south"),
    ('home = "hil"', 'home = "hil bay"', "line 9: south has bay as home, and so has north"),
    ('letter = "S"', 'letter = "N"', "line 9: south has the letter N, and so has north"),
    ('units = "A hil"', 'units = "F hil"', "line 8: north begins with F hil, where no fleet can stand"),
    ('units = "A hil"', 'units = "A hul"', "line 8: north begins with A hul, but 'hul' is no province"),
    ('"A hil"', '"A hil, A bay"', "line 9: south begins with F bay, where north's A bay"),
    ('"F bay"', '"F cov"', "line 9: south begins with F cov, where no fleet can stand: name"),
    ('units = "F bay"', 'units = "bay"', "line 9: south: 'bay' is no unit"),
    ('units = "F bay"', 'unit = "F bay"', "line 9: south: 'unit' is nothing a power has"),
    ('hil = "bay cov"', 'hil = "bay"', "line 14: cov has hil as a neighbour for armies"),
    ('hil = "bay cov"', 'hil = "bay cov cov"', "line 11: hil has cov twice"),
    ('hil = "bay cov"', 'hil = "bay cov hil"', "line 11: hil borders itself"),
    ('hil = "bay cov"', 'hil = "bay cov sea"', "line 11: hil borders sea for armies, but no armies"),
    ('hil = "bay cov"', 'hil = "bay cov nix"', "line 11: hil borders 'nix', which is no province"),
    ('hil = "bay cov"', "hil = 3", "line 11: hil: write its neighbours"),
    ('"cov/wc sea"', '"cov sea"', "line 13: bay borders cov, whose coasts are apart"),
    ('"cov/wc sea"', '"cov/nc sea"', "line 13: bay borders cov/nc, and there is no such"),
    ('"cov/wc sea"', '"cov/wc sea", nc = "sea"', "line 13: bay has both fleet and coasts"),
    ('ec = "sea"', 'e9 = "sea"', "line 14: cov: 'e9' is no coast"),
    ('"bay cov/ec cov/wc"', '"bay cov/ec cov/wc hil"', "line 16: sea borders hil for fleets"),
    ('"bay cov/ec cov/wc"', '"bay cov/ec cov/wc"\nfar = ""', "line 17: far cannot be reached from hil"),
    ("[land]", '[land]\nbay = "hil"', "line 11: bay is described in two sections"),
    ("[sea]", "[seas]", "line 15: 'seas' is nothing a board file has"),
    ("[sea]", "[sea", "line 15: not readable as TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "fault"), SLIPS)
def test_a_slip_is_named_with_its_line(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    assert right in GOOD
    found = faults(tmp_path, GOOD.replace(right, wrong, 1))
    assert any(fault in text for text in found), found


EXTRAS = [
    ("[special]\nnix = { convoy = true }\n", "line 18: [special] 'nix' is no province"),
    ("[special]\nbay = { convey = true }\n", "line 18: bay: 'convey' is no oddity"),
    ('[[border]]\nbetween = "bay"\n', "line 17: between"),
    ('[[border]]\nbetween = "hil sea"\nstrength = -1\n', "line 17: [[border]] hil and sea are no neighbours"),
    ('[[border]]\nbetween = "hil bay"\nunit = "tank"\n', "line 17: unit = 'tank'"),
    ('[names.en]\nhul = "Hill"\n', "line 18: [names.en] 'hul' is no province"),
    ('[powernames.en]\neast = ["East"]\n', "line 18: [powernames.en] 'east' is no power"),
]


@pytest.mark.parametrize(("more", "fault"), EXTRAS)
def test_a_slip_in_the_oddities_and_names_is_named_too(tmp_path: Path, more: str, fault: str) -> None:
    found = faults(tmp_path, GOOD + more)
    assert any(fault in text for text in found), found


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('hil = "bay cov"', 'hil = "bay nix"').replace('letter = "S"', 'letter = "N"')
    found = faults(tmp_path, text)
    assert len(found) == 3
    assert found == sorted(found, key=lambda fault: int(fault.split()[1].rstrip(":")))


def test_a_variant_is_checked_with_its_base(tmp_path: Path) -> None:
    text = 'format = 1\nid = "odd"\nbase = "standard"\n[coast]\nbre = { army = "-gas" }\n'
    found = faults(tmp_path, text)
    assert found == ["line 5: gas has bre as a neighbour for armies, but bre does not have gas"]


def test_an_unknown_base_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, 'format = 1\nid = "odd"\nbase = "nowhere"\n')
    assert found[0].startswith("line 3: ")


def test_a_file_that_is_no_text_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(check_file(path)[0]).startswith("the file cannot be read")
    assert str(check_file(tmp_path / "none.toml")[0]).startswith("the file cannot be read")
