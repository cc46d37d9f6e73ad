"""Life at tables: seats, names, offers, clocks, engines' games, and those who go."""

import asyncio
from dataclasses import replace

import pytest
from tests.server import rooms

from plyground.errors import PlygroundError
from plyground.server.bot_door import BotSeat
from plyground.server.facts import Over
from plyground.server.guests import Guests
from plyground.server.wire.commands import Play
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.parts import ClockSettings

ME, OPEN = SeatWish(kind="me"), SeatWish(kind="open")


def run(test):
    """Runs a test that is a coroutine, with a house of its own."""

    def wrapped(tmp_path):
        async def inner():
            house = await rooms.open_house(tmp_path, gone_after_s=0.05, chat_burst=3.0)
            try:
                await test(house)
            finally:
                await house.close()

        asyncio.run(inner())

    wrapped.__name__ = test.__name__
    return wrapped


async def play(people, moves: str, ply: int = 0):
    """The people move in turn; the last answer."""
    answer = None
    for number, move in enumerate(moves.split(), start=ply):
        answer = await people[number % 2].ask("play", move=move, ply=number)
        assert answer["type"] == "moved", answer
    return answer


# --- seats and names ---


@run
async def test_a_snapshot_has_all_that_a_page_needs(house):
    table, white, black = await rooms.two_at_a_table(house, "mill:nine")
    moved = await play((white, black), "d6 f4")
    watching = rooms.Person(house, "Eve")
    joined = await watching.ask("join", table=table)
    snapshot = joined["snapshot"]
    assert joined["side"] is None
    assert snapshot["view"] == moved["view"]
    assert [move["move"] for move in snapshot["moves"]] == ["d6", "f4"]
    assert len(snapshot["geometry"]["points"]) == 24
    assert snapshot["hash"] == moved["hash"]
    assert snapshot["seats"]["white"]["name"] == "Ann"
    assert snapshot["seats"]["black"]["present"]
    assert snapshot["spectators"] == 1
    assert snapshot["settings"]["mode"] == "person-person"


@run
async def test_a_token_keeps_the_seat_and_nobody_else_gets_it(house):
    table, white, _ = await rooms.two_at_a_table(house)
    white.session.close()
    thief = rooms.Person(house, "Thief")
    answer = await thief.ask("join", table=table, side="white")
    assert answer["problem"]["code"] == "seat_taken"
    assert (await thief.ask("join", table=table))["side"] is None
    assert (await thief.ask("play", move="e4", ply=0))["problem"]["code"] == "seat_needed"
    back = rooms.Person(house, token=white.token)
    assert (await back.ask("join", table=table))["side"] == "white"
    assert (await back.ask("play", move="e4", ply=0))["type"] == "moved"


@run
async def test_a_name_belongs_to_one_guest_while_present(house):
    ann = rooms.Person(house, "Ann")
    other = rooms.Person(house, "ＡＮＮ")
    assert other.heard[-1]["problem"]["code"] == "name_taken"
    again = rooms.Person(house, "Ann", token=ann.token)
    assert again.heard[-1]["name"] == "Ann"
    ann.session.close()
    assert rooms.Person(house, "Ann").heard[-1]["problem"]["code"] == "name_taken"
    again.session.close()
    assert rooms.Person(house, "Ann").heard[-1]["type"] == "welcome"


@pytest.mark.parametrize("name", ["x" * 31, "a\u202eb", "tab\u0007", "\u200b"])
def test_names_that_cannot_be_read_are_refused(name, tmp_path):
    @run
    async def test(house):
        assert rooms.Person(house, name).heard[-1]["type"] == "refused"

    test(tmp_path)


@run
async def test_who_leaves_before_the_game_gives_the_seat_up(house):
    white, black = rooms.Person(house, "Ann"), rooms.Person(house, "Bob")
    created = await house.create(CreateTable(game="chess", white=OPEN, black=OPEN, public=True))
    await white.ask("join", table=created.table, side="white")
    await white.ask("leave")
    joined = await black.ask("join", table=created.table, side="any")
    assert joined["side"] == "white"
    assert joined["snapshot"]["phase"] == "waiting"
    assert (await black.ask("play", move="e4", ply=0))["problem"]["code"] == "table_waiting"


