// Textbook: the plain algorithms over any game, instrumented. The twin of search/reference.py, which explains them:
// both visit the same nodes in the same order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/search/textbook_node.hpp"

namespace plyground {

inline constexpr Score BNS_STEP = 64;
inline constexpr Score ASPIRATION_WIDTH = 50;

template <Game G>
class Textbook : public TextbookNode<G> {
    using Search = TextbookNode<G>;
    using Search::counters_, Search::cut_off, Search::enter_node, Search::game_, Search::leave_node, Search::lines_,
        Search::moves_at, Search::prepare, Search::search_frontier;

  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    using Search::Search;

    Score minimax(const Position& position, Depth depth, Ply ply = 0) {
        const bool is_maximum = ply % 2 == 0;
        if (const Score value = search_frontier(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, FailMode::SOFT);
            value != NO_SCORE)
            return is_maximum ? value : -value;
        const Score known = enter_node(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply);
        if (known != NO_SCORE) return is_maximum ? known : -known;
        Score best = is_maximum ? -INFINITY_SCORE : INFINITY_SCORE;
        auto& moves = moves_at(ply);
        while (const Move* next = moves.next()) {
            const Move move = *next;
            const Score value = minimax(game_.after(position, move), depth - 1, ply + 1);
            if (is_maximum ? value > best : value < best) {
                best = value;
                lines_.update(move, ply);
            }
        }
        leave_node(depth, -INFINITY_SCORE, INFINITY_SCORE, ply, is_maximum ? best : -best);
        return best;
    }

    Score negamax(const Position& position, Depth depth, Ply ply = 0) {
        if (const Score value = search_frontier(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, FailMode::SOFT);
            value != NO_SCORE)
            return value;
        if (const Score known = enter_node(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply); known != NO_SCORE)
            return known;
        auto& moves = moves_at(ply);
        Score best = -INFINITY_SCORE;
        while (const Move* next = moves.next()) {
            const Move move = *next;
            const Score value = -negamax(game_.after(position, move), depth - 1, ply + 1);
            if (value > best) {
                best = value;
                lines_.update(move, ply);
            }
        }
        return leave_node(depth, -INFINITY_SCORE, INFINITY_SCORE, ply, best);
    }

