"""A line into statements: what is an order, what is talk, and what is doubtful enough to ask about.

An order is taken only where every word of its part of the sentence has a place in it. Talk beside it is
ignored; a condition, a doubt or a denial in the sentence takes the order with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.language.cues import cues_of
from judge.language.exchanging import exchanges
from judge.language.judging import judged, may_go_back, text_of
from judge.language.lexicon import Lexicon
from judge.language.parts import parts_of
from judge.language.passives import active
from judge.language.pieces import SILENT, roles_of, whole
from judge.language.questions import affirms, answer, refused
from judge.language.reasons import precautious
from judge.language.remarks import is_struck, is_undone
from judge.language.requests import ASKED, requested
from judge.language.restating import kept, turned
from judge.language.scanner import ENDING, Lexeme
from judge.language.scope import leaves_open
from judge.language.shapes import Bare, Otherwise, RestHolds, Shape, spots
from judge.language.stops import sentences_of
from judge.language.subjects import speaks_of_me, subject_of
from judge.language.supposing import depends, moot, supposed
from judge.language.suspicion import Doubt, Statement, statement
from judge.language.turns import WITHDRAWING, answered, is_withdrawal, plainly

_IDLE = frozenset({"FILLER", "INTRO", "CARRY", "PLURAL", "AUXILIARY"})
"""Roles of words that leave an order as it is: one order and no other words beside it is that order."""
_TURNING = frozenset({"TURN", "CORRECTION", "RETRACT", "NO"})
_EXCHANGING = frozenset({"DENIAL", "INSTEAD"})
_INSTEAD = frozenset({"_ELSE", "IF"})
_FREEING = frozenset({"FREE", "COMMENT"})
_OTHERS = frozenset({"_REST", "OTHER_ONE"})


def statements(
    lexemes: Sequence[Lexeme], cues: frozenset[str], lexicon: Lexicon, body: str
) -> list[Statement]:
    """What the lexemes of one line say, part by part; `body` is the text they were read from."""
    sentences = [[*lexemes]] if ENDING.isdisjoint(cues) else [*sentences_of(lexemes)]
    if "ASK" in cues:
        sentences = [part for sentence in _unasked(sentences) for part in sentence]
    if not _TURNING.isdisjoint(cues):
        sentences = [part for sentence in sentences for part in turned(sentence)]
    found: list[Statement] = []
    said: list[Statement] = []
    reaching = False
    for before, sentence in pairwise([[], *sentences]):
        asked = bool(before) and before[-1].type == "ASK"
        if asked and (rest := answer(before, sentence)) is not None:
            found[len(found) - len(said) :] = [refused(one, bool(rest)) for one in said]
            sentence, said = rest, []
            if not rest:
                continue
        elif asked and affirms(before, sentence):
            found[len(found) - len(said) :] = [_left_open(one) for one in said]
        joined = bool(before) and bool(sentence) and ";" in body[before[-1].end : sentence[0].start]
        reaching = joined and (
            reaching or leaves_open(before) or (_is_left_open(said) and not is_undone(before))
        )
        if not _EXCHANGING.isdisjoint(cues) and (pairs := exchanges(sentence)):
            found.append(Statement(text_of(sentence, body), exchanges=pairs))
            said = []
            continue
        own = cues if len(sentences) == 1 else cues_of(sentence)
        hung = reaching and any("IF" in one.roles and "OPEN" not in one.roles for one in said)
        subject = subject_of(sentence) if "POWER" in own and len(sentences) > 1 else None
        if subject is not None:
            sentence = [x for x in sentence if x is not subject]
        said = _statements(sentence, own, lexicon, body, _last_order(found))
        if subject is not None:
            mine = next((i for i, one in enumerate(said) if speaks_of_me(one.text)), len(said))
            said = [*(replace(one, whose=str(subject.value)) for one in said[:mine]), *said[mine:]]
        if asked and depends(sentence, before):
            said = [_under_condition(one) for one in said]
        elif reaching:
            said = [_under_condition(one) if hung else _left_open(one) for one in said]
        found += said
    return found


def _is_left_open(said: Sequence[Statement]) -> bool:
    """Whether it has orders, and all of them depend on something."""
    doubts = {one.doubt for one in said if one.shape is not None}
    return bool(doubts) and Doubt.NONE not in doubts


def _under_condition(said: Statement) -> Statement:
    return replace(said, doubt=Doubt.UNSETTLED, roles=said.roles | {"IF"}) if said.shape else said


def _left_open(said: Statement) -> Statement:
    """Under no condition, and no order all the same."""
    return replace(_under_condition(said), roles=said.roles | {"IF", "OPEN"}) if said.shape else said


def _unasked(sentences: Iterable[list[Lexeme]]) -> Iterator[list[list[Lexeme]]]:
    """`F Rum - Bul? not sure, A Sev H`: the doubt belongs to the question."""
    asked: list[Lexeme] = []
    for sentence in sentences:
        if asked and (told := answered(asked, sentence)) is not None:
            yield [told]
            asked = []
            continue
        comma = next((i for i, x in enumerate(sentence[:5]) if x.type == "_COMMA"), 0)
        head = [x for x in sentence[:comma] if x.type not in SILENT]
        doubting = bool(asked) and "DOUBT" in roles_of(head) and all(x.type == "TALK" for x in head)
        yield [sentence[:comma], sentence[comma + 1 :]] if doubting else [sentence]
        asked = sentence if sentence[-1].type == "ASK" else []


def _last_order(found: Sequence[Statement]) -> Shape | None:
    return next((said.shape for said in reversed(found) if not isinstance(said.shape, Bare | None)), None)


def _statements(
    sentence: list[Lexeme], cues: frozenset[str], lexicon: Lexicon, body: str, before: Shape | None = None
) -> list[Statement]:
    """The statements of a sentence; `before` is the last order before it.

    A sentence that is one order and no more, is that order. Any other is taken apart in this order:

    - `moot`: what is to come in the place of an order that cannot be given;
    - `kept`: what was sent before, and stands;
    - put in the words of plain orders: reasons said as a condition is (`precautious`), conditions said
      without `if` (`supposed`), turns of two clauses (`plainly`), and what is done by another (`active`);
    - its parts, with what each of them orders and what they share (`parts`);
    - and what these come to, under the conditions, doubts and denials around them (`judging`).
    """
    withdrawn = not WITHDRAWING.isdisjoint(cues) and any(map(is_withdrawal, sentence))
    apart = "COLON" in cues or withdrawn
    single = None if apart else whole(sentence)
    if single is not None and not may_go_back(single) and not [x for x in sentence if not x.roles <= _IDLE]:
        return [statement(text_of(sentence, body), single, named=spots(single))]
    if single is None or isinstance(single, Otherwise | RestHolds):
        if not _INSTEAD.isdisjoint(cues) and (instead := moot(sentence)) is not None:
            about, then = instead
            return [replace(said, moot=about) for said in _statements(then, cues_of(then), lexicon, body)]
        if not _OTHERS.isdisjoint(cues) and (span := kept(sentence)) is not None:
            return _kept(sentence, span, lexicon, body)
    asking = False
    if single is None:
        wanted = requested(sentence) if not ASKED.isdisjoint(cues) else sentence
        asking = wanted is not sentence
        plain = active(plainly(supposed(precautious(wanted, lexicon))))
        reworded = plain is not sentence and (is_struck(plain) or not is_struck(sentence))
        if reworded:
            sentence, cues = plain, cues_of(plain)
        single = whole(sentence) if reworded or apart else None
    pieces = parts_of(sentence, cues, single, before)
    found = list(judged(pieces, sentence, cues, lexicon, body))
    free = not _FREEING.isdisjoint(cues)
    freed = free and any("FREE" in y.roles for x in sentence for y in (x, *x.inner))
    further = frozenset({"FREE"} if freed else ()) | frozenset({"REQUEST"} if asking else ())
    return [replace(said, roles=said.roles | further) for said in found] if further else found


def _kept(
    sentence: list[Lexeme], span: tuple[int, int, bool], lexicon: Lexicon, body: str
) -> list[Statement]:
    """`A Par - Bur, the rest remains as sent`."""
    start, end, plain = span
    part = sentence[start:end]
    said = Statement(text_of(part, body), suspect=not plain, roles=frozenset({"KEPT"}))
    before, after = _unlinked(sentence[:start]), _unlinked(sentence[end:])
    found = _statements(before, cues_of(before), lexicon, body) if before else []
    return [*found, said, *(_statements(after, cues_of(after), lexicon, body) if after else ())]


def _unlinked(part: list[Lexeme]) -> list[Lexeme]:
    """Without the commas at both ends."""
    inner = [i for i, x in enumerate(part) if x.type not in ("_COMMA", "COLON", "_AND")]
    return part[inner[0] : inner[-1] + 1] if inner else []
