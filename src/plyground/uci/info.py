"""Results of a search as lines of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from plyground.protocol import Move
from plyground.record import Record
from plyground.search.result import Bound, RankedLine, SearchResult
from plyground.search.score import Score, wdl

_BOUNDS: dict[Bound, str] = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}


def format_score(score: Score, bound: Bound = "exact", *, mate_in_plies: bool = False) -> str:
    """A score from the side to move: hundredths of a man, or the moves (in UGI the plies) to a proven end.

    >>> from plyground.protocol import Side
    >>> from plyground.search.score import loss_in, win_in
    >>> format_score(Score(-12, Side.WHITE), "upper"), format_score(Score(win_in(5), Side.WHITE))
    ('score cp -12 upperbound', 'score mate 3')
    >>> format_score(Score(loss_in(4), Side.BLACK)), format_score(Score(loss_in(4), Side.BLACK), mate_in_plies=True)
    ('score mate -2', 'score mate -4')
    """
    if score.plies is None:
        return f"score cp {score.value}{_BOUNDS[bound]}"
    distance = score.plies if mate_in_plies else (score.plies + 1) // 2
    return f"score mate {distance if score.value > 0 else -distance}{_BOUNDS[bound]}"


def format_result(
    record: Record,
    result: SearchResult,
    *,
    lines: int = 1,
    show_wdl: bool = False,
    mate_in_plies: bool = False,
    tablebase_hits: int = 0,
) -> Iterator[str]:
    """An `info` line for each of the best `lines` moves that were searched; `pv` comes last, as UCI demands."""
    looked_at = (ranked for ranked in result.lines if ranked.depth or ranked is result.lines[0])
    for number, ranked in enumerate(islice(looked_at, lines), 1):
        pv = " ".join(map(str, within_game(record, ranked.line)))
        yield (
            f"info depth {ranked.depth or result.depth} seldepth {ranked.seldepth} multipv {number} "
            f"{format_score(ranked.score, ranked.bound, mate_in_plies=mate_in_plies)}"
            f"{_format_wdl(record, ranked) if show_wdl else ''} nodes {result.nodes} nps {result.nps} "
            f"hashfull {result.tt_full} tbhits {tablebase_hits} time {result.time_ms} pv {pv}"
        )


def _format_wdl(record: Record, ranked: RankedLine) -> str:
    win, draw, loss = wdl(record.game, ranked.score)
    return f" wdl {win} {draw} {loss}"


def within_game(record: Record, line: Sequence[Move]) -> list[Move]:
    """The moves of a line up to the end of the game, or to a draw that can be claimed.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), "g1f3 g8f6 f3g1 f6g8".split())
    >>> within_game(record, "g1f3 g8f6 f3g1 f6g8 e2e4".split())
    ['g1f3', 'g8f6', 'f3g1', 'f6g8']
    """
    game = record.copy()
    shown: list[Move] = []
    for move in line:
        game.push(move)
        shown.append(move)
        if game.outcome() or game.standing_draw():
            break
    return shown


def format_bestmove(line: Sequence[Move]) -> str:
    """The answer to `go`, with the expected reply.

    >>> format_bestmove(["e2e4", "e7e5", "g1f3"]), format_bestmove(["a1a8"]), format_bestmove([])
    ('bestmove e2e4 ponder e7e5', 'bestmove a1a8', 'bestmove (none)')
    """
    if not line:
        return "bestmove (none)"
    return f"bestmove {line[0]}" + (f" ponder {line[1]}" if len(line) > 1 else "")
