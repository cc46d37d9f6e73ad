// Bound: what a value says about the truth, and how decisive values travel between the root and a table.
#pragma once

#include <cstdint>

#include "plyground/core/score.hpp"

namespace plyground {

inline constexpr Score INFINITY_SCORE = WIN + 1;

enum class Bound : std::uint8_t { EXACT, LOWER, UPPER };

// A decisive value as the root sees it, made one as a position `ply` plies below sees it, and back.
constexpr Score from_root(Score value, Ply ply) {
    if (value >= MIN_WIN) return value + ply;
    return value <= -MIN_WIN ? value - ply : value;
}
constexpr Score to_root(Score value, Ply ply) {
    if (value >= MIN_WIN) return value - ply;
    return value <= -MIN_WIN ? value + ply : value;
}

}  // namespace plyground
