#include "bindings/textbook.hpp"

#include "bindings/games.hpp"
#include "bindings/python_game.hpp"

namespace plyground::bindings {

void bind_stop(nb::module_& m) {
    nb::class_<StopFlag>(m, "StopFlag", "How one thread asks another to end its search.")
        .def(nb::init<>())
        .def("request", &StopFlag::request);
    m.attr("POLL_EVERY") = StopCheck::POLL_EVERY;
}

// For games written in Python: the GIL stays taken, because every node needs it.
void bind_python_textbook(nb::module_& m) {
    def_textbook<nb::object>(m, [](nb::object position, const TextbookCall& call, StopFlag& flag) {
        const PythonGame game(std::move(position));
        return with_gil(flag, [&](StopCheck& stop) {
            return run_textbook(game, game.start(), call, stop,
                                [&](PythonGame::Move move) { return game.token(move); });
        });
    });
    m.def(
        "mcts",
        [](nb::object position, std::uint64_t playouts, std::uint64_t seed, StopFlag& flag) {
            const PythonGame game(std::move(position), Keeping::ALL);
            return with_gil(flag, [&](StopCheck& stop) {
                return run_mcts(game, game.start(), playouts, seed, stop,
                                [&](PythonGame::Move move) { return game.token(move); });
            });
        },
        nb::arg("position"), nb::arg("playouts"), nb::arg("seed"), nb::arg("stop"));
}

}  // namespace plyground::bindings
