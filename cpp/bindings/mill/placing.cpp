// The placing phase of mill games in Python: searching it on top of the databases, and storing its first plies.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"
#include "bindings/mill/tables.hpp"
#include "bindings/solving.hpp"
#include "plyground/games/mill/early_placing.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/placing_search.hpp"
#include "plyground/solve/database.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

// The databases of the moving phase as the search asks them.
class FileValues : public MovingValues {
  public:
    FileValues(const Rules& rules, const std::vector<nb::object>& databases) : board_(rules.board()) {
        for (const nb::object& object : databases) {
            const auto& database = nb::cast<const solve::Database&>(object);
            int moving = 0, waiting = 0;
            if (std::sscanf(database.header().table.c_str(), "%d-%d", &moving, &waiting) != 2 || moving < 0 ||
                waiting < 0 || std::max(moving, waiting) > Orbits::MAX_MEN)
                throw nb::value_error("no table of the moving phase");
            tables_[place(moving, waiting)] = &database;
        }
        for (int moving = rules.lose_below(); moving <= rules.men(); ++moving)
            for (int waiting = rules.lose_below(); waiting <= rules.men(); ++waiting)
                if (moving + waiting < board_.points && tables_[place(moving, waiting)] == nullptr)
                    throw nb::value_error("a table of the moving phase is missing");
    }

    Value value(std::uint32_t moves, std::uint32_t waits) const override {
        const solve::Database& database = *tables_[place(std::popcount(moves), std::popcount(waits))];
        const std::uint8_t stored = database.probe(number_of(board_, moves, waits));
        if (database.header().kind == solve::DatabaseKind::DISTANCE) return stored;
        return WDL_VALUES[stored & 3];
    }

  private:
    static std::size_t place(int moving, int waiting) {
        return static_cast<std::size_t>(moving * (Orbits::MAX_MEN + 1) + waiting);
    }

    const Board& board_;
    std::array<const solve::Database*, (Orbits::MAX_MEN + 1) * (Orbits::MAX_MEN + 1)> tables_{};
};

// One byte: 0 draw, 1 win, 2 loss, as in a database.
int outcome(Value value) { return is_win(value) ? 1 : is_loss(value) ? 2 : 0; }

class PlacingPhase {
  public:
    PlacingPhase(const std::vector<int>& values, std::vector<nb::object> databases, std::size_t table_mb)
        : rules_(read_rules(values)),
          databases_(std::move(databases)),
          moving_(rules_, databases_),
          table_(table_mb << 20) {
        if (rules_.moves_while_placing() || rules_.mill_action() == MillAction::MARK)
            throw nb::value_error("the placing phase cannot be searched under these rules");
    }

    template <class R>
    std::optional<int> value(const BoundPosition<Mill<R>>& bound, std::int64_t time_ms, const StopFlag& stop) {
        if (bound.game->rules() != rules_) throw nb::value_error("a position of another game");
        const nb::gil_scoped_release release;
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(time_ms);
        StopFlag own;
        const auto poll = [&](StopFlag& to_stop) {
            if (stop.is_requested() || std::chrono::steady_clock::now() >= end) to_stop.request();
        };
        constexpr int POLL_EVERY = 128;  // nodes, each of which may decompress a block
        PlacingSearch<R> search(*bound.game, moving_, table_, StopCheck(own, poll, POLL_EVERY));
        try {
            return outcome(search.value(bound.position));
        } catch (const SearchStopped&) {
            return std::nullopt;
        }
    }

    std::vector<Value> early_values(int plies, int threads, const std::function<void(double)>& progress) {
        const EarlyPlacing index(rules_, plies);
        if (rules_ == NINE) return early_values(Mill<StaticRules<NINE>>(), index, threads, progress);
        return early_values(Mill<RuntimeRules>(RuntimeRules{rules_}), index, threads, progress);
    }

