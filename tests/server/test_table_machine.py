"""The table as a state machine: its guarantees hold for any commands in any order."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.server.tables import finish

from plyground.errors import PlygroundError
from plyground.protocol import Side
from plyground.server import arbiter, presenter
from plyground.server.arbiter import Actor, TableTransaction
from plyground.server.presence import NOBODY
from plyground.server.table import Table
from plyground.server.wire.commands import (
    Abort,
    Accept,
    AllowChat,
    ClaimDraw,
    ClaimWin,
    Decline,
    Mute,
    Offer,
    Play,
    PostChat,
    Resign,
)
from plyground.server.wire.events import AnyEvent, GameEnded, GameStarted, MovePlayed, MovesTakenBack
from plyground.server.wire.parts import ClockSettings, Snapshot, TableSettings

GUESTS = ("ann", "bob", "eve")
"""Eve only ever watches."""
GAMES = ("chess", "draughts:russian", "mill:nine", "mill:three", "connect-four")
INITIAL_MS = 2_000
GONE_MS = 30_000

guests = st.sampled_from(GUESTS)
offers = st.sampled_from(["draw", "takeback", "rematch"])


class TableMachine(RuleBasedStateMachine):
    """People do things at a table while time passes; a model of the clock runs in parallel."""

    @initialize(
        game=st.sampled_from(GAMES),
        increment_ms=st.sampled_from([0, 100, 2_000]),
        delay_ms=st.sampled_from([0, 500]),
        black_ms=st.sampled_from([None, 1_000, 5_000]),
        has_clock=st.booleans(),
        is_one_screen=st.booleans(),
    )
    def begin(
        self,
        game: str,
        increment_ms: int,
        delay_ms: int,
        black_ms: int | None,
        has_clock: bool,
        is_one_screen: bool,
    ) -> None:
        clock = ClockSettings(initial_ms=INITIAL_MS, increment_ms=increment_ms, delay_ms=delay_ms, black_ms=black_ms)
        self.settings = TableSettings(
            game=game,
            rules=None,
            start="",
            moves=[],
            clock=clock if has_clock else None,
            public=False,
            pace_ms=0,
            owner="ann",
            created=0.0,
        )
        self.now_ms = 1_000.0
        self.table = Table("t", self.settings)
        self.snapshot = presenter.snapshot(self.table, NOBODY, self.now_ms)
        self.events: list[tuple[AnyEvent, str]] = []
        self.states: dict[str, bytes] = {}
        self.by_ply: dict[tuple[int, str], object] = {}
        for side, guest in zip(Side, ("ann", "ann" if is_one_screen else "bob"), strict=True):
            self.attempt(
                lambda transaction, side=side, guest=guest: arbiter.sit(transaction, side, Actor(guest, guest))
            )

    def attempt(self, act, message_id: str = "") -> TableTransaction | None:
        """Tries something as the room does; None if it was refused, and then nothing may have changed."""
        before = self.table.state
        transaction = TableTransaction(self.table, message_id, self.now_ms)
        try:
            act(transaction)
        except PlygroundError:
            assert self.table.state == before
            return None
        assert self.table.state == before, "a transaction must leave the table alone"
        turn_changed = transaction.table.ply != self.table.ply
        self.table = transaction.table
        for message in transaction.messages:
            self.events.append((message.event, message.hash))
            self.snapshot = message.merged_into(self.snapshot)
        if turn_changed:
            self.table.turn_began_ms = None if self.table.running_clock is None else self.now_ms
        versions = [message.version for message in transaction.messages]
        assert versions == list(range(self.table.version - len(versions) + 1, self.table.version + 1))
        return transaction

    def act(self, guest: str, command, gone_ms: float = 0.0, lag_ms: float = 0.0) -> TableTransaction | None:
        """A command as the room handles it: a fallen flag comes first."""
        self.attempt(lambda transaction: arbiter.flag(transaction, self.now_ms, lag_ms))
        actor = Actor(guest, guest, lag_ms, self.now_ms, opponent_gone_ms=gone_ms)
        return self.attempt(lambda transaction: arbiter.decide(transaction, command, actor, GONE_MS))

    def is_late(self, lag_ms: float) -> bool:
        """Whether the side to move has used up its time, reckoned from the times alone."""
        table, clock = self.table, self.settings.clock
        if clock is None or table.state.phase != "playing" or table.turn_began_ms is None:
            return False
        used_ms = self.now_ms - table.turn_began_ms - clock.delay_ms - lag_ms
        return round(used_ms) > table.state.standing.left_ms(table.turn)

    # --- what people do ---

    @rule(guest=guests, choice=st.integers(0, 200), lag_ms=st.sampled_from([0.0, 80.0]))
    def play(self, guest: str, choice: int, lag_ms: float) -> None:
        moves = list(self.table.record.position.legal_moves)
        move = str(moves[choice % len(moves)]) if moves else "e2e4"
        before, ply = self.table, self.table.ply
        was_late = self.is_late(lag_ms)
        transaction = self.act(guest, Play(move=move, ply=ply), lag_ms=lag_ms)
        if transaction is None:
            return
        assert not was_late, "flag or move, never both"
        assert before.state.seat(before.turn).guest == guest, "only the player to move can move"
        assert isinstance(transaction.messages[0].event, MovePlayed)
        assert before.state.phase == "playing"

    @rule(choices=st.lists(st.integers(0, 200), min_size=1, max_size=6), ms=st.sampled_from([10.0, 600.0]))
    def play_on(self, choices: list[int], ms: float) -> None:
        """The side to move plays, several times in a row."""
        for choice in choices:
            if self.table.state.phase == "playing":
                self.now_ms += ms
                self.play(self.table.state.seat(self.table.turn).guest, choice, 0.0)

    @rule(guest=guests, ahead=st.integers(1, 3))
    def play_a_stale_move(self, guest: str, ahead: int) -> None:
        assert self.act(guest, Play(move="e2e4", ply=self.table.ply + ahead)) is None

    @rule(guest=guests, choice=st.integers(0, 200))
    def play_and_take_back(self, guest: str, choice: int) -> None:
        """The state before a move is exactly the state after the move was taken back."""
        before = self.table
        moves = list(before.record.position.legal_moves)
        if before.has_flagged(self.now_ms) or before.state.draw or before.state.takeback or before.state.used_ms:
            return
        transaction = self.act(guest, Play(move=str(moves[choice % len(moves)]), ply=before.ply)) if moves else None
        if transaction is None or self.table.state.phase != "playing":
            return
        self.attempt(lambda transaction: transaction.do(MovesTakenBack(ply=before.ply)))
        assert self.table.state == before.state
        assert self.table.state.hash == before.state.hash
        assert self.table.record.position.fen == before.record.position.fen
        assert self.table.record.repetitions() == before.record.repetitions()
        assert self.table.record.moves == before.record.moves

    @rule(guest=guests, what=offers)
    def offer(self, guest: str, what) -> None:
        self.act(guest, Offer(what=what))

    @rule(guest=guests, what=offers)
    def accept(self, guest: str, what) -> None:
        before = getattr(self.table.state, what)
        transaction = self.act(guest, Accept(what=what))
        if transaction is not None:
            assert before is not None, "only what was offered can be accepted"
            assert guest in (self.table.state.white.guest, self.table.state.black.guest)

    @rule(guest=guests, what=offers)
    def decline(self, guest: str, what) -> None:
        self.act(guest, Decline(what=what))

    @precondition(lambda self: self.table.ply > 3)
    @rule(guest=guests, command=st.sampled_from([Resign(), Abort(), ClaimDraw(), ClaimWin(), ClaimWin(draw=True)]))
    def end(self, guest: str, command) -> None:
        was = self.table.state.phase
        transaction = self.act(guest, command)
        if transaction is not None:
            assert was == "playing"
            assert isinstance(transaction.messages[-1].event, GameEnded)
            assert guest != "eve", "spectators end nothing"

    @rule(guest=guests)
    def claim_from_the_absent(self, guest: str) -> None:
        if self.table.ply % 5 == 0:
            transaction = self.act(guest, ClaimWin(), gone_ms=GONE_MS)
            outcome = self.table.state.outcome
            assert transaction is None or (outcome is not None and outcome.termination == "abandonment")

    @rule(guest=guests)
    def say(self, guest: str) -> None:
        before, table = self.table.state, self.table
        said = self.attempt(lambda transaction: arbiter.decide(transaction, PostChat(text="hi"), Actor(guest, guest)))
        is_heard = table.spectators_chat and guest not in table.muted
        assert (said is not None) == (is_heard or bool(before.sides_of(guest)) or guest == table.settings.owner)
        assert self.table.state == before, "talk changes no game"

    @rule(guest=guests, command=st.sampled_from([AllowChat(on=True), Mute(guest="eve"), Mute(guest="eve", on=False)]))
    def moderate(self, guest: str, command) -> None:
        before = self.table.state
        done = self.attempt(lambda transaction: arbiter.decide(transaction, command, Actor(guest, guest)))
        is_in_charge = bool(before.sides_of(guest)) or guest == self.table.settings.owner
        assert done is None or is_in_charge, "spectators moderate nobody"
        assert self.table.state == before

    @rule(ms=st.sampled_from([1.0, 50.0, 700.0, 4_000.0]))
    def wait(self, ms: float) -> None:
        self.now_ms += ms

    @rule(lag_ms=st.sampled_from([0.0, 80.0]))
    def look_at_the_clock(self, lag_ms: float) -> None:
        was_late = self.is_late(lag_ms)
        transaction = self.attempt(lambda transaction: arbiter.flag(transaction, self.now_ms, lag_ms))
        assert bool(transaction and transaction.messages) == was_late
        if was_late:
            assert self.table.state.phase == "over"
            assert not self.table.has_flagged(self.now_ms + 1e9), "a flag falls once"

    # --- what always holds ---

    @invariant()
    def time_is_conserved(self) -> None:
        """What a side has is what it began with, and its increments, less what its moves were charged with."""
        clock = self.settings.clock
        if clock is None or not hasattr(self, "table"):
            return
        left = {Side.WHITE: INITIAL_MS, Side.BLACK: clock.black_ms or INITIAL_MS}
        starts = [index for index, (event, _) in enumerate(self.events) if isinstance(event, GameStarted)]
        charged: list[tuple[Side, int]] = []
        replayed = Table("t", self.settings)
        for index, (event, _) in enumerate(self.events):
            if index in starts:
                charged = []
            elif isinstance(event, MovePlayed):
                is_first = not charged
                gained_ms = 0 if event.move == "pass" else clock.increment_ms
                charged.append((replayed.turn, 0 if is_first else gained_ms - event.charged_ms))
                assert is_first or event.charged_ms <= event.spent_ms
            elif isinstance(event, MovesTakenBack):
                del charged[event.ply :]
            replayed.apply(event)
        for side, change in charged:
            left[side] += change
        assert {side: self.table.state.standing.left_ms(side) for side in Side} == left
        assert all(ms >= 0 for ms in left.values())

    @invariant()
    def hashes_determine_states(self) -> None:
        state = msgspec.json.encode(self.table.state) + str(self.table.record.moves).encode()
        assert self.states.setdefault(self.table.state.hash, state) == state

    @invariant()
    def merged_changes_are_the_whole_truth(self) -> None:
        """A client that only merges the changes of events has the snapshot that one who joins now gets."""
        real = presenter.snapshot(self.table, NOBODY, self.now_ms)
        for name in Snapshot.__struct_fields__:
            # Time passes on the clocks, and presence is not part of events.
            if name not in ("clocks", "seats"):
                assert getattr(self.snapshot, name) == getattr(real, name), name
        for side in Side:
            shown, seat = getattr(self.snapshot.seats, side.value), self.table.state.seat(side)
            assert (shown.kind, shown.name, shown.guest, shown.bot) == (seat.kind, seat.name, seat.guest, seat.bot)

    @invariant()
    def the_record_and_the_state_agree(self) -> None:
        state = self.table.state
        assert state.standing.ply == len(self.table.record)
        assert [move.spent_ms >= 0 for move in self.table.played] == [True] * self.table.ply
        assert (state.phase == "over") == (state.outcome is not None)
        if state.phase == "playing":
            assert self.table.record.outcome() is None, "a game that is over by the rules is over"

    def teardown(self) -> None:
        """The events alone lead to the same table."""
        if hasattr(self, "table"):
            again = finish(Table.replay_steps("t", self.settings, self.events))
            assert again.state == self.table.state
            assert again.record.position.fen == self.table.record.position.fen
            assert again.version == self.table.version == len(self.events)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


@pytest.mark.bench
def test_a_thousand_long_lives_of_a_table():
    at_length = settings(max_examples=1_000, stateful_step_count=100, deadline=None)
    run_state_machine_as_test(TableMachine, settings=at_length)
