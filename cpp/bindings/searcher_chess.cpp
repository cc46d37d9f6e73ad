#include "bindings/games.hpp"
#include "bindings/searcher.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

void bind_chess_searcher(nb::module_& m) { bind_searcher<chess::Chess>(m, "Chess"); }

}  // namespace plyground::bindings
