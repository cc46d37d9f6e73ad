// Weights: every number of the evaluator and the move hints of draughts, in one table each.
#pragma once

#include <array>
#include <string_view>

#include "plyground/core/score.hpp"
#include "plyground/core/style.hpp"

namespace plyground::draughts {

// What is counted for each side, apart from the places of its men.
enum Term : int {
    MAN,            // men
    FLYING_KING,    // kings, if they fly
    SHORT_KING,     // kings, if they do not
    ONLY_KINGS,     // it has a king and the opponent has none
    SAFE,           // steps of men after which no enemy man could capture them
    LOCKED,         // men without a step
    UNSAFE,         // men with steps, all of them unsafe
    BACKED,         // men with one of their own right behind them, for each direction
    TILT,           // by how many men one wing is stronger than the other
    RUN_ONE,        // men one step from the last row that cannot be stopped
    RUN_TWO,        // two steps
    KING_MOVES,     // points that kings can move to
    MAIN_DIAGONAL,  // kings on the main diagonal, if kings fly and the opponent has none there
    MOVE,           // the move: with equally many men and no kings, it will not run out of steps first
    TURN,           // it is to move
    TERMS,
};

inline constexpr std::array<std::string_view, TERMS> TERM_NAMES{
    "man",  "flying_king", "short_king", "only_kings", "safe",          "locked", "unsafe", "backed",
    "tilt", "run_one",     "run_two",    "king_moves", "main_diagonal", "move",   "turn"};

// A weight for a full board and one for an empty board, interpolated by the number of pieces.
struct Weight {
    Score middle = 0;
    Score ending = 0;
};

// Places of men by row, counted from the side's own first row, and by column, counted from the nearer edge. On one
// colour of the board this distinguishes all squares.
template <int SIZE>
using Places = std::array<std::array<Weight, SIZE / 2>, SIZE>;

struct Weights {
    std::array<Weight, TERMS> terms;
    Places<8> places8;
    Places<10> places10;
};

// Men and their places were fitted by logistic regression to the results of self-play games without kings. Kings, which
// decide or draw most games at once, were tuned by matches.
inline constexpr Weights WEIGHTS{
    .terms{{
        {121, 79},   // MAN
        {250, 300},  // FLYING_KING
        {150, 150},  // SHORT_KING
        {30, 60},    // ONLY_KINGS
        {-8, 7},     // SAFE
        {2, -12},    // LOCKED
        {2, -25},    // UNSAFE
        {-8, 10},    // BACKED
        {0, -12},    // TILT
        {28, 28},    // RUN_ONE
        {10, 10},    // RUN_TWO
        {2, 3},      // KING_MOVES
        {20, 30},    // MAIN_DIAGONAL
        {0, 5},      // MOVE
        {0, 5},      // TURN
    }},
    .places8{{
        {{{-10, -22}, {29, -10}, {14, -8}, {21, -18}}},
        {{{-1, -16}, {0, -24}, {12, -32}, {5, -12}}},
        {{{-10, -15}, {1, -28}, {-8, -16}, {9, -14}}},
        {{{6, -19}, {-24, -4}, {0, -12}, {0, -4}}},
        {{{4, -17}, {-13, -7}, {-26, 12}, {-34, 3}}},
        {{{24, 6}, {-36, 42}, {-8, 21}, {-58, 44}}},
        {{{4, 42}, {58, 30}, {24, 35}, {15, 42}}},
        {{{0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    }},
    .places10{{
        {{{-10, -22}, {19, -13}, {22, -9}, {16, -10}, {21, -18}}},
        {{{-3, -18}, {5, -20}, {10, -23}, {12, -23}, {9, -14}}},
        {{{-6, -16}, {-1, -23}, {1, -25}, {3, -21}, {7, -13}}},
        {{{-6, -16}, {-5, -20}, {-6, -18}, {-3, -14}, {7, -12}}},
        {{{6, -19}, {-16, -8}, {-12, -8}, {0, -10}, {0, -4}}},
        {{{4, -18}, {-11, -9}, {-18, 0}, {-21, 5}, {-26, 1}}},
        {{{14, -6}, {-15, 12}, {-21, 17}, {-24, 18}, {-46, 24}}},
        {{{19, 15}, {-5, 33}, {-6, 32}, {-10, 29}, {-40, 44}}},
        {{{4, 42}, {44, 33}, {41, 32}, {22, 37}, {15, 42}}},
        {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    }},
};

// What makes a move promising, see hints.hpp. Only their order and rough proportions matter.
struct HintWeights {
    int man = 100;      // for each captured man
    int king = 250;     // for each captured king
    int promote = 150;  // if the man promotes
    int expose = -40;   // for each own piece that an enemy man could capture because of the move
    int row = 4;        // for each row the man has advanced
};
inline constexpr HintWeights HINT{};

// Styles: percentages that scale groups of terms.
struct StyleWeights {
    int advance = 100;   // RUN_ONE, RUN_TWO, and the places of men
    int mobility = 100;  // SAFE, LOCKED, UNSAFE, KING_MOVES
    int defence = 100;   // BACKED, TILT
};

constexpr StyleWeights style_weights(Style style) {
    switch (style) {
        case Style::ATTACKING:
        case Style::SACRIFICING: return {.advance = 150, .mobility = 110, .defence = 50};
        case Style::SOLID: return {.advance = 70, .mobility = 100, .defence = 200};
        default: return {};
    }
}

}  // namespace plyground::draughts
