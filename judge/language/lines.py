"""One line of a letter: whose it is, what it announces, and what its sentences say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.board.geography import Power
from judge.board.making import maker
from judge.language import fold, headings
from judge.language.cues import cues_of
from judge.language.fitting import fitted
from judge.language.lexicon import Lexicon
from judge.language.phrases import raws
from judge.language.phrasing import type_before
from judge.language.pieces import SILENT, roles_of
from judge.language.rewording import reword
from judge.language.scanner import ENDING, KINDS, Lexeme, scan
from judge.language.sentences import statements
from judge.language.shapes import (
    Bare,
    Shape,
)
from judge.language.standing import Standing
from judge.language.striking import struck
from judge.language.subjects import subject_of
from judge.language.suspicion import Statement

_MARK = re.compile(
    r"^(?:[*•·▪◦‣●○–—→►▶➤✅✔☑]+\s*|-+\s*(?=[^\W\d_(]|[\[(][xXvV✓✔✅☑ ]*[\])])"
    r"|#?\(?\d{1,2}\s*[.):>\]]+\s*|#\d{1,2}\s|\d{1,2}\s+[-–]\s+"
    r"|[ivxIVX]{1,4}\)\s*|[\[(][xXvV✓✔✅☑]+[\])]\s*|[✓👍]+\s*)+"
)
CROSSED = "❌✗✘✖"
"""Marks of a line that is crossed out."""
_LABEL = re.compile(r"^[\[(]?\s*([^\W\d_][\w'’. -]{0,28}?)\s*([\])]?\s*:|[\])])\s*")
# Ours has no full stop before the mark; nJudge's results have one, and may be pasted as orders.
_OURS = re.compile(r"[^.\s]\s*\(\*[^()*]+\*\)$")
_FORWARDED = re.compile(
    r"-{3,}\s*(original message|forwarded message|forwarded by\b.*|oorspronkelijk bericht|origineel bericht"
    r"|doorgestuurd bericht|ursprüngliche nachricht|message d'origine)\s*-{0,}$"
    r"|(begin forwarded message|begin doorgestuurd bericht|start doorgestuurd bericht):?$|_{20,}$",
    re.IGNORECASE,
)
_SHORTHAND = re.compile(r"\bw/(o\b)?", re.IGNORECASE)
"""`w/ support of Vie`, `w/o support`."""
_CLIPPED = re.compile(r"(?<!\w)['’‘`]t(?= \w)", re.IGNORECASE)
"""`naar 't Kanaal`."""
_WROTE = re.compile(r"(on|op|am|le)\b.*\b(wrote|schreef|schrieb|écrit)\b", re.IGNORECASE)
"""`On Tuesday Jan wrote:`, as mail programs put it."""
_SIGH = 2
"""Letters of a power's name that on a line of its own is none: `Oh` (Oostenrijk-Hongarije)."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a line says, apart from the board."""

    statements: tuple[Statement, ...] = ()
    power: Power | None = None
    """Whose orders these are, where the line begins with a power's name."""
    lettered: bool = False
    """The power is one letter and a bracket, as in `E) A LVP - YOR`; it may be the mark of a list."""
    subject: bool = False
    """The power is who does it: `Turkije ziet af van bouwen`."""
    heading: bool = False
    """It announces what comes below."""
    telling: bool = False
    """A heading of something that is not ordered: `Last turn I had:`."""
    quotes: bool = False
    """Such a heading above another's mail, or one that says that it is not to be done."""
    addressed: Power | None = None
    """A heading that says for whom what follows is: `To Germany:`."""
    conditional: bool = False
    """A heading that makes what follows depend on something, or one of several choices: `Option A:`."""
    hangs: bool = False
    """A heading that is a condition: `If Germany agrees:`."""
    clear: bool = False
    result: bool = False
    """It carries the mark of a result: `(*bounce*)`."""
    told: bool = False
    """It tells what became of an order: `A Par - Bur (bounced)`."""
    half_told: bool = False
    """It tells so of one sentence, and another one may be an order: `A Par - Bur (bounced). Now A Par H.`"""
    offers: bool = False
    """It names a choice: `My options: A Par - Gas`; more of them may be below."""
    ours: bool = False
    """It comes from one of our own letters: `Frankrijk: Leger Parijs naar Bourgondië (*geslaagd*)`."""
    forwards: bool = False
    """What follows was written in another mail: `-----Original message-----`."""
    corrects: bool = False
    asks: bool = False
    """It ends in a question."""
    verb: Shape | None = None
    """`Builds:`: what the units listed below are for."""
    mixed: str = ""
    """A word with letters of another script."""
    greets: bool = False
    unfinished: bool = False
    """It ends in a sign that wants something after it."""


