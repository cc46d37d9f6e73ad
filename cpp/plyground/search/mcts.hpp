// MCTS: Monte Carlo tree search (UCT) over any game. The twin of search/mcts.py, which explains it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/search/textbook.hpp"

namespace plyground {

inline constexpr int ROLLOUT_PLIES = 200;

template <Game G>
class MonteCarlo {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    struct MctsResult {
        std::optional<Move> move;
        double reward = 0;
        std::vector<std::pair<Move, std::uint64_t>> visits;
        std::uint64_t nodes = 0;
    };

    MonteCarlo(const G& game, Key seed, StopCheck& stop) : game_(game), seed_(seed), stop_(stop) {}

    MctsResult run(const Position& position, std::uint64_t playouts) {
        tree_.clear();
        add_node(position, std::nullopt);
        std::uint64_t nodes = 1;
        for (std::uint64_t i = 0; i < playouts; ++i) {
            std::vector<std::size_t> path{0};
            while (tree_[path.back()].untried == tree_[path.back()].moves.size() &&
                   !tree_[path.back()].children.empty())
                path.push_back(most_promising(tree_[path.back()]));
            const std::size_t leaf = path.back();
            if (tree_[leaf].untried < tree_[leaf].moves.size()) {
                const Move move = tree_[leaf].moves[tree_[leaf].untried++];
                const std::size_t child = add_node(game_.after(tree_[leaf].position, move), move);
                tree_[leaf].children.push_back(child);
                path.push_back(child);
                ++nodes;
            }
            const auto [winner, plies] = roll_out(tree_[path.back()].position);
            nodes += static_cast<std::uint64_t>(plies);
            for (const std::size_t node : path) {
                ++tree_[node].visits;
                const Side mover = other(game_.side_to_move(tree_[node].position));
                tree_[node].reward += !winner ? 0.5 : *winner == mover ? 1.0 : 0.0;
            }
        }
        return make_result(nodes);
    }

  private:
    struct TreeNode {
        Position position;
        std::optional<Move> move;
        std::size_t untried = 0;
        std::uint64_t visits = 0;
        double reward = 0;
        std::vector<Move> moves;
        std::vector<std::size_t> children;
    };

    std::size_t add_node(const Position& position, std::optional<Move> move) {
        MoveList<G> list;
        game_.moves(position, list);
        TreeNode node{position, move, 0, 0, 0, {}, {}};
        if (game_.result(position, !list.is_empty()).is_ongoing()) node.moves.assign(list.begin(), list.end());
        tree_.push_back(std::move(node));
        return tree_.size() - 1;
    }

    std::size_t most_promising(const TreeNode& node) const {
        const double total = std::log(static_cast<double>(node.visits));
        std::size_t best = node.children.front();
        double greatest = -1;
        for (const std::size_t number : node.children) {
            const TreeNode& child = tree_[number];
            const double visits = static_cast<double>(child.visits);
            const double bound = child.reward / visits + std::sqrt(2.0) * std::sqrt(total / visits);
            if (bound > greatest) {
                best = number;
                greatest = bound;
            }
        }
        return best;
    }

    std::pair<std::optional<Side>, int> roll_out(Position position) {
        for (int ply = 0; ply < ROLLOUT_PLIES; ++ply) {
            if (stop_()) throw SearchStopped{};
            MoveList<G> list;
            game_.moves(position, list);
            const Result result = game_.result(position, !list.is_empty());
            if (!result.is_ongoing()) {
                if (result.outcome == Outcome::DRAW) return {std::nullopt, ply};
                return {result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK, ply};
            }
            position = game_.after(position, list[mix(++seed_) % list.size()]);
        }
        return {std::nullopt, ROLLOUT_PLIES};
    }

    MctsResult make_result(std::uint64_t nodes) const {
        MctsResult found;
        found.nodes = nodes;
        std::uint64_t most = 0;
        for (const std::size_t number : tree_.front().children) {
            const TreeNode& child = tree_[number];
            found.visits.emplace_back(*child.move, child.visits);
            if (child.visits > most) {
                most = child.visits;
                found.move = child.move;
                found.reward = child.reward / static_cast<double>(child.visits);
            }
        }
        return found;
    }

    const G& game_;
    Key seed_;
    StopCheck& stop_;
    std::vector<TreeNode> tree_;
};

}  // namespace plyground
