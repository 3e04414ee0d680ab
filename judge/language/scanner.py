"""A line into lexemes: the longest known phrase at each place, coasts joined to their province.

A word that can be several things is settled here by what stands beside it; what it means on the board, later.
"""

import re
from collections.abc import Sequence

from judge.board.geography import Coast, Power, UnitType
from judge.board.making import maker
from judge.language.coasts import CLOSING, Coasts
from judge.language.lexicon import SHORTEST_PREFIX, UNKNOWN, Lexicon, Word
from judge.language.phrases import Raw
from judge.language.shapes import Spot

_DATE = re.compile(r"[a-z]{0,2}\d{1,4}[a-z]{0,3}")
"""A number, a year, a phase: `1902`, `F1902M`, `1e`."""
_DASHES = frozenset("-–—−‑‒―=~>→⇒➔➜⟶➝»")
_HEADS = frozenset(">→⇒➔➜⟶➝»")
_SIGNS = {",": "_COMMA", "/": "_SLASH", "+": "_PLUS", ":": "COLON", "?": "ASK", "&": "_AND", "|": "_COMMA"}
_STOPS = frozenset(";!.")
KINDS = frozenset({"ARMY", "FLEET", "UNIT"})
TYPES = {"ARMY": UnitType.ARMY, "FLEET": UnitType.FLEET}
TYPES_OF_ALL = {**TYPES, "ALL_ARMIES": UnitType.ARMY, "ALL_FLEETS": UnitType.FLEET}
BOTH = ("both", "beide", "allebei", "alle beide")
"""How words for all of a kind begin that say there are two."""
GOING = frozenset({"_DASH", "_TO", "_MOVES", "_ATTACKS"})
"""What stands between a unit and where it goes."""
HELPING = frozenset({"_SUPPORTS", "_CONVOYS"})
"""What is done for another unit."""
DOING = GOING | HELPING | {"_HOLDS", "_RETREATS", "_DISBANDS"}
"""What a unit does, in a word or in a sign."""
REMOVING = frozenset({"_REMOVES", "_DISBANDS"})
"""Verbs that take a unit off the board."""
ADJUSTING = REMOVING | {"_BUILDS", "_WAIVES"}
"""Verbs of the adjustments."""
JOINING = frozenset({"_COMMA", "_AND", "COLON"})
"""What stands between two parts of a sentence."""
ENDING = frozenset({"STOP", "ASK"})
"""What ends a sentence."""
LINKS = frozenset({"_IN", "_FROM", "_OF", "_ON"})
"""What stands between a kind of unit and its place."""
QUIET = frozenset({"_FILLER", "OTHER"})
"""Words and signs that change nothing."""
_BUILDINGS = frozenset({"FORT", "PORT", "HUB"})
"""Words of games with buildings; there `port` is not Portugal."""
_WAY = frozenset({"_VIA", "_CONVOYS", "_FILLER", "_WITH", "_FROM", "PLACE", *KINDS})
"""What `(via convoy)` and `(via F Nth)` are made of."""
_BACKWARDS = frozenset("<←⇐⬅⟵")
_BRACKETED = frozenset({"_SUPPORTS", "_HOLDS", "_CONVOYS", "_DASH", "_TO", "_MOVES"})
"""What may stand in brackets between a unit and the rest of its order: `F ALB (S) A SER - GRE`."""
_BEFORE_PLACE = KINDS | {
    "_TO", "_DASH", "_FROM", "_IN", "_OF", "_ON", "_COMMA", "_SUPPORTS", "_CONVOYS", "_VIA", "_AND",
    "_OR", "_ELSE", "_BUILDS", "_REMOVES", "_DISBANDS", "_RETREATS", "_ATTACKS", "POWER",
}  # fmt: skip

_BEFORE_COAST = frozenset({"_ON", "_IN", "_AT", "_COMMA", "_FILLER"})
_BEFORE_UNIT = frozenset({"_MOVES", "_BUILDS", "_FILLER", "_COMMA", "COLON"})
"""What may stand between the place, its unit and the coast."""
_WHOLE = 4
"""Letters of a word that is no abbreviation: `move`, `aanval`."""


class Lexeme:
    """One word, phrase or sign; the grammar sees its type."""

    __slots__ = ("end", "inner", "roles", "start", "text", "type", "value")

    def __init__(
        self,
        kind: str,
        text: str,
        start: int,
        end: int,
        value: object = None,
        roles: frozenset[str] = frozenset(),
        inner: "Sequence[Lexeme]" = (),
    ) -> None:
        self.type, self.text, self.start, self.end = kind, text, start, end
        self.value, self.roles, self.inner = value, roles, inner

    def read_as(self, kind: str, *roles: str) -> "Lexeme":
        """The same word as one of another type, with no other roles than these."""
        return Lexeme(kind, self.text, self.start, self.end, None, frozenset(roles))

    def __repr__(self) -> str:
        return f"{self.type}({self.text})"


