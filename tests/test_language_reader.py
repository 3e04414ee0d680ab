"""The reader as a whole: what a letter comes to, line by line."""

import pytest
from language_cases import POSITIONS

from judge.board.geography import Power
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.language import OrderSheet, read_orders

FRANCE = Power("FRANCE")


def read(text: str, language: str = "nl", position: str = "europe", **how: bool) -> OrderSheet:
    return read_orders(text, POSITIONS[position], FRANCE, language, **how)


def orders(sheet: OrderSheet) -> list[str]:
    return [str(entry.order) for entry in sheet.entries]


def only_problem(sheet: OrderSheet) -> Problem:
    (problem,) = sheet.problems
    return problem


LETTER = """Beste spelleider,

Hierbij mijn orders voor najaar 1902. Sorry dat ik zo laat ben!

1. leger Parijs naar Bourgondie
2. leger Marseille steunt leger Parijs naar Bourgondi
3. V Brest - Kanaal (hopelijk)

Groetjes,
Piet
"""


def test_a_bad_line_does_not_cost_the_good_ones() -> None:
    sheet = read("A Par - Bur\nA Mar - Munn\nF Bre - Eng")
    assert orders(sheet) == ["A PAR - BUR", "F BRE - ENG"]
    assert only_problem(sheet).line == 2


def test_every_line_of_a_letter_is_answered_or_left_as_talk() -> None:
    sheet = read(LETTER)
    assert [(entry.line, str(entry.order)) for entry in sheet.entries] == [
        (5, "A PAR - BUR"),
        (6, "A MAR S A PAR - BUR"),
        (7, "F BRE - ENG"),
    ]
    assert not sheet.problems
    assert sheet.ignored[0] == "Beste spelleider,"
    assert sheet.ignored[-1] == "Piet"


def test_the_players_own_words_are_kept_beside_the_order() -> None:
    assert read("  - Leger Parijs naar Bourgondië  ").entries[0].text == "- Leger Parijs naar Bourgondië"


@pytest.mark.parametrize(
    ("text", "at", "guess"),
    [
        ("A Par - Burgnudy", "Burgnudy", "A PAR - BUR"),
        ("A Per - Pic", "Per", "A PAR - PIC"),
        ("leger Marselle naar Spanje", "Marselle", "A MAR - SPA"),
        ("L Mar S L Parjis - Bou", "Parjis", "A MAR S A PAR - BUR"),
    ],
)
def test_a_slip_is_suggested_with_the_whole_line_and_never_taken(text: str, at: str, guess: str) -> None:
    sheet = read(text)
    assert not sheet.entries
    problem = only_problem(sheet)
    assert (problem.trouble, problem.at, problem.guess) == (Trouble.NO_SUCH_PROVINCE, at, guess)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Gas supprots A Mar", "A GAS S A MAR"),
        ("leger Gascogne setunt leger Marseille naar Bourgondië", "A GAS S A MAR - BUR"),
        ("Gascony suports Marseilles", "A GAS S A MAR"),
        ("Parijs gaart naar Bourgondië", "A PAR - BUR"),
        ("leger Parijs vlat Bourgondië aan", "A PAR - BUR"),
        ("A Par hodls", "A PAR H"),
        ("leger Parijs houtd", "A PAR H"),
    ],
)
def test_a_slip_of_a_verb_is_suggested_as_a_whole_order_and_never_taken(text: str, meant: str) -> None:
    sheet = read(text)
    assert not sheet.entries
    assert [problem.guess for problem in sheet.problems] == [meant]


def test_the_suggested_line_can_be_sent_back_as_it_is() -> None:
    guess = only_problem(read("A Par - Burgnudy")).guess
    assert guess is not None
    assert orders(read(guess)) == [guess]


def test_a_slip_in_a_verb_is_no_order_and_no_talk() -> None:
    assert only_problem(read("A Par steuntt A Mar - Bur")).trouble is Trouble.NOT_UNDERSTOOD


def test_the_wrong_letter_is_tolerated_where_one_unit_stands_and_remarked_on() -> None:
    sheet = read("F Par - Bur")
    assert orders(sheet) == ["A PAR - BUR"]
    assert only_problem(sheet).trouble is Trouble.UNIT_LETTER
    assert only_problem(sheet).is_remark


def test_the_unit_of_another_power_is_not_ordered() -> None:
    problem = only_problem(read("A Mun - Bur"))
    assert (problem.trouble, problem.candidates) == (Trouble.NOT_YOUR_UNIT, ("GERMANY",))


def test_a_province_without_a_unit_is_said_to_be_empty() -> None:
    assert only_problem(read("F NAO - IRI")).trouble is Trouble.NO_UNIT_THERE


def test_an_order_that_cannot_be_carried_out_is_refused_at_once() -> None:
    problem = only_problem(read("A Par - Mos"))
    assert (problem.trouble, problem.order) == (Trouble.CANNOT_REACH, "A PAR - MOS")


