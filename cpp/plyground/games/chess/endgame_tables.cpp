#include "plyground/games/chess/endgame_tables.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plyground::chess {

namespace {

constexpr std::array<Kind, 5> OTHER_KINDS{Kind::QUEEN, Kind::ROOK, Kind::BISHOP, Kind::KNIGHT, Kind::PAWN};

constexpr std::uint8_t flipped(int point) { return static_cast<std::uint8_t>(point ^ 56); }

// A number for the men of a side that does not depend on their order: at most three of each kind.
std::size_t men_slot(const std::array<int, 5>& counts) {
    std::size_t slot = 0;
    for (const int count : counts) slot = slot * MAX_ENDGAME_MEN + static_cast<std::size_t>(count);
    return slot;
}
constexpr std::size_t MEN_SLOTS = 1024;
static_assert(MAX_ENDGAME_MEN == 4);

std::array<int, 5> count_kinds(const std::vector<Kind>& kinds) {
    std::array<int, 5> counts{};
    for (const Kind kind : kinds)
        if (kind != Kind::KING) ++counts[static_cast<std::size_t>(index(kind))];
    return counts;
}

}  // namespace

Men::Men(std::vector<Kind> kinds) : kinds_(std::move(kinds)) {
    list_arrangements();
    rows_ = find_rows(pawns() > 0 ? PAWN_SYMMETRIES : ALL_SYMMETRIES);
    pawn_rows_ = find_rows(PAWN_SYMMETRIES);
    if (kinds_ != std::vector{Kind::KING, Kind::PAWN}) return;
    for (std::uint32_t number = 0; number < size(); ++number) {
        const int rank = rank_of(Point(list_[number][1]));
        auto* const same_rank = rank == 3 ? &on_fourth_ : rank == 4 ? &on_fifth_ : nullptr;
        on_rank_.push_back(same_rank ? static_cast<std::uint32_t>(same_rank->size()) : NO_NUMBER);
        if (same_rank) same_rank->push_back(number);
    }
}

int Men::pawns() const { return static_cast<int>(std::ranges::count(kinds_, Kind::PAWN)); }

std::string Men::name() const {
    std::string name;
    for (const Kind kind : kinds_) name += letter(kind);
    return name;
}

std::uint32_t Men::image(std::uint32_t number, int symmetry) const {
    Arrangement image{};
    for (std::size_t i = 0; i < kinds_.size(); ++i) image[i] = SYMMETRIES[symmetry][list_[number][i]];
    return numbers_[code(image)];
}

void Men::list_arrangements() {
    numbers_.assign(std::size_t{1} << (6 * kinds_.size()), NO_NUMBER);
    for (std::size_t all = 0; all < numbers_.size(); ++all) {
        Arrangement arrangement{};
        PointSet occupied;
        bool is_possible = true;
        for (std::size_t i = 0; i < kinds_.size(); ++i) {
            const Point p(static_cast<int>(all >> (6 * (kinds_.size() - 1 - i)) & 63));
            arrangement[i] = static_cast<std::uint8_t>(p.index());
            if (occupied.has(p) || (kinds_[i] == Kind::PAWN && (rank_of(p) == 0 || rank_of(p) == 7)))
                is_possible = false;
            occupied |= PointSet(p);
        }
        if (!is_possible) continue;
        if (kinds_.size() == 3 && kinds_[1] == kinds_[2] && arrangement[1] > arrangement[2]) {
            std::swap(arrangement[1], arrangement[2]);
            numbers_[all] = numbers_[code(arrangement)];  // listed before
        } else {
            numbers_[all] = size();
            list_.push_back(arrangement);
        }
    }
}

Men::Rows Men::find_rows(int symmetries) const {
    Rows rows;
    rows.row.resize(size());
    rows.symmetry.resize(size());
    for (std::uint32_t number = 0; number < size(); ++number) {
        std::uint32_t least = number;
        std::uint8_t least_by = 0, own = 0;
        for (int s = 1; s < symmetries; ++s) {
            const std::uint32_t other = image(number, s);
            if (other == number) own = static_cast<std::uint8_t>(s);
            if (other >= least) continue;
            least = other;
            least_by = static_cast<std::uint8_t>(s);
        }
        rows.symmetry[number] = least_by;
        if (least == number) {
            rows.row[number] = static_cast<std::uint32_t>(rows.arrangement.size());
            rows.arrangement.push_back(number);
            rows.own_symmetry.push_back(own);
        } else {
            rows.row[number] = rows.row[least];
        }
    }
    return rows;
}

EndgameTables::EndgameTables(int max_men) : max_men_(max_men), men_by_counts_(MEN_SLOTS, -1) {
    const auto add_men = [&](std::vector<Kind> kinds) {
        men_by_counts_[men_slot(count_kinds(kinds))] = static_cast<int>(men_.size());
        men_.push_back(std::make_shared<const Men>(std::move(kinds)));
    };
    add_men({Kind::KING});
    for (std::size_t i = 0; i < OTHER_KINDS.size() && max_men > 2; ++i) add_men({Kind::KING, OTHER_KINDS[i]});
    for (std::size_t i = 0; i < OTHER_KINDS.size() && max_men > 3; ++i)
        for (std::size_t j = i; j < OTHER_KINDS.size(); ++j) add_men({Kind::KING, OTHER_KINDS[i], OTHER_KINDS[j]});

    std::vector<std::array<int, 2>> pairs;
    const int all = static_cast<int>(men_.size());
    for (int a = 0; a < all; ++a)
        for (int b = 0; b < all; ++b) {
            const bool is_first =
                men_[a]->count() > men_[b]->count() || (men_[a]->count() == men_[b]->count() && a <= b);
            if (is_first && men_[a]->count() + men_[b]->count() <= max_men) pairs.push_back({a, b});
        }
    // A capture leads to a table with fewer men, any other promotion to one with fewer pawns.
    std::ranges::stable_sort(pairs, {}, [&](const std::array<int, 2>& pair) {
        const Men &a = *men_[pair[0]], &b = *men_[pair[1]];
        return std::pair(a.count() + b.count(), a.pawns() + b.pawns());
    });
    numbers_.assign(men_.size() * men_.size(), -1);
    for (const auto& [a, b] : pairs) {
        const int first = add(a, b);
        pairs_.push_back({first, a == b ? first : add(b, a)});
    }
}

