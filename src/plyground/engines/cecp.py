"""Drives chess engines that speak CECP, the protocol of xboard, through the package `chess` (python-chess)."""

from __future__ import annotations

import asyncio
import os
import shlex
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from plyground.engines.cecp_process import end_engine, is_library_there, open_engine
from plyground.engines.engine import QUIT_S, STOP_POLL_S, Engine, EngineLimits
from plyground.engines.info import OnThinking, Thinking, estimate, proven
from plyground.engines.process import find_program, split_command
from plyground.engines.transcript import Transcript
from plyground.errors import EngineFault, InvalidOption, PlygroundError, UnknownGame
from plyground.protocol import Game
from plyground.record import Record

if TYPE_CHECKING:
    from chess.engine import Limit, PlayResult, Protocol, SimpleEngine

VARIANTS: Mapping[str, str] = {"chess": "normal", "chess:960": "fischerandom"}
"""The games that can be played, by their names in CECP."""


class CecpEngine(Engine):
    """A chess engine that speaks CECP.

    The protocol tells of a search only when it is over, so `on_info` is called once, with the move.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        log: Path | None = None,
        cwd: Path | None = None,
        start_timeout: float = 10.0,
        grace_s: float = 2.0,
    ) -> None:
        if not is_library_there():
            raise EngineFault("engine_library", engine=str(command), lines=())
        self._command = split_command(command)
        self._cwd = cwd
        self._start_timeout = start_timeout
        self._grace_s = grace_s
        self._transcript = Transcript(log)
        self._settings: dict[str, object] = dict(options or {})
        self._engine: SimpleEngine | None = None
        self._finalizer: weakref.finalize[..., CecpEngine] | None = None
        self._game_token = object()
        self._name = shlex.join(self._command)
        try:
            self._start()
        except BaseException:
            self._finish()
            self._transcript.close()
            raise

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_running(self) -> bool:
        return self._engine is not None

    @property
    def latest(self) -> tuple[str, ...]:
        return self._transcript.latest

    def _start(self) -> None:
        from chess.engine import EngineError

        try:
            command = [find_program(self._command[0]), *self._command[1:]]
            self._engine = open_engine(command, self._cwd, self._start_timeout, self._transcript)
        except (OSError, EngineError, TimeoutError) as error:
            reason = str(error) or "there was no answer to 'xboard'"
            raise EngineFault("engine_failed_to_start", engine=self.name, reason=reason, lines=self.latest) from None
        self._finalizer = weakref.finalize(self, end_engine, self._engine, os.getpid())
        self._name = self._engine.id.get("name", self._name)
        for name, value in self._settings.items():
            self.set_option(name, value)

    def restart(self) -> None:
        self._finish()
        self._start()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.timeout = QUIT_S
            with suppress(Exception):
                self._engine.quit()
        self._finish()
        self._transcript.close()

    def _finish(self) -> None:
        if self._finalizer is not None:
            self._finalizer()
        self._engine = None
        self._transcript.save()

    def _running(self) -> SimpleEngine:
        if self._engine is None:
            raise EngineFault("engine_not_running", engine=self.name, lines=self.latest)
        return self._engine

    def _fault(self, code: str, **arguments: object) -> EngineFault:
        """Ends the process; the error that says why."""
        self._finish()
        last = self.latest[-1] if self.latest else "nothing"
        return EngineFault(code, engine=self.name, lines=self.latest, last=last, **arguments)

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
        variant = VARIANTS.get(game.name)
        features: Mapping[str, object] = getattr(self._running().protocol, "features", {})
        if variant is None or variant not in str(features.get("variants", "normal")).split(","):
            raise UnknownGame("engine_game", engine=self.name, game=game.name)
        self._game_token = object()

    def think(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        stop: Callable[[], bool] | None = None,
        on_info: OnThinking | None = None,
    ) -> Thinking:
        from chess.engine import EngineError, EngineTerminatedError

        protocol = self._running().protocol
        began = monotonic()
        try:
            result = self._play(protocol, record, limits, stop)
        except EngineTerminatedError as error:
            raise self._fault("engine_crashed", how=str(error)) from None
        except EngineError as error:
            if error.args and isinstance(error.args[0], ValueError):
                raise self._fault("engine_illegal_move", text=str(error), reason=str(error)) from None
            raise self._fault("engine_garbage", asked="go", text=str(error), expected="a move") from None
        time_s = monotonic() - began
        self._transcript.flush()
        thinking = self._thinking(record, result, time_s)
        if on_info is not None:
            on_info(thinking)
        return thinking

    def _play(
        self, protocol: Protocol, record: Record, limits: EngineLimits, stop: Callable[[], bool] | None
    ) -> PlayResult:
        from chess import Board
        from chess.engine import INFO_ALL

        board = Board(record.start.fen, chess960=VARIANTS.get(record.game.name) == "fischerandom")
        for move in record.moves:
            board.push_uci(str(move))
        search = protocol.play(board, _limit(limits, self._game_token), game=self._game_token, info=INFO_ALL)
        found = asyncio.run_coroutine_threadsafe(search, protocol.loop)
        deadline = monotonic() + limits.patience_s(record.position.side_to_move)
        while True:
            wait_s = min(deadline - monotonic(), inf if stop is None else STOP_POLL_S)
            with suppress(TimeoutError):
                return found.result(None if wait_s == inf else max(wait_s, 0.0))
            if monotonic() >= deadline or (stop is not None and stop()):
                break
        protocol.loop.call_soon_threadsafe(protocol.send_line, "?")
        try:
            return found.result(self._grace_s)
        except TimeoutError:
            raise self._fault("engine_hung", asked="?") from None

    def _thinking(self, record: Record, result: PlayResult, time_s: float) -> Thinking:
        if result.resigned:
            raise EngineFault("engine_resigned", engine=self.name, lines=self.latest)
        if result.move is None:
            raise self._fault("engine_no_move", text=self.latest[-1] if self.latest else "nothing")
        try:
            move = record.position.parse(result.move.uci())
        except PlygroundError as error:
            raise self._fault("engine_illegal_move", text=result.move.uci(), reason=str(error)) from None
        said = result.info
        score = None
        if "score" in said:
            relative = said["score"].relative
            mate, centipawns = relative.mate(), relative.score()
            score = proven(mate) if mate is not None else estimate(centipawns or 0)
        return Thinking(
            position=record.position,
            move=move,
            score=score,
            depth=said.get("depth", 0),
            seldepth=said.get("seldepth", 0),
            nodes=said.get("nodes", 0),
            time_s=time_s,
            pv=tuple(expected.uci() for expected in said.get("pv", ())),
            ponder_text="" if result.ponder is None else result.ponder.uci(),
        )


def _limit(limits: EngineLimits, clock_id: object) -> Limit:
    from chess.engine import Limit

    return Limit(
        time=limits.move_s,
        depth=limits.depth,
        nodes=limits.nodes,
        white_clock=limits.white_s,
        black_clock=limits.black_s,
        white_inc=limits.white_increment_s if limits.white_s is not None else None,
        black_inc=limits.black_increment_s if limits.black_s is not None else None,
        remaining_moves=limits.moves_to_go,
        clock_id=clock_id,
    )
