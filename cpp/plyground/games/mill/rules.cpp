#include "plyground/games/mill/rules.hpp"

#include <algorithm>
#include <vector>

#include "plyground/core/error.hpp"

namespace plyground::mill {

namespace {

constexpr std::array BOARD_NAMES{"three",           "three-plain", "two-ring",
                                 "two-ring-centre", "three-ring",  "three-ring-diagonal"};
constexpr std::array ACTION_NAMES{"remove", "hand-then-opponent", "hand-then-again", "opponent-removes", "mark",
                                  "count"};
constexpr std::array REMOVAL_NAMES{"one", "per-mill"};
constexpr std::array TAKE_NAMES{"if-all", "always", "never"};
constexpr std::array FULL_NAMES{"first-loses", "first-and-second-remove", "second-and-first-remove", "mover-removes",
                                "draw"};
constexpr std::array BLOCKED_NAMES{"loses", "passes", "removes-and-moves", "removes-and-passes", "draw", "both-remove"};
constexpr std::array GATE_NAMES{"sides", "spokes", "diagonals", "placing", "moving", "few-only"};
constexpr std::array NEVER_NAME{"never"};

using enum Option;
using enum OptionKind;

}  // namespace

const std::array<OptionInfo, OPTION_COUNT> OPTIONS{{
    {BOARD, "board", CHOICE, 0, 5, NINE.get(BOARD), BOARD_NAMES, "The points and lines that are played on."},
    {MEN, "men", NUMBER, 3, 12, NINE.get(MEN), {}, "How many men each side has."},
    {FLY_AT, "fly_at", NUMBER, 3, 4, NINE.get(FLY_AT), NEVER_NAME,
     "A side with at most this many men may move to any empty point."},
    {LOSE_BELOW, "lose_below", NUMBER, 3, 5, NINE.get(LOSE_BELOW), {}, "A side with fewer men than this has lost."},
    {MILL_ACTION, "mill_action_while_placing", CHOICE, 0, 5, NINE.get(MILL_ACTION), ACTION_NAMES,
     "What a mill closed while men are still being placed does."},
    {MOVE_WHILE_PLACING,
     "move_while_placing",
     FLAG,
     0,
     1,
     NINE.get(MOVE_WHILE_PLACING),
     {},
     "A side may place or move in each turn while it has men in hand."},
    {SECOND_MOVES_FIRST,
     "second_player_moves_first",
     FLAG,
     0,
     1,
     NINE.get(SECOND_MOVES_FIRST),
     {},
     "Black opens the moving phase."},
    {REMOVALS_PER_MOVE, "removals_per_move", CHOICE, 0, 1, NINE.get(REMOVALS_PER_MOVE), REMOVAL_NAMES,
     "How many men are removed when one move closes several mills."},
    {TAKE_FROM_MILLS, "take_from_mills", CHOICE, 0, 2, NINE.get(TAKE_FROM_MILLS), TAKE_NAMES,
     "Whether men that stand in a mill may be removed."},
    {NO_REPEATED_MILL,
     "no_repeated_mill",
     FLAG,
     0,
     1,
     NINE.get(NO_REPEATED_MILL),
     {},
     "A man that left one mill to close another may not go straight back and close the first."},
    {ONE_TIME_MILL,
     "one_time_mill",
     FLAG,
     0,
     1,
     NINE.get(ONE_TIME_MILL),
     {},
     "Each line pays once in the game for each side."},
    {FULL_BOARD, "full_board", CHOICE, 0, 4, NINE.get(FULL_BOARD), FULL_NAMES,
     "What happens when placing ends with no empty point."},
    {STOP_WITH_TWO_EMPTY,
     "stop_placing_with_two_empty",
     FLAG,
     0,
     1,
     NINE.get(STOP_WITH_TWO_EMPTY),
     {},
     "Placing ends when at most two points are empty; men in hand are dropped."},
    {BLOCKED, "blocked", CHOICE, 0, 5, NINE.get(BLOCKED), BLOCKED_NAMES, "What happens to a side that has no move."},
    {NO_REMOVAL_PLIES,
     "no_removal_draw_plies",
     NUMBER,
     10,
     200,
     NINE.get(NO_REMOVAL_PLIES),
     {},
     "So many turns in a row without a placement or removal draw."},
    {ENDGAME_PLIES,
     "endgame_draw_plies",
     NUMBER,
     5,
     200,
     NINE.get(ENDGAME_PLIES),
     {},
     "The same while a side has at most three men, if it is smaller."},
    {REPETITION, "repetition", NUMBER, 2, 3, NINE.get(REPETITION), NEVER_NAME,
     "On which occurrence of a position the game is drawn."},
    {CUSTODIAN, "custodian", SET, 0, 63, NINE.get(CUSTODIAN), GATE_NAMES,
     "A man caught between two enemies on a line is taken; on which lines, in which phases, only with at most three "
     "men."},
    {INTERVENTION, "intervention", SET, 0, 63, NINE.get(INTERVENTION), GATE_NAMES,
     "Stepping between two enemies on a line takes both; gates as for custodian."},
    {LEAP, "leap", SET, 0, 63, NINE.get(LEAP), GATE_NAMES,
     "A man may jump over an enemy to the other end of a line and take it; gates as for custodian."},
    {IGNORE_MILLS,
     "special_capture_ignores_mills",
     FLAG,
     0,
     1,
     NINE.get(IGNORE_MILLS),
     {},
     "Custodian, intervention and leap may take men out of mills."},
    {CENTRE_OPENING,
     "centre_opening",
     FLAG,
     0,
     1,
     NINE.get(CENTRE_OPENING),
     {},
     "The first man of the game may be placed on the centre."},
}};

namespace {

constexpr int GATED_LINES = Gates::SIDES | Gates::SPOKES | Gates::DIAGONALS;
constexpr int ALL_GATES = GATED_LINES | Gates::PLACING | Gates::MOVING;

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_RULES, code, std::move(arguments));
}

void check_range(const OptionInfo& info, int value) {
    const bool has_zero = info.kind == NUMBER && !info.names.empty();
    if ((has_zero && value == 0) || (value >= info.low && value <= info.high)) return;
    refuse(has_zero ? "rules_range_or_never" : "rules_range", {{"option", info.name},
                                                               {"value", static_cast<long>(value)},
                                                               {"low", static_cast<long>(info.low)},
                                                               {"high", static_cast<long>(info.high)}});
}

void check_gates(const Rules& rules, Option option) {
    const int bits = rules.get(option);
    const std::string name = option_info(option).name;
    if (bits == 0) return;
    if ((bits & GATED_LINES) == 0) refuse("rules_gate_lines", {{"option", name}});
    if ((bits & (Gates::PLACING | Gates::MOVING)) == 0) refuse("rules_gate_phases", {{"option", name}});
    if ((bits & Gates::PLACING) != 0 && rules.mill_action() == MillAction::COUNT)
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

const OptionInfo& option_info(Option option) { return OPTIONS[static_cast<std::size_t>(option)]; }

void validate(const Rules& rules) {
    for (const OptionInfo& info : OPTIONS) check_range(info, rules.get(info.option));
    const long points = rules.board().points;
    const std::string board = BOARD_NAMES[static_cast<std::size_t>(rules.get(BOARD))];
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
