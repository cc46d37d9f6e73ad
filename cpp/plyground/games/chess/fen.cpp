#include "plyground/games/chess/fen.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/chess/last_move.hpp"

namespace plyground::chess {

namespace {

constexpr long MAX_COUNTER = 65'535;
constexpr const char* EXPECTED = "4 to 6 fields: board, side to move, castling, en passant and the two move counters";

[[noreturn]] void refuse(const char* code, std::vector<Error::Argument> arguments) {
    throw Error(ErrorKind::INVALID_POSITION, code, std::move(arguments));
}

void put(Position& position, Side side, Kind kind, Point point) {
    position.kinds[index(kind)] |= PointSet(point);
    position.sides[index(side)] |= PointSet(point);
}

void parse_rank(Position& position, std::string_view text, int rank) {
    int file = 0;
    bool after_digit = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool is_digit = c >= '1' && c <= '8';
        if (is_digit) {
            if (after_digit) refuse("fen_digits", {{"rank", rank + 1L}});
            file += c - '0';
        } else {
            const bool is_white = c >= 'A' && c <= 'Z';
            const std::size_t kind = KIND_LETTERS.find(is_white ? c : static_cast<char>(c & ~0x20));
            if (kind == KIND_LETTERS.npos)
                refuse("fen_piece", {{"rank", rank + 1L}, {"text", excerpt(first_character(text.substr(i)))}});
            if (file < 8) put(position, is_white ? Side::WHITE : Side::BLACK, static_cast<Kind>(kind), at(file, rank));
            ++file;
        }
        after_digit = is_digit;
    }
    if (file != 8) refuse("fen_rank_width", {{"rank", rank + 1L}, {"count", static_cast<long>(file)}});
}

void parse_board(Position& position, std::string_view text) {
    const std::vector<std::string_view> ranks = split(text, "/");
    if (ranks.size() != 8) refuse("fen_rank_count", {{"count", static_cast<long>(ranks.size())}});
    for (int i = 0; i < 8; ++i) parse_rank(position, ranks[i], 7 - i);
}

// What no game can contain, whichever side is to move.
void check_men(const Position& position) {
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const auto count = [&](Kind kind) { return static_cast<long>(position.of(side, kind).count()); };
        if (count(Kind::KING) != 1) refuse("king_count", {{"side", name(side)}, {"count", count(Kind::KING)}});
        if (count(Kind::PAWN) > 8) refuse("too_many_pawns", {{"side", name(side)}, {"count", count(Kind::PAWN)}});
        const auto beyond = [&](Kind kind, long usual) { return std::max(0L, count(kind) - usual); };
        const long pawns_used = count(Kind::PAWN) + beyond(Kind::KNIGHT, 2) + beyond(Kind::BISHOP, 2) +
                                beyond(Kind::ROOK, 2) + beyond(Kind::QUEEN, 1);
        if (pawns_used > 8) refuse("too_many_pieces", {{"side", name(side)}, {"count", pawns_used}});
    }
    const PointSet stranded = position.of(Kind::PAWN) & (rank_set(0) | rank_set(7));
    if (!stranded.is_empty()) refuse("pawn_on_last_rank", {{"point", name(stranded.first())}});
}

// The rook of a castling letter, or NO_POINT. K and Q mean the outermost rook on that side of the king.
Point castling_rook(const Position& position, Side side, char letter) {
    const PointSet rooks = position.of(side, Kind::ROOK) & back_rank(side);
    const Point king = position.king(side);
    Point outermost = NO_POINT;
    switch (letter) {
        case 'K':
            for (const Point p : rooks)
                if (p > king) outermost = p;
            return outermost;
        case 'Q': return !rooks.is_empty() && rooks.first() < king ? rooks.first() : NO_POINT;
        default: {
            const Point named = at(letter - 'A', relative_rank(side, 0));
            return rooks.has(named) ? named : NO_POINT;
        }
    }
}

void parse_castling(Position& position, std::string_view text, const Rules& rules) {
    if (text == "-") return;
    for (const char c : text) {
        const Side side = c >= 'a' ? Side::BLACK : Side::WHITE;
        const char letter = static_cast<char>(c & ~0x20);
        const bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!is_letter || !(letter == 'K' || letter == 'Q' || (letter >= 'A' && letter <= 'H')))
            refuse("castling_text", {{"text", excerpt(text)}});
        const std::string right(1, c);
        const Point king = position.king(side);
        if (!back_rank(side).has(king) || (!rules.chess960 && file_of(king) != 4))
            refuse("castling_king", {{"text", right}, {"side", name(side)}, {"point", name(king)}});
        const Point rook = castling_rook(position, side, letter);
        const bool is_home = rook != NO_POINT && (file_of(rook) == 0 || file_of(rook) == 7);
        if (rook == NO_POINT || (!rules.chess960 && !is_home))
            refuse("castling_rook", {{"text", right}, {"side", name(side)}});
        for (const Point p : position.castling & position.of(side))
            if ((p > king) == (rook > king)) refuse("castling_twice", {{"text", right}, {"side", name(side)}});
        position.castling |= PointSet(rook);
    }
}

