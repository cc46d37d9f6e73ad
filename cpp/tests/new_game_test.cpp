// A new game needs nothing but itself: this one is described in full here, and perft, the playing search and the view
// take it without a line anywhere else. tests/games/test_new_game.py does the same for the Python half.
#include <string>

#include "plyground/core/error.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/perft.hpp"
#include "plyground/core/view.hpp"
#include "plyground/search/searcher.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

// Players take one or two of seven stones in turn; the last stone wins.
class Takeaway {
  public:
    struct Position {
        int stones;
        Side side;
    };
    struct Move {
        int taken;
        static constexpr std::size_t HISTORY_SIZE = 3;
        std::uint16_t code() const { return static_cast<std::uint16_t>(taken); }
        std::size_t history_index() const { return static_cast<std::size_t>(taken); }
        friend bool operator==(Move, Move) = default;
    };
    static constexpr std::size_t MAX_MOVES = 2;
    static constexpr int STONES = 7;

    // Game
    Position start() const { return {STONES, Side::WHITE}; }
    Side side_to_move(const Position& position) const { return position.side; }
    void moves(const Position& position, MoveList<Takeaway>& list) const {
        for (int taken = 1; taken <= 2 && taken <= position.stones; ++taken) list.push({taken});
    }
    Position after(const Position& position, Move move) const {
        return {position.stones - move.taken, other(position.side)};
    }
    Result result(const Position& position, bool has_moves) const {
        return has_moves ? Result::ongoing() : Result::win(other(position.side), "last_stone");
    }
    Key key(const Position& position) const {
        return mix(static_cast<Key>(position.stones * 2 + index(position.side)));
    }
    int reversible_plies(const Position&) const { return 0; }
    Repetition repetition() const { return {}; }
    Score evaluate(const Position&) const { return 0; }

    // Described
    std::string name() const { return "takeaway"; }
    Geometry geometry() const {
        Geometry geometry{"grid", STONES, 1, {}, {}, {"1"}, {}};
        for (int i = 0; i < STONES; ++i) {
            geometry.points.push_back({point(i), static_cast<double>(i), 0});
            geometry.columns.emplace_back(1, static_cast<char>('a' + i));
        }
        return geometry;
    }
    NamedPieces symbols() const { return {{"white stone", "o"}}; }
    NamedPieces pieces(const Position& position) const {
        NamedPieces pieces;
        for (int i = 0; i < position.stones; ++i) pieces.emplace_back(point(i), "white stone");
        return pieces;
    }
    std::vector<Path> entry_paths(const Position&, Move move) const {
        std::string click(1, '=');
        click += token(move);
        return {{click}};
    }
    std::vector<std::string> fen_styles() const { return {"plain"}; }
    std::string format_fen(const Position& position, std::size_t) const {
        return std::to_string(position.stones) + (position.side == Side::WHITE ? "w" : "b");
    }
    Position parse_fen(std::string_view text) const {
        if (text.size() != 2 || text[0] < '0' || text[0] > '7' || (text[1] != 'w' && text[1] != 'b'))
            throw Error(ErrorKind::INVALID_POSITION, "fen_empty", {{"expected", "7w"}});
        return {text[0] - '0', text[1] == 'w' ? Side::WHITE : Side::BLACK};
    }
    std::string token(Move move) const { return std::to_string(move.taken); }
    std::string format_move(const Position&, Move move) const { return token(move); }
    Move parse_move(const Position& position, std::string_view text) const {
        MoveList<Takeaway> list;
        moves(position, list);
        for (const Move move : list)
            if (token(move) == text) return move;
        throw Error(ErrorKind::ILLEGAL_MOVE, "move_not_here", {{"text", std::string(text)}});
    }
    int starts() const { return 1; }
    Position start(int) const { return start(); }
    std::string check(const Position&) const { return ""; }
    std::string forced(const Position&) const { return ""; }

  private:
    static std::string point(int i) { return std::string(1, static_cast<char>('a' + i)) + "1"; }
};
static_assert(Game<Takeaway> && Described<Takeaway>);

}  // namespace

TEST(new_game_is_counted) {
    CHECK_EQUAL(perft(Takeaway(), Takeaway().start(), 3, StopFlag()), 8u);
    CHECK_EQUAL(perft(Takeaway(), Takeaway().start(), 7, StopFlag()), 1u);  // seven turns of one stone each
}

TEST(new_game_is_solved_by_the_playing_search) {
    const Takeaway game;
    Searcher<Takeaway> searcher(game, {.hash_mb = 1});
    const auto found = searcher.run(game.start(), {}, {.depth = 10});
    CHECK_EQUAL(found.lines.at(0).line[0].taken, 1);  // six stones are lost for the opponent
    CHECK_EQUAL(found.score, win_in(5));
}

TEST(new_game_is_shown) {
    const Takeaway game;
    const std::string json = view_json(game, game.parse_fen("2b"), nullptr, {}, true);
    CHECK_EQUAL(json.substr(0, 75), R"({"game":"takeaway","turn":"black","pieces":{"a1":"white stone","b1":"white )");
    CHECK(json.find(R"("entry":{"=1":"1","=2":"2"})") != std::string::npos);
}
