// Delta: the pieces that a move adds to the board and removes from it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/point_set.hpp"

namespace plyground {

// A piece is a small number (side and kind) that the game defines; an incremental evaluation has weights by (piece,
// point).
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
