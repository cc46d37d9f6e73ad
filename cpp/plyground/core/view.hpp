// View: a position as a board shows it, written as JSON, fast enough for every move of every game on a server.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/description.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/side.hpp"

namespace plyground {

// Names of games, points, pieces and moves are plain words, so nothing needs to be escaped.
inline void quote(std::string& json, std::string_view word) {
    json += '"';
    json += word;
    json += '"';
}

// All click paths as one tree: a branch for each click, in order of first appearance, with tokens as leaves.
class EntryTree {
  public:
    void add(const Path& path, const std::string& token) {
        EntryTree* branch = this;
        for (const std::string& click : path) branch = &branch->below(click);
        if (!branch->token_.empty() || !branch->branches_.empty())
            throw std::logic_error("the clicks of one move lead through another's");
        branch->token_ = token;
    }

    void write(std::string& json) const {
        if (!token_.empty()) {
            quote(json, token_);
            return;
        }
        json += '{';
        for (const auto& [click, branch] : branches_) {
            if (json.back() != '{') json += ',';
            quote(json, click);
            json += ':';
            branch.write(json);
        }
        json += '}';
    }

  private:
    EntryTree& below(const std::string& click) {
        if (!token_.empty()) throw std::logic_error("the clicks of one move lead through another's");
        for (auto& [known, branch] : branches_)
            if (known == click) return branch;
        if (branches_.empty()) branches_.reserve(8);
        return branches_.emplace_back(click, EntryTree()).second;
    }

    std::string token_;
    std::vector<std::pair<std::string, EntryTree>> branches_;
};

template <Described G>
void write_entry(std::string& json, const G& game, const typename G::Position& position) {
    EntryTree tree;
    MoveList<G> list;
    game.moves(position, list);
    for (const auto move : list) {
        const std::string token = game.token(move);
        for (const Path& path : game.entry_paths(position, move)) tree.add(path, token);
    }
    tree.write(json);
}

// Finds pieces by their points, fastest when queried in the order of the list.
class PieceFinder {
  public:
    explicit PieceFinder(const NamedPieces& pieces) : pieces_(pieces), next_(pieces.begin()) {}

    // Empty if there is no piece.
    std::string_view at(std::string_view point) {
        const auto is_there = [point](const auto& named) { return named.first == point; };
        if (next_ == pieces_.end() || !is_there(*next_)) {
            const auto found = std::find_if(pieces_.begin(), pieces_.end(), is_there);
            if (found == pieces_.end()) return {};
            next_ = found;
        }
        return (next_++)->second;
    }

  private:
    const NamedPieces& pieces_;
    NamedPieces::const_iterator next_;
};

// The points whose content differs, vacated points first.
inline void write_touched(std::string& json, const NamedPieces& then, const NamedPieces& now) {
    const auto write = [&json](std::string_view point) {
        if (json.back() != '[') json += ',';
        quote(json, point);
    };
    json += '[';
    PieceFinder after(now), before(then);
    for (const auto& [point, piece] : then)
        if (after.at(point).empty()) write(point);
    for (const auto& [point, piece] : now)
        if (before.at(point) != piece) write(point);
    json += ']';
}

// The result of the game. Only the caller knows it, because it may depend on earlier positions or on the players.
struct ViewResult {
    std::string winner;       // empty for a draw
    std::string termination;  // empty while the game is ongoing
};

// The view of a position within a game: the points that the move from `before` changed (null at the start), and the
// moves that can be entered if the game `is_open` and not over.
template <Described G>
std::string view_json(const G& game, const typename G::Position& position, const typename G::Position* before,
                      const ViewResult& result, bool is_open) {
    const NamedPieces pieces = game.pieces(position);
    std::string json;
    json.reserve(2048);
    json += R"({"game":)";
    quote(json, game.name());
    json += R"(,"turn":)";
    quote(json, name(game.side_to_move(position)));
    json += R"(,"pieces":{)";
    for (const auto& [point, piece] : pieces) {
        if (json.back() != '{') json += ',';
        quote(json, point);
        json += ':';
        quote(json, piece);
    }
    json += R"(},"last":)";
    write_touched(json, before == nullptr ? pieces : game.pieces(*before), pieces);
    json += R"(,"result":)";
    if (result.termination.empty()) {
        json += "null";
    } else {
        json += R"({"winner":)";
        if (result.winner.empty()) json += "null";
        else quote(json, result.winner);
        json += R"(,"termination":)";
        quote(json, result.termination);
        json += '}';
    }
    json += R"(,"entry":)";
    if (is_open && result.termination.empty()) write_entry(json, game, position);
    else json += "{}";
    if constexpr (HasHand<G>) {
        json += R"(,"hand":{"white":)" + std::to_string(game.in_hand(position, Side::WHITE));
        json += R"(,"black":)" + std::to_string(game.in_hand(position, Side::BLACK)) + "}";
    }
    const auto write_extra = [&json](std::string_view key, const std::string& value) {
        if (value.empty()) return;
        json += ',';
        quote(json, key);
        json += ':';
        quote(json, value);
    };
    write_extra("check", game.check(position));
    write_extra("forced", game.forced(position));
    json += '}';
    return json;
}

}  // namespace plyground
