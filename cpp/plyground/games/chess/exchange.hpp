// Exchange: static exchange evaluation, what a move wins once both sides have captured on its target as long as it
// pays.
#pragma once

#include <array>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// Piece values in an exchange. Knights and bishops are even trades, and a king outweighs everything.
inline constexpr std::array<Score, KINDS> EXCHANGE_VALUE{100, 325, 325, 500, 975, 20'000};

// Whether the exchange on the move's target wins at least `threshold`. Each side captures with its least valuable piece
// first and may stop at any time; pieces behind others join in, a pawn that captures on the last rank becomes a queen,
// and a king captures only what is no longer guarded. Pins are ignored.
bool wins_exchange(const Position& position, Move move, Score threshold);

// Move ordering by most valuable victim, then least valuable attacker (MVV-LVA), promotions included; 0 for quiet
// moves.
int exchange_hint(const Position& position, Move move);

}  // namespace plyground::chess
