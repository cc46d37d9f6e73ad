"""The connection to a client: slow clients do not hurt others, bad messages do nothing, crowds get events in order."""

import asyncio

import pytest
from tests.server import tables
from tests.waiting import PATIENCE_S

from plyground.server.access import Access
from plyground.server.hub import BATCH, EventHub
from plyground.server.limits import ServerLimits
from plyground.server.session import Session
from plyground.server.socket import Outbox, run_eagerly
from plyground.server.wire.events import Ping


class Line:
    """The sending half of a socket that can be jammed."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.is_free = asyncio.Event()
        self.is_free.set()
        self.has_sent = asyncio.Event()

    async def send(self, message) -> None:
        await self.is_free.wait()
        self.sent.append(message["text"])
        self.has_sent.set()

    async def wait_for(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(self.sent) < count:
                self.has_sent.clear()
                await self.has_sent.wait()


def test_a_free_line_is_used_at_once():
    async def test():
        line = Line()
        outbox = Outbox(line.send, ServerLimits(outbox=4), lambda: None)
        outbox.put(b"one")
        outbox.put(b"two")
        assert line.sent == ["one", "two"]

    asyncio.run(test())


def test_what_a_jammed_line_misses_is_dropped_and_made_good_by_one_snapshot():
    async def test():
        line = Line()
        outbox = Outbox(line.send, ServerLimits(outbox=4), lambda: outbox.put(b"snapshot"))
        line.is_free.clear()
        for number in range(100):
            outbox.put(str(number).encode())
        assert len(outbox) <= 4
        line.is_free.set()
        await line.wait_for(2)
        outbox.put(b"next")
        assert line.sent == ["0", "snapshot", "next"]

    asyncio.run(test())


def test_answers_are_sent_even_if_news_had_to_be_dropped():
    async def test():
        line = Line()
        outbox = Outbox(line.send, ServerLimits(outbox=4), lambda: outbox.put(b"snapshot", is_answer=True))
        line.is_free.clear()
        for number in range(10):
            outbox.put(str(number).encode(), is_answer=number in (2, 8))
        line.is_free.set()
        await line.wait_for(4)
        assert sorted(line.sent) == ["0", "2", "8", "snapshot"]

    asyncio.run(test())


def test_too_many_answers_for_a_line_that_is_never_read_are_dropped_too():
    async def test():
        line = Line()
        outbox = Outbox(line.send, ServerLimits(outbox=4), lambda: None)
        line.is_free.clear()
        for number in range(1000):
            outbox.put(str(number).encode(), is_answer=True)
            assert len(outbox) <= 4

    asyncio.run(test())


def test_a_broken_line_is_left_alone():
    async def test():
        async def send(message):
            raise ConnectionError

        outbox = Outbox(send, ServerLimits(outbox=4), lambda: None)
        outbox.put(b"one")
        assert outbox.is_closed
        outbox.put(b"two")
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

        task = run_eagerly(work())
        assert task is not None
        gate.set()
        await task
        assert done == [1, 2]

        async def fail():
            await gate.wait()
            await asyncio.sleep(0)
            raise ValueError("no")

        failing = run_eagerly(fail())
        assert failing is not None
        with pytest.raises(ValueError, match="no"):
            await failing
        assert run_eagerly(gate_is_open(gate)) is None

    async def gate_is_open(gate):
        await gate.wait()

    asyncio.run(test())


class Ear:
    def __init__(self) -> None:
        self.received: list[bytes] = []

    def deliver(self, message, data: bytes) -> None:
        self.received.append(data)


def test_players_hear_at_once_and_a_crowd_hears_everything_in_order():
    async def test():
        hub, player, crowd = EventHub(), Ear(), [Ear() for _ in range(3 * BATCH + 1)]
        for one in crowd:
            hub.subscribe("t", one)
        hub.subscribe("t", player, is_first=True)
        for data in (b"a", b"b", b"c"):
            hub.publish("t", Ping(ping=1, lag_ms=0), data)
        assert player.received == [b"a", b"b", b"c"]
        assert crowd[-1].received == []
        hub.unsubscribe("t", crowd[-1])
        late = Ear()
        hub.subscribe("t", late)
        while hub.waiting:
            await asyncio.sleep(0)
        assert all(one.received == [b"a", b"b", b"c"] for one in crowd[:-1])
        assert crowd[-1].received == late.received == []

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
def test_only_pages_of_this_server_or_of_friends_connect(origin, host, is_own):
    assert Access.of("", origins=["http://friend.example"]).is_own_origin(origin, host) is is_own


def test_unreadable_and_untimely_messages_are_answered_and_do_nothing(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path)
        person = tables.Person(registry, "Ann")

        def code_of(text: str | bytes) -> str:
            assert person.session.receive(text)
            return person.received[-1]["problem"]["code"]

        for text in (
            "",
            "{",
            "[]",
            '{"type":"play"}',
            b"\xff\xfe",
            '{"type":"post_chat","text":"' + "x" * 400 + '"}',
            "[" * 9999,
        ):
            assert code_of(text) == "message_unreadable"
        assert code_of('{"type":"post_chat","id":"7","text":9}') == "message_unreadable"
        assert person.received[-1]["id"] == "7", "a client that waits for the answer must get it"
        assert code_of('{"type":"play","move":"e4","ply":0}') == "table_absent"
        assert code_of('{"type":"hello"}') == "hello_twice"
        assert (await person.ask("join", table="../../etc/passwd"))["problem"]["code"] == "unknown_table"
        stranger = Session(registry, person._receive, "")
        stranger.receive('{"type":"join","table":"x"}')
        assert person.received[-1]["problem"]["code"] == "hello_first"
        stranger.receive('{"type":"hello","token":"guess"}')
        assert person.received[-1]["problem"]["code"] == "token_invalid"
        await registry.close()

    asyncio.run(test())


def test_a_flood_is_cut_off_and_others_play_on(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path, messages_per_second=5.0, message_burst=20.0)
        _, white, _ = await tables.two_at_a_table(registry)
        flooder = tables.Person(registry, "Eve")
        answers = [flooder.session.receive('{"type":"pong","ping":7}') for _ in range(30)]
        assert answers[0]
        assert not answers[-1]
        assert flooder.received[-1]["problem"]["code"] == "flood"
        assert tables.kind_of(await white.ask("play", move="e4", ply=0)) == "move_played"
        await registry.close()

    asyncio.run(test())


def test_lag_is_measured_by_the_server_and_only_once_for_each_ping(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path)
        person = tables.Person(registry, "Ann")
        person.session.ping()
        tables.clock(registry).advance(30)
        person.send("pong", ping=person.received[-1]["ping"])
        measured = person.session.lag_ms
        assert measured == 30
        tables.clock(registry).advance(50)
        person.send("pong", ping=1)
        person.send("pong", ping=99)
        assert person.session.lag_ms == measured
        await registry.close()

    asyncio.run(test())
