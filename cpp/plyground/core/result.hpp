// Result: whether a position ends the game, and how.
#pragma once

#include <cstdint>

#include "plyground/core/side.hpp"

namespace plyground {

enum class Outcome : std::uint8_t { ONGOING, WHITE_WINS, BLACK_WINS, DRAW };

// `termination` is a code like "checkmate"; it is empty only while the game is ongoing. A code is always a string
// literal, so a Result is a plain value.
struct Result {
    Outcome outcome = Outcome::ONGOING;
    const char* termination = "";

    static constexpr Result ongoing() { return {}; }
    static constexpr Result draw(const char* termination) { return {Outcome::DRAW, termination}; }
    static constexpr Result win(Side winner, const char* termination) {
        return {winner == Side::WHITE ? Outcome::WHITE_WINS : Outcome::BLACK_WINS, termination};
    }

    constexpr bool is_ongoing() const { return outcome == Outcome::ONGOING; }
};

// The occurrence of a position on which a draw may be claimed, and the one on which it is automatic; 0 = never.
struct Repetition {
    int claim_at = 0;
    int automatic_at = 0;
};

}  // namespace plyground
