"""The movement phase, resolved. Orders come in as integers that have been found legal; decisions go out.

The method is that of DATC chapter 5 and of "The Math of Adjudication" (Lucas B. Kruijswijk). Three kinds of
question are asked: does a move succeed, is a support given, is there a path for a convoyed army. Each is
answered by comparing strengths:

    attack   1 + supports; nothing without a path. Against a unit that stays: nothing when it is of the same
             power, and without the supports of its power.
    defend   1 + supports: of a move against the unit that comes head to head.
    prevent  1 + supports; nothing without a path, and nothing after losing a head-to-head battle.
    hold     of a province: 0 when empty or left, 1 when its unit failed to leave, else 1 + supports.

    A move succeeds when its attack is more than the hold of the province (or the defence of the unit that
    comes head to head) and more than the prevent strength of every other move to it. A support is cut by an
    attack with a path of another power, unless it comes from where the support is aimed; that one has to
    dislodge the unit. A path exists when the fleets that are not dislodged make a chain.

Answers depend on each other. First `_Glance` answers what follows from definite facts. What is left goes to
`_Settler`, which works with the least and the most a strength can be (5.E, partial information) and answers
a question as soon as both agree. What is still open then is a knot of questions that wait for each other. Its
possible answers are tried. Where all that hold good agree, they stand; where they do not, a knot without
convoys is a ring of moves, which succeeds, and a knot with convoys is a paradox, which goes to the rule the
game has chosen (5.F, backup rule). Nothing here calls itself deeper than a fixed depth: long chains and
rings are walked with a list.

House rules enter through numbers, `force` of a move, `guard` and `bulwark` of a province; through the tables
from `annex` on, which are empty in the standard rules; and through what the caller leaves out of the lists.
"""

from collections.abc import Iterable, Iterator, Sequence

from judge.rules.compiled import Compiled, members
from judge.rules.convoys import connects
from judge.rules.options import Options, Paradox, Routes

UNKNOWN, NO, YES = -1, 0, 1
NOBODY = NOWHERE = -1

_GLANCES = 5
"""Looks at what is open before the settler takes over; in real games one or two are enough."""
_TRIALS = 500
"""Suppositions spent on one knot before it goes to the backup rule unsolved."""
_SOLUTIONS = 32


class Turn:
    """What the resolver reads. Every table is by province; a unit is named by the province it stands in."""

    __slots__ = (
        "aim",
        "annex",
        "attackers",
        "backers",
        "board",
        "brittle",
        "bulwark",
        "carried",
        "crowded",
        "facing",
        "force",
        "front",
        "goal",
        "guard",
        "harried",
        "intricate",
        "meek",
        "open_to_all",
        "options",
        "origin",
        "owner",
        "spared",
        "stuck",
        "walkers",
        "warden",
        "yields",
    )

    def __init__(
        self,
        board: Compiled,
        options: Options,
        owner: list[int],
        goal: list[int],
        attackers: dict[int, list[int]],
        crowded: set[int],
    ) -> None:
        self.board = board
        self.options = options
        self.owner = owner
        """The power whose unit stands there, or NOBODY."""
        self.goal = goal
        """Where its unit moves to; NOWHERE for a unit that stays."""
        self.attackers = attackers
        """The moves to a province, without those that are stuck; absent when there are none."""
        self.crowded = crowded
        """Provinces to which more than one move comes, or did before one was withdrawn."""
        self.backers: dict[int, list[int]] = {}
        """The supports that fit what the unit does, its move or its staying; absent when there are none."""
        self.aim: dict[int, int] = {}
        """For a support that fits: the province it helps to attack or to hold."""
        self.stuck: list[int] = []
        """Moves that have no chain of fleets whatever happens: they fail, and meet nobody."""
        self.carried: dict[int, int] = {}
        """The fleets that carry an army; an army that walks is absent."""
        self.walkers = 0
        """Carried armies that walk when their convoy fails (4.A.3, with the fall-back)."""
        self.facing: dict[int, int] = {}
        """Whom a move meets head to head."""
        self.origin: dict[int, int] = {}
        """Where an attack comes from when not from its own province: a carried army's (Brannan, 4.A.4), or
        from a sub-tile."""
        self.yields: dict[int, int] = {}
        """Whose success takes a move's prevent strength away, beyond head-to-head battles (4.A.7)."""
        self.spared: frozenset[tuple[int, int]] = frozenset()
        """(army, supporter): while carried, the army does not cut that support (the editions' paradox
        rules)."""
        self.force: dict[int, int] = {}
        """What a move is worth beyond 1 before supports; absent for 0."""
        self.guard: dict[int, int] = {}
        """What is added to the hold of a province whose unit stays or fails to leave; absent for 0."""
        self.bulwark: dict[int, int] = {}
        """The hold of a province that is empty or left; absent for 0."""
        self.warden: dict[int, int] = {}
        """The power that a bulwark does not keep out."""
        self.annex: dict[int, int] = {}
        """A sub-tile, numbered like a province, whose unit holds the province when no other unit does."""
        self.front: dict[int, int] = {}
        """The province of a sub-tile whose guard is brittle: who attacks that attacks it."""
        self.open_to_all = 0
        """Provinces whose unit does not hold at all, supported or not; who comes in drives it out."""
        self.meek: frozenset[int] = frozenset()
        """Moves without strength: they succeed where nothing holds and nobody else comes, and stop nobody."""
        self.harried: dict[int, list[int]] = {}
        """For a support the moves that cut it although they go elsewhere."""
        self.brittle = 0
        """Provinces whose guard does not count against two foreign moves or more."""
        self.intricate: frozenset[int] = frozenset()
        """Provinces with something of the above, but for `guard` and `open_to_all`: a move there fights."""


