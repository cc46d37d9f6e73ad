// Database files: what is written comes back, and whatever is damaged is refused.
#include "plyground/solve/database.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "plyground/solve/checksum.hpp"
#include "plyground/solve/database_writer.hpp"
#include "tests/check.hpp"
#include "tests/folder.hpp"

using namespace plyground;
using namespace plyground::solve;

namespace {

using tests::Folder;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t NONE = 255;

DatabaseHeader header_of(DatabaseKind kind, std::uint64_t positions, std::uint32_t block_positions = 64) {
    DatabaseHeader header;
    header.game = "mill";
    header.rules = "men=9";
    header.table = "5-4";
    header.software = "test";
    header.kind = kind;
    header.positions = positions;
    header.block_positions = block_positions;
    return header;
}

// Runs of draws, wins, losses and positions that do not exist.
Bytes values_of(std::size_t count, unsigned seed = 1) {
    std::mt19937 random(seed);
    Bytes values;
    while (values.size() < count) {
        const auto value = static_cast<std::uint8_t>(random() % 3 == 0 ? random() % 60 : random() % 5 == 0 ? NONE : 0);
        values.insert(values.end(), std::min<std::size_t>(1 + random() % 9, count - values.size()), value);
    }
    return values;
}

void write(const std::filesystem::path& path, const DatabaseHeader& header, const Bytes& values, int threads = 1) {
    DatabaseWriter writer(path, header, {.threads = threads});
    writer.append(values);
    writer.finish({1, 2, 3, 25, 26});
}

Bytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

void write_file(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

Bytes read_all(const Database& database) {
    Bytes values(database.size());
    database.read(0, values);
    return values;
}

std::uint8_t two_bits(std::uint8_t value) { return value == 0 ? 0 : value == NONE ? 3 : value % 2 == 0 ? 1 : 2; }

Bytes stored(const Bytes& values, const DatabaseHeader& header) {
    Bytes expected;
    std::uint8_t last = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % header.block_positions == 0) last = 0;
        if (values[i] != NONE || header.keeps_none) last = values[i];
        expected.push_back(header.kind == DatabaseKind::WDL ? two_bits(last) : last);
    }
    return expected;
}

// The code of the error, or nothing.
template <class Action>
std::string code_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::INVALID_DATABASE);
        return error.code();
    }
    return "";
}

constexpr DatabaseKind KINDS[] = {DatabaseKind::WDL, DatabaseKind::DISTANCE};

}  // namespace

