#include "plyground/games/chess/notation.hpp"

#include <optional>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/chess/movegen.hpp"

namespace plyground::chess {

namespace {

List legal_moves(const Position& position, const Rules& rules) {
    List list;
    ListSink sink(list);
    generate<MoveKind::ALL>(position, rules, sink);
    return list;
}

[[noreturn]] void refuse(const char* code, std::string_view text, std::vector<Error::Argument> arguments = {}) {
    arguments.insert(arguments.begin(), {"text", std::string(text)});
    throw Error(ErrorKind::ILLEGAL_MOVE, code, std::move(arguments));
}

// What a move text says. Anything it leaves open fits every move.
struct Pattern {
    Kind kind = Kind::PAWN;
    bool any_kind = false;  // UCI names squares only
    int from_file = -1;
    int from_rank = -1;
    Point to = NO_POINT;
    std::optional<Kind> promotion;
    Flag castling = Flag::NONE;

    bool fits_squares(Move move) const {
        return (any_kind || move.kind() == kind) && (from_file < 0 || from_file == file_of(move.from())) &&
               (from_rank < 0 || from_rank == rank_of(move.from())) && move.to() == to;
    }
    bool fits(Move move) const {
        if (castling != Flag::NONE) return move.flag() == castling;
        if (move.is_castling() && !any_kind) return false;
        const bool same_promotion = move.is_promotion() ? promotion == move.promoted() : !promotion;
        return fits_squares(move) && same_promotion;
    }
};

std::optional<Kind> parse_kind(char c) {
    const std::size_t found = KIND_LETTERS.find(c);
    if (found == KIND_LETTERS.npos) return std::nullopt;
    return static_cast<Kind>(found);
}

std::optional<Kind> parse_promotion(std::string_view text) {
    if (text.size() != 1) return std::nullopt;
    const std::optional<Kind> kind = parse_kind(static_cast<char>(text[0] & ~0x20));
    if (!kind || *kind == Kind::PAWN || *kind == Kind::KING) return std::nullopt;
    return kind;
}

std::string_view without_suffix(std::string_view text) {
    constexpr std::string_view EN_PASSANT = "e.p.";
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != text.npos) text.remove_suffix(1);
    if (text.ends_with(EN_PASSANT)) text.remove_suffix(EN_PASSANT.size());
    return text;
}

std::optional<Pattern> parse_castling(std::string_view text) {
    std::string plain(text);
    for (char& c : plain)
        if (c == '0' || c == 'o') c = 'O';
    Pattern pattern;
    if (plain == "O-O") pattern.castling = Flag::CASTLE_SHORT;
    else if (plain == "O-O-O") pattern.castling = Flag::CASTLE_LONG;
    else return std::nullopt;
    return pattern;
}

std::optional<Pattern> parse_uci(std::string_view text) {
    if (text.size() < 4 || text.size() > 5) return std::nullopt;
    const Point from = parse_point(text.substr(0, 2));
    Pattern pattern;
    pattern.any_kind = true;
    pattern.to = parse_point(text.substr(2, 2));
    if (from == NO_POINT || pattern.to == NO_POINT) return std::nullopt;
    pattern.from_file = file_of(from);
    pattern.from_rank = rank_of(from);
    if (text.size() == 5) {
        pattern.promotion = parse_promotion(text.substr(4));
        if (!pattern.promotion) return std::nullopt;
    }
    return pattern;
}

// [piece] [file] [rank] [x or -] target [=piece]
std::optional<Pattern> parse_san(std::string_view text) {
    Pattern pattern;
    if (const auto kind = text.empty() ? std::nullopt : parse_kind(text.front())) {
        pattern.kind = *kind;
        text.remove_prefix(1);
    }
    if (!text.empty() && (text.back() < '1' || text.back() > '8')) {
        std::size_t dropped = 1;
        if (text.back() == ')' && text.size() > 3 && text[text.size() - 3] == '(') {
            pattern.promotion = parse_promotion(text.substr(text.size() - 2, 1));
            dropped = 3;
        } else {
            pattern.promotion = parse_promotion(text.substr(text.size() - 1));
            if (text.size() > 2 && text[text.size() - 2] == '=') dropped = 2;
        }
        if (!pattern.promotion) return std::nullopt;
        text.remove_suffix(dropped);
    }
    if (text.size() < 2) return std::nullopt;
    pattern.to = parse_point(text.substr(text.size() - 2));
    if (pattern.to == NO_POINT) return std::nullopt;
    text.remove_suffix(2);
    if (!text.empty() && (text.back() == 'x' || text.back() == '-')) text.remove_suffix(1);
    if (!text.empty() && text.back() >= '1' && text.back() <= '8') {
        pattern.from_rank = text.back() - '1';
        text.remove_suffix(1);
    }
    if (!text.empty() && text.back() >= 'a' && text.back() <= 'h') {
        pattern.from_file = text.back() - 'a';
        text.remove_suffix(1);
    }
    // A pawn that leaves its file must say which one: "d5" never means exd5.
    if (pattern.kind == Kind::PAWN && pattern.from_file < 0) pattern.from_file = file_of(pattern.to);
    return text.empty() ? std::optional(pattern) : std::nullopt;
}

std::string side_name(Side side) { return plyground::name(side); }

// Whether a piece could move there if its king's safety did not matter.
bool is_pseudo_legal(const Position& position, Point from, Point to) {
    const Side us = position.side_to_move;
    const PointSet occupied = position.occupied();
    const PointSet target(to);
    switch (position.kind_at(from)) {
        case Kind::PAWN: {
            const bool takes = position.of(other(us)).has(to) || position.en_passant == to;
            if (pawn_attacks(us, from).has(to)) return takes;
            const int step = to.index() - from.index();
            if (step == forward(us)) return !occupied.has(to);
            const bool is_home = relative_rank(us, rank_of(from)) == 1;
            return step == 2 * forward(us) && is_home && !occupied.meets(target | between(from, to));
        }
        case Kind::KNIGHT: return knight_attacks(from).has(to);
        case Kind::BISHOP: return bishop_attacks(from, occupied).has(to);
        case Kind::ROOK: return rook_attacks(from, occupied).has(to);
        case Kind::QUEEN: return (bishop_attacks(from, occupied) | rook_attacks(from, occupied)).has(to);
        case Kind::KING: return king_attacks(from).has(to);
    }
    return false;
}

// Throws the reason why a move given by both its squares is illegal.
[[noreturn]] void refuse_squares(const Position& position, std::string_view text, Point from, Point to,
                                 const Pattern& pattern) {
    const Side us = position.side_to_move;
    if (!position.occupied().has(from)) refuse("no_piece", text, {{"point", name(from)}});
    if (position.owner(from) != us)
        refuse("not_your_piece", text,
               {{"point", name(from)}, {"owner", side_name(other(us))}, {"side", side_name(us)}});
    const Kind kind = position.kind_at(from);
    const int files = file_of(to) - file_of(from);
    const bool castles = kind == Kind::KING && rank_of(from) == rank_of(to) &&
                         (files > 1 || files < -1 || position.of(us, Kind::ROOK).has(to));
    if (castles) refuse("castling_not_possible", text, {{"side", side_name(us)}});
    if (position.of(us).has(to)) refuse("own_piece_there", text, {{"point", name(to)}, {"side", side_name(us)}});
    if (!is_pseudo_legal(position, from, to))
        refuse("piece_cannot_go", text, {{"piece", name(kind)}, {"point", name(from)}, {"target", name(to)}});
    const bool last_rank = kind == Kind::PAWN && relative_rank(us, rank_of(to)) == 7;
    if (pattern.promotion && !last_rank) refuse("no_promotion", text);
    refuse("leaves_king_in_check", text, {{"side", side_name(us)}, {"point", name(position.king(us))}});
}

// Throws the reason why no legal move fits.
[[noreturn]] void refuse_pattern(const Position& position, const Rules& rules, const List& legal, std::string_view text,
                                 const Pattern& pattern) {
    const Side us = position.side_to_move;
    if (legal.is_empty()) refuse("game_over", text);
    if (pattern.castling != Flag::NONE) refuse("castling_not_possible", text, {{"side", side_name(us)}});
    std::vector<std::string> promotions;
    for (const Move move : legal)
        if (move.is_promotion() && pattern.fits_squares(move))
            promotions.push_back(pattern.any_kind ? token(move) : format_san(position, rules, move));
    if (!promotions.empty()) refuse("promotion_missing", text, {{"legal", joined(promotions)}});
    if (pattern.any_kind) refuse_squares(position, text, at(pattern.from_file, pattern.from_rank), pattern.to, pattern);
    for (const Point from : position.of(us, pattern.kind)) {
        const bool fits = (pattern.from_file < 0 || pattern.from_file == file_of(from)) &&
                          (pattern.from_rank < 0 || pattern.from_rank == rank_of(from));
        if (fits && !position.of(us).has(pattern.to) && is_pseudo_legal(position, from, pattern.to))
            refuse_squares(position, text, from, pattern.to, pattern);
    }
    refuse("no_such_piece", text,
           {{"piece", name(pattern.kind)}, {"target", name(pattern.to)}, {"side", side_name(us)}});
}

// Castling has two spellings in UCI: the king's target, and king-takes-rook. The one that is not the game's own token
// is accepted where it names no other move.
std::optional<Move> other_castling_token(const Position& position, const List& legal, const Pattern& pattern) {
    for (const Move move : legal) {
        if (!move.is_castling() || pattern.promotion) continue;
        const bool is_short = move.flag() == Flag::CASTLE_SHORT;
        const bool from_king = at(pattern.from_file, pattern.from_rank) == move.from();
        if (!from_king || rank_of(pattern.to) != rank_of(move.from())) continue;
        const bool to_rook = position.castling.has(pattern.to) && (pattern.to > move.from()) == is_short;
        if (to_rook || file_of(pattern.to) == (is_short ? 6 : 2)) return move;
    }
    return std::nullopt;
}

}  // namespace

