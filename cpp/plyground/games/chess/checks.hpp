// gives_check: whether a move attacks the enemy king, without playing it.
#pragma once

#include "plyground/games/chess/attacks.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// The piece may give check from its target, or uncover a slider behind it. Castling and en passant move two pieces and
// are rare, so they are played.
inline bool gives_check(const Position& position, Move move) {
    const Side us = position.side_to_move;
    if (move.is_castling() || move.flag() == Flag::EN_PASSANT) return is_in_check(after(position, move), other(us));
    const Point king = position.king(other(us));
    const PointSet occupied = (position.occupied() & ~PointSet(move.from())) | PointSet(move.to());
    const Kind kind = move.is_promotion() ? move.promoted() : move.kind();
    const PointSet to(move.to());
    switch (kind) {
        case Kind::PAWN:
            if (pawn_attacks(other(us), king).meets(to)) return true;
            break;
        case Kind::KNIGHT:
            if (knight_attacks(king).meets(to)) return true;
            break;
        case Kind::BISHOP:
            if (bishop_attacks(king, occupied).meets(to)) return true;
            break;
        case Kind::ROOK:
            if (rook_attacks(king, occupied).meets(to)) return true;
            break;
        case Kind::QUEEN:
            if ((bishop_attacks(king, occupied) | rook_attacks(king, occupied)).meets(to)) return true;
            break;
        case Kind::KING: break;
    }
    if (line(king, move.from()).is_empty() || line(king, move.from()).has(move.to())) return false;
    const PointSet others = position.of(us) & ~PointSet(move.from());
    const PointSet queens = position.of(Kind::QUEEN);
    return rook_attacks(king, occupied).meets(others & (position.of(Kind::ROOK) | queens)) ||
           bishop_attacks(king, occupied).meets(others & (position.of(Kind::BISHOP) | queens));
}

}  // namespace plyground::chess
