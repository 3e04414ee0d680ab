"""Which language a letter is in, by the words in it that only one language has."""

from functools import cache

from judge.board import atlas
from judge.language import fold
from judge.language.lexicon import vocabulary


def guess_language(text: str) -> str | None:
    """The language most of the known words of a letter are of; None where they do not tell."""
    found = {fold.fold(word) for word in fold.WORD.findall(text[:20_000])}
    counts = {language: len(found & _telling(language)) for language in ("en", "nl")}
    first, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=lambda language: counts[language]) if first > second else None


@cache
def _telling(language: str) -> frozenset[str]:
    """The words of a language that are not words of another one we know."""
    own = _single(language)
    return own - frozenset().union(*(_single(each) for each in ("en", "nl") if each != language))


def _single(language: str) -> frozenset[str]:
    geography = atlas.load("standard")
    spellings = [s for many in vocabulary(language).values() for s in many]
    names = [n for many in geography.names.get(language, {}).values() for n in many]
    names += [n for many in geography.power_names.get(language, {}).values() for n in many]
    return frozenset(word for s in (*spellings, *names) for word in fold.words(s) if len(word) > 1)
