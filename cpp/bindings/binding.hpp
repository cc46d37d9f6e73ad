// Binding: a part of the native module that registers itself, so that a new game needs no line in any list.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

namespace plyground::bindings {

// Games come first, because the signatures of searches name their types.
enum class Stage : std::uint8_t { GAME, SEARCH };

// Defined once at namespace scope in each file of a game: `const Binding BINDING(Stage::GAME, bind_chess);`
class Binding {
  public:
    using Function = void (*)(nanobind::module_&);

    Binding(Stage stage, Function bind);

    // Runs all bindings of a stage, in the order of their files.
    static void run(Stage stage, nanobind::module_& m);
};

// The two searches for games written in Python, which take any object and so must be bound last.
void bind_stop(nanobind::module_& m);
void bind_python_textbook(nanobind::module_& m);
void bind_python_searcher(nanobind::module_& m);

}  // namespace plyground::bindings
