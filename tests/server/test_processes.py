"""Several processes on one PostgreSQL: any of them serves any table, and the database decides every race."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server import tables
from tests.server.live import live_server
from tests.waiting import PATIENCE_S

from plyground.server.bus import Notice
from plyground.server.guests import new_token
from plyground.server.wire.http import CreateTable
from plyground.server.wire.parts import ClockSettings

MINUTE = ClockSettings(initial_ms=60_000)


def run(test):
    """Runs a test that is a coroutine, with the address of an empty store."""

    def wrapped(postgresql):
        asyncio.run(test(postgresql.new_schema()))

    wrapped.__name__ = test.__name__
    return wrapped


@asynccontextmanager
async def processes(address, count=2) -> AsyncIterator[list[Any]]:
    """Registries that share a store, each like a process of its own."""
    found = [await tables.open_registry(address) for _ in range(count)]
    try:
        yield found
    finally:
        for registry in found:
            await registry.close()


async def until(condition):
    """Returns when a condition holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.005)


async def apart(first, second, **wish):
    """A game whose players are connected to different processes."""
    white, black = tables.Person(first, "Ann"), tables.Person(second, "Bob")
    created = await first.create(CreateTable(game="chess", token=white.token, **wish))
    await white.ask("join", table=created.table)
    await black.ask("join", table=created.table, side="any")
    await white.event("game_started")
    return created.table, white, black


def is_at(table, version, *registries):
    return all(registry.live[table].table.version == version for registry in registries)


@run
async def test_players_of_different_processes_play_one_game(address):
    async with processes(address) as (first, second):
        table, white, black = await apart(first, second)
        for ply, move in enumerate(("e4", "e5", "Nf3", "Nc6")):
            moved = await (white, black)[ply % 2].ask("play", move=move, ply=ply)
            other = await (black, white)[ply % 2].event("move_played", ply + 1)
            assert (other["version"], other["hash"]) == (moved["version"], moved["hash"])
        assert await white.ask("resign")
        await black.event("game_ended")
        assert first.live[table].table.state == second.live[table].table.state


CHESS = {"game": "chess", "clock": {"initial_ms": 180_000, "increment_ms": 2_000}}


def sees(registry, *names):
    """Whether the seeks that people can take at a process are those of these."""
    return sorted(seek.by.name for seek in registry.pairing.open_seeks(100)) == sorted(names)


@run
async def test_a_seek_is_taken_at_another_process(address):
    async with processes(address) as (first, second):
        ann, bob = tables.Person(first, "Ann"), tables.Person(second, "Bob")
        posted = await ann.ask("post_seek", terms={**CHESS, "side": "black"})
        await until(lambda: sees(second, "Ann"))
        paired = await bob.ask("take_seek", seek=posted["seek"]["seek"])
        assert (paired["type"], paired["side"], paired["opponent"]["name"]) == ("paired", "white", "Ann")
        mine = await ann.wait(lambda message: message["type"] == "paired")
        assert (mine["table"], mine["side"], mine["opponent"]["name"]) == (paired["table"], "black", "Bob")
        await until(lambda: sees(first) and sees(second))
        for person in (ann, bob):
            joined = await person.ask("join", table=paired["table"])
            assert [seat["name"] for seat in joined["snapshot"]["seats"].values()] == ["Bob", "Ann"]
        assert (await bob.ask("take_seek", seek=posted["seek"]["seek"]))["problem"]["code"] == "seek_gone"


@run
async def test_seeks_of_different_processes_fit(address):
    async with processes(address) as (first, second):
        ann, bob = tables.Person(first, "Ann"), tables.Person(second, "Bob")
        await ann.ask("post_seek", terms=CHESS)
        await until(lambda: sees(second, "Ann"))
        paired = await bob.ask("post_seek", terms=CHESS)
        assert paired["table"] == (await ann.wait(lambda message: message["type"] == "paired"))["table"]
        assert sees(second)


@run
async def test_seeks_posted_at_the_same_time_make_one_game(address):
    async with processes(address) as (first, second):
        ann, bob = tables.Person(first, "Ann"), tables.Person(second, "Bob")
        posted = await asyncio.gather(*(person.ask("post_seek", terms=CHESS) for person in (ann, bob)))
        assert {answer["type"] for answer in posted} <= {"seek_posted", "paired"}
        found = [await person.wait(lambda message: message["type"] == "paired") for person in (ann, bob)]
        assert found[0]["table"] == found[1]["table"]
        await until(lambda: sees(first) and sees(second))
        for person in (ann, bob):
            assert [message["type"] for message in person.received].count("paired") == 1


