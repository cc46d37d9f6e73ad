#include "plyground/search/transposition.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace plyground {

namespace {

constexpr std::size_t HUGE_PAGE = std::size_t{2} << 20;
constexpr std::size_t MOST_BUCKETS = (std::size_t{1} << 32) - 1;
constexpr Depth KEPT_ABOVE = 4;     // an analysis this much deeper is not given up for a new bound of the same position
constexpr int AGE_COSTS_PLIES = 8;  // how much depth an entry of the search before is worth less

// Values in sixteen bits: evaluations as they are, decisive ones as the distance below 32,000. What lies between is not
// kept.
constexpr Score MOST_KEPT = 30'000;
constexpr Score KEPT_WIN = 32'000;
constexpr std::int16_t NO_VALUE = INT16_MIN;

constexpr std::int16_t pack(Score value) {
    if (value >= LEAST_WIN) return static_cast<std::int16_t>(KEPT_WIN - (WIN - value));
    if (value <= -LEAST_WIN) return static_cast<std::int16_t>(-KEPT_WIN + (WIN + value));
    return value >= -MOST_KEPT && value <= MOST_KEPT ? static_cast<std::int16_t>(value) : NO_VALUE;
}

constexpr Score unpack(std::int16_t value) {
    if (value > MOST_KEPT) return WIN - (KEPT_WIN - value);
    return value < -MOST_KEPT ? -WIN + (KEPT_WIN + value) : value;
}

constexpr std::uint16_t bits16(std::uint64_t word, int from) { return static_cast<std::uint16_t>(word >> from); }
constexpr std::uint16_t code_of(std::uint64_t word) { return bits16(word, 0); }
constexpr Depth depth_of(std::uint64_t word) { return static_cast<Depth>(word >> 48 & 0xFF); }
constexpr int bound_of(std::uint64_t word) { return static_cast<int>(word >> 56 & 3); }  // 0 = none
constexpr int age_of(std::uint64_t word) { return static_cast<int>(word >> 58); }

constexpr std::uint64_t word_of(const Known& known, int age) {
    const std::int16_t value = known.bound ? pack(known.value) : NO_VALUE;
    const std::int16_t estimate = known.estimate ? pack(*known.estimate) : NO_VALUE;
    const int bound = value == NO_VALUE ? 0 : static_cast<int>(*known.bound) + 1;
    return std::uint64_t{known.move_code} | std::uint64_t{static_cast<std::uint16_t>(value)} << 16 |
           std::uint64_t{static_cast<std::uint16_t>(estimate)} << 32 |
           static_cast<std::uint64_t>(std::clamp(known.depth, 0, 255)) << 48 | static_cast<std::uint64_t>(bound) << 56 |
           static_cast<std::uint64_t>(age) << 58;
}

Known known_of(std::uint64_t word) {
    Known known;
    known.move_code = code_of(word);
    known.depth = depth_of(word);
    if (bound_of(word) != 0) {
        known.bound = static_cast<Bound>(bound_of(word) - 1);
        known.value = unpack(static_cast<std::int16_t>(bits16(word, 16)));
    }
    const auto estimate = static_cast<std::int16_t>(bits16(word, 32));
    if (estimate != NO_VALUE) known.estimate = unpack(estimate);
    return known;
}

// Depth, less for entries of earlier searches; an empty slot is worth least.
int worth(std::uint64_t word, int age) {
    if (word == 0) return INT16_MIN;
    return depth_of(word) - AGE_COSTS_PLIES * ((age - age_of(word)) & 63);
}

void store(TableSlot& slot, Key key, std::uint64_t word) {
    slot.check.store(key ^ word, std::memory_order_relaxed);
    slot.word.store(word, std::memory_order_relaxed);
}

// The slot that a position not yet in the bucket goes to.
TableSlot& victim(TableBucket& bucket, Depth depth, int age) {
    TableSlot* least = &bucket.slots[0];
    int least_worth = worth(least->word.load(std::memory_order_relaxed), age);
    for (std::size_t i = 1; i < TableBucket::DEEP; ++i) {
        const int candidate = worth(bucket.slots[i].word.load(std::memory_order_relaxed), age);
        if (candidate < least_worth) {
            least = &bucket.slots[i];
            least_worth = candidate;
        }
    }
    return depth >= least_worth ? *least : bucket.slots[TableBucket::DEEP];
}

// Runs `work(part, parts)` on several threads, or on this one where the system gives none.
template <class Work>
void share(int parts, const Work& work) {
    std::vector<std::thread> crew;
    int started = 1;
    try {
        for (; started < parts; ++started) crew.emplace_back([&work, started, parts] { work(started, parts); });
    } catch (const std::system_error&) {
        for (int part = started; part < parts; ++part) work(part, parts);
    }
    work(0, parts);
    for (std::thread& thread : crew) thread.join();
}

}  // namespace

