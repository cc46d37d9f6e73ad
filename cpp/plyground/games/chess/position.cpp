#include "plyground/games/chess/position.hpp"

#include <limits>

namespace plyground::chess {

namespace {

void toggle(Position& position, Side side, Kind kind, Point point) {
    const PointSet set(point);
    position.kinds[index(kind)] ^= set;
    position.sides[index(side)] ^= set;
    position.key ^= ZOBRIST.piece[index(side)][index(kind)][point.index()];
}

// Counters saturate instead of wrapping.
void advance(std::uint16_t& counter) {
    if (counter < std::numeric_limits<std::uint16_t>::max()) ++counter;
}

void lose_castling(Position& position, PointSet lost) {
    for (const Point rook : (position.castling & lost)) position.key ^= ZOBRIST.castling[rook.index()];
    position.castling &= ~lost;
}

void castle(Position& position, Side us, Move move) {
    const bool is_short = move.flag() == Flag::CASTLE_SHORT;
    const int rank = relative_rank(us, 0);
    const Point king = move.from();
    Point rook = NO_POINT;
    for (const Point p : position.castling & position.of(us))
        if ((p > king) == is_short) rook = p;
    toggle(position, us, Kind::KING, king);
    toggle(position, us, Kind::ROOK, rook);
    toggle(position, us, Kind::KING, at(is_short ? 6 : 2, rank));
    toggle(position, us, Kind::ROOK, at(is_short ? 5 : 3, rank));
}

bool has_legal_en_passant(const Position& position, Side capturer, Point target) {
    for (const Point from : pawn_attacks(other(capturer), target) & position.of(capturer, Kind::PAWN))
        if (is_legal_en_passant(position, from, target)) return true;
    return false;
}

}  // namespace

Key full_key(const Position& position) {
    Key key = position.side_to_move == Side::BLACK ? ZOBRIST.black_to_move : 0;
    for (int side = 0; side < 2; ++side)
        for (int kind = 0; kind < KINDS; ++kind)
            for (const Point p : position.sides[side] & position.kinds[kind])
                key ^= ZOBRIST.piece[side][kind][p.index()];
    for (const Point p : position.castling) key ^= ZOBRIST.castling[p.index()];
    return key ^ ZOBRIST.en_passant[position.en_passant.index()];
}

bool is_legal_en_passant(const Position& position, Point from, Point target) {
    const Side us = position.owner(from);
    const Point captured(target.index() - forward(us));
    Position then = position;
    toggle(then, us, Kind::PAWN, from);
    toggle(then, us, Kind::PAWN, target);
    toggle(then, other(us), Kind::PAWN, captured);
    return !is_in_check(then, us);
}

Position after(const Position& before, Move move) {
    Position position = before;
    const Side us = position.side_to_move;
    const Side them = other(us);
    const Point from = move.from();
    const Point to = move.to();

    position.key ^= ZOBRIST.black_to_move ^ ZOBRIST.en_passant[position.en_passant.index()];
    position.en_passant = NO_POINT;
    position.side_to_move = them;
    advance(position.half_moves);
    if (us == Side::BLACK) advance(position.full_moves);

    if (move.is_castling()) {
        castle(position, us, move);
        lose_castling(position, back_rank(us));
        return position;
    }

    if (position.of(them).has(to)) {
        toggle(position, them, position.kind_at(to), to);
        position.half_moves = 0;
    }
    toggle(position, us, move.kind(), from);
    toggle(position, us, move.is_promotion() ? move.promoted() : move.kind(), to);
    if (move.kind() == Kind::PAWN) position.half_moves = 0;

    PointSet touched = PointSet(from) | PointSet(to);
    if (move.kind() == Kind::KING) touched |= back_rank(us);
    if (position.castling.meets(touched)) lose_castling(position, touched);

    if (move.flag() == Flag::EN_PASSANT) {
        toggle(position, them, Kind::PAWN, Point(to.index() - forward(us)));
    } else if (move.flag() == Flag::DOUBLE_STEP) {
        const Point target(to.index() - forward(us));
        if (has_legal_en_passant(position, them, target)) {
            position.en_passant = target;
            position.key ^= ZOBRIST.en_passant[target.index()];
        }
    }
    return position;
}

Position after_null_move(const Position& before) {
    Position position = before;
    position.key ^= ZOBRIST.black_to_move ^ ZOBRIST.en_passant[position.en_passant.index()];
    position.en_passant = NO_POINT;
    position.side_to_move = other(before.side_to_move);
    advance(position.half_moves);
    if (before.side_to_move == Side::BLACK) advance(position.full_moves);
    return position;
}

}  // namespace plyground::chess
