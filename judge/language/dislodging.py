"""Orders for a unit that is driven out, said in a sentence: `If Munich is dislodged, it goes to Bohemia`.

It is a retreat, and no order for now: the words around it are put in those of a plain one.
"""

from collections.abc import Sequence

from judge.language.passives import unit_end
from judge.language.phrasing import start_of
from judge.language.scanner import JOINING, KINDS, QUIET, REMOVING, Lexeme
from judge.language.shapes import Spot, Tiers

_DRIVEN = frozenset({
    "dislodged", "verdreven", "verjaagd", "weggejaagd", "verdrongen", "verslagen", "ousted", "gedislodged",
    "defeated", "beaten", "evicted", "expelled", "overwhelmed", "uitgeschopt", "weggestuurd", "weggedrukt",
    "weggeslagen", "weggeduwd", "eruitgegooid", "overlopen", "overrompeld", "vertrieben", "geschlagen",
})  # fmt: skip
_MAYBE = frozenset({"TALK", "WORD"})
"""The types that such words can have."""
_DRIVEN_OUT = frozenset({"kicked", "thrown", "driven", "chased", "pushed", "forced", "booted", "knocked"})
"""Words that mean it with `out` behind them."""
_LOSING = frozenset({
    "vallen", "valt", "fall", "falls", "lose", "verlies", "kwijtraak", "wijken", "vluchten", "weg",
    "weg moet", "moet wijken", "moet weg", "wijkt", "terugtrekken", "moet terugtrekken",
})  # fmt: skip
"""What becomes of a unit, besides that it retreats; only of one that is named in a condition."""
_FORCED = frozenset({"forced", "forced to", "gedwongen", "moeten", "zich", "ik", "i", "be", "to"})
_SHORT = 2
_BEING = frozenset({
    "is", "are", "was", "were", "has been", "have been", "got", "gets", "had been", "zijn", "werd", "werden",
    "wordt", "ist", "wurde", "has", "has just been", "i see",
})  # fmt: skip
_GOT = ("got ", "is ", "was ")
_TELLING = frozenset({"INTRO", "REASON", "CAUSE", "GREETING", "SO", "BE"})
"""What is said around it where it is told: `Since Munich has been ..., it ...`."""
_ASKING = frozenset({"should", "moet", "mocht", "mochten", "word", "wordt", "worden", "zou"})
_UNLESS = frozenset({"unless", "tenzij", "until", "except if", "behalve als", "totdat", "tot"})
_VERBS = frozenset({"_MOVES", "_RETREATS", "_BACK", "_ATTACKS", "_DISBANDS", "_REMOVES"})
_ONWARD = frozenset({"_TO", "_DASH", "_ON", "_IN"})
_HEAD = frozenset({"PLACE", "_FROM", "_IN", "_BACK", *KINDS, *QUIET})
_OPEN = frozenset({"NOT", "DOUBT", "SAID", "ASK", "DENIAL"})


def driven_out(sentence: list[Lexeme]) -> list[Lexeme]:
    """The sentence as a retreat of the unit that is driven out; the same list where it speaks of none."""
    driven = (i for i, x in enumerate(sentence) if x.type in _MAYBE and _is_driven(sentence, i))
    at = next(driven, -1)
    gone = at < 0
    at = _goes_away(sentence) if gone else at
    if at < 0:
        return sentence
    begins = next((i for i in range(at) if "IF" in sentence[i].roles), start_of(sentence, at, JOINING))
    before = sentence[:begins]
    if before and before[-1].type not in ("_COMMA", "_AND") and not all(map(_announces, before)):
        return sentence
    end = _past(sentence, at + 1)
    if gone and not any(x.type == "PLACE" for x in sentence[begins:at]):
        end = max(end, unit_end(sentence, end))  # `if I lose Munich`
    clause = _without_agent(sentence[begins:at])
    head = [*clause, *sentence[at + 1 : end]]
    unit = [x for x in head if x.type in ("PLACE", *KINDS)]
    places = [x for x in unit if x.type == "PLACE"]
    if len(places) != 1 or any(_opens(x) for x in clause):
        return sentence
    first = next((x for x in head if x.type not in QUIET or x.text.casefold() in _ASKING), sentence[at])
    supposed = any("IF" in x.roles for x in head) or first.text.casefold() in _ASKING
    told = not supposed and not gone and sentence[-1].type != "ASK" and _is_told(head, sentence[at], first)
    fits = all(_belongs(x) or (told and _is_beside(x)) for x in clause)
    if first.text.casefold() in _UNLESS or not (supposed or told) or not fits:
        return sentence
    then = end - 1 if "THEN" in sentence[end - 1].roles else end
    went = _named_at_once(sentence[then:], places[0]) or _what_then(sentence[end:], places[0], told)
    lost = gone and any(x.type == "_REMOVES" for x in sentence[end:])  # `..., I lose the game`
    return [*before, *unit, *went] if went and not lost else sentence


def _goes_away(sentence: Sequence[Lexeme]) -> int:
    """`If Munich has to retreat`, `mocht München vallen`, `if I lose Munich`: where it is said, or -1."""
    if not sentence or sentence[-1].type == "ASK":
        return -1
    first = next((x for x in sentence if x.type not in QUIET), sentence[0])
    if not ("IF" in first.roles or {first.text.casefold(), sentence[0].text.casefold()} & _ASKING):
        return -1
    for at, word in enumerate(sentence):
        if word.type in ("_COMMA", "COLON", "_AND"):
            return -1
        loses = word.text.casefold() in _LOSING or (word.type == "_RETREATS" and len(word.text) > _SHORT)
        if at and loses and "FORESEEN" not in word.roles:
            return at
    return -1


