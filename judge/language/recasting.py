"""Ways of saying an order that the grammar does not know, put into the words it does know."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from judge.language.passives import unit_end
from judge.language.scanner import DOING, KINDS, REMOVING, Lexeme
from judge.language.shapes import Spot

_SIGNS = DOING | {"_REMOVES", "_BUILDS"}
_IDLE = frozenset({"INTRO", "GREETING", "ORDERS", "BE", "ALSO"})
_JOINING = frozenset({"_DASH", "_TO", "_SUPPORTS", "_HOLDS", "_CONVOYS", "_RETREATS"})


def recast(core: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    """The same words in another order, or without those that change nothing; the likeliest first."""
    plain = _without_is(core)
    for words in (core,) if plain is None else (core, plain):
        for way in _WAYS:
            changed = way(words)
            if changed is not None:
                yield changed


def _that_in(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`... and that in Edinburgh goes to Yorkshire`, `met die van Edinburgh naar York`."""
    if [x.type for x in core[:2]] == ["_WITH", "_THAT"]:
        core = core[1:]
    kinds = [x.type for x in core[:3]]
    told = bool(core) and core[0].type == "_IN" and core[0].text.casefold().startswith(("dat ", "die "))
    if told and kinds[1:] and kinds[1] == "PLACE" and len(core) > 2:
        return [*core[1:]]
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


