"""Drives draughts engines that speak Hub, the protocol of Scan, version 2."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Unpack

from plyground.engines.engine import MAX_SHOWN, EngineLimits, OnProgress, StartOptions
from plyground.engines.hub_lines import HubLine, hub_line
from plyground.engines.info import MAX_NUMBER, Info, centipawns, search_result
from plyground.engines.line_engine import LineEngine
from plyground.engines.options import EngineOption, number_at
from plyground.engines.transcript import printable
from plyground.errors import PlygroundError, UnknownGame
from plyground.games.draughts.exchange import Exchange
from plyground.protocol import Game, Move, Position, Side
from plyground.record import Record
from plyground.search.limits import StopFlag, elapsed_ms
from plyground.search.result import SearchResult

MAX_PARAMETERS = 1_000
VARIANT = "variant"
NORMAL = "normal"
"""What Scan calls international draughts."""
_KINDS = {"bool": "check", "int": "spin", "enum": "combo"}


class HubEngine(LineEngine):
    """A draughts engine that speaks Hub."""

    def __init__(self, command: str | Sequence[str], **settings: Unpack[StartOptions]) -> None:
        self._game: Game | None = None
        self._is_ready = False
        """Whether it has been initialised, after which it keeps its variant."""
        self._owes_answer = False
        """Whether a search was interrupted whose answer has not come yet."""
        super().__init__(command, **settings)

    def _set_up(self) -> None:
        self._is_ready = self._owes_answer = False
        self._send("hub")
        self.options = {}
        deadline = monotonic() + self._start_timeout_s
        while (line := HubLine.parse(printable(self._expect("hub", deadline)))).command != "wait":
            if line.command == "id":
                name, version = line.arguments.get("name", ""), line.arguments.get("version", "")
                self.name = f"{name} {version}".strip()[:MAX_SHOWN] or self.name
                self.author = line.arguments.get("author", "")
            elif line.command == "param" and len(self.options) < MAX_PARAMETERS:
                option = parse_parameter(line)
                if option is not None:
                    self.options[option.name] = option
        for name, value in list(self._settings.items()):
            self.set_option(name, value)

    def _send_option(self, option: EngineOption, text: str) -> None:
        self._send(hub_line("set-param", name=option.name, value=text))

    def _prepare(self, *lines: str, asked: str = "ping", answer: str = "pong") -> None:
        """Sends lines and waits until the engine has processed them; everything it said before is skipped."""
        deadline = monotonic() + self._start_timeout_s
        while self._owes_answer:
            self._owes_answer = not _is_answer(self._expect("stop", deadline))
        self._send(*lines, asked)
        while HubLine.parse(printable(self._expect(asked, deadline))).command != answer:
            pass

    def restart(self) -> None:
        """Also starts the same game again."""
        super().restart()
        if self._game is not None:
            self.new_game(self._game)

    def new_game(self, game: Game) -> None:
        """Starts a new game; an engine that plays another variant is started again, because it cannot change it."""
        Exchange(game)
        option = self.options.get(VARIANT)
        wanted = None if option is None else option.settle(variant_of(game))
        if option is not None and wanted is None:
            raise UnknownGame("engine_game", engine=self.name, game=game.name)
        if option is not None and wanted != self._settings.get(VARIANT, option.default):
            if self._is_ready:
                self._settings[VARIANT] = wanted
                super().restart()
            else:
                self.set_option(VARIANT, wanted)
        self._game = game
        if not self._is_ready:
            self._prepare(asked="init", answer="ready")
            self._is_ready = True
        self._prepare("new-game")

    def play(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.is_endless and limits.deadline_ms is None and stop is None:
            raise TypeError("an endless search needs a deadline or stop")
        position, exchange = record.position, Exchange(record.game)
        self._prepare(position_line(record), level_line(limits, position.side_to_move))
        latest: list[bytes] = [b""]
        began = monotonic()

        def hear(line: bytes) -> None:
            if not line.startswith(b"info") or b"score" not in line:
                return
            latest[0] = line
            if on_progress is not None:
                info = parse_hub_info(exchange, position, line)
                if info.pv and info.score is not None:
                    on_progress(search_result(position, position.parse(info.pv[0]), info, elapsed_ms(began)))

        self._send(hub_line("go", "think"))
        self._owes_answer = True
        try:
            patience_ms = limits.patience_ms(position.side_to_move)
            deadline = inf if patience_ms is None else began + patience_ms / 1000
            answer = self._await_answer(_is_answer, deadline, stop, hear)
        except BaseException:
            # An interrupted search must not go on; its answer is skipped before the next one.
            if self.is_running:
                self._send("stop")
            raise
        self._owes_answer = False
        time_ms = elapsed_ms(began)
        self._transcript.flush()
        arguments = HubLine.parse(printable(answer)).arguments
        move = self._find_move(exchange, position, arguments.get("move", ""), printable(answer))
        info = parse_hub_info(exchange, position, latest[0])
        ponder = _follow(exchange, position.after(move), (arguments.get("ponder", ""),))
        return search_result(position, move, info, time_ms, str(ponder[0]) if ponder else "")

    def _find_move(self, exchange: Exchange, position: Position, text: str, answer: str) -> Move:
        if not text:
            raise self._fault("engine_no_move", text=answer[:MAX_SHOWN])
        try:
            return exchange.parse_move(position, text)
        except PlygroundError as error:
            raise self._fault("engine_illegal_move", text=text[:MAX_SHOWN], reason=str(error)) from None


def _is_answer(line: bytes) -> bool:
    return line == b"done" or line.startswith((b"done ", b"done\t"))


def variant_of(game: Game) -> str:
    """What Hub engines call a draughts game: international is `normal`, the others go by their names.

    >>> import plyground
    >>> variant_of(plyground.game("draughts:international")), variant_of(plyground.game("draughts:russian"))
    ('normal', 'russian')
    """
    preset = game.name.partition(":")[2]
    return NORMAL if preset == "international" else preset


def position_line(record: Record) -> str:
    """The position after the last move that cannot be undone, and the moves since, for repetitions."""
    exchange = Exchange(record.game)
    first = max(len(record) - record.position.reversible_plies, 0)
    positions, moves = record.positions[first:], record.moves[first:]
    start = exchange.format_position(positions[0])
    if not moves:
        return hub_line("pos", pos=start)
    numbered = (str(exchange.number_move(before, move)) for before, move in zip(positions, moves, strict=False))
    return hub_line("pos", pos=start, moves=" ".join(numbered))


def level_line(limits: EngineLimits, side: Side) -> str:
    """The limits in seconds. Hub counts the increment before the move, so what is left on the clock is without it.

    >>> level_line(EngineLimits(white_ms=60_000, black_ms=30_000, white_increment_ms=500), Side.WHITE)
    'level time=59.5 inc=0.5'
    >>> level_line(EngineLimits(depth=8, move_ms=250), Side.WHITE), level_line(EngineLimits(infinite=True), Side.WHITE)
    ('level depth=8 move-time=0.25', 'level infinite')
    """
    clock_ms = limits.white_ms if side is Side.WHITE else limits.black_ms
    increment_ms = limits.white_increment_ms if side is Side.WHITE else limits.black_increment_ms
    values: dict[str, object] = {"depth": limits.depth, "nodes": limits.nodes}
    if limits.move_ms is not None:
        values["move_time"] = _seconds(limits.move_ms)
    if clock_ms is not None:
        values["moves"] = limits.moves_to_go
        values["time"] = _seconds(clock_ms - increment_ms)
        values["inc"] = _seconds(increment_ms) if increment_ms else None
    given = {name: value for name, value in values.items() if value is not None}
    return hub_line("level", **given) if given and not limits.infinite else hub_line("level", "infinite")


def _seconds(time_ms: int) -> str:
    """At least one millisecond."""
    return f"{max(time_ms, 1) / 1000:g}" if time_ms < 1_000_000 else f"{time_ms / 1000:.3f}"


def parse_parameter(line: HubLine) -> EngineOption | None:
    """A `param` line as an option; None if it has no name.

    >>> parse_parameter(HubLine.parse('param name=variant value=normal type=enum values="normal bt"')).choices
    ('normal', 'bt')
    """
    given = line.arguments
    if not given.get("name"):
        return None
    return EngineOption(
        name=given["name"],
        kind=_KINDS.get(given.get("type", ""), "string"),
        default=given.get("value", ""),
        min=number_at([given.get("min", "")], 0),
        max=number_at([given.get("max", "")], 0),
        choices=tuple(given.get("values", "").split()),
    )


def parse_hub_info(exchange: Exchange, position: Position, line: bytes) -> Info:
    """An `info` line; scores are in men, numbers that make no sense are skipped."""
    given = HubLine.parse(printable(line)).arguments
    info = Info({})
    for name in ("depth", "nodes"):
        number = number_at([given.get(name, "")], 0)
        if number is not None:
            info.numbers[name] = max(0, min(number, MAX_NUMBER))
    score = _real(given.get("score", ""))
    if score is not None:
        info.score = centipawns(round(score * 100))
    info.pv = tuple(map(str, _follow(exchange, position, given.get("pv", "").split())))
    return info


def _real(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return max(-1e6, min(number, 1e6)) if math.isfinite(number) else None


def _follow(exchange: Exchange, position: Position, texts: Sequence[str]) -> list[Move]:
    """The moves that the texts name one after the other, up to the first illegal one."""
    moves: list[Move] = []
    for text in texts:
        try:
            move = exchange.parse_move(position, text)
        except PlygroundError:
            break
        moves.append(move)
        position = position.after(move)
    return moves
