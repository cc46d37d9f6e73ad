// Counting the last two plies of a mill tree together, against counting every position before the last ply on its own.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "plyground/core/perft.hpp"
#include "plyground/games/mill/split.hpp"

using namespace plyground;
using namespace plyground::mill;

namespace {

template <class G>
std::uint64_t perft_one_by_one(const G& game, const Position& position, Depth depth) {
    if (depth == 2) return count_each_reply(game, position);
    MoveList<G> list;
    game.moves(position, list);
    std::uint64_t leaves = 0;
    for (const mill::Move move : list) leaves += perft_one_by_one(game, game.after(position, move), depth - 1);
    return leaves;
}

template <class Count>
void report(const char* name, const Count& count) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t leaves = count();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s %llu %.6f\n", name, static_cast<unsigned long long>(leaves), seconds);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const auto game = Mill<FixedRules<NINE>>().split_removals();
    const Depth depth = std::atoi(arguments[1]);
    const StopFlag stop;
    for (int i = std::atoi(arguments[2]); i > 0; --i) {
        report("together", [&] { return perft(game, game.start(), depth, stop); });
        report("one-by-one", [&] { return perft_one_by_one(game, game.start(), depth); });
    }
}
