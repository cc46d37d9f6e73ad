// Score, Depth, Ply: the numbers a search works with, and how a win in N plies is written as a score.
#pragma once

namespace plyground {

using Ply = int;    // distance from the root of a search
using Depth = int;  // plies left to search

// Hundredths of a man, for the side to move. Decisive scores include their distance: WIN - n is a win n plies from the
// root, so a quicker win is the larger score.
using Score = int;

inline constexpr Score WIN = 10'000'000;
inline constexpr Score DRAWN = 0;
inline constexpr Ply MAX_PLY = 1'000;
inline constexpr Score MIN_WIN = WIN - MAX_PLY;

// A win that a database promises where it is asked, n plies from the root: DATABASE_WIN - n. It is below every proven
// win, because a draw counter may prevent it, and above every evaluation while databases are used.
inline constexpr Score DATABASE_WIN = 20'000;
inline constexpr Score MIN_DATABASE_WIN = DATABASE_WIN - MAX_PLY;

constexpr Score win_in(Ply ply) { return WIN - ply; }
constexpr Score loss_in(Ply ply) { return ply - WIN; }
constexpr bool is_decisive(Score score) { return score >= MIN_WIN || score <= -MIN_WIN; }

}  // namespace plyground
