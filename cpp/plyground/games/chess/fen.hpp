// FEN: chess positions as text, in X-FEN (which is plain FEN for ordinary chess) and Shredder-FEN.
#pragma once

#include <string>
#include <string_view>

#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/rules.hpp"

namespace plyground::chess {

enum class FenStyle { X_FEN, SHREDDER };

// Four to six fields. Throws INVALID_POSITION for text that is not a position and for positions that cannot arise: a
// missing king, the side not to move in check, pawns on the last ranks, more pieces than promotion allows, castling or
// en-passant rights that the board contradicts. An en-passant right that no pawn can use is dropped.
Position parse_fen(std::string_view text, const Rules& rules);

std::string format_fen(const Position& position, const Rules& rules, FenStyle style);

// Back-rank arrangement number 0 to 959 in Scharnagl's numbering; 518 is ordinary chess.
Position start_position(int number);

}  // namespace plyground::chess
