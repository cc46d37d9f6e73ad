// History: the keys of a game so far, and how often a position has occurred.
#pragma once

#include <cstddef>
#include <vector>

#include "plyground/core/key.hpp"

namespace plyground {

// The game knows how far back a position can recur (`reversible_plies`); the caller passes that as `reach`.
class History {
  public:
    void push(Key key) { keys_.push_back(key); }
    void pop() { keys_.pop_back(); }
    void clear() { keys_.clear(); }
    std::size_t size() const { return keys_.size(); }

    // How often `key` occurs among the last `reach` + 1 keys.
    int occurrences(Key key, int reach) const {
        int found = 0;
        for (std::size_t back = 0; back < keys_.size() && static_cast<int>(back) <= reach; ++back)
            found += keys_[keys_.size() - 1 - back] == key;
        return found;
    }

  private:
    std::vector<Key> keys_;
};

}  // namespace plyground
