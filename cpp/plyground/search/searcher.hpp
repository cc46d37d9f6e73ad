// Searcher: the search that plays, over any game. It owns the transposition table and the threads, and prints nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/search/root_probing.hpp"
#include "plyground/search/search_result.hpp"
#include "plyground/search/shared_state.hpp"
#include "plyground/search/thread_pool.hpp"
#include "plyground/search/worker.hpp"
#include "plyground/search/worker_pruning.hpp"
#include "plyground/search/worker_qsearch.hpp"
#include "plyground/search/worker_root.hpp"
#include "plyground/search/worker_search.hpp"
#include "plyground/search/worker_style.hpp"

namespace plyground {

struct SearcherOptions {
    std::size_t hash_mb = 64;
    int threads = 1;
    Style style = Style::NORMAL;
    Key seed = 0;  // 0 = equal moves stay in the game's own order
    SearchFeatures features{};
    WeightList weights{};  // of the evaluation; empty = those it ships with
};

// A search runs on the calling thread and on the thread pool. With one thread, the same calls in the same order give
// the same results: only a time limit makes the end depend on anything else. `stop` may be called from any thread.
template <Game G>
class Searcher {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using OnResult = std::function<void(const SearchResult<Move>&)>;

    // `prober` is where it looks up positions with few pieces; none if it is nullptr.
    Searcher(const G& game, const SearcherOptions& options, std::shared_ptr<const Prober<Position>> prober = nullptr)
        : game_(game),
          prober_(options.features.databases ? std::move(prober) : nullptr),
          seed_(options.seed),
          style_(options.style),
          tt_(options.hash_mb, options.threads),
          shared_{tt_},
          threads_(options.threads - 1) {
        shared_.features = options.features;
        if constexpr (requires { G::NODES_PER_POLL; }) shared_.nodes_per_poll = G::NODES_PER_POLL;
        if constexpr (requires { G::PACE; }) shared_.time = TimeManager(G::PACE);
        for (int number = 0; number <= threads_.size(); ++number)
            workers_.push_back(
                std::make_unique<Worker<G>>(game, shared_, number, options.style, options.weights, prober_.get()));
    }

    // Searches `position`, reached through positions with the keys `past`, oldest first. Searches only the moves in
    // `search_moves`, or all moves if it is empty. Calls `on_result` after every completed depth, and `poll` about
    // every millisecond; `poll` may request a stop.
    const SearchResult<Move>& run(const Position& position, const std::vector<Key>& past, const Limits& limits,
                                  const std::vector<Move>& search_moves = {}, const OnResult& on_result = {},
                                  std::function<void(StopFlag&)> poll = {});

    void stop() { shared_.stop.request(); }
    StopFlag& stop_flag() { return shared_.stop; }
    // Call before run(), so that an early stop() is not lost.
    void reset_stop() { shared_.stop.reset(); }

    // Clears the transposition table and all histories, as for a new game.
    void clear() {
        tt_.clear(static_cast<int>(workers_.size()));
        for (auto& worker : workers_) worker->clear_history();
    }
    TranspositionTable& tt() { return tt_; }
    const SearchResult<Move>& result() const { return result_; }
    // Searched so far, by all workers together; may be read while they search.
    std::uint64_t nodes() const;

  private:
    std::vector<RootMove<Move>> root_moves(const Position& position, const std::vector<Move>& search_moves) const;
    void search_beside(int number);
    bool finish_depth(const OnResult& on_result);
    double patience(Score best) const;
    void fill_result(const Worker<G>& worker);
    const Worker<G>& best_worker() const;
    // Only the main worker reports several lines, so it must finish them itself.
    bool has_last_depth(const Worker<G>& worker) const {
        return shared_.limits.lines <= 1 && worker.depth() >= shared_.limits.depth.value_or(MAX_DEPTH);
    }

