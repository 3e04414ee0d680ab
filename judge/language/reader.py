"""A letter's text in, an order sheet out. Every line is taken, asked about, explained, or left as talk."""

from dataclasses import replace

from judge.board.geography import Power
from judge.board.orders import Move, Waive, unit_of
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language import answers, every, fold, hindsight, retreating
from judge.language.desk import Desk, backed
from judge.language.doubles import without_doubles
from judge.language.lexicon import Lexicon, lexicon, whole_lines
from judge.language.lines import CROSSED, Line, read_line, unmarked
from judge.language.position import Position
from judge.language.quoting import quoted, signed_off
from judge.language.settle import Case
from judge.language.shapes import (
    AllOf,
    Backs,
    Bare,
    Builds,
    Disbands,
    Holds,
    Moves,
    Otherwise,
    Path,
    RestHolds,
    Retreats,
    Shape,
    Spot,
    Supports,
    Waives,
    is_serious,
    respell,
)
from judge.language.sheet import Entry, OrderSheet
from judge.language.standing import Standing
from judge.language.suggest import likeness
from judge.language.surroundings import Above, orders
from judge.language.suspicion import UNSURE, Doubt, Statement
from judge.language.timing import Calendar, Time
from judge.language.verdict import Taken
from judge.rules.speech import PLAIN, Speech

MOST_LINES = 400
_REFUSED = frozenset({"NOT", "CANCEL", "RETRACT", "INSTEAD"})
"""`A Bur, not A Par`: nothing is wanted of the second."""
_SLIPS = frozenset({"foutje", "fout", "typo", "oops", "oeps", "my mistake", "mistake", "tikfout", "typefout"})
_ORS = frozenset({"or", "of", "oder", "ou", "or else", "of anders"})
_CHANGING = ("maak van", "vervang", "verander", "replace", "change")
LONGEST_LINE = 500
_CLOSE = 75
"""How alike, of a hundred, the second half of `Peter-Jan` must be to a place to be asked about."""


def read_orders(
    text: str,
    board: Board,
    power: Power,
    language: str,
    *,
    master: bool = False,
    strict: bool = True,
    speech: Speech = PLAIN,
) -> OrderSheet:
    """The orders in a player's own text (quotations already stripped), with an answer to every line.

    `speech` is how the rules of the game have orders written. `master` lets one letter order for several
    powers. Without `strict` an order that is understood is kept even where it cannot be carried out: the
    adjudicator calls it void.
    """
    words = lexicon(board.geography, language, speech.words)
    calendar = Calendar(language, board.phase, words.powers, text)
    standing = Standing.of(text, language, words.powers, calendar)
    letter = _Letter(board, power, words, standing, master, strict, speech)
    letter.surrenders = whole_lines("WHOLE_SURRENDER", language, speech.words)
    lines = text.splitlines()
    letter.last_line = max((at for at, line in enumerate(lines, 1) if line.strip()), default=0)
    others = quoted(lines[:MOST_LINES], language, words)
    signed = signed_off(lines[:MOST_LINES], language)
    skip = False
    for at, raw in enumerate(lines[:MOST_LINES]):
        if skip:
            skip = False
            continue
        if at in others:
            letter.read_quoted(at + 1, raw)
            continue
        letter.elsewhere = Time.LATER if at == signed else letter.elsewhere
        following = lines[at + 1] if at + 1 < len(lines) else ""
        skip = letter.read(at + 1, raw, following)
    if len(lines) > MOST_LINES:
        letter.desk(power).problems.append(Problem(MOST_LINES + 1, lines[MOST_LINES][:80], Trouble.TOO_LONG))
    return letter.sheet()


