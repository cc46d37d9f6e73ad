"""The rules of mill a second time, as naively as possible: an oracle for the native rules.

Written from docs/mill-rules.md alone, with sets, dicts and loops. It shares nothing with plyground, not even names of
points, so that a mistake has to be made twice to go unseen. A test loads it by its path.

    rules = NaiveMill(Rules())
    state = rules.start()
    while rules.result(state) is None:
        state = random.choice(list(rules.moves(state).values()))
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

Line: TypeAlias = tuple[str, str, str]  # end, middle, end
Board: TypeAlias = dict[str, str]  # point -> side, only men that belong to a side
Outcome: TypeAlias = tuple[str | None, str]  # winner, or None for a draw, and the termination code

SIDES = ("white", "black")
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Capture:
    """One kind of special capture: whether it exists, on which lines, in which phases, and for whom."""

    enabled: bool = False
    sides: bool = True
    spokes: bool = True
    diagonals: bool = True
    placing: bool = True
    moving: bool = True
    few_only: bool = False


@dataclass(frozen=True)
class Rules:
    """Every option of docs/mill-rules.md under its own name. Combinations are not checked."""

    board: str = "three-ring"
    men: int = 9
    fly_at: int = 3  # 0: never
    lose_below: int = 3
    mill_action_while_placing: str = "remove"
    move_while_placing: bool = False
    second_player_moves_first: bool = False
    removals_per_move: str = "one"
    take_from_mills: str = "if-all"
    no_repeated_mill: bool = False
    one_time_mill: bool = False
    full_board: str = "first-loses"
    stop_placing_with_two_empty: bool = False
    blocked: str = "loses"
    no_removal_draw_plies: int = 100
    endgame_draw_plies: int = 100
    repetition: str = "third"
    custodian: Capture = Capture()
    intervention: Capture = Capture()
    leap: Capture = Capture()
    special_capture_ignores_mills: bool = True
    centre_opening: bool = True


@dataclass(frozen=True)
class State:
    """All that the next turns depend on. Fields that mean nothing at the moment hold their default."""

    men: frozenset[tuple[str, str]]  # (point, side); marked men are not among them
    marked: frozenset[str] = NOTHING
    hand_white: int = 0
    hand_black: int = 0
    side: str = "white"
    mover: str = "white"  # whose ordinary turn is next
    due_white: int = 0
    due_black: int = 0
    due_kind: str = "enemy"  # what is owed: 'enemy', 'own' or 'adjacent'
    first: str = "white"  # who removes first; only while both owe
    counter: int = 0  # plies without a placement or a removal
    used_white: frozenset[Line] = frozenset()  # only with one_time_mill
    used_black: frozenset[Line] = frozenset()
    last_mill_white: tuple[str, str] | None = None  # (from, to), only with no_repeated_mill
    last_mill_black: tuple[str, str] | None = None
    ended: Outcome | None = None  # decided by full_board when placing ended

    def hand(self, side: str) -> int:
        return self.hand_white if side == "white" else self.hand_black

    def due(self, side: str) -> int:
        return self.due_white if side == "white" else self.due_black

    def used(self, side: str) -> frozenset[Line]:
        return self.used_white if side == "white" else self.used_black

    def last_mill(self, side: str) -> tuple[str, str] | None:
        return self.last_mill_white if side == "white" else self.last_mill_black

    def is_placing(self) -> bool:
        return self.hand_white > 0 or self.hand_black > 0

    def count(self, side: str) -> int:
        """The side's men: on the board and in its hand."""
        return sum(1 for _, owner in self.men if owner == side) + self.hand(side)


class Landing(NamedTuple):
    """How an ordinary turn puts a man on a point, before anything is removed."""

    origin: str | None  # None: from the hand
    target: str
    leapt: str | None = None


class Effect(NamedTuple):
    """What a landing does to the enemy: men off the board, men out of its hand, removals it owes, another turn."""

    removed: frozenset[str] = NOTHING
    from_hand: int = 0
    owed: int = 0
    again: bool = False


def other(side: str) -> str:
    return "black" if side == "white" else "white"


