// Searcher: the search that plays, over any game. It owns the table and the threads, and prints nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/search/crew.hpp"
#include "plyground/search/prune_node.hpp"
#include "plyground/search/quiescence.hpp"
#include "plyground/search/report.hpp"
#include "plyground/search/root.hpp"
#include "plyground/search/search_node.hpp"
#include "plyground/search/shared.hpp"
#include "plyground/search/worker.hpp"

namespace plyground {

struct SearcherOptions {
    std::size_t hash_mb = 64;
    int threads = 1;
    Style style = Style::NORMAL;
    Key seed = 0;  // 0 = moves of equal worth in the game's own order
    Techniques techniques{};
};

// A search runs on the calling thread and on those of the crew. With one thread the same calls in the same order give
// the same reports: nothing depends on time or memory but where a limit of time ends it. `stop` may come from any
// thread.
template <Game G>
class Searcher {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using OnReport = std::function<void(const Report<Move>&)>;

    Searcher(const G& game, const SearcherOptions& options)
        : game_(game),
          seed_(options.seed),
          table_(options.hash_mb, options.threads),
          shared_{table_},
          crew_(options.threads - 1) {
        shared_.techniques = options.techniques;
        if constexpr (requires { G::NODES_PER_LOOK; }) shared_.nodes_per_look = G::NODES_PER_LOOK;
        for (int number = 0; number <= crew_.size(); ++number)
            workers_.push_back(std::make_unique<Worker<G>>(game, shared_, number, options.style));
    }

    // Searches `position`, which followed positions with the keys of `past`, oldest first. Only the moves of `chosen`
    // are looked at, or all if it is empty. `on_report` hears of every finished depth; `poll` is called about every
    // millisecond and may request a stop.
    const Report<Move>& run(const Position& position, const std::vector<Key>& past, const Limits& limits,
                            const std::vector<Move>& chosen = {}, const OnReport& on_report = {},
                            std::function<void(StopFlag&)> poll = {});

    void stop() { shared_.stop.request(); }
    StopFlag& stop_flag() { return shared_.stop; }
    // Call before a search that `stop` shall be able to end, so that a stop just before it begins is not lost.
    void arm() { shared_.stop.reset(); }

    // Forgets everything, as before a new game.
    void clear() {
        table_.clear(static_cast<int>(workers_.size()));
        for (auto& worker : workers_) worker->forget();
    }
    Transposition& table() { return table_; }
    const Report<Move>& report() const { return report_; }

  private:
    std::vector<RootMove<Move>> list_roots(const Position& position, const std::vector<Move>& chosen) const;
    bool after_depth(const OnReport& on_report);
    void fill_report(const Worker<G>& worker);
    const Worker<G>& best_worker() const;
    // Only the first worker tells of several lines, so it must finish them itself.
    bool has_last_depth(const Worker<G>& worker) const {
        return shared_.limits.lines <= 1 && worker.depth() >= shared_.limits.depth.value_or(MOST_DEPTH);
    }
    std::uint64_t nodes() const;

