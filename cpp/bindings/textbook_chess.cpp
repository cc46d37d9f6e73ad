#include "bindings/games.hpp"
#include "bindings/textbook.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

void bind_chess_textbook(nb::module_& m) { bind_searches<chess::Chess>(m); }

}  // namespace plyground::bindings
