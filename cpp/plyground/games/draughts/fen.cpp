#include "plyground/games/draughts/fen.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/draughts/draws.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/squares.hpp"

namespace plyground::draughts {

namespace {

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_POSITION, code, std::move(arguments));
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != text.npos) text.remove_prefix(1);
    while (!text.empty() && std::string_view(" \t\r\n.").find(text.back()) != text.npos) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> trimmed_parts(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts = split(text, separator);
    for (std::string_view& part : parts) part = trimmed(part);
    return parts;
}

int parse_number(std::string_view section) {
    const std::string_view digits = section.substr(1);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < 0 || value > 0xFFFF)
        refuse("draughts_fen_counter", {{"text", excerpt(section)}});
    return value;
}

template <class Grid>
class FenReader {
  public:
    explicit FenReader(const Rules& rules) : rules_(rules) {}

    Position read(std::string_view text) {
        const std::vector<std::string_view> sections = trimmed_parts(trimmed(text), ":");
        if (sections.front().empty())
            refuse("fen_empty",
                   {{"expected", rules_.numeric ? "something like W:W31,K32:B1-12" : "something like W:Wa3,Kc3:Bb8"}});
        if (sections[0] == "W" || sections[0] == "w") position_.side_to_move = Side::WHITE;
        else if (sections[0] == "B" || sections[0] == "b") position_.side_to_move = Side::BLACK;
        else refuse("draughts_fen_side", {{"text", excerpt(sections[0])}});
        for (std::size_t i = 1; i < sections.size(); ++i) section(sections[i]);
        for (const Side side : {Side::WHITE, Side::BLACK})
            if (!has_side_[index(side)]) refuse("draughts_fen_missing", {{"side", plyground::name(side)}});
        finish();
        return position_;
    }

  private:
    void section(std::string_view text) {
        if (text.empty()) return;
        switch (text.front()) {
            case 'W': return pieces(Side::WHITE, text.substr(1));
            case 'B': return pieces(Side::BLACK, text.substr(1));
            case 'H': position_.quiet_plies = counter(text); return;
            case 'U': position_.unchanged_plies = counter(text); return;
            case 'R': position_.main_diagonal_plies = counter(text); return;
            case 'F': move_number_ = parse_number(text); return;
            case 'M': king_streaks_ = text.substr(1); return;
            default:
                if (text.front() >= 'A' && text.front() <= 'Z') return;  // a counter of another program
                if (text.front() == '+') return;
                refuse("draughts_fen_section", {{"text", excerpt(text)}});
        }
    }

    static std::uint16_t counter(std::string_view text) { return static_cast<std::uint16_t>(parse_number(text)); }

    void pieces(Side side, std::string_view text) {
        if (has_side_[index(side)]) refuse("draughts_fen_twice", {{"side", plyground::name(side)}});
        has_side_[index(side)] = true;
        if (trimmed(text).empty()) return;
        for (const std::string_view word : trimmed_parts(text, ",")) piece(side, word);
    }

    // [K] square, or [K] first - last.
    void piece(Side side, std::string_view word) {
        const std::string_view whole = word;
        const bool is_king = word.starts_with('K');
        if (is_king) word.remove_prefix(1);
        const std::size_t dash = word.find('-');
        if (dash == word.npos) return place(side, is_king, square(word, whole));
        std::string_view last = word.substr(dash + 1);
        if (is_king && last.starts_with('K')) last.remove_prefix(1);
        const int from = number<Grid>(rules_, square(word.substr(0, dash), whole));
        const int to = number<Grid>(rules_, square(last, whole));
        if (from > to) refuse("draughts_fen_range", {{"text", excerpt(whole)}});
        int count = 0;
        each_numbered<Grid>(rules_, [&](Point p) {
            ++count;
            if (count >= from && count <= to) place(side, is_king, p);
        });
    }

    Point square(std::string_view text, std::string_view whole) const {
        const Point p = parse_square<Grid>(rules_, text);
        if (p == NO_POINT) refuse("draughts_fen_square", {{"text", excerpt(whole)}, {"expected", expected_squares()}});
        return p;
    }

    std::string expected_squares() const {
        const PointSet all = playable<Grid>(rules_);
        const Point last = Point(63 - std::countl_zero(all.bits()));
        return name<Grid>(all.first()) + " to " + name<Grid>(last) + ", or 1 to " + std::to_string(all.count());
    }

    void place(Side side, bool is_king, Point p) {
        const std::string where = square_name<Grid>(rules_, p, rules_.numeric);
        if (position_.occupied().has(p)) refuse("draughts_fen_occupied", {{"point", where}});
        if (!is_king && last_row<Grid>(side).has(p))
            refuse("draughts_fen_man_on_last_row", {{"side", plyground::name(side)}, {"point", where}});
        position_.sides[index(side)] |= PointSet(p);
        if (is_king) position_.kings |= PointSet(p);
        const int count = position_.of(side).count();
        if (count > rules_.men())
            refuse("draughts_fen_too_many",
                   {{"side", plyground::name(side)}, {"most", static_cast<long>(rules_.men())}});
    }

