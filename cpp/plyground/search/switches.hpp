// Switches: which helpers a textbook search uses, so that each can be measured. The twin of search/switches.py.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/key.hpp"

namespace plyground {

enum class Policy : std::uint8_t { NO_TABLE, DEPTH_PREFERRED, ALWAYS, TWO_TIER };

inline constexpr std::size_t KILLERS = 3;
inline constexpr int QUIESCENCE_PLIES = 32;

struct Switches {
    Policy table = Policy::NO_TABLE;
    std::size_t table_size = std::size_t{1} << 16;
    bool tt_move = false;
    bool forcing_first = false;
    bool killers = false;
    bool history = false;
    bool quiescence = false;
    int evaluation = -1;  // a named one by its place, -1 = the game's usual one
    bool noise = false;
    Key seed = 0;
};

}  // namespace plyground