class NaiveMill:
    """The game under one set of rules.

    `points` stand in board order, `lines` are listed by kind, `neighbours` say where a man may step.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.points: list[str] = []
        self.centre: str | None = None
        self.lines: dict[str, list[Line]] = {"sides": [], "spokes": [], "diagonals": []}
        self.neighbours: dict[str, set[str]] = {}
        self._draw_board()
        self.all_lines = [(kind, line) for kind, lines in self.lines.items() for line in lines]
        self.lines_through = {
            point: [(kind, line) for kind, line in self.all_lines if point in line] for point in self.points
        }

    # The board.

    def _draw_board(self) -> None:
        board = self.rules.board
        ring_count = {"three": 1, "three-plain": 1, "two-ring": 2, "two-ring-centre": 2}.get(board, 3)
        clock = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

        def name(x: int, y: int) -> str:
            return "abcdefg"[ring_count + x] + str(ring_count + 1 + y)

        rings = [[name(x * size, y * size) for x, y in clock] for size in range(1, ring_count + 1)]
        if board in ("three", "three-plain", "two-ring-centre"):
            self.centre = name(0, 0)
            self.points.append(self.centre)
        for ring in rings:
            self.points.extend(ring)
            for corner in (1, 3, 5, 7):
                self.lines["sides"].append((ring[corner], ring[(corner + 1) % 8], ring[(corner + 2) % 8]))
        if self.centre is not None:
            inner = rings[0]
            self.lines["spokes"] += [(inner[0], self.centre, inner[4]), (inner[2], self.centre, inner[6])]
            if board == "three":
                self.lines["diagonals"] += [(inner[1], self.centre, inner[5]), (inner[3], self.centre, inner[7])]
        if ring_count == 3:
            self.lines["spokes"] += [(rings[0][i], rings[1][i], rings[2][i]) for i in (0, 2, 4, 6)]
            if board == "three-ring-diagonal":
                self.lines["diagonals"] += [(rings[0][i], rings[1][i], rings[2][i]) for i in (1, 3, 5, 7)]

        pairs = [(middle, end) for lines in self.lines.values() for a, middle, b in lines for end in (a, b)]
        if ring_count == 2:
            pairs += [(rings[0][i], rings[1][i]) for i in (0, 2, 4, 6)]
        self.neighbours = {point: set() for point in self.points}
        for one, two in pairs:
            self.neighbours[one].add(two)
            self.neighbours[two].add(one)

    def start(self) -> State:
        return State(men=frozenset(), hand_white=self.rules.men, hand_black=self.rules.men)

    # Questions about a board.

    def _is_mill(self, board: Board, line: Line, side: str) -> bool:
        return all(board.get(point) == side for point in line)

    def _in_mill(self, board: Board, point: str) -> bool:
        return any(self._is_mill(board, line, board[point]) for _, line in self.lines_through[point])

    def _removable(self, board: Board, owner: str) -> set[str]:
        """The men of `owner` that `take_from_mills` lets the enemy remove."""
        men = {point for point, side in board.items() if side == owner}
        if self.rules.take_from_mills == "always":
            return men
        free = {point for point in men if not self._in_mill(board, point)}
        if self.rules.take_from_mills == "if-all" and not free:
            return men
        return free

    def _removal_sets(self, board: Board, owner: str, number: int) -> set[frozenset[str]]:
        """Every set that `number` removals, one after the other, may take; smaller when they run out."""
        candidates = self._removable(board, owner) if number > 0 else set()
        if not candidates:
            return {NOTHING}
        sets = set()
        for point in candidates:
            rest = {place: side for place, side in board.items() if place != point}
            sets |= {further | {point} for further in self._removal_sets(rest, owner, number - 1)}
        return sets

    def _adjacent(self, board: Board, remover: str) -> set[str]:
        """The enemy men that stand next to a man of `remover`."""
        return {
            point
            for point, side in board.items()
            if side != remover and any(board.get(near) == remover for near in self.neighbours[point])
        }

    def _empty(self, state: State) -> list[str]:
        taken = {point for point, _ in state.men} | state.marked
        return [point for point in self.points if point not in taken]

    # Results.

    def result(self, state: State) -> Outcome | None:
        """How the game has ended, or None. Repetition belongs to the record and is not looked at."""
        decided = self._decided(state)
        if decided is not None:
            return decided
        if state.counter >= self._draw_plies(state):
            return None, "no_removal"
        return None

    def _draw_plies(self, state: State) -> int:
        plies = self.rules.no_removal_draw_plies
        if min(state.count(side) for side in SIDES) <= 3:
            plies = min(plies, self.rules.endgame_draw_plies)
        return plies

    def _decided(self, state: State) -> Outcome | None:
        """A result that leaves no turn to make."""
        if state.ended is not None:
            return state.ended
        side, enemy = state.side, other(state.side)
        if state.count(side) < self.rules.lose_below:  # also when both have too few
            return enemy, "few_men"
        if state.count(enemy) < self.rules.lose_below:
            return side, "few_men"
        if self._is_blocked(state):
            if self.rules.blocked == "draw":
                return None, "no_moves"
            if self.rules.blocked == "loses":
                return enemy, "no_moves"
            if self.rules.blocked != "passes" and not self._adjacent(dict(state.men), side):
                return enemy, "no_moves"
        return None

    def _is_blocked(self, state: State) -> bool:
        owed = state.due_white + state.due_black
        return owed == 0 and state.mover == state.side and not self._landings(state)

    # Turns.

    def moves(self, state: State) -> dict[str, State]:
        """Every legal turn: its token and the state after it, sorted by token. Empty when the game is decided."""
        if self._decided(state) is not None:
            return {}
        return dict(sorted(self._turns(state).items()))

    def _turns(self, state: State) -> dict[str, State]:
        side, enemy = state.side, other(state.side)
        if state.due(side) > 0 and (state.due(enemy) == 0 or state.first == side):
            return self._owed_turns(state)
        if state.due(enemy) > 0 or state.mover != side:
            return {"pass": self._end_turn(state, state, quiet=True)}
        landings = self._landings(state)
        if not landings:
            return self._blocked_turns(state)
        turns: dict[str, State] = {}
        for landing in landings:
            for effect in self._effects(state, landing):
                turns[self._token(landing, effect.removed)] = self._ordinary_turn(state, landing, effect)
        return turns

    def _owed_turns(self, state: State) -> dict[str, State]:
        """The side to move pays one removal that it owes (rule 2)."""
        side = state.side
        board = dict(state.men)
        if state.due_kind == "own":
            targets = {point for point, owner in board.items() if owner == side}
        elif state.due_kind == "adjacent":
            targets = self._adjacent(board, side)
        else:
            targets = self._removable(board, other(side))
        if not targets:
            return {"pass": self._end_turn(state, _with_due(state, side, 0), quiet=True)}
        paid = _with_due(state, side, state.due(side) - 1)
        return {f"x{point}": self._removal_turn(state, paid, point) for point in targets}

    def _blocked_turns(self, state: State) -> dict[str, State]:
        """The side to move has no ordinary turn, and `blocked` gives it another."""
        side, enemy = state.side, other(state.side)
        if self.rules.blocked == "passes":
            return {"pass": self._end_turn(state, replace(state, mover=enemy), quiet=True)}
        if self.rules.blocked == "removes-and-passes":
            after = replace(state, mover=enemy)
        elif self.rules.blocked == "both-remove":
            after = replace(_with_due(state, enemy, 1), due_kind="adjacent")
        else:
            after = state
        return {f"x{point}": self._removal_turn(state, after, point) for point in self._adjacent(dict(state.men), side)}

    def _removal_turn(self, before: State, after: State, point: str) -> State:
        men = frozenset(man for man in after.men if man[0] != point)
        return self._end_turn(before, replace(after, men=men), quiet=False)

    # Ordinary turns: where a man may land.

    def _landings(self, state: State) -> list[Landing]:
        side, rules = state.side, self.rules
        empty = self._empty(state)
        landings = []
        if state.hand(side) > 0:
            opening = not state.men and state.hand_white == state.hand_black == rules.men
            for point in empty:
                if not (opening and point == self.centre and not rules.centre_opening):
                    landings.append(Landing(None, point))
            if not rules.move_while_placing:
                return landings
        flies = state.hand(side) == 0 and state.count(side) <= rules.fly_at
        for origin, owner in state.men:
            if owner != side:
                continue
            for target in empty:
                if flies or target in self.neighbours[origin]:
                    landings.append(Landing(origin, target))
            landings += self._leaps(state, origin)
        return [landing for landing in landings if not self._is_repeated_mill(state, landing)]

    def _leaps(self, state: State, origin: str) -> list[Landing]:
        if not self.rules.leap.enabled:
            return []
        side, enemy = state.side, other(state.side)
        board = dict(state.men)
        leaps = []
        for kind, (one, middle, two) in self.lines_through[origin]:
            if origin == middle or not self._is_open(self.rules.leap, kind, state):
                continue
            target = two if origin == one else one
            is_free = target not in board and target not in state.marked
            if is_free and board.get(middle) == enemy and self._may_capture(board, side, {middle}):
                leaps.append(Landing(origin, target, middle))
        return leaps

    def _is_repeated_mill(self, state: State, landing: Landing) -> bool:
        if landing.origin is None or state.last_mill(state.side) != (landing.target, landing.origin):
            return False
        board = _landed(state, landing)
        return any(self._is_mill(board, line, state.side) for _, line in self.lines_through[landing.target])

    # Ordinary turns: what a landing does to the enemy.

    def _is_open(self, capture: Capture, kind: str, state: State) -> bool:
        """Whether a special capture works on this kind of line, in this phase, for the side to move."""
        on_line = {"sides": capture.sides, "spokes": capture.spokes, "diagonals": capture.diagonals}[kind]
        in_phase = capture.placing if state.is_placing() else capture.moving
        for_side = not capture.few_only or state.count(state.side) <= 3
        return capture.enabled and on_line and in_phase and for_side

    def _may_capture(self, board: Board, side: str, men: set[str]) -> bool:
        return self.rules.special_capture_ignores_mills or men <= self._removable(board, other(side))

    def _captures(self, state: State, landing: Landing, board: Board) -> set[frozenset[str]]:
        """The sets of men that one special capture of this landing may remove."""
        rules, side, enemy = self.rules, state.side, other(state.side)
        captures: list[set[str]] = []
        for kind, (one, middle, two) in self.lines_through[landing.target]:
            if landing.target == middle:
                is_between = board.get(one) == enemy and board.get(two) == enemy
                if is_between and self._is_open(rules.intervention, kind, state):
                    captures.append({one, two})
            else:
                far = two if landing.target == one else one
                is_held = board.get(far) == side and board.get(middle) == enemy
                if is_held and self._is_open(rules.custodian, kind, state):
                    captures.append({middle})
        if landing.leapt is not None:
            captures.append({landing.leapt})
        return {frozenset(men) for men in captures if self._may_capture(board, side, men)}

    def _closed(self, state: State, landing: Landing, board: Board) -> list[Line]:
        return [line for _, line in self.lines_through[landing.target] if self._is_mill(board, line, state.side)]

    def _mill_effects(self, state: State, landing: Landing, board: Board) -> list[Effect]:
        """The ways to execute the mills this landing closes; empty if none counts or if they do nothing at once."""
        rules, enemy = self.rules, other(state.side)
        counting = [line for line in self._closed(state, landing, board) if line not in state.used(state.side)]
        action = rules.mill_action_while_placing if state.is_placing() else "remove"
        if not counting or action == "count":
            return []
        earned = len(counting) if rules.removals_per_move == "per-mill" else 1
        if action == "opponent-removes":
            return [Effect(owed=earned)]
        if landing.origin is not None and action in ("hand-then-opponent", "hand-then-again"):
            action = "remove"  # only a man that is placed takes from a hand
        from_hand = min(earned, state.hand(enemy)) if action in ("hand-then-opponent", "hand-then-again") else 0
        again = action == "hand-then-again"
        sets = self._removal_sets(board, enemy, earned - from_hand)
        return [Effect(removed, from_hand, again=again) for removed in sets]

    def _effects(self, state: State, landing: Landing) -> Iterable[Effect]:
        """The versions of one landing, one for each set of men removed from the board."""
        board = _landed(state, landing)
        captures = self._captures(state, landing, board)
        mills = self._mill_effects(state, landing, board)
        if not captures:
            return mills or [Effect()]
        versions = {removed: Effect(removed) for removed in captures}
        for effect in mills:
            if effect.removed or effect.from_hand or effect.owed:
                versions[effect.removed] = effect  # the mill counts where a capture removes the same men
        return versions.values()

    def _ordinary_turn(self, state: State, landing: Landing, effect: Effect) -> State:
        rules, side, enemy = self.rules, state.side, other(state.side)
        board = _landed(state, landing)
        closed = self._closed(state, landing, board)
        placed = landing.origin is None
        left_mill = landing.origin is not None and self._in_mill(dict(state.men), landing.origin)

        marks = state.is_placing() and rules.mill_action_while_placing == "mark"
        hands = {side: state.hand(side) - (1 if placed else 0), enemy: state.hand(enemy) - effect.from_hand}
        used = {side: state.used(side) | frozenset(closed if rules.one_time_mill else []), enemy: state.used(enemy)}
        repeatable = rules.no_repeated_mill and left_mill and closed
        last_mill = {
            side: (landing.origin, landing.target) if landing.origin is not None and repeatable else None,
            enemy: state.last_mill(enemy),
        }
        after = State(
            men=frozenset((point, owner) for point, owner in board.items() if point not in effect.removed),
            marked=state.marked | effect.removed if marks else state.marked,
            hand_white=hands["white"],
            hand_black=hands["black"],
            side=side,
            mover=side if effect.again else enemy,
            counter=state.counter,
            used_white=used["white"],
            used_black=used["black"],
            last_mill_white=last_mill["white"],
            last_mill_black=last_mill["black"],
        )
        if effect.owed:
            after = replace(_with_due(after, enemy, effect.owed), due_kind="own")
        return self._end_turn(state, after, quiet=not (placed or effect.removed or effect.from_hand))

    # The end of a turn, and of placing.

    def _end_turn(self, before: State, after: State, quiet: bool) -> State:
        """`after` is what the turn did; the other side comes to move, and placing may be over."""
        after = replace(after, side=other(before.side), counter=before.counter + 1 if quiet else 0)
        if before.is_placing():
            stops = self.rules.stop_placing_with_two_empty and len(self._empty(after)) <= 2
            if stops or not after.is_placing():
                return self._end_placing(after)
        return after

    def _end_placing(self, state: State) -> State:
        rules = self.rules
        opener = "black" if rules.second_player_moves_first else state.mover
        state = replace(state, marked=NOTHING, hand_white=0, hand_black=0, mover=opener)
        if rules.mill_action_while_placing == "count":
            return self._owe_by_mills(state)
        if self._empty(state) or state.due_white or state.due_black:
            return state  # the removals still owed under opponent-removes will free a point
        if rules.full_board == "first-loses":
            return replace(state, ended=("black", "full_board"))
        if rules.full_board == "draw":
            return replace(state, ended=(None, "full_board"))
        if rules.full_board == "mover-removes":
            return replace(_with_due(state, opener, 1), due_kind="enemy")
        first = "white" if rules.full_board == "first-and-second-remove" else "black"
        return replace(state, due_white=1, due_black=1, due_kind="enemy", first=first)

    def _owe_by_mills(self, state: State) -> State:
        board = dict(state.men)
        white, black = (sum(self._is_mill(board, line, side) for _, line in self.all_lines) for side in SIDES)
        kind = "enemy"
        if white == black == 0:
            due_white, due_black, kind = 1, 1, "own"
        elif white == black:
            due_white, due_black = white, black
        elif white == 0 or black == 0:
            due_white, due_black = (2, 1) if white > black else (1, 2)
        else:
            fewer = min(white, black)
            due_white, due_black = (fewer + 1, fewer) if white > black else (fewer, fewer + 1)
        return replace(state, due_white=due_white, due_black=due_black, due_kind=kind, first="white")

    def _token(self, landing: Landing, removed: frozenset[str]) -> str:
        start = landing.target if landing.origin is None else f"{landing.origin}-{landing.target}"
        return start + "".join(f"x{point}" for point in self.points if point in removed)


def _landed(state: State, landing: Landing) -> Board:
    """The board once the man has landed and nothing has been removed."""
    board = dict(state.men)
    if landing.origin is not None:
        del board[landing.origin]
    board[landing.target] = state.side
    return board


def _with_due(state: State, side: str, due: int) -> State:
    """The state in which `side` owes `due`; `first` and `due_kind` fall back when they stop meaning anything."""
    white, black = (due, state.due_black) if side == "white" else (state.due_white, due)
    first = state.first if white and black else "white"
    kind = state.due_kind if white or black else "enemy"
    return replace(state, due_white=white, due_black=black, first=first, due_kind=kind)
