#include "plyground/games/chess/terms/kpk.hpp"

namespace plyground::chess {

namespace {

// Every point from which a king reaches the set in one step.
PointSet neighbours(PointSet set) {
    PointSet found;
    for (const Point p : set) found |= king_attacks(p);
    return found;
}

Point mirrored(Point p, bool files, bool ranks) { return Point(p.index() ^ (files ? 7 : 0) ^ (ranks ? 56 : 0)); }

}  // namespace

Kpk::Kpk() {
    // A pawn only moves ahead, so advanced pawns are solved first.
    for (int rank = 6; rank >= 1; --rank)
        for (int file = 0; file < 4; ++file) solve(at(file, rank));
}

// Repeats until no new win is found.
void Kpk::solve(Point pawn) {
    ByKing& to_move = to_move_[pawn.index()];
    ByKing& to_wait = to_wait_[pawn.index()];
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int i = 0; i < 64; ++i) {
            const Point king(i);
            if (king == pawn) continue;
            const PointSet move = won_to_move(pawn, king);
            to_move[i] = move;
            const PointSet wait = won_to_wait(pawn, king);
            has_grown |= wait != to_wait[i];
            to_wait[i] = wait;
        }
    }
}

PointSet Kpk::won_to_move(Point pawn, Point king) const {
    PointSet won;
    for (const Point to : king_attacks(king))
        if (to != pawn) won |= to_wait_[pawn.index()][to.index()];
    const PointSet impossible = king_attacks(king) | PointSet(king) | PointSet(pawn) | pawn_attacks(Side::WHITE, pawn);
    return (won | won_by_step(pawn, king)) & ~impossible;
}

PointSet Kpk::won_by_step(Point pawn, Point king) const {
    const Point stop(pawn.index() + 8);
    if (stop == king) return {};
    PointSet won = to_wait_[stop.index()][king.index()];
    if (rank_of(stop) == 7) won = king_attacks(king).has(stop) ? ALL_POINTS : ~king_attacks(stop);
    const Point second(stop.index() + 8);
    if (rank_of(pawn) == 1 && second != king) won |= to_wait_[second.index()][king.index()];
    return won & ~PointSet(stop);
}

// Black loses if it has a move and every move loses. Capturing the pawn saves it.
PointSet Kpk::won_to_wait(Point pawn, Point king) const {
    const PointSet flights = ~(king_attacks(king) | PointSet(king) | pawn_attacks(Side::WHITE, pawn));
    const PointSet saved = flights & ~to_move_[pawn.index()][king.index()];
    const PointSet impossible = king_attacks(king) | PointSet(king) | PointSet(pawn);
    return neighbours(flights) & ~neighbours(saved) & ~impossible;
}

bool Kpk::is_won(const Position& position) const {
    const Point pawn = position.of(Kind::PAWN).first();
    const Side strong = position.owner(pawn);
    const bool files = file_of(pawn) > 3, ranks = strong == Side::BLACK;
    const auto& table = position.side_to_move == strong ? to_move_ : to_wait_;
    const Point king = mirrored(position.king(strong), files, ranks);
    const Point lone = mirrored(position.king(other(strong)), files, ranks);
    return table[mirrored(pawn, files, ranks).index()][king.index()].has(lone);
}

}  // namespace plyground::chess
