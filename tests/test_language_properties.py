"""What holds for any text at all."""

import string

from hypothesis import given, settings
from hypothesis import strategies as st
from language_cases import POSITIONS

from judge.board.geography import Power
from judge.language import guess_language, read_commands, read_orders

FRANCE = Power("FRANCE")
VOCABULARY = """
A F L V Par Parijs Bur Bourgondië Mar Gas Bre Mao Spa Spa/nc (zuidkust) - -> naar to S C K steunt H
houdt , . ; : ? ! ( ) / + > R D B bouw build remove hef op niet misschien als of en or else anders de rest
England Engelse FRANCE: via convoy per konvooi * 1. • — “ ” # // 1902 verwijder waive pas trekt terug aan
konvooieert correctie clear vervang alles met with from van uit gesteund door supported by that dat
nu now volgend jaar next year wait no nee wijk haal pull val lose it hem geeft daarbij steun vanuit aan for
"""
WORDS = st.sampled_from(VOCABULARY.split())
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join)
LETTERS = st.lists(SENTENCES, max_size=8).map("\n".join)
SIMPLE = [
    "A Par - Bur",
    "L Mar steunt L Par - Bou",
    "V Brest naar Kanaal",
    "A Gas H",
    "Hoi!",
    "A Mao - Moon",
    "F Mao - Spa",
]


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(max_size=300),
    place=st.sampled_from(sorted(POSITIONS)),
    language=st.sampled_from(["nl", "en", "de"]),
)
def test_any_text_is_read_without_an_exception(text: str, place: str, language: str) -> None:
    sheet = read_orders(text, POSITIONS[place], FRANCE, language)
    assert len(sheet.entries) <= 40
    read_commands(text, text[:40], language)
    guess_language(text)


@settings(max_examples=150, deadline=None)
@given(text=LETTERS, place=st.sampled_from(sorted(POSITIONS)))
def test_any_mixture_of_our_words_is_read_without_an_exception(text: str, place: str) -> None:
    sheet = read_orders(text, POSITIONS[place], FRANCE, "nl")
    lines = text.count("\n") + 1
    assert all(1 <= entry.line <= lines for entry in sheet.entries)
    assert all(0 <= problem.line <= lines for problem in sheet.problems)


@settings(max_examples=100, deadline=None)
@given(text=LETTERS)
def test_only_own_units_are_ever_ordered(text: str) -> None:
    board = POSITIONS["europe"]
    own = set(board.units[FRANCE])
    sheet = read_orders(text, board, FRANCE, "nl")
    movement = [entry.order for entry in sheet.entries if entry.kind is board.phase.kind]
    assert all(hasattr(order, "unit") and order.unit in own for order in movement)
    assert len({order.unit for order in movement if hasattr(order, "unit")}) == len(movement)


@settings(max_examples=60, deadline=None)
@given(lines=st.permutations(SIMPLE))
def test_shuffling_the_lines_changes_nothing_but_line_numbers(lines: list[str]) -> None:
    def found(order: list[str]) -> tuple[set[str], set[tuple[str, str]], set[str]]:
        sheet = read_orders("\n".join(order), POSITIONS["europe"], FRANCE, "nl")
        problems = {(problem.text, problem.trouble.value) for problem in sheet.problems}
        return {str(entry.order) for entry in sheet.entries}, problems, set(sheet.ignored)

    assert found(lines) == found(SIMPLE)


@settings(max_examples=60, deadline=None)
@given(
    junk=st.text(string.printable, max_size=60).filter(
        lambda text: not set(text) & set("\n\r\x0b\x0c\x1c\x1d\x1e")
    )
)
def test_a_line_of_junk_costs_no_other_line(junk: str) -> None:
    sheet = read_orders(f"A Par - Bur\n\n{junk}\n\nF Bre - Eng", POSITIONS["europe"], FRANCE, "en")
    if not sheet.clear:
        touched = {str(order) for entry in sheet.entries for order in (entry.order,)}
        assert "F BRE - ENG" in touched or any("BRE" in str(problem) for problem in sheet.problems)
