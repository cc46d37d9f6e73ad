#include "plyground/games/mill/rules.hpp"

#include <algorithm>
#include <vector>

#include "plyground/core/error.hpp"

namespace plyground::mill {

namespace {

constexpr auto BOARD_NAMES = std::to_array<std::string_view>(
    {"three", "three-plain", "two-ring", "two-ring-centre", "three-ring", "three-ring-diagonal"});
constexpr auto ACTION_NAMES = std::to_array<std::string_view>(
    {"remove", "hand-then-opponent", "hand-then-again", "opponent-removes", "mark", "count"});
constexpr auto REMOVAL_NAMES = std::to_array<std::string_view>({"one", "per-mill"});
constexpr auto TAKE_NAMES = std::to_array<std::string_view>({"if-all", "always", "never"});
constexpr auto FULL_NAMES = std::to_array<std::string_view>(
    {"first-loses", "first-and-second-remove", "second-and-first-remove", "mover-removes", "draw"});
constexpr auto BLOCKED_NAMES = std::to_array<std::string_view>(
    {"loses", "passes", "removes-and-moves", "removes-and-passes", "draw", "both-remove"});
constexpr auto GATE_NAMES =
    std::to_array<std::string_view>({"sides", "spokes", "diagonals", "placing", "moving", "few-only"});
constexpr auto NEVER_NAME = std::to_array<std::string_view>({"never"});

using enum Option;
using enum OptionKind;

}  // namespace

const std::array<RuleOption, OPTION_COUNT> OPTIONS{{
    {"board", CHOICE, 0, 5, BOARD_NAMES, "The points and lines that are played on."},
    {"men", NUMBER, 3, 12, {}, "How many men each side has."},
    {"fly_at", NUMBER, 3, 4, NEVER_NAME, "A side with at most this many men may move to any empty point."},
    {"lose_below", NUMBER, 3, 5, {}, "A side with fewer men than this has lost."},
    {"mill_action_while_placing", CHOICE, 0, 5, ACTION_NAMES,
     "What a mill closed while men are still being placed does."},
    {"move_while_placing", FLAG, 0, 1, {}, "A side may place or move in each turn while it has men in hand."},
    {"second_player_moves_first", FLAG, 0, 1, {}, "Black opens the moving phase."},
    {"removals_per_move", CHOICE, 0, 1, REMOVAL_NAMES, "How many men are removed when one move closes several mills."},
    {"take_from_mills", CHOICE, 0, 2, TAKE_NAMES, "Whether men that stand in a mill may be removed."},
    {"no_repeated_mill",
     FLAG,
     0,
     1,
     {},
     "A man that left one mill to close another may not go straight back and close the first."},
    {"one_time_mill", FLAG, 0, 1, {}, "Each line counts as a mill only once per game for each side."},
    {"full_board", CHOICE, 0, 4, FULL_NAMES, "What happens when placing ends with no empty point."},
    {"stop_placing_with_two_empty",
     FLAG,
     0,
     1,
     {},
     "Placing ends when at most two points are empty; men in hand are dropped."},
    {"blocked", CHOICE, 0, 5, BLOCKED_NAMES, "What happens to a side that has no move."},
    {"no_removal_draw_plies", NUMBER, 10, 200, {}, "Turns in a row without a placement or removal until a draw."},
    {"endgame_draw_plies", NUMBER, 5, 200, {}, "The same while a side has at most three men, if it is smaller."},
    {"repetition", NUMBER, 2, 3, NEVER_NAME, "On which occurrence of a position the game is drawn."},
    {"custodian", SET, 0, 63, GATE_NAMES,
     "A man caught between two enemies on a line is taken; on which lines, in which phases, only with at most three "
     "men."},
    {"intervention", SET, 0, 63, GATE_NAMES,
     "Stepping between two enemies on a line takes both; gates as for custodian."},
    {"leap", SET, 0, 63, GATE_NAMES,
     "A man may jump over an enemy to the other end of a line and take it; gates as for custodian."},
    {"special_capture_ignores_mills", FLAG, 0, 1, {}, "Custodian, intervention and leap may take men out of mills."},
    {"centre_opening", FLAG, 0, 1, {}, "The first man of the game may be placed on the centre."},
}};

namespace {

constexpr int GATED_LINES = SpecialCapture::SIDES | SpecialCapture::SPOKES | SpecialCapture::DIAGONALS;
constexpr int ALL_GATES = GATED_LINES | SpecialCapture::PLACING | SpecialCapture::MOVING;

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_RULES, code, std::move(arguments));
}

void check_range(const RuleOption& info, int value) {
    const bool has_zero = info.kind == NUMBER && !info.names.empty();
    if ((has_zero && value == 0) || (value >= info.low && value <= info.high)) return;
    refuse(has_zero ? "rules_range_or_never" : "rules_range", {{"option", std::string(info.name)},
                                                               {"value", static_cast<long>(value)},
                                                               {"low", static_cast<long>(info.low)},
                                                               {"high", static_cast<long>(info.high)}});
}

void check_gates(const Rules& rules, Option option) {
    const int bits = rules.get(option);
    const std::string name(option_info(option).name);
    if (bits == 0) return;
    if ((bits & GATED_LINES) == 0) refuse("rules_gate_lines", {{"option", name}});
    if ((bits & (SpecialCapture::PLACING | SpecialCapture::MOVING)) == 0)
        refuse("rules_gate_phases", {{"option", name}});
    if ((bits & SpecialCapture::PLACING) != 0 && rules.mill_action() == MillAction::COUNT)
        refuse("rules_gate_count", {{"option", name}});
}

