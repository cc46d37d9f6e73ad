// Endgame tables by material in Python, for any game that lists them: solving, verifying and finding positions.
#pragma once

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>

#include "bindings/bind_game.hpp"
#include "bindings/solving.hpp"
#include "plyground/core/endgame_tables.hpp"
#include "plyground/solve/table_prober.hpp"

namespace plyground::bindings {

template <class G, class Tables, class Index>
class MaterialEndgames {
  public:
    MaterialEndgames(std::shared_ptr<const G> game, Tables tables)
        : game_(std::move(game)), tables_(std::move(tables)) {}

    // Each pair in the order of solving: its one or two tables with their sizes, and the memory that solving takes.
    using Step = std::pair<std::vector<std::pair<std::string, std::uint64_t>>, std::uint64_t>;
    std::vector<Step> steps() const {
        std::vector<Step> steps;
        for (const EndgamePair& pair : tables_.pairs()) {
            Step step;
            std::uint64_t positions = 0;
            for (const int table : members(pair)) {
                step.first.emplace_back(at(table).name, at(table).size);
                positions += at(table).size;
            }
            step.second = solve::Retrograde<Index>::bytes_for(positions);
            for (const int table : conversions(pair)) step.second += at(table).size;
            steps.push_back(std::move(step));
        }
        return steps;
    }

    std::optional<std::pair<std::string, std::uint64_t>> place(const BoundPosition<G>& bound) const {
        const auto place = tables_.place_of(bound.position);
        if (!place) return std::nullopt;
        return std::pair(at(place->table).name, place->index);
    }

    using Position = typename G::Position;
    std::shared_ptr<Prober<Position>> prober(const std::vector<std::shared_ptr<solve::Database>>& databases) const {
        return std::make_shared<solve::TableProber<Position, Tables>>(tables_, databases);
    }

    void solve(std::size_t step, const std::filesystem::path& folder, const std::string& game, const std::string& rules,
               const std::string& software, bool distances, int threads, std::uint64_t memory_bytes,
               const nb::object& on_progress) const {
        const EndgamePair pair = tables_.pairs().at(step);
        SolveJob job{folder, game, rules, software, {}, distances, threads, memory_bytes};
        for (const int table : members(pair)) job.tables.push_back(at(table).name);
        const nb::gil_scoped_release release;
        const Loaded loaded(*this, conversions(pair), folder, distances);
        solve_into_files(Index(tables_, pair, loaded.values), job, with_gil(on_progress));
    }

    // The number of positions whose values do not follow from the legal moves of the ordinary generator.
    std::uint64_t verify(std::size_t step, const std::filesystem::path& folder, bool distances, int threads,
                         const nb::object& on_progress) const {
        const EndgamePair pair = tables_.pairs().at(step);
        const nb::gil_scoped_release release;
        std::vector<int> needed = conversions(pair);
        for (const int table : members(pair)) needed.push_back(table);
        const Loaded loaded(*this, needed, folder, distances);
        std::uint64_t wrong = 0;
        for (const int table : members(pair))
            wrong += count_wrong(table, loaded.values, distances, threads, on_progress);
        return wrong;
    }

  private:
    // Whole tables in memory.
    struct Loaded {
        std::vector<std::vector<Value>> bytes;
        EndgameValues values;

        Loaded(const MaterialEndgames& all, const std::vector<int>& tables, const std::filesystem::path& folder,
               bool distances)
            : values(all.tables_.tables().size(), nullptr) {
            for (const int table : tables) {
                const FileTable file(folder, all.at(table).name, distances);
                if (file.size() != all.at(table).size) throw std::logic_error("a database has the wrong size");
                bytes.emplace_back(file.size());
                file.read(0, bytes.back());
                values[static_cast<std::size_t>(table)] = bytes.back().data();
            }
        }
    };

    const EndgameTable& at(int table) const { return tables_.tables()[static_cast<std::size_t>(table)]; }
    static std::vector<int> members(const EndgamePair& pair) {
        return pair.first == pair.second ? std::vector{pair.first} : std::vector{pair.first, pair.second};
    }
    std::vector<int> conversions(const EndgamePair& pair) const {
        std::vector<int> all;
        for (const int table : members(pair))
            for (const int next : tables_.conversions(table)) all.push_back(next);
        std::ranges::sort(all);
        all.erase(std::ranges::unique(all).begin(), all.end());
        return all;
    }

    std::uint64_t count_wrong(int table, const EndgameValues& values, bool distances, int threads,
                              const nb::object& on_progress) const {
        constexpr std::uint64_t PART = 1 << 14;
        const std::uint64_t size = at(table).size;
        const auto parts = static_cast<std::uint32_t>((size + PART - 1) / PART);
        return count_in_parts(
            threads, parts,
            [&](std::uint32_t part) {
                std::uint64_t wrong = 0;
                for (std::uint64_t i = part * PART; i < std::min((part + 1) * PART, size); ++i)
                    wrong += !is_right({table, i}, values, distances);
                return wrong;
            },
            with_gil(on_progress));
    }

    bool is_right(const EndgamePlace& place, const EndgameValues& values, bool distances) const {
        const auto position = tables_.position(place);
        if (!position) return true;  // nobody asks
        MoveList<G> moves;
        game_->moves(*position, moves);
        Cell cell;
        if (moves.is_empty() && game_->result(*position, false).outcome == Outcome::DRAW) cell.moves = Cell::UNLIMITED;
        for (const auto& move : moves) {
            const auto after = tables_.place_of(game_->after(*position, move));
            add_conversion(cell, after ? values[static_cast<std::size_t>(after->table)][after->index] : value_of(0));
        }
        const Value found = values[static_cast<std::size_t>(place.table)][place.index], expected = cell.value();
        return distances ? found == expected : is_win(found) == is_win(expected) && is_loss(found) == is_loss(expected);
    }

    std::shared_ptr<const G> game_;
    Tables tables_;
};

template <class E>
void bind_material_endgames(nb::module_& m, const char* name) {
    nb::class_<E>(m, name, "The endgame tables of a game; `plyground.games.material_databases` uses it.")
        .def("steps", &E::steps, "Tables with their sizes, and the memory to solve them, in the order of solving.")
        .def("place", &E::place, "position"_a, "The table of a position and its number there.")
        .def("prober", &E::prober, "databases"_a, "The databases as a searcher asks them; raises InvalidDatabase.",
             nb::sig("def prober(self, databases: collections.abc.Sequence[Database]) -> object"))
        .def("solve", &E::solve, "step"_a, "folder"_a, nb::kw_only(), "game"_a, "rules"_a, "software"_a, "distances"_a,
             "threads"_a, "memory_bytes"_a, "on_progress"_a, "Solves a step, all earlier ones lying in the folder.",
             nb::sig("def solve(self, step: int, folder: str | os.PathLike[str], *, game: str, rules: str, "
                     "software: str, distances: bool, threads: int, memory_bytes: int, "
                     "on_progress: collections.abc.Callable[[float], object]) -> None"))
        .def("verify", &E::verify, "step"_a, "folder"_a, nb::kw_only(), "distances"_a, "threads"_a, "on_progress"_a,
             "The number of positions of a step whose values do not follow from the legal moves.",
             nb::sig("def verify(self, step: int, folder: str | os.PathLike[str], *, distances: bool, threads: int, "
                     "on_progress: collections.abc.Callable[[float], object]) -> int"));
}

}  // namespace plyground::bindings
