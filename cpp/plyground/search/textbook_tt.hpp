// TextbookTT: the textbook's transposition table with three replacement policies. The twin of search/tt.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "plyground/core/key.hpp"
#include "plyground/core/score.hpp"
#include "plyground/search/bound.hpp"
#include "plyground/search/features.hpp"

namespace plyground {

// What is known about a position apart from its best move; all zero = nothing.
struct TextbookTTEntry {
    Score value;
    std::uint8_t age;  // of at most 200 searches, one for each depth
    std::uint8_t depth_and_one;
    Bound bound;
    bool has_move;

    bool is_empty() const { return depth_and_one == 0; }
    Depth depth() const { return depth_and_one - 1; }
};
static_assert(sizeof(TextbookTTEntry) == 8);

// Keys, entries and moves are stored apart: most probes find nothing, and these touch only the keys.
template <class Move>
class TextbookTT {
  public:
    static constexpr std::size_t NOWHERE = ~std::size_t{0};

    TextbookTT(ReplacementPolicy policy, std::size_t size)
        : policy_(policy),
          pairs_(policy == ReplacementPolicy::TWO_TIER),
          mask_((pairs_ ? size >> 1 : size) - 1),
          keys_(size),
          entries_(size),
          moves_(std::make_unique_for_overwrite<Move[]>(size)) {}

    void new_search() { ++age_; }

    // Prefetches the slot of a position for a later `find`.
    void prefetch(Key key) const {
        __builtin_prefetch(&keys_[first_slot(key)]);
        __builtin_prefetch(&entries_[first_slot(key)]);
    }

    // The slot of a position, or NOWHERE.
    std::size_t find(Key key) const {
        const std::size_t first = first_slot(key);
        for (std::size_t slot = first; slot <= first + pairs_; ++slot)
            if (keys_[slot] == key && !entries_[slot].is_empty()) return slot;
        return NOWHERE;
    }

    const TextbookTTEntry& entry(std::size_t slot) const { return entries_[slot]; }
    const Move* move(std::size_t slot) const { return entries_[slot].has_move ? &moves_[slot] : nullptr; }

    void store(Key key, Depth depth, Score value, Bound bound, const Move* move) {
        std::size_t slot = first_slot(key);
        const TextbookTTEntry& old = entries_[slot];
        if (old.depth() > depth && policy_ != ReplacementPolicy::ALWAYS && old.age == age_) {
            if (!pairs_) return;
            ++slot;
        }
        keys_[slot] = key;
        entries_[slot] = {value, age_, static_cast<std::uint8_t>(depth + 1), bound, move != nullptr};
        if (move != nullptr) moves_[slot] = *move;
    }

  private:
    std::size_t first_slot(Key key) const { return pairs_ ? (key & mask_) << 1 : key & mask_; }

    ReplacementPolicy policy_;
    bool pairs_;
    std::size_t mask_;
    std::uint8_t age_ = 0;
    std::vector<Key> keys_;
    std::vector<TextbookTTEntry> entries_;
    std::unique_ptr<Move[]> moves_;
};

}  // namespace plyground
