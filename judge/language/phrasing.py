"""Single words in their place: excuses, `both ... and`, verbs that mean another thing where they stand."""

from collections.abc import Callable, Collection, Iterator, Sequence

from judge.language.scanner import DOING, ENDING, KINDS, LINKS, QUIET, Lexeme

_FURTHER = frozenset({"en verder", "and further"})
_BETWEEN = frozenset({"zowel", "sorry", "er", *_FURTHER})
_AS = frozenset({"als", "alsook", "alsmede"})
_WHAT = frozenset({"het", "ik", "dit", "mijn", "we", "deze", "it", "this", "i", "my", "these"})
ENDS = frozenset({"", "_COMMA", "_AND", "STOP", "COLON", "COMMENT"})
"""Types of what comes behind the end of a part of a sentence; nothing is one of them."""
CLAUSES = frozenset({"_COMMA", "_AND", "COLON", *ENDING})
"""Types of what parts the clauses of a line."""
_COMING_BY = ("springt", "staat", "valt")
_SHORT = 2
"""Letters of a unit's mark, which stands before the place and never behind it."""
_ON = frozenset({"_TO", "_DASH", "_ATTACKS"})
VERBS = DOING - {"_DASH"}


def between(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Sorry dat het zo laat is` corrects nothing; `..., en verder` joins two orders."""
    texts = [x.text.casefold() for x in lexemes]
    if _BETWEEN.isdisjoint(texts):
        return lexemes
    words: list[Lexeme] = []
    both = next((i for i, text in enumerate(texts) if text == "zowel"), len(lexemes))
    also = next((i for i in range(both, len(lexemes)) if texts[i] in _AS), -1)
    for at, lexeme in enumerate(lexemes):
        if at == both and both < also:
            continue  # `zowel Rome als Venetië`
        text = texts[at]
        if text == "sorry" and _is_excuse(texts[at + 1 : at + 3]):
            lexeme = lexeme.read_as("TALK", "GREETING")
        elif text == "er" and _goes_on(lexemes, at):
            lexeme = lexeme.read_as("_FILLER")
        elif at == also or (text in _FURTHER and type_before(words) not in ("", "STOP")):
            lexeme = lexeme.read_as("_AND")
        words.append(lexeme)
    return words


def _goes_on(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Omdat Turkije er twee heeft`: not the `er` of somebody who hesitates."""
    before = lexemes[at - 1] if at else None
    plain = before is not None and before.type in ("POWER", "TALK", "_FILLER") and "TURN" not in before.roles
    return plain and type_at(lexemes, at + 1) not in ENDS


def _is_excuse(after: Sequence[str]) -> bool:
    """What stands behind `sorry` where it is said of the letter: `dat het`, `for the`, `I am`."""
    for_what = after[:1] in (["voor"], ["for"], ["about"])
    return for_what or (after[:1] in (["dat"], ["that"]) and after[1:] != [] and after[1] in _WHAT)


def building_nothing(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Ik bouw deze winter niets`."""
    kinds = [x.type for x in lexemes]
    for at in range(len(kinds) - 2):
        if kinds[at : at + 3] == ["NUMBER", "_BUILDS", "_WAIVES"]:  # `1 bouw overslaan`
            return [*lexemes[:at], lexemes[at + 2], lexemes[at], lexemes[at + 1], *lexemes[at + 3 :]]
    if any(kind in ("PLACE", *KINDS) for kind in kinds):
        return lexemes
    at = next((i for i, x in enumerate(lexemes) if x.type == "_BUILDS"), len(lexemes))
    nothing = next_word(lexemes, at + 1) - 1
    none = lexemes[nothing].text.casefold() in ("niets", "niks", "niet", "nothing") if nothing > at else False
    if not none or type_at(lexemes, nothing + 1) not in ("", "_COMMA", "STOP", "TALK"):
        return lexemes
    word = lexemes[at]
    return [*lexemes[:at], word.read_as("_WAIVES"), *lexemes[nothing + 1 :]]


def leaving(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Norway has to go` leaves the board, `Norway has to go to Sweden` does not."""
    for at, lexeme in enumerate(lexemes):
        if "LEAVING" in lexeme.roles and type_at(lexemes, at + 1) in (
            "_TO",
            "_DASH",
            "_ATTACKS",
            "_BACK",
            "_VIA",
        ):
            yield lexeme.read_as("_MOVES")
        elif (
            lexeme.type == "_REMOVES"
            and lexeme.text.casefold() == "both go"
            and type_at(lexemes, at + 1) in _ON
        ):
            yield Lexeme("NUMBER", lexeme.text, lexeme.start, lexeme.end, 2)
            yield lexeme.read_as("_MOVES")
        else:
            yield lexeme


def dutiful(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """`The fleet in Sevastopol should sail to the Black Sea`: said of a unit it is an order."""
    words: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if (
            "SHOULD" in lexeme.roles
            and type_before(words) in ("PLACE", *KINDS)
            and type_at(lexemes, at + 1) in VERBS
            and (lexeme.text.casefold() != "can" or _begins(words))
        ):
            lexeme = lexeme.read_as("_FILLER")
        words.append(lexeme)
    return words


def _begins(words: Sequence[Lexeme]) -> bool:
    """Whether nothing stands before the unit: `so Paris can support Gascony` only says what for."""
    start = len(words)
    while start and words[start - 1].type in ("PLACE", *KINDS, *LINKS, *QUIET):
        start -= 1
    return type_before(words[:start]) in ENDS


def trying(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Tyrrhenian tries the Gulf of Lyon`: between two names it is no Trieste."""
    plain = not any(x.type in VERBS or x.type == "_DASH" for x in lexemes)
    for at, lexeme in enumerate(lexemes):
        trying = plain and lexeme.text.casefold() == "tries" and lexeme.type == "PLACE"
        if trying and type_before(lexemes[:at]) == "PLACE" and type_at(lexemes, at + 1) == "PLACE":
            yield lexeme.read_as("_ATTACKS")
        else:
            yield lexeme


def next_word(lexemes: Sequence[Lexeme], at: int) -> int:
    """Past the next word that says something."""
    return next((i + 1 for i in range(at, len(lexemes)) if lexemes[i].type not in QUIET), len(lexemes))


def clauses(lexemes: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """Each with the sign or word that ends it; the last may be empty."""
    return _parted(lexemes, CLAUSES)


def sentences(lexemes: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """Each with the mark that ends it."""
    return filter(None, _parted(lexemes, ENDING))


def _parted(lexemes: Sequence[Lexeme], marks: Collection[str]) -> Iterator[list[Lexeme]]:
    part: list[Lexeme] = []
    for lexeme in lexemes:
        part.append(lexeme)
        if lexeme.type in marks:
            yield part
            part = []
    yield part


def start_of(lexemes: Sequence[Lexeme], at: int, marks: Collection[str]) -> int:
    """Where the part begins in which a word stands: behind the last of these types before it."""
    return max((i + 1 for i in range(at) if lexemes[i].type in marks), default=0)


def type_before(words: Sequence[Lexeme]) -> str:
    """The type of the last word that says something; nothing where there is none."""
    for word in reversed(words):
        if word.type not in QUIET:
            return word.type
    return ""


def type_at(lexemes: Sequence[Lexeme], at: int) -> str:
    """The type of the first word from there that says something; nothing where there is none."""
    for index in range(at, len(lexemes)):
        if lexemes[index].type not in QUIET:
            return lexemes[index].type
    return ""


# ---- words that may join those before them


def joined(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """Where the line goes on, where the word here is joined to those before it; mostly 0, for it is not."""
    lexeme = lexemes[at]
    way = _STEPS.get(lexeme.type)
    if way is None and (lexeme.text == "bij" or "GIVES" in lexeme.roles):
        way = _doing
    return way(words, lexemes, at) if way is not None else 0


def _kind(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`Paris army`, `the other fleet`."""
    lexeme = lexemes[at]
    if _names_before(words, lexemes, at):
        place = words.pop()
        words += [_spanning(lexeme, place, lexeme), _spanning(place, place, lexeme)]
        return at + 1
    if words and "OTHER_ONE" in words[-1].roles and _names_none(lexemes, at):
        other = words.pop()
        words.append(Lexeme(lexeme.type, lexeme.text, other.start, lexeme.end, roles=other.roles))
        return at + 1
    return 0


def _using(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`use the Channel fleet to ferry Brest to London`, `gebruik Denemarken om Kiel te steunen`."""
    helps = type_at(lexemes, at + 1) in ("_CONVOYS", "_SUPPORTS") and type_before(words) == "PLACE"
    return at + 1 if helps else _doing(words, lexemes, at)


def _dash(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`support-holds`, `Ska - support Nth to Den`, `A-Par`: a dash that says nothing."""
    before = type_before(words)
    if before in KINDS and _is_tied(words[-1], lexemes, at):
        return at + 1  # `A-Par`
    if before == "_SUPPORTS":
        return at + 1 if type_at(lexemes, at + 1) in ("_HOLDS", "_MOVES") else 0
    return at + 1 if before == "PLACE" and _is_verb(lexemes, at + 1) else 0


def _is_tied(unit: Lexeme, lexemes: Sequence[Lexeme], at: int) -> bool:
    """A letter and a place, with nothing but the dash between."""
    dash = lexemes[at]
    place = lexemes[at + 1] if at + 1 < len(lexemes) else None
    tied = place is not None and unit.end == dash.start and dash.end == place.start
    return tied and place is not None and place.type == "PLACE" and len(unit.text) <= _SHORT


def _carried(_words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`Bel convoyed to Norway via Nth`."""
    return at + 1 if any(x.type == "_VIA" for x in lexemes[at + 1 :]) else 0


def _by_way(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`A Yor - Nwy convoyed by F Nth`: the way it goes, and what that fleet does."""
    return _put(words, _carriers(words, lexemes, at) if "CARRIER" in lexemes[at].roles else None)


def _with(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`with Albania's support`."""
    return _doing(words, lexemes, at) or _put(words, _help(lexemes, at))


def _doing(words: list[Lexeme], lexemes: Sequence[Lexeme], at: int) -> int:
    """`Gascogne springt Marseille bij`, `gives Denmark support into Sweden`."""
    lexeme = lexemes[at]
    if lexeme.text == "bij" and type_before(words) == "PLACE" and type_at(lexemes, at + 1) in ENDS:
        verb = next((i for i, x in enumerate(words) if x.text.casefold() in _COMING_BY), 0)
        if verb and [x.type for x in words[verb + 1 :] if x.type not in (*QUIET, *KINDS)] == ["PLACE"]:
            words[verb] = Lexeme("_SUPPORTS", words[verb].text, words[verb].start, lexeme.end)
            return at + 1
    gives = "GIVES" in lexeme.roles and type_before(words) == "PLACE"
    return _put(words, _given(lexemes, at) if gives else None)


def _put(words: list[Lexeme], instead: tuple[list[Lexeme], int] | None) -> int:
    """Put words in the place of those up to there."""
    if instead is None:
        return 0
    words += instead[0]
    return instead[1]


def _names_none(lexemes: Sequence[Lexeme], at: int) -> bool:
    long = len(lexemes[at].text) > _SHORT
    return long and type_at(lexemes, at + 1) not in ("PLACE", "WORD", "POWER", *LINKS)


def _is_verb(lexemes: Sequence[Lexeme], at: int) -> bool:
    said = next((x for x in lexemes[at:] if x.type not in QUIET), None)
    return said is not None and said.type in ("_SUPPORTS", "_CONVOYS", "_MOVES") and len(said.text) > _SHORT


def _given(lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`gives Denmark support into Sweden`: supports Denmark. `Geeft daarbij steun` supports that."""
    said = [x for x in lexemes[at + 1 : at + 8] if x.type not in QUIET][:4]
    that = next((i for i, x in enumerate(said) if x.type == "_THAT"), len(said))
    help_ = next((i for i, x in enumerate(said) if i > that and x.type != "_THAT"), 0)
    if help_ and said[help_].type == "_SUPPORTS":
        whom = said[:that] or said[that : that + 1]
        return [said[help_], *whom], _after(lexemes, said[help_])
    unit = next((i + 1 for i, x in enumerate(said) if x.type == "PLACE"), 0)
    if (
        not unit
        or unit >= len(said)
        or not (said[unit].type == "_SUPPORTS" or "HELP" in said[unit].roles)
        or said[0].type not in (*KINDS, "PLACE")
    ):
        return None
    return [said[unit].read_as("_SUPPORTS"), *said[:unit]], _after(lexemes, said[unit])


def _carriers(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`A Yor - Nwy convoyed by F Nth`: the way it goes, and what that fleet does."""
    clause = [x.type for x in words]
    start = max((i + 1 for i, kind in enumerate(clause) if kind in ("STOP", "_AND", "COLON")), default=0)
    begins = not words
    if not begins and not {*clause[start:]} & {"_TO", "_DASH", "_ATTACKS", "_MOVES"}:
        return None
    end, fleets = at + 1, []
    while end < len(lexemes) and lexemes[end].type in (*KINDS, *QUIET, "PLACE", "_IN"):
        fleets.append(lexemes[end])
        end += 1
    places = [x for x in fleets if x.type == "PLACE"]
    if len(places) != 1 or type_at(lexemes, end) not in ENDS:
        return None
    mark = lexemes[at]
    if begins:  # on the line below the move
        return [mark.read_as("_CARRIED_BY"), *fleets], end
    way = mark.read_as("_VIA")
    return [way, places[0], mark.read_as("_CARRIED_BY"), *fleets], end


def _names_before(words: Sequence[Lexeme], lexemes: Sequence[Lexeme], at: int) -> bool:
    """`Paris army`, `the North Sea fleet`; not `Paris, army Marseilles`."""
    if not words or words[-1].type != "PLACE":
        return False
    earlier = type_before(words[:-1])
    if len(lexemes[at].text) <= _SHORT:  # `Edi F, Lvp A`
        return earlier in ENDS and type_at(lexemes, at + 1) in ENDS
    return earlier not in (*KINDS, "_IN") and type_at(lexemes, at + 1) not in (
        "PLACE",
        "WORD",
        "POWER",
        *LINKS,
    )


def _help(lexemes: Sequence[Lexeme], at: int) -> tuple[list[Lexeme], int] | None:
    """`with Albania's support`, `with Austrian help from Vienna`: supported by Albania, by Vienna."""
    said = [x for x in lexemes[at + 1 : at + 8] if x.type not in QUIET][:4]
    kinds = [x.type for x in said]
    mark = lexemes[at].read_as("_BACKED")
    if kinds[:2] == ["PLACE", "_SUPPORTS"] and len(said[1].text) > _SHORT and (kinds[2:] or [""])[0] in ENDS:
        return [mark, said[0]], _after(lexemes, said[1])
    whose = kinds[:1] == ["POWER"]
    if whose:
        said, kinds = said[1:], kinds[1:]
    if not said or not (kinds[0] == "_SUPPORTS" or "HELP" in said[0].roles):
        return None
    if (kinds[1:] or [""])[0] in ("_FROM", "_OF") and kinds[2:]:
        return [mark], _after(lexemes, said[1])
    if whose and (kinds[1:] or [""])[0] in ENDS:  # somebody else's, and not of which unit
        return [Lexeme("COMMENT", said[0].text, mark.start, said[0].end)], _after(lexemes, said[0])
    return None


def _after(lexemes: Sequence[Lexeme], lexeme: Lexeme) -> int:
    return next(i for i, x in enumerate(lexemes) if x is lexeme) + 1


def _spanning(word: Lexeme, first: Lexeme, last: Lexeme) -> Lexeme:
    return Lexeme(word.type, word.text, first.start, last.end, word.value, word.roles)


_STEPS: dict[str, Callable[[list[Lexeme], Sequence[Lexeme], int], int]] = {
    **dict.fromkeys(KINDS, _kind),
    "_TO": _using,
    "_IN": _using,
    "_DASH": _dash,
    "_CARRIED": _carried,
    "_VIA": _by_way,
    "_WITH": _with,
}
"""The words that may be joined, and how."""
