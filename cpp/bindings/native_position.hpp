// NativePosition: what Python can ask any native position, bound once for all games.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "plyground/core/key.hpp"
#include "plyground/core/score.hpp"
#include "plyground/core/side.hpp"
#include "plyground/core/weights.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

// `plyground.protocol.Position` says what each member means. `BoundPosition` implements them for any described game.
struct NativePosition {
    explicit NativePosition(nb::object owner_game) : owner(std::move(owner_game)) {}
    NativePosition(const NativePosition&) = default;
    NativePosition(NativePosition&&) = default;
    virtual ~NativePosition() = default;

    nb::object owner;  // the game as Python knows it

    virtual Side side_to_move() const = 0;
    virtual nb::list generate() const = 0;
    virtual std::size_t count_moves() const = 0;
    virtual bool is_legal(nb::handle move) const = 0;
    virtual nb::list forcing_moves() const = 0;
    virtual nb::object after(nb::handle move) const = 0;
    virtual nb::object parse(nb::str text) const = 0;
    virtual std::string notation(nb::handle move) const = 0;
    virtual nb::object entry_paths(nb::handle move) const = 0;
    virtual std::string entry_json() const = 0;
    virtual nb::object view_json(nb::handle before, nb::handle result, bool is_open) const = 0;
    virtual nb::object result() const = 0;
    virtual std::optional<std::string> claim() const = 0;
    virtual bool can_win(Side side) const = 0;
    virtual Key key() const = 0;
    virtual int reversible_plies() const = 0;
    virtual Score evaluation() const = 0;
    virtual Score evaluate(const std::string& name, Key seed, const WeightList& weights) const = 0;
    virtual std::string fen() const = 0;
    virtual std::string format_fen(const std::string& style) const = 0;
    virtual nb::dict pieces() const = 0;
    virtual std::optional<std::string> check() const = 0;
    virtual std::optional<std::string> forced() const = 0;
    virtual nb::dict hand() const = 0;
    virtual nb::object divide(int depth, int threads, const nb::object& on_progress, bool split_removals) const = 0;
    virtual bool equals(nb::handle other) const = 0;
};

void bind_native_position(nb::module_& m);

}  // namespace plyground::bindings