def _described(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`A Mun supports the Austrian attack from Silesia on Bohemia`: whose unit, and where it goes."""
    at = next((i for i, x in enumerate(core) if x.type == "_SUPPORTS"), -1) + 1
    whose = [i for i, x in enumerate(core) if x.type == "POWER"]
    if not at or len(whose) != 1 or whose[0] < at:
        return None
    words = [x for i, x in enumerate(core[at:], at) if i != whose[0]]
    if whose[0] > at:  # `the attack from Silesia on Bohemia by Austria`
        words = [x for i, x in enumerate(core[at:], at) if i not in (whose[0] - 1, whose[0])]
        if core[whose[0] - 1].type not in _ORIGINS:
            return None
    kinds = [x.type for x in words]
    if kinds[:1] not in (["_ATTACKS"], ["_MOVES"]) or kinds.count("PLACE") < _PAIR:
        return None
    first = kinds.index("PLACE")
    second = kinds.index("PLACE", first + 1)
    before, between = {*kinds[1:first]}, {*kinds[first + 1 : second]}
    unit, target = words[first], words[second]
    if (
        before <= _GOAL
        and between
        and between <= _ORIGINS
        and words[0].text.split()[-1] not in ("van", "from")
    ):
        unit, target = target, unit
    elif not (before <= _ORIGINS and between and between <= _GOAL):
        return None
    to = words[0].read_as("_TO")
    return [*core[:at], core[whose[0]], unit, to, target, *words[second + 1 :]]


def _without_is(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Brest is definitely going to MAO`, `Brest gaat dan ook echt naar MAO`."""
    if not core or core[0].type not in ("PLACE", *KINDS):
        return None
    kept = [
        x for x in core if x.type != "TALK" or not (x.roles <= _IDLE or x.roles - {"THEM"} == {"INTRO", "BE"})
    ]
    return kept if len(kept) < len(core) and len(core) - len(kept) <= 2 else None


def _particle(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Venetië wijkt naar Toscane uit`: the end of a verb that was taken apart."""
    ends = (
        len(core) > 3
        and core[-1].type in ("_FROM", "_ON", "_AT", "_IN", "_WITH")
        and core[-2].type == "PLACE"
    )
    return [*core[:-1]] if ends else None


def _onto(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Parijs op Brest`; and `Marseille verdedigt zich tegen Piemonte`, which holds."""
    end = unit_end(core, 0)
    kinds = [x.type for x in core[end:]]
    if end and kinds == ["PLACE", "_IN"] and core[-1].text.casefold() == "in":  # `Brest het Kanaal in`
        return [*core[:end], core[-1].read_as("_TO"), core[end]]
    if end and kinds == ["_ON", "PLACE"]:
        on = core[end]
        return [*core[:end], on.read_as("_TO"), core[-1]]
    return [*core[: end + 1]] if end and kinds == ["_HOLDS", "_ON", "PLACE"] else None


def _about_to(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Warschau gaat Silezië bezetten`: what it does stands behind."""
    end = unit_end(core, 0)
    kinds = [x.type for x in core[end:]]
    return [*core[:end], *core[end + 1 :]] if end and kinds == ["_MOVES", "PLACE", "_ATTACKS"] else None


def _from_there(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Vanuit Warschau ondersteun ik de aanval van Moskou op Oekraïne`, `From Warsaw I support Moscow`."""
    kinds = [x.type for x in core]
    helping = kinds[:3] == ["_FROM", "PLACE", "_SUPPORTS"] and core[2].text.casefold() in _I_HELP
    return [*core[1:]] if helping and ["PLACE", "PLACE"] not in map(list, pairwise(kinds)) else None


def _place_first(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Vanuit Brest steekt de vloot over naar het Kanaal`, `The fleet moves from Brest to the Channel`."""
    kinds = [x.type for x in core]
    at = next((i for i in (2, 3) if kinds[i : i + 1] and kinds[i] in KINDS), 0)
    if kinds[:2] in (["_FROM", "PLACE"], ["_IN", "PLACE"]) and at and len(core[at].text) > _MARK:
        verbs = [*core[2:at], *core[at + 1 :]]
        going = [x for x, after in zip(verbs, [*verbs[1:], None], strict=True) if not _before_to(x, after)]
        stays = kinds[0] == "_IN" and {x.type for x in verbs} == {"_HOLDS"}
        goes = kinds[0] == "_FROM" and len(going) > 1 and {x.type for x in going[:-1]} <= _TRAVELS
        told = stays or (goes and going[-1].type == "PLACE")
        return [core[at], core[1], *going] if told and verbs[0].type in (*_TRAVELS, "_HOLDS") else None
    if (
        kinds[:1]
        and kinds[0] in KINDS
        and kinds[1:4] == ["_MOVES", "_FROM", "PLACE"]
        and core[1].text.casefold() != "moved"
    ):
        return [core[0], core[3], core[1], *core[4:]]
    return None


def _before_to(word: Lexeme, after: Lexeme | None) -> bool:
    """`over` in `steekt over naar`."""
    return word.type == "_AT" and after is not None and after.type == "_TO"


def _bounces(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Sevastopol bounces Turkey in the Black Sea`: it goes there."""
    end = unit_end(core, 0)
    kinds = [x.type for x in core[end:]]
    if not end or kinds[1:] != ["POWER", "_IN", "PLACE"] or core[end].text.casefold() not in _BOUNCES:
        return None
    sign = core[end]
    return [*core[:end], sign.read_as("_TO"), core[-1]]


def _taken_off(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Take Munich off the board`, `haal München van de kaart`."""
    taking = bool(core) and core[0].text.casefold() in _TAKING
    ends = len(core) > 2 and core[-1].type in REMOVING and " " in core[-1].text
    return [*core[1:]] if taking and ends and unit_end(core, 1) == len(core) - 1 else None


def _over_sea(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Wales (per konvooi) over het Kanaal naar Picardië`."""
    end = unit_end(core, 0)
    kinds = [x.type for x in core[end:]]
    way = kinds[1:] if kinds[:1] in (["_VIA"], ["_MOVES"]) else kinds
    if not end or way[:2] not in (["_AT", "PLACE"], ["_WITH", "PLACE"]) or way[-2:] != ["_TO", "PLACE"]:
        return None
    if way[2:-2] not in ([], ["WORD"]) or (way[2:-2] and core[-3].text.casefold() != "mee"):
        return None
    via, sea = core[len(core) - len(way)], core[len(core) - len(way) + 1]
    return [*core[:end], via.read_as("_VIA"), sea, *core[-2:]]


def _pulled_back(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Ik trek mijn leger terug uit Bourgondië naar Marseille`, `pull Munich back to Kiel`."""
    back = next((i for i, x in enumerate(core) if x.type == "_BACK"), 0)
    if not back or not (core[0].type == "_MOVES" or core[0].text.casefold() in _TAKING):
        return None
    rest = [x for x in core[1:] if x.type != "_BACK"]
    from_ = next((i for i, x in enumerate(rest) if x.type == "_FROM"), -1)
    rest = [x for i, x in enumerate(rest) if i != from_]
    return [*rest, core[back]] if unit_end(rest, 0) else None


def _kept(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Leave Ruhr where it is`, `keep Ruhr in place`."""
    end = unit_end(core, 1)
    first = core[0].text.casefold() if core else ""
    return (
        [*core[1:]]
        if first in _KEEPING and end and end < len(core) and all(x.type == "_HOLDS" for x in core[end:])
        else None
    )


def _comes(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`In Londen komt een nieuwe vloot`, `plaats een nieuwe vloot in Napels`."""
    kinds = [x.type for x in core]
    if kinds in (["_BUILDS", "_IN", "PLACE"], ["_IN", "PLACE", "_BUILDS"]):
        return sorted((x for x in core if x.type != "_IN"), key=lambda x: x.type == "PLACE")
    if kinds[:2] == ["_BUILDS", "_BUILDS"]:
        return [*core[1:]]
    if len(kinds) == 4 and kinds[0] == "_BUILDS" and kinds[1] in KINDS and kinds[2:] == ["_TO", "PLACE"]:
        return [*core[:2], core[3]]
    if len(kinds) == 3 and kinds[:2] == ["PLACE", "_MOVES"] and kinds[2] in KINDS and len(core[2].text) > 2:
        gets = core[1]  # `Edinburgh gets a fleet`
        return [gets.read_as("_BUILDS"), core[2], core[0]]
    if kinds[:2] == ["PLACE", "_DASH"] and sorted(kinds[2:]) in (["ARMY", "_BUILDS"], ["FLEET", "_BUILDS"]):
        return [*sorted(core[2:], key=lambda x: x.type != "_BUILDS"), core[0]]  # `Paris - build army`
    if kinds[:1] == ["PLACE"] and kinds[2:] == ["_BUILDS"] and kinds[1] in KINDS and len(core[1].text) > 2:
        return [core[2], core[1], core[0]]
    if kinds[:2] == ["_BUILDS", "_DASH"] and kinds[2:3] and kinds[2] in KINDS:
        return [core[0], *core[2:]]  # `Builds - A Par`
    if kinds[:3] == ["_IN", "PLACE", "_MOVES"] and kinds[-1] in KINDS and kinds[3:-1] in ([], ["_BUILDS"]):
        return [*core[:2], *core[3:]] if len(core) == 5 else [*core[:2], core[3]]
    if len(kinds) == 3 and kinds[:2] == ["PLACE", "_BUILDS"] and kinds[2] in KINDS:
        return [core[1], core[2], core[0]]
    return None


def _nameless(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`the fleet goes to Portugal`, `hef het leger op`: which one is for the board to say."""
    kinds = [x.type for x in core]
    if not kinds:
        return None
    if kinds[-3:-1] == ["_WITH", "_THAT"]:  # `met dat leger`
        core, kinds = [*core[:-2], core[-1]], [*kinds[:-2], kinds[-1]]
    if kinds[:2] == ["_RETREATS", "_WITH"] and kinds[3:] in (["_TO", "PLACE"], ["_DASH", "PLACE"]):
        core, kinds = (
            [core[2], core[0], *core[3:]],
            [kinds[2], kinds[0], *kinds[3:]],
        )  # `wijk met de vloot uit`
    at = 0 if kinds[0] in KINDS and kinds[1:2] and kinds[1] in _SIGNS | {"_BACK"} else -1
    if kinds[0] in REMOVING and kinds[1:2] and kinds[1] in KINDS and "PLACE" not in kinds:
        at = 1
    if len(kinds) > 3 and kinds[-1] in KINDS and kinds[-2] == "_WITH" and kinds[0] in ("_BACK", "_TO"):
        core, at = [core[-1], *core[1:-2], *core[:1]] if kinds[0] == "_BACK" else [core[-1], *core[:-2]], 0
    told = any(x.text.casefold() in _TOLD for x in core)  # `Leger opgeheven`: a report
    if at < 0 or told or core[at].type == "UNIT" or len(core[at].text) < 3 or "PLURAL" in core[at].roles:
        return None
    kind = core[at]
    place = Lexeme(
        "PLACE",
        kind.text,
        kind.start,
        kind.end,
        Spot(kind.text, absent=True, other="OTHER_ONE" in kind.roles),
    )
    return [*core[: at + 1], place, *core[at + 1 :]]


def _standing_in(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`The other fleet supports it from the Norwegian Sea`: where it stands says which it is."""
    kinds = [x.type for x in core]
    plain = (
        kinds[:1] in (["ARMY"], ["FLEET"]) and kinds[1:2] == ["_SUPPORTS"] and "PLURAL" not in core[0].roles
    )
    if not plain or kinds[-2:] != ["_FROM", "PLACE"] or len(core[0].text) <= _MARK:
        return None
    helped = core[2:-2]
    whom = [x.type for x in helped] == ["_THAT"] or (helped and unit_end(helped, 0) == len(helped))
    return [core[0], core[-1], *core[1:-2]] if whom else None


_TOLD = frozenset(
    {"opgeheven", "ontbonden", "verwijderd", "disbanded", "destroyed", "removed", "gebouwd", "built"}
)
_TAKING = frozenset({"take", "get", "pull", "draw", "haal", "neem"})
_FALLING = frozenset({"val", "vallen"})
_BOUNCES = ("bounces", "stuit")
_TRAVELS = frozenset({"_MOVES", "_ATTACKS", "_TO", "_DASH", "_AT"})
_I_HELP = frozenset({
    "steun", "ondersteun", "steunen", "ondersteunen", "help", "helpen", "support", "back", "back up",
    "assist", "geef steun aan", "geven steun aan", "give support to", "lend support to",
})  # fmt: skip
"""Said of the player himself, and of no unit behind it."""
_MARK = 2
"""Letters of a unit's mark, `vl`."""
_KEEPING = frozenset({"keep", "leave", "keep the", "leave the"})


def _retreats_with(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Fall back to Bohemia with Munich`, `ik vlucht met München naar Kiel`: who does it in front."""
    at = next((i for i, x in enumerate(core) if x.type == "_WITH"), -1)
    falls = at == 1 and core[0].text.casefold() in _FALLING and any(x.type == "_BACK" for x in core)
    if falls:
        core = [core[0].read_as("_RETREATS"), *(x for x in core[1:] if x.type != "_BACK")]
    end = unit_end(core, at + 1) if at >= 0 and core else 0
    if not end or [x.type for x in (core if at else core[end:])][:1] not in (["_RETREATS"], ["_BACK"]):
        return None
    rest = [*core[:at], *core[end:]]
    return [*core[at + 1 : end], *rest] if [x.type for x in rest].count("PLACE") == 1 else None


def _lent(core: Sequence[Lexeme]) -> list[Lexeme] | None:
    """`Steun vanuit Marseille voor Bourgondië`, `support from Marseilles for Burgundy to Munich`."""
    if [x.type for x in core[:1]] != ["_SUPPORTS"] or len(core) < _LEAST:
        return None
    end = unit_end(core, 2) if core[1].type in (*_ORIGINS, "_WITH") else 0
    lent = end and end < len(core) - 1 and core[end].text.casefold() in LENDING
    return [*core[2:end], core[0], *core[end + 1 :]] if lent else None


_LEAST = 5
"""Words of such a sentence."""
LENDING = frozenset({"voor", "aan", "for"})
"""What stands before the unit for which support comes from another one."""
_ORIGINS = frozenset({"_FROM", "_OF"})
_GOAL = frozenset({"_ON", "_TO", "_DASH", "_ATTACKS", "_IN"})
_PAIR = 2
_WAYS: tuple[Callable[[Sequence[Lexeme]], list[Lexeme] | None], ...] = (
    _that_in,
    _unit_after_place,
    _carried_over,
    _verb_first,
    _without_is,
    _particle,
    _onto,
    _over_sea,
    _pulled_back,
    _kept,
    _comes,
    _standing_in,
    _nameless,
    _place_first,
    _about_to,
    _from_there,
    _bounces,
    _taken_off,
    _retreats_with,
    _described,
    _lent,
)


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
