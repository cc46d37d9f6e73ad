// Textbook: the plain algorithms over any game, instrumented. The twin of search/node.py and search/reference.py, which
// explain them: both visit the same nodes in the same order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/search/bound.hpp"
#include "plyground/search/counters.hpp"
#include "plyground/search/plain_ordering.hpp"
#include "plyground/search/plain_table.hpp"
#include "plyground/search/switches.hpp"

namespace plyground {

inline constexpr Score BNS_STEP = 64;
inline constexpr Score ASPIRATION_WIDTH = 50;

// Thrown out of a search that was asked to stop.
struct Stopped {};

template <Game G>
class Textbook {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Line = std::vector<Move>;

    Textbook(const G& game, const Switches& switches, StopCheck& stop)
        : game_(game), switches_(switches), stop_(stop), ordering_(switches_) {
        if (switches_.table != Policy::NO_TABLE) table_.emplace(switches_.table, switches_.table_size);
    }

    const Counters& counters() const { return counters_; }
    const Line& line() const { return lines_.front(); }

    void begin() {
        if (table_) table_->new_search();
    }

    Score evaluate(const Position& position) const {
        Score value = 0;
        if constexpr (HasNamedEvaluations<G>)
            value = switches_.evaluation < 0 ? game_.evaluate(position)
                                             : game_.evaluate(position, static_cast<std::size_t>(switches_.evaluation), 0);
        else value = game_.evaluate(position);
        if (!switches_.noise) return value;
        return 256 * value + static_cast<Score>(mix(switches_.seed ^ mix(game_.key(position))) & 0xFF);
    }

    Score minimax(const Position& position, Depth depth, Ply ply = 0) {
        MoveList<G>& moves = list_at(ply);
        const std::optional<Score> settled = settle(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, moves);
        const bool is_maximum = ply % 2 == 0;
        if (settled) return is_maximum ? *settled : -*settled;
        order(position, ply, moves);
        Score best = is_maximum ? -INFINITY_SCORE : INFINITY_SCORE;
        for (const Move move : moves) {
            const Score value = minimax(game_.after(position, move), depth - 1, ply + 1);
            if (is_maximum ? value > best : value < best) {
                best = value;
                better(move, ply);
            }
        }
        done(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, is_maximum ? best : -best);
        return best;
    }

    Score negamax(const Position& position, Depth depth, Ply ply = 0) {
        MoveList<G>& moves = list_at(ply);
        if (const auto settled = settle(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, moves)) return *settled;
        order(position, ply, moves);
        Score best = -INFINITY_SCORE;
        for (const Move move : moves) {
            const Score value = -negamax(game_.after(position, move), depth - 1, ply + 1);
            if (value > best) {
                best = value;
                better(move, ply);
            }
        }
        return done(position, depth, -INFINITY_SCORE, INFINITY_SCORE, ply, best);
    }

