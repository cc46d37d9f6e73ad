// PlainOrdering: which moves the textbook tries first. The twin of search/ordering.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/search/switches.hpp"

namespace plyground {

template <Game G>
class PlainOrdering {
  public:
    using Move = typename G::Move;

    explicit PlainOrdering(const Switches& switches) : switches_(switches) {}

    // Puts a list in order: the table's move, forcing ones, killers, then by history; without switches as it is.
    void order(const G& game, const typename G::Position& position, Ply ply, const std::optional<Move>& table_move,
               MoveList<G>& moves) {
        if (switches_.history)
            std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return worth(a) > worth(b); });
        std::size_t done = 0;
        const auto bring = [&](Move move) {
            Move* const found = std::find(moves.begin() + done, moves.end(), move);
            if (found == moves.end()) return;
            std::rotate(moves.begin() + done, found, found + 1);
            ++done;
        };
        if (switches_.tt_move && table_move) bring(*table_move);
        if constexpr (HasForcingMoves<G>) {
            if (switches_.forcing_first) {
                MoveList<G> forcing;
                game.forcing_moves(position, forcing);
                for (const Move move : forcing) bring(move);
            }
        }
        if (switches_.killers && killers_.size() > static_cast<std::size_t>(ply))
            for (const Move move : killers_[static_cast<std::size_t>(ply)]) bring(move);
    }

    void cut_off(Move move, Depth depth, Ply ply) {
        if (killers_.size() <= static_cast<std::size_t>(ply)) killers_.resize(static_cast<std::size_t>(ply) + 1);
        std::vector<Move>& killers = killers_[static_cast<std::size_t>(ply)];
        if (std::find(killers.begin(), killers.end(), move) == killers.end()) {
            killers.insert(killers.begin(), move);
            if (killers.size() > KILLERS) killers.pop_back();
        }
        if (history_.size() <= move.history_index()) history_.resize(move.history_index() + 1);
        history_[move.history_index()] += static_cast<std::int64_t>(depth) * depth;
    }

  private:
    std::int64_t worth(Move move) const {
        return move.history_index() < history_.size() ? history_[move.history_index()] : 0;
    }

    const Switches& switches_;
    std::vector<std::vector<Move>> killers_;
    std::vector<std::int64_t> history_;
};

}  // namespace plyground
