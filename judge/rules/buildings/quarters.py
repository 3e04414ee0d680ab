"""Where a unit that was driven out may go: into ports of its own, and not beside another power's unit."""

from dataclasses import dataclass

from judge.board.economy import Economy
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
    owner: list[int]
    """By province, and by berth, the power that stands there."""
    shut: set[int]
    """Where nobody may go, though nobody stands there."""

    def ways_out(self, gone: Dislodged) -> Dislodged:
        """The unit with the places it may go to."""
        ints, owner, shut = self.position.board, self.owner, self.shut
        number, main, barred = ints.power_of[gone.power], ints.main, self._barred(gone)
        ways = [
            way
            for way in ints.all_ways_out(ints.shape(gone.unit))
            if owner[way[0]] < 0 and way[0] not in shut and main[way[0]] not in barred
        ]
        places = tuple([there for to, there in ways if self._is_open(to, number)])
        return _gone(gone.power, gone.unit, gone.attacker_from, gone.by_convoy, places, gone.also_from)

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
            return berth < 0 or self.owner[berth] in (NOBODY, power)
        main = ints.main[to]
        place = ints.provinces[main]
        held = self.options.port_enemy_may_enter_subtile or self.held.get(place) == ints.powers[power]
        return held and to in self.position.berths and self.owner[main] in (NOBODY, power)


def quarters_of(board: Board, economy: Economy, options: Options) -> Quarters:
    """The quarters of a board as it is, its dislodged units left out."""
    berths = compiled(board.geography).berth_of
    position = Position(board, options.standard, [berths[place] for place in economy.ports()])
    shut = {*members(position.closed), *(position.board.province_of[place] for place in board.contested)}
    return Quarters(position, economy.control, options, position.owner, shut)
