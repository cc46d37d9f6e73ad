// Options: a rules value as named words, for files and dialogs, and which rules values can be played.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/description.hpp"
#include "plyground/core/rule_option.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

using Options = std::vector<std::pair<std::string, std::string>>;

// Every option as data, in a fixed order.
std::vector<RuleOption> describe_options();

// Every option of a rules value with its current value, in the same order.
Options format_options(const Rules& rules);

// Sets one option from its text; throws INVALID_RULES.
void set_option(Rules& rules, std::string_view option, std::string_view value);

// The rules of a preset; throws INVALID_RULES.
const Preset& find_preset(std::string_view name);

// Throws INVALID_RULES if the value cannot be played on the grid.
template <class Grid>
void check_rules(const Rules& rules);

// The board as data; its points are named algebraically in every game.
template <class Grid>
Geometry describe(const Rules& rules);

}  // namespace plyground::draughts
