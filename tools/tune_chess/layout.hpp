// Layout: prints weights as weights.inc, with the names and shapes of weights.hpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "model.hpp"

namespace tune {

class Layout {
  public:
    explicit Layout(const Parameters& parameters) : parameters_(parameters) {}
    ~Layout() {
        if (next_ != WEIGHTS) std::abort();  // weights.hpp has changed and `print` has not
    }

    void open(const char* name) { std::printf(".%s = {\n", name); }
    void close() { std::printf("},\n"); }
    void value(const char* name, const char* indent = "    ") {
        std::printf("%s.%s = %s,\n", indent, name, pair().c_str());
    }
    void list(const char* name, std::size_t size) {
        std::printf("    .%s = %s,\n", name, listed(size, "        ").c_str());
    }
    void table(const char* name, std::size_t rows, std::size_t columns) {
        std::printf("    .%s = {{\n", name);
        for (std::size_t row = 0; row < rows; ++row)
            std::printf("        %s,\n", listed(columns, "            ").c_str());
        std::printf("    }},\n");
    }

  private:
    static constexpr std::size_t PER_LINE = 8;

    std::string pair() {
        const long middle = std::lround(parameters_.middle[next_]), ending = std::lround(parameters_.ending[next_]);
        ++next_;
        return "{" + std::to_string(middle) + ", " + std::to_string(ending) + "}";
    }
    std::string listed(std::size_t size, const std::string& indent) {
        std::string text = "{{";
        for (std::size_t i = 0; i < size; ++i) {
            if (size > PER_LINE && i % PER_LINE == 0) text += "\n" + indent;
            text += pair();
            if (i + 1 < size) text += (size > PER_LINE && i % PER_LINE == PER_LINE - 1) ? "," : ", ";
        }
        return text + "}}";
    }

    const Parameters& parameters_;
    std::size_t next_ = 0;
};

inline void print(const Parameters& parameters) {
    Layout out(parameters);
    out.open("placement");
    out.list("piece", 6), out.table("point", 6, 64), out.value("bishop_pair");
    out.value("knight_pawns"), out.value("rook_pawns"), out.value("may_castle");
    out.close();
    out.open("activity");
    out.list("knight_mobility", 9), out.list("bishop_mobility", 14), out.list("rook_mobility", 15);
    out.list("queen_mobility", 28), out.list("knight_outpost", 2), out.list("bishop_outpost", 2);
    for (const char* name : {"minor_behind_pawn", "minor_king_distance", "bishop_own_pawns", "bishop_long_diagonal",
                             "rook_open_file", "rook_half_open_file", "rook_on_seventh", "rook_shut_in", "space"})
        out.value(name);
    out.close();
    out.open("structure");
    out.list("isolated", 2), out.list("backward", 2), out.value("doubled");
    for (const char* name : {"phalanx", "supported", "candidate"}) out.list(name, 8);
    out.close();
    out.open("passers");
    for (const char* name : {"passed", "own_king_distance", "enemy_king_distance", "blocked", "safe_step", "free_path"})
        out.list(name, 8);
    for (const char* name : {"rook_behind", "enemy_rook_behind", "unstoppable"}) out.value(name);
    out.close();
    out.open("shelter");
    out.table("own_pawn", 4, 8), out.table("storm", 4, 8), out.list("blocked_storm", 8), out.value("pawn_distance");
    out.close();
    out.open("attack");
    out.list("attacker", 6), out.list("safe_check", 6);
    for (const char* name : {"unsafe_check", "zone_attack", "weak_point", "open_file", "flank_attack", "flank_guard",
                             "no_queen", "knight_guard", "always"})
        out.value(name);
    out.close();
    out.open("threats");
    out.value("by_pawn"), out.value("by_pawn_step"), out.list("by_minor", 6), out.list("by_rook", 6);
    for (const char* name : {"by_king", "hanging_piece", "hanging_pawn", "restricted"}) out.value(name);
    out.close();
    out.open("winnable");
    for (const char* name : {"pawn", "both_wings", "passed", "pawn_ending", "king_inside", "always"}) out.value(name);
    out.close();
    out.value("tempo", "");
}

}  // namespace tune
