"""Sentences that take back or leave open all that a letter ordered: `Not final!`, `Only if he agrees`."""

from collections.abc import Sequence
from itertools import pairwise

from judge.language import fold
from judge.language.afterthoughts import Scope
from judge.language.pieces import Piece
from judge.language.scanner import KINDS, Lexeme
from judge.language.shapes import Moves

_CLEARLY = frozenset({"IF", "LATER", "SAID", "NOT", "DOUBT"})
_BEING = (" is", " are", " was", " were", "'s", " zijn", " waren")
_WHAT = frozenset({"what", "wat"})
_WAVERING = frozenset({"UNDECIDED", "DOUBT", "TURN", "CONTRAST", "REASON"})
_FOR = frozenset({"for", "voo"})
_SETTLED = frozenset({"final", "definitief", "it", "all", "alles"})


def disowned(pieces: Sequence[Piece], at: int) -> Scope | None:
    """Which orders of the letter a part without an order takes back or leaves open; None for talk."""
    words = [x for x in pieces[at].lexemes if x.type not in ("OTHER", "STOP", "COMMENT", "COLON")]
    roles = frozenset().union(*(x.roles for x in words)) if words else frozenset()
    alone = not any(piece.shapes for piece in pieces)
    asked = bool(words) and (words[-1].type == "ASK" or "YOU" in roles)
    if alone and not at and not asked and _is_condition(words):
        return _which(roles)
    if any(x.type in ("PLACE", *KINDS) for x in words):
        return None
    if "UNDECIDED" in roles and alone and _is_undecided(pieces):
        return Scope.LAST
    said = [x for x in words if x.type != "_FILLER"]
    if (said and "DISOWN" in said[-1].roles) or _is_turned_round(pieces, words):
        return _which(roles)
    placed = any(x.type == "PLACE" for piece in pieces for x in piece.lexemes)
    elsewhen = any("ELSEWHEN" in x.roles and fold.fold(x.text)[:3] in _FOR for x in pieces[at].lexemes)
    open_ = alone and not at and not asked and not placed and _is_of_the_orders(words, elsewhen)
    return _which(roles) if open_ else None


def _which(roles: frozenset[str]) -> Scope:
    if "FIRST" in roles and "LAST" not in roles:
        return Scope.FIRST
    return Scope.LAST if "LAST" in roles and "PAST" not in roles else Scope.WHOLE


def _is_turned_round(pieces: Sequence[Piece], words: Sequence[Lexeme]) -> bool:
    """`Or the other way round`, where nothing is said that could be turned round in the same sentence."""
    said = [shape for piece in pieces for shape in piece.shapes or ()]
    alone = all(isinstance(shape, Moves) and not shape.signed for shape in said)  # `Ruhr is Burgundy`
    return alone and any("VERSA" in x.roles for x in words) and not any("EACH" in x.roles for x in words)


def _is_of_the_orders(words: Sequence[Lexeme], elsewhen: bool) -> bool:
    """`The above are France's suggestions`, `that is what I'd do if he were friendly`.

    `elsewhen`: it names another time.
    """
    first = next((x for x in words if x.type != "_FILLER" or x.roles & {"ABOVE", "THESE"}), None)
    if first is None or (not elsewhen and any(x.text.casefold() in _SETTLED for x in words[1:])):
        return False
    rest = [x for x in words if x is not first]
    roles = frozenset().union(*(x.roles for x in rest)) if rest else frozenset()
    if "ABOVE" in first.roles or (elsewhen and first.roles & {"FIRST", "LAST"}):
        return elsewhen or bool(roles & _CLEARLY) or any(map(_is_owner, rest))
    being = first.text.casefold().endswith(_BEING) or (bool(rest) and "BE" in rest[0].roles)
    if "THESE" not in first.roles or not being:
        return False
    if elsewhen and not any(x.type == "WORD" for x in rest):
        return True  # `That's for the fall`
    past = any(map(_is_past, rest)) and not any(x.type == "WORD" for x in rest)
    later = any("LATER" in x.roles and "FOR" in y.roles for y, x in pairwise(words))
    wanted = any(x.type == "POWER" for x in rest) and any(x.text.casefold() in _WHAT for x in rest)
    return past or later or wanted or "IF" in roles


def _is_undecided(pieces: Sequence[Piece]) -> bool:
    """`I haven't made up my mind yet.`, and no more: of what was said just before it."""
    said = [x for piece in pieces for x in piece.core]
    return all(x.type == "TALK" and x.roles & _WAVERING for x in said)


def _is_past(lexeme: Lexeme) -> bool:
    return "PAST" in lexeme.roles and (" " in lexeme.text or lexeme.text[:5] == "vorig")


def _is_owner(lexeme: Lexeme) -> bool:
    return lexeme.type == "POWER" and lexeme.text[-2:] in ("'s", "’s")


def _is_condition(words: Sequence[Lexeme]) -> bool:
    """`Only if Germany agrees`, and no more: of the orders before it."""
    first = next((x for x in words if x.type != "_FILLER" and not x.roles & {"FIRST", "LAST"}), None)
    return first is not None and "ONLY_IF" in first.roles
