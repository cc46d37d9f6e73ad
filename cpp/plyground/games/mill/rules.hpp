// Rules: one immutable value that says which game of the mill family is played.
//
// Every option is a small number; OPTIONS names, bounds and explains it, so that files, pages and errors need no table
// of their own. docs/mill-rules.md defines the options exactly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "plyground/core/rule_option.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

enum class Option : std::uint8_t {
    BOARD,
    MEN,
    FLY_AT,
    LOSE_BELOW,
    MILL_ACTION,
    MOVE_WHILE_PLACING,
    SECOND_MOVES_FIRST,
    REMOVALS_PER_MOVE,
    TAKE_FROM_MILLS,
    NO_REPEATED_MILL,
    ONE_TIME_MILL,
    FULL_BOARD,
    STOP_WITH_TWO_EMPTY,
    BLOCKED,
    NO_REMOVAL_PLIES,
    ENDGAME_PLIES,
    REPETITION,
    CUSTODIAN,
    INTERVENTION,
    LEAP,
    IGNORE_MILLS,
    CENTRE_OPENING,
};
inline constexpr int OPTION_COUNT = 22;

enum class MillAction : std::uint8_t { REMOVE, HAND_THEN_OPPONENT, HAND_THEN_AGAIN, OPPONENT_REMOVES, MARK, COUNT };
enum class Take : std::uint8_t { IF_ALL, ALWAYS, NEVER };
enum class FullBoard : std::uint8_t {
    FIRST_LOSES,
    FIRST_AND_SECOND_REMOVE,
    SECOND_AND_FIRST_REMOVE,
    MOVER_REMOVES,
    DRAW
};
enum class Blocked : std::uint8_t { LOSES, PASSES, REMOVES_AND_MOVES, REMOVES_AND_PASSES, DRAW, BOTH_REMOVE };

// When a special capture applies; never if nothing is set.
class SpecialCapture {
  public:
    static constexpr int SIDES = 1, SPOKES = 2, DIAGONALS = 4, PLACING = 8, MOVING = 16, UP_TO_THREE_MEN = 32;

    constexpr explicit SpecialCapture(int bits) : bits_(bits) {}
    constexpr bool is_on() const { return bits_ != 0; }
    constexpr bool applies(LineKind kind) const { return (bits_ >> static_cast<int>(kind) & 1) != 0; }
    constexpr bool applies(bool is_placing, int men) const {
        return (bits_ & (is_placing ? PLACING : MOVING)) != 0 && ((bits_ & UP_TO_THREE_MEN) == 0 || men <= 3);
    }

  private:
    int bits_;
};

struct Rules {
    std::array<std::uint8_t, OPTION_COUNT> values;

    constexpr int get(Option option) const { return values[static_cast<int>(option)]; }
    constexpr bool is(Option option) const { return get(option) != 0; }
    constexpr Rules with(Option option, int value) const {
        Rules changed = *this;
        changed.values[static_cast<int>(option)] = static_cast<std::uint8_t>(value);
        return changed;
    }

    constexpr const Board& board() const { return BOARDS[get(Option::BOARD)]; }
    constexpr int men() const { return get(Option::MEN); }
    constexpr int fly_at() const { return get(Option::FLY_AT); }
    constexpr int lose_below() const { return get(Option::LOSE_BELOW); }
    constexpr MillAction mill_action() const { return static_cast<MillAction>(get(Option::MILL_ACTION)); }
    constexpr bool moves_while_placing() const { return is(Option::MOVE_WHILE_PLACING); }
    constexpr bool second_moves_first() const { return is(Option::SECOND_MOVES_FIRST); }
    constexpr bool removes_per_mill() const { return is(Option::REMOVALS_PER_MOVE); }
    constexpr Take take() const { return static_cast<Take>(get(Option::TAKE_FROM_MILLS)); }
    constexpr bool no_repeated_mill() const { return is(Option::NO_REPEATED_MILL); }
    constexpr bool one_time_mill() const { return is(Option::ONE_TIME_MILL); }
    constexpr FullBoard full_board() const { return static_cast<FullBoard>(get(Option::FULL_BOARD)); }
    constexpr bool stops_with_two_empty() const { return is(Option::STOP_WITH_TWO_EMPTY); }
    constexpr Blocked blocked() const { return static_cast<Blocked>(get(Option::BLOCKED)); }
    constexpr int no_removal_plies() const { return get(Option::NO_REMOVAL_PLIES); }
    constexpr int endgame_plies() const { return get(Option::ENDGAME_PLIES); }
    constexpr int repetition() const { return get(Option::REPETITION); }  // the occurrence that draws, 0 = never
    constexpr SpecialCapture custodian() const { return SpecialCapture(get(Option::CUSTODIAN)); }
    constexpr SpecialCapture intervention() const { return SpecialCapture(get(Option::INTERVENTION)); }
    constexpr SpecialCapture leap() const { return SpecialCapture(get(Option::LEAP)); }
    constexpr bool special_ignores_mills() const { return is(Option::IGNORE_MILLS); }
    constexpr bool centre_opening() const { return is(Option::CENTRE_OPENING); }

    constexpr bool has_special_captures() const {
        return custodian().is_on() || intervention().is_on() || leap().is_on();
    }

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// In the order of `Option`; the default of each is its value in NINE.
extern const std::array<RuleOption, OPTION_COUNT> OPTIONS;

const RuleOption& option_info(Option option);

// Throws INVALID_RULES with the reason for a value out of range or a combination that cannot be played.
void validate(const Rules& rules);

// Nine men's morris: every option at its default.
inline constexpr Rules NINE{{4, 9, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 3, 0, 0, 0, 1, 1}};

inline constexpr Rules TWELVE =
    NINE.with(Option::MEN, 12).with(Option::BOARD, static_cast<int>(BoardName::THREE_RING_DIAGONAL));
inline constexpr Rules LASKER = NINE.with(Option::MEN, 10).with(Option::MOVE_WHILE_PLACING, 1);

struct Preset {
    const char* name;
    const char* title;
    const char* source;  // where the rules come from, and which interpretation was chosen
    Rules rules;
};

std::span<const Preset> presets();

// Rules known at compile time, so that the compiler resolves every question about them.
template <Rules RULES>
struct StaticRules {
    static constexpr bool IS_STATIC = true;
    static constexpr const Rules& get() { return RULES_; }
    static PointSet completed(PointSet men) { return mill::completed<RULES_.board().name>(men); }

  private:
    static constexpr Rules RULES_ = RULES;
};

// Rules known at run time.
struct RuntimeRules {
    static constexpr bool IS_STATIC = false;
    Rules rules;
    const Rules& get() const { return rules; }
    PointSet completed(PointSet men) const { return mill::completed(rules.board().name, men); }
};

}  // namespace plyground::mill
