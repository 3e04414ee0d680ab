"""Who met an enemy in a movement phase, and which rows of the chart that puts them in (B17, B18, B52-B63)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge.board.economy import Row
from judge.board.geography import BuildingType
from judge.rules.buildings.prices import Rows
from judge.rules.buildings.strife import Ground
from judge.rules.movement import YES
from judge.rules.strengths import Strengths

# Looked up once: members of an Enum are slow to come by.
_OFF_OK, _OFF_FAIL, _DEF_OK, _DEF_FAIL, _WEAK = (
    (row,) for row in (Row.OFF_OK, Row.OFF_FAIL, Row.DEF_OK, Row.DEF_FAIL, Row.WEAK)
)
_FORT, _PORT = BuildingType.FORT, BuildingType.PORT


@dataclass(slots=True)
class Fray:
    """What a movement phase came to, beyond what the resolver says. A unit is named by where it started."""

    ground: Ground
    strengths: Strengths
    rows: dict[int, Rows] = field(default_factory=dict)
    """The rows of the chart a unit is in."""
    evicted: dict[int, int] = field(default_factory=dict)
    """B28: a fleet in a port whose province was lost, and the move that took it."""
    gave_way: dict[int, Sequence[int]] = field(default_factory=dict)
    """B66: an un-replenished unit whose attackers did not get in, and those attackers."""
    defended: dict[int, bool] = field(default_factory=dict)
    """Provinces with a fight in which the unit there took part at full value, and whether it held."""
    spoils: list[int] = field(default_factory=list)
    """Moves that took a province from a unit."""

    def engaged(self, at: int, row: Rows) -> None:
        """Put a unit in a row."""
        self.rows[at] = self.rows[at] + row if at in self.rows else row


def fray(ground: Ground, strengths: Strengths) -> Fray:
    """All engagements of a phase."""
    out = Fray(ground, strengths)
    turn, won = strengths.turn, strengths.won
    owner, annex, weak, absent = turn.owner, turn.annex, ground.weak, _absent(strengths)
    for goal, movers in (_met(strengths) if annex else strengths.fights).items():
        if absent:
            movers = [move for move in movers if move not in absent]
        if owner[goal] >= 0 and won[goal] != YES:
            if len(movers) == 1 and goal not in weak:
                _repel(out, goal, movers[0])
            else:
                _defend(out, goal, goal, movers)
        elif goal in annex and (keeper := strengths.keeper(goal)) >= 0:
            _defend(out, goal, keeper, movers)
        elif len(movers) > 1 and _are_rivals(out, movers):
            for move in movers:
                out.engaged(move, _OFF_OK if won[move] == YES else _OFF_FAIL)
    if turn.facing:
        _beaten(out)
    if ground.ports and ground.options.port_both_retreat:
        _evict(out)
    if ground.options.supporters_engage:
        _engage_supporters(out)
    return out


def _absent(strengths: Strengths) -> set[int]:
    """B63, B68: who fights nowhere: an army whose convoy failed, and one that is only carried home."""
    turn = strengths.turn
    if not (turn.carried or turn.meek):
        return set()
    return {*[move for move in turn.carried if strengths.arrives(move) != YES], *turn.meek}


def _met(strengths: Strengths) -> Mapping[int, Sequence[int]]:
    """The moves to a province, where they met somebody or its annex may hold it."""
    attackers = strengths.turn.attackers
    kept = {goal: attackers[goal] for goal in strengths.turn.annex if goal in attackers}
    return {**strengths.fights, **kept}


def _are_rivals(out: Fray, movers: Sequence[int]) -> bool:
    """B58, B59: a bounce among one's own is no combat, unless somebody else tried that province too."""
    owner = out.strengths.turn.owner
    return not out.ground.options.own_bounce_exempt or len({owner[move] for move in movers}) > 1


def _repel(out: Fray, goal: int, move: int) -> None:
    """A move that comes alone to a unit that stays and holds: what `_defend` says of it, only sooner."""
    owner, won, rows = out.strengths.turn.owner, out.strengths.won, out.rows
    attack, defence = _OFF_FAIL, _DEF_OK
    if owner[move] == owner[goal]:
        if not out.ground.options.own_bounce_exempt:
            out.engaged(move, attack)
        return
    if won[move] == YES:
        attack, defence = _OFF_OK, _DEF_FAIL
        out.spoils.append(move)
    rows[move] = rows[move] + attack if move in rows else attack
    rows[goal] = rows[goal] + defence if goal in rows else defence
    out.defended[goal] = defence is _DEF_OK


