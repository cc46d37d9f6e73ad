// Mill: the longest possible lists of turns, proven by checking every position up to symmetry.
//
// The length of a list is the sum over its landings of the ways to remove men. That number depends on few quantities,
// and those on the points around the landing. So for each set of own men, and each number of empty points, the best
// empty points are chosen as if every other point could hold an enemy; only if that exceeds the claim are all choices
// checked.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "plyground/games/mill/game.hpp"
#include "tests/check.hpp"

using namespace plyground;
using namespace plyground::mill;

namespace {

constexpr int MAX_MEN = 12;

#ifdef PLYGROUND_SANITIZED
constexpr int MAX_RINGS = 2;  // with three rings, seconds become minutes
constexpr int MAX_LENGTH = 148;
constexpr int MAX_PLAIN_LENGTH = 88;
#else
constexpr int MAX_RINGS = 3;
constexpr int MAX_LENGTH = MAX_TURNS;
constexpr int MAX_PLAIN_LENGTH = MAX_PLAIN_TURNS;
#endif

// What a man that lands on a point achieves.
struct Gain {
    int lines = 0;    // lines that it closes
    int singles = 0;  // men that custodian or leap may capture
    int pairs = 0;    // pairs that intervention may capture
};

constexpr int choices(int of, int taken) {
    int found = 1;
    for (int i = 1; i <= taken; ++i) found = found * (of - taken + i) / i;
    return found;
}

// No landing has more versions than this, under any option.
//
// Sets of men removed by mills have one size, or under `never` perhaps several; then none contains another, because a
// man that is free to remove stays free when others go. So of n men, for k <= n/2 removals, there are at most C(n, k)
// (Lubell, Yamamoto, Meshalkin), and never more than C(n, n/2) (Sperner). For one or two removals a special capture of
// as many men is among them or replaces one: a single man that is a whole set rules out n - 1 pairs.
int most_versions(const Gain& gain, int enemies) {
    const int special = gain.singles + gain.pairs;
    if (gain.lines == 0) return std::max(1, special);
    if (enemies < 6) return choices(enemies, enemies / 2) + 1 + special;
    int most = std::max(enemies + gain.pairs, 1 + special);  // one removal, or only from the hand
    if (gain.lines >= 2) most = std::max(most, choices(enemies, 2) + gain.singles);
    if (gain.lines >= 3) most = std::max(most, choices(enemies, 3) + special);
    return most;
}

// One removal per turn, no special captures.
int most_plain_versions(const Gain& gain, int enemies) { return gain.lines == 0 ? 1 : std::max(1, enemies); }

enum class Way { PLACE_OR_STEP, STEP, FLY };

using RemovalGenerator = int (*)(const Gain&, int enemies);

// All positions of one board for one way to move.
class Survey {
  public:
    Survey(const Board& board, Way way, RemovalGenerator versions, bool has_special)
        : board_(board),
          way_(way),
          versions_(versions),
          has_special_(has_special),
          men_(std::min(MAX_MEN, board.points / 2)) {}

    // The length of the longest list, if it is longer than `known`.
    int longest(int known) {
        longest_ = known;
        const auto same = symmetries(board_);
        const int most = way_ == Way::FLY ? std::min(4, men_) : way_ == Way::STEP ? men_ : men_ - 1;
        // With fewer men than that, steps alone are fewer than placements and steps.
        const int fewest = way_ == Way::STEP ? most : 0;
        for (std::uint64_t bits = 0; bits <= board_.all().bits(); ++bits) {
            const PointSet ours(bits);
            if (ours.count() < fewest || ours.count() > most || !is_first_of_its_kind(ours, same)) continue;
            look_at(ours);
        }
        return longest_;
    }

    // The length of one position's list.
    int length(PointSet ours, PointSet theirs) const {
        int sum = 0;
        for (const Point to : board_.all() & ~ours & ~theirs)
            landings(ours, theirs, to, [&](const Gain& gain) { sum += versions_(gain, theirs.count()); });
        return sum;
    }

  private:
    using Symmetries = std::vector<std::array<Point, MAX_POINTS>>;
    using Worth = std::pair<int, Point>;