void TableWriter::write(Known known) const {
    for (TableSlot& slot : bucket_.slots) {
        const std::uint64_t old = slot.word.load(std::memory_order_relaxed);
        if (old == 0 || (slot.check.load(std::memory_order_relaxed) ^ old) != key_) continue;
        if (known.move_code == NO_CODE) known.move_code = code_of(old);
        const bool is_much_deeper =
            depth_of(old) > known.depth + KEPT_ABOVE && age_of(old) == age_ && bound_of(old) != 0;
        if (known.bound != Bound::EXACT && is_much_deeper) return;
        return store(slot, key_, word_of(known, age_));
    }
    store(victim(bucket_, known.depth, age_), key_, word_of(known, age_));
}

Transposition::Transposition(std::size_t megabytes, int threads)
    : count_(std::clamp<std::size_t>((megabytes << 20) / sizeof(TableBucket), 1, MOST_BUCKETS)) {
    // Whole huge pages: the table is read at random, and small pages would miss the processor's page cache each time.
    const std::size_t bytes = (count_ * sizeof(TableBucket) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void* memory = ::operator new(bytes, std::align_val_t{HUGE_PAGE});
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    buckets_.reset(static_cast<TableBucket*>(memory));
    clear(threads);
}

void Transposition::Release::operator()(TableBucket* buckets) const {
    ::operator delete(static_cast<void*>(buckets), std::align_val_t{HUGE_PAGE});
}

void Transposition::clear(int threads) {
    age_ = 0;
    share(std::max(threads, 1), [this](int part, int parts) {
        const std::size_t from = count_ * static_cast<std::size_t>(part) / static_cast<std::size_t>(parts);
        const std::size_t to = count_ * static_cast<std::size_t>(part + 1) / static_cast<std::size_t>(parts);
        for (std::size_t i = from; i < to; ++i) new (&buckets_.get()[i]) TableBucket{};
    });
}

Transposition::Reading Transposition::probe(Key key) const {
    TableBucket& place = bucket(key);
    const TableWriter writer(place, key, age_);
    for (const TableSlot& slot : place.slots) {
        const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
        if (word != 0 && (slot.check.load(std::memory_order_relaxed) ^ word) == key) return {known_of(word), writer};
    }
    return {std::nullopt, writer};
}

void Transposition::put(Key key, std::uint64_t word) { TableWriter(bucket(key), key, age_).write(known_of(word)); }

int Transposition::fullness() const {
    constexpr std::size_t SAMPLE = 250;
    const std::size_t looked_at = std::min(count_, SAMPLE);
    std::size_t used = 0;
    for (std::size_t i = 0; i < looked_at; ++i)
        for (const TableSlot& slot : buckets_.get()[i].slots) {
            const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
            used += word != 0 && age_of(word) == age_;
        }
    return static_cast<int>(used * 1'000 / (looked_at * (TableBucket::DEEP + 1)));
}

TableStatistics Transposition::statistics() const {
    TableStatistics statistics;
    statistics.slots = count_ * (TableBucket::DEEP + 1);
    double depths = 0;
    each([&](Key, std::uint64_t word) {
        ++statistics.used;
        statistics.current += age_of(word) == age_;
        statistics.exact += bound_of(word) == static_cast<int>(Bound::EXACT) + 1;
        statistics.lower += bound_of(word) == static_cast<int>(Bound::LOWER) + 1;
        statistics.upper += bound_of(word) == static_cast<int>(Bound::UPPER) + 1;
        depths += depth_of(word);
    });
    if (statistics.used > 0) statistics.mean_depth = depths / static_cast<double>(statistics.used);
    return statistics;
}

}  // namespace plyground
