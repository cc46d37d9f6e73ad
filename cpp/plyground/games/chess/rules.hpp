// Rules: which chess is played.
#pragma once

namespace plyground::chess {

struct Rules {
    // Chess960: 960 start positions, castling from any file, castling tokens and clicks are king-takes-rook.
    bool chess960 = false;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace plyground::chess
