// Weights: every number of the evaluator and the move hints of mill, in one table each.
#pragma once

#include <array>
#include <string_view>

#include "plyground/core/score.hpp"
#include "plyground/core/style.hpp"

namespace plyground::mill {

// What is counted for each side. A side *reaches* a point if it could land there in its next turn: from hand, by a
// flight, or by a step of a man outside the line in question. *Open* points are empty or will be when marked men leave.
enum Term : int {
    MEN,        // men on the board and in hand, after the removals due
    STEPS,      // steps of its men to open points
    BLOCKED,    // men without a step
    HUBS,       // neighbours of its points, empty or not
    MILLS,      // lines full of its men
    CLOSING,    // it is to move and reaches a point that closes a mill
    THREAT,     // the same if the opponent is to move
    FORKS,      // further such points
    UNSTOPPED,  // such points that the opponent does not reach
    SWITCHES,   // points that close one mill by opening another: the double mill
    RUNNING,    // it has a mill that can be opened and closed again without interference
    HELD,       // points of its men that complete two of the opponent's
    LINES,      // lines without men of the opponent
    CAPTURES,   // men that it could capture by special captures
    LEAD,       // more mills than the opponent, if mills are counted when placing ends
    FULL,       // placing will fill the board, which wins for it
    TURN,       // the next ordinary turn is its own
    TERMS,
};

// The weights of the terms, in hundredths of a man. PLACING applies at the start of the game and turns into MOVING as
// the hands become empty. FLYING applies to a side that flies.
enum Phase : int { PLACING, MOVING, FLYING, PHASES };

inline constexpr std::array<std::string_view, TERMS> TERM_NAMES{
    "men",      "steps",   "blocked", "hubs",  "mills",    "closing", "threat", "forks", "unstopped",
    "switches", "running", "held",    "lines", "captures", "lead",    "full",   "turn"};
inline constexpr std::array<std::string_view, PHASES> PHASE_NAMES{"placing", "moving", "flying"};

using TermWeights = std::array<Score, TERMS>;
using Weights = std::array<TermWeights, PHASES>;

// Fitted to the results of self-play games on each kind of board, by logistic regression. Boards with diagonals have so
// many lines that mills close all the time: there the turn and open lines count, on plain boards blocked men and held
// pairs.

// clang-format off
inline constexpr Weights PLAIN_WEIGHTS{{
    // men steps block  hubs mills close  thrt forks  unst  swch   run  held lines  capt  lead  full  turn
    { 100,   46,  -24,   61,   70,   39, -244,   65,    0,    0,    0,  461, -180,   60,   60,   50,   39},
    { 100,    2,  -48,   15,   60,  182,  106,   86,   96,  139,  143,   31,    7,   60,  100,  140,   25},
    { 249,    0,    0,    7,  175,   60,  109,   88,  -41,    0,  -50,   -2,  -18,   60,    0,    0,   29},
}};
inline constexpr Weights DIAGONAL_WEIGHTS{{
    // men steps block  hubs mills close  thrt forks  unst  swch   run  held lines  capt  lead  full  turn
    { 100,   23,    8,    3, -157,  209,  109,  247,    0,  -85,    0,  -18,  162,   60,   60,   53,  294},
    { 100,   -7,  -53,   21,   16,  188,   95,   87,   70,   65,  101,  -13,   26,   60,  100,  144,   53},
    { 214,    0,    0,    8,  118,   65,   90,   86,   -6,    0,  -24,   18,   23,   60,    0,    0,   13},
}};
// clang-format on

// What the principles of move ordering are worth, see hints.hpp. Only their order and rough proportions matter; all but
// the last outweigh the number of neighbours of a point.
struct HintWeights {
    int close = 400;         // 1: for each mill that the turn closes
    int stop = 150;          // 2: for each line on which the opponent can no longer close a mill at once
    int beside_marked = 10;  // 3: for each marked man next to the landing point
    int in_the_way = 80;     // 4: for each line that only the removed man kept from being a mill
    int beside_own = 20;     // 5: for each own man next to the removed man
    int mobile = 10;         // 6: for each step that the removed man could have made
    int beside_mill = -30;   // 7: for each man in a mill next to the removed man
    int far = -40;           // 8: if no own man is next to the removed man
    int neighbour = 1;       // for each neighbour of the landing point, to break ties
};
inline constexpr HintWeights HINT{};

// Styles: percentages that scale groups of terms.
struct StyleWeights {
    int threats = 100;   // CLOSING, THREAT, FORKS, UNSTOPPED, SWITCHES, RUNNING, CAPTURES
    int mobility = 100;  // STEPS, BLOCKED, HUBS
    int defence = 100;   // HELD, MILLS
};

constexpr StyleWeights style_weights(Style style) {
    switch (style) {
        case Style::ATTACKING:
        case Style::SACRIFICING: return {.threats = 150, .mobility = 90, .defence = 60};
        case Style::SOLID: return {.threats = 75, .mobility = 125, .defence = 140};
        default: return {};
    }
}

}  // namespace plyground::mill
