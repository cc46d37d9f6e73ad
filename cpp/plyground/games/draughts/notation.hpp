// Notation: draughts moves as tokens, as people write them (PDN), and as clicks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plyground/core/description.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// c3-d4, or for a capture all landing points: c3:e5:g7.
template <class Grid>
std::string token(const Move& move);

// As in PDN of the game: with its squares and capture mark, and with the whole path only if the ends are ambiguous.
template <class Grid>
std::string format_move(const Position& position, const Rules& rules, const Move& move);

// The legal move that a text names by any of its landing paths, or by its ends and perhaps some points in between if
// only one move fits, or as in the Hub protocol by its ends and the captured squares. Squares may be names or numbers.
// Throws INVALID_MOVE for a text that is not a move, ILLEGAL_MOVE with the mandatory captures, AMBIGUOUS_MOVE with the
// candidates.
template <class Grid>
Move parse_move(const Position& position, const Rules& rules, std::string_view text);

// The click paths of a legal move: its start, then each landing point. A move has as many as there are ways to make it,
// the lexicographically first ones up to a bound. A path determines what is captured and ends only where nothing more
// can be captured, so no path is a prefix of another.
template <class Grid>
std::vector<Path> entry_paths(const Position& position, const Rules& rules, const Move& move);

}  // namespace plyground::draughts
