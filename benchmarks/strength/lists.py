"""The matches of the strength list, by game."""

from __future__ import annotations

import sys
from pathlib import Path

from matches import HERE, StrengthMatch
from results import find_peer
from simple_engine import SimpleEngine

import plyground
from plyground.arena.tournament import OpeningChoice

MOVETIME_S = 0.05
"""For draughts, where SimpleEngine knows no clock but a time for each move."""
CONTROL = "5+0.05"
MIDPOINTS = ("a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "d7", "e4", "f4", "g4")


def chess() -> list[StrengthMatch]:
    """Sunfish and Glaurung must be beaten; GNU Chess is an extra."""
    sunfish = Path(sys.prefix) / "peers" / "sunfish" / "bin" / "sunfish-uci"
    return [
        StrengthMatch("sunfish", f"uci:{sunfish} name=Sunfish", "at least 97 %", 300, CONTROL),
        StrengthMatch(
            "glaurung",
            f"uci:{find_peer('glaurung')} option.Hash=64 option.Threads=1 name=Glaurung",
            "lower 95 % bound above 50 %",
            300,
            CONTROL,
        ),
        StrengthMatch(
            "gnuchess",
            f"uci:{find_peer('gnuchess')} -u option.Hash=64 option.OwnBook=false name='GNU Chess'",
            "none; 50 % is more than asked",
            100,
            CONTROL,
        ),
    ]


def draughts() -> list[StrengthMatch]:
    """Equal time for each move."""
    control = f"movetime={MOVETIME_S}"
    bar = "at least 95 %"
    # Its first move includes starting its process, so the arena allows for that.
    player = SimpleEngine(MOVETIME_S)
    return [StrengthMatch("simple-engine", player, bar, 100, control, "draughts", margin_ms=30_000)]


def mill() -> list[StrengthMatch]:
    """A classic bot, as deep as its share of the time allows."""
    bot, control = "negascout-tt", "0.5+0.01"
    one_man_each = OpeningChoice(random_plies=2, seed=1)
    midpoints = OpeningChoice(file=midpoint_openings())
    return [
        StrengthMatch("mill-nine", bot, "at most 2 losses", 200, control, "mill:nine", openings=one_man_each),
        StrengthMatch("mill-twelve", bot, "at least 65 %", 200, control, "mill:twelve", openings=midpoints),
    ]


def midpoint_openings() -> Path:
    """A file with White's first man on a midpoint, which theory calls drawn, and Black's anywhere."""
    path = HERE / "openings" / "twelve-midpoints.fen"
    if not path.exists():
        start = plyground.game("mill:twelve").start()
        seconds = [start.after(start.parse(point)) for point in MIDPOINTS]
        thirds = [position.after(move) for position in seconds for move in position.legal_moves]
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{position.fen}\n" for position in thirds))
    return path


PARTS = {"chess": chess, "draughts": draughts, "mill": mill}
