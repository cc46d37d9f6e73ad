// Root probing: what databases know about the moves at the root, so that a search does not give a known result away.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/prober.hpp"
#include "plyground/search/worker.hpp"

namespace plyground {

// How often a position that is reached from the root has occurred before, according to the keys up to the root.
template <Game G>
int earlier_occurrences(const G& game, const typename G::Position& after, const std::vector<Key>& past) {
    const auto reach = static_cast<std::size_t>(std::max(game.reversible_plies(after) - 1, 0));
    return static_cast<int>(std::count(past.end() - static_cast<std::ptrdiff_t>(std::min(reach, past.size())),
                                       past.end(), game.key(after)));
}

// The value of a position after a root move. Here, unlike in databases, draws by rule count.
template <Game G>
std::optional<ProbedValue> root_value(const G& game, const Prober<typename G::Position>& prober,
                                      const typename G::Position& after, int occurrences) {
    const Result result = plyground::result(game, after);
    if (result.outcome == Outcome::DRAW) return ProbedValue{DRAW_VALUE, true};
    if (!result.is_ongoing())
        return ProbedValue{
            value_of((result.outcome == Outcome::WHITE_WINS) == (game.side_to_move(after) == Side::WHITE) ? 1 : 0),
            true};
    const Repetition repetition = game.repetition();
    const int drawn_at = repetition.claim_at > 0 ? repetition.claim_at : repetition.automatic_at;
    if (drawn_at > 0 && occurrences >= drawn_at - 1) return ProbedValue{DRAW_VALUE, true};
    if constexpr (HasClaims<G>)
        if (game.claim(after) != nullptr) return ProbedValue{DRAW_VALUE, true};
    return prober.value(after);
}

// The score of a move, for the side that makes it.
inline Score score_before(ProbedValue after) {
    if (!is_decided(after.value)) return DRAWN;
    const int plies = plies_of(after.value) + 1;
    if (is_loss(after.value)) return after.has_distance ? win_in(plies) : DATABASE_WIN;
    return after.has_distance ? loss_in(plies) : -DATABASE_WIN;
}

// Divides the root moves into groups, the best first, and removes those that none of `lines` lines needs. If all
// distances are known, the quickest wins or the slowest losses are one group. Otherwise all moves that keep the result
// are, and the search decides; but a win makes no progress by a position that the game has seen. If some moves are not
// known, only a win says which are best. Returns how many moves are known.
template <Game G>
std::size_t group_roots(const G& game, const Prober<typename G::Position>& prober, const typename G::Position& position,
                        const std::vector<Key>& past, std::size_t lines,
                        std::vector<RootMove<typename G::Move>>& roots) {
    struct Known {
        std::optional<ProbedValue> value;
        bool was_seen;
    };
    std::vector<Known> known;
    std::size_t hits = 0, wins = 0;
    bool has_distances = true;
    for (const RootMove<typename G::Move>& root : roots) {
        const typename G::Position after = game.after(position, root.move);
        const int occurrences = earlier_occurrences(game, after, past);
        const auto value = root_value(game, prober, after, occurrences);
        known.push_back({value, occurrences > 0});
        if (!value) continue;
        ++hits;
        wins += is_loss(value->value) ? 1 : 0;
        has_distances = has_distances && (value->has_distance || !is_decided(value->value));
    }
    if (hits < roots.size() && wins == 0) return hits;

    for (std::size_t i = 0; i < roots.size(); ++i) {
        if (!known[i].value) continue;
        const ProbedValue after = *known[i].value;
        roots[i].known = score_before(after);
        if (has_distances) {
            roots[i].group = 1 + preference(after.value);
        } else {
            const Value outcome = is_decided(after.value) ? value_of(is_win(after.value) ? 1 : 0) : after.value;
            roots[i].group = 1 + preference(outcome) - (is_loss(outcome) && known[i].was_seen ? 1 : 0);
        }
    }
    std::ranges::stable_sort(roots, std::greater{}, &RootMove<typename G::Move>::group);
    std::size_t kept = std::min(std::max<std::size_t>(lines, 1), roots.size());
    while (kept < roots.size() && roots[kept].group == roots[kept - 1].group) ++kept;
    roots.resize(kept);
    return hits;
}

}  // namespace plyground
