// Copy-make against make/unmake in the chess perft driver: the same generator, the same counting of the last ply, and
// two ways to get from a position to the next. Prints leaves and seconds of each, alternating, for run.py to compare.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "plyground/core/perft.hpp"
#include "plyground/games/chess/game.hpp"

using namespace plyground;
using namespace plyground::chess;

namespace {

// What a move destroys and unmake needs back; the boards themselves are undone by toggling.
struct Undo {
    PointSet castling;
    Key key;
    std::uint16_t half_moves;
    Point en_passant;
    int captured;  // a kind, or -1
    Point captured_at;
    Point rook_from, rook_to;
};

void toggle(Position& p, Side side, Kind kind, Point point) {
    p.kinds[index(kind)] ^= PointSet(point);
    p.sides[index(side)] ^= PointSet(point);
}

void toggle_keyed(Position& p, Side side, Kind kind, Point point) {
    toggle(p, side, kind, point);
    p.key ^= ZOBRIST.piece[index(side)][index(kind)][point.index()];
}

Undo make(Position& p, Move move) {
    const Side us = p.side_to_move;
    const Side them = other(us);
    Undo undo{p.castling, p.key, p.half_moves, p.en_passant, -1, NO_POINT, NO_POINT, NO_POINT};
    p.key ^= ZOBRIST.black_to_move ^ ZOBRIST.en_passant[p.en_passant.index()];
    p.en_passant = NO_POINT;
    p.side_to_move = them;
    ++p.half_moves;
    p.full_moves = static_cast<std::uint16_t>(p.full_moves + (us == Side::BLACK));
    PointSet lost = PointSet(move.from()) | PointSet(move.to());
    if (move.kind() == Kind::KING) lost |= back_rank(us);
    if (move.is_castling()) {
        const bool is_short = move.flag() == Flag::CASTLE_SHORT;
        for (const Point rook : p.castling & p.of(us))
            if ((rook > move.from()) == is_short) undo.rook_from = rook;
        undo.rook_to = at(is_short ? 5 : 3, relative_rank(us, 0));
        toggle_keyed(p, us, Kind::KING, move.from());
        toggle_keyed(p, us, Kind::ROOK, undo.rook_from);
        toggle_keyed(p, us, Kind::KING, at(is_short ? 6 : 2, relative_rank(us, 0)));
        toggle_keyed(p, us, Kind::ROOK, undo.rook_to);
    } else {
        if (move.flag() == Flag::EN_PASSANT) undo.captured_at = Point(move.to().index() - forward(us));
        else if (p.of(them).has(move.to())) undo.captured_at = move.to();
        if (undo.captured_at != NO_POINT) {
            undo.captured = index(p.kind_at(undo.captured_at));
            toggle_keyed(p, them, static_cast<Kind>(undo.captured), undo.captured_at);
            p.half_moves = 0;
        }
        toggle_keyed(p, us, move.kind(), move.from());
        toggle_keyed(p, us, move.is_promotion() ? move.promoted() : move.kind(), move.to());
        if (move.kind() == Kind::PAWN) p.half_moves = 0;
        if (move.flag() == Flag::DOUBLE_STEP) {
            const Point target(move.to().index() - forward(us));
            for (const Point from : pawn_attacks(us, target) & p.of(them, Kind::PAWN))
                if (p.en_passant == NO_POINT && is_legal_en_passant(p, from, target)) p.en_passant = target;
            p.key ^= ZOBRIST.en_passant[p.en_passant.index()];
        }
    }
    for (const Point rook : p.castling & lost) p.key ^= ZOBRIST.castling[rook.index()];
    p.castling &= ~lost;
    return undo;
}

void unmake(Position& p, Move move, const Undo& undo) {
    const Side them = p.side_to_move;
    const Side us = other(them);
    p.side_to_move = us;
    p.full_moves = static_cast<std::uint16_t>(p.full_moves - (us == Side::BLACK));
    p.half_moves = undo.half_moves;
    p.en_passant = undo.en_passant;
    p.castling = undo.castling;
    p.key = undo.key;
    if (move.is_castling()) {
        toggle(p, us, Kind::ROOK, undo.rook_to);
        toggle(p, us, Kind::KING, p.king(us));
        toggle(p, us, Kind::ROOK, undo.rook_from);
        toggle(p, us, Kind::KING, move.from());
        return;
    }
    toggle(p, us, move.is_promotion() ? move.promoted() : move.kind(), move.to());
    toggle(p, us, move.kind(), move.from());
    if (undo.captured >= 0) toggle(p, them, static_cast<Kind>(undo.captured), undo.captured_at);
}

std::uint64_t perft_unmake(const Chess& game, Position& position, Depth depth) {
    if (depth == 1) return game.count_moves(position);
    MoveList<Chess> list;
    game.moves(position, list);
    std::uint64_t leaves = 0;
    for (const Move move : list) {
        const Undo undo = make(position, move);
        leaves += perft_unmake(game, position, depth - 1);
        unmake(position, move, undo);
    }
    return leaves;
}

template <class Count>
void report(const char* name, const Count& count) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t leaves = count();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s %llu %.6f\n", name, static_cast<unsigned long long>(leaves), seconds);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) return 2;
    const Chess game;
    Position position = game.parse_fen(arguments[1]);
    const Depth depth = std::atoi(arguments[2]);
    const StopFlag stop;
    for (int i = std::atoi(arguments[3]); i > 0; --i) {
        report("copy", [&] { return perft(game, position, depth, stop); });
        report("unmake", [&] { return perft_unmake(game, position, depth); });
    }
}
