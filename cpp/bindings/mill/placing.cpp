// The placing phase of mill games in Python: searching it on top of the databases, and solving it backwards to store
// its first plies.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <tuple>

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"
#include "bindings/mill/placing_files.hpp"
#include "bindings/mill/tables.hpp"
#include "bindings/solving.hpp"
#include "plyground/core/parallel.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/placing_index.hpp"
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
        const std::uint8_t stored = database.probe(number_of(mill::orbits_of(board_.name), moves, waits));
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

    const MovingValues& moving() const { return moving_; }

  private:
    Rules rules_;
    std::vector<nb::object> databases_;  // keeps them open
    FileValues moving_;
    PlacingTable table_;
};

// The positions up to a ply as they are numbered in a file.
class StoredPlies {
  public:
    StoredPlies(const std::vector<int>& values, int plies) : index_(read_rules(values)), plies_(plies) {
        if (plies < 0 || plies >= index_.plies()) throw nb::value_error("no such plies");
    }

    const PlacingIndex& index() const { return index_; }
    int plies() const { return plies_; }
    std::uint64_t size() const { return index_.size_until(plies_); }

    template <class R>
    std::optional<std::uint64_t> number(const BoundPosition<Mill<R>>& bound) const {
        const auto found = index_.number(bound.position);
        return found && *found < size() ? found : std::nullopt;
    }

    // The positions of all tables that are solved on the way, of two neighbouring plies at most, and the memory.
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> work() const {
        std::vector<std::uint64_t> at(static_cast<std::size_t>(index_.plies()) + 2);
        std::uint64_t all = 0, most = 0, memory = 0;
        for (const PlyTable& table : index_.tables()) {
            if (index_.kind(table) == PlyKind::MOVING) continue;
            all += index_.size(table);
            at[static_cast<std::size_t>(table.ply)] += index_.size(table);
            memory = std::max(memory, mill::bytes_for(index_, table));
        }
        for (std::size_t ply = 1; ply < at.size(); ++ply) most = std::max(most, at[ply - 1] + at[ply]);
        return {all, most, memory};
    }

  private:
    PlacingIndex index_;
    int plies_;
};

// Calls a Python function a few times a second.
std::function<void(double)> at_times(const std::function<void(double)>& progress) {
    return [progress, last = std::chrono::steady_clock::time_point()](double share) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return;
        last = now;
        progress(share);
    };
}

void solve_placing(const StoredPlies& stored, const PlacingPhase& phase, const std::filesystem::path& folder,
                   const std::filesystem::path& work_folder, const std::string& rules, const std::string& software,
                   const std::string& table, int threads, const nb::object& on_progress, bool portable) {
    const nb::gil_scoped_release release;
    PlacingFiles files(stored.index(), phase.moving(),
                       {folder, work_folder, rules, software, table, stored.plies(), threads, portable});
    files.run(at_times(with_gil(on_progress)));
}

// The number of stored values that do not follow from those after their turns. Those of the last ply are searched,
// all of them if the moving phase is next, otherwise `samples`.
std::uint64_t verify_placing(const StoredPlies& stored, const PlacingPhase& phase, const solve::Database& database,
                             int threads, std::uint64_t samples, const nb::object& on_progress) {
    const nb::gil_scoped_release release;
    const PlacingIndex& index = stored.index();
    std::vector<std::uint8_t> values(stored.size());
    if (database.size() != values.size()) throw nb::value_error("a table of other plies");
    database.read(0, values);
    const Mill<RuntimeRules> game(RuntimeRules{index.rules()});
    const bool is_last = stored.plies() == index.plies() - 1;
    const std::uint64_t last = is_last ? values.size() : stored.plies() == 0 ? 0 : index.size_until(stored.plies() - 1);
    const std::uint64_t step = std::max<std::uint64_t>((values.size() - last) / std::max<std::uint64_t>(samples, 1), 1);
    const std::uint64_t all = last + (values.size() - last + step - 1) / step;
    constexpr std::uint64_t PART = 1024;
    std::atomic<std::uint64_t> wrong{0};
    const auto check = [&](std::uint32_t part) {
        PlacingTable table(1 << 22);
        StopFlag never;
        PlacingSearch<RuntimeRules> search(game, phase.moving(), table, StopCheck(never));
        for (std::uint64_t i = part * PART; i < std::min(all, (part + 1) * PART); ++i) {
            const std::uint64_t number = i < last ? i : last + (i - last) * step;
            const Position position = index.position(number);
            Value best = value_of(0);
            typename Mill<RuntimeRules>::List moves;
            game.moves(position, moves);
            for (const Move move : moves) {
                const Position next = game.after(position, move);
                const auto after = index.number(next);
                const bool is_stored = after && *after < values.size();
                const Value value = is_stored ? WDL_VALUES[values[*after] & 3] : search.value(next);
                if (is_loss(value)) best = value_of(1);
                if (value == DRAW_VALUE && !is_win(best)) best = DRAW_VALUE;
            }
            wrong += outcome(best) != (values[number] & 3);
        }
    };
    const auto parts = static_cast<std::uint32_t>((all + PART - 1) / PART);
    const std::function<void(double)> show = at_times(with_gil(on_progress));
    share_work(threads, parts, check, [&](std::uint32_t part) { show(static_cast<double>(part) / parts); });
    return wrong.load();
}

