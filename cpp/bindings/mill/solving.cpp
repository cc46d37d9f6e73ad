// The moving phase of mill games in Python: solving it, checking what was solved, and finding positions in it.
#include "bindings/solving.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"
#include "bindings/mill/tables.hpp"
#include "plyground/games/mill/capture_phase.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/solve/large_array.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

void check_men(const Rules& rules, int moving, int waiting) {
    const int most = std::max(moving, waiting), least = std::min(moving, waiting);
    if (least < rules.lose_below() || most > Orbits::MAX_MEN || moving + waiting >= rules.board().points)
        throw nb::value_error("no such table");
}

// Opens the tables of a folder when they are needed.
class Folder {
  public:
    Folder(std::filesystem::path folder, bool distances) : folder_(std::move(folder)), distances_(distances) {}

    const FileTable& operator()(int moving, int waiting) {
        const std::lock_guard lock(mutex_);
        auto& table = tables_[{moving, waiting}];
        if (!table) table = std::make_unique<FileTable>(folder_, table_name(moving, waiting), distances_);
        return *table;
    }

  private:
    std::filesystem::path folder_;
    bool distances_;
    std::mutex mutex_;
    std::map<std::pair<int, int>, std::unique_ptr<FileTable>> tables_;
};

// Calls `work(index)` with the index that suits the board and this processor.
template <BoardName BOARD, class Work>
void with_index_on(const Rules& rules, int moving, int waiting, const FindTable& find, bool portable,
                   const Work& work) {
    if (Bmi2Gather::is_supported() && !portable) work(MovingPhase<Bmi2Gather, BOARD>(rules, moving, waiting, find));
    else work(MovingPhase<TableGather, BOARD>(rules, moving, waiting, find));
}

template <class Work>
void with_index(const Rules& rules, int moving, int waiting, const FindTable& find, bool portable, const Work& work) {
    if (captures_while_moving(rules)) return work(CapturePhase(rules, moving, waiting, find));
    switch (rules.board().name) {
        case BoardName::THREE: return with_index_on<BoardName::THREE>(rules, moving, waiting, find, portable, work);
        case BoardName::THREE_PLAIN:
            return with_index_on<BoardName::THREE_PLAIN>(rules, moving, waiting, find, portable, work);
        case BoardName::TWO_RING:
            return with_index_on<BoardName::TWO_RING>(rules, moving, waiting, find, portable, work);
        case BoardName::TWO_RING_CENTRE:
            return with_index_on<BoardName::TWO_RING_CENTRE>(rules, moving, waiting, find, portable, work);
        case BoardName::THREE_RING:
            return with_index_on<BoardName::THREE_RING>(rules, moving, waiting, find, portable, work);
        case BoardName::THREE_RING_DIAGONAL:
            return with_index_on<BoardName::THREE_RING_DIAGONAL>(rules, moving, waiting, find, portable, work);
    }
}

void solve_mill(const std::vector<int>& values, int moving, int waiting, const std::filesystem::path& folder,
                const std::string& rules_text, const std::string& software, bool distances, int threads,
                std::uint64_t memory_bytes, const nb::object& on_progress, bool portable) {
    const Rules rules = read_rules(values);
    check_men(rules, moving, waiting);
    SolveJob job{folder, "mill", rules_text, software, {table_name(moving, waiting)}, distances, threads, memory_bytes};
    if (moving != waiting) job.tables.push_back(table_name(waiting, moving));
    const nb::gil_scoped_release release;
    Folder files(folder, distances);
    with_index(rules, moving, waiting, std::ref(files), portable,
               [&](const auto& index) { solve_into_files(index, job, with_gil(on_progress)); });
}

// The values of a whole table in memory.
solve::LargeArray<Value> load(const std::filesystem::path& folder, int moving, int waiting, bool distances) {
    const FileTable table(folder, table_name(moving, waiting), distances);
    solve::LargeArray<Value> values(table.size());
    table.read(0, {values.get(), table.size()});
    return values;
}

