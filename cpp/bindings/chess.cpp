#include "plyground/games/chess/game.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/games.hpp"

namespace plyground::bindings {

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

}  // namespace plyground::bindings
