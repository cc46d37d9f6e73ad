// Patterns: which points of a board complete lines for a set of men, found for all points at once.
#pragma once

#include <cstddef>
#include <utility>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

constexpr PointSet moved(PointSet set, int offset) {
    return offset >= 0 ? PointSet(set.bits() >> offset) : PointSet(set.bits() << -offset);
}

// The points whose two partners on some line both belong to `men`: among the men themselves those that stand in a
// mill, among the empty points those that would close one.
inline PointSet completed(const Board& board, PointSet men) {
    PointSet found;
    for (int i = 0; i < board.class_count; ++i) {
        const OffsetClass& lines = board.classes[i];
        found |= moved(men, lines.first) & moved(men, lines.second) & lines.targets;
    }
    return found;
}

// The same for a board known at compile time: a few dozen instructions without a loop.
template <BoardName BOARD>
constexpr PointSet completed(PointSet men) {
    constexpr const Board& B = BOARDS[static_cast<int>(BOARD)];
    return [men]<std::size_t... I>(std::index_sequence<I...>) {
        return ((moved(men, B.classes[I].first) & moved(men, B.classes[I].second) & B.classes[I].targets) | ...);
    }(std::make_index_sequence<static_cast<std::size_t>(B.class_count)>{});
}

}  // namespace plyground::mill
