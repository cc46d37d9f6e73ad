// Lists of turns: how long they can get, and the sink that fills them.
#pragma once

#include <cstddef>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/move.hpp"

namespace plyground::mill {

// The longest list of turns there is, in any position and under any rules: cpp/tests/mill_bounds_test.cpp looks at
// every position up to symmetry. Ten men around two empty corners of the middle ring, where three lines and four
// neighbours meet, one man in hand, twelve enemies: a man placed on such a corner removes any three of them, a man that
// steps there from one of the lines any two. 2 * (C(12,3) + 4 * C(12,2)) = 2 * (220 + 4 * 66) = 968.
//
//   @-----@-----O
//   | O---O---. |
//   | | @-@-O | |
//   @-O-@   @-O-@
//   | | O-@-@ | |
//   | .---O---O |
//   O-----@-----@
inline constexpr std::size_t MOST_TURNS = 968;

// The same where a turn removes one man at most and there are no special captures.
inline constexpr std::size_t MOST_PLAIN_TURNS = 191;

// A sink that lists the turns.
template <class List>
class Lister {
  public:
    explicit Lister(List& list) : list_(list) {}
    void add(Move move) { list_.push(move); }
    void add_landings(Point from, PointSet targets, bool executes_mill) {
        for (const Point to : targets) list_.push(Move::landing(from, to, {}, executes_mill));
    }
    void add_removals(Point from, PointSet targets, PointSet victims) {
        for (const Point to : targets)
            for (const Point p : victims) list_.push(Move::landing(from, to, PointSet(p), true));
    }
    std::size_t count() const { return list_.size(); }

  private:
    List& list_;
};

}  // namespace plyground::mill