@run
async def test_the_lobby_shows_public_tables_only(house):
    await house.create(CreateTable(game="chess", public=True))
    await house.create(CreateTable(game="mill"))
    watcher = rooms.Person(house)
    watcher.say("watch_lobby", on=True)
    assert [entry["game"] for entry in watcher.heard[-1]["tables"]] == ["chess"]
    await house.create(CreateTable(game="draughts", public=True))
    lobby = await watcher.wait(lambda message: message["type"] == "lobby" and len(message["tables"]) == 2)
    assert lobby["tables"][0]["game"] == "draughts:russian"


# --- the game ---


@run
async def test_on_one_screen_a_guest_moves_for_both(house):
    ann = rooms.Person(house, "Ann")
    created = await house.create(CreateTable(game="chess", white=ME, black=ME, token=ann.token))
    joined = await ann.ask("join", table=created.table)
    assert joined["side"] == "both"
    assert joined["snapshot"]["settings"]["mode"] == "same-screen"
    await play((ann, ann), "e4 e5 Nf3")
    back = await ann.ask("offer", what="takeback")
    assert (back["type"], back["ply"]) == ("taken_back", 2)


@run
async def test_draws_are_offered_declined_by_moving_and_accepted(house):
    table, *people = await rooms.two_at_a_table(house)
    white, black = people
    await white.ask("offer", what="draw")
    await white.ask("play", move="e4", ply=0)
    assert house.rooms[table].table.state.draw == "white", "an offer stands until the other side has moved"
    await black.ask("play", move="e5", ply=1)
    assert house.rooms[table].table.state.draw is None
    assert (await white.ask("accept", what="draw"))["problem"]["code"] == "offer_none"
    await black.ask("offer", what="draw")
    ended = await white.ask("accept", what="draw")
    assert ended["outcome"] == {"winner": None, "termination": "agreement", "score": "1/2-1/2"}


@run
async def test_a_takeback_needs_the_opponent_and_goes_to_the_askers_turn(house):
    _, white, black = await rooms.two_at_a_table(house)
    await play((white, black), "e4 e5 Nf3")
    assert (await black.ask("offer", what="takeback"))["type"] == "offered"
    back = await white.ask("accept", what="takeback")
    assert (back["ply"], back["view"]["turn"]) == (1, "black")
    await white.ask("offer", what="takeback")
    assert (await black.ask("decline", what="takeback"))["type"] == "declined"
    assert (await black.ask("offer", what="takeback"))["problem"]["code"] == "takeback_none"


@run
async def test_a_rematch_swaps_sides_at_the_same_table(house):
    _, white, black = await rooms.two_at_a_table(house)
    assert (await white.ask("offer", what="rematch"))["problem"]["code"] == "table_playing"
    await white.ask("resign")
    await white.ask("offer", what="rematch")
    started = await black.ask("offer", what="rematch")
    assert (started["type"], started["round"]) == ("started", 2)
    assert started["seats"]["white"]["name"] == "Bob"
    assert (await black.ask("play", move="e4", ply=0))["type"] == "moved"


@run
async def test_repetition_is_claimed_and_fivefold_is_automatic(house):
    _, *people = await rooms.two_at_a_table(house)
    assert (await people[0].ask("claim_draw"))["problem"]["code"] == "claim_unfounded"
    dance = "Nf3 Nf6 Ng1 Ng8 "
    moved = await play(people, dance * 2)
    assert moved["claim"] == "threefold_repetition"
    await play(people, dance, 8)
    await play(people, "Nf3 Nf6 Ng1", 12)
    last = await people[1].ask("play", move="Ng8", ply=15)
    ended = await people[1].hear("ended")
    assert ended["outcome"]["termination"] == "fivefold_repetition"
    assert ended["version"] == last["version"] + 1


@run
async def test_a_claimed_draw_ends_the_game(house):
    _, *people = await rooms.two_at_a_table(house)
    await play(people, "Nf3 Nf6 Ng1 Ng8 " * 2)
    assert (await people[1].ask("claim_draw"))["problem"]["code"] == "turn_of_other"
    ended = await people[0].ask("claim_draw")
    assert ended["outcome"]["termination"] == "threefold_repetition"
    assert ended["view"]["entry"] == {}


