"""Words and marks that strike an order, put where the reader of sentences sees them: remarks with a role.

UNDONE leaves open what stands just before it, DISOWNED the whole sentence.
"""

from collections.abc import Sequence

from judge.language import fold
from judge.language.elsewhen import dated
from judge.language.phrasing import start_of
from judge.language.remarks import DISOWNED, UNDONE, remark
from judge.language.scanner import DOING, ENDING, KINDS, Lexeme
from judge.language.standing import CONSENTS, REFUSALS, Standing

_SEPARATORS = frozenset({"_COMMA", "_DASH", "COLON"})
_SIGNS = DOING | KINDS | {"_REMOVES", "_BUILDS"}
_SIGNED = frozenset({"ASK", "OTHER"})
_EVERY = frozenset({"first", "both", "all", "everything", "these", "eerste", "beide", "alle", "alles"})
_SURE = "100"
_CONTRAST = ("but", "maar")


def struck(lexemes: list[Lexeme], words: frozenset[str], body: str, standing: Standing) -> list[Lexeme]:
    """The lexemes of a line, with a remark in the place of what strikes an order.

    `words` are its folded words; without the first word of any such phrase it is not looked for.
    """
    kinds = {lexeme.type for lexeme in lexemes}
    if "COMMENT" in kinds:
        lexemes = _brackets(lexemes, standing)
    if not _SIGNED.isdisjoint(kinds):
        lexemes = _signs(lexemes)
    if not standing.words.no.isdisjoint(words):
        lexemes = _answers(lexemes, standing)
    if standing.may_strike(words):
        lexemes = _tails(lexemes, body, standing)
    return dated(lexemes, body, standing) if standing.calendar.may_name(words) else lexemes


def _brackets(lexemes: list[Lexeme], standing: Standing) -> list[Lexeme]:
    for at, lexeme in enumerate(lexemes):
        if lexeme.type == "COMMENT" and standing.undoes(lexeme.text):
            broad = at == 0 or bool(_EVERY & {*fold.words(lexeme.text)})
            lexeme.roles |= DISOWNED if broad and len(lexemes) > 1 else UNDONE
    return lexemes


