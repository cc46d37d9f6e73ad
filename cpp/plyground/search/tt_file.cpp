#include "plyground/search/tt_file.hpp"

#include <array>
#include <fstream>
#include <vector>

#include "plyground/core/error.hpp"

namespace plyground {

namespace {

constexpr std::string_view MAGIC = "PLYTABLE";
constexpr std::uint32_t MAX_NAME = 4'096;

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_TT, code, std::move(arguments));
}

class TTFileWriter {
  public:
    explicit TTFileWriter(const std::string& path) : file_(path, std::ios::binary) {}

    void bytes(std::string_view text) { file_.write(text.data(), static_cast<std::streamsize>(text.size())); }
    template <class Number>
    void number(Number value) {
        std::array<char, sizeof value> little;
        for (std::size_t i = 0; i < little.size(); ++i) little[i] = static_cast<char>(value >> (8 * i));
        bytes({little.data(), little.size()});
    }
    void text(const std::string& text) {
        number(static_cast<std::uint32_t>(text.size()));
        bytes(text);
    }
    bool close() {
        file_.close();
        return !file_.fail();
    }

  private:
    std::ofstream file_;
};

class TTFileReader {
  public:
    explicit TTFileReader(const std::string& path) : file_(path, std::ios::binary) {}

    bool is_good() const { return file_.good(); }
    std::string bytes(std::size_t count) {
        std::string text(count, '\0');
        file_.read(text.data(), static_cast<std::streamsize>(count));
        return text;
    }
    template <class Number>
    Number number() {
        std::array<char, sizeof(Number)> little{};
        file_.read(little.data(), little.size());
        Number value = 0;
        for (std::size_t i = 0; i < little.size(); ++i)
            value |= static_cast<Number>(static_cast<unsigned char>(little[i])) << (8 * i);
        return value;
    }
    std::string text() {
        const auto length = number<std::uint32_t>();
        return length <= MAX_NAME ? bytes(length) : std::string();
    }

  private:
    std::ifstream file_;
};

// Calls `visit(key, data)` for every entry. Returns whether the file is undamaged.
template <class Visit>
bool read_entries(TTFileReader& reader, const Visit& visit) {
    const auto count = reader.number<std::uint64_t>();
    Key digest = 0;
    for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
        const auto key = reader.number<Key>();
        const auto data = reader.number<std::uint64_t>();
        digest = mix(digest ^ key) ^ mix(data);
        if (reader.is_good()) visit(key, data);
    }
    const auto stored = reader.number<Key>();
    return reader.is_good() && stored == digest;
}

void read_header(TTFileReader& reader, const std::string& path, const TTIdentity& identity) {
    if (!reader.is_good()) refuse("tt_unreadable", {{"path", path}});
    if (reader.bytes(MAGIC.size()) != MAGIC) refuse("tt_not_a_tt", {{"path", path}});
    const auto version = reader.number<std::uint32_t>();
    if (version != TT_FILE_VERSION)
        refuse("tt_version", {{"path", path},
                              {"version", static_cast<long>(version)},
                              {"expected", static_cast<long>(TT_FILE_VERSION)}});
    const std::string game = reader.text();
    const std::string digest = reader.text();
    if (!reader.is_good()) refuse("tt_damaged", {{"path", path}});
    if (game != identity.game) refuse("tt_foreign_game", {{"path", path}, {"other", game}, {"game", identity.game}});
    if (digest != identity.digest) refuse("tt_foreign_rules", {{"path", path}, {"game", identity.game}});
}

}  // namespace

void save_tt(const TranspositionTable& tt, const std::string& path, const TTIdentity& identity) {
    TTFileWriter writer(path);
    writer.bytes(MAGIC);
    writer.number(TT_FILE_VERSION);
    writer.text(identity.game);
    writer.text(identity.digest);
    std::uint64_t count = 0;
    tt.for_each([&](Key, std::uint64_t) { ++count; });
    writer.number(count);
    Key digest = 0;
    tt.for_each([&](Key key, std::uint64_t data) {
        writer.number(key);
        writer.number(data);
        digest = mix(digest ^ key) ^ mix(data);
    });
    writer.number(digest);
    if (!writer.close()) refuse("tt_unwritable", {{"path", path}});
}

std::uint64_t merge_tt(TranspositionTable& tt, const std::string& path, const TTIdentity& identity) {
    // Two passes, so that nothing is taken from a damaged file.
    const std::uint64_t count = tt_file_statistics(path, identity).used;
    TTFileReader reader(path);
    read_header(reader, path, identity);
    if (!read_entries(reader, [&](Key key, std::uint64_t data) { tt.insert(key, data); }))
        refuse("tt_damaged", {{"path", path}});
    return count;
}

TTStatistics tt_file_statistics(const std::string& path, const TTIdentity& identity) {
    TTFileReader reader(path);
    read_header(reader, path, identity);
    TTStatistics statistics;
    if (!read_entries(reader, [&](Key, std::uint64_t data) { statistics.add(data); }))
        refuse("tt_damaged", {{"path", path}});
    statistics.slots = statistics.used;
    return statistics;
}

}  // namespace plyground