@run
async def test_a_game_is_aborted_only_at_its_beginning(house):
    _, white, black = await rooms.two_at_a_table(house)
    await play((white, black), "e4 e5")
    assert (await white.ask("abort"))["problem"]["code"] == "abort_late"
    _, white, black = await rooms.two_at_a_table(house, names=("Cid", "Dan"))
    ended = await black.ask("abort")
    assert ended["outcome"] == {"winner": None, "termination": "aborted", "score": "*"}


@run
async def test_the_game_is_claimed_from_an_opponent_who_has_gone(house):
    _, white, black = await rooms.two_at_a_table(house)
    await play((white, black), "e4 e5")
    assert (await white.ask("claim_win"))["problem"]["code"] == "opponent_present"
    black.session.close()
    presence = await white.wait(lambda one: one["type"] == "presence" and not one["seats"]["black"]["present"])
    assert presence["seats"]["black"]["claimable_in_ms"] is not None
    await asyncio.sleep(0.1)
    ended = await white.ask("claim_win")
    assert ended["outcome"] == {"winner": "white", "termination": "abandonment", "score": "1-0"}


@run
async def test_a_flag_falls_by_itself(house):
    _, white, black = await rooms.two_at_a_table(house, clock=ClockSettings(initial_ms=1_000))
    await white.ask("play", move="e4", ply=0)
    ended = await white.hear("ended")
    assert ended["outcome"] == {"winner": "white", "termination": "time_forfeit", "score": "1-0"}
    assert ended["clocks"]["black_ms"] == 0
    assert (await black.ask("play", move="e5", ply=1))["problem"]["code"] == "table_over"


@run
async def test_the_delay_is_not_charged_and_the_increment_is_added(house):
    clock = ClockSettings(initial_ms=60_000, increment_ms=2_000, delay_ms=5_000)
    _, white, black = await rooms.two_at_a_table(house, clock=clock)
    moved = await play((white, black), "e4 e5")
    assert moved["clocks"]["black_ms"] == 62_000
    assert moved["clocks"]["white_ms"] == 60_000, "the first move is free and earns nothing"
    assert moved["clocks"]["running"] == "white"


@run
async def test_chat_reaches_all_and_floods_are_stopped(house):
    _, white, black = await rooms.two_at_a_table(house)
    said = await white.ask("say", text="good <b>luck</b>\n\u202e")
    assert said["chat"]["text"] == "good <b>luck</b>"
    assert (await black.hear("said"))["chat"]["name"] == "Ann"
    answers = [await white.ask("say", text="spam") for _ in range(4)]
    assert answers[-1]["problem"]["code"] == "chat_flood"
    assert (await white.ask("play", move="e4", ply=0))["type"] == "moved"


@run
async def test_a_game_is_taken_up_where_it_was_interrupted(house):
    ann = rooms.Person(house, "Ann")
    wish = CreateTable(game="chess", white=ME, black=ME, moves=["e4", "e5"], token=ann.token)
    created = await house.create(wish)
    joined = await ann.ask("join", table=created.table)
    assert [move["notation"] for move in joined["snapshot"]["moves"]] == ["e4", "e5"]
    with pytest.raises(PlygroundError):
        await house.create(CreateTable(game="chess", moves=["f3", "e5", "g4", "Qh4"]))


@run
async def test_deserted_tables_leave_the_memory_and_come_back(house):
    table, white, black = await rooms.two_at_a_table(house)
    await play((white, black), "e4")
    for person in (white, black):
        person.session.close()
    house.sweep()
    house._deserted[table] -= 1_000
    house.sweep()
    assert table not in house.rooms
    back = rooms.Person(house, token=black.token)
    joined = await back.ask("join", table=table)
    assert joined["side"] == "black"
    assert len(joined["snapshot"]["moves"]) == 1


@run
async def test_an_interrupted_game_is_listed_with_its_moves(house):
    table, white, black = await rooms.two_at_a_table(house)
    await play((white, black), "e4 e5 Nf3")
    house._unload(house.rooms[table])
    async with asyncio.timeout(rooms.PATIENCE_S):
        while (await house.store.cards_of(white.guest, 10))[0].plies != 3:
            await asyncio.sleep(0.01)


