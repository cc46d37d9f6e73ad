#include "bindings/binding.hpp"

#include <utility>
#include <vector>

namespace plyground::bindings {

namespace {

std::vector<std::pair<Stage, Binding::Function>>& registered() {
    static std::vector<std::pair<Stage, Binding::Function>> BINDINGS;
    return BINDINGS;
}

}  // namespace

Binding::Binding(Stage stage, Function bind) { registered().emplace_back(stage, bind); }

void Binding::run(Stage stage, nanobind::module_& m) {
    for (const auto& [when, bind] : registered())
        if (when == stage) bind(m);
}

}  // namespace plyground::bindings
