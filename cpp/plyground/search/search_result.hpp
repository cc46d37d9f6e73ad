// SearchResult: what a search has found so far.
#pragma once

#include <cstdint>
#include <vector>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/score.hpp"
#include "plyground/search/bound.hpp"

namespace plyground {

inline constexpr std::size_t MAX_LINE = 128;

template <class Move>
using Line = InlineList<Move, MAX_LINE>;

// One of the best moves, with the best play that follows.
template <class Move>
struct RankedLine {
    Score score = DRAWN;
    Bound bound = Bound::EXACT;
    Depth depth = 0;
    Ply seldepth = 0;
    Line<Move> line;
};

// The best line comes first. `lines` is empty only if there is no legal move.
template <class Move>
struct SearchResult {
    Depth depth = 0;  // last completed
    Ply seldepth = 0;
    Score score = DRAWN;
    Bound bound = Bound::EXACT;
    std::uint64_t nodes = 0;
    std::int64_t time_us = 0;
    int tt_full = 0;                  // per mille
    std::uint64_t database_hits = 0;  // positions that were found in databases
    bool is_exact = false;            // databases know the score; it ignores draw counters
    std::vector<RankedLine<Move>> lines;
};

}  // namespace plyground
