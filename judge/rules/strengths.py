"""The strengths of a movement phase once everything is decided: what each move and each province came to."""

from judge.rules.movement import NO, YES, Decisions, Turn


class Strengths:
    """Final strengths; a unit is named by the province it started in."""

    def __init__(self, turn: Turn, decisions: Decisions) -> None:
        self.turn = turn
        self.won, self.given, self.path = decisions.won, decisions.given, decisions.path
        self.paradox = decisions.paradox
        self.quiet = decisions.quiet
        self.winner: dict[int, int] = {}
        """By province the move that entered it, but for those that are quiet."""
        self.fights: dict[int, list[int]] = {}
        """The moves to a province, but for those that met nobody: alone to where no unit stayed."""
        self.driven_out: list[int] = []
        """The units that were dislodged."""
        self._vacant: list[int] = []
        """Provinces that nobody stayed in and no move entered."""
        self._look()
        self._rivals: dict[int, list[tuple[int, int]]] = {}

    def _look(self) -> None:
        won, owner, quiet = self.won, self.turn.owner, self.quiet
        attackers, winner, fights = self.turn.attackers, self.winner, self.fights
        for goal in sorted([goal for goal in attackers if goal not in quiet]):
            movers = attackers[goal]
            for move in movers:
                if won[move] == YES:
                    winner[goal] = move
            if owner[goal] >= 0 and won[goal] != YES:
                fights[goal] = movers
                if goal in winner:
                    self.driven_out.append(goal)
            elif goal not in winner:
                fights[goal] = movers
                self._vacant.append(goal)
            elif len(movers) > 1:
                fights[goal] = movers

    def entrant(self, province: int) -> int | None:
        """The move that entered a province."""
        return self.quiet[province] if province in self.quiet else self.winner.get(province)

    def rivalry(self, move: int) -> int | None:
        """The greatest prevent strength of the other moves to the same province; None when there are none."""
        goal = self.turn.goal[move]
        rivals = self.turn.attackers[goal]
        if len(rivals) == 1:
            return None
        if len(rivals) == 2:
            return self.prevent(rivals[0] if rivals[1] == move else rivals[1])
        if goal not in self._rivals:
            self._rivals[goal] = sorted(((self.prevent(r), r) for r in rivals), reverse=True)[:2]
        (strength, first), (other, _) = self._rivals[goal]
        return other if first == move else strength

    def contested(self) -> list[int]:
        """Provinces left empty by a bounce.

        A convoy that failed and a move beaten head to head contest nothing (6.F.7, 6.H.9); nor does a
        crossing at no strength.
        """
        fights, prevent = self.fights, self.prevent
        return [at for at in self._vacant if any(prevent(move) > 0 for move in fights[at])]

    def backing(self, at: int) -> list[int]:
        """The supports that were given to a unit, for its move or for its staying."""
        return [s for s in self.turn.backers.get(at, ()) if self.given[s] == YES]

    def holding(self, at: int) -> list[int]:
        """The supports that were given to a unit that stays."""
        return self.backing(at) if self.turn.goal[at] < 0 else []

    def arrives(self, move: int) -> int:
        """Whether a move got to its goal, to fight there."""
        return YES if self.turn.walkers >> move & 1 else self.path.get(move, YES)

    def walks(self, move: int) -> bool:
        """Whether a move went without a convoy."""
        if move not in self.path:
            return True
        return bool(self.turn.walkers >> move & 1) and self.path[move] == NO

    def meets(self, move: int) -> bool:
        """Whether a move met a unit head to head."""
        foe = self.turn.facing.get(move)
        if foe is None:
            return False
        return all(self.walks(side) for side in (move, foe) if self.turn.walkers >> side & 1)

    def strength(self, move: int, without: int = -1) -> int:
        """What a move is worth with its supports, except those of one power."""
        turn = self.turn
        strength = 1 + turn.force[move] if move in turn.force else 1
        if move in turn.backers:
            given, owner = self.given, turn.owner
            for supporter in turn.backers[move]:
                if given[supporter] == YES and owner[supporter] != without:
                    strength += 1
        return strength

    def attack(self, move: int) -> int:
        """The attack strength of a move."""
        turn = self.turn
        if (move in self.path and self.arrives(move) == NO) or move in turn.meek:
            return 0
        goal, owner = turn.goal[move], turn.owner
        defender = owner[goal]
        if defender < 0 or (self.won[goal] == YES and not self.meets(move)):
            keeper = self.keeper(goal) if goal in turn.annex else -1
            own = keeper < 0 or owner[keeper] == owner[move]
            return self.strength(move) if own else self.strength(move, owner[keeper])
        return 0 if defender == owner[move] else self.strength(move, defender)

    def keeper(self, province: int) -> int:
        """The unit that holds a province: its own unless that left, else that of its annex; -1 for none."""
        turn = self.turn
        for at in (province, turn.annex.get(province, -1)):
            if at >= 0 and turn.owner[at] >= 0 and self.won[at] != YES:
                return at
        return -1

    def prevent(self, move: int) -> int:
        """The prevent strength of a move."""
        if (move in self.path and self.arrives(move) == NO) or move in self.turn.meek:
            return 0
        turn = self.turn
        foe = turn.yields.get(move)
        if foe is None and move in turn.facing and self.meets(move):
            foe = turn.facing[move]
        return 0 if foe is not None and self.won[foe] == YES else self.strength(move)

    def hold(self, province: int, power: int = -1) -> int:
        """The hold strength of a province against a move of a power."""
        turn = self.turn
        if turn.owner[province] < 0 or self.won[province] == YES:
            return self._left(province, power) if province in turn.intricate else 0
        return self.stand(province)

    def stand(self, province: int) -> int:
        """The hold strength of a province whose unit is still there."""
        turn = self.turn
        if turn.open_to_all >> province & 1:
            return 0
        hold = 1 + self._guard(province) if province in turn.guard else 1
        if province in turn.backers and turn.goal[province] < 0:
            given = self.given
            for supporter in turn.backers[province]:
                hold += given[supporter] == YES
        return hold

    def _guard(self, province: int) -> int:
        turn = self.turn
        guard = turn.guard[province]
        if guard and turn.brittle >> province & 1:
            attackers = turn.attackers.get(turn.front.get(province, province), ())
            foreign = [a for a in attackers if turn.owner[a] != turn.owner[province]]
            return 0 if sum(self.arrives(attacker) for attacker in foreign) > 1 else guard
        return guard

    def _left(self, province: int, power: int) -> int:
        turn = self.turn
        wall = 0 if turn.warden.get(province, -1) == power else turn.bulwark.get(province, 0)
        keeper = self.keeper(province)
        if keeper < 0 or turn.owner[keeper] == power:
            return wall
        return max(wall, self.hold(keeper))
