// Endgame databases in Python: the reader, the writer and the cache.
#include "plyground/solve/database.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/binding.hpp"
#include "plyground/solve/database_writer.hpp"
#include "plyground/solve/large_array.hpp"

namespace plyground::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace solve;

struct MemoryKeeper {
    std::optional<KeptMemory> kept;
};

const char* name(DatabaseKind kind) { return kind == DatabaseKind::WDL ? "wdl" : "distance"; }

DatabaseKind kind_of(const std::string& text) {
    for (const DatabaseKind kind : {DatabaseKind::WDL, DatabaseKind::DISTANCE})
        if (text == name(kind)) return kind;
    throw nb::value_error("the kind of a database is wdl or distance");
}

Database open_database(const std::filesystem::path& path, const std::shared_ptr<BlockCache>& cache) {
    const nb::gil_scoped_release release;
    return Database::open(path, cache ? cache : BlockCache::shared());
}

// What is in the cache is faster than handing over the GIL.
int probe(const Database& database, std::uint64_t position) {
    if (const auto value = database.probe_cached(position)) return *value;
    const nb::gil_scoped_release release;
    return database.probe(position);
}

nb::bytes read(const Database& database, std::uint64_t first, std::size_t count) {
    if (count > database.size()) throw nb::index_error("no such positions in the database");
    const nb::bytes bytes = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(count)));
    if (!bytes.is_valid()) nb::raise_python_error();
    const std::span out(reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(bytes.ptr())), count);
    const nb::gil_scoped_release release;
    database.read(first, out);
    return bytes;
}

nb::bytes probe_many(const Database& database, const std::vector<std::uint64_t>& positions) {
    std::vector<std::uint8_t> values(positions.size());
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < positions.size(); ++i) values[i] = database.probe(positions[i]);
    }
    return nb::bytes(values.data(), values.size());
}

void bind_reader(nb::module_& m) {
    nb::class_<MemoryKeeper>(m, "MemoryKeeper", "A context in which solvers use the memory of earlier ones again.")
        .def(nb::init<>())
        .def("__enter__", [](MemoryKeeper& self) { self.kept.emplace(); })
        .def(
            "__exit__", [](MemoryKeeper& self, const nb::args&) { self.kept.reset(); },
            nb::sig("def __exit__(self, *exception: object) -> None"));
    nb::class_<BlockCache>(m, "BlockCache", "Decompressed blocks, shared by the databases that are opened with it.")
        .def(
            "__init__", [](BlockCache* self, std::size_t megabytes) { new (self) BlockCache(megabytes); },
            "megabytes"_a);
    nb::class_<Database>(m, "Database", "One file of solved positions; `plyground.database.endgames` uses it.")
        .def_static("open", open_database, "path"_a, "cache"_a = nb::none(), "Raises InvalidDatabase.",
                    nb::sig("def open(path: str | os.PathLike[str], cache: BlockCache | None = None) -> Database"))
        .def("probe", probe, "position"_a, "The stored value of a position.")
        .def("probe_many", probe_many, "positions"_a, "The stored values of some positions, a byte each.")
        .def("read", read, "first"_a, "count"_a, "The stored values of a range, a byte each.")
        .def("check_blocks", &Database::check_blocks, "first"_a, "count"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Raises InvalidDatabase unless these blocks are sound.")
        .def("__len__", &Database::size)
        .def_prop_ro("file_bytes", &Database::file_bytes)
        .def_prop_ro("game", [](const Database& self) { return self.header().game; })
        .def_prop_ro("rules", [](const Database& self) { return self.header().rules; })
        .def_prop_ro("table", [](const Database& self) { return self.header().table; })
        .def_prop_ro("software", [](const Database& self) { return self.header().software; })
        .def_prop_ro("kind", [](const Database& self) { return name(self.header().kind); })
        .def_prop_ro("keeps_none", [](const Database& self) { return self.header().keeps_none; })
        .def_prop_ro("blocks", [](const Database& self) { return self.header().blocks(); })
        .def_prop_ro("block_positions", [](const Database& self) { return self.header().block_positions; })
        .def_prop_ro("wins", [](const Database& self) { return self.header().counts.wins; })
        .def_prop_ro("draws", [](const Database& self) { return self.header().counts.draws; })
        .def_prop_ro("losses", [](const Database& self) { return self.header().counts.losses; })
        .def_prop_ro("longest_win", [](const Database& self) { return self.header().counts.longest_win; })
        .def_prop_ro("longest_loss", [](const Database& self) { return self.header().counts.longest_loss; });
}

void bind_writer(nb::module_& m) {
    nb::class_<DatabaseWriter>(m, "DatabaseWriter", "Writes a database, whole or not at all.")
        .def(
            "__init__",
            [](DatabaseWriter* self, const std::filesystem::path& path, const std::string& game,
               const std::string& rules, const std::string& table, const std::string& kind, std::uint64_t positions,
               const std::string& software, bool keeps_none, std::uint32_t block_positions, int threads, int level) {
                DatabaseHeader header;
                header.game = game;
                header.rules = rules;
                header.table = table;
                header.software = software;
                header.kind = kind_of(kind);
                header.keeps_none = keeps_none;
                header.positions = positions;
                header.block_positions = block_positions;
                new (self) DatabaseWriter(path, std::move(header), {.threads = threads, .level = level});
            },
            "path"_a, nb::kw_only(), "game"_a, "rules"_a, "table"_a, "kind"_a, "positions"_a, "software"_a = "",
            "keeps_none"_a = false, "block_positions"_a = 0, "threads"_a = 1, "level"_a = 0,
            nb::sig("def __init__(self, path: str | os.PathLike[str], *, game: str, rules: str, table: str, kind: str, "
                    "positions: int, software: str = '', keeps_none: bool = False, block_positions: int = 0, "
                    "threads: int = 1, level: int = 0) -> None"))
        .def(
            "append",
            [](DatabaseWriter& self, const nb::bytes& values) {
                const std::span bytes(static_cast<const std::uint8_t*>(values.data()), values.size());
                const nb::gil_scoped_release release;
                self.append(bytes);
            },
            "values"_a, "The next values, one byte each.")
        .def(
            "finish",
            [](DatabaseWriter& self, std::uint64_t wins, std::uint64_t draws, std::uint64_t losses,
               std::optional<std::uint8_t> longest_win, std::optional<std::uint8_t> longest_loss) {
                const nb::gil_scoped_release release;
                self.finish({wins, draws, losses, longest_win, longest_loss});
            },
            nb::kw_only(), "wins"_a, "draws"_a, "losses"_a, "longest_win"_a = nb::none(), "longest_loss"_a = nb::none(),
            "Puts the file in place.");
}

void bind_databases(nb::module_& m) {
    bind_reader(m);
    bind_writer(m);
}

const Binding BINDING(Stage::GAME, bind_databases);

}  // namespace

}  // namespace plyground::bindings
