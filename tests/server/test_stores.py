"""What every store promises, on SQLite and on PostgreSQL, and what only PostgreSQL can go through."""

import asyncio
import subprocess
import sys

import pytest
from msgspec.structs import replace
from tests.server import postgresql as pg
from tests.server import tables
from tests.server.test_durable import run_on_both

from plyground.errors import StoreFault
from plyground.protocol import Result, Side
from plyground.server.accounts.account_store import Account, Code, Login, Passkey, SqlAccounts
from plyground.server.migrations import STEPS
from plyground.server.migrations import postgresql as migrations
from plyground.server.store import FinishedGame, StoredReport, StoreEntry
from plyground.server.stores import open_store

ANN = Account("g" + "a" * 32, "Ann", "$hash", 1.5)


@run_on_both
async def test_accounts_are_kept(place):
    store = await tables.open_valve(place)
    accounts = SqlAccounts(store)
    assert await accounts.add_account(ANN)
    assert not await accounts.add_account(replace(ANN, id="other", name="ann")), "names that look alike are taken"
    assert not await accounts.add_account(replace(ANN, name="Somebody"))
    assert await accounts.account(ANN.id) == ANN
    assert await accounts.account_named("aNN") == ANN
    assert await accounts.account_named("'; DROP TABLE accounts; --") is None
    assert await accounts.account_named("\0") is None
    await accounts.set_password(ANN.id, "$new")
    assert await accounts.account(ANN.id) == replace(ANN, password="$new")
    assert await accounts.names() == [(ANN.id, "Ann")]
    await accounts.delete_account(ANN.id)
    assert await accounts.account(ANN.id) is None
    await store.close()


@run_on_both
async def test_codes_and_passkeys_are_kept(place):
    store = await tables.open_valve(place)
    accounts = SqlAccounts(store)
    code, old = Code("k1", "reset", "a", "", 9.0), Code("k2", "confirm", "a", "a@b", 1.0)
    for each in (code, old):
        await accounts.add_code(each)
    await accounts.delete_old_codes(5.0)
    assert await accounts.take_code("k2") is None
    assert await accounts.take_code("k1") == code
    assert await accounts.take_code("k1") is None, "a code works once"
    await accounts.add_code(code)
    taken = await asyncio.gather(*(accounts.take_code("k1") for _ in range(5)))
    assert [one for one in taken if one is not None] == [code], "however many try at the same time"
    phone, key = Passkey("p1", ANN.id, "AQID", 1, 2.0, 3.0, "Phone"), Passkey("p2", ANN.id, "BAUG", 0, 4.0, 4.0, "Key")
    assert await accounts.add_account(ANN)
    assert await accounts.add_passkey(key)
    assert await accounts.add_passkey(phone)
    assert not await accounts.add_passkey(replace(phone, account="somebody else"))
    assert await accounts.passkeys(ANN.id) == [phone, key]
    await accounts.use_passkey("p1", 2**32 - 1, 8.0)
    assert await accounts.passkey("p1") == replace(phone, uses=2**32 - 1, seen=8.0)
    await accounts.delete_passkey("somebody else", "p1")
    assert await accounts.passkey("p1") is not None
    await accounts.delete_passkey(ANN.id, "p1")
    assert await accounts.passkeys(ANN.id) == [key]
    await accounts.set_email(ANN.id, "ann@example.org")
    assert await accounts.account(ANN.id) == replace(ANN, email="ann@example.org")
    await accounts.delete_account(ANN.id)
    assert await accounts.passkeys(ANN.id) == []
    await store.close()


@run_on_both
async def test_logins_are_kept(place):
    store = await tables.open_valve(place)
    accounts = SqlAccounts(store)
    browser, token = Login("k1", "a", 1.0, 2.0, "Firefox"), Login("k2", "a", 1.0, 3.0, "my bot", ("read", "play"))
    for login in (browser, token, Login("k3", "b", 1.0, 9.0, "")):
        await accounts.add_login(login)
    assert await accounts.logins("a") == [token, browser]
    assert await accounts.login("k2") == token
    await accounts.set_seen("k1", 4.0)
    assert (await accounts.logins("a"))[0] == replace(browser, seen=4.0)
    await accounts.delete_old_logins(5.0)
    assert await accounts.logins("a") == [token], "tokens stay"
    await accounts.delete_logins(["k2", "k3"])
    assert await accounts.login("k3") is None
    await store.close()


@run_on_both
async def test_a_character_that_texts_cannot_hold_harms_nobody(place):
    store = await tables.open_valve(place)
    accounts = SqlAccounts(store)
    await accounts.add_login(Login("k", "a", 1.0, 2.0, "a\0b", ("read",)))
    assert len(await accounts.logins("a")) == 1
    await store.close()
    registry = await tables.open_registry(place)
    table, white, _ = await tables.two_at_a_table(registry)
    for _ in range(2):
        white.send("post_chat", id="any\0thing", text="hello")
    await white.wait(lambda message: message["type"] == "acknowledged")
    registry.unload(table)
    live = await registry.find(table)
    assert len(live.table.chat) == 1
    await registry.close()


