// Forcing turns of mill: those that take a man, from the board or otherwise.
#pragma once

#include <cstddef>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Whether a mill closed now takes a man although the turn itself removes none: from the hand, or by the opponent.
inline bool mills_take_elsewhere(const Position& position, const Rules& rules) {
    if (!position.is_placing()) return false;
    return rules.mill_action() == MillAction::HAND_THEN_OPPONENT ||
           rules.mill_action() == MillAction::HAND_THEN_AGAIN || rules.mill_action() == MillAction::OPPONENT_REMOVES;
}

constexpr bool is_forcing(Move move, bool mills_take_elsewhere) {
    return !move.removed().is_empty() || (mills_take_elsewhere && move.executes_mill());
}

// A sink that lists the forcing turns in their order and counts all.
template <class List>
class ForcingLister {
  public:
    ForcingLister(List& list, bool mills_take_elsewhere) : list_(list), mills_take_elsewhere_(mills_take_elsewhere) {}

    void add(Move move) {
        ++count_;
        if (is_forcing(move, mills_take_elsewhere_)) list_.push(move);
    }
    void add_landings(Point from, PointSet targets, bool executes_mill) {
        count_ += static_cast<std::size_t>(targets.count());
        if (!mills_take_elsewhere_ || !executes_mill) return;
        for (const Point to : targets) list_.push(Move::landing(from, to, {}, true));
    }
    void add_removals(Point from, PointSet targets, PointSet victims) {
        count_ += static_cast<std::size_t>(targets.count());
        for (const Point to : targets)
            for (const Point p : victims) list_.push(Move::landing(from, to, PointSet(p), true));
    }
    std::size_t count() const { return count_; }

  private:
    List& list_;
    const bool mills_take_elsewhere_;
    std::size_t count_ = 0;
};

}  // namespace plyground::mill
