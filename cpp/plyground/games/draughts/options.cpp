#include "plyground/games/draughts/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <span>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/squares.hpp"

namespace plyground::draughts {

namespace {

// The words for the values of an option, in the order of its enumeration.
using Words = std::span<const std::string_view>;

constexpr auto YES_NO = std::to_array<std::string_view>({"no", "yes"});
constexpr auto SIZES = std::to_array<std::string_view>({"8", "10"});
constexpr auto SIDES = std::to_array<std::string_view>({"white", "black"});
constexpr auto LINES = std::to_array<std::string_view>({"diagonal", "orthogonal", "diagonal-captures-all"});
constexpr auto LANDINGS = std::to_array<std::string_view>({"anywhere", "where-it-goes-on", "next"});
constexpr auto PROMOTIONS = std::to_array<std::string_view>({"at-once", "at-the-end", "ends-move"});
constexpr auto REMOVALS = std::to_array<std::string_view>({"at-the-end", "at-once"});
constexpr auto PRIORITIES =
    std::to_array<std::string_view>({"none", "most-pieces", "by-king", "most-kings", "kings-early", "most-value"});
constexpr auto MARKS = std::to_array<std::string_view>({":", "x"});
constexpr auto CORNERS = std::to_array<std::string_view>({"top-left", "bottom-right"});

constexpr DrawTable NO_DRAWS{};
constexpr auto DRAWS = std::to_array<std::string_view>(
    {"none", "russian", "international", "brazilian", "pool", "forty-moves", "frisian"});
constexpr std::array<const DrawTable*, 7> DRAW_TABLES{
    &NO_DRAWS, &RUSSIAN_DRAWS, &INTERNATIONAL_DRAWS, &BRAZILIAN_DRAWS, &POOL_DRAWS, &FORTY_MOVE_DRAWS, &FRISIAN_DRAWS};

std::string listed(Words words) { return joined({words.begin(), words.end()}); }

[[noreturn]] void refuse_option(std::string_view option, std::string_view value, const std::string& expected) {
    throw Error(ErrorKind::INVALID_RULES, "rules_value",
                {{"option", std::string(option)}, {"value", excerpt(value)}, {"expected", expected}});
}

int find_word(std::string_view option, std::string_view value, Words words) {
    const auto found = std::find(words.begin(), words.end(), value);
    if (found == words.end()) refuse_option(option, value, listed(words));
    return static_cast<int>(found - words.begin());
}

int parse_number(std::string_view option, std::string_view value, int low, int high) {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size() || number < low || number > high)
        refuse_option(option, value, std::to_string(low) + " to " + std::to_string(high));
    return number;
}

// One option: its name and meaning, how it is formatted and how it is parsed.
struct Option {
    RuleOption info;
    std::function<std::string(const Rules&)> format;
    std::function<void(Rules&, std::string_view)> parse;
};

template <class T>
Option by_word(RuleOption info, T Rules::* member, Words words) {
    return {info, [=](const Rules& r) { return std::string(words[static_cast<std::size_t>(r.*member)]); },
            [=](Rules& r, std::string_view v) { r.*member = static_cast<T>(find_word(info.name, v, words)); }};
}

template <class T>
Option choice(std::string_view name, T Rules::* member, Words words, std::string_view meaning) {
    return by_word({name, OptionKind::CHOICE, 0, 0, words, meaning}, member, words);
}

Option flag(std::string_view name, bool Rules::* member, std::string_view meaning) {
    return by_word({name, OptionKind::FLAG, 0, 0, {}, meaning}, member, YES_NO);
}

Option number(std::string_view name, int Rules::* member, int low, int high, std::string_view meaning) {
    return {{name, OptionKind::NUMBER, low, high, {}, meaning},
            [=](const Rules& r) { return std::to_string(r.*member); },
            [=](Rules& r, std::string_view v) { r.*member = parse_number(name, v, low, high); }};
}

std::string format_size(const Rules& rules) { return std::to_string(rules.size); }

void parse_size(Rules& rules, std::string_view value) { rules.size = find_word("size", value, SIZES) == 0 ? 8 : 10; }

std::string format_priorities(const Rules& rules) {
    std::string text;
    for (const Priority priority : rules.priorities) {
        if (priority == Priority::NONE) break;
        if (!text.empty()) text += ',';
        text += PRIORITIES[static_cast<std::size_t>(priority)];
    }
    return text.empty() ? "none" : text;
}

void parse_priorities(Rules& rules, std::string_view value) {
    const std::vector<std::string_view> parts = split(value, ",");
    Priorities priorities{};
    if (parts.size() > priorities.size()) refuse_option("priorities", value, listed(PRIORITIES));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        priorities[i] = static_cast<Priority>(find_word("priorities", parts[i], PRIORITIES));
        if (priorities[i] == Priority::NONE && parts.size() > 1) refuse_option("priorities", value, listed(PRIORITIES));
    }
    rules.priorities = priorities;
}

