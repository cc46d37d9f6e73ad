#include "bindings/textbook.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/draughts/game.hpp"

namespace plyground::bindings {

namespace {

void bind_draughts_textbook(nb::module_& m) {
    bind_searches<draughts::Russian>(m);
    bind_searches<draughts::Draughts8>(m);
    bind_searches<draughts::Draughts10>(m);
}

const Binding BINDING(Stage::SEARCH, bind_draughts_textbook);

}  // namespace

}  // namespace plyground::bindings