    Score alphabeta_hard(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        MoveList<G>& moves = list_at(ply);
        if (const auto settled = settle(position, depth, alpha, beta, ply, moves)) return std::max(alpha, std::min(*settled, beta));
        order(position, ply, moves);
        Score best = alpha;
        for (std::size_t place = 0; place < moves.size(); ++place) {
            const Move move = moves[place];
            const Score value = -alphabeta_hard(game_.after(position, move), depth - 1, -beta, -best, ply + 1);
            if (value > best) {
                best = value;
                better(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return done(position, depth, alpha, beta, ply, best);
    }

    Score alphabeta(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        MoveList<G>& moves = list_at(ply);
        if (const auto settled = settle(position, depth, alpha, beta, ply, moves)) return *settled;
        order(position, ply, moves);
        Score best = -INFINITY_SCORE;
        for (std::size_t place = 0; place < moves.size(); ++place) {
            const Move move = moves[place];
            const Score floor = std::max(alpha, best);
            const Score value = -alphabeta(game_.after(position, move), depth - 1, -beta, -floor, ply + 1);
            if (value > best) {
                best = value;
                better(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return done(position, depth, alpha, beta, ply, best);
    }

    Score negascout(const Position& position, Depth depth, Score alpha, Score beta, Ply ply = 0) {
        MoveList<G>& moves = list_at(ply);
        if (const auto settled = settle(position, depth, alpha, beta, ply, moves)) return *settled;
        order(position, ply, moves);
        Score best = -INFINITY_SCORE;
        for (std::size_t place = 0; place < moves.size(); ++place) {
            const Move move = moves[place];
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
                better(move, ply);
            }
            if (best >= beta) {
                cut_off(move, place, depth, ply);
                break;
            }
        }
        return done(position, depth, alpha, beta, ply, best);
    }

    Score mtdf(const Position& position, Depth depth, Score guess) {
        Score value = guess, lower = -INFINITY_SCORE, upper = INFINITY_SCORE;
        Line proven = lines_.front();
        while (lower < upper) {
            const Score beta = value == lower ? value + 1 : value;
            value = alphabeta(position, depth, beta - 1, beta);
            if (value < beta) {
                upper = value;
            } else {
                lower = value;
                proven = lines_.front();
            }
            counters_.re_searches += lower < upper;
        }
        lines_.front() = proven;
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
        MoveList<G>& all = list_at(0);
        if (const auto settled = settle(position, depth, -INFINITY_SCORE, INFINITY_SCORE, 0, all)) return *settled;
        order(position, 0, all);
        std::vector<Move> moves(all.begin(), all.end());
        std::int64_t lower = -INFINITY_SCORE, upper = INFINITY_SCORE, test = guess, step = BNS_STEP;
        while ((moves.size() > 1 || lower == -INFINITY_SCORE) && upper - lower > 1) {
            test = std::max(lower + 1, std::min(test, upper - 1));
            std::vector<Move> reaching;
            const Score bound = static_cast<Score>(test);
            for (const Move move : moves)
                if (-alphabeta(game_.after(position, move), depth - 1, -bound, 1 - bound, 1) >= bound) reaching.push_back(move);
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
        lines_.front().assign(1, moves.front());  // what follows the best move is not known
        const Score value = static_cast<Score>(lower);
        return done(position, depth, -INFINITY_SCORE, value, 0, value);
    }

    // By the names of `ALGORITHMS` in search/deepening.py; nothing for a name that is none.
    std::optional<Score> run(std::string_view algorithm, const Position& position, Depth depth, Score guess) {
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

  private:
    // The list of the node at a ply. Lists may be large, so they are kept off the stack and used again.
    MoveList<G>& list_at(Ply ply) {
        const auto place = static_cast<std::size_t>(ply);
        while (lists_.size() <= place) lists_.push_back(std::make_unique<MoveList<G>>());
        lists_[place]->clear();
        return *lists_[place];
    }

    // The value of a node if nothing below it need be searched; else its legal moves are in `moves`.
    std::optional<Score> settle(const Position& position, Depth depth, Score alpha, Score beta, Ply ply, MoveList<G>& moves) {
        visit(ply);
        if (depth > 0) game_.moves(position, moves);
        const bool can_move = depth > 0 ? !moves.is_empty() : has_moves(game_, position);
        if (const auto final = final_value(position, can_move, ply)) {
            ++counters_.leaves;
            return final;
        }
        if (depth <= 0) {
            ++counters_.leaves;
            return switches_.quiescence ? quiesce(position, alpha, beta, ply, QUIESCENCE_PLIES) : static_value(position);
        }
        ++counters_.interior;
        counters_.null_windows += beta - alpha == 1;
        return probe(position, depth, alpha, beta, ply);
    }

    Score quiesce(const Position& position, Score alpha, Score beta, Ply ply, int plies) {
        Score best = static_value(position);
        if (best >= beta || plies == 0) return best;
        if constexpr (HasForcingMoves<G>) {
            MoveList<G>& forcing = list_at(ply);  // the node's own list is not needed any more
            game_.forcing_moves(position, forcing);
            for (const Move move : forcing) {
                const Position after = game_.after(position, move);
                visit(ply + 1);
                ++counters_.quiescent;
                const auto final = final_value(after, has_moves(game_, after), ply + 1);
                const Score floor = std::max(alpha, best);
                const Score value = -(final ? *final : quiesce(after, -beta, -floor, ply + 1, plies - 1));
                if (value > best) {
                    best = value;
                    better(move, ply);
                }
                if (best >= beta) break;
            }
        }
        return best;
    }

    void visit(Ply ply) {
        if (stop_()) throw Stopped{};
        ++counters_.nodes;
        const auto place = static_cast<std::size_t>(ply);
        if (lines_.size() <= place + 1) {
            lines_.resize(place + 2);
            table_moves_.resize(place + 2);
        }
        lines_[place].clear();
        table_moves_[place].reset();
    }

    std::optional<Score> final_value(const Position& position, bool can_move, Ply ply) const {
        const Result result = game_.result(position, can_move);
        if (result.is_ongoing()) return std::nullopt;
        if (result.outcome == Outcome::DRAW) return DRAWN;
        const Side winner = result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK;
        return winner == game_.side_to_move(position) ? win_in(ply) : loss_in(ply);
    }

    Score static_value(const Position& position) {
        ++counters_.evaluations;
        return evaluate(position);
    }

    std::optional<Score> probe(const Position& position, Depth depth, Score alpha, Score beta, Ply ply) {
        if (!table_) return std::nullopt;
        ++counters_.probes;
        const PlainEntry<Move>* entry = table_->find(game_.key(position));
        if (entry == nullptr) return std::nullopt;
        ++counters_.hits;
        table_moves_[static_cast<std::size_t>(ply)] = entry->move;
        if (entry->depth != depth || ply == 0) return std::nullopt;
        const Score value = to_root(entry->value, ply);
        if (entry->bound == Bound::EXACT) ++counters_.exact_cuts;
        else if (entry->bound == Bound::LOWER && value >= beta) ++counters_.lower_cuts;
        else if (entry->bound == Bound::UPPER && value <= alpha) ++counters_.upper_cuts;
        else return std::nullopt;
        return value;
    }

    void order(const Position& position, Ply ply, MoveList<G>& moves) {
        ordering_.order(game_, position, ply, table_moves_[static_cast<std::size_t>(ply)], moves);
    }

    void better(Move move, Ply ply) {
        Line& line = lines_[static_cast<std::size_t>(ply)];
        const Line& below = lines_[static_cast<std::size_t>(ply) + 1];
        line.assign(1, move);
        line.insert(line.end(), below.begin(), below.end());
    }

    void cut_off(Move move, std::size_t place, Depth depth, Ply ply) {
        ++counters_.cutoffs;
        ++counters_.cutoffs_by_place[std::min(place, CUTOFF_PLACES - 1)];
        ordering_.cut_off(move, depth, ply);
    }

    Score done(const Position& position, Depth depth, Score alpha, Score beta, Ply ply, Score value) {
        if (table_) {
            const Bound bound = value <= alpha ? Bound::UPPER : value >= beta ? Bound::LOWER : Bound::EXACT;
            const Line& line = lines_[static_cast<std::size_t>(ply)];
            table_->store(game_.key(position), depth, from_root(value, ply), bound,
                          line.empty() ? std::nullopt : std::optional<Move>(line.front()));
        }
        return value;
    }

    const G& game_;
    const Switches switches_;
    StopCheck& stop_;
    Counters counters_;
    PlainOrdering<G> ordering_;
    std::optional<PlainTable<Move>> table_;
    std::vector<std::unique_ptr<MoveList<G>>> lists_;
    std::vector<Line> lines_{1};
    std::vector<std::optional<Move>> table_moves_;
};

}  // namespace plyground
