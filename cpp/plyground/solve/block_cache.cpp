#include "plyground/solve/block_cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "plyground/core/key.hpp"

namespace plyground::solve {

BlockCache::BlockCache(std::size_t megabytes)
    : sets_(std::max<std::size_t>((megabytes << 20) / (CACHED_BYTES * WAYS), 1)) {}

const std::shared_ptr<BlockCache>& BlockCache::shared() {
    static const auto CACHE = std::make_shared<BlockCache>(DEFAULT_CACHE_MB);
    return CACHE;
}

BlockCache::Set& BlockCache::set_of(std::uint64_t key) {
    // The upper half of the mixed key as a fraction of the number of sets.
    return sets_[(mix(key) >> 32) * sets_.size() >> 32];
}

std::optional<std::uint8_t> BlockCache::find(std::uint64_t key, std::uint32_t place) {
    for (Slot& slot : set_of(key)) {
        if (slot.key.load(std::memory_order_relaxed) != key) continue;
        const std::uint32_t version = slot.version.load(std::memory_order_acquire);
        // Version 0 has no words yet.
        if (version % 2 != 0 || version == 0 || slot.key.load(std::memory_order_relaxed) != key) continue;
        // Acquire keeps the second look at the version behind this load.
        const std::uint64_t word = (*slot.words)[place / sizeof word].load(std::memory_order_acquire);
        if (slot.version.load(std::memory_order_relaxed) != version) continue;
        if (!slot.was_read.load(std::memory_order_relaxed)) slot.was_read.store(true, std::memory_order_relaxed);
        return static_cast<std::uint8_t>(word >> (place % sizeof word * 8));
    }
    return std::nullopt;
}

void BlockCache::insert(std::uint64_t key, std::span<const std::uint8_t> block) {
    Set& set = set_of(key);
    Slot* victim = nullptr;
    for (Slot& slot : set) {
        if (slot.key.load(std::memory_order_relaxed) == key) return;  // another thread was faster
        if (victim == nullptr && !slot.was_read.load(std::memory_order_relaxed)) victim = &slot;
    }
    if (victim == nullptr) {
        for (Slot& slot : set) slot.was_read.store(false, std::memory_order_relaxed);
        victim = &set[key % WAYS];
    }
    std::uint32_t version = victim->version.load(std::memory_order_relaxed);
    // Version 0 comes once: after four billion rounds it is skipped.
    const std::uint32_t next = version + 2 == 0 ? 2 : version + 2;
    if (version % 2 != 0 || !victim->version.compare_exchange_strong(version, version + 1, std::memory_order_acquire))
        return;
    if (!victim->words) victim->words.reset(new (std::nothrow) std::array<Word, WORDS>);
    if (victim->words) {
        // Release keeps these stores behind the odd version.
        victim->key.store(key, std::memory_order_release);
        for (std::size_t at = 0, word = 0; at < block.size(); at += sizeof(Word), ++word) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, &block[at], std::min(sizeof bytes, block.size() - at));
            (*victim->words)[word].store(bytes, std::memory_order_release);
        }
        victim->was_read.store(true, std::memory_order_relaxed);
    }
    victim->version.store(victim->words ? next : version, std::memory_order_release);
}

}  // namespace plyground::solve
