#include "bindings/searcher.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/mill/game.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

void bind_mill_searcher(nb::module_& m) {
    bind_searcher<Mill<StaticRules<NINE>>>(m, "MillNine");
    bind_searcher<Mill<StaticRules<TWELVE>>>(m, "MillTwelve");
    bind_searcher<Mill<RuntimeRules>>(m, "Mill");
    // Positions of all mill games have one type, so the general game can search any of them.
    bind_searcher<Mill<StaticRules<LASKER>>, Mill<RuntimeRules>>(m, "MillLasker", [](const auto& game) {
        return std::make_shared<const Mill<RuntimeRules>>(RuntimeRules{game->rules()}, game->name());
    });
}

const Binding BINDING(Stage::SEARCH, bind_mill_searcher);

}  // namespace

}  // namespace plyground::bindings