def withdraw(table: dict[int, list[int]], province: int, at: int) -> None:
    """Take a unit from those that come to a province, or support the unit there."""
    table[province].remove(at)
    if not table[province]:
        del table[province]


class Decisions:
    """What the resolver decides: by province YES, NO, or UNKNOWN where the question does not arise."""

    __slots__ = ("given", "paradox", "path", "quiet", "won")

    def __init__(self, turn: Turn) -> None:
        self.won = [UNKNOWN] * len(turn.owner)
        """Whether a move succeeds."""
        self.given = self.won.copy()
        """Whether a support that fits is given."""
        self.path = dict.fromkeys(turn.carried, UNKNOWN)
        """Whether a carried army's convoy works."""
        self.paradox: set[int] = set()
        """Armies whose convoy was stopped by the rule for paradoxes."""
        self.quiet: dict[int, int] = {}
        """Provinces with the move that entered and met nobody; as far as the glance saw them."""
        for army in turn.stuck:
            self.won[army] = NO


def resolve(turn: Turn, glance: bool = True) -> Decisions:
    """Answer every question of the phase; the same comes out without the glance, only later."""
    decisions = Decisions(turn)
    if not (glance and _Glance(turn, decisions).settles_all()):
        _Settler(turn, decisions).run()
    return decisions


