// Finds the magic numbers in cpp/plyground/games/chess/magics.inc and prints that file; a tool, not part of the build.
//
//   g++ -O2 -std=c++20 -Icpp tools/find_magics.cpp -o find_magics && ./find_magics >
//   cpp/plyground/games/chess/magics.inc
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "plyground/core/key.hpp"
#include "plyground/games/chess/attacks.hpp"

using namespace plyground;
using namespace plyground::chess;

template <std::size_t N>
std::uint64_t find_magic(Point from, const std::array<Step, N>& steps, Key& seed) {
    const PointSet mask = relevant_blockers(from, steps);
    const int bits = mask.count();
    std::vector<PointSet> blockers, attacks;
    PointSet subset;
    do {
        blockers.push_back(subset);
        attacks.push_back(rays(from, subset, steps));
        subset = PointSet((subset.bits() - mask.bits()) & mask.bits());
    } while (!subset.is_empty());
    std::vector<std::uint64_t> used(std::size_t{1} << bits), tried(std::size_t{1} << bits, 0);
    for (std::uint64_t attempt = 1;; ++attempt) {
        // Sparse candidates succeed far more often than uniform ones.
        const std::uint64_t factor = mix(seed) & mix(seed + 1) & mix(seed + 2);
        seed += 3;
        if (std::popcount((mask.bits() * factor) >> 56) < 6) continue;
        bool clash = false;
        for (std::size_t i = 0; i < blockers.size() && !clash; ++i) {
            const std::size_t slot = (blockers[i].bits() * factor) >> (64 - bits);
            if (tried[slot] != attempt) {
                tried[slot] = attempt;
                used[slot] = attacks[i].bits();
            } else {
                clash = used[slot] != attacks[i].bits();
            }
        }
        if (!clash) return factor;
    }
}

template <std::size_t N>
void print_magics(const char* name, const std::array<Step, N>& steps, Key& seed) {
    std::printf("inline constexpr std::array<std::uint64_t, 64> %s{", name);
    for (int i = 0; i < 64; ++i)
        std::printf("%s0x%016llXULL,", i % 4 ? " " : "\n    ",
                    static_cast<unsigned long long>(find_magic(Point(i), steps, seed)));
    std::printf("\n};\n");
}

int main() {
    Key seed = 2026;
    std::printf("// Magic factors, written by tools/find_magics.cpp.\n");
    print_magics("ROOK_FACTORS", ROOK_STEPS, seed);
    print_magics("BISHOP_FACTORS", BISHOP_STEPS, seed);
}
