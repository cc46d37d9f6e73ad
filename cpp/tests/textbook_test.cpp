// The native textbook: every algorithm finds the value of minimax, features change the work and not the value, and a
// stop takes effect within a few thousand nodes.
#include "plyground/search/textbook.hpp"

#include <thread>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/draughts/game.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/search/mcts.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

constexpr const char* ALGORITHMS[] = {"negamax",    "alphabeta-hard", "alphabeta", "negascout",
                                      "aspiration", "mtdf",           "sss"};

TextbookFeatures everything() {
    TextbookFeatures features;
    features.tt = ReplacementPolicy::TWO_TIER;
    features.tt_size = 1'024;
    features.tt_move = features.forcing_first = features.killers = features.history = true;
    return features;
}

template <class G>
Score value_of(const G& game, const typename G::Position& position, const char* algorithm, Depth depth,
               const TextbookFeatures& features) {
    StopFlag flag;
    StopCheck stop(flag);
    Textbook<G> search(game, features, stop);
    search.begin();
    return search.run(algorithm, position, depth, 0).value();
}

// Compares all algorithms on positions of a random walk.
template <class G>
void compare(const G& game, Depth depth) {
    Key seed = 5;
    auto position = game.start();
    for (int ply = 0; ply < 40; ++ply) {
        MoveList<G> list;
        game.moves(position, list);
        if (list.is_empty()) break;
        if (ply % 8 == 0) {
            const Score expected = value_of(game, position, "minimax", depth, {});
            for (const char* algorithm : ALGORITHMS) {
                CHECK_EQUAL(value_of(game, position, algorithm, depth, {}), expected);
                CHECK_EQUAL(value_of(game, position, algorithm, depth, everything()), expected);
            }
            CHECK(value_of(game, position, "bns", depth, {}) <= expected);
        }
        position = game.after(position, list[mix(seed++) % list.size()]);
    }
}

}  // namespace

TEST(textbook_algorithms_agree_in_every_game) {
    compare(chess::Chess(), 2);
    compare(draughts::Russian("draughts:russian"), 4);
    compare(mill::Mill<mill::RuntimeRules>(mill::RuntimeRules{mill::NINE}), 2);
}

TEST(textbook_stops_within_a_few_thousand_nodes) {
    const chess::Chess game;
    StopFlag flag;
    std::uint64_t nodes_at_request = 0;
    const Textbook<chess::Chess>* running = nullptr;
    StopCheck stop(flag, [&](StopFlag& to_stop) {
        nodes_at_request = running->counters().nodes;
        to_stop.request();
    });
    Textbook<chess::Chess> search(game, {}, stop);
    running = &search;
    bool stopped = false;
    try {
        search.run("minimax", game.start(), 30, 0);
    } catch (const SearchStopped&) {
        stopped = true;
    }
    CHECK(stopped);
    CHECK(search.counters().nodes - nodes_at_request <= 4'096);
}

TEST(textbook_obeys_another_thread) {
    const chess::Chess game;
    StopFlag flag;
    StopCheck stop(flag);
    Textbook<chess::Chess> search(game, everything(), stop);
    std::thread stopper([&] { flag.request(); });
    bool stopped = false;
    try {
        search.run("negascout", game.start(), 40, 0);
    } catch (const SearchStopped&) {
        stopped = true;
    }
    stopper.join();
    CHECK(stopped);
}

TEST(monte_carlo_visits_add_up) {
    const mill::Mill<mill::RuntimeRules> game(mill::RuntimeRules{mill::NINE});
    StopFlag flag;
    StopCheck stop(flag);
    const auto sampled = MonteCarlo<mill::Mill<mill::RuntimeRules>>(game, 1, stop).run(game.start(), 200);
    std::uint64_t visits = 0;
    for (const auto& [move, count] : sampled.visits) visits += count;
    CHECK_EQUAL(visits, 200u);
    CHECK(sampled.move.has_value());
}
