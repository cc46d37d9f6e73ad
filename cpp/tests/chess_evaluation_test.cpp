// The chess evaluation for playing: symmetric, independent of the path to a position, and aware of what cannot be won.
#include "plyground/games/chess/evaluator.hpp"

#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/chess/terms/kpk.hpp"
#include "tests/check.hpp"

using namespace plyground;
using chess::Chess;

namespace {

constexpr std::array STYLES{Style::NORMAL, Style::ATTACKING, Style::SOLID, Style::LAZY};

char other_case(char letter) {
    return static_cast<char>(std::islower(letter) ? std::toupper(letter) : std::tolower(letter));
}

// The same position with colours and ranks exchanged, through its FEN.
chess::Position flipped(const Chess& game, const chess::Position& position) {
    std::istringstream fen(game.format_fen(position, 0));
    std::string board, turn, castling, en_passant, rest;
    fen >> board >> turn >> castling >> en_passant;
    std::getline(fen, rest);
    std::string flipped_board;
    std::istringstream ranks(board);
    for (std::string rank; std::getline(ranks, rank, '/');)
        flipped_board = rank + (flipped_board.empty() ? "" : "/") + flipped_board;
    for (char& letter : flipped_board) letter = other_case(letter);
    for (char& letter : castling) letter = other_case(letter);
    if (en_passant != "-") en_passant[1] = en_passant[1] == '3' ? '6' : '3';
    return game.parse_fen(flipped_board + (turn == "w" ? " b " : " w ") + castling + " " + en_passant + rest);
}

// Calls `visit` with each position of random games and the move that follows it. In every second game sides capture
// whenever they can, so that endings are reached.
template <class Visit>
void walk(const Chess& game, int games, const Visit& visit) {
    Key seed = 11;
    for (int i = 0; i < games; ++i) {
        chess::Position position = game.start(i * 7 % game.starts());
        for (int ply = 0; ply < 200; ++ply) {
            MoveList<Chess> moves, forcing;
            game.moves(position, moves);
            if (moves.is_empty()) break;
            if (i % 2 == 0) game.forcing_moves(position, forcing);
            const MoveList<Chess>& choice = forcing.is_empty() ? moves : forcing;
            const chess::Move move = choice[mix(seed++) % choice.size()];
            visit(position, move);
            position = game.after(position, move);
        }
    }
}

Score evaluate(const Chess& game, const std::string& fen) {
    Chess::Evaluator evaluator(game, Style::NORMAL);
    const chess::Position position = game.parse_fen(fen);
    return evaluator.evaluate(position, evaluator.start(position));
}

}  // namespace

