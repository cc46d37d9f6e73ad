#include "bindings/searcher.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/draughts/game.hpp"

namespace plyground::bindings {

namespace {

void bind_draughts_searcher(nb::module_& m) {
    bind_searcher<draughts::Russian>(m, "Russian");
    bind_searcher<draughts::Draughts8>(m, "Draughts8");
    bind_searcher<draughts::Draughts10>(m, "Draughts10");
}

const Binding BINDING(Stage::SEARCH, bind_draughts_searcher);

}  // namespace

}  // namespace plyground::bindings
