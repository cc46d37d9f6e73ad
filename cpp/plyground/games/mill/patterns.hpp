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
// mill, among the empty points those that would close one. A few dozen instructions without a loop.
template <BoardName BOARD>
constexpr PointSet completed(PointSet men) {
    constexpr const Board& B = BOARDS[static_cast<int>(BOARD)];
    return [men]<std::size_t... I>(std::index_sequence<I...>) {
        return ((moved(men, B.classes[I].first) & moved(men, B.classes[I].second) & B.classes[I].targets) | ...);
    }(std::make_index_sequence<static_cast<std::size_t>(B.class_count)>{});
}

// The same for a board known at run time.
constexpr PointSet completed(BoardName board, PointSet men) {
    switch (board) {
        case BoardName::THREE: return completed<BoardName::THREE>(men);
        case BoardName::THREE_PLAIN: return completed<BoardName::THREE_PLAIN>(men);
        case BoardName::TWO_RING: return completed<BoardName::TWO_RING>(men);
        case BoardName::TWO_RING_CENTRE: return completed<BoardName::TWO_RING_CENTRE>(men);
        case BoardName::THREE_RING: return completed<BoardName::THREE_RING>(men);
        case BoardName::THREE_RING_DIAGONAL: return completed<BoardName::THREE_RING_DIAGONAL>(men);
    }
    return {};
}

}  // namespace plyground::mill
