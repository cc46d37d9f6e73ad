#include "bindings/tuner.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

namespace {

void bind_chess_tuner(nb::module_& m) { bind_tuner<chess::Chess>(m, "Chess"); }

const Binding BINDING(Stage::SEARCH, bind_chess_tuner);

}  // namespace

}  // namespace plyground::bindings
