#include "plyground/games/chess/evaluation.hpp"

#include <array>

namespace plyground::chess {

namespace {

constexpr std::array<Score, KINDS> VALUE{100, 320, 330, 500, 900, 0};

// Worth of one attacked point that holds no own piece. The king's is nothing: a busy king is not a safe one.
constexpr std::array<Score, KINDS> MOBILITY{0, 4, 4, 2, 1, 0};

PointSet attacks(Kind kind, Point from, PointSet occupied) {
    switch (kind) {
        case Kind::KNIGHT: return knight_attacks(from);
        case Kind::BISHOP: return bishop_attacks(from, occupied);
        case Kind::ROOK: return rook_attacks(from, occupied);
        case Kind::QUEEN: return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
        default: return {};
    }
}

Score strength(const Position& position, Side side) {
    const PointSet ours = position.of(side);
    const PointSet occupied = position.occupied();
    Score sum = 0;
    for (int k = 0; k < KINDS; ++k) {
        const Kind kind = static_cast<Kind>(k);
        for (const Point p : ours & position.of(kind))
            sum += VALUE[k] + MOBILITY[k] * (attacks(kind, p, occupied) & ~ours).count();
    }
    return sum;
}

}  // namespace

Score evaluate(const Position& position) {
    return strength(position, position.side_to_move) - strength(position, other(position.side_to_move));
}

}  // namespace plyground::chess