def _signs(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`✗`, `👎`, `50%` behind an order, `?` or an empty box in front of it."""
    if lexemes and lexemes[0].type == "ASK" and len(lexemes) > 1:
        lexemes = [remark(lexemes[:1], "", DISOWNED), *lexemes[1:]]
    if not any(x.type == "OTHER" and (x.text in REFUSALS or x.text == "%") for x in lexemes):
        return lexemes
    found: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        following = lexemes[at + 1] if at + 1 < len(lexemes) else None
        if lexeme.type == "OTHER" and lexeme.text == "%" and found and found[-1].type == "NUMBER":
            number = found.pop()
            found += [] if number.text == _SURE else [remark([number, lexeme], "", UNDONE)]
        elif lexeme.type == "OTHER" and lexeme.text in REFUSALS:
            found.append(remark([lexeme], "", UNDONE))
        elif not (lexeme.type == "OTHER" and lexeme.text in CONSENTS):
            found.append(lexeme)
            continue
        if at and following is not None and following.type in ("PLACE", *KINDS):
            found.append(Lexeme("_COMMA", ",", lexeme.end, lexeme.end))
    return found


def _answers(lexemes: list[Lexeme], standing: Standing) -> list[Lexeme]:
    """`Munich to Ruhr: no`, `A Par yes F Bre no`."""
    answers = {at: key for at, x in enumerate(lexemes) if (key := _answer(x, standing))}
    if "no" not in answers.values():
        return lexemes
    mixed = "yes" in answers.values()
    found: list[Lexeme] = []
    skip = -1
    for at, lexeme in enumerate(lexemes):
        if at == skip:
            continue
        if at not in answers or not (mixed or answers[at] == "no"):
            found.append(lexeme)
            continue
        following = lexemes[at + 1] if at + 1 < len(lexemes) else None
        if answers[at] == "no" and not any(x.type == "PLACE" for x in found):
            if (
                standing.polled
                and following is not None
                and following.type in ("COLON", "_DASH")
                and at + 2 < len(lexemes)
            ):
                found.append(remark([lexeme], "", DISOWNED))
                skip = at + 1
            else:
                found.append(lexeme)
            continue
        if not _is_answer(found, lexemes, at, mixed):
            found.append(lexeme)
            continue
        while found and found[-1].type in (*_SEPARATORS, "STOP"):
            found.pop()
        found += [remark([lexeme], "", UNDONE)] if answers[at] == "no" else []
        if following is not None and following.type not in (*_SEPARATORS, *ENDING):
            found.append(Lexeme("_COMMA", ",", lexeme.end, lexeme.end))
    return found


def _answer(lexeme: Lexeme, standing: Standing) -> str:
    if lexeme.type in ("PLACE", "COMMENT"):
        return ""
    key = fold.fold(lexeme.text) if lexeme.text.isalpha() else ""
    return "no" if key in standing.words.no else "yes" if key in standing.words.yes else ""


def _is_answer(found: list[Lexeme], lexemes: list[Lexeme], at: int, mixed: bool) -> bool:
    """Whether `no` says all there is to say of the order before it; `A Mun - Tyr, no, Boh` goes on."""
    before = found[-1] if found else None
    order = _last_order(found)
    if before is None or before.type == "ASK" or not order:
        return False
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    ends = following is None or following.type == "STOP" or following.text == "|"
    if mixed or (ends and before.type != "STOP"):
        return ends or mixed
    if before.type in ("COLON", "_DASH"):
        return following is not None and following.type == "_COMMA"
    if before.type != "STOP" or not ends:
        return False
    rest = lexemes[at + 2 :]
    return not rest or (
        rest[0].type in ("PLACE", *KINDS) and _unit(rest) != _unit(order) and bool(_last_order(rest[:4]))
    )


def _last_order(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The words of the last sentence, where they can be an order."""
    words = lexemes[:]
    while words and words[-1].type in (*_SEPARATORS, "STOP"):
        words.pop()
    start = start_of(words, len(words), ("STOP",))
    kinds = {x.type for x in words[start:]}
    return words[start:] if "PLACE" in kinds and (kinds & _SIGNS or len(words) - start == 2) else []


def _unit(lexemes: Sequence[Lexeme]) -> object:
    return next((x.text.casefold() for x in lexemes if x.type == "PLACE"), "")


def _tails(lexemes: list[Lexeme], body: str, standing: Standing) -> list[Lexeme]:
    """`Munich to Ruhr, says Italy`, `Germany permitting, Paris to Burgundy`."""
    at, found = 0, list[Lexeme]()
    while at < len(lexemes):
        lexeme = lexemes[at]
        told = lexeme.type == "COLON" and bool(_last_order(found))  # `Paris to Burgundy: no way`
        if not told and not _is_seam(lexeme) and not _is_start(lexemes, at):
            found.append(lexeme)
            at += 1
            continue
        first = at if lexeme.type not in _SEPARATORS else at + 1
        end = next((i for i in range(first, len(lexemes)) if _closes(lexemes[i])), len(lexemes))
        said = " ".join(fold.words(body[lexemes[first].start : lexemes[end - 1].end])) if first < end else ""
        begins = _is_start(lexemes, at) and lexeme.type not in _SEPARATORS
        theirs = begins and end < len(lexemes) and standing.is_theirs(said)
        if said and (theirs or (not begins and (standing.trails(said) or standing.takes_off(said)))):
            found.append(remark(lexemes[first:end], body, DISOWNED))
            at = end
            if begins:
                at = end + 1 if lexemes[end].type == "_COMMA" else end
            continue
        found.append(lexeme)
        at += 1
    return found


def _is_seam(lexeme: Lexeme) -> bool:
    return lexeme.type in ("_COMMA", "_DASH") or lexeme.text.casefold() in _CONTRAST


def _is_start(lexemes: Sequence[Lexeme], at: int) -> bool:
    return at == 0 or lexemes[at - 1].type in ENDING


def _closes(lexeme: Lexeme) -> bool:
    return lexeme.type in ("_COMMA", *ENDING)
