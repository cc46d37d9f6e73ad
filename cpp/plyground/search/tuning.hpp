// Tuning: every margin of the playing search, by name.
//
// Scores are hundredths of a man, which means about the same in every game; a game whose evaluation swings more or less
// sets MARGIN_PERCENT.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "plyground/core/score.hpp"

namespace plyground::tuning {

// Wins within this many plies are reported with their exact distance, so nothing is pruned while one is searched for.
inline constexpr Ply PROVEN_PLIES = 8;

// Aspiration windows: the first window around the last score, and the depth from which it is used.
inline constexpr Depth ASPIRATION_DEPTH = 4;
inline constexpr Score ASPIRATION_WINDOW = 12;
inline constexpr Score ASPIRATION_MAX_WINDOW = WIN / 4;  // beyond, the window is fully open
inline constexpr Depth ASPIRATION_MAX_REDUCTION = 3;     // plies saved while a search keeps failing high

// Reverse futility: so far above beta that a shallow search will not fall below it.
inline constexpr Depth REVERSE_DEPTH = 8;
inline constexpr Score REVERSE_MARGIN = 75;

// Razoring: so far below alpha that only forcing moves could help.
inline constexpr Depth RAZOR_DEPTH = 3;
inline constexpr Score RAZOR_MARGIN = 180;

// Null move: the reduction grows with the depth and with the evaluation's distance above beta.
inline constexpr Depth NULL_DEPTH = 3;
inline constexpr Depth NULL_REDUCTION = 3;
inline constexpr Depth NULL_DIVISOR = 4;
inline constexpr Score NULL_STEP = 180;
inline constexpr Depth NULL_MAX_STEPS = 3;
inline constexpr Depth NULL_VERIFIED_DEPTH = 12;
constexpr Ply null_free_plies(Depth depth) {  // no null move in this many plies while one is verified
    return 3 * std::max(depth, 0) / 4;
}

// Internal iterative reduction: without a TT move a deep search is not worth its cost yet.
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

// History pruning: moves with a bad history are skipped near the horizon.
inline constexpr Depth HISTORY_DEPTH = 4;
inline constexpr int HISTORY_FLOOR = -2'500;

// Exchanges that lose more than this are skipped.
inline constexpr Depth EXCHANGE_DEPTH = 8;
inline constexpr Score EXCHANGE_QUIET = 60;    // times depth
inline constexpr Score EXCHANGE_FORCING = 20;  // times depth squared

// Singular extension: how much worse all other moves must be.
inline constexpr Depth SINGULAR_DEPTH = 7;
inline constexpr Depth SINGULAR_SLACK = 3;   // plies by which the TT entry may be shallower
inline constexpr Score SINGULAR_MARGIN = 2;  // times depth
constexpr Depth singular_depth(Depth depth) { return (depth - 1) / 2; }

// No line is extended beyond this many times the depth of the search.
inline constexpr int MAX_EXTENSION_FACTOR = 2;

// Quiescence: what a capture must win, beyond the gap to alpha, to be searched.
inline constexpr Score QUIESCENCE_MARGIN = 120;
inline constexpr int QUIET_EVASIONS = 2;  // to a check, once one that does not lose is found
inline constexpr int QS_PLIES = 4;        // optional forcing moves in a row, in games without an exchange test

// Databases: the depth from which positions are looked up, and how much deeper an answer counts in the TT.
inline constexpr Depth PROBE_DEPTH = 1;
inline constexpr Depth PROBED_DEPTH = 6;

// Late-move reductions.
inline constexpr Depth REDUCTION_DEPTH = 3;
inline constexpr double REDUCTION_BASE = 0.6;
inline constexpr double REDUCTION_DIVISOR = 2.2;
inline constexpr int REDUCTION_FORCING_FROM = 4;  // the first forcing move to be reduced, where a cutoff is expected
inline constexpr int REDUCTION_HISTORY = 6'000;   // history that is worth a ply

// History: the bonus for a cutoff and the range of the counters.
inline constexpr int MAX_HISTORY = 16'384;
inline constexpr int QUIET_HINT = 32;             // what a point of the game's hint is worth in history
inline constexpr int FORCING_HISTORY_SHARE = 16;  // divides the history of forcing moves before it is added to the hint
constexpr int history_bonus(Depth depth) { return std::min(16 * depth * depth + 128 * depth, 1'800); }

// Styles: how much worse than the best a move may be. A lazy player that is ahead by AHEAD or more is content with even
// less, and both then and otherwise it uses only a share of its time or nodes.
inline constexpr Score LAZY_SLACK = 12;
inline constexpr Score AHEAD = 300;
inline constexpr int LAZY_AHEAD_DIVISOR = 5;
inline constexpr double LAZY_PATIENCE = 0.5;
inline constexpr double LAZY_PATIENCE_AHEAD = 0.2;
inline constexpr Score SACRIFICE_SLACK = 40;

// The TT key includes the draw counter once it is this high, in steps.
inline constexpr int COUNTER_FROM = 20;
inline constexpr int COUNTER_STEP = 8;

template <class G>
constexpr Score scaled(Score margin) {
    if constexpr (requires { G::MARGIN_PERCENT; }) return margin * G::MARGIN_PERCENT / 100;
    else return margin;
}

// Reductions in plies, by depth and move number.
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
