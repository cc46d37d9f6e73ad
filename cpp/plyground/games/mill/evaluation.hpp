// Evaluation: a simple evaluation of a mill position for all rules: men, mills and mobility; and others by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plyground/core/score.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

inline constexpr Score MAN = 100;
inline constexpr Score IN_MILL = 5;     // for each man in a mill
inline constexpr Score OPEN_MILL = 15;  // for each empty point that would close a mill
inline constexpr Score STEP = 3;        // for each step that a man could make

// Hundredths of a man for the side to move.
Score evaluate(const Position& position, const Rules& rules);

// The evaluations of Sanmill's white papers, in their own units. `material`: five for each man on the board and in
// hand. `material-mobility`: and one for each step to an empty point.
inline constexpr std::array<std::string_view, 2> EVALUATIONS{"material", "material-mobility"};

Score evaluate_by(const Position& position, const Rules& rules, std::size_t which);

}  // namespace plyground::mill
