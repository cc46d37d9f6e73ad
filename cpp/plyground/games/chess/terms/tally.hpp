// Tally: where the terms of an evaluation are summed.
//
// Every term is a template over the tally, so that the one for playing only adds, while a tuner can record how often
// each weight was used.
#pragma once

#include <array>

#include "plyground/core/side.hpp"
#include "plyground/games/chess/terms/tapered.hpp"

namespace plyground::chess {

// White's terms minus black's, the danger to each king, and how winnable the position is.
struct Sum {
    Tapered total;
    std::array<int, 2> danger{};
    int winnable = 0;

    template <Side SIDE>
    void add(const Tapered& weight, int times = 1) {
        if constexpr (SIDE == Side::WHITE) total += weight * times;
        else total -= weight * times;
    }

    template <Side KING>
    void add_danger(const Tapered& weight, int times = 1) {
        danger[index(KING)] += weight.middle() * times;
    }

    void add_winnable(const Tapered& weight, int times = 1) { winnable += weight.ending() * times; }
};

}  // namespace plyground::chess