std::string format_san(const Position& position, const Rules& rules, Move move) {
    std::string text;
    if (move.is_castling()) {
        text = move.flag() == Flag::CASTLE_SHORT ? "O-O" : "O-O-O";
    } else {
        const bool takes = position.of(other(position.side_to_move)).has(move.to()) || move.flag() == Flag::EN_PASSANT;
        if (move.kind() == Kind::PAWN) {
            if (takes) text += name(move.from())[0];
        } else {
            text += letter(move.kind());
            bool has_rival = false, same_file = false, same_rank = false;
            for (const Move rival : legal_moves(position, rules)) {
                if (rival.kind() != move.kind() || rival.to() != move.to() || rival.from() == move.from() ||
                    rival.is_castling())
                    continue;
                has_rival = true;
                same_file |= file_of(rival.from()) == file_of(move.from());
                same_rank |= rank_of(rival.from()) == rank_of(move.from());
            }
            if (has_rival && (!same_file || same_rank)) text += name(move.from())[0];
            if (has_rival && same_file) text += name(move.from())[1];
        }
        if (takes) text += 'x';
        text += name(move.to());
        if (move.is_promotion()) text += {'=', letter(move.promoted())};
    }
    const Position then = after(position, move);
    if (is_in_check(then, then.side_to_move)) {
        CountSink replies;
        generate<MoveKind::ALL>(then, rules, replies);
        text += replies.count() == 0 ? '#' : '+';
    }
    return text;
}