class _Letter:
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
        self.surrenders: frozenset[str] = frozenset()
        self.desks: dict[Power, Desk] = {}
        self.current = power
        self.above = Above()
        self.correcting = self.clear = self.signed = self.forwarded = self.asks = False
        self.helping = self.theirs = self.slip = False
        self.turned = self.refused = self.turning = self.refusing = False
        self.ignored: list[str] = []
        self.results: list[tuple[int, str, Line, Power]] = []
        self.others_results = False
        self.hint: tuple[int, str] | None = None
        self.strange: list[tuple[Desk, int, str, Shape]] = []
        self.last_line = 0

    def desk(self, power: Power) -> Desk:
        if power not in self.desks:
            case = Case(Position(self.board, power, self.speech), self.words, self.strict)
            self.desks[power] = Desk(case)
        return self.desks[power]

    # ---- lines

    def read(self, number: int, raw: str, following: str) -> bool:
        """One line; true where it took the next one with it."""
        if len(raw) > LONGEST_LINE:
            self.desk(self.current).problems.append(Problem(number, raw[:80], Trouble.TOO_LONG))
            return False
        text = fold.tidy(raw)
        if text[:1] == "|" and text[-1:] == "|" and text.count("|") > 2:
            text = text.strip("| ")  # a row of a table
        if not text:
            self._blank()
            return False
        if text.startswith(
            (">", "|", *CROSSED)
        ):  # a quotation, or the reason below a result in our own letters
            self.ignored.append(text)
            return False
        if self._surrenders(text):
            desk = self.desk(self.current)
            desk.note(number, text, retreating.surrender(desk.case, text), self.correcting)
            return False
        if self._dated(number, text):
            return False
        line, joined = self._line(text, following)
        self._take(number, joined, line)
        return joined != text

    def read_quoted(self, number: int, raw: str) -> None:
        """A line of somebody else's mail: asked about where there is nothing else."""
        text = fold.tidy(raw[:LONGEST_LINE])
        if text and not self._alone(number, text, self._parsed(text)):
            self.ignored.append(text)

    def _dated(self, number: int, text: str) -> bool:
        """Whether a line, or what stands above it, names another time than this phase."""
        parts = self.calendar.cut(text)
        if len(parts) == 1 and parts[0][0] in (None, Time.NOW):
            if parts[0][0] is Time.NOW:
                self.elsewhere, self.above.quoting = None, False
            return self.elsewhere is not None and self._set_aside(number, text, self.elsewhere)
        for time, label, rest in parts:
            self._part(number, time, label, rest)
        return True

    def _part(self, number: int, time: Time | None, label: str, rest: str) -> None:
        if time is Time.PAST and not rest:
            self.above.announce(Line(heading=True, telling=True))
            self.ignored.append(label)
        elif time is Time.PAST:
            self.above.quote(number, rest, self._parsed(rest))
            self.ignored.append(rest)
        elif time in (None, Time.NOW):
            self.elsewhere = None if time is Time.NOW else self.elsewhere
            if self.elsewhere is None or not self._set_aside(number, rest, self.elsewhere):
                self._take(number, rest or label, self._parsed(rest or f"{label}:"))
        elif time is Time.OFF and not rest and (line := self._parsed(label.rstrip("?") + ":")).telling:
            self.above.announce(line)
            self.ignored.append(label)
        elif time is not None:
            said = bool(rest) and self._set_aside(number, rest, time)
            if rest and not said:
                self._take(number, rest, self._parsed(rest))
            self.above.fresh = not rest
            lasting = not rest or (said and time is not Time.OFF and orders(self._parsed(rest)))
            self.elsewhere = time if lasting else self.elsewhere

    def _set_aside(self, number: int, text: str, time: Time) -> bool:
        """Orders for another phase, or disowned ones, are asked about; builds for the winter are kept."""
        line = self._parsed(text)
        self.above.fresh = False
        if time is Time.OFF and line.heading and not line.telling:
            self.elsewhere = None
            return False
        if not orders(line):
            self.ignored.append(text)
            return True
        desk = self.desk(self.current)
        shapes = [s.shape for s in line.statements if s.shape is not None and is_serious(s.shape)]
        taken = [verdict for shape in shapes if isinstance(verdict := desk.trial(shape), Taken)]
        if time is Time.WINTER and taken and all(one.kind is Kind.ADJUSTMENTS for one in taken):
            return False
        guess = str(taken[0].order) if len(taken) == 1 else None
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=guess))
        return True

    def _surrenders(self, text: str) -> bool:
        """`Overgave`, alone on its line: of the unit that was driven out, if there is but one."""
        return (
            self.board.phase.kind is Kind.RETREATS
            and not text.endswith(":")
            and " ".join(fold.words(unmarked(text))) in self.surrenders
        )

    def _blank(self) -> None:
        if not self.above.fresh and self.elsewhere is Time.OFF:
            self.elsewhere = None
        if self.above.blank():
            self.turned = False
            if not self.master:
                self.current = self.power

    def _line(self, text: str, following: str) -> tuple[Line, str]:
        """The line, with the next one where a mail program broke it off in the middle."""
        line = self._parsed(text)
        if line.unfinished and len(following) <= LONGEST_LINE:
            more = fold.tidy(following)
            both = self._parsed(f"{text} {more}")
            whole = both.statements and all(s.shape and not _is_incomplete(s.shape) for s in both.statements)
            alone = more and any(
                s.shape and not isinstance(s.shape, Bare) for s in self._parsed(more).statements
            )
            if more and whole and not alone:
                return both, f"{text} {more}"
        return line, text

    def _parsed(self, text: str) -> Line:
        if self.board.phase.kind is Kind.ADJUSTMENTS and text[0] in "-–−":
            return self._dashed(text)
        return read_line(text, self.words, standing=self.standing)

    def _dashed(self, text: str) -> Line:
        """In the adjustments `- A Boh` removes, where it is no bullet."""
        line = read_line(unmarked(text), self.words, standing=self.standing)
        removing = self.board.surplus(self.current) < 0
        statements = tuple(
            replace(s, shape=Disbands(s.shape.unit, True, True))
            if removing and isinstance(s.shape, Bare)
            else s
            for s in line.statements
        )
        return replace(line, statements=statements)

    def _take(self, number: int, text: str, line: Line) -> None:
        self.asks = line.asks
        if line.addressed == self.power:
            line = replace(line, addressed=None)
        if line.forwards:
            self.forwarded = True
        if line.ours or line.forwards or self.forwarded:
            if not (self.forwarded and self._alone(number, text, line)):
                self.ignored.append(text)
            return
        if line.clear:
            self.clear = True
            for desk in self.desks.values():
                desk.notes.clear()
        heads = line.heading or not line.statements or not orders(line)
        if line.power is not None and heads and not self._is_mark(line):
            self._head(line)
            self.ignored.append(text)
            return
        if line.heading and not orders(line):
            self.above.announce(line)
            self.correcting = self.correcting or line.corrects
            self.ignored.append(text)
            return
        self.above.fresh = False
        if text.casefold().strip(" .,:;-") in _ORS:
            self._choose()
            return
        if line.corrects:
            self.correcting = True
        # `*Pic`, as one corrects oneself in a chat.
        self.turned = self.turned or (text[0] == "*" and text[1:2].isalpha())
        if self.above.quoting or line.told:
            if self.above.quoting:
                self.above.quote(number, text, line)
            elif line.half_told and orders(line):
                self.desk(self.current).problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
                return
            self.ignored.append(text)
            return
        power = self.current if line.power is None or self._is_mark(line) else line.power
        if line.result:
            self.results.append((number, text, line, power))
            self.others_results |= power != self.power
            return
        self._statements(number, text, line, power)
        if line.offers:
            self.above.offer(line)

    def _choose(self) -> None:
        """`or`, on a line of its own: neither the order above nor those below are certain."""
        desk = self.desk(self.current)
        if desk.last is not None:
            hindsight.withdraw(desk, desk.last)
            self.above.doubting = True

    def _alone(self, number: int, text: str, line: Line) -> bool:
        """Whether orders below `Forwarded message` are all there is: then they are asked about."""
        desk = self.desk(self.power)
        if orders(line) and not desk.notes and not desk.problems:
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
            return True
        return False

    def _is_mark(self, line: Line) -> bool:
        """`a) b) c)` in a player's letter is a list, not Austria."""
        return line.lettered and not self.master and line.power != self.power

    def _head(self, line: Line) -> None:
        assert line.power is not None
        self.current = line.power
        self.above.name(line)

    def _statements(self, number: int, text: str, line: Line, power: Power) -> None:
        if line.subject and power != self.power:
            self.ignored.append(text)  # what another power builds
            return
        if power != self.power and not self.master:
            self._anothers(number, text, line)
            return
        desk = self.desk(power)
        previous: Shape | None = None
        answered = False
        ordering = any(s.shape is not None and not isinstance(s.shape, Bare) for s in line.statements)
        begun = False
        for statement in line.statements:
            echoes = "ALSO" in statement.roles and "SO" not in statement.roles
            if begun and previous is None and echoes and statement.shape is not None:
                statement = replace(statement, doubt=Doubt.UNSETTLED)  # `Mun - Bur failed, Ruh - Bel too`
            begun = begun or bool(statement.named)
            if "AGAIN" in statement.roles and statement.shape is None:
                desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD))
                answered = True
                continue
            if ordering and statement.after is not None and statement.after.mild:
                statement = replace(statement, after=replace(statement.after, inline=True))
            if line.mixed and (statement.shape or statement.suspect):
                desk.problems.append(self._mixed(desk, number, text, line.mixed))
                answered = True
                break
            shape = self.above.listed(statement.shape)
            answered |= self._statement(desk, number, text, replace(statement, shape=shape), previous)
            self.helping = isinstance(shape, Backs | Supports)
            self.theirs = shape is None and (self.theirs or bool(statement.powers - {str(self.power)}))
            previous = self._spoken_of(statement, shape, previous)
        if not answered and not line.clear:
            self.ignored.append(text)
            self.signed = self.signed or (line.greets and number > 1)

    def _spoken_of(self, said: Statement, shape: Shape | None, before: Shape | None) -> Shape | None:
        """What `that` means behind a statement; nothing where it tells of another power."""
        if shape is None:
            theirs = said.powers - {str(self.power)}
            return None if theirs and (said.verbs or said.named or "ALSO" in said.roles) else before
        return before if isinstance(shape, Backs | Bare) else shape

    def _anothers(self, number: int, text: str, line: Line) -> None:
        """A player writes for one power only."""
        if orders(line):
            self.desk(self.power).problems.append(
                Problem(number, text, Trouble.ANOTHERS_POWER, at=str(line.power or self.current))
            )
        else:
            self.ignored.append(text)

    def _mixed(self, desk: Desk, number: int, text: str, word: str) -> Problem:
        plain = read_line(fold.latin(text), self.words, standing=self.standing)
        guess = None
        for statement in plain.statements:
            if statement.shape is not None and guess is None:
                verdict = desk.verdict(statement.shape)
                guess = str(verdict.order) if isinstance(verdict, Taken) else None
        return Problem(number, text, Trouble.MIXED_SCRIPT, at=word, guess=guess)

    # ---- statements

    def _statement(self, desk: Desk, number: int, text: str, said: Statement, previous: Shape | None) -> bool:
        """True where the statement was answered; false for talk."""
        shape = said.shape
        if self._reconsiders(desk, number, text, said):
            return True
        if shape is not None and not isinstance(shape, AllOf | Waives | RestHolds) and shape.unit.spot.absent:
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
                return self._no_order(desk, number, text, replace(said, shape=None))
            if len(units) != 1:
                return answers.which(desk, number, text, said, units)
            place = Spot(shape.unit.spot.text, ((units[0].province,),))
            shape = respell(shape, shape.unit.spot, place)
        if shape is None:
            return self._no_order(desk, number, text, said)
        if (
            isinstance(shape, Bare)
            and isinstance(previous, Holds)
            and "ALSO" in said.roles
            and not self.helping
        ):
            shape = Holds(shape.unit)  # `Ruhr holds. Munich ditto.`
        if number == self.last_line > 1 and self._is_name(desk, shape, said.text):
            return False
        slipped = isinstance(shape, Moves | Holds | Supports) and answers.is_slip(desk, shape.unit)
        if (isinstance(shape, Bare) and not self._means_something(shape)) or not (
            slipped or is_serious(shape)
        ):
            desk.leave_open(number, text, said.named)
            return False
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
            return answers.doubtful(desk, number, text, said, shape, doubt)
        return self._order(desk, number, text, said, shape, previous)

    def _reconsiders(self, desk: Desk, number: int, text: str, said: Statement) -> bool:
        """Whether the words change or take back an order before them."""
        after = said.after
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
        self.turned = after.turns and not (after.spots or after.type or after.holds) and _is_brief(said.text)
        self.refused = after.alone and "NO" in said.roles
        self.slip = after.alone and said.text.casefold().strip(" .!") in _SLIPS
        if said.suspect and not after.plain:
            return False
        between = self.board.phase.kind is not Kind.MOVEMENT
        if between and after.type and not after.spots and {"NO", "NOT"} <= said.roles:
            return hindsight.none_of(desk, after.type)
        return hindsight.reconsider(desk, number, text, after, turned)

    def _no_order(self, desk: Desk, number: int, text: str, said: Statement) -> bool:
        if said.strange is not None and self.board.phase.kind is Kind.MOVEMENT:
            self.strange.append((desk, number, text, said.strange))
        if said.hint and self.hint is None:
            self.hint = number, text
        if "EXCEPT" in said.roles and hindsight.spares(desk, number, text, said):
            return True
        if "GREETING" not in said.roles:
            all_but = "EXCEPT" in said.roles
            desk.leave_open(number, text, said.named, asked=all_but or not said.roles & _REFUSED)
            later = bool(said.named) and said.verbs and self.board.phase.kind is not Kind.MOVEMENT
            desk.plainly = desk.plainly or (later and (all_but or not said.roles & UNSURE))
        if len(said.named) > 1 and (self.turning or said.roles & {"CORRECTION", "TURN"}):
            hindsight.exchange(desk, said.named)
        # `Pic steunt ...`, of a unit of ours, is of that one, and no other goal for the one before.
        of_its_own = said.verbs and bool(said.named) and desk.concerns(said.named[0])
        roles = said.roles | {"DOUBT"} if said.suspect and said.named and not of_its_own else said.roles
        hindsight.unsettle(desk, number, said.named, roles, said.text)
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
        if isinstance(shape, Holds | Moves) and self.board.phase.kind is Kind.ADJUSTMENTS:
            hindsight.keep(desk, shape.unit.spot)
        if isinstance(shape, Disbands) and hindsight.scraps(desk, shape):
            return True
        if isinstance(shape, Moves) and shape.told and not desk.concerns(shape.unit.spot):
            return False
        if isinstance(shape, AllOf):
            return answers.all_of(desk, number, text, shape, self.correcting)
        if isinstance(shape, RestHolds) and self.board.phase.kind is not Kind.MOVEMENT:
            return False
        if isinstance(shape, RestHolds) and answers.is_as_before(text):
            desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, at=said.text))
            return True
        if isinstance(shape, RestHolds):
            desk.resting.append((number, text, shape.type, len(desk.notes)))
            return True
        if isinstance(shape, Waives):
            if len(said.text.strip(".!- ")) == 1 and (
                self.signed or self.board.phase.kind is not Kind.ADJUSTMENTS
            ):
                return False  # the initial of somebody's name
            twice = desk.last is not None and desk.last.line == number and desk.adjust.left() <= 0
            if twice and isinstance(desk.last and desk.last.taken.order, Waive):
                return True  # `no builds this year, waive`
            return desk.waives(number, text, shape)
        if isinstance(shape, Otherwise):
            return desk.otherwise(number, text, shape)
        if isinstance(shape, Backs):
            meant = backed(shape, previous)
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
        desk.note(number, text, desk.verdict(shape, said.text), corrects, shape)
        if isinstance(said.shape, Backs) and said.shape.stays is None and desk.last is not None:
            desk.last.leans = isinstance(previous, Moves | Holds)
        if turned and desk.last is None and before in desk.notes and between:
            hindsight.withdraw(desk, before)  # `Bur off, Spa off, no, MAO off`: and which then?
        if turned:
            hindsight.instead(desk, before, self.refusing)
        return True

    def _is_name(self, desk: Desk, shape: Shape, text: str) -> bool:
        """`Peter-Jan`, as the last line: no unit of ours, no place, and no blank between."""
        if not isinstance(shape, Moves) or shape.unit.marked or shape.path.steps[-1].known or " " in text:
            return False
        strange = likeness(self.words, shape.path.steps[-1].text) < _CLOSE
        return strange and not desk.concerns(shape.unit.spot)

    def _means_something(self, shape: Bare) -> bool:
        """A name alone is talk, except in the adjustments; a unit alone is half an order."""
        return shape.unit.marked and shape.unit.spot.known

    # ---- the sheet

    def sheet(self) -> OrderSheet:
        """The orders that stand, power by power."""
        self._read_results()
        self._ask_about_quoted()
        last = self.desk(self.power).last
        slipped = self.turned and self.slip
        if (self.refused or slipped) and last is not None:
            hindsight.withdraw(self.desk(self.power), last)  # `A Par - Bur. No.`
        self._ask_what_is_meant()
        self.desk(self.power).ask_about_talk()
        self._ask_about_verbs()
        own = self._finished(self.power, tuple(self.ignored))
        others = {power: self._finished(power, ()) for power in self.desks if power != self.power}
        return replace(own, others=others)

    def _read_results(self) -> None:
        """A line marked as a result is an order only in a letter that holds nothing else, for one power."""
        pasted = self.others_results and not self.master
        pasted = pasted or any(desk.notes or desk.problems for desk in self.desks.values())
        for number, text, line, power in self.results:
            if pasted:
                self.ignored.append(text)
            else:
                self._statements(number, text, line, power)

    def _ask_about_quoted(self) -> None:
        """A letter with nothing but orders that somebody else seems to have written: are they meant?"""
        desk = self.desk(self.power)
        if desk.notes or desk.problems or not self.above.quoted or self.asks:
            return
        number, text, line = self.above.quoted[-1]
        for said in line.statements:
            verdict = desk.trial(said.shape) if said.shape and is_serious(said.shape) else None
            if isinstance(verdict, Taken):
                desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=str(verdict.order)))
                return

    def _ask_about_verbs(self) -> None:
        """`Denemarken blokkeert Zweden`: of a unit left without an order, and a place that it can reach."""
        for desk, number, text, shape in self.strange:
            verdict = desk.trial(shape)
            order = verdict.order if isinstance(verdict, Taken) else None
            known = any(isinstance(order, Move) and unit_of(n.taken.order) == order.unit for n in desk.notes)
            if isinstance(order, Move) and not known and all(p.line != number for p in desk.problems):
                desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=str(order)))

    def _ask_what_is_meant(self) -> None:
        """`Een van beide opheffen`, and no more: between the movements every word about a unit counts."""
        desk = self.desk(self.power)
        waiting = self.board.phase.kind is not Kind.MOVEMENT and desk.is_waited_for
        if self.hint and waiting and not (desk.notes or desk.problems):
            desk.problems.append(Problem(*self.hint, Trouble.NOT_UNDERSTOOD))

    def _finished(self, power: Power, ignored: tuple[str, ...]) -> OrderSheet:
        desk = self.desk(power)
        desk.close()
        entries, doubles = without_doubles(desk.notes, repeats=desk.board.economy is not None)
        remarks = [
            Problem(note.line, note.text, remark.trouble, remark.at, order=str(note.taken.order))
            for note in entries
            for remark in note.taken.remarks
        ]
        problems = sorted([*desk.problems, *doubles, *remarks], key=lambda problem: problem.line)
        return OrderSheet(
            power=power,
            entries=tuple(
                Entry(note.line, note.text, note.taken.order, note.taken.others, note.taken.kind)
                for note in entries
            ),
            problems=tuple(problems),
            ignored=ignored,
            clear=self.clear,
        )


def _is_brief(text: str) -> bool:
    return len(text.split()) <= hindsight.NOT_A_SENTENCE


def _is_incomplete(shape: Shape) -> bool:
    return isinstance(shape, Bare) or (isinstance(shape, Retreats) and not shape.targets)


__all__ = ["LONGEST_LINE", "MOST_LINES", "Path", "read_orders"]
