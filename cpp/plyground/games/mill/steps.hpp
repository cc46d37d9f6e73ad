// Steps<BOARD>: the mills of a set of men, and their steps to neighbouring points, where every instruction counts.
//
// A step is given as the set of its two points, so that it leads there and back.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

// On the boards with three rings of eight points, a byte each: turns all rings at once.
template <bool HAS_DIAGONALS>
class RingSteps {
  public:
    // The men that stand in a mill.
    std::uint32_t in_mills(std::uint32_t men) const {
        const std::uint32_t sides = men & forwards(men) & backwards(men) & 0x55'5555;  // the middles of full sides
        const std::uint32_t spokes = men & men >> 8 & men >> 16 & SPOKES & 0xFF;
        return sides | forwards(sides) | backwards(sides) | spokes * 0x01'0101;
    }

    // Calls `visit(step)` for every step of a man to an empty point.
    template <class Visit>
    void for_each(std::uint32_t men, std::uint32_t empty, const Visit& visit) const {
        const std::uint64_t rings = (men & backwards(empty)) | std::uint64_t{backwards(men) & empty} << 24;
        const std::uint32_t out = men & empty >> 8 & SPOKES, in = men >> 8 & empty & SPOKES;
        std::array<std::uint64_t, HAS_DIAGONALS ? 2 : 1> words;
        if constexpr (HAS_DIAGONALS) words = {rings | std::uint64_t{out} << 48, std::uint64_t{in} << 48};
        else words = {rings | std::uint64_t{out | in << 1} << 48};  // spokes are even bits
        for (std::uint64_t word : words)
            for (; word != 0; word &= word - 1) visit(STEPS[static_cast<std::size_t>(std::countr_zero(word))]);
    }

    int count(std::uint32_t men, std::uint32_t empty) const {
        const std::uint64_t rings = (men & backwards(empty)) | std::uint64_t{backwards(men) & empty} << 32;
        const std::uint32_t out = men & empty >> 8 & SPOKES, in = men >> 8 & empty & SPOKES;
        return std::popcount(rings) + std::popcount(out | in << 16);
    }

  private:
    static constexpr std::uint32_t SPOKES = HAS_DIAGONALS ? 0xFFFF : 0x5555;  // the inner ends

    // Every point of the set goes on to the next one of its ring, or back to the one before.
    static constexpr std::uint32_t forwards(std::uint32_t set) {
        return (set << 1 & 0xFE'FEFE) | (set >> 7 & 0x01'0101);
    }
    static constexpr std::uint32_t backwards(std::uint32_t set) {
        return (set >> 1 & 0x7F'7F7F) | (set << 7 & 0x80'8080);
    }

    // By bit: 24 steps along a ring, the same the other way, and 16 along a spoke.
    static constexpr std::array<std::uint32_t, 64> STEPS = [] {
        std::array<std::uint32_t, 64> steps{};
        for (std::size_t p = 0; p < 24; ++p) steps[p] = steps[p + 24] = 1U << p | 1U << (p / 8 * 8 + (p + 1) % 8);
        for (std::size_t p = 0; p < 16; ++p) steps[p + 48] = 0x101U << (HAS_DIAGONALS ? p : p / 2 * 2);
        return steps;
    }();
};

// On any board.
template <BoardName BOARD>
class PointSteps {
  public:
    std::uint32_t in_mills(std::uint32_t men) const {
        return static_cast<std::uint32_t>(completed<BOARD>(PointSet(std::uint64_t{men})).bits()) & men;
    }
    template <class Visit>
    void for_each(std::uint32_t men, std::uint32_t empty, const Visit& visit) const {
        for (; men != 0; men &= men - 1)
            for (std::uint32_t to = neighbours(men) & empty; to != 0; to &= to - 1)
                visit((men & (0 - men)) | (to & (0 - to)));
    }
    int count(std::uint32_t men, std::uint32_t empty) const {
        int sum = 0;
        for (; men != 0; men &= men - 1) sum += std::popcount(neighbours(men) & empty);
        return sum;
    }

  private:
    // Of the first of some men.
    static std::uint32_t neighbours(std::uint32_t men) {
        return static_cast<std::uint32_t>(
            board_of(BOARD).neighbours[static_cast<std::size_t>(std::countr_zero(men))].bits());
    }
};

template <BoardName BOARD>
using Steps = std::conditional_t<BOARD == BoardName::THREE_RING || BOARD == BoardName::THREE_RING_DIAGONAL,
                                 RingSteps<BOARD == BoardName::THREE_RING_DIAGONAL>, PointSteps<BOARD>>;

}  // namespace plyground::mill
