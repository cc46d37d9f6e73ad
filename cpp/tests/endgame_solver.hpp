// A plain single-threaded retrograde analysis, and a check of its values by the ordinary move generator: the second
// model for every endgame index.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plyground/core/endgame_tables.hpp"
#include "plyground/core/game.hpp"
#include "plyground/solve/retrograde.hpp"
#include "tests/check.hpp"

namespace plyground::tests {

struct EndgameCounts {
    std::uint64_t wins = 0, draws = 0, losses = 0;
    int longest = 0;

    void add(std::uint8_t value, std::uint64_t times = 1) {
        if (value == NO_POSITION) return;
        if (value == DRAW_VALUE) draws += times;
        else (value % 2 == 0 ? wins : losses) += times;
        longest = std::max(longest, value - 1);
    }
};

using EndgameBytes = std::vector<std::vector<std::uint8_t>>;  // the values of all tables, by table

// Solves one pair level by level: a position that is lost in n plies makes its predecessors won in n + 1, and one that
// is won in n plies takes a move away from its predecessors.
template <class Index>
EndgameBytes solve_pair(const Index& index) {
    struct Entry {
        int t;
        std::uint32_t row, column;
    };
    const int tables = index.tables();
    std::vector<std::vector<Cell>> cells(tables);
    std::vector<std::vector<Entry>> levels(MAX_PLIES + 1);  // what is decided, by plies
    const auto is_settled = [](const Cell& cell) {
        return cell.plies != Cell::NONE && (cell.plies % 2 == 1 || cell.moves == 0);
    };
    for (int t = 0; t < tables; ++t) {
        cells[t].resize(index.row_start(t, index.rows(t)));
        for (std::uint32_t row = 0; row < index.rows(t); ++row) {
            const std::uint64_t start = index.row_start(t, row), end = index.row_start(t, row + 1);
            index.begin(t, row, &cells[t][start]);
            for (std::uint64_t i = start; i < end; ++i)
                if (const Cell& cell = cells[t][i]; is_settled(cell))
                    levels[cell.plies].push_back({t, row, static_cast<std::uint32_t>(i - start)});
        }
    }
    for (int level = 0; level < MAX_PLIES; ++level)
        for (const auto& [t, row, column] : levels[level]) {
            if (cells[t][index.row_start(t, row) + column].plies != level) continue;  // won sooner
            if (index.is_copy(t, row, column)) continue;
            const int before = tables - 1 - t;
            const auto place = index.turned(t, row, column);
            const auto plies = static_cast<std::uint8_t>(level + 1);
            index.unmoves(before, place.row, place.column, [&](std::uint32_t from) {
                Cell& cell = cells[before][index.row_start(before, place.row) + from];
                const bool is_won = cell.plies % 2 == 1;
                if (cell.plies == Cell::NONE || (is_won && cell.plies <= plies)) return;
                if (plies % 2 == 1) {
                    cell.plies = plies;
                } else {
                    CHECK(cell.moves > 0);
                    --cell.moves;
                    if (is_won) return;
                    cell.plies = std::max(cell.plies, plies);
                    if (cell.moves > 0) return;
                }
                levels[cell.plies].push_back({before, place.row, from});
            });
        }
    CHECK(levels[MAX_PLIES].empty());
    EndgameBytes bytes(tables);
    for (int t = 0; t < tables; ++t)
        for (const Cell& cell : cells[t])
            bytes[t].push_back(cell.plies == Cell::NONE ? NO_POSITION
                               : is_settled(cell)       ? value_of(cell.plies)
                                                        : DRAW_VALUE);
    return bytes;
}

// Which tables are named, or needed by one that is named.
template <class Tables>
std::vector<bool> find_needed(const Tables& tables, const std::vector<std::string>& names) {
    std::vector<bool> needed(tables.tables().size());
    for (std::size_t i = tables.pairs().size(); i-- > 0;) {
        const auto& [first, second] = tables.pairs()[i];
        for (const std::string& name : names)
            if (tables.tables()[first].name == name || tables.tables()[second].name == name) needed[first] = true;
        if (!needed[first] && !needed[second]) continue;
        needed[first] = needed[second] = true;
        for (const int table : {first, second})
            for (const int next : tables.conversions(table)) {
                CHECK(next < first);
                needed[next] = true;
            }
    }
    return needed;
}

// The same by the driver that builds databases.
template <class Index>
EndgameBytes solve_by_driver(const Index& index, int threads) {
    solve::Retrograde<Index> retrograde(index, {.threads = threads, .message_bytes = 1 << 20});
    retrograde.run();
    EndgameBytes bytes(index.tables());
    for (int t = 0; t < index.tables(); ++t) {
        bytes[t].resize(retrograde.size(t));
        retrograde.read(t, 0, bytes[t]);
    }
    return bytes;
}

// Solves all tables in their order, or only those named and what they need. Threads: 0 = by the plain analysis here.
template <class Index, class Tables>
EndgameBytes solve_all(const Tables& tables, const std::vector<std::string>& names = {}, int threads = 0) {
    EndgameBytes bytes(tables.tables().size());
    EndgameValues values(bytes.size(), nullptr);
    const std::vector<bool> needed = find_needed(tables, names);
    for (const EndgamePair& pair : tables.pairs()) {
        if (!names.empty() && !needed[pair.first]) continue;
        const Index index(tables, pair, values);
        EndgameBytes solved = threads > 0 ? solve_by_driver(index, threads) : solve_pair(index);
        for (int t = 0; t < index.tables(); ++t) {
            const int table = t == 0 ? pair.first : pair.second;
            CHECK_EQUAL(solved[t].size(), tables.tables()[table].size);
            bytes[table] = std::move(solved[t]);
            values[table] = bytes[table].data();
        }
    }
    return bytes;
}

// Derives the value of every position of some tables (or all) from those of its successors, by the game's moves alone,
// and counts differences. Distances make this a proof: no cycle of wrong wins can support itself.
template <class G, class Tables>
std::uint64_t count_differences(const G& game, const Tables& tables, const EndgameBytes& bytes,
                                std::vector<int> checked = {}) {
    if (checked.empty())
        for (std::size_t table = 0; table < bytes.size(); ++table) checked.push_back(static_cast<int>(table));
    std::uint64_t differences = 0;
    for (const int table : checked)
        for (std::uint64_t i = 0; i < bytes[table].size(); ++i) {
            const auto position = tables.position(EndgamePlace{table, i});
            if (!position) {
                differences += bytes[table][i] != NO_POSITION;
                continue;
            }
            MoveList<G> moves;
            game.moves(*position, moves);
            int win = 0, loss = 0;  // in plies; 0 = none
            bool draws = moves.is_empty() && game.result(*position, false).outcome == Outcome::DRAW;
            for (const auto& move : moves) {
                const auto next = game.after(*position, move);
                const auto place = tables.place_of(next);
                const int value = place ? bytes[place->table][place->index] : value_of(0);
                if (value == DRAW_VALUE) draws = true;
                else if (value % 2 == 1 && (win == 0 || value < win)) win = value;
                else if (value % 2 == 0) loss = std::max(loss, value);
            }
            const int expected = win > 0 ? win + 1 : draws ? DRAW_VALUE : loss + 1;
            differences += bytes[table][i] != expected;
        }
    return differences;
}

}  // namespace plyground::tests
