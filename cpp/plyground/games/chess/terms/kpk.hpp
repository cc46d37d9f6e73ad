// Kpk: the exact result of king and pawn against king.
#pragma once

#include <array>

#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// For each point of the pawn (white's, on files a to d) and of the white king: the points of the black king for which
// white wins. All black kings are processed at once, as a set.
class Kpk {
  public:
    Kpk();

    // Whether the side with the pawn wins; the position has two kings and one pawn.
    bool is_won(const Position& position) const;

  private:
    using ByKing = std::array<PointSet, 64>;

    void solve(Point pawn);
    PointSet won_to_move(Point pawn, Point king) const;
    PointSet won_by_step(Point pawn, Point king) const;
    PointSet won_to_wait(Point pawn, Point king) const;

    std::array<ByKing, 64> to_move_{};  // white to move
    std::array<ByKing, 64> to_wait_{};  // black to move
};

}  // namespace plyground::chess
