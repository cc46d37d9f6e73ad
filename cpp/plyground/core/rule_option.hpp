// RuleOption: one option of a family's rules as data, so that files, pages and errors need no table of their own.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace plyground {

enum class OptionKind : std::uint8_t {
    NUMBER,  // low to high, and 0 if `names` says what 0 means
    CHOICE,  // the index of one of `names`
    FLAG,    // false or true
    SET,     // any of `names`, as bits
};

struct RuleOption {
    std::string_view name;
    OptionKind kind;
    int low;
    int high;
    std::span<const std::string_view> names;
    std::string_view meaning;
};

}  // namespace plyground
