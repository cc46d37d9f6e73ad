// Rules: which draughts is played, as a value; the games of the family are named values.
//
// The generator asks a rules value for its abilities and never which game it is. It takes the value as a policy:
// `StaticRules<RUSSIAN>` is a compile-time constant and costs nothing, `RuntimeRules` holds any value at run time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "plyground/core/side.hpp"

namespace plyground::draughts {

enum class Lines : std::uint8_t {
    DIAGONAL,
    ORTHOGONAL,             // on all squares; men step and capture forward and sideways
    DIAGONAL_CAPTURES_ALL,  // steps are diagonal, captures go in all eight directions
};

// Where a flying king may land behind a piece it captures.
enum class LandingRule : std::uint8_t {
    ANYWHERE,
    CONTINUING,  // on a point from which it can capture more, if there is one
    NEXT,        // on the first point only
};

// A man that reaches the last row while it captures.
enum class Promotion : std::uint8_t {
    AT_ONCE,     // continues as a king
    AT_THE_END,  // continues as a man, and promotes only if it ends there
    ENDS_MOVE,   // promotes and stops
};

enum class Removal : std::uint8_t {
    AT_THE_END,  // captured pieces stay, block, and cannot be jumped twice (the Turkish strike)
    AT_ONCE,
};

// Which captures take precedence. Earlier priorities in a list decide first.
enum class Priority : std::uint8_t {
    NONE,
    MOST_PIECES,
    BY_KING,
    MOST_KINGS,
    KINGS_EARLY,  // capture kings as early in the chain as possible
    MOST_VALUE,   // a king counts almost as much as two men
};
using Priorities = std::array<Priority, 4>;

// The corner of square number 1, as White sees the board.
enum class Corner : std::uint8_t { TOP_LEFT, BOTTOM_RIGHT };

// What a draw rule counts.
enum class DrawCounter : std::uint8_t {
    QUIET,          // plies since a capture or a man's move
    UNCHANGED,      // plies since a capture or a promotion
    MAIN_DIAGONAL,  // plies since a lone king facing three pieces reached the main diagonal
    GAME,           // plies since the start
};

// Which endgames a draw rule applies to.
enum class Endgame : std::uint8_t {
    ANY,
    THREE_KINGS_V_KING,  // three or more kings against a lone king
    THREE_V_KING,        // three pieces including a king, against a lone king
    TWO_V_KING,          // one or two pieces including a king, against a lone king
    TWO_KINGS_V_KING,
    KING_V_KING,
    AT_MOST_TWO_EACH,     // one or two pieces each including a king, one side with kings only
    FOUR_OR_FIVE_PIECES,  // in total, both sides having kings
    SIX_OR_SEVEN_PIECES,
};

struct DrawRule {
    const char* code = nullptr;  // the termination; nullptr = no rule
    DrawCounter counter = DrawCounter::QUIET;
    Endgame ending = Endgame::ANY;
    std::uint16_t plies = 0;  // two for a move of each side

    friend constexpr bool operator==(const DrawRule&, const DrawRule&) = default;
};
using DrawTable = std::array<DrawRule, 6>;

// How many states the chains of one position may reach before their search is cut short. Only a crowd of kings around a
// king needs many: set-up positions that need more are refused (see Draughts::parse_fen), and if play ever led to one,
// the captures beyond the bound would not be listed. The bound takes a quarter of a second, the quick one 3 ms.
inline constexpr int MAX_CHAIN_STATES = 1 << 20;
inline constexpr int QUICK_CHAIN_STATES = 1 << 14;

struct Rules {
    int size = 8;
    Side first = Side::WHITE;
    Lines lines = Lines::DIAGONAL;
    bool mirrored = false;  // the corner at each player's left is not a playing square
    int empty_rows = 0;     // behind each side's men at the start
    int men_rows = 3;
    bool men_capture_backwards = true;
    bool man_takes_king = true;
    bool flying_kings = true;
    LandingRule landing = LandingRule::CONTINUING;
    Promotion promotion = Promotion::AT_ONCE;
    Removal removal = Removal::AT_THE_END;
    bool may_turn_back = true;  // whether a king may reverse its direction between two captures
    int king_steps = 0;         // moves in a row without capture that one king may make while its side has men; 0 = any
    Priorities priorities{};
    DrawTable draws{};
    int move_limit = 0;    // the game is drawn after this many plies; 0 = no limit
    bool numeric = false;  // squares are written as numbers
    Corner first_square = Corner::TOP_LEFT;
    char capture_mark = 'x';
    int pdn_type = 0;
    int max_chain_states = MAX_CHAIN_STATES;  // not a rule of the game, and no option