// The double step behind this en-passant right must be possible: its squares fit, and in the position before it the
// side not to move was not in check.
void parse_en_passant(Position& position, std::string_view text) {
    if (text == "-") return;
    const Side us = position.side_to_move;
    const Point target = parse_point(text);
    if (target == NO_POINT) refuse("en_passant_text", {{"text", excerpt(text)}});
    const std::string point = name(target);
    if (relative_rank(us, rank_of(target)) != 5)
        refuse("en_passant_rank", {{"point", point}, {"rank", us == Side::WHITE ? 6L : 3L}, {"side", name(us)}});
    const Point pawn(target.index() - forward(us));
    const Point origin(target.index() + forward(us));
    if (!position.of(other(us), Kind::PAWN).has(pawn))
        refuse("en_passant_pawn", {{"point", point}, {"side", name(other(us))}, {"pawn", name(pawn)}});
    if (position.occupied().meets(PointSet(target) | PointSet(origin)))
        refuse("en_passant_blocked", {{"point", point}, {"from", name(origin)}, {"to", name(pawn)}});
    Position before = position;
    before.kinds[index(Kind::PAWN)] ^= PointSet(pawn) | PointSet(origin);
    before.sides[index(other(us))] ^= PointSet(pawn) | PointSet(origin);
    if (is_in_check(before, us)) refuse("en_passant_check", {{"point", point}, {"side", name(us)}});
    for (const Point from : pawn_attacks(other(us), target) & position.of(us, Kind::PAWN))
        if (is_legal_en_passant(position, from, target)) position.en_passant = target;
}

std::uint16_t parse_counter(std::string_view text, long field, const char* meaning) {
    long number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number > MAX_COUNTER)
        refuse("fen_number",
               {{"field", field}, {"meaning", meaning}, {"text", excerpt(text)}, {"low", 0L}, {"high", MAX_COUNTER}});
    return static_cast<std::uint16_t>(number);
}

std::string format_castling(const Position& position, const Rules& rules, FenStyle style) {
    std::string text;
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        const PointSet rights = position.castling & back_rank(side);
        for (int file = 7; file >= 0; --file) {
            const Point rook = at(file, relative_rank(side, 0));
            if (!rights.has(rook)) continue;
            const char usual = rook > position.king(side) ? 'K' : 'Q';
            const bool is_outermost = castling_rook(position, side, usual) == rook;
            const bool by_file =
                rules.chess960 ? style == FenStyle::SHREDDER || !is_outermost : style == FenStyle::SHREDDER;
            const char letter = by_file ? static_cast<char>('A' + file) : usual;
            text += side == Side::WHITE ? letter : lower(letter);
        }
    }
    return text.empty() ? "-" : text;
}

}  // namespace

Position parse_fen(std::string_view text, const Rules& rules) {
    const std::vector<std::string_view> fields = words(text);
    if (fields.empty()) refuse("fen_empty", {{"expected", EXPECTED}});
    if (fields.size() < 4 || fields.size() > 6)
        refuse("fen_field_count", {{"count", static_cast<long>(fields.size())}, {"expected", EXPECTED}});
    Position position;
    parse_board(position, fields[0]);
    if (fields[1] != "w" && fields[1] != "b") refuse("fen_side", {{"text", excerpt(fields[1])}});
    position.side_to_move = fields[1] == "w" ? Side::WHITE : Side::BLACK;
    check_men(position);
    const Side waiting = other(position.side_to_move);
    if (is_in_check(position, waiting))
        refuse("opponent_in_check", {{"side", name(waiting)}, {"point", name(position.king(waiting))}});
    parse_castling(position, fields[2], rules);
    parse_en_passant(position, fields[3]);
    const Side us = position.side_to_move;
    if (fields[3] == "-" && is_in_check(position, us) && !has_possible_check(position))
        refuse("check_impossible", {{"side", name(us)}, {"point", name(position.king(us))}});
    if (fields.size() > 4)
        position.half_moves = parse_counter(fields[4], 5, "half-moves since the last capture or pawn move");
    if (fields.size() > 5) position.full_moves = std::max<std::uint16_t>(1, parse_counter(fields[5], 6, "move number"));
    position.key = full_key(position);
    return position;
}

std::string format_fen(const Position& position, const Rules& rules, FenStyle style) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto end_run = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Point p = at(file, rank);
            if (!position.occupied().has(p)) {
                ++empty;
                continue;
            }
            end_run();
            const char man = letter(position.kind_at(p));
            text += position.owner(p) == Side::WHITE ? man : lower(man);
        }
        end_run();
        if (rank > 0) text += '/';
    }
    text += position.side_to_move == Side::WHITE ? " w " : " b ";
    text += format_castling(position, rules, style);
    text += position.en_passant == NO_POINT ? " -" : " " + name(position.en_passant);
    return text + ' ' + std::to_string(position.half_moves) + ' ' + std::to_string(position.full_moves);
}

Position start_position(int number) {
    std::array<Kind, 8> row;
    row.fill(Kind::PAWN);  // means "still free"
    const auto place_free = [&](int nth, Kind kind) {
        for (Kind& man : row)
            if (man == Kind::PAWN && nth-- == 0) {
                man = kind;
                return;
            }
    };
    row[number % 4 * 2 + 1] = Kind::BISHOP;
    row[number / 4 % 4 * 2] = Kind::BISHOP;
    place_free(number / 16 % 6, Kind::QUEEN);
    // The ten ways to put two knights on five free files, in Scharnagl's order.
    constexpr std::array<std::array<int, 2>, 10> KNIGHTS{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    const auto [first, second] = KNIGHTS[number / 96];
    place_free(first, Kind::KNIGHT);
    place_free(second - 1, Kind::KNIGHT);
    place_free(0, Kind::ROOK);
    place_free(0, Kind::KING);
    place_free(0, Kind::ROOK);

    Position position;
    for (int file = 0; file < 8; ++file) {
        for (const Side side : {Side::WHITE, Side::BLACK}) {
            put(position, side, row[file], at(file, relative_rank(side, 0)));
            put(position, side, Kind::PAWN, at(file, relative_rank(side, 1)));
        }
    }
    position.castling = position.of(Kind::ROOK);
    position.key = full_key(position);
    return position;
}

}  // namespace plyground::chess
