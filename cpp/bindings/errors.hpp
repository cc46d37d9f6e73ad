// Native errors in Python: NativeError(kind, code, arguments), which the Python modules convert to their own.
#pragma once

#include <nanobind/nanobind.h>

namespace plyground::bindings {

void bind_errors(nanobind::module_& m);

}  // namespace plyground::bindings
