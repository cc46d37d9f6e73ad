// Notation: chess moves in SAN and as UCI tokens, both ways.
#pragma once

#include <string>
#include <string_view>

#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/rules.hpp"

namespace plyground::chess {

// Standard algebraic notation of a legal move, like Nbd2, exd8=Q+ or O-O-O#.
std::string format_san(const Position& position, const Rules& rules, Move move);

// The legal move that a text names: UCI (e2e4, e7e8q, castling by the king's target or by king-takes-rook), SAN, or
// long algebraic (Ng1-f3). Zeros for castling, a missing '=', check marks, and !/? are tolerated. Throws INVALID_MOVE
// for a text that is not a move, ILLEGAL_MOVE with the reason, AMBIGUOUS_MOVE with the candidates.
Move parse_move(const Position& position, const Rules& rules, std::string_view text);

}  // namespace plyground::chess
