// Attacks: what each kind of piece attacks from a point, sliders by magic multiplication.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/core/point_set.hpp"
#include "plyground/games/chess/geometry.hpp"

namespace plyground::chess {

// Fancy magic bitboards: the relevant blockers times a magic number, shifted, index a table of attack sets. The magic
// numbers were found by tools/find_magics.cpp; the tables are filled from `rays` when the module loads.
struct Magic {
    PointSet mask;         // the points whose occupancy matters
    std::uint64_t factor;  // maps every subset of the mask to its own slot or one with the same attacks
    const PointSet* attacks;
    int shift;

    PointSet operator()(PointSet occupied) const { return attacks[((occupied & mask).bits() * factor) >> shift]; }
};

extern const std::array<Magic, 64> ROOK_MAGICS;
extern const std::array<Magic, 64> BISHOP_MAGICS;

inline PointSet rook_attacks(Point from, PointSet occupied) { return ROOK_MAGICS[from.index()](occupied); }
inline PointSet bishop_attacks(Point from, PointSet occupied) { return BISHOP_MAGICS[from.index()](occupied); }
inline PointSet knight_attacks(Point from) { return KNIGHT_LEAPS[from.index()]; }
inline PointSet king_attacks(Point from) { return KING_LEAPS[from.index()]; }
inline PointSet pawn_attacks(Side side, Point from) { return PAWN_LEAPS[index(side)][from.index()]; }

// All points attacked by a set of pawns.
template <Side SIDE>
constexpr PointSet pawn_attacks(PointSet pawns) {
    constexpr int STEP = forward(SIDE);
    return shifted<STEP - 1>(pawns) | shifted<STEP + 1>(pawns);
}

// The blockers that matter to a slider: its rays on an empty board without their last points.
template <std::size_t N>
constexpr PointSet relevant_blockers(Point from, const std::array<Step, N>& steps) {
    PointSet mask;
    for (const Step step : steps) {
        const PointSet ray = rays(from, {}, std::array{step});
        for (const Point p : ray)
            if (is_on_board(file_of(p) + step.file, rank_of(p) + step.rank)) mask |= PointSet(p);
    }
    return mask;
}

}  // namespace plyground::chess
