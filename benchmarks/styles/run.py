"""What the styles do: how often each plays another move than `normal`, and what that means for the games.

`make bench ARGS=styles` searches 200 positions of each family in every style, then lets each style play `normal` at the
same number of nodes, and `lazy` play won positions against a much weaker level. `make bench ARGS=styles/moves` only
searches positions, which takes a few minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from results import table, write

import plyground
from plyground.lab.error_rates import Rate
from plyground.protocol import Game, Position, Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher, Style, styles_of

HERE = Path(__file__).parent
FAMILIES = ("chess", "mill", "draughts", "draughts:international", "connect-four")
POSITIONS, NODES, GAMES, WON, WEAK_NODES = 200, 10_000, 100, 40, 100
LONGEST = 300


def opening(game: Game, chance: random.Random) -> Record:
    """Six random moves, or fewer in a game that ends before."""
    record = Record(game.start())
    while len(record) < 6 and record.outcome(claim_draw=True) is None:
        record.push(chance.choice(list(record.position.legal_moves)))
    return record


def positions(game: Game, seed: int = 1) -> Iterator[Position]:
    """Positions of short searches' games, anywhere from the opening to the ending, each with a choice."""
    chance, searcher = random.Random(seed), Searcher(game, hash_mb=4)
    while True:
        record, plies = opening(game, chance), chance.randint(6, 60)
        while len(record) < plies and record.outcome(claim_draw=True) is None:
            record.push(str(searcher.play(record, Limits(nodes=500)).move))
        if record.outcome(claim_draw=True) is None and len(record.position.legal_moves) > 1:
            yield record.position


def nodes_for(game: Game) -> int:
    """The nodes of a search; a game written in Python gets fewer."""
    return NODES if game.name != "connect-four" else NODES // 10


def chosen(position: Position, style: Style) -> str:
    """The move of a style, searched from scratch."""
    searcher = Searcher(position.game, hash_mb=2, style=style)
    return str(searcher.play(position, Limits(nodes=nodes_for(position.game))).move)


def shares() -> str:
    """How often each style differs from `normal`."""
    rows = []
    for name in FAMILIES:
        game = plyground.game(name)
        searched = list(islice(positions(game), POSITIONS))
        normal = [chosen(position, "normal") for position in searched]
        for style in styles_of(game)[1:]:
            other = sum(chosen(position, style) != move for position, move in zip(searched, normal, strict=True))
            low, high = Rate(other, POSITIONS).interval
            rows.append([name, style, f"{100 * other / POSITIONS:.0f} %", f"{100 * low:.0f} to {100 * high:.0f} %"])
            print(*rows[-1], flush=True)
    return table(("game", "style", "other moves", "95 % interval"), rows)


def play(record: Record, white: Searcher, black: Searcher, white_nodes: int, black_nodes: int) -> tuple[float, int]:
    """Plays a game to its end. White's score, and how many captures and other forcing moves both made."""
    forcing = 0
    while (result := record.outcome(claim_draw=True)) is None and len(record) < LONGEST:
        is_white = record.position.side_to_move is Side.WHITE
        searcher, nodes = (white, white_nodes) if is_white else (black, black_nodes)
        move = searcher.play(record, Limits(nodes=nodes)).move
        assert move is not None
        forcing += move in record.position.forcing_moves
        record.push(move)
    winner = None if result is None else result.winner
    return 0.5 if winner is None else float(winner is Side.WHITE), forcing


def matches() -> str:
    """Each style against `normal`, both at the same number of nodes, each opening with both colours."""
    rows = []
    for name in FAMILIES:
        game = plyground.game(name)
        nodes = nodes_for(game) // 5
        for style in styles_of(game):
            chance = random.Random(7)
            points, captures, plies, decisive = 0.0, 0, 0, 0
            for number in range(GAMES):
                if number % 2 == 0:
                    start = opening(game, chance)
                ours, normal = Searcher(game, hash_mb=2, style=style), Searcher(game, hash_mb=2)
                sides = (ours, normal) if number % 2 == 0 else (normal, ours)
                record = start.copy()
                white, forcing = play(record, *sides, nodes, nodes)
                points += white if number % 2 == 0 else 1 - white
                captures, plies = captures + forcing, plies + len(record)
                decisive += white != 0.5
            per_move = f"{100 * captures / max(plies, 1):.1f}"
            rows.append([name, style, f"{100 * points / GAMES:.0f} %", f"{decisive}", per_move])
            print(*rows[-1], flush=True)
    header = ("game", "style", "score against normal", f"decisive games of {GAMES}", "captures per 100 moves")
    return table(header, rows)


def won_positions(game: Game) -> Iterator[Record]:
    """Positions in which the side to move is clearly ahead."""
    chance, searcher = random.Random(3), Searcher(game, hash_mb=4)
    while True:
        record = opening(game, chance)
        while record.outcome(claim_draw=True) is None and len(record) < LONGEST:
            result = searcher.play(record, Limits(nodes=NODES))
            if 300 <= result.value < 2_000 and len(record) > 12:
                yield Record(record.position)
                break
            moves = list(record.position.legal_moves)
            record.push(chance.choice(moves) if chance.random() < 0.15 else result.move or moves[0])


def lazy_wins() -> str:
    """What `lazy` scores from won positions against a search of very few nodes."""
    rows = []
    for name in FAMILIES:
        if name == "connect-four":
            continue
        game = plyground.game(name)
        points = 0.0
        for record in islice(won_positions(game), WON):
            is_white = record.position.side_to_move is Side.WHITE
            lazy, weak = Searcher(game, hash_mb=2, style="lazy"), Searcher(game, hash_mb=2)
            sides = (lazy, weak, NODES, WEAK_NODES) if is_white else (weak, lazy, WEAK_NODES, NODES)
            white, _ = play(record, *sides)
            points += white if is_white else 1 - white
        rows.append([name, f"{100 * points / WON:.0f} %"])
        print(*rows[-1], flush=True)
    return table(("game", f"score in {WON} games"), rows)


def main(parts: list[str]) -> None:
    body = f"{POSITIONS} positions of each family, {NODES:,} nodes each (Connect Four: a tenth).\n\n{shares()}\n"
    if "moves" not in parts:
        body += f"\n## Games\n\nA fifth of the nodes for each move.\n\n{matches()}\n\n## Won positions\n\n"
        body += f"`lazy` with {NODES:,} nodes against `normal` with {WEAK_NODES}, ahead by three men or more.\n\n"
        body += f"{lazy_wins()}\n"
    write(HERE, "Styles", body.rstrip())


if __name__ == "__main__":
    main(sys.argv[1:])