TEST(chess_evaluation_is_the_same_for_both_colours) {
    int compared = 0;
    for (const bool chess960 : {false, true}) {
        const Chess game(chess::Rules{.chess960 = chess960});
        for (const Style style : STYLES) {
            Chess::Evaluator evaluator(game, style);
            walk(game, style == Style::NORMAL ? 30 : 8, [&](const chess::Position& position, chess::Move) {
                const chess::Position twin = flipped(game, position);
                CHECK_EQUAL(evaluator.evaluate(position, evaluator.start(position)),
                            evaluator.evaluate(twin, evaluator.start(twin)));
                ++compared;
            });
        }
    }
    CHECK(compared > 5'000);
}

TEST(chess_accumulators_follow_every_kind_of_move) {
    std::map<chess::Flag, int> seen;
    for (const bool chess960 : {false, true}) {
        const Chess game(chess::Rules{.chess960 = chess960});
        const Chess::Evaluator evaluator(game, Style::NORMAL);
        walk(game, 60, [&](const chess::Position& position, chess::Move) {
            MoveList<Chess> moves;
            game.moves(position, moves);
            const auto before = evaluator.start(position);
            for (const chess::Move move : moves) {
                const chess::Position then = game.after(position, move);
                CHECK(evaluator.after(before, position, move, then) == evaluator.start(then));
                ++seen[move.flag()];
            }
        });
    }
    CHECK_EQUAL(seen.size(), 9u);
}

TEST(chess_evaluation_does_not_depend_on_what_was_evaluated_before) {
    const Chess game;
    Chess::Evaluator used(game, Style::NORMAL);
    walk(game, 4, [&](const chess::Position& position, chess::Move) {
        Chess::Evaluator fresh(game, Style::NORMAL);
        CHECK_EQUAL(used.evaluate(position, used.start(position)), fresh.evaluate(position, fresh.start(position)));
    });
}

TEST(chess_material_that_cannot_win_is_worth_little) {
    const Chess game;
    for (const char* fen : {
             "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",      // two knights
             "4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1",     // rook v bishop
             "8/8/3k4/8/8/2R1B3/1r6/3K4 w - - 0 1",  // rook and bishop v rook
             "k7/8/8/P7/8/8/3K1B2/8 w - - 0 1",      // the bishop does not control the corner
             "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",      // stalemate, or the pawn falls
             "k7/8/1K6/P7/8/8/8/8 b - - 0 1",        // a rook's pawn
         })
        CHECK(std::abs(evaluate(game, fen)) < 80);
}

TEST(chess_bishop_and_knight_drive_the_king_to_their_corner) {
    const Chess game;
    const auto lone_king_on = [&](const char* board) { return evaluate(game, std::string(board) + " w - - 0 1"); };
    // A bishop on light squares mates on a8 or h1.
    CHECK(lone_king_on("k7/8/2K5/8/8/8/8/4NB2") > lone_king_on("8/8/2K5/k7/8/8/8/4NB2"));
    CHECK(lone_king_on("k7/8/2K5/8/8/8/8/4NB2") > lone_king_on("7k/8/5K2/8/8/8/8/4NB2"));
}

TEST(chess_styles_differ_and_agree_on_material) {
    const Chess game;
    const chess::Position open = game.parse_fen("r4rk1/pp3ppp/2n1b3/3q4/8/2PB1N2/PP3PPP/R2QR1K1 w - - 0 1");
    const chess::Position queen_up = game.parse_fen("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1");
    std::map<Score, int> scores;
    for (const Style style : STYLES) {
        Chess::Evaluator evaluator(game, style);
        ++scores[evaluator.evaluate(open, evaluator.start(open))];
        CHECK(evaluator.evaluate(queen_up, evaluator.start(queen_up)) > 600);
    }
    CHECK_EQUAL(scores.size(), STYLES.size());
}

namespace {

// King and pawn against king by retrograde analysis over the rules themselves: white's wins among all positions with
// a pawn on `file`, by side to move, pawn, white king and black king.
class SlowKpk {
  public:
    explicit SlowKpk(int file) : won_(2 * 64 * 64 * 64) {
        std::vector<chess::Position> open;
        for (int rank = 1; rank < 7; ++rank)
            for (int kings = 0; kings < 64 * 64; ++kings)
                for (const Side side : {Side::WHITE, Side::BLACK})
                    if (const auto position = legal(chess::at(file, rank), Point(kings / 64), Point(kings % 64), side))
                        open.push_back(*position);
        all_ = open;
        for (std::size_t before = 0; before != open.size();) {
            before = open.size();
            std::erase_if(open, [&](const chess::Position& position) {
                if (!is_win(position)) return false;
                won_[slot(position)] = true;
                return true;
            });
        }
    }

    const std::vector<chess::Position>& all() const { return all_; }
    bool is_won(const chess::Position& position) const { return won_[slot(position)]; }

  private:
    static std::optional<chess::Position> legal(Point pawn, Point white, Point black, Side side) {
        chess::Position position;
        position.kinds[index(chess::Kind::PAWN)] = PointSet(pawn);
        position.kinds[index(chess::Kind::KING)] = PointSet(white) | PointSet(black);
        position.sides = {PointSet(pawn) | PointSet(white), PointSet(black)};
        position.side_to_move = side;
        if (position.occupied().count() != 3 || chess::is_in_check(position, other(side))) return std::nullopt;
        return position;
    }
    static std::size_t slot(const chess::Position& position) {
        const auto pawn = static_cast<std::size_t>(position.of(chess::Kind::PAWN).first().index());
        const auto white = static_cast<std::size_t>(position.king(Side::WHITE).index());
        const auto black = static_cast<std::size_t>(position.king(Side::BLACK).index());
        return ((static_cast<std::size_t>(index(position.side_to_move)) * 64 + pawn) * 64 + white) * 64 + black;
    }
    // A promotion wins unless it is stalemate or the new queen can be captured.
    bool leads_to_win(const chess::Position& position, chess::Move move) const {
        const chess::Position then = game_.after(position, move);
        if (!move.is_promotion()) return then.occupied().count() == 3 && won_[slot(then)];
        MoveList<Chess> replies, captures;
        game_.moves(then, replies);
        game_.forcing_moves(then, captures);
        const bool is_stalemate = replies.is_empty() && !game_.is_in_check(then);
        return captures.is_empty() && !is_stalemate && move.promoted() >= chess::Kind::ROOK;
    }
    bool is_win(const chess::Position& position) const {
        MoveList<Chess> moves;
        game_.moves(position, moves);
        const bool is_white = position.side_to_move == Side::WHITE;
        for (const chess::Move move : moves)
            if (leads_to_win(position, move) == is_white) return is_white;
        return !is_white && (!moves.is_empty() || game_.is_in_check(position));
    }

    Chess game_;
    std::vector<bool> won_;
    std::vector<chess::Position> all_;
};

}  // namespace

TEST(chess_king_and_pawn_against_king_is_known_exactly) {
#ifdef PLYGROUND_SANITIZED
    const std::vector<int> files{0};
#else
    const std::vector<int> files{0, 1, 2, 3, 6};
#endif
    const chess::Kpk kpk;
    for (const int file : files) {
        const SlowKpk slow(file);
        CHECK(slow.all().size() > 40'000);
        for (const chess::Position& position : slow.all()) CHECK_EQUAL(kpk.is_won(position), slow.is_won(position));
    }
}
