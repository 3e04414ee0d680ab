"""What leans on the words before it: `the rest too`, `no wait, make that Picardy`, `with X following`."""

from collections.abc import Sequence

from judge.board.geography import UnitType
from judge.language.afterthoughts import afterthought
from judge.language.passives import clause, unit_end
from judge.language.phrasing import start_of
from judge.language.pieces import Piece, read_one
from judge.language.scanner import GOING, JOINING, KINDS, QUIET, Lexeme
from judge.language.shapes import Bare, Holds, Moves, RestHolds, Shape, is_order, spots

_RESTING = {"_REST": None, "ALL_ARMIES": UnitType.ARMY, "ALL_FLEETS": UnitType.FLEET}
_LINKING = frozenset({"_FILLER", "OTHER", "TALK", "_TO", "_AND", "_THAT"})
_DOES = frozenset({"so", "do", "does"})
_OPEN = frozenset({"NOT", "GREETING", "IF", "DOUBT", "CANCEL", "EXCEPT", "PAST", "ASK", "SAID"})
_ARTICLES = frozenset({"the", "de", "het", "een", "a", "my", "mijn"})
_OUT_LOUD = frozenset({*GOING, "_HOLDS"})
_TURNS = (
    "make", "maak", "no wait", "wait no", "nee wacht", "wacht", "wait", "i mean", "ik bedoel", "or rather",
    "liever gezegd", "beter gezegd", "oops", "whoops", "oeps", "scratch that", "scrap that",
    "schrap dat", "streep dat", "of nee", "or no",
)  # fmt: skip
"""Words that say that something comes instead; `A Par - Bur, no, Pic` may be somebody in doubt."""
_LIKE = frozenset({"as", "like", "zoals", "zo", "volgens", "wie"})
_SENT = frozenset({
    "sent", "ordered", "submitted", "entered", "mailed", "emailed", "given", "wrote", "written", "stated",
    "before", "earlier", "previously", "mail", "email", "e-mail", "letter", "message", "gestuurd", "stuurde",
    "verstuurd", "verzonden", "ingestuurd", "doorgegeven", "doorgaf", "opgegeven", "ingediend", "bevolen",
    "geschreven", "schreef", "gemaild", "mailde", "eerder", "mailtje", "brief", "bericht",
})  # fmt: skip
"""`as sent before`, `zoals in mijn vorige mail`: what was ordered in an earlier letter."""
_OTHERWISE_LAID_DOWN = frozenset({
    "agreed", "planned", "discussed", "usual", "always", "turn", "season", "year", "time", "afgesproken",
    "besproken", "gepland", "altijd", "overeengekomen", "beurt", "ronde", "seizoen", "jaar", "keer",
})  # fmt: skip
_SOMEWHERE = frozenset({
    "below", "above", "under", "yesterday", "hieronder", "hierboven", "onder", "boven", "onderstaand",
    "beneden", "gisteren", "attached", "bijlage",
})  # fmt: skip
"""Where orders stand that are not in this sentence, and may not be the writer's own."""
_STAYING = ("stay", "remain", "blij", "as ", "where")
"""How verbs begin that can be said of orders as well as of units."""
_IN_FORCE = frozenset({
    "stand", "stands", "apply", "valid", "force", "same", "unchanged", "gelden", "geldig", "kracht",
    "ongewijzigd", "onveranderd", "hetzelfde", "gelijk", "staan",
})  # fmt: skip
_BACK = frozenset({"TURN", "CORRECTION"})
_REFUSING = frozenset({"RETRACT", "NO"})
_TURNED = _BACK | _REFUSING
_REFERRING = _LINKING | {"WORD", "_FROM", "_OF", "_ON"}
_OF_A_LETTER = frozenset({"INTRO", "FILLER", "ORDERS", "PAST", "LAST", "SAID", "ABOVE", "THESE"})
"""What words may say of the letter that is corrected: `of my orders of yesterday`."""
_SEPARATING = frozenset({"_COMMA", "_DASH", "_FILLER", "OTHER"})
_SWAPS = frozenset({"swap", "swaps", "ruilen", "wisselen", "trade", "swap places", "change places"})


