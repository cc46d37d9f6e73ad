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
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/native_position.hpp"
#include "bindings/perft_run.hpp"
#include "bindings/python_types.hpp"
#include "plyground/core/error.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/text.hpp"
#include "plyground/core/view.hpp"
#include "plyground/search/playing_evaluation.hpp"

namespace plyground::bindings {

namespace nb = nanobind;
using namespace nanobind::literals;

template <Described G>
struct BoundMove {
    nb::object owner;  // the Python game, which keeps `game` alive
    const G* game;
    typename G::Move move;

    std::string token() const { return game->token(move); }
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

// Nothing instead of an empty text.
inline std::optional<std::string> if_any(std::string text) {
    return text.empty() ? std::nullopt : std::optional(std::move(text));
}

inline std::string listed(const std::vector<std::string>& names) {
    return names.empty() ? "none" : joined({names.begin(), names.end()});
}

// The evaluation of the search that plays, among the named ones.
inline constexpr const char* PLAYING = "playing";

template <Described G>
std::vector<std::string> evaluations_of(const G& game) {
    std::vector<std::string> names;
    if constexpr (HasNamedEvaluations<G>) names = game.evaluations();
    if constexpr (HasWeights<G>) names.emplace_back(PLAYING);
    return names;
}

// No weights are those that the evaluation ships with.
template <Described G>
void require_weights(const G& game, const WeightList& weights) {
    if constexpr (HasWeights<G>)
        if (weights.empty() || weights.size() == game.weights().size()) return;
    if (!weights.empty()) throw nb::value_error("not the weights of this game");
}

template <Described G>
struct BoundPosition final : NativePosition {
    using Move = BoundMove<G>;

    BoundPosition(nb::object owner_game, std::shared_ptr<const G> bound_game, typename G::Position value)
        : NativePosition(std::move(owner_game)), game(std::move(bound_game)), position(value) {}

    std::shared_ptr<const G> game;
    typename G::Position position;

    Move bound(typename G::Move move) const { return {owner, game.get(), move}; }

    MoveList<G> legal() const {
        MoveList<G> list;
        game->moves(position, list);
        return list;
    }

    // A move may come from another game of the same type; it is the same move only if it is written the same way.
    bool is_legal(const Move& one) const {
        const MoveList<G> list = legal();
        return (one.game == game.get() || one.token() == game->token(one.move)) &&
               std::find(list.begin(), list.end(), one.move) != list.end();
    }
    void require_legal(const Move& one) const {
        if (!is_legal(one)) throw Error(ErrorKind::ILLEGAL_MOVE, "move_not_here", {{"text", one.token()}});
    }

    // Pieces are named differently from game to game, so an error that names a piece also names the game.
    typename G::Move parse_move(const std::string& text) const {
        try {
            return game->parse_move(position, text);
        } catch (const Error& error) {
            auto arguments = error.arguments();
            if (std::none_of(arguments.begin(), arguments.end(), [](const auto& one) { return one.first == "piece"; }))
                throw;
            arguments.emplace_back("game", std::string(game->name()));
            throw Error(error.kind(), error.code(), std::move(arguments));
        }
    }

    // The move in a Python object; throws if it is not legal here.
    typename G::Move legal_move(nb::handle given) const {
        const Move* move = nullptr;
        if (nb::try_cast<const Move*>(given, move) && move != nullptr) {
            require_legal(*move);
            return move->move;
        }
        throw Error(ErrorKind::ILLEGAL_MOVE, "record_foreign",
                    {{"what", std::string("move ") + nb::str(given).c_str()},
                     {"other", "another game"},
                     {"game", std::string(game->name())}});
    }

