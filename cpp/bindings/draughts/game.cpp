#include "plyground/games/draughts/game.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/binding.hpp"
#include "bindings/rule_options.hpp"

namespace plyground::bindings {

namespace {

using namespace draughts;

Rules rules_of(const Options& options) {
    Rules rules;
    for (const auto& [option, value] : options) set_option(rules, option, value);
    if (rules.size == Grid10::SIZE) check_rules<Grid10>(rules);
    else check_rules<Grid8>(rules);
    return rules;
}

template <class G, class... Arguments>
nb::object made(Arguments&&... arguments) {
    return nb::cast(BoundGame<G>{std::make_shared<const G>(std::forward<Arguments>(arguments)...)});
}

// Russian draughts has its own generator, all other rules use the general one of their board.
nb::object make_game(const Options& options, const std::string& name, bool is_quick) {
    Rules rules = rules_of(options);
    if (rules == RUSSIAN) return made<Russian>(name);
    if (is_quick) rules.max_chain_states = QUICK_CHAIN_STATES;
    if (rules.size == Grid10::SIZE) return made<Draughts10>(name, RuntimeRules{rules});
    return made<Draughts8>(name, RuntimeRules{rules});
}

void bind_draughts(nb::module_& m) {
    bind_game<Russian>(m, "Russian");
    bind_game<Draughts8>(m, "Draughts8");
    bind_game<Draughts10>(m, "Draughts10");
    m.def(
        "draughts_presets",
        [] {
            std::vector<std::tuple<std::string, std::string, Options>> rows;
            for (const Preset& preset : PRESETS)
                rows.emplace_back(preset.name, preset.title, format_options(*preset.rules));
            return rows;
        },
        "Name, title and options of each preset.");
    m.def(
        "draughts_options", [] { return option_rows(describe_options()); },
        "Name, kind, low, high, names of values and meaning of each rule option.");
    m.def(
        "draughts_rules", [](const Options& options) { return format_options(rules_of(options)); }, "options"_a,
        "All options of the rules in which these are set and the others as in Russian draughts; raises if they cannot "
        "be played.");
    m.def("draughts_game", make_game, "options"_a, "name"_a, "is_quick"_a = false,
          nb::sig("def draughts_game(options: collections.abc.Sequence[tuple[str, str]], name: str, is_quick: bool = "
                  "False) -> RussianGame | Draughts8Game | Draughts10Game"));
}

const Binding BINDING(Stage::GAME, bind_draughts);

}  // namespace

}  // namespace plyground::bindings
