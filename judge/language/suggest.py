"""What a player probably meant. Only ever shown with a question, never taken."""

from collections.abc import Iterator

from rapidfuzz import fuzz, process

from judge.board.geography import Province
from judge.language import fold
from judge.language.lexicon import Lexicon

CLOSE_ENOUGH = 62


def provinces(lexicon: Lexicon, text: str) -> Iterator[Province]:
    """The provinces whose names look most like this text, the likest first; few, or none."""
    key = " ".join(fold.words(text))[:40]
    if len(key) < 2:
        return
    found = process.extract(key, lexicon.names.keys(), scorer=fuzz.ratio, limit=6, score_cutoff=CLOSE_ENOUGH)
    seen = set()
    for name, _score, _ in found:
        for province in lexicon.names[name]:
            if province not in seen:
                seen.add(province)
                yield province


def likeness(lexicon: Lexicon, text: str) -> float:
    """How much a text looks like the likest name: 0 to 100."""
    key = " ".join(fold.words(text))[:40]
    found = process.extractOne(key, lexicon.names.keys(), scorer=fuzz.ratio) if len(key) > 2 else None
    return float(found[1]) if found else 0.0