_line = maker(Line)


def read_line(text: str, lexicon: Lexicon, standing: Standing) -> Line:
    """A tidy line. `standing` knows which words beside an order strike it."""
    power, body, lettered = _label(_in_full(unmarked(text)), lexicon)
    lexemes, cues = _worded(body, lexicon, standing)
    subject = subject_of(lexemes) if power is None and "POWER" in cues and _is_one(lexemes) else None
    if subject is not None:
        lexemes = [x for x in lexemes if x is not subject]
        power = Power(str(subject.value))
    clear = "CLEAR" in cues and _clears(lexemes)
    said = statements(lexemes, cues, lexicon, body)
    floated = headings.is_floated(lexemes)
    ordered = any(one.shape and not (floated and isinstance(one.shape, Bare)) for one in said)
    heading, verb = (False, None) if ordered else headings.heading(lexemes)
    heading = heading or (not ordered and "IF" in cues and headings.is_left_hanging(lexemes))
    announced = headings.announced(lexemes) if heading else frozenset[str]()
    remarks = [x for x in lexemes if x.type == "COMMENT"] if "COMMENT" in cues else []
    talk = roles_of(lexemes) if cues & {"CORRECTION", "GREETING"} else frozenset[str]()
    return _line(
        statements=() if clear and not ordered else tuple(said),
        power=power or (None if ordered or "POWER" not in cues else _named(lexemes)),
        lettered=lettered,
        subject=subject is not None,
        heading=heading,
        telling=heading
        and (headings.is_telling(lexemes, announced) or floated)
        and not headings.enters(lexemes, announced)
        and not any("KEPT" in one.roles for one in said),
        addressed=headings.addressed(lexemes) if heading else None,
        quotes=heading
        and (
            bool(announced & headings.UNWANTED)
            or headings.is_doubt_alone(lexemes)
            or _WROTE.match(text) is not None
        ),
        conditional=heading and ("IF" in announced or headings.is_choice(lexemes)),
        hangs=heading and "IF" in announced,
        clear=clear,
        result=any(map(_is_starred, remarks)),
        told=any(map(_is_told, remarks)),
        half_told=bool(remarks) and _is_half_told(lexemes),
        offers="COLON" in cues and _is_offering(lexemes),
        ours="*)" in text and _OURS.search(text) is not None,
        forwards=_FORWARDED.match(text) is not None,
        corrects="CORRECTION" in talk and not ordered,
        asks=bool(lexemes) and lexemes[-1].type == "ASK",
        verb=verb,
        mixed="" if text.isascii() else next(filter(fold.is_mixed, fold.WORD.findall(text)), ""),
        greets="GREETING" in talk,
        unfinished=_unfinished(lexemes),
    )


def _worded(body: str, lexicon: Lexicon, standing: Standing) -> tuple[list[Lexeme], frozenset[str]]:
    """The words of a line as the readers of sentences get them, with their cues. They are, in this order,

    - found, words and signs (`phrases.raws`);
    - looked up and named: places with their coasts, verbs, talk, remarks in brackets (`scanner.scan`);
    - struck: a remark stands where words or marks take an order off, or put it in another time (`striking`);
    - joined, in games with buildings: ports to their places, bills and research to their verbs (`fitting`);
    - put in the words that the grammar knows, one turn of phrase after another (`rewording`).

    What the sentences of the line say is read then (`sentences`).
    """
    raw = raws(body)
    scanned = struck(scan(body, raw, lexicon), frozenset([x.key for x in raw]), body, standing)
    scanned = fitted(scanned, body) if lexicon.builds else scanned
    lexemes = reword(scanned, cues := cues_of(scanned))
    return lexemes, cues if lexemes is scanned else cues_of(lexemes)


def _in_full(text: str) -> str:
    """The line with its shorthand written out."""
    text = _CLIPPED.sub("het", text) if "t " in text else text
    return _SHORTHAND.sub(lambda match: "without" if match[1] else "with ", text) if "/" in text else text


def unmarked(text: str) -> str:
    """The line without its bullet or number."""
    mark = _MARK.match(text)
    return text[mark.end() :] if mark else text