    const G& game_;
    const std::shared_ptr<const Prober<Position>> prober_;
    const Key seed_;
    const Style style_;
    TranspositionTable tt_;
    SharedState shared_;
    ThreadPool threads_;
    std::vector<std::unique_ptr<Worker<G>>> workers_;
    SearchResult<Move> result_;
    int stable_depths_ = 0;
    std::uint16_t last_best_ = NO_CODE;
    std::vector<Score> scores_;  // of the completed depths
    std::size_t root_hits_ = 0;
    std::mutex failing_;
    std::exception_ptr failure_;  // of another worker than the main one
};

template <Game G>
const SearchResult<typename G::Move>& Searcher<G>::run(const Position& position, const std::vector<Key>& past,
                                                       const Limits& limits, const std::vector<Move>& search_moves,
                                                       const OnResult& on_result, std::function<void(StopFlag&)> poll) {
    shared_.time.start(limits);
    shared_.finished.reset();
    shared_.limits = limits;
    shared_.poll = std::move(poll);
    shared_.budget.start(limits.nodes.value_or(~std::uint64_t{0}), static_cast<int>(workers_.size()));
    tt_.new_search();
    stable_depths_ = 0;
    last_best_ = NO_CODE;
    scores_.clear();
    scores_.reserve(static_cast<std::size_t>(MAX_DEPTH) + 1);

    result_ = {};
    failure_ = nullptr;
    root_hits_ = 0;
    std::vector<RootMove<Move>> roots = root_moves(position, search_moves);
    if (roots.empty()) {
        const Result result = game_.result(position, false);
        const bool is_lost =
            result.outcome == (game_.side_to_move(position) == Side::WHITE ? Outcome::BLACK_WINS : Outcome::WHITE_WINS);
        result_.score = result.outcome == Outcome::DRAW || result.is_ongoing() ? DRAWN
                        : is_lost                                              ? loss_in(0)
                                                                               : win_in(0);
        return result_;
    }
    const auto lines = static_cast<std::size_t>(std::max(limits.lines, 1));
    if (prober_ != nullptr) root_hits_ = group_roots(game_, *prober_, position, past, lines, roots);
    shared_.winner = roots[0].known == DATABASE_WIN ? std::optional(game_.side_to_move(position)) : std::nullopt;
    result_.lines.resize(std::min(lines, roots.size()));
    for (auto& worker : workers_) worker->start(position, past, roots);
    threads_.run([this](int number) { search_beside(number); });
    try {
        workers_[0]->iterate([&] { return finish_depth(on_result); });
    } catch (...) {
        shared_.finished.request();
        threads_.wait();
        throw;
    }
    shared_.finished.request();
    threads_.wait();
    if (failure_) std::rethrow_exception(failure_);
    fill_result(best_worker());
    return result_;
}

// What a worker other than the main one does. If it fails, which a damaged database may cause, the search ends.
template <Game G>
void Searcher<G>::search_beside(int number) {
    Worker<G>& worker = *workers_[static_cast<std::size_t>(number)];
    try {
        worker.iterate([this, &worker] {
            // The first worker to complete the last depth ends the search for all [two threads: 1.5 times as fast as
            // one, not 1.2].
            if (has_last_depth(worker)) shared_.finished.request();
            return true;
        });
    } catch (...) {
        const std::lock_guard lock(failing_);
        failure_ = std::current_exception();
        shared_.finished.request();
    }
}

template <Game G>
std::vector<RootMove<typename G::Move>> Searcher<G>::root_moves(const Position& position,
                                                                const std::vector<Move>& search_moves) const {
    const auto list = std::make_unique<MoveList<G>>();
    game_.moves(position, *list);
    std::vector<RootMove<Move>> roots;
    for (const Move& move : *list)
        if (search_moves.empty() || std::find(search_moves.begin(), search_moves.end(), move) != search_moves.end()) {
            RootMove<Move>& root = roots.emplace_back();
            root.move = move;
            root.line.push(move);
        }
    if (seed_ != 0) {
        const Key seed = mix(seed_ ^ game_.key(position));
        for (std::size_t left = roots.size(); left > 1; --left)
            std::swap(roots[left - 1], roots[mix(seed + left) % left]);
    }
    return roots;
}

// Reports a completed depth. Returns whether to continue.
template <Game G>
bool Searcher<G>::finish_depth(const OnResult& on_result) {
    const Worker<G>& worker = *workers_[0];
    workers_[0]->counter().publish();
    fill_result(worker);
    if (on_result) on_result(result_);

    const RootMove<Move>& best = worker.best();
    const Score earlier = scores_.size() >= 3 ? scores_[scores_.size() - 3] : best.score;
    scores_.push_back(best.score);
    stable_depths_ = best.move.code() == last_best_ ? stable_depths_ + 1 : 0;
    last_best_ = best.move.code();
    if (shared_.limits.win_within && best.score >= win_in(*shared_.limits.win_within)) return false;
    // A win or loss within the searched depth cannot change any more, nor can one whose distance is known.
    const bool is_settled = (is_decisive(best.score) && worker.depth() > WIN - std::abs(best.score) + 2) ||
                            (best.known && is_decisive(*best.known));
    const DepthProgress progress{
        .stable_depths = stable_depths_,
        .effort =
            static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(worker.counter().nodes(), 1)),
        .score_drop = is_decisive(best.score) ? 0 : std::clamp(earlier - best.score, -100, 100),
        .patience = patience(best.score),
        .is_only_move = worker.root_count() == 1};
    if (shared_.time.has_soft_limit() && is_settled) return false;
    if (progress.patience < 1 && shared_.limits.nodes &&
        static_cast<double>(nodes()) >= progress.patience * static_cast<double>(*shared_.limits.nodes))
        return false;
    return !shared_.time.should_stop(progress);
}

