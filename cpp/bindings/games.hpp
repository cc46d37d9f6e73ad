// The native games, one translation unit each.
#pragma once

#include <nanobind/nanobind.h>

namespace plyground::bindings {

void bind_chess(nanobind::module_& m);
void bind_draughts(nanobind::module_& m);
void bind_mill(nanobind::module_& m);

}  // namespace plyground::bindings