@run
async def test_only_one_of_several_processes_gets_a_seek(address):
    async with processes(address, 3) as registries:
        ann, *others = (tables.Person(registry, name) for registry, name in zip(registries, "ABC", strict=True))
        seek = (await ann.ask("post_seek", terms=CHESS))["seek"]["seek"]
        await until(lambda: all(sees(registry, "A") for registry in registries))
        answers = await asyncio.gather(*(person.ask("take_seek", seek=seek) for person in others))
        assert sorted(answer["type"] for answer in answers) == ["paired", "refused"]


@run
async def test_the_seeks_of_a_process_that_has_ended_are_gone(address):
    async with processes(address) as (first, second):
        third = await tables.open_registry(address)
        await tables.Person(third, "Ann").ask("post_seek", terms=CHESS)
        await until(lambda: sees(first, "Ann") and sees(second, "Ann"))
        # Whoever has come later asks for what is open.
        late = await tables.open_registry(address)
        await until(lambda: sees(late, "Ann"))
        await third.close()

        async with asyncio.timeout(PATIENCE_S):
            while not (sees(first) and sees(late)):
                for registry in (first, late):
                    assert registry.peers is not None
                    await registry.peers.forget_dead()
        await late.close()


@run
async def test_an_answer_to_a_move_that_has_not_come_yet_is_no_mistake(address):
    async with processes(address) as (first, second):
        table, white, black = await apart(first, second)
        # The players talk to each other faster than the processes do.
        second.store.bus.on_notice = lambda notice: None
        await white.ask("play", move="e4", ply=0)
        assert tables.kind_of(await black.ask("play", move="e5", ply=1)) == "move_played"
        assert second.live[table].table.ply == 2
        answer = await black.ask("play", move="Nc6", ply=7)
        assert answer["problem"]["code"] == "move_stale", "there is no such move anywhere"


@run
async def test_of_two_moves_at_the_same_time_one_happens(address):
    async with processes(address) as (first, second):
        table, white, _ = await apart(first, second)
        again = tables.Person(second, token=white.token)
        await again.ask("join", table=table)
        for registry in (first, second):
            # Neither hears of the other, so the database alone decides.
            registry.store.bus.on_notice = lambda notice: None
        answers = await asyncio.gather(white.ask("play", move="e4", ply=0), again.ask("play", move="d4", ply=0))
        kinds = sorted(tables.kind_of(answer) for answer in answers)
        assert kinds == ["move_played", "refused"]
        assert first.live[table].table.state == second.live[table].table.state
        assert first.live[table].table.ply == 1


@run
async def test_a_message_that_is_sent_to_two_processes_takes_effect_once(address):
    async with processes(address) as (first, second):
        table, white, _ = await apart(first, second)
        again = tables.Person(second, token=white.token)
        await again.ask("join", table=table)
        second.store.bus.on_notice = lambda notice: None
        moved = await white.ask("play", move="e4", ply=0)
        again.send("play", id=moved["id"], move="e4", ply=0)
        answer = await again.wait(lambda message: message["type"] == "acknowledged")
        assert (answer["id"], answer["version"]) == (moved["id"], moved["version"])
        assert is_at(table, moved["version"], first, second)


@run
async def test_a_flag_that_two_processes_see_falls_once(address):
    async with processes(address) as both:
        table, white, black = await apart(*both, clock=MINUTE)
        await white.ask("play", move="e4", ply=0)
        await white.event("move_played")
        await until(lambda: all(registry.live[table].table.ply == 1 for registry in both))
        for registry in both:
            tables.clock(registry).advance(70_000)
        for person in (white, black):
            ended = await person.event("game_ended")
            assert ended["event"]["outcome"] == {"winner": "white", "termination": "time_forfeit"}
        await asyncio.gather(*(tables.valve(registry).flush() for registry in both))
        found = await tables.valve(both[0]).select("SELECT event FROM events WHERE table_id=?", table)
        assert sum(b"game_ended" in event for (event,) in found) == 1


@run
async def test_a_flag_falls_first_where_the_player_is(address):
    async with processes(address) as (first, second):
        table, white, black = await apart(first, second, clock=MINUTE)
        await white.ask("play", move="e4", ply=0)
        await until(lambda: is_at(table, first.live[table].table.version, first, second))
        tables.clock(first).advance(60_100)
        await tables.valve(first).flush()
        assert first.live[table].table.state.phase == "playing"
        assert tables.kind_of(await black.ask("play", move="e5", ply=1)) == "move_played"


