"""Whether fleets can carry an army from shore to shore. Fleets are a set of provinces; no route is listed.

Listing routes is exponential in the number of seas; all that is asked here is whether one exists.
"""

from judge.rules.compiled import Compiled, members

_PATIENCE = 2000
"""Steps spent on the exact answer of `on_route`, which is hard in general."""


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
    here = 1 << fleet
    if here & board.shore[start] & board.shore[goal]:
        return True
    key = (start, goal, fleet, fleets)
    answer = board.routes.get(key)
    if answer is None:
        if len(board.routes) > 50_000:
            board.routes.clear()
        answer = board.routes[key] = _on_chain(board, start, goal, fleet, fleets)
    return answer


def _on_chain(board: Compiled, start: int, goal: int, fleet: int, fleets: int) -> bool:
    if not connects(board, start, goal, fleets):
        return False
    inside = _between(board, start, goal, fleets)
    if not inside >> fleet & 1:
        return False
    return _chordless(board, start, goal, fleet, inside)


def _between(board: Compiled, start: int, goal: int, fleets: int) -> int:
    """The fleets on any chain at all from shore to shore: the blocks on the way from one to the other.

    The two shores are joined by an imaginary border; what shares a biconnected block with that border lies on
    a simple chain (Tarjan), and nothing else does.
    """
    return _Shores(board, start, goal, fleets).block()


class _Shores:
    """The fleets and the two shores as a graph; the shores are numbered after the provinces."""

    def __init__(self, board: Compiled, start: int, goal: int, fleets: int) -> None:
        self.near = len(board.provinces)
        self.far = self.near + 1
        self.fleets = fleets
        self.board = board
        self.start = board.shore[start] & fleets
        self.goal = board.shore[goal] & fleets

    def neighbours(self, node: int) -> int:
        if node == self.near:
            return self.start | 1 << self.far
        if node == self.far:
            return self.goal | 1 << self.near
        shores = (self.start >> node & 1) << self.near | (self.goal >> node & 1) << self.far
        return self.board.sea_to[node] & self.fleets | shores

    def block(self) -> int:
        """The biconnected block of the imaginary border, by a depth-first walk that starts along it."""
        order = {self.near: 0, self.far: 1}
        low = {self.near: 0, self.far: 0}
        walked: list[int] = [self.far]
        stack = [(self.near, self.far, self.neighbours(self.far))]
        while stack:
            parent, node, rest = stack.pop()
            step = rest & -rest
            if step:
                stack.append((parent, node, rest ^ step))
                self._walk(step.bit_length() - 1, parent, node, order, low, walked, stack)
            elif stack:
                low[parent] = min(low[parent], low[node])
                if low[node] >= order[parent]:
                    del walked[walked.index(node) :]
        return sum(1 << node for node in walked if node != self.far)

    def _walk(
        self,
        to: int,
        parent: int,
        node: int,
        order: dict[int, int],
        low: dict[int, int],
        walked: list[int],
        stack: list[tuple[int, int, int]],
    ) -> None:
        if to == parent:
            return
        if to in order:
            low[node] = min(low[node], order[to])
            return
        order[to] = low[to] = len(order)
        walked.append(to)
        stack.append((node, to, self.neighbours(to)))


def _chordless(board: Compiled, start: int, goal: int, fleet: int, inside: int) -> bool:
    """Whether a chain without a short cut goes through the fleet; after enough steps the answer is yes.

    Chains without a short cut are walked from the fleet to the one shore; for each, some chain to the other
    shore is looked for that touches neither the first nor its waters (the shortest such has no short cut).
    """
    near, far = board.shore[start] & inside, board.shore[goal] & inside
    here = 1 << fleet
    patience = _PATIENCE
    stack = [(fleet, 0, inside & ~far & ~here)]
    while stack and patience:
        patience -= 1
        tip, chain, free = stack.pop()
        if near >> tip & 1:
            beside = here | chain
            for fleet_in_chain in members(chain):
                beside |= board.sea_to[fleet_in_chain]
            if _floods(board, fleet, far, inside & ~near & ~beside):
                return True
            continue
        rest = free & ~board.sea_to[tip]
        stack += [(to, chain | 1 << to, rest) for to in members(board.sea_to[tip] & free)]
    return not patience


def _floods(board: Compiled, fleet: int, far: int, free: int) -> bool:
    """Whether a chain from this fleet through free waters reaches the far shore."""
    if far >> fleet & 1:
        return True
    fresh, reached = board.sea_to[fleet] & free, 0
    while fresh:
        if fresh & far:
            return True
        reached |= fresh
        found = 0
        for at in members(fresh):
            found |= board.sea_to[at]
        fresh = found & free & ~reached
    return False
