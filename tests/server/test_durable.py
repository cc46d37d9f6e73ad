"""Durable before acknowledged: nothing is told, and nothing has happened, until it is on disk."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from tests.server import rooms

from plyground.errors import StoreFault
from plyground.server.facts import Went
from plyground.server.store_sqlite import FULL, SqliteStore, connect
from plyground.server.wire.parts import ClockSettings


def run(test):
    """Runs a test that is a coroutine."""

    def wrapped(tmp_path):
        asyncio.run(test(tmp_path))

    wrapped.__name__ = test.__name__
    return wrapped


@run
async def test_a_move_whose_commit_is_held_back_is_never_acknowledged(tmp_path):
    house = await rooms.open_house(tmp_path)
    table, white, black = await rooms.two_at_a_table(house)
    rooms.valve(house).is_held = True
    before = house.rooms[table].table
    white.say("play", move="e4", ply=0)
    await asyncio.sleep(0.3)
    assert rooms.valve(house).appended == 2
    for person in (white, black):
        assert not {"moved", "acknowledged"} & set(person.kinds())
    assert house.rooms[table].table is before
    late = rooms.Person(house, "Eve")
    late.say("join", table=table)
    await asyncio.sleep(0.1)
    assert "joined" not in late.kinds(), "whoever comes now would see what may never have happened"


@run
async def test_a_failing_commit_is_reported_and_the_table_unchanged(tmp_path):
    house = await rooms.open_house(tmp_path)
    table, white, black = await rooms.two_at_a_table(house)
    before = house.rooms[table].table.state
    rooms.valve(house).failure = sqlite3.OperationalError("database or disk is full")
    answer = await white.ask("play", move="e4", ply=0)
    assert answer["type"] == "refused"
    assert answer["problem"]["code"] == "commit_failed"
    assert "disk is full" in answer["problem"]["message"]
    resync = await white.wait(lambda message: message.get("reason") == "commit_failed")
    assert resync["snapshot"]["moves"] == []
    assert house.rooms[table].table.state == before
    assert "moved" not in black.kinds()
    rooms.valve(house).failure = None
    again = await white.ask("play", move="e4", ply=0)
    assert again["type"] == "moved"
    await house.close()


@run
async def test_a_table_goes_on_after_a_failed_commit_that_could_not_be_looked_up_either(tmp_path):
    house = await rooms.open_house(tmp_path)
    _, white, _ = await rooms.two_at_a_table(house)
    rooms.valve(house).failure = sqlite3.OperationalError("disk I/O error")
    rooms.valve(house).is_unreadable = True
    assert (await white.ask("play", move="e4", ply=0))["problem"]["code"] == "commit_failed"
    rooms.valve(house).failure = None
    assert (await white.ask("play", move="e4", ply=0))["type"] == "moved"
    await house.close()


@run
async def test_who_comes_to_a_table_that_cannot_be_read_is_told(tmp_path):
    house = await rooms.open_house(tmp_path)
    table, white, _ = await rooms.two_at_a_table(house)
    house._unload(house.rooms[table])
    rooms.valve(house).is_unreadable = True
    assert (await white.ask("join", table=table))["problem"]["code"] == "kept_unreadable"
    rooms.valve(house).is_unreadable = False
    assert (await white.ask("join", table=table))["type"] == "joined"
    await house.close()


@run
async def test_whatever_goes_wrong_in_the_writer_is_reported_and_the_next_commit_succeeds(tmp_path):
    house = await rooms.open_house(tmp_path)
    _, white, _ = await rooms.two_at_a_table(house)

    def broken(statements):
        raise MemoryError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms.valve(house), "_transact", broken)
        assert (await white.ask("play", move="e4", ply=0))["problem"]["code"] == "commit_failed"
    assert (await white.ask("play", move="e4", ply=0))["type"] == "moved"
    await house.close()


@run
async def test_a_commit_that_failed_but_reached_the_disk_is_found_out(tmp_path):
    house = await rooms.open_house(tmp_path)
    table, white, _ = await rooms.two_at_a_table(house)
    rooms.valve(house).failure = sqlite3.OperationalError("disk I/O error")
    rooms.valve(house).is_failing_late = True
    number = white.say("play", move="e4", ply=0)
    await white.wait(lambda message: message.get("reason") == "commit_failed")
    assert house.rooms[table].table.ply == 1, "the file says that it happened"
    rooms.valve(house).failure = None
    white.say("play", id=number, move="e4", ply=0)
    answer = await white.hear("acknowledged")
    assert answer["id"] == number
    assert house.rooms[table].table.ply == 1
    await house.close()


@run
async def test_a_message_sent_again_is_applied_once_even_after_a_restart(tmp_path):
    house = await rooms.open_house(tmp_path)
    table, white, _ = await rooms.two_at_a_table(house)
    moved = await white.ask("play", move="e4", ply=0)
    white.say("play", id=moved["id"], move="e4", ply=0)
    assert (await white.hear("acknowledged"))["version"] == moved["version"]
    await house.close()
    house = await rooms.open_house(tmp_path)
    back = rooms.Person(house, token=white.token)
    joined = await back.ask("join", table=table, version=moved["version"] - 1)
    assert joined["side"] == "white"
    assert joined["snapshot"]["hash"] == moved["hash"]
    back.say("play", id=moved["id"], move="e4", ply=0)
    assert (await back.hear("acknowledged"))["version"] == moved["version"]
    assert house.rooms[table].table.ply == 1
    await house.close()


@run
async def test_downtime_is_not_charged_and_the_clock_waits_for_its_owner(tmp_path):
    house = await rooms.open_house(tmp_path)
    clock = ClockSettings(initial_ms=60_000)
    table, white, black = await rooms.two_at_a_table(house, clock=clock)
    await white.ask("play", move="e4", ply=0)
    await asyncio.sleep(0.05)
    moved = await black.ask("play", move="e5", ply=1)
    committed = moved["clocks"]
    await house.close()
    house = await rooms.open_house(tmp_path)
    again = rooms.Person(house, token=black.token)
    joined = await again.ask("join", table=table)
    assert joined["snapshot"]["clocks"] == {**committed, "running": None}
    await asyncio.sleep(0.1)
    back = rooms.Person(house, token=white.token)
    clocks = (await back.ask("join", table=table))["snapshot"]["clocks"]
    assert clocks["running"] == "white"
    assert committed["white_ms"] - clocks["white_ms"] < 50
    await house.close()


@run
async def test_who_reconnects_gets_what_was_missed_and_no_more(tmp_path):
    house = await rooms.open_house(tmp_path, recent_events=4)
    table, white, black = await rooms.two_at_a_table(house)
    first = await white.ask("play", move="e4", ply=0)
    black.session.close()
    await asyncio.sleep(0)
    last = None
    back = rooms.Person(house, token=black.token)
    last = await white.ask("say", text="still there?")
    caught = await back.ask("join", table=table, version=first["version"])
    assert caught["type"] == "caught_up"
    assert [event["version"] for event in caught["events"]] == [last["version"]]
    assert caught["hash"] == last["hash"]
    same = await rooms.Person(house, token=black.token).ask("join", table=table, version=last["version"])
    assert same["events"] == []
    for _ in range(5):
        await white.ask("say", text="hm")
    late = await rooms.Person(house, token=black.token).ask("join", table=table, version=first["version"])
    assert late["type"] == "joined", "too much was missed for anything but the whole"
    ahead = await rooms.Person(house, token=black.token).ask("join", table=table, version=10_000)
    assert ahead["type"] == "joined"
    await house.close()


def test_every_commit_waits_for_the_disk(tmp_path):
    connection = connect(tmp_path / "games.sqlite3")
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == FULL == 2
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()


def test_a_store_that_cannot_be_written_safely_is_refused():
    with pytest.raises(StoreFault, match="cannot be written safely"):
        connect(Path(":memory:"))


@run
async def test_one_bad_entry_does_not_spoil_the_commit_of_others(tmp_path):
    store = await SqliteStore.open(tmp_path / "games.sqlite3")
    from plyground.server.store import Entry, Row

    answers: dict[str, Exception | None] = {}

    def unwilling(error):
        answers["unwilling"] = error
        raise RuntimeError("does not want to know")

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: answers.update(told=context["exception"]))
    store.append(Entry(table="t", rows=[Row(1, b"{}", "h")]), unwilling)
    for name, table, version in (("good", "t", 2), ("bad", "t", 1), ("also good", "u", 1)):
        store.append(Entry(table=table, rows=[Row(version, b"{}", "h")]), partial(answers.__setitem__, name))
    await store.close()
    await asyncio.sleep(0)
    assert isinstance(answers.pop("bad"), sqlite3.IntegrityError)
    assert isinstance(answers.pop("told"), RuntimeError)
    assert answers == {"unwilling": None, "good": None, "also good": None}


@run
async def test_a_file_of_a_newer_plyground_is_left_alone(tmp_path):
    path = tmp_path / "games.sqlite3"
    await (await SqliteStore.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num='9999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreFault, match="newer Plyground"):
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
    house = await rooms.open_house(tmp_path)
    table, white, _ = await rooms.two_at_a_table(house)
    await white.ask("play", move="e4", ply=0)
    await house.store.backup(tmp_path / "copy.sqlite3")
    await house.close()
    copy = await SqliteStore.open(tmp_path / "copy.sqlite3")
    stored = await copy.load(table)
    assert stored is not None
    assert isinstance(stored.rows[-1].fact, Went)
    assert stored.rows[-1].fact.move == "e2e4"
    await copy.close()