    void solve_early(const std::filesystem::path& folder, const std::string& rules, const std::string& software,
                     const std::string& table, int plies, int threads, const nb::object& on_progress) {
        const nb::gil_scoped_release release;
        const std::vector<Value> values = early_values(plies, threads, with_gil(on_progress));
        solve::DatabaseHeader header;
        header.game = "mill";
        header.rules = rules;
        header.software = software;
        header.table = table;
        header.keeps_none = true;
        header.positions = values.size();
        solve::DatabaseCounts counts;
        for (const Value value : values) {
            counts.wins += is_win(value);
            counts.losses += is_loss(value);
            counts.draws += value == DRAW_VALUE;
        }
        solve::DatabaseWriter writer(database_path(folder, table, solve::DatabaseKind::WDL), header,
                                     {.threads = threads, .level = 0});
        writer.append(values);
        writer.finish(counts);
    }

    // The number of stored values that are wrong.
    std::uint64_t verify_early(const solve::Database& database, int plies, int threads, const nb::object& on_progress) {
        const nb::gil_scoped_release release;
        const std::vector<Value> values = early_values(plies, threads, with_gil(on_progress));
        std::vector<std::uint8_t> stored(values.size());
        if (database.size() != values.size()) throw nb::value_error("a table of other plies");
        database.read(0, stored);
        std::uint64_t wrong = 0;
        for (std::size_t i = 0; i < values.size(); ++i) wrong += WDL_VALUES[stored[i] & 3] != values[i];
        return wrong;
    }

  private:
    template <class R>
    std::vector<Value> early_values(const Mill<R>& game, const EarlyPlacing& index, int threads,
                                    const std::function<void(double)>& progress) {
        return EarlyValues<R>(game, index, moving_, table_, threads, progress).run();
    }

    Rules rules_;
    std::vector<nb::object> databases_;  // keeps them open
    FileValues moving_;
    PlacingTable table_;
};

template <class R>
std::optional<std::uint64_t> placing_number(const BoundPosition<Mill<R>>& bound, int plies) {
    return EarlyPlacing(bound.game->rules(), plies).number(bound.position);
}

template <class R>
void bind_value(nb::module_& m, nb::class_<PlacingPhase>& phase) {
    phase.def("value", &PlacingPhase::value<R>, "position"_a, "time_ms"_a, "stop"_a,
              "0 for a draw, 1 for a win of the side to move, 2 for a loss; None if it was stopped.");
    m.def("mill_placing_number", placing_number<R>, "position"_a, "plies"_a,
          "The number of a position among those of the first plies.");
}

void bind_mill_placing(nb::module_& m) {
    nb::class_<PlacingPhase> phase(m, "MillPlacing", "Searches the placing phase on top of databases.");
    phase
        .def(nb::init<const std::vector<int>&, std::vector<nb::object>, std::size_t>(), "values"_a, "databases"_a,
             "table_mb"_a,
             nb::sig("def __init__(self, values: collections.abc.Sequence[int], "
                     "databases: collections.abc.Sequence[Database], table_mb: int) -> None"))
        .def("solve_early", &PlacingPhase::solve_early, "folder"_a, nb::kw_only(), "rules"_a, "software"_a, "table"_a,
             "plies"_a, "threads"_a, "on_progress"_a, "Solves the first plies and writes their file.",
             nb::sig("def solve_early(self, folder: str | os.PathLike[str], *, rules: str, software: str, table: str, "
                     "plies: int, threads: int, on_progress: collections.abc.Callable[[float], object]) -> None"))
        .def("verify_early", &PlacingPhase::verify_early, "database"_a, nb::kw_only(), "plies"_a, "threads"_a,
             "on_progress"_a, "Solves the first plies again and counts the stored values that are wrong.",
             nb::sig("def verify_early(self, database: Database, *, plies: int, threads: int, "
                     "on_progress: collections.abc.Callable[[float], object]) -> int"));
    bind_value<StaticRules<NINE>>(m, phase);
    bind_value<StaticRules<TWELVE>>(m, phase);
    bind_value<RuntimeRules>(m, phase);
    m.def(
        "mill_placing_size",
        [](const std::vector<int>& values, int plies) { return EarlyPlacing(read_rules(values), plies).size(); },
        "values"_a, "plies"_a, "The number of positions in the first plies.",
        nb::sig("def mill_placing_size(values: collections.abc.Sequence[int], plies: int) -> int"));
}

const Binding BINDING(Stage::SEARCH, bind_mill_placing);

}  // namespace

}  // namespace plyground::bindings