@run
async def test_tables_left_waiting_before_a_restart_expire_too(house):
    created = await house.create(CreateTable(game="chess"))
    house._unload(house.rooms[created.table])
    house.limits = replace(house.limits, waiting_expires_s=0.05)
    await asyncio.sleep(0.1)
    house.start()
    async with asyncio.timeout(rooms.PATIENCE_S):
        while True:
            stored = await house.store.load(created.table)
            if isinstance(stored.rows[-1].fact, Over):
                break
            await asyncio.sleep(0.02)
    assert stored.rows[-1].fact.termination == "expired"


@run
async def test_a_fault_in_a_games_rules_harms_nobody(house):
    table, white, _ = await rooms.two_at_a_table(house, "connect-four")
    record = house.rooms[table].table.record
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
    assert (await white.ask("play", move=str(move), ply=0))["type"] == "moved"


@run
async def test_a_fault_in_a_games_rules_does_not_hold_up_a_flag_for_ever(house):
    clock = ClockSettings(initial_ms=10_000)
    table, white, black = await rooms.two_at_a_table(house, "connect-four", clock=clock)
    room = house.rooms[table]
    await play((white, black), "d d")
    position = type(room.table.record.position)
    honest = position.can_win

    def broken(self, side):
        raise ZeroDivisionError

    position.can_win = broken
    try:
        room.table.turn_began_ms -= 20_000
        assert (await white.ask("play", move="d", ply=2))["problem"]["code"] == "server_fault"
    finally:
        position.can_win = honest
    assert (await white.ask("resign"))["problem"]["code"] == "table_over"
    assert room.table.state.ending.termination == "time_forfeit"


@run
async def test_who_watched_first_and_then_plays_is_told_among_the_first(house):
    created = await house.create(CreateTable(game="chess", white=OPEN, black=OPEN))
    ann = rooms.Person(house, "Ann")
    await ann.ask("join", table=created.table)
    await ann.ask("join", table=created.table, side="white")
    topic = house.hub._topics[created.table]
    assert list(topic.first) == [ann.session]
    assert not topic.crowd


@run
async def test_the_last_of_several_wishes_to_join_counts(house):
    first = (await house.create(CreateTable(game="chess"))).table
    second = (await house.create(CreateTable(game="mill"))).table
    house._unload(house.rooms[first])
    ann = rooms.Person(house, "Ann")
    ann.say("join", table=first)
    await ann.ask("join", table=second)
    await asyncio.sleep(0.1)
    assert ann.session.room is house.rooms[second]


async def _make(house, count, **wish):
    for _ in range(count):
        await house.create(CreateTable(game="chess", **wish), "192.0.2.1")


@run
async def test_tables_are_counted_for_each_address_until_they_leave_the_memory(house):
    house.limits = replace(house.limits, tables_per_address=3)
    await _make(house, 3)
    with pytest.raises(PlygroundError) as refused:
        await _make(house, 1)
    assert refused.value.code == "tables_full"
    await house.create(CreateTable(game="chess"), "192.0.2.2")
    house._unload(next(iter(house.rooms.values())))
    await _make(house, 1)


@pytest.mark.parametrize("name", ["Guestavo", "Guest", "Guest of honour"])
def test_a_name_that_begins_like_one_made_up_is_ones_own(name):
    guests = Guests()
    guests.arrive("g1", name)
    assert guests.has_own_name("g1")
    guests.arrive("g2", "")
    assert not guests.has_own_name("g2")


@run
async def test_a_table_at_which_nobody_ever_plays_expires(house):
    created = await house.create(CreateTable(game="chess", public=True))
    house.sweep()
    house._deserted[created.table] -= 1_000_000
    house.sweep()
    async with asyncio.timeout(rooms.PATIENCE_S):
        while house.rooms[created.table].table.state.ending is None:
            await asyncio.sleep(0.01)
    assert house.rooms[created.table].table.state.ending.termination == "expired"
    assert house.public_tables() == []


# --- engines ---


