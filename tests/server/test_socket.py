"""The line to a client: slow ones lose nothing for others, bad messages do nothing, crowds are told in order."""

import asyncio

import pytest
from tests.server import rooms

from plyground.server.eager import run_now
from plyground.server.hub import AT_ONCE, LocalHub
from plyground.server.outbox import Outbox
from plyground.server.session import Session
from plyground.server.socket import SocketDoor


class Line:
    """The sending half of a socket that can be jammed."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.is_free = asyncio.Event()
        self.is_free.set()

    async def send(self, message) -> None:
        await self.is_free.wait()
        self.sent.append(message["text"])


def test_a_free_line_is_used_at_once():
    async def test():
        line = Line()
        outbox = Outbox(line.send, 4, lambda: None)
        outbox.put("one")
        outbox.put("two")
        assert line.sent == ["one", "two"]

    asyncio.run(test())


def test_what_a_jammed_line_misses_is_dropped_and_made_good_by_one_snapshot():
    async def test():
        line = Line()
        outbox = Outbox(line.send, 4, lambda: outbox.put("snapshot"))
        line.is_free.clear()
        for number in range(100):
            outbox.put(str(number))
        assert len(outbox) <= 4
        line.is_free.set()
        await asyncio.sleep(0.01)
        outbox.put("next")
        assert line.sent == ["0", "snapshot", "next"]

    asyncio.run(test())


def test_answers_are_sent_even_if_news_had_to_be_dropped():
    async def test():
        line = Line()
        outbox = Outbox(line.send, 4, lambda: outbox.put("snapshot", is_answer=True))
        line.is_free.clear()
        for number in range(10):
            outbox.put(str(number), is_answer=number in (2, 8))
        line.is_free.set()
        await asyncio.sleep(0.01)
        assert sorted(line.sent) == ["0", "2", "8", "snapshot"]

    asyncio.run(test())


def test_too_many_answers_for_a_line_that_is_never_read_are_dropped_too():
    async def test():
        line = Line()
        outbox = Outbox(line.send, 4, lambda: None)
        line.is_free.clear()
        for number in range(1000):
            outbox.put(str(number), is_answer=True)
            assert len(outbox) <= 4

    asyncio.run(test())


def test_a_broken_line_is_left_alone():
    async def test():
        async def send(message):
            raise ConnectionError

        outbox = Outbox(send, 4, lambda: None)
        outbox.put("one")
        assert outbox.is_closed
        outbox.put("two")
        assert len(outbox) == 0

    asyncio.run(test())


def test_a_coroutine_that_waits_is_finished_by_a_task():
    async def test():
        gate, done = asyncio.Event(), []

        async def work():
            await gate.wait()
            done.append(1)
            await asyncio.sleep(0)
            done.append(2)

        task = run_now(work())
        assert task is not None
        gate.set()
        await task
        assert done == [1, 2]

        async def fail():
            await gate.wait()
            await asyncio.sleep(0)
            raise ValueError("no")

        failing = run_now(fail())
        assert failing is not None
        with pytest.raises(ValueError, match="no"):
            await failing
        assert run_now(gate_is_open(gate)) is None

    async def gate_is_open(gate):
        await gate.wait()

    asyncio.run(test())


class Ear:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def tell_text(self, text: str, is_answer: bool = False) -> None:
        self.heard.append(text)


def test_players_hear_at_once_and_a_crowd_hears_everything_in_order():
    async def test():
        hub, player, crowd = LocalHub(), Ear(), [Ear() for _ in range(3 * AT_ONCE + 1)]
        for one in crowd:
            hub.subscribe("t", one)
        hub.subscribe("t", player, is_first=True)
        for text in "abc":
            hub.publish("t", text)
        assert player.heard == ["a", "b", "c"]
        assert crowd[-1].heard == []
        hub.unsubscribe("t", crowd[-1])
        late = Ear()
        hub.subscribe("t", late)
        while hub.waiting:
            await asyncio.sleep(0)
        assert all(one.heard == ["a", "b", "c"] for one in crowd[:-1])
        assert crowd[-1].heard == late.heard == []

    asyncio.run(test())


@pytest.mark.parametrize(
    ("origin", "host", "is_own"),
    [
        (None, "localhost:43210", True),
        ("http://localhost:43210", "localhost:43210", True),
        ("https://Play.Example", "play.example", True),
        ("http://evil.example", "localhost:43210", False),
        ("http://localhost:43210.evil.example", "localhost:43210", False),
        ("null", "localhost:43210", False),
        ("http://friend.example", "localhost:43210", True),
    ],
)
def test_only_pages_of_this_server_or_of_friends_connect(origin, host, is_own, tmp_path):
    async def test():
        house = await rooms.open_house(tmp_path)
        assert SocketDoor(house, ["http://friend.example"]).is_own_origin(origin, host) is is_own
        await house.close()

    asyncio.run(test())


def test_unreadable_and_untimely_messages_are_answered_and_do_nothing(tmp_path):
    async def test():
        house = await rooms.open_house(tmp_path)
        person = rooms.Person(house, "Ann")

        def code_of(text: str | bytes) -> str:
            assert person.session.receive(text)
            return person.heard[-1]["problem"]["code"]

        for text in (
            "",
            "{",
            "[]",
            '{"type":"play"}',
            b"\xff\xfe",
            '{"type":"say","text":"' + "x" * 400 + '"}',
            "[" * 9999,
        ):
            assert code_of(text) == "message_unreadable"
        assert code_of('{"type":"say","id":"7","text":9}') == "message_unreadable"
        assert person.heard[-1]["id"] == "7", "whoever waits for the answer must hear it"
        assert code_of('{"type":"play","move":"e4","ply":0}') == "table_absent"
        assert code_of('{"type":"hello"}') == "hello_twice"
        assert (await person.ask("join", table="../../etc/passwd"))["problem"]["code"] == "unknown_table"
        stranger = Session(house, person._hear, "")
        stranger.receive('{"type":"join","table":"x"}')
        assert person.heard[-1]["problem"]["code"] == "hello_first"
        stranger.receive('{"type":"hello","token":"guess"}')
        assert person.heard[-1]["problem"]["code"] == "token_unfit"
        await house.close()

    asyncio.run(test())


def test_a_flood_is_cut_off_and_others_play_on(tmp_path):
    async def test():
        house = await rooms.open_house(tmp_path, messages_per_second=5.0, message_burst=20.0)
        _, white, _ = await rooms.two_at_a_table(house)
        flooder = rooms.Person(house, "Eve")
        answers = [flooder.session.receive('{"type":"pong","ping":7}') for _ in range(30)]
        assert answers[0]
        assert not answers[-1]
        assert flooder.heard[-1]["problem"]["code"] == "flood"
        assert (await white.ask("play", move="e4", ply=0))["type"] == "moved"
        await house.close()

    asyncio.run(test())


def test_lag_is_measured_by_the_server_and_only_once_for_each_ping(tmp_path):
    async def test():
        house = await rooms.open_house(tmp_path)
        person = rooms.Person(house, "Ann")
        person.session.ping()
        await asyncio.sleep(0.03)
        person.say("pong", ping=person.heard[-1]["ping"])
        measured = person.session.lag_ms
        assert measured >= 29
        await asyncio.sleep(0.05)
        person.say("pong", ping=1)
        person.say("pong", ping=99)
        assert person.session.lag_ms == measured
        await house.close()

    asyncio.run(test())
