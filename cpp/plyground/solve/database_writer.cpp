#include "plyground/solve/database_writer.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "plyground/solve/checksum.hpp"

#ifdef _WIN32
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace plyground::solve {

namespace {

constexpr std::size_t BATCH_BLOCKS = 64;  // for each thread between two writes
constexpr std::uint8_t WDL_NONE = 3;

std::FILE* open_file(const std::filesystem::path& path) {
#ifdef _WIN32
    return _wfopen(path.c_str(), L"wb");
#else
    return std::fopen(path.c_str(), "wb");
#endif
}

bool sync(std::FILE* file) {
#ifdef _WIN32
    return std::fflush(file) == 0 && _commit(_fileno(file)) == 0;
#else
    return std::fflush(file) == 0 && fsync(fileno(file)) == 0;
#endif
}

// After a power cut the new name must be there too. Some file systems cannot do this; the file itself is safe anyway.
void sync_folder([[maybe_unused]] const std::filesystem::path& folder) {
#ifndef _WIN32
    const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
#endif
}

// Positions that nobody asks for get the value before them, so that runs go on.
void fill_none(std::span<std::uint8_t> values, std::uint8_t none) {
    std::uint8_t last = 0;
    for (std::uint8_t& value : values) last = value = value == none ? last : value;
}

// Without a branch, so that the compiler uses vectors.
std::uint8_t wdl(Value value) {
    const auto decided = static_cast<std::uint8_t>(1 + value % 2);
    return value == DRAW_VALUE ? std::uint8_t{0} : value == NO_POSITION ? WDL_NONE : decided;
}
static_assert(is_win(2) && is_loss(3));

}  // namespace

// Turns the values of a block into compressed bytes; each thread has its own.
class DatabaseWriter::Compressor {
  public:
    Compressor(const DatabaseHeader& header, int level)
        : header_(header), values_(header.block_positions), packed_(header.block_bytes(0)) {
        if (!context_) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        // The header has the size of every block and the index its checksum.
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_contentSizeFlag, 0);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 0);
    }

    // Returns the number of bytes in `out`, or an error of zstd.
    std::size_t compress(std::span<const Value> values, std::span<std::uint8_t> out) {
        std::span<const std::uint8_t> bytes = values;
        if (header_.kind == DatabaseKind::WDL) {
            bytes = pack(values);
        } else if (!header_.keeps_none && std::ranges::find(values, NO_POSITION) != values.end()) {
            std::ranges::copy(values, values_.begin());
            fill_none(std::span(values_).first(values.size()), NO_POSITION);
            bytes = std::span(values_).first(values.size());
        }
        return ZSTD_compress2(context_.get(), out.data(), out.size(), bytes.data(), bytes.size());
    }

  private:
    std::span<const std::uint8_t> pack(std::span<const Value> values) {
        // Local pointers: a byte that is stored could otherwise change the members, and nothing would be vectorized.
        std::uint8_t* const codes = values_.data();
        std::uint8_t* const packed = packed_.data();
        const std::size_t count = values.size(), bytes = (count + 3) / 4;
        std::uint8_t seen = 0;
        for (std::size_t i = 0; i < count; ++i) {
            codes[i] = wdl(values[i]);
            seen |= static_cast<std::uint8_t>(codes[i] == WDL_NONE);
        }
        if (seen != 0 && !header_.keeps_none) fill_none({codes, count}, WDL_NONE);
        std::fill(codes + count, codes + 4 * bytes, std::uint8_t{0});
        for (std::size_t i = 0; i < bytes; ++i) {
            const auto four = load<std::uint32_t>(codes + 4 * i);
            packed[i] = static_cast<std::uint8_t>(four | four >> 6 | four >> 12 | four >> 18);
        }
        return {packed, bytes};
    }

    const DatabaseHeader& header_;
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_{ZSTD_createCCtx(), ZSTD_freeCCtx};
    std::vector<std::uint8_t> values_;
    std::vector<std::uint8_t> packed_;
};

