// MoveHistory: which moves have been good so far, whatever the position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "plyground/core/game.hpp"
#include "plyground/search/transposition.hpp"
#include "plyground/search/tuning.hpp"

namespace plyground {

// What was played before a move: the counters that follow moves are found by it.
template <Game G>
struct Trail {
    static constexpr std::size_t SLOTS = std::min<std::size_t>(G::Move::HISTORY_SIZE, 4'096);
    static constexpr std::size_t NOTHING = SLOTS;  // no move, or one that was only a pass

    std::size_t reply_to = NOTHING;   // the other side's last move
    std::size_t sequel_to = NOTHING;  // one's own last move

    static std::size_t slot(const typename G::Move& move) {
        if constexpr (G::Move::HISTORY_SIZE <= SLOTS) return move.history_index();
        else return move.history_index() % SLOTS;
    }
};

// Counters rise when a move cuts off and fall when another one had to; each is pulled back in proportion to its size,
// so that it never leaves its range and old merits fade.
template <Game G>
class MoveHistory {
  public:
    using Move = typename G::Move;

    MoveHistory() { clear(); }

    void clear() { counters_ = std::make_unique<Counters>(); }

    int quiet(Side side, const Trail<G>& trail, const Move& move) const {
        const std::size_t slot = Trail<G>::slot(move);
        int sum = counters_->quiet[index(side)][slot];
        if constexpr (FOLLOWS) {
            sum += counters_->reply[index(side)][trail.reply_to][slot];
            sum += counters_->sequel[index(side)][trail.sequel_to][slot];
        }
        return sum;
    }
    int forcing(Side side, const Move& move) const { return counters_->forcing[index(side)][Trail<G>::slot(move)]; }
    std::uint16_t answer(Side side, const Trail<G>& trail) const {
        return counters_->answers[index(side)][trail.reply_to];
    }

    void learn_quiet(Side side, const Trail<G>& trail, std::size_t slot, int bonus) {
        pull(counters_->quiet[index(side)][slot], bonus);
        if constexpr (FOLLOWS) {
            pull(counters_->reply[index(side)][trail.reply_to][slot], bonus);
            pull(counters_->sequel[index(side)][trail.sequel_to][slot], bonus);
        }
    }
    void learn_forcing(Side side, std::size_t slot, int bonus) { pull(counters_->forcing[index(side)][slot], bonus); }
    void learn_answer(Side side, const Trail<G>& trail, std::uint16_t code) {
        counters_->answers[index(side)][trail.reply_to] = code;
    }

  private:
    static constexpr std::size_t SLOTS = Trail<G>::SLOTS;
    // Counters by pairs of moves pay only while they stay in the processor's cache.
    static constexpr bool FOLLOWS = SLOTS <= 512;
    using Counter = std::int16_t;
    using BySlot = std::array<Counter, SLOTS>;
    using ByPair = std::array<BySlot, FOLLOWS ? SLOTS + 1 : 1>;

    struct Counters {
        std::array<BySlot, 2> quiet{};
        std::array<BySlot, 2> forcing{};
        std::array<ByPair, 2> reply{};
        std::array<ByPair, 2> sequel{};
        std::array<std::array<std::uint16_t, SLOTS + 1>, 2> answers{};
    };

    static void pull(Counter& counter, int bonus) {
        counter = static_cast<Counter>(counter + bonus - counter * std::abs(bonus) / tuning::HISTORY_MOST);
    }

    std::unique_ptr<Counters> counters_;
};

}  // namespace plyground
