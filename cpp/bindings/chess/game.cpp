#include "plyground/games/chess/game.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"

namespace plyground::bindings {

namespace {

void bind_chess(nb::module_& m) {
    using chess::Chess;
    bind_game<Chess>(m, "Chess")
        .def(
            "__init__",
            [](BoundGame<Chess>* self, bool chess960) {
                new (self) BoundGame<Chess>{std::make_shared<const Chess>(chess::Rules{.chess960 = chess960})};
            },
            "chess960"_a = false);
}

const Binding BINDING(Stage::GAME, bind_chess);

}  // namespace

}  // namespace plyground::bindings
