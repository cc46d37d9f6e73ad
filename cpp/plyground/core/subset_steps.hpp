// SubsetSteps: the best value that one element more, or one less, leads to, for all k-element subsets at once.
//
// In colexicographic order, the subsets of n points without the last point come first, then those with it, each in
// the order of n - 1 points. So adding or removing the last point is one step between two ranges of equal length, and
// what is left is the same problem with a point less.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "plyground/core/subsets.hpp"

namespace plyground {

class SubsetSteps {
  public:
    // best[S] = the largest value[S + p] with p not in S. There are values of the subsets with k + 1 elements.
    static void best_above(int n, int k, const std::uint8_t* values, std::uint8_t* best) {
        std::fill_n(best, COUNTS[to_size(n)][to_size(k)], std::uint8_t{0});
        above(n, k, values, best);
    }
    // best[S] = the largest value[S - p] with p in S. There are values of the subsets with k - 1 elements.
    static void best_below(int n, int k, const std::uint8_t* values, std::uint8_t* best) {
        std::fill_n(best, COUNTS[to_size(n)][to_size(k)], std::uint8_t{0});
        below(n, k, values, best);
    }

  private:
    static constexpr int SMALL = 6;  // points for which the steps are unrolled

    static constexpr std::size_t to_size(int i) { return static_cast<std::size_t>(i); }
    static constexpr auto COUNTS = [] {
        std::array<std::array<std::uint32_t, Subsets::MAX_POINTS + 1>, Subsets::MAX_POINTS + 1> all{};
        for (std::size_t n = 0; n < all.size(); ++n)
            for (std::size_t k = 0; k <= n; ++k) all[n][k] = Subsets::count(static_cast<int>(n), static_cast<int>(k));
        return all;
    }();

    static void raise(std::uint8_t* __restrict best, const std::uint8_t* __restrict values, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) best[i] = std::max(best[i], values[i]);
    }

    static void above(int n, int k, const std::uint8_t* values, std::uint8_t* best) {
        if (k >= n) return;
        if (n <= SMALL) return SMALL_ABOVE[to_size(n)][to_size(k)](values, best);
        const std::uint32_t without = COUNTS[to_size(n - 1)][to_size(k)];
        const std::uint8_t* with = values + COUNTS[to_size(n - 1)][to_size(k + 1)];
        above(n - 1, k, values, best);
        raise(best, with, without);
        if (k > 0) above(n - 1, k - 1, with, best + without);
    }
    static void below(int n, int k, const std::uint8_t* values, std::uint8_t* best) {
        if (k == 0) return;
        if (n <= SMALL) return SMALL_BELOW[to_size(n)][to_size(k)](values, best);
        const std::uint32_t without = COUNTS[to_size(n - 1)][to_size(k)];
        const std::uint32_t lower = COUNTS[to_size(n - 1)][to_size(k - 1)];
        if (k < n) below(n - 1, k, values, best);
        below(n - 1, k - 1, values + lower, best + without);
        raise(best + without, values, lower);
    }

    using Step = void (*)(const std::uint8_t*, std::uint8_t*);

    template <int N, int K>
    static void small_above(const std::uint8_t* values, std::uint8_t* best) {
        if constexpr (K < N) {
            constexpr std::uint32_t WITHOUT = Subsets::count(N - 1, K);
            const std::uint8_t* with = values + Subsets::count(N - 1, K + 1);
            small_above<N - 1, K>(values, best);
            raise(best, with, WITHOUT);
            if constexpr (K > 0) small_above<N - 1, K - 1>(with, best + WITHOUT);
        }
    }
    template <int N, int K>
    static void small_below(const std::uint8_t* values, std::uint8_t* best) {
        if constexpr (K > 0 && K <= N) {
            constexpr std::uint32_t WITHOUT = Subsets::count(N - 1, K), LOWER = Subsets::count(N - 1, K - 1);
            small_below<N - 1, K>(values, best);
            small_below<N - 1, K - 1>(values + LOWER, best + WITHOUT);
            raise(best + WITHOUT, values, LOWER);
        }
    }

    using Steps = std::array<std::array<Step, SMALL + 1>, SMALL + 1>;
    static const Steps SMALL_ABOVE, SMALL_BELOW;

    template <class Choose>
    static constexpr Steps make_steps(const Choose& choose) {
        return [&]<std::size_t... N>(std::index_sequence<N...>) {
            return Steps{[&]<std::size_t M, std::size_t... K>(std::index_sequence<M>, std::index_sequence<K...>) {
                return std::array<Step, SMALL + 1>{choose.template operator()<int{M}, int{K}>()...};
            }(std::index_sequence<N>{}, std::make_index_sequence<SMALL + 1>{})...};
        }(std::make_index_sequence<SMALL + 1>{});
    }
};

inline constexpr SubsetSteps::Steps SubsetSteps::SMALL_ABOVE =
    make_steps([]<int N, int K>() -> Step { return small_above<N, K>; });
inline constexpr SubsetSteps::Steps SubsetSteps::SMALL_BELOW =
    make_steps([]<int N, int K>() -> Step { return small_below<N, K>; });

}  // namespace plyground
