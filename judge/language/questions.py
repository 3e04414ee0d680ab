"""A player who answers his own question: `Spain to Gascony? No, Spain holds.`, `... ? Yes.`"""

from collections.abc import Sequence
from dataclasses import replace

from judge.language.passives import unit_end
from judge.language.scanner import KINDS, QUIET, Lexeme
from judge.language.suspicion import Doubt, Statement

_YES = frozenset({"ja", "jawel", "jazeker", "yes", "yep", "yeah", "sure", "oui", "doch"})
_SUPPOSING = frozenset({"IF", "RESULT", "SAID", "PAST"})
_PAIR = 2
"""A unit, and where it might have gone."""
_GOING = frozenset({"_MOVES", "_TO", "_ATTACKS", "_SUPPORTS", "_CONVOYS", "_HOLDS"})
_IT = frozenset({"hij", "zij", "ze", "he", "she", "it", "het"})
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
    unit = _asked_about(question)
    if _is_placed(rest):
        told = [x for x in rest if x.type != "STOP"]
        if unit and [x.type for x in told] in (["_TO", "PLACE"], ["_DASH", "PLACE"]):
            return [*unit, *told]  # `Ank - Con? No, to the Black Sea.`
        goes = unit and len(rest) > 1 and _stands_for(rest[0]) and rest[1].type in _GOING
        return [*unit, *rest[1:]] if goes else rest  # `Ank - Con? No, it goes to ...`
    core = [x for x in rest if x.type not in ("STOP", "COMMENT")]
    stays = [x for x in core if not _stands_for(x)]
    if stays and all(x.type == "_HOLDS" for x in stays):
        return [*unit, *stays] if unit else None
    return [] if all(x.type in ("TALK", "WORD", "_THAT", "_FILLER") for x in core) else None


def _asked_about(question: Sequence[Lexeme]) -> list[Lexeme]:
    """The unit that a question is about: `Ankara to ...?`, `Should Ankara ...?`; none for `What if ...?`"""
    asked = [x for x in question if x.type not in QUIET]
    at = next((i for i, x in enumerate(asked) if x.type in ("PLACE", *KINDS)), 0)
    plain = all(x.type in ("TALK", "_MOVES", "_AND") and not x.roles & _SUPPOSING for x in asked[:at])
    return asked[at : unit_end(asked, at)] if plain else []


def _stands_for(word: Lexeme) -> bool:
    """The word for the unit that was asked about."""
    return word.type == "_THAT" or word.text.casefold() in _IT


def affirms(question: Sequence[Lexeme], sentence: Sequence[Lexeme]) -> bool:
    """`Spanje naar Gascogne? Ja.`"""
    asked = bool(question) and question[-1].type == "ASK"
    said = [x for x in sentence if x.type not in QUIET]
    return asked and bool(said) and said[0].text.casefold() in _YES and not _is_placed(said)


def refused(said: Statement, told: bool) -> Statement:
    """What was asked and then answered with no; an order in front of the question stands.

    `told`: something else is ordered instead. Then it is of no interest where the unit might have gone.
    """
    if said.shape is not None and said.doubt is Doubt.NONE:
        return replace(said, doubt=Doubt.UNSETTLED) if "REQUEST" in said.roles else said
    named = said.named[:1] if told or len(said.named) == _PAIR else said.named
    roles = said.roles | {"ASK"}
    return replace(said, shape=None, suspect=False, after=None, doubt=Doubt.NONE, named=named, roles=roles)


def _is_placed(lexemes: Sequence[Lexeme]) -> bool:
    return any(x.type == "PLACE" for x in lexemes)
