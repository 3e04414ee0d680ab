"""Where a sentence ends: at full stops that end something, and not at those of `A. Par. - Bur.`"""

from collections.abc import Iterator, Sequence

from judge.language.doubting import CHOOSING, MARK
from judge.language.pieces import SILENT
from judge.language.scanner import DOING, KINDS, Lexeme
from judge.language.suspicion import HUNGRY

_ABBREVIATED = {"_SUPPORTS": 4, "_CONVOYS": 4, "_MOVES": 3, "_ATTACKS": 3, "_VIA": 3}
"""Up to how many letters such a word before a full stop is an abbreviation (`supp.`), not the end."""
_VERBS = DOING - {"_TO", "_DASH"}
_CUT = 5
"""Letters of a name that may have been cut short."""


def last_sentence(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """The words after the last full stop."""
    return ([], *sentences_of(lexemes))[-1]


def sentences_of(lexemes: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """Cut at full stops that end something, not at those of `A. Par - Bur.`"""
    sentence: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "STOP" and lexeme.text == "." and _goes_on(sentence, lexemes, at):
            continue
        if lexeme.type == "STOP" and _asks(lexemes, at):
            continue
        if lexeme.type in ("STOP", "ASK"):
            if sentence:
                if lexeme.type == "ASK":
                    sentence.append(lexeme)
                yield sentence
            sentence = []
        else:
            sentence.append(lexeme)
    if sentence:
        yield sentence


def _asks(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Wal - Lon!?`"""
    return next((x.type for x in lexemes[at:] if x.type != "STOP"), "") == "ASK"


def _goes_on(sentence: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether a full stop ends nothing; `sentence` is what stands before it."""
    after = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if after is None or not sentence:
        return False
    if after.type == "_TO" and after.text[0].isupper():
        return DOING.isdisjoint([x.type for x in sentence])  # `... gaat Tirol. Naar Bohemen gaat ...`
    return _is_cut_short(sentence, after) or not _ends(lexemes, at)


def _is_cut_short(sentence: Sequence[Lexeme], after: Lexeme) -> bool:
    """`A. Tun. | H.`, `L. Ven. | steunt ...`: the name of a unit, and what it does."""
    kinds = [x.type for x in sentence if x.type not in SILENT]
    unit = kinds[-1:] == ["PLACE"] and len(kinds) <= 2 and {*kinds[:-1]} <= KINDS
    cut = unit and len(sentence[-1].text) <= _CUT and after.type in _VERBS
    return cut and (len(after.text) == 1 or (len(kinds) > 1 and after.text[0].islower()))


def _ends(lexemes: Sequence[Lexeme], at: int) -> bool:
    if at == 0 or at + 1 >= len(lexemes):
        return True
    before, after = lexemes[at - 1], lexemes[at + 1]
    if before.type == "STOP" and after.type != "STOP":  # `...`
        return after.type not in ("_DASH", "_TO", "_AND") and not _goes_back(after)
    if (before.type in KINDS and len(before.text) <= MARK) or (
        len(before.text) == 1 and before.type not in ("_DISBANDS", "_HOLDS")
    ):
        return False
    if before.type in HUNGRY and len(before.text) <= _ABBREVIATED.get(before.type, 99):
        return False
    if "DOUBT" in before.roles and len(before.text) <= 4:
        return False  # `e.g.`, `bv.`
    return after.type not in ("_DASH", "_TO", "_SLASH") and not (
        before.end == lexemes[at].start and after.start == lexemes[at].end
    )


def _goes_back(lexeme: Lexeme) -> bool:
    """`Bur... or Pic`, `Bur... no, Pic`."""
    return lexeme.type in CHOOSING or bool(lexeme.roles & {"TURN", "CORRECTION"})
