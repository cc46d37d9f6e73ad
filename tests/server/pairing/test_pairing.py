"""Seeks and challenges between people at sockets, with a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server import tables
from tests.server.tables import Person

from plyground.errors import ServiceRefused, StoreFault
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.pairing import Terms
from plyground.server.wire.parts import ClockSettings

BLITZ = {"initial_ms": 180_000, "increment_ms": 2_000}
CHESS = {"game": "chess", "clock": BLITZ}
GRACE_MS, EXPIRES_MS = 10_000, 120_000
Test = Callable[[TableRegistry], Awaitable[None]]


def run(**limits: Any) -> Callable[[Test], Callable[[Path], None]]:
    """Runs a test that is a coroutine, with its own registry."""

    def decorate(test: Test) -> Callable[[Path], None]:
        def wrapped(tmp_path: Path) -> None:
            async def inner() -> None:
                registry = await tables.open_registry(tmp_path, **limits)
                try:
                    await test(registry)
                finally:
                    await registry.close()

            asyncio.run(inner())

        wrapped.__name__ = test.__name__
        return wrapped

    return decorate


def people(registry: TableRegistry, *names: str) -> list[Person]:
    return [Person(registry, name) for name in names]


async def code(asked: Awaitable[dict[str, Any]]) -> str:
    """The code with which a message is refused."""
    answer = await asked
    assert answer["type"] == "refused", answer
    return str(answer["problem"]["code"])


async def told(person: Person, type: str, **fields: Any) -> dict[str, Any]:
    """The first message of a type with such fields."""
    return await person.wait(
        lambda message: message["type"] == type and all(message[name] == value for name, value in fields.items())
    )


async def told_status(person: Person, status: str) -> dict[str, Any]:
    return await person.wait(
        lambda message: message["type"] == "challenge_changed" and message["challenge"]["status"] == status
    )


def lobby_seeks(registry: TableRegistry) -> list[str]:
    """The names of those whose seeks the lobby shows."""
    tables.clock(registry).advance(1_000)
    return [seek.by.name for seek in registry.lobby()[0].seeks]


# --- seeks ---


@run()
async def test_two_seeks_that_fit_make_a_game(registry):
    ann, bob = people(registry, "Ann", "Bob")
    posted = await ann.ask("post_seek", terms={**CHESS, "side": "black"})
    assert posted["type"] == "seek_posted"
    assert posted["seek"]["title"] == "Chess"
    assert lobby_seeks(registry) == ["Ann"]
    paired = await bob.ask("post_seek", terms=CHESS)
    assert (paired["type"], paired["side"], paired["opponent"]["name"]) == ("paired", "white", "Ann")
    mine = await told(ann, "paired", id="")
    assert (mine["side"], mine["table"], mine["opponent"]["name"]) == ("black", paired["table"], "Bob")
    assert await told(ann, "seek_ended", seek=posted["seek"]["seek"], reason="paired")
    joined = await bob.ask("join", table=paired["table"])
    assert joined["side"] == "white"
    assert joined["snapshot"]["phase"] == "playing"
    assert joined["snapshot"]["settings"]["clock"] == {**BLITZ, "delay_ms": 0, "black_ms": None}
    assert joined["snapshot"]["settings"]["public"]
    assert (await ann.ask("join", table=paired["table"]))["side"] == "black"
    assert lobby_seeks(registry) == []


@run()
async def test_sides_that_nobody_asked_for_are_decided_by_lot(registry):
    sides = set()
    for number in range(40):
        ann, bob = people(registry, f"Ann {number}", f"Bob {number}")
        await ann.ask("post_seek", terms=CHESS)
        sides.add((await bob.ask("post_seek", terms=CHESS))["side"])
        if len(sides) == 2:
            return
    pytest.fail("always the same side")


@run()
async def test_nobody_is_paired_with_themselves(registry):
    ann = Person(registry, "Ann")
    again = Person(registry, token=ann.token)
    posted = await ann.ask("post_seek", terms=CHESS)
    assert (await again.ask("post_seek", terms=CHESS))["type"] == "seek_posted"
    assert await told(again, "seek_posted", seek=posted["seek"])
    assert await code(again.ask("take_seek", seek=posted["seek"]["seek"])) == "seek_own"
    assert await code(ann.ask("send_challenge", to="Ann", terms=CHESS)) == "challenge_self"


@run()
async def test_one_of_two_who_take_a_seek_gets_the_game(registry):
    ann, bob, eve = people(registry, "Ann", "Bob", "Eve")
    seek = (await ann.ask("post_seek", terms={**CHESS, "side": "white"}))["seek"]["seek"]
    answers = await asyncio.gather(bob.ask("take_seek", seek=seek), eve.ask("take_seek", seek=seek))
    assert {answer["type"] for answer in answers} == {"paired", "refused"}
    refused = next(answer for answer in answers if answer["type"] == "refused")
    assert refused["problem"]["code"] == "seek_gone"
    assert "Somebody else was faster" in refused["problem"]["message"]
    assert [message["type"] for message in ann.received].count("paired") == 1
    assert len(registry.live) == 1


@run()
async def test_whoever_is_paired_has_no_other_seek_open(registry):
    ann, bob, eve = people(registry, "Ann", "Bob", "Eve")
    await ann.ask("post_seek", terms=CHESS)
    await ann.ask("post_seek", terms={"game": "mill:nine"})
    await bob.ask("post_seek", terms={"game": "connect-four"})
    first, second = await asyncio.gather(
        bob.ask("post_seek", terms=CHESS), eve.ask("post_seek", terms={"game": "mill:nine"})
    )
    assert {first["type"], second["type"]} == {"paired", "seek_posted"}
    assert lobby_seeks(registry) == ["Eve"]


@run()
async def test_a_seek_ends_when_its_owner_has_left(registry):
    ann, bob = people(registry, "Ann", "Bob")
    await ann.ask("post_seek", terms=CHESS)
    ann.session.close()
    assert lobby_seeks(registry) == []
    # While the owner is away nobody is paired with them.
    waiting = await bob.ask("post_seek", terms=CHESS)
    assert waiting["type"] == "seek_posted"
    await bob.ask("cancel_seek", seek=waiting["seek"]["seek"])
    back = Person(registry, token=ann.token)
    assert await told(back, "seek_posted", id="")
    assert lobby_seeks(registry) == ["Ann"]
    back.session.close()
    tables.clock(registry).advance(GRACE_MS)
    again = Person(registry, token=ann.token)
    assert "seek_posted" not in again.kinds()
    assert lobby_seeks(registry) == []


@run()
async def test_whoever_comes_back_may_be_paired_at_once(registry):
    ann, bob = people(registry, "Ann", "Bob")
    await ann.ask("post_seek", terms=CHESS)
    ann.session.close()
    await bob.ask("post_seek", terms=CHESS)
    back = Person(registry, token=ann.token)
    assert (await told(back, "paired"))["table"] == (await told(bob, "paired"))["table"]


@run()
async def test_a_seek_lives_as_long_as_one_socket_of_its_owner(registry):
    ann = Person(registry, "Ann")
    other = Person(registry, token=ann.token)
    await ann.ask("post_seek", terms=CHESS)
    ann.session.close()
    tables.clock(registry).advance(2 * GRACE_MS)
    assert lobby_seeks(registry) == ["Ann"]
    other.session.close()
    assert lobby_seeks(registry) == []


@run()
async def test_a_seek_is_withdrawn_only_by_its_owner(registry):
    ann, bob = people(registry, "Ann", "Bob")
    seek = (await ann.ask("post_seek", terms=CHESS))["seek"]["seek"]
    assert await code(bob.ask("cancel_seek", seek=seek)) == "seek_gone"
    assert (await ann.ask("cancel_seek", seek=seek))["type"] == "acknowledged"
    assert await told(ann, "seek_ended", seek=seek, reason="cancelled")
    assert await code(bob.ask("take_seek", seek=seek)) == "seek_gone"


@run()
async def test_ratings_decide_who_fits(registry):
    async def rating_of(person: str, game: str, clock: ClockSettings | None) -> int | None:
        assert (game, clock and clock.initial_ms) == ("chess", 180_000)
        return {"Ann": 1500, "Bob": 1900}.get(registry.guests.name_of(person))

    registry.pairing.rating_of = rating_of
    ann, bob, eve = people(registry, "Ann", "Bob", "Eve")
    for person, name in ((ann, "Ann"), (bob, "Bob")):
        registry.guests.add_account(person.guest, name)
    posted = await ann.ask("post_seek", terms={**CHESS, "rated": True}, max_rating=1600)
    assert posted["seek"]["by"]["rating"] == 1500
    assert (await bob.ask("post_seek", terms={**CHESS, "rated": True}))["type"] == "seek_posted"
    assert await code(bob.ask("take_seek", seek=posted["seek"]["seek"])) == "seek_rating"
    assert await code(eve.ask("take_seek", seek=posted["seek"]["seek"])) == "rated_account"
    assert await code(eve.ask("post_seek", terms={**CHESS, "rated": True})) == "rated_account"
    assert await code(eve.ask("send_challenge", to="Ann", terms={**CHESS, "rated": True})) == "rated_account"
    assert await code(ann.ask("post_seek", terms=CHESS, min_rating=2, max_rating=1)) == "rating_range"


@run()
async def test_a_table_that_cannot_be_created_ends_the_seek(registry):
    ann, bob = people(registry, "Ann", "Bob")
    seek = (await ann.ask("post_seek", terms=CHESS))["seek"]["seek"]

    async def fail(*arguments: object) -> None:
        raise StoreFault("commit_failed", reason="full")

    registry.store.create = fail
    assert await code(bob.ask("post_seek", terms=CHESS)) == "commit_failed"
    assert await told(ann, "seek_ended", seek=seek, reason="failed")
    assert lobby_seeks(registry) == []


@run()
async def test_what_is_sent_again_changes_nothing(registry):
    ann, bob = people(registry, "Ann", "Bob")
    first, second = [await ann.ask("post_seek", terms=CHESS) for _ in range(2)]
    assert first["seek"] == second["seek"]
    assert len(registry.pairing.seeks) == 1
    first, second = [await ann.ask("send_challenge", to="Bob", terms=CHESS) for _ in range(2)]
    assert first["challenge"] == second["challenge"]
    assert bob.kinds() == ["welcome", "challenge_changed"]


# --- challenges ---


@run()
async def test_a_challenge_is_declined_and_accepted(registry):
    ann, bob = people(registry, "Ann", "Bob")
    sent = await ann.ask("send_challenge", to="bob", terms={**CHESS, "side": "white"})
    assert sent["challenge"]["status"] == "open"
    assert sent["challenge"]["to"]["name"] == "Bob"
    got = await told_status(bob, "open")
    assert got["challenge"] == sent["challenge"]
    id = got["challenge"]["challenge"]
    assert await code(ann.ask("answer_challenge", challenge=id, accept=True)) == "challenge_gone"
    assert await code(ann.ask("send_challenge", to="Bob", terms={"game": "chess"})) == "challenge_open"
    declined = await bob.ask("answer_challenge", challenge=id, accept=False)
    assert declined["challenge"]["status"] == "declined"
    assert await told_status(ann, "declined")
    assert await code(bob.ask("answer_challenge", challenge=id, accept=True)) == "challenge_gone"

    again = (await ann.ask("send_challenge", to="Bob", terms={**CHESS, "side": "white"}))["challenge"]["challenge"]
    paired = await bob.ask("answer_challenge", challenge=again, accept=True)
    assert (paired["side"], paired["challenge"]) == ("black", again)
    mine = await told(ann, "paired", table=paired["table"])
    assert (mine["side"], mine["challenge"]) == ("white", again)
    for person in (ann, bob):
        assert await told_status(person, "accepted")
    snapshot = (await bob.ask("join", table=paired["table"]))["snapshot"]
    assert snapshot["phase"] == "playing"
    assert not snapshot["settings"]["public"]


@run()
async def test_a_challenge_is_accepted_once(registry):
    ann, bob = people(registry, "Ann", "Bob")
    other = Person(registry, token=bob.token)
    id = (await ann.ask("send_challenge", to="Bob", terms=CHESS))["challenge"]["challenge"]
    answers = await asyncio.gather(
        *(one.ask("answer_challenge", challenge=id, accept=True) for one in (bob, other)),
        ann.ask("cancel_challenge", challenge=id),
    )
    assert [answer["type"] for answer in answers] == ["paired", "refused", "refused"]
    assert len(registry.live) == 1


@run()
async def test_a_challenge_expires(registry):
    ann, bob = people(registry, "Ann", "Bob")
    id = (await ann.ask("send_challenge", to="Bob", terms=CHESS))["challenge"]["challenge"]
    tables.clock(registry).advance(EXPIRES_MS)
    for person in (ann, bob):
        assert await told_status(person, "expired")
    assert await code(bob.ask("answer_challenge", challenge=id, accept=True)) == "challenge_gone"


@run()
async def test_a_challenge_is_withdrawn(registry):
    ann, bob = people(registry, "Ann", "Bob")
    id = (await ann.ask("send_challenge", to="Bob", terms=CHESS))["challenge"]["challenge"]
    assert await code(bob.ask("cancel_challenge", challenge=id)) == "challenge_gone"
    assert (await ann.ask("cancel_challenge", challenge=id))["challenge"]["status"] == "cancelled"
    assert await told_status(bob, "cancelled")
    assert len(registry.pairing.challenges) == 0


@run()
async def test_a_challenge_survives_a_short_absence(registry):
    ann, bob = people(registry, "Ann", "Bob")
    id = (await ann.ask("send_challenge", to="Bob", terms=CHESS))["challenge"]["challenge"]
    ann.session.close()
    assert await code(bob.ask("answer_challenge", challenge=id, accept=True)) == "person_absent"
    back = Person(registry, token=ann.token)
    assert (await told_status(back, "open"))["challenge"]["challenge"] == id
    back.session.close()
    tables.clock(registry).advance(GRACE_MS)
    assert await told_status(bob, "cancelled")


@run()
async def test_only_people_who_are_here_are_challenged(registry):
    ann, bob = people(registry, "Ann", "Bob")
    assert await code(ann.ask("send_challenge", to="Zoe", terms=CHESS)) == "person_absent"
    registry.guests.add_account(bob.guest, "Bob")
    bob.session.close()
    assert await code(ann.ask("send_challenge", to="Bob", terms=CHESS)) == "person_absent"


# --- limits and bad input ---


@run(seeks_per_person=2, seeks=3, challenges_per_person=1, challenges_to_person=1)
async def test_seeks_and_challenges_are_bounded(registry):
    ann, bob, eve, dan = people(registry, "Ann", "Bob", "Eve", "Dan")
    games = ["chess", "mill:nine", "mill:six", "connect-four"]
    for game in games[:2]:
        assert (await ann.ask("post_seek", terms={"game": game}))["type"] == "seek_posted"
    assert await code(ann.ask("post_seek", terms={"game": games[2]})) == "seeks_full"
    await bob.ask("post_seek", terms={"game": games[2]})
    assert await code(eve.ask("post_seek", terms={"game": games[3]})) == "seeks_full"
    await ann.ask("send_challenge", to="Bob", terms=CHESS)
    assert await code(ann.ask("send_challenge", to="Eve", terms=CHESS)) == "challenges_full"
    assert await code(eve.ask("send_challenge", to="Bob", terms=CHESS)) == "person_challenged"
    # What is full does not keep anybody from taking what is open.
    assert (await dan.ask("post_seek", terms={"game": "chess"}))["type"] == "paired"


@run(seeks_per_address=1, challenges_per_address=1)
async def test_one_address_cannot_fill_the_lists(registry):
    ann, bob, eve, dan = people(registry, "Ann", "Bob", "Eve", "Dan")
    dan.session.address = "203.0.113.9"
    first = await ann.ask("post_seek", terms=CHESS)
    assert await code(bob.ask("post_seek", terms={"game": "mill:nine"})) == "seeks_full"
    assert (await dan.ask("post_seek", terms={"game": "mill:nine"}))["type"] == "seek_posted"
    sent = await ann.ask("send_challenge", to="Bob", terms=CHESS)
    assert await code(bob.ask("send_challenge", to="Eve", terms=CHESS)) == "challenges_full"
    assert (await dan.ask("send_challenge", to="Eve", terms=CHESS))["type"] == "challenge_changed"
    # What has ended counts no more.
    await ann.ask("cancel_seek", seek=first["seek"]["seek"])
    await ann.ask("cancel_challenge", challenge=sent["challenge"]["challenge"])
    assert (await bob.ask("post_seek", terms=CHESS))["type"] == "seek_posted"
    assert (await eve.ask("send_challenge", to="Bob", terms=CHESS))["type"] == "challenge_changed"


@run(seeks=1)
async def test_nobody_gets_round_the_bounds_by_leaving(registry):
    ann, bob = people(registry, "Ann", "Bob")
    await ann.ask("post_seek", terms=CHESS)
    ann.session.close()
    await bob.ask("post_seek", terms={"game": "mill:nine"})
    back = Person(registry, token=ann.token)
    assert back.kinds() == ["welcome"]
    assert lobby_seeks(registry) == ["Bob"]


@run(pairings_per_minute=3.0)
async def test_seeking_is_limited_in_pace(registry):
    ann, bob = people(registry, "Ann", "Bob")
    for _ in range(3):
        seek = (await ann.ask("post_seek", terms=CHESS))["seek"]["seek"]
        await ann.ask("cancel_seek", seek=seek)
    assert await code(ann.ask("post_seek", terms=CHESS)) == "too_many_requests"
    assert (await bob.ask("post_seek", terms=CHESS))["type"] == "seek_posted"
    tables.clock(registry).advance(20_000)
    assert (await ann.ask("post_seek", terms=CHESS))["type"] == "paired"


@run(lobby_seeks=2)
async def test_the_list_of_seeks_is_bounded(registry):
    for number, name in enumerate(("Ann", "Bob", "Eve")):
        terms = {"game": "chess", "clock": {"initial_ms": 60_000 + number}}
        await Person(registry, name).ask("post_seek", terms=terms)
    assert lobby_seeks(registry) == ["Ann", "Bob"]


@run()
async def test_a_game_that_cannot_be_played_is_not_sought(registry):
    ann, bob = people(registry, "Ann", "Bob")
    for terms in ({"game": "nothing"}, {"game": "chess", "start": "nonsense"}, {"game": "mill", "rules": {"men": 99}}):
        assert await code(ann.ask("post_seek", terms=terms))
        assert await code(ann.ask("send_challenge", to="Bob", terms=terms))
    for wrong in ({}, {"game": "chess", "side": "both"}, {"game": "chess", "moves": []}, {"game": ""}):
        assert await code(ann.ask("post_seek", terms=wrong)) == "message_unreadable"
    assert len(registry.pairing.seeks) == len(registry.pairing.challenges) == 0
    assert bob.kinds() == ["welcome"]


@run()
async def test_whoever_left_while_their_seek_was_checked_has_none(registry):
    ann = Person(registry, "Ann")
    ann.send("post_seek", terms=CHESS)
    ann.session.close()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(registry.pairing.seeks) == 0
    with pytest.raises(ServiceRefused) as refused:
        await registry.pairing.post_seek(ann.guest, Terms(game="chess"))
    assert refused.value.code == "person_absent"
