#include "plyground/games/mill/evaluation.hpp"

#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

namespace {

Score strength(const Position& position, const Board& board, Side side) {
    const PointSet ours = position.of(side);
    const PointSet empty = board.all() & ~position.occupied();
    const PointSet lines = completed(board.name, ours);
    Score sum = MAN * position.total(side) + IN_MILL * (lines & ours).count() + OPEN_MILL * (lines & empty).count();
    for (const Point p : ours) sum += STEP * (board.neighbours[p.index()] & empty).count();
    return sum;
}

}  // namespace

Score evaluate(const Position& position, const Rules& rules) {
    const Side us = position.side_to_move;
    return strength(position, rules.board(), us) - strength(position, rules.board(), other(us));
}

}  // namespace plyground::mill
