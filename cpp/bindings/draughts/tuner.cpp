#include "bindings/tuner.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/draughts/game.hpp"

namespace plyground::bindings {

namespace {

void bind_draughts_tuner(nb::module_& m) {
    bind_tuner<draughts::Russian>(m, "Russian");
    bind_tuner<draughts::Draughts8>(m, "Draughts8");
    bind_tuner<draughts::Draughts10>(m, "Draughts10");
}

const Binding BINDING(Stage::SEARCH, bind_draughts_tuner);

}  // namespace

}  // namespace plyground::bindings
