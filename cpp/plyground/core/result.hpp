// Result: how a position decides the game, if it does.
#pragma once

#include <cstdint>

#include "plyground/core/side.hpp"

namespace plyground {

enum class Outcome : std::uint8_t { ONGOING, WHITE_WINS, BLACK_WINS, DRAW };

// `termination` is a code such as "checkmate"; it is empty exactly while the game goes on. A code is always a string
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

// On which occurrence of a position a draw may be claimed, and on which it is automatic; 0 = never.
struct Repetition {
    int claim_at = 0;
    int automatic_at = 0;
};

}  // namespace plyground
