// MoveHistory: how well moves have done so far, regardless of the position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "plyground/core/game.hpp"
#include "plyground/search/tt.hpp"
#include "plyground/search/tuning.hpp"

namespace plyground {

// The moves played before a move; they select its continuation history.
template <Game G>
struct MoveContext {
    static constexpr std::size_t SLOTS = std::min<std::size_t>(G::Move::HISTORY_SIZE, 4'096);
    static constexpr std::size_t NO_SLOT = SLOTS;  // no move, or a null move

    std::size_t one_ply_ago = NO_SLOT;    // the opponent's last move
    std::size_t two_plies_ago = NO_SLOT;  // our own last move

    static std::size_t slot(const typename G::Move& move) {
        if constexpr (G::Move::HISTORY_SIZE <= SLOTS) return move.history_index();
        else return move.history_index() % SLOTS;
    }
};

// A counter rises when its move causes a cutoff and falls when another move does. Each update is scaled by the
// counter's size, so that it stays in range and old results fade.
template <Game G>
class MoveHistory {
  public:
    using Move = typename G::Move;

    MoveHistory() { clear(); }

    void clear() { tables_ = std::make_unique<Tables>(); }

    int quiet(Side side, const MoveContext<G>& context, const Move& move) const {
        const std::size_t slot = MoveContext<G>::slot(move);
        int sum = tables_->quiet[index(side)][slot];
        if constexpr (HAS_CONTINUATION) {
            sum += tables_->continuation_one[index(side)][context.one_ply_ago][slot];
            sum += tables_->continuation_two[index(side)][context.two_plies_ago][slot];
        }
        return sum;
    }
    int forcing(Side side, const Move& move) const { return tables_->forcing[index(side)][MoveContext<G>::slot(move)]; }
    std::uint16_t counter_move(Side side, const MoveContext<G>& context) const {
        return tables_->counter_moves[index(side)][context.one_ply_ago];
    }

    void update_quiet(Side side, const MoveContext<G>& context, std::size_t slot, int bonus) {
        add_bonus(tables_->quiet[index(side)][slot], bonus);
        if constexpr (HAS_CONTINUATION) {
            add_bonus(tables_->continuation_one[index(side)][context.one_ply_ago][slot], bonus);
            add_bonus(tables_->continuation_two[index(side)][context.two_plies_ago][slot], bonus);
        }
    }
    void update_forcing(Side side, std::size_t slot, int bonus) {
        add_bonus(tables_->forcing[index(side)][slot], bonus);
    }
    void set_counter_move(Side side, const MoveContext<G>& context, std::uint16_t code) {
        tables_->counter_moves[index(side)][context.one_ply_ago] = code;
    }

  private:
    static constexpr std::size_t SLOTS = MoveContext<G>::SLOTS;
    // Continuation history pays only while it fits into the processor's cache.
    static constexpr bool HAS_CONTINUATION = SLOTS <= 512;
    using Counter = std::int16_t;
    using BySlot = std::array<Counter, SLOTS>;
    using ByPair = std::array<BySlot, HAS_CONTINUATION ? SLOTS + 1 : 1>;

    struct Tables {
        std::array<BySlot, 2> quiet{};
        std::array<BySlot, 2> forcing{};
        std::array<ByPair, 2> continuation_one{};
        std::array<ByPair, 2> continuation_two{};
        std::array<std::array<std::uint16_t, SLOTS + 1>, 2> counter_moves{};
    };

    static void add_bonus(Counter& counter, int bonus) {
        counter = static_cast<Counter>(counter + bonus - counter * std::abs(bonus) / tuning::MAX_HISTORY);
    }

    std::unique_ptr<Tables> tables_;
};

}  // namespace plyground
