"""A damaged file is noticed, said and no longer written to; it can be checked and replaced by a backup."""

import asyncio
import logging
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server import tables
from tests.server.test_durable import run
from tests.waiting import PATIENCE_S
from typer.testing import CliRunner

from plyground.cli.program import app
from plyground.errors import ServiceFault, StoreFault, TableRefused, UnknownGame
from plyground.server import store_sqlite
from plyground.server.serving import DATABASE, database, hold
from plyground.server.store_files import INDEX_SUFFIX, LOG_SUFFIX, beside, find_damage, restore
from plyground.server.store_sqlite import SqliteStore
from plyground.server.wire.http import CreateTable
from plyground.server.wire.parts import ClockSettings

GAMES = 14
FLIPS = 20
MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6")


async def play_games(folder: Path) -> list[str]:
    """Plays some games and returns their tables."""
    registry = await tables.open_registry(folder)
    played = []
    for number in range(GAMES):
        table, *players = await tables.two_at_a_table(registry, names=(f"Ann {number}", f"Bob {number}"))
        for ply, move in enumerate(MOVES):
            await players[ply % 2].ask("play", move=move, ply=ply)
        played.append(table)
    await registry.close()
    return played


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> tuple[Path, list[str]]:
    """A file with games that a server wrote, and their tables."""
    folder = tmp_path_factory.mktemp("games")
    played = asyncio.run(play_games(folder))
    return folder / "games.sqlite3", played


def flip_bits(path: Path, seed: int, first: int = 100) -> None:
    """Flips bits at random places after the header."""
    data, choose = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(FLIPS):
        data[choose.randrange(first, len(data))] ^= 1 << choose.randrange(8)
    path.write_bytes(data)


