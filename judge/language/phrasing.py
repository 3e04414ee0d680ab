"""Single words in their place: excuses, `both ... and`, verbs that mean another thing where they stand."""

from collections.abc import Iterator, Sequence

from judge.language.scanner import KINDS, Lexeme

QUIET = frozenset({"_FILLER", "OTHER"})
"""Words and signs that change nothing."""
_AS = frozenset({"als", "alsook", "alsmede"})
_WHAT = frozenset({"het", "ik", "dit", "mijn", "we", "deze", "it", "this", "i", "my", "these"})
VERBS = frozenset({"_MOVES", "_ATTACKS", "_TO", "_HOLDS", "_SUPPORTS", "_CONVOYS", "_RETREATS", "_DISBANDS"})


def between(lexemes: list[Lexeme]) -> list[Lexeme]:
    """`Sorry dat het zo laat is` corrects nothing; `..., en verder` joins two orders."""
    words: list[Lexeme] = []
    both = next((i for i, x in enumerate(lexemes) if x.text.casefold() == "zowel"), len(lexemes))
    also = next((i for i in range(both, len(lexemes)) if lexemes[i].text.casefold() in _AS), -1)
    for at, lexeme in enumerate(lexemes):
        if at == both and both < also:
            continue  # `zowel Rome als Venetië`
        text, after = lexeme.text.casefold(), [x.text.casefold() for x in lexemes[at + 1 : at + 3]]
        if text == "sorry" and _is_excuse(after):
            lexeme = Lexeme("TALK", lexeme.text, lexeme.start, lexeme.end, roles=frozenset({"GREETING"}))
        elif at == also or (text in ("en verder", "and further") and type_before(words) not in ("", "STOP")):
            lexeme = Lexeme("_AND", lexeme.text, lexeme.start, lexeme.end)
        words.append(lexeme)
    return words


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
    return [*lexemes[:at], Lexeme("_WAIVES", word.text, word.start, word.end), *lexemes[nothing + 1 :]]


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
            yield Lexeme("_MOVES", lexeme.text, lexeme.start, lexeme.end)
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
        ):
            lexeme = Lexeme("_FILLER", lexeme.text, lexeme.start, lexeme.end)
        words.append(lexeme)
    return words


def trying(lexemes: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """`Tyrrhenian tries the Gulf of Lyon`: between two names it is no Trieste."""
    plain = not any(x.type in VERBS or x.type == "_DASH" for x in lexemes)
    for at, lexeme in enumerate(lexemes):
        trying = plain and lexeme.text.casefold() == "tries" and lexeme.type == "PLACE"
        if trying and type_before(lexemes[:at]) == "PLACE" and type_at(lexemes, at + 1) == "PLACE":
            yield Lexeme("_ATTACKS", lexeme.text, lexeme.start, lexeme.end)
        else:
            yield lexeme


def next_word(lexemes: Sequence[Lexeme], at: int) -> int:
    """Past the next word that says something."""
    return next((i + 1 for i in range(at, len(lexemes)) if lexemes[i].type not in QUIET), len(lexemes))


def type_before(words: Sequence[Lexeme]) -> str:
    return next((x.type for x in reversed(words) if x.type not in QUIET), "")


def type_at(lexemes: Sequence[Lexeme], at: int) -> str:
    return next((x.type for x in lexemes[at:] if x.type not in QUIET), "")
