// Exchange: what a move wins or loses once both sides have taken on its target as long as it pays them.
#pragma once

#include <array>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// What pieces count in an exchange. Knights and bishops are even trades, and a king outweighs everything.
inline constexpr std::array<Score, KINDS> EXCHANGE_VALUE{100, 325, 325, 500, 975, 20'000};

// Whether the exchange on the move's target wins at least `threshold`. Each side takes with its least piece first and
// may stop at any time; pieces behind others join in, a pawn that takes on the last rank becomes a queen, and a king
// takes only what is no longer guarded. Pins are not looked at.
bool wins_exchange(const Position& position, Move move, Score threshold);

// What the move takes or turns a pawn into, the most valuable victim and then the least attacker first; 0 if quiet.
int exchange_hint(const Position& position, Move move);

}  // namespace plyground::chess
