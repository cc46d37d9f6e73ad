"""Fuzzed UCI: mutated commands in any order, through the pipe of a real engine under a watchdog."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz.mutation import mutated
from tests.fuzz.watchdog import dump_threads, watched
from tests.uci.siege import FENS, OPTIONS, OTHERS, SEARCHES, Fault, Siege, random_lines

ENGINE = watched("from plyground.uci.engine import main; main([])")
QUEENS = "fen KnR2qq1/2rq3B/2Q4q/1QN1q1RQ/Qr1q1Q2/2kq1q1B/1bb3Q1/QqQnNQ2 w - - 0 1"
REAL = tuple(
    line.encode()
    for line in (
        *(f"go {search}" for search in SEARCHES),
        *(f"position {position}" for position in (*FENS, QUEENS, "startpos moves d6 f4", "startpos moves c3-d4 d6-c5")),
        *(f"setoption name {option}" for option in OPTIONS),
        *OTHERS,
    )
)
SETTLE_EVERY = 25


def fuzzed_lines(seed: int, count: int) -> list[bytes]:
    """Lines of one batch, the same for a seed: a third as a siege has them, the others mutated."""
    dice = Random(f"uci {seed}")
    plain = iter(random_lines(seed, count))
    return [next(plain) if dice.random() < 0.35 else _line(dice) for _ in range(count)]


def _line(dice: Random) -> bytes:
    line = mutated(dice, dice.choice(REAL), REAL).replace(b"\n", b" ")
    # `quit` would end the batch, and a hash table of many gigabytes the machine.
    words = line.lower().split()
    is_unwanted = words[:1] == [b"quit"] or b"hash" in words or b"threads" in words
    return (b"stop" if is_unwanted else line) + b"\n"


def fuzz_engine(seed: int, count: int, folder: Path, patience_s: float) -> None:
    """One engine and one batch; raises `Fault` with what all threads are doing."""
    folder.mkdir(parents=True, exist_ok=True)
    with Siege(ENGINE, folder, patience_s) as siege:
        try:
            for number, line in enumerate(fuzzed_lines(seed, count)):
                siege.tell(line)
                if number % SETTLE_EVERY == 0:
                    siege.settle()
            siege.finish()
            siege.leave()
        except Fault as fault:
            threads = dump_threads(siege.pid) if siege.is_running else "the process has ended"
            raise Fault(f"seed {seed}: {fault}\n{siege.complaints()}\n{threads}") from None
