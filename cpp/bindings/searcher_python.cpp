#include "bindings/binding.hpp"
#include "bindings/python_game.hpp"
#include "bindings/searcher.hpp"

namespace plyground::bindings {

namespace {

struct PythonSearcher {
    PythonSearcher(nb::object start, const SearcherOptions& chosen)
        : game(std::move(start)), searcher(game, chosen), deepens(chosen.features.deepening) {}

    PythonGame game;
    Searcher<PythonGame> searcher;
    bool deepens;
};

std::vector<PythonGame::Move> numbers_of(const PythonGame& game, const std::vector<nb::object>& chosen) {
    PythonGame::List legal;
    game.moves(game.start(), legal);
    std::vector<PythonGame::Move> moves;
    for (const nb::object& wanted : chosen)
        for (const PythonGame::Move move : legal)
            if (game.token(move) == nb::cast<std::string>(nb::str(wanted))) moves.push_back(move);
    return moves;
}

}  // namespace

// For games written in Python: one thread, which keeps the GIL, because every node needs it.
void bind_python_searcher(nb::module_& m) {
    nb::class_<PythonSearcher> searcher = def_searcher<PythonSearcher>(m, "PythonSearcher");
    def_run<PythonSearcher, nb::object, nb::object>(
        searcher, [](PythonSearcher& self, nb::object position, const std::vector<Key>& past, const Limits& limits,
                     const std::vector<nb::object>& chosen, const nb::object& on_report, const StopFlag& stop) {
            self.game.restart(std::move(position));
            const auto shown = [&](const SearchResult<PythonGame::Move>& report) {
                return to_python(report, [&](PythonGame::Move move) { return self.game.object(move); });
            };
            PythonLink link(self.searcher.stop_flag());
            self.searcher.run(
                self.game.start(), past, limits, numbers_of(self.game, chosen),
                [&](const SearchResult<PythonGame::Move>& report) {
                    if (!on_report.is_none()) link.ask([&] { on_report(shown(report)); });
                },
                [&](StopFlag&) { link.poll(stop, !self.deepens || may_stop(self.searcher)); });
            link.rethrow();
            return shown(self.searcher.result());
        });
    m.def(
        "python_searcher",
        [](nb::object start, std::size_t hash_mb, int style, std::uint64_t seed,
           const std::vector<std::string>& without) {
            return std::make_unique<PythonSearcher>(std::move(start), options(hash_mb, 1, style, seed, without));
        },
        "start"_a, "hash_mb"_a, "style"_a, "seed"_a, "without"_a);
}

}  // namespace plyground::bindings
