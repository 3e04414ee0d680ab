"""Money in letters: what a letter comes to, what may be ordered and at what price, bills, and every treasury.

Only the figures of powers in `Books.seen` are told; of the others a letter says no more than the board shows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.board.accounts import Change, Engagement, Entry, Item, Offer, Room, Warning
from judge.board.economy import Building
from judge.board.geography import Location, Power, Unit
from judge.board.orders import (
    Build,
    Demolish,
    Disband,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
    Spending,
)
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board
from judge.reports.layout import folded
from judge.reports.sentences import explain
from judge.reports.words import Names, capital, listed, words

_BILLS = (Replenish, ReplenishBuilding, ReplenishAll)


@dataclass(frozen=True, slots=True)
class Books:
    """What a reader may know of money, and what the rules say of theirs."""

    seen: frozenset[Power]
    """Whose figures this reader may see."""
    quote: tuple[Entry, ...] = ()
    """What the reader's own orders come to, line by line."""
    offers: tuple[Offer, ...] = ()
    """What the reader may order in this phase."""
    room: Mapping[Power, Room] = field(default_factory=dict)
    """How many units and buildings each power has and may have: the board shows that to everybody."""
    warnings: tuple[Warning, ...] = ()
    percent: Mapping[str, int] | None = None
    """The chart: what a row costs, in percents."""
    requires: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What has to be researched before an item."""


def barred(text: str) -> list[str]:
    """Beside a bar, so that nobody takes it for an order."""
    return folded(text, "| ", "|    ")


def _texts(names: Names) -> dict[str, Any]:
    found: dict[str, Any] = words(names.language)["books"]
    return found


# What a letter comes to


def quote_lines(books: Books, names: Names) -> tuple[str, ...]:
    """Each line of the letter with its price, and what the treasury holds after it."""
    return tuple(line for entry in books.quote for line in barred(_entry(entry, books, names)))


def _entry(entry: Entry, books: Books, names: Names) -> str:
    texts, what = _texts(names), _what(entry, names)
    if entry.taken:
        text = texts["bought" if entry.points else "entry"]
        return str(
            text.format(sum=f"{entry.amount:+}", what=what, left=entry.after, points=entry.points_after)
        )
    if entry.reason is Reason.TOO_DEAR:
        return str(texts["refused_money"].format(what=what, needed=-entry.amount, left=entry.before))
    if entry.reason is Reason.NO_POINTS:
        return str(texts["refused_points"].format(what=what, needed=-entry.points, left=entry.points_after))
    assert entry.order is not None
    if isinstance(entry.order, Research) and entry.reason is Reason.RESEARCH_FIRST:
        first = listed(map(names.research, books.requires.get(entry.order.item, ())), names.language)
        return str(texts["refused_first"].format(what=what, first=first))
    result = Result(entry.power, entry.order, Outcome.IGNORED, entry.reason)
    why = explain(result, names.geography, names.language)
    return str(texts["refused"].format(what=what, why=why))


def _what(entry: Entry, names: Names) -> str:
    if entry.order is not None and entry.item is not Item.REFUND:
        return capital(names.order(entry.order))
    return str(words(names.language)["item"][entry.item.value])


def is_priced(order: Order, books: Books | None) -> bool:
    """Whether the account says already what becomes of an order."""
    return books is not None and any(entry.order == order for entry in books.quote)


# What may be ordered


def offer_lines(books: Books, names: Names) -> tuple[str, ...]:
    """What may be built, paid for, researched or given up: where, and what it costs."""
    lines = [*_made(books.offers, names), *_lists(books.offers, names)]
    return tuple(part for line in lines for part in barred(line))


def _made(offers: Sequence[Offer], names: Names) -> Iterator[str]:
    """`Army (10 and 1 AP): Paris, Marseilles`."""
    groups: dict[tuple[str, int, int, bool], list[str]] = {}
    for offer in offers:
        match offer.order:
            case Build(unit):
                what, where = words(names.language)["unit"][unit.type.value], unit.location
            case Place(building, province):
                what, where = words(names.language)["building"][building.value], Location(province)
            case _:
                continue
        key = capital(str(what)), offer.price, offer.points, offer.affordable
        groups.setdefault(key, []).append(names.location(where))
    texts = _texts(names)
    dear = []
    for (what, money, points, affordable), places in groups.items():
        price = texts["price_points" if points else "price"].format(sum=money, points=points)
        if affordable:
            yield texts["unit"].format(what=what, price=price, where=", ".join(places))
        else:
            dear.append(f"{what} ({price})")
    if dear:
        yield texts["no_money"].format(list=", ".join(dear))


def _lists(offers: Sequence[Offer], names: Names) -> Iterator[str]:
    """`Replenish: army Burgundy 7, fort Burgundy 2`."""
    texts = _texts(names)
    for kinds, text in (
        ((Replenish, ReplenishBuilding), "pay"),
        ((Research,), "buy"),
        ((Demolish,), "demolish"),
        ((Disband,), "disband"),
    ):
        found = [offer for offer in offers if isinstance(offer.order, kinds)]
        if (
            text == "disband"
            and any(isinstance(offer.order, Replenish) for offer in offers)
            and not _forced(offers)
        ):
            continue
        if found:
            yield texts[text].format(list=", ".join(_offered(offer, names) for offer in found))


def _forced(offers: Sequence[Offer]) -> bool:
    """Whether units have to be disbanded: then nothing of them retreats."""
    return any(isinstance(offer.order, Build | Place | Research) for offer in offers)


def _offered(offer: Offer, names: Names) -> str:
    what = thing(offer.order, names)
    if not offer.price:
        return what
    return str(_texts(names)["priced" if offer.affordable else "too_dear"].format(what=what, sum=offer.price))


def thing(order: Order, names: Names) -> str:
    """What an order is about: `army Burgundy`, `fort Burgundy`, `logistics 1`."""
    match order:
        case Replenish(unit) | Disband(unit):
            return names.unit(unit)
        case ReplenishBuilding(kind, province) | Demolish(kind, province) | Place(kind, province):
            return names.building(Building(kind, province))
        case Research(item):
            return names.research(item)
        case _:
            return names.order(order)


# What happened


def engagement_lines(done: Adjudication, books: Books, names: Names) -> tuple[str, ...]:
    """Who met an enemy, in which row of the chart that is, and the bill."""
    found = done.accounts.engagements if done.accounts else ()
    return _by_power(((one.power, _engaged(one, books, names)) for one in found), books, names)


def _engaged(one: Engagement, books: Books, names: Names) -> str:
    what = names.unit(one.what) if isinstance(one.what, Unit) else names.building(one.what)
    row = words(names.language)["row"][one.row.value]
    percent = (books.percent or {}).get(one.row.value)
    text = _texts(names)["engaged_same" if percent is None else "engaged"]
    return capital(str(text.format(what=what, row=row, percent=percent, sum=one.amount)))


def payment_lines(done: Adjudication, books: Books, names: Names) -> tuple[str, ...]:
    """Everything that was earned, paid and refused, and the treasury after each."""
    found = done.accounts.ledger if done.accounts else ()
    return _by_power(((entry.power, _entry(entry, books, names)) for entry in found), books, names)


def _by_power(told: Iterable[tuple[Power, str]], books: Books, names: Names) -> tuple[str, ...]:
    lines: list[str] = []
    last: Power | None = None
    for power, text in sorted(told, key=lambda pair: names.geography.powers.index(pair[0])):
        if power in books.seen:
            if power != last:
                lines += barred(f"{names.power(power)}:")
            lines += folded(text, "|   ", "|      ")
            last = power
    return tuple(lines)


def change_lines(done: Adjudication, names: Names) -> tuple[str, ...]:
    """Buildings that came, went or changed hands; the board shows them to everybody."""
    found = done.accounts.changes if done.accounts else ()
    return tuple(line for change in found for line in barred(_changed(change, names)))


def _changed(change: Change, names: Names) -> str:
    texts = words(names.language)["fate"]
    taken = change.fate.value == "captured" and change.previous is None
    loser = change.previous or change.power
    winner = change.power or loser
    text = texts["taken" if taken else change.fate.value].format(
        building=names.building(change.building),
        power=names.power(winner) if winner else "",
        previous=names.power(loser) if loser else "",
    )
    return capital(str(text))


def research_lines(done: Adjudication, names: Names) -> tuple[str, ...]:
    """Who bought what research."""
    text = _texts(names)["bought_by"]
    return tuple(
        line
        for r in done.results
        if isinstance(r.order, Research) and r.reason is Reason.OK
        for line in barred(text.format(power=names.power(r.power), item=names.research(r.order.item)))
    )


def warning_lines(books: Books, names: Names) -> tuple[str, ...]:
    """The forts that are destroyed unless their bills are paid, and that the reader does not pay for now."""
    text = _texts(names)["warning"]
    paid = {entry.order for entry in books.quote if entry.taken}
    return tuple(
        line
        for one in books.warnings
        if one.power in books.seen and ReplenishBuilding(one.building.type, one.building.province) not in paid
        for line in barred(
            text.format(
                power=names.power(one.power),
                the=names.kind_of_building(one.building.type, "the"),
                place=names.province(one.building.province),
                sum=one.building.bill.amount if one.building.bill else 0,
            )
        )
    )


def treasury_lines(board: Board, books: Books, names: Names) -> tuple[str, ...]:
    """The treasury of each power, its open bills and its research."""
    alive = [
        p for p in board.geography.powers if board.units.get(p) or board.centers.get(p) or _held(board, p)
    ]
    return tuple(line for p in alive if p in books.seen for line in barred(_treasury(board, p, books, names)))


def _held(board: Board, power: Power) -> bool:
    economy = board.economy
    return economy is not None and any(economy.held(power))


def _treasury(board: Board, power: Power, books: Books, names: Names) -> str:
    economy, texts = board.economy, _texts(names)
    assert economy is not None
    text = texts["treasury"].format(power=names.power(power), money=economy.money(power))
    bills = [bill.amount for (debtor, _), bill in economy.bills.items() if debtor == power]
    bills += [building.bill.amount for building in economy.held(power) if building.bill]
    if bills:
        text += texts["open"].format(sum=sum(bills))
    if room := books.room.get(power):
        text += "; " + texts["of_most"].format(count=room.buildings, most=room.most_buildings)
    if items := economy.research.get(power):
        text += "; " + texts["research"].format(items=listed(map(names.research, items), names.language))
    return f"{text}."


def is_public(result: Result, books: Books | None) -> bool:
    """Whether a result says nothing of money that this reader may not know."""
    if books is None or result.power in books.seen:
        return True
    refused = result.reason is not Reason.OK and isinstance(result.order, Spending | Build)
    return not refused and not isinstance(result.order, _BILLS)


def told(done: Adjudication, books: Books | None, names: Names) -> dict[str, tuple[str, ...]]:
    """All that the results of a phase say of money."""
    if books is None:
        return {}
    return {
        "engaged": engagement_lines(done, books, names),
        "paid": payment_lines(done, books, names),
        "changed": change_lines(done, names),
        "researched": research_lines(done, names),
        **asked(done.after, books, names),
    }


def asked(board: Board, books: Books | None, names: Names) -> dict[str, tuple[str, ...]]:
    """What a letter that asks for orders says of money."""
    if books is None:
        return {}
    return {
        "quote": quote_lines(books, names),
        "refused": tuple(_entry(entry, books, names) for entry in books.quote if not entry.taken),
        "offers": offer_lines(books, names),
        "warnings": warning_lines(books, names),
        "treasuries": treasury_lines(board, books, names),
    }