int EndgameTables::add(int us, int them) {
    const int table = static_cast<int>(tables_.size());
    sides_.push_back({us, them});
    numbers_[us * men_.size() + them] = table;
    tables_.push_back({men_[us]->name() + "v" + men_[them]->name(), 0});
    tables_.back().size = std::uint64_t{rows(table).arrangement.size()} * columns(table);
    return table;
}

int EndgameTables::find_men(const std::vector<Kind>& kinds) const {
    return men_by_counts_[men_slot(count_kinds(kinds))];
}

std::vector<int> EndgameTables::conversions(int table) const {
    const auto &us = mover(table).kinds(), &them = waiting(table).kinds();
    // What each side can become: the mover by a promotion, the other side by a capture; `kinds` itself first.
    std::vector<std::vector<Kind>> promoted{us}, left{them};
    if (us.back() == Kind::PAWN)
        for (const Kind kind : {Kind::QUEEN, Kind::ROOK, Kind::BISHOP, Kind::KNIGHT}) {
            promoted.push_back(us);
            promoted.back().back() = kind;
        }
    for (std::size_t i = 1; i < them.size(); ++i) {
        left.push_back(them);
        left.back().erase(left.back().begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::vector<int> found;
    for (const auto& mover_kinds : promoted)
        for (const auto& waiting_kinds : left)
            if (mover_kinds != us || waiting_kinds != them)
                found.push_back(find(find_men(waiting_kinds), find_men(mover_kinds)));
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

std::optional<EndgamePlace> EndgameTables::place_of(const Position& position) const {
    if (position.occupied().count() > max_men_ || !position.castling.is_empty()) return std::nullopt;
    const bool has_pawns = !position.of(Kind::PAWN).is_empty();
    std::array<Arrangement, 2> arrangements{};  // of the mover and the waiting side
    std::array<int, 2> men{};
    for (int i = 0; i < 2; ++i) {
        const Side side = i == 0 ? position.side_to_move : other(position.side_to_move);
        const int flip = has_pawns && side == Side::BLACK ? 56 : 0;
        std::array<int, 5> counts{};
        std::size_t n = 0;
        arrangements[i][n++] = static_cast<std::uint8_t>(position.king(side).index() ^ flip);
        for (const Kind kind : OTHER_KINDS)
            for (const Point p : position.of(side, kind)) {
                arrangements[i][n++] = static_cast<std::uint8_t>(p.index() ^ flip);
                ++counts[static_cast<std::size_t>(index(kind))];
            }
        men[i] = men_by_counts_[men_slot(counts)];
    }
    const int table = find(men[0], men[1]);
    const Men& us = *men_[men[0]];
    const Men::Rows& all = rows(table);
    const std::uint32_t waiting_number = men_[men[1]]->number(arrangements[1]);
    std::uint32_t column = us.image(us.number(arrangements[0]), all.symmetry[waiting_number]);
    if (position.en_passant != NO_POINT) column = us.size() + us.on_rank_number(column);
    return EndgamePlace{table, std::uint64_t{all.row[waiting_number]} * columns(table) + column};
}

Position endgame_board(const Men& white_men, const Arrangement& white, const Men& black_men, const Arrangement& black,
                       bool is_turned) {
    Position position;
    const auto put = [&](Side side, Kind kind, int point) {
        position.sides[index(side)] |= PointSet(Point(point));
        position.kinds[index(kind)] |= PointSet(Point(point));
    };
    for (int i = 0; i < white_men.count(); ++i) put(Side::WHITE, white_men.kinds()[i], white[i]);
    for (int i = 0; i < black_men.count(); ++i)
        put(Side::BLACK, black_men.kinds()[i], is_turned ? flipped(black[i]) : black[i]);
    return position;
}

std::optional<Position> EndgameTables::position(const EndgamePlace& place) const {
    auto found = position(place.table, static_cast<std::uint32_t>(place.index / columns(place.table)),
                          static_cast<std::uint32_t>(place.index % columns(place.table)));
    if (found) found->key = full_key(*found);
    return found;
}

std::optional<Position> EndgameTables::position(int table, std::uint32_t row, std::uint32_t column) const {
    const Men &us = mover(table), &them = waiting(table);
    const bool may_capture = column >= us.size();
    const Arrangement& white = us[may_capture ? us.with_pawn_on_fifth(column - us.size()) : column];
    const Arrangement& black = them[rows(table).arrangement[row]];
    Position position = endgame_board(us, white, them, black, has_pawns(table));
    if (position.occupied().count() < us.count() + them.count() || is_in_check(position, Side::BLACK))
        return std::nullopt;
    if (!may_capture) return position;
    // Black's pawn must have made a double step, and White's pawn be able to take it.
    const Point pawn(flipped(black[1])), target(pawn.index() + 8), start(pawn.index() + 16);
    if (rank_of(pawn) != 4 || position.occupied().meets(PointSet(target) | PointSet(start))) return std::nullopt;
    const Point taker(white[1]);
    if (!pawn_attacks(Side::WHITE, taker).has(target) || !is_legal_en_passant(position, taker, target))
        return std::nullopt;
    position.en_passant = target;
    return position;
}

}  // namespace plyground::chess
