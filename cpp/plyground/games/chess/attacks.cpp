#include "plyground/games/chess/attacks.hpp"

namespace plyground::chess {

namespace {

#include "plyground/games/chess/magics.inc"

// One slot for every subset of the relevant blockers of every point.
std::array<PointSet, 102'400> rook_slots;
std::array<PointSet, 5'248> bishop_slots;

// Fills each point's slots, one point after the other.
template <std::size_t N>
std::array<Magic, 64> make_magics(const std::array<Step, N>& steps, const std::array<std::uint64_t, 64>& factors,
                                  PointSet* slots) {
    std::array<Magic, 64> magics;
    for (int i = 0; i < 64; ++i) {
        const PointSet mask = relevant_blockers(Point(i), steps);
        magics[i] = {mask, factors[i], slots, 64 - mask.count()};
        PointSet blockers;
        do {
            slots[(blockers.bits() * factors[i]) >> magics[i].shift] = rays(Point(i), blockers, steps);
            blockers = PointSet((blockers.bits() - mask.bits()) & mask.bits());  // the next subset of the mask
        } while (!blockers.is_empty());
        slots += std::size_t{1} << mask.count();
    }
    return magics;
}

}  // namespace

const std::array<Magic, 64> ROOK_MAGICS = make_magics(ROOK_STEPS, ROOK_FACTORS, rook_slots.data());
const std::array<Magic, 64> BISHOP_MAGICS = make_magics(BISHOP_STEPS, BISHOP_FACTORS, bishop_slots.data());

}  // namespace plyground::chess
