// Transposition: the table of positions already searched, shared by all threads without locks.
//
// A slot is two words, read and written separately and without order:
//
//   word 0   key xor word 1, so that a slot torn by two writers answers to neither key (Hyatt and Mann's trick)
//   word 1   bits 0-15 move code | 16-31 value | 32-47 estimate | 48-55 depth | 56-57 bound | 58-63 age
//
// A bucket is one cache line of four slots: three that prefer depth, and one that always takes what is recent.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "plyground/core/key.hpp"
#include "plyground/core/score.hpp"
#include "plyground/search/bound.hpp"

namespace plyground {

inline constexpr std::uint16_t NO_CODE = 0;  // no move; a move whose own code is 0 is only forgotten

// What the table knows about a position. Decisive values count from the position itself, not from the root.
struct Known {
    std::uint16_t move_code = NO_CODE;
    Depth depth = 0;
    std::optional<Bound> bound{};  // none: `value` says nothing
    Score value = DRAWN;
    std::optional<Score> estimate{};  // the static evaluation

    // Whether the value settles a search of this window.
    bool settles(Score alpha, Score beta) const {
        if (!bound) return false;
        return *bound == Bound::EXACT || (*bound == Bound::LOWER ? value >= beta : value <= alpha);
    }
};

struct TableSlot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> word{0};
};

struct alignas(64) TableBucket {
    static constexpr std::size_t DEEP = 3;  // slots that prefer depth; the one behind them takes the rest
    std::array<TableSlot, DEEP + 1> slots;
};

// How full a table is and with what.
struct TableStatistics {
    std::size_t slots = 0;
    std::size_t used = 0;
    std::size_t current = 0;  // of the latest search
    std::size_t exact = 0;
    std::size_t lower = 0;
    std::size_t upper = 0;
    double mean_depth = 0;
};

// The right to write what was found out about one position, got by probing for it.
class TableWriter {
  public:
    TableWriter(TableBucket& bucket, Key key, int age) : bucket_(bucket), key_(key), age_(age) {}

    // Keeps the better of what is known and what is new: a move is never replaced by none, nor an analysis of this
    // search by one that is much shallower.
    void write(Known known) const;

  private:
    TableBucket& bucket_;
    Key key_;
    int age_;
};

class Transposition {
  public:
    struct Reading {
        std::optional<Known> known;
        TableWriter writer;
    };

    // Throws std::bad_alloc if there is not so much memory. Clearing a large table takes a while, so threads share it.
    explicit Transposition(std::size_t megabytes, int threads = 1);

    Reading probe(Key key) const;
    void prefetch([[maybe_unused]] Key key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(key));
#endif
    }

    // A new search: what was stored before is worth less from now on.
    void advance() { age_ = (age_ + 1) & MOST_AGE; }
    void clear(int threads = 1);

    int fullness() const;  // slots of this search, of a thousand
    TableStatistics statistics() const;

    // Calls `take(key, word)` for everything stored; `put` takes such a pair into this or another table.
    template <class Take>
    void each(const Take& take) const {
        for (std::size_t i = 0; i < count_; ++i)
            for (const TableSlot& slot : buckets_.get()[i].slots) {
                const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
                if (word != 0) take(slot.check.load(std::memory_order_relaxed) ^ word, word);
            }
    }
    void put(Key key, std::uint64_t word);

  private:
    static constexpr int MOST_AGE = 63;

    struct Release {
        void operator()(TableBucket* buckets) const;
    };

    // The key's upper half, scaled: any number of buckets will do, and the lower half stays to tell keys apart.
    TableBucket& bucket(Key key) const { return buckets_.get()[(key >> 32) * count_ >> 32]; }

    std::size_t count_;
    std::unique_ptr<TableBucket[], Release> buckets_;
    int age_ = 0;
};

}  // namespace plyground
