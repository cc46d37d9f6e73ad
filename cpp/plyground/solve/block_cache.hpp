// BlockCache: decompressed blocks of databases, shared by threads without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plyground/solve/database_header.hpp"

namespace plyground::solve {

inline constexpr std::size_t DEFAULT_CACHE_MB = 256;
// A larger block is kept in parts of this size.
inline constexpr std::uint32_t CACHED_BYTES = DEFAULT_BLOCK_BYTES;

// Each slot is a sequence lock: its version is odd while a thread writes it, and a reader whose version has changed has
// read nothing. So readers never wait, and a writer that finds a slot taken does without it. A block may be in one of
// WAYS slots; of those, one that has not been read since the last round gives way. Memory is taken as blocks arrive and
// kept until the cache is destroyed.
class BlockCache {
  public:
    explicit BlockCache(std::size_t megabytes);
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    // The cache of this process, for everyone who does not bring their own.
    static const std::shared_ptr<BlockCache>& shared();

    // The byte at `place` of what was inserted with this key, if it is here. Keys are never 0.
    std::optional<std::uint8_t> find(std::uint64_t key, std::uint32_t place);
    // At most CACHED_BYTES.
    void insert(std::uint64_t key, std::span<const std::uint8_t> block);

  private:
    using Word = std::atomic<std::uint64_t>;
    static constexpr std::size_t WORDS = CACHED_BYTES / sizeof(Word);
    static constexpr std::size_t WAYS = 4;

    struct Slot {
        std::atomic<std::uint32_t> version{0};
        std::atomic<bool> was_read{false};
        std::atomic<std::uint64_t> key{0};
        std::unique_ptr<std::array<Word, WORDS>> words;  // set once, while the version is odd for the first time
    };
    using Set = std::array<Slot, WAYS>;

    Set& set_of(std::uint64_t key);

    std::vector<Set> sets_;
};

}  // namespace plyground::solve
