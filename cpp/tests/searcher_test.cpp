// The playing search: exact limits, the same tree each time, proven distances, no allocation while it runs, and threads
// that share the table; without its features it finds the textbook's values.
#include "plyground/search/searcher.hpp"

#include <pthread.h>

#include <string>
#include <thread>
#include <vector>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/draughts/game.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/search/textbook.hpp"
#include "tests/allocations.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

using chess::Chess;
using draughts::Russian;
using MillNine = mill::Mill<mill::StaticRules<mill::NINE>>;

constexpr const char* MIDDLE_GAME = "r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/PB3PBP/R4RK1 w - - 0 13";

Limits to_depth(Depth depth) { return {.depth = depth}; }

template <class G>
SearchResult<typename G::Move> found(const G& game, const typename G::Position& position, const Limits& limits,
                                     SearcherOptions options = {}) {
    options.hash_mb = 4;
    Searcher<G> searcher(game, options);
    return searcher.run(position, {}, limits);
}

Score chess_score(const char* fen, Depth depth) {
    const Chess game;
    return found(game, game.parse_fen(fen), to_depth(depth)).score;
}

// A game without its evaluator, as the textbook evaluates it.
template <class G>
struct Plain : G {
    using G::G;
    using Evaluator = void;
};

template <class G>
void compare_with_textbook(const G& game, Depth depth) {
    SearcherOptions options;
    options.features = {.deepening = false,
                        .aspiration = false,
                        .tt = false,
                        .quiescence = false,
                        .null_move = false,
                        .reductions = false,
                        .pruning = false,
                        .extensions = false,
                        .history = false};
    Key seed = 11;
    auto position = game.start();
    for (int ply = 0; ply < 40; ++ply) {
        MoveList<G> list;
        game.moves(position, list);
        if (list.is_empty() || !game.result(position, true).is_ongoing()) break;
        if (ply % 8 == 0) {
            StopFlag flag;
            StopCheck stop(flag);
            Textbook<G> textbook(game, {}, stop);
            CHECK_EQUAL(found(game, position, to_depth(depth), options).score,
                        textbook.run("alphabeta", position, depth, 0).value());
        }
        position = game.after(position, list[mix(seed++) % list.size()]);
    }
}

template <class G>
void check_allocations(const G& game, const typename G::Position& position, Depth depth) {
    SearcherOptions options;
    options.hash_mb = 4;
    options.threads = 2;
    Searcher<G> searcher(game, options);
    std::uint64_t at_first_report = 0, at_last_report = 0;
    searcher.run(position, {}, to_depth(depth), {}, [&](const SearchResult<typename G::Move>& report) {
        at_last_report = tests::allocations();
        if (report.depth == 1) at_first_report = at_last_report;
    });
    CHECK_EQUAL(at_last_report, at_first_report);
}

template <class G>
void share_the_table(const G& game, const typename G::Position& position, std::uint64_t nodes) {
    SearcherOptions options;
    options.hash_mb = 1;
    options.threads = 4;
    Searcher<G> searcher(game, options);
    const auto& report = searcher.run(position, {}, {.nodes = nodes});
    CHECK(!report.lines.empty());
    CHECK(report.nodes <= nodes);
    searcher.run(position, {}, to_depth(4));
}

template <class G>
Score first_guess(const G& game, const typename G::Position& position, bool mobility) {
    SearcherOptions options;
    options.features.mobility = mobility;
    return found(game, position, {.nodes = 1}, options).score;
}

}  // namespace