def break_pages(path: Path) -> None:
    """Overwrites the second half of a file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xa5" * (size - size // 2))


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("seed", range(20))
def test_bit_flips_are_logged_and_a_damaged_file_is_not_written_to(games, tmp_path, seed, caplog):
    source, played = games
    path = tmp_path / "games.sqlite3"
    shutil.copy(source, path)
    flip_bits(path, seed)

    async def test():
        try:
            registry = await tables.open_registry(tmp_path)
        except StoreFault as fault:
            # Not even the list of what is in the file can be read; the command says so in one line.
            return fault.code
        codes = set()
        for table in played:
            try:
                await registry.find(table)
            except (StoreFault, TableRefused, UnknownGame) as fault:
                codes.add(fault.code)
        if codes & {"table_damaged", "store_unreadable"} or registry.store.damage:
            assert errors(caplog)
        if "store_unreadable" in codes:
            assert registry.store.damage
        if registry.store.damage:
            assert registry.problem.startswith("the file is damaged")
            before = path.read_bytes()
            with pytest.raises(StoreFault, match="file is damaged"):
                await registry.create(CreateTable(game="chess"))
            assert path.read_bytes() == before
        await registry.close()
        return "store_unusable"

    assert asyncio.run(test()) == "store_unusable"


@run
async def test_games_in_a_damaged_file_stay_readable_and_commands_are_refused(tmp_path):
    registry = await tables.open_registry(tmp_path)
    table, white, _ = await tables.two_at_a_table(registry)
    await white.ask("play", move="e4", ply=0)
    tables.valve(registry)._set_damage("Tree 5 page 7: a bit is wrong")
    answer = await white.ask("post_chat", text="hello")
    assert answer["type"] == "refused"
    assert answer["problem"]["code"] == "store_damaged"
    late = tables.Person(registry, "Eve")
    assert (await late.ask("join", table=table))["snapshot"]["moves"][0]["notation"] == "e4"
    assert (await tables.Person(registry, "Anna", token=white.token).ask("join", table=table))["type"] == "joined"
    assert (await late.ask("post_chat", text="hello"))["problem"]["code"] == "store_damaged"
    assert registry.problem == "the file is damaged: Tree 5 page 7: a bit is wrong"
    await registry.close()


@run
async def test_a_flag_that_falls_while_nothing_can_be_saved_keeps_nobody_waiting(tmp_path):
    registry = await tables.open_registry(tmp_path)
    table, white, black = await tables.two_at_a_table(registry, clock=ClockSettings(initial_ms=1000))
    await white.ask("play", move="e4", ply=0)
    await black.ask("play", move="e5", ply=1)
    tables.valve(registry)._set_damage("a page is gone")
    tables.clock(registry).advance(5_000)
    assert (await white.ask("play", move="Nf3", ply=2))["problem"]["code"] == "store_damaged"
    assert registry.live[table].table.state.phase == "playing"
    assert (await tables.Person(registry).ask("join", table=table))["type"] == "joined"
    await registry.close()


@run
async def test_damage_that_shows_while_writing_stops_all_writing(tmp_path):
    registry = await tables.open_registry(tmp_path)
    store = tables.valve(registry)
    _, white, _ = await tables.two_at_a_table(registry)

    def corrupt(statements):
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT | 1 << 8
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_transact", corrupt)
        assert (await white.ask("play", move="e4", ply=0))["type"] == "refused"
    assert store.damage == "database disk image is malformed"
    assert (await white.ask("play", move="e4", ply=0))["problem"]["code"] == "store_damaged"
    await registry.close()


@run
async def test_a_full_disk_is_not_damage(tmp_path):
    registry = await tables.open_registry(tmp_path)
    store = tables.valve(registry)
    _, white, _ = await tables.two_at_a_table(registry)
    used = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count={used}")
    while (answer := await white.ask("post_chat", text="x" * 300))["type"] != "refused":
        tables.clock(registry).advance(10_000)
    assert "database or disk is full" in answer["problem"]["message"]
    assert registry.problem == "the last change could not be saved"
    assert not store.damage
    store._connection.execute("PRAGMA max_page_count=1000000")
    assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
    assert registry.problem == ""
    await registry.close()


def test_a_big_file_is_checked_while_the_server_works(games, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(store_sqlite, "MAX_CHECKED_FIRST_BYTES", 0)
    path = tmp_path / "games.sqlite3"
    shutil.copy(games[0], path)
    break_pages(path)

    async def test():
        store = await SqliteStore.open(path)
        assert not store.damage
        assert store._check is not None
        await store._check
        assert store.damage
        await store.close()

    asyncio.run(test())
    assert errors(caplog) == ["the file is damaged and no longer written to"]


@run
async def test_the_file_is_checked_again_and_again(tmp_path):
    registry = await tables.open_registry(tmp_path, check_hours=24.0)
    for number in range(5):
        await tables.two_at_a_table(registry, names=(f"Ann {number}", f"Bob {number}"))
    registry.start()
    # So that the pages are in the file, not in the log.
    tables.valve(registry)._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    break_pages(tables.valve(registry).path)
    assert not registry.store.damage
    tables.clock(registry).advance(24 * 3_600_000)
    async with asyncio.timeout(PATIENCE_S):
        while not registry.store.damage:
            await asyncio.sleep(0.01)
    await registry.close()


@run
async def test_a_log_that_is_deleted_while_the_server_runs_costs_no_move(tmp_path):
    registry = await tables.open_registry(tmp_path)
    table, white, black = await tables.two_at_a_table(registry)
    path = tables.valve(registry).path
    await white.ask("play", move="e4", ply=0)
    beside(path, LOG_SUFFIX).unlink()
    answer = await black.ask("play", move="e5", ply=1)
    assert answer["problem"]["code"] == "store_damaged"
    assert "was removed or replaced" in registry.problem
    # As after kill -9: only what is in the folder counts.
    shutil.copy(path, tmp_path / "copy.sqlite3")
    await registry.close()
    store = await SqliteStore.open(tmp_path / "copy.sqlite3")
    stored = await store.load(table)
    assert stored is not None
    assert tables.finish(stored.replay_steps()).ply >= 1
    await store.close()


@pytest.mark.parametrize(("garbage", "problem"), [(None, "is missing"), (b"garbage" * 1000, "is not readable")])
def test_a_lost_log_is_one_line_in_the_log_and_the_server_starts(games, tmp_path, garbage, problem, caplog):
    path = tmp_path / "games.sqlite3"
    shutil.copy(games[0], path)
    beside(path, INDEX_SUFFIX).write_bytes(b"")
    if garbage is not None:
        beside(path, LOG_SUFFIX).write_bytes(garbage)

    async def test():
        registry = await tables.open_registry(tmp_path)
        for table in games[1]:
            await registry.find(table)
        await registry.close()

    asyncio.run(test())
    assert [line.split(":")[0] for line in errors(caplog)] == [f"the write-ahead log {problem}"]


@contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder of a user who is not root, for whom permissions count."""
    folder = Path(tempfile.mkdtemp())
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


def test_a_folder_that_may_only_be_read_is_refused_in_one_line():
    with as_nobody() as folder:
        folder.chmod(0o500)
        with pytest.raises(StoreFault, match=r"is not writable \(Permission denied\)"):
            database(folder)


