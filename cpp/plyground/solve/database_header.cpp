#include "plyground/solve/database_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "plyground/solve/checksum.hpp"

namespace plyground::solve {

namespace {

// As in PNG, a byte that is no text and a line ending show at once when a program has converted the file as a text.
constexpr std::array<std::uint8_t, 8> MAGIC = {0x89, 'P', 'L', 'Y', 'D', 'B', '\r', '\n'};
constexpr std::size_t VERSION_END = MAGIC.size() + 4;
constexpr std::size_t FIXED_BYTES = 80;
constexpr std::size_t CHECKSUM_BYTES = 8;
constexpr std::uint8_t NO_LONGEST = 255;

class Writer {
  public:
    template <class Number>
    void number(Number value) {
        for (std::size_t i = 0; i < sizeof value; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    void text(const std::string& text) {
        if (text.size() > std::numeric_limits<std::uint16_t>::max()) throw std::length_error("a text in a header");
        number(static_cast<std::uint16_t>(text.size()));
        bytes_.insert(bytes_.end(), text.begin(), text.end());
    }
    std::vector<std::uint8_t>& bytes() { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_{MAGIC.begin(), MAGIC.end()};
};

// Reads within its bytes only; `is_good` says whether there were enough.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

    template <class Number>
    Number number() {
        const auto bytes = take(sizeof(Number));
        return bytes.empty() ? Number{} : load<Number>(bytes.data());
    }
    std::string text() {
        const auto bytes = take(number<std::uint16_t>());
        return {bytes.begin(), bytes.end()};
    }
    bool is_good() const { return is_good_; }

  private:
    std::span<const std::uint8_t> take(std::size_t count) {
        is_good_ = is_good_ && count <= left_.size();
        if (!is_good_) return {};
        const auto taken = left_.first(count);
        left_ = left_.subspan(count);
        return taken;
    }

    std::span<const std::uint8_t> left_;
    bool is_good_ = true;
};

std::optional<std::uint8_t> longest(std::uint8_t plies) {
    return plies == NO_LONGEST ? std::nullopt : std::optional(plies);
}

bool has_sound_blocks(const DatabaseHeader& header, const DatabaseLayout& layout) {
    if (!std::has_single_bit(header.block_positions)) return false;
    const std::uint32_t per_byte = positions_per_byte(header.kind);
    if (header.block_positions < per_byte || header.block_positions / per_byte > MAX_BLOCK_BYTES) return false;
    if (header.positions > std::numeric_limits<std::uint64_t>::max() - header.block_positions) return false;
    if (layout.index < layout.first_block || layout.index > layout.file_bytes) return false;
    const std::uint64_t index_bytes = layout.file_bytes - layout.index;
    return index_bytes % sizeof(IndexEntry) == 0 && index_bytes / sizeof(IndexEntry) == header.blocks();
}

bool has_sound_index(std::span<const std::uint8_t> index, const DatabaseLayout& layout) {
    if (xxh64(index) != layout.index_checksum) return false;
    std::uint64_t end = layout.first_block;
    for (std::size_t at = 0; at < index.size(); at += sizeof(IndexEntry)) {
        const auto next = load<std::uint64_t>(&index[at]);
        if (next < end) return false;
        end = next;
    }
    return end == layout.index;
}

}  // namespace

std::uint32_t DatabaseHeader::block_bytes(std::uint64_t block) const {
    const std::uint64_t first = block * block_positions;
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(block_positions, positions - first));
    return (count + positions_per_byte(kind) - 1) / positions_per_byte(kind);
}

std::vector<std::uint8_t> encode(const DatabaseHeader& header, const DatabaseLayout& layout) {
    Writer writer;
    writer.number(DATABASE_VERSION);
    writer.number(std::uint32_t{0});  // the length of the header, see below
    writer.number(layout.file_bytes);
    writer.number(header.positions);
    writer.number(header.counts.wins);
    writer.number(header.counts.draws);
    writer.number(header.counts.losses);
    writer.number(header.block_positions);
    writer.number(static_cast<std::uint8_t>(header.kind));
    writer.number(static_cast<std::uint8_t>(header.keeps_none));
    writer.number(header.counts.longest_win.value_or(NO_LONGEST));
    writer.number(header.counts.longest_loss.value_or(NO_LONGEST));
    writer.number(layout.index);
    writer.number(layout.index_checksum);
    for (const std::string* text : {&header.game, &header.rules, &header.table, &header.software}) writer.text(*text);
    std::vector<std::uint8_t>& bytes = writer.bytes();
    const auto length = static_cast<std::uint32_t>(bytes.size() + CHECKSUM_BYTES);
    std::memcpy(&bytes[VERSION_END], &length, sizeof length);
    writer.number(xxh64(bytes));
    return std::move(bytes);
}

std::pair<DatabaseHeader, DatabaseLayout> decode(std::span<const std::uint8_t> file,
                                                 const std::filesystem::path& path) {
    if (file.size() < MAGIC.size() || !std::equal(MAGIC.begin(), MAGIC.end(), file.begin()))
        refuse("database_not_a_database", {{"path", path.string()}});
    Reader reader(file.subspan(MAGIC.size()));
    const auto version = reader.number<std::uint32_t>();
    const auto length = reader.number<std::uint32_t>();
    if (!reader.is_good()) refuse("database_damaged", {{"path", path.string()}});
    if (version != DATABASE_VERSION)
        refuse("database_version", {{"path", path.string()},
                                    {"version", std::to_string(version)},
                                    {"expected", static_cast<long>(DATABASE_VERSION)}});
    if (length < FIXED_BYTES + CHECKSUM_BYTES || length > file.size() ||
        load<std::uint64_t>(&file[length - CHECKSUM_BYTES]) != xxh64(file.first(length - CHECKSUM_BYTES)))
        refuse("database_damaged", {{"path", path.string()}});

    DatabaseHeader header;
    DatabaseLayout layout;
    layout.first_block = length;
    layout.file_bytes = reader.number<std::uint64_t>();
    header.positions = reader.number<std::uint64_t>();
    header.counts.wins = reader.number<std::uint64_t>();
    header.counts.draws = reader.number<std::uint64_t>();
    header.counts.losses = reader.number<std::uint64_t>();
    header.block_positions = reader.number<std::uint32_t>();
    const auto kind = reader.number<std::uint8_t>();
    header.kind = static_cast<DatabaseKind>(kind);
    header.keeps_none = reader.number<std::uint8_t>() != 0;
    header.counts.longest_win = longest(reader.number<std::uint8_t>());
    header.counts.longest_loss = longest(reader.number<std::uint8_t>());
    layout.index = reader.number<std::uint64_t>();
    layout.index_checksum = reader.number<std::uint64_t>();
    for (std::string* text : {&header.game, &header.rules, &header.table, &header.software}) *text = reader.text();
    const bool is_sound = reader.is_good() && kind <= static_cast<std::uint8_t>(DatabaseKind::DISTANCE) &&
                          layout.file_bytes == file.size() && has_sound_blocks(header, layout) &&
                          has_sound_index(file.subspan(static_cast<std::size_t>(layout.index)), layout);
    if (!is_sound) refuse("database_damaged", {{"path", path.string()}});
    return {std::move(header), layout};
}

void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_DATABASE, code, std::move(arguments));
}

}  // namespace plyground::solve
