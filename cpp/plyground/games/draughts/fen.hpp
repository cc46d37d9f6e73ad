// FEN of draughts: `W:Wa3,Kc3:Bb8`, read and written with algebraic squares or with numbers.
#pragma once

#include <string>
#include <string_view>

#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// Counters follow the pieces, each only if it is not at its initial value:
//
//   H quiet plies | F number of the move | U plies with forces unchanged | R plies on the main diagonal, plus one |
//   M king streaks, like c3+2
template <class Grid>
std::string format_fen(const Position& position, const Rules& rules, bool numeric);

// Reads both kinds of squares, ranges like 1-12, and sides in either order or without pieces. Counters are optional;
// unknown counters of other programs are ignored. Throws INVALID_POSITION.
template <class Grid>
Position parse_fen(std::string_view text, const Rules& rules);

template <class Grid>
Position start_position(const Rules& rules);

}  // namespace plyground::draughts
