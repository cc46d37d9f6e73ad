// The two ways to supply rules: at compile time or at run time.
#pragma once

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/geometry.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Rules known at compile time, so that the compiler resolves every question about them.
template <Rules RULES>
struct StaticRules {
    static constexpr bool IS_STATIC = true;
    static constexpr const Rules& get() { return RULES_; }
    static PointSet completed(PointSet men) { return mill::completed<RULES_.board().name>(men); }

  private:
    static constexpr Rules RULES_ = RULES;
};

// Rules known at run time.
struct RuntimeRules {
    static constexpr bool IS_STATIC = false;
    Rules rules;
    const Rules& get() const { return rules; }
    PointSet completed(PointSet men) const { return mill::completed(rules.board().name, men); }
};

}  // namespace plyground::mill
