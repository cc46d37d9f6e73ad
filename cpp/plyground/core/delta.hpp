// Delta: which pieces a move puts on the board and which it takes off.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/point_set.hpp"

namespace plyground {

// A piece is a game's own small number (side and kind); an incremental evaluation keeps weights by (piece, point).
struct PlacedPiece {
    std::uint8_t piece;
    Point point;
    friend constexpr bool operator==(PlacedPiece, PlacedPiece) = default;
};

template <std::size_t CAPACITY>
struct Delta {
    InlineList<PlacedPiece, CAPACITY> removed;
    InlineList<PlacedPiece, CAPACITY> added;
};

}  // namespace plyground