    Side side_to_move() const override { return game->side_to_move(position); }
    nb::list generate() const override { return bound(legal()); }
    std::size_t count_moves() const override {
        if constexpr (HasMoveCount<G>) return game->count_moves(position);
        else return legal().size();
    }
    bool is_legal(nb::handle given) const override {
        const Move* move = nullptr;
        if (nb::try_cast<const Move*>(given, move) && move != nullptr) return is_legal(*move);
        if (!nb::isinstance<nb::str>(given)) return false;
        const std::string token = utf8(given);
        const MoveList<G> list = legal();
        return std::any_of(list.begin(), list.end(), [&](const auto& one) { return game->token(one) == token; });
    }
    nb::list forcing_moves() const override {
        MoveList<G> list;
        if constexpr (HasForcingMoves<G>) game->forcing_moves(position, list);
        return bound(list);
    }
    nb::object after(nb::handle move) const override {
        const auto played = nb::isinstance<nb::str>(move) ? parse_move(utf8(move)) : legal_move(move);
        return nb::cast(BoundPosition(owner, game, game->after(position, played)));
    }
    nb::object parse(nb::str text) const override { return nb::cast(bound(parse_move(utf8(text)))); }
    std::string notation(nb::handle move) const override { return game->format_move(position, legal_move(move)); }
    nb::object entry_paths(nb::handle move) const override {
        return nb::cast(game->entry_paths(position, legal_move(move)));
    }
    std::string entry_json() const override {
        std::string json;
        write_entry(json, *game, position);
        return json;
    }
    nb::object view_json(nb::handle before, nb::handle result, bool is_open) const override {
        const BoundPosition* earlier = nullptr;
        if (!before.is_none()) earlier = &nb::cast<const BoundPosition&>(before);
        ViewResult ending;
        if (!result.is_none()) {
            const nb::object winner = result.attr("winner");
            if (!winner.is_none()) ending.winner = nb::cast<std::string>(winner.attr("value"));
            ending.termination = nb::cast<std::string>(result.attr("termination"));
        }
        const std::string json =
            plyground::view_json(*game, position, earlier == nullptr ? nullptr : &earlier->position, ending, is_open);
        return nb::bytes(json.data(), json.size());
    }
    nb::object result() const override {
        const Result found = plyground::result(*game, position);
        if (found.is_ongoing()) return nb::none();
        const auto side = winner(found);
        return python_types().result(side ? python_types().of(*side) : nb::none(), found.termination);
    }
    std::optional<std::string> claim() const override {
        const char* code = nullptr;
        if constexpr (HasClaims<G>) code = game->claim(position);
        return code == nullptr ? std::nullopt : std::optional<std::string>(code);
    }
    bool can_win(Side side) const override {
        if constexpr (HasWinTest<G>) return game->can_win(position, side);
        else return true;
    }
    Key key() const override { return game->key(position); }
    int reversible_plies() const override { return game->reversible_plies(position); }
    Score evaluation() const override { return game->evaluate(position); }
    Score evaluate(const std::string& name, Key seed, const WeightList& weights) const override {
        std::vector<std::string> names = evaluations_of(*game);
        if constexpr (HasWeights<G>)
            if (name == PLAYING) {
                require_weights(*game, weights);
                return PlayingEvaluation<G>(*game, weights)(position);
            }
        if constexpr (HasNamedEvaluations<G>) {
            const auto found = std::find(names.begin(), names.end(), name);
            if (found != names.end())
                return game->evaluate(position, static_cast<std::size_t>(found - names.begin()), seed);
        }
        throw Error(ErrorKind::INVALID_RULES, "unknown_evaluation",
                    {{"game", std::string(game->name())}, {"name", name}, {"known", listed(names)}});
    }
    std::string fen() const override { return game->format_fen(position, 0); }
    std::string format_fen(const std::string& style) const override {
        const std::vector<std::string> styles = game->fen_styles();
        const auto found = std::find(styles.begin(), styles.end(), style);
        if (found == styles.end())
            throw Error(ErrorKind::INVALID_POSITION, "unknown_fen_style",
                        {{"game", std::string(game->name())}, {"style", style}, {"known", listed(styles)}});
        return game->format_fen(position, static_cast<std::size_t>(found - styles.begin()));
    }
    nb::dict pieces() const override {
        nb::dict pieces;
        for (const auto& [point, piece] : game->pieces(position)) pieces[point.c_str()] = piece;
        return pieces;
    }
    std::optional<std::string> check() const override { return if_any(game->check(position)); }
    std::optional<std::string> forced() const override { return if_any(game->forced(position)); }
    nb::dict hand() const override {
        nb::dict hand;
        if constexpr (HasHand<G>)
            for (const Side side : {Side::WHITE, Side::BLACK})
                hand[python_types().of(side)] = game->in_hand(position, side);
        return hand;
    }
    nb::object divide(int depth, int threads, const nb::object& on_progress, bool split_removals) const override {
        if (split_removals) {
            if constexpr (HasSplitRemovals<G>) {
                const auto split = game->split_removals();
                return nb::cast(
                    bindings::divide(split, *game, split.without_passes(position), depth, threads, on_progress));
            } else {
                throw Error(ErrorKind::INVALID_RULES, "no_removals", {{"game", game->name()}});
            }
        }
        return nb::cast(bindings::divide(*game, *game, position, depth, threads, on_progress));
    }
    bool equals(nb::handle other) const override {
        const BoundPosition* twin = nullptr;
        if (!nb::try_cast<const BoundPosition*>(other, twin) || twin == nullptr) return false;
        return (game == twin->game || owner.equal(twin->owner)) && fen() == twin->fen();
    }

