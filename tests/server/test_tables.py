"""Live tables: seats, names, offers, clocks, games between engines, and players who leave."""

import asyncio
from dataclasses import replace

import msgspec
import pytest
from tests.server import tables

from plyground.errors import PlygroundError
from plyground.server.bots import BotSeat
from plyground.server.guests import Guests
from plyground.server.wire.commands import Play
from plyground.server.wire.events import GameEnded, Joined, TableEvent
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.parts import ClockSettings, Snapshot

ME, OPEN = SeatWish(kind="me"), SeatWish(kind="open")


def run(test):
    """Runs a test that is a coroutine, with its own registry."""

    def wrapped(tmp_path):
        async def inner():
            registry = await tables.open_registry(tmp_path, chat_burst=3.0)
            try:
                await test(registry)
            finally:
                await registry.close()

        asyncio.run(inner())

    wrapped.__name__ = test.__name__
    return wrapped


async def play(people, moves: str, ply: int = 0):
    """The people move in turn; the last answer."""
    answer = None
    for number, move in enumerate(moves.split(), start=ply):
        answer = await people[number % 2].ask("play", move=move, ply=number)
        assert tables.kind_of(answer) == "move_played", answer
    return answer


# --- seats and names ---


@run
async def test_a_snapshot_has_all_that_a_page_needs(registry):
    table, white, black = await tables.two_at_a_table(registry, "mill:nine")
    moved = await play((white, black), "d6 f4")
    watching = tables.Person(registry, "Eve")
    joined = await watching.ask("join", table=table)
    snapshot = joined["snapshot"]
    assert joined["side"] is None
    assert snapshot["view"] == moved["changes"]["view"]
    assert [move["move"] for move in snapshot["moves"]] == ["d6", "f4"]
    assert len(snapshot["geometry"]["points"]) == 24
    assert snapshot["hash"] == moved["hash"]
    assert snapshot["seats"]["white"]["name"] == "Ann"
    assert snapshot["seats"]["black"]["present"]
    assert snapshot["spectators"] == 1
    assert snapshot["mode"] == "person-person"


@run
async def test_a_token_keeps_the_seat_and_nobody_else_gets_it(registry):
    table, white, _ = await tables.two_at_a_table(registry)
    white.session.close()
    thief = tables.Person(registry, "Thief")
    answer = await thief.ask("join", table=table, side="white")
    assert answer["problem"]["code"] == "seat_taken"
    assert (await thief.ask("join", table=table))["side"] is None
    assert (await thief.ask("play", move="e4", ply=0))["problem"]["code"] == "seat_needed"
    back = tables.Person(registry, token=white.token)
    assert (await back.ask("join", table=table))["side"] == "white"
    assert tables.kind_of(await back.ask("play", move="e4", ply=0)) == "move_played"


@run
async def test_a_name_belongs_to_one_guest_while_present(registry):
    ann = tables.Person(registry, "Ann")
    other = tables.Person(registry, "ＡＮＮ")
    assert other.received[-1]["problem"]["code"] == "name_taken"
    again = tables.Person(registry, "Ann", token=ann.token)
    assert again.received[-1]["name"] == "Ann"
    ann.session.close()
    assert tables.Person(registry, "Ann").received[-1]["problem"]["code"] == "name_taken"
    again.session.close()
    assert tables.Person(registry, "Ann").received[-1]["type"] == "welcome"


@pytest.mark.parametrize("name", ["x" * 31, "a\u202eb", "tab\u0007", "\u200b"])
def test_names_that_cannot_be_read_are_refused(name, tmp_path):
    @run
    async def test(registry):
        assert tables.Person(registry, name).received[-1]["type"] == "refused"

    test(tmp_path)


@run
async def test_who_leaves_before_the_game_gives_the_seat_up(registry):
    white, black = tables.Person(registry, "Ann"), tables.Person(registry, "Bob")
    created = await registry.create(CreateTable(game="chess", white=OPEN, black=OPEN, public=True))
    await white.ask("join", table=created.table, side="white")
    await white.ask("leave")
    joined = await black.ask("join", table=created.table, side="any")
    assert joined["side"] == "white"
    assert joined["snapshot"]["phase"] == "waiting"
    assert (await black.ask("play", move="e4", ply=0))["problem"]["code"] == "table_waiting"


