// Draughts: an evaluation that is symmetric in colour, updates without drift, and ranks constructed positions
// correctly.
#include <array>
#include <cstdlib>
#include <string_view>

#include "plyground/games/draughts/game.hpp"
#include "tests/check.hpp"
#include "tests/draughts_games.hpp"

using namespace plyground;
using draughts::Position;

namespace {

template <class G>
Score score_of(const G& game, const Position& position, Style style = Style::NORMAL) {
    typename G::Evaluator evaluator(game, style);
    return evaluator.evaluate(position, evaluator.start(position));
}

Score score(std::string_view preset, std::string_view fen, Style style = Style::NORMAL) {
    Score found = 0;
    tests::with_game(preset, [&](const auto& game) { found = score_of(game, game.parse_fen(fen), style); });
    return found;
}

// The same position with the board turned and the colours exchanged.
template <class Grid>
Position turned(const Position& position) {
    const auto turn = [](PointSet set) {
        PointSet turned_set;
        for (const Point p : set)
            turned_set |= PointSet(Grid::at(Grid::SIZE - 1 - Grid::file_of(p), Grid::SIZE - 1 - Grid::rank_of(p)));
        return turned_set;
    };
    Position result = position;
    result.sides = {turn(position.of(Side::BLACK)), turn(position.of(Side::WHITE))};
    result.kings = turn(position.kings);
    result.side_to_move = other(position.side_to_move);
    return result;
}

}  // namespace

static_assert(HasEvaluator<draughts::Draughts8> && HasEvaluator<draughts::Draughts10>);

