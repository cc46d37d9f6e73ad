// Native errors in Python: a C++ Error is raised as the exception of plyground.errors that its kind names.
#pragma once

namespace plyground::bindings {

void bind_errors();

}  // namespace plyground::bindings
