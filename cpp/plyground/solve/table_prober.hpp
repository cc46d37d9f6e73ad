// TableProber: the databases of a game, given to a search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "plyground/core/prober.hpp"
#include "plyground/solve/database.hpp"

namespace plyground::solve {

// Of a table with both kinds of files, the one without distances answers inside the tree: many more of its positions
// share a block, so its blocks stay in the cache.
template <class Position, Probeable<Position> Tables>
class TableProber : public Prober<Position> {
  public:
    // Files of other tables are left alone. Throws INVALID_DATABASE if a file does not have the size of its table.
    TableProber(Tables tables, const std::vector<std::shared_ptr<Database>>& databases)
        : tables_(std::move(tables)), databases_(databases.begin(), databases.end()), files_(tables_.tables().size()) {
        for (const auto& database : databases_) {
            const auto found = std::ranges::find(tables_.tables(), database->header().table, &EndgameTable::name);
            if (found == tables_.tables().end()) continue;
            database->check_size(found->size);
            Files& files = files_[static_cast<std::size_t>(found - tables_.tables().begin())];
            (database->header().kind == DatabaseKind::WDL ? files.outcomes : files.distances) = database.get();
        }
    }

    std::optional<Value> outcome(const Position& position) const override {
        const auto place = tables_.place_of(position);
        if (!place) return std::nullopt;
        const Files& files = files_[static_cast<std::size_t>(place->table)];
        if (files.outcomes != nullptr) return known(WDL_VALUES[files.outcomes->probe(place->index)]);
        if (files.distances == nullptr) return std::nullopt;
        const Value value = files.distances->probe(place->index);
        return known(is_decided(value) ? value_of(is_win(value) ? 1 : 0) : value);
    }

    std::optional<ProbedValue> value(const Position& position) const override {
        const auto place = tables_.place_of(position);
        const Database* distances = place ? files_[static_cast<std::size_t>(place->table)].distances : nullptr;
        const auto found = distances == nullptr ? outcome(position) : known(distances->probe(place->index));
        return found ? std::optional(ProbedValue{*found, distances != nullptr}) : std::nullopt;
    }

  private:
    struct Files {
        const Database* outcomes = nullptr;
        const Database* distances = nullptr;
    };

    static std::optional<Value> known(Value value) {
        return value == NO_POSITION ? std::nullopt : std::optional(value);
    }

    Tables tables_;
    std::vector<std::shared_ptr<const Database>> databases_;  // keeps them open
    std::vector<Files> files_;                                // by table
};

}  // namespace plyground::solve
