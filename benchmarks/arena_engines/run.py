"""A short match against each engine that the arena should drive out of the box, and who won, with every fault named."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from results import find_peer, table, write

from plyground.arena.match import Match

OPPONENT = "negascout-tt:depth=3"
CONTROL = "2+0.05"
GAMES = 4

ENGINES = {
    "Stockfish": "uci:{stockfish} option.Hash=16",
    "GNU Chess": "uci:{gnuchess} -u option.OwnBook=false",
    "Glaurung": "uci:{glaurung} option.Hash=16",
    "Toga II": "uci:{toga2} option.OwnBook=false",
    "Ethereal": "uci:{ethereal-chess} option.Hash=16",
    "Fairy-Stockfish": "uci:{fairy-stockfish} option.Hash=16",
    "Sunfish": "uci:{sunfish-uci}",
    "Phalanx": "cecp:{phalanx}",
}
"""Name -> how it is started; CECP stands for the older programs."""


def main() -> None:
    rows = []
    for name, spec in ENGINES.items():
        program = spec[spec.index("{") + 1 : spec.index("}")]
        command = spec.replace(f"{{{program}}}", _path(program))
        match = Match(f"{command} name='{name}'", OPPONENT, games=GAMES, control=CONTROL, concurrency=1, margin_ms=500)
        for _ in match.run():
            print(f"  {name}: {match.standings.tally(name)}", file=sys.stderr, flush=True)
        ends = Counter(game.result.termination.replace("_", " ") for game in match.played)
        plies = sum(len(game.moves) for game in match.played)
        faults = "; ".join(str(game.fault.words) for game in match.played if game.fault) or "none"
        how = ", ".join(f"{count} {end}" for end, count in ends.most_common())
        rows.append([name, spec.partition(":")[0], f"{match.standings.tally(name)}", str(plies), how, faults])
    header = ["engine", "protocol", f"against {OPPONENT}", "plies", "the games ended by", "faults"]
    body = f"{GAMES} games each at {CONTROL}, six random plies to begin with, every pair with sides reversed.\n\n"
    write(Path(__file__).parent, "Engines driven by the arena", body + table(header, rows))


def _path(program: str) -> str:
    beside = Path(sys.prefix) / "peers" / program.partition("-")[0] / "bin" / program
    return str(beside) if beside.exists() else find_peer(program)


if __name__ == "__main__":
    main()
