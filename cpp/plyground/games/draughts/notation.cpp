#include "plyground/games/draughts/notation.hpp"

#include <algorithm>
#include <optional>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/draughts/movegen.hpp"
#include "plyground/games/draughts/paths.hpp"
#include "plyground/games/draughts/squares.hpp"

namespace plyground::draughts {

namespace {

constexpr std::size_t MAX_NAMED = 8;   // moves listed in an error
constexpr std::size_t MAX_PATHS = 16;  // ways to enter one move
constexpr std::string_view MARKS = "-:x*";
constexpr std::string_view STRENGTHS = "!?*";  // annotations that PDN appends to a move

template <class Grid>
List<RuntimeRules> legal_moves(const Position& position, const Rules& rules) {
    List<RuntimeRules> list;
    ListSink sink(list);
    generate<Grid>(position, RuntimeRules{rules}, MoveKind::ALL, sink);
    return list;
}

template <class Grid>
std::string path_text(const Rules& rules, Point from, const LandingPath& landings, bool numeric, char mark) {
    std::string text = square_name<Grid>(rules, from, numeric);
    for (const Point p : landings) text += mark + square_name<Grid>(rules, p, numeric);
    return text;
}

LandingPath first_path(const Move& move) { return {move.path.begin(), move.path.begin() + move.landings}; }

template <class Grid>
std::vector<LandingPath> paths_of(const Position& position, const Rules& rules, const Move& move,
                                  std::size_t max_paths) {
    const RuntimeRules runtime_rules{rules};
    return with_captures<Grid>(position, runtime_rules, [&](auto captures) {
        return PathFinder(captures, move, max_paths).find(rules.has(Priority::KINGS_EARLY));
    });
}

// What a move text says. A dash occurs only in steps, the other marks only in captures.
struct Pattern {
    LandingPath squares;
    bool has_dash = false;
    bool has_capture_mark = false;

    bool allows(const Move& move) const { return move.is_capture() ? !has_dash : !has_capture_mark; }
};

// The pattern of a text, or nothing if it is not a move. Marks may be omitted between names, not between numbers.
template <class Grid>
std::optional<Pattern> parse_pattern(const Rules& rules, std::string_view text) {
    while (!text.empty() && STRENGTHS.find(text.back()) != STRENGTHS.npos) text.remove_suffix(1);
    Pattern pattern;
    while (!text.empty()) {
        if (!pattern.squares.empty() && MARKS.find(text.front()) != MARKS.npos) {
            (text.front() == '-' ? pattern.has_dash : pattern.has_capture_mark) = true;
            text.remove_prefix(1);
        }
        const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
        const Point p = parse_square<Grid>(rules, text.substr(0, end));
        if (p == NO_POINT || pattern.squares.size() > MAX_CAPTURES + 1) return std::nullopt;
        pattern.squares.push_back(p);
        text.remove_prefix(end);
    }
    return pattern.squares.size() >= 2 ? std::optional(pattern) : std::nullopt;
}

template <class Grid>
std::string named(const Position& position, const Rules& rules, const std::vector<Move>& moves) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < moves.size() && i < MAX_NAMED; ++i)
        words.push_back(format_move<Grid>(position, rules, moves[i]));
    return joined(words) + (moves.size() > MAX_NAMED ? " ..." : "");
}

template <class Grid>
class MoveReader {
  public:
    MoveReader(const Position& position, const Rules& rules, std::string_view text, const Pattern& pattern)
        : position_(position),
          rules_(rules),
          text_(text),
          pattern_(pattern),
          from_(pattern.squares.front()),
          to_(pattern.squares.back()),
          landings_(pattern.squares.begin() + 1, pattern.squares.end()),
          legal_(legal_moves<Grid>(position, rules)) {}

    Move read() const {
        const std::optional<FollowedPath> path = followed();
        if (path && path->is_complete)
            for (const Move& move : legal_)
                if (is_made_by(move, *path)) return move;
        std::vector<Move> fitting = by([this](const Move& move) { return fits_path(move); });
        if (fitting.empty()) fitting = by([this](const Move& move) { return fits_hub(move); });
        if (fitting.size() == 1) return fitting.front();
        if (fitting.empty()) refuse(path);
        std::vector<std::string> candidates;
        for (const Move& move : fitting)
            candidates.push_back(
                path_text<Grid>(rules_, move.from, first_path(move), rules_.numeric, rules_.capture_mark));
        throw Error(ErrorKind::AMBIGUOUS_MOVE, "move_ambiguous", {{"text", text_}, {"candidates", joined(candidates)}});
    }

  private:
    template <class Test>
    std::vector<Move> by(const Test& test) const {
        std::vector<Move> found;
        for (const Move& move : legal_)
            if (move.from == from_ && pattern_.allows(move) && test(move)) found.push_back(move);
        return found;
    }

    bool is_ours(Point p) const { return position_.of(position_.side_to_move).has(p); }

    std::optional<FollowedPath> followed() const {
        if (!is_ours(from_) || pattern_.has_dash) return std::nullopt;
        const RuntimeRules runtime_rules{rules_};
        return with_captures<Grid>(position_, runtime_rules, [&](auto captures) {
            return follow(captures, from_, position_.kings.has(from_), landings_);
        });
    }