    // A king streak is identified by the point of its king.
    void read_king_streaks() {
        if (king_streaks_.empty() || rules_.king_steps == 0) return;
        for (const std::string_view word : trimmed_parts(king_streaks_, ",")) {
            const std::size_t plus = word.find('+');
            const Point p = plus == word.npos ? NO_POINT : parse_square<Grid>(rules_, word.substr(0, plus));
            if (p == NO_POINT || !position_.kings.has(p)) refuse("draughts_fen_walker", {{"text", excerpt(word)}});
            const int side = position_.of(Side::WHITE).has(p) ? 0 : 1;
            const int king_streak = parse_number(word.substr(plus));
            if (king_streak < 1 || king_streak > 255 || position_.king_streak[side] > 0 ||
                position_.men(static_cast<Side>(side)).is_empty())
                refuse("draughts_fen_walker", {{"text", excerpt(word)}});
            position_.last_king[side] = p;
            position_.king_streak[side] = static_cast<std::uint8_t>(king_streak);
        }
    }

    void finish() {
        const int late = position_.side_to_move != rules_.first;
        position_.plies = static_cast<std::uint16_t>(std::min(0xFFFF, 2 * std::max(0, move_number_ - 1) + late));
        read_king_streaks();
        const bool is_on_diagonal =
            rules_.has(DrawCounter::MAIN_DIAGONAL) && is_on_main_diagonal<Grid>(position_, rules_);
        if (!is_on_diagonal) position_.main_diagonal_plies = 0;
        else if (position_.main_diagonal_plies == 0) position_.main_diagonal_plies = 1;
        position_.key = full_key(position_);
    }

    const Rules& rules_;
    Position position_;
    std::array<bool, 2> has_side_{};
    int move_number_ = 1;
    std::string_view king_streaks_;
};

template <class Grid>
std::string format_side(const Position& position, const Rules& rules, Side side, bool numeric) {
    std::string text;
    const auto add = [&](Point p) {
        if (!position.of(side).has(p)) return;
        if (!text.empty()) text += ',';
        if (position.kings.has(p)) text += 'K';
        text += square_name<Grid>(rules, p, numeric);
    };
    if (numeric) each_numbered<Grid>(rules, add);
    else
        for (const Point p : position.of(side)) add(p);
    return text;
}

}  // namespace

template <class Grid>
std::string format_fen(const Position& position, const Rules& rules, bool numeric) {
    std::string text = position.side_to_move == Side::WHITE ? "W" : "B";
    text += ":W" + format_side<Grid>(position, rules, Side::WHITE, numeric);
    text += ":B" + format_side<Grid>(position, rules, Side::BLACK, numeric);
    if (position.quiet_plies > 0) text += ":H" + std::to_string(position.quiet_plies);
    if (position.plies > 1) text += ":F" + std::to_string(position.plies / 2 + 1);
    if (position.unchanged_plies > 0) text += ":U" + std::to_string(position.unchanged_plies);
    if (position.main_diagonal_plies > 1) text += ":R" + std::to_string(position.main_diagonal_plies);
    std::string movable_kings;
    for (const int side : {0, 1}) {
        if (position.king_streak[side] == 0) continue;
        movable_kings += movable_kings.empty() ? ":M" : ",";
        movable_kings += square_name<Grid>(rules, position.last_king[side], numeric) + '+' +
                         std::to_string(position.king_streak[side]);
    }
    return text + movable_kings;
}

template <class Grid>
Position parse_fen(std::string_view text, const Rules& rules) {
    return FenReader<Grid>(rules).read(text);
}

template <class Grid>
Position start_position(const Rules& rules) {
    Position position;
    for (int row = rules.empty_rows; row < rules.empty_rows + rules.men_rows; ++row) {
        position.sides[index(Side::WHITE)] |= rank_set<Grid>(row) & playable<Grid>(rules);
        position.sides[index(Side::BLACK)] |= rank_set<Grid>(Grid::SIZE - 1 - row) & playable<Grid>(rules);
    }
    position.side_to_move = rules.first;
    position.key = full_key(position);
    return position;
}

template std::string format_fen<Grid8>(const Position&, const Rules&, bool);
template std::string format_fen<Grid10>(const Position&, const Rules&, bool);
template Position parse_fen<Grid8>(std::string_view, const Rules&);
template Position parse_fen<Grid10>(std::string_view, const Rules&);
template Position start_position<Grid8>(const Rules&);
template Position start_position<Grid10>(const Rules&);

}  // namespace plyground::draughts
