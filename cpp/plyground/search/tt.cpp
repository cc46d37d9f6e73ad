#include "plyground/search/tt.hpp"

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
constexpr std::size_t MAX_BUCKETS = (std::size_t{1} << 32) - 1;
constexpr Depth MUCH_DEEPER = 4;     // an entry this much deeper survives a new bound for the same position
constexpr int GENERATION_PLIES = 8;  // the depth an entry loses in replacement with each newer search

// Values are stored in 16 bits: evaluations unchanged, decisive values as the distance from 32,000. Anything in between
// is not stored.
constexpr Score MAX_STORED_EVAL = 30'000;
constexpr Score STORED_WIN = 32'000;
constexpr std::int16_t NO_VALUE = INT16_MIN;

constexpr std::int16_t pack(Score value) {
    if (value >= MIN_WIN) return static_cast<std::int16_t>(STORED_WIN - (WIN - value));
    if (value <= -MIN_WIN) return static_cast<std::int16_t>(-STORED_WIN + (WIN + value));
    return value >= -MAX_STORED_EVAL && value <= MAX_STORED_EVAL ? static_cast<std::int16_t>(value) : NO_VALUE;
}

constexpr Score unpack(std::int16_t value) {
    if (value > MAX_STORED_EVAL) return WIN - (STORED_WIN - value);
    return value < -MAX_STORED_EVAL ? -WIN + (STORED_WIN + value) : value;
}

constexpr std::uint16_t bits16(std::uint64_t data, int from) { return static_cast<std::uint16_t>(data >> from); }
constexpr std::uint16_t code_of(std::uint64_t data) { return bits16(data, 0); }
constexpr Depth depth_of(std::uint64_t data) { return static_cast<Depth>(data >> 48 & 0xFF); }
constexpr int bound_of(std::uint64_t data) { return static_cast<int>(data >> 56 & 3); }  // 0 = none
constexpr int generation_of(std::uint64_t data) { return static_cast<int>(data >> 58); }

constexpr std::uint64_t pack(const TTEntry& entry, int generation) {
    const std::int16_t value = entry.bound ? pack(entry.value) : NO_VALUE;
    const std::int16_t static_eval = entry.static_eval ? pack(*entry.static_eval) : NO_VALUE;
    const int bound = value == NO_VALUE ? 0 : static_cast<int>(*entry.bound) + 1;
    return std::uint64_t{entry.move_code} | std::uint64_t{static_cast<std::uint16_t>(value)} << 16 |
           std::uint64_t{static_cast<std::uint16_t>(static_eval)} << 32 |
           static_cast<std::uint64_t>(std::clamp(entry.depth, 0, 255)) << 48 | static_cast<std::uint64_t>(bound) << 56 |
           static_cast<std::uint64_t>(generation) << 58;
}

TTEntry unpack(std::uint64_t data) {
    TTEntry entry;
    entry.move_code = code_of(data);
    entry.depth = depth_of(data);
    if (bound_of(data) != 0) {
        entry.bound = static_cast<Bound>(bound_of(data) - 1);
        entry.value = unpack(static_cast<std::int16_t>(bits16(data, 16)));
    }
    const auto static_eval = static_cast<std::int16_t>(bits16(data, 32));
    if (static_eval != NO_VALUE) entry.static_eval = unpack(static_eval);
    return entry;
}

// Depth, less for entries of earlier searches; an empty slot has the lowest value.
int replacement_value(std::uint64_t data, int generation) {
    if (data == 0) return INT16_MIN;
    return depth_of(data) - GENERATION_PLIES * ((generation - generation_of(data)) & 63);
}

// The slot to replace for a position that is not in the bucket.
TTSlot& slot_to_replace(TTBucket& bucket, Depth depth, int generation) {
    TTSlot* worst = &bucket.slots[0];
    int lowest = replacement_value(worst->data(), generation);
    for (std::size_t i = 1; i < TTBucket::DEPTH_PREFERRED; ++i) {
        const int value = replacement_value(bucket.slots[i].data(), generation);
        if (value < lowest) {
            worst = &bucket.slots[i];
            lowest = value;
        }
    }
    return depth >= lowest ? *worst : bucket.slots[TTBucket::DEPTH_PREFERRED];
}