def test_a_file_that_may_only_be_read_is_refused_in_one_line():
    with as_nobody() as folder:
        path = folder / DATABASE
        asyncio.run(opened_and_closed(path))
        path.chmod(0o400)
        with pytest.raises(StoreFault, match="cannot be used as a store: attempt to write a readonly database"):
            asyncio.run(SqliteStore.open(path))


async def opened_and_closed(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


# --- plyground serve --check and --restore ---


def serve(folder: Path, *options: str | Path) -> tuple[int, str]:
    ended = CliRunner().invoke(app, ["serve", "--data", str(folder), *map(str, options)])
    return ended.exit_code, ended.output


@pytest.fixture
def folder(games, tmp_path) -> Path:
    """A server's folder with games."""
    found = tmp_path / "data"
    found.mkdir()
    shutil.copy(games[0], found / DATABASE)
    return found


def test_check_replays_every_table(folder):
    code, output = serve(folder, "--check")
    assert code == 0
    events = GAMES * (len(MOVES) + 3)
    assert output.endswith(f"{GAMES} tables, {events} events, 0 damaged\n")


def test_check_names_a_table_whose_moves_were_changed(folder, games):
    table = games[1][3]
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("UPDATE events SET event=replace(event, 'e2e4', 'd2d4') WHERE table_id=?", (table,))
    connection.commit()
    connection.close()
    code, output = serve(folder, "--check")
    assert code == 1
    assert f"damaged: table {table}: " in output
    assert output.endswith(", 1 damaged\n")


def test_check_finds_broken_pages(folder):
    break_pages(folder / DATABASE)
    code, output = serve(folder, "--check")
    assert code == 1
    assert "damaged: " in output
    assert "Traceback" not in output


def test_check_changes_nothing_not_even_an_old_file(tmp_path):
    dump = Path(__file__).parents[1] / "data" / "server-0.1" / "database.sql"
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    before = (tmp_path / DATABASE).read_bytes()
    code, output = serve(tmp_path, "--check")
    assert code == 0, output
    assert ": 19 tables, " in output
    assert (tmp_path / DATABASE).read_bytes() == before
    assert os.listdir(tmp_path) == [DATABASE]


def test_restore_keeps_the_old_file_aside(folder, tmp_path):
    assert serve(folder, "--backup", tmp_path / "copy")[0] == 0
    break_pages(folder / DATABASE)
    damaged = (folder / DATABASE).read_bytes()
    beside(folder / DATABASE, LOG_SUFFIX).write_bytes(b"old log")
    code, output = serve(folder, "--restore", tmp_path / "copy")
    assert code == 0, output
    assert serve(folder, "--check")[0] == 0
    (aside,) = folder.glob("plyground-*.sqlite3")
    assert aside.read_bytes() == damaged
    assert beside(aside, LOG_SUFFIX).read_bytes() == b"old log"
    assert str(aside) in output.replace("\n", "")


def test_restoring_twice_in_a_second_overwrites_nothing(folder, tmp_path):
    serve(folder, "--backup", tmp_path / "copy")
    for _ in range(3):
        restore(tmp_path / "copy", folder / DATABASE)
    assert len(list(folder.glob("plyground-*.sqlite3"))) == 3


def test_a_damaged_backup_is_refused_and_nothing_changes(folder, games, tmp_path):
    shutil.copy(games[0], tmp_path / "copy")
    break_pages(tmp_path / "copy")
    before = (folder / DATABASE).read_bytes()
    code, output = serve(folder, "--restore", tmp_path / "copy")
    assert code != 0
    assert (folder / DATABASE).read_bytes() == before
    assert os.listdir(folder) == [DATABASE] or sorted(os.listdir(folder)) == ["plyground.lock", DATABASE]
    assert "Traceback" not in output


def test_restore_waits_for_no_server_but_refuses(folder, tmp_path):
    serve(folder, "--backup", tmp_path / "copy")
    with hold(folder):
        ended = CliRunner().invoke(app, ["serve", "--data", str(folder), "--restore", str(tmp_path / "copy")])
    assert isinstance(ended.exception, ServiceFault)
    assert ended.exception.code == "data_in_use"


def test_a_file_cannot_be_restored_from_itself(folder):
    code, output = serve(folder, "--restore", folder / DATABASE)
    assert code == 2
    assert "holds the games themselves" in " ".join(output.split())


def test_a_backup_has_no_unused_pages(folder, tmp_path):
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("DELETE FROM events")
    connection.commit()
    assert connection.execute("PRAGMA freelist_count").fetchone()[0] > 0
    connection.close()
    serve(folder, "--backup", tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_size < (folder / DATABASE).stat().st_size
    copy = sqlite3.connect(tmp_path / "copy")
    assert copy.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert find_damage(copy) == ""
    copy.close()