@run_on_both
async def test_finished_games_reports_and_tables_are_found_newest_first(place):
    registry = await tables.open_registry(place)
    store = tables.valve(registry)
    table, white, _ = await tables.two_at_a_table(registry)
    await white.ask("resign")
    (game,) = await store.games_of(white.guest, 10)
    assert (game.table, game.outcome) == (table, Result(Side.BLACK, "resignation"))
    done = asyncio.get_running_loop().create_future()
    later = FinishedGame(**{name: getattr(game, name) for name in game.__struct_fields__} | {"round": 2, "ended": 5e9})
    store.append(StoreEntry(table=table, events=[], finished=later), done.set_result)
    assert await done is None
    assert [one.round for one in await store.games_of(white.guest, 10)] == [2, 1]
    assert [one.round for one in await store.games_of(white.guest, 10, before=5e9)] == [1]
    assert [one.round for one in await store.games_of(white.guest, 1)] == [2]
    assert [one.table for one in await store.tables_of(white.guest, 10)] == [table]
    assert await store.tables_of("nobody", 10) == []
    for number in range(4):
        await store.add_report(StoredReport(f"r{number}", float(number), "{}"), most=2)
    assert [report.name for report in await store.reports(10)] == ["r3", "r2"]
    assert await store.used_bytes() > 0
    await registry.close()


def test_both_stores_have_the_same_schema_versions():
    assert len(migrations.STEPS) == len(STEPS)


# --- PostgreSQL alone ---


def test_two_processes_that_open_an_empty_database_upgrade_it_once(postgresql):
    async def open_both(address):
        stores = await asyncio.gather(open_store(address), open_store(address))
        for store in stores:
            await store.close()

    address = postgresql.new_schema()
    asyncio.run(open_both(address))
    assert postgresql.execute("SELECT version FROM plyground_schema", address) == [(len(STEPS),)]


def test_a_database_of_a_newer_plyground_is_left_alone(postgresql):
    async def open_once():
        await (await open_store(address)).close()

    address = postgresql.new_schema()
    asyncio.run(open_once())
    postgresql.execute("UPDATE plyground_schema SET version=9999", address)
    with pytest.raises(StoreFault, match="newer version of Plyground"):
        asyncio.run(open_once())


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/games", "cannot be used as a store"),
        ("postgresql:///games?host=/nowhere", "cannot be used as a store"),
    ],
)
def test_a_database_that_is_not_there_is_reported_without_the_password(postgresql, address, reason):
    with pytest.raises(StoreFault, match=reason) as caught:
        asyncio.run(open_store(address))
    assert "secret" not in str(caught.value)


def test_without_the_driver_one_sentence_says_what_to_install():
    program = """
import asyncio, sys
sys.modules["asyncpg"] = None
from plyground.server.stores import open_store
try:
    asyncio.run(open_store("postgresql:///games"))
except ValueError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "plyground[postgresql]" in found.stdout


def test_the_server_alone_does_not_import_the_driver():
    program = "import sys, plyground.server.serving, plyground.cli.serve; print('asyncpg' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_a_killed_database_delays_moves_and_loses_none(postgresql):
    async def play(address):
        registry = await tables.open_registry(address)
        table, white, black = await tables.two_at_a_table(registry)
        await white.ask("play", move="e4", ply=0)
        postgresql.kill()
        number = black.send("play", move="e5", ply=1)
        await asyncio.to_thread(postgresql.start)
        assert tables.kind_of(await black.wait(lambda message: message.get("id") == number)) == "move_played"
        registry.unload(table)
        assert (await registry.find(table)).table.ply == 2
        await registry.close()

    asyncio.run(play(postgresql.new_schema()))


def test_a_backup_restores_elsewhere(postgresql, tmp_path):
    folder = pg.programs()
    assert folder is not None

    async def play(address):
        registry = await tables.open_registry(address)
        table, white, _ = await tables.two_at_a_table(registry)
        moved = await white.ask("play", move="e4", ply=0)
        await registry.store.backup(tmp_path / "copy")
        await registry.close()
        return table, moved["hash"]

    async def look(address, table):
        store = await open_store(address)
        stored = await store.load(table)
        await store.close()
        assert stored is not None
        return stored.events[-1].hash

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(folder), prepend=":")
        for name in ("original", "restored"):
            postgresql.execute(f"CREATE DATABASE {name}")
        original, restored = (
            postgresql.address.replace("/postgres?", f"/{name}?") for name in ("original", "restored")
        )
        table, expected = asyncio.run(play(original))
        subprocess.run(["pg_restore", f"--dbname={restored}", "--exit-on-error", str(tmp_path / "copy")], check=True)
        assert asyncio.run(look(restored, table)) == expected
