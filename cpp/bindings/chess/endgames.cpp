#include "bindings/binding.hpp"
#include "bindings/material_endgames.hpp"
#include "plyground/games/chess/endgame_index.hpp"
#include "plyground/games/chess/game.hpp"

namespace plyground::bindings {

namespace {

using Endgames = MaterialEndgames<chess::Chess, chess::EndgameTables, chess::EndgameIndex>;

void bind_chess_endgames(nb::module_& m) {
    nb::class_<Prober<chess::Position>>(m, "ChessProber", "Databases for a searcher.");
    bind_material_endgames<Endgames>(m, "ChessEndgames");
    m.def(
        "chess_endgames",
        [](const BoundGame<chess::Chess>& bound) { return Endgames(bound.game, chess::EndgameTables()); }, "game"_a,
        "The tables with at most four men.");
}

const Binding BINDING(Stage::SEARCH, bind_chess_endgames);

}  // namespace

}  // namespace plyground::bindings