Move parse_move(const Position& position, const Rules& rules, std::string_view text) {
    const std::string_view plain = without_suffix(text);
    std::optional<Pattern> pattern = parse_castling(plain);
    if (!pattern) pattern = parse_uci(plain);
    if (!pattern) pattern = parse_san(plain);
    const std::string shown = excerpt(text);
    if (!pattern)
        throw Error(ErrorKind::INVALID_MOVE, "move_unreadable",
                    {{"text", shown},
                     {"game", rules.chess960 ? "chess:960" : "chess"},
                     {"expected", "e2e4, Nf3, exd5, e8=Q or O-O"}});

    const List legal = legal_moves(position, rules);
    std::vector<Move> fitting;
    for (const Move move : legal)
        if (pattern->fits(move)) fitting.push_back(move);
    if (fitting.size() == 1) return fitting.front();
    if (fitting.empty()) {
        if (pattern->any_kind)
            if (const auto castling = other_castling_token(position, legal, *pattern)) return *castling;
        refuse_pattern(position, rules, legal, shown, *pattern);
    }
    std::vector<std::string> candidates;
    for (const Move move : fitting) candidates.push_back(format_san(position, rules, move));
    throw Error(ErrorKind::AMBIGUOUS_MOVE, "move_ambiguous", {{"text", shown}, {"candidates", joined(candidates)}});
}

}  // namespace plyground::chess
