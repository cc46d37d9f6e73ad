#include "bindings/textbook.hpp"

#include <nanobind/stl/pair.h>

#include "bindings/binding.hpp"
#include "bindings/python_game.hpp"
#include "plyground/search/time_manager.hpp"

namespace plyground::bindings {

void bind_stop(nb::module_& m) {
    nb::class_<StopFlag>(
        m, "StopFlag",
        "Ends a search from any thread. A request is never lost: made before the search starts, it ends "
        "it after the first depth, or soon if that is huge. One flag may end any number of searches.")
        .def(nb::init<>())
        .def("request", &StopFlag::request, "Asks every search that was given this flag to end.")
        .def_prop_ro("is_requested", &StopFlag::is_requested);
    m.attr("POLL_EVERY") = StopCheck::POLL_EVERY;
    m.def(
        "time_budget",
        [](std::optional<std::int64_t> time_ms, std::optional<std::int64_t> clock_ms, std::int64_t increment_ms,
           int moves_to_go, std::int64_t overhead_ms) {
            const TimeBudget budget = time_budget({.time_ms = time_ms,
                                                   .clock_ms = clock_ms,
                                                   .increment_ms = increment_ms,
                                                   .moves_to_go = moves_to_go,
                                                   .overhead_ms = overhead_ms});
            const auto in_ms = [](std::optional<std::int64_t> us) {
                return us ? std::optional<std::int64_t>(*us / 1'000) : std::nullopt;
            };
            return std::pair{in_ms(budget.soft_us), in_ms(budget.hard_us)};
        },
        nb::arg("time_ms").none(), nb::arg("clock_ms").none(), nb::arg("increment_ms"), nb::arg("moves_to_go"),
        nb::arg("overhead_ms"), "The soft and the hard limit for one move in milliseconds.");
}

// For games written in Python: the GIL stays locked, because every node needs it.
void bind_python_textbook(nb::module_& m) {
    def_textbook<nb::object>(m, [](nb::object position, const TextbookCall& call, const Deadline& deadline) {
        const PythonGame game(std::move(position));
        return with_gil(deadline, [&](StopCheck& stop) {
            return run_textbook(game, game.start(), call, stop,
                                [&](PythonGame::Move move) { return game.token(move); });
        });
    });
    m.def(
        "mcts",
        [](nb::object position, std::uint64_t playouts, std::uint64_t seed, const StopFlag& flag,
           std::optional<std::int64_t> time_ms) {
            const PythonGame game(std::move(position), Keeping::ALL);
            return with_gil(Deadline(flag, time_ms), [&](StopCheck& stop) {
                return run_mcts(game, game.start(), playouts, seed, stop,
                                [&](PythonGame::Move move) { return game.token(move); });
            });
        },
        nb::arg("position"), nb::arg("playouts"), nb::arg("seed"), nb::arg("stop"), nb::arg("time_ms").none());
}

}  // namespace plyground::bindings
