// MovePicker: returns the moves of a position one by one, those most likely to cause a cutoff first.
//
//   1  the TT move
//   2  forcing moves that lose nothing, by the game's hint
//   3  killers, the counter move, and quiet moves by history
//   4  forcing moves that lose material
//
// Nothing is scored before it is needed: most nodes end with their first move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "plyground/core/game.hpp"
#include "plyground/search/frame.hpp"
#include "plyground/search/move_history.hpp"

namespace plyground {

// Which moves of a list are forcing, for games that can test a move and for games that can only list them.
template <Game G>
class ForcingTest {
  public:
    ForcingTest(const G& game, const typename G::Position& position, MoveList<G>& scratch)
        : game_(game), position_(position), forcing_(scratch) {
        if constexpr (HasForcingMoves<G> && !HasForcingTest<G>) {
            forcing_.clear();
            game.forcing_moves(position, forcing_);
        }
    }
    bool operator()(const typename G::Move& move) const {
        if constexpr (HasForcingTest<G>) return game_.is_forcing(position_, move);
        else if constexpr (HasForcingMoves<G>)
            return std::find(forcing_.begin(), forcing_.end(), move) != forcing_.end();
        else return false;
    }

  private:
    const G& game_;
    const typename G::Position& position_;
    MoveList<G>& forcing_;
};

template <Game G>
int hint_of(const G& game, const typename G::Position& position, const typename G::Move& move) {
    if constexpr (HasMoveHints<G>) return game.hint(position, move);
    else return 0;
}

template <Game G>
class MovePicker {
  public:
    using Move = typename G::Move;

    // The frame's moves must be generated already; they are reordered as they are returned. Exchanges that win less
    // than `threshold` are losing.
    MovePicker(const G& game, Frame<G>& frame, const MoveHistory<G>& history, const MoveContext<G>& context,
               std::uint16_t tt_code, MoveList<G>& scratch, Score threshold = 0)
        : game_(game),
          frame_(frame),
          history_(history),
          context_(context),
          scratch_(scratch),
          tt_code_(tt_code),
          threshold_(threshold),
          end_(frame.moves.size()) {}

    // The next move, or nullptr. Valid until the next call.
    const Move* next() {
        switch (stage_) {
            case Stage::TT_MOVE:
                stage_ = Stage::SPLIT;
                if (tt_code_ != NO_CODE && select_tt_move())
                    return take(ForcingTest<G>(game_, frame_.position, scratch_)(frame_.moves[0]));
                [[fallthrough]];
            case Stage::SPLIT:
                split_forcing();
                stage_ = Stage::WINNING;
                [[fallthrough]];
            case Stage::WINNING:
                if (select_winning()) return take(true);
                rank_remaining();
                stage_ = Stage::REMAINING;
                [[fallthrough]];
            case Stage::REMAINING:
                if (next_ == end_) return nullptr;
                select_best(end_);
                return take(frame_.ranks[next_] <= LOSING);
        }
        return nullptr;
    }

    // About the move returned last.
    bool is_forcing() const { return is_forcing_; }
    bool is_losing() const { return stage_ == Stage::REMAINING && is_forcing_; }

    // Skips all remaining quiet moves.
    void skip_quiets() {
        if (stage_ != Stage::REMAINING) return;
        std::size_t kept = next_;
        for (std::size_t i = next_; i < end_; ++i)
            if (frame_.ranks[i] <= LOSING) swap(kept++, i);
        end_ = kept;
    }

  private:
    enum class Stage : std::uint8_t { TT_MOVE, SPLIT, WINNING, REMAINING };
    static constexpr int KILLER = 1 << 28;
    static constexpr int LOSING = -(1 << 28);

    void swap(std::size_t a, std::size_t b) {
        std::swap(frame_.moves[a], frame_.moves[b]);
        std::swap(frame_.ranks[a], frame_.ranks[b]);
    }

    const Move* take(bool is_forcing) {
        is_forcing_ = is_forcing;
        return &frame_.moves[next_++];
    }

    bool select_tt_move();
    void split_forcing();
    bool select_winning();
    void rank_remaining();
    void select_best(std::size_t end) {
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < end; ++i)
            if (frame_.ranks[i] > frame_.ranks[best]) best = i;
        swap(next_, best);
    }

    const G& game_;
    Frame<G>& frame_;
    const MoveHistory<G>& history_;
    const MoveContext<G> context_;
    MoveList<G>& scratch_;
    const std::uint16_t tt_code_;
    const Score threshold_;
    std::size_t next_ = 0;
    std::size_t winning_end_ = 0;  // winning forcing moves, followed by losing ones up to forcing_end_
    std::size_t forcing_end_ = 0;
    std::size_t end_;
    Stage stage_ = Stage::TT_MOVE;
    bool is_forcing_ = false;
};

template <Game G>
bool MovePicker<G>::select_tt_move() {
    for (std::size_t i = 0; i < end_; ++i)
        if (frame_.moves[i].code() == tt_code_) {
            swap(0, i);
            return true;
        }
    return false;
}

template <Game G>
void MovePicker<G>::split_forcing() {
    const ForcingTest<G> is_forcing(game_, frame_.position, scratch_);
    forcing_end_ = next_;
    for (std::size_t i = next_; i < end_; ++i) {
        if (!is_forcing(frame_.moves[i])) continue;
        const Move move = frame_.moves[i];
        swap(i, forcing_end_);
        frame_.ranks[forcing_end_++] =
            hint_of(game_, frame_.position, move) + history_.forcing(frame_.side, move) / tuning::FORCING_HISTORY_SHARE;
    }
    winning_end_ = forcing_end_;
}

template <Game G>
bool MovePicker<G>::select_winning() {
    while (next_ < winning_end_) {
        select_best(winning_end_);
        if constexpr (HasExchangeTest<G>) {
            if (!game_.wins_exchange(frame_.position, frame_.moves[next_], threshold_)) {
                swap(next_, --winning_end_);
                continue;
            }
        }
        return true;
    }
    return false;
}

template <Game G>
void MovePicker<G>::rank_remaining() {
    for (std::size_t i = next_; i < forcing_end_; ++i) frame_.ranks[i] += LOSING - (1 << 24);
    const std::uint16_t counter_move = history_.counter_move(frame_.side, context_);
    for (std::size_t i = forcing_end_; i < end_; ++i) {
        const Move& move = frame_.moves[i];
        const std::uint16_t code = move.code();
        if (code == frame_.killers[0]) frame_.ranks[i] = KILLER + 2;
        else if (code == frame_.killers[1]) frame_.ranks[i] = KILLER + 1;
        else if (code == counter_move) frame_.ranks[i] = KILLER;
        else
            frame_.ranks[i] = history_.quiet(frame_.side, context_, move) +
                              tuning::QUIET_HINT * hint_of(game_, frame_.position, move);
    }
}

}  // namespace plyground
