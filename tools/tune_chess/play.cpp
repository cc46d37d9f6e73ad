// Plays chess against itself and prints the quiet positions, as samples for tune.cpp.
//
//   g++ -O3 -march=native -std=c++20 -Icpp tools/tune_chess/play.cpp $(find cpp/plyground/games/chess -name '*.cpp')
//       cpp/plyground/search/*.cpp -pthread -o play_chess
//   ./play_chess GAMES SEED NODES > samples.txt
//
// A line is a position, the search's score in hundredths of a pawn for white, and the game's result for white (1, 0.5
// or 0), separated by semicolons. The same arguments give the same games.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "plyground/core/history.hpp"
#include "plyground/core/key.hpp"
#include "plyground/games/chess/game.hpp"
#include "plyground/search/searcher.hpp"

using namespace plyground;
using chess::Chess;

namespace {

constexpr int OPENING_PLIES = 8;  // at random, and one more in every second game
constexpr Score MAX_OPENING_IMBALANCE = 250;
constexpr Score DECIDED = 900;    // a game is over when both sides agree on this score ...
constexpr int DECIDED_PLIES = 5;  // ... for this many plies
constexpr int MAX_PLIES = 240;

struct Sample {
    std::string fen;
    Score score;
};

class Match {
  public:
    Match(Key seed, std::uint64_t nodes) : searcher_(game_, {.hash_mb = 4}), seed_(mix(seed)) { limits_.nodes = nodes; }

    void play() {
        if (!open()) return;
        searcher_.clear();
        samples_.clear();
        const double result = play_on();
        for (const Sample& sample : samples_) std::printf("%s;%d;%.1f\n", sample.fen.c_str(), sample.score, result);
    }

  private:
    bool open() {
        position_ = game_.start();
        keys_ = {};
        const int plies = OPENING_PLIES + static_cast<int>(next() % 2);
        for (int ply = 0; ply < plies; ++ply) {
            MoveList<Chess> moves;
            game_.moves(position_, moves);
            if (moves.is_empty()) return false;
            step(moves[next() % moves.size()]);
        }
        return has_moves(game_, position_);
    }

    // White's points.
    double play_on() {
        int decided = 0;
        for (int ply = 0; ply < MAX_PLIES; ++ply) {
            const Result result = plyground::result(game_, position_);
            if (result.outcome == Outcome::WHITE_WINS) return 1;
            if (result.outcome == Outcome::BLACK_WINS) return 0;
            if (!result.is_ongoing() || game_.claim(position_) || is_third_time()) return 0.5;

            const auto& report = searcher_.run(position_, keys_, limits_);
            const Score white = position_.side_to_move == Side::WHITE ? report.score : -report.score;
            if (ply == 0 && std::abs(white) > MAX_OPENING_IMBALANCE) {
                samples_.clear();
                return 0.5;
            }
            decided = std::abs(white) >= DECIDED ? decided + 1 : 0;
            if (decided == DECIDED_PLIES) return white > 0 ? 1 : 0;
            const chess::Move best = report.lines[0].line[0];
            if (!is_decisive(white) && !game_.is_in_check(position_) && !game_.is_forcing(position_, best))
                samples_.push_back({game_.format_fen(position_, 0), white});
            step(best);
        }
        return 0.5;
    }

    bool is_third_time() const {
        int found = 1;
        for (const Key key : keys_) found += key == position_.key;
        return found >= 3;
    }

    void step(chess::Move move) {
        keys_.push_back(position_.key);
        position_ = game_.after(position_, move);
    }
    Key next() { return mix(seed_++); }

    const Chess game_;
    Searcher<Chess> searcher_;
    Limits limits_;
    Key seed_;
    chess::Position position_;
    std::vector<Key> keys_;
    std::vector<Sample> samples_;
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: play_chess GAMES SEED NODES > samples.txt\n");
        return 2;
    }
    Match match(std::strtoull(arguments[2], nullptr, 10), std::strtoull(arguments[3], nullptr, 10));
    for (int games = std::atoi(arguments[1]); games > 0; --games) match.play();
}