@run
async def test_changing_the_process_does_not_give_the_time_of_the_turn_back(address):
    async with processes(address) as (first, second):
        table, white, black = await tables.two_at_a_table(first, clock=MINUTE)
        await white.ask("play", move="e4", ply=0)
        await tables.valve(first).write(
            [("UPDATE events SET at = at - interval '20 seconds' WHERE table_id=?", (table,))]
        )
        # The processes have been connected for long enough.
        patched = second.store.bus.prefix
        second.store.bus.prefix = "nobody"
        fresh = tables.Person(second, token=black.token)
        clocks = (await fresh.ask("join", table=table))["snapshot"]["clocks"]
        assert clocks["running"] == "black", "the owner of the clock has come"
        assert clocks["black_ms"] == 60_000, "nobody was there all the time, so nothing is charged"
        second.unload(table)
        second.store.bus.prefix = patched
        await tables.valve(first).write([("UPDATE events SET at = clock_timestamp() WHERE table_id=?", (table,))])
        await asyncio.sleep(0.2)
        again = tables.Person(second, token=black.token)
        clocks = (await again.ask("join", table=table))["snapshot"]["clocks"]
        assert clocks["running"] == "black"
        assert clocks["black_ms"] <= 59_800


@run
async def test_players_of_another_process_are_present_until_it_ends(address):
    async with processes(address, 1) as (first,):
        second: Any = await tables.open_registry(address)
        table, here, other = await apart(first, second)
        live = first.live[table]
        await until(lambda: live.presence.is_present(other.guest))
        assert live.presence.gone_ms(other.guest) == 0
        tables.clock(first).advance(40_000)
        assert (await here.ask("claim_win"))["problem"]["code"] == "opponent_present"
        # Like a process that is killed: it says nothing more.
        second.store.bus.tell = lambda notice: None
        await second.close()
        await first.peers.forget_dead()
        assert not live.presence.is_present(other.guest)
        tables.clock(first).advance(40_000)
        assert tables.kind_of(await here.ask("claim_win")) == "game_ended"


@run
async def test_who_leaves_another_process_is_gone_here_too(address):
    async with processes(address) as (first, second):
        table, _, there = await apart(first, second)
        await until(lambda: first.live[table].presence.is_present(there.guest))
        there.session.close()
        tables.clock(second).advance(100)
        await until(lambda: not first.live[table].presence.is_present(there.guest))


@run
async def test_a_table_expires_only_if_nobody_waits_in_any_process(address):
    async with processes(address) as (first, second):
        white = tables.Person(first, "Ann")
        tokens = (white.token, new_token())
        waiting, deserted = [(await first.create(CreateTable(game="chess", token=token))).table for token in tokens]
        await white.ask("join", table=waiting)
        tables.clock(first).advance(100)
        first.unload(deserted)
        tables.clock(second).day_shift_s += 100_000
        await second.expire_stored()
        await until(lambda: second.live[waiting].presence.is_attended_elsewhere)
        for _ in range(2):
            second.sweep()
            tables.clock(second).advance(second.limits.waiting_expires_s * 1000 + 1)
        second.sweep()
        await until(lambda: second.live[deserted].table.state.phase == "over")
        assert waiting not in second.live
        assert first.live[waiting].table.state.phase == "waiting"


@run
async def test_lost_notices_are_made_up_for(address):
    async with processes(address) as (first, second):
        table, white, black = await apart(first, second)
        there = second
        hear, there.store.bus.on_notice = there.store.bus.on_notice, lambda notice: None
        moved = await white.ask("play", move="e4", ply=0)
        await tables.valve(there).flush()
        assert there.live[table].table.ply == 0
        there.store.bus.on_notice = hear
        there.store.bus.on_gap()
        assert (await black.event("move_played", 1))["hash"] == moved["hash"]


@run
async def test_the_listening_connection_comes_back(address):
    async with processes(address) as (first, second):
        _table, white, black = await apart(first, second)
        there = second
        await tables.valve(there).select(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name=?",
            there.store.bus.prefix + there.store.bus.process,
        )
        moved = await white.ask("play", move="e4", ply=0)
        assert (await black.event("move_played", 1))["hash"] == moved["hash"]


@run
async def test_who_knows_more_than_a_process_is_not_shown_the_past(address):
    async with processes(address) as (first, second):
        table, white, _black = await apart(first, second)
        there = second
        there.store.bus.on_notice = lambda notice: None
        moved = await white.ask("play", move="e4", ply=0)
        mover = tables.Person(there, token=white.token)
        caught = await mover.ask("join", table=table, version=moved["version"])
        assert (caught["type"], caught["version"]) == ("caught_up", moved["version"])
        ahead = await mover.ask("join", table=table, version=10_000)
        assert ahead["snapshot"]["version"] == moved["version"]


