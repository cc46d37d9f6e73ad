// Databases inside the search: what they say is found and counted, known results are kept, and damage ends the search.
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "plyground/games/chess/endgame_index.hpp"
#include "plyground/games/chess/game.hpp"
#include "plyground/games/mill/moving_tables.hpp"
#include "plyground/search/searcher.hpp"
#include "plyground/solve/database_writer.hpp"
#include "plyground/solve/table_prober.hpp"
#include "tests/check.hpp"
#include "tests/endgame_solver.hpp"
#include "tests/folder.hpp"

using namespace plyground;
using chess::Chess;
using chess::EndgameTables;
using solve::Database;
using solve::DatabaseKind;

namespace {

using ChessProber = solve::TableProber<chess::Position, EndgameTables>;
constexpr DatabaseKind BOTH[] = {DatabaseKind::WDL, DatabaseKind::DISTANCE};

// All endings with three men, in files.
class Files {
  public:
    Files() : tables_(3), values_(tests::solve_all<chess::EndgameIndex>(tables_)) {
        for (const DatabaseKind kind : BOTH)
            for (std::size_t i = 0; i < values_.size(); ++i) {
                solve::DatabaseHeader header;
                header.game = "chess";
                header.table = tables_.tables()[i].name;
                header.kind = kind;
                header.positions = values_[i].size();
                solve::DatabaseWriter writer(path(i, kind), header, {.threads = 1});
                writer.append(values_[i]);
                writer.finish({});
            }
    }

    const EndgameTables& tables() const { return tables_; }
    const tests::EndgameBytes& values() const { return values_; }
    std::filesystem::path path(std::size_t table, DatabaseKind kind) const {
        return folder_ / (tables_.tables()[table].name + (kind == DatabaseKind::WDL ? ".wdl" : ".dtw")).c_str();
    }
    std::shared_ptr<ChessProber> prober(std::vector<DatabaseKind> kinds) const {
        std::vector<std::shared_ptr<Database>> open;
        for (const DatabaseKind kind : kinds)
            for (std::size_t i = 0; i < values_.size(); ++i)
                open.push_back(std::make_shared<Database>(Database::open(path(i, kind))));
        return std::make_shared<ChessProber>(tables_, open);
    }
    // Changes a byte in the first block of the endings with a rook.
    void damage() const {
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (tables_.tables()[i].name.find('R') == std::string::npos) continue;
            std::fstream file(path(i, DatabaseKind::WDL), std::ios::in | std::ios::out | std::ios::binary);
            constexpr std::streamoff AFTER_HEADER = 120;
            file.seekg(AFTER_HEADER);
            const auto byte = static_cast<char>(file.get() ^ 1);
            file.seekp(AFTER_HEADER);
            file.put(byte);
        }
    }

  private:
    tests::Folder folder_;
    EndgameTables tables_;
    tests::EndgameBytes values_;
};

SearchResult<chess::Move> found(const Chess& game, const char* fen,
                                std::shared_ptr<const Prober<chess::Position>> prober, const Limits& limits,
                                SearcherOptions options = {}) {
    options.hash_mb = 1;
    Searcher<Chess> searcher(game, options, std::move(prober));
    return searcher.run(game.parse_fen(fen), {}, limits);
}

constexpr const char* ROOK_ENDING = "8/8/8/4k3/8/8/8/KR6 w - - 0 1";
constexpr const char* PAWN_ENDING = "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1";
constexpr const char* KNIGHT_IS_LOST = "8/8/8/8/4k3/8/1K6/n6R b - - 0 1";  // four men

}  // namespace

