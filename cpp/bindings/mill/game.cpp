#include "plyground/games/mill/split.hpp"

#include <nanobind/stl/array.h>

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"
#include "bindings/rule_options.hpp"

namespace plyground::bindings {

namespace {

using namespace mill;

static_assert(Described<Mill<RuntimeRules>> && HasMoveCount<Mill<RuntimeRules>> &&
              HasForcingMoves<Mill<RuntimeRules>> && HasHand<Mill<RuntimeRules>> &&
              HasSplitRemovals<Mill<RuntimeRules>> && HasSamples<Mill<RuntimeRules>>);

using Values = std::vector<int>;  // one number for each option, in the order of OPTIONS

Values values_of(const Rules& rules) { return {rules.values.begin(), rules.values.end()}; }

Rules rules_of(const Values& values) {
    if (values.size() != OPTION_COUNT) throw nb::value_error("expected a number for each option");
    Rules rules = NINE;
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (values[i] < 0 || values[i] > 255)
            throw Error(ErrorKind::INVALID_RULES, "rules_range",
                        {{"option", std::string(OPTIONS[i].name)},
                         {"value", static_cast<long>(values[i])},
                         {"low", static_cast<long>(OPTIONS[i].low)},
                         {"high", static_cast<long>(OPTIONS[i].high)}});
        rules.values[i] = static_cast<std::uint8_t>(values[i]);
    }
    validate(rules);
    return rules;
}

const Board& checked_board(int number) {
    if (number < 0 || number >= static_cast<int>(BOARDS.size())) throw nb::index_error("no such board");
    return BOARDS[number];
}

template <class R>
nb::object made(R rules, const std::string& name) {
    return nb::cast(BoundGame<Mill<R>>{std::make_shared<const Mill<R>>(std::move(rules), name)});
}

// The common rule sets have their own generators, all others use the general one.
nb::object make_game(const Values& values, const std::string& name) {
    const Rules rules = rules_of(values);
    if (rules == NINE) return made(StaticRules<NINE>{}, name);
    if (rules == TWELVE) return made(StaticRules<TWELVE>{}, name);
    if (rules == LASKER) return made(StaticRules<LASKER>{}, name);
    return made(RuntimeRules{rules}, name);
}

void bind_mill(nb::module_& m) {
    bind_game<Mill<StaticRules<NINE>>>(m, "MillNine");
    bind_game<Mill<StaticRules<TWELVE>>>(m, "MillTwelve");
    bind_game<Mill<StaticRules<LASKER>>>(m, "MillLasker");
    bind_game<Mill<RuntimeRules>>(m, "Mill");
    m.def(
        "mill_options", [] { return option_rows(OPTIONS); },
        "Name, kind, low, high, names of values and meaning of each rule option.");
    m.def(
        "mill_presets",
        [] {
            std::vector<std::tuple<std::string, std::string, std::string, Values>> rows;
            for (const Preset& preset : presets())
                rows.emplace_back(preset.name, preset.title, preset.source, values_of(preset.rules));
            return rows;
        },
        "Name, title, source and option values of each preset.");
    m.def(
        "mill_check", [](const Values& values) { rules_of(values); }, "values"_a,
        "Raises if the rules cannot be played.");
    m.def("mill_game", make_game, "values"_a, "name"_a,
          nb::sig("def mill_game(values: collections.abc.Sequence[int], name: str) -> MillNineGame | MillTwelveGame | "
                  "MillLaskerGame | MillGame"));
    m.def(
        "mill_lines",
        [](int number) {
            const Board& board = checked_board(number);
            std::vector<std::array<std::string, 3>> lines;
            for (int i = 0; i < board.line_count; ++i) {
                const auto& [first, second, third] = board.lines[i].points;
                lines.push_back({name(board, first), name(board, second), name(board, third)});
            }
            return lines;
        },
        "board"_a, "The lines of three points on which mills are closed, by the names of their points.");
    m.def(
        "mill_symmetries",
        [](int number) {
            const Board& board = checked_board(number);
            std::vector<std::vector<int>> maps;
            for (const auto& symmetry : symmetries(board)) {
                std::vector<int> map;
                for (int i = 0; i < board.points; ++i) map.push_back(symmetry[i].index());
                maps.push_back(map);
            }
            return maps;
        },
        "board"_a, "The symmetries of a board as permutations of its points.");
}

const Binding BINDING(Stage::GAME, bind_mill);

}  // namespace

}  // namespace plyground::bindings