class FirstMovesPlayer:
    """A bot at a table."""

    def __init__(self, seat: BotSeat) -> None:
        self._guest = seat.guest
        self._side = ""
        self._client = seat.connect(self.hear)

    def hear(self, message) -> None:
        kind = type(message).__name__
        if kind not in ("Joined", "Started", "Moved", "TakenBack"):
            return
        shown = message.snapshot if kind == "Joined" else message
        if kind in ("Joined", "Started"):
            self._side = "white" if shown.seats.white.guest == self._guest else "black"
        ply = message.ply if kind in ("Moved", "TakenBack") else len(shown.moves)
        branch = shown.view.entry
        if shown.view.turn == self._side and branch:
            while isinstance(branch, dict):
                branch = next(iter(branch.values()))
            self._client.say(Play(id=f"{self._side}{message.version if kind != 'Joined' else 0}", move=branch, ply=ply))


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
async def test_a_bot_plays_and_gives_moves_back_unasked(house):
    house.bots = FirstMoves()
    ann = rooms.Person(house, "Ann")
    created = await house.create(CreateTable(game="chess", black=SeatWish(kind="bot", bot="first"), token=ann.token))
    joined = await ann.ask("join", table=created.table)
    assert joined["snapshot"]["settings"]["mode"] == "person-engine"
    await ann.ask("play", move="e4", ply=0)
    await ann.wait(lambda one: one["type"] == "moved" and one["ply"] == 2)
    back = await ann.ask("offer", what="takeback")
    assert (back["type"], back["ply"]) == ("taken_back", 0)


@run
async def test_a_game_between_engines_is_paced_paused_and_stepped_by_its_owner(house):
    house.bots = FirstMoves()
    bot = SeatWish(kind="bot", bot="first")
    owner, other = rooms.Person(house, "Ann"), rooms.Person(house, "Bob")
    created = await house.create(CreateTable(game="chess", white=bot, black=bot, pace_ms=30, token=owner.token))
    await owner.ask("join", table=created.table)
    await other.ask("join", table=created.table)
    await owner.wait(lambda one: one["type"] == "moved" and one["ply"] == 3)
    assert (await other.ask("pause", on=True))["problem"]["code"] == "owner_needed"
    assert (await owner.ask("pause", on=True))["type"] == "paused"
    await asyncio.sleep(0.1)
    ply = house.rooms[created.table].table.ply
    await asyncio.sleep(0.1)
    assert house.rooms[created.table].table.ply == ply
    await owner.ask("step")
    await owner.wait(lambda one: one["type"] == "moved" and one["ply"] == ply + 1)
    await asyncio.sleep(0.1)
    assert house.rooms[created.table].table.ply == ply + 1
    await owner.ask("pause", on=False)
    await owner.wait(lambda one: one["type"] == "moved" and one["ply"] == ply + 3)


@run
async def test_a_bot_whose_move_waits_for_the_pace_does_not_lose_on_time(house):
    house.bots = FirstMoves()
    bot = SeatWish(kind="bot", bot="first")
    owner = rooms.Person(house, "Ann")
    wish = CreateTable(game="chess", white=bot, black=bot, pace_ms=1_300, clock=ClockSettings(initial_ms=1_000))
    created = await house.create(wish)
    await owner.ask("join", table=created.table)
    moved = await owner.wait(lambda one: one["type"] == "moved" and one["ply"] == 3)
    assert moved["clocks"]["black_ms"] > 500


@run
async def test_a_bots_move_that_crosses_a_pause_is_kept_and_not_lost(house):
    house.bots = FirstMoves()
    house.bots.seat = house.bots.seats.append
    bot = SeatWish(kind="bot", bot="first")
    owner = rooms.Person(house, "Ann")
    created = await house.create(CreateTable(game="chess", white=bot, black=bot, token=owner.token))
    await owner.ask("join", table=created.table)
    client = house.bots.seats[0].connect(lambda message: None)
    owner.say("pause", on=True)
    client.say(Play(id="m", move="e4", ply=0))
    await owner.hear("paused")
    await asyncio.sleep(0.05)
    assert house.rooms[created.table].table.ply == 0
    await owner.ask("pause", on=False)
    assert (await owner.hear("moved"))["move"]["notation"] == "e4"
