// Database: one file of solved positions, open for probing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "plyground/core/endgame.hpp"
#include "plyground/solve/block_cache.hpp"
#include "plyground/solve/database_header.hpp"
#include "plyground/solve/mapped_file.hpp"

namespace plyground::solve {

// The file is mapped into memory, and a probe decompresses one block into the cache unless it is there. Any number of
// threads may probe at the same time; none of them waits for another.
//
// `open` checks the header and the index, and every block is checked when it is decompressed. Whatever is wrong throws
// Error of the kind INVALID_DATABASE, so a damaged file never gives a wrong answer.
class Database : public SolvedTable {
  public:
    static Database open(const std::filesystem::path& path, std::shared_ptr<BlockCache> cache = BlockCache::shared());

    const DatabaseHeader& header() const { return header_; }
    std::uint64_t size() const { return header_.positions; }
    std::uint64_t file_bytes() const { return file_->bytes().size(); }

    // What is stored for a position: 0 to 3 or a Value, depending on the kind. Throws std::out_of_range.
    // Unless the header says `keeps_none`, a position that does not exist has any value.
    std::uint8_t probe(std::uint64_t position) const;
    // The same if it needs no decompression.
    std::optional<std::uint8_t> probe_cached(std::uint64_t position) const;
    // The same for a range; a long one does not disturb the cache.
    void read(std::uint64_t first, std::span<std::uint8_t> out) const override;
    // Throws unless the database has as many positions as its table.
    void check_size(std::uint64_t positions) const;
    // Decompresses some blocks; throws unless all of them are sound.
    void check_blocks(std::uint64_t first, std::uint64_t count) const;

  private:
    struct Place;

    Database(std::unique_ptr<MappedFile> file, std::filesystem::path path, std::shared_ptr<BlockCache> cache);

    Place place_of(std::uint64_t position) const;
    std::uint64_t key_of(std::uint64_t block, std::uint32_t part) const;  // in the cache
    // The decompressed block, valid until this thread decompresses another one.
    std::span<const std::uint8_t> decompress(std::uint64_t block) const;

    std::unique_ptr<MappedFile> file_;
    std::filesystem::path path_;
    std::shared_ptr<BlockCache> cache_;
    DatabaseHeader header_;
    DatabaseLayout layout_;
    int block_shift_ = 0;
    std::uint64_t first_key_ = 0;
};

}  // namespace plyground::solve