TEST(checksums_are_those_of_xxhash) {
    const auto sum = [](std::string_view text, std::uint64_t seed = 0) {
        return xxh64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, seed);
    };
    CHECK_EQUAL(sum(""), 0xEF46DB3751D8E999U);
    CHECK_EQUAL(sum("a"), 0xD24EC4F1A98C6E5BU);
    CHECK_EQUAL(sum("abc"), 0x44BC2CF5AD770999U);
    CHECK_EQUAL(sum("xxhash", 20141025), 0xB559B98D844E0635U);
    CHECK_EQUAL(sum("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1U);
}

TEST(database_gives_back_what_was_written) {
    const Folder folder;
    for (const DatabaseKind kind : KINDS)
        for (const bool keeps_none : {false, true})
            for (const std::size_t count : {0, 1, 64, 1'000}) {
                DatabaseHeader header = header_of(kind, count);
                header.keeps_none = keeps_none;
                const Bytes values = values_of(count);
                write(folder / "5-4", header, values);
                const Database database = Database::open(folder / "5-4");
                const Bytes expected = stored(values, header);
                CHECK(read_all(database) == expected);
                for (std::size_t i = 0; i < count; ++i) CHECK_EQUAL(database.probe(i), expected[i]);
                CHECK_EQUAL(database.header().table, "5-4");
                CHECK_EQUAL(database.header().rules, "men=9");
                CHECK(database.header().keeps_none == keeps_none);
                CHECK(database.header().counts == (DatabaseCounts{1, 2, 3, 25, 26}));
            }
}

TEST(blocks_larger_than_a_part_of_the_cache_are_probed_in_full) {
    const Folder folder;
    const Bytes values = values_of(300'000);
    for (const DatabaseKind kind : KINDS) {
        const std::uint32_t positions = MAX_BLOCK_BYTES * positions_per_byte(kind);
        write(folder / "5-4", header_of(kind, values.size(), positions), values);
        const Database database = Database::open(folder / "5-4", std::make_shared<BlockCache>(1));
        const Bytes expected = read_all(database);
        for (int round = 0; round < 2; ++round)
            for (std::size_t i = 0; i < values.size(); i += 97) CHECK_EQUAL(int{database.probe(i)}, int{expected[i]});
    }
}

TEST(database_reads_any_range) {
    const Folder folder;
    const Bytes values = values_of(300);
    for (const DatabaseKind kind : KINDS) {
        write(folder / "5-4", header_of(kind, 300), values);
        const Database database = Database::open(folder / "5-4");
        const Bytes all = read_all(database);
        for (std::size_t first = 0; first <= 300; first += 7)
            for (const std::size_t count : {0, 1, 64, 130}) {
                if (first + count > 300) continue;
                Bytes part(count);
                database.read(first, part);
                CHECK(std::equal(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(first)));
            }
    }
}

TEST(database_has_no_positions_beyond_its_end) {
    const Folder folder;
    write(folder / "5-4", header_of(DatabaseKind::WDL, 100), values_of(100));
    const Database database = Database::open(folder / "5-4");
    const auto is_refused = [](auto action) {
        try {
            action();
        } catch (const std::out_of_range&) {
            return true;
        }
        return false;
    };
    CHECK(is_refused([&] { database.probe(100); }));
    CHECK(is_refused([&] { database.probe(~std::uint64_t{0}); }));
    Bytes two(2);
    CHECK(is_refused([&] { database.read(99, two); }));
    CHECK(is_refused([&] { database.read(~std::uint64_t{0}, two); }));
}

TEST(database_file_is_the_same_for_any_threads_and_portions) {
    const Folder folder;
    const Bytes values = values_of(50'000);
    for (const DatabaseKind kind : KINDS) {
        const DatabaseHeader header = header_of(kind, values.size(), 256);
        write(folder / "one", header, values);
        write(folder / "many", header, values, 5);
        {
            DatabaseWriter writer(folder / "portions", header, {.threads = 2});
            std::span<const std::uint8_t> left = values;
            for (std::size_t size = 1; !left.empty(); size = size * 3 % 1'000 + 1) {
                writer.append(left.first(std::min(size, left.size())));
                left = left.subspan(std::min(size, left.size()));
            }
            writer.finish({1, 2, 3, 25, 26});
        }
        CHECK(read_file(folder / "one") == read_file(folder / "many"));
        CHECK(read_file(folder / "one") == read_file(folder / "portions"));
    }
}

TEST(database_with_any_flipped_byte_is_refused) {
    const Folder folder;
    for (const DatabaseKind kind : KINDS) {
        write(folder / "sound", header_of(kind, 500), values_of(500));
        const Bytes sound = read_file(folder / "sound");
        for (std::size_t at = 0; at < sound.size(); ++at)
            for (const int flip : {0x01, 0x80, 0xFF}) {
                Bytes damaged = sound;
                damaged[at] ^= static_cast<std::uint8_t>(flip);
                write_file(folder / "damaged", damaged);
                CHECK(code_of([&] { read_all(Database::open(folder / "damaged")); }) != "");
            }
    }
}

TEST(database_that_is_too_short_or_too_long_is_refused_when_opened) {
    const Folder folder;
    write(folder / "sound", header_of(DatabaseKind::DISTANCE, 500), values_of(500));
    const Bytes sound = read_file(folder / "sound");
    for (std::size_t size = 0; size < sound.size(); ++size) {
        write_file(folder / "short", Bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)));
        const std::string code = code_of([&] { Database::open(folder / "short"); });
        CHECK_EQUAL(code, size < 8 ? "database_not_a_database" : "database_damaged");
    }
    Bytes longer = sound;
    longer.push_back(0);
    write_file(folder / "long", longer);
    CHECK_EQUAL(code_of([&] { Database::open(folder / "long"); }), "database_damaged");
}

TEST(database_of_another_version_is_refused_as_such) {
    const Folder folder;
    write(folder / "5-4", header_of(DatabaseKind::WDL, 10), values_of(10));
    Bytes bytes = read_file(folder / "5-4");
    bytes[8] = 2;
    write_file(folder / "5-4", bytes);
    CHECK_EQUAL(code_of([&] { Database::open(folder / "5-4"); }), "database_version");
    CHECK_EQUAL(code_of([&] { Database::open(folder / "missing"); }), "database_unreadable");
    CHECK_EQUAL(code_of([&] { Database::open(folder.path()); }), "database_unreadable");
}

TEST(unfinished_database_leaves_the_old_one_alone) {
    const Folder folder;
    const DatabaseHeader header = header_of(DatabaseKind::WDL, 200);
    write(folder / "5-4", header, values_of(200));
    const Bytes old = read_file(folder / "5-4");
    {
        DatabaseWriter writer(folder / "5-4", header);
        writer.append(values_of(100, 2));
    }
    CHECK(read_file(folder / "5-4") == old);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
    CHECK_EQUAL(files, 1U);
}

TEST(database_in_no_folder_cannot_be_written) {
    const Folder folder;
    const auto path = folder.path() / "missing" / "5-4";
    CHECK_EQUAL(code_of([&] { DatabaseWriter(path, header_of(DatabaseKind::WDL, 1)); }), "database_unwritable");
}

TEST(threads_share_a_cache_that_is_too_small) {
    const Folder folder;
    auto cache = std::make_shared<BlockCache>(0);
    std::vector<Database> databases;
    std::vector<Bytes> expected;
    for (const DatabaseKind kind : KINDS) {
        const Bytes values = values_of(20'000, 3);
        write(folder / "5-4", header_of(kind, values.size(), 1'024), values);
        databases.push_back(Database::open(folder / "5-4", cache));
        expected.push_back(read_all(databases.back()));
        // The mapping of a replaced file stays valid.
    }
    std::atomic<int> wrong{0}, cached{0};
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed)
        threads.emplace_back([&, seed] {
            std::mt19937 random(seed);
            for (int i = 0; i < 20'000; ++i) {
                const std::size_t which = random() % 2,
                                  position = random() % 3 == 0 ? random() % 20'000 : random() % 64;
                if (const auto value = databases[which].probe_cached(position)) {
                    ++cached;
                    wrong += *value != expected[which][position];
                }
                wrong += databases[which].probe(position) != expected[which][position];
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK_EQUAL(wrong.load(), 0);
    CHECK(cached > 0);
}

TEST(cached_blocks_of_a_closed_database_are_never_mistaken_for_another) {
    const Folder folder;
    auto cache = std::make_shared<BlockCache>(1);
    for (unsigned seed = 0; seed < 4; ++seed) {
        const Bytes values = values_of(1'000, seed);
        DatabaseHeader header = header_of(DatabaseKind::DISTANCE, values.size());
        header.keeps_none = true;
        write(folder / "5-4", header, values);
        const Database database = Database::open(folder / "5-4", cache);
        for (std::size_t i = 0; i < values.size(); ++i) CHECK_EQUAL(int{database.probe(i)}, int{values[i]});
    }
}
