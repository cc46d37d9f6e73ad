#include "bindings/textbook.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/mill/split.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

// Positions of all mill games have one type, so the general game searches them all.
template <class R>
void bind_by_general_rules(nb::module_& m) {
    bind_searches<Mill<R>>(m, [](const BoundPosition<Mill<R>>& bound) {
        return Mill<RuntimeRules>(RuntimeRules{bound.game->rules()}, bound.game->name());
    });
}

void bind_mill_textbook(nb::module_& m) {
    bind_by_general_rules<StaticRules<NINE>>(m);
    bind_by_general_rules<StaticRules<TWELVE>>(m);
    bind_by_general_rules<StaticRules<LASKER>>(m);
    bind_by_general_rules<RuntimeRules>(m);
}

const Binding BINDING(Stage::SEARCH, bind_mill_textbook);

}  // namespace

}  // namespace plyground::bindings
