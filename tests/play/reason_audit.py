"""An audit of reasons: each code is checked by playing moves and counting pieces, without the code that found it."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Mapping
from typing import Any

import chess

from plyground.play.hints import Advice, Hint
from plyground.protocol import PASS, Position, Side
from plyground.reasons import Reason
from plyground.record import Record

CHESS_VALUES = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 0}
REMOVING = ("mill:nine", "mill:morabaraba", "mill:lasker", "mill:six")
"""Rule sets in which each mill that is closed removes a man, then and there."""
DRAUGHTS_VALUES = {"man": 1, "king": 3}


def audit(record: Record, hint: Hint) -> Counter[str]:
    """Fails for a reason that is not true; how often each code was seen."""
    assert pickle.loads(pickle.dumps(hint)) == hint
    assert json.loads(json.dumps(hint.as_dict()))["fen"] == record.position.fen
    seen: Counter[str] = Counter()
    for advice in hint.moves:
        assert advice.reasons, f"no reason for {advice.move}"
        for reason in advice.reasons:
            assert reason.text
            check(record, advice, reason)
            seen[reason.code] += 1
    return seen


def check(record: Record, advice: Advice, reason: Reason) -> None:
    position = record.position
    told = f"{reason} of {advice.notation} in {position.fen}, line {' '.join(advice.line)}"
    side = position.side_to_move
    after = position.after(advice.move)
    arguments = reason.arguments
    match reason.code:
        case "only_move":
            assert len(position.legal_moves) == 1, told
        case "ends_game":
            assert after.result is not None, told
            assert after.result.winner is side, told
            assert after.result.termination == arguments["termination"], told
        case "wins_by":
            end = walk(position, advice.line)[-1].result
            assert end is not None, told
            assert end.winner is side, told
            assert len(advice.line) == arguments["plies"], told
        case "draws":
            played = Record(record.start, record.moves)
            for move in advice.line:
                if played.outcome() is None:
                    played.push(move)
            outcome = played.outcome()
            assert outcome is not None, told
            assert outcome.winner is None, told
        case "wins_material" | "wins_exchange":
            positions = walk(position, advice.line[: arguments["plies"]])
            won = balance(positions[-1], side) - balance(position, side)
            claimed = value(position, arguments["taken"]) - value(position, arguments.get("given", ()))
            assert claimed > 0, told
            assert won >= claimed, f"{told}: won {won}, claimed {claimed}"
        case "captures" | "recaptures":
            gone = men(position, side.other) - men(after, side.other)
            assert gone == Counter(arguments["pieces"]), told
        case "promotes":
            assert after.pieces[arguments["point"]] == arguments["piece"], told
            assert men(after, side)[arguments["piece"]] == men(position, side)[arguments["piece"]] + 1, told
        case "gives_check":
            assert chess.Board(position.fen).gives_check(chess.Move.from_uci(advice.move)), told
        case "forks":
            check_fork(position, advice, told, arguments["pieces"])
        case "pins":
            board = chess.Board(after.fen)
            assert board.is_pinned(board.turn, chess.parse_square(arguments["point"])), told
        case "castles":
            board = chess.Board(position.fen)
            assert board.is_castling(board.parse_uci(advice.move)), told
        case "passed_pawn" | "advances_passed_pawn":
            check_passed(after, side, arguments["point"], told)
        case "closes_mill" | "closes_mills":
            check_mills(position, after, arguments.get("mills") or [arguments["points"]], told)
        case "stops_threat":
            answered = after.after(arguments["token"]) if arguments["token"] in after.legal_moves else None
            assert answered is None or answered.result is None or answered.result.winner is not side.other, told
        case "threatens_material" | "threatens_win":
            assert arguments["token"] != PASS, told
            check_threat(after, arguments, told)
        case "limits_replies":
            assert len(after.legal_moves) == arguments["replies"], told


def check_fork(position: Position, advice: Advice, told: str, pieces: list[str]) -> None:
    board = chess.Board(position.fen)
    move = board.parse_uci(advice.move)
    board.push(move)
    hit = [board.piece_at(square) for square in board.attacks(move.to_square)]
    names = Counter(
        f"{'white' if piece.color else 'black'} {chess.piece_name(piece.piece_type)}"
        for piece in hit
        if piece is not None and piece.color == board.turn
    )
    assert len(pieces) > 1, told
    assert not Counter(pieces) - names, told


def check_mills(before: Position, after: Position, mills: list[list[str]], told: str) -> None:
    man = f"{before.side_to_move.value} man"
    at = {point.name: (point.x, point.y) for point in before.game.geometry.points}
    for one, middle, other in mills:
        (ax, ay), (bx, by), (cx, cy) = at[one], at[middle], at[other]
        assert (bx - ax) * (cy - by) == (by - ay) * (cx - bx), told
        assert {after.pieces.get(point) for point in (one, middle, other)} == {man}, told
        assert any(before.pieces.get(point) != man for point in (one, middle, other)), told
    if before.game.name in REMOVING:
        removed = men(before, before.side_to_move.other) - men(after, before.side_to_move.other)
        assert removed.total() == 1, told


def check_threat(after: Position, arguments: Mapping[str, Any], told: str) -> None:
    """In chess, by python-chess: after a null move the threat is legal, and takes or mates as was said."""
    if not after.game.name.startswith("chess"):
        return
    board = chess.Board(after.fen, chess960=after.game.name == "chess:960")
    board.push(chess.Move.null())
    move = board.parse_uci(arguments["token"])
    if "taken" in arguments:
        assert board.is_capture(move) or move.promotion, told
    board.push(move)
    assert arguments.get("plies") != 1 or board.is_checkmate(), told


def check_passed(after: Position, side: Side, point: str, told: str) -> None:
    board = chess.Board(after.fen)
    square = chess.parse_square(point)
    ahead = range(chess.square_rank(square) + 1, 8) if side is Side.WHITE else range(chess.square_rank(square))
    files = {chess.square_file(square) + step for step in (-1, 0, 1)} & set(range(8))
    enemies = board.pieces(chess.PAWN, side is Side.BLACK)
    assert board.piece_type_at(square) == chess.PAWN, told
    assert not any(chess.square(file, rank) in enemies for file in files for rank in ahead), told


def walk(position: Position, line: tuple[str, ...]) -> list[Position]:
    positions = [position]
    for move in line:
        positions.append(positions[-1].after(move))
    return positions


def men(position: Position, side: Side) -> Counter[str]:
    counted = Counter(piece for piece in position.view.pieces.values() if piece.startswith(side.value))
    counted[f"{side.value} man"] += position.view.hand.get(side, 0)
    return +counted


def value(position: Position, pieces: list[str] | tuple[str, ...]) -> int:
    values = {"chess": CHESS_VALUES, "draughts": DRAUGHTS_VALUES}.get(position.game.name.partition(":")[0], {})
    return sum(values.get(piece.split()[1], 1) for piece in pieces)


def balance(position: Position, side: Side) -> int:
    own, enemy = (value(position, tuple(men(position, each).elements())) for each in (side, side.other))
    return own - enemy
