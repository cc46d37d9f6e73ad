#include "bindings/textbook.hpp"
#include "bindings/binding.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

namespace {

void bind_chess_textbook(nb::module_& m) { bind_searches<chess::Chess>(m); }

const Binding BINDING(Stage::SEARCH, bind_chess_textbook);

}  // namespace

}  // namespace plyground::bindings