    static bool is_first_of_its_kind(PointSet set, const Symmetries& same) {
        return std::all_of(same.begin(), same.end(), [&](const auto& to) {
            std::uint64_t image = 0;
            for (const Point p : set) image |= PointSet(to[p.index()]).bits();
            return image >= set.bits();
        });
    }

    // Calls `visit(Gain)` for each landing on `to`, where `enemies` may be removed.
    template <class Visit>
    void landings(PointSet ours, PointSet enemies, Point to, const Visit& visit) const {
        if (way_ == Way::PLACE_OR_STEP) visit(gain(ours, enemies, to, NO_POINT));
        const PointSet from = way_ == Way::FLY ? ours : ours & board_.neighbours[to.index()];
        for (const Point p : from) visit(gain(ours & ~PointSet(p), enemies, to, NO_POINT));
        if (!has_special_) return;
        for (int i = 0; i < board_.line_counts_at[to.index()]; ++i) {
            const LineAt& line = board_.lines_at[to.index()][i];
            const Point over = board_.lines[line.line].middle();
            const PointSet leaper = line.others & ~PointSet(over) & ours;
            if (line.is_end && enemies.has(over) && !leaper.is_empty()) visit(gain(ours & ~leaper, enemies, to, over));
        }
    }

    Gain gain(PointSet rest, PointSet enemies, Point to, Point leapt) const {
        Gain gain;
        PointSet singles = leapt == NO_POINT ? PointSet{} : PointSet(leapt);
        for (int i = 0; i < board_.line_counts_at[to.index()]; ++i) {
            const LineAt& line = board_.lines_at[to.index()][i];
            const PointSet middle(board_.lines[line.line].middle());
            if ((rest & line.others) == line.others) ++gain.lines;
            if (!has_special_) continue;
            if (line.is_end && enemies.meets(middle) && rest.meets(line.others & ~middle)) singles |= middle;
            if (!line.is_end && (enemies & line.others) == line.others) ++gain.pairs;
        }
        gain.singles = singles.count();
        return gain;
    }

    void look_at(PointSet ours) {
        const PointSet rest = board_.all() & ~ours;
        std::array<InlineList<Gain, 16>, MAX_POINTS> gains;
        for (const Point to : rest)
            landings(ours, rest & ~PointSet(to), to, [&](const Gain& gain) { gains[to.index()].push(gain); });
        for (int enemies = std::min(men_, rest.count()); enemies >= 0; --enemies) {
            std::array<Worth, MAX_POINTS> worths;
            int count = 0, sum = 0;
            for (const Point to : rest) {
                int worth = 0;
                for (const Gain& gain : gains[to.index()]) worth += versions_(gain, enemies);
                worths[count++] = {worth, to};
                sum += worth;
            }
            if (sum <= longest_) continue;
            std::sort(worths.begin(), worths.begin() + count, std::greater<>());
            choose_empty(ours, {worths.begin(), worths.begin() + count}, count - enemies, 0, rest);
        }
    }

    // Empties `more` further points, the most promising first; `theirs` are the points not emptied so far.
    void choose_empty(PointSet ours, const std::vector<Worth>& worths, int more, int sum, PointSet theirs) {
        if (more == 0) {
            longest_ = std::max(longest_, length(ours, theirs));
            return;
        }
        for (std::size_t i = 0; i + static_cast<std::size_t>(more) <= worths.size(); ++i) {
            int most = sum;
            for (int j = 0; j < more; ++j) most += worths[i + static_cast<std::size_t>(j)].first;
            if (most <= longest_) return;
            const std::vector<Worth> left(worths.begin() + static_cast<std::ptrdiff_t>(i) + 1, worths.end());
            choose_empty(ours, left, more - 1, sum + worths[i].first, theirs & ~PointSet(worths[i].second));
        }
    }