std::string format_draws(const Rules& rules) {
    const auto known = std::find_if(DRAW_TABLES.begin(), DRAW_TABLES.end(),
                                    [&](const DrawTable* table) { return *table == rules.draws; });
    return std::string(DRAWS[known == DRAW_TABLES.end() ? 0 : static_cast<std::size_t>(known - DRAW_TABLES.begin())]);
}

void parse_draws(Rules& rules, std::string_view value) {
    rules.draws = *DRAW_TABLES[static_cast<std::size_t>(find_word("draws", value, DRAWS))];
}

std::string format_mark(const Rules& rules) { return std::string(1, rules.capture_mark); }

void parse_mark(Rules& rules, std::string_view value) {
    rules.capture_mark = MARKS[static_cast<std::size_t>(find_word("capture_mark", value, MARKS))][0];
}

const std::vector<Option>& all_options() {
    using enum OptionKind;
    static const std::vector<Option> OPTIONS{
        {{"size", CHOICE, 0, 0, SIZES, "How many rows and columns the board has."}, format_size, parse_size},
        choice("first", &Rules::first, SIDES, "Who opens the game."),
        choice("lines", &Rules::lines, LINES, "Along which lines pieces move and capture."),
        flag("mirrored", &Rules::mirrored, "The corner at a player's left hand is no playing square."),
        number("empty_rows", &Rules::empty_rows, 0, 2, "How many rows behind the men are empty at the start."),
        number("men_rows", &Rules::men_rows, 1, 4, "How many rows each side's men fill at the start."),
        flag("men_capture_backwards", &Rules::men_capture_backwards, "Men may capture backwards."),
        flag("man_takes_king", &Rules::man_takes_king, "A man may capture a king."),
        flag("flying_kings", &Rules::flying_kings, "A king moves any distance along an empty line."),
        choice("landing", &Rules::landing, LANDINGS, "Where a flying king comes down behind a captured piece."),
        choice("promotion", &Rules::promotion, PROMOTIONS,
               "What becomes of a man that reaches the last row in the middle of a capture."),
        choice("removal", &Rules::removal, REMOVALS, "When captured pieces leave the board."),
        flag("may_turn_back", &Rules::may_turn_back, "A king may reverse its direction between two captures."),
        number("king_steps", &Rules::king_steps, 0, 100,
               "How often in a row one king may walk while its side has men; 0 = any number of times."),
        {{"priorities", SET, 0, 0, Words(PRIORITIES).subspan(1),
          "Which captures come first, the most important rule first."},
         format_priorities,
         parse_priorities},
        {{"draws", CHOICE, 0, 0, DRAWS, "Whose rules say when a game is drawn."}, format_draws, parse_draws},
        number("move_limit", &Rules::move_limit, 0, 10'000,
               "Drawn after this many moves of both sides together; 0 = no limit."),
        flag("numeric", &Rules::numeric, "Squares are written as numbers."),
        choice("first_square", &Rules::first_square, CORNERS, "Which square has the number 1."),
        {{"capture_mark", CHOICE, 0, 0, MARKS, "How a capture is written."}, format_mark, parse_mark},
        number("pdn_type", &Rules::pdn_type, 0, 99, "The number of the game type in PDN files."),
    };
    return OPTIONS;
}

}  // namespace

