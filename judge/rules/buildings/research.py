"""The research tree: what can be bought once, and what it changes for the power that has it (B71)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from judge.board.geography import BuildingType, UnitType
from judge.rules.buildings.settings import number, switch
from judge.rules.faults import OptionFault, Wrong

PRICED = (*(kind.name.lower() for kind in UnitType), *(kind.value for kind in BuildingType))
"""What a price can be lowered of: `fort_cost = 6`."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to buy; the effects of all that a power has are taken together, the best of each kind."""

    name: str
    cost: int
    requires: tuple[str, ...] = ()
    replenish_mult: Fraction | None = None
    prices: tuple[tuple[str, int], ...] = ()
    """(what, its price from then on)."""
    ap_bonus: int = 0


TREE = (
    Item("logistics_1", 12, replenish_mult=Fraction(3, 4)),
    Item("logistics_2", 18, ("logistics_1",), Fraction(1, 2)),
    Item("masonry", 12, prices=(("fort", 6),)),
    Item("administration", 15, ap_bonus=1),
)


@dataclass(frozen=True, slots=True)
class Research:
    """The tree of a game."""

    enabled: bool = True
    multiplier: Fraction = Fraction(1)
    """What every replenishment need is multiplied by, before research."""
    tree: tuple[Item, ...] = TREE

    def item(self, name: str) -> Item | None:
        """The item of a name; None where there is none."""
        return next((item for item in self.tree if item.name == name), None)

    def factor(self, known: tuple[str, ...]) -> Fraction:
        """What the needs of a power are multiplied by, with what it knows."""
        if not known:
            return self.multiplier
        own = [item.replenish_mult for item in self._known(known) if item.replenish_mult is not None]
        return self.multiplier * min(own, default=Fraction(1))

    def price(self, what: str, usual: int, known: Iterable[str]) -> int:
        """The price of a unit or building for a power."""
        return min(
            [usual, *(cost for item in self._known(known) for kind, cost in item.prices if kind == what)]
        )

    def bonus(self, known: Iterable[str]) -> int:
        """The action points a power has more each year."""
        return sum(item.ap_bonus for item in self._known(known))

    def _known(self, known: Iterable[str]) -> list[Item]:
        names = set(known) if self.enabled else set()
        return [item for item in self.tree if item.name in names]


def read_research(name: str, value: object) -> Research:
    """`enabled`, `multiplier` and `tree`; a tree that is given takes the place of the usual one.

    Single fields of the usual tree are changed by dotted names (`research.tree.masonry.cost`).
    """
    if not isinstance(value, Mapping):
        raise OptionFault(Wrong.TABLE, name, value)
    fields = {str(key): field for key, field in value.items() if key != "."}
    tree = dict(_table(fields.get("tree", _usual()), f"{name}.tree"))
    for path, field in value.get(".", ()):
        if len(path) == 1 and path[0] != "tree":
            fields[path[0]] = field
        elif len(path) == 3 and path[0] == "tree":
            tree[path[1]] = {**_table(tree.get(path[1], {}), f"{name}.tree.{path[1]}"), path[2]: field}
        else:
            whole = ".".join((name, *path))
            raise OptionFault(Wrong.UNKNOWN, whole, whole, _names(name, tree))
    for key in fields:
        if key not in ("enabled", "multiplier", "tree"):
            raise OptionFault(Wrong.FIELD, name, key, ("enabled", "multiplier", "tree"))
    research = Research(
        enabled=switch(f"{name}.enabled", fields.get("enabled", True)),
        multiplier=_multiplier(f"{name}.multiplier", fields.get("multiplier", 1)),
        tree=tuple(_item(f"{name}.tree", str(item), field) for item, field in tree.items()),
    )
    _check_order(name, research)
    return research


def _names(name: str, tree: Mapping[str, object]) -> tuple[str, ...]:
    fields = ("cost", "requires", "replenish_mult", "ap_bonus")
    of_items = (f"{name}.tree.{item}.{field}" for item in tree for field in fields)
    return (f"{name}.enabled", f"{name}.multiplier", *of_items)


def _usual() -> dict[str, object]:
    return {item.name: _written(item) for item in TREE}


def _written(item: Item) -> dict[str, object]:
    out: dict[str, object] = {"cost": item.cost, "requires": list(item.requires), "ap_bonus": item.ap_bonus}
    out |= {f"{what}_cost": cost for what, cost in item.prices}
    return out | ({"replenish_mult": str(item.replenish_mult)} if item.replenish_mult is not None else {})


def _table(value: object, name: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise OptionFault(Wrong.TABLE, name, value)
    return value


def _multiplier(name: str, value: object) -> Fraction:
    try:
        number = Fraction(str(value)) if not isinstance(value, bool) and len(str(value)) < 20 else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or not 0 <= number <= 10:
        raise OptionFault(Wrong.FRACTION, name, value, span=(0, 10))
    return number


def _item(above: str, item: str, value: object) -> Item:
    name = f"{above}.{item}"
    fields = _table(value, name)
    if not item.replace("_", "").isalnum() or not item.isascii() or item != item.lower():
        raise OptionFault(Wrong.NAME, above, item)
    known = ("cost", "requires", "replenish_mult", "ap_bonus", *(f"{what}_cost" for what in PRICED))
    for key in fields:
        if key not in known:
            raise OptionFault(Wrong.FIELD, name, key, known)
    if "cost" not in fields:
        raise OptionFault(Wrong.COST, name)
    requires = fields.get("requires", ())
    words = requires.replace(",", " ").split() if isinstance(requires, str) else requires
    if not isinstance(words, list | tuple):
        raise OptionFault(Wrong.REQUIRES, f"{name}.requires", requires)
    cost = number(0, 100_000)
    return Item(
        name=item,
        cost=cost(f"{name}.cost", fields["cost"]),
        requires=tuple(map(str, words)),
        replenish_mult=_multiplier(f"{name}.replenish_mult", fields["replenish_mult"])
        if "replenish_mult" in fields
        else None,
        prices=tuple(
            (what, cost(f"{name}.{what}_cost", fields[f"{what}_cost"]))
            for what in PRICED
            if f"{what}_cost" in fields
        ),
        ap_bonus=number(0, 1000)(f"{name}.ap_bonus", fields.get("ap_bonus", 0)),
    )


def _check_order(name: str, research: Research) -> None:
    """Everything can be bought some time: what comes first exists, and nothing comes before itself."""
    bought: set[str] = set()
    left = list(research.tree)
    while ready := [item for item in left if bought.issuperset(item.requires)]:
        bought |= {item.name for item in ready}
        left = [item for item in left if item not in ready]
    if left:
        lacking = (f"{item.name} (after {', '.join(item.requires)})" for item in left)
        raise OptionFault(Wrong.NEVER, f"{name}.tree", allowed=lacking)
