#include "bindings/tuner.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/mill/game.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

// Positions of all mill games have one type, so the general game makes the samples of all.
template <class R>
void bind_by_general_rules(nb::module_& m, const std::string& name) {
    bind_tuner<Mill<R>, Mill<RuntimeRules>>(m, name, [](const auto& game) {
        return std::make_shared<const Mill<RuntimeRules>>(RuntimeRules{game->rules()}, game->name());
    });
}

void bind_mill_tuner(nb::module_& m) {
    bind_by_general_rules<StaticRules<NINE>>(m, "MillNine");
    bind_by_general_rules<StaticRules<TWELVE>>(m, "MillTwelve");
    bind_by_general_rules<StaticRules<LASKER>>(m, "MillLasker");
    bind_by_general_rules<RuntimeRules>(m, "Mill");
}

const Binding BINDING(Stage::SEARCH, bind_mill_tuner);

}  // namespace

}  // namespace plyground::bindings
