// bind_searcher: one template that exposes the playing search over any game to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind_game.hpp"
#include "plyground/search/searcher.hpp"
#include "plyground/search/tt_file.hpp"

namespace plyground::bindings {

namespace nb = nanobind;
using namespace nanobind::literals;

// A search result in Python: depth, seldepth, score, nodes, milliseconds, hashfull, database hits, whether databases
// know the score, and the lines, each with its score, bound (0 exact, 1 lower, 2 upper), depth, seldepth and moves.
using PythonMoves = nb::typed<nb::list, nb::object>;
using LineTuple = std::tuple<Score, int, Depth, Ply, PythonMoves>;
using ReportTuple =
    std::tuple<Depth, Ply, Score, std::uint64_t, std::int64_t, int, std::uint64_t, bool, std::vector<LineTuple>>;

template <class Move, class ToPython>
ReportTuple to_python(const SearchResult<Move>& report, const ToPython& move_to_python) {
    std::vector<LineTuple> lines;
    for (const RankedLine<Move>& ranked : report.lines) {
        PythonMoves moves;
        for (const Move& move : ranked.line) moves.append(move_to_python(move));
        lines.emplace_back(ranked.score, static_cast<int>(ranked.bound), ranked.depth, ranked.seldepth, moves);
    }
    return {report.depth,   report.seldepth,      report.score,    report.nodes,    report.time_us / 1'000,
            report.tt_full, report.database_hits, report.is_exact, std::move(lines)};
}

inline auto to_python(const TTStatistics& found) {
    return std::tuple{found.slots, found.used,  found.current,     found.exact,
                      found.lower, found.upper, found.mean_depth()};
}

// All features except the named ones.
inline SearchFeatures features_without(const std::vector<std::string>& names) {
    SearchFeatures features;
    const std::pair<const char*, bool*> known[] = {{"deepening", &features.deepening},
                                                   {"aspiration", &features.aspiration},
                                                   {"tt", &features.tt},
                                                   {"quiescence", &features.quiescence},
                                                   {"null_move", &features.null_move},
                                                   {"reductions", &features.reductions},
                                                   {"pruning", &features.pruning},
                                                   {"extensions", &features.extensions},
                                                   {"history", &features.history},
                                                   {"mobility", &features.mobility},
                                                   {"databases", &features.databases}};
    for (const std::string& name : names) {
        bool is_known = false;
        for (const auto& [technique, is_on] : known)
            if (name == technique) {
                *is_on = false;
                is_known = true;
            }
        if (!is_known) throw nb::value_error("no such technique");
    }
    return features;
}

inline SearcherOptions options(std::size_t hash_mb, int threads, int style, std::uint64_t seed,
                               const std::vector<std::string>& without, const WeightList& weights = {}) {
    return {.hash_mb = hash_mb,
            .threads = threads,
            .style = static_cast<Style>(style),
            .seed = seed,
            .features = features_without(without),
            .weights = weights};
}

// Connects a running search with Python: its callbacks, Ctrl-C and the caller's stop flag. Stores a Python exception
// until the search has ended.
class PythonLink {
  public:
    explicit PythonLink(StopFlag& stop) : stop_(stop) {}

    // Runs `call` under the GIL; an exception stops the search.
    template <class Call>
    void ask(const Call& call) {
        const nb::gil_scoped_acquire acquire;
        try {
            call();
        } catch (...) {
            raised_ = std::current_exception();
            stop_.request();
        }
    }
    // `requested` is the caller's flag, which takes effect once the search `may_stop`.
    void poll(const StopFlag& requested, bool may_stop) {
        if (may_stop && requested.is_requested()) stop_.request();
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        ask([] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        });
    }
    void rethrow() const {
        if (raised_) std::rethrow_exception(raised_);
    }

  private:
    StopFlag& stop_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::exception_ptr raised_;
};

// Whether the caller's stop counts yet. The first depth is completed, unless endless captures make it huge.
template <class Search>
bool may_stop(const Search& searcher) {
    constexpr std::uint64_t MAX_FIRST_NODES = 10'000;
    return searcher.result().depth > 0 || searcher.nodes() >= MAX_FIRST_NODES;
}

// A searcher with the game it searches, which may be more general than the position's own.
template <Described G, Game S>
struct BoundSearcher {
    BoundSearcher(std::shared_ptr<const S> searched, const SearcherOptions& chosen,
                  std::shared_ptr<const Prober<typename S::Position>> prober = nullptr)
        : game(std::move(searched)), searcher(*game, chosen, std::move(prober)), deepens(chosen.features.deepening) {}

    std::shared_ptr<const S> game;
    Searcher<S> searcher;
    bool deepens;
};

