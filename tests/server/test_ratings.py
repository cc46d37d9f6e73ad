"""Rated games: who may play them, what counts, and that each game counts exactly once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server import tables
from tests.server.tables import Person

import plyground
from plyground.errors import ServiceRefused
from plyground.play.levels import rating_of
from plyground.server.accounts.account_store import Account, Login, SqlAccounts
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.limits import ServerLimits
from plyground.server.rated_games import RatedGame, time_class
from plyground.server.ratings import keeper as keeping
from plyground.server.ratings.keeper import RatingKeeper
from plyground.server.ratings.rating_store import SqlRatings
from plyground.server.store import StoreEntry
from plyground.server.table_ratings import TableRatings
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.parts import ClockSettings

BLITZ = ClockSettings(initial_ms=300_000)
ME, OPEN = SeatWish(kind="me"), SeatWish(kind="open")
GAME = RatedGame(
    table="t", round=1, game="chess", time_class="blitz", white="ann", black="bob", score=1.0, aborted_by="", ended=1e9
)


class Bots:
    """Seats any bot."""

    check = staticmethod(lambda spec, game: spec)

    async def close(self) -> None:
        pass


def with_registry(
    test: Callable[[TableRegistry], Awaitable[None]], place: Path | str, is_rating: bool = True, **limits: Any
) -> None:
    async def scenario() -> None:
        registry = await tables.open_registry(place, **limits)
        if is_rating:
            keeper = RatingKeeper(SqlRatings(tables.valve(registry)), registry.time, registry.limits)
            TableRatings(registry, keeper).start()
        await test(registry)
        await registry.close()

    asyncio.run(scenario())


def keeper_of(registry: TableRegistry) -> RatingKeeper:
    assert registry.ratings is not None
    return registry.ratings


async def add_account(store: Any, name: str) -> Account:
    account = Account(name.lower(), name, "", 0.0)
    assert await SqlAccounts(store).add_account(account)
    return account


async def member(registry: TableRegistry, name: str) -> Person:
    """Somebody with an account."""
    account = await add_account(tables.valve(registry), name)
    registry.guests.add_account(account.id, name)
    return Person(registry, logged_in=LoggedIn(account, Login("key", account.id, 0.0, 0.0, "")))


async def rated_table(registry: TableRegistry, white: Person, black: Person, **wish: Any) -> str:
    wish = {"game": "chess", "rated": True, "clock": BLITZ, **wish}
    created = await registry.create(CreateTable(**wish), person=white.guest)
    await white.ask("join", table=created.table)
    joined = await black.ask("join", table=created.table, side="any")
    assert joined["type"] == "joined", joined
    return created.table


async def play(white: Person, black: Person, *moves: str, first: int = 0) -> None:
    for ply, move in enumerate(moves, start=first):
        answer = await (black if ply % 2 else white).ask("play", move=move, ply=ply)
        assert answer["type"] == "table_event", answer


async def settled(registry: TableRegistry) -> None:
    """Returns when no rated game waits any more, and the tables know the ratings."""
    keeper = keeper_of(registry)
    while keeper._task is not None or registry._tasks:
        await asyncio.gather(*registry._tasks, *([] if keeper._task is None else [keeper._task]))


async def add_games(store: Any, *games: RatedGame) -> None:
    """Rated games that have ended and wait."""
    for game in games:
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        store.append(StoreEntry(table=game.table, events=[], rated=game), done.set_result)
        assert await done is None


async def code_of(work: Awaitable[Any]) -> str:
    with pytest.raises(ServiceRefused) as refused:
        await work
    return refused.value.code


# --- which games ---


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ((60, 0), "bullet"),
        ((179, 0), "bullet"),
        ((180, 0), "blitz"),
        ((180, 2), "blitz"),
        ((300, 3), "blitz"),
        ((300, 5), "rapid"),
        ((600, 0), "rapid"),
        ((900, 10), "rapid"),
        ((1800, 0), "classical"),
        ((5400, 30), "classical"),
        ((86_400, 0), "correspondence"),
    ],
)
def test_time_classes_go_by_the_time_for_forty_moves(clock: tuple[int, int], expected: str) -> None:
    initial_s, increment_s = clock
    assert time_class(ClockSettings(initial_ms=initial_s * 1000, increment_ms=increment_s * 1000)) == expected
    assert time_class(ClockSettings(initial_ms=initial_s * 1000, delay_ms=increment_s * 1000)) == expected


def test_only_fair_games_are_rated(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann = await member(registry, "Ann")
        registry.bots = Bots()  # type: ignore[assignment]

        async def refusal(account: str = ann.guest, **wish: Any) -> str:
            wish = {"game": "chess", "rated": True, "clock": BLITZ, **wish}
            return await code_of(registry.create(CreateTable(**wish), person=account))

        assert await refusal("") == "rated_account"
        assert await refusal(clock=None) == "rated_clock"
        assert await refusal(clock=replace(BLITZ, black_ms=60_000)) == "rated_odds"
        assert await refusal(moves=["e4"]) == "rated_start"
        assert await refusal(start="4k3/8/8/8/8/8/8/4K2R w K - 0 1") == "rated_start"
        assert await refusal(game="mill", rules={"men": 6}) == "rated_start"
        assert await refusal(white=ME, black=ME) == "rated_opponent"
        for bot in ("random", "best", "level=5:style=solid", "negascout:depth=3"):
            assert await refusal(black=SeatWish(kind="bot", bot=bot)) == "rated_opponent"
        assert await refusal(game="connect-four", black=SeatWish(kind="bot", bot="level=5")) == "rated_opponent"
        level = SeatWish(kind="bot", bot="level=5")
        assert await refusal(white=level, black=level) == "rated_opponent"
        wish = CreateTable(game="chess", rated=True, clock=BLITZ, black=level)
        created = await registry.create(wish, person=ann.guest)
        assert registry.live[created.table].table.settings.rated
        assert ann.session.plays_unaided
        assert (await code_of(registry.create(replace(wish, rated=False), person=ann.guest))) == "help_in_game"
        await registry.create(replace(wish, rated=False, game="mill"), person=ann.guest)

    with_registry(test, tmp_path)


def test_guests_cannot_take_a_seat_in_a_rated_game_and_nobody_takes_both(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, guest = await member(registry, "Ann"), Person(registry, "Guest of honour")
        wish = CreateTable(game="chess", rated=True, clock=BLITZ)
        table = (await registry.create(wish, person=ann.guest)).table
        refused = await guest.ask("join", table=table, side="any")
        assert refused["problem"]["code"] == "rated_account"
        assert (await guest.ask("join", table=table))["side"] is None
        joined = await ann.ask("join", table=table, side="black")
        assert (joined["side"], joined["snapshot"]["seats"]["black"]["kind"]) == ("white", "open")

    with_registry(test, tmp_path)


def test_people_are_paired_for_a_rated_game(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        terms: dict[str, Any] = {"game": "chess", "rated": True}
        assert (await ann.ask("post_seek", terms=terms))["problem"]["code"] == "rated_clock"
        terms["clock"] = {"initial_ms": BLITZ.initial_ms}
        posted = await ann.ask("post_seek", terms=terms, min_rating=1400, max_rating=1600)
        assert posted["seek"]["by"]["rating"] == 1500
        paired = await bob.ask("post_seek", terms=terms)
        assert registry.live[paired["table"]].table.settings.rated

    with_registry(test, tmp_path)


def test_there_is_no_help_and_no_takeback_in_a_rated_game(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        await rated_table(registry, ann, bob)
        await play(ann, bob, "e4", "e5")
        refused = await ann.ask("offer", what="takeback")
        assert refused["problem"]["code"] == "rated_takeback"
        assert ann.session.plays_unaided
        await ann.ask("resign")
        assert not ann.session.plays_unaided

    with_registry(test, tmp_path)


# --- what counts ---


def test_a_rated_game_changes_both_ratings_and_everyone_at_the_table_sees_it(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        watcher = Person(registry, "Watcher")
        table = await rated_table(registry, ann, bob, public=True)
        await watcher.ask("join", table=table)
        await settled(registry)
        tables.clock(registry).advance(1_000)
        fresh = {"rating": 1500, "provisional": True, "change": 0}
        update = await watcher.wait(lambda message: message["type"] == "presence_update")
        assert update["seats"]["white"]["rating"] == update["seats"]["black"]["rating"] == fresh
        (listed,) = registry.public_tables()
        assert listed.rated
        assert listed.white_rating is not None
        await play(ann, bob, "e4", "e5")
        await bob.ask("resign")
        await settled(registry)

        def is_shown(message: dict[str, Any]) -> bool:
            mark = message["seats"]["white"]["rating"] if message["type"] == "presence_update" else None
            return mark is not None and mark["change"] > 0

        tables.clock(registry).advance(1_000)
        seats = (await watcher.wait(is_shown))["seats"]
        assert seats["white"]["rating"]["rating"] - 1500 == seats["white"]["rating"]["change"] > 100
        assert seats["black"]["rating"]["rating"] == 1500 + seats["black"]["rating"]["change"] < 1400
        (kept,) = await keeper_of(registry).store.ratings_of(ann.guest, 10)
        assert (kept.game, kept.time_class, kept.wins, kept.draws, kept.losses) == ("chess", "blitz", 1, 0, 0)
        (change,) = await keeper_of(registry).store.history_of(bob.guest, 10)
        assert (change.table, change.round, change.number, change.score) == (table, 1, 1, 0.0)
        # A rematch is rated as well, and a casual game is not.
        await ann.ask("offer", what="rematch")
        await bob.ask("accept", what="rematch")
        await play(bob, ann, "e4", "e5")
        await ann.ask("resign")
        await settled(registry)
        (kept,) = await keeper_of(registry).store.ratings_of(ann.guest, 10)
        assert (kept.wins, kept.losses) == (1, 1)
        await rated_table(registry, ann, bob, rated=False)
        await play(ann, bob, "e4", "e5")
        await bob.ask("resign")
        await settled(registry)
        assert await keeper_of(registry).store.ratings_of(ann.guest, 10) == [kept]

    with_registry(test, tmp_path)


@pytest.mark.parametrize("ending", ["abort", "resign", "flag"])
def test_games_in_which_not_both_have_moved_do_not_count_but_are_remembered(tmp_path: Path, ending: str) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        await rated_table(registry, ann, bob)
        await play(ann, bob, "e4")
        if ending == "flag":
            tables.clock(registry).advance(BLITZ.initial_ms + 10_000)
            await ann.event("game_ended")
        else:
            await bob.ask(ending)
        await settled(registry)
        store, now = keeper_of(registry).store, registry.time.time_of_day()
        assert await store.ratings_of(ann.guest, 10) == await store.ratings_of(bob.guest, 10) == []
        assert await store.waiting(10) == []
        assert [await store.aborts_of(one.guest, now - 100) for one in (ann, bob)] == [0, 1]

    with_registry(test, tmp_path)


def test_whoever_aborts_too_often_plays_casual_games_for_a_day(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        for _ in range(2):
            await rated_table(registry, ann, bob)
            await bob.ask("abort")
        wish = CreateTable(game="chess", rated=True, clock=BLITZ)
        assert await code_of(registry.create(wish, person=bob.guest)) == "rated_aborts"
        table = (await registry.create(wish, person=ann.guest)).table
        assert (await bob.ask("join", table=table, side="any"))["problem"]["code"] == "rated_aborts"
        assert (await bob.ask("join", table=table))["side"] is None, "watching is allowed"
        tables.clock(registry).day_shift_s += 86_400
        assert (await bob.ask("join", table=table, side="any"))["side"] == "black"

    with_registry(test, tmp_path, rated_aborts_per_day=2)


def test_only_so_many_games_of_a_pair_count_in_a_day(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store = tables.valve(registry)
        for name in ("Ann", "Bob", "Cem"):
            await add_account(store, name)
        pairs = [("ann", "bob"), ("bob", "ann"), ("ann", "bob"), ("ann", "cem"), ("cem", "bob")]
        games = [
            replace(GAME, table=f"t{at}", white=white, black=black, ended=1e9 + at)
            for at, (white, black) in enumerate(pairs)
        ]
        games.append(replace(GAME, table="next day", ended=1e9 + 86_402))
        await add_games(store, *games)
        keeper_of(registry).wake()
        await settled(registry)
        history = await keeper_of(registry).store.history_of("ann", 10)
        assert [change.table for change in reversed(history)] == ["t0", "t1", "t3", "next day"]

    with_registry(test, place, rated_games_per_pair=2)


def test_guests_see_the_rating_of_a_level_and_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: TableRegistry) -> None:
        registry.bots = Bots()  # type: ignore[assignment]
        # Nothing is looked up for guests.
        monkeypatch.setattr(keeper_of(registry).store, "players", None)
        wish = CreateTable(game="chess", clock=BLITZ, black=SeatWish(kind="bot", bot="level=7"))
        created = await registry.create(wish)
        await settled(registry)
        level = rating_of(plyground.game("chess"), 7)
        assert level is not None
        assert [mark.rating for mark in registry.live[created.table].presence.ratings.values()] == [level.elo]

    with_registry(test, tmp_path)


def test_levels_are_players_whose_rating_never_moves(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store, ratings = tables.valve(registry), keeper_of(registry).store
        await add_account(store, "Ann")
        level = rating_of(plyground.game("chess"), 12)
        assert level is not None
        # Three of four points: about 190 above the level.
        games = [
            replace(GAME, table=f"t{at}", black="level=12", score=float(at % 4 != 0), ended=1e9 + 86_400 * at)
            for at in range(80)
        ]
        await add_games(store, *games)
        keeper_of(registry).wake()
        await settled(registry)
        (kept,) = await ratings.ratings_of("ann", 10)
        assert kept.games == 80
        assert kept.rating == pytest.approx(level.elo + 190, abs=60)
        assert {change.opponent_rating for change in await ratings.history_of("ann", 100)} == {level.elo}
        assert await ratings.ratings_of("level=12", 10) == []

    with_registry(test, place)


# --- exactly once ---


def test_a_game_that_ended_before_a_crash_counts_after_it(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def before(registry: TableRegistry) -> None:
        ann, bob = await member(registry, "Ann"), await member(registry, "Bob")
        await rated_table(registry, ann, bob)
        await play(ann, bob, "e4", "e5")
        monkeypatch.setattr(RatingKeeper, "wake", lambda keeper: None)
        await bob.ask("resign")
        monkeypatch.undo()
        assert len(await keeper_of(registry).store.waiting(10)) == 1

    async def after(registry: TableRegistry) -> None:
        for _ in range(3):
            keeper_of(registry).wake()
            await settled(registry)
        (kept,) = await keeper_of(registry).store.ratings_of("ann", 10)
        assert kept.games == 1

    with_registry(before, place)
    with_registry(after, place)
    with_registry(after, place)


def test_a_game_is_counted_whole_or_not_at_all(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store = tables.valve(registry)
        await add_account(store, "Ann")
        await add_account(store, "Bob")
        await add_games(store, GAME, replace(GAME, round=2))
        write, failures = store.write, iter([True, False, True, False])

        async def fragile(statements: Any) -> None:
            if next(failures, False):
                statements = [*statements, ("INSERT INTO no_such_table VALUES (1)", ())]
            await write(statements)

        store.write = fragile
        for _ in range(4):
            keeper_of(registry).wake()
            await settled(registry)
        (kept,) = await keeper_of(registry).store.ratings_of("ann", 10)
        history = await keeper_of(registry).store.history_of("ann", 10)
        assert [change.number for change in history] == [2, 1]
        assert (kept.games, kept.rating) == (2, history[0].rating)

    with_registry(test, place)


def test_several_processes_count_every_game_once(place: Path | str) -> None:
    """Keepers that know nothing of each other, each with connections of its own, over the same store."""
    names = ("ann", "bob", "cem", "dan")
    order = random.Random(7)
    games = []
    for at in range(40):
        white, black = order.sample(names, 2)
        score = order.choice([0.0, 0.5, 1.0])
        games.append(replace(GAME, table=f"t{at}", white=white, black=black, score=score, ended=1e9 + at))

    async def test(registry: TableRegistry) -> None:
        store = tables.valve(registry)
        for name in names:
            await add_account(store, name.title())
        await add_games(store, *games)
        stores = [await tables.open_valve(place) for _ in range(3)]
        limits = ServerLimits(rated_games_per_pair=1_000)
        keepers = [RatingKeeper(SqlRatings(one), registry.time, limits) for one in stores]
        for keeper in keepers:
            keeper.wake()
        while tasks := [keeper._task for keeper in keepers if keeper._task is not None]:
            await asyncio.gather(*tasks)
        ratings = keepers[0].store
        assert await ratings.waiting(1) == []
        for name in names:
            played = {game.table for game in games if name in (game.white, game.black)}
            history = await ratings.history_of(name, 100)
            (kept,) = await ratings.ratings_of(name, 10)
            assert {change.table for change in history} == played
            assert sorted(change.number for change in history) == list(range(1, len(played) + 1))
            assert kept.games == len(played)
            assert kept.rating == next(change.rating for change in history if change.number == kept.games)
        for one in stores:
            await one.close()

    with_registry(test, place, is_rating=False)


def test_a_game_that_cannot_be_counted_holds_up_no_other(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store = tables.valve(registry)
        await add_account(store, "Ann")
        await add_account(store, "Bob")
        await add_games(store, replace(GAME, game="a game that nobody has"), replace(GAME, table="t2", ended=1e9 + 1))
        keeper_of(registry).wake()
        await settled(registry)
        (kept,) = await keeper_of(registry).store.ratings_of("ann", 10)
        assert (kept.game, kept.games) == ("chess", 1)

    with_registry(test, place)


def test_a_deleted_account_gets_no_ratings_back(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: TableRegistry) -> None:
        store, keeper = tables.valve(registry), keeper_of(registry)
        for name in ("Ann", "Bob"):
            await add_account(store, name)
        await add_games(store, GAME)
        players = keeper.store.players

        async def deleted_meanwhile(*query: Any) -> Any:
            found = await players(*query)
            await SqlAccounts(store).delete_account("ann")
            return found

        monkeypatch.setattr(keeper.store, "players", deleted_meanwhile)
        keeper.wake()
        await settled(registry)
        assert await keeper.store.ratings_of("ann", 10) == []
        assert await keeper.store.history_of("ann", 10) == []
        monkeypatch.undo()
        await add_games(store, replace(GAME, round=2))
        keeper.wake()
        await settled(registry)
        (kept,) = await keeper.store.ratings_of("bob", 10)
        assert kept.games == 1, "the second game has nobody to be measured by"

    with_registry(test, place)


def test_settled_games_are_forgotten_and_their_ratings_stay(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store, keeper = tables.valve(registry), keeper_of(registry)
        for name in ("Ann", "Bob"):
            await add_account(store, name)
        await add_games(store, GAME)
        keeper.wake()
        await settled(registry)
        await add_games(store, replace(GAME, round=2))
        await keeper.forget_settled()
        assert len(await store.select("SELECT 1 FROM rated_games")) == 1, "what waits is not forgotten"
        assert len(await keeper.store.history_of("ann", 10)) == 1

    with_registry(test, place)


def test_a_rating_becomes_provisional_again_with_time(place: Path | str) -> None:
    async def test(registry: TableRegistry) -> None:
        store, keeper = tables.valve(registry), keeper_of(registry)
        await add_account(store, "Ann")
        now = registry.time.time_of_day()
        games = [replace(GAME, table=f"t{at}", black="level=10", score=0.5, ended=now + at) for at in range(30)]
        await add_games(store, *games)
        keeper.wake()
        await settled(registry)
        strength = await keeper.strength("ann", "chess", "blitz")
        assert not keeping.mark(strength).provisional
        tables.clock(registry).day_shift_s += 2 * 365 * 86_400
        later = await keeper.strength("ann", "chess", "blitz")
        assert keeping.mark(later).provisional
        assert later.rating == strength.rating
        assert (await keeper.strength("nobody", "chess", "blitz")).rating == 1500

    with_registry(test, place, rated_games_per_pair=100)
