// The placing phase: its search against plain minimax and published values, and its tables against both.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/placing_search.hpp"
#include "plyground/games/mill/placing_sweep.hpp"
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
    const SolvedTable& table(int moving, int waiting) const { return endings_.tables().at({moving, waiting}); }

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

// All tables of the placing phase.
template <class Bits, BoardName BOARD>
class Swept {
  public:
    explicit Swept(const Solved<BOARD>& solved, int threads = 1) : solved_(solved), index_(solved.game.rules()) {
        for (auto table = index_.tables().rbegin(); table != index_.tables().rend(); ++table) {
            if (index_.kind(*table) == mill::PlyKind::MOVING) continue;
            InMemory& solving = tables_[*table];
            const mill::PlyWork work{threads, [](double) {},
                                     [&](std::span<const Value> values) {
                                         solving.values.insert(solving.values.end(), values.begin(), values.end());
                                     }};
            std::vector<std::uint8_t> room(mill::bytes_for(index_, *table));
            const auto find = [&](const mill::PlyTable& wanted) -> const SolvedTable& {
                if (index_.kind(wanted) == mill::PlyKind::MOVING) return solved.table(wanted.moving, wanted.waiting);
                return tables_.at(wanted);
            };
            if (index_.kind(*table) == mill::PlyKind::SEARCHED) mill::search_ply(index_, *table, solved, work);
            else mill::solve_ply<Bits>(index_, *table, find, room.data(), work);
            CHECK_EQUAL(solving.values.size(), index_.size(*table));
        }
        for (const auto& [table, values] : tables_)
            if (index_.kind(table) == mill::PlyKind::PLACING)
                all_.insert(all_.end(), values.values.begin(), values.values.end());
        CHECK_EQUAL(all_.size(), index_.size_until(index_.plies()));
    }

    const std::vector<Value>& values() const { return all_; }

    // Searches every position whose number is a multiple of `step`.
    void compare(std::uint64_t step) const {
        mill::PlacingTable table(1 << 24);
        StopFlag never;
        mill::PlacingSearch search(solved_.game, solved_, table, StopCheck(never));
        std::uint64_t wrong = 0;
        for (std::uint64_t number = 0; number < all_.size(); number += step) {
            const mill::Position position = index_.position(number);
            const std::uint64_t image = index_.number(position).value();  // the same position, maybe turned
            wrong += search.value(position) != all_[number] || all_[image] != all_[number];
        }
        CHECK_EQUAL(wrong, std::uint64_t{0});
    }

  private:
    const Solved<BOARD>& solved_;
    mill::PlacingIndex index_;
    std::map<mill::PlyTable, InMemory> tables_;
    std::vector<Value> all_;
};

TEST(tables_of_small_boards_have_the_values_that_a_search_finds) {
    for (const int centre : {1, 0}) {
        const Solved<BoardName::THREE> three(THREE.with(Option::CENTRE_OPENING, centre));
        Swept<TableGather, BoardName::THREE>(three).compare(1);
    }
    const Solved<BoardName::TWO_RING> five(SIX.with(Option::MEN, 5));
    Swept<TableGather, BoardName::TWO_RING>(five).compare(1);
    const Solved<BoardName::TWO_RING_CENTRE> seven(
        SIX.with(Option::BOARD, static_cast<int>(BoardName::TWO_RING_CENTRE)).with(Option::FLY_AT, 3));
    Swept<TableGather, BoardName::TWO_RING_CENTRE>(seven).compare(97);
}

TEST(tables_of_24_points_have_the_values_that_a_search_finds) {
    const Solved<BoardName::THREE_RING> plain(mill::NINE.with(Option::MEN, 4));
    Swept<TableGather, BoardName::THREE_RING>(plain).compare(101);
    const Solved<BoardName::THREE_RING_DIAGONAL> diagonal(mill::TWELVE.with(Option::MEN, 4));
    Swept<TableGather, BoardName::THREE_RING_DIAGONAL>(diagonal).compare(101);
}

TEST(tables_of_the_placing_phase_obey_every_rule) {
    const Rules five = SIX.with(Option::MEN, 5), eight = SIX.with(Option::MEN, 8);
    std::vector<std::pair<Rules, std::uint64_t>> all;
    for (int take = 0; take <= static_cast<int>(mill::Take::NEVER); ++take)
        for (const int removals : {0, 1})
            for (const int second : {0, 1})
                all.emplace_back(five.with(Option::TAKE_FROM_MILLS, take)
                                     .with(Option::REMOVALS_PER_MOVE, removals)
                                     .with(Option::SECOND_MOVES_FIRST, second),
                                 13);
    all.emplace_back(five.with(Option::MILL_ACTION, static_cast<int>(mill::MillAction::COUNT)), 7);
    all.emplace_back(five.with(Option::LOSE_BELOW, 4), 7);
    all.emplace_back(eight.with(Option::STOP_WITH_TWO_EMPTY, 1).with(Option::SECOND_MOVES_FIRST, 1), 9'973);
    for (const auto full : {mill::FullBoard::FIRST_LOSES, mill::FullBoard::FIRST_AND_SECOND_REMOVE})
        all.emplace_back(eight.with(Option::FULL_BOARD, static_cast<int>(full)), 9'973);
    for (const auto& [rules, step] : all) {
        const Solved<BoardName::TWO_RING> solved(rules);
        Swept<TableGather, BoardName::TWO_RING>(solved).compare(step);
    }
}

TEST(tables_of_the_placing_phase_do_not_depend_on_threads_or_instructions) {
    const Solved<BoardName::TWO_RING> solved(SIX);
    const std::vector<Value> values = Swept<TableGather, BoardName::TWO_RING>(solved).values();
    CHECK(values == (Swept<TableGather, BoardName::TWO_RING>(solved, 2).values()));
    if (Bmi2Gather::is_supported()) CHECK(values == (Swept<Bmi2Gather, BoardName::TWO_RING>(solved, 2).values()));
}

TEST(rules_under_which_placing_has_no_tables) {
    CHECK(mill::PlacingIndex::supports(mill::NINE));
    CHECK(mill::PlacingIndex::supports(
        mill::NINE.with(Option::MEN, 12).with(Option::MILL_ACTION, static_cast<int>(mill::MillAction::COUNT))));
    for (const Rules& rules :
         {mill::LASKER, mill::NINE.with(Option::ONE_TIME_MILL, 1),
          mill::NINE.with(Option::CUSTODIAN, mill::SpecialCapture::SIDES | mill::SpecialCapture::PLACING),
          mill::NINE.with(Option::MILL_ACTION, static_cast<int>(mill::MillAction::COUNT)),
          mill::NINE.with(Option::MILL_ACTION, static_cast<int>(mill::MillAction::MARK))})
        CHECK(!mill::PlacingIndex::supports(rules));
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