class _Glance:
    """Answers what follows from definite facts, which in real games is nearly everything.

    Left open are supports attacked from where they are aimed and convoys under attack, where it does not
    follow who is dislodged; what waits for them; some battles head to head, long chains of moves, and rings.
    """

    __slots__ = ("attackers", "backers", "given", "goal", "owner", "path", "quiet", "turn", "won")

    def __init__(self, turn: Turn, decisions: Decisions) -> None:
        self.turn = turn
        self.owner, self.goal = turn.owner, turn.goal
        self.attackers, self.backers = turn.attackers, turn.backers
        self.won, self.given, self.path = decisions.won, decisions.given, decisions.path
        self.quiet = decisions.quiet

    def settles_all(self) -> bool:
        """Answer what can be answered; whether nothing is left."""
        turn = self.turn
        convoys = self._convoys(turn.carried) if turn.carried else []
        supports = self._supports()
        if turn.force or turn.yields or turn.walkers or turn.options.brannan:
            return not turn.attackers
        fights, followers = self._plain_moves()
        for _ in range(_GLANCES):
            if fights:
                fights = [goal for goal in fights if not self._fight(goal)]
            if followers:
                followers = self._follow(followers, fights)
            if convoys:
                convoys = self._convoys(convoys)
            if supports:
                supports = [supporter for supporter in supports if self._cut(supporter) < 0]
            if not (fights or followers or convoys or supports):
                return True
        return False

    def _convoys(self, armies: Iterable[int]) -> list[int]:
        """Decide the convoys of which no fleet can be dislodged, or it is known which are; the others."""
        turn, path, attackers, won = self.turn, self.path, self.attackers, self.won
        left: list[int] = []
        for army in armies:
            fleets = [fleet for fleet in members(turn.carried[army]) if fleet in attackers]
            fates = [won[attacker] for fleet in fleets for attacker in attackers[fleet]]
            if UNKNOWN in fates:
                left.append(army)
            elif YES not in fates:
                path[army] = YES
            else:
                lost = [fleet for fleet in fleets if any(won[a] == YES for a in attackers[fleet])]
                path[army] = self._goes_round(army, lost)
        return left

    def _goes_round(self, army: int, lost: list[int]) -> int:
        """Whether a convoy works without some of its fleets (4.A.1)."""
        turn = self.turn
        if turn.options.routes is Routes.ALL_MUST_HOLD:
            return NO
        left = turn.carried[army]
        for fleet in lost:
            left &= ~(1 << fleet)
        return YES if connects(turn.board, army, self.goal[army], left) else NO

    def _supports(self) -> list[int]:
        """Give the supports that nobody attacks, and settle those whose attackers are plain; the others."""
        given, turn, attackers = self.given, self.turn, self.attackers
        left: list[int] = []
        for supporter in turn.aim:
            given[supporter] = YES
            if (supporter in attackers or supporter in turn.harried) and self._cut(supporter) < 0:
                left.append(supporter)
        return left

    def _plain_moves(self) -> tuple[list[int], list[int]]:
        """Answer for moves that meet nobody, and for moves that come alone to somebody who stays.

        Left are the provinces that are fought over, and those with a unit that moves away and one move to
        them: that follows.
        """
        turn, won, owner, goal_of = self.turn, self.won, self.owner, self.goal
        backers, quiet = self.backers, self.quiet
        fights: list[int] = []
        followers: list[int] = []
        special = {*turn.crowded, *turn.intricate, *[goal_of[army] for army in self.path]}
        for goal, movers in self.attackers.items():
            if goal in special:
                if not self._is_standoff(goal, movers):
                    fights.append(goal)
                continue
            move = movers[0]
            if owner[goal] < 0:
                won[move] = YES
                quiet[goal] = move
            elif goal_of[goal] < 0:
                if not (move in backers or turn.open_to_all >> goal & 1):
                    won[move] = NO
                elif not self._assault(move, owner[goal], self._hold(goal)):
                    fights.append(goal)
            elif goal_of[goal] == move:
                fights.append(goal)
            else:
                followers.append(goal)
        return fights, followers

    def _is_standoff(self, goal: int, movers: list[int]) -> bool:
        """Whether several moves without support meet each other and nobody else; then they all fail."""
        turn, won = self.turn, self.won
        if len(movers) == 1 or self.path or goal in turn.facing or goal in turn.intricate:
            return False
        if not self.backers.keys().isdisjoint(movers):
            return False
        for move in movers:
            won[move] = NO
        return True

    def _follow(self, followers: list[int], fights: list[int]) -> list[int]:
        """A move that comes alone gets in as soon as the unit there got away; else it has to fight."""
        won = self.won
        left: list[int] = []
        for goal in followers:
            fate = won[goal]
            if fate < 0:
                left.append(goal)
                continue
            move = self.attackers[goal][0]
            if fate == YES:
                won[move] = YES
                self.quiet[goal] = move
            elif move in self.backers or self.turn.open_to_all >> goal & 1:
                fights.append(goal)
            else:
                won[move] = NO
        return left

    def _cut(self, supporter: int) -> int:
        """Cut a support, or give it, if that is plain."""
        owner, turn, won, path = self.owner, self.turn, self.won, self.path
        power, aim, origin, answer = owner[supporter], turn.aim[supporter], turn.origin, YES
        if turn.force or supporter in turn.harried:
            self.given[supporter] = UNKNOWN
            return UNKNOWN
        for attacker in self.attackers[supporter]:
            if owner[attacker] == power:
                continue
            if path and attacker in path and (turn.spared or path[attacker] != YES):
                if turn.spared or path[attacker] == UNKNOWN:
                    answer = UNKNOWN
            elif won[attacker] == YES or (origin.get(attacker, attacker) if origin else attacker) != aim:
                answer = NO
                break
            elif won[attacker] < 0:
                answer = UNKNOWN
        self.given[supporter] = answer
        return answer

    def _strength(self, move: int) -> int:
        """A move's strength; UNKNOWN while a support or its convoy is open, 0 when that failed."""
        if move in self.path and self.path[move] != YES:
            return 0 if self.path[move] == NO else UNKNOWN
        if move not in self.backers:
            return 1
        strength, given = 1, self.given
        for supporter in self.backers[move]:
            answer = given[supporter]
            if answer < 0:
                return UNKNOWN
            strength += answer
        return strength

    def _against(self, move: int, strength: int, defender: int) -> int:
        """What is left of a known strength against a unit of this power (5.B.8)."""
        owner = self.owner
        if owner[move] == defender:
            return 0
        if move in self.backers:
            for supporter in self.backers[move]:
                if owner[supporter] == defender:
                    strength -= self.given[supporter]
        return strength

    def _fight(self, goal: int) -> bool:
        """Decide the moves to one province; False when not all facts are there."""
        turn, defender, hold = self.turn, self.owner[goal], 0
        if goal in turn.intricate and (turn.meek or turn.brittle >> goal & 1):
            return False
        movers, leaves = self.attackers[goal], self.goal[goal]
        if defender >= 0:
            if leaves < 0:
                hold = self._hold(goal)
            elif leaves in movers and turn.facing.get(goal) == leaves:
                return self._meet(goal, movers, defender)
            elif self.won[goal] == YES:
                defender = NOBODY
            elif self.won[goal] == NO:
                hold = self._kept(goal)
            else:
                return False
        if len(movers) > 1:
            return hold >= 0 and self._storm(movers, defender, hold, goal=goal)
        if defender < 0 and goal in turn.intricate:
            defender, hold = self._left(goal, self.owner[movers[0]])
        return self._assault(movers[0], defender, hold)

    def _left(self, goal: int, power: int) -> tuple[int, int]:
        """Who holds a province that is empty or left, against a move of a power, and with what.

        That is a bulwark, or the unit of its annex. The hold is UNKNOWN while that is open.
        """
        turn, annex = self.turn, self.turn.annex.get(goal, NOWHERE)
        wall = 0 if turn.warden.get(goal, NOBODY) == power else turn.bulwark.get(goal, 0)
        if annex < 0 or self.owner[annex] in (NOBODY, power) or self.won[annex] == YES:
            return NOBODY, wall
        if self.goal[annex] >= 0:
            hold = UNKNOWN if self.won[annex] < 0 else self._kept(annex)
        else:
            hold = self._hold(annex)
        return self.owner[annex], hold if hold < 0 else max(wall, hold)

    def _kept(self, province: int) -> int:
        """The hold of a province by its unit alone."""
        return 0 if self.turn.open_to_all >> province & 1 else 1 + self.turn.guard.get(province, 0)

    def _hold(self, province: int) -> int:
        """The hold of a province whose unit stays; UNKNOWN while a support is open."""
        turn, given = self.turn, self.given
        hold = self._kept(province) if turn.guard or turn.open_to_all else 1
        if hold and province in self.backers:
            for supporter in self.backers[province]:
                answer = given[supporter]
                if answer < 0:
                    return UNKNOWN
                hold += answer
        return hold

    def _storm(
        self, movers: list[int], defender: int, hold: int, repelled: int = NOWHERE, goal: int = NOWHERE
    ) -> bool:
        """The strongest move wins if no other is as strong and the province does not hold.

        One that has lost head to head without its foe winning keeps others out all the same.
        """
        best, top, second = NOWHERE, 0, 0
        for move in movers:
            strength = self._strength(move)
            if strength < 0:
                return False
            if strength > top:
                best, top, second = move, strength, top
            elif strength > second:
                second = strength
        if defender < 0 and goal in self.turn.intricate:
            defender, hold = self._left(goal, self.owner[best])
            if hold < 0:
                return False
        attack = self._against(best, top, defender) if top and defender >= 0 else top
        for move in movers:
            self.won[move] = NO
        if attack > hold and attack > second and best != repelled:
            self.won[best] = YES
        return True

    def _assault(self, move: int, defender: int, hold: int) -> bool:
        """A move that comes alone wins if the province does not hold; False when not all facts are there."""
        owner, given, attack = self.owner, self.given, 1
        if hold < 0:
            return False
        if move in self.path and self.path[move] != YES:
            self.won[move] = self.path[move]
            return self.path[move] == NO
        if move in self.backers:
            for supporter in self.backers[move]:
                answer = given[supporter]
                if answer < 0:
                    return False
                if owner[supporter] != defender:
                    attack += answer
        self.won[move] = YES if attack > hold and owner[move] != defender else NO
        return True

    def _meet(self, goal: int, movers: list[int], defender: int) -> bool:
        """A head-to-head battle, with whoever else moves to the province; decided where the loser stands."""
        foe = self.goal[goal]
        if self.won[goal] == YES:
            self.won[foe] = NO
            rest = [move for move in movers if move != foe]
            return not rest or self._storm(rest, NOBODY, 0, goal=goal)
        ours, theirs = self._strength(goal), self._strength(foe)
        if ours < 0 or theirs < 0 or self._against(goal, ours, self.owner[foe]) > theirs:
            return False
        kept, attack = self._kept(goal), self._against(foe, theirs, defender)
        if attack > max(ours, kept):
            rivals = [self._strength(move) for move in movers if move != foe]
            if UNKNOWN in rivals:
                return False
            if attack > max(rivals, default=0):
                for move in movers:
                    self.won[move] = NO
                self.won[goal], self.won[foe] = NO, YES
                return True
        self.won[goal] = self.won[foe] = NO
        return len(movers) == 1 or self._storm(movers, defender, kept, foe, goal)