// Derives the value of every position of a table from the turns of the ordinary generator.
template <class R>
class Verification {
  public:
    Verification(const R& rules_type, const Rules& rules, std::filesystem::path folder, int moving, int waiting,
                 bool distances)
        : game_(rules_type), orbits_(orbits_of(rules.board().name)), folder_(std::move(folder)), distances_(distances) {
        const int least = rules.lose_below();
        // A turn removes a few of the opponent's men; a blocked side may lose one as well.
        const int most_removed = rules.removes_per_mill() ? 3 : rules.intervention().is_on() ? 2 : 1;
        for (int gone = 0; gone <= most_removed; ++gone)
            if (waiting - gone >= least) {
                add(waiting - gone, moving);
                if (rules.blocked() != Blocked::LOSES) add(moving, waiting - gone);
            }
        if (rules.blocked() == Blocked::BOTH_REMOVE && std::min(moving, waiting) > least) add(moving - 1, waiting - 1);
        add(moving, waiting);
    }

    // The number of wrong values.
    template <class Index>
    std::uint64_t run(const Index& index, int threads, const std::function<void(double)>& progress) {
        return count_in_parts(
            threads, index.rows(0), [&](std::uint32_t row) { return check_row(index, row); }, progress);
    }

  private:
    void add(int moving, int waiting) {
        auto& table = tables_[static_cast<std::size_t>(moving)][static_cast<std::size_t>(waiting)];
        if (moving + waiting < orbits_.board().points && table.get() == nullptr)
            table = load(folder_, moving, waiting, distances_);
    }

    template <class Index>
    std::uint64_t check_row(const Index& index, std::uint32_t row) const {
        std::uint64_t wrong = 0;
        for (std::uint32_t column = 0; column < index.columns(0); ++column) {
            const auto [moves, waits] = index.men(0, row, column);
            mill::Position position;
            position.men = {moves, waits};
            const Value expected = derive(position);
            const Value found = table(std::popcount(moves), std::popcount(waits))[index.row_start(0, row) + column];
            wrong += distances_ ? expected != found : outcome(expected) != outcome(found);
        }
        return wrong;
    }

    static int outcome(Value value) { return is_win(value) ? 1 : is_loss(value) ? -1 : 0; }

    const solve::LargeArray<Value>& table(int moving, int waiting) const {
        return tables_[static_cast<std::size_t>(moving)][static_cast<std::size_t>(waiting)];
    }
    const Value* look_up(const mill::Position& position) const {
        const auto us = static_cast<std::size_t>(position.side_to_move == Side::WHITE ? 0 : 1);
        const std::uint32_t moves = position.men[us], waits = position.men[1 - us];
        return &table(std::popcount(moves), std::popcount(waits))[number_of(orbits_, moves, waits)];
    }

    Value derive(const mill::Position& position) const {
        typename Mill<R>::List moves;
        game_.moves(position, moves);
        const Result result = game_.result(position, !moves.is_empty());
        if (!result.is_ongoing()) return result.outcome == Outcome::DRAW ? DRAW_VALUE : value_of(0);
        Cell cell{0, static_cast<std::uint8_t>(std::min<std::size_t>(moves.size(), 255))};
        const auto add = [&](Value after) {
            if (is_loss(after)) cell.add_win(plies_of(after));
            if (is_win(after)) cell.add_loss(plies_of(after));
        };
        // All are fetched before one is waited for.
        std::array<const Value*, Mill<R>::List::capacity()> found;
        std::size_t count = 0;
        for (const auto move : moves) {
            mill::Position next = game_.after(position, move);
            next.quiet_plies = 0;
            const bool is_ordinary = next.mover == next.side_to_move && next.owes_nothing();
            const bool is_over =
                std::min(next.total(Side::WHITE), next.total(Side::BLACK)) < game_.rules().lose_below();
            if (is_ordinary && !is_over) solve::prefetch(found[count++] = look_up(next));
            else add(derive(next));
        }
        for (std::size_t i = 0; i < count; ++i) add(*found[i]);
        return cell.value();
    }

    Mill<R> game_;
    const Orbits& orbits_;
    std::filesystem::path folder_;
    bool distances_;
    std::array<std::array<solve::LargeArray<Value>, Orbits::MAX_MEN + 1>, Orbits::MAX_MEN + 1> tables_;  // by men
};

