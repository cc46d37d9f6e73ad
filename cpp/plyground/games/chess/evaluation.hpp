// Evaluation: a simple evaluation of a chess position, by material and mobility, and others by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

inline constexpr std::array<Score, KINDS> VALUE{100, 320, 330, 500, 900, 0};

// The value of an attacked point without an own piece. The king's is zero: an active king is not a safe one.
inline constexpr std::array<Score, KINDS> MOBILITY{0, 4, 4, 2, 1, 0};

// Hundredths of a pawn for the side to move.
Score evaluate(const Position& position);

// What a step toward the centre is worth for each kind of piece, and an advanced rank for a pawn: the king stays away.
inline constexpr std::array<Score, KINDS> CENTRE{5, 10, 5, 0, 2, -10};
inline constexpr Score PAWN_RANK = 4;

// Evaluations of other programs: the values of the pieces above, and with them their placement and mobility, one after
// the other; and that of a thesis, see thesis.hpp.
inline constexpr std::array<std::string_view, 4> EVALUATIONS{"material", "material-placement",
                                                             "material-placement-mobility", "thesis"};

Score evaluate_by(const Position& position, std::size_t which);

}  // namespace plyground::chess
