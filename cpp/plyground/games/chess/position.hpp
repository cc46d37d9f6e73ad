// Position: a chess position as a value of 88 bytes, and the position after a move.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/core/key.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/chess/attacks.hpp"
#include "plyground/games/chess/move.hpp"

namespace plyground::chess {

// Invariants: one king each; the side not to move is not in check; no pawn on the first or last rank; `castling`
// contains the rooks on their king's back rank that may still castle; `en_passant` is set only if a legal en-passant
// capture exists, so that equal positions are equal values. `key` covers pieces, side to move, castling and en passant,
// not the counters.
struct Position {
    std::array<PointSet, KINDS> kinds;
    std::array<PointSet, 2> sides;
    PointSet castling;
    Key key = 0;
    std::uint16_t half_moves = 0;  // since the last capture or pawn move
    std::uint16_t full_moves = 1;
    Side side_to_move = Side::WHITE;
    Point en_passant = NO_POINT;

    PointSet of(Side side) const { return sides[index(side)]; }
    PointSet of(Kind kind) const { return kinds[index(kind)]; }
    PointSet of(Side side, Kind kind) const { return of(side) & of(kind); }
    PointSet occupied() const { return sides[0] | sides[1]; }
    Point king(Side side) const { return of(side, Kind::KING).first(); }
    Side owner(Point p) const { return sides[0].has(p) ? Side::WHITE : Side::BLACK; }

    // The kind of the piece on an occupied point.
    Kind kind_at(Point p) const {
        int kind = 0;
        while (!kinds[kind].has(p)) ++kind;
        return static_cast<Kind>(kind);
    }

    friend bool operator==(const Position&, const Position&) = default;
};
static_assert(sizeof(Position) <= 128);

// Zobrist keys: pure functions of their index.
struct Zobrist {
    std::array<std::array<std::array<Key, 64>, KINDS>, 2> piece;
    std::array<Key, 64> castling;    // by the rook's point
    std::array<Key, 65> en_passant;  // by target; none = 0, so that it can be applied unconditionally
    Key black_to_move;
};

constexpr Zobrist zobrist() {
    Zobrist z{};
    Key seed = 0xC4E55;
    for (auto& side : z.piece)
        for (auto& kind : side)
            for (Key& number : kind) number = mix(seed++);
    for (Key& number : z.castling) number = mix(seed++);
    for (int i = 0; i < 64; ++i) z.en_passant[i] = mix(seed++);
    z.black_to_move = mix(seed++);
    return z;
}

inline constexpr Zobrist ZOBRIST = zobrist();

// The key computed from scratch; positions update it incrementally.
Key full_key(const Position& position);

// Whether pieces of `by` attack a point, given the occupancy.
inline bool is_attacked(const Position& position, Point target, Side by, PointSet occupied) {
    const PointSet theirs = position.of(by);
    if ((pawn_attacks(other(by), target) & position.of(Kind::PAWN) & theirs) != PointSet{}) return true;
    if ((knight_attacks(target) & position.of(Kind::KNIGHT) & theirs) != PointSet{}) return true;
    if ((king_attacks(target) & position.of(Kind::KING) & theirs) != PointSet{}) return true;
    const PointSet queens = position.of(Kind::QUEEN);
    return bishop_attacks(target, occupied).meets((position.of(Kind::BISHOP) | queens) & theirs) ||
           rook_attacks(target, occupied).meets((position.of(Kind::ROOK) | queens) & theirs);
}

inline bool is_in_check(const Position& position, Side side) {
    return is_attacked(position, position.king(side), other(side), position.occupied());
}

// Whether the pawn on `from` may capture en passant on `target` without exposing its king. Two pawns leave one rank at
// once, which no pin mask covers, so the king's safety is checked on the board after the capture.
bool is_legal_en_passant(const Position& position, Point from, Point target);

Position after(const Position& position, Move move);

// The same position with the other side to move; valid only if the side to move is not in check.
Position after_null_move(const Position& position);

}  // namespace plyground::chess
