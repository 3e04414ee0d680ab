"""A letter's text in, an order sheet out. Every line is taken, asked about, explained, or left as talk."""

from dataclasses import replace

from judge.board.geography import Power
from judge.board.orders import Move
from judge.board.phases import Kind
from judge.board.problems import Problem, Trouble
from judge.board.state import Board
from judge.language import fold, hindsight, retreating
from judge.language.headlines import headline
from judge.language.hearing import Hearing
from judge.language.lexicon import lexicon, whole_lines
from judge.language.lines import CROSSED, Line, read_line, unmarked
from judge.language.movement import ranked
from judge.language.quoting import quoted, signed_off
from judge.language.ranking import listed
from judge.language.scanner import KINDS
from judge.language.shapes import (
    Bare,
    Builds,
    Disbands,
    Path,
    Retreats,
    Shape,
    is_serious,
)
from judge.language.sheet import OrderSheet
from judge.language.standing import Standing
from judge.language.surroundings import orders
from judge.language.timing import Calendar, Time
from judge.language.verdict import Taken
from judge.rules.speech import PLAIN, Speech

MOST_LINES = 400
_ORS = frozenset({
    "or", "of", "oder", "ou", "or else", "of anders", "otherwise", "else", "anders", "zo niet", "if not",
    "and otherwise", "en anders",
})  # fmt: skip
LONGEST_LINE = 500
_CELLS = 3
"""Of a unit, its place and what it does."""
_PAIR = 2


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
    gone = [str(one.unit) for one in letter.desk(power).case.position.gone]
    unit = gone[0] if len(gone) == 1 else ""
    lines = listed(text.splitlines(), board, words, language, unit)
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


class _Letter(Hearing):
    """The lines of a letter: whose they are, when they are for, and what they say."""

    whose: Power | None = None
    """Whose orders stand on this line, where its heading names the power beside something else."""

    def read(self, number: int, raw: str, following: str) -> bool:
        """One line; true where it took the next one with it."""
        if len(raw) > LONGEST_LINE:
            self.desk(self.current).problems.append(Problem(number, raw[:80], Trouble.TOO_LONG))
            return False
        text = fold.tidy(raw)
        if text[:1] == "|" and text[-1:] == "|":
            if self._is_listed(number, text):
                return False
            text = self._row(text) if text.count("|") > 2 else text
        if "|" in text[1:]:
            text = self._told_of(text)
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
        head = headline(text, self.words, self.calendar)
        self.whose = head.power if head is not None else None
        text = head.text if head is not None else text
        if self._dated(number, text):
            return False
        line, joined = self._line(text, following)
        self._take(number, joined, line)
        return joined != text

    def _row(self, text: str) -> str:
        """A row of a table; `| A | Tunis | hold |` is an order in three cells."""
        cells = [cell.strip() for cell in text.strip("| ").split("|")]
        kind = self.words.words.get(fold.fold(cells[0]))
        order = len(cells) == _CELLS and kind is not None and kind.terminal in KINDS
        return " ".join(cells) if order else text.strip("| ")

    def _is_listed(self, number: int, text: str) -> bool:
        """`| A Par - Bur |`, `| Paris | Burgundy |`: an order in somebody's table. It is asked whose."""
        cells = [cell.strip() for cell in text.strip("| ").split("|")]
        if len(cells) > _PAIR or not all(cells):
            return False
        plain = self._parsed(self._row(text)).statements if len(cells) > 1 else ()
        if any(said.shape is not None and not isinstance(said.shape, Bare) for said in plain):
            return False  # `| A Par | Bur |`
        desk = self.desk(self.current)
        shapes = [said.shape for said in self._parsed(" - ".join(cells)).statements]
        verdict = desk.trial(shapes[0]) if len(shapes) == 1 and shapes[0] is not None else None
        if not isinstance(verdict, Taken) or verdict.kind is not self.board.phase.kind:
            return False
        guess = str(verdict.order)
        desk.problems.append(Problem(number, text, Trouble.NOT_UNDERSTOOD, guess=guess))
        return True

    def _told_of(self, text: str) -> str:
        """`A Par - Bur | bounced` tells of an order, as `A Par - Bur (bounced)` does."""
        row, _, cell = (part.strip() for part in text.rpartition("|"))
        remark = f"{row} ({cell})"
        return remark if row and cell and self._parsed(remark).told else text

    def read_quoted(self, number: int, raw: str) -> None:
        """A line of somebody else's mail: asked about where there is nothing else."""
        text = fold.tidy(raw[:LONGEST_LINE])
        if text and not self._alone(number, text, self._parsed(text)):
            self.ignored.append(text)

    def _dated(self, number: int, text: str) -> bool:
        """Whether a line, or what stands above it, names another time than this phase."""
        parts = self.calendar.cut(text)
        self.winter = self.elsewhere is Time.WINTER
        if len(parts) == 1 and parts[0][0] in (None, Time.NOW):
            if parts[0][0] is Time.NOW:
                self.elsewhere, self.above.quoting = None, False
            return self.elsewhere is not None and self._set_aside(number, text, self.elsewhere)
        if ":" not in text and parts[0][0] is Time.LATER:
            self.closing = number
        for time, label, rest in parts:
            self._part(number, time, label, rest)
        return True

    def _part(self, number: int, time: Time | None, label: str, rest: str) -> None:
        self.winter = time is Time.WINTER or (time is None and self.winter)
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
        line = read_line(text, self.words, self.standing)
        if self.whose is not None and line.power is None:
            line = replace(line, power=self.whose)
        return self._built(line) if self.winter else line

    def _built(self, line: Line) -> Line:
        """Under `Winter:` a unit and no more is a build, unless one like it stands there and stays."""
        desk = self.desk(self.current)
        left = {order.unit.province for note in desk.notes if isinstance(order := note.taken.order, Move)}
        there = {(p, unit.type) for p, unit in desk.case.position.own.items() if p not in left}
        statements = tuple(
            replace(s, shape=Builds(s.shape.unit))
            if isinstance(s.shape, Bare)
            and s.shape.unit.type
            and not any((p, s.shape.unit.type) in there for p, _ in ranked(s.shape.unit.spot))
            else s
            for s in line.statements
        )
        return replace(line, statements=statements)

    def _dashed(self, text: str) -> Line:
        """In the adjustments `- A Boh` removes, where it is no bullet."""
        line = read_line(unmarked(text), self.words, self.standing)
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
            if any("KEPT" in said.roles for said in line.statements):
                self.desk(self.current).problems.append(Problem(number, text, Trouble.KEPT))
            else:
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


def _is_incomplete(shape: Shape) -> bool:
    return isinstance(shape, Bare) or (isinstance(shape, Retreats) and not shape.targets)


__all__ = ["LONGEST_LINE", "MOST_LINES", "Path", "read_orders"]
