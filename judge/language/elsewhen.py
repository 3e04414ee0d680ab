"""Another time named within a sentence: `Munich will go to Ruhr in the fall`, `next turn Munich to Ruhr`."""

from judge.language import fold
from judge.language.remarks import DISOWNED, ELSEWHEN, remark
from judge.language.scanner import ADJUSTING, ENDING, REMOVING, Lexeme
from judge.language.standing import Standing

_POINTING = frozenset({"ABOVE", "THESE"})
"""Words for the orders before: `That's for the fall`, `these orders are for the fall`."""
_NOW = frozenset({
    "nu", "voor nu", "nu nog", "nu eerst", "deze beurt", "deze ronde", "deze keer", "dit jaar", "dit seizoen",
    "voor deze beurt", "maar voor nu", "now", "for now", "but for now", "but for this turn", "but this turn",
    "right now", "this turn", "this round", "this year", "this season", "this time",
})  # fmt: skip
_LEADING = 3
"""Words that may stand before the time where it begins a part of the sentence."""


def dated(lexemes: list[Lexeme], body: str, standing: Standing) -> list[Lexeme]:
    """The lexemes of a line, with a remark in the place of another time."""
    if standing.calendar.elsewhen(" ".join(fold.words(body))) is None:
        return lexemes
    found: list[Lexeme] = []
    sentence: list[Lexeme] = []
    for lexeme in lexemes:
        sentence.append(lexeme)
        if lexeme.type in ENDING:
            found += _marked(sentence, body, standing)
            sentence = []
    return [*found, *_marked(sentence, body, standing)]


def _marked(sentence: list[Lexeme], body: str, standing: Standing) -> list[Lexeme]:
    """What stands before a part that begins with the time is still for now; all else is for then."""
    for at, lexeme in enumerate(sentence):
        if lexeme.type == "_COMMA" and _is_set_against(sentence[:at], sentence[at + 1 :], body, standing):
            stop = Lexeme("STOP", "!", lexeme.start, lexeme.end)
            now = _marked(sentence[at + 1 :], body, standing)
            return [*_marked(sentence[:at], body, standing), stop, *now]
    roles = frozenset().union(*(x.roles for x in sentence))
    if any(x.type == "TALK" and "ORDERS" in x.roles for x in sentence) and not roles & _POINTING:
        return sentence  # `my orders for next turn`: those that are wanted
    adjusting = any(x.type in ADJUSTING or "WISH" in x.roles for x in sentence) or bool(roles & _POINTING)
    start = 0
    for at, lexeme in enumerate(sentence):
        ends = lexeme.type == "_COMMA" or (lexeme.type == "_AND" and _is_followed(sentence, at))
        if not ends and at + 1 < len(sentence):
            continue
        clause = sentence[start : at + 1]
        over = _of_the_time(clause, body, standing, adjusting)
        if over and not _rather_builds(sentence[:start], clause):
            head = sentence[:start]
            begins = _begins(clause, over)
            if begins and any("LATER" in x.roles for x in over):
                return _all_later(sentence, at, body)
            if head and begins:
                head[-1] = Lexeme("STOP", "!", head[-1].start, head[-1].end)
            mark = remark(over, body, DISOWNED | ELSEWHEN)
            first = clause.index(over[0])
            return [*head, *clause[:first], mark, *clause[first + len(over) :], *sentence[at + 1 :]]
        start = at + 1
    return sentence


def _is_set_against(before: list[Lexeme], after: list[Lexeme], body: str, standing: Standing) -> bool:
    """`Next year Venice goes to Trieste, but for now it holds`: one part is for now, and the other is not."""
    begins = next((x for x in after if x.type not in ("_AND", "COLON") and "CONTRAST" not in x.roles), None)
    now = begins is not None and begins.text.casefold() in _NOW
    told = now or any(x.text.casefold() in _NOW for x in before)
    if not told or not before or not after:
        return False
    then = before if now else after
    later = bool(_of_the_time(then, body, standing, adjusting=False))
    return later and (now or any("LATER" in x.roles for x in after[:_LEADING]))


def _rather_builds(before: list[Lexeme], clause: list[Lexeme]) -> bool:
    """`Disband it, I'd rather build in Berlin next turn`: why, and no order for then."""
    ends = any(x.type in REMOVING for x in before)
    return ends and any(x.type == "_BUILDS" for x in clause) and any("TURN" in x.roles for x in clause)


def _is_followed(sentence: list[Lexeme], at: int) -> bool:
    """`... and next year`, `en dan volgende beurt`."""
    return any("LATER" in x.roles for x in sentence[at + 1 : at + 3])


def _all_later(sentence: list[Lexeme], at: int, body: str) -> list[Lexeme]:
    """A part that begins with `next turn` orders nothing of its own; nor do those behind it."""
    rest = sentence[at + 1 :]
    if not any(x.type == "PLACE" for x in rest):
        return sentence
    stop = Lexeme("STOP", "!", sentence[at].start, sentence[at].end)
    return [*sentence[:at], stop, remark([sentence[at]], body, DISOWNED | ELSEWHEN), *rest]


def _of_the_time(clause: list[Lexeme], body: str, standing: Standing, adjusting: bool) -> list[Lexeme]:
    """The words of a part of a sentence that name another time, unless they say what an order is good for."""
    spans = [(m.start(), m.end()) for m in fold.WORD.finditer(body, clause[0].start, clause[-1].end)]
    said = " ".join(fold.fold(body[start:end]) for start, end in spans)
    where = standing.calendar.elsewhen(said, adjusting)
    if where is None:
        return []
    before = said[: where[0]].split()
    if standing.words.because & {*before}:
        return []
    start = spans[len(before)][0]
    end = spans[len(before) + said[where[0] : where[1]].count(" ")][1]
    over = [x for x in clause if x.start < end and x.end > start]
    return [] if any(x.type in ("PLACE", "COMMENT") for x in over) else over


def _begins(clause: list[Lexeme], over: list[Lexeme]) -> bool:
    head = clause[: clause.index(over[0])]
    return len(head) <= _LEADING and not any(x.type == "PLACE" for x in head)
