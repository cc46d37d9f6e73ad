// Previews: the predicted value of a position one move ahead equals its value once it is made.

#include <string>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/draughts/game.hpp"
#include "plyground/games/mill/game.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

// Compares a position's preview with the positions after its moves. Returns how many were predicted.
template <class G, class Evaluate>
std::size_t compare(const G& game, const typename G::Position& position, int evaluation, const Evaluate& evaluate) {
    MoveList<G> list;
    game.moves(position, list);
    CHECK_EQUAL(has_moves(game, position), !list.is_empty());
    const auto preview = game.preview(position, evaluation);
    std::size_t place = 0, predicted = 0;
    preview.for_each([&](const auto& move, Score value) {
        CHECK(place < list.size() && move == list[place]);
        CHECK_EQUAL(value, preview.after(move));
        const auto after = game.after(position, move);
        if (value != UNKNOWN_VALUE) {
            ++predicted;
            CHECK(result(game, after).is_ongoing());
            CHECK_EQUAL(value, -evaluate(after));
        }
        ++place;
        return true;
    });
    CHECK_EQUAL(place, list.size());
    // It stops on request.
    std::size_t taken = 0;
    preview.for_each([&](const auto&, Score) { return ++taken < (list.size() + 1) / 2; });
    CHECK_EQUAL(taken, (list.size() + 1) / 2);
    return predicted;
}

// Random games from start to end. Most values must be predicted, or a preview is worthless.
template <class G, class Evaluate>
void walk(const G& game, int evaluation, const Evaluate& evaluate, int games, double share) {
    std::size_t predicted = 0, all = 0;
    Key seed = 11;
    for (int i = 0; i < games; ++i) {
        auto position = game.start();
        for (int ply = 0; ply < 150; ++ply) {
            MoveList<G> list;
            game.moves(position, list);
            if (!game.result(position, !list.is_empty()).is_ongoing()) break;
            predicted += compare(game, position, evaluation, evaluate);
            all += list.size();
            position = game.after(position, list[mix(seed++) % list.size()]);
        }
    }
    CHECK(static_cast<double>(predicted) >= share * static_cast<double>(all));
}

template <class G>
void walk(const G& game, int games, double share) {
    walk(game, -1, [&](const auto& position) { return game.evaluate(position); }, games, share);
}

}  // namespace

TEST(chess_previews_are_true) { walk(chess::Chess(), 60, 0.6); }

TEST(chess_960_previews_are_true) {
    chess::Rules rules;
    rules.chess960 = true;
    walk(chess::Chess(rules), 20, 0.6);
}

TEST(draughts_previews_are_true_under_all_rules) {
    for (const draughts::Preset& preset : draughts::PRESETS) {
        const std::string name(preset.name);
        if (preset.rules->size == 8) walk(draughts::Draughts8(name, draughts::RuntimeRules{*preset.rules}), 15, 0.5);
        else walk(draughts::Draughts10(name, draughts::RuntimeRules{*preset.rules}), 15, 0.5);
    }
}

TEST(draughts_previews_know_named_evaluations) {
    const draughts::Russian game("draughts");
    for (const int evaluation : {0, 1})
        walk(
            game, evaluation,
            [&](const auto& position) { return game.evaluate(position, static_cast<std::size_t>(evaluation), 0); }, 20,
            0.5);
}

TEST(mill_previews_are_true_under_all_rules) {
    for (const mill::Preset& preset : mill::presets())
        walk(mill::Mill<mill::RuntimeRules>(mill::RuntimeRules{preset.rules}, preset.name), 10, 0);
    walk(mill::Mill<mill::StaticRules<mill::NINE>>(), 20, 0.9);
}
