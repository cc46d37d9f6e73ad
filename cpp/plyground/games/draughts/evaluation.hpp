// Evaluation: a simple evaluation of a draughts position, and the two of the classic bots by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plyground/core/score.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

inline constexpr std::array<std::string_view, 4> EVALUATIONS{"piece-count", "piece-row", "piece-count+noise",
                                                             "piece-row+noise"};

// RANK_BITS[b]: the points whose rank, counted from 0, has bit b.
template <class Grid>
inline constexpr std::array<PointSet, 4> RANK_BITS = [] {
    std::array<PointSet, 4> sets;
    for (int b = 0; b < 4; ++b)
        for (int rank = 0; rank < Grid::SIZE; ++rank)
            if ((rank >> b & 1) != 0) sets[b] |= rank_set<Grid>(rank);
    return sets;
}();

// The number of rows the men of a side have advanced from their own first row, summed.
template <class Grid>
constexpr int rows_advanced(const Position& position, Side side) {
    const PointSet men = position.men(side);
    int sum = 0;
    for (int b = 0; b < 4; ++b) sum += (men & RANK_BITS<Grid>[b]).count() << b;
    return side == Side::WHITE ? sum : (Grid::SIZE - 1) * men.count() - sum;
}

// Hundredths of a man for the side to move: material, the advance of the men, and men kept at home against new kings.
template <class Grid>
constexpr Score evaluate(const Position& position, const Rules& rules) {
    constexpr Score MAN = 100, ROW = 3, HOME = 6;
    const Score king = rules.flying_kings ? 300 : 140;
    const auto strength = [&](Side side) {
        const PointSet men = position.men(side);
        return MAN * men.count() + king * position.kings_of(side).count() + ROW * rows_advanced<Grid>(position, side) +
               HOME * (men & last_row<Grid>(other(side))).count();
    };
    return strength(position.side_to_move) - strength(other(position.side_to_move));
}

// The evaluations of the classic bots. `piece-count`: a man 1, a king 2. `piece-row`: a man 5 plus one for every row it
// has advanced, a king 15. With noise: 256 times the value plus a byte that depends only on the seed and the position,
// so that ties are broken at random and yet every search sees the same tree.
template <class Grid>
constexpr Score evaluate_by(const Position& position, std::size_t which, Key seed) {
    const bool by_row = which % 2 == 1;
    const auto strength = [&](Side side) {
        const int men = position.men(side).count(), kings = position.kings_of(side).count();
        return by_row ? 5 * men + rows_advanced<Grid>(position, side) + 15 * kings : men + 2 * kings;
    };
    const Score value = strength(position.side_to_move) - strength(other(position.side_to_move));
    if (which < 2) return value;
    return 256 * value + static_cast<Score>(mix(seed ^ mix(position.key)) & 0xFF);
}

}  // namespace plyground::draughts