TEST(draughts_evaluation_knows_no_colour) {
    tests::walk(
        [](const auto& game, const Position& position, const auto&) {
            const Position other_way =
                game.rules().size == 8 ? turned<draughts::Grid8>(position) : turned<draughts::Grid10>(position);
            CHECK_EQUAL(score_of(game, position), score_of(game, other_way));
            CHECK(std::abs(score_of(game, position)) < 20'000);
        },
        4);
}

TEST(draughts_evaluation_followed_from_move_to_move_is_that_counted_anew) {
    for (const draughts::Preset& preset : draughts::PRESETS)
        tests::with_game(preset.name, [&](const auto& game) {
            using G = std::decay_t<decltype(game)>;
            typename G::Evaluator evaluator(game, Style::NORMAL);
            Key seed = 1;
            for (int i = 0; i < 10; ++i) {
                Position position = game.start();
                auto followed = evaluator.start(position);
                for (int ply = 0; ply < 120; ++ply) {
                    CHECK(followed == evaluator.start(position));
                    const auto moves = tests::legal(game, position);
                    if (moves.empty()) break;
                    const draughts::Move move = moves[mix(seed++) % moves.size()];
                    const Position next = game.after(position, move);
                    followed = evaluator.after(followed, position, move, next);
                    position = next;
                }
            }
        });
}

TEST(draughts_evaluation_is_the_same_for_rules_known_to_the_compiler) {
    const draughts::Russian fixed("draughts:russian");
    const draughts::Draughts8 chosen("draughts:russian", draughts::RuntimeRules{draughts::RUSSIAN});
    Key seed = 9;
    for (int i = 0; i < 10; ++i) {
        Position position = fixed.start();
        for (int ply = 0; ply < 100; ++ply) {
            CHECK_EQUAL(score_of(fixed, position), score_of(chosen, position));
            const auto moves = tests::legal(fixed, position);
            if (moves.empty()) break;
            position = fixed.after(position, moves[mix(seed++) % moves.size()]);
        }
    }
}

TEST(draughts_evaluation_of_every_start_is_nearly_even) {
    for (const draughts::Preset& preset : draughts::PRESETS)
        tests::with_game(preset.name, [](const auto& game) { CHECK(std::abs(score_of(game, game.start())) < 30); });
}

TEST(draughts_evaluation_prefers_a_man_more_and_a_king_to_a_man) {
    for (const draughts::Preset& preset : draughts::PRESETS) {
        if (preset.rules->lines == draughts::Lines::ORTHOGONAL || preset.rules->mirrored) continue;
        const std::string_view name = preset.name;
        CHECK(score(name, "W:Wc1,e1,c3,e3,g3:Bb8,d8,d6,f6") > score(name, "W:Wc1,e1,c3,e3:Bb8,d8,d6,f6"));
        CHECK(score(name, "W:Wc1,e1,c3,Ke3:Bb8,d8,d6,f6") > score(name, "W:Wc1,e1,c3,e3:Bb8,d8,d6,f6") + 30);
    }
}

TEST(draughts_evaluation_values_flying_kings_more_than_short_ones) {
    const std::string_view with = "W:Wc1,e1,c3,Ke3:Bb8,d8,d6,f6", without = "W:Wc1,e1,c3,e3:Bb8,d8,d6,f6";
    CHECK(score("russian", with) - score("russian", without) > score("english", with) - score("english", without));
}

TEST(draughts_evaluation_sees_the_man_that_nobody_can_stop) {
    // White's man on g7 promotes next move; with a black man on f8 and h8 it has nowhere to go.
    CHECK(score("russian", "W:Wg7,c1,e1:Ba5,b6,c7") > score("russian", "W:Wg7,c1,e1:Bf8,h8,c7"));
}

TEST(draughts_steps_are_safe_unless_an_enemy_man_stands_before_a_free_point) {
    using draughts::Grid8;
    // Checks every man, every step and every man that could capture it then.
    const auto look = [](const Position& position, bool takes_backwards) {
        const auto piece = [&](int file, int rank) {
            if (!Grid8::is_on_board(file, rank)) return '#';
            const Point p = Grid8::at(file, rank);
            return position.of(Side::WHITE).has(p)    ? 'w'
                   : !position.of(Side::BLACK).has(p) ? '.'
                   : position.kings.has(p)            ? 'k'
                                                      : 'b';
        };
        std::array<int, 3> found{};  // safe steps, men without a step, men without a safe step
        for (const Point p : position.men(Side::WHITE)) {
            const int file = Grid8::file_of(p), rank = Grid8::rank_of(p);
            int steps = 0, safe = 0;
            for (const int side : {-1, 1}) {
                if (piece(file + side, rank + 1) != '.') continue;
                bool is_taken = false;
                for (const int df : {-1, 1})
                    for (const int dr : takes_backwards ? std::array{-1, 1} : std::array{-1, -1}) {
                        const int from_file = file + side - df, from_rank = rank + 1 - dr;
                        const int to_file = file + side + df, to_rank = rank + 1 + dr;
                        const bool is_free = piece(to_file, to_rank) == '.' || (to_file == file && to_rank == rank);
                        is_taken |= piece(from_file, from_rank) == 'b' && is_free;
                    }
                ++steps;
                safe += !is_taken;
            }
            found[0] += safe;
            found[1] += steps == 0;
            found[2] += steps > 0 && safe == 0;
        }
        return found;
    };
    for (const std::string_view preset : {"russian", "english"})
        tests::with_game(preset, [&](const auto& game) {
            using G = std::decay_t<decltype(game)>;
            const typename G::Evaluator evaluator(game, Style::NORMAL);
            Key seed = 4;
            for (int i = 0; i < 30; ++i) {
                Position position = game.start();
                for (int ply = 0; ply < 80; ++ply) {
                    const auto moves = tests::legal(game, position);
                    if (moves.empty()) break;
                    const auto expected = look(position, game.rules().men_capture_backwards);
                    const auto counts = evaluator.count(position)[0];
                    CHECK_EQUAL(counts[draughts::SAFE], expected[0]);
                    CHECK_EQUAL(counts[draughts::LOCKED], expected[1]);
                    CHECK_EQUAL(counts[draughts::UNSAFE], expected[2]);
                    position = game.after(position, moves[mix(seed++) % moves.size()]);
                }
            }
        });
}

TEST(draughts_evaluation_knows_that_a_lone_king_holds_two) {
    const Score two = score("russian", "W:WKc1,Ke1:BKa7"), three = score("russian", "W:WKc1,Ke1,Kg1:BKa7");
    CHECK(two < 100 && three > 300);
    // On the main diagonal it holds against three.
    CHECK(score("russian", "W:WKc1,Ke1,Kg1:BKa1") < 100);
    // Kings that do not fly win with two against one.
    CHECK(score("english", "W:WKc1,Ke1:BKa7") > 100);
}

TEST(draughts_styles_weigh_differently) {
    const std::string_view fen = "W:Wg7,c1,e1:Ba5,b6,c7";
    CHECK(score("russian", fen, Style::ATTACKING) != score("russian", fen));
    CHECK(score("russian", fen, Style::SOLID) != score("russian", fen));
}
