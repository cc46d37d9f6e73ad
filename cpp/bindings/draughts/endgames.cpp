#include "bindings/binding.hpp"
#include "bindings/material_endgames.hpp"
#include "plyground/games/draughts/endgame_index.hpp"
#include "plyground/games/draughts/game.hpp"

namespace plyground::bindings {

namespace {

using namespace draughts;

template <class Grid, class R>
void bind_endgames(nb::module_& m, const char* name) {
    using G = Draughts<Grid, R>;
    using Endgames = MaterialEndgames<G, EndgameTables<Grid, R>, draughts::EndgameIndex<Grid, R>>;
    bind_material_endgames<Endgames>(m, name);
    m.def(
        "draughts_endgames",
        [](const BoundGame<G>& bound, int pieces) {
            if (pieces < 2 || pieces > MAX_ENDGAME_PIECES) throw nb::value_error("too few or too many pieces");
            return Endgames(bound.game, EndgameTables<Grid, R>(bound.game->policy(), pieces));
        },
        "game"_a, "pieces"_a, "The tables with at most so many pieces; raises InvalidRules if there can be none.");
}

void bind_draughts_endgames(nb::module_& m) {
    nb::class_<Prober<draughts::Position>>(m, "DraughtsProber", "Databases for a searcher.");
    bind_endgames<Grid8, StaticRules<RUSSIAN>>(m, "RussianEndgames");
    bind_endgames<Grid8, RuntimeRules>(m, "Draughts8Endgames");
    bind_endgames<Grid10, RuntimeRules>(m, "Draughts10Endgames");
}

const Binding BINDING(Stage::SEARCH, bind_draughts_endgames);

}  // namespace

}  // namespace plyground::bindings