// The share of its time, or of its nodes, that the style uses; no deeper search starts after that.
template <Game G>
double Searcher<G>::patience(Score best) const {
    if (style_ != Style::LAZY) return 1;
    return best >= tuning::AHEAD ? tuning::LAZY_PATIENCE_AHEAD : tuning::LAZY_PATIENCE;
}

template <Game G>
void Searcher<G>::fill_result(const Worker<G>& worker) {
    for (std::size_t rank = 0; rank < result_.lines.size(); ++rank) {
        const RootMove<Move>& root = worker.best(rank);
        RankedLine<Move>& line = result_.lines[rank];
        line.score = root.score == -INFINITY_SCORE ? worker.root_static_eval() : root.score;
        line.bound = root.bound;
        // A search that proves the end of a win knows more than a database without distances.
        const bool proves_more = is_decisive(line.score) && root.known && !is_decisive(*root.known) &&
                                 *root.known != DRAWN && (line.score > 0) == (*root.known > 0);
        if (root.known && !proves_more) {
            line.score = *root.known;
            line.bound = Bound::EXACT;
        }
        line.depth = root.depth;
        line.seldepth = root.seldepth;
        line.line = root.line;
    }
    result_.depth = worker.depth();
    result_.seldepth = result_.lines[0].seldepth;
    result_.score = result_.lines[0].score;
    result_.bound = result_.lines[0].bound;
    result_.nodes = nodes();
    result_.time_us = shared_.time.elapsed_us();
    result_.tt_full = tt_.hashfull();
    result_.is_exact = worker.best().known.has_value();
    result_.database_hits = root_hits_;
    for (const auto& each : workers_) result_.database_hits += each->counter().published_hits();
}

// The main worker decides, unless it has completed nothing, or another one has searched deeper and scores its move
// higher.
template <Game G>
const Worker<G>& Searcher<G>::best_worker() const {
    const Worker<G>* best = workers_[0].get();
    if (shared_.limits.lines > 1) return *best;
    for (const auto& worker : workers_)
        if (worker->depth() > best->depth() &&
            (best->depth() == 0 || has_last_depth(*worker) || worker->best().score > best->best().score))
            best = worker.get();
    return *best;
}

template <Game G>
std::uint64_t Searcher<G>::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->counter().published();
    return sum;
}

}  // namespace plyground
