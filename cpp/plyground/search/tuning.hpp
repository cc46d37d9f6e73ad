// Tuning: every margin of the playing search, named.
//
// Scores are hundredths of a man, which means about the same in every game; a game whose evaluation swings more or less
// than that says so by MARGIN_PERCENT.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "plyground/core/score.hpp"

namespace plyground::tuning {

// Wins so many plies away, or nearer, are reported with their exact distance; to prove it nothing may be left out.
inline constexpr Ply PROVEN_PLIES = 8;

// Aspiration: the first window around the last score, and when it is used.
inline constexpr Depth ASPIRATION_DEPTH = 4;
inline constexpr Score ASPIRATION_WINDOW = 12;
inline constexpr Score ASPIRATION_MAX_WINDOW = WIN / 4;  // beyond, the window is open
inline constexpr Depth ASPIRATION_MAX_REDUCTION = 3;     // plies saved while a search fails high again and again

// Reverse futility: so far above beta that a shallow search will not fall below it.
inline constexpr Depth REVERSE_DEPTH = 8;
inline constexpr Score REVERSE_MARGIN = 75;

// Razoring: so far below alpha that only forcing moves could help.
inline constexpr Depth RAZOR_DEPTH = 3;
inline constexpr Score RAZOR_MARGIN = 180;

// Null move: the reduction grows with depth and with what the evaluation is above beta.
inline constexpr Depth NULL_DEPTH = 3;
inline constexpr Depth NULL_REDUCTION = 3;
inline constexpr Depth NULL_DIVISOR = 4;
inline constexpr Score NULL_STEP = 180;
inline constexpr Depth NULL_MAX_STEPS = 3;
inline constexpr Depth NULL_VERIFIED_DEPTH = 12;
constexpr Ply null_free_plies(Depth depth) {  // while a null move is verified, so many plies pass without another
    return 3 * std::max(depth, 0) / 4;
}

// Internal iterative reduction: without a table move a deep search is not worth its cost yet.
inline constexpr Depth INTERNAL_DEPTH = 4;

// Late-move pruning: how many quiet moves are tried at a depth.
inline constexpr Depth LATE_DEPTH = 8;
constexpr int late_moves(Depth depth, bool is_improving) {
    return is_improving ? 4 + depth * depth : 2 + depth * depth / 2;
}

// Futility: quiet moves at nodes whose evaluation is far below alpha.
inline constexpr Depth FUTILITY_DEPTH = 8;
inline constexpr Score FUTILITY_BASE = 80;
inline constexpr Score FUTILITY_STEP = 90;

// Moves that history has shown to be bad are not tried near the horizon.
inline constexpr Depth HISTORY_DEPTH = 4;
inline constexpr int HISTORY_FLOOR = -2'500;

// Exchanges that lose more than this are not tried.
inline constexpr Depth EXCHANGE_DEPTH = 8;
inline constexpr Score EXCHANGE_QUIET = 60;    // by depth
inline constexpr Score EXCHANGE_FORCING = 20;  // by depth squared

// Singular extension: how much worse all other moves must be.
inline constexpr Depth SINGULAR_DEPTH = 7;
inline constexpr Depth SINGULAR_SLACK = 3;   // plies that the table may be shallower
inline constexpr Score SINGULAR_MARGIN = 2;  // by depth
constexpr Depth singular_depth(Depth depth) { return (depth - 1) / 2; }

// No line is extended beyond so many times the depth of the search.
inline constexpr int MAX_EXTENSION_FACTOR = 2;

// Quiescence: what a capture must bring, beyond the gap to alpha, to be looked at.
inline constexpr Score QUIESCENCE_MARGIN = 120;
inline constexpr int QUIET_EVASIONS = 2;  // to a check, once one is found that is not lost
inline constexpr int QS_PLIES = 4;        // where exchanges cannot be weighed, forcing moves by free choice end here

// Late-move reductions.
inline constexpr Depth REDUCTION_DEPTH = 3;
inline constexpr double REDUCTION_BASE = 0.6;
inline constexpr double REDUCTION_DIVISOR = 2.2;
inline constexpr int REDUCTION_FORCING_FROM = 4;  // the first forcing move to be reduced, where a cut-off is expected
inline constexpr int REDUCTION_HISTORY = 6'000;   // so much history is worth a ply

// History: the bonus for a cut-off and how far the counters reach.
inline constexpr int MAX_HISTORY = 16'384;
inline constexpr int QUIET_HINT = 32;             // what a point of the game's hint is worth beside history
inline constexpr int FORCING_HISTORY_SHARE = 16;  // of which one part counts beside the game's hint
constexpr int history_bonus(Depth depth) { return std::min(16 * depth * depth + 128 * depth, 1'800); }

// The table's key takes the draw counter into account once it is this high, in steps.
inline constexpr int COUNTER_FROM = 20;
inline constexpr int COUNTER_STEP = 8;

template <class G>
constexpr Score scaled(Score margin) {
    if constexpr (requires { G::MARGIN_PERCENT; }) return margin * G::MARGIN_PERCENT / 100;
    else return margin;
}

// Reductions by depth and by the place of the move, in plies.
class Reductions {
  public:
    Reductions() {
        for (std::size_t depth = 1; depth < SIZE; ++depth)
            for (std::size_t place = 1; place < SIZE; ++place)
                plies_[depth][place] = static_cast<signed char>(
                    REDUCTION_BASE +
                    std::log(static_cast<double>(depth)) * std::log(static_cast<double>(place)) / REDUCTION_DIVISOR);
    }
    Depth operator()(Depth depth, int place) const {
        return plies_[std::min<std::size_t>(static_cast<std::size_t>(depth), SIZE - 1)]
                     [std::min<std::size_t>(static_cast<std::size_t>(place), SIZE - 1)];
    }

  private:
    static constexpr std::size_t SIZE = 64;
    std::array<std::array<signed char, SIZE>, SIZE> plies_{};
};

inline const Reductions REDUCTIONS;

}  // namespace plyground::tuning
