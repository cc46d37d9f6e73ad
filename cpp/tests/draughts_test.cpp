// Draughts: perft of the whole family, trap positions, and invariants along random walks.
#include "plyground/games/draughts/game.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "plyground/core/error.hpp"
#include "plyground/core/perft.hpp"
#include "tests/check.hpp"
#include "tests/draughts_games.hpp"
#include "tests/perft_file.hpp"

using namespace plyground;
using draughts::Draughts10;
using draughts::Draughts8;
using draughts::RuntimeRules;
using draughts::Russian;
using tests::legal;
using tests::walk;
using tests::with_game;

namespace {

#ifdef PLYGROUND_SANITIZED
constexpr std::uint64_t MAX_LEAVES = 200'000;
#else
constexpr std::uint64_t MAX_LEAVES = 25'000'000;
#endif

using Board = std::map<std::pair<int, int>, int>;  // (piece, point) -> how many

Board board_of(const draughts::Position& position) {
    Board board;
    for (const Side side : {Side::WHITE, Side::BLACK})
        for (const Point p : position.of(side)) ++board[{2 * index(side) + position.kings.has(p), p.index()}];
    return board;
}

// A king among twenty, with rules that let it capture any of them in any order.
constexpr std::string_view CROWD =
    "W:WKf8:BKb4,Kf6,Kh8,Kd8,Kb8,Kf2,Ki9,Kh2,Ki5,Kg5,Ki7,Kc7,Kc5,Kg3,Kd2,Kd6,Kc3,Kg7,Ke5,Kg9";

draughts::Rules crowd_rules() {
    draughts::Rules rules;
    rules.size = 10;
    rules.men_rows = 4;
    rules.lines = draughts::Lines::DIAGONAL_CAPTURES_ALL;
    rules.removal = draughts::Removal::AT_ONCE;
    rules.landing = draughts::LandingRule::ANYWHERE;
    rules.priorities = {};
    rules.max_chain_states = draughts::QUICK_CHAIN_STATES;
    return rules;
}

}  // namespace

TEST(draughts_captures_of_a_king_in_a_crowd_are_cut_short) {
    const RuntimeRules rules{crowd_rules()};
    const draughts::Position position = draughts::parse_fen<draughts::Grid10>(CROWD, *rules);
    draughts::CountSink counter;
    draughts::generate<draughts::Grid10>(position, rules, draughts::MoveKind::ALL, counter);
    CHECK(counter.is_cut());
    CHECK(counter.count() <= std::size_t{draughts::QUICK_CHAIN_STATES});
}

TEST(draughts_perft_of_every_preset_and_of_the_trap_positions) {
    const StopFlag stop;
    int checked = 0;
    for (const auto& suite : tests::read_perft(tests::data_folder() + "/perft/draughts.perft"))
        with_game(suite.game.substr(suite.game.find(':') + 1), [&](const auto& game) {
            const draughts::Position position = game.parse_fen(suite.fen);
            for (const auto& [depth, leaves] : suite.counts) {
                if (leaves > MAX_LEAVES) continue;
                CHECK_EQUAL(perft(game, position, depth, stop), leaves);
                ++checked;
            }
        });
    CHECK(checked > 60);
}

