// Hints: how promising a turn of mill looks before it is searched, by the eight principles of the white papers.
//
//   1  close mills, several rather than one
//   2  stop the opponent from closing one: occupy the closing point, do not leave it, or remove a man needed for it
//   3  while placing, stand next to marked men, whose points will be empty
//   4  remove a man that blocks an own mill
//   5  remove a man next to own men
//   6  remove a mobile man
//   7  do not remove a man next to the opponent's mills, where it only blocks them
//   8  do not remove a man that is next to no own man
//
// Among equals, a landing point with more neighbours comes first.
#pragma once

#include "plyground/core/side.hpp"
#include "plyground/games/mill/geometry.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"
#include "plyground/games/mill/weights.hpp"

namespace plyground::mill {

// The board as seen while one turn is rated. Only the few lines through the points of the turn are examined.
class Hints {
  public:
    Hints(const Position& position, const Rules& rules) : position_(position), rules_(rules), board_(rules.board()) {}

    int of(Move move) const {
        const Side us = position_.side_to_move;
        int sum = 0;
        if (move.is_landing()) sum += of_landing(move, us);
        for (const Point p : move.removed()) {
            const bool is_own = position_.of(us).has(p);
            sum += is_own ? -of_taking(p, other(us), {}) : of_taking(p, us, move);
        }
        return sum;
    }

  private:
    int of_landing(Move move, Side us) const {
        const Point to = move.to();
        const PointSet theirs = position_.of(other(us)) & ~move.removed();
        const PointSet beside = board_.neighbours[to.index()];
        int sum = HINT.neighbour * beside.count() + HINT.stop * closable_lines(to, other(us), theirs);
        if (move.executes_mill()) sum += HINT.close * full_lines(to, ours_without(move.from(), us));
        if (position_.is_placing()) sum += HINT.beside_marked * (beside & position_.blocked_points()).count();
        if (!move.is_placement()) sum -= HINT.stop * closable_lines(move.from(), other(us), theirs);
        return sum;
    }

    // What a side gains by removing the man on `p` with `move`.
    int of_taking(Point p, Side taker, Move move) const {
        const PointSet beside = board_.neighbours[p.index()];
        PointSet own = ours_without(move.from(), taker);
        if (move.is_landing()) own |= PointSet(move.to());
        const PointSet enemies = position_.of(other(taker));
        const int own_beside = (beside & own).count();
        const PointSet empty = board_.all() & ~position_.occupied();
        const PointSet in_mills = completed(board_.name, enemies) & enemies;
        return HINT.stop * open_pairs(p, other(taker), enemies, empty) + HINT.in_the_way * full_lines(p, own) +
               HINT.beside_own * own_beside + HINT.mobile * (beside & empty).count() +
               HINT.beside_mill * (beside & in_mills).count() + (own_beside == 0 ? HINT.far : 0);
    }

    PointSet ours_without(Point from, Side side) const {
        const PointSet men = position_.of(side);
        return from == NO_POINT ? men : men & ~PointSet(from);
    }

    // The number of lines through `p` that lack only `p` to be full of `men`.
    int full_lines(Point p, PointSet men) const {
        int full = 0;
        for (int i = 0; i < board_.line_counts_at[p.index()]; ++i) {
            const PointSet others = board_.lines_at[p.index()][i].others;
            full += (men & others) == others;
        }
        return full;
    }

    // The number of those lines that the side could fill in its next turn.
    int closable_lines(Point p, Side side, PointSet men) const {
        int closable = 0;
        for (int i = 0; i < board_.line_counts_at[p.index()]; ++i) {
            const PointSet others = board_.lines_at[p.index()][i].others;
            closable += (men & others) == others && can_reach(p, side, men & ~others);
        }
        return closable;
    }

    // The number of lines on which the man on `p` and another wait for a third that could arrive in the side's next
    // turn.
    int open_pairs(Point p, Side side, PointSet men, PointSet empty) const {
        int pairs = 0;
        for (int i = 0; i < board_.line_counts_at[p.index()]; ++i) {
            const PointSet others = board_.lines_at[p.index()][i].others;
            const PointSet gap = others & empty;
            if (!(others & men).is_empty() && !gap.is_empty())
                pairs += can_reach(gap.first(), side, men & ~(others | PointSet(p)));
        }
        return pairs;
    }

    // Whether a side could land on a point with a man from hand or with one of `men`.
    bool can_reach(Point p, Side side, PointSet men) const {
        if (position_.in_hand(side) > 0) return true;
        if (position_.total(side) <= rules_.fly_at()) return !men.is_empty();
        return board_.neighbours[p.index()].meets(men);
    }

    const Position& position_;
    const Rules& rules_;
    const Board& board_;
};

inline int hint(const Position& position, const Rules& rules, Move move) { return Hints(position, rules).of(move); }

}  // namespace plyground::mill
