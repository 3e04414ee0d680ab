"""The strengths of a movement phase once everything is decided: what each move and each province came to."""

from judge.rules.movement import NO, YES, Decisions, Turn


class Strengths:
    """Final strengths; a unit is named by the province it started in."""

    def __init__(self, turn: Turn, decisions: Decisions) -> None:
        self.turn = turn
        self.won, self.given, self.path = decisions.won, decisions.given, decisions.path
        self.paradox = decisions.paradox
        self.winner = {turn.goal[p]: p for p, fate in enumerate(self.won) if fate == YES}
        """By province the move that entered it."""
        self._rivals: dict[int, list[tuple[int, int]]] = {}

    def rivalry(self, move: int) -> int | None:
        """The greatest prevent strength of the other moves to the same province; None when there are none."""
        goal = self.turn.goal[move]
        rivals = self.turn.attackers[goal]
        if len(rivals) == 1:
            return None
        if goal not in self._rivals:
            self._rivals[goal] = sorted(((self.prevent(r), r) for r in rivals), reverse=True)[:2]
        (strength, first), (other, _) = self._rivals[goal]
        return other if first == move else strength

    def dislodger(self, at: int) -> int | None:
        """The move that drove out the unit of a province."""
        return None if self.won[at] == YES else self.winner.get(at)

    def contested(self) -> list[int]:
        """Provinces left empty by a bounce.

        A convoy that failed and a move beaten head to head contest nothing (6.F.7, 6.H.9); nor does a
        crossing at no strength.
        """
        return [
            at
            for at, attackers in self.turn.attackers.items()
            if at not in self.winner
            and (self.turn.owner[at] < 0 or self.won[at] == YES)
            and any(self.prevent(move) > 0 for move in attackers)
        ]

    def backing(self, at: int) -> list[int]:
        return [s for s in self.turn.backers.get(at, ()) if self.given[s] == YES]

    def holding(self, at: int) -> list[int]:
        return self.backing(at) if self.turn.goal[at] < 0 else []

    def arrives(self, move: int) -> int:
        return YES if self.turn.walkers >> move & 1 else self.path.get(move, YES)

    def walks(self, move: int) -> bool:
        if move not in self.path:
            return True
        return bool(self.turn.walkers >> move & 1) and self.path[move] == NO

    def meets(self, move: int) -> bool:
        foe = self.turn.facing.get(move)
        if foe is None:
            return False
        return all(self.walks(side) for side in (move, foe) if self.turn.walkers >> side & 1)

    def strength(self, move: int, without: int = -1) -> int:
        base = 1 + self.turn.force.get(move, 0)
        return base + sum(self.turn.owner[s] != without for s in self.backing(move))

    def attack(self, move: int) -> int:
        if self.arrives(move) == NO:
            return 0
        goal = self.turn.goal[move]
        defender = self.turn.owner[goal]
        if defender < 0 or self.won[goal] == YES:
            return self.strength(move)
        return 0 if defender == self.turn.owner[move] else self.strength(move, defender)

    def prevent(self, move: int) -> int:
        if self.arrives(move) == NO:
            return 0
        foe = self.turn.yields.get(move, self.turn.facing[move] if self.meets(move) else -1)
        return 0 if foe >= 0 and self.won[foe] == YES else self.strength(move)

    def hold(self, province: int) -> int:
        if self.turn.owner[province] < 0 or self.won[province] == YES:
            return self.turn.bulwark.get(province, 0)
        return 1 + self.turn.guard.get(province, 0) + len(self.holding(province))
