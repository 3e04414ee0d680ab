"""Drawing powers: a pure function of a stored seed, so that a draw can be checked by anybody, for ever."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256


def draw(seed: str, wishes: Mapping[int, Sequence[str]], powers: Sequence[str]) -> dict[int, str]:
    """A power for every seat (by its number): the lot decides who chooses first, then who gets what is left.

    Each takes the first wish that is still free. There must be as many powers as seats.
    """
    order = _shuffled(seed, map(str, sorted(wishes)))
    free = _shuffled(seed, powers)
    drawn: dict[int, str] = {}
    for wish in range(max(map(len, wishes.values()), default=0)):
        for seat in map(int, order):
            wanted = wishes[seat][wish] if wish < len(wishes[seat]) else None
            if seat not in drawn and wanted in free:
                drawn[seat] = str(wanted)
                free.remove(str(wanted))
    for seat in map(int, order):
        if seat not in drawn:
            drawn[seat] = free.pop(0)
    return drawn


def _shuffled(seed: str, names: Iterable[str]) -> list[str]:
    """Names by lot: by the hash of seed and name, which no version of any library can change."""
    return sorted(names, key=lambda name: sha256(f"{seed}/{name}".encode()).digest())