def test_the_adjudicator_keeps_an_order_that_cannot_be_carried_out() -> None:
    sheet = read("A Par - Mos\nA Mar S A Par - Mos\nF Bre - Par", strict=False)
    assert orders(sheet) == ["A PAR - MOS", "A MAR S A PAR - MOS", "F BRE - PAR"]


def test_an_impossible_order_does_not_stand_in_the_way_of_a_possible_one() -> None:
    sheet = read("A Par - Bur\nA Par - Mos")
    assert orders(sheet) == ["A PAR - BUR"]


def test_a_move_by_sea_is_taken_though_no_fleet_stands_there_yet() -> None:
    assert orders(read("A Gas - Lon")) == ["A GAS - LON"]


def test_an_ambiguous_name_is_settled_by_what_the_unit_can_reach() -> None:
    england = read_orders("F Lon - Nor", POSITIONS["start"], Power("ENGLAND"), "en")
    assert orders(england) == ["F LON - NTH"]


def test_an_ambiguous_name_is_asked_about_where_two_can_be_reached() -> None:
    england = read_orders("F Edi - Nor", POSITIONS["start"], Power("ENGLAND"), "en")
    problem = only_problem(england)
    assert (problem.trouble, problem.at, problem.candidates) == (
        Trouble.AMBIGUOUS_PROVINCE,
        "Nor",
        ("NTH", "NWG"),
    )


@pytest.mark.parametrize(("language", "expected"), [("en", ["F NTH - NWG"]), ("nl", [])])
def test_nwg_is_the_norwegian_sea_to_an_english_reader_and_asked_about_in_dutch(
    language: str, expected: list[str]
) -> None:
    sheet = read_orders("F Nth - Nwg", POSITIONS["europe"], Power("ENGLAND"), language)
    assert orders(sheet) == expected


def test_our_own_notation_is_never_asked_about() -> None:
    sheet = read_orders("F NTH - NWG", POSITIONS["europe"], Power("ENGLAND"), "nl")
    assert orders(sheet) == ["F NTH - NWG"]


def test_a_missing_coast_is_inferred_only_where_one_can_be_reached() -> None:
    assert orders(read("F Gas - Spa", strict=False)) == ["A GAS - SPA"]
    problem = only_problem(read("F Mao - Spa"))
    assert (problem.trouble, problem.candidates) == (
        Trouble.COAST_UNCLEAR,
        ("F MAO - SPA/NC", "F MAO - SPA/SC"),
    )


def test_a_wrong_coast_is_refused_with_the_right_line() -> None:
    russia = read_orders("F StP/sc - Bar", POSITIONS["start"], Power("RUSSIA"), "en")
    assert only_problem(russia).trouble is Trouble.CANNOT_REACH


# ---- several orders for one unit


def test_the_same_order_twice_is_one_order() -> None:
    sheet = read("A Par - Bur\nLeger Parijs naar Bourgondië")
    assert orders(sheet) == ["A PAR - BUR"]
    assert not sheet.problems


def test_of_two_different_orders_for_a_unit_neither_is_taken() -> None:
    sheet = read("A Par - Bur\nA Par H")
    assert not sheet.entries
    assert [problem.trouble for problem in sheet.problems] == [Trouble.DUPLICATE] * 2
    assert sheet.problems[0].candidates == ("A PAR - BUR", "A PAR H")


@pytest.mark.parametrize(
    "second", ["A Par - Pic", "Correctie: A Par - Pic", "A Par - Pic instead", "Oeps, ik bedoel A Par - Pic"]
)
def test_a_plain_correction_wins_and_the_answer_says_so(second: str) -> None:
    sheet = read(f"A Par - Bur\n{second}")
    assert orders(sheet) == ["A PAR - PIC"]
    assert only_problem(sheet).trouble is Trouble.CORRECTED


def test_what_is_taken_back_does_not_stand() -> None:
    assert not read("A Par - Bur. Nee, toch niet.").entries


@pytest.mark.parametrize("word", ["clear", "wis", "replace all", "vervang alles", "wis alle orders"])
def test_clear_takes_back_what_went_before(word: str) -> None:
    sheet = read(f"A Mar - Spa\n{word}\nA Par - Bur")
    assert sheet.clear
    assert orders(sheet) == ["A PAR - BUR"]


def test_all_others_hold_spares_the_units_that_have_an_order() -> None:
    sheet = read("de rest blijft staan\nA Par - Bur")
    assert sorted(orders(sheet)) == ["A GAS H", "A MAR H", "A PAR - BUR", "F BRE H", "F MAO H"]


# ---- whose orders


def test_the_own_power_in_front_of_an_order_is_only_a_label() -> None:
    assert orders(read("FRANKRIJK: A Par - Bur\n[FRANCE] A Mar - Spa\nF: F Bre - Eng")) == [
        "A PAR - BUR",
        "A MAR - SPA",
        "F BRE - ENG",
    ]


def test_a_player_cannot_order_for_another_power() -> None:
    sheet = read("Duitsland: A Mun - Bur\nA Par - Bur")
    assert orders(sheet) == ["A PAR - BUR"]
    assert only_problem(sheet).trouble is Trouble.ANOTHERS_POWER


