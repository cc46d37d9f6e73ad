#include "plyground/solve/database.hpp"

#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "plyground/solve/checksum.hpp"

namespace plyground::solve {

namespace {

constexpr int KEY_BITS = 40;  // of a cached part within its database
constexpr std::uint64_t MAX_PARTS = MAX_BLOCK_BYTES / CACHED_BYTES;
constexpr std::size_t MAX_PROBES = 16;  // a range that is read position by position, through the cache

// Each open database has keys of its own, so that a file that is opened again after a change never meets old blocks.
std::uint64_t next_first_key() {
    static std::atomic<std::uint64_t> LAST{0};
    return ++LAST << KEY_BITS;
}

// What a thread needs to decompress a block.
struct Decompressor {
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context{ZSTD_createDCtx(), ZSTD_freeDCtx};
    alignas(64) std::array<std::uint8_t, MAX_BLOCK_BYTES> block;
};

Decompressor& decompressor() {
    thread_local Decompressor OWN;
    if (!OWN.context) throw std::bad_alloc();
    return OWN;
}

constexpr std::uint8_t two_bits(std::uint8_t byte, std::uint32_t shift) { return byte >> shift & 3; }

}  // namespace

// Where the value of a position is: in which block, in which byte of it, and from which bit on.
struct Database::Place {
    std::uint64_t block;
    std::uint32_t byte;
    std::uint32_t shift;
};

Database Database::open(const std::filesystem::path& path, std::shared_ptr<BlockCache> cache) {
    try {
        return Database(std::make_unique<MappedFile>(path), path, std::move(cache));
    } catch (const std::system_error& error) {
        refuse("database_unreadable", {{"path", path.string()}, {"reason", error.code().message()}});
    }
}

Database::Database(std::unique_ptr<MappedFile> file, std::filesystem::path path, std::shared_ptr<BlockCache> cache)
    : file_(std::move(file)), path_(std::move(path)), cache_(std::move(cache)), first_key_(next_first_key()) {
    std::tie(header_, layout_) = decode(file_->bytes(), path_);
    if (header_.blocks() * MAX_PARTS >> KEY_BITS != 0) refuse("database_damaged", {{"path", path_.string()}});
    block_shift_ = std::countr_zero(header_.block_positions);
}

Database::Place Database::place_of(std::uint64_t position) const {
    if (position >= header_.positions) throw std::out_of_range("no such position in the database");
    const auto within = static_cast<std::uint32_t>(position & (header_.block_positions - 1));
    if (header_.kind == DatabaseKind::DISTANCE) return {position >> block_shift_, within, 0};
    return {position >> block_shift_, within / 4, within % 4 * 2};
}

std::uint64_t Database::key_of(std::uint64_t block, std::uint32_t part) const {
    return first_key_ | (block * MAX_PARTS + part);
}

std::optional<std::uint8_t> Database::probe_cached(std::uint64_t position) const {
    const Place place = place_of(position);
    const auto byte = cache_->find(key_of(place.block, place.byte / CACHED_BYTES), place.byte % CACHED_BYTES);
    if (!byte || header_.kind == DatabaseKind::DISTANCE) return byte;
    return two_bits(*byte, place.shift);
}

std::uint8_t Database::probe(std::uint64_t position) const {
    if (const auto value = probe_cached(position)) return *value;
    const Place place = place_of(position);
    const auto block = decompress(place.block);
    const std::uint32_t part = place.byte / CACHED_BYTES;
    const auto from = block.subspan(std::size_t{part} * CACHED_BYTES);
    cache_->insert(key_of(place.block, part), from.first(std::min<std::size_t>(from.size(), CACHED_BYTES)));
    const std::uint8_t byte = block[place.byte];
    return header_.kind == DatabaseKind::DISTANCE ? byte : two_bits(byte, place.shift);
}

void Database::read(std::uint64_t first, std::span<std::uint8_t> out) const {
    if (first > header_.positions || out.size() > header_.positions - first)
        throw std::out_of_range("no such positions in the database");
    if (out.size() <= MAX_PROBES) {
        for (std::uint8_t& value : out) value = probe(first++);
        return;
    }
    while (!out.empty()) {
        const Place place = place_of(first);
        const auto block = decompress(place.block);
        const std::uint64_t within = first & (header_.block_positions - 1);
        const std::size_t count = std::min<std::uint64_t>(header_.block_positions - within, out.size());
        if (header_.kind == DatabaseKind::DISTANCE) std::memcpy(out.data(), &block[place.byte], count);
        else
            for (std::size_t i = 0; i < count; ++i)
                out[i] = two_bits(block[(within + i) / 4], static_cast<std::uint32_t>((within + i) % 4 * 2));
        first += count;
        out = out.subspan(count);
    }
}

void Database::check_size(std::uint64_t positions) const {
    if (header_.positions != positions) refuse("database_damaged", {{"path", path_.string()}});
}

void Database::check_blocks(std::uint64_t first, std::uint64_t count) const {
    for (std::uint64_t block = first; block < std::min(first + count, header_.blocks()); ++block) decompress(block);
}

std::span<const std::uint8_t> Database::decompress(std::uint64_t block) const {
    const auto bytes = file_->bytes();
    const std::uint8_t* entry = &bytes[layout_.index + block * sizeof(IndexEntry)];
    const std::uint64_t begin = block == 0 ? layout_.first_block : load<std::uint64_t>(entry - sizeof(IndexEntry));
    const auto packed = bytes.subspan(begin, load<std::uint64_t>(entry) - begin);
    // The number of the block is part of its checksum, so that blocks cannot change places either.
    if (xxh64(packed, block) != load<std::uint64_t>(entry + 8)) refuse("database_damaged", {{"path", path_.string()}});
    Decompressor& own = decompressor();
    const std::size_t expected = header_.block_bytes(block);
    const std::size_t size =
        ZSTD_decompressDCtx(own.context.get(), own.block.data(), expected, packed.data(), packed.size());
    if (size != expected) refuse("database_damaged", {{"path", path_.string()}});
    return {own.block.data(), expected};
}

}  // namespace plyground::solve
