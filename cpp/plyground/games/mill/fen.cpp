#include "plyground/games/mill/fen.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"

namespace plyground::mill {

namespace {

constexpr int FIELDS = 17;
constexpr int FIRST_SQUARE = 8;  // Sanmill numbers the points from 8
constexpr const char* EXPECTED = "17 fields: the board, side, phase, action and 13 numbers";

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_POSITION, code, std::move(arguments));
}

// The points of the board in text order, group by group: a centre alone, then the rings.
std::vector<int> group_sizes(const Board& board) {
    std::vector<int> sizes(static_cast<std::size_t>(board.rings), 8);
    if (board.has_centre) sizes.insert(sizes.begin(), 1);
    return sizes;
}

void parse_board(Position& position, std::string_view text, const Board& board) {
    const auto groups = split(text, "/");
    const auto sizes = group_sizes(board);
    if (groups.size() != sizes.size())
        refuse("mill_fen_rings",
               {{"count", static_cast<long>(groups.size())}, {"expected", static_cast<long>(sizes.size())}});
    int i = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (static_cast<int>(groups[group].size()) != sizes[group])
            refuse("mill_fen_ring", {{"ring", static_cast<long>(group + 1)},
                                     {"count", static_cast<long>(groups[group].size())},
                                     {"expected", static_cast<long>(sizes[group])}});
        for (std::size_t place = 0; place < groups[group].size(); ++place) {
            const char c = groups[group][place];
            const Point p(i++);
            if (c == 'O') position.put(Side::WHITE, p);
            else if (c == '@') position.put(Side::BLACK, p);
            else if (c == 'X') position.marked |= static_cast<std::uint32_t>(PointSet(p).bits());
            else if (c != '*')
                refuse("mill_fen_point",
                       {{"point", name(board, p)}, {"text", excerpt(first_character(groups[group].substr(place)))}});
        }
    }
}

class Numbers {
  public:
    explicit Numbers(const std::vector<std::string_view>& fields) : fields_(fields) {}

    long long next(const char* meaning, long long low, long long high) {
        const std::string_view text = fields_[field_++];
        long long number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high)
            refuse("fen_number", {{"field", static_cast<long>(field_)},
                                  {"meaning", meaning},
                                  {"text", excerpt(text)},
                                  {"low", static_cast<long>(low)},
                                  {"high", static_cast<long>(high)}});
        return number;
    }

    std::uint64_t next_bits(const char* meaning) {
        const std::string_view text = fields_[field_++];
        std::uint64_t bits = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
        if (error != std::errc{} || end != text.data() + text.size())
            refuse("fen_number", {{"field", static_cast<long>(field_)},
                                  {"meaning", meaning},
                                  {"text", excerpt(text)},
                                  {"low", 0L},
                                  {"high", std::to_string(~std::uint64_t{0})}});
        return bits;
    }

  private:
    const std::vector<std::string_view>& fields_;
    std::size_t field_ = 4;
};

void parse_men(Position& position, Numbers& numbers, const Rules& rules) {
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const long on_board = static_cast<long>(numbers.next("men on the board", 0, MAX_POINTS));
        position.hand[index(side)] = static_cast<std::uint8_t>(numbers.next("men in hand", 0, rules.men()));
        if (on_board != position.of(side).count())
            refuse(
                "mill_fen_count",
                {{"side", name(side)}, {"stated", on_board}, {"count", static_cast<long>(position.of(side).count())}});
        if (position.total(side) > rules.men())
            refuse("mill_fen_men", {{"side", name(side)},
                                    {"count", static_cast<long>(position.total(side))},
                                    {"most", static_cast<long>(rules.men())}});
    }
}

// Marked men leave when placing ends, after the removals that the last placement earned.
void check_marked(const Position& position, const Rules& rules) {
    if (position.marked == 0) return;
    const bool is_over = !position.is_placing() && position.owes_nothing();
    if (rules.mill_action() != MillAction::MARK || is_over) refuse("mill_fen_marked", {});
    const long all = position.total(Side::WHITE) + position.total(Side::BLACK) + position.blocked_points().count();
    if (all > 2 * rules.men()) refuse("mill_fen_marked_men", {{"count", all}, {"most", 2L * rules.men()}});
}

