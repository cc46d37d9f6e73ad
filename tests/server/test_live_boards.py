"""The boards of running games: which are shown, in which order, and how often they are sent."""

import asyncio

import msgspec
import pytest
from tests.server import tables
from tests.server.tables import Person

from plyground.server import live_boards
from plyground.server.wire.parts import RatingMark

SECOND_MS = 1_000


def run(test):
    """Runs a test that is a coroutine, with its own registry."""

    def wrapped(tmp_path):
        async def inner():
            registry = await tables.open_registry(tmp_path)
            try:
                await test(registry)
            finally:
                await registry.close()

        asyncio.run(inner())

    wrapped.__name__ = test.__name__
    return wrapped


async def second(registry):
    """Lets a second pass, and everything be done that is due."""
    tables.clock(registry).advance(SECOND_MS)
    for _ in range(20):
        await asyncio.sleep(0)


def boards(person):
    """The messages with boards that somebody got."""
    return [message for message in person.received if message["type"] == "boards"]


def rate(registry, table, white, black):
    """Gives the players of a table ratings."""
    live = registry.live[table]
    for seat, rating in ((live.table.state.white, white), (live.table.state.black, black)):
        live.presence.ratings[seat.guest] = RatingMark(rating=rating, provisional=False, change=0)


@run
async def test_a_board_shows_each_move(registry):
    table, white, _ = await tables.two_at_a_table(registry, "mill:nine", public=True)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    first = await eve.wait(lambda message: message["type"] == "boards")
    assert (first["shown"], first["top"]) == ([table], {"mill": table})
    board = first["changed"][0]
    assert (board["white"], board["black"], board["ply"], board["last"]) == ("Ann", "Bob", 0, "")
    assert board["view"]["entry"] == {}
    await white.ask("play", move="d6", ply=0)
    assert len(boards(eve)) == 1
    await second(registry)
    changed = boards(eve)[1]["changed"]
    assert [(one["ply"], one["last"], one["view"]["pieces"]) for one in changed] == [(1, "d6", {"d6": "white man"})]


@run
async def test_nothing_is_sent_while_nothing_changes(registry):
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    for _ in range(3):
        await second(registry)
    assert [message["shown"] for message in boards(eve)] == [[]]
    await tables.two_at_a_table(registry, public=True)
    for _ in range(3):
        await second(registry)
    assert len(boards(eve)) == 2


@run
async def test_many_moves_in_a_second_are_one_update(registry):
    _, white, black = await tables.two_at_a_table(registry, public=True)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    await eve.wait(lambda message: message["type"] == "boards")
    for ply, move in enumerate(("e4", "e5", "Nf3", "Nc6")):
        await (white, black)[ply % 2].ask("play", move=move, ply=ply)
    await second(registry)
    assert [board["ply"] for message in boards(eve)[1:] for board in message["changed"]] == [4]


@run
async def test_games_that_are_private_or_over_are_not_shown(registry):
    await tables.two_at_a_table(registry, names=("Cem", "Dan"))
    table, white, _ = await tables.two_at_a_table(registry, public=True)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    assert (await eve.wait(lambda message: message["type"] == "boards"))["shown"] == [table]
    await white.ask("resign")
    await second(registry)
    assert (boards(eve)[-1]["shown"], boards(eve)[-1]["top"]) == ([], {})


@run
async def test_the_top_game_has_the_highest_ratings(registry):
    names = iter("abcdefgh")
    found = []
    for game in ("chess", "chess", "chess", "mill:nine"):
        table, _, _ = await tables.two_at_a_table(registry, game, names=(next(names), next(names)), public=True)
        found.append(table)
    rate(registry, found[0], 1500, 1600)
    rate(registry, found[1], 1900, 1700)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    first = await eve.wait(lambda message: message["type"] == "boards")
    assert first["top"] == {"chess": found[1], "mill": found[3]}
    # The top game of each family comes first, then the others by their ratings.
    assert first["shown"] == [found[1], found[3], found[0], found[2]]
    assert {board["table"]: board["white_rating"] for board in first["changed"]}[found[1]]["rating"] == 1900
    rate(registry, found[0], 2000, 2000)
    await second(registry)
    assert boards(eve)[-1]["top"]["chess"] == found[0]


@run
async def test_without_ratings_the_top_game_has_the_most_people(registry):
    first, _, _ = await tables.two_at_a_table(registry, names=("Ann", "Bob"), public=True)
    tables.clock(registry).advance(1)
    await tables.two_at_a_table(registry, names=("Cem", "Dan"), public=True)
    eve = Person(registry, "Eve")
    await eve.ask("join", table=first)
    eve.send("watch_boards", on=True)
    assert (await eve.wait(lambda message: message["type"] == "boards"))["top"] == {"chess": first}


@run
async def test_only_so_many_boards_are_shown(registry):
    patch = pytest.MonkeyPatch()
    patch.setattr(live_boards, "BOARDS", 2)
    for number in range(4):
        await tables.two_at_a_table(registry, names=(f"a{number}", f"b{number}"), public=True)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    message = await eve.wait(lambda message: message["type"] == "boards")
    patch.undo()
    assert len(message["shown"]) == len(message["changed"]) == 2


@run
async def test_nobody_looks_while_nobody_watches(registry):
    table, white, _ = await tables.two_at_a_table(registry, public=True)
    eve, dan = Person(registry, "Eve"), Person(registry, "Dan")
    eve.send("watch_boards", on=True)
    await eve.wait(lambda message: message["type"] == "boards")
    dan.send("watch_boards", on=True)
    assert boards(dan)[0]["shown"] == [table]
    eve.send("watch_boards", on=False)
    dan.session.close()
    await white.ask("play", move="e4", ply=0)
    await second(registry)
    assert len(boards(eve)) == 1
    assert not registry.hub.has_listeners(live_boards.TOPIC)
    due = len(tables.clock(registry)._calls)
    await second(registry)
    assert len(tables.clock(registry)._calls) <= due
    eve.send("watch_boards", on=True)
    await eve.wait(lambda message: message["type"] == "boards" and message["changed"][0]["ply"] == 1)


@run
async def test_whoever_missed_boards_gets_them_all(registry):
    table, _, _ = await tables.two_at_a_table(registry, public=True)
    eve = Person(registry, "Eve")
    eve.send("watch_boards", on=True)
    await eve.wait(lambda message: message["type"] == "boards")
    eve.session.resync()
    assert [board["table"] for board in boards(eve)[-1]["changed"]] == [table]
    assert msgspec.json.encode(boards(eve)[-1]["changed"]) == msgspec.json.encode(boards(eve)[0]["changed"])
