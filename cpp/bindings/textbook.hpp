// textbook: the plain search algorithms for Python, over native games and over games written in Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind_game.hpp"
#include "plyground/search/mcts.hpp"
#include "plyground/search/textbook.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

// What Python passes and gets: the algorithm and features in a fixed order; the value, the line's tokens, the counters
// in the order of search/counters.py, and the nodes of each depth. Nothing if it was stopped.
struct TextbookCall {
    std::string algorithm;
    Depth depth;
    bool iterated;
    TextbookFeatures features;
};
using TextbookAnswer =
    std::tuple<Score, std::vector<std::string>, std::vector<std::uint64_t>, std::vector<std::uint64_t>>;

inline std::vector<std::uint64_t> flattened(const Counters& counters) {
    std::vector<std::uint64_t> numbers{counters.nodes,       counters.interior,    counters.leaves,
                                       counters.quiescent,   counters.evaluations, counters.null_windows,
                                       counters.re_searches, counters.cutoffs};
    numbers.insert(numbers.end(), counters.cutoffs_by_place.begin(), counters.cutoffs_by_place.end());
    for (const std::uint64_t number :
         {counters.probes, counters.hits, counters.exact_cuts, counters.lower_cuts, counters.upper_cuts})
        numbers.push_back(number);
    return numbers;
}

// The search itself; `token` formats a move. Throws SearchStopped.
template <Game G, class Token>
TextbookAnswer run_textbook(const G& game, const typename G::Position& position, const TextbookCall& call,
                            StopCheck& stop, const Token& token) {
    Textbook<G> search(game, call.features, stop);
    Score value = search.evaluate(position);
    std::vector<std::uint64_t> nodes_by_depth;
    for (Depth depth = call.iterated ? 1 : call.depth; depth <= call.depth; ++depth) {
        search.begin();
        const std::uint64_t before = search.counters().nodes;
        const std::optional<Score> found = search.run(call.algorithm, position, depth, value);
        if (!found) throw nb::value_error("no such algorithm");
        value = *found;
        nodes_by_depth.push_back(search.counters().nodes - before);
    }
    std::vector<std::string> line;
    for (const auto move : search.line()) line.push_back(token(move));
    return {value, line, flattened(search.counters()), nodes_by_depth};
}

// When a search must end: on the caller's flag, which other searches may share, or at a time of its own.
class Deadline {
  public:
    Deadline(const StopFlag& flag, std::optional<std::int64_t> time_ms) : flag_(flag) {
        if (time_ms) end_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(*time_ms);
    }
    bool has_come() const { return flag_.is_requested() || (end_ && std::chrono::steady_clock::now() >= *end_); }

  private:
    const StopFlag& flag_;
    std::optional<std::chrono::steady_clock::time_point> end_{};
};

// Runs work on the calling thread without the GIL, which is acquired now and then so that Ctrl-C works. Nothing if
// stopped.
template <class Work>
auto without_gil(const Deadline& deadline, const Work& work)
    -> std::optional<decltype(work(std::declval<StopCheck&>()))> {
    bool is_interrupted = false;
    StopFlag own;
    if (deadline.has_come()) own.request();
    StopCheck stop(own, [&](StopFlag& to_stop) {
        if (deadline.has_come()) to_stop.request();
        const nb::gil_scoped_acquire acquire;
        is_interrupted = PyErr_CheckSignals() != 0;
        if (is_interrupted) to_stop.request();
    });
    std::optional<decltype(work(stop))> answer;
    {
        const nb::gil_scoped_release release;
        try {
            answer = work(stop);
        } catch (const SearchStopped&) {
        }
    }
    if (is_interrupted) throw nb::python_error();
    return answer;
}

// Runs work that needs Python at every node. Nothing if stopped.
template <class Work>
auto with_gil(const Deadline& deadline, const Work& work) -> std::optional<decltype(work(std::declval<StopCheck&>()))> {
    StopFlag own;
    if (deadline.has_come()) own.request();
    StopCheck stop(
        own,
        [&](StopFlag& to_stop) {
            if (deadline.has_come()) to_stop.request();
        },
        16);
    try {
        return work(stop);
    } catch (const SearchStopped&) {
        return std::nullopt;
    }
}