@run
async def test_the_lobby_has_the_tables_of_all_processes(address):
    async with processes(address) as (first, second):
        created = await first.create(CreateTable(game="chess", token=new_token(), public=True))
        tables.clock(first).advance(1_000)
        await until(lambda: any(one.table == created.table for one in second.public_tables()))
        latecomer = await tables.open_registry(address)
        await until(lambda: any(one.table == created.table for one in latecomer.public_tables()))
        await latecomer.close()
        first.unload(created.table)
        first._publish_lobby()
        await until(lambda: not second.public_tables())


@run
async def test_who_plays_a_person_does_so_in_every_process(address):
    async with processes(address) as (first, second):
        _, white, black = await tables.two_at_a_table(first)
        await until(lambda: second.plays_unaided(white.guest))
        latecomer = await tables.open_registry(address)
        await until(lambda: latecomer.plays_unaided(black.guest))
        await latecomer.close()
        await white.ask("resign")
        await until(lambda: not second.plays_unaided(white.guest))


@run
async def test_a_notice_that_cannot_be_used_harms_nobody(address):
    async with processes(address) as (first, second):
        channel = first.store.bus.channel
        for payload in ("nonsense", '{"process":"x","events":[["nowhere",7]]}', '{"process":"x","lobby":["nowhere"]}'):
            await tables.valve(first).write([("SELECT pg_notify(?, ?)", (channel, payload))])
        first.store.bus.tell(Notice(process="y", asked="nowhere"))
        _table, white, black = await apart(first, second)
        assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
        assert await black.event("move_played", 1)


@pytest.mark.parametrize("is_deleted", [False, True])
def test_accounts_and_logins_are_known_to_all_processes(postgresql, is_deleted):
    from plyground.server.accounts.account_store import SqlAccounts
    from plyground.server.accounts.accounts import Accounts

    async def play(address):
        async with processes(address) as (first, second):
            people: list[Accounts] = []
            ended: list[str] = []
            for registry in (first, second):
                accounts = Accounts(SqlAccounts(registry.store), registry.guests, registry.limits, registry.time)
                accounts.on_changed, accounts.on_ended = registry.peers.account_changed, registry.peers.logins_ended
                registry.peers.on_account, registry.peers.on_logged_out = accounts.learn, ended.append
                people.append(accounts)
            token = new_token()
            account, secret = await people[0].sign_up("Ann", "correct horse battery", token, "a", "Firefox")
            await until(lambda: second.guests.has_account(account.id))
            assert people[1].is_outdated(token)
            logged_in = await people[1].by_browser(secret)
            assert logged_in is not None
            if is_deleted:
                await people[0].delete(logged_in, "correct horse battery", "a")
                await until(lambda: not second.guests.has_account(account.id))
            else:
                await people[0].log_out(logged_in)
            await until(lambda: ended == [logged_in.login.key])
            second.peers.on_account, second.peers.on_logged_out = None, lambda key: None
            other, secret = await people[0].sign_up("Bob", "correct horse battery", "", "a", "Firefox")
            logged_in = await people[0].by_browser(secret)
            assert logged_in is not None
            await people[0].log_out(logged_in)
            people[1].on_logged_out = ended.append
            second.peers.on_gap = lambda: people[1].learn_all([logged_in.login.key])
            second.store.bus.on_gap()
            await until(lambda: logged_in.login.key in ended and second.guests.has_account(other.id))
            for accounts in people:
                accounts.close()

    asyncio.run(play(postgresql.new_schema()))


def test_sockets_of_a_login_that_was_ended_during_a_gap_are_closed(postgresql):
    with live_server(postgresql.new_schema()) as server:
        body = {"name": "Ann", "password": "correct horse battery"}
        origin = f"http://127.0.0.1:{server.port}"
        signed_up = server.http.post("/api/account", json=body, headers={"Origin": origin})
        assert signed_up.status_code == 201, signed_up.text
        cookie = "; ".join(f"{name}={value}" for name, value in signed_up.cookies.items())
        with server.client("", hello=False, Cookie=cookie, Origin=origin) as client:
            client.send("hello")
            client.wait("welcome")
            store: Any = server.app.registry.store

            async def end_elsewhere() -> None:
                await store.write([("DELETE FROM logins", ())])
                store.bus.on_gap()

            server.on_loop(end_elsewhere())
            assert client.is_closed()
