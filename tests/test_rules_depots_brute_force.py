"""On random positions the depots rules decide what trying every set of successful moves finds."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from judge.board.geography import Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Hold, Move, Movement, Order, SupportHold, SupportMove
from judge.board.phases import Phase
from judge.board.results import Outcome
from judge.board.state import Board
from judge.rules import system

RULES = system("depots")
SPRING = Phase.read("S1901M")
POWERS = tuple(map(Power, ("BLUE", "GREEN", "RED")))
SWITCHES = ("swap", "self_dislodge", "own_moves_attack")
CHOICES = [dict(zip(SWITCHES, values, strict=True)) for values in product((True, False), repeat=3)]


# Positions by chance


def chance_board(random: Random, size: int) -> Geography:
    """A ring of spaces with chance borders across it."""
    spaces = [Province(f"S{number:02}") for number in range(size)]
    beside: dict[Province, set[Province]] = {space: set() for space in spaces}
    pairs = [(number, (number + 1) % size) for number in range(size)]
    pairs += [(a, b) for a in range(size) for b in range(a + 2, size) if random.random() < 0.3]
    for a, b in pairs:
        beside[spaces[a]].add(spaces[b])
        beside[spaces[b]].add(spaces[a])
    return Geography(
        id="chance",
        title="Chance",
        begin="S1901M",
        victory=99,
        terrain=dict.fromkeys(spaces, Terrain.LAND),
        army={space: tuple(sorted(near)) for space, near in beside.items()},
        fleet={},
        setups=(),
        neutral=(),
        names={},
        power_names={},
    )


def army(space: Province) -> Unit:
    return Unit(UnitType.ARMY, Location(space))


def chance_position(random: Random) -> tuple[Board, dict[Power, tuple[Order, ...]]]:
    """A small board with up to nine armies, most of whose orders fit each other."""
    geography = chance_board(random, random.randint(6, 11))
    spaces = list(geography.terrain)
    standing = sorted(random.sample(spaces, random.randint(4, min(9, len(spaces)))))
    owner = {space: random.choice(POWERS) for space in standing}
    moves = {at: random.choice(geography.army[at]) for at in standing if random.random() < 0.6}
    orders: dict[Power, tuple[Order, ...]] = {}
    for at in random.sample(standing, len(standing)):
        order = chance_order(random, geography, standing, moves, at)
        orders[owner[at]] = (*orders.get(owner[at], ()), order)
    units = {power: tuple(army(at) for at in standing if owner[at] == power) for power in POWERS}
    return Board(geography, SPRING, units, {}), orders


def chance_order(
    random: Random,
    geography: Geography,
    standing: list[Province],
    moves: Mapping[Province, Province],
    at: Province,
) -> Movement:
    if at in moves:
        far = random.random() < 0.03
        return Move(army(at), Location(random.choice(list(geography.terrain)) if far else moves[at]))
    helped = random.choice([other for other in standing if other != at])
    if random.random() < 0.1:
        return Hold(army(at))
    if random.random() < 0.2:
        return SupportHold(army(at), army(helped), named=random.random() < 0.3)
    aims = [other for other in moves if moves[other] in geography.army[at]]
    if aims and random.random() < 0.8:
        mover = random.choice(aims)
        return SupportMove(army(at), army(mover), Location(moves[mover]))
    return SupportHold(army(at), army(helped), named=True)


# The rules once more, straight from their text


class Opinion:
    """Which sets of successful moves are consistent, found by trying all of them."""

    def __init__(
        self, board: Board, orders: Mapping[Power, tuple[Order, ...]], chosen: Mapping[str, bool]
    ) -> None:
        self.near = board.geography.army
        self.owner = {unit.province: power for power, unit in board.pieces()}
        self.written = {order.unit.province: order for given in orders.values() for order in given}  # type: ignore[union-attr]
        self.chosen = chosen
        self.moves = {
            at: order.target.province
            for at, order in self.written.items()
            if isinstance(order, Move) and order.target.province in self.near[at]
        }
        self.helps = {at: self._helps(at, order) for at, order in self.written.items()}

    def _helps(self, at: Province, order: Order) -> Province | None:
        """The army this one supports in what it really does."""
        if isinstance(order, SupportMove):
            mover, to = order.mover.province, order.target.province
            return mover if self.moves.get(mover) == to and to in self.near[at] and mover != at else None
        if not isinstance(order, SupportHold):
            return None
        helped = order.supported.province
        if not order.named and self.owner[helped] != self.owner[at]:
            return None
        if order.named and helped in self.moves:
            return None
        where = self.moves.get(helped, helped)
        return helped if where in self.near[at] else None

    def _attacked(self, at: Province) -> list[Province]:
        own = self.chosen["own_moves_attack"]
        return [m for m, to in self.moves.items() if to == at and (own or self.owner[m] != self.owner[at])]

    def _cut(self, supporter: Province) -> bool:
        return any(not self._attacked(flanker) for flanker in self._attacked(supporter))

    def support(self, at: Province, without: Power | None = None) -> int:
        return sum(
            1
            for helper, helped in self.helps.items()
            if helped == at and not self._cut(helper) and self.owner[helper] != without
        )

    def succeeds(self, at: Province, vacated: bool) -> bool:
        """Rule 8 for one move, given whether the army in its destination has left."""
        to = self.moves[at]
        rivals = [self.support(other) for other, goal in self.moves.items() if goal == to and other != at]
        if not self.chosen["swap"] and self.moves.get(to) == at:
            rivals.append(self.support(to))
        if to not in self.owner or vacated:
            return all(self.support(at) > rival for rival in rivals)
        if not self.chosen["self_dislodge"] and self.owner[to] == self.owner[at]:
            return False
        force = self.support(at, None if self.chosen["self_dislodge"] else self.owner[to])
        defence = 0 if to in self.moves else self.support(to)
        return force > defence and all(force > rival for rival in rivals)

    def consistent(self) -> Iterator[frozenset[Province]]:
        movers = sorted(self.moves)
        fates = {(at, left): self.succeeds(at, left) for at in movers for left in (True, False)}
        for chosen in product((False, True), repeat=len(movers)):
            won = {at for at, success in zip(movers, chosen, strict=True) if success}
            if all((at in won) == fates[at, self.moves[at] in won] for at in movers):
                yield frozenset(won)


def compare(number: int, chosen: Mapping[str, bool]) -> None:
    board, orders = chance_position(Random(number))
    done = RULES.adjudicate(board, orders, RULES.options(chosen))
    found = list(Opinion(board, orders, chosen).consistent())
    most = max(map(len, found))
    best = [won for won in found if len(won) == most]
    judged = {
        result.order.unit.province
        for result in done.results
        if isinstance(result.order, Move) and result.outcome is Outcome.SUCCEEDS
    }
    assert [judged] == best, (number, chosen, [str(r.order) for r in done.results])
    assert all(won <= judged for won in found)
    assert len(found) == 2 ** len(done.rings), (number, chosen)


@pytest.mark.parametrize(
    "chosen", CHOICES, ids=lambda chosen: " ".join(k for k in chosen if chosen[k]) or "none"
)
def test_random_positions_come_out_as_every_set_of_moves_tried(chosen: dict[str, bool]) -> None:
    for number in range(300):
        compare(number, chosen)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("start", range(1000, 21000, 2000))
def test_twenty_thousand_random_positions_come_out_as_every_set_of_moves_tried(start: int) -> None:
    for number in range(start, start + 2000):
        for chosen in CHOICES:
            compare(number, chosen)


def test_a_fair_share_of_the_random_positions_leaves_a_choice() -> None:
    chosen = CHOICES[0]
    positions = [chance_position(Random(number)) for number in range(300)]
    choices = [len(list(Opinion(board, orders, chosen).consistent())) for board, orders in positions]
    assert sum(count > 1 for count in choices) > 20
