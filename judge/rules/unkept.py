"""What a board file asks for beyond the rules that are kept."""

from judge.board.geography import Geography

_KEPT_RULES = {"build": ("home", "any-owned", "remote"), "start": ("mobilize",)}
_KEPT_SPECIAL = {"convoy": (True, False), "closed": ("fall",)}


def unkept(geography: Geography) -> tuple[str, ...]:
    """The rules of a board file that these rules do not keep, as written there."""
    out = [
        f"{key} = {value!r}"
        for key, value in geography.rules.items()
        if value not in _KEPT_RULES.get(key, ())
    ]
    for province, oddity in geography.special.items():
        out += [
            f"{province}: {key} = {value!r}"
            for key, value in oddity.items()
            if value not in _KEPT_SPECIAL.get(key, ())
        ]
    return tuple(out)