TEST(searcher_visits_exactly_as_many_nodes_as_allowed) {
    const Chess game;
    for (const std::uint64_t nodes : {1ULL, 2ULL, 30ULL, 1'023ULL, 1'024ULL, 1'025ULL, 20'011ULL})
        CHECK_EQUAL(found(game, game.start(), {.nodes = nodes}).nodes, nodes);
    const MillNine mill;
    CHECK_EQUAL(found(mill, mill.start(), {.nodes = 5'003}).nodes, 5'003u);
}

TEST(searcher_says_what_the_position_looks_like_if_it_has_no_time_to_search) {
    const Chess game;
    const auto report = found(game, game.parse_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), {.nodes = 1});
    CHECK_EQUAL(report.depth, 0);
    CHECK(report.score > 500);
    CHECK_EQUAL(report.lines[0].line.size(), 1u);
}

TEST(searcher_needs_no_arming_to_search_again) {
    const Chess game;
    SearcherOptions options;
    options.hash_mb = 1;
    Searcher<Chess> searcher(game, options);
    for (const Depth depth : {3, 5, 4}) CHECK_EQUAL(searcher.run(game.start(), {}, to_depth(depth)).depth, depth);
}

TEST(budget_keeps_the_share_of_the_first_worker) {
    NodeBudget budget;
    budget.start(1'000, 4);
    std::uint64_t others = 0, first = 0;
    while (const int lot = budget.take(64, false)) others += static_cast<std::uint64_t>(lot);
    while (const int lot = budget.take(64, true)) first += static_cast<std::uint64_t>(lot);
    CHECK_EQUAL(others, 750u);
    CHECK_EQUAL(first, 250u);
    budget.start(1'000, 4);
    for (first = 0; const int lot = budget.take(64, true);) first += static_cast<std::uint64_t>(lot);
    CHECK_EQUAL(first, 1'000u);  // the main worker gets what the others do not want
    CHECK_EQUAL(budget.take(64, false), 0);
}

TEST(searcher_with_several_threads_keeps_limits_of_depth_and_nodes) {
    const Chess game;
    SearcherOptions options;
    options.hash_mb = 1;
    options.threads = 4;
    Searcher<Chess> searcher(game, options);
    for (int round = 0; round < 10; ++round) {
        const auto& report = searcher.run(game.parse_fen(MIDDLE_GAME), {}, {.depth = 40, .nodes = 20'011});
        CHECK_EQUAL(report.nodes, 20'011u);
        CHECK(report.depth >= 1);
        searcher.clear();
        const auto& shallow = searcher.run(game.parse_fen(MIDDLE_GAME), {}, {.depth = 2, .nodes = 100'000});
        CHECK_EQUAL(shallow.depth, 2);
        CHECK(shallow.nodes <= 100'000u);
    }
}

TEST(searcher_forgets_on_a_small_stack) {
    if (!tests::can_count_allocations()) return;  // sanitizers allocate
    const auto forget = [](void*) -> void* {
        const MillNine game;
        Searcher<MillNine>(game, {.hash_mb = 1}).clear();
        const Chess chess;
        Searcher<Chess>(chess, {.hash_mb = 1}).clear();
        return nullptr;
    };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, &attributes, forget, nullptr), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

TEST(searcher_can_do_without_mobility) {
    const Chess chess;
    const auto active = chess.parse_fen(MIDDLE_GAME);
    CHECK(first_guess(chess, active, false) != first_guess(chess, active, true));
    const MillNine mill;
    auto placed = mill.start();
    for (const char* token : {"d6", "a7"}) placed = mill.after(placed, mill.parse_move(placed, token));
    CHECK(first_guess(mill, placed, false) != first_guess(mill, placed, true));
    const Russian russian("draughts:russian");
    const auto king = russian.parse_fen("W:WKa1:Bh6,g7");
    CHECK(first_guess(russian, king, false) != first_guess(russian, king, true));
}

TEST(searcher_with_one_thread_does_the_same_each_time) {
    const Chess game;
    const auto first = found(game, game.parse_fen(MIDDLE_GAME), to_depth(8));
    const auto second = found(game, game.parse_fen(MIDDLE_GAME), to_depth(8));
    CHECK_EQUAL(first.nodes, second.nodes);
    CHECK_EQUAL(first.score, second.score);
    CHECK(first.lines[0].line[0] == second.lines[0].line[0]);
}

TEST(searcher_knows_how_far_a_mate_is) {
    CHECK_EQUAL(chess_score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 3), win_in(1));
    CHECK_EQUAL(chess_score("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6), win_in(5));
    CHECK_EQUAL(chess_score("k7/8/1K6/8/8/8/8/7R b - - 0 1", 6), loss_in(2));
    CHECK_EQUAL(chess_score("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 10), win_in(5));
}

TEST(searcher_sees_the_game_is_over) {
    const Chess game;
    CHECK_EQUAL(chess_score("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 5), loss_in(0));
    CHECK(found(game, game.parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), to_depth(5)).lines.empty());
    CHECK_EQUAL(chess_score("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 5), DRAWN);
}

TEST(searcher_takes_a_draw_by_repetition_when_it_is_worse) {
    const Chess game;
    // Two rooks threaten mate, but the queen has perpetual check.
    const auto position = game.parse_fen("5k2/5p1p/8/6Q1/8/r7/r6P/7K w - - 0 1");
    CHECK_EQUAL(found(game, position, to_depth(8)).score, DRAWN);
}

TEST(searcher_counts_what_was_played_before) {
    const Chess game;
    auto position = game.parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    std::vector<Key> past;
    for (const char* token : {"e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8"}) {
        past.push_back(game.key(position));
        position = game.after(position, game.parse_move(position, token));
    }
    SearcherOptions options;
    options.hash_mb = 1;
    Searcher<Chess> searcher(game, options);
    const auto back = game.parse_move(position, "d1e1");
    CHECK(searcher.run(position, {}, to_depth(4), {back}).score > 0);
    // With the past, Black's king can repeat the position for the third time.
    CHECK_EQUAL(searcher.run(position, past, to_depth(4), {back}).score, DRAWN);
}

TEST(searcher_looks_only_at_chosen_moves) {
    const Chess game;
    const auto position = game.parse_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    SearcherOptions options;
    options.hash_mb = 1;
    Searcher<Chess> searcher(game, options);
    const auto move = game.parse_move(position, "a1a2");
    const auto& report = searcher.run(position, {}, to_depth(4), {move});
    CHECK(report.lines[0].line[0] == move);
    CHECK(report.score < MIN_WIN);
}

TEST(searcher_ranks_several_lines) {
    const Chess game;
    Limits limits = to_depth(6);
    limits.lines = 5;
    const auto report = found(game, game.parse_fen(MIDDLE_GAME), limits);
    CHECK_EQUAL(report.lines.size(), 5u);
    for (std::size_t i = 1; i < report.lines.size(); ++i) {
        CHECK(report.lines[i - 1].score >= report.lines[i].score);
        for (std::size_t j = 0; j < i; ++j) CHECK(!(report.lines[i].line[0] == report.lines[j].line[0]));
    }
}

TEST(searcher_without_features_agrees_with_the_textbook) {
    compare_with_textbook(Plain<Chess>(), 3);
    compare_with_textbook(Plain<Russian>("draughts:russian"), 5);
    compare_with_textbook(Plain<MillNine>(), 2);
}

TEST(searcher_allocates_nothing_once_it_runs) {
    if (!tests::can_count_allocations()) return;
    const Chess game;
    check_allocations(game, game.parse_fen(MIDDLE_GAME), 9);
    const Russian russian("draughts:russian");
    check_allocations(russian, russian.start(), 11);
    const MillNine mill;
    check_allocations(mill, mill.start(), 6);
}

TEST(searcher_threads_share_the_table) {
    const Chess game;
    share_the_table(game, game.parse_fen(MIDDLE_GAME), 40'000);
    const Russian russian("draughts:russian");
    share_the_table(russian, russian.start(), 40'000);
    const MillNine mill;
    share_the_table(mill, mill.start(), 40'000);
}

TEST(searcher_obeys_another_thread) {
    const Chess game;
    SearcherOptions options;
    options.hash_mb = 1;
    options.threads = 2;
    Searcher<Chess> searcher(game, options);
    searcher.reset_stop();
    std::thread stopper([&] { searcher.stop(); });
    CHECK(!searcher.run(game.start(), {}, {}).lines.empty());
    stopper.join();
}