    const G& game_;
    const Key seed_;
    Transposition table_;
    Shared shared_;
    Crew crew_;
    std::vector<std::unique_ptr<Worker<G>>> workers_;
    Report<Move> report_;
    int stable_depths_ = 0;
    std::uint16_t last_best_ = NO_CODE;
    std::vector<Score> scores_;  // of the finished depths
};

template <Game G>
const Report<typename G::Move>& Searcher<G>::run(const Position& position, const std::vector<Key>& past,
                                                 const Limits& limits, const std::vector<Move>& chosen,
                                                 const OnReport& on_report, std::function<void(StopFlag&)> poll) {
    shared_.clock.start(limits);
    shared_.ended.reset();
    shared_.limits = limits;
    shared_.poll = std::move(poll);
    shared_.budget.start(limits.nodes.value_or(~std::uint64_t{0}), static_cast<int>(workers_.size()));
    table_.advance();
    stable_depths_ = 0;
    last_best_ = NO_CODE;
    scores_.clear();
    scores_.reserve(static_cast<std::size_t>(MOST_DEPTH) + 1);

    report_ = {};
    const std::vector<RootMove<Move>> roots = list_roots(position, chosen);
    if (roots.empty()) {
        const Result result = game_.result(position, false);
        const bool is_lost =
            result.outcome == (game_.side_to_move(position) == Side::WHITE ? Outcome::BLACK_WINS : Outcome::WHITE_WINS);
        report_.score = result.outcome == Outcome::DRAW || result.is_ongoing() ? DRAWN
                        : is_lost                                              ? loss_in(0)
                                                                               : win_in(0);
        return report_;
    }
    report_.lines.resize(std::min<std::size_t>(static_cast<std::size_t>(std::max(limits.lines, 1)), roots.size()));
    for (auto& worker : workers_) worker->start(position, past, roots);
    crew_.run([this](int number) {
        const Worker<G>& worker = *workers_[static_cast<std::size_t>(number)];
        workers_[static_cast<std::size_t>(number)]->deepen([this, &worker] {
            // Whoever reaches the last depth first has done it for all [two threads: 1.5 times as fast as one,
            // not 1.2].
            if (has_last_depth(worker)) shared_.ended.request();
            return true;
        });
    });
    try {
        workers_[0]->deepen([&] { return after_depth(on_report); });
    } catch (...) {
        shared_.ended.request();
        crew_.wait();
        throw;
    }
    shared_.ended.request();
    crew_.wait();
    fill_report(best_worker());
    return report_;
}

template <Game G>
std::vector<RootMove<typename G::Move>> Searcher<G>::list_roots(const Position& position,
                                                                const std::vector<Move>& chosen) const {
    const auto list = std::make_unique<MoveList<G>>();
    game_.moves(position, *list);
    std::vector<RootMove<Move>> roots;
    for (const Move& move : *list)
        if (chosen.empty() || std::find(chosen.begin(), chosen.end(), move) != chosen.end()) {
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

// Tells what a depth has brought, and whether to go on.
template <Game G>
bool Searcher<G>::after_depth(const OnReport& on_report) {
    const Worker<G>& worker = *workers_[0];
    workers_[0]->counter().publish();
    fill_report(worker);
    if (on_report) on_report(report_);

    const RootMove<Move>& best = worker.best();
    const Score earlier = scores_.size() >= 3 ? scores_[scores_.size() - 3] : best.score;
    scores_.push_back(best.score);
    stable_depths_ = best.move.code() == last_best_ ? stable_depths_ + 1 : 0;
    last_best_ = best.move.code();
    if (shared_.limits.win_within && best.score >= win_in(*shared_.limits.win_within)) return false;
    // A win or loss that lies inside the searched depth will not change any more.
    const bool is_settled = is_decisive(best.score) && worker.depth() > WIN - std::abs(best.score) + 2;
    const Progress progress{.stable_depths = stable_depths_,
                            .effort = static_cast<double>(best.nodes) /
                                      static_cast<double>(std::max<std::uint64_t>(worker.counter().nodes(), 1)),
                            .fallen_by = is_decisive(best.score) ? 0 : std::clamp(earlier - best.score, -100, 100),
                            .is_only_move = worker.root_count() == 1};
    if (shared_.clock.has_soft_limit() && is_settled) return false;
    return !shared_.clock.is_enough(progress);
}

template <Game G>
void Searcher<G>::fill_report(const Worker<G>& worker) {
    for (std::size_t rank = 0; rank < report_.lines.size(); ++rank) {
        const RootMove<Move>& root = worker.best(rank);
        RankedLine<Move>& line = report_.lines[rank];
        line.score = root.score == -INFINITY_SCORE ? worker.first_guess() : root.score;
        line.bound = root.bound;
        line.depth = root.depth;
        line.seldepth = root.seldepth;
        line.line = root.line;
    }
    report_.depth = worker.depth();
    report_.seldepth = report_.lines[0].seldepth;
    report_.score = report_.lines[0].score;
    report_.bound = report_.lines[0].bound;
    report_.nodes = nodes();
    report_.time_us = shared_.clock.elapsed_us();
    report_.tt_full = table_.fullness();
}

// The first worker decides, unless another one has seen further and likes its move better, or it has seen nothing.
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
