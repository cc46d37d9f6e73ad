// Chess: perft of the standard positions, and invariants along random walks.
#include "plyground/games/chess/game.hpp"

#include <algorithm>
#include <map>

#include "plyground/core/error.hpp"
#include "plyground/core/perft.hpp"
#include "tests/check.hpp"
#include "tests/perft_file.hpp"

using namespace plyground;
using chess::Chess;

namespace {

#ifdef PLYGROUND_SANITIZED
constexpr std::uint64_t MAX_LEAVES = 1'000'000;
#else
constexpr std::uint64_t MAX_LEAVES = 200'000'000;
#endif

std::vector<chess::Move> legal(const Chess& game, const chess::Position& position) {
    MoveList<Chess> list;
    game.moves(position, list);
    return {list.begin(), list.end()};
}

using Board = std::map<std::pair<int, int>, int>;  // (piece, point) -> how many

Board board_of(const chess::Position& position) {
    Board board;
    for (const Point p : position.occupied())
        ++board[{index(position.owner(p)) * chess::KINDS + index(position.kind_at(p)), p.index()}];
    return board;
}

// Calls `visit` for every position of many random games, including Chess960 starts.
template <class Visit>
void walk(const Visit& visit, int games = 60, int plies = 150) {
    for (const bool chess960 : {false, true}) {
        const Chess game(chess::Rules{.chess960 = chess960});
        Key seed = 1;
        for (int i = 0; i < games; ++i) {
            chess::Position position = chess960 ? game.start(i * 15) : game.start();
            for (int ply = 0; ply < plies; ++ply) {
                const auto moves = legal(game, position);
                visit(game, position, moves);
                if (moves.empty()) break;
                position = game.after(position, moves[mix(seed++) % moves.size()]);
            }
        }
    }
}

}  // namespace

TEST(chess_perft_of_the_standard_positions) {
    const StopFlag stop;
    int checked = 0;
    for (const auto& suite : tests::read_perft(tests::data_folder() + "/perft/chess.perft")) {
        const Chess game(chess::Rules{.chess960 = suite.game == "chess:960"});
        const chess::Position position = game.parse_fen(suite.fen);
        for (const auto& [depth, leaves] : suite.counts) {
            if (leaves > MAX_LEAVES) continue;
            CHECK_EQUAL(perft(game, position, depth, stop), leaves);
            ++checked;
        }
    }
    CHECK(checked > 20);
}

TEST(chess_perft_threads_agree) {
    const Chess game;
    PerftJob<Chess> job(game, game.start(), 4);
    job.run(4);
    std::uint64_t leaves = 0;
    for (std::size_t i = 0; i < job.roots().size(); ++i) leaves += job.count(i);
    CHECK_EQUAL(leaves, 197'281u);
}

TEST(chess_keys_are_incremental_and_texts_round_trip) {
    walk([](const Chess& game, const chess::Position& position, const auto&) {
        CHECK_EQUAL(position.key, chess::full_key(position));
        for (const std::size_t style : {0u, 1u}) CHECK(game.parse_fen(game.format_fen(position, style)) == position);
    });
}

TEST(chess_counting_and_listing_agree_and_forcing_moves_are_legal) {
    walk([](const Chess& game, const chess::Position& position, const auto& moves) {
        CHECK_EQUAL(game.count_moves(position), moves.size());
        MoveList<Chess> forcing;
        game.forcing_moves(position, forcing);
        std::size_t expected = 0;
        for (const chess::Move move : moves)
            expected += move.is_promotion() || move.flag() == chess::Flag::EN_PASSANT ||
                        position.of(other(position.side_to_move)).has(move.to());
        CHECK_EQUAL(forcing.size(), expected);
        for (const chess::Move move : forcing) CHECK(std::find(moves.begin(), moves.end(), move) != moves.end());
    });
}

TEST(chess_delta_turns_one_board_into_the_next) {
    walk(
        [](const Chess& game, const chess::Position& position, const auto& moves) {
            for (const chess::Move move : moves) {
                Board board = board_of(position);
                const auto delta = game.delta(position, move);
                for (const PlacedPiece piece : delta.removed)
                    CHECK_EQUAL(board.erase({piece.piece, piece.point.index()}), 1u);
                for (const PlacedPiece piece : delta.added)
                    CHECK(++board[(std::pair<int, int>{piece.piece, piece.point.index()})] == 1);
                CHECK(board == board_of(game.after(position, move)));
            }
        },
        10, 120);
}

TEST(chess_move_codes_are_unique_and_history_indices_in_range) {
    walk([](const Chess&, const chess::Position&, const auto& moves) {
        std::vector<std::uint16_t> codes;
        for (const chess::Move move : moves) {
            codes.push_back(move.code());
            CHECK(move.history_index() < chess::Move::HISTORY_SIZE);
        }
        std::sort(codes.begin(), codes.end());
        CHECK(std::adjacent_find(codes.begin(), codes.end()) == codes.end());
    });
}

TEST(chess_passing_changes_only_the_turn) {
    walk([](const Chess& game, const chess::Position& position, const auto&) {
        if (!game.allows_null_move(position)) return;
        const chess::Position then = game.after_null_move(position);
        CHECK(then.side_to_move == other(position.side_to_move));
        CHECK(board_of(then) == board_of(position));
        CHECK_EQUAL(then.key, chess::full_key(then));
    });
}

TEST(chess_notation_reads_what_it_writes) {
    walk(
        [](const Chess& game, const chess::Position& position, const auto& moves) {
            for (const chess::Move move : moves) {
                CHECK(game.parse_move(position, game.format_move(position, move)) == move);
                CHECK(game.parse_move(position, game.token(move)) == move);
            }
        },
        8, 100);
}

TEST(chess_lists_stay_within_their_bound_in_the_richest_positions) {
    // 218 moves is the most known in a reachable position; nine free queens come close to the material of the bound.
    for (const char* fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"}) {
        const Chess game;
        MoveList<Chess> list;
        game.moves(game.parse_fen(fen), list);
        CHECK_EQUAL(list.size(), 218u);
        CHECK(list.size() <= list.capacity());
    }
}

TEST(chess_refuses_every_kind_of_bad_text) {
    const Chess game;
    const std::string start = game.format_fen(game.start(), 0);
    Key seed = 99;
    int refused = 0;
    for (int i = 0; i < 30'000; ++i) {
        std::string text = start;
        for (int edits = static_cast<int>(mix(seed++) % 4); edits >= 0; --edits) {
            const std::size_t where = mix(seed++) % text.size();
            const char what = static_cast<char>(mix(seed++) % 256);
            if (mix(seed++) % 2) text[where] = what;
            else text.erase(where, 1);
        }
        try {
            const chess::Position position = game.parse_fen(text);
            CHECK(game.parse_fen(game.format_fen(position, 0)) == position);
            CHECK(!chess::is_in_check(position, other(position.side_to_move)));
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
    CHECK(refused > 30'000);
}

TEST(chess_tells_checks_before_they_are_given) {
    const chess::Chess game;
    Key seed = 3;
    for (int walk = 0; walk < 20; ++walk) {
        chess::Position position = game.start();
        for (int ply = 0; ply < 120; ++ply) {
            MoveList<chess::Chess> list;
            game.moves(position, list);
            if (list.is_empty()) break;
            for (const chess::Move move : list)
                CHECK_EQUAL(game.gives_check(position, move), game.is_in_check(game.after(position, move)));
            position = game.after(position, list[mix(seed++) % list.size()]);
        }
    }
}
