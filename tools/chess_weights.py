"""Prints cpp/plyground/games/chess/weights.inc from a file of weights, such as one that `plyground tune chess` wrote.

Usage: .venv/bin/python tools/chess_weights.py tune-chess/weights.toml > weights.inc
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import plyground
from plyground.search.weights import Weights

PER_LINE = 8


def main(path: str) -> None:
    """Prints every field with the names and shapes of weights.hpp."""
    chess = plyground.game("chess")
    assert isinstance(chess, plyground.HasWeights)
    weights, group = Weights.read(Path(path), chess), ""
    for name, _ in chess.weight_fields:
        table, _, key = name.partition(".")
        if table != group:
            if group:
                print("},")
            # The last group is a single member of the table itself.
            print(f".{table} = {{" if table != "turn" else "", end="\n" if table != "turn" else "")
            group = table
        print(f"{'' if table == 'turn' else '    '}.{key} = {_written(weights[name], '        ')},")


def _written(value: Any, indent: str) -> str:
    """A pair, a list of pairs, or a table of lists."""
    if isinstance(value[0], int):
        return f"{{{value[0]}, {value[1]}}}"
    if isinstance(value[0][0], list):
        rows = "".join(f"{indent}{_written(row, indent + '    ')},\n" for row in value)
        return f"{{{{\n{rows}{indent[4:]}}}}}"
    pairs = [_written(pair, indent) for pair in value]
    if len(pairs) <= PER_LINE:
        return f"{{{{{', '.join(pairs)}}}}}"
    lines = [", ".join(pairs[at : at + PER_LINE]) for at in range(0, len(pairs), PER_LINE)]
    return "{{" + ",".join(f"\n{indent}{line}" for line in lines) + "}}"


if __name__ == "__main__":
    main(sys.argv[1])
