#include "bindings/native_position.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/python_types.hpp"

namespace plyground::bindings {

using namespace nanobind::literals;

namespace {

using Self = nb::handle_t<NativePosition>;

// The legal moves of a position, made only when they are looked at.
struct LegalMoves {
    nb::object position;

    const NativePosition& get() const { return nb::cast<const NativePosition&>(position); }
};

void bind_legal_moves(nb::module_& m) {
    nb::class_<LegalMoves>(m, "LegalMoves", "The legal moves of a position, made only when they are looked at.")
        .def(
            "__iter__", [](const LegalMoves& self) { return nb::iter(self.get().generate()); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[plyground.protocol.Move]"))
        .def("__len__", [](const LegalMoves& self) { return self.get().count_moves(); })
        .def(
            "__contains__", [](const LegalMoves& self, nb::handle move) { return self.get().is_legal(move); },
            "move"_a.none(), nb::sig("def __contains__(self, move: object, /) -> bool"))
        .def("__repr__", [](const LegalMoves& self) {
            const nb::list moves = self.get().generate();
            std::string text = "<" + std::to_string(nb::len(moves)) + " legal moves:";
            for (const nb::handle move : moves) text += std::string(" ") + nb::str(move).c_str();
            return text + ">";
        });
}

}  // namespace

void bind_native_position(nb::module_& m) {
    bind_legal_moves(m);
    nb::class_<NativePosition> position(m, "NativePosition",
                                        "A position of a native game; see plyground.protocol.Position.");
    position
        .def_prop_ro(
            "game", [](const NativePosition& self) { return self.owner; },
            nb::sig("def game(self) -> plyground.games.native.NativeGame"))
        .def_prop_ro(
            "side_to_move", [](const NativePosition& self) { return python_types().of(self.side_to_move()); },
            nb::sig("def side_to_move(self) -> plyground.protocol.Side"))
        .def_prop_ro(
            "legal_moves", [](Self self) { return LegalMoves{nb::borrow(self)}; },
            nb::sig("def legal_moves(self) -> LegalMoves"))
        .def("generate", &NativePosition::generate, "All legal moves in the game's fixed order.",
             nb::sig("def generate(self) -> list[plyground.protocol.Move]"))
        .def("count_moves", &NativePosition::count_moves, "The number of legal moves, counted without making them.")
        .def_prop_ro("forcing_moves", &NativePosition::forcing_moves,
                     nb::sig("def forcing_moves(self) -> list[plyground.protocol.Move]"))
        .def("after", &NativePosition::after, "move"_a.none(),
             nb::sig("def after(self, move: plyground.protocol.Move | str) -> NativePosition"))
        .def("parse", &NativePosition::parse, "text"_a,
             nb::sig("def parse(self, text: str) -> plyground.protocol.Move"))
        .def("notation", &NativePosition::notation, "move"_a.none(),
             nb::sig("def notation(self, move: plyground.protocol.Move) -> str"))
        .def("entry_paths", &NativePosition::entry_paths, "move"_a.none(), "The click paths that enter a move.",
             nb::sig("def entry_paths(self, move: plyground.protocol.Move) -> list[list[str]]"))
        .def("entry_json", &NativePosition::entry_json, "All click paths as one tree whose leaves are tokens.")
        .def("view_json", &NativePosition::view_json, "before"_a.none(), "result"_a.none(), nb::kw_only(),
             "is_open"_a = true,
             nb::sig("def view_json(self, before: plyground.protocol.Position | None, result: "
                     "plyground.protocol.Result | None, *, is_open: bool = True) -> bytes"))
        .def_prop_ro("result", &NativePosition::result, nb::sig("def result(self) -> plyground.protocol.Result | None"))
        .def_prop_ro("claim", &NativePosition::claim)
        .def(
            "can_win",
            [](const NativePosition& self, nb::handle side) {
                return self.can_win(python_types().side(side).is(python_types().white) ? Side::WHITE : Side::BLACK);
            },
            "side"_a, nb::sig("def can_win(self, side: plyground.protocol.Side) -> bool"))
        .def_prop_ro("key", &NativePosition::key)
        .def_prop_ro("reversible_plies", &NativePosition::reversible_plies)
        .def_prop_ro("evaluation", &NativePosition::evaluation)
        .def(
            "evaluate",
            [](const NativePosition& self, const std::string& name, nb::int_ seed, const WeightList& weights) {
                return self.evaluate(name, PyLong_AsUnsignedLongLongMask(seed.ptr()), weights);
            },
            "name"_a, "seed"_a = 0, "weights"_a = WeightList{},
            "The estimate of one of the game's named evaluations; `seed` selects the noise of those that have any, and "
            "`weights` replace those of `playing`.")
        .def_prop_ro("fen", &NativePosition::fen)
        .def("format_fen", &NativePosition::format_fen, "style"_a,
             "The position in one of the game's `fen_styles`, such as `shredder` in chess.")
        .def_prop_ro("pieces", &NativePosition::pieces, nb::sig("def pieces(self) -> dict[str, str]"))
        .def_prop_ro("check", &NativePosition::check)
        .def_prop_ro("forced", &NativePosition::forced)
        .def_prop_ro("hand", &NativePosition::hand, nb::sig("def hand(self) -> dict[plyground.protocol.Side, int]"))
        .def_prop_ro(
            "view", [](Self self) { return python_types().view(self); },
            nb::sig("def view(self) -> plyground.protocol.View"))
        .def(
            "divide", &NativePosition::divide, "depth"_a, nb::kw_only(), "threads"_a = 1, "on_progress"_a = nb::none(),
            "split_removals"_a = false,
            nb::sig("def divide(self, depth: int, *, threads: int = 1, on_progress: "
                    "collections.abc.Callable[[int, int, int], object] | None = None, split_removals: bool = False) -> "
                    "list[tuple[str, int]]"),
            "The leaves below each move, by its token; none at depth 0. Ctrl-C ends it.\n\n"
            "`on_progress(parts done, parts, leaves so far)` is called about ten times a second. With\n"
            "`split_removals`, in games that have removals, each removal is a ply and passes do not count.")
        .def(
            "__eq__", [](const NativePosition& self, nb::handle other) { return self.equals(other); }, "other"_a.none(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const NativePosition& self) { return nb::hash(nb::make_tuple(self.owner.attr("name"), self.fen())); })
        .def(
            "__str__", [](Self self) { return python_types().text(self); }, nb::sig("def __str__(self) -> str"))
        .def(
            "_repr_svg_", [](Self self) { return python_types().svg(self); }, nb::sig("def _repr_svg_(self) -> str"))
        .def("__repr__",
             [](const NativePosition& self) {
                 return std::string(nb::repr(self.owner).c_str()) + ".from_fen(" +
                        nb::repr(nb::cast(self.fen())).c_str() + ")";
             })
        .def(
            "__reduce__",
            [](const NativePosition& self) {
                return nb::make_tuple(self.owner.attr("from_fen"), nb::make_tuple(self.fen()));
            },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

}  // namespace plyground::bindings
