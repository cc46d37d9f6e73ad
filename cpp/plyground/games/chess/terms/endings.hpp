// Endings: how much of an advantage can be turned into a win, and what few pieces know that general terms do not.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

inline constexpr int FULL_CHANCES = 64;
inline constexpr int SLIM_CHANCES = 8;  // without pawns and hardly more than the other side

// How likely an advantage of `strong` wins an ending, in 64ths.
int winning_chances(const Position& position, Side strong);

// What the general terms miss where one side has nothing but its king: the way to mate, or that a pawn cannot be
// stopped. For the side with more.
Score lone_king_bonus(const Position& position, Side strong);

inline bool has_lone_king(const Position& position, Side side) { return !position.of(side).has_several(); }

}  // namespace plyground::chess
