// The transposition table (TT): positions already searched, shared by all threads without locks.
//
// A slot is two 64-bit words, read and written separately and in no order:
//
//   word 0   key xor data, so that a slot torn by two writers matches neither key (Hyatt and Mann's lockless hashing)
//   word 1   data: bits 0-15 move code | 16-31 value | 32-47 static eval | 48-55 depth | 56-57 bound | 58-63 generation
//
// A bucket is one cache line of four slots: three that prefer depth, and one that is always replaced.
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

inline constexpr std::uint16_t NO_CODE = 0;  // no move; a move whose own code is 0 is simply not stored

// What the table knows about a position. Decisive values count plies from the position itself, not from the root.
struct TTEntry {
    std::uint16_t move_code = NO_CODE;
    Depth depth = 0;
    std::optional<Bound> bound{};  // none: `value` is meaningless
    Score value = DRAWN;
    std::optional<Score> static_eval{};

    // Whether the value is enough to cut off a search with this window.
    bool allows_cutoff(Score alpha, Score beta) const {
        if (!bound) return false;
        return *bound == Bound::EXACT || (*bound == Bound::LOWER ? value >= beta : value <= alpha);
    }
};

// An empty slot has data 0.
class TTSlot {
  public:
    std::uint64_t data() const { return data_.load(std::memory_order_relaxed); }
    // The key of the position this data was stored for; some other key if the slot is torn.
    Key key_of(std::uint64_t data) const { return key_xor_data_.load(std::memory_order_relaxed) ^ data; }
    void store(Key key, std::uint64_t data) {
        key_xor_data_.store(key ^ data, std::memory_order_relaxed);
        data_.store(data, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::uint64_t> key_xor_data_{0};
    std::atomic<std::uint64_t> data_{0};
};

struct alignas(64) TTBucket {
    static constexpr std::size_t DEPTH_PREFERRED = 3;  // slots; the last one is always replaced
    std::array<TTSlot, DEPTH_PREFERRED + 1> slots;
};

// What a table or a file of one holds.
struct TTStatistics {
    std::size_t slots = 0;
    std::size_t used = 0;
    std::size_t current = 0;  // written by the latest search
    std::size_t exact = 0;
    std::size_t lower = 0;
    std::size_t upper = 0;
    double depths = 0;  // their sum

    void add(std::uint64_t data);
    double mean_depth() const { return used > 0 ? depths / static_cast<double>(used) : 0; }
};

// Writes the entry of one position into its bucket. Probing for a position returns its writer.
class TTWriter {
  public:
    TTWriter(TTBucket& bucket, Key key, int generation) : bucket_(bucket), key_(key), generation_(generation) {}

    // Keeps the better of the old and the new entry: a move is never replaced by none, nor an entry of this search by a
    // much shallower one.
    void write(TTEntry entry) const;

  private:
    TTBucket& bucket_;
    Key key_;
    int generation_;
};

class TranspositionTable {
  public:
    struct Probe {
        std::optional<TTEntry> entry;
        TTWriter writer;
    };

    // Throws std::bad_alloc if there is not enough memory. Clearing a large table takes a while, so threads share it.
    explicit TranspositionTable(std::size_t megabytes, int threads = 1);

    Probe probe(Key key) const;
    void prefetch([[maybe_unused]] Key key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(key));
#endif
    }

    // Starts a new generation: entries of earlier searches are replaced sooner.
    void new_search() { generation_ = (generation_ + 1) & MAX_GENERATION; }
    void clear(int threads = 1);

    int hashfull() const;  // slots of this search, per mille
    TTStatistics statistics() const;

    // Calls `visit(key, data)` for every entry; `insert` adds such a pair to this or another table.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t i = 0; i < count_; ++i)
            for (const TTSlot& slot : buckets_.get()[i].slots) {
                const std::uint64_t data = slot.data();
                if (data != 0) visit(slot.key_of(data), data);
            }
    }
    void insert(Key key, std::uint64_t data);

  private:
    static constexpr int MAX_GENERATION = 63;

    struct Release {
        void operator()(TTBucket* buckets) const;
    };

    // The upper half of the key selects the bucket: scaled, so any number of buckets works. The lower half still tells
    // the keys of a bucket apart.
    TTBucket& bucket(Key key) const { return buckets_.get()[(key >> 32) * count_ >> 32]; }

    std::size_t count_;
    std::unique_ptr<TTBucket[], Release> buckets_;
    int generation_ = 0;
};

}  // namespace plyground
