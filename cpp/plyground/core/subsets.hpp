// Subsets: the k-element subsets of a few points, numbered in colexicographic order.
//
// The number of a subset does not depend on how many points there are, so the tables serve boards of every size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plyground {

class Subsets {
  public:
    static constexpr int MAX_POINTS = 24;
    static constexpr int MAX_SIZE = 12;

    // C(n, k).
    static constexpr std::uint32_t count(int n, int k) {
        if (k < 0 || k > n) return 0;
        std::uint64_t c = 1;
        for (int i = 0; i < k; ++i) c = c * static_cast<unsigned>(n - i) / static_cast<unsigned>(i + 1);
        return static_cast<std::uint32_t>(c);
    }

    Subsets() {
        for (std::uint32_t half = 0; half < HALF; ++half) {
            low_[half] = static_cast<std::uint16_t>(number_of(half, 0, 0));
            for (int k = 0; k <= MAX_SIZE; ++k) {
                const int below = k - std::popcount(half);
                high_[static_cast<std::size_t>(k)][half] = below < 0 ? 0 : number_of(half, HALF_BITS, below);
            }
        }
    }

    // The number of a subset with k elements.
    std::uint32_t rank(int k, std::uint32_t set) const {
        return low_[set & (HALF - 1)] + high_[static_cast<std::size_t>(k)][set >> HALF_BITS];
    }

    // The k-element subsets of n points in their order.
    static std::vector<std::uint32_t> list(int n, int k) {
        std::vector<std::uint32_t> all;
        all.reserve(count(n, k));
        const std::uint64_t end = std::uint64_t{1} << n;
        for (std::uint64_t set = (std::uint64_t{1} << k) - 1; set < end;) {
            all.push_back(static_cast<std::uint32_t>(set));
            if (set == 0) break;
            const std::uint64_t lowest = set & (0 - set), carried = set + lowest;
            set = carried | ((set ^ carried) >> 2) / lowest;
        }
        return all;
    }

  private:
    static constexpr int HALF_BITS = 12;
    static constexpr std::uint32_t HALF = 1 << HALF_BITS;

    // What the elements of half a set add to its number if `below` elements come before them.
    static std::uint32_t number_of(std::uint32_t half, int shift, int below) {
        std::uint32_t number = 0;
        for (; half != 0; half &= half - 1) number += count(shift + std::countr_zero(half), ++below);
        return number;
    }

    std::array<std::uint16_t, HALF> low_{};
    std::array<std::array<std::uint32_t, HALF>, MAX_SIZE + 1> high_{};
};

}  // namespace plyground
