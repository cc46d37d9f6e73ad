// The native module: the common core, then each game.
#include <nanobind/nanobind.h>

#include "bindings/errors.hpp"
#include "bindings/games.hpp"
#include "bindings/native_position.hpp"
#include "bindings/python_types.hpp"
#include "plyground/core/history.hpp"

namespace nb = nanobind;
using plyground::History;

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

    plyground::bindings::bind_python_types(m);
    plyground::bindings::bind_errors();
    plyground::bindings::bind_native_position(m);
    plyground::bindings::bind_chess(m);
    plyground::bindings::bind_draughts(m);
    plyground::bindings::bind_mill(m);
    plyground::bindings::bind_stop(m);
    plyground::bindings::bind_chess_textbook(m);
    plyground::bindings::bind_draughts_textbook(m);
    plyground::bindings::bind_mill_textbook(m);
    plyground::bindings::bind_python_textbook(m);
    plyground::bindings::bind_chess_searcher(m);
    plyground::bindings::bind_draughts_searcher(m);
    plyground::bindings::bind_mill_searcher(m);
    plyground::bindings::bind_python_searcher(m);
}