std::uint64_t verify_mill(const std::vector<int>& values, int moving, int waiting, const std::filesystem::path& folder,
                          bool distances, int threads, const nb::object& on_progress) {
    const Rules rules = read_rules(values);
    check_men(rules, moving, waiting);
    const nb::gil_scoped_release release;
    std::uint64_t wrong = 0;
    const auto verify = [&](const auto& rules_type) {
        Verification verification(rules_type, rules, folder, moving, waiting, distances);
        with_index(rules, moving, waiting, {}, false,
                   [&](const auto& index) { wrong = verification.run(index, threads, with_gil(on_progress)); });
    };
    if (rules == NINE) verify(StaticRules<NINE>{});
    else if (rules == TWELVE) verify(StaticRules<TWELVE>{});
    else verify(RuntimeRules{rules});
    return wrong;
}

// The number of positions of a table, and how much memory solving it and its counterpart takes.
std::pair<std::uint64_t, std::uint64_t> mill_table_size(int board, int moving, int waiting) {
    if (board < 0 || board >= static_cast<int>(BOARDS.size())) throw nb::index_error("no such board");
    const Board& on = BOARDS[static_cast<std::size_t>(board)];
    if (std::min(moving, waiting) < 1 || moving + waiting >= on.points || std::max(moving, waiting) > Orbits::MAX_MEN)
        throw nb::value_error("no such table");
    const nb::gil_scoped_release release;
    const auto positions = [&](int k, int m) {
        return std::uint64_t{Subsets::count(on.points - m, k)} * orbits_of(on.name).representatives(m).size();
    };
    const std::uint64_t both = positions(moving, waiting) + (moving == waiting ? 0 : positions(waiting, moving));
    using Index = MovingPhase<TableGather, BoardName::THREE_RING>;
    return {positions(moving, waiting), solve::Retrograde<Index>::bytes_for(both)};
}

// The table of a position of the moving phase and its number there.
template <class R>
std::optional<std::pair<std::string, std::uint64_t>> database_place(const BoundPosition<Mill<R>>& bound) {
    const mill::Position& position = bound.position;
    const Rules& rules = bound.game->rules();
    const auto us = static_cast<std::size_t>(position.side_to_move == Side::WHITE ? 0 : 1);
    const std::uint32_t moves = position.men[us], waits = position.men[1 - us];
    const int k = std::popcount(moves), m = std::popcount(waits);
    const bool is_moving_phase = !position.is_placing() && position.owes_nothing() && position.marked == 0 &&
                                 position.mover == position.side_to_move;
    if (!is_moving_phase || std::min(k, m) < rules.lose_below() || k + m >= rules.board().points) return std::nullopt;
    return std::pair(table_name(k, m), number_of(orbits_of(rules.board().name), moves, waits));
}

void bind_mill_solving(nb::module_& m) {
    m.def("solve_mill", solve_mill, "values"_a, "moving"_a, "waiting"_a, "folder"_a, nb::kw_only(), "rules"_a,
          "software"_a, "distances"_a, "threads"_a, "memory_bytes"_a, "on_progress"_a, "portable"_a = false,
          "Solves a table and its counterpart, all smaller ones lying in the folder, and writes their files.",
          nb::sig("def solve_mill(values: collections.abc.Sequence[int], moving: int, waiting: int, "
                  "folder: str | os.PathLike[str], *, rules: str, software: str, distances: bool, threads: int, "
                  "memory_bytes: int, on_progress: collections.abc.Callable[[float], object], "
                  "portable: bool = False) -> None"));
    m.def("verify_mill", verify_mill, "values"_a, "moving"_a, "waiting"_a, "folder"_a, nb::kw_only(), "distances"_a,
          "threads"_a, "on_progress"_a,
          "The number of positions of a table whose values do not follow from the others.",
          nb::sig("def verify_mill(values: collections.abc.Sequence[int], moving: int, waiting: int, "
                  "folder: str | os.PathLike[str], *, distances: bool, threads: int, "
                  "on_progress: collections.abc.Callable[[float], object]) -> int"));
    m.def("mill_table_size", mill_table_size, "board"_a, "moving"_a, "waiting"_a,
          "The positions of a table, and the bytes of memory that solving it and its counterpart takes.");
    m.def("mill_database_place", database_place<StaticRules<NINE>>, "position"_a);
    m.def("mill_database_place", database_place<StaticRules<TWELVE>>, "position"_a);
    m.def("mill_database_place", database_place<StaticRules<LASKER>>, "position"_a);
    m.def("mill_database_place", database_place<RuntimeRules>, "position"_a,
          "The table of a position of the moving phase and its number there.");
}

const Binding BINDING(Stage::SEARCH, bind_mill_solving);

}  // namespace

}  // namespace plyground::bindings
