"""Where a unit that was driven out may go: into ports of its own, and not beside another power's unit."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from judge.board.economy import Economy
from judge.board.geography import Location
from judge.board.making import maker
from judge.board.state import Board, Dislodged
from judge.rules import retreats
from judge.rules.buildings.control import Held
from judge.rules.buildings.options import Options
from judge.rules.compiled import compiled, members
from judge.rules.legality import Position

NOBODY = -1
_gone = maker(Dislodged)


@dataclass(slots=True)
class Quarters:
    """Who stands where once the moves are done."""

    position: Position
    held: Held
    """Who commands the land."""
    options: Options
    power_at: Callable[[int], int]
    """The power that stands in a province or berth; NOBODY for none."""
    shut: set[int]
    """Where nobody may go, though nobody stands there."""

    def ways_out(self, gone: Dislodged) -> Dislodged:
        """The unit with the places it may go to."""
        ints = self.position.board
        number, barred = ints.power_of[gone.power], self._barred(gone)
        ways = ints.all_ways_out(ints.shape(gone.unit))
        return _with(gone, [there for to, there in ways if self._leads(to, number, barred)])

    def by_ports(self, gone: Dislodged, at: int, ports: Collection[int]) -> Dislodged:
        """The same where the standard rules have told the ways out but for these provinces, with ports."""
        ints = self.position.board
        number, barred, main = ints.power_of[gone.power], self._barred(gone), ints.main
        free = [ints.province_of[place.province] for place in gone.retreats]
        retreats = [
            there
            for to, there in ints.all_ways_out(self.position.standing[at].shape)
            if (self._leads(to, number, barred) if main[to] in ports else to in free)
        ]
        return _with(gone, retreats)

    def _leads(self, to: int, power: int, barred: list[int]) -> bool:
        if self.position.board.main[to] in barred or to in self.shut or self.power_at(to) >= 0:
            return False
        return self._is_open(to, power)

    def _barred(self, gone: Dislodged) -> list[int]:
        """Where it may not go, as it was attacked from there: neither to the province nor to its port.

        Nor to the other half of the province it must leave (B28, B66).
        """
        number = self.position.board.province_of
        attackers = retreats.barred(gone.attacker_from, gone.by_convoy, self.options.standard)
        return [number[place] for place in (*attackers, *gone.also_from, gone.unit.province)]

    def _is_open(self, to: int, power: int) -> bool:
        ints = self.position.board
        if to < ints.land:
            berth = ints.berth_of.get(ints.provinces[to], NOBODY)
            return berth < 0 or self.power_at(berth) in (NOBODY, power)
        main = ints.main[to]
        place = ints.provinces[main]
        held = self.options.port_enemy_may_enter_subtile or self.held.get(place) == ints.powers[power]
        return held and to in self.position.berths and self.power_at(main) in (NOBODY, power)


def _with(gone: Dislodged, places: list[Location]) -> Dislodged:
    retreats = tuple(places)
    return _gone(gone.power, gone.unit, gone.attacker_from, gone.by_convoy, retreats, gone.also_from)


def quarters_of(board: Board, economy: Economy, options: Options) -> Quarters:
    """The quarters of a board as it is, its dislodged units left out."""
    berths = compiled(board.geography).berth_of
    position = Position(board, options.standard, [berths[place] for place in economy.ports()])
    shut = {*members(position.closed), *(position.board.province_of[place] for place in board.contested)}
    return Quarters(position, economy.control, options, position.owner.__getitem__, shut)
