// Style: how a player likes to play, as far as the evaluation can express it.
#pragma once

#include <cstdint>

namespace plyground {

enum class Style : std::uint8_t { NORMAL, ATTACKING, SOLID, LAZY };

}  // namespace plyground