@run
async def test_the_lobby_shows_public_tables_only(registry):
    await registry.create(CreateTable(game="chess", public=True))
    await registry.create(CreateTable(game="mill"))
    watcher = tables.Person(registry)
    watcher.send("watch_lobby", on=True)
    assert [entry["game"] for entry in watcher.received[-1]["tables"]] == ["chess"]
    tables.clock(registry).advance(1_000)
    await registry.create(CreateTable(game="draughts", public=True))
    tables.clock(registry).advance(1_000)
    lobby = await watcher.wait(lambda message: message["type"] == "lobby" and len(message["tables"]) == 2)
    assert lobby["tables"][0]["game"] == "draughts:russian"


# --- the game ---


@run
async def test_on_one_screen_a_guest_moves_for_both(registry):
    ann = tables.Person(registry, "Ann")
    created = await registry.create(CreateTable(game="chess", white=ME, black=ME, token=ann.token))
    joined = await ann.ask("join", table=created.table)
    assert joined["side"] == "both"
    assert joined["snapshot"]["mode"] == "same-screen"
    await play((ann, ann), "e4 e5 Nf3")
    back = await ann.ask("offer", what="takeback")
    assert back["event"] == {"type": "moves_taken_back", "ply": 2}


@run
async def test_draws_are_offered_declined_by_moving_and_accepted(registry):
    table, *people = await tables.two_at_a_table(registry)
    white, black = people
    await white.ask("offer", what="draw")
    await white.ask("play", move="e4", ply=0)
    assert registry.live[table].table.state.draw == "white", "an offer stands until the other side has moved"
    await black.ask("play", move="e5", ply=1)
    assert registry.live[table].table.state.draw is None
    assert (await white.ask("accept", what="draw"))["problem"]["code"] == "offer_none"
    await black.ask("offer", what="draw")
    ended = await white.ask("accept", what="draw")
    assert ended["event"]["outcome"] == {"winner": None, "termination": "agreement"}


@run
async def test_a_takeback_needs_the_opponent_and_goes_to_the_askers_turn(registry):
    _, white, black = await tables.two_at_a_table(registry)
    await play((white, black), "e4 e5 Nf3")
    assert tables.kind_of(await black.ask("offer", what="takeback")) == "offer_made"
    back = await white.ask("accept", what="takeback")
    assert (back["event"]["ply"], back["changes"]["turn"]) == (1, "black")
    await white.ask("offer", what="takeback")
    assert tables.kind_of(await black.ask("decline", what="takeback")) == "offer_declined"
    assert (await black.ask("offer", what="takeback"))["problem"]["code"] == "takeback_none"


@run
async def test_a_rematch_swaps_sides_at_the_same_table(registry):
    _, white, black = await tables.two_at_a_table(registry)
    assert (await white.ask("offer", what="rematch"))["problem"]["code"] == "table_playing"
    await white.ask("resign")
    await white.ask("offer", what="rematch")
    started = await black.ask("offer", what="rematch")
    assert (tables.kind_of(started), started["changes"]["round"]) == ("game_started", 2)
    assert started["changes"]["seats"]["white"]["name"] == "Bob"
    assert tables.kind_of(await black.ask("play", move="e4", ply=0)) == "move_played"


@run
async def test_the_score_of_a_match_follows_the_players_to_their_new_seats(registry):
    _, ann, bob = await tables.two_at_a_table(registry)
    ended = await ann.ask("resign")
    assert ended["changes"]["match"] == {"white": 0, "black": 1}
    await ann.ask("offer", what="rematch")
    started = await bob.ask("accept", what="rematch")
    assert started["changes"]["match"] == {"white": 1, "black": 0}
    await bob.ask("offer", what="draw")
    drawn = await ann.ask("accept", what="draw")
    assert drawn["changes"]["match"] == {"white": 1.5, "black": 0.5}
    await ann.ask("offer", what="rematch")
    await bob.ask("accept", what="rematch")
    # A game without a result brings nothing.
    aborted = await ann.ask("abort")
    assert aborted["changes"]["match"] == {"white": 0.5, "black": 1.5}


