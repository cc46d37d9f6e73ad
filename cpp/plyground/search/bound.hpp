// Bound: how a search value relates to the exact value, and how decisive values are stored.
#pragma once

#include <cstdint>

#include "plyground/core/score.hpp"

namespace plyground {

inline constexpr Score INFINITY_SCORE = WIN + 1;

enum class Bound : std::uint8_t { EXACT, LOWER, UPPER };

// Converts a decisive value between distance from the root and distance from a position `ply` plies below it.
constexpr Score from_root(Score value, Ply ply) {
    if (value >= MIN_WIN) return value + ply;
    return value <= -MIN_WIN ? value - ply : value;
}
constexpr Score to_root(Score value, Ply ply) {
    if (value >= MIN_WIN) return value - ply;
    return value <= -MIN_WIN ? value + ply : value;
}

// Whether a score is decisive or comes from a database. Only while databases are used: otherwise an evaluation may have
// such a value.
constexpr bool is_known(Score score) { return score >= MIN_DATABASE_WIN || score <= -MIN_DATABASE_WIN; }

}  // namespace plyground
