// DatabaseWriter: writes a database, whole or not at all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "plyground/core/endgame.hpp"
#include "plyground/solve/database_header.hpp"

namespace plyground::solve {

// Levels of zstd. In mill 6-6, a position takes 0.659 bits and 1.0 ns at level 1, 0.641 bits and 3.0 ns at level 5,
// and 0.630 bits and 4.2 ns at level 6; in 7-5 0.416 bits and 1.9 ns at level 3, 0.392 and 3.2 ns at level 5; with
// distances 1.77 bits and 3.1 ns at level 1, and hardly less at level 3.
inline constexpr int DEFAULT_WDL_LEVEL = 3;
inline constexpr int DEFAULT_DISTANCE_LEVEL = 1;

struct DatabaseWriterOptions {
    int threads = 1;
    int level = 0;           // of zstd; 0 for the default of the kind
    bool is_durable = true;  // also after a power cut
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

    // The next values, whole also where the kind keeps only two bits of them.
    void append(std::span<const Value> values);
    // Throws std::logic_error unless all positions have arrived.
    void finish(const DatabaseCounts& counts);

  private:
    class Compressor;
    struct FileCloser {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void compress(std::span<const Value> values);
    void write(std::span<const std::uint8_t> bytes);
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    DatabaseHeader header_;
    std::vector<std::unique_ptr<Compressor>> compressors_;  // one for each thread
    std::vector<Value> pending_;                            // of an incomplete block
    std::vector<IndexEntry> index_;
    std::uint64_t appended_ = 0;
    DatabaseLayout layout_;
    std::unique_ptr<std::FILE, FileCloser> file_;
    bool is_durable_;
    bool is_finished_ = false;
};

}  // namespace plyground::solve