@run
async def test_repetition_is_claimed_and_fivefold_is_automatic(registry):
    _, *people = await tables.two_at_a_table(registry)
    assert (await people[0].ask("claim_draw"))["problem"]["code"] == "claim_unfounded"
    dance = "Nf3 Nf6 Ng1 Ng8 "
    moved = await play(people, dance * 2)
    assert moved["changes"]["claim"] == "threefold_repetition"
    await play(people, dance, 8)
    await play(people, "Nf3 Nf6 Ng1", 12)
    last = await people[1].ask("play", move="Ng8", ply=15)
    ended = await people[1].event("game_ended")
    assert ended["event"]["outcome"]["termination"] == "fivefold_repetition"
    assert ended["version"] == last["version"] + 1


@run
async def test_a_claimed_draw_ends_the_game(registry):
    _, *people = await tables.two_at_a_table(registry)
    await play(people, "Nf3 Nf6 Ng1 Ng8 " * 2)
    assert (await people[1].ask("claim_draw"))["problem"]["code"] == "turn_of_other"
    ended = await people[0].ask("claim_draw")
    assert ended["event"]["outcome"]["termination"] == "threefold_repetition"
    assert ended["changes"]["view"]["entry"] == {}


@run
async def test_a_game_is_aborted_only_at_its_beginning(registry):
    _, white, black = await tables.two_at_a_table(registry)
    await play((white, black), "e4 e5")
    assert (await white.ask("abort"))["problem"]["code"] == "abort_late"
    _, white, black = await tables.two_at_a_table(registry, names=("Cid", "Dan"))
    ended = await black.ask("abort")
    assert ended["event"]["outcome"] == {"winner": None, "termination": "aborted"}


@run
async def test_the_server_says_whether_a_game_can_be_aborted_and_imported_moves_do_not_count(registry):
    table, white, black = await tables.two_at_a_table(registry, moves=["e4", "e5"])
    joined = await tables.Person(registry, "Eve").ask("join", table=table)
    assert joined["snapshot"]["can_abort"]
    first = await white.ask("play", move="Nf3", ply=2)
    assert first["changes"]["can_abort"] is True
    second = await black.ask("play", move="Nc6", ply=3)
    assert second["changes"]["can_abort"] is False
    assert (await black.ask("abort"))["problem"]["code"] == "abort_late"


@run
async def test_the_game_is_claimed_from_an_opponent_who_has_gone(registry):
    _, white, black = await tables.two_at_a_table(registry)
    await play((white, black), "e4 e5")
    assert (await white.ask("claim_win"))["problem"]["code"] == "opponent_present"
    black.session.close()
    tables.clock(registry).advance(10_000)
    presence = await white.wait(lambda one: one["type"] == "presence_update" and not one["seats"]["black"]["present"])
    assert presence["seats"]["black"]["claimable_in_ms"] == 29_950, "the update came after 50 ms"
    assert (await white.ask("claim_win"))["problem"]["code"] == "opponent_present"
    tables.clock(registry).advance(20_000)
    ended = await white.ask("claim_win")
    assert ended["event"]["outcome"] == {"winner": "white", "termination": "abandonment"}


@run
async def test_a_flag_falls_by_itself(registry):
    _, white, black = await tables.two_at_a_table(registry, clock=ClockSettings(initial_ms=1_000))
    await white.ask("play", move="e4", ply=0)
    tables.clock(registry).advance(1_002)
    ended = await white.event("game_ended")
    assert ended["event"]["outcome"] == {"winner": "white", "termination": "time_forfeit"}
    assert ended["changes"]["clocks"]["black_ms"] == 0
    assert (await black.ask("play", move="e5", ply=1))["problem"]["code"] == "table_over"


