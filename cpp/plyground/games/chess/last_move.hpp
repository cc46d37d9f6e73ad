// The last move, as far as a position tells: whether one can have given a check.
#pragma once

#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// Whether some last move of the other side can have given check to the side to move, which is in check. A single check
// is only impossible by a pawn that has not moved: well-known test positions have single checks without a last move.
// For a double check every move is tried backwards: captures, promotions, en passant and castling too.
bool has_possible_check(const Position& position);

}  // namespace plyground::chess