    constexpr bool has(Priority priority) const {
        for (const Priority p : priorities)
            if (p == priority) return true;
        return false;
    }
    constexpr bool has(DrawCounter counter) const {
        for (const DrawRule& rule : draws)
            if (rule.code != nullptr && rule.counter == counter) return true;
        return false;
    }
    // In all codes the third occurrence of a position is a draw, but not in a game that only its length ends.
    constexpr bool draws_by_limit_alone() const { return move_limit > 0 && draws == DrawTable{}; }
    // Also the maximum: no side ever has more pieces.
    constexpr int men() const { return men_rows * size / (lines == Lines::ORTHOGONAL ? 1 : 2); }

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

constexpr std::uint16_t moves_each(int moves) { return static_cast<std::uint16_t>(2 * moves); }

// Official code of Russian draughts (64-square section of the FMJD), the articles on drawn games.
inline constexpr DrawTable RUSSIAN_DRAWS{{
    {"small_ending", DrawCounter::UNCHANGED, Endgame::TWO_V_KING, moves_each(5)},     // two or three pieces in all
    {"main_road", DrawCounter::MAIN_DIAGONAL, Endgame::THREE_V_KING, moves_each(5)},  // lone king on a1-h8
    {"three_kings", DrawCounter::UNCHANGED, Endgame::THREE_KINGS_V_KING,
     moves_each(15)},  // Petrov's triangle must succeed
    {"king_moves_only", DrawCounter::QUIET, Endgame::ANY, moves_each(15)},
    {"forces_unchanged", DrawCounter::UNCHANGED, Endgame::FOUR_OR_FIVE_PIECES, moves_each(30)},
    {"forces_unchanged", DrawCounter::UNCHANGED, Endgame::SIX_OR_SEVEN_PIECES, moves_each(60)},
}};

// FMJD annex 1, articles 6.1 to 6.4.
inline constexpr DrawTable INTERNATIONAL_DRAWS{{
    {"small_ending", DrawCounter::UNCHANGED, Endgame::TWO_V_KING, moves_each(5)},
    {"small_ending", DrawCounter::UNCHANGED, Endgame::THREE_V_KING, moves_each(16)},
    {"king_moves_only", DrawCounter::QUIET, Endgame::ANY, moves_each(25)},
}};

// Brazilian confederation (CBD): twenty king moves; the named endings of one or two pieces each after five.
inline constexpr DrawTable BRAZILIAN_DRAWS{{
    {"small_ending", DrawCounter::UNCHANGED, Endgame::AT_MOST_TWO_EACH, moves_each(5)},
    {"king_moves_only", DrawCounter::QUIET, Endgame::ANY, moves_each(20)},
}};

// American Pool Checker Association: three kings have thirteen moves to win.
inline constexpr DrawTable POOL_DRAWS{{
    {"three_kings", DrawCounter::UNCHANGED, Endgame::THREE_KINGS_V_KING, moves_each(13)},
    {"king_moves_only", DrawCounter::QUIET, Endgame::ANY, moves_each(40)},
}};

// WCDF rule 1.32: forty moves each without a capture or an advance of a man. Italy's federation counts the same.
inline constexpr DrawTable FORTY_MOVE_DRAWS{{
    {"king_moves_only", DrawCounter::QUIET, Endgame::ANY, moves_each(40)},
}};

// World Frisian Draughts federation: seven moves with two kings, two moves with one.
inline constexpr DrawTable FRISIAN_DRAWS{{
    {"small_ending", DrawCounter::UNCHANGED, Endgame::KING_V_KING, moves_each(2)},
    {"small_ending", DrawCounter::UNCHANGED, Endgame::TWO_KINGS_V_KING, moves_each(7)},
}};

inline constexpr Rules RUSSIAN{.draws = RUSSIAN_DRAWS, .capture_mark = ':', .pdn_type = 25};

constexpr Rules with(Rules rules, auto change) {
    change(rules);
    return rules;
}

// Instead of the code's draws, the limit of the classic bots.
inline constexpr Rules RUSSIAN_200 = with(RUSSIAN, [](Rules& r) {
    r.draws = {};
    r.move_limit = 200;
});
inline constexpr Rules BRAZILIAN{.landing = LandingRule::ANYWHERE,
                                 .promotion = Promotion::AT_THE_END,
                                 .priorities = {Priority::MOST_PIECES},
                                 .draws = BRAZILIAN_DRAWS,
                                 .pdn_type = 26};
inline constexpr Rules INTERNATIONAL = with(BRAZILIAN, [](Rules& r) {
    r.size = 10;
    r.men_rows = 4;
    r.draws = INTERNATIONAL_DRAWS;
    r.numeric = true;
    r.pdn_type = 20;
});
inline constexpr Rules POOL{
    .first = Side::BLACK, .promotion = Promotion::AT_THE_END, .draws = POOL_DRAWS, .numeric = true, .pdn_type = 23};
inline constexpr Rules ENGLISH{.first = Side::BLACK,
                               .men_capture_backwards = false,
                               .flying_kings = false,
                               .promotion = Promotion::ENDS_MOVE,
                               .draws = FORTY_MOVE_DRAWS,
                               .numeric = true,
                               .pdn_type = 21};
inline constexpr Rules ITALIAN{
    .mirrored = true,
    .men_capture_backwards = false,
    .man_takes_king = false,
    .flying_kings = false,
    .promotion = Promotion::ENDS_MOVE,
    .priorities = {Priority::MOST_PIECES, Priority::BY_KING, Priority::MOST_KINGS, Priority::KINGS_EARLY},
    .draws = FORTY_MOVE_DRAWS,
    .numeric = true,
    .pdn_type = 22};
inline constexpr Rules SPANISH{.mirrored = true,
                               .men_capture_backwards = false,
                               .landing = LandingRule::ANYWHERE,
                               .promotion = Promotion::ENDS_MOVE,
                               .priorities = {Priority::MOST_PIECES, Priority::MOST_KINGS},
                               .draws = FORTY_MOVE_DRAWS,
                               .numeric = true,
                               .first_square = Corner::BOTTOM_RIGHT,
                               .pdn_type = 24};
inline constexpr Rules PORTUGUESE = with(SPANISH, [](Rules& r) { r.pdn_type = 28; });
inline constexpr Rules CZECH{.men_capture_backwards = false,
                             .promotion = Promotion::ENDS_MOVE,
                             .priorities = {Priority::BY_KING},
                             .draws = FORTY_MOVE_DRAWS,
                             .pdn_type = 29};
inline constexpr Rules THAI{.first = Side::BLACK,
                            .men_rows = 2,
                            .men_capture_backwards = false,
                            .landing = LandingRule::NEXT,
                            .promotion = Promotion::ENDS_MOVE,
                            .removal = Removal::AT_ONCE,
                            .draws = FORTY_MOVE_DRAWS,
                            .numeric = true,
                            .first_square = Corner::BOTTOM_RIGHT,
                            .pdn_type = 31};
inline constexpr Rules TURKISH{.lines = Lines::ORTHOGONAL,
                               .empty_rows = 1,
                               .men_rows = 2,
                               .men_capture_backwards = false,
                               .landing = LandingRule::ANYWHERE,
                               .promotion = Promotion::AT_THE_END,
                               .removal = Removal::AT_ONCE,
                               .may_turn_back = false,
                               .priorities = {Priority::MOST_PIECES},
                               .draws = FORTY_MOVE_DRAWS,
                               .pdn_type = 30};
inline constexpr Rules FRISIAN = with(INTERNATIONAL, [](Rules& r) {
    r.lines = Lines::DIAGONAL_CAPTURES_ALL;
    r.king_steps = 3;
    r.priorities = {Priority::MOST_VALUE, Priority::BY_KING};
    r.draws = FRISIAN_DRAWS;
    r.pdn_type = 40;
});

struct Preset {
    std::string_view name;
    std::string_view title;
    const Rules* rules;
};

inline constexpr std::array<Preset, 13> PRESETS{{
    {"russian", "Russian draughts", &RUSSIAN},
    {"russian-200", "Russian draughts, drawn after 200 moves", &RUSSIAN_200},
    {"brazilian", "Brazilian draughts", &BRAZILIAN},
    {"pool", "Pool checkers", &POOL},
    {"english", "English draughts", &ENGLISH},
    {"italian", "Italian draughts", &ITALIAN},
    {"spanish", "Spanish draughts", &SPANISH},
    {"portuguese", "Portuguese draughts", &PORTUGUESE},
    {"czech", "Czech draughts", &CZECH},
    {"thai", "Thai draughts", &THAI},
    {"turkish", "Turkish draughts", &TURKISH},
    {"international", "International draughts", &INTERNATIONAL},
    {"frisian", "Frisian draughts", &FRISIAN},
}};

template <const Rules& RULES>
struct StaticRules {
    constexpr const Rules* operator->() const { return &RULES; }
    constexpr const Rules& operator*() const { return RULES; }
};

struct RuntimeRules {
    Rules rules;
    constexpr const Rules* operator->() const { return &rules; }
    constexpr const Rules& operator*() const { return rules; }
};

}  // namespace plyground::draughts
