// PlainTable: the textbook's transposition table with three replacement policies. The twin of search/table.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plyground/core/key.hpp"
#include "plyground/core/score.hpp"
#include "plyground/search/bound.hpp"
#include "plyground/search/switches.hpp"

namespace plyground {

template <class Move>
struct PlainEntry {
    Key key = 0;
    Score value = 0;
    Depth depth = -1;  // -1 = empty
    int age = 0;
    Bound bound = Bound::EXACT;
    std::optional<Move> move;
};

template <class Move>
class PlainTable {
  public:
    PlainTable(Policy policy, std::size_t size)
        : policy_(policy), pairs_(policy == Policy::TWO_TIER), mask_((pairs_ ? size >> 1 : size) - 1), slots_(size) {}

    void new_search() { ++age_; }

    const PlainEntry<Move>* find(Key key) const {
        const std::size_t first = first_slot(key);
        for (std::size_t slot = first; slot <= first + pairs_; ++slot)
            if (slots_[slot].depth >= 0 && slots_[slot].key == key) return &slots_[slot];
        return nullptr;
    }

    void store(Key key, Depth depth, Score value, Bound bound, const std::optional<Move>& move) {
        std::size_t slot = first_slot(key);
        const PlainEntry<Move>& old = slots_[slot];
        if (old.depth > depth && policy_ != Policy::ALWAYS && old.age == age_) {
            if (!pairs_) return;
            ++slot;
        }
        slots_[slot] = {key, value, depth, age_, bound, move};
    }

  private:
    std::size_t first_slot(Key key) const { return pairs_ ? (key & mask_) << 1 : key & mask_; }

    Policy policy_;
    bool pairs_;
    std::size_t mask_;
    int age_ = 0;
    std::vector<PlainEntry<Move>> slots_;
};

}  // namespace plyground