    const Board& board_;
    const Way way_;
    const RemovalGenerator versions_;
    const bool has_special_;
    const int men_;
    int longest_ = 0;
};

// The lines and neighbours of the three rings without diagonals are among those with diagonals, and each only adds.
int longest(RemovalGenerator versions, bool has_special) {
    int longest = 0;
    for (const Board& board : BOARDS) {
        if (board.name == BoardName::THREE_RING || board.rings > MAX_RINGS) continue;
        for (const Way way : {Way::PLACE_OR_STEP, Way::STEP, Way::FLY})
            longest = Survey(board, way, versions, has_special).longest(longest);
    }
    return longest;
}

constexpr int EVERYWHERE = SpecialCapture::SIDES | SpecialCapture::SPOKES | SpecialCapture::DIAGONALS |
                           SpecialCapture::PLACING | SpecialCapture::MOVING;
constexpr Rules WIDEST = TWELVE.with(Option::REMOVALS_PER_MOVE, 1)
                             .with(Option::TAKE_FROM_MILLS, static_cast<int>(Take::ALWAYS))
                             .with(Option::MOVE_WHILE_PLACING, 1)
                             .with(Option::CUSTODIAN, EVERYWHERE)
                             .with(Option::INTERVENTION, EVERYWHERE)
                             .with(Option::LEAP, EVERYWHERE);

// Any men, and a hand that the rules allow; white is to move.
Position random_position(const Rules& rules, Key seed) {
    Position position;
    const Key shape = mix(seed);
    for (int i = 0; i < rules.board().points; ++i) {
        const Key draw = mix(seed + static_cast<Key>(i) * 1'000'003) % 100;
        const Side side = draw < shape % 60 ? Side::WHITE : Side::BLACK;
        if (draw < 85 && position.of(side).count() < rules.men()) position.put(side, Point(i));
    }
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const Key room = static_cast<Key>(rules.men() - position.of(side).count() + 1);
        position.hand[index(side)] = static_cast<std::uint8_t>(mix(shape + static_cast<Key>(index(side))) % room);
    }
    return position;
}

Rules random_rules(Key seed) {
    while (true) {
        Rules rules = NINE;
        for (int i = 0; i < OPTION_COUNT; ++i) {
            const RuleOption& info = OPTIONS[i];
            const Key draw = mix(++seed);
            const int low = info.kind == OptionKind::NUMBER ? info.low : 0;
            rules = rules.with(static_cast<Option>(i),
                               low + static_cast<int>(draw % static_cast<Key>(info.high - low + 1)));
        }
        try {
            validate(rules);
            return rules;
        } catch (const Error&) {
            continue;  // cannot occur together
        }
    }
}

int surveyed_length(const Rules& rules, const Position& position) {
    const bool flies = position.in_hand(Side::WHITE) == 0 && position.total(Side::WHITE) <= rules.fly_at();
    const Way way = flies ? Way::FLY : position.in_hand(Side::WHITE) > 0 ? Way::PLACE_OR_STEP : Way::STEP;
    return Survey(rules.board(), way, most_versions, true).length(position.of(Side::WHITE), position.of(Side::BLACK));
}

}  // namespace

TEST(mill_no_list_of_turns_is_longer_than_the_bound) { CHECK_EQUAL(longest(most_versions, true), MAX_LENGTH); }

TEST(mill_no_plain_list_of_turns_is_longer_than_its_bound) {
    CHECK_EQUAL(longest(most_plain_versions, false), MAX_PLAIN_LENGTH);
}

TEST(mill_lists_are_no_longer_than_surveyed_under_any_rules) {
    for (Key seed = 0; seed < 20'000; ++seed) {
        const Rules rules = random_rules(mix(seed));
        const Position position = random_position(rules, mix(~seed));
        const auto count = static_cast<int>(Mill<RuntimeRules>(RuntimeRules{rules}).count_moves(position));
        // One pass, or the removals of a blocked side, if there is no landing.
        CHECK(count <= std::max(surveyed_length(rules, position), 12));
    }
}

TEST(mill_lists_are_as_long_as_surveyed_under_the_widest_rules) {
    const Mill<RuntimeRules> game(RuntimeRules{WIDEST});
    int compared = 0;
    for (Key seed = 0; seed < 20'000; ++seed) {
        const Position position = random_position(WIDEST, mix(seed));
        if (position.of(Side::BLACK).count() < 6 || position.total(Side::WHITE) <= WIDEST.fly_at()) continue;
        const int count = surveyed_length(WIDEST, position);
        if (count == 0) continue;
        CHECK_EQUAL(static_cast<int>(game.count_moves(position)), count);
        ++compared;
    }
    CHECK(compared > 10'000);
}