@run
async def test_the_delay_is_not_charged_and_the_increment_is_added(registry):
    clock = ClockSettings(initial_ms=60_000, increment_ms=2_000, delay_ms=5_000)
    _, white, black = await tables.two_at_a_table(registry, clock=clock)
    moved = await play((white, black), "e4 e5")
    assert moved["changes"]["clocks"]["black_ms"] == 62_000
    assert moved["changes"]["clocks"]["white_ms"] == 60_000, "the first move is free and earns nothing"
    assert moved["changes"]["clocks"]["running"] == "white"


@run
async def test_chat_reaches_all_and_floods_are_stopped(registry):
    _, white, black = await tables.two_at_a_table(registry)
    said = await white.ask("post_chat", text="good <b>luck</b>\n\u202e")
    assert said["event"]["chat"]["text"] == "good <b>luck</b>"
    assert (await black.event("chat_posted"))["event"]["chat"]["name"] == "Ann"
    answers = [await white.ask("post_chat", text="spam") for _ in range(4)]
    assert answers[-1]["problem"]["code"] == "chat_flood"
    assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"


@run
async def test_a_game_is_taken_up_where_it_was_interrupted(registry):
    ann = tables.Person(registry, "Ann")
    wish = CreateTable(game="chess", white=ME, black=ME, moves=["e4", "e5"], token=ann.token)
    created = await registry.create(wish)
    joined = await ann.ask("join", table=created.table)
    assert [move["notation"] for move in joined["snapshot"]["moves"]] == ["e4", "e5"]
    with pytest.raises(PlygroundError):
        await registry.create(CreateTable(game="chess", moves=["f3", "e5", "g4", "Qh4"]))


@run
async def test_deserted_tables_leave_the_memory_and_come_back(registry):
    table, white, black = await tables.two_at_a_table(registry)
    await play((white, black), "e4")
    for person in (white, black):
        person.session.close()
    registry.sweep()
    tables.clock(registry).advance(61_000)
    registry.sweep()
    assert table not in registry.live
    back = tables.Person(registry, token=black.token)
    joined = await back.ask("join", table=table)
    assert joined["side"] == "black"
    assert len(joined["snapshot"]["moves"]) == 1


@run
async def test_an_interrupted_game_is_listed_with_its_moves(registry):
    table, white, black = await tables.two_at_a_table(registry)
    await play((white, black), "e4 e5 Nf3")
    registry.unload(table)
    await tables.valve(registry).flush()
    assert (await registry.store.tables_of(white.guest, 10))[0].ply == 3


@run
async def test_tables_left_waiting_before_a_restart_expire_too(registry):
    created = await registry.create(CreateTable(game="chess"))
    registry.unload(created.table)
    tables.clock(registry).advance(registry.limits.waiting_expires_s * 1000 + 1)
    await registry.expire_stored()
    await tables.valve(registry).flush()
    stored = await registry.store.load(created.table)
    assert isinstance(stored.events[-1].event, GameEnded)
    assert stored.events[-1].event.outcome.termination == "expired"
    joined = await tables.Person(registry).ask("join", table=created.table)
    assert joined["snapshot"]["outcome"] == {"winner": None, "termination": "expired"}


@run
async def test_a_fault_in_a_games_rules_harms_nobody(registry):
    table, white, _ = await tables.two_at_a_table(registry, "connect-four")
    record = registry.live[table].table.record
    honest = type(record.position).parse

    def broken(self, text):
        raise ZeroDivisionError

    type(record.position).parse = broken
    try:
        answer = await white.ask("play", move="d", ply=0)
    finally:
        type(record.position).parse = honest
    assert answer["problem"]["code"] == "server_fault"
    move = next(iter(record.position.legal_moves))
    assert tables.kind_of(await white.ask("play", move=str(move), ply=0)) == "move_played"


