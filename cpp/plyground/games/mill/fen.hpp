// FEN: mill positions as Sanmill writes them, for every board and rule set.
//
//   inner/middle/outer side phase action  men and hand of white, of black  removals due of each
//   last mill from, to of each  used lines  quiet plies  move number  [optional fields]
//
// Points are 'O' white, '@' black, '*' empty, 'X' marked. Phase: r or p placing, m moving, o over. Action: p place, s
// select, r remove. Last mills are 8 + the point's number, 0 or -1 for none. A negative count of removals due means own
// men. Our optional fields: `t:` the side whose ordinary turn is next, if it is not the obvious one; `f:` who removes
// first, if both owe; `s:1` removals by a blocked side. Other optional fields are ignored.
#pragma once

#include <string>
#include <string_view>

#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

Position start_position(const Rules& rules);

// Throws INVALID_POSITION.
Position parse_fen(std::string_view text, const Rules& rules);

std::string format_fen(const Position& position, const Rules& rules);

}  // namespace plyground::mill
