"""The dispatcher: analysis, hints, reviews and experiments in real workers, one of a kind for each client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest
from tests.waiting import PATIENCE_S

from plyground.errors import ServiceRefused
from plyground.protocol import Side
from plyground.search.score import Score, win_in
from plyground.server.limits import ServiceLimits
from plyground.server.services.dispatcher import ServiceDispatcher
from plyground.server.wire.events import Refused, ServerMessage
from plyground.server.wire.parts import PositionQuery
from plyground.server.wire.services import (
    Analyse,
    AnalysisUpdate,
    ExperimentDone,
    Explain,
    Explained,
    FindHint,
    FindVerdicts,
    Hinted,
    Reviewed,
    ReviewGame,
    ReviewProgress,
    RunExperiment,
    ServiceCommand,
    ServiceStopped,
    Stop,
    Traced,
    TraceSearch,
    Verdicts,
)
from plyground.server.workers import JOBS
from plyground.server.workers.pool import PoolLimits, WorkerPool
from plyground.server.workers.worker import Worker

START = PositionQuery(game="chess")
FOOL = PositionQuery(game="chess", moves=["f3", "e5", "g4"])
LIMITS = ServiceLimits(share_s=0.2)

_decode: Callable[[msgspec.Raw], ServerMessage] = msgspec.json.Decoder(ServerMessage).decode


@dataclass(eq=False)
class Client:
    address: str = "10.0.0.1"
    guest: str = "guest"
    plays_unaided: bool = False
    received: list[ServerMessage] = field(default_factory=list)

    def send(self, message: ServerMessage | msgspec.Raw) -> None:
        # Answers are passed on as they come from the worker.
        if isinstance(message, msgspec.Raw):
            message = _decode(message)
        self.received.append(message)

    async def wait(self, *kinds: type, id: str = "1") -> Any:
        return await self._first(lambda message: isinstance(message, kinds) and getattr(message, "id", id) == id)

    async def done(self, id: str = "1") -> AnalysisUpdate:
        return await self._first(
            lambda message: isinstance(message, AnalysisUpdate) and message.id == id and message.done
        )

    async def updates(self, count: int) -> None:
        while sum(isinstance(message, AnalysisUpdate) for message in self.received) < count:
            await self._first_new()

    async def _first(self, fits: Callable[[ServerMessage], bool]) -> Any:
        while True:
            for message in self.received:
                if fits(message):
                    return message
            await self._first_new()

    async def _first_new(self) -> None:
        """Returns when there is another message."""
        before = len(self.received)
        async with asyncio.timeout(PATIENCE_S):
            while len(self.received) == before:
                await asyncio.sleep(0.01)


def with_dispatcher(
    scenario: Callable[[ServiceDispatcher, WorkerPool], Awaitable[None]], limits: ServiceLimits = LIMITS
) -> None:
    async def run() -> None:
        pool = WorkerPool(JOBS, PoolLimits(workers=1, niceness=0))
        dispatcher = ServiceDispatcher(pool, limits)
        try:
            await scenario(dispatcher, pool)
        finally:
            await dispatcher.close()
            await pool.close()

    asyncio.run(run())


def test_everything_that_can_be_asked_is_answered() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client = Client()
        dispatcher.ask(Analyse(id="1", position=START, time_ms=3_600_000), client)
        await client.updates(2)
        dispatcher.ask(Stop(of="1"), client)
        analysis = await client.done()
        assert len(analysis.lines) == 1

        client.received.clear()
        dispatcher.ask(Analyse(id="1", position=FOOL, lines=3, time_ms=1_000), client)
        analysis = await client.done()
        assert analysis.lines[0].moves == ["d8h4"]
        assert analysis.lines[0].notation == ["Qh4#"]
        assert analysis.lines[0].score == Score(win_in(1), Side.BLACK)
        assert [line.rank for line in analysis.lines] == [1, 2, 3]

        dispatcher.ask(FindHint(id="2", position=FOOL, time_ms=1_000), client)
        hinted: Hinted = await client.wait(Hinted, id="2")
        assert hinted.hint.moves[0].line[0] == "d8h4"
        assert hinted.hint.moves[0].reasons[0].text

        dispatcher.ask(Explain(id="3", position=replace_moves(FOOL, 2), move="g4", time_ms=1_000), client)
        explained: Explained = await client.wait(Explained, id="3")
        assert explained.explanation.grade == "blunder"
        assert explained.explanation.better is not None

        dispatcher.ask(ReviewGame(id="4", position=FOOL, time_ms=500, tags={"White": "A fool"}), client)
        reviewed: Reviewed = await client.wait(Reviewed, id="4")
        assert [move.grade for move in reviewed.moves][-1] == "blunder"
        assert reviewed.complete
        assert reviewed.file.filename == "chess.pgn"
        assert '[White "A fool"]' in reviewed.file.text
        progress = [message for message in client.received if isinstance(message, ReviewProgress)]
        assert [message.done for message in progress] == [1, 2, 3]

        question = RunExperiment(
            id="5", game="mill:three", contenders=["minimax", "alphabeta"], depths=[1, 3], positions=2
        )
        dispatcher.ask(question, client)
        experiment: ExperimentDone = await client.wait(ExperimentDone, id="5")
        nodes = {(row.contender, row.depth): row.nodes for row in experiment.rows}
        assert len(nodes) == 4
        assert nodes["alphabeta", 3] < nodes["minimax", 3]

        trace = TraceSearch(id="6", position=PositionQuery(game="mill:three"), algorithm="alphabeta", depth=2)
        dispatcher.ask(trace, client)
        traced: Traced = await client.wait(Traced, id="6")
        assert traced.trace["counters"]["nodes"] == 26

        # There are no databases here, or none of connect four.
        dispatcher.ask(FindVerdicts(id="7", position=PositionQuery(game="connect-four")), client)
        verdicts: Verdicts = await client.wait(Verdicts, id="7")
        assert verdicts.verdicts is None
        assert dispatcher.pending == 0

    with_dispatcher(scenario)


def replace_moves(query: PositionQuery, count: int) -> PositionQuery:
    return PositionQuery(game=query.game, moves=query.moves[:count])


def test_a_further_look_replaces_the_one_before() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client = Client()
        dispatcher.ask(Analyse(id="1", position=START, time_ms=3_600_000), client)
        await client.wait(AnalysisUpdate)
        dispatcher.ask(Analyse(id="2", position=FOOL, time_ms=1_000), client)
        assert await client.wait(ServiceStopped, id="1")
        assert (await client.done("2")).lines[0].moves == ["d8h4"]
        assert dispatcher.pending == 0

    with_dispatcher(scenario)


def test_a_second_study_is_refused_while_the_first_runs_and_stopping_gives_what_there_is() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client = Client()
        moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]
        dispatcher.ask(ReviewGame(id="1", position=PositionQuery(game="chess", moves=moves), time_ms=30_000), client)
        with pytest.raises(ServiceRefused) as refused:
            dispatcher.ask(ReviewGame(id="2", position=FOOL), client)
        assert refused.value.code == "service_running"
        while not pool.running:
            await asyncio.sleep(0.01)
        dispatcher.ask(Stop(of="nothing"), client)
        dispatcher.ask(Stop(of="1"), client)
        ended: Reviewed | ServiceStopped = await client.wait(Reviewed, ServiceStopped)
        assert isinstance(ended, ServiceStopped) or not ended.complete
        dispatcher.ask(ReviewGame(id="3", position=FOOL, time_ms=20), client)
        assert (await client.wait(Reviewed, id="3")).complete

    with_dispatcher(scenario)


def test_what_runs_for_nobody_ends() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client, other = Client(), Client()
        dispatcher.ask(Analyse(id="1", position=START, time_ms=3_600_000), client)
        await client.wait(AnalysisUpdate)
        dispatcher.forget(client)
        assert dispatcher.pending == 0
        received = len(client.received)
        dispatcher.ask(Analyse(id="1", position=FOOL, time_ms=100), other)
        await other.done()
        assert len(client.received) == received
        assert pool.running == 0

    with_dispatcher(scenario)


def test_nobody_hogs_the_engine() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        hog = Client(address="10.6.6.6")
        hogs = [hog, *(replace(hog, received=[]) for _ in range(LIMITS.per_address - 1))]
        for each in hogs:
            dispatcher.ask(Analyse(id="1", position=START, time_ms=3_600_000), each)
        with pytest.raises(ServiceRefused) as limit:
            dispatcher.ask(Analyse(id="1", position=START), Client(address="10.6.6.6"))
        assert limit.value.code == "service_limit"
        honest = Client(address="10.0.0.2")
        dispatcher.ask(FindHint(id="1", position=FOOL, time_ms=100), honest)
        assert await honest.wait(Hinted)
        for each in hogs:
            await each.done()  # After a share or the longest there is; none had its hour.

    with_dispatcher(scenario, ServiceLimits(share_s=0.2, analysis_s=1))


def test_there_is_no_help_in_a_game_against_a_person() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        player = Client(plays_unaided=True)
        for command in (
            Analyse(id="1", position=START),
            FindHint(id="1", position=START),
            Explain(id="1", position=START, move="e4"),
            ReviewGame(id="1", position=START),
            TraceSearch(id="1", position=START, algorithm="alphabeta", depth=3),
        ):
            with pytest.raises(ServiceRefused) as refused:
                dispatcher.ask(command, player)
            assert refused.value.code == "help_in_game"
        assert pool.running == pool.waiting == 0

    with_dispatcher(scenario)


def test_restarting_an_analysis_often_starts_one_worker_and_ends_none(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    start = Worker.start

    async def counted(jobs: str, memory_mb: int, niceness: int) -> Worker:
        started.append(jobs)
        return await start(jobs, memory_mb, niceness)

    monkeypatch.setattr(Worker, "start", counted)

    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        clients = [Client(guest=f"guest {number}") for number in range(4)]
        for number in range(60):
            for client in clients:
                dispatcher.ask(Analyse(id=str(number), position=START, time_ms=3_600_000), client)
            await asyncio.sleep(0.01 if number < 30 else 0)
        for client in clients:
            stopped = [message.id for message in client.received if isinstance(message, ServiceStopped)]
            assert stopped == [str(number) for number in range(59)]
        await clients[0].updates(1)
        assert (len(started), pool.counts.started, pool.counts.lost) == (1, 1, 0)

    with_dispatcher(scenario)


def test_eight_analyses_of_one_address_keep_another_waiting_for_one_share_only() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        hogs = [Client(address="10.0.0.2", guest=f"hog {number}") for number in range(8)]
        for hog in hogs:
            dispatcher.ask(Analyse(id="1", position=START, time_ms=3_600_000), hog)
        await hogs[0].updates(1)

        def answered() -> int:
            return sum(any(isinstance(one, AnalysisUpdate) and one.done for one in hog.received) for hog in hogs)

        honest, before = Client(), answered()
        dispatcher.ask(FindHint(id="1", position=FOOL, time_ms=50), honest)
        assert await honest.wait(Hinted)
        assert answered() - before <= 1

    with_dispatcher(scenario)


def test_what_makes_no_sense_is_refused_by_its_reason() -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client = Client()
        bad: list[tuple[ServiceCommand, str]] = [
            (Analyse(id="0", position=PositionQuery(game="ches")), "misspelt_game"),
            (Analyse(id="1", position=PositionQuery(game="chess", start="x")), "fen_field_count"),
            (Analyse(id="2", position=PositionQuery(game="chess", moves=["e5"])), "no_such_piece"),
            (FindHint(id="3", position=PositionQuery(game="mill", rules={"men": 99})), "rules_range"),
            (Analyse(id="4", position=PositionQuery(game="chess", moves=["f3", "e5", "g4", "Qh4#"])), "game_over"),
            (Explain(id="5", position=START, move="e9"), "move_unreadable"),
            (RunExperiment(id="6", game="chess", contenders=["magic"], depths=[1]), "unknown_algorithm"),
            (TraceSearch(id="7", position=START, algorithm="random", depth=1), "unknown_algorithm"),
        ]
        for command, code in bad:
            dispatcher.ask(command, client)
            refused = await client.wait(Refused, id=command.id)
            assert refused.problem.code == code, refused
            assert refused.problem.message
        over = PositionQuery(game="chess", moves=["f3", "e5", "g4", "Qh4#"])
        dispatcher.ask(FindHint(id="8", position=over), client)
        assert (await client.wait(Hinted, id="8")).hint.moves == ()

    with_dispatcher(scenario)


def test_a_trace_that_takes_too_long_is_ended_by_force_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(dispatcher: ServiceDispatcher, pool: WorkerPool) -> None:
        client = Client()
        with monkeypatch.context() as impatient:
            impatient.setattr("plyground.server.workers.worker.GRACE_S", 0.2)
            dispatcher.ask(TraceSearch(id="1", position=START, algorithm="minimax", depth=8), client)
            refused = await client.wait(Refused)
        assert refused.problem.code == "worker_time"
        dispatcher.ask(FindHint(id="2", position=FOOL, time_ms=50), client)
        assert await client.wait(Hinted, id="2")

    with_dispatcher(scenario, ServiceLimits(trace_s=0.3))
