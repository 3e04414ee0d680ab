"""The last phases of the printed sample game, adjudicated by hand, for the letters to be tried on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from judge import reports
from judge.board import atlas
from judge.board.geography import Power, Province
from judge.board.notation import read, read_location, read_unit
from judge.board.phases import Kind, Phase
from judge.board.problems import Problem, Trouble
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.language.sheet import Entry, OrderSheet
from judge.reports import GameView, Page, Reader, choices, confirmations, press, sheets
from judge.reports.press import Addressees
from judge.reports.terms import terms_page
from judge.rules import OptionFault, Wrong

STANDARD = atlas.load("standard")
GAME = GameView("herfstslag", 42, STANDARD.title, "Europe/Amsterdam", "Petra")
FRANCE, RUSSIA, TURKEY, ITALY = (Power(name) for name in ("FRANCE", "RUSSIA", "TURKEY", "ITALY"))

_CENTERS_1901 = {
    "AUSTRIA": "BUD GRE TRI VIE",
    "ENGLAND": "EDI LON LVP NWY",
    "FRANCE": "BRE MAR PAR POR",
    "GERMANY": "BER DEN HOL KIE MUN",
    "ITALY": "NAP ROM TUN VEN",
    "RUSSIA": "MOS RUM SEV STP SWE WAR",
    "TURKEY": "ANK BUL CON SMY",
}
_CENTERS_1902 = {
    "AUSTRIA": "BUD GRE SER TRI VIE",
    "ENGLAND": "EDI LON LVP NWY STP",
    "FRANCE": "BRE MAR PAR POR SPA",
    "GERMANY": "BEL BER DEN HOL KIE MUN",
    "ITALY": "NAP ROM TUN VEN",
    "RUSSIA": "MOS SEV SWE WAR",
    "TURKEY": "ANK BUL CON RUM SMY",
}
_FALL = {
    "AUSTRIA": "A SER, A TRI, A VIE, F GRE",
    "ENGLAND": "A NWY, F BAR, F EDI, F NTH",
    "FRANCE": "A BUR, A SPA, F MAR, F PIC",
    "GERMANY": "A BEL, A MUN, A RUH, F DEN, F HOL",
    "ITALY": "A PIE, A VEN, F TYS, F WES",
    "RUSSIA": "A GAL, A SEV, A STP, A UKR, F RUM, F SWE",
    "TURKEY": "A ARM, A BUL, A CON, F BLA",
}
_AFTER_FALL = {
    "AUSTRIA": "A BUD, A SER, A VIE, F GRE",
    "ENGLAND": "A STP, F BAR, F NTH, F NWY",
    "FRANCE": "A SPA, F MAR, F PIC",
    "GERMANY": "A BEL, A BUR, A MUN, F DEN, F HOL",
    "ITALY": "A PIE, A VEN, F LYO, F MAO",
    "RUSSIA": "A GAL, A SEV, A UKR, F SWE",
    "TURKEY": "A ARM, A RUM, F BLA, A BUL",
}
_WINTER = _AFTER_FALL | {
    "FRANCE": "A GAS, A SPA, F MAR, F PIC",
    "RUSSIA": "A GAL, A MOS, A SEV, A UKR, F SWE",
}
_SPRING = {
    "AUSTRIA": "A BUD, A SER, A TRI, A VIE, F GRE",
    "ENGLAND": "A STP, F BAR, F LON, F NTH, F NWY",
    "FRANCE": "A GAS, A PAR, A SPA, F MAR, F PIC",
    "GERMANY": "A BEL, A BUR, A MUN, F DEN, F HOL, F KIE",
    "ITALY": "A PIE, A VEN, F LYO, F MAO",
    "RUSSIA": "A MOS, A SEV, A UKR, F SWE",
    "TURKEY": "A ARM, A BUL, A RUM, F BLA, F SMY",
}


def board(
    phase: str, units: dict[str, str], centers: dict[str, str], dislodged: Sequence[Dislodged] = ()
) -> Board:
    """A position of the standard board, written short."""
    return Board(
        STANDARD,
        Phase.read(phase),
        {Power(p): tuple(sorted(read_unit(unit) for unit in text.split(", "))) for p, text in units.items()},
        {Power(p): tuple(sorted(map(Province, text.split()))) for p, text in centers.items()},
        tuple(dislodged),
    )


def start() -> Board:
    """Spring 1901."""
    units, centers = atlas.units_at_start(STANDARD), atlas.centers_at_start(STANDARD)
    return Board(STANDARD, Phase.read("S1901M"), units, centers)


def culprit(power: str, order: str) -> Culprit:
    """An order that decided another."""
    return Culprit(Power(power), read(order))


def result(
    power: str,
    order: str,
    reason: Reason = Reason.OK,
    outcome: Outcome = Outcome.SUCCEEDS,
    because: Sequence[tuple[str, str]] = (),
    score: tuple[int, int] | None = None,
    by: tuple[str, str] | None = None,
    written: bool = True,
) -> Result:
    """A result, written short."""
    strength, against = score or (None, None)
    return Result(
        Power(power),
        read(order),
        outcome,
        reason,
        tuple(culprit(*one) for one in because),
        strength,
        against,
        culprit(*by) if by else None,
        written,
    )


_BOUNCES, _CUT = Outcome.BOUNCED, Outcome.CUT
_RUH, _NWY, _BUL = ("GERMANY", "A RUH - BUR"), ("ENGLAND", "A NWY - STP"), ("TURKEY", "A BUL - RUM")

_FALL_RESULTS = (
    result("AUSTRIA", "A VIE - GAL", Reason.DEFENDED, _BOUNCES, [("RUSSIA", "A GAL S F RUM")], (1, 1)),
    result("AUSTRIA", "A TRI - BUD"),
    result("AUSTRIA", "A SER S A BUL - RUM"),
    result("AUSTRIA", "F GRE H", written=False),
    result("ENGLAND", "A NWY - STP", because=[("RUSSIA", "A STP - NWY")], score=(2, 1)),
    result("ENGLAND", "F BAR S A NWY - STP"),
    result("ENGLAND", "F NTH - NWY"),
    result("ENGLAND", "F EDI - NTH"),
    result(
        "FRANCE", "A BUR - BEL", Reason.DEFENDED, _BOUNCES, [("GERMANY", "A BEL S A RUH - BUR")], (2, 2), _RUH
    ),
    result("FRANCE", "F PIC S A BUR - BEL"),
    result("FRANCE", "A SPA S F MAR"),
    result("FRANCE", "F MAR S A SPA", Reason.CUT, _CUT, [("ITALY", "A PIE - MAR")]),
    result("GERMANY", "A RUH - BUR", because=[("FRANCE", "A BUR - BEL")], score=(3, 1)),
    result("GERMANY", "A MUN S A RUH - BUR"),
    result("GERMANY", "A BEL S A RUH - BUR"),
    result("GERMANY", "F DEN - SWE", Reason.DEFENDED, _BOUNCES, [("RUSSIA", "F SWE S A STP - NWY")], (1, 1)),
    result("GERMANY", "F HOL S A BEL"),
    result("ITALY", "A VEN - PIE", Reason.OWN_UNIT, _BOUNCES, [("ITALY", "A PIE - MAR")]),
    result("ITALY", "A PIE - MAR", Reason.DEFENDED, _BOUNCES, [("FRANCE", "F MAR S A SPA")], (1, 2)),
    result("ITALY", "F WES - MAO"),
    result("ITALY", "F TYS - LYO"),
    result("RUSSIA", "A STP - NWY", Reason.HEAD_TO_HEAD, _BOUNCES, [_NWY], (1, 2), _NWY),
    result("RUSSIA", "F SWE S A STP - NWY", Reason.CUT, _CUT, [("GERMANY", "F DEN - SWE")]),
    result("RUSSIA", "F RUM S A SEV", Reason.DISLODGED, Outcome.DISLODGED, [_BUL], (1, 3), _BUL),
    result("RUSSIA", "A SEV S F RUM", Reason.CUT, _CUT, [("TURKEY", "A ARM - SEV")]),
    result("RUSSIA", "A GAL S F RUM", Reason.CUT, _CUT, [("AUSTRIA", "A VIE - GAL")]),
    result("RUSSIA", "A UKR S A SEV"),
    result("TURKEY", "A BUL - RUM", because=[("RUSSIA", "F RUM S A SEV")], score=(3, 1)),
    result("TURKEY", "A CON - BUL"),
    result("TURKEY", "A ARM - SEV", Reason.DEFENDED, _BOUNCES, [("RUSSIA", "A SEV S F RUM")], (1, 2)),
    result("TURKEY", "F BLA S A BUL - RUM"),
)


def _gone(power: str, unit: str, attacker: str, retreats: str) -> Dislodged:
    places = tuple(map(read_location, retreats.split()))
    return Dislodged(Power(power), read_unit(unit), Province(attacker), False, places)


def fall() -> Adjudication:
    """Fall 1902, movement: three units dislodged, one of them with nowhere to go."""
    gone = (_gone("FRANCE", "A BUR", "RUH", "GAS PAR"), _gone("RUSSIA", "A STP", "NWY", "FIN LVN MOS"))
    after = board("F1902R", _AFTER_FALL, _CENTERS_1901, gone)
    lost = ((RUSSIA, read_unit("F RUM")),)
    return Adjudication(board("F1902M", _FALL, _CENTERS_1901), _FALL_RESULTS, after, disbanded=lost)


def retreats() -> Adjudication:
    """Fall 1902, retreats: and with them the centers are counted."""
    return Adjudication(
        fall().after,
        (result("FRANCE", "A BUR R GAS"), result("RUSSIA", "A STP R MOS")),
        board("W1902A", _WINTER, _CENTERS_1902),
        gained={
            Power(p): tuple(map(Province, text.split()))
            for p, text in (
                ("AUSTRIA", "SER"),
                ("ENGLAND", "STP"),
                ("FRANCE", "SPA"),
                ("GERMANY", "BEL"),
                ("TURKEY", "RUM"),
            )
        },
        lost={RUSSIA: (Province("RUM"), Province("STP"))},
    )


def winter() -> Adjudication:
    """Winter 1902: builds and a removal, one unit short and one order too many."""
    return Adjudication(
        retreats().after,
        (
            result("AUSTRIA", "A TRI B"),
            result("ENGLAND", "F LON B"),
            result("ENGLAND", "F EDI B", Reason.NO_BUILD_LEFT, Outcome.IGNORED),
            result("FRANCE", "A PAR B"),
            result("GERMANY", "F KIE B"),
            result("RUSSIA", "A GAL D", Reason.CIVIL_DISORDER, Outcome.DISBANDED, written=False),
            result("TURKEY", "F SMY B"),
        ),
        board("S1903M", _SPRING, _CENTERS_1902),
        built=tuple(
            (Power(power), read_unit(unit))
            for power, unit in (
                ("AUSTRIA", "A TRI"),
                ("ENGLAND", "F LON"),
                ("FRANCE", "A PAR"),
                ("GERMANY", "F KIE"),
                ("TURKEY", "F SMY"),
            )
        ),
        removed=((RUSSIA, read_unit("A GAL")),),
    )


BUILDABLE = {
    Power(power): tuple(map(read_unit, text.split(", ")))
    for power, text in (
        ("AUSTRIA", "A TRI, F TRI"),
        ("ENGLAND", "A EDI, A LON, A LVP, F EDI, F LON, F LVP"),
        ("FRANCE", "A BRE, A PAR, F BRE"),
        ("GERMANY", "A BER, A KIE, F BER, F KIE"),
        ("TURKEY", "A ANK, A CON, A SMY, F ANK, F CON, F SMY"),
    )
}


DEADLINE = datetime(2026, 12, 6, 19, tzinfo=UTC)
PLAYERS = dict(zip(STANDARD.powers, ("Anna", "Bert", "Jan", "Kees", "Lies", "Mo", "Nel"), strict=True))
SHEET = OrderSheet(
    FRANCE,
    (
        Entry(1, "Leger Parijs - Bourgondie", read("A PAR - BUR")),
        Entry(2, "A Mar steunt Parijs - Bourgondie", read("A MAR S A PAR - BUR")),
        Entry(7, "bouw leger Parijs", read("A PAR B"), (), Kind.ADJUSTMENTS),
    ),
    (
        Problem(3, "V Bre naar Mun", Trouble.CANNOT_REACH, "Mun", (), "F BRE - MAO", "F BRE - MUN"),
        Problem(4, "V Bre - Noo", Trouble.AMBIGUOUS_PROVINCE, "Noo", ("NTH", "NWG", "NWY")),
        Problem(5, "Parijs Bou of Pic", Trouble.AMBIGUOUS_ORDER, "Pic", ("A PAR - BUR", "A PAR - PIC")),
        Problem(6, "V Par H", Trouble.UNIT_LETTER, "V", (), None, "A PAR H"),
    ),
)
STORED = (read("A PAR - BUR"), read("A MAR S A PAR - BUR"))


def acknowledged(reader: Reader) -> Page:
    """The answer to SHEET."""
    later = [(Kind.ADJUSTMENTS, read("A PAR B"))]
    hopeless = [(read("A PAR - LON"), Reason.NOT_ADJACENT)]
    return reports.acknowledgement(reader, GAME, start(), SHEET, STORED, later, DEADLINE, hopeless=hopeless)


def every_page(language: str) -> Iterator[Page]:
    """A letter of every sort, to a player of France and some to others."""
    jan, petra, stranger = Reader(language, "Jan", FRANCE), Reader(language, "Petra"), Reader(language)
    years = [(1901 + year, dict.fromkeys(STANDARD.powers, 3 + year)) for year in range(12)]
    winter_due = {"buildable": BUILDABLE[FRANCE]}
    yield acknowledged(jan)
    fallen = OrderSheet(FRANCE, clear=True)
    yield reports.acknowledgement(jan, GAME, fall().after, fallen, [read("A BUR R GAS")], (), DEADLINE)
    yield reports.acknowledgement(jan, GAME, retreats().after, fallen, [read("A PAR B")], **winter_due)
    yield reports.acknowledgement(
        Reader(language, "Mo", RUSSIA), GAME, retreats().after, OrderSheet(RUSSIA), [], (), DEADLINE
    )
    yield reports.not_understood(jan, GAME, start(), "Hoi!\n\nTot zondag.", STORED, DEADLINE)
    yield reports.not_understood(petra, GAME, start(), "")
    for done in (start(), fall().after, retreats().after):
        for power in (FRANCE, RUSSIA, TURKEY, ITALY):
            due = BUILDABLE.get(power, ())
            yield reports.reminder(Reader(language, "Mo", power), GAME, done, DEADLINE, STORED, buildable=due)
            yield reports.status(Reader(language, "Mo", power), GAME, done, DEADLINE, PLAYERS)
    for done in (fall(), retreats(), winter()):
        for reader in (jan, petra, Reader(language, "Lies", ITALY)):
            yield reports.results(reader, GAME, done, DEADLINE, buildable=BUILDABLE)
            yield reports.adjustment_report(reader, GAME, done, DEADLINE, buildable=BUILDABLE)
    yield reports.results(jan, GAME, replace(winter(), winner=(TURKEY,), eliminated=(ITALY,)))
    yield reports.game_start(jan, GAME, start(), PLAYERS, DEADLINE)
    yield reports.game_start(petra, GAME, start(), {}, DEADLINE)
    for ending in reports.Ending:
        yield reports.game_end(jan, GAME, winter().after, ending, [FRANCE, TURKEY], PLAYERS, years)
    yield reports.status(petra, GAME, start(), DEADLINE, PLAYERS, ordered=[FRANCE])
    yield reports.joined(stranger, GAME, 3, 7, ["Frankrijk", "Turkije"])
    yield reports.joined(stranger, GAME, 7, 7)
    yield reports.waiting(stranger, GAME, ["Anna", "Bert"], 7)
    for refusal in reports.JoinRefusal:
        yield reports.join_refused(stranger, refusal, "herfstslag", ["lente", "zomer"], at="Narnia")
        yield reports.join_refused(stranger, refusal, "herfstslag")
    for topic in reports.Topic:
        for board_now in (start(), fall().after, retreats().after):
            yield reports.help_page(jan, GAME, board_now, topic)
            yield reports.help_page(stranger, None, board_now, topic)
    yield reports.unknown_sender(stranger, "jan@elders.example", ["lente"])
    yield reports.too_big(jan, GAME, 3_000_000, 1_000_000)
    for delay in reports.Delay:
        yield reports.game_delayed(jan, GAME, start(), DEADLINE, delay, DEADLINE)
    for waiting in confirmations.Waiting:
        yield confirmations.confirm(jan, GAME, waiting, "jan@elders.example", "A PAR - BUR\nF BRE H")
    for told in confirmations.Told:
        yield confirmations.told(jan, GAME, told)
    yield confirmations.which_game(stranger, ["lente", "zomer"])
    yield confirmations.invitation(stranger, GAME, "a@b.example", ["Frankrijk", "Turkije"], "zo 20.00")
    for notice in reports.Notice:
        yield reports.master_notice(petra, GAME, notice, "van: jan@elders.example\nF PAR - BUR")
    for refusal in (reports.JoinRefusal.OVER, reports.JoinRefusal.NO_SUCH_GAME):
        yield reports.join_refused(stranger, refusal, "herfstslag", ["lente"], observing=True)
    yield reports.waiting(stranger, GAME, [], 7, 3)
    for why in ("attachment", "encrypted", "unsupported-charset", "forwarded", "bounce-address", "empty"):
        yield sheets.unread(jan, GAME, why, start(), STORED, DEADLINE)
        yield sheets.unread(jan, GAME, why)
    yield from press_pages(jan, petra)
    yield from option_pages(jan, petra)


def option_pages(jan: Reader, petra: Reader) -> Iterator[Page]:
    """What a master chose anew, and every way in which a choice can be wrong."""
    changed = [
        choices.Changed("fort_bonus", "1", "2"),
        choices.Changed("victory", "", "18"),
        choices.Changed("swap", "yes", ""),
    ]
    refused = [
        choices.Refused(
            f"set {wrong.value} A PAR - BUR", OptionFault(wrong, wrong.value, "choices", ("choice", "x"))
        )
        for wrong in Wrong
    ]
    for phase in (None, start().phase):
        yield choices.announced(jan, GAME, changed, phase)
        yield choices.answered(petra, GAME, changed, refused, phase)
        yield choices.answered(petra, GAME, (), refused, phase)
    yield choices.answered(petra, GAME, (), (), None)
    yield choices.not_yours(jan, GAME, ["set victory 3"])
    yield choices.not_yours(petra, GAME, ["set victory 3"], over=True)
    terms = {"fort_bonus": "1", "victory": "as the board says"}
    yield terms_page(jan, GAME, "standard", terms, ["fort_bonus"], {"fort_bonus": "2"})


PRESS = "press to Russia\nA PAR - BUR\n\n  help\nend press\nF BRE - MAO " + "and more " * 20


def press_pages(jan: Reader, petra: Reader) -> Iterator[Page]:
    """Press of all sorts, which looks like orders and like press."""
    several = Addressees((FRANCE, RUSSIA, ITALY), master=True)
    for to in (several, Addressees((FRANCE,)), Addressees(everyone=True), Addressees(master=True)):
        yield press.press(jan, GAME, STANDARD, TURKEY, to, PRESS, "Nel")
        yield press.press(petra, GAME, STANDARD, None, to, PRESS)
    sent = press.Relayed("press to Italy", PRESS, several)
    refused = [
        press.Relayed("press to Frnace", PRESS, several, why, "Frnace", FRANCE, 32 * 1024)
        for why in press.PressRefusal
    ]
    yield press.press_told(jan, GAME, STANDARD, [sent])
    yield press.press_told(jan, GAME, STANDARD, [sent, *refused])
    for one in refused:
        yield press.press_told(jan, GAME, STANDARD, [one])
    yield press.press_kept(
        jan, GAME, STANDARD, [press.Kept(TURKEY, several, PRESS), press.Kept(None, several, "")]
    )
    yield press.press_kept(jan, GAME, STANDARD, [])
