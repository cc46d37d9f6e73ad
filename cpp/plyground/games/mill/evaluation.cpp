#include "plyground/games/mill/evaluation.hpp"

#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

namespace {

int steps(const Position& position, const Board& board, Side side) {
    const PointSet empty = board.all() & ~position.occupied();
    int sum = 0;
    for (const Point p : position.of(side)) sum += (board.neighbours[p.index()] & empty).count();
    return sum;
}

Score strength(const Position& position, const Board& board, Side side) {
    const PointSet ours = position.of(side);
    const PointSet empty = board.all() & ~position.occupied();
    const PointSet lines = completed(board.name, ours);
    return MAN * position.total(side) + IN_MILL * (lines & ours).count() + OPEN_MILL * (lines & empty).count() +
           STEP * steps(position, board, side);
}

}  // namespace

Score evaluate(const Position& position, const Rules& rules) {
    const Side us = position.side_to_move;
    return strength(position, rules.board(), us) - strength(position, rules.board(), other(us));
}

Score evaluate_by(const Position& position, const Rules& rules, std::size_t which) {
    constexpr Score OWN_MAN = 5;
    const auto strength_by = [&](Side side) {
        const Score men = OWN_MAN * position.total(side);
        return which == 0 ? men : men + steps(position, rules.board(), side);
    };
    const Side us = position.side_to_move;
    return strength_by(us) - strength_by(other(us));
}

}  // namespace plyground::mill
