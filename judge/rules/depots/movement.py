"""The resolution (D3 to D8): which supports are cut, which moves succeed, which armies are displaced.

What cuts a support and what a move brings follow from the orders alone. The success of a move depends on
the others only through "has the unit in its destination left?", and leaving never harms: so the outcome
with most successful moves is the greatest fixed point, found by striking moves until nothing changes.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from judge.board.geography import Power, Province
from judge.rules.depots.options import Options

Space = Province
"""A unit is named by the space it stood in when the orders were written."""


@dataclass(slots=True)
class Contest:
    """The orders of a normal round, by space; only those that can be carried out and fit each other."""

    options: Options
    power: dict[Space, Power] = field(default_factory=dict)
    """Whose unit stands there."""
    goal: dict[Space, Space] = field(default_factory=dict)
    """Where the unit there is ordered to move."""
    attackers: dict[Space, list[Space]] = field(default_factory=dict)
    """The units ordered to move there."""
    backers: dict[Space, list[Space]] = field(default_factory=dict)
    """The units that support what the unit there does, whether or not they are cut."""

    def move(self, at: Space, goal: Space) -> None:
        """Order the unit in a space to move."""
        self.goal[at] = goal
        self.attackers.setdefault(goal, []).append(at)

    def back(self, at: Space, helped: Space) -> None:
        """Order the unit in a space to support another one in what it does."""
        self.backers.setdefault(helped, []).append(at)

    def attacks(self, space: Space) -> Iterator[Space]:
        """D3: the moves that put the unit in a space in defensive mode."""
        own = self.options.own_moves_attack
        for mover in self.attackers.get(space, ()):
            if own or self.power[mover] != self.power[space]:
                yield mover

    def flankers(self, supporter: Space) -> Iterator[tuple[Space, bool]]:
        """D4, D5: the moves against a supporter, and whether each cuts: not when its unit is under attack."""
        for mover in self.attacks(supporter):
            yield mover, not any(self.attacks(mover))

    def cut(self, supporter: Space) -> bool:
        """D5; nothing else cuts support (D5x)."""
        return any(cuts for _, cuts in self.flankers(supporter))


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a normal round comes to."""

    contest: Contest
    given: Mapping[Space, tuple[Space, ...]]
    """By the unit helped, the supports that count."""
    won: frozenset[Space]
    """The units that moved."""
    entered: Mapping[Space, Space]
    """By destination the unit that moved there."""
    rings: tuple[tuple[Space, ...], ...]
    """Closed rings of successful moves that would fit the rules as well if all of them failed."""

    def displacer(self, at: Space) -> Space | None:
        """The unit that drove out the one in a space (D8c)."""
        return None if at in self.won else self.entered.get(at)

    def contested(self) -> Iterator[Space]:
        """Spaces left empty by a stand-off."""
        for space, movers in self.contest.attackers.items():
            empty = space not in self.contest.power or space in self.won
            if len(movers) > 1 and empty and space not in self.entered:
                yield space

    def support(self, at: Space, without: Power | None = None) -> int:
        """The supports that count for what a unit does; with DG4 not those of the power it would displace."""
        return supports(self.contest, self.given, at, without)

    def defence(self, at: Space) -> int:
        """The supports that keep a unit in its space: none for one that was ordered away (DG5)."""
        return 0 if at in self.contest.goal else self.support(at)


def supports(
    contest: Contest, given: Mapping[Space, tuple[Space, ...]], at: Space, without: Power | None = None
) -> int:
    """The supports that count for a unit, but for those of one power."""
    helpers = given.get(at, ())
    return len(helpers) if without is None else sum(contest.power[helper] != without for helper in helpers)


def resolve(contest: Contest) -> Resolution:
    """The one outcome with most successful moves, in time linear in the orders."""
    given = _given(contest)
    best = _contenders(contest, given)
    # Every contender moves, until one is found whose destination turns out to be occupied too well.
    won = set(best.values())
    stays = deque(space for space in contest.power if space not in won)
    while stays:
        space = stays.popleft()
        mover = best.get(space)
        if mover in won and not _ousts(contest, given, mover):
            won.remove(mover)
            stays.append(mover)
    entered = {space: mover for space, mover in best.items() if mover in won}
    return Resolution(contest, given, frozenset(won), entered, tuple(_rings(contest, given, won)))


def _given(contest: Contest) -> Mapping[Space, tuple[Space, ...]]:
    return {
        helped: tuple(helper for helper in helpers if not contest.cut(helper))
        for helped, helpers in contest.backers.items()
    }


def _contenders(contest: Contest, given: Mapping[Space, tuple[Space, ...]]) -> dict[Space, Space]:
    """D8a: by destination the move with more support than every other; no entry where two are equal."""
    best: dict[Space, Space] = {}
    for space, movers in contest.attackers.items():
        most = max(supports(contest, given, mover) for mover in movers)
        strongest = [mover for mover in movers if supports(contest, given, mover) == most]
        if len(strongest) == 1 and not _stopped_head_on(contest, given, strongest[0]):
            best[space] = strongest[0]
    return best


def head_on(contest: Contest, at: Space) -> Space | None:
    """DG3, where changing places is not allowed: the unit that comes the other way."""
    foe = contest.goal[at]
    return foe if not contest.options.swap and contest.goal.get(foe) == at else None


def _stopped_head_on(contest: Contest, given: Mapping[Space, tuple[Space, ...]], at: Space) -> bool:
    foe = head_on(contest, at)
    return foe is not None and supports(contest, given, at) <= supports(contest, given, foe)


def _ousts(contest: Contest, given: Mapping[Space, tuple[Space, ...]], mover: Space) -> bool:
    """D8b: whether a contender enters although the unit in its destination stays.

    Without self-displacement (DG4) no help of the power that would be displaced counts, nor against rivals.
    """
    space = contest.goal[mover]
    owner = None if contest.options.self_dislodge else contest.power[space]
    if owner == contest.power[mover]:
        return False
    force = supports(contest, given, mover, owner)
    defence = 0 if space in contest.goal else supports(contest, given, space)
    foe = head_on(contest, mover)
    rivals = [rival for rival in contest.attackers[space] if rival != mover] + ([foe] if foe else [])
    return force > max(defence, max((supports(contest, given, rival) for rival in rivals), default=0))


def _rings(
    contest: Contest, given: Mapping[Space, tuple[Space, ...]], won: Iterable[Space]
) -> Iterator[tuple[Space, ...]]:
    """Rings in which no move could have succeeded but for the others; sorted, each from its first space."""
    moved, seen = frozenset(won), set[Space]()
    for start in sorted(moved):
        way: dict[Space, None] = {}
        at = start
        while at in moved and at not in seen:
            seen.add(at)
            way[at] = None
            at = contest.goal[at]
        if at == start and start in way and not any(_ousts(contest, given, mover) for mover in way):
            yield tuple(way)
