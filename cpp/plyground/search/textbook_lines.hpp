// TextbookLines: the principal variation of every node on the current path, one row each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "plyground/core/score.hpp"

namespace plyground {

// A node's line is its best move, followed by the line of the child.
template <class Move>
class TextbookLines {
  public:
    // Makes room for lines of `plies` plies; the root's line is kept.
    void reserve(Ply plies) {
        const auto width = static_cast<std::size_t>(plies) + 1;
        if (width <= width_) return;
        auto rows = std::make_unique_for_overwrite<Move[]>(width * width);
        if (width_ > 0) std::copy_n(row(0), lengths_[0], rows.get());
        rows_ = std::move(rows);
        width_ = width;
        lengths_.resize(width);
    }

    void clear(Ply ply) { lengths_[static_cast<std::size_t>(ply)] = 0; }

    // Sets a node's line to a move followed by the line of its child.
    void update(const Move& move, Ply ply) {
        const std::size_t below = lengths_[static_cast<std::size_t>(ply) + 1];
        row(ply)[0] = move;
        std::copy_n(row(ply + 1), below, row(ply) + 1);
        lengths_[static_cast<std::size_t>(ply)] = below + 1;
    }

    // Sets a node's line to a single move.
    void start(const Move& move, Ply ply) {
        row(ply)[0] = move;
        lengths_[static_cast<std::size_t>(ply)] = 1;
    }

    const Move* first(Ply ply) const { return lengths_[static_cast<std::size_t>(ply)] == 0 ? nullptr : row(ply); }

    std::vector<Move> root() const { return {row(0), row(0) + lengths_[0]}; }
    void set_root(const std::vector<Move>& line) {
        std::copy(line.begin(), line.end(), row(0));
        lengths_[0] = line.size();
    }

  private:
    Move* row(Ply ply) { return rows_.get() + static_cast<std::size_t>(ply) * width_; }
    const Move* row(Ply ply) const { return rows_.get() + static_cast<std::size_t>(ply) * width_; }

    std::size_t width_ = 0;
    std::unique_ptr<Move[]> rows_;
    std::vector<std::size_t> lengths_;
};

}  // namespace plyground
