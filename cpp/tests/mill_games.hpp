// Random games of mill under many rules, for tests that check every position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "plyground/games/mill/game.hpp"

namespace plyground::tests {

using mill::Mill;
using mill::Option;
using mill::Preset;
using mill::Rules;
using mill::RuntimeRules;
using mill::SpecialCapture;

inline const Rules& preset(std::string_view name) {
    for (const Preset& known : mill::presets())
        if (known.name == name) return known.rules;
    throw std::runtime_error("no such preset");
}

// Every preset, and each with all special captures and one removal per mill.
inline std::vector<Rules> many_rules() {
    constexpr int EVERYWHERE =
        SpecialCapture::SIDES | SpecialCapture::SPOKES | SpecialCapture::DIAGONALS | SpecialCapture::MOVING;
    std::vector<Rules> rules;
    for (const Preset& known : mill::presets()) {
        rules.push_back(known.rules);
        rules.push_back(known.rules.with(Option::REMOVALS_PER_MOVE, 1)
                            .with(Option::CUSTODIAN, EVERYWHERE)
                            .with(Option::INTERVENTION, EVERYWHERE)
                            .with(Option::LEAP, EVERYWHERE));
    }
    return rules;
}

// Calls `visit` for every position of random games under many rules.
template <class Visit>
void walk(const Visit& visit, int games = 6, int plies = 250) {
    Key seed = 1;
    for (const Rules& rules : many_rules()) {
        mill::validate(rules);
        const Mill<RuntimeRules> game(RuntimeRules{rules});
        for (int i = 0; i < games; ++i) {
            mill::Position position = game.start();
            for (int ply = 0; ply < plies; ++ply) {
                MoveList<Mill<RuntimeRules>> list;
                game.moves(position, list);
                visit(game, position, list);
                if (list.is_empty()) break;
                position = game.after(position, list[mix(seed++) % list.size()]);
            }
        }
    }
}

// A position with white to move: the points of the men, separated by blanks, and the men in hand.
inline mill::Position placed(const Rules& rules, std::string_view white, std::string_view black, int white_hand = 0,
                             int black_hand = 0, std::string_view marked = "") {
    const auto points = [&](std::string_view text) {
        PointSet set;
        for (; text.size() >= 2; text.remove_prefix(std::min<std::size_t>(3, text.size())))
            set |= PointSet(mill::parse_point(rules.board(), text.substr(0, 2)));
        return static_cast<std::uint32_t>(set.bits());
    };
    mill::Position position;
    position.men = {points(white), points(black)};
    position.marked = points(marked);
    position.hand = {static_cast<std::uint8_t>(white_hand), static_cast<std::uint8_t>(black_hand)};
    return position;
}

}  // namespace plyground::tests