def test_a_master_orders_for_several_powers() -> None:
    sheet = read("FRANCE\nA Par - Bur\n\nDUITSLAND:\nA Mun - Bur\nA Ruh S A Mun - Bur", master=True)
    assert orders(sheet) == ["A PAR - BUR"]
    assert orders(sheet.others[Power("GERMANY")]) == ["A MUN - BUR", "A RUH S A MUN - BUR"]


# ---- what is quoted or pasted


def test_a_report_pasted_back_is_not_ordered_again() -> None:
    sheet = read("Last turn I had:\nFrance: Army Paris -> Burgundy (*bounce*)\n\nNow:\nA Par - Pic", "en")
    assert orders(sheet) == ["A PAR - PIC"]
    assert not sheet.problems


def test_results_of_several_powers_are_no_orders() -> None:
    sheet = read("France: Army Paris -> Burgundy. (*bounce*)\nGermany: Army Munich -> Burgundy. (*bounce*)")
    assert not sheet.entries


def test_a_quoted_line_is_left_alone() -> None:
    assert orders(read("> A Par - Pic\nA Par - Bur")) == ["A PAR - BUR"]


def test_letters_of_another_script_are_asked_about() -> None:
    problem = only_problem(read("А Par - Bur"))
    assert (problem.trouble, problem.guess) == (Trouble.MIXED_SCRIPT, "A PAR - BUR")


# ---- sent ahead


def test_retreats_and_builds_are_sent_ahead_with_the_movement() -> None:
    sheet = read("A Par - Bur\nA Mar R: Gas, Pie\nbouw vloot in Brest")
    assert [(str(entry.order), entry.kind) for entry in sheet.entries] == [
        ("A PAR - BUR", Kind.MOVEMENT),
        ("A MAR R GAS", Kind.RETREATS),
        ("F BRE B", Kind.ADJUSTMENTS),
    ]
    assert [str(order) for order in sheet.entries[1].alternatives] == ["A MAR R PIE"]
    assert [str(order) for order in sheet.orders(Kind.ADJUSTMENTS)] == ["F BRE B"]


def test_where_to_retreat_may_stand_in_brackets_behind_an_order() -> None:
    sheet = read("A(Mar) stands (retreat: Gas, Pie)")
    assert orders(sheet) == ["A MAR H", "A MAR R GAS"]


def test_a_second_choice_for_a_build_is_kept() -> None:
    (entry,) = read("build A Par, else F Bre", position="builds").entries
    assert [str(entry.order), *map(str, entry.alternatives)] == ["A PAR B", "F BRE B"]


def test_movement_is_refused_in_the_adjustments() -> None:
    assert only_problem(read("A Bur - Mun", position="builds")).trouble is Trouble.WRONG_PHASE


def test_a_unit_that_is_not_dislodged_does_not_retreat() -> None:
    problem = only_problem(read("A Par R Pic", position="retreats"))
    assert (problem.trouble, problem.candidates) == (Trouble.NOT_DISLODGED, ("A BUR", "F MAO"))


def test_a_retreat_to_a_closed_place_names_the_open_ones() -> None:
    problem = only_problem(read("A Bur R Mun", position="retreats"))
    assert problem.candidates == ("A BUR D", "A BUR R BEL", "A BUR R GAS", "A BUR R PIC")


# ---- broken and hostile text


def test_a_line_broken_by_the_mail_program_is_joined() -> None:
    assert orders(read("A Par S A Mar -\nBur\nA Mar - Bur")) == ["A PAR S A MAR - BUR", "A MAR - BUR"]


def test_a_very_long_line_is_named_and_not_read() -> None:
    sheet = read("A Par - Bur " * 60 + "\nA Mar - Spa")
    assert orders(sheet) == ["A MAR - SPA"]
    assert only_problem(sheet).trouble is Trouble.TOO_LONG


def test_lines_beyond_the_limit_are_named_once() -> None:
    sheet = read("A Par - Bur\n" * 1000)
    assert orders(sheet) == ["A PAR - BUR"]
    assert [(p.line, p.trouble) for p in sheet.problems] == [(401, Trouble.TOO_LONG)]


def test_invisible_characters_entities_and_odd_dashes_do_not_matter() -> None:
    text = "A\u00a0Par\u00a0−\u202fBur\n\u200bA Mar ‑ Spa\nF Bre -&gt; Eng\nF Mao - Por=20"
    assert orders(read(text)) == ["A PAR - BUR", "A MAR - SPA", "F BRE - ENG", "F MAO - POR"]


def test_composed_and_decomposed_accents_are_the_same() -> None:
    assert orders(read("L Par - Bourgondie\u0308")) == ["A PAR - BUR"]


def test_an_empty_letter_is_an_empty_sheet() -> None:
    sheet = read("")
    assert (sheet.entries, sheet.problems, sheet.ignored) == ((), (), ())


def test_orders_that_remain_as_sent_are_left_alone_and_the_answer_says_so() -> None:
    sheet = read("A Par - Bur. The rest remains as sent.")
    assert [problem.trouble for problem in sheet.problems] == [Trouble.KEPT]
    assert len(sheet.entries) == 1