template <class R>
void bind_positions(nb::class_<PlacingPhase>& phase, nb::class_<StoredPlies>& stored) {
    phase.def("value", &PlacingPhase::value<R>, "position"_a, "time_ms"_a, "stop"_a,
              "0 for a draw, 1 for a win of the side to move, 2 for a loss; None if it was stopped.");
    stored.def("number", &StoredPlies::number<R>, "position"_a, "The number of a position; None if it has none.");
}

void bind_mill_placing(nb::module_& m) {
    nb::class_<PlacingPhase> phase(m, "MillPlacing", "Searches the placing phase on top of databases.");
    phase.def(nb::init<const std::vector<int>&, std::vector<nb::object>, std::size_t>(), "values"_a, "databases"_a,
              "table_mb"_a,
              nb::sig("def __init__(self, values: collections.abc.Sequence[int], "
                      "databases: collections.abc.Sequence[Database], table_mb: int) -> None"));
    nb::class_<StoredPlies> stored(m, "MillPlacingPlies", "The first plies of the placing phase, to be stored.");
    stored
        .def(nb::init<const std::vector<int>&, int>(), "values"_a, "plies"_a,
             nb::sig("def __init__(self, values: collections.abc.Sequence[int], plies: int) -> None"))
        .def_static(
            "supports", [](const std::vector<int>& values) { return PlacingIndex::supports(read_rules(values)); },
            "values"_a, "Whether the placing phase can be solved backwards under these rules.",
            nb::sig("def supports(values: collections.abc.Sequence[int]) -> bool"))
        .def("__len__", &StoredPlies::size)
        .def_prop_ro("plies", &StoredPlies::plies, "The last one.")
        .def_prop_ro("work", &StoredPlies::work,
                     "The positions to solve, those in temporary files at a time, and the bytes of memory.")
        .def("solve", solve_placing, "phase"_a, "folder"_a, "work_folder"_a, nb::kw_only(), "rules"_a, "software"_a,
             "table"_a, "threads"_a, "on_progress"_a, "portable"_a = false,
             "Solves the placing phase backwards and writes the file of the first plies.",
             nb::sig("def solve(self, phase: MillPlacing, folder: str | os.PathLike[str], "
                     "work_folder: str | os.PathLike[str], *, rules: str, software: str, table: str, threads: int, "
                     "on_progress: collections.abc.Callable[[float], object], portable: bool = False) -> None"))
        .def("verify", verify_placing, "phase"_a, "database"_a, nb::kw_only(), "threads"_a, "samples"_a,
             "on_progress"_a, "The number of stored values that do not follow from those after their turns.",
             nb::sig("def verify(self, phase: MillPlacing, database: Database, *, threads: int, samples: int, "
                     "on_progress: collections.abc.Callable[[float], object]) -> int"));
    bind_positions<StaticRules<NINE>>(phase, stored);
    bind_positions<StaticRules<TWELVE>>(phase, stored);
    bind_positions<RuntimeRules>(phase, stored);
}

const Binding BINDING(Stage::SEARCH, bind_mill_placing);

}  // namespace

}  // namespace plyground::bindings
