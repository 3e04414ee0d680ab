"""Whether fleets can carry an army from shore to shore. Fleets are a set of provinces; no route is listed.

Listing routes is exponential in the number of seas; all that is asked here is whether one exists.
"""

from functools import lru_cache

from judge.rules.compiled import Compiled, members

_PATIENCE = 20_000
"""Steps spent on the exact answers about all fleets between two shores, which are hard in general."""
NOWHERE = -1


def connects(board: Compiled, start: int, goal: int, fleets: int) -> bool:
    """Whether these fleets make a chain from the one shore to the other."""
    reached = board.shore[start] & fleets
    landing = board.shore[goal] & fleets
    sea_to = board.sea_to
    fresh = reached
    while fresh:
        if reached & landing:
            return True
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= sea_to[low.bit_length() - 1]
            fresh ^= low
        fresh = found & fleets & ~reached
        reached |= fresh
    return False


def on_route(board: Compiled, start: int, goal: int, fleet: int, fleets: int) -> bool:
    """Whether a fleet can be of use in carrying an army, given where all fleets are.

    It is when it lies on a chain without a short cut. One that only makes a complete chain longer could never
    matter, and its order counts as illegal (DATC 6.F.12, 6.G.7, 6.G.19).
    """
    if board.shore[start] & board.shore[goal] & 1 << fleet:
        return True
    return crossing(board, start, goal, fleets).needs(fleet)


class Crossing:
    """The fleets between two shores, and which of them are of use; answers are kept."""

    def __init__(self, board: Compiled, start: int, goal: int, fleets: int) -> None:
        self.board = board
        self.fleets = fleets
        self.near = board.shore[start] & fleets
        self.far = board.shore[goal] & fleets
        self.answers: dict[int, bool] = {}
        self.from_near = self._steps(self.near)
        self.from_far = self._steps(self.far)
        shortest = [self.from_near[f] for f in members(self.far) if f in self.from_near]
        self.length = min(shortest, default=NOWHERE)
        """The steps of a shortest chain; NOWHERE when there is none."""
        self._inside: int | None = None
        self._joined: tuple[int, int] | None = None

    def needs(self, fleet: int) -> bool:
        """Whether this fleet lies on a chain without a short cut; after enough steps the answer is yes."""
        if self.length < 0 or fleet not in self.from_near or fleet not in self.from_far:
            return False
        if self.from_near[fleet] + self.from_far[fleet] == self.length:
            return True
        if fleet not in self.answers:
            self.answers[fleet] = bool(self.inside() >> fleet & 1) and self._chordless(fleet)
        return self.answers[fleet]

    def inside(self) -> int:
        """The fleets on any chain at all between the shores."""
        if self._inside is None:
            self._inside = _block(self)
        return self._inside

    def _steps(self, shore: int) -> dict[int, int]:
        """How many fleets away from a shore each fleet is."""
        out: dict[int, int] = {}
        fresh, seen, step = shore, shore, 0
        while fresh:
            found = 0
            for at in members(fresh):
                out[at] = step
                found |= self.board.sea_to[at]
            fresh = found & self.fleets & ~seen
            seen |= fresh
            step += 1
        return out

    def _chordless(self, fleet: int) -> bool:
        """Walk chains without a short cut from the fleet to the near shore, the straightest first.

        For each, some chain to the far shore is looked for that touches neither the first nor its waters
        (the shortest such has no short cut).
        """
        inside, sea_to, here = self.inside(), self.board.sea_to, 1 << fleet
        patience = 16 + _PATIENCE // inside.bit_count()
        if not self._joins_both(fleet):
            return False
        stack = [(fleet, 0, inside & ~self.far & ~here)]
        while stack and patience:
            patience -= 1
            tip, chain, free = stack.pop()
            if self.near >> tip & 1:
                beside = here | chain
                for link in members(chain):
                    beside |= sea_to[link]
                if self.far & ~beside | self.far & here and self._reaches_far(
                    fleet, inside & ~self.near & ~beside
                ):
                    return True
                continue
            onward = sorted(members(sea_to[tip] & free), key=self.from_near.__getitem__, reverse=True)
            stack += [(to, chain | 1 << to, free & ~sea_to[tip]) for to in onward]
        return not patience

    def _joins_both(self, fleet: int) -> bool:
        """Whether the fleet joins either shore without passing the waters of the other."""
        if self._joined is None:
            inside = self.inside()
            self._joined = (
                self._flood(self.near & ~self.far, inside & ~self.far),
                self._flood(self.far & ~self.near, inside & ~self.near),
            )
        around = self.board.sea_to[fleet] | 1 << fleet
        by_near, by_far = self._joined
        return bool(
            (self.near >> fleet & 1 or around & by_near) and (self.far >> fleet & 1 or around & by_far)
        )

    def _flood(self, start: int, free: int) -> int:
        """All waters joined to these."""
        fresh = reached = start & free
        while fresh:
            found = 0
            for at in members(fresh):
                found |= self.board.sea_to[at]
            fresh = found & free & ~reached
            reached |= fresh
        return reached

    def _reaches_far(self, fleet: int, free: int) -> bool:
        """Whether a chain from this fleet through free waters reaches the far shore."""
        if self.far >> fleet & 1:
            return True
        fresh, reached = self.board.sea_to[fleet] & free, 0
        while fresh:
            if fresh & self.far:
                return True
            reached |= fresh
            found = 0
            for at in members(fresh):
                found |= self.board.sea_to[at]
            fresh = found & free & ~reached
        return False


def _block(crossing: Crossing) -> int:
    """The fleets on any simple chain from shore to shore: a biconnected block (Tarjan).

    The two shores are joined by an imaginary border; what shares a block with that border lies on a chain,
    and nothing else does. The walk begins along that border, and what is cut off behind a fleet is dropped.
    """
    near, far = len(crossing.board.provinces), len(crossing.board.provinces) + 1
    found = {near: 0, far: 1}
    low = {near: 0, far: 0}
    walked = [far]
    stack = [(near, far, _around(crossing, far))]
    while len(stack) > 1 or stack[0][2]:
        parent, node, rest = stack.pop()
        step = rest & -rest
        to = step.bit_length() - 1
        if not step:
            low[parent] = min(low[parent], low[node])
            if low[node] >= found[parent]:
                while walked.pop() != node:
                    pass
            continue
        stack.append((parent, node, rest ^ step))
        if to == parent:
            continue
        if to in found:
            low[node] = min(low[node], found[to])
            continue
        found[to] = low[to] = len(found)
        walked.append(to)
        stack.append((node, to, _around(crossing, to)))
    return sum(1 << node for node in walked if node != far)


def _around(crossing: Crossing, node: int) -> int:
    """The neighbours of a fleet, or of a shore (the shores are numbered after the provinces)."""
    near, far = len(crossing.board.provinces), len(crossing.board.provinces) + 1
    if node == near:
        return crossing.near | 1 << far
    if node == far:
        return crossing.far | 1 << near
    shores = (crossing.near >> node & 1) << near | (crossing.far >> node & 1) << far
    return crossing.board.sea_to[node] & crossing.fleets | shores


@lru_cache(maxsize=4096)
def crossing(board: Compiled, start: int, goal: int, fleets: int) -> Crossing:
    """The crossing between two shores; the same ones come back phase after phase."""
    return Crossing(board, start, goal, fleets)