def _label(text: str, lexicon: Lexicon) -> tuple[Power | None, str, bool]:
    """`FRANCE: A Par H`, `[ENGLAND] ...`, `E) ...`: the power, and the rest of the line."""
    ends = ":" in text or ")" in text or "]" in text
    match = _LABEL.match(text) if ends else None
    if match is None:
        return None, _unlettered(text, lexicon), False
    key = " ".join(fold.words(match[1]))
    rest = text[match.end() :]
    power = lexicon.powers.get(key) or lexicon.powers.get(key.replace(" ", ""))
    if power is None and len(key) == 1:
        # `F:` is France before a unit, a fleet before a name.
        if not _begins_with_kind(rest, lexicon):
            return None, text, False
        listed = ")" in match[0] or "]" in match[0]
        power = lexicon.letters.get(key)
        # `b) A Par - Bur` is in a list; `S: A Mar - Bur` may be a support: left as it is, to be asked about.
        return (power, rest, listed) if listed or power is not None else (None, text, False)
    return (power, rest, False) if power is not None else (None, text, False)


def _unlettered(text: str, lexicon: Lexicon) -> str:
    """`c. A Spain - Marseilles`: the line without the letter of a list; not of `A. Par - Bur`."""
    if text[1:2] != "." or not text[0].isalpha():
        return text
    rest = text[2:].lstrip()
    return rest if len(rest) < len(text) - 2 and _begins_with_kind(rest, lexicon) else text


def _begins_with_kind(text: str, lexicon: Lexicon) -> bool:
    word = fold.WORD.search(text)
    entry = lexicon.words.get(fold.fold(word[0])) if word else None
    return entry is not None and entry.terminal in KINDS


def _named(lexemes: Sequence[Lexeme]) -> Power | None:
    """A line that only names a power: `FRANCE`, `Orders for France:`."""
    named = [lexeme for lexeme in lexemes if lexeme.type == "POWER"]
    if len(named) != 1 or (len(named[0].text) <= _SIGH and lexemes[-1].type != "COLON"):
        return None
    others = [x for x in lexemes if x.type not in ("POWER", "_FILLER", "COLON", "NUMBER", "OTHER", "_DASH")]
    if any(not x.roles & {"INTRO", "FILLER"} for x in others) or (others and lexemes[-1].type != "COLON"):
        return None
    return Power(str(named[0].value))


def _is_one(lexemes: Sequence[Lexeme]) -> bool:
    """Whether it is no more than one sentence."""
    return all(x.type not in ENDING for x in lexemes[:-1])


def _clears(lexemes: Sequence[Lexeme]) -> bool:
    """`clear`, `vervang alles`: on its own, or before orders."""
    said = [x for x in lexemes if x.type not in SILENT]
    if not said or "CLEAR" not in said[0].roles:
        return False
    return len(said) == 1 or " " in said[0].text or all(x.roles & {"INTRO", "CLEAR"} for x in said)


def _is_starred(lexeme: Lexeme) -> bool:
    """`(*cut*)`: how a report marks what became of an order."""
    return lexeme.type == "COMMENT" and lexeme.text.startswith(("(*", "[*"))


def _is_told(lexeme: Lexeme) -> bool:
    """`(bounced)`: how a player tells it."""
    words = [inner for inner in lexeme.inner if inner.type not in ("OTHER", "_COMMA", "STOP")]
    return bool(words) and not _is_starred(lexeme) and all("RESULT" in inner.roles for inner in words)


def _is_half_told(lexemes: Sequence[Lexeme]) -> bool:
    part: list[Lexeme] = []
    parts = [part]
    for lexeme, following in zip(lexemes, [*lexemes[1:], None], strict=True):
        if lexeme.type == "STOP" and (following is None or following.type != "COMMENT"):
            part = []
            parts.append(part)
        else:
            part.append(lexeme)
    return any(_does(part) and not any(map(_is_told, part)) for part in parts)


def _does(part: Sequence[Lexeme]) -> bool:
    kinds = {x.type for x in part}
    return "PLACE" in kinds and bool(kinds & {"_DASH", "_TO", "_HOLDS", "_SUPPORTS"})


def _is_offering(lexemes: Sequence[Lexeme]) -> bool:
    colon = next((i for i, x in enumerate(lexemes) if x.type == "COLON"), 0)
    return colon > 0 and any("OPTION" in x.roles for x in lexemes[:colon])


def _unfinished(lexemes: Sequence[Lexeme]) -> bool:
    return len(lexemes) > 1 and type_before(lexemes) in ("_DASH", "_TO", "_SUPPORTS", "_CONVOYS", "_VIA")
