"""Random boards, positions and orders for tests; the same number always gives the same one."""

from random import Random

from judge.board.geography import Geography, Location, Power, Province, Setup, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, SupportHold, SupportMove
from judge.board.phases import Phase
from judge.board.state import Board

POWERS = tuple(map(Power, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY")))
SPRING = Phase.read("S1901M")


def small_board(random: Random, watery: bool = False) -> Geography:
    """A board of six to ten provinces with chance borders, some of them seas; a watery one has a dozen."""
    size = random.randint(11, 13) if watery else random.randint(6, 10)
    seas = [
        Province(f"S{i}") for i in range(random.randint(2, 4) if watery else random.randint(1, size // 2))
    ]
    lands = [Province(f"L{i}") for i in range(size - len(seas))]
    army: dict[Province, set[Province]] = {p: set() for p in lands}
    fleet: dict[Province, set[Province]] = {p: set() for p in [*lands, *seas]}
    _join(random, lands, army, 0.45)
    _join(random, [*lands, *seas], fleet, 0.6 if watery else 0.5)
    coastal = {p for p in lands if fleet[p] & set(seas)}
    for place in lands:
        # A fleet goes along the coast only where an army can go too.
        fleet[place] = {p for p in fleet[place] if p in seas or (p in army[place] and p in coastal)}
    for place in list(fleet):
        fleet[place] = {p for p in fleet[place] if place in fleet[p]}
    terrain = {p: Terrain.COAST if p in coastal else Terrain.LAND for p in lands}
    terrain |= dict.fromkeys(seas, Terrain.SEA)
    return Geography(
        id="chance",
        title="Chance",
        begin="S1901M",
        victory=99,
        terrain=terrain,
        army={p: tuple(sorted(to)) for p, to in army.items()},
        fleet={
            Location(p): tuple(map(Location, sorted(to)))
            for p, to in fleet.items()
            if p in coastal or p in seas
        },
        setups=tuple(Setup(power, power[0], (), (), ()) for power in POWERS),
        neutral=(),
        names={},
        power_names={},
    )


def _join(
    random: Random, places: list[Province], borders: dict[Province, set[Province]], chance: float
) -> None:
    for i, here in enumerate(places):
        for there in places[i + 1 :]:
            if random.random() < chance:
                borders[here].add(there)
                borders[there].add(here)


def neighbourhood(random: Random, geography: Geography, size: int) -> list[Province]:
    """Provinces that lie together, so that their units get in each other's way."""
    here = random.choice(sorted(geography.terrain))
    found = [here]
    while len(found) < size:
        edge = sorted({p for f in found for p in _around(geography, f)} - set(found))
        if not edge:
            break
        found.append(random.choice(edge))
    return found


def _around(geography: Geography, place: Province) -> set[Province]:
    by_sea = {to.province for at, tos in geography.fleet.items() if at.province == place for to in tos}
    return by_sea | set(geography.army.get(place, ()))


def position(random: Random, geography: Geography, units: int, powers: int = 4) -> Board:
    """Units of several powers that stand close together."""
    places = neighbourhood(random, geography, units + 2)
    random.shuffle(places)
    standing: dict[Power, list[Unit]] = {}
    for place in places[:units]:
        choices = [Unit(UnitType.FLEET, at) for at in geography.fleet_places(place)]
        if geography.terrain[place] in (Terrain.LAND, Terrain.COAST):
            choices.append(Unit(UnitType.ARMY, Location(place)))
        if choices:
            power = random.choice(geography.powers[:powers])
            standing.setdefault(power, []).append(random.choice(choices))
    return Board(geography, SPRING, {p: tuple(sorted(u)) for p, u in sorted(standing.items())}, {})


def orders_for(random: Random, board: Board, most_moves: int) -> dict[Power, tuple[Movement, ...]]:
    """An order for every unit: moves first, then supports and convoys that mostly fit them."""
    pieces = list(board.pieces())
    random.shuffle(pieces)
    moves: list[Move] = []
    out: dict[Power, list[Movement]] = {}
    for power, unit in pieces:
        order = _order(random, board, unit, moves, most_moves)
        if isinstance(order, Move):
            moves.append(order)
        out.setdefault(power, []).append(order)
    return {power: tuple(given) for power, given in sorted(out.items())}


def _order(random: Random, board: Board, unit: Unit, moves: list[Move], most: int) -> Movement:
    geography = board.geography
    chance = random.random()
    near = list(geography.reach(unit))
    if chance < 0.03:
        return Move(unit, Location(random.choice(sorted(geography.terrain))))
    afloat = unit.type is UnitType.FLEET and geography.terrain[unit.province] is Terrain.SEA
    if afloat and chance < 0.45 and (carried := _crossing(random, board, unit, moves)):
        return carried
    if chance < 0.66 and len(moves) < most and near:
        fought = [
            place
            for place in near
            if any(place.province in (m.target.province, m.unit.province) for m in moves)
        ]
        return Move(unit, random.choice(fought if fought and random.random() < 0.6 else near))
    if len(moves) < most and unit.type is UnitType.ARMY and chance < 0.82:
        shores = [
            p for p, t in sorted(geography.terrain.items()) if t is Terrain.COAST and p != unit.province
        ]
        if shores and geography.terrain[unit.province] is Terrain.COAST:
            return Move(unit, Location(random.choice(shores)), via=random.random() < 0.5)
    return _support(random, board, unit, moves)


def _crossing(random: Random, board: Board, fleet: Unit, moves: list[Move]) -> Convoy | None:
    crossings = [m for m in moves if m.unit.type is UnitType.ARMY and m.target.province != fleet.province]
    far = [m for m in crossings if m.target not in board.geography.reach(m.unit) or m.via]
    choice = far or crossings
    if not choice:
        return None
    move = random.choice(choice)
    return Convoy(fleet, move.unit, move.target)


def _support(random: Random, board: Board, unit: Unit, moves: list[Move]) -> Movement:
    near = {place.province for place in board.geography.reach(unit)}
    fitting: list[Movement] = [
        SupportMove(unit, m.unit, m.target)
        for m in moves
        if m.target.province in near and m.unit.province != unit.province
    ]
    fitting += [SupportHold(unit, u) for _, u in board.pieces() if u.province in near]
    return random.choice([*fitting, *fitting[: len(moves)], Hold(unit)])


class Straits:
    """A position made of convoys under attack: where each lands, a unit supports for or against a fleet.

    That is what convoy paradoxes are made of; left to chance they hardly ever come about.
    """

    def __init__(self, random: Random, geography: Geography) -> None:
        self.random = random
        self.map = geography
        self.orders: dict[Unit, Movement] = {}
        self.powers: dict[Unit, Power] = {}
        self.fleets: list[Unit] = []
        self.attacks: list[Move] = []
        self.landings: list[Unit] = []
        for _ in range(random.randint(1, 4)):
            self._crossing()
        for fleet in self.fleets:
            self._attack(fleet)
        for landing in self.landings:
            self.orders[landing] = self._support(landing)
        for attack in list(self.attacks):
            self._second(attack)

    def board(self) -> Board:
        """The position."""
        standing: dict[Power, list[Unit]] = {}
        for unit, power in self.powers.items():
            standing.setdefault(power, []).append(unit)
        return Board(self.map, SPRING, {p: tuple(sorted(u)) for p, u in sorted(standing.items())}, {})

    def written(self) -> dict[Power, tuple[Movement, ...]]:
        """The orders of each power."""
        out: dict[Power, list[Movement]] = {}
        for unit, power in self.powers.items():
            out.setdefault(power, []).append(self.orders[unit])
        return {power: tuple(given) for power, given in sorted(out.items())}

    def _free(self, places: list[Location]) -> list[Location]:
        taken = {unit.province for unit in self.powers}
        return [place for place in places if place.province not in taken]

    def _put(self, kind: UnitType, place: Location, order: Movement | None = None) -> Unit:
        unit = Unit(kind, place)
        self.powers[unit] = self.random.choice(self.map.powers[:4])
        self.orders[unit] = order or Hold(unit)
        return unit

    def _sees(self, sea: Location) -> list[Location]:
        """The places from which a fleet reaches this sea."""
        return [at for at, tos in self.map.fleet.items() if sea in tos]

    def _crossing(self) -> None:
        seas = self._free([Location(p) for p, t in self.map.terrain.items() if t is Terrain.SEA])
        if not seas:
            return
        sea = self.random.choice(seas)
        shores = [p for p in self._free(self._sees(sea)) if self.map.terrain[p.province] is Terrain.COAST]
        if len({p.province for p in shores}) < 2:
            return
        start = self.random.choice(shores)
        end = self.random.choice([p for p in shores if p.province != start.province])
        fleet = self._put(UnitType.FLEET, sea)
        army = self._put(UnitType.ARMY, Location(start.province))
        self.orders[army] = Move(army, Location(end.province), via=True)
        self.orders[fleet] = Convoy(fleet, army, Location(end.province))
        self.landings.append(self._put(UnitType.FLEET, end))
        self.fleets.append(fleet)

    def _attack(self, fleet: Unit) -> None:
        free = self._free(self._sees(fleet.location))
        if free:
            attacker = self._put(UnitType.FLEET, self.random.choice(free))
            move = Move(attacker, fleet.location)
            self.orders[attacker] = move
            self.attacks.append(move)

    def _support(self, unit: Unit) -> Movement:
        near = self.map.reach(unit)
        choices: list[Movement] = [
            SupportMove(unit, m.unit, m.target) for m in self.attacks if m.target in near
        ]
        choices += [SupportHold(unit, fleet) for fleet in self.fleets if fleet.location in near]
        return self.random.choice(choices or [Hold(unit)])

    def _second(self, attack: Move) -> None:
        """Sometimes one more support for the attack, or for the fleet."""
        free = self._free(self._sees(attack.target))
        if free and self.random.random() < 0.4:
            unit = self._put(UnitType.FLEET, self.random.choice(free))
            self.orders[unit] = self._support(unit)
