#include "plyground/games/mill/position.hpp"

namespace plyground::mill {

Key key_of(const Position& position) {
    const auto code = [](Point p) { return static_cast<Key>(p.index() & 31) | (p == NO_POINT ? Key{31} : 0); };
    const Key board = Key{position.men[0]} | Key{position.men[1]} << 24 | Key{position.hand[0]} << 48 |
                      Key{position.hand[1]} << 52 | static_cast<Key>(index(position.side_to_move)) << 56 |
                      static_cast<Key>(index(position.mover)) << 57 |
                      static_cast<Key>(index(position.first_remover)) << 58 | static_cast<Key>(position.due_kind) << 59;
    const Key lines = Key{position.used_lines[0]} | Key{position.used_lines[1]} << 20 |
                      code(position.last_mill[0].from) << 40 | code(position.last_mill[0].to) << 45 |
                      code(position.last_mill[1].from) << 50 | code(position.last_mill[1].to) << 55;
    const Key rest =
        Key{position.marked} | static_cast<Key>(position.due_white) << 24 | static_cast<Key>(position.due_black) << 28;
    return mix(board ^ mix(lines ^ mix(rest)));
}

}  // namespace plyground::mill
