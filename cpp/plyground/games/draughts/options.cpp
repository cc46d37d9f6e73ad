#include "plyground/games/draughts/options.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/squares.hpp"

namespace plyground::draughts {

namespace {

// The words for the values of an option, in the order of its enumeration.
using Words = std::vector<std::string_view>;

const Words YES_NO{"no", "yes"};
const Words SIDES{"white", "black"};
const Words LINES{"diagonal", "orthogonal", "diagonal-captures-all"};
const Words LANDINGS{"anywhere", "where-it-goes-on", "next"};
const Words PROMOTIONS{"at-once", "at-the-end", "ends-move"};
const Words REMOVALS{"at-the-end", "at-once"};
const Words PRIORITIES{"none", "most-pieces", "by-king", "most-kings", "kings-early", "most-value"};
const Words CORNERS{"top-left", "bottom-right"};

struct DrawTableName {
    std::string_view name;
    const DrawTable* table;
};
constexpr DrawTable NO_DRAWS{};
constexpr std::array<DrawTableName, 7> DRAW_TABLES{{{"none", &NO_DRAWS},
                                                    {"russian", &RUSSIAN_DRAWS},
                                                    {"international", &INTERNATIONAL_DRAWS},
                                                    {"brazilian", &BRAZILIAN_DRAWS},
                                                    {"pool", &POOL_DRAWS},
                                                    {"forty-moves", &FORTY_MOVE_DRAWS},
                                                    {"frisian", &FRISIAN_DRAWS}}};

std::string listed(const Words& words) { return joined({words.begin(), words.end()}); }

[[noreturn]] void refuse_option(std::string_view option, std::string_view value, const std::string& expected) {
    throw Error(ErrorKind::INVALID_RULES, "rules_value",
                {{"option", std::string(option)}, {"value", excerpt(value)}, {"expected", expected}});
}

int find_word(std::string_view option, std::string_view value, const Words& words) {
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

// One option: its name, how it is written and how it is read.
struct Option {
    std::string_view name;
    std::function<std::string(const Rules&)> format;
    std::function<void(Rules&, std::string_view)> parse;
};

template <class T>
Option by_word(std::string_view name, T Rules::* member, const Words& words) {
    return {name, [=, &words](const Rules& r) { return std::string(words[static_cast<std::size_t>(r.*member)]); },
            [=, &words](Rules& r, std::string_view v) { r.*member = static_cast<T>(find_word(name, v, words)); }};
}

Option by_number(std::string_view name, int Rules::* member, int low, int high) {
    return {name, [=](const Rules& r) { return std::to_string(r.*member); },
            [=](Rules& r, std::string_view v) { r.*member = parse_number(name, v, low, high); }};
}

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
    for (const DrawTableName& known : DRAW_TABLES)
        if (*known.table == rules.draws) return std::string(known.name);
    return "none";
}

void parse_draws(Rules& rules, std::string_view value) {
    Words names;
    for (const DrawTableName& known : DRAW_TABLES) {
        if (known.name == value) {
            rules.draws = *known.table;
            return;
        }
        names.push_back(known.name);
    }
    refuse_option("draws", value, listed(names));
}

const std::vector<Option>& all_options() {
    static const std::vector<Option> OPTIONS{
        by_number("size", &Rules::size, 8, 10),
        by_word("first", &Rules::first, SIDES),
        by_word("lines", &Rules::lines, LINES),
        by_word("mirrored", &Rules::mirrored, YES_NO),
        by_number("empty_rows", &Rules::empty_rows, 0, 2),
        by_number("men_rows", &Rules::men_rows, 1, 4),
        by_word("men_capture_backwards", &Rules::men_capture_backwards, YES_NO),
        by_word("man_takes_king", &Rules::man_takes_king, YES_NO),
        by_word("flying_kings", &Rules::flying_kings, YES_NO),
        by_word("landing", &Rules::landing, LANDINGS),
        by_word("promotion", &Rules::promotion, PROMOTIONS),
        by_word("removal", &Rules::removal, REMOVALS),
        by_word("may_turn_back", &Rules::may_turn_back, YES_NO),
        by_number("king_steps", &Rules::king_steps, 0, 100),
        {"priorities", format_priorities, parse_priorities},
        {"draws", format_draws, parse_draws},
        by_number("move_limit", &Rules::move_limit, 0, 10'000),
        by_word("numeric", &Rules::numeric, YES_NO),
        by_word("first_square", &Rules::first_square, CORNERS),
        {"capture_mark", [](const Rules& r) { return std::string(1, r.capture_mark); },
         [](Rules& r, std::string_view v) {
             r.capture_mark = v == ":" || v == "x" ? v[0] : (refuse_option("capture_mark", v, ":, x"), 'x');
         }},
        by_number("pdn_type", &Rules::pdn_type, 0, 99),
    };
    return OPTIONS;
}

}  // namespace

Options format_options(const Rules& rules) {
    Options options;
    for (const Option& option : all_options()) options.emplace_back(option.name, option.format(rules));
    return options;
}

void set_option(Rules& rules, std::string_view name, std::string_view value) {
    Words names;
    for (const Option& option : all_options()) {
        if (option.name == name) return option.parse(rules, value);
        names.push_back(option.name);
    }
    throw Error(ErrorKind::INVALID_RULES, "rules_option", {{"option", excerpt(name)}, {"known", listed(names)}});
}

const Preset& find_preset(std::string_view name) {
    Words names;
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
    // The ten-board holds one colour of squares, a1 among them; captures in all eight directions are made for it.
    if (Grid::SIZE == 10 && rules.mirrored) refuse_option("mirrored", "yes", "no on a board of 10");
    if (Grid::SIZE == 10 && rules.lines == Lines::ORTHOGONAL)
        refuse_option("lines", "orthogonal", "diagonal on a board of 10");
    if (Grid::SIZE == 8 && rules.lines == Lines::DIAGONAL_CAPTURES_ALL)
        refuse_option("lines", "diagonal-captures-all", "diagonal on a board of 8");
    if (rules.mirrored && rules.lines == Lines::ORTHOGONAL)
        refuse_option("mirrored", "yes", "no where all squares are used");
    // A capture has room for so many pieces, and no side may have more.
    if (rules.men() > MOST_CAPTURES)
        refuse_option("men_rows", std::to_string(rules.men_rows),
                      "fewer rows, at most " + std::to_string(MOST_CAPTURES) + " men each");
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
