"""An audit of reasons: each code is checked by playing moves and counting pieces, without the code that found it."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
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
    for place, advice in enumerate(hint.moves):
        assert advice.reasons, f"no reason for {advice.move}"
        for reason in advice.reasons:
            assert reason.text
            check(record, advice, reason)
            check_plan(record.position, advice, reason, hint.moves[place + 1 :])
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


def check_plan(position: Position, advice: Advice, reason: Reason, below: Sequence[Advice]) -> None:
    """Reasons of quiet moves, of every game."""
    told = f"{reason} of {advice.notation} in {position.fen}, line {' '.join(advice.line)}"
    side, after, arguments = position.side_to_move, position.after(advice.move), reason.arguments
    then, now = position.view.pieces, after.view.pieces
    point, points = arguments.get("point", ""), arguments.get("points", ())
    held = [now.get(one, "").partition(" ")[0] for one in points]
    enemies, own = held.count(side.other.value), held.count(side.value)
    match reason.code:
        case "simplifies" | "offers_trade":
            first = 1 if reason.code == "offers_trade" else 0
            totals = [total(one) for one in walk(position, advice.line[: first + 2])]
            assert totals[first] > totals[first + 1] > totals[first + 2], told
        case "avoids_loss":
            other = next((one for one in below if one.move == arguments["token"]), None)
            if other is not None:
                lost = balance(position, side) - balance(walk(position, other.line[: arguments["plies"]])[-1], side)
                assert lost >= value(position, arguments["taken"]) > 0, told
        case "few_safe_replies":
            losing = sum(captures(after.after(reply)) > 0 for reply in after.legal_moves)
            assert (losing, len(after.legal_moves)) == (arguments["losing"], arguments["replies"]), told
        case "prepares":
            assert arguments["token"] in advice.line[2::2], told
            assert arguments["token"] not in map(str, position.legal_moves), told
        case "waits":
            assert walk(position, advice.line[:3])[-1].view.pieces[point] == then[point], told
            assert total(walk(position, advice.line[:3])[-1]) == total(position), told
        case "centralises" | "gains_space" | "outpost" | "active_king" | "takes_crossing":
            assert now[point].startswith(side.value), told
            assert then.get(point) != now[point], told
        case "shuts_in":
            assert now[point] == f"{side.other.value} man", told
            assert not any(str(reply).startswith(f"{point}-") for reply in after.legal_moves), told
        case "frees_man":
            assert now[point] == then[point] == f"{side.value} man", told
            assert not any(str(move).startswith(f"{point}-") for move in position.legal_moves), told
        case "supports":
            assert now[point] == f"{side.value} man", told
        case "safe_edge":
            assert all(after.after(reply).view.pieces.get(point) == now[point] for reply in after.legal_moves), told
        case "brings_up":
            assert then[point] == f"{side.value} man", told
            assert point not in now, told
        case "threatens_mill" | "two_in_line":
            assert (own, enemies, held.count("")) == (2, 0, 1), told
        case "spoils_line":
            assert (own, enemies) == (1, 2), told
        case "holds_mills" if position.game.name in REMOVING:
            assert all(total(after.after(reply)) >= total(after) for reply in after.legal_moves), told
        case "blocks_four" | "blocks_three" | "three_in_line" | "builds_row":
            counts = {"blocks_four": (1, 3), "three_in_line": (3, 0), "builds_row": (2, 0)}
            assert (own, enemies) == counts.get(reason.code, (1, max(1, min(enemies, 2)))), told
        case "attacks" | "presses" | "defends" | "evades" | "opens_way" | "open_file":
            check_squares(position, advice, reason, told)


def check_squares(position: Position, advice: Advice, reason: Reason, told: str) -> None:
    """What a move of chess does to other pieces, by python-chess."""
    is_960 = position.game.name == "chess:960"
    before, after = (chess.Board(one.fen, chess960=is_960) for one in (position, position.after(advice.move)))
    us = before.turn
    if reason.code == "open_file":
        file = "abcdefgh".index(reason.arguments["file"])
        assert not any(chess.square_file(square) == file for square in after.pieces(chess.PAWN, us)), told
        assert any(chess.square_file(square) == file for square in after.pieces(chess.ROOK, us)), told
        return
    square = chess.parse_square(reason.arguments["point"])
    name = f"{'white' if before.color_at(square) else 'black'} {chess.piece_name(before.piece_type_at(square) or 1)}"
    assert name == reason.arguments["piece"], told
    match reason.code:
        case "attacks" | "presses":
            assert after.color_at(square) is (not us), told
            assert after.attackers(us, square), told
        case "defends":
            assert before.attackers(not us, square), told
            assert after.attackers(us, square), told
        case "evades":
            assert before.attackers(not us, square), told
            assert after.piece_at(square) != before.piece_at(square), told
        case "opens_way":
            free, freed = (board.attacks(square) & ~board.occupied_co[us] for board in (before, after))
            assert not free, told
            assert freed, told


def total(position: Position) -> int:
    """How many pieces there are, men in hand included."""
    return sum(men(position, side).total() for side in Side)


def captures(position: Position) -> int:
    """What the side to move wins by captures alone, by looking at all of them; it may stop if it has other moves."""
    if position.result is not None:
        return 0
    side, now = position.side_to_move, balance(position, position.side_to_move)
    gains = []
    is_free = False
    for move in position.legal_moves:
        won = balance(position.after(move), side) - now
        if won > 0:
            gains.append(won - captures(position.after(move)))
        else:
            is_free = True
    return max([0] * is_free + gains, default=0)


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
