// Draughts: forcing moves, and hints that put promising moves first.
#include <algorithm>
#include <string_view>

#include "plyground/games/draughts/game.hpp"
#include "tests/check.hpp"
#include "tests/draughts_games.hpp"

using namespace plyground;

namespace {

int hint_of(std::string_view preset, std::string_view fen, std::string_view move) {
    int found = 0;
    tests::with_game(preset, [&](const auto& game) {
        const draughts::Position position = game.parse_fen(fen);
        found = game.hint(position, game.parse_move(position, move));
    });
    return found;
}

}  // namespace

TEST(draughts_forcing_moves_are_the_captures) {
    tests::walk(
        [](const auto& game, const draughts::Position& position, const auto& moves) {
            MoveList<std::decay_t<decltype(game)>> forcing;
            game.forcing_moves(position, forcing);
            std::size_t captures = 0;
            for (const draughts::Move& move : moves) {
                CHECK(game.is_forcing(position, move) ==
                      (std::find(forcing.begin(), forcing.end(), move) != forcing.end()));
                captures += move.is_capture();
            }
            CHECK_EQUAL(forcing.size(), captures);
        },
        4);
}

TEST(draughts_hint_more_and_better_captures_come_first) {
    const std::string_view fen = "W:Wc3,h2:Bd4,d6,g3";
    CHECK(hint_of("russian", fen, "c3:e5:c7") > hint_of("russian", fen, "h2:f4"));
    const std::string_view kings = "W:Wc3,h2:BKd4,g3";
    CHECK(hint_of("russian", kings, "c3:e5") > hint_of("russian", kings, "h2:f4"));
}

TEST(draughts_hint_a_new_king_comes_first_and_an_offered_man_last) {
    const std::string_view fen = "W:Wb6,c3,g1:Bh8,f6,h2";
    CHECK(hint_of("russian", fen, "b6-a7") < hint_of("russian", "W:Wb6,a7,g1:Bh8,f6", "a7-b8"));
    CHECK(hint_of("russian", fen, "c3-d4") > hint_of("russian", "W:Wc3,g1:Bh8,e5,a5", "c3-b4"));
}

TEST(draughts_hint_men_that_cannot_take_backwards_threaten_nothing_behind_them) {
    // Black's man has passed: in Russian draughts it can still capture b4 backward, in English draughts it cannot.
    CHECK(hint_of("russian", "W:Wa3,h2:Bc3,h8", "a3-b4") < hint_of("czech", "W:Wa3,h2:Bc3,h8", "a3-b4"));
}

TEST(draughts_hint_is_the_same_for_both_sides_of_the_board) {
    CHECK_EQUAL(hint_of("russian", "W:Wc3,e3:Bb6,h8", "c3-d4"), hint_of("russian", "B:Wg3,a1:Bf6,d6", "f6-e5"));
}