    Score alphabeta_hard(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        if (const Score value = search_frontier(position, depth, alpha, beta, ply, FailMode::HARD); value != NO_SCORE)
            return value;
        if (const Score known = enter_node(position, depth, alpha, beta, ply); known != NO_SCORE)
            return std::max(alpha, std::min(known, beta));
        auto& moves = moves_at(ply);
        Score best = alpha;
        for (std::size_t place = 0; const Move* next = moves.next(); ++place) {
            const Move move = *next;
            const Score value = -alphabeta_hard(game_.after(position, move), depth - 1, -beta, -best, ply + 1);
            if (value > best) {
                best = value;
                lines_.update(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return leave_node(depth, alpha, beta, ply, best);
    }

    Score alphabeta(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        if (const Score value = search_frontier(position, depth, alpha, beta, ply, FailMode::SOFT); value != NO_SCORE)
            return value;
        if (const Score known = enter_node(position, depth, alpha, beta, ply); known != NO_SCORE) return known;
        auto& moves = moves_at(ply);
        Score best = -INFINITY_SCORE;
        for (std::size_t place = 0; const Move* next = moves.next(); ++place) {
            const Move move = *next;
            const Score floor = std::max(alpha, best);
            const Score value = -alphabeta(game_.after(position, move), depth - 1, -beta, -floor, ply + 1);
            if (value > best) {
                best = value;
                lines_.update(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return leave_node(depth, alpha, beta, ply, best);
    }

    Score negascout(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        if (const Score value = search_frontier(position, depth, alpha, beta, ply, FailMode::SOFT_SCOUT);
            value != NO_SCORE)
            return value;
        if (const Score known = enter_node(position, depth, alpha, beta, ply); known != NO_SCORE) return known;
        auto& moves = moves_at(ply);
        Score best = -INFINITY_SCORE;
        for (std::size_t place = 0; const Move* next = moves.next(); ++place) {
            const Move move = *next;
            const Position after = game_.after(position, move);
            const Score floor = std::max(alpha, best);
            const bool scout = place > 0 && beta - floor > 1;
            Score value = -negascout(after, depth - 1, scout ? -floor - 1 : -beta, -floor, ply + 1);
            if (scout && floor < value && value < beta) {
                ++counters_.re_searches;
                value = -negascout(after, depth - 1, -beta, -value, ply + 1);
            }
            if (value > best) {
                best = value;
                lines_.update(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return leave_node(depth, alpha, beta, ply, best);
    }

    Score mtdf(const Position& position, Depth depth, Score guess) {
        Score value = guess, lower = -INFINITY_SCORE, upper = INFINITY_SCORE;
        std::vector<Move> proven = lines_.root();
        while (lower < upper) {
            const Score beta = value == lower ? value + 1 : value;
            value = alphabeta(position, depth, beta - 1, beta);
            if (value < beta) {
                upper = value;
            } else {
                lower = value;
                proven = lines_.root();
            }
            counters_.re_searches += lower < upper;
        }
        lines_.set_root(proven);
        return value;
    }

    Score aspiration(const Position& position, Depth depth, Score guess) {
        std::int64_t below = ASPIRATION_WIDTH, above = ASPIRATION_WIDTH;
        while (true) {
            const Score alpha = static_cast<Score>(std::max<std::int64_t>(guess - below, -INFINITY_SCORE));
            const Score beta = static_cast<Score>(std::min<std::int64_t>(guess + above, INFINITY_SCORE));
            const Score value = alphabeta(position, depth, alpha, beta);
            const bool is_open = alpha == -INFINITY_SCORE && beta == INFINITY_SCORE;
            if (is_open || (alpha < value && value < beta)) return value;
            ++counters_.re_searches;
            (value <= alpha ? below : above) *= 4;
        }
    }

    Score best_node(const Position& position, Depth depth, Score guess) {
        if (const Score known = enter_node(position, depth, -INFINITY_SCORE, INFINITY_SCORE, 0); known != NO_SCORE)
            return known;
        std::vector<Move> moves;
        while (const Move* move = moves_at(0).next()) moves.push_back(*move);
        std::int64_t lower = -INFINITY_SCORE, upper = INFINITY_SCORE, test = guess, step = BNS_STEP;
        while ((moves.size() > 1 || lower == -INFINITY_SCORE) && upper - lower > 1) {
            test = std::max(lower + 1, std::min(test, upper - 1));
            std::vector<Move> reaching;
            const Score bound = static_cast<Score>(test);
            for (const Move move : moves)
                if (-alphabeta(game_.after(position, move), depth - 1, -bound, 1 - bound, 1) >= bound)
                    reaching.push_back(move);
            if (reaching.empty()) {
                upper = test;
            } else {
                lower = test;
                moves = std::move(reaching);
            }
            if (lower == -INFINITY_SCORE || upper == INFINITY_SCORE) {
                test = lower == -INFINITY_SCORE ? upper - step : lower + step;
                step *= 4;
            } else {
                const auto count = static_cast<std::int64_t>(moves.size());
                test = lower + (upper - lower) * (count - 1) / count;
            }
            ++counters_.re_searches;
        }
        lines_.start(moves.front(), 0);  // what follows the best move is unknown
        const Score value = static_cast<Score>(lower);
        return leave_node(depth, -INFINITY_SCORE, value, 0, value);
    }

    // Takes the names of `ALGORITHMS` in search/deepening.py. Nothing for any other name.
    std::optional<Score> run(std::string_view algorithm, const Position& position, Depth depth, Score guess) {
        prepare(depth);
        if (algorithm == "minimax") return minimax(position, depth);
        if (algorithm == "negamax") return negamax(position, depth);
        if (algorithm == "alphabeta-hard") return alphabeta_hard(position, depth, -INFINITY_SCORE, INFINITY_SCORE);
        if (algorithm == "alphabeta") return alphabeta(position, depth, -INFINITY_SCORE, INFINITY_SCORE);
        if (algorithm == "negascout") return negascout(position, depth, -INFINITY_SCORE, INFINITY_SCORE);
        if (algorithm == "aspiration") return aspiration(position, depth, guess);
        if (algorithm == "mtdf") return mtdf(position, depth, guess);
        if (algorithm == "sss") return mtdf(position, depth, INFINITY_SCORE);
        if (algorithm == "bns") return best_node(position, depth, guess);
        return std::nullopt;
    }
};

}  // namespace plyground
