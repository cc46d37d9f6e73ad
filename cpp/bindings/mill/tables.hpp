// The tables of the moving phase by name and number, and rules as Python gives them.
#pragma once

#include <nanobind/nanobind.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::bindings {

inline std::string table_name(int moving, int waiting) {
    return std::to_string(moving) + "-" + std::to_string(waiting);
}

inline mill::Rules read_rules(const std::vector<int>& values) {
    if (values.size() != mill::OPTION_COUNT) throw nanobind::value_error("expected a number for each option");
    mill::Rules rules = mill::NINE;
    for (std::size_t i = 0; i < mill::OPTION_COUNT; ++i) rules.values[i] = static_cast<std::uint8_t>(values[i]);
    mill::validate(rules);
    return rules;
}

// The number of a position in the table of its men.
inline std::uint64_t number_of(const mill::Board& board, std::uint32_t moves, std::uint32_t waits) {
    const mill::Orbits& orbits = mill::orbits_of(board.name);
    const TablePlace place = Bmi2Gather::is_supported() ? mill::place_of<Bmi2Gather>(orbits, moves, waits)
                                                        : mill::place_of<TableGather>(orbits, moves, waits);
    const int waiting = std::popcount(waits);
    return std::uint64_t{place.row} * Subsets::count(board.points - waiting, std::popcount(moves)) + place.column;
}

}  // namespace plyground::bindings