def the_rest_too(piece: Piece) -> Lexeme | None:
    """The word for the rest in `the rest too`, `de rest ook`, `and so do the others`, and no more."""
    resting = [x for x in piece.lexemes if x.type in _RESTING]
    others = [x for x in piece.lexemes if x.type not in _RESTING]
    if len(resting) != 1 or any(x.roles & _OPEN and "ALSO" not in x.roles for x in others):
        return None
    if piece.lexemes[-1].text.casefold() in _ARTICLES:
        return None  # `Doe de rest ook de groeten`
    also = any(x.roles & {"ALSO", "LIKEWISE"} or x.text.casefold() in _DOES for x in others)
    plain = all(x.type in _LINKING or x.text.casefold() in ("geldt", "goes") for x in others)
    return resting[0] if also and plain else None


def hold_the_rest(pieces: list[Piece], before: Shape | None, end: list[Lexeme]) -> None:
    """`Edinburgh holds, the rest too`: they hold; after anything else it has to be asked about."""
    also = [x for x in end if x.type == "_AND" and "ALSO" in x.roles]
    if also and pieces and not pieces[-1].shapes:
        pieces[-1].lexemes = [*pieces[-1].lexemes, *also]  # `the others also`, which else joins two parts
    for piece in pieces:
        rest = None if piece.shapes else the_rest_too(piece)
        if rest is not None and isinstance(before, Holds | RestHolds):
            piece.shapes = [RestHolds(_RESTING[rest.type])]
        if piece.shapes and not isinstance(piece.shapes[-1], Bare):
            before = piece.shapes[-1]


def kept(sentence: list[Lexeme]) -> tuple[int, int, bool] | None:
    """Where `the rest remains as sent`, `mijn andere orders blijven gelden` begins and ends.

    True where that is plain: then what was sent stands. `The rest holds as sent` is not, nor `de rest zoals
    hieronder`.
    """
    at = next((i for i, x in enumerate(sentence) if x.type == "_REST" or "OTHER_ONE" in x.roles), -1)
    if at < 0 or any(x.roles & {"IF", "DOUBT"} or x.type == "ASK" for x in sentence):
        return None
    start, end = clause(sentence, at)
    if end + 1 < len(sentence) and sentence[end + 1].text.casefold() in _LIKE:
        _, end = clause(sentence, end + 1)
    part = sentence[start:end]
    if any(x.roles & (_OPEN - {"SAID", "PAST"}) or x.type in ("PLACE", *KINDS) for x in part):
        return None
    words = [word for x in part for word in x.text.casefold().split()]
    like = next((i for i, word in enumerate(words) if word in _LIKE), len(words))
    said = frozenset(words[like + 1 :])
    orders = any("ORDERS" in x.roles for x in part)
    if said & _SOMEWHERE:
        return start, end, False
    if said & _SENT and not said & _OTHERWISE_LAID_DOWN:
        return start, end, orders or not _holds(part)
    plain = like == len(words) or words[like + 1 :] in (
        ["they", "were"],
        ["they", "are"],
        ["ze", "waren"],
        ["ze", "zijn"],
    )
    staying = orders and plain and bool(_IN_FORCE.intersection(words))
    return (start, end, True) if staying else None


def _holds(part: Sequence[Lexeme]) -> bool:
    """`The rest holds as sent`: that they hold, or that what was sent stands?"""
    return any(x.type == "_HOLDS" and not x.text.casefold().startswith(_STAYING) for x in part)


def swaps(core: Sequence[Lexeme]) -> bool:
    """`Paris and Gascony swap`: two orders that are not said out loud."""
    named = [x for x in core if x.type == "PLACE" or x.type in KINDS]
    return bool(core) and core[-1].text.casefold() in _SWAPS and 0 < len(named) == len(core) - 1


def turned(sentence: list[Lexeme]) -> list[list[Lexeme]]:
    """`A Par to Gas, no wait, make that Picardy`: as if a full stop stood before the turn, or behind it."""
    if parts := _thinking_aloud(sentence):
        return parts
    sentence = _announced(sentence)
    for at, lexeme in enumerate(sentence):
        if not at or lexeme.type != "TALK" or not lexeme.roles & _BACK:
            continue
        end = at
        while end and sentence[end - 1].type in _SEPARATING:
            end -= 1
        if not {"_COMMA", "_DASH"} & {x.type for x in sentence[end:at]}:
            return [sentence]
        head, tail = sentence[:end], sentence[at:]
        plain = [_only_turning(x) for x in tail if x.type not in ("_COMMA", "COLON")]
        said = afterthought(plain)
        meant = said is not None and said.turns and said.plain and not said.alone
        open_ = any(x.type in ("_OR", "_OF", "_ELSE", "ASK") or x.roles & {"DOUBT", "IF"} for x in sentence)
        out_loud = any(x.type in _OUT_LOUD or x.text.casefold().startswith(_TURNS) for x in plain)
        if meant and out_loud and not open_ and isinstance(read_one(_core(_last_clause(head))), Moves):
            return [head, plain]
        return [sentence]
    return [sentence]