@run
async def test_a_fault_in_a_games_rules_does_not_hold_up_a_flag_for_ever(registry):
    clock = ClockSettings(initial_ms=10_000)
    table, white, black = await tables.two_at_a_table(registry, "connect-four", clock=clock)
    live = registry.live[table]
    await play((white, black), "d d")
    position = type(live.table.record.position)
    honest = position.can_win

    def broken(self, side):
        raise ZeroDivisionError

    position.can_win = broken
    try:
        tables.clock(registry).advance(20_000)
        assert (await white.ask("play", move="d", ply=2))["problem"]["code"] == "server_fault"
    finally:
        position.can_win = honest
    assert (await white.ask("resign"))["problem"]["code"] == "table_over"
    assert live.table.state.outcome.termination == "time_forfeit"


@run
async def test_who_watched_first_and_then_plays_is_told_among_the_first(registry):
    created = await registry.create(CreateTable(game="chess", white=OPEN, black=OPEN))
    ann = tables.Person(registry, "Ann")
    await ann.ask("join", table=created.table)
    await ann.ask("join", table=created.table, side="white")
    topic = registry.hub._topics[created.table]
    assert list(topic.first) == [ann.session]
    assert not topic.crowd


@run
async def test_the_last_of_several_wishes_to_join_counts(registry):
    first = (await registry.create(CreateTable(game="chess"))).table
    second = (await registry.create(CreateTable(game="mill"))).table
    registry.unload(first)
    ann = tables.Person(registry, "Ann")
    ann.send("join", table=first)
    await ann.ask("join", table=second)
    assert first not in registry.live
    assert ann.session.live is registry.live[second]
    await registry.find(first)
    assert ann.session.live is registry.live[second]


async def _make(registry, count, **wish):
    for _ in range(count):
        await registry.create(CreateTable(game="chess", **wish), "192.0.2.1")


@run
async def test_tables_are_counted_for_each_address_until_they_leave_the_memory(registry):
    registry.limits = replace(registry.limits, tables_per_address=3)
    await _make(registry, 3)
    with pytest.raises(PlygroundError) as refused:
        await _make(registry, 1)
    assert refused.value.code == "tables_full"
    await registry.create(CreateTable(game="chess"), "192.0.2.2")
    registry.unload(next(iter(registry.live)))
    await _make(registry, 1)


@pytest.mark.parametrize("name", ["Guestavo", "Guest", "Guest of honour"])
def test_a_name_that_begins_like_one_made_up_is_ones_own(name):
    guests = Guests()
    guests.arrive("g1", name)
    assert guests.has_own_name("g1")
    guests.arrive("g2", "")
    assert not guests.has_own_name("g2")


@run
async def test_a_table_at_which_nobody_ever_plays_expires(registry):
    created = await registry.create(CreateTable(game="chess", public=True))
    registry.sweep()
    tables.clock(registry).advance(registry.limits.waiting_expires_s * 1000 + 1)
    registry.sweep()
    await tables.valve(registry).flush()
    assert registry.live[created.table].table.state.outcome.termination == "expired"
    assert registry.public_tables() == []


# --- engines ---


class FirstMovesPlayer:
    """A bot at a table."""

    def __init__(self, seat: BotSeat) -> None:
        self._guest = seat.guest
        self._table: Snapshot
        self._client = seat.connect(self.on_message)

    def on_message(self, message) -> None:
        if isinstance(message, Joined):
            self._table = message.snapshot
        elif isinstance(message, TableEvent):
            self._table = message.merged_into(self._table)
        if not isinstance(message, Joined | TableEvent):
            return
        seats, turn = self._table.seats, self._table.turn
        if turn is not None and getattr(seats, turn).guest == self._guest:
            branch = msgspec.json.decode(self._table.view)["entry"]
            while isinstance(branch, dict):
                branch = next(iter(branch.values()))
            self._client.command(Play(id=f"{turn}{self._table.version}", move=branch, ply=len(self._table.moves)))


