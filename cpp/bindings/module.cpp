// The native module: the common core, then each game.
#include <nanobind/nanobind.h>

#include "bindings/binding.hpp"
#include "bindings/errors.hpp"
#include "bindings/native_position.hpp"
#include "bindings/python_types.hpp"
#include "plyground/core/history.hpp"

namespace nb = nanobind;
using plyground::History;
using namespace plyground::bindings;

NB_MODULE(_core, m) {
    // At exit Python may still hold our objects in tracebacks; that leak is not worth a page of warnings.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of Plyground; private, use the Python modules.";

    nb::class_<History>(m, "History", "The keys of a game so far, and how often a position has occurred.")
        .def(nb::init<>())
        .def("copy", [](const History& history) { return History(history); })
        .def("push", &History::push, nb::arg("key"))
        .def("pop",
             [](History& history) {
                 if (history.size() == 0) throw nb::index_error("pop from an empty history");
                 history.pop();
             })
        .def("occurrences", &History::occurrences, nb::arg("key"), nb::arg("reach"),
             "How often the key stands among the last reach + 1 keys.")
        .def("__len__", &History::size);

    bind_python_types(m);
    bind_errors();
    bind_native_position(m);
    Binding::run(Stage::GAME, m);
    bind_stop(m);
    Binding::run(Stage::SEARCH, m);
    bind_python_textbook(m);
    bind_python_searcher(m);
}
