#include "plyground/games/chess/weight_list.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include "plyground/games/chess/evaluation.hpp"

namespace plyground::chess {

namespace {

constexpr std::size_t COUNT = sizeof(Weights) / sizeof(Tapered);
using All = std::array<Tapered, COUNT>;

// The fields of one group, in their order.
class Group {
  public:
    Group(std::vector<WeightField>& fields, std::string_view name) : fields_(fields), name_(name) {}

    Group& add(std::initializer_list<std::string_view> names, std::vector<int> shape = {}) {
        shape.push_back(2);
        for (const std::string_view name : names) fields_.push_back({name_ + "." + std::string(name), shape});
        return *this;
    }

  private:
    std::vector<WeightField>& fields_;
    std::string name_;
};

}  // namespace

std::vector<WeightField> weight_fields() {
    std::vector<WeightField> fields;
    Group(fields, "placement")
        .add({"piece"}, {KINDS})
        .add({"point"}, {KINDS, 64})
        .add({"bishop_pair", "knight_pawns", "rook_pawns", "may_castle"});
    Group(fields, "activity")
        .add({"knight_mobility"}, {9})
        .add({"bishop_mobility"}, {14})
        .add({"rook_mobility"}, {15})
        .add({"queen_mobility"}, {28})
        .add({"knight_outpost", "bishop_outpost"}, {2})
        .add({"minor_behind_pawn", "minor_king_distance", "bishop_own_pawns", "bishop_long_diagonal", "rook_open_file",
              "rook_half_open_file", "rook_on_seventh", "rook_shut_in", "space"});
    Group(fields, "structure")
        .add({"isolated", "backward"}, {2})
        .add({"doubled"})
        .add({"phalanx", "supported", "candidate"}, {8});
    Group(fields, "passers")
        .add({"passed", "own_king_distance", "enemy_king_distance", "blocked", "safe_step", "free_path"}, {8})
        .add({"rook_behind", "enemy_rook_behind", "unstoppable"});
    Group(fields, "shelter").add({"own_pawn", "storm"}, {4, 8}).add({"blocked_storm"}, {8}).add({"pawn_distance"});
    Group(fields, "attack")
        .add({"attacker", "safe_check"}, {KINDS})
        .add({"unsafe_check", "zone_attack", "weak_point", "open_file", "flank_attack", "flank_guard", "no_queen",
              "knight_guard", "always"});
    Group(fields, "threats")
        .add({"by_pawn", "by_pawn_step"})
        .add({"by_minor", "by_rook"}, {KINDS})
        .add({"by_king", "hanging_piece", "hanging_pawn", "restricted"});
    Group(fields, "winnable").add({"pawn", "both_wings", "passed", "pawn_ending", "king_inside", "always"});
    Group(fields, "turn").add({"tempo"});
    return fields;
}

WeightList weight_list(const Weights& weights) {
    WeightList list;
    for (const Tapered value : std::bit_cast<All>(weights)) {
        list.push_back(value.middle());
        list.push_back(value.ending());
    }
    return list;
}

Weights weights_of(const WeightList& list) {
    All all;
    for (std::size_t i = 0; i < COUNT; ++i) all[i] = {list[2 * i], list[2 * i + 1]};
    return std::bit_cast<Weights>(all);
}

Weights plain_weights() {
    constexpr Tapered SOME{20, 0};
    Weights weights{};
    for (int kind = 0; kind < KINDS; ++kind) weights.placement.piece[kind] = {VALUE[kind], VALUE[kind]};
    weights.attack.attacker.fill(SOME);
    weights.attack.safe_check.fill(SOME);
    weights.attack.zone_attack = weights.attack.weak_point = SOME;
    return weights;
}

}  // namespace plyground::chess
