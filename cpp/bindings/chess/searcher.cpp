#include "bindings/searcher.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

namespace {

void bind_chess_searcher(nb::module_& m) { bind_searcher<chess::Chess>(m, "Chess"); }

const Binding BINDING(Stage::SEARCH, bind_chess_searcher);

}  // namespace

}  // namespace plyground::bindings
