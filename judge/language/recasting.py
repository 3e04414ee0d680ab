"""Ways of saying an order that the grammar does not know, put into the words it does know."""

from collections.abc import Iterator, Sequence

from judge.language.scanner import KINDS, Lexeme

_SIGNS = frozenset({
    "_DASH", "_TO", "_SUPPORTS", "_CONVOYS", "_HOLDS", "_MOVES", "_ATTACKS", "_RETREATS", "_DISBANDS",
    "_REMOVES", "_BUILDS",
})  # fmt: skip
_JOINING = frozenset({"_DASH", "_TO", "_SUPPORTS", "_HOLDS", "_CONVOYS", "_RETREATS"})


def recast(core: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """The same words in another order, or without those that change nothing; the likeliest first."""
    for way in (_that_in, _unit_after_place, _carried_over, _verb_first, _without_is):
        changed = way(core)
        if changed is not None:
            yield changed


def _that_in(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`... and that in Edinburgh goes to Yorkshire`, `die in Edinburgh gaat naar York`."""
    kinds = [x.type for x in core[:3]]
    if len(core) < 4 or kinds[0] != "_THAT" or kinds[1] not in ("_IN", "_FROM") or kinds[2] != "PLACE":
        return None
    return [*core[2:]]


def _unit_after_place(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Spain army to Gascony`."""
    if len(core) < 3 or core[0].type != "PLACE" or core[1].type not in KINDS or core[2].type not in _SIGNS:
        return None
    return [core[1], core[0], *core[2:]]


def _carried_over(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Noordzee zet Londen over naar Noorwegen`; a fleet that does so convoys."""
    verb = next((i for i, x in enumerate(core) if "CARRY" in x.roles and i), 0)
    over = next((i for i, x in enumerate(core) if x.type == "_AT" and i > verb), 0)
    if not verb or over < verb + 2 or core[verb].type not in ("_MOVES", "_ATTACKS", "_CONVOYS"):
        return None
    if core[over - 1].type != "PLACE" or over + 1 >= len(core) or core[over + 1].type not in ("_TO", "_DASH"):
        return None
    word = core[verb]
    convoys = Lexeme("_CONVOYS", word.text, word.start, word.end, word.value, word.roles)
    return [*core[:verb], convoys, *core[verb + 1 : over], *core[over + 1 :]]


def _verb_first(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Daarna valt Parijs Bourgondië aan`: who does it stands in front of what is done to."""
    kinds = [x.type for x in core]
    at = 2 if len(core) > 1 and kinds[1] in KINDS else 1
    plain = kinds[:1] == ["_ATTACKS"] and kinds[at:] in (["PLACE", "PLACE", "_AT"], ["PLACE", "PLACE", "_IN"])
    return [*core[1 : at + 1], core[0], core[at + 1]] if plain else None


def _without_is(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Brest is definitely going to MAO`, `Brest gaat dan ook echt naar MAO`."""
    if not core or core[0].type not in ("PLACE", *KINDS):
        return None
    kept = [x for x in core if x.type != "TALK" or not (x.roles <= {"INTRO", "GREETING", "ORDERS", "BE"})]
    return kept if len(kept) < len(core) and len(core) - len(kept) <= 2 else None


def seams(core: Sequence[Lexeme]) -> list[int]:
    """Where another order may begin with nothing in between: at a unit, or `par-bur mar-spa`."""
    found = []
    for at in range(1, len(core)):
        if core[at].type in KINDS or (
            core[at].type == "PLACE"
            and core[at - 1].type in ("PLACE", "_HOLDS")
            and at + 1 < len(core)
            and core[at + 1].type in _JOINING
        ):
            found.append(at)
    return found