class _Settler:
    """Settles what is open, with the least and the most that every strength can be.

    A question is a number: the province of the move or support; for a convoy's path, that of the army plus
    the number of provinces.
    """

    def __init__(self, turn: Turn, decisions: Decisions) -> None:
        self.turn = turn
        self.size = len(turn.owner)
        self.owner, self.goal = turn.owner, turn.goal
        self.attackers, self.backers = turn.attackers, turn.backers
        self.won, self.given, self.path = decisions.won, decisions.given, decisions.path
        self.paradox = decisions.paradox
        self.waiting: dict[int, list[int]] = {}

    def run(self) -> None:
        """Settle every open question; a knot is taken when it waits for nothing but itself."""
        opened = self._open()
        needs = {question: self._needs(question) for question in opened}
        for question, needed in needs.items():
            for other in needed:
                self.waiting.setdefault(other, []).append(question)
        self._spread(list(opened), None, [])
        for knot in _knots(self._still(opened), needs):
            self._untie(knot, needs)

    def _attackers(self, province: int) -> Sequence[int]:
        return self.attackers.get(province, ())

    def _backers(self, unit: int) -> Sequence[int]:
        return self.backers.get(unit, ())

    def _open(self) -> list[int]:
        moves = sorted([m for movers in self.attackers.values() for m in movers if self.won[m] < 0])
        supports = [s for s in self.turn.aim if self.given[s] < 0]
        paths = [self.size + p for p, answer in self.path.items() if answer < 0]
        return [*moves, *supports, *paths]

    def _still(self, questions: Iterable[int]) -> list[int]:
        return [question for question in questions if self.answer(question) < 0]

    def answer(self, question: int) -> int:
        """What is known of a question."""
        if question >= self.size:
            return self.path[question - self.size]
        return self.won[question] if self.goal[question] >= 0 else self.given[question]

    def _set(self, question: int, answer: int) -> None:
        if question >= self.size:
            self.path[question - self.size] = answer
        elif self.goal[question] >= 0:
            self.won[question] = answer
        else:
            self.given[question] = answer

    def _spread(self, queue: list[int], inside: set[int] | None, trail: list[int]) -> bool:
        """Answer what follows; False when an answer contradicts what was supposed."""
        while queue:
            question = queue.pop()
            known = self.answer(question)
            if known >= 0 and inside is None:
                continue
            answer = self._evaluate(question)
            if answer < 0 or answer == known:
                continue
            if known >= 0:
                return False
            self._set(question, answer)
            trail.append(question)
            waiting = self.waiting.get(question, ())
            queue += waiting if inside is None else [q for q in waiting if q in inside]
        return True

    # What a question needs, and its answer

    def _needs(self, question: int) -> list[int]:
        """The questions an answer may wait for; more than it does is no harm."""
        if question >= self.size:
            fleets = members(self.turn.carried[question - self.size])
            return [a for fleet in fleets for a in self._attackers(fleet)]
        if self.goal[question] >= 0:
            return self._needs_of_move(question)
        return [need for a in self._cutters(question) for need in (a, *self._road(a))]

    def _cutters(self, supporter: int) -> Sequence[int]:
        """The moves that may cut a support."""
        attackers, harried = self._attackers(supporter), self.turn.harried
        return [*attackers, *harried[supporter]] if supporter in harried else attackers

    def _road(self, move: int) -> list[int]:
        return [self.size + move] if move in self.path else []

    def _needs_of_move(self, move: int) -> list[int]:
        goal = self.goal[move]
        needs = [*self._backers(move), *self._road(move), *self._backers(goal)]
        if self.goal[goal] >= 0:
            needs += [goal, *self._road(goal)]
        if (annex := self.turn.annex.get(goal, NOWHERE)) >= 0:
            needs += [*self._backers(annex), *([annex] if self.goal[annex] >= 0 else [])]
        if (foe := self.turn.facing.get(move, NOWHERE)) >= 0:
            needs += [foe, *self._backers(foe), *self._road(foe)]
        for rival in self._attackers(goal):
            if rival != move:
                needs += [*self._backers(rival), *self._road(rival)]
                for winner in (self.turn.facing.get(rival), self.turn.yields.get(rival)):
                    needs += [] if winner is None else [winner, *self._road(winner)]
        return needs

    def _evaluate(self, question: int) -> int:
        if question >= self.size:
            return self._path(question - self.size)
        return self._move(question) if self.goal[question] >= 0 else self._support(question)

    def _path(self, army: int) -> int:
        """Whether the fleets that are not dislodged make a chain (4.A.1)."""
        carried = safe = hopeful = self.turn.carried[army]
        for fleet in members(carried):
            fates = [self.won[a] for a in self._attackers(fleet)]
            if YES in fates:
                hopeful &= ~(1 << fleet)
                safe &= ~(1 << fleet)
            elif UNKNOWN in fates:
                safe &= ~(1 << fleet)
        if self.turn.options.routes is Routes.ALL_MUST_HOLD:
            return NO if hopeful != carried else YES if safe == carried else UNKNOWN
        board, goal = self.turn.board, self.goal[army]
        if connects(board, army, goal, safe):
            return YES
        return UNKNOWN if safe != hopeful and connects(board, army, goal, hopeful) else NO

    def _support(self, supporter: int) -> int:
        """Cut by an attack from elsewhere, or by being dislodged (5.B.6; 6.D.15, 6.D.17)."""
        answer, aim, power = YES, self.turn.aim[supporter], self.owner[supporter]
        for attacker in self._cutters(supporter):
            if self.owner[attacker] == power:
                continue
            cut = self._cuts(attacker, supporter, aim)
            if cut == YES:
                return NO
            if cut == UNKNOWN:
                answer = UNKNOWN
        return answer

    def _cuts(self, attacker: int, supporter: int, aim: int) -> int:
        if (attacker, supporter) in self.turn.spared:
            walks = self._walks(attacker)
            if walks != YES:
                return walks
        if self.turn.origin.get(attacker, attacker) == aim:
            return self.won[attacker]
        if self.turn.force.get(attacker, 0) < 0:
            least, most = self._attack(attacker)
            return YES if least > 0 else NO if most <= 0 else UNKNOWN
        return self._arrives(attacker)

    def _arrives(self, move: int) -> int:
        """Whether a move gets to its goal at all, to fight there."""
        return YES if self.turn.walkers >> move & 1 else self.path.get(move, YES)

    def _walks(self, move: int) -> int:
        if move not in self.path:
            return YES
        if not self.turn.walkers >> move & 1:
            return NO
        path = self.path[move]
        return UNKNOWN if path < 0 else 1 - path

    def _meets(self, move: int) -> int:
        """Whether a move really runs into the unit it faces: not when either is carried past the other."""
        foe = self.turn.facing.get(move)
        if foe is None:
            return NO
        sides = [self._walks(side) for side in (move, foe) if self.turn.walkers >> side & 1]
        return NO if NO in sides else UNKNOWN if UNKNOWN in sides else YES

    def _move(self, move: int) -> int:
        """Attack against hold or defence, and against the prevent strength of every rival."""
        goal = self.goal[move]
        if move in self.turn.meek:
            return self._slips_in(move, goal)
        least, most = self._attack(move)
        against_least, against_most = self._opposed(move, goal)
        if most <= against_least:
            return NO
        sure = least > against_most
        for rival in self._attackers(goal):
            if rival != move:
                prevent_least, prevent_most = self._prevent(rival)
                if most <= prevent_least:
                    return NO
                sure = sure and least > prevent_most
        return YES if sure else UNKNOWN

    def _slips_in(self, move: int, goal: int) -> int:
        """Whether a meek move finds a province that nothing holds and nobody else gets to."""
        arrives = self._arrives(move)
        least, most = self._hold(goal, self.owner[move])
        if self.owner[goal] >= 0 and self.won[goal] != YES:
            most = max(most, 1)
            least = max(least, int(self.goal[goal] < 0 or self.won[goal] == NO))
        for rival in self._attackers(goal):
            if rival != move:
                meek = rival in self.turn.meek
                rival_least, rival_most = (self._arrives(rival),) * 2 if meek else self._prevent(rival)
                least, most = max(least, rival_least), max(most, abs(rival_most))
        if arrives == NO or least > 0:
            return NO
        return YES if arrives == YES and most == 0 else UNKNOWN

    def _opposed(self, move: int, goal: int) -> tuple[int, int]:
        meets = self._meets(move)
        hold = self._hold(goal, self.owner[move])
        if meets == NO:
            return hold
        defend = self._strength(self.turn.facing[move])
        both = max(defend[0], hold[0]), max(defend[1], hold[1])
        return both if meets == YES else (min(hold[0], both[0]), both[1])

    def _strength(self, move: int, without: int = NOBODY) -> tuple[int, int]:
        """The least and the most that a move is worth, with supports that are not of one power."""
        least = most = 1 + self.turn.force.get(move, 0)
        for supporter in self._backers(move):
            if self.owner[supporter] != without:
                answer = self.given[supporter]
                least += answer == YES
                most += answer != NO
        return least, most

    def _attack(self, move: int) -> tuple[int, int]:
        arrives = self._arrives(move)
        if arrives == NO:
            return 0, 0
        least, most = self._assault(move, self.goal[move])
        return (least, most) if arrives == YES else (0, most)

    def _assault(self, move: int, goal: int) -> tuple[int, int]:
        """The attack strength of a move that arrives (5.B.8): full only when the unit there has left."""
        defender = self.owner[goal]
        if defender < 0:
            return self._free(move, goal)
        against = (0, 0) if defender == self.owner[move] else self._strength(move, defender)
        meets = self._meets(move) if self.turn.facing.get(move) == goal else NO
        if self.goal[goal] < 0 or meets == YES or self.won[goal] == NO:
            return against
        free = self._free(move, goal)
        if self.won[goal] == YES and meets == NO:
            return free
        return min(against[0], free[0]), max(against[1], free[1])

    def _free(self, move: int, goal: int) -> tuple[int, int]:
        """The attack strength once the unit there has left: full, unless one of an annex takes its place."""
        full = self._strength(move)
        annex = self.turn.annex.get(goal, NOWHERE)
        if annex < 0 or self.owner[annex] in (NOBODY, self.owner[move]):
            return full
        against = self._strength(move, self.owner[annex])
        if self.goal[annex] < 0 or self.won[annex] == NO:
            return against
        return full if self.won[annex] == YES else (against[0], full[1])

    def _hold(self, province: int, power: int) -> tuple[int, int]:
        """The hold strength of a province (5.B.5) against a move of a power."""
        left = self._left(province, power) if province in self.turn.intricate else (0, 0)
        if self.owner[province] < 0:
            return left
        kept = self._kept(province)
        if self.goal[province] < 0:
            least, most = kept
            if self.turn.open_to_all >> province & 1:
                return kept
            for supporter in self._backers(province):
                least += self.given[supporter] == YES
                most += self.given[supporter] != NO
            return least, most
        fate = self.won[province]
        if fate == UNKNOWN:
            return min(left[0], kept[0]), max(left[1], kept[1])
        return left if fate == YES else kept

    def _kept(self, province: int) -> tuple[int, int]:
        """The hold of a province by its unit alone."""
        turn = self.turn
        if turn.open_to_all >> province & 1:
            return 0, 0
        kept = 1 + turn.guard.get(province, 0)
        if not turn.brittle >> province & 1:
            return kept, kept
        attackers = self._attackers(turn.front.get(province, province))
        foreign = [a for a in attackers if self.owner[a] != self.owner[province]]
        arrived = [self._arrives(attacker) for attacker in foreign]
        least = kept if len(arrived) - arrived.count(NO) < 2 else 1
        return least, 1 if arrived.count(YES) > 1 else kept

    def _left(self, province: int, power: int) -> tuple[int, int]:
        """What holds a province that is empty or left: a bulwark, or the unit of its annex."""
        turn = self.turn
        wall = 0 if turn.warden.get(province, NOBODY) == power else turn.bulwark.get(province, 0)
        annex = turn.annex.get(province, NOWHERE)
        if annex < 0 or self.owner[annex] in (NOBODY, power):
            return wall, wall
        least, most = self._hold(annex, power)
        return max(wall, least), max(wall, most)

    def _prevent(self, move: int) -> tuple[int, int]:
        """The strength with which a move keeps others out (5.B.7); none once it has lost head to head."""
        arrives = self._arrives(move)
        beaten = self._beaten(move)
        if arrives == NO or beaten == YES or move in self.turn.meek:
            return 0, 0
        least, most = self._strength(move)
        return (least, most) if arrives == YES and beaten == NO else (0, most)

    def _beaten(self, move: int) -> int:
        foe = self.turn.yields.get(move)
        if foe is not None:
            return self.won[foe]
        meets = self._meets(move)
        if meets == NO:
            return NO
        fate = self.won[self.turn.facing[move]]
        return fate if meets == YES or fate == NO else UNKNOWN

    # Knots: questions that wait for each other

    def _untie(self, knot: list[int], needs: dict[int, list[int]]) -> None:
        """Settle a knot; answering part of it may leave smaller ones."""
        rest = self._still(knot)
        while rest:
            first = next(_knots(rest, needs))
            self._settle(first)
            rest = self._still(rest)

    def _settle(self, knot: list[int]) -> None:
        knot.sort(key=lambda question: (question < self.size, question))
        solutions, complete = self._solutions(knot)
        agreed = self._agreed(knot, solutions) if complete else {}
        paths = [question - self.size for question in knot if question >= self.size]
        if agreed:
            answers = agreed
        elif paths:
            answers = self._stop_convoys(knot, paths)
        elif solutions:
            # A ring: of the outcomes that hold good, the one in which the most succeeds (6.C.1 to 6.C.3).
            answers = max(solutions, key=lambda solution: sum(solution.values()))
        else:
            answers = self._stay(knot)
        fresh = [question for question, answer in answers.items() if self.answer(question) < 0]
        for question in fresh:
            self._set(question, answers[question])
        self._spread([w for q in fresh for w in self.waiting.get(q, ())], None, [])

    def _agreed(self, knot: list[int], solutions: list[dict[int, int]]) -> dict[int, int]:
        return {
            question: solutions[0][question]
            for question in knot
            if solutions and len({solution[question] for solution in solutions}) == 1
        }

    def _stop_convoys(self, knot: list[int], armies: list[int]) -> dict[int, int]:
        """The backup rule for paradoxes: Szykman's also where an edition's own rule is silent (4.A.2)."""
        self.paradox.update(armies)
        answers = dict.fromkeys((self.size + army for army in armies), NO)
        if self.turn.options.paradox is Paradox.ALL_HOLD:
            answers |= {q: NO for q in knot if q < self.size and self.goal[q] >= 0}
        return answers

    def _stay(self, knot: list[int]) -> dict[int, int]:
        """No outcome holds good, though no convoy is in doubt: whoever has no strength stays, or else all do.

        A sub-tile can bring this about: a province may be held better once its unit has left it.
        """
        meek = [question for question in knot if question in self.turn.meek]
        self.paradox.update(meek)
        moves = meek or [question for question in knot if self.goal[question] >= 0]
        return dict.fromkeys(moves or knot[:1], NO)

    def _solutions(self, knot: list[int]) -> tuple[list[dict[int, int]], bool]:
        """The outcomes of a knot that hold good, and whether all were found."""
        inside, found, trials = set(knot), list[dict[int, int]](), _TRIALS
        trails: list[list[int]] = []
        todo = [(0, knot[0], NO), (0, knot[0], YES)]
        while todo and trials and len(found) < _SOLUTIONS:
            depth, question, answer = todo.pop()
            trials -= 1
            self._undo(trails, depth)
            trails.append([])
            if not self._suppose(question, answer, inside, trails[-1]):
                continue
            open_one = next((q for q in knot if self.answer(q) < 0), None)
            if open_one is None:
                found.append({q: self.answer(q) for q in knot})
            else:
                todo += [(depth + 1, open_one, NO), (depth + 1, open_one, YES)]
        self._undo(trails, 0)
        return found, not todo

    def _suppose(self, question: int, answer: int, inside: set[int], trail: list[int]) -> bool:
        self._set(question, answer)
        trail.append(question)
        return self._spread(
            [question, *(q for q in self.waiting.get(question, ()) if q in inside)], inside, trail
        )

    def _undo(self, trails: list[list[int]], depth: int) -> None:
        while len(trails) > depth:
            for question in trails.pop():
                self._set(question, UNKNOWN)


def _knots(questions: list[int], needs: dict[int, list[int]]) -> Iterator[list[int]]:
    """The strongly connected parts of what is open, each after all that it waits for (Tarjan)."""
    inside = set(questions)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    done: set[int] = set()
    for root in questions:
        if root in index:
            continue
        work = [(root, iter([n for n in needs[root] if n in inside]))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            question, rest = work[-1]
            for need in rest:
                if need not in index:
                    index[need] = low[need] = len(index)
                    path.append(need)
                    work.append((need, iter([n for n in needs[need] if n in inside])))
                    break
                if need not in done:
                    low[question] = min(low[question], index[need])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[question])
                if low[question] == index[question]:
                    knot = _cut_off(path, question)
                    done.update(knot)
                    yield knot


def _cut_off(path: list[int], question: int) -> list[int]:
    knot = [path.pop()]
    while knot[-1] != question:
        knot.append(path.pop())
    return knot
