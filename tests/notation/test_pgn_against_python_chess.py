"""PGN against an independent program: python-chess writes what we read, and reads what we write."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation import AnnotatedGame

read_games, write_game = PGN.read_games, PGN.write_game

COMMENTS = ["", "", "plain", "two  spaces", "a { brace", "; no comment", "(paren) 1-0 *", "ünïcödé 漢字", "$5 [x] %y"]


def their_game(rng: random.Random) -> chess.pgn.Game:
    """A random tree with comments, annotations and clocks, from a random kind of start."""
    board = chess.Board()
    kind = rng.randrange(3)
    if kind == 1:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    elif kind == 2:
        for _ in range(rng.randrange(1, 60)):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                board.pop()
                break
        board.clear_stack()
    game = chess.pgn.Game({"Event": 'Say "hello" \\ there', "Site": "Győr", "Annotator": "random"})
    game.setup(board)
    game.comment = rng.choice(COMMENTS)
    nodes: list[chess.pgn.GameNode] = [game]
    for _ in range(rng.randrange(80)):
        above = nodes[-1] if rng.random() < 0.85 else rng.choice(nodes)
        moves = list(above.board().legal_moves)
        if not moves:
            continue
        node = above.add_variation(rng.choice(moves), comment=rng.choice(COMMENTS))
        node.nags = {rng.randrange(256) for _ in range(rng.choice([0, 0, 0, 1, 2]))}
        if rng.random() < 0.3:
            node.set_clock(rng.randrange(20_000) / 10)
        if rng.random() < 0.2:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(rng.randrange(-500, 500)), chess.WHITE), 12)
        if node.starts_variation():
            node.starting_comment = rng.choice(COMMENTS)
        nodes.append(node)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def spaced(text: str) -> str:
    return " ".join(text.split())


def their_shape(game: chess.pgn.Game) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    ahead: list[chess.pgn.GameNode] = [game]
    while ahead:
        node = ahead.pop()
        san = node.san() if isinstance(node, chess.pgn.ChildNode) else ""
        clock = node.clock()
        rows.append((
            node.ply(), san, board_text(node.board().fen()), spaced(node.starting_comment), spaced(node.comment),
            sorted(node.nags), len(node.variations), None if clock is None else round(clock * 1000),
        ))  # fmt: skip
        ahead.extend(reversed(node.variations))
    return rows


def our_shape(game: AnnotatedGame) -> list[tuple[object, ...]]:
    fields = game.start.fen.split()
    first = 2 * (int(fields[5]) - 1) + (fields[1] == "b")
    return [
        (
            first + node.ply, node.notation, board_text(node.position.fen), spaced(node.before), spaced(node.comment),
            sorted(node.nags), len(node.variations), node.clock_ms,
        )
        for node in game.walk()
    ]  # fmt: skip


def board_text(fen: str) -> list[str]:
    """Pieces, side and counters: castling and en passant have several correct spellings."""
    fields = fen.split()
    return [*fields[:2], *fields[4:]]


@pytest.mark.parametrize("seed", range(60))
def test_same_tree_both_ways(seed: int):
    rng = random.Random(seed)
    theirs = [their_game(rng) for _ in range(3)]
    text = "\n\n".join(str(game) for game in theirs)
    ours = list(read_games(text))
    assert [our_shape(game) for game in ours] == [their_shape(game) for game in theirs]
    assert [game.result for game in ours] == [game.headers["Result"] for game in theirs]

    handle = io.StringIO("\n".join(write_game(game) for game in ours))
    for game in ours:
        again = chess.pgn.read_game(handle)
        assert again is not None
        assert again.errors == []
        assert their_shape(again) == our_shape(game)
        assert again.headers["Site"] == game.headers["Site"] == "Győr"
        # They keep the backslashes of what they read.
        assert game.headers["Event"] == 'Say "hello" \\ there'
    assert chess.pgn.read_game(handle) is None


def test_records_of_random_games_are_read_there():
    rng = random.Random(1)
    for _ in range(20):
        record = plyground.Record(plyground.game("chess").start())
        while record.position.result is None and len(record) < 150:
            record.push(rng.choice(list(record.position.legal_moves)))
        game = chess.pgn.read_game(io.StringIO(write_game(AnnotatedGame.from_record(record))))
        assert game is not None
        assert game.errors == []
        assert [move.uci() for move in game.mainline_moves()] == [str(move) for move in record.moves]
        outcome = record.outcome()
        assert game.headers["Result"] == (outcome.score if outcome else "*")
