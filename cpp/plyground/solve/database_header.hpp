// DatabaseHeader: what a database file says about itself. docs/database-format.md describes the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plyground/core/error.hpp"

namespace plyground::solve {

// Increased whenever an older program could misread a file.
inline constexpr std::uint32_t DATABASE_VERSION = 1;
// The default size of a decompressed block. Decompressing one takes 12 microseconds in mill; one of twice the size
// takes 21 and makes the file 4 % smaller.
inline constexpr std::uint32_t DEFAULT_BLOCK_BYTES = 1U << 13;
inline constexpr std::uint32_t MAX_BLOCK_BYTES = 1U << 16;

// What is stored for each position: two bits (0 draw, 1 win, 2 loss, 3 no such position), or a byte (a Value).
enum class DatabaseKind : std::uint8_t { WDL, DISTANCE };

constexpr std::uint32_t positions_per_byte(DatabaseKind kind) { return kind == DatabaseKind::WDL ? 4 : 1; }

// The values of a database, counted up to symmetry.
struct DatabaseCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::optional<std::uint8_t> longest_win;  // in plies
    std::optional<std::uint8_t> longest_loss;

    bool operator==(const DatabaseCounts&) const = default;
};

struct DatabaseHeader {
    std::string game;
    std::string rules;  // the canonical text of the rules
    std::string table;  // which positions of the game these are, such as "5-4"
    std::string software;
    DatabaseKind kind = DatabaseKind::WDL;
    // Whether a position that does not exist reads as such. Otherwise it reads as anything, which compresses better.
    bool keeps_none = false;
    std::uint64_t positions = 0;
    std::uint32_t block_positions = 0;  // a power of two; 0 lets the writer choose
    DatabaseCounts counts;

    std::uint64_t blocks() const { return (positions + block_positions - 1) / block_positions; }
    // The size of a block when it is decompressed; the last one may be shorter than the others.
    std::uint32_t block_bytes(std::uint64_t block) const;
};

// Where the parts of a file are.
struct DatabaseLayout {
    std::uint64_t first_block = 0;
    std::uint64_t index = 0;
    std::uint64_t file_bytes = 0;
    std::uint64_t index_checksum = 0;
};

// An entry of the index: where a block ends, and its checksum. A block begins where the one before it ends.
struct IndexEntry {
    std::uint64_t end;
    std::uint64_t checksum;
};
static_assert(sizeof(IndexEntry) == 16);

std::vector<std::uint8_t> encode(const DatabaseHeader& header, const DatabaseLayout& layout);
// The header of a file; throws Error of the kind INVALID_DATABASE unless it is one whose index has the right checksum.
std::pair<DatabaseHeader, DatabaseLayout> decode(std::span<const std::uint8_t> file, const std::filesystem::path& path);

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments);

}  // namespace plyground::solve