constexpr int DIAGONAL_BOARD = static_cast<int>(BoardName::THREE_RING_DIAGONAL);
constexpr Rules CHAM_GONU = TWELVE.with(MILL_ACTION, static_cast<int>(MillAction::MARK))
                                .with(FLY_AT, 0)
                                .with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS));
constexpr Rules SIX = NINE.with(MEN, 6).with(BOARD, static_cast<int>(BoardName::TWO_RING));
constexpr Rules THREE = NINE.with(MEN, 3).with(BOARD, static_cast<int>(BoardName::THREE)).with(FLY_AT, 0);

constexpr std::array PRESETS{
    Preset{"nine", "Nine men's morris",
           "The game as most of Europe plays it and as the perfect-play databases were computed.", NINE},
    Preset{"twelve", "Twelve men's morris", "Nine men's morris with diagonals and twelve men.", TWELVE},
    Preset{
        "morabaraba", "Morabaraba",
        "South African federation rules; a full board draws, ten plies in the three-men ending draw.",
        TWELVE.with(FULL_BOARD, static_cast<int>(FullBoard::DRAW)).with(ENDGAME_PLIES, 10).with(NO_REPEATED_MILL, 1)},
    Preset{"dooz", "Dooz", "Iran; a mill while placing takes from the hand.",
           TWELVE.with(MILL_ACTION, static_cast<int>(MillAction::HAND_THEN_OPPONENT))
               .with(FULL_BOARD, static_cast<int>(FullBoard::MOVER_REMOVES))
               .with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))},
    Preset{"lasker", "Lasker morris", "Emanuel Lasker, Brettspiele der Völker (1931): ten men, place or move.", LASKER},
    Preset{"one-time", "Russian mill", "Each line pays once for each side; any man may be taken.",
           NINE.with(ONE_TIME_MILL, 1).with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))},
    Preset{"cham-gonu", "Cham Gonu", "Korea; men taken while placing block their points until placing ends.",
           CHAM_GONU},
    Preset{"zhi-qi", "Zhi Qi", "China; as Cham Gonu, on a full board both remove a man.",
           CHAM_GONU.with(FULL_BOARD, static_cast<int>(FullBoard::FIRST_AND_SECOND_REMOVE))},
    Preset{"cheng-san-qi", "Cheng San Qi", "China; nine men, men taken while placing block their points.",
           NINE.with(MILL_ACTION, static_cast<int>(MillAction::MARK)).with(FLY_AT, 0)},
    Preset{"da-san-qi", "Da San Qi",
           "China; as Cham Gonu, the second player opens the moving phase, a removal for each mill.",
           CHAM_GONU.with(SECOND_MOVES_FIRST, 1).with(REMOVALS_PER_MOVE, 1)},
    Preset{"mul-mulan", "Mul-Mulan", "Indonesia; stepping between two enemies takes both, and must be done.",
           NINE.with(BOARD, DIAGONAL_BOARD)
               .with(FLY_AT, 0)
               .with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))
               .with(INTERVENTION, ALL_GATES)},
    Preset{"nerenchi", "Nerenchi", "Sri Lanka; the second player opens the moving phase.",
           TWELVE.with(SECOND_MOVES_FIRST, 1).with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))},
    Preset{"el-filja", "El Filja",
           "North Africa; nobody removes while placing, the mills on the board are counted afterwards.",
           NINE.with(MEN, 12)
               .with(MILL_ACTION, static_cast<int>(MillAction::COUNT))
               .with(FULL_BOARD, static_cast<int>(FullBoard::FIRST_AND_SECOND_REMOVE))
               .with(FLY_AT, 0)
               .with(TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))},
    Preset{"three", "Three men's morris",
           "3x3 with diagonals; the first mill takes the opponent below three men and so wins.", THREE},
    Preset{"three-plain", "Three men's morris without diagonals", "As played on a plain 3x3 board.",
           THREE.with(BOARD, static_cast<int>(BoardName::THREE_PLAIN))},
    Preset{"three-closed", "Three men's morris, centre closed at first",
           "The first man may not take the centre, which would win.", THREE.with(CENTRE_OPENING, 0)},
    Preset{"five", "Five men's morris", "Two rings without flying.", SIX.with(MEN, 5).with(FLY_AT, 0)},
    Preset{"six", "Six men's morris", "Two rings without flying.", SIX.with(FLY_AT, 0)},
    Preset{"seven", "Seven men's morris", "Two rings with a centre; the lines through the centre are mills.",
           SIX.with(MEN, 7).with(BOARD, static_cast<int>(BoardName::TWO_RING_CENTRE))},
    Preset{"eleven", "Eleven men's morris", "Nine men's morris with diagonals and eleven men.", TWELVE.with(MEN, 11)},
};

}  // namespace

const RuleOption& option_info(Option option) { return OPTIONS[static_cast<std::size_t>(option)]; }

void validate(const Rules& rules) {
    for (int i = 0; i < OPTION_COUNT; ++i) check_range(OPTIONS[i], rules.values[i]);
    const long points = rules.board().points;
    const std::string board(BOARD_NAMES[static_cast<std::size_t>(rules.get(BOARD))]);
    if (2 * rules.men() > points)
        refuse("rules_men_board", {{"men", static_cast<long>(rules.men())}, {"board", board}, {"most", points / 2}});
    if (rules.men() < rules.lose_below())
        refuse("rules_men_lose",
               {{"men", static_cast<long>(rules.men())}, {"lose_below", static_cast<long>(rules.lose_below())}});
    if (!rules.centre_opening() && !rules.board().has_centre) refuse("rules_centre", {{"board", board}});
    for (const Option option : {CUSTODIAN, INTERVENTION, LEAP}) check_gates(rules, option);
}

std::span<const Preset> presets() { return PRESETS; }

}  // namespace plyground::mill
