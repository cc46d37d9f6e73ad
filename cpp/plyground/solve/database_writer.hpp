// DatabaseWriter: writes a database, whole or not at all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "plyground/solve/database_header.hpp"

namespace plyground::solve {

inline constexpr int DEFAULT_WDL_LEVEL = 6;
inline constexpr int DEFAULT_DISTANCE_LEVEL = 3;

struct DatabaseWriterOptions {
    int threads = 1;
    int level = 0;  // of zstd; 0 for the default of the kind
};

// Values arrive in the order of their positions and go into a temporary file, `PATH.part`, which `finish` renames. If
// that never happens, nothing is at PATH that was not there before. The bytes do not depend on the number of threads or
// on how the values are divided among the calls of `append`.
//
// Whatever prevents writing, such as a full disk, throws Error of the kind INVALID_DATABASE.
class DatabaseWriter {
  public:
    DatabaseWriter(std::filesystem::path path, DatabaseHeader header, DatabaseWriterOptions options = {});
    // Deletes the temporary file unless it is finished.
    ~DatabaseWriter();
    DatabaseWriter(const DatabaseWriter&) = delete;
    DatabaseWriter& operator=(const DatabaseWriter&) = delete;

    // The next values, each a Value byte, also where the kind keeps only two bits of it.
    void append(std::span<const std::uint8_t> values);
    // Throws std::logic_error unless all positions have arrived.
    void finish(const DatabaseCounts& counts);

  private:
    class Compressor;
    struct FileCloser {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void compress(std::span<const std::uint8_t> values);
    void write(std::span<const std::uint8_t> bytes);
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    DatabaseHeader header_;
    std::vector<std::unique_ptr<Compressor>> compressors_;  // one for each thread
    std::vector<std::uint8_t> pending_;                     // values of an incomplete block
    std::vector<IndexEntry> index_;
    std::uint64_t appended_ = 0;
    DatabaseLayout layout_;
    std::unique_ptr<std::FILE, FileCloser> file_;
    bool is_finished_ = false;
};

}  // namespace plyground::solve
