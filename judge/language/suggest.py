"""What a player probably meant. Only ever shown with a question, never taken."""

from functools import lru_cache

from rapidfuzz import fuzz, process

from judge.board.geography import Province
from judge.language import fold
from judge.language.lexicon import Lexicon
from judge.language.scanner import DOING

CLOSE_ENOUGH = 62
_MOST = 40
"""Letters of a name that are looked at."""
_KEPT = 2_000
"""Names that were looked for last; a letter asks for the same one several times."""
_SLIP = 72
"""How alike, of a hundred, a word must be to a verb that it may be a slip of."""
_SHORTEST_VERB = 4
_VERBS = DOING - {"_TO", "_DASH"} | {"_REMOVES", "_BUILDS"}


def provinces(lexicon: Lexicon, text: str) -> tuple[Province, ...]:
    """The provinces whose names look most like this text, the likest first; few, or none."""
    return _likest(lexicon, " ".join(fold.words(text))[:_MOST])


@lru_cache(maxsize=_KEPT)
def _likest(lexicon: Lexicon, key: str) -> tuple[Province, ...]:
    if len(key) < 2:
        return ()
    found = process.extract(key, lexicon.names.keys(), scorer=fuzz.ratio, limit=6, score_cutoff=CLOSE_ENOUGH)
    return tuple(dict.fromkeys(province for name, _score, _ in found for province in lexicon.names[name]))


def likeness(lexicon: Lexicon, text: str) -> float:
    """How much a text looks like the likest name: 0 to 100."""
    return _likeness(lexicon, " ".join(fold.words(text))[:_MOST])


@lru_cache(maxsize=_KEPT)
def _likeness(lexicon: Lexicon, key: str) -> float:
    found = process.extractOne(key, lexicon.names.keys(), scorer=fuzz.ratio) if len(key) > 2 else None
    return float(found[1]) if found else 0.0


def verb(lexicon: Lexicon, text: str) -> str | None:
    """The kind of verb that this is most likely a slip of: `supprots`, `setunt`."""
    return _verb(lexicon, fold.fold(text)[:_MOST])


@lru_cache(maxsize=_KEPT)
def _verb(lexicon: Lexicon, key: str) -> str | None:
    if len(key) < _SHORTEST_VERB or not key.isalpha():
        return None
    verbs = _verbs(lexicon).get(key[0], {})
    found = process.extractOne(key, verbs.keys(), scorer=fuzz.ratio, score_cutoff=_SLIP)
    return verbs[found[0]] if found else None


@lru_cache(maxsize=32)
def _verbs(lexicon: Lexicon) -> dict[str, dict[str, str]]:
    """Every verb of one word, and its kind; by the first letter, which is seldom a slip."""
    found: dict[str, dict[str, str]] = {}
    for key, word in lexicon.words.items():
        if word.terminal in _VERBS and len(key) >= _SHORTEST_VERB and key.isalpha() and not word.tiers:
            found.setdefault(key[0], {})[key] = word.terminal
    return found