_spot = maker(Spot)


def scan(line: str, raw: list[Raw], lexicon: Lexicon) -> list[Lexeme]:
    """The lexemes of a tidy line, of which `raws` has found the words and signs."""
    return _Scan(line, raw, lexicon).run()


class _Scan(Coasts):
    def __init__(self, line: str, raw: list[Raw], lexicon: Lexicon) -> None:
        super().__init__(line, raw, lexicon)
        self.out: list[Lexeme] = []

    def run(self) -> list[Lexeme]:
        at, end = 0, len(self.raw)
        while at < end:
            at = self._word(at) if self.raw[at].key else self._sign(at)
        return self.out

    # ---- signs

    def _sign(self, at: int) -> int:
        raw = self.raw[at]
        if raw.text in CLOSING:
            return self._bracket(at)
        if raw.text[0] in _DASHES:
            kind = "_TO" if any(c in _HEADS for c in raw.text) else "_DASH"
        elif raw.text in _STOPS:
            kind = "STOP"
        else:
            kind = _SIGNS.get(raw.text, "OTHER")
        if kind == "_SLASH" and at + 1 < len(self.raw) and self.raw[at + 1].text == "/":
            return self._comment(at, len(self.raw))
        if kind == "_SLASH" and self._peek(at + 1) in KINDS:
            kind = "_COMMA"
        if raw.text == "#":
            return self._comment(at, len(self.raw))
        if raw.text in _BACKWARDS and (raw.text != "<" or self._points_back(at)):
            self.out.append(Lexeme("TALK", raw.text, raw.start, raw.end, roles=frozenset({"BACKWARDS"})))
            return at + 1  # `Bel <- Bur`: not a move of Bel
        self.out.append(Lexeme(kind, raw.text, raw.start, raw.end))
        return at + 1

    def _points_back(self, at: int) -> bool:
        after = self.raw[at + 1] if at + 1 < len(self.raw) else None
        return after is not None and after.start == self.raw[at].end and after.text[0] in "-=–—<"

    def _bracket(self, at: int) -> int:
        """`(Mun)` after a unit's letter is a place, `(via convoy)` a way; all else in brackets a remark."""
        close = CLOSING[self.raw[at].text]
        end = next((i for i in range(at + 1, min(len(self.raw), at + 40)) if self.raw[i].text == close), -1)
        if end < 0:
            self.out.append(Lexeme("OTHER", self.raw[at].text, self.raw[at].start, self.raw[at].end))
            return at + 1
        inner = _Scan(self.line, self.raw[at + 1 : end], self.lexicon).run()
        kinds = {lexeme.type for lexeme in inner}
        after_kind = bool(self.out) and self.out[-1].type in KINDS
        by_sea = bool(inner) and inner[0].type in ("_VIA", "_CONVOYS") and kinds <= _WAY
        by_sea = by_sea and ("_VIA" in kinds or "PLACE" not in kinds)  # `(C Nth)`: by which fleet
        after_place = bool(self.out) and self.out[-1].type == "PLACE"
        verb = after_place and len(inner) == 1 and inner[0].type in _BRACKETED
        if by_sea or verb or (inner and after_kind and kinds == {"PLACE"}):
            self.out += inner
            return end + 1
        return self._comment(at, end + 1, inner)

    def _comment(self, at: int, end: int, inner: "Sequence[Lexeme] | None" = None) -> int:
        if inner is None:
            start = next((i for i in range(at, end) if self.raw[i].key), end)
            inner = _Scan(self.line, self.raw[start:end], self.lexicon).run()
        first, last = self.raw[at], self.raw[end - 1]
        text = self.line[first.start : last.end]
        self.out.append(Lexeme("COMMENT", text, first.start, last.end, inner=inner))
        return end

    # ---- words

    def _word(self, at: int) -> int:
        word, end = self._longest(at)
        several = end > at + 1
        if several and not word.tiers and (self._cuts_a_name(end) or self._is_side(word, at)):
            word, end = self.lexicon.words.get(self.raw[at].key, UNKNOWN), at + 1
        if word.adjective and self._is_kind(end):
            return self._place(at, end, Word(tiers=word.adjective))
        if several and end > at + 1:
            end = self._past_dot(end, self.raw[end - 1].text)
        if word is UNKNOWN:
            word, end = self._genitive(at)
        if word is UNKNOWN:
            word, end = self._beginning(at)
        elif word.terminal not in KINDS and (not word.tiers or self._strange(end)):
            longer, further = self._beginning(at, several=True)
            if longer is not UNKNOWN and further > end:
                word, end = longer, further
        if word.side and not (word.tiers or word.terminal or word.roles):
            word = self._sided(word, at)
        if word.coast and not word.tiers and (ahead := self._coast_first(word.coast, end)):
            return self._place(at, *ahead, word.coast)
        if word.coast and not word.tiers and self._coast_behind(word.coast):
            return end
        if word.tiers and self._is_place(word, end):
            return self._place(at, end, word)
        self._emit(word, at, end)
        return end

    def _cuts_a_name(self, end: int) -> bool:
        """Whether a phrase takes the first word of a name: `in the north | sea`."""
        raw = self.raw
        if end >= len(raw) or not raw[end].key:
            return False
        both = self.lexicon.words.get(f"{raw[end - 1].key} {raw[end].key}", UNKNOWN)
        return bool(both.tiers) and not both.terminal

    def _is_side(self, word: Word, at: int) -> bool:
        """`F North to Norway`, where a name may begin: the sea, and no `goes north to`."""
        if word.terminal not in GOING or self.lexicon.words.get(self.raw[at].key, UNKNOWN).side is None:
            return False
        before = self._before()
        return not before or before in _BEFORE_PLACE

    def _is_kind(self, at: int) -> bool:
        """Whether `army` or `fleet` follows, in full: `the Swedish fleet`."""
        raw = self.raw
        return at < len(raw) and len(raw[at].key) > 2 and self._longest(at)[0].terminal in KINDS

    def _before(self) -> str:
        """The type of what stands in front."""
        for lexeme in reversed(self.out):
            if lexeme.type != "_FILLER":
                return lexeme.type
        return ""

    def _sided(self, word: Word, at: int) -> Word:
        """`F Lon - North`: the beginning of a name, where no coast can be meant."""
        before = self._before()
        found = self.lexicon.by_prefix(self.raw[at].key) if before in _BEFORE_PLACE else UNKNOWN
        return found if found.tiers else word

    def _strange(self, at: int) -> bool:
        """Whether an unknown word follows: perhaps it belongs to the name (`West Med`)."""
        return at < len(self.raw) and bool(self.raw[at].key) and self._longest(at)[0] is UNKNOWN

    def _genitive(self, at: int) -> tuple[Word, int]:
        """`Paris's move`."""
        raw = self.raw[at]
        if len(raw.text) > 3 and raw.text[-1] in "sS" and raw.text[-2] in "'’":
            found = self.lexicon.words.get(raw.key[:-1], UNKNOWN)
            return (found, at + 1) if found.tiers else (UNKNOWN, at + 1)
        if raw.key[-1:] in "se" and len(raw.key) > _WHOLE and self._is_kind(at + 1):
            for stem in (raw.key[:-1], raw.key.removesuffix("se")):  # `Münchens leger`, `de Kielse vloot`
                found = self.lexicon.words.get(stem, UNKNOWN)
                if found.tiers and not found.terminal and len(stem) >= _WHOLE:
                    return found, at + 1
        return UNKNOWN, at + 1

    def _beginning(self, at: int, several: bool = False) -> tuple[Word, int]:
        """The longest run of words that begins a name: `noord afr`, `bourg`."""
        raw = self.raw
        if several and len(raw[at].key) >= SHORTEST_PREFIX and self.lexicon.by_prefix(raw[at].key) is UNKNOWN:
            return UNKNOWN, at + 1  # nor does any name begin with more of it
        runs, end, text = [(raw[at].key, at + 1)], at + 1, raw[at].key
        for _ in range(2):
            end = self._next(end)
            if end < 0 or len(raw[end].key) < 2:
                break
            text += raw[end].key
            end += 1
            runs.append((text, end))
        for text, end in reversed(runs[1:] if several else runs):
            if end == at + 1 or len(text) >= 5:
                found = self.lexicon.by_prefix(text)
                if found is not UNKNOWN:
                    return found, end
        return UNKNOWN, at + 1

    def _is_place(self, word: Word, end: int) -> bool:
        if word.terminal in _BUILDINGS:
            return False
        if not word.terminal and not word.roles and not word.power:
            return True
        before = self._before()
        if word.power and before not in ("_DASH", "_TO") and self._before_unit(end):
            return False
        if word.power and before == "_SUPPORTS" and self._before_attack(end):
            return False
        if not word.terminal and not word.roles:
            return True
        if "EVERY" in word.roles and before not in ("_DASH", "_TO", *KINDS):
            return False  # `scrap both`: not Bothnia
        if before in _BEFORE_PLACE:
            return True
        after = self._peek(end)
        return before == "" and after in DOING

    def _peek(self, at: int) -> str:
        """What the word or sign at this place would most simply be."""
        if at >= len(self.raw):
            return ""
        raw = self.raw[at]
        if not raw.key:
            return "_DASH" if raw.text[0] in _DASHES else ""
        return self.lexicon.words.get(raw.key, UNKNOWN).terminal

    def _before_attack(self, at: int) -> bool:
        """`supports the English attack`: England's, and not the Channel."""
        return self._peek(at) in ("_ATTACKS", "_MOVES") and len(self.raw[at].key) >= _WHOLE

    def _before_unit(self, at: int) -> bool:
        """Whether a unit follows: then `English` is whose it is, not the Channel."""
        if at >= len(self.raw) or not self.raw[at].key:
            return False
        word, _ = self._longest(at)
        return word.terminal in KINDS or (bool(word.tiers) and not word.terminal)

    # ---- places and their coasts

    def _place(self, at: int, end: int, word: Word, coast: Coast | None = None) -> int:
        text = self.line[self.raw[at].start : self.raw[end - 1].end]
        if coast is None:
            coast, end = self._coast_after(word, end)
        last = self.raw[end - 1].end
        spot = _spot(text, word.tiers, coast)
        self.out.append(Lexeme("PLACE", text, self.raw[at].start, last, spot, word.roles))
        return end

    def _coast_behind(self, coast: Coast) -> bool:
        """`In St Petersburg a fleet on the south coast`: the coast of the place before the unit."""
        out = self.out
        unit = next((i for i in range(len(out) - 1, -1, -1) if out[i].type not in _BEFORE_COAST), -1)
        place = next((i for i in range(unit - 1, -1, -1) if out[i].type not in _BEFORE_UNIT), -1)
        spot = out[place].value if place >= 0 else None
        if unit < 0 or out[unit].type != "FLEET" or not isinstance(spot, Spot) or spot.coast:
            return False
        if not any((province, coast) in self.lexicon.coasts for tier in spot.tiers for province in tier):
            return False
        out[place].value = _spot(spot.text, spot.tiers, coast)
        del out[unit + 1 :]
        return True

    # ---- everything else

    def _emit(self, word: Word, at: int, end: int) -> None:
        first = self.raw[at]
        text = self.line[first.start : self.raw[end - 1].end]
        kind, value = self._kind(word, at, end)
        if (
            kind == "WORD"
            and self.out
            and self.out[-1].type == "WORD"
            and not self.out[-1].roles
            and not word.roles
        ):
            last = self.out[-1]
            last.text = self.line[last.start : self.raw[end - 1].end]
            last.end, last.value = self.raw[end - 1].end, Spot(last.text)
            return
        self.out.append(Lexeme(kind, text, first.start, self.raw[end - 1].end, value, word.roles))

    def _kind(self, word: Word, at: int, end: int) -> tuple[str, object]:
        raw = self.raw[at]
        if word.terminal in KINDS and end == at + 1 and raw.key in ("a", "l") and self._article(end):
            return "_FILLER", None
        if word.terminal.startswith("NUMBER_"):
            return "NUMBER", int(word.terminal[-1])
        if word.terminal:
            return word.terminal, None
        if word.power:
            return "POWER", word.power
        if end == at + 1 and _DATE.fullmatch(raw.key):
            return "NUMBER", int(raw.key[:4]) if raw.key.isdigit() else 0
        if "FILLER" in word.roles:
            return "_FILLER", None
        if word.roles:
            return "TALK", None
        return "WORD", Spot(self.line[raw.start : self.raw[end - 1].end])

    def _article(self, at: int) -> bool:
        """`build a fleet`: not an army."""
        if at >= len(self.raw) or not self.raw[at].key:
            return False
        word, end = self._longest(at)
        if word.terminal == "_BUILDS" and end > at and len(self.raw[at].key) > 1:
            return not word.tiers or self._article(end)
        return word.terminal in KINDS | _BUILDINGS


def power_of(value: object) -> Power | None:
    """The power a POWER lexeme stands for."""
    return Power(value) if isinstance(value, str) else None
