"""Drives chess engines that speak CECP, the protocol of xboard, through the package `chess` (python-chess)."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Unpack

from plyground.abilities import HasEngineNames
from plyground.engines.cecp_process import end_engine, is_library_there, open_engine
from plyground.engines.engine import QUIT_MS, STOP_POLL_S, Engine, EngineLimits, OnProgress, StartOptions
from plyground.engines.info import Info, centipawns, mate, search_result
from plyground.engines.process import find_program
from plyground.errors import EngineFault, InvalidOption, UnknownGame
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.limits import StopFlag, elapsed_ms
from plyground.search.result import SearchResult

if TYPE_CHECKING:
    from chess.engine import Limit, PlayResult, Protocol, SimpleEngine


class CecpEngine(Engine):
    """A chess engine that speaks CECP.

    The protocol reports a search only at its end, so `on_progress` is called once, with the move.
    """

    def __init__(self, command: str | Sequence[str], **settings: Unpack[StartOptions]) -> None:
        if not is_library_there():
            raise EngineFault("engine_library", engine=str(command), lines=())
        self._engine: SimpleEngine | None = None
        self._finalizer: weakref.finalize[..., CecpEngine] | None = None
        self._game_token = object()
        super().__init__(command, **settings)

    @property
    def is_running(self) -> bool:
        return self._engine is not None

    def _start(self) -> None:
        from chess.engine import EngineError

        try:
            command = [find_program(self._command[0]), *self._command[1:]]
            self._engine = open_engine(command, self._cwd, self._start_timeout_s, self._transcript)
        except (OSError, EngineError, TimeoutError) as error:
            raise self._failed_to_start(str(error) or "there was no answer to 'xboard'") from None
        self._finalizer = weakref.finalize(self, end_engine, self._engine, os.getpid())
        self.name = self._engine.id.get("name", self.name)
        for name, value in self._settings.items():
            self.set_option(name, value)

    def _quit(self) -> None:
        engine = self._running()
        engine.timeout = QUIT_MS / 1000
        with suppress(Exception):
            engine.quit()

    def _end(self) -> str:
        if self._finalizer is not None:
            self._finalizer()
        self._engine = None
        self._transcript.save()
        return ""

    def _running(self) -> SimpleEngine:
        if self._engine is None:
            raise EngineFault("engine_not_running", engine=self.name, lines=self.latest)
        return self._engine

    def set_option(self, name: str, value: object = "") -> None:
        from chess.engine import EngineError

        engine = self._running()
        option = engine.options.get(name)
        if option is None:
            known = ", ".join(engine.options)
            raise InvalidOption("engine_option", engine=self.name, option=name, known=known)
        try:
            engine.configure({name: option.parse(value)})  # type: ignore[arg-type]
        except (EngineError, ValueError) as error:
            raise InvalidOption(
                "engine_option_value", engine=self.name, option=name, value=value, expected=str(error)
            ) from None
        self._settings[name] = value

    def new_game(self, game: Game) -> None:
        variant = _variant(game)
        features: Mapping[str, object] = getattr(self._running().protocol, "features", {})
        if variant is None or variant not in str(features.get("variants", "normal")).split(","):
            raise UnknownGame("engine_game", engine=self.name, game=game.name)
        self._game_token = object()

    def play(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        from chess.engine import EngineError, EngineTerminatedError

        protocol = self._running().protocol
        began = monotonic()
        try:
            played = self._play(protocol, record, limits, stop)
        except EngineTerminatedError as error:
            raise self._fault("engine_crashed", how=str(error)) from None
        except EngineError as error:
            if error.args and isinstance(error.args[0], ValueError):
                raise self._fault("engine_illegal_move", text=str(error), reason=str(error)) from None
            raise self._fault("engine_garbage", asked="go", text=str(error), expected="a move") from None
        time_ms = elapsed_ms(began)
        self._transcript.flush()
        result = self._result(record, played, time_ms)
        if on_progress is not None:
            on_progress(result)
        return result

    def _play(self, protocol: Protocol, record: Record, limits: EngineLimits, stop: StopFlag | None) -> PlayResult:
        from chess import Board
        from chess.engine import INFO_ALL

        board = Board(record.start.fen, chess960=_variant(record.game) == "fischerandom")
        for move in record.moves:
            board.push_uci(str(move))
        search = protocol.play(board, _limit(limits, self._game_token), game=self._game_token, info=INFO_ALL)
        found = asyncio.run_coroutine_threadsafe(search, protocol.loop)
        patience_ms = limits.patience_ms(record.position.side_to_move)
        deadline = inf if patience_ms is None else monotonic() + patience_ms / 1000
        while True:
            wait_s = min(deadline - monotonic(), inf if stop is None else STOP_POLL_S)
            with suppress(TimeoutError):
                return found.result(None if wait_s == inf else max(wait_s, 0.0))
            if monotonic() >= deadline or (stop is not None and stop.is_requested):
                break
        protocol.loop.call_soon_threadsafe(protocol.send_line, "?")
        try:
            return found.result(self._grace_s)
        except TimeoutError:
            raise self._fault("engine_hung", asked="?") from None

    def _result(self, record: Record, played: PlayResult, time_ms: int) -> SearchResult:
        if played.resigned:
            raise EngineFault("engine_resigned", engine=self.name, lines=self.latest)
        if played.move is None:
            raise self._fault("engine_no_move", text=self.latest[-1] if self.latest else "nothing")
        move = self._parse_move(record, played.move.uci())
        said = played.info
        score = None
        if "score" in said:
            relative = said["score"].relative
            distance, value = relative.mate(), relative.score()
            score = mate(distance) if distance is not None else centipawns(value or 0)
        numbers = {"depth": said.get("depth", 0), "seldepth": said.get("seldepth", 0), "nodes": said.get("nodes", 0)}
        pv = tuple(expected.uci() for expected in said.get("pv", ()))
        ponder = "" if played.ponder is None else played.ponder.uci()
        return search_result(record.position, move, Info(numbers, score, pv=pv), time_ms, ponder)


def _variant(game: Game) -> str | None:
    return game.engine_names.cecp if isinstance(game, HasEngineNames) else None


def _limit(limits: EngineLimits, clock_id: object) -> Limit:
    from chess.engine import Limit

    return Limit(
        time=_seconds(limits.move_ms),
        depth=limits.depth,
        nodes=limits.nodes,
        white_clock=_seconds(limits.white_ms),
        black_clock=_seconds(limits.black_ms),
        white_inc=_seconds(None if limits.white_ms is None else limits.white_increment_ms),
        black_inc=_seconds(None if limits.black_ms is None else limits.black_increment_ms),
        remaining_moves=limits.moves_to_go,
        clock_id=clock_id,
    )


def _seconds(time_ms: int | None) -> float | None:
    return None if time_ms is None else time_ms / 1000