TEST(draughts_rules_known_to_the_compiler_and_chosen_at_run_time_agree) {
    const StopFlag stop;
    const Draughts8 chosen("draughts:russian", RuntimeRules{draughts::RUSSIAN});
    const draughts::Position kings = chosen.parse_fen("W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8");
    CHECK_EQUAL(perft(chosen, kings, 4, stop), 59'246u);
    CHECK_EQUAL(perft(chosen, chosen.start(), 8, stop), 929'899u);
}

TEST(draughts_keys_are_incremental_and_texts_round_trip) {
    walk([](const auto& game, const draughts::Position& position, const auto&) {
        CHECK_EQUAL(position.key, draughts::full_key(position));
        for (const std::size_t style : {0u, 1u}) CHECK(game.parse_fen(game.format_fen(position, style)) == position);
    });
}

TEST(draughts_counting_and_listing_agree_and_no_move_is_listed_twice) {
    walk([](const auto& game, const draughts::Position& position, const auto& moves) {
        CHECK_EQUAL(game.count_moves(position), moves.size());
        std::uint64_t replies = 0;
        for (const draughts::Move& move : moves) replies += game.count_moves(game.after(position, move));
        CHECK_EQUAL(game.count_leaves(position, 2), replies);
        std::set<std::tuple<int, int, std::uint64_t, bool>> seen;
        std::set<std::string> tokens;
        for (const draughts::Move& move : moves) {
            CHECK(seen.insert({move.from.index(), move.to.index(), move.captured.bits(), move.is_king}).second);
            CHECK(tokens.insert(game.token(move)).second);
            CHECK(move.history_index() < draughts::Move::HISTORY_SIZE);
            CHECK(move.is_capture() == moves.front().is_capture());
        }
        CHECK(!game.forced(position).empty() == (!moves.empty() && moves.front().is_capture()));
    });
}

TEST(draughts_delta_turns_one_board_into_the_next) {
    walk(
        [](const auto& game, const draughts::Position& position, const auto& moves) {
            for (const draughts::Move& move : moves) {
                Board board = board_of(position);
                const auto delta = game.delta(position, move);
                for (const PlacedPiece piece : delta.removed)
                    CHECK_EQUAL(board.erase({piece.piece, piece.point.index()}), 1u);
                for (const PlacedPiece piece : delta.added)
                    CHECK(++board[(std::pair<int, int>{piece.piece, piece.point.index()})] == 1);
                CHECK(board == board_of(game.after(position, move)));
            }
        },
        4);
}

TEST(draughts_side_without_men_and_blocked_side_lose_by_different_codes) {
    const Russian game("draughts:russian");
    const auto termination = [&](const char* fen) {
        return std::string(result(game, game.parse_fen(fen)).termination);
    };
    CHECK_EQUAL(termination("W:W:Bb8"), std::string("no_men"));
    CHECK_EQUAL(termination("W:Wa1:Bb2,c3"), std::string("no_moves"));
}

TEST(draughts_notation_reads_what_it_writes) {
    walk(
        [](const auto& game, const draughts::Position& position, const auto& moves) {
            for (const draughts::Move& move : moves) {
                CHECK(game.parse_move(position, game.format_move(position, move)) == move);
                CHECK(game.parse_move(position, game.token(move)) == move);
                const auto paths = game.entry_paths(position, move);
                CHECK(!paths.empty());
                std::string first;
                for (const std::string& click : paths.front())
                    first += (first.empty() ? "" : move.is_capture() ? ":" : "-") + click;
                CHECK_EQUAL(first, game.token(move));
            }
        },
        4);
}

TEST(draughts_refuses_every_kind_of_bad_text) {
    const Russian game("draughts:russian");
    const std::string start = game.format_fen(game.start(), 0) + ":H3:F20";
    Key seed = 7;
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = start;
        for (int edits = static_cast<int>(mix(seed++) % 4); edits >= 0; --edits) {
            const std::size_t where = mix(seed++) % text.size();
            if (mix(seed++) % 2) text[where] = static_cast<char>(mix(seed++) % 256);
            else text.erase(where, 1);
        }
        try {
            const draughts::Position position = game.parse_fen(text);
            CHECK(game.parse_fen(game.format_fen(position, 0)) == position);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::INVALID_POSITION);
            ++refused;
        }
        try {
            game.parse_move(game.start(), text.substr(0, mix(seed++) % 8));
        } catch (const Error&) {
            ++refused;
        }
    }
    CHECK(refused > 20'000);
}

TEST(draughts_dense_positions_stay_cheap_and_refused_beyond_the_bound) {
    // Frisian kings among twenty pieces: there are millions of raw chains, but not of moves.
    const Draughts10 frisian("draughts:frisian", RuntimeRules{draughts::FRISIAN});
    for (const char* fen :
         {"W:WKa1,Kb2,Kj4:BKa7,b4,Kb6,b8,c5,d6,d10,Ke1,e7,f2,f4,Kf8,Kg3,Kg7,Kg9,h2,h4,h10,Ki7,j6",
          "W:WKc1,Kd10,Ki1,Kj10:BKa5,Kb10,Kc3,c5,Kc7,Kc9,Kd4,Ke7,Kf2,f6,f10,g5,g7,g9,h4,h8,i3,Ki7,i9,j4"}) {
        const draughts::Position position = frisian.parse_fen(fen);
        const auto moves = legal(frisian, position);
        CHECK(!moves.empty() && moves.size() < 100);
        for (const draughts::Move& move : moves) CHECK(!frisian.entry_paths(position, move).empty());
    }
    // 845 captures of equal size, the most known in the family.
    const Draughts8 turkish("draughts:turkish", RuntimeRules{draughts::TURKISH});
    const auto many = legal(
        turkish,
        turkish.parse_fen("W:WKa8,Kb8,Kc8,Kd6,Ke8,Kg1,Kg8,Kh2,Kh8:BKa5,b4,c4,Kd1,d2,d4,d7,e4,f3,f4,Kg2,Kg4,Kh1,Kh5"));
    CHECK(many.size() <= Draughts8::MAX_MOVES);
}