class FirstMoves:
    """Bots that play the first legal move at once."""

    def __init__(self) -> None:
        self.seats: list[BotSeat] = []

    def entries(self):
        return []

    def check(self, spec, game):
        return f"Bot {spec}"

    def seat(self, seat):
        self.seats.append(seat)
        FirstMovesPlayer(seat)

    async def close(self):
        pass


@run
async def test_a_bot_plays_and_gives_moves_back_unasked(registry):
    registry.bots = FirstMoves()
    ann = tables.Person(registry, "Ann")
    created = await registry.create(CreateTable(game="chess", black=SeatWish(kind="bot", bot="first"), token=ann.token))
    joined = await ann.ask("join", table=created.table)
    assert joined["snapshot"]["mode"] == "person-engine"
    await ann.ask("play", move="e4", ply=0)
    await ann.event("move_played", ply=2)
    back = await ann.ask("offer", what="takeback")
    assert back["event"] == {"type": "moves_taken_back", "ply": 0}


@run
async def test_a_game_between_engines_is_paced_paused_and_stepped_by_its_owner(registry):
    registry.bots = FirstMoves()
    bot = SeatWish(kind="bot", bot="first")
    owner, other = tables.Person(registry, "Ann"), tables.Person(registry, "Bob")
    created = await registry.create(CreateTable(game="chess", white=bot, black=bot, pace_ms=30, token=owner.token))
    await owner.ask("join", table=created.table)
    await other.ask("join", table=created.table)
    await owner.event("move_played", ply=1)

    async def settle():
        """Waits until every move of the bots is played or held back."""
        for _ in range(3):
            await asyncio.sleep(0)
            await tables.valve(registry).flush()

    live = registry.live[created.table]
    await settle()
    assert live.table.ply == 1, "the second move waits for its time"
    for ply in (2, 3):
        tables.clock(registry).advance(30)
        await owner.event("move_played", ply=ply)
        await settle()
    assert (await other.ask("pause", on=True))["problem"]["code"] == "owner_needed"
    assert tables.kind_of(await owner.ask("pause", on=True)) == "game_paused"
    tables.clock(registry).advance(1_000)
    await settle()
    assert live.table.ply == 3
    await owner.ask("step")
    await owner.event("move_played", ply=4)
    tables.clock(registry).advance(1_000)
    await settle()
    assert live.table.ply == 4
    await owner.ask("pause", on=False)
    await owner.event("move_played", ply=5)
    await settle()
    tables.clock(registry).advance(30)
    await owner.event("move_played", ply=6)


@run
async def test_a_bot_whose_move_waits_for_the_pace_does_not_lose_on_time(registry):
    registry.bots = FirstMoves()
    bot = SeatWish(kind="bot", bot="first")
    owner = tables.Person(registry, "Ann")
    wish = CreateTable(game="chess", white=bot, black=bot, pace_ms=1_300, clock=ClockSettings(initial_ms=1_000))
    created = await registry.create(wish)
    await owner.ask("join", table=created.table)
    for ply in (1, 2, 3):
        moved = await owner.event("move_played", ply=ply)
        for _ in range(3):
            await asyncio.sleep(0)
            await tables.valve(registry).flush()
        tables.clock(registry).advance(1_300)
    assert moved["changes"]["clocks"]["black_ms"] == 1_000


@run
async def test_a_bots_move_that_crosses_a_pause_is_kept_and_not_lost(registry):
    registry.bots = FirstMoves()
    registry.bots.seat = registry.bots.seats.append
    bot = SeatWish(kind="bot", bot="first")
    owner = tables.Person(registry, "Ann")
    created = await registry.create(CreateTable(game="chess", white=bot, black=bot, token=owner.token))
    await owner.ask("join", table=created.table)
    client = registry.bots.seats[0].connect(lambda message: None)
    owner.send("pause", on=True)
    client.command(Play(id="m", move="e4", ply=0))
    await owner.event("game_paused")
    await tables.valve(registry).flush()
    assert registry.live[created.table].table.ply == 0
    await owner.ask("pause", on=False)
    assert (await owner.event("move_played"))["event"]["move"] == "e2e4"