// Runs `work(part, parts)` on several threads, or on this one where the system provides none.
template <class Work>
void run_in_parallel(int parts, const Work& work) {
    std::vector<std::thread> threads;
    int started = 1;
    try {
        for (; started < parts; ++started) threads.emplace_back([&work, started, parts] { work(started, parts); });
    } catch (const std::system_error&) {
        for (int part = started; part < parts; ++part) work(part, parts);
    }
    work(0, parts);
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

void TTWriter::write(TTEntry entry) const {
    for (TTSlot& slot : bucket_.slots) {
        const std::uint64_t old = slot.data();
        if (old == 0 || slot.key_of(old) != key_) continue;
        if (entry.move_code == NO_CODE) entry.move_code = code_of(old);
        const bool is_much_deeper =
            depth_of(old) > entry.depth + MUCH_DEEPER && generation_of(old) == generation_ && bound_of(old) != 0;
        if (entry.bound != Bound::EXACT && is_much_deeper) return;
        return slot.store(key_, pack(entry, generation_));
    }
    slot_to_replace(bucket_, entry.depth, generation_).store(key_, pack(entry, generation_));
}

TranspositionTable::TranspositionTable(std::size_t megabytes, int threads)
    : count_(std::clamp<std::size_t>((megabytes << 20) / sizeof(TTBucket), 1, MAX_BUCKETS)) {
    // Whole huge pages: the table is accessed at random, and small pages would miss the TLB each time.
    const std::size_t bytes = (count_ * sizeof(TTBucket) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void* memory = ::operator new(bytes, std::align_val_t{HUGE_PAGE});
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    buckets_.reset(static_cast<TTBucket*>(memory));
    clear(threads);
}

void TranspositionTable::Release::operator()(TTBucket* buckets) const {
    ::operator delete(static_cast<void*>(buckets), std::align_val_t{HUGE_PAGE});
}

void TranspositionTable::clear(int threads) {
    generation_ = 0;
    run_in_parallel(std::max(threads, 1), [this](int part, int parts) {
        const std::size_t from = count_ * static_cast<std::size_t>(part) / static_cast<std::size_t>(parts);
        const std::size_t to = count_ * static_cast<std::size_t>(part + 1) / static_cast<std::size_t>(parts);
        for (std::size_t i = from; i < to; ++i) new (&buckets_.get()[i]) TTBucket{};
    });
}

TranspositionTable::Probe TranspositionTable::probe(Key key) const {
    TTBucket& found = bucket(key);
    const TTWriter writer(found, key, generation_);
    for (const TTSlot& slot : found.slots) {
        const std::uint64_t data = slot.data();
        if (data != 0 && slot.key_of(data) == key) return {unpack(data), writer};
    }
    return {std::nullopt, writer};
}

void TranspositionTable::insert(Key key, std::uint64_t data) {
    TTWriter(bucket(key), key, generation_).write(unpack(data));
}

int TranspositionTable::hashfull() const {
    constexpr std::size_t SAMPLE = 250;
    const std::size_t sampled = std::min(count_, SAMPLE);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sampled; ++i)
        for (const TTSlot& slot : buckets_.get()[i].slots) {
            const std::uint64_t data = slot.data();
            used += data != 0 && generation_of(data) == generation_;
        }
    return static_cast<int>(used * 1'000 / (sampled * (TTBucket::DEPTH_PREFERRED + 1)));
}

void TTStatistics::add(std::uint64_t data) {
    ++used;
    exact += bound_of(data) == static_cast<int>(Bound::EXACT) + 1;
    lower += bound_of(data) == static_cast<int>(Bound::LOWER) + 1;
    upper += bound_of(data) == static_cast<int>(Bound::UPPER) + 1;
    depths += depth_of(data);
}

TTStatistics TranspositionTable::statistics() const {
    TTStatistics statistics;
    statistics.slots = count_ * (TTBucket::DEPTH_PREFERRED + 1);
    for_each([&](Key, std::uint64_t data) {
        statistics.add(data);
        statistics.current += generation_of(data) == generation_;
    });
    return statistics;
}

}  // namespace plyground
