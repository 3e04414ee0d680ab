"""Why an order is given: `..., because France may come`, `... in case he tries again`, `... against Turkey`.

A reason leaves the order beside it standing, whatever it speaks of. Only an order within it is asked about.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from judge.language import fold
from judge.language.doubting import CHOOSING
from judge.language.lexicon import UNKNOWN, Lexicon
from judge.language.passives import clause
from judge.language.pieces import Piece, shapes_of
from judge.language.scanner import DOING, QUIET, Lexeme
from judge.language.shapes import Convoys, Holds, Shape, Supports, is_order, units

_PRECAUTIONS = frozenset({"voor het geval", "in case"})
_OF_AN_EVENT = frozenset({"of", "van"})
_PASSING = frozenset({
    "before", "after", "voordat", "nadat", "although", "though", "even though", "despite", "ook al",
    "ondanks",
})  # fmt: skip
"""These say when, or what speaks against it."""
_TAKING_BACK = frozenset(
    {"CORRECTION", "RETRACT", "CANCEL", "NO", "ONLY_IF", "DISOWN", "DISOWNED", "UNDONE", "OPTION"}
)
_TELLING = frozenset({"WEAK", "PAST", "YOU", "INTRO", "REASON"})


def precautious(sentence: list[Lexeme], lexicon: Lexicon) -> list[Lexeme]:
    """The sentence with `in case`, `: fill the gap` and `against Turkey` behind an order put as reasons."""
    words = sentence
    for at in range(len(sentence) - 1, 0, -1):
        word = sentence[at]
        if word.type in _LEADING and (word.type != "TALK" or "IF" in word.roles):
            words = _LEADING[word.type](words, at, lexicon)
    return words


def _in_brackets(words: list[Lexeme], at: int, _lexicon: Lexicon) -> list[Lexeme]:
    """`(in case he tries the same)`."""
    word = words[at]
    if not word.inner or not _warns(word.inner, 0) or not _is_safe(words, at):
        return words
    inner = [word.inner[0].read_as("TALK", "CAUSE"), *word.inner[1:]]
    changed = Lexeme("COMMENT", word.text, word.start, word.end, None, word.roles, inner)
    return [*words[:at], changed, *words[at + 1 :]]


def _said(words: list[Lexeme], at: int, _lexicon: Lexicon) -> list[Lexeme]:
    if not _warns(words, at) or not _is_safe(words, at):
        return words
    return [*words[:at], words[at].read_as("TALK", "CAUSE"), *words[at + 1 :]]


def _warns(words: Sequence[Lexeme], at: int) -> bool:
    """`in case he comes`; not `in case of a bounce`."""
    said = words[at].text.casefold() in _PRECAUTIONS and words[at].type == "TALK"
    return said and at + 1 < len(words) and words[at + 1].text.casefold() not in _OF_AN_EVENT


def _is_safe(words: Sequence[Lexeme], at: int) -> bool:
    """Whether the order before it is on guard: `goes there in case he leaves` may be a condition."""
    order = _order_before(words, at)
    if order is None or any(x.type == "_ELSE" for x in words):
        return False
    text = words[at].inner[0].text if words[at].inner else words[at].text
    return isinstance(order, Holds | Supports | Convoys) or text.casefold() == "voor het geval"


def _aimed(words: list[Lexeme], at: int, lexicon: Lexicon) -> list[Lexeme]:
    """`F Nap - Ion: fill the gap`, as in `to fill the gap`."""
    if at + 2 >= len(words) or words[at + 1].type != "WORD":
        return words
    verb = fold.fold(words[at + 1].text.split()[0])
    aim = "CAUSE" in lexicon.words.get(f"to {verb}", UNKNOWN).roles
    if not aim or _order_before(words, at) is None:
        return words
    return [*words[:at], words[at].read_as("TALK", "CAUSE"), *words[at + 1 :]]


def _opposed(words: list[Lexeme], at: int, _lexicon: Lexicon) -> list[Lexeme]:
    """`... against the Turk`, at the end of a clause."""
    if words[at].text.casefold() not in ("against", "tegen", "gegen"):
        return words
    power = next((i for i in range(at + 1, len(words)) if words[i].type not in QUIET), len(words))
    if power == len(words) or words[power].type != "POWER":
        return words
    _, end = clause(words, at)
    ends = all(x.type in (*QUIET, "STOP") for x in words[power + 1 : end])
    return [*words[:at], *words[power + 1 :]] if ends and _order_before(words, at) is not None else words


def _order_before(words: Sequence[Lexeme], at: int) -> Shape | None:
    """The whole order that ends here."""
    start, _ = clause(words, at)
    found = shapes_of([x for x in words[start:at] if x.type not in (*QUIET, "STOP")])
    shape = found[-1] if found else None
    return shape if is_order(shape) else None


_LEADING: Mapping[str, Callable[[list[Lexeme], int, Lexicon], list[Lexeme]]] = {
    "COMMENT": _in_brackets,
    "TALK": _said,
    "COLON": _aimed,
    "_ON": _opposed,
}
"""What the word is with which such a reason begins, and what is made of it."""


def find_reasons(pieces: list[Piece]) -> None:
    """Mark the parts that say why, behind an order or in front of one."""
    if not any(piece.before == "CAUSE" for piece in pieces):
        return
    for at, piece in enumerate(pieces):
        if piece.before != "CAUSE" or at == 0 or piece.all_roles & _TAKING_BACK or _is_listed(piece):
            continue
        if piece.shapes and not _is_theirs(piece):
            continue
        word = pieces[at - 1]
        if not _says(word.lexemes[0].text.casefold(), piece.core):
            continue
        behind = at > 1 and (pieces[at - 2].reason or _orders(pieces[at - 2]))
        conditional = "IF" in piece.roles
        if behind:
            piece.reason = not (conditional and any(later.shapes for later in pieces[at + 1 :]))
            piece.shapes = None if piece.reason else piece.shapes
            _go_on(pieces, at)
        elif at == 1 and not conditional and at + 1 < len(pieces):
            following = pieces[at + 1]
            piece.reason = following.before == "_COMMA" and _orders(following)


def _says(word: str, core: Sequence[Lexeme]) -> bool:
    """Whether this gives a reason; `as a draft` does not, `as France may come` does."""
    if word in _PASSING or any(x.type in CHOOSING for x in core):
        return False
    return word != "as" or (bool(core) and core[0].type in ("POWER", "PLACE"))


def _go_on(pieces: list[Piece], at: int) -> None:
    """`... because Italy is in Venice and I left Trieste empty`."""
    for later in pieces[at + 1 :]:
        if not pieces[at].reason or later.before != "_AND" or later.shapes or later.roles - _TELLING:
            return
        if any(x.type in ("_DASH", "_TO", *CHOOSING) for x in later.core):
            return
        later.reason = not later.all_roles & _TAKING_BACK


def _is_listed(piece: Piece) -> bool:
    """`because A Mar - Spa`: written as an order is."""
    core = piece.core
    return any(x.type == "PLACE" and y.type == "_DASH" for x, y in pairwise(core))


def _is_theirs(piece: Piece) -> bool:
    """`because Italy is in Venice`."""
    return all(unit.power is not None for shape in piece.shapes or () for unit in units(shape)[:1])


def _orders(piece: Piece) -> bool:
    return is_order(piece.shapes[0] if piece.shapes else None)


def tells_of_ours(piece: Piece) -> bool:
    """`because Marseilles goes away`: perhaps that unit is meant to."""
    core = piece.core
    doing = (at for at in range(len(core) - 1) if core[at].type == "PLACE" and core[at + 1].type in DOING)
    return any(not at or core[at - 1].type not in ("_IN", "POWER") for at in doing)
