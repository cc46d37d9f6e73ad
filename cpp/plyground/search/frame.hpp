// Frame: what a worker stores for one ply of the current line.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "plyground/core/game.hpp"
#include "plyground/search/move_history.hpp"
#include "plyground/search/search_result.hpp"

namespace plyground {

inline constexpr Ply STACK_PLIES = 250;  // the deepest line, including quiescence

// The incremental part of an evaluation, for games that have one.
template <Game G>
struct AccumulatorOf {
    struct None {};
    using type = None;
};
template <Game G>
    requires HasEvaluator<G>
struct AccumulatorOf<G> {
    using type = typename G::Evaluator::Accumulator;
};

template <Game G>
struct Frame {
    using Move = typename G::Move;

    typename G::Position position;
    [[no_unique_address]] typename AccumulatorOf<G>::type accumulator;
    Key key;     // of the position, for repetition
    Key tt_key;  // of the position and its draw counter, for the transposition table
    Side side;   // to move
    bool is_in_check;
    bool has_all_moves;  // `moves` holds all moves of the position, in any order
    bool has_static_eval;
    Score static_eval;
    int plies_since_null;         // plies since a null move or the root
    std::size_t move_slot;        // the move made here, as a history slot
    std::uint16_t excluded_code;  // the move excluded in a singular search
    std::array<std::uint16_t, 2> killers;
    Line<Move> line;  // the best line from here

    MoveList<G> moves;
    std::array<int, G::MAX_MOVES> ranks;  // for the move picker, parallel to `moves`
};

// All frames of a worker, allocated once. The two before the root exist so that the search can look back from it.
template <Game G>
class Stack {
  public:
    static constexpr int BEFORE = 2;

    Stack() : frames_(new Frame<G>[static_cast<std::size_t>(STACK_PLIES + BEFORE + 2)]) {}

    Frame<G>& at(Ply ply) { return frames_[static_cast<std::size_t>(ply + BEFORE)]; }
    const Frame<G>& at(Ply ply) const { return frames_[static_cast<std::size_t>(ply + BEFORE)]; }

    MoveContext<G> context(Ply ply) const { return {at(ply - 1).move_slot, at(ply - 2).move_slot}; }

    void reset() {
        for (Ply ply = -BEFORE; ply <= STACK_PLIES + 1; ++ply) {
            Frame<G>& frame = at(ply);
            frame.move_slot = MoveContext<G>::NO_SLOT;
            frame.excluded_code = NO_CODE;
            frame.killers = {NO_CODE, NO_CODE};
            frame.has_static_eval = false;
            frame.line.clear();
        }
    }

  private:
    std::unique_ptr<Frame<G>[]> frames_;
};

}  // namespace plyground
