#include "bindings/games.hpp"
#include "bindings/textbook.hpp"
#include "plyground/games/draughts/game.hpp"

namespace plyground::bindings {

void bind_draughts_textbook(nb::module_& m) {
    bind_searches<draughts::Russian>(m);
    bind_searches<draughts::Draughts8>(m);
    bind_searches<draughts::Draughts10>(m);
}

}  // namespace plyground::bindings