std::vector<RuleOption> describe_options() {
    std::vector<RuleOption> options;
    for (const Option& option : all_options()) options.push_back(option.info);
    return options;
}

Options format_options(const Rules& rules) {
    Options options;
    for (const Option& option : all_options()) options.emplace_back(option.info.name, option.format(rules));
    return options;
}

void set_option(Rules& rules, std::string_view name, std::string_view value) {
    std::vector<std::string_view> names;
    for (const Option& option : all_options()) {
        if (option.info.name == name) return option.parse(rules, value);
        names.push_back(option.info.name);
    }
    throw Error(ErrorKind::INVALID_RULES, "rules_option", {{"option", excerpt(name)}, {"known", listed(names)}});
}

const Preset& find_preset(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Preset& preset : PRESETS) {
        if (preset.name == name) return preset;
        names.push_back(preset.name);
    }
    throw Error(ErrorKind::INVALID_RULES, "rules_value",
                {{"option", "preset"}, {"value", excerpt(name)}, {"expected", listed(names)}});
}

template <class Grid>
void check_rules(const Rules& rules) {
    if (rules.size != Grid::SIZE) refuse_option("size", std::to_string(rules.size), std::to_string(Grid::SIZE));
    // The board of 10 contains one colour of squares, including a1; captures in all eight directions are made for it.
    if (Grid::SIZE == 10 && rules.mirrored) refuse_option("mirrored", "yes", "no on a board of 10");
    if (Grid::SIZE == 10 && rules.lines == Lines::ORTHOGONAL)
        refuse_option("lines", "orthogonal", "diagonal on a board of 10");
    if (Grid::SIZE == 8 && rules.lines == Lines::DIAGONAL_CAPTURES_ALL)
        refuse_option("lines", "diagonal-captures-all", "diagonal on a board of 8");
    if (rules.mirrored && rules.lines == Lines::ORTHOGONAL)
        refuse_option("mirrored", "yes", "no where all squares are used");
    // A capture has room for this many pieces, and no side may have more.
    if (rules.men() > MAX_CAPTURES)
        refuse_option("men_rows", std::to_string(rules.men_rows),
                      "fewer rows, at most " + std::to_string(MAX_CAPTURES) + " men each");
    const int rows = rules.empty_rows + rules.men_rows;
    if (2 * rows >= Grid::SIZE)
        refuse_option("men_rows", std::to_string(rules.men_rows), "fewer rows, so that the sides do not touch");
}

template <class Grid>
Geometry describe(const Rules& rules) {
    Geometry geometry{"checkered", Grid::SIZE, Grid::SIZE, {}, {}, {}, {}};
    for (const Point p : playable<Grid>(rules))
        geometry.points.push_back({name<Grid>(p), static_cast<double>(Grid::file_of(p)),
                                   static_cast<double>(Grid::rank_of(p)),
                                   rules.numeric ? square_name<Grid>(rules, p, true) : ""});
    for (int i = 0; i < Grid::SIZE; ++i) {
        geometry.columns.emplace_back(1, static_cast<char>('a' + i));
        geometry.rows.push_back(std::to_string(i + 1));
    }
    if (rules.lines == Lines::ORTHOGONAL) geometry.style = "grid";
    return geometry;
}

template void check_rules<Grid8>(const Rules&);
template void check_rules<Grid10>(const Rules&);
template Geometry describe<Grid8>(const Rules&);
template Geometry describe<Grid10>(const Rules&);

}  // namespace plyground::draughts
