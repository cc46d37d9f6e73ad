// Exchanges in chess: compared with a slow recursion over a plain board, and with published examples.
#include "plyground/games/chess/exchange.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "plyground/games/chess/game.hpp"
#include "tests/check.hpp"

using namespace plyground;
using chess::Chess;
using chess::Kind;

namespace {

using Board = std::array<char, 64>;  // letters as in a FEN, a dot for an empty point

Board board_of(const chess::Position& position) {
    Board board;
    board.fill('.');
    for (const Point p : position.occupied()) {
        const char letter = chess::letter(position.kind_at(p));
        board[p.index()] = position.owner(p) == Side::WHITE ? letter : chess::lower(letter);
    }
    return board;
}

Kind kind_of(char piece) { return static_cast<Kind>(chess::KIND_LETTERS.find(static_cast<char>(std::toupper(piece)))); }
Score value_of(Kind kind) { return chess::EXCHANGE_VALUE[chess::index(kind)]; }
bool is_of(Side side, char piece) { return piece != '.' && (std::isupper(piece) != 0) == (side == Side::WHITE); }

// Whether the piece on `from` attacks `to`, found by stepping from one to the other.
bool attacks(const Board& board, int from, int to) {
    const int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    const int wide = std::abs(files), high = std::abs(ranks);
    const bool is_white = std::isupper(board[from]) != 0;
    if (from == to) return false;
    switch (kind_of(board[from])) {
        case Kind::PAWN: return wide == 1 && ranks == (is_white ? 1 : -1);
        case Kind::KNIGHT: return wide * high == 2;
        case Kind::KING: return wide <= 1 && high <= 1;
        case Kind::BISHOP:
            if (wide != high) return false;
            break;
        case Kind::ROOK:
            if (wide != 0 && high != 0) return false;
            break;
        case Kind::QUEEN:
            if (wide != high && wide != 0 && high != 0) return false;
            break;
    }
    const int steps = std::max(wide, high), step = (ranks / steps) * 8 + files / steps;
    for (int p = from + step; p != to; p += step)
        if (board[p] != '.') return false;
    return true;
}

std::optional<int> least_attacker(const Board& board, Side side, int target) {
    std::optional<int> least;
    for (int from = 0; from < 64; ++from)
        if (is_of(side, board[from]) && attacks(board, from, target) &&
            (!least || kind_of(board[from]) < kind_of(board[*least])))
            least = from;
    return least;
}

// What `side` wins by capturing on `target` with its least valuable piece, or 0 if it should not.
Score best_taking(Board board, Side side, int target) {
    const auto from = least_attacker(board, side, target);
    if (!from) return 0;
    Score won = value_of(kind_of(board[target]));
    board[target] = board[*from];
    board[*from] = '.';
    const Kind kind = kind_of(board[target]);
    if (kind == Kind::KING && least_attacker(board, other(side), target)) return 0;
    if (kind == Kind::PAWN && (target < 8 || target >= 56)) {
        board[target] = side == Side::WHITE ? 'Q' : 'q';
        won += value_of(Kind::QUEEN) - value_of(Kind::PAWN);
    }
    return std::max(0, won - best_taking(board, other(side), target));
}

Score exchange(const chess::Position& position, chess::Move move) {
    Board board = board_of(position);
    const int from = move.from().index(), to = move.to().index();
    Score won = board[to] == '.' ? 0 : value_of(kind_of(board[to]));
    if (move.flag() == chess::Flag::EN_PASSANT) {
        won = value_of(Kind::PAWN);
        board[from / 8 * 8 + to % 8] = '.';
    }
    board[to] = board[from];
    board[from] = '.';
    if (move.is_promotion()) {
        won += value_of(move.promoted()) - value_of(Kind::PAWN);
        const char letter = chess::letter(move.promoted());
        board[to] = position.side_to_move == Side::WHITE ? letter : chess::lower(letter);
    }
    return won - best_taking(board, other(position.side_to_move), to);
}

bool is_exactly(const Chess& game, const chess::Position& position, chess::Move move, Score worth) {
    return game.wins_exchange(position, move, worth) && !game.wins_exchange(position, move, worth + 1);
}

}  // namespace

TEST(chess_exchanges_agree_with_a_slow_recursion_on_a_plain_board) {
    int weighed = 0;
    Key seed = 7;
    for (int i = 0; i < 150; ++i) {
        const Chess game(chess::Rules{.chess960 = i % 3 == 0});
        chess::Position position = game.start(i);
        for (int ply = 0; ply < 200; ++ply) {
            MoveList<Chess> moves;
            game.moves(position, moves);
            if (moves.is_empty()) break;
            for (const chess::Move move : moves) {
                if (move.is_castling()) {
                    CHECK(is_exactly(game, position, move, 0));
                    continue;
                }
                const Score worth = exchange(position, move);
                for (const Score threshold : {worth - 200, worth, worth + 1, worth + 200, -100, 0, 100})
                    CHECK_EQUAL(game.wins_exchange(position, move, threshold), worth >= threshold);
                ++weighed;
            }
            position = game.after(position, moves[mix(seed++) % moves.size()]);
        }
    }
    CHECK(weighed > 300'000);
}

TEST(chess_exchanges_of_published_examples) {
    // The two positions of the Chess Programming Wiki's article on static exchange evaluation, then promotions.
    struct Example {
        const char* fen;
        const char* move;
        Score worth;
    };
    const auto pawn = value_of(Kind::PAWN), knight = value_of(Kind::KNIGHT), queen = value_of(Kind::QUEEN);
    const Chess game;
    for (const Example& example : {
             Example{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn},
             Example{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight},
             Example{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", queen - pawn},
             Example{"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -pawn},
             Example{"8/8/8/2pP4/8/8/8/k6K w - c6 0 1", "d5c6", pawn},
         }) {
        const chess::Position position = game.parse_fen(example.fen);
        CHECK(is_exactly(game, position, game.parse_move(position, example.move), example.worth));
    }
}

TEST(chess_forcing_moves_are_told_from_quiet_ones_and_hinted_by_victim) {
    Key seed = 3;
    const Chess game;
    for (int i = 0; i < 40; ++i) {
        chess::Position position = game.start();
        for (int ply = 0; ply < 150; ++ply) {
            MoveList<Chess> moves, forcing;
            game.moves(position, moves);
            game.forcing_moves(position, forcing);
            if (moves.is_empty()) break;
            for (const chess::Move move : moves) {
                const bool is_listed = std::find(forcing.begin(), forcing.end(), move) != forcing.end();
                CHECK_EQUAL(game.is_forcing(position, move), is_listed);
                CHECK(is_listed || game.hint(position, move) == 0);
            }
            CHECK_EQUAL(game.is_in_check(position), !game.check(position).empty());
            position = game.after(position, moves[mix(seed++) % moves.size()]);
        }
    }
    const chess::Position position = game.parse_fen("3q3k/P1P1n3/5P2/8/8/3R4/8/K7 w - - 0 1");
    const auto hint = [&](const char* move) { return game.hint(position, game.parse_move(position, move)); };
    CHECK(hint("c7d8q") > hint("d3d8") && hint("d3d8") > hint("f6e7") && hint("f6e7") > 0);
    CHECK(hint("a7a8q") > hint("f6e7") && hint("a7a8n") < 0);
}
