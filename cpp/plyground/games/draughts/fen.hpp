// FEN of draughts: `W:Wa3,Kc3:Bb8`, read and written with algebraic squares or with numbers.
#pragma once

#include <string>
#include <string_view>

#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The counters follow the pieces, each only where it is not at its beginning:
//
//   H quiet plies | F number of the move | U plies with forces unchanged | R plies on the main road, and one |
//   M the walking kings, such as c3+2
template <class Grid>
std::string format_fen(const Position& position, const Rules& rules, bool numeric);

// Reads both kinds of squares, ranges such as 1-12, sides in either order and empty ones. Counters may be missing;
// those that other programs write and we do not know are ignored. Throws INVALID_POSITION.
template <class Grid>
Position parse_fen(std::string_view text, const Rules& rules);

template <class Grid>
Position start_position(const Rules& rules);

}  // namespace plyground::draughts
