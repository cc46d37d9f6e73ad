// The options of a family's rules as Python sees them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "plyground/core/rule_option.hpp"

namespace plyground::bindings {

// Name, kind, lowest and highest number, names of values, and meaning.
using OptionRow = std::tuple<std::string, std::string, int, int, std::vector<std::string>, std::string>;

inline const char* name_of(OptionKind kind) {
    switch (kind) {
        case OptionKind::NUMBER: return "number";
        case OptionKind::CHOICE: return "choice";
        case OptionKind::FLAG: return "flag";
        case OptionKind::SET: return "set";
    }
    return "";
}

inline std::vector<OptionRow> option_rows(std::span<const RuleOption> options) {
    std::vector<OptionRow> rows;
    for (const RuleOption& option : options) {
        std::vector<std::string> names(option.names.begin(), option.names.end());
        rows.emplace_back(option.name, name_of(option.kind), option.low, option.high, names, option.meaning);
    }
    return rows;
}

}  // namespace plyground::bindings
