// Side: one of the two players.
#pragma once

#include <cstdint>

namespace plyground {

enum class Side : std::uint8_t { WHITE, BLACK };

constexpr Side other(Side side) { return side == Side::WHITE ? Side::BLACK : Side::WHITE; }

constexpr int index(Side side) { return static_cast<int>(side); }

constexpr const char* name(Side side) { return side == Side::WHITE ? "white" : "black"; }

}  // namespace plyground