    bool is_made_by(const Move& move, const FollowedPath& path) const {
        const bool is_king = path.state.is_king || last_row<Grid>(position_.side_to_move).has(to_);
        if (move.from != from_ || move.to != to_ || move.captured != path.state.captured || move.is_king != is_king)
            return false;
        if (!rules_.has(Priority::KINGS_EARLY)) return true;
        const std::vector<LandingPath> paths = paths_of<Grid>(position_, rules_, move, MAX_PATHS);
        return std::find(paths.begin(), paths.end(), landings_) != paths.end();
    }

    // Its ends, with some of the landing points in between.
    bool fits_path(const Move& move) const {
        if (move.to != to_) return false;
        if (landings_.size() == 1) return true;
        for (const LandingPath& path : paths_of<Grid>(position_, rules_, move, MAX_PATHS)) {
            std::size_t seen = 0;
            for (const Point p : path)
                if (seen < landings_.size() && p == landings_[seen]) ++seen;
            if (seen == landings_.size()) return true;
        }
        return false;
    }

    // Its end, then the captured squares in any order.
    bool fits_hub(const Move& move) const {
        if (landings_.size() < 2 || move.to != landings_.front()) return false;
        PointSet captured;
        for (std::size_t i = 1; i < landings_.size(); ++i) captured |= PointSet(landings_[i]);
        return captured == move.captured;
    }

    [[noreturn]] void refuse(const std::optional<FollowedPath>& path) const {
        const Side us = position_.side_to_move;
        const std::string from = square_name<Grid>(rules_, from_, rules_.numeric);
        if (legal_.is_empty()) illegal("game_over", {});
        if (!position_.occupied().has(from_)) illegal("no_piece", {{"point", from}});
        if (!is_ours(from_))
            illegal("not_your_piece",
                    {{"point", from}, {"owner", plyground::name(other(us))}, {"side", plyground::name(us)}});
        if (legal_[0].is_capture()) {
            const std::vector<Move> all(legal_.begin(), legal_.end());
            const char* code = "capture_obligatory";
            if (path) code = path->is_complete ? "capture_priority" : "capture_unfinished";
            illegal(code, {{"side", plyground::name(us)}, {"captures", named<Grid>(position_, rules_, all)}});
        }
        illegal("piece_cannot_go", {{"piece", position_.kings.has(from_) ? "king" : "man"},
                                    {"point", from},
                                    {"target", square_name<Grid>(rules_, to_, rules_.numeric)}});
    }

    [[noreturn]] void illegal(const char* code, std::vector<Error::Argument> arguments) const {
        arguments.insert(arguments.begin(), {"text", text_});
        throw Error(ErrorKind::ILLEGAL_MOVE, code, std::move(arguments));
    }

    const Position& position_;
    const Rules& rules_;
    const std::string text_;
    const Pattern& pattern_;
    const Point from_;
    const Point to_;
    const LandingPath landings_;
    const List<RuntimeRules> legal_;
};

}  // namespace

template <class Grid>
std::string token(const Move& move) {
    return path_text<Grid>(Rules{}, move.from, first_path(move), false, move.is_capture() ? ':' : '-');
}

template <class Grid>
std::string format_move(const Position& position, const Rules& rules, const Move& move) {
    if (!move.is_capture()) return path_text<Grid>(rules, move.from, {move.to}, rules.numeric, '-');
    int rivals = 0;
    for (const Move& rival : legal_moves<Grid>(position, rules))
        rivals += rival.from == move.from && rival.to == move.to;
    return path_text<Grid>(rules, move.from, rivals > 1 ? first_path(move) : LandingPath{move.to}, rules.numeric,
                           rules.capture_mark);
}

template <class Grid>
Move parse_move(const Position& position, const Rules& rules, std::string_view text) {
    const std::string shown = excerpt(text);
    const std::optional<Pattern> pattern = parse_pattern<Grid>(rules, text);
    if (!pattern)
        throw Error(ErrorKind::INVALID_MOVE, "move_unreadable",
                    {{"text", shown}, {"game", "draughts"}, {"expected", "c3-d4, c3:e5, 22-17 or 22x15"}});
    return MoveReader<Grid>(position, rules, shown, *pattern).read();
}

template <class Grid>
std::vector<Path> entry_paths(const Position& position, const Rules& rules, const Move& move) {
    std::vector<LandingPath> found{{move.to}};
    if (move.is_capture()) found = paths_of<Grid>(position, rules, move, MAX_PATHS);
    std::vector<Path> paths;
    for (const LandingPath& landings : found) {
        Path path{name<Grid>(move.from)};
        for (const Point p : landings) path.push_back(name<Grid>(p));
        paths.push_back(std::move(path));
    }
    return paths;
}

template std::string token<Grid8>(const Move&);
template std::string token<Grid10>(const Move&);
template std::string format_move<Grid8>(const Position&, const Rules&, const Move&);
template std::string format_move<Grid10>(const Position&, const Rules&, const Move&);
template Move parse_move<Grid8>(const Position&, const Rules&, std::string_view);
template Move parse_move<Grid10>(const Position&, const Rules&, std::string_view);
template std::vector<Path> entry_paths<Grid8>(const Position&, const Rules&, const Move&);
template std::vector<Path> entry_paths<Grid10>(const Position&, const Rules&, const Move&);

}  // namespace plyground::draughts
