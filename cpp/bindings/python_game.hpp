// PythonGame: a game written in Python as one more model of the native concepts.
//
// Positions and moves are numbers; their objects are kept here, moves for as long as the search lasts. Every call into
// Python holds the GIL; an exception there passes through the search and is raised again.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "plyground/core/game.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

// Which positions are kept: a depth-first search needs only those on its path, one per ply; a search that returns to
// earlier positions needs them all.
enum class Keeping { PATH, ALL };

class PythonGame {
  public:
    struct Position {
        std::uint32_t number;
    };
    // Moves with the same token are the same move.
    struct Move {
        std::uint32_t number;
        static constexpr std::size_t HISTORY_SIZE = std::size_t{1} << 32;
        std::uint16_t code() const { return static_cast<std::uint16_t>(number + 1); }
        std::size_t history_index() const { return number; }
        friend bool operator==(Move, Move) = default;
    };
    static constexpr std::size_t MAX_MOVES = 4'096;
    static constexpr int NODES_PER_POLL = 1;  // nodes are slow here, so a stop takes effect at once
    using List = InlineList<Move, MAX_MOVES>;

    explicit PythonGame(nb::object root, Keeping keeping = Keeping::PATH) : keeping_(keeping) {
        const nb::object repetition = root.attr("game").attr("repetition");
        repetition_ = {nb::cast<int>(repetition.attr("claim_at")), nb::cast<int>(repetition.attr("automatic_at"))};
        positions_.push_back(std::move(root));
    }

    // Restarts from another position; moves keep their numbers.
    void restart(nb::object root) {
        positions_.clear();
        positions_.push_back(std::move(root));
    }

    Position start() const { return {0}; }
    Side side_to_move(Position position) const {
        return nb::cast<std::string>(nb::str(object(position).attr("side_to_move"))) == "white" ? Side::WHITE
                                                                                                : Side::BLACK;
    }
    void moves(Position position, List& list) const { read_moves(object(position).attr("legal_moves"), list); }
    void forcing_moves(Position position, List& list) const {
        read_moves(object(position).attr("forcing_moves"), list);
    }
    Position after(Position position, Move move) const {
        nb::object next = object(position).attr("after")(moves_[move.number]);
        const std::size_t number = keeping_ == Keeping::PATH ? position.number + std::size_t{1} : positions_.size();
        if (number == positions_.size()) positions_.push_back(std::move(next));
        else positions_[number] = std::move(next);
        return {static_cast<std::uint32_t>(number)};
    }

    Result result(Position position, bool has_moves) const {
        const nb::object found = object(position).attr("result");
        if (found.is_none()) {
            if (!has_moves) throw nb::value_error("a position has no legal moves and no result");
            return Result::ongoing();
        }
        const nb::object winner = found.attr("winner");
        if (winner.is_none()) return Result::draw("python");
        return Result::win(nb::cast<std::string>(nb::str(winner)) == "white" ? Side::WHITE : Side::BLACK, "python");
    }

    Key key(Position position) const { return nb::cast<Key>(object(position).attr("key")); }
    int reversible_plies(Position position) const {
        if (repetition_.claim_at == 0 && repetition_.automatic_at == 0) return 0;
        return nb::cast<int>(object(position).attr("reversible_plies"));
    }
    Repetition repetition() const { return repetition_; }
    Score evaluate(Position position) const {
        const nb::object value = object(position).attr("evaluation");  // may raise; the cast below must not
        Score score = 0;
        if (!nb::try_cast(value, score) || is_decisive(score))
            throw nb::type_error("an evaluation must be an int between the scores of proven wins and losses");
        return score;
    }
    nb::object object(Move move) const { return moves_[move.number]; }
    std::string token(Move move) const { return nb::cast<std::string>(nb::str(moves_[move.number])); }

  private:
    const nb::object& object(Position position) const { return positions_[position.number]; }

    void read_moves(const nb::object& moves, List& list) const {
        for (const nb::handle move : moves) {
            if (list.size() == MAX_MOVES) throw nb::value_error("a position has more than 4096 legal moves");
            const std::string token = nb::cast<std::string>(nb::str(move));
            const auto [entry, is_new] = numbers_.try_emplace(token, static_cast<std::uint32_t>(moves_.size()));
            if (is_new) moves_.push_back(nb::borrow(move));
            list.push({entry->second});
        }
    }

    Keeping keeping_;
    Repetition repetition_;
    mutable std::vector<nb::object> positions_;
    mutable std::vector<nb::object> moves_;
    mutable std::unordered_map<std::string, std::uint32_t> numbers_;
};
static_assert(Game<PythonGame> && HasForcingMoves<PythonGame>);

}  // namespace plyground::bindings
