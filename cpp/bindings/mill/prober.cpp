// The databases of the moving phase of mill games, for a searcher.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/binding.hpp"
#include "bindings/mill/tables.hpp"
#include "plyground/games/mill/moving_tables.hpp"
#include "plyground/solve/table_prober.hpp"

namespace plyground::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Position = mill::Position;

std::shared_ptr<Prober<Position>> mill_prober(const std::vector<int>& values,
                                              const std::vector<std::shared_ptr<solve::Database>>& databases) {
    return std::make_shared<solve::TableProber<Position, mill::MovingTables>>(mill::MovingTables(read_rules(values)),
                                                                              databases);
}

void bind_mill_prober(nb::module_& m) {
    nb::class_<Prober<Position>>(m, "MillProber", "Databases for a searcher.");
    m.def("mill_prober", mill_prober, "values"_a, "databases"_a, "Raises InvalidDatabase.",
          nb::sig("def mill_prober(values: collections.abc.Sequence[int], "
                  "databases: collections.abc.Sequence[Database]) -> MillProber"));
}

const Binding BINDING(Stage::GAME, bind_mill_prober);

}  // namespace

}  // namespace plyground::bindings
