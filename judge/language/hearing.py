"""What the statements of a letter come to, order by order."""

from dataclasses import replace

from judge.board.geography import Power
from judge.board.orders import Waive
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language import answers, closing, echoing, every, exchanging, hindsight, jointly, pointing, silence
from judge.language.desk import Desk
from judge.language.fallback import falls_back
from judge.language.leaning import backed
from judge.language.lexicon import Lexicon
from judge.language.lines import Line
from judge.language.position import Position
from judge.language.preferring import Wishes
from judge.language.settle import Case
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
    Supports,
    Waives,
    is_serious,
    respell,
)
from judge.language.shapes import units as mentioned
from judge.language.sheet import OrderSheet
from judge.language.standing import Standing
from judge.language.surroundings import Above, orders, told_apart
from judge.language.suspicion import UNSURE, Doubt, Statement
from judge.language.timing import Time
from judge.rules.speech import Speech

_REFUSED = frozenset({"NOT", "CANCEL", "RETRACT", "INSTEAD"})
"""`A Bur, not A Par`: nothing is wanted of the second."""
_NOT_NOW = _REFUSED | {"PAST", "NOBODY"}  # `I was tempted by a fleet in Marseilles`, `nothing in Paris`
_SLIPS = frozenset({"foutje", "fout", "typo", "oops", "oeps", "my mistake", "mistake", "tikfout", "typefout"})
_CHANGING = ("maak van", "vervang", "verander", "replace", "change")

_Acting = Moves | Holds | Supports
_Placing = Moves | Holds


