// VisitedStates: the states that the chains of one piece have reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/key.hpp"
#include "plyground/core/point_set.hpp"

namespace plyground::draughts {

// A set of (captured pieces, word). The first few are stored in the object and searched linearly, which is enough for
// ordinary positions; more go to a hash table.
class VisitedStates {
  public:
    void clear() {
        inline_.clear();
        if (!table_.empty()) table_.clear();
        used_ = 0;
    }

    // Returns whether the state is new.
    bool add(PointSet captured, std::uint32_t word) {
        const State state{captured, word};
        for (const State& seen : inline_)
            if (seen == state) return false;
        if (inline_.size() < INLINE_CAPACITY) {
            inline_.push(state);
            return true;
        }
        return add_to_table(state);
    }

    bool has(PointSet captured, std::uint32_t word) {
        const State state{captured, word};
        for (const State& seen : inline_)
            if (seen == state) return true;
        return !table_.empty() && find(state) == state;
    }

  private:
    static constexpr std::size_t INLINE_CAPACITY = 16;

    struct State {
        PointSet captured;
        std::uint32_t word = 0;
        friend constexpr bool operator==(const State&, const State&) = default;
    };

    // Open addressing. A free slot has nothing captured; stored states do.
    bool add_to_table(State state) {
        if (table_.empty()) table_.resize(256);
        if (2 * used_ >= table_.size()) grow();
        State& slot = find(state);
        if (slot == state) return false;
        slot = state;
        ++used_;
        return true;
    }

    State& find(State state) {
        std::size_t i = mix(state.captured.bits() ^ mix(state.word)) & (table_.size() - 1);
        while (!table_[i].captured.is_empty() && !(table_[i] == state)) i = (i + 1) & (table_.size() - 1);
        return table_[i];
    }

    void grow() {
        std::vector<State> old(2 * table_.size());
        old.swap(table_);
        for (const State& state : old)
            if (!state.captured.is_empty()) find(state) = state;
    }

    InlineList<State, INLINE_CAPACITY> inline_;
    std::vector<State> table_;
    std::size_t used_ = 0;
};

}  // namespace plyground::draughts