void parse_due(Position& position, Numbers& numbers) {
    const long long white = numbers.next("white's removals due", -12, 12);
    const long long black = numbers.next("black's removals due", -12, 12);
    if (white < 0 || black < 0) position.due_kind = DueKind::OWN;
    if ((white > 0 && black < 0) || (white < 0 && black > 0)) refuse("mill_fen_due", {});
    position.set_due(Side::WHITE, static_cast<int>(white < 0 ? -white : white));
    position.set_due(Side::BLACK, static_cast<int>(black < 0 ? -black : black));
}

void parse_last_mills(Position& position, Numbers& numbers, const Rules& rules) {
    const int last = FIRST_SQUARE + rules.board().points - 1;
    const auto next_point = [&] {
        const long long number = numbers.next("last mill", -1, last);
        return number < FIRST_SQUARE ? NO_POINT : Point(static_cast<int>(number) - FIRST_SQUARE);
    };
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const Point from = next_point();
        const Point to = next_point();
        // The rule only matters for a man that is still there and has its way back open.
        const bool matters =
            rules.no_repeated_mill() && from != NO_POINT && to != NO_POINT && position.of(side).has(to);
        if (matters) position.last_mill[index(side)] = {from, to};
    }
}

using Lines = std::array<std::uint32_t, 2>;  // a set of lines for each side

// Sanmill keeps the points of used lines, numbered from 8, White's in the upper half.
std::uint64_t points_of(const Lines& lines, const Board& board) {
    std::array<std::uint64_t, 2> points{};
    for (std::size_t side = 0; side < lines.size(); ++side)
        for (int l = 0; l < board.line_count; ++l)
            if ((lines[side] >> l & 1) != 0) points[side] |= board.lines[l].set().bits();
    return points[index(Side::WHITE)] << (32 + FIRST_SQUARE) | points[index(Side::BLACK)] << FIRST_SQUARE;
}

// All lines whose points are used.
Lines lines_of(std::uint64_t bits, const Board& board) {
    Lines lines{};
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const std::uint64_t half = side == Side::WHITE ? bits >> 32 : bits & 0xFFFF'FFFF;
        const PointSet points(half >> FIRST_SQUARE);
        for (int l = 0; l < board.line_count; ++l)
            if ((points & board.lines[l].set()) == board.lines[l].set()) lines[index(side)] |= std::uint32_t{1} << l;
    }
    return lines;
}

// `u:WHITE,BLACK`, for used lines whose points cover others too; other texts are passed over.
void parse_exact_lines(Position& position, std::string_view text) {
    Lines lines{};
    const char* at = text.data();
    const char* const last = text.data() + text.size();
    for (std::size_t side = 0; side < lines.size(); ++side) {
        const auto [end, error] = std::from_chars(at, last, lines[side]);
        const bool is_last = side + 1 == lines.size();
        if (error != std::errc{} || (is_last ? end != last : end == last || *end != ',')) return;
        at = end + 1;
    }
    for (std::size_t side = 0; side < lines.size(); ++side) position.used_lines[side] &= lines[side];
}

// Whose ordinary turn is next, as far as the plain fields tell: a mill's removal that is due ends its owner's turn.
Side obvious_mover(const Position& position) {
    const Side us = position.side_to_move;
    const bool ends_turn = position.due(us) > 0 && position.due(other(us)) == 0 && position.due_kind == DueKind::ENEMY;
    return ends_turn ? other(us) : us;
}

void parse_optional(Position& position, std::string_view field) {
    const auto side = [&]() -> Side {
        const std::string_view value = field.substr(2);
        if (value != "w" && value != "b") refuse("mill_fen_optional", {{"text", excerpt(field)}});
        return value == "w" ? Side::WHITE : Side::BLACK;
    };
    if (field.starts_with("t:")) position.mover = side();
    if (field.starts_with("u:")) parse_exact_lines(position, field.substr(2));
    if (field.starts_with("f:") && position.due_white > 0 && position.due_black > 0) position.first_remover = side();
}

char side_letter(Side side) { return side == Side::WHITE ? 'w' : 'b'; }

}  // namespace

