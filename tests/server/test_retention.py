"""Old tables are deleted in small steps, others stay, and the file does not grow without bound."""

import asyncio

import pytest
from tests.server import tables
from tests.server.test_durable import run, run_on_both

from plyground.errors import ServiceRefused, TableRefused
from plyground.server import store_sql
from plyground.server.store_files import find_damage
from plyground.server.wire.http import CreateTable, SeatWish

DAY_MS = 86_400_000
ME = SeatWish(kind="me")


async def rows(registry, what: str) -> int:
    ((count,),) = await tables.valve(registry).select(f"SELECT count(*) FROM {what}")
    return int(count)


async def age(registry, days: float) -> None:
    """Lets all tables leave the memory, and time pass."""
    await tables.valve(registry).flush()
    for table in tuple(registry.live):
        registry.unload(table)
    await tables.valve(registry).flush()
    tables.clock(registry).advance(days * DAY_MS)


@run_on_both
async def test_tables_that_nobody_touched_are_deleted_with_everything_about_them(place):
    registry = await tables.open_registry(place)
    table, white, black = await tables.two_at_a_table(registry)
    await white.ask("play", move="e4", ply=0)
    await black.ask("resign")
    await registry.create(CreateTable(game="chess", white=ME, black=ME))
    white.session.close()
    black.session.close()
    await age(registry, 366)
    fresh, *_ = await tables.two_at_a_table(registry, names=("Cid", "Dan"))
    await registry.purge()
    assert await rows(registry, "tables") == 1
    assert await rows(registry, "games") == 0
    assert await rows(registry, f"events WHERE table_id!='{fresh}'") == 0
    assert await registry.find(fresh)
    with pytest.raises(TableRefused, match="no table"):
        await registry.find(table)
    await registry.close()


@run_on_both
async def test_tables_stay_until_their_time_has_come_and_while_they_are_in_memory(place):
    registry = await tables.open_registry(place)
    table, *_ = await tables.two_at_a_table(registry)
    await age(registry, 364)
    await registry.purge()
    assert await rows(registry, "tables") == 1
    await registry.find(table)
    tables.clock(registry).advance(10 * DAY_MS)
    await registry.purge()
    assert await rows(registry, "tables") == 1, "it is in memory"
    await registry.close()


@run
async def test_old_tables_are_deleted_every_hour_unless_they_are_kept_forever(tmp_path):
    for keep_days, left in ((0.0, 1), (30.0, 0)):
        folder = tmp_path / str(keep_days)
        folder.mkdir()
        registry = await tables.open_registry(folder, keep_days=keep_days)
        await registry.create(CreateTable(game="chess", white=ME, black=ME))
        await age(registry, 31)
        registry.start()
        tables.clock(registry).advance(3_600_000)
        await asyncio.gather(*registry._tasks)
        assert await rows(registry, "tables") == left
        await registry.close()


@run_on_both
async def test_a_long_table_is_deleted_in_steps_and_no_step_makes_others_wait(place):
    registry = await tables.open_registry(place)
    table, white, black = await tables.two_at_a_table(registry)
    for ply, move in enumerate(("Nf3", "Nf6", "Ng1", "Ng8") * 3):
        await (white, black)[ply % 2].ask("play", move=move, ply=ply)
    store, deleted = tables.valve(registry), []

    async def written(statements, write=store.write):
        deleted.append([name.split()[2] for name, _ in statements])
        await write(statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_sql, "MAX_DELETED", 5)
        patch.setattr(store, "write", written)
        await store.delete(table)
    assert deleted == [["events"], ["events"], ["events", "games", "tables"]]
    assert await rows(registry, "events") == 0
    await registry.close()


@run_on_both
async def test_what_is_left_when_the_server_is_killed_while_it_deletes_is_a_shorter_game(place):
    registry = await tables.open_registry(place)
    table, white, _ = await tables.two_at_a_table(registry)
    moved = await white.ask("play", move="e4", ply=0)
    registry.unload(table)
    store = tables.valve(registry)
    await store.write([(store_sql.DELETE_EVENTS, (table, moved["version"] - 1))])
    assert (await registry.find(table)).table.ply == 0
    await registry.close()


@run
async def test_the_room_of_deleted_tables_is_used_again(tmp_path):
    registry = await tables.open_registry(tmp_path)
    store = tables.valve(registry)

    async def fill() -> None:
        for _ in range(50):
            await registry.create(CreateTable(game="chess", white=ME, black=ME))

    await fill()
    used = await store.used_bytes()
    await age(registry, 400)
    await registry.purge()
    assert await store.used_bytes() < used / 2
    ((pages,),) = store._connection.execute("PRAGMA page_count").fetchall()
    await fill()
    ((again,),) = store._connection.execute("PRAGMA page_count").fetchall()
    assert again < pages * 1.2
    assert find_damage(store._connection) == ""
    await registry.close()


@run
async def test_a_full_file_refuses_new_tables_and_games_go_on(tmp_path):
    registry = await tables.open_registry(tmp_path, file_mb=1)
    table, white, _ = await tables.two_at_a_table(registry)
    store = tables.valve(registry)
    filler = (f"r{n}" for n in range(1200))
    await store.write([(store_sql.INSERT_REPORT, (name, 0.0, "x" * 1000)) for name in filler])
    with pytest.raises(ServiceRefused, match="no room for more tables"):
        await registry.create(CreateTable(game="chess"))
    assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
    assert registry.live[table].table.ply == 1
    await registry.close()
