// The search of the placing phase against plain minimax and published values.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "plyground/games/mill/early_placing.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/placing_search.hpp"
#include "tests/check.hpp"
#include "tests/mill_endings.hpp"

namespace plyground::tests {
namespace {

using mill::Goal;

const Rules SIX =
    mill::NINE.with(Option::MEN, 6).with(Option::BOARD, static_cast<int>(BoardName::TWO_RING)).with(Option::FLY_AT, 0);
const Rules THREE =
    mill::NINE.with(Option::MEN, 3).with(Option::BOARD, static_cast<int>(BoardName::THREE)).with(Option::FLY_AT, 0);

// A game with its moving phase solved in memory.
template <BoardName BOARD>
class Solved : public mill::MovingValues {
  public:
    using Game = mill::Mill<mill::RuntimeRules>;

    explicit Solved(const Rules& rules)
        : game(mill::RuntimeRules{rules}),
          endings_(rules, rules.men(), std::min(2 * rules.men(), rules.board().points - 1)) {}

    Value value(std::uint32_t moves, std::uint32_t waits) const override { return endings_.value(moves, waits); }

    Value searched(const mill::Position& position) const {
        mill::PlacingTable table(1 << 20);
        StopFlag never;
        return mill::PlacingSearch(game, *this, table, StopCheck(never)).value(position);
    }

    // Win 1, draw 0, loss -1, without bounds, symmetries or any order.
    int minimax(const mill::Position& position) {
        typename Game::List moves;
        game.moves(position, moves);
        const Result result = game.result(position, !moves.is_empty());
        const Side us = position.side_to_move;
        if (result.outcome == Outcome::DRAW) return 0;
        if (!result.is_ongoing()) return (result.outcome == Outcome::WHITE_WINS) == (us == Side::WHITE) ? 1 : -1;
        if (!position.is_placing() && position.owes_nothing() && position.mover == us)
            return outcome(
                endings_.value(position.men[us == Side::WHITE ? 0 : 1], position.men[us == Side::WHITE ? 1 : 0]));
        const auto known = values_.find(game.key(position));
        if (known != values_.end()) return known->second;
        int best = -1;
        for (const mill::Move move : moves) best = std::max(best, -minimax(game.after(position, move)));
        return values_[game.key(position)] = best;
    }

    static int outcome(Value value) { return is_win(value) ? 1 : is_loss(value) ? -1 : 0; }

    void compare(std::mt19937& random, int first_ply, int samples) {
        for (int i = 0; i < samples; ++i) {
            mill::Position position = game.start();
            const int plies = first_ply + static_cast<int>(random() % 4);
            for (int ply = 0; ply < plies && position.is_placing(); ++ply) {
                typename Game::List moves;
                game.moves(position, moves);
                if (moves.is_empty()) break;
                position = game.after(position, moves[random() % moves.size()]);
            }
            CHECK_EQUAL(outcome(searched(position)), minimax(position));
        }
    }

    Game game;