  private:
    nb::list bound(const MoveList<G>& list) const {
        nb::list moves;
        for (const auto move : list) moves.append(bound(move));
        return moves;
    }
};

template <Described G>
void bind_move(nb::module_& m, const std::string& name) {
    using Move = BoundMove<G>;
    nb::class_<Move>(m, (name + "Move").c_str(), "One whole turn; its text is its token.")
        .def("__str__", &Move::token)
        .def("__repr__", [name](const Move& self) { return "<" + name + "Move " + self.token() + ">"; })
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
                return self.game == twin->game || self.token() == twin->token();
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__reduce__",
            [](const Move& self) {
                const nb::bytes value(&self.move, sizeof self.move);
                return nb::make_tuple(self.owner.attr("move_from_bytes"), nb::make_tuple(value));
            },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

template <Described G>
nb::class_<BoundGame<G>> bind_game_class(nb::module_& m, const std::string& name) {
    using Self = BoundGame<G>;
    using Position = BoundPosition<G>;
    nb::class_<Self> game(m, (name + "Game").c_str(), "The rules of one game, without their Python side.");
    game.def_prop_ro("name", [](const Self& self) { return std::string(self.game->name()); })
        .def_prop_ro("starts", [](const Self& self) { return self.game->starts(); })
        .def(
            "start",
            [](const Self& self, nb::object owner, std::optional<int> number) {
                if (!number) return Position(owner, self.game, self.game->start());
                if (*number < 0 || *number >= self.game->starts()) throw nb::index_error("no such start position");
                return Position(owner, self.game, self.game->start(*number));
            },
            "owner"_a, "number"_a = nb::none(),
            "A start position of the Python game `owner`, which must keep this one.")
        .def(
            "from_fen",
            [](const Self& self, nb::object owner, nb::str text) {
                return Position(owner, self.game, self.game->parse_fen(utf8(text)));
            },
            "owner"_a, "text"_a)
        .def(
            "move_from_bytes",
            [](const Self& self, nb::object owner, nb::bytes value) {
                BoundMove<G> bound{owner, self.game.get(), {}};
                if (value.size() != sizeof bound.move) throw nb::value_error("not a move of this game");
                std::memcpy(static_cast<void*>(&bound.move), value.data(), sizeof bound.move);
                return bound;
            },
            "owner"_a, "value"_a, "A move as pickle keeps it.")
        .def_prop_ro("fen_styles", [](const Self& self) { return self.game->fen_styles(); })
        .def_prop_ro("evaluations",
                     [](const Self& self) -> std::vector<std::string> { return evaluations_of(*self.game); })
        .def_prop_ro("weight_fields",
                     [](const Self& self) {
                         std::vector<std::pair<std::string, std::vector<int>>> fields;
                         if constexpr (HasWeights<G>)
                             for (const WeightField& field : self.game->weight_fields())
                                 fields.emplace_back(field.name, field.shape);
                         return fields;
                     })
        .def_prop_ro("weights",
                     [](const Self& self) -> WeightList {
                         if constexpr (HasWeights<G>) return self.game->weights();
                         else return {};
                     })
        .def_prop_ro("plain_weights",
                     [](const Self& self) -> WeightList {
                         if constexpr (HasWeights<G>) return self.game->plain_weights();
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
    nb::class_<BoundPosition<G>, NativePosition>(m, (name + "Position").c_str());
    return bind_game_class<G>(m, name);
}

}  // namespace plyground::bindings
