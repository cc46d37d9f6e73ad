#include "plyground/games/chess/game.hpp"

#include "plyground/games/chess/dead_position.hpp"

namespace plyground::chess {

namespace {

constexpr int CLAIM_PLIES = 100;      // FIDE 9.3: fifty moves each
constexpr int AUTOMATIC_PLIES = 150;  // FIDE 9.6.2: seventy-five moves each

std::uint8_t piece_number(Side side, Kind kind) { return static_cast<std::uint8_t>(index(side) * KINDS + index(kind)); }

std::string piece_name(Side side, Kind kind) { return std::string(plyground::name(side)) + ' ' + name(kind); }

}  // namespace

Result Chess::result(const Position& position, bool has_moves) const {
    const Side us = position.side_to_move;
    if (!has_moves && is_in_check(position)) return Result::win(other(us), "checkmate");  // FIDE 5.1.1
    if (!has_moves) return Result::draw("stalemate");                                     // FIDE 5.2.1
    if (!has_mating_material(position, Side::WHITE) && !has_mating_material(position, Side::BLACK))
        return Result::draw("insufficient_material");                                      // FIDE 5.2.2
    if (is_locked(position)) return Result::draw("dead_position");                         // FIDE 5.2.2
    if (position.half_moves >= AUTOMATIC_PLIES) return Result::draw("seventyfive_moves");  // FIDE 9.6.2
    return Result::ongoing();
}

const char* Chess::claim(const Position& position) const {
    return position.half_moves >= CLAIM_PLIES && has_moves(*this, position) ? "fifty_moves" : nullptr;
}

bool Chess::are_draws_beyond(int plies, const Position& position) const {
    return position.half_moves + plies < CLAIM_PLIES;
}

bool Chess::can_win(const Position& position, Side side) const { return can_checkmate(position, rules_, side); }

bool Chess::allows_null_move(const Position& position) const {
    const Side us = position.side_to_move;
    const PointSet officers = position.of(us) & ~position.of(Kind::PAWN) & ~position.of(Kind::KING);
    return !officers.is_empty() && !is_in_check(position);
}

Delta<2> Chess::delta(const Position& position, Move move) const {
    const Side us = position.side_to_move;
    const Side them = other(us);
    Delta<2> delta;
    delta.removed.push({piece_number(us, move.kind()), move.from()});
    if (move.is_castling()) {
        const Position then = chess::after(position, move);
        const PointSet gone = position.of(us, Kind::ROOK) & ~then.of(us, Kind::ROOK);
        const PointSet come = then.of(us, Kind::ROOK) & ~position.of(us, Kind::ROOK);
        for (const Point p : gone) delta.removed.push({piece_number(us, Kind::ROOK), p});
        for (const Point p : come) delta.added.push({piece_number(us, Kind::ROOK), p});
        delta.added.push({piece_number(us, Kind::KING), then.king(us)});
        return delta;
    }
    if (position.of(them).has(move.to()))
        delta.removed.push({piece_number(them, position.kind_at(move.to())), move.to()});
    if (move.flag() == Flag::EN_PASSANT)
        delta.removed.push({piece_number(them, Kind::PAWN), Point(move.to().index() - forward(us))});
    delta.added.push({piece_number(us, move.is_promotion() ? move.promoted() : move.kind()), move.to()});
    return delta;
}

Geometry Chess::geometry() const {
    Geometry geometry{
        .style = "checkered", .width = 8, .height = 8, .points = {}, .columns = {}, .rows = {}, .lines = {}};
    for (int i = 0; i < 64; ++i) {
        const Point p(i);
        geometry.points.push_back({chess::name(p), static_cast<double>(file_of(p)), static_cast<double>(rank_of(p))});
    }
    for (int i = 0; i < 8; ++i) {
        geometry.columns.emplace_back(1, static_cast<char>('a' + i));
        geometry.rows.emplace_back(1, static_cast<char>('1' + i));
    }
    return geometry;
}

NamedPieces Chess::symbols() const {
    NamedPieces symbols;
    for (const Side side : {Side::WHITE, Side::BLACK})
        for (int k = 0; k < KINDS; ++k) {
            const Kind kind = static_cast<Kind>(k);
            symbols.emplace_back(piece_name(side, kind),
                                 std::string(1, side == Side::WHITE ? letter(kind) : lower(letter(kind))));
        }
    return symbols;
}

NamedPieces Chess::pieces(const Position& position) const {
    NamedPieces pieces;
    for (const Point p : position.occupied())
        pieces.emplace_back(chess::name(p), piece_name(position.owner(p), position.kind_at(p)));
    return pieces;
}

// From, to, and the piece to promote to. Castling is entered by clicking the king's target or the rook; in Chess960
// only the rook, because the king may also be able to step to its target.
std::vector<Path> Chess::entry_paths(const Position& position, Move move) const {
    const std::string from = chess::name(move.from());
    if (move.is_castling() && !rules_.chess960) {
        const bool is_short = move.flag() == Flag::CASTLE_SHORT;
        const Point rook = at(is_short ? 7 : 0, relative_rank(position.side_to_move, 0));
        return {{from, chess::name(move.to())}, {from, chess::name(rook)}};
    }
    std::vector<Path> paths(1);
    paths[0] = {from, chess::name(move.to())};
    if (move.is_promotion()) paths[0].push_back(std::string("=") + lower(letter(move.promoted())));
    return paths;
}

std::string Chess::check(const Position& position) const {
    return is_in_check(position) ? chess::name(position.king(position.side_to_move)) : "";
}

}  // namespace plyground::chess