  private:
    Endings<TableGather, BOARD> endings_;
    std::map<Key, int> values_;
};

TEST(three_mens_morris_is_won_by_the_centre_alone) {
    Solved<BoardName::THREE> solved(THREE);
    const auto& board = THREE.board();
    const mill::Position start = solved.game.start();
    CHECK(is_win(solved.searched(start)));
    typename Solved<BoardName::THREE>::Game::List moves;
    solved.game.moves(start, moves);
    for (const mill::Move move : moves)
        CHECK_EQUAL(is_loss(solved.searched(solved.game.after(start, move))), move.to() == board.centre());
}

TEST(all_of_three_mens_morris_agrees_with_minimax) {
    for (const int centre : {1, 0}) {
        Solved<BoardName::THREE> solved(THREE.with(Option::CENTRE_OPENING, centre));
        std::vector<mill::Position> open{solved.game.start()};
        std::map<Key, bool> seen;
        while (!open.empty()) {
            const mill::Position position = open.back();
            open.pop_back();
            if (!position.is_placing() || seen[solved.game.key(position)]) continue;
            seen[solved.game.key(position)] = true;
            CHECK_EQUAL(Solved<BoardName::THREE>::outcome(solved.searched(position)), solved.minimax(position));
            typename Solved<BoardName::THREE>::Game::List moves;
            solved.game.moves(position, moves);
            for (const mill::Move move : moves) open.push_back(solved.game.after(position, move));
        }
        CHECK(seen.size() > 2'000);
    }
}

TEST(five_and_six_mens_morris_are_draws) {
    for (const int men : {5, 6}) {
        Solved<BoardName::TWO_RING> solved(SIX.with(Option::MEN, men));
        CHECK_EQUAL(int{solved.searched(solved.game.start())}, int{DRAW_VALUE});
        std::mt19937 random(static_cast<unsigned>(men));
        solved.compare(random, 2 * men - 5, 60);
    }
}

// Every rule that concerns the placing phase, also such as let one side move while the other still places.
TEST(placing_agrees_with_minimax_under_every_rule) {
    std::mt19937 random(1);
    const Rules five = SIX.with(Option::MEN, 5);
    const Rules eight = SIX.with(Option::MEN, 8);  // fills the board
    std::vector<Rules> all{five.with(Option::SECOND_MOVES_FIRST, 1), five.with(Option::REMOVALS_PER_MOVE, 1),
                           five.with(Option::TAKE_FROM_MILLS, 1), five.with(Option::FLY_AT, 4),
                           eight.with(Option::STOP_WITH_TWO_EMPTY, 1)};
    for (const auto action : {mill::MillAction::HAND_THEN_OPPONENT, mill::MillAction::HAND_THEN_AGAIN,
                              mill::MillAction::OPPONENT_REMOVES, mill::MillAction::COUNT})
        all.push_back(five.with(Option::MILL_ACTION, static_cast<int>(action)));
    for (int full = 0; full <= static_cast<int>(mill::FullBoard::DRAW); ++full)
        all.push_back(eight.with(Option::FULL_BOARD, full));
    for (const Rules& rules : all) {
        Solved<BoardName::TWO_RING> solved(rules);
        solved.compare(random, 2 * rules.men() - 5, 25);
    }
}

TEST(stored_plies_have_the_values_that_a_search_finds) {
    Solved<BoardName::TWO_RING> solved(SIX.with(Option::MEN, 5));
    const mill::EarlyPlacing index(solved.game.rules(), 4);
    mill::PlacingTable table(1 << 22);
    const auto run = [&](int threads) {
        return mill::EarlyValues(solved.game, index, solved, table, threads, [](double) {}).run();
    };
    const std::vector<Value> values = run(2);
    CHECK(values == run(1));
    int reached = 0;
    for (std::uint64_t number = 0; number < values.size(); ++number) {
        if (values[number] == NO_POSITION) continue;
        const mill::Position position = index.position(number);
        CHECK_EQUAL(*index.number(position), number);
        if (reached++ % 20 == 0) CHECK_EQUAL(int{values[number]}, int{solved.searched(position)});
    }
    CHECK(reached > 800);
}

TEST(a_search_of_the_placing_phase_can_be_stopped) {
    Solved<BoardName::TWO_RING> solved(SIX);
    mill::PlacingTable table(1 << 20);
    StopFlag stop;
    stop.request();
    bool is_stopped = false;
    try {
        mill::PlacingSearch(solved.game, solved, table, StopCheck(stop)).value(solved.game.start());
    } catch (const SearchStopped&) {
        is_stopped = true;
    }
    CHECK(is_stopped);
}

TEST(a_small_table_of_placing_positions_keeps_answers_apart) {
    mill::PlacingTable table(64);
    for (std::uint64_t key = 1; key < 1'000; ++key) {
        table.add(key, Goal::DRAW, key % 2 == 0);
        CHECK(table.find(key).reaches(Goal::DRAW) == std::optional(key % 2 == 0));
        CHECK(table.find(key).reaches(Goal::WIN) == (key % 2 == 0 ? std::nullopt : std::optional(false)));
    }
}

}  // namespace
}  // namespace plyground::tests