DatabaseWriter::DatabaseWriter(std::filesystem::path path, DatabaseHeader header, DatabaseWriterOptions options)
    : path_(std::move(path)), temporary_(path_), header_(std::move(header)), is_durable_(options.is_durable) {
    temporary_ += ".part";
    const std::uint32_t most = MAX_BLOCK_BYTES * positions_per_byte(header_.kind);
    if (header_.block_positions == 0) header_.block_positions = DEFAULT_BLOCK_BYTES * positions_per_byte(header_.kind);
    if (!std::has_single_bit(header_.block_positions) || header_.block_positions > most || header_.block_positions < 4)
        throw std::invalid_argument("the positions of a block are a power of two, and at most MAX_BLOCK_BYTES");
    if (options.level == 0)
        options.level = header_.kind == DatabaseKind::WDL ? DEFAULT_WDL_LEVEL : DEFAULT_DISTANCE_LEVEL;
    for (int i = 0; i < std::max(options.threads, 1); ++i)
        compressors_.push_back(std::make_unique<Compressor>(header_, options.level));
    index_.reserve(header_.blocks());
    layout_.first_block = layout_.index = encode(header_, layout_).size();
    file_.reset(open_file(temporary_));
    // The header follows at the end; its length is known.
    if (!file_ || std::fseek(file_.get(), static_cast<long>(layout_.first_block), SEEK_SET) != 0) fail(errno);
}

DatabaseWriter::~DatabaseWriter() {
    if (is_finished_) return;
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void DatabaseWriter::append(std::span<const Value> values) {
    if (values.size() > header_.positions - appended_) throw std::logic_error("more values than positions");
    appended_ += values.size();
    if (!pending_.empty()) {
        const auto part = values.first(std::min<std::size_t>(header_.block_positions - pending_.size(), values.size()));
        pending_.insert(pending_.end(), part.begin(), part.end());
        values = values.subspan(part.size());
        if (pending_.size() < header_.block_positions) return;
        compress(pending_);
        pending_.clear();
    }
    const std::size_t whole = values.size() / header_.block_positions * header_.block_positions;
    compress(values.first(whole));
    pending_.assign(values.begin() + static_cast<std::ptrdiff_t>(whole), values.end());
}

void DatabaseWriter::compress(std::span<const Value> values) {
    const std::size_t block_positions = header_.block_positions;
    const std::size_t room = ZSTD_compressBound(header_.block_bytes(0));
    std::vector<std::uint8_t> out;
    std::vector<std::size_t> sizes;
    while (!values.empty()) {
        const std::size_t most = BATCH_BLOCKS * compressors_.size() * block_positions;
        const auto batch = values.first(std::min(most, values.size()));
        values = values.subspan(batch.size());
        sizes.resize((batch.size() + block_positions - 1) / block_positions);
        out.resize(sizes.size() * room);
        std::atomic<std::size_t> next{0};
        const auto work = [&](Compressor& compressor) {
            for (std::size_t i = next++; i < sizes.size(); i = next++) {
                const std::size_t first = i * block_positions;
                const auto block = batch.subspan(first, std::min(block_positions, batch.size() - first));
                sizes[i] = compressor.compress(block, std::span(out).subspan(i * room, room));
            }
        };
        {
            std::vector<std::thread> helpers;
            helpers.reserve(compressors_.size());
            try {
                for (std::size_t i = 1; i < std::min(compressors_.size(), sizes.size()); ++i)
                    helpers.emplace_back([&work, &own = *compressors_[i]] { work(own); });
            } catch (const std::system_error&) {
                // The system has no more threads; those that run do all the work.
            }
            work(*compressors_[0]);
            for (std::thread& helper : helpers) helper.join();
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (ZSTD_isError(sizes[i])) throw std::runtime_error(ZSTD_getErrorName(sizes[i]));
            const auto block = std::span<const std::uint8_t>(out).subspan(i * room, sizes[i]);
            write(block);
            layout_.index += block.size();
            index_.push_back({layout_.index, xxh64(block, index_.size())});
        }
    }
}

void DatabaseWriter::finish(const DatabaseCounts& counts) {
    if (appended_ != header_.positions) throw std::logic_error("fewer values than positions");
    compress(pending_);
    pending_.clear();
    const std::span index(reinterpret_cast<const std::uint8_t*>(index_.data()), index_.size() * sizeof(IndexEntry));
    write(index);
    header_.counts = counts;
    layout_.file_bytes = layout_.index + index.size();
    layout_.index_checksum = xxh64(index);
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) fail(errno);
    write(encode(header_, layout_));
    if (is_durable_ && !sync(file_.get())) fail(errno);
    if (std::fclose(file_.release()) != 0) fail(errno);
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) fail(error.value());
    is_finished_ = true;
    if (is_durable_) sync_folder(path_.parent_path());
}

void DatabaseWriter::write(std::span<const std::uint8_t> bytes) {
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail(errno);
}

void DatabaseWriter::fail(int error) const {
    refuse("database_unwritable", {{"path", path_.string()}, {"reason", std::generic_category().message(error)}});
}

}  // namespace plyground::solve
