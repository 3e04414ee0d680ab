"""Examples of orders from the player's own position, for the letters that explain how to write them."""

from collections.abc import Callable, Collection, Iterator
from itertools import permutations

from judge.board.geography import Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import (
    Build,
    BuildingType,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    Research,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.board.phases import Kind
from judge.board.state import Board
from judge.reports.layout import marked
from judge.reports.words import Names, mark
from judge.rules.speech import PLAIN, Speech


def example_lines(board: Board, power: Power | None, names: Names, speech: Speech = PLAIN) -> tuple[str, ...]:
    """A few orders in words and in short, each marked as an example."""
    chosen = examples(board, power or board.geography.powers[0], speech)
    return tuple(line for order in chosen for line in _example(order, names))


def _example(order: Order, names: Names) -> list[str]:
    text, brief, word = names.order(order), names.brief(order), mark("example", names.language)
    both = marked(f"{text} = {brief}" if brief else text, word, names.language, "  ")
    if len(both) == 1:
        return both
    return [line for part in (text, f"  = {brief}") for line in marked(part, word, names.language, "  ")]


def examples(board: Board, power: Power, speech: Speech = PLAIN) -> tuple[Order, ...]:
    """Orders this power could write in this phase; from the start position where it has nothing to order."""
    units = board.units.get(power) or next((s.units for s in board.geography.setups if s.power == power), ())
    match board.phase.kind:
        case Kind.MOVEMENT:
            return tuple(_movement(board, units, speech))
        case Kind.RETREATS:
            retreats = tuple(_retreats(board, power)) or tuple(_imagined_retreats(board, units))
            return *retreats, *_spending(board, power, speech)
        case Kind.ADJUSTMENTS:
            return *_adjustments(board, power, units, speech), *_spending(board, power, speech)


def _movement(board: Board, units: tuple[Unit, ...], speech: Speech) -> Iterator[Order]:
    movers = [(unit, board.geography.reach(unit)) for unit in units]
    reaching = [(unit, places[0]) for unit, places in movers if places]
    support = next(_supports(board, units), None)
    if support:
        yield Move(support.mover, support.target)
        yield support
    elif reaching:
        yield Move(*reaching[0])
    if speech.follows:
        yield from _in_whatever_it_does(board, units)
    if units:
        yield Hold(units[-1])
    if speech.convoys:
        yield from _first(_convoys(board, units))


def _supports(board: Board, units: tuple[Unit, ...]) -> Iterator[SupportMove]:
    """One's own unit supporting another one's move: both can reach the province, and no own unit is there."""
    held = {unit.province for unit in units}
    for mover in units:
        for target in board.geography.reach(mover):
            for unit in units:
                near = {place.province for place in board.geography.reach(unit)}
                if unit != mover and target.province in near and target.province not in held:
                    yield SupportMove(unit, mover, target)


def _in_whatever_it_does(board: Board, units: tuple[Unit, ...]) -> Iterator[SupportHold]:
    """One's own unit supporting another one, and supporting it where it stands."""
    pairs = permutations(units, 2)
    near = [(one, other) for one, other in pairs if other.location in board.geography.reach(one)]
    for one, other in near[:1]:
        yield SupportHold(one, other)
        yield SupportHold(one, other, named=True)


def _convoys(board: Board, units: tuple[Unit, ...]) -> Iterator[Convoy]:
    """A fleet at sea carrying an army from one shore of that sea to another."""
    armies = {unit.province: unit for unit in units if unit.type is UnitType.ARMY}
    terrain = board.geography.terrain
    for fleet in units:
        if terrain.get(fleet.province) is not Terrain.SEA:
            continue
        near = dict.fromkeys(place.province for place in board.geography.reach(fleet))
        shores = [province for province in near if terrain.get(province) is Terrain.COAST]
        for start, end in permutations(shores, 2):
            if start in armies and end not in armies:
                yield Convoy(fleet, armies[start], Location(end))


def _first(orders: Iterator[Convoy]) -> Iterator[Order]:
    order = next(orders, None)
    if order:
        yield order
        yield Move(order.army, order.target, via=True)


def _retreats(board: Board, power: Power) -> Iterator[Order]:
    for one in board.dislodged:
        if one.power == power:
            yield from (Retreat(one.unit, place) for place in one.retreats[:1])
            yield Disband(one.unit)


def _imagined_retreats(board: Board, units: tuple[Unit, ...]) -> Iterator[Order]:
    for unit in units[:1]:
        yield from (Retreat(unit, place) for place in board.geography.reach(unit)[:1])
        yield Disband(unit)


def _spending(board: Board, power: Power, speech: Speech) -> Iterator[Order]:
    """With an economy: a building on own land, a bill, research."""
    economy = board.economy
    if economy is None:
        return
    land = [province for province, holder in economy.control.items() if holder == power]
    quays = [province for province in land if board.geography.fleet_places(province)]
    made = {BuildingType.FORT: land[:1], BuildingType.PORT: quays[-1:]}
    if board.phase.kind is Kind.ADJUSTMENTS:
        sold = speech.choices.get("prices", ())
        assert isinstance(sold, Collection)
        yield from (Place(kind, p) for kind, places in made.items() if kind.value in sold for p in places)
    yield from (Replenish(unit) for unit in board.units.get(power, ())[:1])
    yield ReplenishAll()
    if board.phase.kind is Kind.ADJUSTMENTS:
        yield from (Research(item) for item in speech.research[:1] if speech.choices.get("items"))


def _adjustments(board: Board, power: Power, units: tuple[Unit, ...], speech: Speech) -> Iterator[Order]:
    if board.surplus(power) < 0 and units:
        yield Disband(units[0])
        return
    homes = (board.geography.home if speech.homes is None else speech.homes).get(power, ())
    harbours = homes[:-1] if speech.fleets else ()
    ports = sorted((h for h in harbours if board.geography.fleet_places(h)), key=_coasts(board))
    yield from (Build(Unit(UnitType.ARMY, Location(home))) for home in homes[-1:])
    yield from (Build(Unit(UnitType.FLEET, board.geography.fleet_places(port)[-1])) for port in ports[-1:])
    if board.economy is None:
        yield Waive()


def _coasts(board: Board) -> Callable[[Province], int]:
    """A split coast makes the better example: it must be named."""
    return lambda province: len(board.geography.fleet_places(province))