def _thinking_aloud(sentence: list[Lexeme]) -> list[list[Lexeme]]:
    """`Wait, no: Brest to Picardy`: the turn, and what is meant; nothing for another sentence.

    The order that it turns back on may stand in front: `Brest to the Channel, wait, no: Brest to Picardy`.
    """
    at = next((i for i, x in enumerate(sentence) if x.type == "COLON"), 0)
    start = at
    while start and (sentence[start - 1].type in _SEPARATING or sentence[start - 1].roles & _TURNED):
        start -= 1
    before, turning = sentence[:start], sentence[start:at]
    if before and not (turning and turning[0].type == "_COMMA" and is_order(read_one(_core(before)))):
        return []
    head = [x for x in turning if x.type not in ("_COMMA", *QUIET)]
    turn = next((x for x in head if "TURN" in x.roles), None)
    if turn is None or any(not x.roles & _TURNED or "INSTEAD" in x.roles for x in head):
        return []
    wavers = len(head) > 1 or turn.type != "TALK" or " " in turn.text
    if not wavers or not any(x.type == "PLACE" for x in sentence[at:]):
        return []
    said = [turn.read_as("TALK", "TURN", "CORRECTION", "NO")]
    return [before, said, sentence[at + 1 :]] if before else [said, sentence[at + 1 :]]


def _announced(sentence: list[Lexeme]) -> list[Lexeme]:
    """`Correction to yesterday's letter: A Mos - War`: which letter it corrects changes nothing."""
    first = next((x for x in sentence if x.type not in QUIET), None)
    at = next((i for i, x in enumerate(sentence) if x.type == "COLON"), 0)
    if first is None or not at or not first.roles & (_BACK | _REFUSING) or "INSTEAD" in first.roles:
        return sentence
    head = [x for x in sentence[:at] if x is not first]
    if first.roles & _REFUSING and not head and any("INSTEAD" in x.roles for x in sentence[at:]):
        # `Nee toch niet: A Par - Pic ipv Bou`: it says itself what is refused.
        return [
            first.read_as("TALK", "CORRECTION"),
            *sentence[at:],
        ]
    if "CORRECTION" not in first.roles:
        return sentence
    plain = all(x.type in _REFERRING and x.roles <= _OF_A_LETTER for x in head)
    return [first, *sentence[at:]] if plain else sentence


def _last_clause(words: list[Lexeme]) -> list[Lexeme]:
    start = start_of(words, len(words), JOINING)
    return words[start:]


def _only_turning(word: Lexeme) -> Lexeme:
    """`no wait`, where it is said what comes instead."""
    if "RETRACT" not in word.roles or not word.roles & {"TURN", "CORRECTION"}:
        return word
    return Lexeme(word.type, word.text, word.start, word.end, word.value, word.roles - {"RETRACT"})


def accompanied(words: list[Lexeme]) -> list[Lexeme] | None:
    """`Warsaw takes Galicia with Moscow following to Ukraine`: two orders."""
    for at, word in enumerate(words):
        end = unit_end(words, at + 1) if word.type == "_WITH" and at else 0
        if not end:
            continue
        doing = [x for x in words[end:] if x.type != "TALK" or not x.roles <= {"INTRO"}]
        goes = len(doing) > 1 and doing[0].type in GOING and doing[-1].type == "PLACE"
        second = read_one([*words[at + 1 : end], *doing]) if goes else None
        first = read_one(words[:at]) if isinstance(second, Moves) else None
        if isinstance(first, Moves) and all(spot.known for spot in spots(first)):
            comma = word.read_as("_COMMA")
            return [*words[:at], comma, *words[at + 1 : end], *doing]
    return None


def _core(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    return [x for x in lexemes if x.type not in QUIET]