Position start_position(const Rules& rules) {
    Position position;
    position.hand.fill(static_cast<std::uint8_t>(rules.men()));
    return position;
}

Position parse_fen(std::string_view text, const Rules& rules) {
    const auto fields = words(text);
    if (fields.empty()) refuse("fen_empty", {{"expected", EXPECTED}});
    if (fields.size() < FIELDS)
        refuse("fen_field_count", {{"count", static_cast<long>(fields.size())}, {"expected", EXPECTED}});
    Position position;
    parse_board(position, fields[0], rules.board());
    if (fields[1] != "w" && fields[1] != "b") refuse("fen_side", {{"text", excerpt(fields[1])}});
    position.side_to_move = fields[1] == "w" ? Side::WHITE : Side::BLACK;
    if (fields[2].size() != 1 || std::string_view("rpmo").find(fields[2]) == std::string_view::npos)
        refuse("mill_fen_phase", {{"text", excerpt(fields[2])}});
    if (fields[3].size() != 1 || std::string_view("psr?").find(fields[3]) == std::string_view::npos)
        refuse("mill_fen_action", {{"text", excerpt(fields[3])}});
    Numbers numbers(fields);
    parse_men(position, numbers, rules);
    parse_due(position, numbers);
    check_marked(position, rules);
    parse_last_mills(position, numbers, rules);
    const Lines used = lines_of(numbers.next_bits("points used in mills"), rules.board());
    if (rules.one_time_mill()) position.used_lines = used;
    position.quiet_plies = static_cast<std::uint8_t>(numbers.next("turns since the last placement or removal", 0, 255));
    position.full_moves = static_cast<std::uint16_t>(std::max(1LL, numbers.next("move number", 0, 65'535)));
    // The kind of removals decides whose turn is next, so it is read before the fields that may override it.
    const bool is_blocked = std::find(fields.begin() + FIELDS, fields.end(), "s:1") != fields.end();
    if (is_blocked && !position.owes_nothing()) position.due_kind = DueKind::ADJACENT;
    position.mover = obvious_mover(position);
    for (std::size_t i = FIELDS; i < fields.size(); ++i) parse_optional(position, fields[i]);
    return position;
}

std::string format_fen(const Position& position, const Rules& rules) {
    const Board& board = rules.board();
    const Side us = position.side_to_move;
    std::string text;
    int i = 0;
    for (const int size : group_sizes(board)) {
        if (!text.empty()) text += '/';
        for (const int end = i + size; i < end; ++i) {
            const Point p(i);
            text += position.of(Side::WHITE).has(p)    ? 'O'
                    : position.of(Side::BLACK).has(p)  ? '@'
                    : position.blocked_points().has(p) ? 'X'
                                                       : '*';
        }
    }
    const auto add = [&](long long number) { text += ' ' + std::to_string(number); };
    text += std::string(" ") + side_letter(us) + (position.is_placing() ? " p" : " m");
    text += position.due(us) > 0 ? " r" : position.in_hand(us) > 0 ? " p" : " s";
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        add(position.of(side).count());
        add(position.in_hand(side));
    }
    const int sign = position.due_kind == DueKind::OWN ? -1 : 1;
    add(sign * position.due(Side::WHITE));
    add(sign * position.due(Side::BLACK));
    for (const LastMill& last : position.last_mill) {
        add(last.from == NO_POINT ? 0 : FIRST_SQUARE + last.from.index());
        add(last.to == NO_POINT ? 0 : FIRST_SQUARE + last.to.index());
    }
    const std::uint64_t used_points = points_of(position.used_lines, board);
    text += ' ' + std::to_string(used_points);
    add(position.quiet_plies);
    add(position.full_moves);
    if (position.due_kind == DueKind::ADJACENT) text += " s:1";
    if (position.due_white > 0 && position.due_black > 0)
        text += std::string(" f:") + side_letter(position.first_remover);
    if (position.mover != obvious_mover(position)) text += std::string(" t:") + side_letter(position.mover);
    if (lines_of(used_points, board) != position.used_lines)
        text += " u:" + std::to_string(position.used_lines[0]) + ',' + std::to_string(position.used_lines[1]);
    return text;
}

}  // namespace plyground::mill
