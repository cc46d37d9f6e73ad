// Endings: how much of an advantage can be converted into a win, and endgame knowledge that the general terms lack.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

inline constexpr int FULL_CHANCES = 64;
inline constexpr int SLIM_CHANCES = 8;  // without pawns and hardly more material than the other side

// How likely an advantage of `strong` wins an ending, in 64ths.
int winning_chances(const Position& position, Side strong);

// What the general terms miss against a lone king: progress toward mate, or a pawn that cannot be stopped. For the side
// with more material.
Score lone_king_bonus(const Position& position, Side strong);

inline bool has_lone_king(const Position& position, Side side) { return !position.of(side).has_several(); }

}  // namespace plyground::chess
