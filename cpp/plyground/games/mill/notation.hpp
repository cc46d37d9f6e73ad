// Notation: mill turns as text, `d6`, `d6-d5`, `d6-d5xb4`, `xb4` and `pass`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plyground/games/mill/geometry.hpp"
#include "plyground/games/mill/move.hpp"

namespace plyground::mill {

// The removed points follow in board order, each after an 'x'.
std::string token(const Board& board, Move move);

// What a text says about a turn, before it is compared with the legal ones.
struct TurnText {
    Point from;
    Point to;
    PointSet removed;
    bool is_pass = false;

    // Whether the text names this turn; one that leaves out the removals names every turn with the same landing.
    bool fits(Move move) const {
        if (is_pass) return move.is_pass();
        return !move.is_pass() && move.from() == from && move.to() == to && move.removed() == removed;
    }
    bool fits_landing(Move move) const {
        return !is_pass && removed.is_empty() && move.is_landing() && move.from() == from && move.to() == to;
    }
};

// Capital letters, blanks before an 'x' and several removals in any order are understood. Nothing if the text is no
// turn.
std::optional<TurnText> parse_turn(const Board& board, std::string_view text);

}  // namespace plyground::mill
