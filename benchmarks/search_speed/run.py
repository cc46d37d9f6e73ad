"""Nodes per second of a core in chess, compared with Ethereal: same positions, seconds and run, one thread each."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

import chess
import chess.engine
from middle_games import middle_games
from results import find_peer, spread, table, write

POSITIONS = 20
REPEATS = 3
SECONDS = 2.0
HASH_MB = 64


class Runner:
    """An engine process, whose processor time is read with each of its reports."""

    def __init__(self, program: str) -> None:
        self._engine = chess.engine.SimpleEngine.popen_uci([program], timeout=60)
        self._engine.configure({"Hash": HASH_MB, "Threads": 1})

    def speed(self, board: chess.Board) -> float:
        """Nodes for each second of processor time until its last report that counts nodes."""
        nodes = 0
        begin = end = self._processor_s()
        with self._engine.analysis(board, chess.engine.Limit(time=SECONDS), game=object()) as analysis:
            begin = end = self._processor_s()
            for told in analysis:
                if told.get("nodes", 0) > nodes:
                    nodes, end = told["nodes"], self._processor_s()
        return nodes / (end - begin)

    def close(self) -> None:
        """Ends the program."""
        self._engine.quit()

    def _processor_s(self) -> float:
        """The time that it has had a core, threads that have ended included, as Linux counts it."""
        fields = Path(f"/proc/{self._engine.transport.get_pid()}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    boards = [chess.Board(position.fen) for position in middle_games(POSITIONS)]
    ours, theirs = Runner(str(Path(sys.prefix) / "bin" / "plyground-uci")), Runner(find_peer("ethereal-chess"))
    ratios, our_speeds, their_speeds = [], [], []
    try:
        for repeat in range(1, REPEATS + 1):
            pairs = [(ours.speed(board), theirs.speed(board)) for board in boards]
            ratios.append(median(own / other for own, other in pairs))
            our_speeds.append(median(own for own, _ in pairs) / 1e6)
            their_speeds.append(median(other for _, other in pairs) / 1e6)
            print(f"  {repeat}: {ratios[-1]:.2f}", file=sys.stderr, flush=True)
    finally:
        ours.close()
        theirs.close()
    header = ["million nodes a second, ours", "Ethereal 12", "ours over Ethereal"]
    note = (
        f"{POSITIONS} positions of games, {SECONDS:g} s each, one thread, {HASH_MB} MB, both by UCI in turns;\n"
        f"the median over the positions, and of it the median of {REPEATS} runs with the range. Seconds are those of\n"
        "the processor. A node of ours is a move made; Ethereal counts every call of its search, so also null moves\n"
        "and moves looked at again.\n\n"
    )
    body = note + table(header, [[spread(our_speeds), spread(their_speeds), spread(ratios)]])
    write(Path(__file__).parent, "Search speed in chess", body)


if __name__ == "__main__":
    main()
