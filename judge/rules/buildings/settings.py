"""How the values of options are read: from a TOML table, or from the words of a `set` command."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum

from judge.rules.faults import OptionFault, Wrong

_WORDS: Mapping[str, bool] = {"yes": True, "no": False, "true": True, "false": False}


def number(least: int, most: int) -> Callable[[str, object], int]:
    """A reader of whole numbers in a range."""

    def read(name: str, value: object) -> int:
        text = str(value).strip()
        plain = not isinstance(value, bool | float) and text.isascii() and text.isdecimal() and len(text) < 10
        if not plain or not least <= int(text) <= most:
            raise OptionFault(Wrong.RANGE, name, value, span=(least, most))
        return int(text)

    return read


def switch(name: str, value: object) -> bool:
    """Yes or no."""
    answer = value if isinstance(value, bool) else _WORDS.get(str(value).strip().lower())
    if answer is None:
        raise OptionFault(Wrong.CHOICE, name, value, ("yes", "no"))
    return answer


def choice(kind: type[Enum]) -> Callable[[str, object], Enum]:
    """A reader of the members of an Enum."""

    def read(name: str, value: object) -> Enum:
        if isinstance(value, kind):
            return value
        for known in kind:
            if str(value).strip().lower() == known.value:
                return known
        raise OptionFault(Wrong.CHOICE, name, value, (known.value for known in kind))

    return read


def choices(name: str, value: object, known: Sequence[str]) -> tuple[str, ...]:
    """A reader of lists of words, in whatever order they are written; `fort, port` as well as a list."""
    words = [str(word).strip().lower() for word in _list(value)]
    for word in words:
        if word not in known:
            raise OptionFault(Wrong.LIST, name, word, known)
    return tuple(word for word in known if word in words)


def fixed(only: object) -> Callable[[str, object], object]:
    """A reader of what cannot be chosen, but may be written out."""

    def read(name: str, value: object) -> object:
        same = tuple(map(str, _list(value))) == only if isinstance(only, tuple) else str(value) == str(only)
        if not same or isinstance(value, bool):
            raise OptionFault(Wrong.FIXED, name, value, only if isinstance(only, tuple) else (only,))
        return only

    return read


def table(name: str, value: object) -> Mapping[str, object]:
    """The fields of a table; dotted names given apart are laid over it."""
    if not isinstance(value, Mapping):
        raise OptionFault(Wrong.TABLE, name, value)
    out = {str(key): field for key, field in value.items() if key != "."}
    for path, field in value.get(".", ()):
        if len(path) != 1:
            whole = ".".join((name, *path))
            raise OptionFault(Wrong.UNKNOWN, whole, whole, (name,))
        out[path[0]] = field
    return out


def _list(value: object) -> Iterable[object]:
    if isinstance(value, str):
        return [word for word in value.replace(",", " ").split() if word]
    return value if isinstance(value, list | tuple) else [value]
