#include "plyground/games/chess/evaluation.hpp"

#include <algorithm>

#include "plyground/games/chess/thesis.hpp"

namespace plyground::chess {

namespace {

Score material(const Position& position, Side side) {
    Score sum = 0;
    for (int kind = 0; kind < KINDS; ++kind) sum += VALUE[kind] * position.of(side, static_cast<Kind>(kind)).count();
    return sum;
}

Score mobility(const Position& position, Side side) {
    const PointSet ours = position.of(side);
    const PointSet occupied = position.occupied();
    const auto worth = [&](Kind kind, auto attacks) {
        int reached = 0;
        for (const Point p : ours& position.of(kind)) reached += (attacks(p) & ~ours).count();
        return MOBILITY[index(kind)] * reached;
    };
    return worth(Kind::KNIGHT, [](Point p) { return knight_attacks(p); }) +
           worth(Kind::BISHOP, [&](Point p) { return bishop_attacks(p, occupied); }) +
           worth(Kind::ROOK, [&](Point p) { return rook_attacks(p, occupied); }) +
           worth(Kind::QUEEN, [&](Point p) { return bishop_attacks(p, occupied) | rook_attacks(p, occupied); });
}

// 0 on the edge, 3 on the four points in the middle.
int centrality(Point p) {
    const auto inward = [](int line) { return std::min(line, 7 - line); };
    return std::min(inward(file_of(p)), inward(rank_of(p)));
}

Score placement(const Position& position, Side side) {
    Score sum = 0;
    for (int kind = 0; kind < KINDS; ++kind)
        for (const Point p : position.of(side, static_cast<Kind>(kind))) sum += CENTRE[kind] * centrality(p);
    for (const Point p : position.of(side, Kind::PAWN)) sum += PAWN_RANK * (relative_rank(side, rank_of(p)) - 1);
    return sum;
}

template <class Strength>
Score difference(const Position& position, const Strength& strength) {
    return strength(position.side_to_move) - strength(other(position.side_to_move));
}

}  // namespace

Score evaluate(const Position& position) {
    return difference(position, [&](Side side) { return material(position, side) + mobility(position, side); });
}

Score evaluate_by(const Position& position, std::size_t which) {
    return difference(position, [&](Side side) {
        switch (which) {
            case 0: return material(position, side);
            case 1: return material(position, side) + placement(position, side);
            case 2: return material(position, side) + placement(position, side) + mobility(position, side);
            default: return thesis_strength(position, side);
        }
    });
}

}  // namespace plyground::chess
