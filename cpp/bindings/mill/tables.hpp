// The tables of the moving phase by name and number, and rules as Python gives them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plyground/games/mill/moving_tables.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::bindings {

using mill::number_of;
using mill::table_name;

inline mill::Rules read_rules(const std::vector<int>& values) {
    if (values.size() != mill::OPTION_COUNT) throw nanobind::value_error("expected a number for each option");
    mill::Rules rules = mill::NINE;
    for (std::size_t i = 0; i < mill::OPTION_COUNT; ++i) rules.values[i] = static_cast<std::uint8_t>(values[i]);
    mill::validate(rules);
    return rules;
}

}  // namespace plyground::bindings
