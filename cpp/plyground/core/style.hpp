// Style: how a player likes to play, by the weights of its evaluation or by the moves it is content with.
#pragma once

#include <cstdint>

namespace plyground {

enum class Style : std::uint8_t { NORMAL, ATTACKING, SOLID, LAZY, SACRIFICING };

}  // namespace plyground
