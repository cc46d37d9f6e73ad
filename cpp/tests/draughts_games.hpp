// Random games of every preset of draughts, for tests that check every position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plyground/games/draughts/game.hpp"

namespace plyground::tests {

#ifdef PLYGROUND_SANITIZED
inline constexpr int GAMES = 4;
#else
inline constexpr int GAMES = 30;
#endif

// Calls `use` with the native game of a preset.
template <class Use>
void with_game(std::string_view preset, const Use& use) {
    const draughts::Preset& found = draughts::find_preset(preset);
    const std::string name = "draughts:" + std::string(preset);
    if (preset == "russian") use(draughts::Russian(name));
    else if (found.rules->size == 8) use(draughts::Draughts8(name, draughts::RuntimeRules{*found.rules}));
    else use(draughts::Draughts10(name, draughts::RuntimeRules{*found.rules}));
}

template <class G>
std::vector<draughts::Move> legal(const G& game, const draughts::Position& position) {
    MoveList<G> list;
    game.moves(position, list);
    return {list.begin(), list.end()};
}

// Calls `visit` for every position of random games of every preset.
template <class Visit>
void walk(const Visit& visit, int games = GAMES, int plies = 120) {
    for (const draughts::Preset& preset : draughts::PRESETS)
        with_game(preset.name, [&](const auto& game) {
            Key seed = 1;
            for (int i = 0; i < games; ++i) {
                draughts::Position position = game.start();
                for (int ply = 0; ply < plies; ++ply) {
                    const auto moves = legal(game, position);
                    visit(game, position, moves);
                    if (moves.empty()) break;
                    position = game.after(position, moves[mix(seed++) % moves.size()]);
                }
            }
        });
}

}  // namespace plyground::tests
