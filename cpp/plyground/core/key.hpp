// Key: the 64-bit digest of a position, and the mixing function behind all digests and seeded choices.
#pragma once

#include <cstdint>

namespace plyground {

using Key = std::uint64_t;

// splitmix64: the n-th output for a seed, as a pure function, so that tables can be made at compile time and are the
// same on every machine.
constexpr Key mix(Key seed) {
    Key z = seed + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

}  // namespace plyground
