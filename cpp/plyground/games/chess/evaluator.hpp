// Evaluator: the chess evaluation for playing, tapered between middle game and ending.
#pragma once

#include <array>
#include <vector>

#include "plyground/core/key.hpp"
#include "plyground/core/score.hpp"
#include "plyground/core/style.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/terms/pawns.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

// Every worker has its own: it caches pawn structures, so threads must not share it. It does not allocate after
// construction.
class Evaluator {
  public:
    // What is updated with each move: the sum of all piece-square values, and a key of the pawns.
    struct Accumulator {
        Tapered placed;  // white minus black
        Key pawns = 0;
        friend bool operator==(const Accumulator&, const Accumulator&) = default;
    };

    explicit Evaluator(const Weights& weights);

    void leave_out_mobility();

    Accumulator start(const Position& position) const;
    Accumulator after(const Accumulator& accumulator, const Position& before, Move move, const Position& after) const;
    // Hundredths of a pawn for the side to move.
    Score evaluate(const Position& position, const Accumulator& accumulator);

  private:
    const PawnStructure& pawns(const Position& position, Key key);

    Weights weights_;
    std::array<std::array<std::array<Tapered, 64>, KINDS>, 2> placed_;  // by side, kind and point; black's negated
    std::vector<PawnStructure> structures_;
};

}  // namespace plyground::chess
