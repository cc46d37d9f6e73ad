"""Chat and its moderation: who may write, who is muted and by whom, and what is reported."""

import json

from tests.server import tables
from tests.server.live import EXTRAS
from tests.server.test_durable import run

from plyground.server.limits import ServiceLimits
from plyground.server.store_sqlite import SqliteStore, read_reports
from plyground.server.table_registry import TableRegistry


async def with_spectator(tmp_path, **wish):
    """A registry, a table with a game, both players, and somebody who watches."""
    registry = await tables.open_registry(tmp_path)
    table, white, black = await tables.two_at_a_table(registry, **wish)
    eve = tables.Person(registry, "Eve")
    joined = await eve.ask("join", table=table)
    assert joined["snapshot"]["spectators_chat"] is wish.get("public", False)
    return registry, table, white, black, eve


def code(answer) -> str:
    return str(answer["problem"]["code"] if answer["type"] == "refused" else "")


@run
async def test_spectators_of_a_private_table_chat_only_if_a_player_allows_it(tmp_path):
    registry, _, white, black, eve = await with_spectator(tmp_path)
    assert code(await eve.ask("post_chat", text="e4 is a mistake")) == "chat_closed"
    assert code(await eve.ask("allow_chat", on=True)) == "seat_needed"
    allowed = await black.ask("allow_chat", on=True)
    assert allowed["changes"] == {"spectators_chat": True}
    assert tables.kind_of(await eve.ask("post_chat", text="hello")) == "chat_posted"
    await white.ask("allow_chat", on=False)
    assert code(await eve.ask("post_chat", text="hello?")) == "chat_closed"
    assert tables.kind_of(await white.ask("post_chat", text="players may")) == "chat_posted"
    await registry.close()


@run
async def test_spectators_of_a_public_table_may_chat(tmp_path):
    registry, _, _, _, eve = await with_spectator(tmp_path, public=True)
    said = await eve.ask("post_chat", text="hello")
    assert said["event"]["chat"]["guest"] == eve.guest
    await registry.close()


@run
async def test_a_player_mutes_a_spectator_for_everyone_and_after_a_restart_too(tmp_path):
    registry, table, white, black, eve = await with_spectator(tmp_path, public=True)
    await eve.ask("post_chat", text="buy my book")
    muted = await white.ask("mute", guest=eve.guest)
    assert muted["changes"] == {"muted": [eve.guest]}
    assert (await black.event("guest_muted"))["event"] == {"type": "guest_muted", "guest": eve.guest, "on": True}
    assert code(await eve.ask("post_chat", text="buy it")) == "chat_muted"
    assert (await white.ask("mute", guest=eve.guest))["type"] == "acknowledged", "nothing more to do"
    await registry.close()
    registry = await tables.open_registry(tmp_path)
    again = tables.Person(registry, token=eve.token)
    assert (await again.ask("join", table=table))["snapshot"]["muted"] == [eve.guest]
    assert code(await again.ask("post_chat", text="buy it")) == "chat_muted"
    back = tables.Person(registry, token=black.token)
    await back.ask("join", table=table)
    await back.ask("mute", guest=eve.guest, on=False)
    assert tables.kind_of(await again.ask("post_chat", text="sorry")) == "chat_posted"
    await registry.close()


@run
async def test_players_cannot_be_muted_and_spectators_mute_nobody(tmp_path):
    registry, _, white, black, eve = await with_spectator(tmp_path, public=True)
    assert code(await white.ask("mute", guest=black.guest)) == "mute_player"
    assert code(await black.ask("mute", guest=white.guest)) == "mute_player"
    assert code(await eve.ask("mute", guest=white.guest)) == "seat_needed"
    assert tables.kind_of(await black.ask("post_chat", text="good game")) == "chat_posted"
    await registry.close()


@run
async def test_the_number_of_muted_guests_is_bounded(tmp_path):
    registry, table, white, *_ = await with_spectator(tmp_path, public=True)
    for number in range(105):
        await white.ask("mute", guest=f"g{number}")
        tables.clock(registry).advance(1_000)
    muted = registry.live[table].table.muted
    assert (len(muted), muted[0], muted[-1]) == (100, "g5", "g104")
    await registry.close()


@run
async def test_a_report_reaches_the_operator_with_the_last_lines(tmp_path):
    path = tmp_path / "games.sqlite3"
    store = await SqliteStore.open(path)
    extras = await EXTRAS(store)
    registry = TableRegistry(store, bots=extras.bots, services=extras.services, time=tables.ManualTime())
    table, white, black = await tables.two_at_a_table(registry)
    for number in range(25):
        await black.ask("post_chat", text=f"insult {number}")
        tables.clock(registry).advance(10_000)
    assert (await white.ask("report_chat", guest=black.guest))["type"] == "acknowledged"
    (line,) = read_reports(path)
    report = json.loads(line)
    assert (report["kind"], report["table"], report["by"]) == ("chat", table, white.guest)
    assert report["about"] == black.guest
    assert [one["text"] for one in report["lines"]] == [f"insult {number}" for number in range(5, 25)]
    codes = [code(await white.ask("report_chat", guest=black.guest)) for _ in range(ServiceLimits().reports_per_hour)]
    assert codes[-1] == "reports_full"
    await registry.close()


@run
async def test_reports_need_a_table(tmp_path):
    registry = await tables.open_registry(tmp_path)
    person = tables.Person(registry, "Ann")
    assert code(await person.ask("report_chat", guest="g1")) in ("table_absent", "services_none")
    assert code(await person.ask("mute", guest="g1")) == "table_absent"
    await registry.close()


@run
async def test_ids_that_cannot_be_are_not_read(tmp_path):
    registry, _, white, *_ = await with_spectator(tmp_path)
    for guest in ("", "x" * 41, 7, None):
        assert code(await white.ask("mute", guest=guest)) == "message_unreadable"
    await registry.close()
