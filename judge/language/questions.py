"""A player who answers his own question: `Spain to Gascony? No, Spain holds.`, `... ? Yes.`"""

from collections.abc import Sequence
from dataclasses import replace

from judge.language.passives import unit_end
from judge.language.scanner import QUIET, Lexeme
from judge.language.suspicion import Doubt, Statement

_YES = frozenset({"ja", "jawel", "jazeker", "yes", "yep", "yeah", "sure", "oui", "doch"})
_NO = frozenset({"nah", "ach nee", "nee hoor", "nee toch maar niet", "nope"})


def answer(question: Sequence[Lexeme], sentence: list[Lexeme]) -> list[Lexeme] | None:
    """What is left of the answer where it refuses what was asked; None where it does not."""
    if not question or question[-1].type != "ASK" or not _is_placed(question):
        return None
    said = [x for x in sentence if x.type not in QUIET]
    if not said or not ("NO" in said[0].roles or said[0].text.casefold() in _NO):
        return None
    rest = said[1:]
    while rest and (rest[0].type in ("_COMMA", "COLON") or rest[0].roles & {"VERSA", "TURN"}):
        rest = rest[1:]
    if _is_placed(rest):
        return rest
    core = [x for x in rest if x.type not in ("STOP", "COMMENT")]
    end = unit_end(asked := [x for x in question if x.type not in QUIET], 0)
    stays = [x for x in core if x.type != "_THAT"]
    if stays and all(x.type == "_HOLDS" for x in stays):
        return [*asked[:end], *stays] if end else None
    return [] if all(x.type in ("TALK", "WORD", "_THAT", "_FILLER") for x in core) else None


def affirms(question: Sequence[Lexeme], sentence: Sequence[Lexeme]) -> bool:
    """`Spanje naar Gascogne? Ja.`"""
    asked = bool(question) and question[-1].type == "ASK"
    said = [x for x in sentence if x.type not in QUIET]
    return asked and bool(said) and said[0].text.casefold() in _YES and not _is_placed(said)


def refused(said: Statement) -> Statement:
    """What was asked and then answered with no; an order in front of the question stands."""
    if said.shape is not None and said.doubt is Doubt.NONE:
        return replace(said, doubt=Doubt.UNSETTLED) if "REQUEST" in said.roles else said
    return replace(said, shape=None, suspect=False, after=None, doubt=Doubt.NONE, roles=said.roles | {"ASK"})


def _is_placed(lexemes: Sequence[Lexeme]) -> bool:
    return any(x.type == "PLACE" for x in lexemes)
