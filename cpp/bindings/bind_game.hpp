// bind_game: one template that exposes any described native game to Python.
//
// A bound position or move keeps its game alive, so Python may hold either for as long as it likes. Everything that
// comes from Python is checked: a move is played only if it is legal there.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/perft_run.hpp"
#include "plyground/core/error.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/view.hpp"

namespace plyground::bindings {

namespace nb = nanobind;
using namespace nanobind::literals;

template <Described G>
struct BoundMove {
    std::shared_ptr<const G> game;
    typename G::Move move;
};

template <Described G>
struct BoundPosition {
    std::shared_ptr<const G> game;
    typename G::Position position;

    std::vector<BoundMove<G>> bound(const MoveList<G>& list) const {
        std::vector<BoundMove<G>> moves;
        moves.reserve(list.size());
        for (const auto move : list) moves.push_back({game, move});
        return moves;
    }

    MoveList<G> legal() const {
        MoveList<G> list;
        game->moves(position, list);
        return list;
    }

    // A move may come from another game of the same type; it is the same move only if it is written the same way.
    void require_legal(const BoundMove<G>& bound) const {
        const MoveList<G> list = legal();
        const bool is_ours = bound.game == game || bound.game->token(bound.move) == game->token(bound.move);
        if (!is_ours || std::find(list.begin(), list.end(), bound.move) == list.end())
            throw Error(ErrorKind::ILLEGAL_MOVE, "move_not_here", {{"text", bound.game->token(bound.move)}});
    }
};

template <Described G>
struct BoundGame {
    std::shared_ptr<const G> game;
};

inline std::optional<Side> winner(Result result) {
    if (result.outcome == Outcome::WHITE_WINS) return Side::WHITE;
    if (result.outcome == Outcome::BLACK_WINS) return Side::BLACK;
    return std::nullopt;
}

// The leaves below each move of `counted`, whose tokens `game` writes.
template <Game Counted, Described G>
std::vector<std::pair<std::string, std::uint64_t>> divide(const Counted& counted, const G& game,
                                                          const typename Counted::Position& position, int depth,
                                                          int threads, const nb::object& on_progress) {
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    if (depth < 1) return counts;
    PerftJob<Counted> job(counted, position, depth);
    run_perft(job, depth, threads, on_progress);
    for (std::size_t i = 0; i < job.roots().size(); ++i) counts.emplace_back(game.token(job.roots()[i]), job.count(i));
    return counts;
}

template <Described G>
void bind_move(nb::module_& m, const std::string& name) {
    using Move = BoundMove<G>;
    nb::class_<Move>(m, (name + "Move").c_str(), "One whole turn; its text is its token.")
        .def("__str__", [](const Move& self) { return self.game->token(self.move); })
        .def("__repr__", [name](const Move& self) { return "<" + name + "Move " + self.game->token(self.move) + ">"; })
        .def_prop_ro(
            "history_index", [](const Move& self) { return self.move.history_index(); },
            "The number under which a search counts how often the move was good.")
        .def("__hash__", [](const Move& self) { return static_cast<std::size_t>(self.move.code()); })
        .def(
            "__eq__",
            [](const Move& self, nb::handle other) -> bool {
                const Move* twin = nullptr;
                if (!nb::try_cast<const Move*>(other, twin) || twin == nullptr || !(self.move == twin->move))
                    return false;
                return self.game == twin->game || self.game->token(self.move) == twin->game->token(twin->move);
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"));
}

template <Described G>
void bind_position(nb::module_& m, const std::string& name) {
    using Position = BoundPosition<G>;
    using Move = BoundMove<G>;
    nb::class_<Position> position(m, (name + "Position").c_str(), "A position of one game, as a value.");
    position
        .def_prop_ro("white_to_move",
                     [](const Position& self) { return self.game->side_to_move(self.position) == Side::WHITE; })
        .def("legal_moves", [](const Position& self) { return self.bound(self.legal()); })
        .def("count_moves",
             [](const Position& self) -> std::size_t {
                 if constexpr (HasMoveCount<G>) return self.game->count_moves(self.position);
                 else return self.legal().size();
             })
        .def("forcing_moves",
             [](const Position& self) {
                 MoveList<G> list;
                 if constexpr (HasForcingMoves<G>) self.game->forcing_moves(self.position, list);
                 return self.bound(list);
             })
        .def(
            "after",
            [](const Position& self, const Move& move) {
                self.require_legal(move);
                return Position{self.game, self.game->after(self.position, move.move)};
            },
            "move"_a)
        .def(
            "parse",
            [](const Position& self, std::string_view text) {
                return Move{self.game, self.game->parse_move(self.position, text)};
            },
            "text"_a)
        .def(
            "notation",
            [](const Position& self, const Move& move) {
                self.require_legal(move);
                return self.game->format_move(self.position, move.move);
            },
            "move"_a)
        .def(
            "entry_paths",
            [](const Position& self, const Move& move) {
                self.require_legal(move);
                return self.game->entry_paths(self.position, move.move);
            },
            "move"_a)
        .def(
            "entry_json",
            [](const Position& self) {
                std::string json;
                write_entry(json, *self.game, self.position);
                return json;
            },
            "All click paths as one tree whose leaves are tokens.")
        .def(
            "view_json",
            [](const Position& self, const Position* before, std::string winner, std::string termination,
               bool is_open) {
                const std::string json =
                    view_json(*self.game, self.position, before == nullptr ? nullptr : &before->position,
                              {std::move(winner), std::move(termination)}, is_open);
                return nb::bytes(json.data(), json.size());
            },
            "before"_a.none(), "winner"_a, "termination"_a, "is_open"_a,
            "The view within a game: winner is empty for a draw, termination while the game goes on.")
        .def(
            "result",
            [](const Position& self) -> std::optional<std::pair<std::optional<std::string>, std::string>> {
                const Result found = plyground::result(*self.game, self.position);
                if (found.is_ongoing()) return std::nullopt;
                std::optional<std::string> who;
                if (const auto side = winner(found)) who = plyground::name(*side);
                return std::pair{who, std::string(found.termination)};
            },
            "None while the game goes on, else the winner's name (None for a draw) and the termination code.")
        .def("claim",
             [](const Position& self) -> std::optional<std::string> {
                 const char* code = nullptr;
                 if constexpr (HasClaims<G>) code = self.game->claim(self.position);
                 return code == nullptr ? std::nullopt : std::optional<std::string>(code);
             })
        .def(
            "can_win",
            [](const Position& self, bool white) {
                if constexpr (HasWinTest<G>)
                    return self.game->can_win(self.position, white ? Side::WHITE : Side::BLACK);
                else return true;
            },
            "white"_a)
        .def_prop_ro("key", [](const Position& self) { return self.game->key(self.position); })
        .def_prop_ro("reversible_plies",
                     [](const Position& self) { return self.game->reversible_plies(self.position); })
        .def_prop_ro("evaluation", [](const Position& self) { return self.game->evaluate(self.position); })
        .def(
            "evaluate",
            [](const Position& self, std::size_t which, Key seed) -> Score {
                if constexpr (HasNamedEvaluations<G>)
                    if (which < self.game->evaluations().size()) return self.game->evaluate(self.position, which, seed);
                throw nb::index_error("no such evaluation");
            },
            "which"_a, "seed"_a = 0)
        .def(
            "fen",
            [](const Position& self, std::size_t style) {
                if (style >= self.game->fen_styles().size()) throw nb::index_error("no such FEN style");
                return self.game->format_fen(self.position, style);
            },
            "style"_a = 0)
        .def("pieces", [](const Position& self) { return self.game->pieces(self.position); })
        .def_prop_ro("check", [](const Position& self) { return self.game->check(self.position); })
        .def_prop_ro("forced", [](const Position& self) { return self.game->forced(self.position); })
        .def(
            "hand",
            [](const Position& self) -> std::optional<std::pair<int, int>> {
                if constexpr (HasHand<G>)
                    return std::pair{self.game->in_hand(self.position, Side::WHITE),
                                     self.game->in_hand(self.position, Side::BLACK)};
                else return std::nullopt;
            },
            "The men that white and black have still to place, in games that have them.")
        .def(
            "divide",
            [](const Position& self, int depth, int threads, nb::object on_progress, bool split_removals) {
                if (split_removals) {
                    if constexpr (HasSplitRemovals<G>) {
                        const auto split = self.game->split_removals();
                        return divide(split, *self.game, split.without_passes(self.position), depth, threads,
                                      on_progress);
                    } else {
                        throw Error(ErrorKind::INVALID_RULES, "no_removals", {{"game", self.game->name()}});
                    }
                }
                return divide(*self.game, *self.game, self.position, depth, threads, on_progress);
            },
            "depth"_a, "threads"_a = 1, "on_progress"_a = nb::none(), "split_removals"_a = false,
            "The leaves below each move's token; on_progress(parts done, parts, leaves so far) is called ten times a "
            "second.");
}

template <Described G>
nb::class_<BoundGame<G>> bind_game_class(nb::module_& m, const std::string& name) {
    using Self = BoundGame<G>;
    using Position = BoundPosition<G>;
    nb::class_<Self> game(m, (name + "Game").c_str(), "The rules of one game.");
    game.def_prop_ro("name", [](const Self& self) { return std::string(self.game->name()); })
        .def_prop_ro("starts", [](const Self& self) { return self.game->starts(); })
        .def(
            "start",
            [](const Self& self, std::optional<int> number) {
                if (!number) return Position{self.game, self.game->start()};
                if (*number < 0 || *number >= self.game->starts()) throw nb::index_error("no such start position");
                return Position{self.game, self.game->start(*number)};
            },
            "number"_a = nb::none())
        .def(
            "from_fen",
            [](const Self& self, std::string_view text) { return Position{self.game, self.game->parse_fen(text)}; },
            "text"_a)
        .def_prop_ro("fen_styles", [](const Self& self) { return self.game->fen_styles(); })
        .def_prop_ro("evaluations",
                     [](const Self& self) -> std::vector<std::string> {
                         if constexpr (HasNamedEvaluations<G>) return self.game->evaluations();
                         else return {};
                     })
        .def_prop_ro("symbols", [](const Self& self) { return self.game->symbols(); })
        .def_prop_ro("repetition",
                     [](const Self& self) {
                         const Repetition repetition = self.game->repetition();
                         return std::pair{repetition.claim_at, repetition.automatic_at};
                     })
        .def_prop_ro("geometry", [](const Self& self) {
            const Geometry geometry = self.game->geometry();
            std::vector<std::tuple<std::string, double, double, std::string>> points;
            for (const PointPlace& point : geometry.points)
                points.emplace_back(point.name, point.x, point.y, point.label);
            return std::tuple{geometry.style,   geometry.width, geometry.height, points,
                              geometry.columns, geometry.rows,  geometry.lines};
        });
    return game;
}

// Binds `nameGame`, `namePosition` and `nameMove`; the caller adds the game's own constructor.
template <Described G>
nb::class_<BoundGame<G>> bind_game(nb::module_& m, const std::string& name) {
    bind_move<G>(m, name);
    bind_position<G>(m, name);
    return bind_game_class<G>(m, name);
}

}  // namespace plyground::bindings
