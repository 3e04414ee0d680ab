"""Words for a unit that was named before: `convoys that army`, `zet het leger over`, `met dat in Rome`."""

from collections.abc import Sequence

from judge.language.phrasing import type_at, type_before
from judge.language.scanner import ENDING, HELPING, KINDS, LINKS, QUIET, Lexeme

_GOES_ON = frozenset({"PLACE", "WORD", "POWER", "_IN", "_FROM", "_OF", "_ON", "_DASH", "_TO", *KINDS})
"""What says more of the unit, so that it is not the one before."""
_NAMING = frozenset({"ARMY", "FLEET", "_WITH"})
_NAMED = frozenset({"ARMY", "FLEET", "_THAT"})
_SHORT = 2
_OVER = frozenset({"over", "about"})
_SAID_MORE = frozenset({"PLACE", "WORD", "POWER", *LINKS})
"""What follows a unit that is not the one spoken of."""
_LEADS = frozenset({"TALK", "_AT", "_TO", "WORD", "_IN"})
"""What may stand before the place that is spoken of."""
_THERE = frozenset({"daarheen", "erheen", "ernaartoe", "daarnaartoe", "there", "across"})
TOPIC = "TOPIC"
"""Of a place that stands for a unit spoken of before: perhaps one of another power."""
OF_ARMIES, OF_FLEETS = "OF_ARMIES", "OF_FLEETS"
"""Of which kind the one is that is helped: `that fleet`."""


def pronouns(lexemes: list[Lexeme]) -> list[Lexeme]:
    """The line with one word for such a unit, and without what says only that it is carried over."""
    cued = [x for x in lexemes if x.type in _NAMING and (len(x.text) > _SHORT or x.type == "_WITH")]
    if not cued or (len(cued) == 1 and cued[0] is lexemes[0]):
        return lexemes  # nobody was named before it
    words: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        if words and lexemes[at].type in _NAMED and (way := _its_way(words, lexemes, at)) is not None:
            words.append(way)
            at += 1 + (lexemes[at].type == "_THAT")
            continue
        meant = _same_unit(lexemes, at) if words else 0
        if meant:
            at = _help(words, lexemes, at, meant)
            continue
        if lexemes[at].type == "_IN" and _told(words, lexemes, at):
            at += 1
            continue
        words.append(lexemes[at])
        at += 1
    return words


def _its_way(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> Lexeme | None:
    """`Ruhr supports the fleet to Holland`: its move there, whichever it is."""
    kind = lexemes[at + 1] if lexemes[at].type == "_THAT" and at + 1 < len(lexemes) else lexemes[at]
    if not _is_said_out(kind) or kind.roles & {"PLURAL", "OTHER_ONE"} or type_before(words) != "_SUPPORTS":
        return None
    further = [x for x in lexemes[at + 1 :] if x.type not in QUIET and x is not kind][:3]
    kinds = [x.type for x in further]
    if kinds[:2] != ["_TO", "PLACE"] or kinds[2:] not in ([], ["STOP"], ["_COMMA"], ["_AND"]):
        return None
    roles = frozenset({OF_ARMIES if kind.type == "ARMY" else OF_FLEETS})
    return Lexeme("_MOVES", kind.text, lexemes[at].start, kind.end, roles=roles)


def topical(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Over Brest heb ik geaarzeld, maar ik laat die vloot naar het Kanaal varen`: the fleet there."""
    begins = [i for i, x in enumerate(lexemes) if not i or lexemes[i - 1].type in ENDING]
    for start in reversed([i for i in begins if _is_about(lexemes[i])]):
        lexemes = [*lexemes[:start], *_of_topic(lexemes[start:])]
    return lexemes


def _is_about(word: Lexeme) -> bool:
    return "ABOUT" in word.roles or word.text.casefold() in _OVER


def _of_topic(lexemes: list[Lexeme]) -> list[Lexeme]:
    """A line that begins with what it is about."""
    end = next((i for i, x in enumerate(lexemes) if x.type in ENDING), len(lexemes))
    comma = next((i for i, x in enumerate(lexemes[:end]) if x.type in ("_COMMA", "COLON")), end)
    named = [i for i in range(comma) if lexemes[i].type == "PLACE"]
    kinds = [i for i in range(comma + 1, end) if _is_said_out(lexemes[i])]
    if len(named) != 1 or len(kinds) != 1 or type_before(lexemes[: named[0]]) not in (*KINDS, *_LEADS):
        return lexemes
    at = kinds[0]
    if lexemes[at].roles & {"PLURAL", "OTHER_ONE"} or type_at(lexemes, at + 1) in _SAID_MORE:
        return lexemes
    start = at - 1 if lexemes[at - 1].type == "_THAT" else at
    place, said = lexemes[named[0]], lexemes[start]
    unit = Lexeme("PLACE", place.text, said.start, lexemes[at].end, place.value, place.roles | {TOPIC})
    return [*lexemes[:start], unit, *lexemes[at + 1 :]]


def _is_said_out(lexeme: Lexeme) -> bool:
    """`army`, and not only its letter."""
    return lexeme.type in ("ARMY", "FLEET") and len(lexeme.text) > _SHORT


def _same_unit(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where `that army`, `the army` ends that begins here; 0 where none does."""
    kind = at + 1 if lexemes[at].type == "_THAT" else at
    if kind >= len(lexemes) or not _is_said_out(lexemes[kind]):
        return 0
    if lexemes[kind].roles & {"PLURAL", "OTHER_ONE"}:
        return 0
    after = next((x for x in lexemes[kind + 1 :] if x.type not in QUIET), None)
    more = after is not None and after.type in _GOES_ON and after.text.casefold() not in _THERE
    return 0 if more else kind + 1


def _help(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int, end: int) -> int:
    """Put `that` for the unit behind a verb of help; leave it as it is behind any other."""
    kind = lexemes[end - 1]
    verb = next((i for i in range(len(words) - 1, -1, -1) if words[i].type not in QUIET), 0)
    over = next((i for i in range(end, len(lexemes)) if lexemes[i].type not in QUIET), len(lexemes))
    carried = over < len(lexemes) and lexemes[over].type == "_AT"
    doing = words[verb]
    ferries = carried and "CARRY" in doing.roles and doing.type in ("_MOVES", "_ATTACKS", "_CONVOYS")
    if len(doing.text) <= _SHORT or not (ferries or doing.type in HELPING) or not verb:
        words += lexemes[at:end]
        return end
    if over < len(lexemes) and lexemes[over].text.casefold() in _THERE:
        end = over + 1
    if ferries and doing.type != "_CONVOYS":
        words[verb] = Lexeme("_CONVOYS", doing.text, doing.start, doing.end, doing.value, doing.roles)
    roles = frozenset({"IT", OF_ARMIES if kind.type == "ARMY" else OF_FLEETS})
    words.append(Lexeme("_THAT", kind.text, lexemes[at].start, kind.end, roles=roles))
    return over + 1 if ferries else end


def _told(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> bool:
    """`met dat in Rome`, `with the one in Rome`: the army there."""
    text = lexemes[at].text.casefold()
    told = type_before(words) == "_WITH" and text.startswith(("dat ", "die "))
    return told and type_at(lexemes, at + 1) == "PLACE"
