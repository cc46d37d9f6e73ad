#include "bindings/games.hpp"
#include "bindings/textbook.hpp"
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

}  // namespace

void bind_mill_textbook(nb::module_& m) {
    bind_by_general_rules<StaticRules<NINE>>(m);
    bind_by_general_rules<StaticRules<TWELVE>>(m);
    bind_by_general_rules<StaticRules<LASKER>>(m);
    bind_by_general_rules<RuntimeRules>(m);
}

}  // namespace plyground::bindings
