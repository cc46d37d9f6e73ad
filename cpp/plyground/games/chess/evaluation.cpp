#include "plyground/games/chess/evaluation.hpp"

namespace plyground::chess {

namespace {

Score strength(const Position& position, Side side) {
    const PointSet ours = position.of(side);
    const PointSet occupied = position.occupied();
    const auto worth = [&](Kind kind, auto attacks) {
        const PointSet pieces = ours & position.of(kind);
        int reached = 0;
        for (const Point p : pieces) reached += (attacks(p) & ~ours).count();
        return VALUE[index(kind)] * pieces.count() + MOBILITY[index(kind)] * reached;
    };
    return VALUE[index(Kind::PAWN)] * position.of(side, Kind::PAWN).count() +
           worth(Kind::KNIGHT, [](Point p) { return knight_attacks(p); }) +
           worth(Kind::BISHOP, [&](Point p) { return bishop_attacks(p, occupied); }) +
           worth(Kind::ROOK, [&](Point p) { return rook_attacks(p, occupied); }) +
           worth(Kind::QUEEN, [&](Point p) { return bishop_attacks(p, occupied) | rook_attacks(p, occupied); });
}

}  // namespace

Score evaluate(const Position& position) {
    return strength(position, position.side_to_move) - strength(position, other(position.side_to_move));
}

}  // namespace plyground::chess
