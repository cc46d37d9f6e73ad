// Draws: which draw rules a position fulfils.
#pragma once

#include <algorithm>

#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The pieces of both sides, counted.
struct Forces {
    struct One {
        int pieces;
        int kings;
        bool is_lone_king() const { return pieces == 1 && kings == 1; }
    };
    One white;
    One black;

    explicit Forces(const Position& position)
        : white{position.of(Side::WHITE).count(), position.kings_of(Side::WHITE).count()},
          black{position.of(Side::BLACK).count(), position.kings_of(Side::BLACK).count()} {}
};

inline bool is_endgame(Endgame ending, const Forces& forces) {
    const auto against_lone_king = [&](auto&& fits) {
        return (forces.black.is_lone_king() && fits(forces.white)) ||
               (forces.white.is_lone_king() && fits(forces.black));
    };
    const int total = forces.white.pieces + forces.black.pieces;
    const bool both_have_kings = forces.white.kings > 0 && forces.black.kings > 0;
    const bool kings_only = forces.white.kings == forces.white.pieces || forces.black.kings == forces.black.pieces;
    switch (ending) {
        case Endgame::ANY: return true;
        case Endgame::THREE_KINGS_V_KING: return against_lone_king([](const Forces::One& f) { return f.kings >= 3; });
        case Endgame::THREE_V_KING:
            return against_lone_king([](const Forces::One& f) { return f.pieces == 3 && f.kings >= 1; });
        case Endgame::TWO_V_KING:
            return against_lone_king([](const Forces::One& f) { return f.pieces <= 2 && f.kings >= 1; });
        case Endgame::TWO_KINGS_V_KING:
            return against_lone_king([](const Forces::One& f) { return f.pieces == 2 && f.kings == 2; });
        case Endgame::KING_V_KING: return against_lone_king([](const Forces::One& f) { return f.is_lone_king(); });
        case Endgame::AT_MOST_TWO_EACH:
            return both_have_kings && kings_only && forces.white.pieces <= 2 && forces.black.pieces <= 2;
        case Endgame::FOUR_OR_FIVE_PIECES: return both_have_kings && (total == 4 || total == 5);
        case Endgame::SIX_OR_SEVEN_PIECES: return both_have_kings && (total == 6 || total == 7);
    }
    return false;
}

// Whether a lone king stands on the main diagonal against three pieces.
template <class Grid>
bool is_on_main_diagonal(const Position& position, const Rules& rules) {
    if (position.occupied().count() != 4) return false;
    const Forces forces(position);
    if (!is_endgame(Endgame::THREE_V_KING, forces)) return false;
    const Side lone = forces.white.is_lone_king() ? Side::WHITE : Side::BLACK;
    return position.of(lone).meets(main_diagonal<Grid>(rules));
}

inline int elapsed(const Position& position, DrawCounter counter) {
    switch (counter) {
        case DrawCounter::QUIET: return position.quiet_plies;
        case DrawCounter::UNCHANGED: return position.unchanged_plies;
        case DrawCounter::MAIN_DIAGONAL: return position.main_diagonal_plies - 1;
        case DrawCounter::GAME: return position.plies;
    }
    return 0;
}

// The earliest plies at which the draw rules can apply: a quick test that rules them out in most positions. Every
// endgame that a rule may name has a king, and a rule that counts plies of the game is always considered.
struct EarliestDraws {
    int with_kings = NEVER;
    int without = NEVER;
    int game = NEVER;

    static constexpr int NEVER = 1 << 20;

    constexpr explicit EarliestDraws(const Rules& rules) {
        if (rules.move_limit > 0) game = rules.move_limit;
        for (const DrawRule& rule : rules.draws) {
            if (rule.code == nullptr) break;
            if (rule.counter == DrawCounter::GAME) game = std::min<int>(game, rule.plies);
            with_kings = std::min<int>(with_kings, rule.plies);
            if (rule.ending == Endgame::ANY) without = std::min<int>(without, rule.plies);
        }
    }

    // Whether no rule can apply within this many plies.
    bool are_beyond(int plies, const Position& position) const {
        const int elapsed = std::max({position.quiet_plies, position.unchanged_plies, position.main_diagonal_plies});
        return elapsed + plies < (position.kings.is_empty() ? without : with_kings) && position.plies + plies < game;
    }
};

// The code of the first draw rule that applies, or nullptr.
inline const char* drawn_by(const Position& position, const Rules& rules) {
    if (rules.move_limit > 0 && position.plies >= rules.move_limit) return "move_limit";
    for (const DrawRule& rule : rules.draws) {
        if (rule.code == nullptr) break;
        if (elapsed(position, rule.counter) >= rule.plies && is_endgame(rule.ending, Forces(position)))
            return rule.code;
    }
    return nullptr;
}

}  // namespace plyground::draughts
