"""How strong the engine is: every match of the list, the levels, and games under load.

All of it takes hours. `make bench ARGS=strength` plays the missing games; `make bench ARGS=strength/mill` one part
of it (chess, draughts, mill, levels, punctuality). Ctrl-C keeps every finished game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import levels
import lists
import punctuality
from matches import HERE, RESULTS
from results import table, write

from plyground.lab.error_rates import Rate
from plyground.play.levels import HIGHEST, LOWEST


def main(part: str | None) -> None:
    for name, matches in lists.PARTS.items():
        if part in (None, name):
            for match in matches():
                match.play()
    for game in levels.GAMES:
        if part in (None, "levels", f"levels-{game.partition(':')[0]}"):
            levels.play(game)
    if part in (None, "punctuality"):
        punctuality.play()
    write(HERE, "How strong the engine is", f"{_matches()}\n\n{_levels()}")


def _read(name: str) -> dict[str, Any] | None:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def _matches() -> str:
    """Every match that was played, against its bar."""
    header = ["against", "game", "time", "games", "+ = -", "score", "95 %", "bar", "faults", "version"]
    rows = []
    for name in ("sunfish", "glaurung", "gnuchess", "simple-engine", "mill-nine", "mill-twelve", "punctuality"):
        row = _read(name)
        if row is None:
            continue
        low, high = row["score_95"]
        rows.append(
            [
                row["players"][1],
                row["game"],
                row["control"],
                str(row["games"]),
                f"+{row['wins']} ={row['draws']} -{row['losses']}",
                f"{row['score']:.1%}",
                f"{low:.1%} to {high:.1%}",
                row["bar"],
                str(len(row["faults"])),
                row["commit"],
            ]
        )
    words = """One thread and 64 MB each; every opening is played twice with sides reversed. A pair in which a player
failed or exceeded its time counts for neither side (column faults). The games are in `games/`."""
    return f"{words}\n\n{table(header, rows)}"


def _levels() -> str:
    """The levels of each game against those two below."""
    parts = []
    for game in levels.GAMES:
        found = _read(f"levels-{game.partition(':')[0]}")
        if found is None:
            continue
        exact = _exact_errors(game)
        header = ["level", "against", "+ = -", "score", "95 %", "errors of both", "rating", *exact]
        rows = []
        for row in found["rows"]:
            low, high = row["score_95"]
            rating = found["ratings"][str(row["level"])]
            errors = " and ".join(f"{rate:.2%}" for rate in row.get("errors", {}).values())
            counts = f"+{row['wins']} ={row['draws']} -{row['losses']}"
            shown = f"{rating['elo']} ({rating['low']} to {rating['high']})"
            rows.append(
                [
                    str(row["level"]),
                    str(row["below"]),
                    counts,
                    f"{row['score']:.1%}",
                    f"{low:.1%} to {high:.1%}",
                    errors,
                    shown,
                    *(column[row["level"]] for column in exact.values()),
                ]
            )
        parts.append(f"## Levels in {game}\n\n{table(header, rows)}")
    words = f"""Ratings: {levels.SCALE}. Where more than {levels.DRAWISH:.0%} are drawn, errors are counted by a deep
search. Exact errors are [moves that give away half a point or more](../error_rates/RESULTS.md), by databases that the
levels cannot see."""
    return "\n\n".join([words, *parts]) if parts else ""


def _exact_errors(game: str) -> dict[str, dict[int, str]]:
    """The column with the error rates of the levels that `error_rates` measured in a game, if it did."""
    found = json.loads((HERE.parent / "error_rates" / "rates.json").read_text())
    if found["game"] != game:
        return {}
    rates = {spec: str(Rate(**counts)) for spec, counts in found["players"].items()}
    return {"exact errors, 95 %": {level: rates[f"level={level}"] for level in range(LOWEST, HIGHEST + 1)}}


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
