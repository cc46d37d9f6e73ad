#include "plyground/games/chess/dead_position.hpp"

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "plyground/games/chess/movegen.hpp"

namespace plyground::chess {

namespace {

constexpr std::size_t MOST_POSITIONS = 4096;  // all positions of two kings between locked pawns, and more

PointSet neighbours(PointSet points) {
    PointSet found;
    for (const Point p : points) found |= king_attacks(p);
    return found;
}

// Whether the king could capture a pawn if the other king did not hinder it and all pawns stood still.
bool reaches_pawn(Point king, PointSet pawns, PointSet enemy_pawns, PointSet enemy_attacks) {
    const PointSet open = ~pawns & ~enemy_attacks;
    PointSet reached(king);
    while (true) {
        const PointSet near = neighbours(reached);
        if (near.meets(enemy_pawns & ~enemy_attacks)) return true;
        const PointSet further = reached | (near & open);
        if (further == reached) return false;
        reached = further;
    }
}

struct ByKey {
    std::size_t operator()(const Position& position) const { return static_cast<std::size_t>(position.key); }
};

}  // namespace

bool has_mating_material(const Position& position, Side side) {
    const PointSet ours = position.of(side);
    const PointSet heavy = position.of(Kind::PAWN) | position.of(Kind::ROOK) | position.of(Kind::QUEEN);
    if (ours.meets(heavy)) return true;
    const PointSet bishops = position.of(Kind::BISHOP);
    const PointSet knights = position.of(Kind::KNIGHT);
    if (ours.meets(knights)) {
        // A lone knight mates only with the help of an enemy piece that can block its king's flight; a queen never has
        // to.
        const PointSet helpers = position.of(other(side)) & ~position.of(Kind::KING) & ~position.of(Kind::QUEEN);
        return ours.count() > 2 || !helpers.is_empty();
    }
    if (ours.meets(bishops)) {
        // Bishops on one colour need an enemy piece that can stand on the other colour.
        const bool both_colours = bishops.meets(DARK_SQUARES) && bishops.meets(~DARK_SQUARES);
        return both_colours || !position.of(Kind::PAWN).is_empty() || !knights.is_empty();
    }
    return false;
}

bool is_locked_by_pawns(const Position& position) {
    const PointSet pawns = position.of(Kind::PAWN);
    const PointSet white = position.of(Side::WHITE, Kind::PAWN);
    const PointSet black = position.of(Side::BLACK, Kind::PAWN);
    // A pawn behind a king can move once the king has left, so only pawns block pawns for good.
    if (!((shifted<8>(white) | shifted<-8>(black)) & ~pawns).is_empty()) return false;
    const PointSet white_attacks = pawn_attacks<Side::WHITE>(white);
    const PointSet black_attacks = pawn_attacks<Side::BLACK>(black);
    if (white_attacks.meets(black) || position.en_passant != NO_POINT) return false;
    // Kings that cannot capture only walk about, and a pawn that never moves gives no new check.
    return !reaches_pawn(position.king(Side::WHITE), pawns, black, black_attacks) &&
           !reaches_pawn(position.king(Side::BLACK), pawns, white, white_attacks);
}

bool can_checkmate(const Position& position, const Rules& rules, Side side) {
    const auto is_hopeless = [&](const Position& at) { return !has_mating_material(at, side) || is_locked(at); };
    std::unordered_set<Position, ByKey> seen;
    std::vector<Position> ahead;
    const auto meet = [&](Position next) {
        next.half_moves = 0;
        next.full_moves = 1;
        if (!is_hopeless(next) && seen.insert(next).second) ahead.push_back(next);
    };
    meet(position);
    while (!ahead.empty()) {
        if (seen.size() > MOST_POSITIONS) return true;
        const Position at = ahead.back();
        ahead.pop_back();
        List list;
        ListSink sink(list);
        generate<MoveKind::ALL>(at, rules, sink);
        if (list.is_empty() && at.side_to_move != side && is_in_check(at, at.side_to_move)) return true;
        for (const Move move : list) meet(after(at, move));
    }
    return false;
}

}  // namespace plyground::chess
