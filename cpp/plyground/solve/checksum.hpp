// XXH64: a fast 64-bit checksum, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace plyground::solve {

static_assert(std::endian::native == std::endian::little, "files are little-endian and are used without conversion");

// A number at any address, as files store it.
template <class Number>
Number load(const std::uint8_t* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

inline std::uint64_t xxh64(std::span<const std::uint8_t> data, std::uint64_t seed = 0) {
    constexpr std::uint64_t P1 = 0x9E3779B185EBCA87, P2 = 0xC2B2AE3D27D4EB4F, P3 = 0x165667B19E3779F9;
    constexpr std::uint64_t P4 = 0x85EBCA77C2B2AE63, P5 = 0x27D4EB2F165667C5;
    const auto round = [](std::uint64_t lane, std::uint64_t input) { return std::rotl(lane + input * P2, 31) * P1; };

    const std::uint8_t* at = data.data();
    std::size_t left = data.size();
    std::uint64_t hash = seed + P5;
    if (left >= 32) {
        std::uint64_t lanes[4] = {seed + P1 + P2, seed + P2, seed, seed - P1};
        for (; left >= 32; left -= 32, at += 32)
            for (int i = 0; i < 4; ++i) lanes[i] = round(lanes[i], load<std::uint64_t>(at + 8 * i));
        hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
        for (const std::uint64_t lane : lanes) hash = (hash ^ round(0, lane)) * P1 + P4;
    }
    hash += data.size();
    for (; left >= 8; left -= 8, at += 8) hash = std::rotl(hash ^ round(0, load<std::uint64_t>(at)), 27) * P1 + P4;
    if (left >= 4) {
        hash = std::rotl(hash ^ load<std::uint32_t>(at) * P1, 23) * P2 + P3;
        left -= 4, at += 4;
    }
    for (; left > 0; --left, ++at) hash = std::rotl(hash ^ *at * P5, 11) * P1;
    hash = (hash ^ (hash >> 33)) * P2;
    hash = (hash ^ (hash >> 29)) * P3;
    return hash ^ (hash >> 32);
}

}  // namespace plyground::solve
