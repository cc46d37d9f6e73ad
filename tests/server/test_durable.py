"""Durable before acknowledged: nothing is sent, and nothing has happened, until it is on disk."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from tests.server import tables

from plyground.errors import StoreFault
from plyground.server.store import NewEvent, StoreEntry
from plyground.server.store_sql import StoreConflict
from plyground.server.store_sqlite import FULL, SqliteStore, connect
from plyground.server.wire.events import MovePlayed
from plyground.server.wire.parts import ClockSettings


def run(test):
    """Runs a test that is a coroutine."""

    def wrapped(tmp_path):
        asyncio.run(test(tmp_path))

    wrapped.__name__ = test.__name__
    return wrapped


def run_on_both(test):
    """Runs a test that is a coroutine on SQLite and on PostgreSQL."""

    def wrapped(place):
        asyncio.run(test(place))

    wrapped.__name__ = test.__name__
    return wrapped


@run_on_both
async def test_a_move_whose_commit_is_held_back_is_never_acknowledged(place):
    registry = await tables.open_registry(place)
    table, white, black = await tables.two_at_a_table(registry)
    tables.valve(registry).is_held = True
    before = registry.live[table].table
    white.send("play", move="e4", ply=0)
    await tables.valve(registry).flush()
    assert tables.valve(registry).appended == 2
    for person in (white, black):
        assert not {"move_played", "acknowledged"} & set(person.kinds())
    assert registry.live[table].table is before
    late = tables.Person(registry, "Eve")
    late.send("join", table=table)
    await tables.valve(registry).flush()
    assert "joined" not in late.kinds(), "a newcomer would see what may never have happened"
    await registry.close()


@run_on_both
async def test_a_failing_commit_is_reported_and_the_table_unchanged(place):
    registry = await tables.open_registry(place)
    table, white, black = await tables.two_at_a_table(registry)
    before = registry.live[table].table.state
    tables.valve(registry).failure = sqlite3.OperationalError("database or disk is full")
    answer = await white.ask("play", move="e4", ply=0)
    assert answer["type"] == "refused"
    assert answer["problem"]["code"] == "commit_failed"
    assert "disk is full" in answer["problem"]["message"]
    resync = await white.wait(lambda message: message.get("reason") == "commit_failed")
    assert resync["snapshot"]["moves"] == []
    assert registry.live[table].table.state == before
    assert "move_played" not in black.kinds()
    tables.valve(registry).failure = None
    again = await white.ask("play", move="e4", ply=0)
    assert tables.kind_of(again) == "move_played"
    await registry.close()


@run_on_both
async def test_a_table_goes_on_after_a_failed_commit_that_could_not_be_looked_up_either(place):
    registry = await tables.open_registry(place)
    _, white, _ = await tables.two_at_a_table(registry)
    tables.valve(registry).failure = sqlite3.OperationalError("disk I/O error")
    tables.valve(registry).is_unreadable = True
    assert (await white.ask("play", move="e4", ply=0))["problem"]["code"] == "commit_failed"
    tables.valve(registry).failure = None
    assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
    await registry.close()


@run_on_both
async def test_time_odds_and_delay_survive_being_unloaded(place):
    registry = await tables.open_registry(place)
    clock = ClockSettings(initial_ms=60_000, increment_ms=2_000, delay_ms=5_000, black_ms=20_000)
    table, white, _ = await tables.two_at_a_table(registry, clock=clock)
    registry.unload(table)
    joined = await white.ask("join", table=table)
    assert joined["snapshot"]["settings"]["clock"]["black_ms"] == 20_000
    assert joined["snapshot"]["settings"]["clock"]["delay_ms"] == 5_000
    assert (joined["snapshot"]["clocks"]["white_ms"], joined["snapshot"]["clocks"]["black_ms"]) == (60_000, 20_000)
    await registry.close()


@run_on_both
async def test_who_comes_to_a_table_that_cannot_be_read_is_told(place):
    registry = await tables.open_registry(place)
    table, white, _ = await tables.two_at_a_table(registry)
    registry.unload(table)
    tables.valve(registry).is_unreadable = True
    assert (await white.ask("join", table=table))["problem"]["code"] == "store_unreadable"
    tables.valve(registry).is_unreadable = False
    assert (await white.ask("join", table=table))["type"] == "joined"
    await registry.close()


@run_on_both
async def test_whatever_goes_wrong_in_the_writer_is_reported_and_the_next_commit_succeeds(place):
    registry = await tables.open_registry(place)
    _, white, _ = await tables.two_at_a_table(registry)

    def broken(statements):
        raise MemoryError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables.valve(registry), "_transact", broken)
        assert (await white.ask("play", move="e4", ply=0))["problem"]["code"] == "commit_failed"
    assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
    await registry.close()


@run_on_both
async def test_a_commit_that_failed_but_reached_the_disk_is_found_out(place):
    registry = await tables.open_registry(place)
    table, white, _ = await tables.two_at_a_table(registry)
    tables.valve(registry).failure = sqlite3.OperationalError("disk I/O error")
    tables.valve(registry).is_failing_late = True
    number = white.send("play", move="e4", ply=0)
    await white.wait(lambda message: message.get("reason") == "commit_failed")
    assert registry.live[table].table.ply == 1, "the file says that it happened"
    tables.valve(registry).failure = None
    white.send("play", id=number, move="e4", ply=0)
    answer = await white.wait(lambda one: one["type"] == "acknowledged")
    assert answer["id"] == number
    assert registry.live[table].table.ply == 1
    await registry.close()


@run_on_both
async def test_a_message_sent_again_is_applied_once_even_after_a_restart(place):
    registry = await tables.open_registry(place)
    table, white, _ = await tables.two_at_a_table(registry)
    moved = await white.ask("play", move="e4", ply=0)
    white.send("play", id=moved["id"], move="e4", ply=0)
    assert (await white.wait(lambda one: one["type"] == "acknowledged"))["version"] == moved["version"]
    await registry.close()
    registry = await tables.open_registry(place)
    back = tables.Person(registry, token=white.token)
    joined = await back.ask("join", table=table, version=moved["version"] - 1)
    assert joined["side"] == "white"
    assert joined["snapshot"]["hash"] == moved["hash"]
    back.send("play", id=moved["id"], move="e4", ply=0)
    assert (await back.wait(lambda one: one["type"] == "acknowledged"))["version"] == moved["version"]
    assert registry.live[table].table.ply == 1
    await registry.close()


@run_on_both
async def test_downtime_is_not_charged_and_the_clock_waits_for_its_owner(place):
    registry = await tables.open_registry(place)
    clock = ClockSettings(initial_ms=60_000)
    table, white, black = await tables.two_at_a_table(registry, clock=clock)
    await white.ask("play", move="e4", ply=0)
    tables.clock(registry).advance(5_000)
    moved = await black.ask("play", move="e5", ply=1)
    committed = moved["changes"]["clocks"]
    assert committed["black_ms"] == 55_000
    await registry.close()
    registry = await tables.open_registry(place)
    again = tables.Person(registry, token=black.token)
    joined = await again.ask("join", table=table)
    assert joined["snapshot"]["clocks"] == {**committed, "running": None}
    tables.clock(registry).advance(5_000)
    back = tables.Person(registry, token=white.token)
    clocks = (await back.ask("join", table=table))["snapshot"]["clocks"]
    assert clocks["running"] == "white"
    assert clocks["white_ms"] == committed["white_ms"]
    await registry.close()


@run_on_both
async def test_who_reconnects_gets_what_was_missed_and_no_more(place):
    registry = await tables.open_registry(place, recent_events=4)
    table, white, black = await tables.two_at_a_table(registry)
    first = await white.ask("play", move="e4", ply=0)
    black.session.close()
    back = tables.Person(registry, token=black.token)
    last = await white.ask("post_chat", text="still there?")
    caught = await back.ask("join", table=table, version=first["version"])
    assert caught["type"] == "caught_up"
    assert [event["version"] for event in caught["events"]] == [last["version"]]
    assert caught["hash"] == last["hash"]
    same = await tables.Person(registry, token=black.token).ask("join", table=table, version=last["version"])
    assert same["events"] == []
    for _ in range(5):
        await white.ask("post_chat", text="hm")
    late = await tables.Person(registry, token=black.token).ask("join", table=table, version=first["version"])
    assert late["type"] == "joined", "too much was missed, so a whole snapshot is needed"
    ahead = await tables.Person(registry, token=black.token).ask("join", table=table, version=10_000)
    assert ahead["type"] == "joined"
    await registry.close()


def test_every_commit_waits_for_the_disk(tmp_path):
    connection = connect(tmp_path / "games.sqlite3")
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == FULL == 2
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()


def test_a_store_that_cannot_be_written_safely_is_refused():
    with pytest.raises(StoreFault, match="cannot be written safely"):
        connect(Path(":memory:"))


@run_on_both
async def test_one_bad_entry_does_not_spoil_the_commit_of_others(place):
    store = await tables.open_valve(place)
    answers: dict[str, Exception | None] = {}

    def unwilling(error):
        answers["unwilling"] = error
        raise RuntimeError("does not want to know")

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: answers.update(told=context["exception"]))
    store.append(StoreEntry(table="t", events=[NewEvent(1, b"{}", "h")]), unwilling)
    for name, table, version in (("good", "t", 2), ("bad", "t", 1), ("also good", "u", 1)):
        store.append(
            StoreEntry(table=table, events=[NewEvent(version, b"{}", "h")]), partial(answers.__setitem__, name)
        )
    await store.close()
    await asyncio.sleep(0)
    assert isinstance(answers.pop("bad"), StoreConflict)
    assert isinstance(answers.pop("told"), RuntimeError)
    assert answers == {"unwilling": None, "good": None, "also good": None}


@run
async def test_a_file_of_a_newer_plyground_is_left_alone(tmp_path):
    path = tmp_path / "games.sqlite3"
    await (await SqliteStore.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=9999")
    connection.commit()
    connection.close()
    with pytest.raises(StoreFault, match="newer version of Plyground"):
        await SqliteStore.open(path)


@run
async def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "games.sqlite3"
    path.write_text("this is a shopping list" * 100)
    with pytest.raises(StoreFault, match="cannot be used as a store"):
        await SqliteStore.open(path)
    assert path.read_text().startswith("this is a shopping list")


@run
async def test_a_backup_holds_all_games_while_the_server_runs(tmp_path):
    registry = await tables.open_registry(tmp_path)
    table, white, _ = await tables.two_at_a_table(registry)
    await white.ask("play", move="e4", ply=0)
    await registry.store.backup(tmp_path / "copy.sqlite3")
    await registry.close()
    copy = await SqliteStore.open(tmp_path / "copy.sqlite3")
    stored = await copy.load(table)
    assert stored is not None
    assert isinstance(stored.events[-1].event, MovePlayed)
    assert stored.events[-1].event.move == "e2e4"
    await copy.close()
