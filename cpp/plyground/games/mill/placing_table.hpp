// PlacingTable: what is known about positions of the placing phase, shared by threads without locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace plyground::mill {

// What the side to move can reach at least.
enum class Goal : std::uint8_t { DRAW, WIN };

// What is known about a position: for each goal whether it can be reached.
class Known {
  public:
    constexpr Known() = default;
    constexpr explicit Known(std::uint64_t bits) : bits_(bits & MASK) {}

    constexpr std::optional<bool> reaches(Goal goal) const {
        const std::uint64_t answer = bits_ >> shift(goal) & 3;
        return answer == 0 ? std::nullopt : std::optional(answer == YES);
    }
    // A win is also a draw at least, and what is not even a draw is no win.
    constexpr void add(Goal goal, bool is_reached) {
        set(goal, is_reached);
        if (goal == Goal::WIN && is_reached) set(Goal::DRAW, true);
        if (goal == Goal::DRAW && !is_reached) set(Goal::WIN, false);
    }
    constexpr std::uint64_t bits() const { return bits_; }

    static constexpr int BITS = 4;
    static constexpr std::uint64_t MASK = (1U << BITS) - 1;

  private:
    static constexpr std::uint64_t YES = 1, NO = 2;

    static constexpr int shift(Goal goal) { return goal == Goal::WIN ? 2 : 0; }
    constexpr void set(Goal goal, bool is_reached) { bits_ |= (is_reached ? YES : NO) << shift(goal); }

    std::uint64_t bits_ = 0;
};

// Positions by a key that tells them apart completely, in 60 bits; the lowest 8 bits of a key are the men in hand, four
// for each side. Each entry is one word, so that threads never see half of one. When it is full, positions with fewer
// men in hand give way, since they are solved again in less time.
class PlacingTable {
  public:
    explicit PlacingTable(std::size_t bytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
          all_(std::make_unique<Bucket[]>(buckets_)) {}

    Known find(std::uint64_t key) const {
        for (const auto& word : bucket(key)) {
            const std::uint64_t found = word.load(std::memory_order_relaxed);
            if (found >> Known::BITS == key) return Known(found);
        }
        return {};
    }

    void add(std::uint64_t key, Goal goal, bool is_reached) {
        Bucket& words = bucket(key);
        std::size_t place = 0;
        int fewest = 100;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::uint64_t found = words[i].load(std::memory_order_relaxed);
            const bool is_same = found >> Known::BITS == key;
            const int in_hand = found == 0 ? -1 : men_in_hand(found >> Known::BITS);
            if (is_same || in_hand < fewest) {
                place = i;
                fewest = in_hand;
            }
            if (is_same) break;
        }
        const std::uint64_t found = words[place].load(std::memory_order_relaxed);
        Known known = found >> Known::BITS == key ? Known(found) : Known();
        known.add(goal, is_reached);
        words[place].store(key << Known::BITS | known.bits(), std::memory_order_relaxed);
    }

  private:
    using Bucket = std::array<std::atomic<std::uint64_t>, 8>;

    static int men_in_hand(std::uint64_t key) { return static_cast<int>((key & 15) + (key >> 4 & 15)); }
    Bucket& bucket(std::uint64_t key) const { return all_[key * 0x9E3779B97F4A7C15U >> 20 & (buckets_ - 1)]; }

    std::size_t buckets_;
    std::unique_ptr<Bucket[]> all_;
};

}  // namespace plyground::mill
