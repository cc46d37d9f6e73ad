#include "plyground/solve/large_array.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace plyground::solve {

namespace {

constexpr std::align_val_t PAGE{std::size_t{1} << 21};

struct Block {
    void* memory;
    std::size_t bytes;  // with what it was made
};

// The memory that is kept, and how many want it kept.
struct Kept {
    std::mutex mutex;
    std::vector<Block> free, used;
    int keepers = 0;

    void clear() {
        for (const Block& block : free) ::operator delete(block.memory, PAGE);
        free.clear();
    }
};

Kept& kept() {
    static Kept all;
    return all;
}

}  // namespace

KeptMemory::KeptMemory() {
    const std::lock_guard lock(kept().mutex);
    ++kept().keepers;
}

KeptMemory::~KeptMemory() {
    const std::lock_guard lock(kept().mutex);
    if (--kept().keepers == 0) kept().clear();
}

void* take_large_memory(std::size_t bytes) {
    const std::lock_guard lock(kept().mutex);
    auto& free = kept().free;
    // The smallest that is large enough, unless most of it would lie idle.
    const auto fits = [&](const Block& block) { return block.bytes >= bytes && block.bytes / 4 <= bytes; };
    auto best = free.end();
    for (auto block = free.begin(); block != free.end(); ++block)
        if (fits(*block) && (best == free.end() || block->bytes < best->bytes)) best = block;
    Block found{nullptr, bytes};
    if (best != free.end()) {
        found = *best;
        free.erase(best);
    } else {
        kept().clear();  // so that no more memory is taken than without keeping any
        found.memory = ::operator new(bytes, PAGE);
#if defined(__linux__)
        madvise(found.memory, bytes, MADV_HUGEPAGE);  // a wish; without it everything works as well
#endif
    }
    kept().used.push_back(found);
    return found.memory;
}

void return_large_memory(void* memory) {
    if (memory == nullptr) return;
    const std::lock_guard lock(kept().mutex);
    auto& used = kept().used;
    const auto block = std::ranges::find(used, memory, &Block::memory);
    if (kept().keepers > 0) kept().free.push_back(*block);
    else ::operator delete(memory, PAGE);
    used.erase(block);
}

}  // namespace plyground::solve