TEST(prober_answers_with_the_values_of_the_tables) {
    const Files files;
    const auto both = files.prober({DatabaseKind::WDL, DatabaseKind::DISTANCE});
    const auto outcomes = files.prober({DatabaseKind::WDL}), distances = files.prober({DatabaseKind::DISTANCE});
    for (std::size_t table = 0; table < files.values().size(); ++table)
        for (std::uint64_t i = 0; i < files.values()[table].size(); i += 97) {
            const auto position = files.tables().position({static_cast<int>(table), i});
            if (!position) continue;
            const Value expected = files.values()[table][i];
            const Value outcome = is_decided(expected) ? value_of(is_win(expected) ? 1 : 0) : DRAW_VALUE;
            for (const auto& prober : {both, outcomes, distances}) CHECK(prober->outcome(*position) == outcome);
            CHECK_EQUAL(both->value(*position)->value, expected);
            CHECK(both->value(*position)->has_distance);
            CHECK(!outcomes->value(*position)->has_distance);
        }
    CHECK(!both->outcome(Chess().parse_fen(KNIGHT_IS_LOST)));
    CHECK(!both->value(Chess().parse_fen(KNIGHT_IS_LOST)));
}

TEST(mill_tables_leave_out_placing_and_unfinished_turns) {
    const mill::MovingTables tables(mill::NINE);
    mill::Position position;
    position.men = {0x7, 0x700};
    CHECK(tables.place_of(position).has_value());
    CHECK_EQUAL(tables.tables()[static_cast<std::size_t>(tables.place_of(position)->table)].name, "3-3");
    for (std::uint64_t i = 0; i < 24; ++i) CHECK(tables.place_of(position)->index < tables.tables()[0].size);
    mill::Position placing = position, owing = position, lost = position;
    placing.hand = {1, 0};
    owing.set_due(Side::WHITE, 1);
    lost.men = {0x3, 0x700};
    for (const mill::Position& other : {placing, owing, lost}) CHECK(!tables.place_of(other));
}

TEST(search_with_distances_knows_the_length_of_a_win) {
    const Files files;
    const Chess game;
    const auto prober = files.prober({DatabaseKind::WDL, DatabaseKind::DISTANCE});
    const Value value = prober->value(game.parse_fen(ROOK_ENDING))->value;
    for (const int threads : {1, 3}) {
        const auto report = found(game, ROOK_ENDING, prober, {.depth = 2}, {.threads = threads});
        CHECK_EQUAL(report.score, win_in(plies_of(value)));
        CHECK(report.is_exact);
        CHECK(report.database_hits > 0);
    }
    const auto without = found(game, ROOK_ENDING, prober, {.depth = 2}, {.features = {.databases = false}});
    CHECK_EQUAL(without.database_hits, 0u);
    CHECK(!without.is_exact);
}

TEST(search_without_distances_keeps_the_win_and_ranks_several_lines) {
    const Files files;
    const Chess game;
    const auto prober = files.prober({DatabaseKind::WDL});
    const auto position = game.parse_fen(PAWN_ENDING);
    const auto report = found(game, PAWN_ENDING, prober, {.depth = 6, .lines = 20});
    CHECK(report.score >= DATABASE_WIN);
    Score last = INFINITY_SCORE;
    for (const auto& line : report.lines) {
        const Value after = *prober->outcome(game.after(position, line.line[0]));
        CHECK_EQUAL(is_loss(after), line.score >= DATABASE_WIN);
        CHECK_EQUAL(is_win(after), line.score <= -DATABASE_WIN);
        CHECK(line.score <= last);
        last = line.score;
    }
}

TEST(search_finds_its_way_into_the_tables) {
    const Files files;
    const Chess game;
    for (const int threads : {1, 3}) {
        const auto report =
            found(game, KNIGHT_IS_LOST, files.prober({DatabaseKind::WDL}), {.depth = 4}, {.threads = threads});
        CHECK(report.database_hits > 0);
        CHECK(!report.is_exact);
        CHECK(report.score <= -MIN_DATABASE_WIN && report.score >= -DATABASE_WIN);
    }
}

TEST(a_damaged_database_ends_the_search_with_an_error) {
    const Files files;
    const Chess game;
    files.damage();
    for (const char* fen : {ROOK_ENDING, KNIGHT_IS_LOST})
        for (const int threads : {1, 3}) {
            std::string code;
            const auto prober = files.prober({DatabaseKind::WDL});  // opening it checks no blocks
            try {
                found(game, fen, prober, {.depth = 8}, {.threads = threads});
            } catch (const Error& error) {
                code = error.code();
            }
            CHECK_EQUAL(code, "database_damaged");
        }
}
