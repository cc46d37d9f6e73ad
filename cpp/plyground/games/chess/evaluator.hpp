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

// One for each worker: it remembers pawn structures, and so is not to be shared between threads. Nothing is allocated
// after it was made.
class Evaluator {
  public:
    // What follows the moves: where all pieces stand, summed, and a digest of the pawns.
    struct Accumulator {
        Tapered placed;  // white minus black
        Key pawns = 0;
        friend bool operator==(const Accumulator&, const Accumulator&) = default;
    };

    explicit Evaluator(const Weights& weights);

    void leave_out_mobility();

    Accumulator start(const Position& position) const;
    Accumulator after(const Accumulator& accumulator, const Position& before, Move move, const Position& after) const;
    // Hundredths of a pawn from the side to move.
    Score evaluate(const Position& position, const Accumulator& accumulator);

  private:
    const PawnStructure& pawns(const Position& position, Key key);

    Weights weights_;
    std::array<std::array<std::array<Tapered, 64>, KINDS>, 2> placed_;  // by side, kind and point; black's negative
    std::vector<PawnStructure> structures_;
};

}  // namespace plyground::chess