def _defend(out: Fray, goal: int, keeper: int, movers: Sequence[int]) -> None:
    """The moves to a province with a unit that keeps it (B53 to B57); who will not hold does not fight."""
    owner, won, rows = out.strengths.turn.owner, out.strengths.won, out.rows
    holder, weak, taken = owner[keeper], keeper in out.ground.weak, False
    hostile: list[int] = []
    rivals = len(movers) > 1 and _are_rivals(out, movers)
    for move in movers:
        foreign = owner[move] != holder
        if foreign:
            hostile.append(move)
        if won[move] == YES:
            if foreign:
                taken = True
                out.spoils.append(move)
            elif not rivals:
                continue
            row = _OFF_OK
        elif rivals or (not weak if foreign else not out.ground.options.own_bounce_exempt):
            row = _OFF_FAIL
        else:
            continue
        rows[move] = rows[move] + row if move in rows else row
    if weak:
        _give_way(out, goal, keeper, movers, hostile)
    elif hostile:
        row = _DEF_FAIL if taken else _DEF_OK
        rows[keeper] = rows[keeper] + row if keeper in rows else row
        out.defended[goal] = not taken


def _taken(out: Fray, goal: int, power: int) -> bool:
    winner = out.strengths.entrant(goal)
    return winner is not None and out.strengths.turn.owner[winner] != power


def _give_way(out: Fray, goal: int, keeper: int, movers: Sequence[int], hostile: Sequence[int]) -> None:
    """B66: it must retreat although nobody got in; B67: an own move is no attack."""
    options = out.ground.options
    attackers = movers if options.weak_friendly_move_is_attack else hostile
    if not attackers:
        return
    taken = _taken(out, goal, out.strengths.turn.owner[keeper])
    if taken or options.weak_attacked_retreats_even_if_attackers_bounce:
        out.engaged(keeper, _WEAK)
        # The one that came in drives out the unit in the province, but not a fleet that may stay in its port.
        stays = not taken or (keeper != goal and not options.port_both_retreat)
        if stays and keeper not in out.strengths.winner:
            out.gave_way[keeper] = attackers


def _beaten(out: Fray) -> None:
    """B56: who lost head to head attacked in vain too, though nobody is left where it went."""
    owner, won = out.strengths.turn.owner, out.strengths.won
    for move, foe in out.strengths.turn.facing.items():
        if won[foe] == YES and owner[foe] != owner[move] and _OFF_FAIL[0] not in out.rows.get(move, ()):
            out.engaged(move, _OFF_FAIL)


def _evict(out: Fray) -> None:
    """B28: whoever is in port when the province is lost has to go too; also one that only just came in."""
    strengths, attackers = out.strengths, out.strengths.turn.attackers
    for main in out.ground.ports.keys() & attackers.keys():
        winner, port = strengths.entrant(main), out.ground.ports[main]
        if winner is None:
            continue
        entrant = strengths.entrant(port)
        there = port if entrant is None else entrant
        stays = there != port or (strengths.turn.owner[port] >= 0 and strengths.won[port] != YES)
        if not stays or not _taken(out, main, strengths.turn.owner[there]):
            continue
        out.evicted[there] = winner
        out.gave_way.pop(there, None)
        row = _WEAK if there in out.ground.weak else _DEF_FAIL
        if row[0] not in out.rows.get(there, ()):
            out.engaged(there, row)


def _engage_supporters(out: Fray) -> None:
    """B61, where a game chooses so: a support that was given shares the fight it was given in."""
    strengths, before = out.strengths, dict(out.rows)
    for helped, backers in strengths.turn.backers.items():
        attacks = strengths.turn.goal[helped] >= 0
        wanted = _OFF_OK + _OFF_FAIL if attacks else _DEF_OK + _DEF_FAIL
        shared = [row for row in before.get(helped, ()) if row in wanted]
        for supporter in backers if shared else ():
            if strengths.given[supporter] == YES and supporter not in out.ground.weak:
                out.engaged(supporter, (shared[0],))


def _can_need(ground: Ground, kind: BuildingType) -> bool:
    """B17, B35, B45: whether buildings of a type can have needs."""
    if kind is _FORT:
        return True
    options = ground.options
    return options.port_needs_replenishment if kind is _PORT else options.hub_needs_replenishment


def building_rows(out: Fray) -> Iterator[tuple[int, int, Rows]]:
    """B17, B18: the buildings that took part in a defence: province, number, and row of the chart.

    One that is unpaid already has no new need.
    """
    ground, owner, ints = out.ground, out.strengths.turn.owner, out.ground.position.board
    for at, number in ground.struck:
        if at not in out.defended:
            continue
        building = ground.economy.buildings[number]
        idle = building.bill is not None and not ground.options.unreplenished_fort_defends
        if idle or not _can_need(ground, building.type):
            continue
        keeper, controller = out.strengths.keeper(at), ground.economy.control.get(building.province)
        if keeper >= 0 and controller is not None and owner[keeper] == ints.power_of[controller]:
            yield at, number, _DEF_OK if out.defended[at] else _DEF_FAIL