def _is_driven(sentence: Sequence[Lexeme], at: int) -> bool:
    """`Dislodged`, `verdreven`, `kicked out`, `got beaten`."""
    text = sentence[at].text.casefold()
    word = text.rpartition(" ")[2] if sentence[at].type == "WORD" else text
    out = at + 1 < len(sentence) and sentence[at + 1].text.casefold() == "out"
    return word in _DRIVEN or (word in _DRIVEN_OUT and out)


def _announces(word: Lexeme) -> bool:
    """What may stand in front: `Terugtocht:`."""
    return word.type in (*QUIET, "COLON", "_RETREATS") or "INTRO" in word.roles


def _past(sentence: Sequence[Lexeme], end: int) -> int:
    """Past what belongs to the verb: `is`, and by whom, `by the Germans`."""
    while end < len(sentence) and (sentence[end].type in QUIET or sentence[end].roles & {"BE"}):
        end += 1
    agent = _agent(sentence, end)
    return _past(sentence, agent) if agent else end


def _agent(sentence: Sequence[Lexeme], at: int) -> int:
    """Where `by the Germans` ends that begins here; 0 where it does not."""
    said = [i for i in range(at, min(len(sentence), at + 4)) if sentence[i].type not in QUIET][:2]
    named = [sentence[i].type for i in said] in (["_FROM", "POWER"], ["_WITH", "POWER"])
    return said[1] + 1 if named else 0


def _without_agent(clause: list[Lexeme]) -> list[Lexeme]:
    """`München wordt door Frankrijk verslagen` without by whom."""
    at = next(
        (i for i in range(len(clause)) if clause[i].type in ("_FROM", "_WITH") and _agent(clause, i)), -1
    )
    return clause if at < 0 else [*clause[:at], *clause[_agent(clause, at) :]]


def _is_told(head: Sequence[Lexeme], driven: Lexeme, first: Lexeme) -> bool:
    """`The army that was driven out of Munich`, `Munich has been kicked out`."""
    being = any(map(_is_being, head)) or driven.text.casefold().startswith(_GOT)
    return being or (first.type in KINDS and any(x.type == "_FROM" for x in head))


def _is_being(word: Lexeme) -> bool:
    return "BE" in word.roles or word.text.casefold() in _BEING


def _is_beside(word: Lexeme) -> bool:
    """`Since Munich has been dislodged`: words that tell it."""
    return _is_being(word) or bool(word.roles & _TELLING and not word.roles & _OPEN)


def _opens(word: Lexeme) -> bool:
    """What makes it something else than a condition about a unit of one's own."""
    return word.type == "POWER" or bool(word.roles & _OPEN and word.text.casefold() not in _ASKING)


def _belongs(word: Lexeme) -> bool:
    said = word.roles & {"IF", "BE", "YOU", "IT", "THEN", "INTRO", "DOUBT", "SHOULD"} or word.type == "_THAT"
    return word.type in _HEAD or bool(said) or word.text.casefold() in _ASKING | _FORCED


def _what_then(rest: Sequence[Lexeme], place: Lexeme, told: bool) -> list[Lexeme]:
    """The verb and where to: `then it goes to Bohemia`; nothing where anything else is said."""
    verb: Lexeme | None = None
    for at, lexeme in enumerate(rest):
        own = lexeme.type == "PLACE" and _names(lexeme) == _names(place)
        if lexeme.type in _VERBS:
            verb = lexeme
        elif verb is not None and verb.type in REMOVING and lexeme.type in ("STOP", "_COMMA"):
            break
        elif verb is not None and verb.type in REMOVING and lexeme.type == "_ON":
            continue  # `hef het op`
        elif lexeme.type in _ONWARD or (lexeme.type == "PLACE" and not own):
            ends = [x.type for x in rest[at:] if x.type not in QUIET]
            behind = [x for x in rest[at:] if x.type not in ("_BACK", "_RETREATS", "_AT")]
            start = lexeme if verb is None else verb
            mark = start.read_as("_RETREATS")
            goes = verb is not None or lexeme.type in ("_TO", "_DASH")
            return [mark, *behind] if goes and "PLACE" in ends[:2] else []
        elif not own and not (_leads(lexeme) or (told and _goes_on(lexeme))):
            return []
    if verb is None or verb.type not in REMOVING:
        return []
    return [verb.read_as("_DISBANDS")]


def _named_at_once(rest: Sequence[Lexeme], place: Lexeme) -> list[Lexeme]:
    """`..., then Tyrolia`, `...: Tyr, Boh, Sil`: places and no verb."""
    at = next((i for i, x in enumerate(rest) if x.type not in (*QUIET, "_COMMA", "COLON")), len(rest))
    if not at or at == len(rest) or rest[at].type != "PLACE" or _names(rest[at]) == _names(place):
        return []
    then = next((x.type for x in rest[at + 1 :] if x.type not in QUIET), "STOP")
    ends = then in ("STOP", "_COMMA", "_OR", "_ELSE", "COMMENT")
    return [rest[at - 1].read_as("_RETREATS"), *rest[at:]] if ends else []


def _names(place: Lexeme) -> Tiers:
    return place.value.tiers if isinstance(place.value, Spot) else ()


def _goes_on(word: Lexeme) -> bool:
    """`..., so it falls back on Vienna`."""
    return word.type == "_AND" or bool(word.roles & {"SO", "REASON"} and not word.roles & _OPEN)


def _leads(word: Lexeme) -> bool:
    """Words between the condition and what then: `, then it has to`."""
    if word.roles & _OPEN:
        return False
    said = word.roles & {"IT", "YOU", "THEN", "SHOULD", "THEM", "INTRO", "BE"} or word.type in (
        "_THAT",
        *KINDS,
    )
    return word.type in ("_COMMA", "COLON", *QUIET) or bool(said)
