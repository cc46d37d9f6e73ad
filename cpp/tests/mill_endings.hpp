// Mill endings solved in memory, for tests.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "plyground/core/endgame.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/solve/retrograde.hpp"
#include "tests/check.hpp"

namespace plyground::tests {

using mill::BoardName;
using mill::Option;
using mill::Rules;

struct InMemory : SolvedTable {
    std::vector<Value> values;
    void read(std::uint64_t first, std::span<Value> out) const override {
        std::memcpy(out.data(), values.data() + first, out.size());
    }
};

template <class Bits, BoardName BOARD>
class Endings {
  public:
    using Index = mill::MovingPhase<Bits, BOARD>;

    Endings(const Rules& rules, int men, int most, int threads = 1) : rules_(rules) {
        const int least = rules.lose_below();
        for (int sum = 2 * least; sum <= most; ++sum)
            for (int k = (sum + 1) / 2; k <= std::min(men, sum - least); ++k) solve(k, sum - k, threads);
    }

    const std::map<std::pair<int, int>, InMemory>& tables() const { return tables_; }
    std::string totals(int k, int m) const { return totals_.at({k, m}); }

    Value value(std::uint32_t moves, std::uint32_t waits) const {
        const int k = std::popcount(moves), m = std::popcount(waits);
        const TablePlace place = mill::place_of<Bits>(mill::orbits_of(BOARD), moves, waits);
        const std::uint64_t columns = Subsets::count(rules_.board().points - m, k);
        return tables_.at({k, m}).values[place.row * columns + place.column];
    }

    // Compares random positions of each table with what the successors of the ordinary generator say.
    void verify(int samples) const {
        const mill::Mill<mill::RuntimeRules> game(mill::RuntimeRules{rules_});
        std::mt19937 random(7);
        for (const auto& [men, table] : tables_)
            for (int i = 0; i < samples; ++i) {
                std::vector<int> points(static_cast<std::size_t>(rules_.board().points));
                for (std::size_t p = 0; p < points.size(); ++p) points[p] = static_cast<int>(p);
                std::shuffle(points.begin(), points.end(), random);
                mill::Position position;
                for (int p = 0; p < men.first + men.second; ++p)
                    position.put(p < men.first ? Side::WHITE : Side::BLACK, Point(points[static_cast<std::size_t>(p)]));
                CHECK_EQUAL(int{value(position.men[0], position.men[1])}, int{from_successors(game, position)});
            }
    }

  private:
    void solve(int k, int m, int threads) {
        const Index index(rules_, k, m, [&](int a, int b) -> const SolvedTable& { return tables_.at({a, b}); });
        solve::Retrograde<Index> retrograde(index, {.threads = threads, .message_bytes = 1 << 16});
        retrograde.run();
        for (int t = 0; t < index.tables(); ++t) {
            const auto men = t == 0 ? std::pair(k, m) : std::pair(m, k);
            InMemory& table = tables_[men];
            table.values.resize(retrograde.size(t));
            retrograde.read(t, 0, table.values);
            const solve::Totals totals = retrograde.totals(t);
            std::ostringstream text;
            text << totals.wins << '/' << totals.draws << '/' << totals.losses << ' ' << totals.longest_win << '/'
                 << totals.longest_loss;
            totals_[men] = text.str();
        }
    }

    // The value by one move of search. A side that owes a removal or must pass is searched further.
    template <class Game>
    Value from_successors(const Game& game, const mill::Position& position) const {
        typename Game::List moves;
        game.moves(position, moves);
        const Result result = game.result(position, !moves.is_empty());
        if (!result.is_ongoing()) return result.outcome == Outcome::DRAW ? DRAW_VALUE : value_of(0);
        Cell cell{0, static_cast<std::uint8_t>(std::min<std::size_t>(moves.size(), 255))};
        for (const auto move : moves) {
            mill::Position next = game.after(position, move);
            next.quiet_plies = 0;
            const bool is_ordinary = next.mover == next.side_to_move && next.owes_nothing();
            const Side us = next.side_to_move;
            const bool is_over = std::min(next.total(Side::WHITE), next.total(Side::BLACK)) < rules_.lose_below();
            const Value after = is_ordinary && !is_over ? value(next.men[static_cast<std::size_t>(index(us))],
                                                                next.men[static_cast<std::size_t>(index(other(us)))])
                                                        : from_successors(game, next);
            if (is_loss(after)) cell.add_win(plies_of(after));
            if (is_win(after)) cell.add_loss(plies_of(after));
        }
        return cell.value();
    }

    Rules rules_;
    std::map<std::pair<int, int>, InMemory> tables_;
    std::map<std::pair<int, int>, std::string> totals_;
};

}  // namespace plyground::tests
