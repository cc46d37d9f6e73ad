// The native games, one translation unit each.
#pragma once

#include <nanobind/nanobind.h>

namespace plyground::bindings {

void bind_chess(nanobind::module_& m);
void bind_draughts(nanobind::module_& m);
void bind_mill(nanobind::module_& m);

// The textbook search as one function `textbook`, overloaded by the kind of position; Python games come last.
void bind_stop(nanobind::module_& m);
void bind_chess_textbook(nanobind::module_& m);
void bind_draughts_textbook(nanobind::module_& m);
void bind_mill_textbook(nanobind::module_& m);
void bind_python_textbook(nanobind::module_& m);

// The playing search as one function `searcher`, overloaded by the kind of game; `python_searcher` for Python games.
void bind_chess_searcher(nanobind::module_& m);
void bind_draughts_searcher(nanobind::module_& m);
void bind_mill_searcher(nanobind::module_& m);
void bind_python_searcher(nanobind::module_& m);

}  // namespace plyground::bindings