// The most visited move, its reward, the visits of each move, and the nodes.
using MctsAnswer =
    std::tuple<std::optional<std::string>, double, std::vector<std::pair<std::string, std::uint64_t>>, std::uint64_t>;

template <Game G, class Token>
MctsAnswer run_mcts(const G& game, const typename G::Position& position, std::uint64_t playouts, Key seed,
                    StopCheck& stop, const Token& token) {
    const auto sampled = MonteCarlo<G>(game, seed, stop).run(position, playouts);
    std::vector<std::pair<std::string, std::uint64_t>> visits;
    for (const auto& [move, count] : sampled.visits) visits.emplace_back(token(move), count);
    return {sampled.move ? std::optional<std::string>(token(*sampled.move)) : std::nullopt, sampled.reward, visits,
            sampled.nodes};
}

// The arguments that every overload of `textbook` takes after the position.
template <class Bound, class Run>
void def_textbook(nb::module_& m, const Run& run) {
    m.def(
        "textbook",
        [run](Bound position, const std::string& algorithm, int depth, bool iterated, int tt, std::size_t tt_size,
              bool tt_move, bool forcing_first, bool killers, bool history, bool quiescence, int evaluation, bool noise,
              std::uint64_t seed, const WeightList& weights, const StopFlag& stop,
              std::optional<std::int64_t> time_ms) -> std::optional<TextbookAnswer> {
            const bool is_power = tt_size >= 2 && (tt_size & (tt_size - 1)) == 0;
            if (tt < 0 || tt > 3 || !is_power) throw nb::value_error("no such table");
            const TextbookFeatures features{static_cast<ReplacementPolicy>(tt),
                                            tt_size,
                                            tt_move,
                                            forcing_first,
                                            killers,
                                            history,
                                            quiescence,
                                            evaluation,
                                            noise,
                                            seed,
                                            weights};
            return run(position, TextbookCall{algorithm, depth, iterated, features}, Deadline(stop, time_ms));
        },
        nb::arg("position"), nb::arg("algorithm"), nb::arg("depth"), nb::arg("iterated"), nb::arg("tt"),
        nb::arg("tt_size"), nb::arg("tt_move"), nb::arg("forcing_first"), nb::arg("killers"), nb::arg("history"),
        nb::arg("quiescence"), nb::arg("evaluation"), nb::arg("noise"), nb::arg("seed"), nb::arg("weights"),
        nb::arg("stop"), nb::arg("time_ms").none());
}

// For a native game: `general` returns the game that searches, which may differ from the position's own.
template <Described G, class General>
void bind_searches(nb::module_& m, const General& general) {
    def_textbook<const BoundPosition<G>&>(
        m, [general](const BoundPosition<G>& bound, const TextbookCall& call, const Deadline& deadline) {
            const auto& game = general(bound);
            require_weights(game, call.features.weights);
            return without_gil(deadline, [&](StopCheck& stop) {
                return run_textbook(game, bound.position, call, stop, [&](auto move) { return game.token(move); });
            });
        });
    m.def(
        "mcts",
        [general](const BoundPosition<G>& bound, std::uint64_t playouts, std::uint64_t seed, const StopFlag& flag,
                  std::optional<std::int64_t> time_ms) {
            const auto& game = general(bound);
            return without_gil(Deadline(flag, time_ms), [&](StopCheck& stop) {
                return run_mcts(game, bound.position, playouts, seed, stop,
                                [&](auto move) { return game.token(move); });
            });
        },
        nb::arg("position"), nb::arg("playouts"), nb::arg("seed"), nb::arg("stop"), nb::arg("time_ms").none());
}

template <Described G>
void bind_searches(nb::module_& m) {
    bind_searches<G>(m, [](const BoundPosition<G>& bound) -> const G& { return *bound.game; });
}

}  // namespace plyground::bindings
