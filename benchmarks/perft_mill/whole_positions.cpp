// Mill perft as shipped, against making every position before the last ply in full and asking it for its moves.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "plyground/core/perft.hpp"
#include "plyground/games/mill/split.hpp"

using namespace plyground;
using namespace plyground::mill;

namespace {

template <class G>
std::uint64_t perft_of_whole_positions(const G& game, const Position& position, Depth depth) {
    if (depth == 1) return game.count_moves(position);
    MoveList<G> list;
    game.moves(position, list);
    std::uint64_t leaves = 0;
    for (const mill::Move move : list) leaves += perft_of_whole_positions(game, game.after(position, move), depth - 1);
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
        report("shipped", [&] { return perft(game, game.start(), depth, stop); });
        report("whole", [&] { return perft_of_whole_positions(game, game.start(), depth); });
    }
}
