// Hints: how promising a draughts move looks before it is searched.
//
// Captures are ordered by what they capture. Quiet moves: promotions first, moves that offer a piece last, advanced men
// before others.
#pragma once

#include "plyground/core/side.hpp"
#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"
#include "plyground/games/draughts/weights.hpp"

namespace plyground::draughts {

// How many pieces a quiet move newly exposes to enemy men: the piece that moved, and those behind which it vacated a
// point.
template <class Grid, class R, Side US>
int exposed_by(const Position& position, const R& rules, const Move& move) {
    const PointSet theirs = position.men(other(US));
    const PointSet from(move.from), to(move.to);
    const PointSet ours = (position.of(US) ^ from) | to;
    const PointSet empty = playable<Grid>(*rules) & ~(ours | position.of(other(US)));
    int exposed = 0;
    each_direction([&]<Direction D>() {
        if (!men_capture_along(*rules, other(US), D)) return;
        // A man that captures in direction D comes from the point before its victim and lands on the one after it.
        const PointSet before = Grid::template shifted<opposite(D)>(to), behind = Grid::template shifted<D>(to);
        exposed += before.meets(theirs) && behind.meets(empty);
        const PointSet victim = Grid::template shifted<opposite(D)>(from) & ours & ~to;
        exposed += Grid::template shifted<opposite(D)>(victim).meets(theirs);
    });
    return exposed;
}

template <class Grid, class R>
int hint(const Position& position, const R& rules, const Move& move) {
    int sum = move.is_promotion() ? HINT.promote : 0;
    if (move.is_capture()) {
        const int kings = (move.captured & position.kings).count();
        return sum + HINT.man * (move.captured.count() - kings) + HINT.king * kings;
    }
    const bool is_white = position.side_to_move == Side::WHITE;
    sum += HINT.expose * (is_white ? exposed_by<Grid, R, Side::WHITE>(position, rules, move)
                                   : exposed_by<Grid, R, Side::BLACK>(position, rules, move));
    if (move.was_king) return sum;
    const int rank = Grid::rank_of(move.to);
    return sum + HINT.row * (is_white ? rank : Grid::SIZE - 1 - rank);
}

}  // namespace plyground::draughts
