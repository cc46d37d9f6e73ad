#include "bindings/games.hpp"
#include "bindings/textbook.hpp"
#include "plyground/games/mill/split.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

// Positions of all mill games are of one type, so one instance of the search serves them all.
template <class R>
void bind_by_general_rules(nb::module_& m) {
    def_textbook<const BoundPosition<Mill<R>>&>(
        m, [](const BoundPosition<Mill<R>>& bound, const TextbookCall& call, StopFlag& flag) {
            const Mill<AnyRules> general(AnyRules{bound.game->rules()}, bound.game->name());
            return run_natively(general, bound.position, call, flag, [&](mill::Move move) { return general.token(move); });
        });
}

}  // namespace

void bind_mill_textbook(nb::module_& m) {
    bind_by_general_rules<FixedRules<NINE>>(m);
    bind_by_general_rules<FixedRules<TWELVE>>(m);
    bind_by_general_rules<FixedRules<LASKER>>(m);
    bind_by_general_rules<AnyRules>(m);
}

}  // namespace plyground::bindings
