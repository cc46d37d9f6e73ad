// Features: the optional parts of a search, so that each can be switched off and measured.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/key.hpp"
#include "plyground/core/weights.hpp"

namespace plyground {

// Of the search that plays, which uses all of them. With all off, plain alpha-beta remains.
struct SearchFeatures {
    bool deepening = true;   // iterative deepening
    bool aspiration = true;  // aspiration windows at the root
    bool tt = true;          // transposition table
    bool quiescence = true;  // forcing moves below the last ply
    bool null_move = true;   // null-move pruning
    bool reductions = true;  // late-move reductions
    bool pruning = true;     // skip moves and nodes that look hopeless
    bool extensions = true;  // of checks, single replies and singular moves
    bool history = true;     // killers, counter moves and history
    bool mobility = true;    // in the evaluation
    bool databases = true;   // where the searcher has them
};

enum class ReplacementPolicy : std::uint8_t { NO_TT, DEPTH_PREFERRED, ALWAYS, TWO_TIER };

inline constexpr std::size_t KILLERS = 3;
inline constexpr int QUIESCENCE_PLIES = 32;

// The evaluation of the search that plays, among the named ones.
inline constexpr int PLAYING_EVALUATION = -2;

// Of the textbook searches, which use none by default. The twin of search/features.py.
struct TextbookFeatures {
    ReplacementPolicy tt = ReplacementPolicy::NO_TT;
    std::size_t tt_size = std::size_t{1} << 16;  // in entries
    bool tt_move = false;
    bool forcing_first = false;
    bool killers = false;
    bool history = false;
    bool quiescence = false;
    int evaluation = -1;  // index of a named evaluation, -1 = the game's default
    bool noise = false;
    Key seed = 0;
    WeightList weights{};  // of PLAYING_EVALUATION; empty = those it ships with
};

}  // namespace plyground
