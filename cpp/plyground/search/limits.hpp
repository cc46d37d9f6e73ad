// Limits: when a search ends. Techniques: what it may use, so that each can be measured.
#pragma once

#include <cstdint>
#include <optional>

#include "plyground/core/score.hpp"

namespace plyground {

inline constexpr Depth MOST_DEPTH = 200;

// Whatever is reached first ends the search; without any limit only `stop` does.
struct Limits {
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};    // exact; the calling thread gets its share
    std::optional<std::int64_t> time_ms{};   // for this move
    std::optional<std::int64_t> clock_ms{};  // what is left for the game, or for the next `moves_to_go` moves
    std::int64_t increment_ms = 0;
    int moves_to_go = 0;              // 0 = the rest of the game
    std::int64_t overhead_ms = 20;    // lost between the clock and the search, each move
    std::optional<Ply> win_within{};  // ends when a win within so many plies is found
    int lines = 1;                    // how many best moves are wanted
};

// Everything on is what plays. Off, what remains is alpha-beta with the move ordering that is left.
struct Techniques {
    bool deepening = true;   // one ply deeper at a time
    bool aspiration = true;  // narrow windows at the root
    bool table = true;       // the transposition table
    bool quiescence = true;  // forcing moves below the last ply
    bool null_move = true;   // let the other side move twice
    bool reductions = true;  // later moves less deep
    bool pruning = true;     // no moves that seem hopeless
    bool extensions = true;  // checks, single replies and singular moves deeper
    bool history = true;     // killers, counters and histories
    bool mobility = true;    // the evaluation counts where pieces could go
};

}  // namespace plyground