class Hearing:
    """One letter while it is heard: whose orders are given, and what waits for the end of it."""

    def __init__(
        self,
        board: Board,
        power: Power,
        words: Lexicon,
        standing: Standing,
        master: bool,
        strict: bool,
        speech: Speech,
    ) -> None:
        self.board, self.power, self.words, self.master, self.strict = board, power, words, master, strict
        self.speech = speech
        self.standing, self.calendar = standing, standing.calendar
        self.elsewhere: Time | None = None
        self.winter = False
        """Whether what is read now is for the winter."""
        self.surrenders: frozenset[str] = frozenset()
        self.desks: dict[Power, Desk] = {}
        self.current = power
        self.above = Above()
        self.correcting = self.clear = self.signed = self.forwarded = self.asks = False
        self.closing = 0
        """The line of the last heading without a colon that names another phase."""
        self.helping = self.theirs = self.slip = False
        self.turned = self.refused = self.turning = self.refusing = False
        self.ignored: list[str] = []
        self.results: list[tuple[int, str, Line, Power]] = []
        self.others_results = False
        self.wishes = Wishes(standing.calendar.language)
        self.supposed: tuple[int, str] | None = None
        self.unheard: list[silence.Unheard] = []
        self.strange: list[tuple[Desk, int, str, Shape]] = []
        self.pointing: list[pointing.Pointing] = []
        self.last_line = 0
        self.preferred: tuple[int, Spot] | None = None
        """A place that was named without a unit, and on which line: `liefst Bohemen, ...`."""

    def desk(self, power: Power) -> Desk:
        if power not in self.desks:
            case = Case(Position(self.board, power, self.speech), self.words, self.strict)
            self.desks[power] = Desk(case)
        return self.desks[power]

    def _statements(self, number: int, text: str, line: Line, power: Power) -> None:
        if line.subject and power != self.power:
            if not answers.is_ours(self.desk(self.power), number, text, line.statements):
                self.ignored.append(text)  # what another power builds
            return
        if power != self.power and not self.master:
            self._anothers(number, text, line)
            return
        line, others = told_apart(line, power)
        for whose, theirs in others if self.master else ():
            self._statements(number, text, theirs, whose)
        desk = self.desk(power)
        previous: Shape | None = None
        answered = False
        ordering = any(s.shape is not None and not isinstance(s.shape, Bare) for s in line.statements)
        begun = listing = False
        for statement in line.statements:
            echoes = "ALSO" in statement.roles and "SO" not in statement.roles
            built = isinstance(statement.shape, Bare | Builds) and statement.shape.unit.marked and listing
            listing = isinstance(statement.shape, Bare | Builds)
            if begun and previous is None and echoes and statement.shape is not None and not built:
                statement = replace(statement, doubt=Doubt.UNSETTLED)  # `Mun - Bur failed, Ruh - Bel too`
            if statement is line.statements[0]:
                previous = echoing.above(desk, number, statement.shape, "ALSO" in statement.roles)
            begun = begun or bool(statement.named)
            if "AGAIN" in statement.roles and statement.shape is None:
                desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
                answered = True
                continue
            if ordering and statement.after is not None and statement.after.mild:
                statement = replace(statement, after=replace(statement.after, inline=True))
            if line.mixed and (statement.shape or statement.suspect):
                desk.problems.append(answers.mixed(desk, number, text, line.mixed, self.standing))
                answered = True
                break
            shape = self.above.listed(statement.shape)
            if shape is not statement.shape:
                statement = replace(statement, shape=shape)
            answered |= self._statement(desk, number, text, statement, previous)
            self.helping = isinstance(shape, Backs | Supports)
            self.theirs = shape is None and (self.theirs or bool(statement.powers - {str(self.power)}))
            previous = pointing.spoken_of(statement, shape, previous, self.power)
        if not answered and not line.clear:
            self.ignored.append(text)
            self.signed = self.signed or (line.greets and number > 1)

    def _anothers(self, number: int, text: str, line: Line) -> None:
        """A player writes for one power only."""
        if orders(line):
            self.desk(self.power).problems.append(
                Problem(number, text, Trouble.ANOTHERS_POWER, at=str(line.power or self.current))
            )
        else:
            self.ignored.append(text)

    def _statement(self, desk: Desk, number: int, text: str, said: Statement, previous: Shape | None) -> bool:
        """True where the statement was answered; false for talk."""
        shape = answers.sent_ahead(desk, number, said.shape)
        if "KEPT" in said.roles and not said.suspect:
            desk.problems.append(Problem(number, text, Trouble.KEPT))
            return True
        if said.moot is not None:
            return falls_back(desk, number, text, said)
        if said.exchanges:
            return exchanging.exchange(desk, number, said.text, said.exchanges)
        if isinstance(shape, Disbands) and shape.goes and self.board.phase.kind is not Kind.ADJUSTMENTS:
            marked = shape.unit.marked  # `Paris goes`: and where to?
            said = replace(said, shape=None, suspect=marked, half=True, verbs=True, at=said.text)
            shape = None
        if shape is None and (first := exchanging.chosen(desk, said)) is not None:
            return self._order(desk, number, text, said, first, previous)
        if self._reconsiders(desk, number, text, said):
            return True
        if isinstance(shape, Echoes):
            shape = echoing.meant(desk, shape, previous)
            if shape is None:
                return answers.unclear(desk, number, text, said)
        if shape is not None and not isinstance(shape, Nameless) and shape.unit.spot.absent:
            units = every.named(desk, shape.unit)
            if self.theirs and not shape.unit.marked:
                return answers.which(desk, number, text, said, units)
            if shape.unit.spot.other:
                left = desk.without_order(units)
                if not left:
                    return answers.which(desk, number, text, said, units)
                units = left
            if not shape.unit.marked and self.board.phase.kind is not Kind.RETREATS:
                if hindsight.goes_on(desk, number, shape):
                    return True
                return self._no_order(desk, number, text, answers.unnamed(desk, said))
            if len(units) != 1:
                return answers.which(desk, number, text, said, units)
            place = Spot(shape.unit.spot.text, ((units[0].province,),))
            shape = respell(shape, shape.unit.spot, place)
        if shape is None:
            return self._no_order(desk, number, text, said)
        if isinstance(shape, Builds | Disbands) and answers.is_anothers(desk, shape) and not self.master:
            return False  # `Rusland zal wel weer een vloot in Sebastopol bouwen`
        also = "ALSO" in said.roles and not self.helping
        if also and isinstance(shape, Bare) and pointing.holds_too(desk, number, shape, previous):
            shape = Holds(shape.unit)  # `Ruhr holds. Munich ditto.`
        signed = number == self.last_line > 1 and self.above.verb is None
        if signed and answers.is_name(desk, shape, said.text):
            return False
        slipped = isinstance(shape, _Acting) and answers.is_slip(desk, shape.unit)
        if (isinstance(shape, Bare) and not (shape.unit.marked and shape.unit.spot.known)) or not (
            slipped or is_serious(shape)
        ):
            desk.leave_open(number, text, said.named)
            self.wishes.note(desk, number, text, said)
            if isinstance(shape, Bare) and said.doubt is Doubt.NONE:
                self.preferred = number, shape.unit.spot
            return said.doubt is Doubt.NONE and answers.ask_about_verb(desk, number, text, shape)
        asked = mentioned(shape)[:1] if "REQUEST" in said.roles and not isinstance(shape, Builds) else ()
        if asked and not desk.concerns(asked[0].spot):
            return False  # `Could you move Vienna?`: to another player
        doubt = Doubt.UNSETTLED if self.above.halves(shape) else said.doubt
        if doubt is Doubt.NONE and "FREE" in said.roles and self.board.phase.kind is not Kind.RETREATS:
            doubt = Doubt.UNSETTLED  # `if it is free`: only of a retreat that is certain
        if doubt is Doubt.NONE and self.above.leaves_open(shape):
            doubt = Doubt.UNSETTLED
        if doubt is not Doubt.NONE:
            if not isinstance(shape, Retreats | Disbands | Builds | Bare | Otherwise) or (
                self.board.phase.kind is not Kind.MOVEMENT and "IF" not in said.roles
            ):
                hindsight.unsettle(desk, number, said.named, said.roles | {"DOUBT"}, said.text)
            desk.last = None
            desk.leave_open(number, text, said.named)
            desk.set_adrift(shape)
            if self.above.hangs:
                said = replace(said, roles=said.roles | {"IF"})
            return answers.doubtful(desk, number, text, said, shape, doubt)
        return self._order(desk, number, text, said, shape, previous)

    def _reconsiders(self, desk: Desk, number: int, text: str, said: Statement) -> bool:
        """Whether the words change or take back an order before them."""
        after = said.after if said.text not in answers.NAMES or number < self.last_line else None
        self.turning = self.turned
        self.refusing = self.turned and self.refused
        if after is None:
            self.turned = self.turned and not said.named
            self.refused = False
            return False
        if said.shape is None and said.named and said.text.casefold().startswith(_CHANGING):
            hindsight.exchange(desk, said.named)
            return False
        turned = self.turned or after.turns
        # `Correctie hierop: Pic`
        self.turned = after.turns and after.names_nothing and hindsight.is_brief(said.text)
        self.refused = after.alone and "NO" in said.roles
        self.slip = after.alone and said.text.casefold().strip(" .!") in _SLIPS
        if said.suspect and not after.plain:
            return False
        if turned and after.spots and "ASK" in said.roles and desk.last in desk.notes:
            hindsight.withdraw(desk, desk.last)  # `Lon - Eng. Or rather Wal?`
            return True
        between = self.board.phase.kind is not Kind.MOVEMENT
        if between and after.type and not after.spots and {"NO", "NOT"} <= said.roles:
            return hindsight.none_of(desk, after.type)
        return hindsight.reconsider(desk, number, text, after, turned)

    def _no_order(self, desk: Desk, number: int, text: str, said: Statement) -> bool:
        if said.strange is not None and self.board.phase.kind is Kind.MOVEMENT:
            self.strange.append((desk, number, text, said.strange))
        if said.doing and not said.suspect:
            self.unheard.append(silence.Unheard(number, text, said))
        if said.hint and self.wishes.hint is None:
            self.wishes.hint = number, text
        if "IF" in said.roles and said.verbs and said.powers and any(map(desk.concerns, said.named)):
            self.supposed = self.supposed or (number, text)
        self.wishes.note(desk, number, text, said)
        if "EXCEPT" in said.roles and hindsight.spares(desk, number, text, said):
            return True
        if "GREETING" not in said.roles:
            all_but = "EXCEPT" in said.roles
            told = said.roles & (_NOT_NOW if self.board.phase.kind is Kind.ADJUSTMENTS else _REFUSED)
            desk.leave_open(number, text, said.named, asked=all_but or not told)
            later = bool(said.named) and said.verbs and self.board.phase.kind is not Kind.MOVEMENT
            desk.plainly = desk.plainly or (later and (all_but or not said.roles & UNSURE))
        if len(said.named) > 1 and (self.turning or said.roles & {"CORRECTION", "TURN"}):
            hindsight.exchange(desk, said.named)
        # `Pic steunt ...`, of a unit of ours, is of that one, and no other goal for the one before.
        of_its_own = said.verbs and bool(said.named) and desk.concerns(said.named[0])
        roles = said.roles | {"DOUBT"} if said.suspect and said.named and not of_its_own else said.roles
        aimed = said.after is not None and said.after.aimed and "NOT" in said.roles
        hindsight.unsettle(desk, number, () if aimed else said.named, roles, said.text)
        if said.lead is not None and not desk.concerns(said.lead):
            return False
        if said.lost is not None:
            desk.lose(number, text, said.lost)
        if said.suspect:
            desk.last = None
            answers.suspect(desk, number, text, said)
        return said.suspect

    def _order(
        self, desk: Desk, number: int, text: str, said: Statement, shape: Shape, previous: Shape | None
    ) -> bool:
        if isinstance(shape, _Placing) and self.board.phase.kind is Kind.ADJUSTMENTS:
            hindsight.keep(desk, shape.unit.spot)
            if (
                isinstance(shape, Holds)
                and len(said.text.split()[-1]) > 1
                and self.board.surplus(self.power) < 0
            ):
                return False  # `Burgundy goes, Brest stays`
        if isinstance(shape, Disbands) and hindsight.scraps(desk, shape):
            return True
        if isinstance(shape, Disbands) and answers.parts_with(desk, number, text, said):
            return True
        if answers.is_of_others(desk, shape, said.text):
            return False
        if isinstance(shape, AllHelp):
            each = jointly.orders(desk, shape, previous)
            for one in each:
                self._order(desk, number, text, said, one, previous)
            return bool(each) or answers.which(desk, number, text, said, every.named(desk, shape.order.unit))
        if isinstance(shape, AllOf):
            return answers.all_of(desk, number, text, shape, self.correcting)
        if isinstance(shape, RestHolds):
            return answers.the_rest(desk, number, text, said, shape)
        if isinstance(shape, Waives):
            initial = len(said.text.strip(".!- ")) == 1
            if initial and (self.signed or self.board.phase.kind is not Kind.ADJUSTMENTS):
                return False  # the initial of somebody's name
            twice = desk.last is not None and desk.last.line == number and desk.adjust.left() <= 0
            if twice and isinstance(desk.last and desk.last.taken.order, Waive):
                return True  # `no builds this year, waive`
            return desk.waives(number, text, shape)
        if isinstance(shape, Otherwise):
            if self.preferred is not None and self.preferred[0] == number:
                answers.prefers(desk, number, text, self.preferred[1])
            return desk.otherwise(number, text, shape)
        if isinstance(shape, Backs):
            meant = backed(shape, previous, "ALSO" in said.roles)
            meant = desk.helped(meant) if shape.helps else meant
            on = bool(self.pointing) and self.pointing[-1].line == number
            other = shape.whom is not None and meant is None  # of another one than the last
            if (previous is None or other) and not self.theirs and pointing.points(shape, text, said, on):
                self.pointing.append(pointing.Pointing(desk, number, text, said, shape))
                return True
            if meant is None or not desk.is_of_kind(meant, shape.type):
                trouble = Trouble.INCOMPLETE if shape.bare and shape.whom is None else Trouble.NOT_UNDERSTOOD
                desk.problems.append(Problem(number, text, trouble, at=shape.unit.spot.text))
                desk.leave_open(number, text, said.named)
                return True
            if shape.aside and not desk.concerns(shape.unit.spot):
                return False
            shape = meant
        before, turned = desk.last, said.correction or self.turning
        between = self.board.phase.kind is not Kind.MOVEMENT
        corrects = said.correction or self.correcting or self.turning
        corrects = corrects and not answers.stays_helping(desk, shape, said.text)
        if between and corrects and exchanging.rebuilds(desk, number, text, shape):
            return True
        desk.note(number, text, desk.verdict(shape, said.text), corrects, shape)
        if isinstance(said.shape, Backs) and said.shape.stays is None and desk.last is not None:
            desk.last.leans = isinstance(previous, Moves | Holds)
        if turned and desk.last is None and before in desk.notes and between:
            hindsight.withdraw(desk, before)  # `Bur off, Spa off, no, MAO off`: and which then?
        if corrects and desk.last is None and isinstance(shape, Holds | Moves | Supports) and not between:
            hindsight.keep(desk, shape.unit.spot)  # `Par - Bur. No wait, Par - Ber`: and now?
        if turned:
            hindsight.instead(desk, before, self.refusing, "MEANT" in said.roles)
        return True

    # ---- the sheet

    def sheet(self) -> OrderSheet:
        """The orders that stand, power by power."""
        self._read_results()
        closing.ask_about_quoted(self.desk(self.power), self.above.quoted if not self.asks else ())
        last = self.desk(self.power).last
        slipped = self.turned and self.slip
        if (self.refused or slipped) and last is not None:
            hindsight.withdraw(self.desk(self.power), last)  # `A Par - Bur. No.`
        pointing.settle(self.pointing)
        closing.close_for_later(self.desk(self.power), self.closing)
        self.wishes.choose(self.desk(self.power))
        closing.ask_what_is_meant(self.desk(self.power), self.wishes.hint, self.supposed)
        self.desk(self.power).ask_about_talk()
        closing.ask_about_verbs(self.strange)
        silence.ask(self.desk(self.power), self.unheard)
        sheets = {p: replace(closing.finished(desk, p), clear=self.clear) for p, desk in self.desks.items()}
        own = sheets.pop(self.power)
        return replace(own, ignored=tuple(self.ignored), others=sheets)

    def _read_results(self) -> None:
        """A line marked as a result is an order only in a letter that holds nothing else, for one power."""
        pasted = self.others_results and not self.master
        pasted = pasted or any(desk.notes or desk.problems for desk in self.desks.values())
        for number, text, line, power in self.results:
            if pasted:
                self.ignored.append(text)
            else:
                self._statements(number, text, line, power)