// What every searcher has in addition to the search itself.
template <class Bound>
nb::class_<Bound> def_searcher(nb::module_& m, const std::string& name) {
    nb::class_<Bound> searcher(m, name.c_str(),
                               "The search that plays one game; private, use plyground.search.searcher.");
    searcher
        .def(
            "clear", [](Bound& self) { self.searcher.clear(); }, nb::call_guard<nb::gil_scoped_release>(),
            "Forgets everything, as before a new game.")
        .def(
            "tt_statistics", [](Bound& self) { return to_python(self.searcher.tt().statistics()); },
            "Slots; used, and of them those of the latest search, exact, lower and upper; the mean depth.")
        .def(
            "save_tt",
            [](Bound& self, const std::string& path, const std::string& game, const std::string& digest) {
                save_tt(self.searcher.tt(), path, {game, digest});
            },
            "path"_a, "game"_a, "digest"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "tt_file_statistics",
            [](Bound&, const std::string& path, const std::string& game, const std::string& digest) {
                return to_python(tt_file_statistics(path, {game, digest}));
            },
            "path"_a, "game"_a, "digest"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "merge_tt",
            [](Bound& self, const std::string& path, const std::string& game, const std::string& digest) {
                return merge_tt(self.searcher.tt(), path, {game, digest});
            },
            "path"_a, "game"_a, "digest"_a, nb::call_guard<nb::gil_scoped_release>());
    return searcher;
}

inline Limits limits_from(std::optional<int> depth, std::optional<std::uint64_t> nodes,
                          std::optional<std::int64_t> time_ms, std::optional<std::int64_t> clock_ms,
                          std::int64_t increment_ms, int moves_to_go, std::int64_t overhead_ms,
                          std::optional<int> win_within, int lines) {
    return {.depth = depth,
            .nodes = nodes,
            .time_ms = time_ms,
            .clock_ms = clock_ms,
            .increment_ms = increment_ms,
            .moves_to_go = moves_to_go,
            .overhead_ms = overhead_ms,
            .win_within = win_within,
            .lines = lines};
}

// `run` with the arguments every searcher takes; `search(self, position, past, limits, moves, on_report, stop)`
// implements it. However early the stop comes, the first depth is completed, or 10,000 nodes are searched.
template <class Bound, class Position, class Move, class Search>
void def_run(nb::class_<Bound>& searcher, const Search& search) {
    searcher.def(
        "run",
        [search](Bound& self, Position position, const std::vector<Key>& past, std::optional<int> depth,
                 std::optional<std::uint64_t> nodes, std::optional<std::int64_t> time_ms,
                 std::optional<std::int64_t> clock_ms, std::int64_t increment_ms, int moves_to_go,
                 std::int64_t overhead_ms, std::optional<int> win_within, int lines, const std::vector<Move>& moves,
                 const nb::object& on_report, const StopFlag& stop) -> ReportTuple {
            self.searcher.reset_stop();
            return search(
                self, position, past,
                limits_from(depth, nodes, time_ms, clock_ms, increment_ms, moves_to_go, overhead_ms, win_within, lines),
                moves, on_report, stop);
        },
        "position"_a, "past"_a, "depth"_a.none(), "nodes"_a.none(), "time_ms"_a.none(), "clock_ms"_a.none(),
        "increment_ms"_a, "moves_to_go"_a, "overhead_ms"_a, "win_within"_a.none(), "lines"_a, "moves"_a,
        "on_report"_a.none(), "stop"_a);
}

// For a native game G, searched as S, which `general(game)` makes from it.
template <Described G, Game S, class General>
void bind_searcher(nb::module_& m, const std::string& name, const General& general) {
    using Own = BoundSearcher<G, S>;
    nb::class_<Own> searcher = def_searcher<Own>(m, name + "Searcher");
    def_run<Own, const BoundPosition<G>&, BoundMove<G>>(
        searcher, [](Own& self, const BoundPosition<G>& bound, const std::vector<Key>& past, const Limits& limits,
                     const std::vector<BoundMove<G>>& chosen, const nb::object& on_report, const StopFlag& stop) {
            std::vector<typename S::Move> moves;
            for (const BoundMove<G>& move : chosen) {
                bound.require_legal(move);
                moves.push_back(move.move);
            }
            const auto shown = [&](const SearchResult<typename S::Move>& report) {
                return to_python(report, [&](const typename S::Move& move) { return nb::cast(bound.bound(move)); });
            };
            PythonLink link(self.searcher.stop_flag());
            {
                const nb::gil_scoped_release release;
                self.searcher.run(
                    bound.position, past, limits, moves,
                    [&](const SearchResult<typename S::Move>& report) {
                        if (!on_report.is_none()) link.ask([&] { on_report(shown(report)); });
                    },
                    [&](StopFlag&) { link.poll(stop, !self.deepens || may_stop(self.searcher)); });
            }
            link.rethrow();
            return shown(self.searcher.result());
        });
    m.def(
        "searcher",
        [general](const BoundPosition<G>& start, std::size_t hash_mb, int threads, int style, std::uint64_t seed,
                  const std::vector<std::string>& without, const WeightList& weights,
                  std::shared_ptr<Prober<typename S::Position>> prober) {
            require_weights(*start.game, weights);
            return std::make_unique<Own>(general(start.game), options(hash_mb, threads, style, seed, without, weights),
                                         std::move(prober));
        },
        "start"_a, "hash_mb"_a, "threads"_a, "style"_a, "seed"_a, "without"_a, "weights"_a = WeightList{},
        "prober"_a = nb::none());
}

template <Described G>
void bind_searcher(nb::module_& m, const std::string& name) {
    bind_searcher<G, G>(m, name, [](const std::shared_ptr<const G>& game) { return game; });
}

}  // namespace plyground::bindings
