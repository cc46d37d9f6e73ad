// Sinks: where generated turns go. They are listed, counted, or listed only if they are forcing.
#pragma once

#include <cstddef>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// The longest list of turns in any position and under any rules: cpp/tests/mill_bounds_test.cpp checks every position
// up to symmetry. Ten men around two empty corners of the middle ring, where three lines and four neighbours meet, one
// man in hand, twelve enemies: a man placed on such a corner removes any three of them, a man that steps there from one
// of the lines any two. 2 * (C(12,3) + 4 * C(12,2)) = 2 * (220 + 4 * 66) = 968.
//
//   @-----@-----O
//   | O---O---. |
//   | | @-@-O | |
//   @-O-@   @-O-@
//   | | O-@-@ | |
//   | .---O---O |
//   O-----@-----@
inline constexpr std::size_t MAX_TURNS = 968;

// The same if a turn removes at most one man and there are no special captures.
inline constexpr std::size_t MAX_PLAIN_TURNS = 191;

// A sink that lists the turns.
template <class List>
class ListSink {
  public:
    explicit ListSink(List& list) : list_(list) {}
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

// A sink that only counts.
class CountSink {
  public:
    void add(Move) { ++count_; }
    void add_landings(Point, PointSet targets, bool) { count_ += targets.count(); }
    void add_removals(Point, PointSet targets, PointSet victims) { count_ += targets.count() * victims.count(); }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    int count_ = 0;
};

// Whether a mill closed now captures a man although the turn itself removes none: from the hand, or by the opponent.
inline bool mills_capture_elsewhere(const Position& position, const Rules& rules) {
    if (!position.is_placing()) return false;
    return rules.mill_action() == MillAction::HAND_THEN_OPPONENT ||
           rules.mill_action() == MillAction::HAND_THEN_AGAIN || rules.mill_action() == MillAction::OPPONENT_REMOVES;
}

constexpr bool is_forcing(Move move, bool mills_capture_elsewhere) {
    return !move.removed().is_empty() || (mills_capture_elsewhere && move.executes_mill());
}

// A sink that lists the forcing turns in order and counts all turns.
template <class List>
class ForcingSink {
  public:
    ForcingSink(List& list, bool mills_capture_elsewhere)
        : list_(list), mills_capture_elsewhere_(mills_capture_elsewhere) {}

    void add(Move move) {
        ++count_;
        if (is_forcing(move, mills_capture_elsewhere_)) list_.push(move);
    }
    void add_landings(Point from, PointSet targets, bool executes_mill) {
        count_ += static_cast<std::size_t>(targets.count());
        if (!mills_capture_elsewhere_ || !executes_mill) return;
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
    const bool mills_capture_elsewhere_;
    std::size_t count_ = 0;
};

}  // namespace plyground::mill
